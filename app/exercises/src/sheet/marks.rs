//! A sheet, marked: line by line in the order of the numbers, each judgment is held to its inputs, its rule, its premises and its outputs.
//! The first that is not right is the fault; what follows from it is not held against the student.

use super::blanks::Blank;
use super::demands::{Part, followed};
use super::judgment::{Judgment, Sort, ascii, normal};
use super::line::{GAP, Line as Read, read};
use super::tree::{Last, Step, Tree};
use crate::grade::{Fault, Grade};

/// Grades a sheet.
///
/// # Errors
///
/// The grade of one that cannot be read.
pub fn grade(tree: &Tree, handed: &str) -> Result<Grade, Grade> {
    let lines = read(handed)?;
    let matched = Matched::new(tree, &lines);
    let judgments = matched.judgments(tree);
    let (mut right, mut all) = (0, 0);
    let mut first: Option<Fault> = None;
    for (at, step) in tree.steps.iter().enumerate() {
        let Some(line) = matched.of[at] else {
            if step.shown && step.below.is_none_or(|below| matched.of[below].is_some()) {
                first.get_or_insert_with(|| missing(tree, step));
            }
            all += if step.shown { step.blanks.len().max(1) } else { 0 };
            continue;
        };
        let wrong = parts_that_are_wrong(tree, &judgments, at, line);
        let blanks = step.blanks.len();
        let (mut blank, mut given) = (0, 0);
        for part in &wrong {
            if step.blanks.contains(&part.blank) { blank += 1 } else { given += 1 }
        }
        // A line that the sheet does not ask for, or a part that it gives, counts only if it is wrong.
        right += blanks - blank;
        all += blanks + given;
        if let Some(part) = wrong.into_iter().next() {
            first.get_or_insert(part.fault);
        }
        if let Some(foreign) = matched.foreign.iter().find(|(below, _)| *below == Some(at)) {
            first.get_or_insert_with(|| foreign_to(tree, step, foreign.1));
        }
    }
    if let Some((_, line)) = matched.foreign.iter().find(|(below, _)| below.is_none()) {
        first.get_or_insert_with(|| Fault {
            place: line.number.clone(),
            part: "it is the premise of no judgment".to_owned(),
            ..Fault::default()
        });
    }
    all += matched.foreign.len();
    Ok(match first {
        None => Grade::right(),
        Some(fault) => Grade::share(right as u64, all as u64, fault),
    })
}

/// A line that is handed in, marked.
pub struct Line {
    /// The line of the tree that it stands for.
    pub step: usize,
    /// Parts that are not right.
    pub wrong: Vec<Wrong>,
}

/// A part that is not right.
pub struct Wrong {
    /// The part.
    pub blank: Blank,
    /// True if it is missing still.
    pub open: bool,
    /// Fault of it.
    pub fault: Fault,
}

/// Marks the lines of a sheet one by one.
///
/// # Errors
///
/// The grade of one that cannot be read.
pub fn marked(tree: &Tree, handed: &str) -> Result<Vec<Line>, Grade> {
    let lines = read(handed)?;
    let matched = Matched::new(tree, &lines);
    let judgments = matched.judgments(tree);
    let found = matched.of.iter().enumerate().filter_map(|(step, line)| Some((step, (*line)?)));
    Ok(found.map(|(step, line)| Line { step, wrong: parts_that_are_wrong(tree, &judgments, step, line) }).collect())
}

/// Lines that are handed in, by the line of the tree that they stand for.
struct Matched<'l> {
    of: Vec<Option<&'l Read>>,
    /// Lines that stand for none, with the line whose premise they claim to be.
    foreign: Vec<(Option<usize>, &'l Read)>,
}

impl<'l> Matched<'l> {
    /// Matches by the numbers, which say what is a premise of what, and by the names of premises: among the premises of a judgment the
    /// order does not matter.
    fn new(tree: &Tree, lines: &'l [Read]) -> Matched<'l> {
        let mut matched = Matched { of: vec![None; tree.steps.len()], foreign: Vec::new() };
        let mut todo: Vec<(Option<usize>, &'l Read)> = Vec::new();
        let mut roots = lines.iter().filter(|line| !line.number.contains('.'));
        if let Some(root) = roots.next() {
            matched.of[0] = Some(root);
            todo.push((Some(0), root));
        }
        matched.foreign.extend(roots.map(|line| (None, line)));
        while let Some((at, line)) = todo.pop() {
            let Some(at) = at else { continue };
            for above in lines.iter().filter(|other| is_below(&line.number, &other.number)) {
                let free = |i: &usize| matched.of[*i].is_none();
                let named = |i: &usize| tree.premise_name(&tree.steps[*i]) == above.premise;
                let mut fitting = tree.above(at).filter(free).filter(named);
                let exact = tree.above(at).filter(free).filter(named).find(|&i| tree.steps[i].number == above.number);
                match exact.or_else(|| fitting.next()) {
                    Some(i) => {
                        matched.of[i] = Some(above);
                        todo.push((Some(i), above));
                    }
                    None => matched.foreign.push((Some(at), above)),
                }
            }
        }
        let orphan = |line: &&'l Read| {
            let known = |other: &Read| std::ptr::eq(other, *line);
            let is_matched = matched.of.iter().flatten().any(|other| known(other));
            !is_matched && !matched.foreign.iter().any(|(_, other)| known(other))
        };
        let orphans: Vec<&Read> = lines.iter().filter(orphan).collect();
        matched.foreign.extend(orphans.into_iter().map(|line| (None, line)));
        matched
    }

    /// The judgments as they are written, by line of the tree.
    fn judgments(&self, tree: &Tree) -> Vec<Option<Judgment>> {
        tree.steps.iter().zip(&self.of).map(|(step, line)| judgment(step, *line)).collect()
    }
}

/// Returns true if the second number is of a premise of the first.
fn is_below(number: &str, other: &str) -> bool {
    other.strip_prefix(number).and_then(|rest| rest.strip_prefix('.')).is_some_and(|rest| !rest.contains('.'))
}

/// The judgment that a line has, in parts.
fn judgment(step: &Step, line: Option<&Read>) -> Option<Judgment> {
    let read = Judgment::read(&line?.judgment, step.judgment.relation)?;
    (read.context.len() == step.judgment.context.len() && read.turnstile == step.judgment.turnstile).then_some(read)
}

/// Parts that are wrong, in the order in which a rule is read: inputs, rule, outputs.
fn parts_that_are_wrong(tree: &Tree, written: &[Option<Judgment>], at: usize, line: &Read) -> Vec<Wrong> {
    let step = &tree.steps[at];
    let mut wrong: Vec<Wrong> = Vec::new();
    match step.last {
        Last::Holds(holds) => {
            let expected = if holds { "holds" } else { "fails" };
            if line.last != expected {
                let fault = fault(tree, step, "the verdict on the side condition is not right", expected);
                wrong.push(Wrong { blank: Blank::Verdict, open: is_open(&line.last), fault });
            }
            return wrong;
        }
        Last::Rule(_) if step.judgment.turnstile.is_empty() => {}
        Last::Rule(_) => judgment_that_is_wrong(tree, written, at, line, &mut wrong),
    }
    let Last::Rule(rule) = step.last else { return wrong };
    let name = tree.book.rule(rule).name;
    let is_right = tree.book.find_rule(&line.last) == Some(rule) && !line.last.trim().is_empty();
    if !is_right {
        let part = match line.last.trim() {
            "" | GAP => "the rule is missing".to_owned(),
            other => format!("the rule is not [{other}]"),
        };
        let conclusion = tree.book.rule(rule).conclusion;
        let reason = format!("the rule that concludes it has the form `{}`", ascii(conclusion));
        let fault = Fault { reason, ..fault(tree, step, &part, &format!("[{name}]")) };
        // Inputs come before the rule, outputs after it.
        let outputs = wrong.iter().position(|part| part.blank == Blank::Type).unwrap_or(wrong.len());
        wrong.insert(outputs, Wrong { blank: Blank::Rule, open: is_open(&line.last), fault });
    }
    if step.blanks.contains(&Blank::Judgment) {
        for part in wrong.iter_mut().filter(|part| part.blank != Blank::Rule) {
            part.blank = Blank::Judgment;
        }
        let mut seen = Vec::new();
        wrong.retain(|part| {
            let new = !seen.contains(&part.blank);
            seen.push(part.blank);
            new
        });
    }
    wrong
}

fn judgment_that_is_wrong(tree: &Tree, written: &[Option<Judgment>], at: usize, line: &Read, wrong: &mut Vec<Wrong>) {
    let step = &tree.steps[at];
    let whole = || ascii(&step.text);
    let Some(theirs) = &written[at] else {
        let fault = fault(tree, step, "the judgment cannot be read", &whole());
        wrong.push(Wrong { blank: Blank::Judgment, open: is_open(&line.judgment), fault });
        return;
    };
    let parts = (1..step.judgment.context.len()).map(Part::Context).chain([Part::Subject, Part::Object]);
    for part in parts {
        let (Some(right), Some(text)) = (part.of(&step.judgment), part.of(theirs)) else { continue };
        let sort = part.sort(right);
        let normal = |text: &str| self::normal(text, sort);
        let is_right = ascii(text) == ascii(right) || normal(text) == normal(right);
        if is_right
            || !text.contains(GAP) && followed(tree, written, at, part).iter().any(|form| normal(form) == normal(text))
        {
            continue;
        }
        let (blank, name) = match part {
            Part::Context(1) => (Blank::Env, "the environment"),
            Part::Context(_) => (Blank::Locks, "the lock set"),
            Part::Subject => (Blank::Judgment, "the left side of the judgment"),
            Part::Object if sort == Sort::Locks => (Blank::Locks, "the lock set"),
            Part::Object => (
                Blank::Type,
                if step.judgment.relation == " : " { "the type" } else { "the right side of the judgment" },
            ),
        };
        let open = text.contains(GAP);
        let verb = if open { "is missing" } else { "is not right" };
        // Two lock sets of one judgment are one blank.
        if !wrong.iter().any(|known| known.blank == blank && blank == Blank::Locks) {
            wrong.push(Wrong { blank, open, fault: fault(tree, step, &format!("{name} {verb}"), &ascii(right)) });
        }
    }
}

/// Returns true for a column with nothing in it.
fn is_open(text: &str) -> bool {
    matches!(text.trim(), "" | GAP)
}

fn fault(tree: &Tree, step: &Step, part: &str, expected: &str) -> Fault {
    let reason = step.premise.map_or_else(String::new, |premise| tree.book.premise(premise).why.to_owned());
    let place = format!("{} {}", step.number, tree.premise_name(step)).trim_end().to_owned();
    Fault { place, part: part.to_owned(), reason, expected: expected.to_owned() }
}

fn missing(tree: &Tree, step: &Step) -> Fault {
    let part = format!("the premise `{}` is missing", tree.premise_name(step));
    fault(tree, step, &part, &ascii(&step.text))
}

fn foreign_to(tree: &Tree, step: &Step, line: &Read) -> Fault {
    let of = match step.last {
        Last::Rule(rule) => format!("[{}]", tree.book.rule(rule).name),
        Last::Holds(_) => "a side condition".to_owned(),
    };
    let part = format!("{of} has no premise `{}` that is still to be shown", line.premise);
    Fault { place: line.number.clone(), part, ..Fault::default() }
}
