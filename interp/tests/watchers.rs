//! The watchers are the plain ones, which look at everything: monitors, the lockset algorithm
//! and definition 9.2 as they are written, on generated programs, and all watchers at once as each of them alone.

use racefree_interp::detect::plain::{PlainAdjacent, PlainLockset};
use racefree_interp::detect::{Adjacent, HappensBefore, Lockset, RawRace};
use racefree_interp::drive::drive;
use racefree_interp::machine::{Acquires, Coarse, Every, Machine, SchedulingPoints};
use racefree_interp::monitor::{Monitor, MonitorSet, Monitors};
use racefree_interp::schedule::{Random, Stream};
use racefree_interp::value::Value;
use racefree_interp::{Event, Limits, Lowered, Observer, Semantics, View, lower};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many programs; `RACEFREE_PROGRAMS` for more.
fn programs() -> u64 {
    std::env::var("RACEFREE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(500)
}

/// Objects that others see before they are built: generated programs seldom race for these.
const EARLY: &str =
    "class C { int go = fork { this.x; this.x = 2; this.y; this.next }; int x = 1; int y = this.x + 1; C next }
class D { int go = fork { fork { new D }; new C }; C c = new C; int x = 3 }
fork { new C }; new C; new D";

/// Calls `f` with machines for generated programs and [`EARLY`], and with a number that differs each time.
fn machines(mut f: impl FnMut(&mut Machine, u64)) {
    let early = lower(racefree_grammar::parse(EARLY).expect("it parses")).expect("it can run");
    let mut machine = Machine::new(early, Semantics::default(), Limits { steps: 600, ..Limits::default() });
    for seed in 0..programs() / 5 {
        f(&mut machine, programs() * 3 + seed);
    }
    for seed in 0..programs() {
        let source = racefree_generate::ill_typed::source(seed);
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
fn run<P: SchedulingPoints, O: Observer>(machine: &mut Machine, seed: u64, mut obs: O) -> O {
    machine.reset();
    drive::<P, _, _>(machine, &mut Random::new(seed), &mut obs);
    obs
}

/// The monitors, told of every step: the machine takes none of the shortcuts by which steps are not told one by one.
struct EveryStep(Monitors);

impl Observer for EveryStep {
    const RETURNS: bool = true;

    fn event(&mut self, view: View<'_>, event: &Event) {
        self.0.monitored(view, event);
    }

    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        self.0.returned(view, method, value);
    }

    fn wants_returns(&self) -> bool {
        self.0.wants_returns()
    }

    fn stuck(&mut self, view: View<'_>) {
        self.0.stuck(view);
    }
}

#[test]
fn monitors_miss_nothing_by_the_shortcuts_of_the_machine() {
    let mut fired: BTreeMap<Monitor, u64> = BTreeMap::new();
    machines(|machine, seed| {
        // Now and then some of the monitors only.
        let set = match seed % 5 {
            0 => Monitor::ALL.iter().fold(MonitorSet::NONE, |set, &monitor| {
                if seed >> (3 + monitor as u64) & 1 == 0 { set } else { set.with(monitor) }
            }),
            _ => MonitorSet::ALL,
        };
        let plain = run::<Coarse, _>(machine, seed, EveryStep(Monitors::new(set)));
        let monitors = run::<Coarse, _>(machine, seed, Monitors::new(set));
        assert_eq!(monitors.found(), plain.0.found(), "seed {seed}");
        let plain = run::<Acquires, _>(machine, seed, EveryStep(Monitors::new(set)));
        let monitors = run::<Acquires, _>(machine, seed, Monitors::new(set));
        assert_eq!(monitors.found(), plain.0.found(), "seed {seed}");
        let plain = run::<Every, _>(machine, seed, EveryStep(Monitors::new(set)));
        let monitors = run::<Every, _>(machine, seed, Monitors::new(set));
        assert_eq!(monitors.found(), plain.0.found(), "seed {seed}");
        for v in monitors.found() {
            *fired.entry(v.monitor).or_default() += 1;
        }
    });
    for &monitor in Monitor::ALL.iter().filter(|m| !matches!(m, Monitor::Serializable | Monitor::Owner)) {
        assert!(fired.get(&monitor).is_some_and(|&n| n >= programs() / 100), "{monitor:?} is rare: {fired:?}");
    }
}

#[test]
fn the_lockset_algorithm_is_the_plain_one() {
    let (mut alarms, mut silent) = (0, 0);
    machines(|machine, seed| {
        let plain = run::<Coarse, _>(machine, seed, PlainLockset::default());
        let quick = run::<Coarse, _>(machine, seed, Lockset::new());
        assert_eq!(quick.races(), plain.races(), "seed {seed}");
        *(if plain.races().is_empty() { &mut silent } else { &mut alarms }) += 1;
    });
    assert!(alarms > programs() / 4 && silent > programs() / 4, "{alarms} runs with alarms, {silent} without");
}

/// The adjacent races of one run, which both detectors find.
fn adjacent(machine: &mut Machine, seed: u64) -> Vec<RawRace> {
    let mut stream = Stream::new(seed);
    let mut both = (Adjacent::new(), PlainAdjacent::default());
    machine.reset();
    machine.start::<Coarse, _>(&mut both);
    both.1.look(machine);
    while !machine.ready().is_empty() && machine.state().limit.is_none() && machine.steps() < 600 {
        let thread = machine.ready().nth(stream.below(machine.ready().len())).unwrap();
        machine.advance::<Coarse, _>(thread, &mut both);
        both.1.look(machine);
    }
    assert_eq!(both.0.races(), both.1.races(), "seed {seed}");
    both.1.races().to_vec()
}

#[test]
fn adjacent_races_are_those_of_all_pairs_of_threads() {
    let (mut races, mut others) = (0, 0);
    machines(|machine, seed| {
        let found = adjacent(machine, seed);
        races += found.len() as u64;
        others += u64::from(found.iter().any(|r| r.accesses.iter().any(|a| a.site.as_expr().is_none())));
    });
    assert!(races > programs() / 4, "only {races} races");
    assert!(others > 0, "no race with an init-write, which has no number");
}

/// More threads than are looked at together, and more places that access a field than have a bit each.
#[test]
fn adjacent_races_of_many_threads_and_places() {
    let forks =
        |n: usize, body: &dyn Fn(usize) -> String| (0..n).map(|i| format!("fork {{ {} }}; ", body(i))).collect();
    let threads: String = forks(30, &|i| if i % 3 == 0 { "c.x = c.x + 1".to_owned() } else { "c.x; c.y".to_owned() });
    let places: String = forks(5, &|_| (0..12).map(|i| format!("c.x = {i}; c.y; ")).collect::<String>() + "0");
    for text in [threads, places] {
        let source = format!("class C {{ int x; int y }}\nlet C c = new C in {{ {text}c.y = 1 }}");
        let program = lower(racefree_grammar::parse(&source).expect("it parses")).expect("it can run");
        let mut machine = Machine::new(program, Semantics::default(), Limits::default());
        let races: usize = (0..20).map(|seed| adjacent(&mut machine, seed).len()).sum();
        assert!(races > 1_000, "only {races} races");
    }
}

/// What watches beside a watcher makes no difference to it.
#[test]
fn all_at_once_are_each_alone() {
    let mut races = 0;
    let mut same = |machine: &mut Machine, seed: u64, all: &(HappensBefore, (Monitors, (Adjacent, Lockset)))| {
        let (hb, (monitors, (adjacent, lockset))) = all;
        let alone: Vec<Vec<RawRace>> = vec![
            run::<Coarse, _>(machine, seed, HappensBefore::new()).races().to_vec(),
            run::<Coarse, _>(machine, seed, Adjacent::new()).races().to_vec(),
            run::<Coarse, _>(machine, seed, Lockset::new()).races().to_vec(),
        ];
        assert_eq!([hb.races(), adjacent.races(), lockset.races()], alone.as_slice(), "seed {seed}");
        let alone = run::<Coarse, _>(machine, seed, Monitors::new(MonitorSet::ALL));
        assert_eq!(monitors.found(), alone.found(), "seed {seed}");
        races += hb.races().len();
    };
    machines(|machine, seed| {
        let all = || (HappensBefore::new(), (Monitors::new(MonitorSet::ALL), (Adjacent::new(), Lockset::new())));
        let once = run::<Coarse, _>(machine, seed, all());
        same(machine, seed, &once);
        // The same observers again, after another run.
        let mut again = run::<Coarse, _>(machine, seed + 1, all());
        machine.reset();
        drive::<Coarse, _, _>(machine, &mut Random::new(seed), &mut again);
        same(machine, seed, &again);
    });
    assert!(races as u64 > programs() / 4, "only {races} races");
}
