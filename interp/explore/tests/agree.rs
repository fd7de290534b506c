//! Testing and exploring agree: what `test` finds is among what exploring finds, and if all schedules were covered and nothing
//! was found, `test` finds nothing.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stderr)]

use crate::support;

use racefree_explore::{Algorithm, Options, explore};
use racefree_interp::drive::{Detectors, Key, RunOptions, SchedulerKind, TestOptions, replay, test};
use racefree_interp::machine::Lowered;
use racefree_interp::monitor::MonitorSet;
use std::sync::Arc;
use support::options;

/// What was exercised.
#[derive(Default, Debug)]
struct Count {
    programs: u32,
    complete: u32,
    failures: u32,
    races: u32,
    deadlocks: u32,
    exceptions: u32,
    monitors: u32,
    quiet: u32,
    missed: u32,
}

/// With the monitors, which in ill-typed programs are the first to complain, and without.
fn compare(name: &str, program: &Arc<Lowered>, runs: u64, count: &mut Count) {
    compare_with(name, program, MonitorSet::ALL, runs, count);
    compare_with(name, program, MonitorSet::NONE, runs, count);
}

fn compare_with(name: &str, program: &Arc<Lowered>, monitors: MonitorSet, runs: u64, count: &mut Count) {
    let all = Options { monitors, ..options(Algorithm::States) };
    let explored = explore(program, &all);
    count.programs += 1;
    count.complete += u32::from(explored.complete());
    let mut found_by_test = false;
    for scheduler in [SchedulerKind::Random, SchedulerKind::Pct(3), SchedulerKind::Pos, SchedulerKind::RoundRobin(1)] {
        let run = RunOptions { scheduler, limits: all.limits, monitors: all.monitors, ..RunOptions::default() };
        let tested = test(program, &TestOptions { run: run.clone(), runs, ..TestOptions::default() }, &mut |_| true);
        let Some(failure) = tested.failure else { continue };
        found_by_test = true;
        let key = failure.finding.key();
        count.failures += 1;
        match key {
            Key::Race(..) => count.races += 1,
            Key::Deadlock(_) | Key::Waiting(_) | Key::Livelock(..) => count.deadlocks += 1,
            Key::Exception(..) => count.exceptions += 1,
            Key::Monitor(..) | Key::Stuck(_) => count.monitors += 1,
        }
        if !explored.complete() {
            continue;
        }
        let known = |k: &Key| explored.found.iter().any(|f| f.key == *k);
        assert!(known(&key), "{name}: {scheduler} finds {key:?}, exploring only {:?}", explored.found);
        // The shortened schedule too, and all else that goes wrong in it.
        let again = replay(program, &run, &failure.shortened.schedule);
        for finding in again.findings() {
            assert!(known(&finding.key()), "{name}: {scheduler}, shortened: {:?}", finding.key());
        }
    }
    if explored.complete() && explored.found.is_empty() {
        count.quiet += 1;
        assert!(!found_by_test, "{name}: nothing goes wrong, and a test finds something");
    }
    count.missed += u32::from(!explored.found.is_empty() && !found_by_test);
    // And the other way round: each schedule that was found goes wrong when it is run.
    let detectors = Detectors { adjacent: true, ..Detectors::default() };
    let run = RunOptions { detectors, monitors: MonitorSet::ALL, ..RunOptions::default() };
    for found in &explored.found {
        let again = replay(program, &run, &found.schedule);
        assert_eq!(again.replay_error, None, "{name}: {:?}", found.key);
        let shown = again.findings().iter().any(|f| f.key() == found.key);
        assert!(shown, "{name}: {:?} is not in the run of its schedule", found.key);
    }
}

#[test]
fn on_the_corpus() {
    let mut count = Count::default();
    for entry in racefree_corpus::entries() {
        let Ok(parsed) = racefree_grammar::parse(entry.source) else { continue };
        let Ok(program) = racefree_interp::lower(parsed) else { continue };
        compare(entry.path, &program, 50, &mut count);
    }
    eprintln!("{count:?}");
    assert!(count.complete > 400 && count.quiet > 100 && count.races > 100, "{count:?}");
    assert!(count.deadlocks > 5 && count.exceptions > 5 && count.monitors > 5, "{count:?}");
    assert_eq!(
        count.missed, 0,
        "where something goes wrong in some schedule, random testing finds something: {count:?}"
    );
}

#[test]
fn on_generated_programs() {
    let cases = std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(500u32);
    let mut count = Count::default();
    let mut seed = 1_000_000;
    while count.complete < cases {
        seed += 1;
        let source = racefree_generate::ill_typed::source(seed);
        let Ok(parsed) = racefree_grammar::parse(&source) else { continue };
        let Ok(program) = racefree_interp::lower(parsed) else { continue };
        compare(&format!("seed {seed}\n{source}"), &program, 10, &mut count);
    }
    eprintln!("{count:?}");
    assert!(count.races > cases / 20 && count.exceptions > cases / 20 && count.monitors > 0, "{count:?}");
}
