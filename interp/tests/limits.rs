//! Limits of runs, and what needs none.

use crate::support;

use racefree_interp::drive::{RunOptions, RunStatus, drive, run};
use racefree_interp::machine::{Coarse, Machine};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::options::Limits;
use racefree_interp::reduction::{Execution, Names};
use racefree_interp::schedule::Random;
use racefree_interp::{Limit, Lowered, Semantics, ThreadId, lower};
use std::sync::Arc;

use support::programs::compile;

fn once(source: &str) -> racefree_interp::drive::RunResult {
    run(&compile(source), &RunOptions::default())
}

#[test]
fn limits_are_clear() {
    let deep = "class C { int down(int n) { 1 + this.down(n + 1) } }\n(new C).down(0)";
    let mut options = RunOptions::default();
    options.limits.steps = u64::MAX;
    let result = run(&compile(deep), &options);
    assert_eq!((result.status, result.limit), (RunStatus::StepLimit, Some(Limit::Calls)));
    let endless = once("while (true) {}");
    assert_eq!((endless.status, endless.limit), (RunStatus::StepLimit, Some(Limit::Steps)));
    // Looked at when a loop goes round.
    assert!((Limits::default().steps..Limits::default().steps + 10).contains(&endless.steps));
    let threads = "class C { void go(int n) { fork { 0 }; this.go(n + 1) } }\n(new C).go(0)";
    let result = once(threads);
    assert_eq!(result.limit, Some(Limit::Threads));
    let objects = "class C { C next }\nlet C c = new C in while (true) { c.next = new C }";
    let mut options = RunOptions { monitors: MonitorSet::NONE, ..RunOptions::default() };
    options.limits.objects = 1_000;
    assert_eq!(run(&compile(objects), &options).limit, Some(Limit::Objects));
    let text = "class C { String s = \"ab\" }\nlet C c = new C in while (true) { c.s = c.s + c.s }";
    assert_eq!(once(text).limit, Some(Limit::Objects));
}

/// A thread that goes round for ever does not keep the others from going on.
#[test]
fn spinning_threads_give_way() {
    let result = once("fork { while (true) {} };\nprint \"on\"; 1 + 1; while (true) {}");
    assert_eq!((result.limit, result.output), (Some(Limit::Steps), vec!["on".to_owned()]));
}

/// Nor does one that calls itself, makes objects, or comes back from many calls, for ever.
#[test]
fn every_kind_of_endless_loop_gives_way() {
    let class =
        "class C {\n  int tail() { this.tail() }\n  int deep(int n) { if (n == 0) 0 else 1 + this.deep(n - 1) }\n}\n";
    let bodies = [
        "while (true) {}",
        "(new C).tail()",
        "while (true) new C",
        "while (true) { (new C).deep(300) }",
        "while (true) { let String s = \"a\" in s + s }",
        "while (true) { (new C).equals(null) }",
        "while (true) { if (1 == 1) { 1 + 1 } else 2; true && false }",
        "let C c = new C in while (true) synchronized c in synchronized c in {}",
    ];
    for body in bodies {
        let text = format!("{class}fork {{ {body} }};\nfork {{ {body} }};\nprint \"on\"; print \"and on\"");
        for seed in 0..3 {
            let mut options = RunOptions { monitors: MonitorSet::NONE, seed, ..RunOptions::default() };
            options.limits.steps = 100_000;
            let result = run(&compile(&text), &options);
            assert_eq!((result.limit, result.output.len()), (Some(Limit::Steps), 2), "{body}");
        }
    }
}

/// A run stopped by its limit has made exactly so many steps, wherever it was, and the steps are those of the longer run. So it is
/// if nobody watches, and a thread that alone can step goes on to its next turns unasked.
#[test]
fn limits_are_exact() {
    let deep = "class C { int deep(int n) { if (n == 0) 0 else 1 + this.deep(n - 1) } }\n(new C).deep(2000)";
    let locks = "class C {}\nlet C c = new C in synchronized c in synchronized c in { fork { 1 / 0 }; 1 / 0 }";
    let alone = "class C { int n }\nlet C c = new C in while (true) c.n = c.n + 1";
    let calls =
        "class C { int n; int go(int k) { this.n = this.n + 1; if (k < 9) { this.go(k + 1); this.go(k + 1) } else 0 } }
        let C c = new C in { fork { c.go(0) }; c.go(0) }";
    let mut programs: Vec<Arc<Lowered>> = [deep, locks, alone, calls].map(compile).into();
    programs.extend(
        (0..60)
            .filter_map(|seed| lower(racefree_grammar::parse(&racefree_generate::ill_typed::source(seed)).ok()?).ok()),
    );
    let mut stopped = 0;
    for program in &programs {
        let with = |steps: u64| {
            let mut options = RunOptions { monitors: MonitorSet::NONE, seed: 7, ..RunOptions::default() };
            options.limits.steps = steps;
            run(program, &options)
        };
        let whole = with(20_000);
        for steps in (0..20).chain([100, 501, 777, 1_500, 9_001, 13_000, 14_007]) {
            let part = with(steps);
            if part.limit == Some(Limit::Steps) {
                stopped += 1;
                assert_eq!(part.steps, steps);
                assert_eq!(part.schedule.steps(), steps);
            } else {
                assert_eq!(part.schedule, whole.schedule);
            }
            assert!(whole.steps >= part.steps);
            let limits = Limits { steps, ..Limits::default() };
            let mut unwatched = Machine::new(program.clone(), Semantics::default(), limits);
            drive::<Coarse, _, _>(&mut unwatched, &mut Random::new(7), &mut ());
            let state = unwatched.state();
            assert_eq!((unwatched.steps(), state.limit, unwatched.output()), (part.steps, part.limit, part.output));
        }
    }
    assert!(stopped > 500, "{stopped}");
}

/// A call in tail position leaves nothing behind, so a loop by recursion is a loop.
#[test]
fn tail_calls_need_no_room() {
    let spin = "class C { int down(int n) { if (n == 0) 7 else this.down(n - 1) } }\nprint (new C).down(600000)";
    let mut options = RunOptions { monitors: MonitorSet::NONE, ..RunOptions::default() };
    options.limits.steps = u64::MAX;
    let result = run(&compile(spin), &options);
    assert_eq!((result.status, result.output), (RunStatus::Finished, vec!["7".to_owned()]));
}

/// The reference engine needs no host stack for nested calls either.
#[test]
fn the_reference_engine_goes_deep() {
    let program = compile("class C { int down(int n) { 1 + this.down(n + 1) } }\n(new C).down(0)");
    let run = Execution::new(&program.tables, Semantics::default());
    let mut state = run.first();
    for _ in 0..20_000 {
        state = run.step(&state, ThreadId::MAIN).expect("it can step").0;
    }
    assert!(run.term(&state, &Names::of(&run, &state), ThreadId::MAIN).text.len() > 1_000);
}

#[test]
fn thousands_of_threads() {
    let source = "class C { int n guarded_by this; synchronized int inc() { this.n = this.n + 1 } }
        class L { int i }
        let C c = new C in let L l = new L in { while (l.i < 2000) { fork { c.inc() }; l.i = l.i + 1 }; print \"done\" }";
    let result = once(source);
    assert_eq!(result.status, RunStatus::Finished);
    assert!(result.findings().is_empty(), "{:?}", result.findings());
}
