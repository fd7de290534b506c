//! Programs with many states, whose threads and objects become more all the time: the table of states grows, its states are packed
//! in other layouts, and budgets hold. Their numbers were also found by a search with several workers,
//! which kept them in another table.
#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::programs::{increments, lastzero, philosophers, sections};
use racefree_explore::{Algorithm, Budget, Cut, Options, explore};
use racefree_interp::drive::{Detectors, RunOptions, replay};
use racefree_interp::machine::Lowered;
use racefree_interp::{Limits, lower};
use std::sync::Arc;

fn program(source: &str) -> Arc<Lowered> {
    lower(racefree_grammar::parse(source).unwrap()).unwrap()
}

/// Objects that become more all the time: each thread hangs so many of them into a list.
fn growing(threads: usize, n: usize) -> String {
    let fork = format!("fork {{ w.work(l, {n}) }};\n").repeat(threads);
    format!(
        "class Cell {{ Cell next }}\nclass List {{ Cell head }}\nclass Worker {{ void work(List l, int n) {{\n\
         if (n > 0) {{ let Cell c = new Cell in {{ c.next = l.head; l.head = c }}; this.work(l, n - 1) }} }} }}\n\
         let List l = new List in let Worker w = new Worker in {{\n{fork}0 }}"
    )
}

/// Threads that count for ever in cells that all of them read.
fn endless(threads: usize) -> String {
    let fork = "fork { while (true) { c.x = c.x + 1; c.y = c.x } };\n".repeat(threads);
    format!("class C {{ int x; int y }}\nlet C c = new C in {{\n{fork}0 }}")
}

/// Threads that fork threads, one of which throws.
fn forking(depth: usize) -> String {
    let inner =
        (0..depth).fold("c.x = c.x + 1".to_owned(), |inner, _| format!("c.x = c.x + 1; fork {{ {inner} }}; c.x = 2"));
    format!(
        "class C {{ int x; C none }}\nlet C c = new C in {{\nfork {{ {inner} }};\n\
         fork {{ c.x = 3; c.none.x = 1 }};\nfork {{ c.x = c.x + 1 }};\n0 }}"
    )
}

#[test]
fn states_are_told_apart_however_many_there_are() {
    let options = Options { algorithm: Algorithm::States, ..Options::default() };
    for (name, source, states, transitions, findings) in [
        ("increments 4 2", increments(4, 2), 17_232, 51_709, 72),
        ("increments 3 4", increments(3, 4), 42_238, 110_596, 144),
        ("sections 4 6", sections(4, 6), 27_098, 32_929, 0),
        ("philosophers 7", philosophers(7, false), 34_528, 143_018, 1),
        ("lastzero 9", lastzero(9), 308_308, 1_534_373, 17),
        ("growing 2 4", growing(2, 4), 14_120, 19_289, 2),
        ("growing 3 2", growing(3, 2), 27_067, 45_007, 2),
        ("forking 4", forking(4), 23_912, 81_689, 66),
    ] {
        let program = program(&source);
        let all = explore(&program, &options);
        assert_eq!(all.cut, None, "{name}");
        assert_eq!((all.states, all.transitions, all.found.len()), (states, transitions, findings), "{name}");
        for found in &all.found {
            let detectors = Detectors { adjacent: true, ..Detectors::default() };
            let again = replay(&program, &RunOptions { detectors, ..RunOptions::default() }, &found.schedule);
            let shown = again.findings().iter().any(|f| f.key() == found.key);
            assert!(shown, "{name}: {:?} is not shown by {:?}", found.key, found.schedule);
        }
    }
}

#[test]
fn budgets_hold() {
    let program = program(&endless(3));
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    for (budget, cut) in [
        (Budget { states: 50_000, ..Budget::default() }, Cut::States),
        (Budget { steps: 500_000, ..Budget::default() }, Cut::Steps),
        (Budget { memory: 20_000_000, ..Budget::default() }, Cut::Memory),
    ] {
        let options = Options { algorithm: Algorithm::States, limits, budget, ..Options::default() };
        let result = explore(&program, &options);
        assert_eq!(result.cut, Some(cut));
        assert!(result.states > 1_000, "{} states", result.states);
        // The search looks at its budget now and then only.
        assert!(result.states < 60_000 || cut != Cut::States, "{} states", result.states);
        assert!(result.steps < 600_000 || cut != Cut::Steps, "{} steps", result.steps);
        assert!(result.memory < 25_000_000 || cut != Cut::Memory, "{} bytes", result.memory);
    }
}
