//! Exercises `predict`: what will the tools say? The answer is a set, as one line.

use crate::exercise::Exercise;
use crate::facts;
use crate::grade::{Fault, Grade};
use crate::handed;
use crate::header::commas;
use racefree_answers::desk::Desk;
use std::collections::BTreeSet;

/// Subject of a prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Type errors: `EXP REF/guard-held @ 7`, or `none`.
    Check,
    /// Fields with a race, or `none`.
    Race,
    /// `yes` or `no`: do threads wait for each other?
    Deadlock,
    /// `yes` or `no`: does a thread wait for ever to be notified?
    Waiting,
    /// Final values of a field, or outputs.
    Outcomes(String),
}

/// The answer of an empty set.
const NONE: &str = "none";

impl Question {
    /// Reads the value of `ask`.
    ///
    /// # Errors
    ///
    /// It is no question.
    pub fn read(text: &str) -> Result<Question, String> {
        match text.split_once(' ').unwrap_or((text, "")) {
            ("check", "") => Ok(Question::Check),
            ("race", "") => Ok(Question::Race),
            ("deadlock", "") => Ok(Question::Deadlock),
            ("waiting", "") => Ok(Question::Waiting),
            ("outcomes", of) if of == facts::OUTPUT || of.contains('#') && of.contains('.') => {
                Ok(Question::Outcomes(of.to_owned()))
            }
            _ => Err(format!(
                "`ask: {text}` is none of check, race, deadlock, waiting, outcomes Account#1.balance, outcomes output"
            )),
        }
    }

    /// Form of an answer, for a sheet.
    pub fn form(&self) -> String {
        match self {
            Question::Check => "The type errors, as `RULE/premise @ line`, separated by commas; or `none`".to_owned(),
            Question::Race => "The fields with a race, as `Account.balance`, separated by commas; or `none`".to_owned(),
            Question::Deadlock | Question::Waiting => "`yes` or `no`".to_owned(),
            Question::Outcomes(of) => format!("All values of `{of}` at the end of a run, separated by commas"),
        }
    }
}

/// The answer.
///
/// # Errors
///
/// The grade of a program that has none.
pub fn answer(desk: &Desk, exercise: &Exercise, question: &Question) -> Result<BTreeSet<String>, Grade> {
    let Exercise { rules, text, .. } = exercise;
    let name = &exercise.file();
    if *question == Question::Check {
        return Ok(facts::errors(&facts::judged(desk, rules, name, text)?));
    }
    let loaded = facts::loaded(desk, rules, name, text)?;
    let facts = facts::explored(desk, rules, &loaded)?.complete()?;
    Ok(match question {
        Question::Check | Question::Race => facts.races.into_keys().collect(),
        Question::Deadlock => yes_or_no(facts.deadlock.is_some()),
        Question::Waiting => yes_or_no(facts.waiting.is_some()),
        Question::Outcomes(of) => facts.values(of),
    })
}

fn yes_or_no(yes: bool) -> BTreeSet<String> {
    BTreeSet::from([if yes { "yes" } else { "no" }.to_owned()])
}

/// A set as it is written.
pub fn written(set: &BTreeSet<String>) -> String {
    match set.is_empty() {
        true => NONE.to_owned(),
        false => set.iter().cloned().collect::<Vec<_>>().join(", "),
    }
}

/// An element in the notation of answers: blanks, case of rules and brackets do not matter.
fn plain(element: &str, question: &Question) -> String {
    let words: Vec<&str> = element.split_whitespace().collect();
    let text = words.join(" ");
    match question {
        Question::Check => {
            let (premise, line) = text.split_once('@').map_or((text.as_str(), ""), |(p, l)| (p.trim(), l.trim()));
            let known = racefree_systems::SYSTEMS.iter().find_map(|system| system.book().find_premise(premise));
            let premise = known.map_or_else(|| premise.to_owned(), racefree_systems::premise_name);
            format!("{premise} @ {}", line.trim_start_matches("line").trim())
        }
        Question::Deadlock | Question::Waiting => text.to_lowercase(),
        Question::Race | Question::Outcomes(_) => text,
    }
}

/// Grades an answer.
pub fn grade(question: &Question, answer: &BTreeSet<String>, handed: &str) -> Grade {
    let lines: Vec<(usize, &str)> = handed::lines(handed).collect();
    let Some((number, line)) = lines.first() else { return Grade::unreadable("", "there is no line with an answer") };
    let place = format!("line {number}");
    let is_none = lines.len() == 1 && matches!(line.trim().to_lowercase().as_str(), NONE | "ok" | "{}" | "∅");
    // Commas, blanks and line ends separate alike, where nothing that can be said has a blank.
    let by_blanks = match question {
        Question::Race => true,
        Question::Outcomes(of) => of != facts::OUTPUT && !answer.iter().any(|value| value.contains(' ')),
        Question::Check | Question::Deadlock | Question::Waiting => false,
    };
    let elements = lines.iter().flat_map(|(_, line)| commas(line));
    let words = elements.flat_map(|e| if by_blanks { e.split_whitespace().collect() } else { vec![e] });
    let handed: BTreeSet<String> =
        words.filter(|e| !e.is_empty() && !is_none).map(|element| plain(element, question)).collect();
    if handed == *answer {
        return Grade::right();
    }
    let expected = written(answer);
    let (right, all) = (handed.intersection(answer).count(), handed.union(answer).count());
    let part = match handed.difference(answer).next() {
        Some(foreign) if right == 0 => format!("`{foreign}` is not among them. {}", question.form()),
        Some(foreign) => format!("`{foreign}` is not among them"),
        None if handed.is_empty() => "there is something to find".to_owned(),
        None => format!("{} of {} are there", right, answer.len()),
    };
    let reason = reason(question, answer, &handed);
    Grade::share(right as u64, all as u64, Fault { place, part, reason, expected })
}

/// Reason why an answer is not right, as far as it gives nothing away.
fn reason(question: &Question, answer: &BTreeSet<String>, handed: &BTreeSet<String>) -> String {
    let (foreign, said) = (handed.difference(answer).next().is_some(), handed.len() == 1);
    let yes = answer.contains("yes");
    let reason = match question {
        Question::Race if foreign => {
            "A race takes two accesses of one field by two threads, a write among them, that nothing orders"
        }
        Question::Race => "Some schedule has a race that is not among them",
        Question::Deadlock if yes && said => "Some schedule ends with threads that wait for each other",
        Question::Deadlock if said => "In every schedule, who waits for a lock gets it in the end",
        Question::Waiting if yes && said => "In some schedule a thread waits, and nobody is left who could notify it",
        Question::Waiting if said => "In every schedule, who waits is notified in the end",
        Question::Outcomes(_) if foreign => "No schedule ends so",
        Question::Outcomes(_) => "Some schedule ends in another way",
        Question::Check | Question::Deadlock | Question::Waiting => "",
    };
    reason.to_owned()
}
