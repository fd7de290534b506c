//! Descriptions of an entry of the matrix, shared by the terminal and the pages.

use super::{Bound, Entry, Example, IMPLIED, Matrix};

/// `1,234`
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `a race on A.f`
pub fn wrong(example: &Example) -> String {
    match example.kind.as_str() {
        "race" => format!("a race on {}", example.detail),
        "monitor" => format!("the monitor `{}` fires", example.detail),
        "stuck" => "a thread is stuck".to_owned(),
        _ => "a thread waits for itself".to_owned(),
    }
}

/// Meaning of a failure, for readers who have not read the calculus.
pub fn meaning(example: &Example) -> &'static str {
    match (example.kind.as_str(), example.detail.as_str()) {
        ("race", _) => "two threads are about to access the field at the same time, and one of them writes it",
        ("monitor", "guard") => "a thread accesses a field without holding the lock that guards it",
        ("monitor", "requires") => "a method runs without a lock that it requires",
        ("monitor", "confinement") => {
            "a thread accesses an unguarded field of an object that another thread made; with a second access there is a race"
        }
        ("monitor", "value") => "a value is not of the type that is declared for it",
        ("monitor", "final") => "a final field is written again, or read before it is set",
        ("monitor", "exclusion") => "two threads hold one lock",
        ("monitor", _) => "an invariant of well-typed programs is broken",
        ("stuck", _) => "there is nothing that the thread could do next",
        _ => "it needs a lock that it has already",
    }
}

/// `24 tokens, 12 nodes, 1-minimal; none of fewer nodes …`; nodes are those of an enumeration.
pub fn size(example: &Example) -> String {
    let minimal = if example.one_minimal { ", 1-minimal" } else { "" };
    // Below the smallest program that the signature can say there is nothing to claim.
    let below = match example.below.as_ref().filter(|b| b.programs > 0) {
        Some(b) if example.is_smallest() => {
            format!("; there is none of fewer nodes over `{}` ({} programs)", b.signature, number(b.programs))
        }
        Some(b) => format!(
            "; there is none of at most {} nodes over `{}` ({} programs)",
            b.nodes,
            b.signature,
            number(b.programs)
        ),
        None => String::new(),
    };
    let nodes = if example.nodes == 0 { String::new() } else { format!(", {} nodes", example.nodes) };
    format!("{} tokens{nodes}{minimal}{below}", example.tokens)
}

/// `schedule 0*3,1`
pub fn schedule(example: &Example) -> String {
    match example.schedule.as_str() {
        "" => "before the first step".to_owned(),
        schedule => format!("schedule {schedule}"),
    }
}

/// Fate of the programs that the variant alone accepts.
pub fn fate(bound: &Bound) -> String {
    match bound {
        Bound { apart: 0, .. } => "there is none, so the premise decides nothing here".to_owned(),
        Bound { apart, cannot_run, .. } if apart == cannot_run => "none of them can run".to_owned(),
        Bound { cannot_run: 0, unknown: 0, .. } => "all explored, none goes wrong".to_owned(),
        Bound { unknown: 0, cannot_run, .. } => {
            format!("{} cannot run, all others explored, none goes wrong", number(*cannot_run))
        }
        Bound { unknown, .. } => format!("{} not explored to the end, none goes wrong so far", number(*unknown)),
    }
}

/// Reasons why a variant has no program, and the extent of the search.
pub fn without(known: &Matrix, entry: &Entry) -> Vec<String> {
    let Some(reason) = &entry.none_because else { return Vec::new() };
    let mut said = vec![format!("no counterexample: {reason}")];
    if IMPLIED.contains(&entry.variant.as_str()) {
        said.push("Another premise of the same rule implies it: switched off alone it decides nothing.".to_owned());
    }
    if entry.programs > 0 {
        said.push(format!(
            "Generated at random: {} programs, of which this variant alone accepts {}.",
            number(entry.programs),
            number(entry.apart)
        ));
    }
    let (some, none): (Vec<Bound>, Vec<Bound>) = known.bounds(entry).partition(|b| b.apart > 0);
    for bound in some {
        said.push(format!(
            "All {} programs of at most {} nodes over `{}`: this variant alone accepts {}; {}.",
            number(bound.programs),
            bound.nodes,
            bound.signature,
            number(bound.apart),
            fate(&bound)
        ));
    }
    if !none.is_empty() {
        let programs = number(none.iter().map(|b| b.programs).sum());
        let others = if none.len() == known.scopes.len() { "the" } else { "the other" };
        said.push(format!("In {programs} programs over {others} signatures of the matrix it decides nothing."));
    }
    if let Some(company) = &entry.company {
        said.push(format!(
            "Together with each of {} other premises: {} programs, of which {} were accepted only with both off.",
            company.pairs,
            number(company.programs),
            number(company.apart)
        ));
        if !company.found.is_empty() {
            said.push(format!("Hidden by others: there is a counterexample to {}.", company.found.join("; to ")));
        }
    }
    said
}
