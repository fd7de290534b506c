//! The watchers, which leave out what is clear, are the plain ones, which look at everything: monitors, the lockset algorithm
//! and definition 9.2 as they are written, on generated programs, and all watchers at once as each of them alone.

mod support {
    pub mod plain;
}

use racefree_interp::detect::{Adjacent, HappensBefore, Lockset, RawRace};
use racefree_interp::drive::drive;
use racefree_interp::machine::{COARSE, EVERY, Machine, SYNC};
use racefree_interp::monitor::{Monitor, MonitorSet, Monitors};
use racefree_interp::schedule::{Random, Stream};
use racefree_interp::{Limits, Lowered, Observer, Semantics, arbitrary, lower};
use std::collections::BTreeMap;
use std::sync::Arc;
use support::plain::{PlainAdjacent, PlainLockset, PlainMonitors};

/// How many programs; `RACEFREE_PROGRAMS` for more.
fn programs() -> u64 {
    std::env::var("RACEFREE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000)
}

/// Calls `f` with machines for generated programs, and with a number that differs each time.
fn machines(mut f: impl FnMut(&mut Machine, u64)) {
    for seed in 0..programs() {
        let source = arbitrary::program(seed);
        let program: Arc<Lowered> = match lower(racefree_grammar::parse(&source).expect("a generated program parses")) {
            Ok(program) => program,
            Err(_) => continue,
        };
        let semantics = match seed % 8 {
            6 => Semantics { null_lock_is_free: true, ..Semantics::default() },
            7 => Semantics { inner_release_frees: true, ..Semantics::default() },
            _ => Semantics::default(),
        };
        let mut machine = Machine::new(program, semantics, Limits { steps: 600, ..Limits::default() });
        for schedule in 0..3 {
            f(&mut machine, seed * 3 + schedule);
        }
    }
}

/// One run from the first state.
fn run<const POINTS: u8, O: Observer>(machine: &mut Machine, seed: u64, mut obs: O) -> O {
    machine.reset();
    drive::<POINTS, _, _>(machine, &mut Random::new(seed), &mut obs);
    obs
}

#[test]
fn monitors_are_plain_monitors() {
    let mut fired: BTreeMap<Monitor, u64> = BTreeMap::new();
    machines(|machine, seed| {
        // Now and then some of the monitors only.
        let set = match seed % 5 {
            0 => Monitor::ALL.iter().fold(MonitorSet::NONE, |set, &monitor| {
                if seed >> (3 + monitor as u64) & 1 == 0 { set } else { set.with(monitor) }
            }),
            _ => MonitorSet::ALL,
        };
        let plain = run::<COARSE, _>(machine, seed, PlainMonitors(Monitors::new(set)));
        let quick = run::<COARSE, _>(machine, seed, Monitors::new(set));
        assert_eq!(quick.found(), plain.0.found(), "seed {seed}");
        let plain = run::<SYNC, _>(machine, seed, PlainMonitors(Monitors::new(set)));
        let quick = run::<SYNC, _>(machine, seed, Monitors::new(set));
        assert_eq!(quick.found(), plain.0.found(), "seed {seed}");
        let plain = run::<EVERY, _>(machine, seed, PlainMonitors(Monitors::new(set)));
        let quick = run::<EVERY, _>(machine, seed, Monitors::new(set));
        assert_eq!(quick.found(), plain.0.found(), "seed {seed}");
        for v in quick.found() {
            *fired.entry(v.monitor).or_default() += 1;
        }
    });
    for monitor in Monitor::ALL {
        assert!(fired.get(&monitor).is_some_and(|&n| n >= programs() / 100), "{monitor:?} is rare: {fired:?}");
    }
}

#[test]
fn the_lockset_algorithm_is_the_plain_one() {
    let (mut alarms, mut silent) = (0, 0);
    machines(|machine, seed| {
        let plain = run::<COARSE, _>(machine, seed, PlainLockset::default());
        let quick = run::<COARSE, _>(machine, seed, Lockset::new());
        assert_eq!(quick.races(), plain.races, "seed {seed}");
        *(if plain.races.is_empty() { &mut silent } else { &mut alarms }) += 1;
    });
    assert!(alarms > programs() / 4 && silent > programs() / 4, "{alarms} runs with alarms, {silent} without");
}

#[test]
fn adjacent_races_are_those_of_all_pairs_of_threads() {
    let (mut races, mut others) = (0, 0);
    machines(|machine, seed| {
        let mut stream = Stream::new(seed);
        let mut both = (Adjacent::new(), PlainAdjacent::default());
        machine.reset();
        machine.start::<COARSE, _>(&mut both);
        both.1.look(machine);
        while !machine.ready().is_empty() && machine.state().limit.is_none() && machine.steps() < 600 {
            let thread = machine.ready()[stream.below(machine.ready().len() as u32) as usize];
            machine.advance::<COARSE, _>(thread, &mut both);
            both.1.look(machine);
        }
        assert_eq!(both.0.races(), both.1.races, "seed {seed}");
        races += both.1.races.len() as u64;
        others += u64::from(both.1.races.iter().any(|r| r.accesses.iter().any(|a| a.site.as_expr().is_none())));
    });
    assert!(races > programs() / 4, "only {races} races");
    assert!(others > 0, "no race with an init-write, which has no number");
}

/// Who watches beside a watcher makes no difference to it.
#[test]
fn all_at_once_are_each_alone() {
    let mut races = 0;
    let mut same = |machine: &mut Machine, seed: u64, all: &(HappensBefore, (Monitors, (Adjacent, Lockset)))| {
        let (hb, (monitors, (adjacent, lockset))) = all;
        let alone: Vec<Vec<RawRace>> = vec![
            run::<COARSE, _>(machine, seed, HappensBefore::new()).races().to_vec(),
            run::<COARSE, _>(machine, seed, Adjacent::new()).races().to_vec(),
            run::<COARSE, _>(machine, seed, Lockset::new()).races().to_vec(),
        ];
        assert_eq!([hb.races(), adjacent.races(), lockset.races()], alone.as_slice(), "seed {seed}");
        let alone = run::<COARSE, _>(machine, seed, Monitors::new(MonitorSet::ALL));
        assert_eq!(monitors.found(), alone.found(), "seed {seed}");
        races += hb.races().len();
    };
    machines(|machine, seed| {
        let all = || (HappensBefore::new(), (Monitors::new(MonitorSet::ALL), (Adjacent::new(), Lockset::new())));
        let once = run::<COARSE, _>(machine, seed, all());
        same(machine, seed, &once);
        // The same observers again, after another run.
        let mut again = run::<COARSE, _>(machine, seed + 1, all());
        machine.reset();
        drive::<COARSE, _, _>(machine, &mut Random::new(seed), &mut again);
        same(machine, seed, &again);
    });
    assert!(races as u64 > programs() / 4, "only {races} races");
}
