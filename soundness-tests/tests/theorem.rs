//! Section 9.5 on generated programs: no race by definition in any state, no happens-before race in any run, no monitor fires,
//! no thread is stuck. And on them: printing and parsing, both engines alike, a schedule that shows something shows it again.
//! `proptest` keeps what fails in `proptest-regressions/` and tries it first the next time.

use crate::support;

use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence, RngAlgorithm, TestRng, TestRunner};
use racefree_explore::{Algorithm, Budget, Options, explore};
use racefree_interp::drive::{Detectors, Key, RunOptions, RunStatus, replay, run};
use racefree_interp::machine::{Every, Machine, lower};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::options::{Limits, Semantics};
use racefree_interp::reduction::Execution;
use racefree_interp::schedule::Stream;
use racefree_interp::{Event, Lowered, Observer, Status, ThreadId, View};
use racefree_soundness::generate::{self, Settings};
use racefree_soundness::judge::Kind;
use racefree_soundness::tree::Tree;
use racefree_soundness::variant::{self, Rules};
use racefree_strategies::programs;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use support::{cases, settings};

const LIMITS: Limits = Limits { steps: 5_000, calls: 200, threads: 16, objects: 1_000 };

/// The everyday run takes the same cases each time, since what it exercised is counted and the counts are held to limits;
/// with `RACEFREE_CASES` every run takes new ones.
fn runner(usual: u64) -> TestRunner {
    runner_that_keeps(usual, concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/theorem.txt"))
}

/// Keeps what fails in a file, and tries it first the next time.
fn runner_that_keeps(usual: u64, kept: &'static str) -> TestRunner {
    let kept = FileFailurePersistence::Direct(kept);
    let config = Config {
        cases: cases(usual) as u32,
        // Programs shrink by their choices; a case takes well under a second.
        max_shrink_iters: 20_000,
        failure_persistence: Some(Box::new(kept)),
        ..Config::default()
    };
    if std::env::var_os("RACEFREE_CASES").is_some() {
        return TestRunner::new(config);
    }
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Tries a property on generated base programs, half of them small, half wide.
fn for_programs(usual: u64, property: impl Fn(&Tree) -> Result<(), TestCaseError>) {
    let base = racefree_typeck::Options::default();
    let strategy = prop_oneof![programs(&base, Settings::small()), programs(&base, Settings::wide())];
    // Rows of choices make short programs; seeds make long ones.
    let seeded = any::<u64>()
        .prop_map(move |seed| generate::program(&racefree_typeck::Options::default(), settings(seed), seed));
    let strategy = prop_oneof![1 => strategy, 2 => seeded];
    if let Err(failure) = runner(usual).run(&strategy, |tree| property(&tree)) {
        panic!("{failure}");
    }
}

/// A program of the base rules that can run.
fn well_typed(tree: &Tree) -> Result<Arc<Lowered>, TestCaseError> {
    let program = tree.program();
    prop_assert!(Rules::base().accepts_idle(&program), "generated and not well typed:\n{}", tree.source());
    lower(program).map_err(|e| TestCaseError::fail(format!("well typed and cannot run: {e:?}\n{}", tree.source())))
}

fn options(algorithm: Algorithm) -> Options {
    Options {
        algorithm,
        limits: LIMITS,
        budget: Budget { states: 4_000, steps: 200_000, ..Budget::default() },
        monitors: MonitorSet::ALL,
        outcomes: false,
        ..Options::default()
    }
}

#[derive(Default, Debug)]
struct Seen {
    programs: u64,
    complete: u64,
    threads: u64,
    several_traces: u64,
    blocked: u64,
}

#[test]
fn no_state_has_a_race_and_no_monitor_fires() {
    let seen = RefCell::new(Seen::default());
    for_programs(2_000, |tree| {
        let program = well_typed(tree)?;
        let states = explore(&program, &options(Algorithm::States));
        let dpor = explore(&program, &options(Algorithm::Dpor));
        for found in states.found.iter().chain(&dpor.found) {
            prop_assert!(Kind::of(&found.key).is_none(), "{found:?}\n{}", tree.source());
        }
        let mut seen = seen.borrow_mut();
        seen.programs += 1;
        seen.complete += u64::from(states.complete() && dpor.complete());
        seen.threads += u64::from(states.states > 1);
        seen.several_traces += u64::from(dpor.executions > 1);
        seen.blocked += u64::from(dpor.blocked > 0);
        Ok(())
    });
    let seen = seen.into_inner();
    assert!(seen.complete * 10 >= seen.programs * 9, "{seen:?}");
    assert!(seen.several_traces * 6 >= seen.programs, "schedules hardly matter: {seen:?}");
}

#[test]
fn no_run_has_a_happens_before_race() {
    let events = RefCell::new((0u64, 0u64));
    for_programs(1_000, |tree| {
        let program = well_typed(tree)?;
        for seed in 0..6 {
            let options = RunOptions { seed, limits: LIMITS, ..RunOptions::default() };
            let result = run(&program, &options);
            prop_assert!(result.is_sound(), "{:?}\n{}", result.findings(), tree.source());
            prop_assert!(!matches!(result.status, RunStatus::Stuck), "stuck\n{}", tree.source());
            let mut events = events.borrow_mut();
            events.0 += 1;
            events.1 += u64::from(result.schedule.switches() > 1);
        }
        Ok(())
    });
    let (runs, switching) = events.into_inner();
    assert!(switching * 4 >= runs, "{switching} of {runs} runs switch between threads");
}

#[test]
fn what_is_printed_is_read_back() {
    let sizes = RefCell::new(BTreeSet::new());
    for_programs(1_000, |tree| {
        let source = tree.source();
        let parsed = racefree_grammar::parse(&source).map_err(|e| TestCaseError::fail(format!("{e:?}\n{source}")))?;
        prop_assert!(parsed.same_syntax(&tree.program()), "{source}");
        prop_assert_eq!(racefree_grammar::printer::print(&parsed), source.clone());
        prop_assert!(Rules::base().accepts_idle(&parsed), "{source}");
        sizes.borrow_mut().insert(tree.size());
        Ok(())
    });
    assert!(sizes.into_inner().len() >= 20, "all programs are of a few sizes");
}

#[derive(Default)]
struct Last(Vec<Event>);

impl Observer for Last {
    fn event(&mut self, _: View<'_>, event: &Event) {
        self.0.push(*event);
    }
}

/// Both engines, side by side, under one schedule. How many steps that were, and how many events of other sorts than local.
fn side_by_side(program: &Arc<Lowered>, seed: u64, most: u64) -> Result<(u64, u64), TestCaseError> {
    let mut stream = Stream::new(seed);
    let mut machine = Machine::new(program.clone(), Semantics::default(), LIMITS);
    let mut last = Last::default();
    machine.start::<Every, _>(&mut last);
    let reference = Execution::new(&program.tables, Semantics::default());
    let mut state = reference.first();
    let (mut steps, mut shared) = (0, 0);
    while steps < most {
        let threads = (0..state.threads.len()).map(|t| ThreadId(t as u32));
        let mut ready = Vec::new();
        for t in threads {
            let status = reference.status(&state, t);
            prop_assert_eq!(machine.status(t), status, "thread {}", t);
            if status == Status::Ready {
                ready.push(t);
            }
        }
        if ready.is_empty() {
            break;
        }
        let thread = ready[stream.below(ready.len() as u32) as usize];
        last.0.clear();
        prop_assert!(machine.step(thread, &mut last));
        let Some((next, event)) = reference.step(&state, thread) else {
            return Err(TestCaseError::fail("the reference engine cannot step"));
        };
        prop_assert_eq!(&last.0, &vec![event]);
        state = next;
        steps += 1;
        shared += u64::from(event.kind.name() != "-");
    }
    prop_assert_eq!(machine.state().threads.len(), state.threads.len());
    Ok((steps, shared))
}

#[test]
fn both_engines_do_the_same() {
    let total = RefCell::new((0u64, 0u64));
    for_programs(600, |tree| {
        let program = well_typed(tree)?;
        for seed in 0..2 {
            let (steps, shared) = side_by_side(&program, seed, 400)?;
            let mut total = total.borrow_mut();
            *total = (total.0 + steps, total.1 + shared);
        }
        Ok(())
    });
    let (steps, shared) = total.into_inner();
    assert!(shared > cases(600) * 5 && shared * 10 > steps, "{shared} events in {steps} steps");
}

#[test]
fn a_schedule_shows_again_what_it_showed() {
    // Programs that go wrong are those of unsound variants.
    let names = [
        "EXP ASSIGN/guard-held",
        "EXP REF/guard-held",
        "EXP FORK2/empty-lock-set",
        "EXP INVOKE/requires-held",
        "FIELD/init-this",
    ];
    let (mut shown, mut kinds) = (0u64, HashSet::new());
    for name in names {
        let rules = variant::find(name).and_then(|v| v.rules()).expect("a variant");
        for seed in 0..cases(150) {
            let tree = generate::program(&rules.options, Settings::small(), seed);
            if !rules.sets_apart(&tree.program()) {
                continue;
            }
            let Ok(program) = lower(tree.program()) else { continue };
            for algorithm in [Algorithm::States, Algorithm::Dpor] {
                let exploration = explore(&program, &options(algorithm));
                for found in exploration.found.iter().take(4) {
                    let run = RunOptions {
                        detectors: Detectors { adjacent: true, happens_before: true, ..Detectors::default() },
                        limits: LIMITS,
                        ..RunOptions::default()
                    };
                    let again = replay(&program, &run, &found.schedule);
                    let all: Vec<Key> = again.findings().iter().map(|f| f.key()).collect();
                    assert!(all.contains(&found.key), "{found:?} by {algorithm}, again: {all:?}\n{}", tree.source());
                    shown += 1;
                    kinds.insert(std::mem::discriminant(&found.key));
                }
            }
        }
    }
    assert!(shown >= cases(150) && kinds.len() >= 2, "{shown} findings of {} kinds", kinds.len());
}

#[test]
fn what_fails_is_kept_and_tried_first() {
    let folder = std::env::temp_dir().join(format!("racefree-kept-{}", std::process::id()));
    let kept: &'static str = folder.join("kept.txt").to_string_lossy().into_owned().leak();
    let strategy = programs(&racefree_typeck::Options::default(), Settings::small());
    let tried = RefCell::new(Vec::new());
    let run = |most: usize| {
        tried.borrow_mut().clear();
        runner_that_keeps(400, kept).run(&strategy, |tree| {
            tried.borrow_mut().push(tree.size());
            prop_assert!(tree.size() < most, "too large");
            Ok(())
        })
    };
    assert!(run(usize::MAX).is_ok());
    // Programs of this size are too large, for once.
    let (first, most) = (tried.borrow()[0], tried.borrow().iter().copied().max().unwrap_or_default());
    assert!(first < most, "the very first program is too large, so that this test says nothing");
    assert!(run(most).is_err(), "no program is large");
    let lines = std::fs::read_to_string(kept).expect("nothing was kept");
    assert!(lines.lines().any(|line| line.starts_with("cc ")), "{lines}");
    assert!(run(most).is_err());
    assert!(tried.borrow().first() >= Some(&most), "what failed is not tried first: {:?}", tried.borrow().first());
    let _ = std::fs::remove_dir_all(folder);
}
