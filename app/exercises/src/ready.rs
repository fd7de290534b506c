//! An exercise with its answer, which the tools compute; and faults of exercises.

use crate::exercise::{Exercise, Kind};
use crate::facts;
use crate::grade::{Grade, Verdict};
use crate::handed;
use crate::repair::Held;
use crate::sheet::{Tree, written};
use crate::{annotate, predict, repair, schedule, sheet};
use racefree_answers::count;
use racefree_answers::desk::Desk;
use racefree_answers::running::{Loaded, replay};
use racefree_interp::schedule::Schedule;
use std::collections::BTreeSet;

/// An exercise that can be graded.
pub struct Ready {
    /// The exercise.
    pub exercise: Exercise,
    /// Standard for answers.
    answer: Answer,
}

/// Standard for answers, by kind.
enum Answer {
    Predict(BTreeSet<String>),
    Derivation(Tree),
    Schedule(Box<Loaded>, Schedule),
    Annotate,
    Repair(Held),
}

impl Ready {
    /// Computes what answers are held to.
    ///
    /// # Errors
    ///
    /// The grade of an exercise that has no answer.
    pub fn new(desk: &Desk, exercise: Exercise) -> Result<Ready, Grade> {
        if exercise.java && !racefree_answers::KNOWS_JAVA {
            return Err(Grade::undecided("this build does not read Java; `racefree play` does"));
        }
        let answer = match &exercise.kind {
            Kind::Predict(question) => Answer::Predict(predict::answer(desk, &exercise, question)?),
            Kind::Derivation(blanks) => Answer::Derivation(Tree::of(desk, &exercise, blanks)?),
            Kind::Schedule(goal) => {
                let (loaded, schedule) = schedule::answer(desk, &exercise, goal)?;
                Answer::Schedule(Box::new(loaded), schedule)
            }
            Kind::Annotate(_) => {
                facts::judged(desk, &exercise.rules, &exercise.file(), &exercise.text)?;
                Answer::Annotate
            }
            Kind::Repair(asked) => Answer::Repair(repair::held(desk, &exercise, asked, &exercise.text)?),
        };
        Ok(Ready { exercise, answer })
    }

    /// Sheet that a student begins with.
    pub fn sheet(&self) -> String {
        let Exercise { task, text, kind, .. } = &self.exercise;
        match (kind, &self.answer) {
            (_, Answer::Derivation(tree)) => format!("# {task}\n{}", written(tree, true)),
            (Kind::Predict(question), _) => format!("# {task}\n# {}:\n", question.form()),
            (Kind::Schedule(goal), _) => {
                format!("# {task}\n# A schedule, as 0*7,2*4,1*3 (thread*steps), that leads to {}:\n", goal.words())
            }
            (Kind::Derivation(_) | Kind::Annotate(_) | Kind::Repair(_), _) => text.clone(),
        }
    }

    /// The tree of a derivation.
    pub fn tree(&self) -> Option<&Tree> {
        match &self.answer {
            Answer::Derivation(tree) => Some(tree),
            Answer::Predict(_) | Answer::Schedule(..) | Answer::Annotate | Answer::Repair(_) => None,
        }
    }

    /// A right answer.
    ///
    /// # Errors
    ///
    /// The grade if none is found.
    pub fn answer(&self, desk: &Desk) -> Result<String, Grade> {
        match (&self.answer, &self.exercise.kind) {
            (Answer::Predict(set), _) => Ok(format!("{}\n", predict::written(set))),
            (Answer::Derivation(tree), _) => Ok(written(tree, false)),
            (Answer::Schedule(_, schedule), _) => Ok(format!("{}\n", replay::inline(schedule))),
            (_, Kind::Annotate(asked)) => annotate::answer(desk, &self.exercise, asked),
            (_, Kind::Repair(asked)) => repair::answer(desk, &self.exercise, asked),
            (Answer::Annotate | Answer::Repair(_), _) => Err(Grade::undecided("there is no answer")),
        }
    }

    /// Length of the shortest answer, in words.
    pub fn par(&self, answer: &str) -> String {
        match &self.answer {
            Answer::Predict(set) => count(set.len() as u64, "finding"),
            Answer::Derivation(tree) => {
                let shown = tree.steps.iter().filter(|step| step.shown).count();
                format!("{}, {}", count(tree.blanks() as u64, "blank"), count(shown as u64, "line"))
            }
            Answer::Schedule(_, schedule) => replay::size(schedule),
            Answer::Annotate | Answer::Repair(_) => {
                let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
                let new = lines(answer).difference(&lines(&self.exercise.text)).count();
                format!("{} changed", count(new as u64, "line"))
            }
        }
    }

    /// Grades what was handed in.
    pub fn grade(&self, desk: &Desk, handed: &[u8]) -> Grade {
        let graded = handed::text(handed).and_then(|text| {
            if text.trim().is_empty() {
                return Err(Grade::unreadable("", "it is empty"));
            }
            match (&self.answer, &self.exercise.kind) {
                (Answer::Predict(set), Kind::Predict(question)) => Ok(predict::grade(question, set, text)),
                (Answer::Derivation(tree), _) => sheet::grade(tree, text),
                (Answer::Schedule(loaded, shortest), Kind::Schedule(goal)) => {
                    Ok(schedule::grade(loaded, goal, shortest, text))
                }
                (Answer::Repair(before), Kind::Repair(asked)) => {
                    repair::grade(desk, &self.exercise, asked, before, text)
                }
                (_, Kind::Annotate(asked)) => annotate::grade(desk, &self.exercise, asked, text),
                (Answer::Predict(_) | Answer::Schedule(..) | Answer::Annotate | Answer::Repair(_), _) => {
                    Err(Grade::undecided("there is no answer"))
                }
            }
        });
        graded.unwrap_or_else(|grade| grade)
    }
}

/// An exercise without faults.
pub struct Linted {
    /// The exercise.
    pub ready: Ready,
    /// A right answer.
    pub answer: String,
    /// Length of the shortest answer, in words.
    pub par: String,
}

/// Looks for faults of an exercise.
///
/// # Errors
///
/// The first fault, in a sentence.
pub fn lint(desk: &Desk, exercise: Exercise) -> Result<Linted, String> {
    if exercise.hints.is_empty() {
        return Err("there is no line `hint`".to_owned());
    }
    let ready = Ready::new(desk, exercise).map_err(|grade| said(&grade))?;
    let Exercise { kind, .. } = &ready.exercise;
    if let (Kind::Derivation(blanks), Some(tree)) = (kind, ready.tree()) {
        if let Some(node) = blanks.unknown(&tree.steps) {
            return Err(format!("`blank`: the sheet has no line {node}, or none with such a part"));
        }
        if let Some(step) =
            tree.steps.iter().find(|step| step.text.contains('…') && step.blanks.contains(&sheet::Blank::Judgment))
        {
            return Err(format!("`blank`: the judgment of line {} is too long to be asked for", step.number));
        }
        if tree.blanks() == 0 {
            return Err("`blank` leaves nothing blank".to_owned());
        }
    }
    if let Kind::Repair(asked) = kind {
        let unknown = repair::unknown(desk, &ready.exercise, asked).map_err(|grade| said(&grade))?;
        if let Some(missing) = unknown {
            return Err(format!("`keep`: there is no `{missing}`"));
        }
    }
    if ready.grade(desk, ready.sheet().as_bytes()).verdict == Verdict::Right {
        return Err("there is nothing to do: the sheet is right as it is".to_owned());
    }
    let answer = ready.answer(desk).map_err(|grade| said(&grade))?;
    match ready.grade(desk, answer.as_bytes()) {
        grade if grade.verdict == Verdict::Right && grade.stars.is_none_or(|stars| stars == 3) => {
            let asked = if let Kind::Repair(asked) = kind { Some(asked) } else { None };
            if let Some(idle) = asked.and_then(|asked| repair::needless(desk, &ready.exercise, asked, &answer)) {
                return Err(format!("`goal` says too little: it holds as well if {idle} does nothing"));
            }
            let par = ready.par(&answer);
            Ok(Linted { ready, answer, par })
        }
        grade => Err(format!("the answer that the tools find is not right: {}", said(&grade))),
    }
}

/// A grade in a sentence.
pub fn said(grade: &Grade) -> String {
    let place = grade.fault.as_ref().map_or("", |fault| &fault.place);
    let message = grade.message(crate::Feedback::Expected);
    if place.is_empty() { message } else { format!("{place}: {message}") }
}
