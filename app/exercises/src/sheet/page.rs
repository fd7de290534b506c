//! A sheet for a page: its lines in parts, what can be chosen for its blanks, and the state of each line as it is filled in.

use super::demands::Part;
use super::judgment::ascii;
use super::line::columns;
use super::marks::{Line, marked};
use super::tree::{Last, Step, Tree};
use crate::grade::{Feedback, Grade};
use racefree_answers::desk::{ChoicesRecord, MarkRecord, SheetLine};
use std::collections::BTreeSet;

/// The lines of a sheet.
pub fn lines(tree: &Tree) -> Vec<SheetLine> {
    let shown = tree.steps.iter().filter(|step| step.shown);
    shown
        .map(|step| {
            let [_, premise, judgment, last] = columns(tree, step, true);
            let blanks = step.blanks.iter().map(|blank| blank.word()).collect();
            SheetLine { number: step.number.clone(), premise, judgment, last, blanks }
        })
        .collect()
}

/// Choices for blanks: what stands somewhere in the derivation, and what might be thought to stand there.
pub fn choices(tree: &Tree) -> ChoicesRecord {
    let (mut env, mut locks, mut types) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let judgments = || tree.steps.iter().filter(|step| is_judgment(step)).map(|step| &step.judgment);
    for judgment in judgments() {
        if let Some(text) = Part::Context(1).of(judgment) {
            env.insert(ascii(text));
            // Without its last variable: a binder that is forgotten.
            env.insert(text.rsplit_once(", ").map_or_else(|| ascii("∅"), |(before, _)| ascii(before)));
        }
        let sets = judgment.context.get(2).into_iter().chain([&judgment.object]);
        locks.extend(sets.filter(|set| set.starts_with('{') || *set == "∅").map(|set| ascii(set)));
        if judgment.relation == " : " {
            types.insert(ascii(&judgment.object));
        }
    }
    // The lock of each variable alone, and none.
    let variables = env.iter().flat_map(|env| env.split(", ")).filter_map(|binding| binding.rsplit_once(' '));
    locks.extend(variables.map(|(_, x)| format!("{{{x}}}")));
    locks.extend(["{}", "{this}"].map(str::to_owned));
    types.extend(["int", "boolean", "Object"].map(str::to_owned));
    ChoicesRecord {
        // Rules of the dialect of Java are for what Java becomes: no sheet is about them.
        rule: (tree.book.rules().filter(|(_, rule)| rule.section != "J"))
            .map(|(_, rule)| rule.name.to_owned())
            .collect(),
        env: env.into_iter().collect(),
        locks: locks.into_iter().collect(),
        types: types.into_iter().collect(),
    }
}

fn is_judgment(step: &Step) -> bool {
    step.shown && matches!(step.last, Last::Rule(_))
}

/// The state of each line that is handed in, as far as it may be told.
pub fn states(tree: &Tree, handed: &str, feedback: Feedback) -> Vec<MarkRecord> {
    if feedback < Feedback::Place {
        return Vec::new();
    }
    let Ok(marked) = marked(tree, handed) else { return Vec::new() };
    let mark = |Line { step, wrong }: Line| {
        let step = &tree.steps[step];
        let words = |open: bool| wrong.iter().filter(|w| w.open == open).map(|w| w.blank.word()).collect::<Vec<_>>();
        let (open, bad) = (words(true), words(false));
        let state = match (bad.is_empty(), open.is_empty()) {
            (false, _) => "wrong",
            (true, false) => "open",
            (true, true) => "right",
        };
        let first = wrong.iter().find(|w| !w.open);
        let message = first.map(|w| Grade::wrong(w.fault.clone()).message(feedback)).unwrap_or_default();
        MarkRecord { number: step.number.clone(), state, wrong: bad, open, message }
    };
    marked.into_iter().filter(|line| tree.steps[line.step].shown).map(mark).collect()
}
