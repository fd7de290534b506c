//! Schedules: they determine runs, are made shorter, and stand in files.

use crate::support;

use racefree_interp::drive::{Finding, RunOptions, SchedulerKind, TestOptions, Watch, drive, replay, run, test};
use racefree_interp::machine::{Coarse, Every, Machine, Visible};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::options::Limits;
use racefree_interp::schedule::{Random, Replay, Schedule, ScheduleError, ScheduleFile, Stream};
use racefree_interp::{Locks, Semantics, ThreadId, lower};

use support::programs::compile;

fn watch() -> Watch {
    Watch::new(racefree_interp::drive::Detectors::ALL, MonitorSet::ALL, false)
}

/// Whatever the scheduling points, a run's schedule replayed step by step leads to the same state and the same findings.
#[test]
fn a_schedule_determines_the_run() {
    for seed in 0..300 {
        let Ok(program) =
            lower(racefree_grammar::parse(&racefree_generate::ill_typed::source(seed)).expect("it parses"))
        else {
            continue;
        };
        let limits = Limits { steps: 2_000, ..Limits::default() };
        let mut machine = Machine::new(program.clone(), Semantics::default(), limits);
        let mut first = watch();
        if seed % 2 == 0 {
            drive::<Coarse, _, _>(&mut machine, &mut Random::new(seed), &mut first);
        } else {
            drive::<Visible, _, _>(&mut machine, &mut Random::new(seed), &mut first);
        }
        let schedule = first.schedule();
        assert_eq!(schedule.steps(), machine.steps());
        let mut again = Machine::new(program, Semantics::default(), Limits { steps: u64::MAX, ..limits });
        let mut second = watch();
        let halt = drive::<Every, _, _>(&mut again, &mut Replay::new(&schedule), &mut second);
        assert!(matches!(halt, None | Some(racefree_interp::schedule::Halt::EndOfSchedule)), "seed {seed}: {halt:?}");
        assert_eq!(machine.canonical_hash(), again.canonical_hash(), "seed {seed}");
        assert_eq!(machine.output(), again.output(), "seed {seed}");
        let races = |w: &Watch| {
            let mut keys: Vec<_> = w.races().map(|r| (r.detector, r.key())).collect();
            keys.sort();
            keys
        };
        // Adjacent races can be seen in more states if every step is one.
        let ordered = |w: &Watch| {
            races(w).into_iter().filter(|r| r.0 != racefree_interp::detect::Detector::Adjacent).collect::<Vec<_>>()
        };
        assert_eq!(ordered(&first), ordered(&second), "seed {seed}");
        let fired = |w: &Watch| {
            let mut fired: Vec<_> = w.violations().iter().map(|v| (v.monitor, v.site)).collect();
            fired.sort();
            fired
        };
        assert_eq!(fired(&first), fired(&second), "seed {seed}");
    }
}

/// What goes wrong in generated programs still does under the shortened schedule, which is no longer.
#[test]
fn shortened_schedules_fail_in_the_same_way() {
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..150 {
        let Ok(program) =
            lower(racefree_grammar::parse(&racefree_generate::ill_typed::source(seed)).expect("it parses"))
        else {
            continue;
        };
        let mut options = TestOptions { runs: 20, ..TestOptions::default() };
        options.run.limits.steps = 2_000;
        options.effort.steps = 100_000;
        if seed % 2 == 0 {
            options.run.monitors = MonitorSet::NONE;
        }
        let Some(failure) = test(&program, &options, &mut |_| true).failure else { continue };
        kinds.insert(failure.finding.kind());
        let again = replay(&program, &options.run, &failure.shortened.schedule);
        assert_eq!(again.replay_error, None, "seed {seed}");
        let keys: Vec<_> = again.findings().iter().map(Finding::key).collect();
        assert!(keys.contains(&failure.finding.key()), "seed {seed}: {:?} not in {keys:?}", failure.finding);
        assert!(failure.shortened.schedule.switches() <= failure.result.schedule.switches(), "seed {seed}");
        // The seed alone shows it too.
        let by_seed = run(&program, &RunOptions { seed: failure.seed, ..options.run.clone() });
        assert!(by_seed.findings().iter().any(|f| f.key() == failure.finding.key()), "seed {seed}");
    }
    assert!(kinds.len() >= 4, "only {kinds:?} were found");
}

/// At the end of a schedule, threads that have no step left are over, and so are those that are stuck.
#[test]
fn a_replay_comes_to_its_end() {
    for text in ["fork 1; fork {}; 2", "let int x = 3 in x", "class C { C c }\n(new C).c", "fork { holds this }; 1"] {
        let Ok(program) = lower(racefree_grammar::parse(text).expect("it parses")) else { continue };
        let first = run(&program, &RunOptions::default());
        let again = replay(&program, &RunOptions::default(), &first.schedule);
        assert_eq!((again.status, again.limit, again.steps), (first.status, None, first.steps), "{text}");
        assert_eq!(again.result, first.result);
    }
}

#[test]
fn schedule_files() {
    let program = compile("class C { int n }\nlet C c = new C in { fork { c.n = 1 }; c.n = 2 }");
    let result = run(&program, &RunOptions { seed: 5, ..RunOptions::default() });
    let file =
        ScheduleFile { program: program.tables.digest(), locks: Locks::Reentrant, schedule: result.schedule.clone() };
    let text = file.to_string();
    let read = ScheduleFile::parse(&text).expect("it was just written");
    assert_eq!(read, file);
    assert_eq!(read.check(&program, Locks::Reentrant), Ok(()));
    assert_eq!(read.check(&program, Locks::Binary), Err(ScheduleError::OtherLocks(Locks::Reentrant)));
    let other = compile("print 1");
    assert!(matches!(read.check(&other, Locks::Reentrant), Err(ScheduleError::OtherProgram { .. })));
    // Every proper prefix is noticed.
    for cut in 0..text.trim_end().len() {
        assert!(ScheduleFile::parse(&text[..cut]).is_err(), "cut at {cut}: {:?}", &text[..cut]);
    }
    assert!(ScheduleFile::parse("racefree-schedule 2\n").is_err());
    // Counts that no run can have, alone or together.
    for counts in ["0*18446744073709551615 1 0*18446744073709551615", "0*300000000000000", "0*99999999999999999999"] {
        let hostile = format!("racefree-schedule 1\nprogram 0\nlocks reentrant\nsteps 7\n{counts}\nend\n");
        let error = ScheduleFile::parse(&hostile).expect_err("it has too many steps");
        assert!(matches!(error, ScheduleError::TooLong | ScheduleError::Line { line: 5, .. }), "{error}");
    }
    // A schedule of another program does not fit.
    let wrong: Schedule = [1, 0].into_iter().map(ThreadId).collect();
    let result = replay(&program, &RunOptions::default(), &wrong);
    let error = result.replay_error.expect("thread 1 is not there yet");
    assert_eq!((error.step, error.thread, error.status), (1, ThreadId(1), None));
}

/// The stream is portable: these numbers must never change.
#[test]
fn the_stream_is_fixed() {
    let mut stream = Stream::new(42);
    let numbers: Vec<u32> = (0..8).map(|_| stream.below(1000)).collect();
    assert_eq!(numbers, GOLDEN);
}

const GOLDEN: [u32; 8] = [534, 514, 571, 13, 471, 570, 330, 704];

#[test]
fn every_scheduler_finds_the_race() {
    let source = "class C { int n }\nlet C c = new C in { fork { c.n = c.n + 1 }; fork { c.n = c.n + 1 } }";
    for scheduler in ["random", "pct:3", "pos", "round-robin", "round-robin:4"] {
        let kind: SchedulerKind = scheduler.parse().expect("a scheduler");
        assert_eq!(kind.to_string(), scheduler);
        let options = TestOptions {
            run: RunOptions { scheduler: kind, monitors: MonitorSet::NONE, ..RunOptions::default() },
            runs: 100,
            ..TestOptions::default()
        };
        let failure = test(&compile(source), &options, &mut |_| true).failure.expect("there is a race");
        assert_eq!(failure.finding.kind(), "race", "{scheduler}");
        assert!(failure.shortened.schedule.switches() <= 2);
    }
    assert!("pct:0".parse::<SchedulerKind>().is_err());
    assert!("fair".parse::<SchedulerKind>().is_err());
}
