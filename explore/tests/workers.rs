//! Several workers find what one finds, however many there are: on programs with enough states for others to join in, whose
//! threads and objects become more all the time, and that end in every way.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stderr)]

use crate::support::programs;

use crate::support::small;

use programs::{increments, lastzero, philosophers, sections};
use racefree_explore::{Algorithm, Budget, Cut, Exploration, Options, explore};
use racefree_interp::drive::{Detectors, Key, RunOptions, replay};
use racefree_interp::machine::Lowered;
use racefree_interp::monitor::MonitorSet;
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

fn same(name: &str, source: &str, options: &Options) -> Exploration {
    let program = program(source);
    let one = explore(&program, options);
    for threads in [2, 5] {
        let more = explore(&program, &Options { threads, ..options.clone() });
        let counts = |e: &Exploration| (e.states, e.transitions, e.steps, e.executions, e.blocked, e.ends, e.cut);
        let keys = |e: &Exploration| e.found.iter().map(|f| f.key.clone()).collect::<Vec<Key>>();
        assert_eq!(counts(&more), counts(&one), "{name}: {threads} workers");
        assert_eq!(keys(&more), keys(&one), "{name}: {threads} workers");
        assert_eq!(more.outcomes, one.outcomes, "{name}: {threads} workers");
        for found in &more.found {
            let detectors = Detectors { adjacent: true, ..Detectors::default() };
            let run = RunOptions { detectors, monitors: MonitorSet::NONE, ..RunOptions::default() };
            let again = replay(&program, &run, &found.schedule);
            let shown = again.findings().iter().any(|f| f.key() == found.key);
            assert!(shown, "{name}, {threads} workers: {:?} is not shown by {:?}", found.key, found.schedule);
        }
    }
    one
}

#[test]
fn any_number_of_workers_finds_the_same() {
    let options = Options { algorithm: Algorithm::States, ..Options::default() };
    let (mut large, mut racing, mut blocked, mut throwing) = (0, 0, 0, 0);
    for (name, source) in [
        ("increments 4 2", increments(4, 2)),
        ("increments 3 4", increments(3, 4)),
        ("sections 4 6", sections(4, 6)),
        ("philosophers 7", philosophers(7, false)),
        ("lastzero 9", lastzero(9)),
        ("growing 2 4", growing(2, 4)),
        ("growing 3 2", growing(3, 2)),
        ("forking 4", forking(4)),
    ] {
        let one = same(name, &source, &options);
        assert!(one.complete() && one.states > 4_000, "{name}: {:?}, {} states", one.cut, one.states);
        large += u64::from(one.states > 20_000);
        let has = |wanted: fn(&Key) -> bool| u64::from(one.found.iter().any(|f| wanted(&f.key)));
        racing += has(|k| matches!(k, Key::Race(..)));
        blocked += u64::from(one.blocked > 0);
        throwing += has(|k| matches!(k, Key::Exception(..)));
    }
    assert!(large >= 3 && racing >= 4 && blocked >= 1 && throwing >= 1, "{large} {racing} {blocked} {throwing}");
}

#[test]
fn there_may_be_many_workers() {
    let options = Options { algorithm: Algorithm::States, ..Options::default() };
    let program = program(&growing(3, 2));
    let counts = |threads| {
        let e = explore(&program, &Options { threads, ..options.clone() });
        (e.states, e.transitions, e.executions, e.cut)
    };
    assert_eq!(counts(1000), counts(1));
}

#[test]
fn budgets_hold_for_all_workers_together() {
    let program = program(&endless(3));
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    let all = Budget { states: u64::MAX, steps: u64::MAX, ..Budget::default() };
    for (budget, cut) in [
        (Budget { states: 50_000, ..all }, Cut::States),
        (Budget { steps: 500_000, ..all }, Cut::Steps),
        (Budget { memory: 20_000_000, ..all }, Cut::Memory),
    ] {
        for threads in [1, 2, 5] {
            let options = Options { algorithm: Algorithm::States, limits, budget, threads, ..Options::default() };
            let result = explore(&program, &options);
            assert_eq!(result.cut, Some(cut), "{threads} workers");
            assert!(result.states > 1_000, "{} states", result.states);
            // A worker looks at its budget now and then only.
            assert!(result.states < 60_000 || cut != Cut::States, "{} states", result.states);
            assert!(result.steps < 600_000 || cut != Cut::Steps, "{} steps", result.steps);
            assert!(result.memory < 25_000_000 || cut != Cut::Memory, "{} bytes", result.memory);
        }
    }
}

/// Programs that race, wait for each other, deadlock and throw, with enough states for others to join in.
#[test]
fn generated_programs_too() {
    let budget = Budget { states: 40_000, ..Budget::default() };
    let options = Options { algorithm: Algorithm::States, budget, ..Options::default() };
    let (mut large, mut racing, mut deadlocking, mut throwing) = (0, 0, 0, 0);
    let cases = std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    for seed in 0..cases {
        let source = small::program(seed);
        let one = explore(&program(&source), &options);
        if one.complete() && one.states > 6_000 {
            same(&format!("program {seed}"), &source, &options);
            let has = |wanted: fn(&Key) -> bool| u32::from(one.found.iter().any(|f| wanted(&f.key)));
            large += 1;
            racing += has(|k| matches!(k, Key::Race(..)));
            deadlocking += has(|k| matches!(k, Key::Deadlock(_)));
            throwing += has(|k| matches!(k, Key::Exception(..)));
        }
    }
    eprintln!("{large} programs, {racing} racing, {deadlocking} deadlocking, {throwing} throwing");
    assert!(large >= 10 && racing >= 10 && throwing >= 10, "{large} {racing} {throwing}");
}
