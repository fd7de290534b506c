//! Runs, and what is done around them, end when they are not wanted any more.

use crate::support;

use racefree_interp::drive::{Detectors, RunOptions, RunStatus, SchedulerKind, TestOptions, replay, test};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::{Limit, ThreadId};

use support::programs::compile;

/// A run can be interrupted, and what was found so far is there.
#[test]
fn a_run_can_be_interrupted() {
    use racefree_interp::drive::{replay_while, run_while};
    let program = compile("class C { int x }\nlet C c = new C in { fork { c.x = 1 }; c.x = 2; while (true) {} }");
    let mut options = RunOptions::default();
    options.limits.steps = u64::MAX;
    let mut asked = 0;
    let mut go_on = || {
        asked += 1;
        asked < 4
    };
    let result = run_while(&program, &options, &mut go_on);
    assert_eq!((result.status, result.limit), (RunStatus::StepLimit, Some(Limit::Interrupted)));
    assert!(!result.races.is_empty());
    let mut schedule = result.schedule;
    schedule.push(ThreadId(0), 1 << 40);
    let again = replay_while(&program, &options, &schedule, &mut || false);
    assert_eq!(again.limit, Some(Limit::Interrupted));
    let testing = TestOptions { run: RunOptions { stop_at_first: false, ..options }, ..TestOptions::default() };
    let endless = test(&compile("while (true) {}"), &testing, &mut |_| {
        asked += 1;
        asked < 9
    });
    assert!(endless.interrupted && endless.runs == 0);
}

/// Neither making a schedule short nor finding out how long runs are goes on when it is not wanted any more.
#[test]
fn what_comes_around_a_run_can_be_interrupted() {
    use racefree_interp::drive::{Effort, shorten_while};
    let source = "class C { int n }
        class W { void go(C c, int d) { if (d > 0) { c.n = c.n + 1; this.go(c, d - 1) } } }
        let C c = new C in let W w = new W in {
          fork { w.go(c, 60) }; fork { w.go(c, 60) }; fork { w.go(c, 60) }; fork { w.go(c, 60); assert c.n != 81 } }";
    let program = compile(source);
    let options = RunOptions { monitors: MonitorSet::NONE, ..RunOptions::default() };
    let options = TestOptions { run: RunOptions { detectors: Detectors::NONE, ..options }, ..TestOptions::default() };
    let whole = test(&program, &options, &mut |_| true);
    let failure = whole.failure.expect("an increment is lost");
    assert!(!whole.interrupted && failure.shortened.steps > 500_000, "{:?}", failure.shortened.steps);
    // The run that fails is found again, and its schedule is not made as short as could be.
    let mut asked = 0;
    let part = test(&program, &options, &mut |runs| {
        asked += u64::from(runs == whole.runs);
        asked < 3
    });
    let partial = part.failure.expect("it was found before");
    assert_eq!((part.runs, part.interrupted, partial.seed), (whole.runs, true, failure.seed));
    assert!(partial.shortened.interrupted && !partial.shortened.fewest_switches);
    assert!(partial.shortened.steps < failure.shortened.steps / 2, "{} steps", partial.shortened.steps);
    let again = replay(&program, &options.run, &partial.shortened.schedule);
    assert!(again.findings().iter().any(|f| f.key() == failure.finding.key()));
    let none = RunOptions { seed: failure.seed, stop_at_first: true, ..options.run.clone() };
    let schedule = &failure.result.schedule;
    let none = shorten_while(&program, &none, &failure.finding, schedule, Effort::default(), &mut || false);
    assert!(none.interrupted && none.steps < failure.shortened.steps / 2);
    // PCT's probe.
    let spin = compile("while (true) {}");
    let mut run_options = RunOptions { scheduler: SchedulerKind::Pct(3), ..RunOptions::default() };
    run_options.limits.steps = u64::MAX;
    let result = racefree_interp::drive::run_while(&spin, &run_options, &mut || false);
    assert_eq!((result.status, result.limit), (RunStatus::StepLimit, Some(Limit::Interrupted)));
    let result = test(&spin, &TestOptions { run: run_options, ..TestOptions::default() }, &mut |_| false);
    assert!(result.interrupted && result.runs == 0 && result.failure.is_none());
}

/// A test that is interrupted says so.
#[test]
fn interruption() {
    let result = test(&compile("print 1"), &TestOptions::default(), &mut |done| done < 7);
    assert!(result.interrupted && result.runs == 7 && result.failure.is_none());
}
