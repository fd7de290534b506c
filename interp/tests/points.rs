//! Scheduling points: reads of fixed fields are none; those at acquires alone lose nothing before the first race (`docs/testing.md`), on
//! programs all of whose schedules are enumerated, both ways.

use racefree_interp::detect::HappensBefore;
use racefree_interp::machine::{Acquires, Coarse, Machine, SchedulingPoints, Snapshot};
use racefree_interp::monitor::{Monitor, MonitorSet, Monitors};
use racefree_interp::program::FieldId;
use racefree_interp::schedule::Stream;
use racefree_interp::{Limits, Lowered, Observer, Semantics, lower};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The names of the fixed fields of a program.
fn fixed(source: &str) -> Vec<String> {
    let program = lower(racefree_grammar::parse(source).unwrap()).unwrap();
    let fields = (0..).map(FieldId).zip(&program.tables.fields);
    let fixed = fields.filter(|(id, _)| program.is_fixed(*id));
    fixed.map(|(_, field)| program.tables.program.text(field.name).to_owned()).collect()
}

#[test]
fn a_field_is_fixed_if_nobody_can_see_it_change() {
    let main = "let A a = new A in { fork { a.lock = new A; 0 }; 0 }";
    // Whether it is declared final does not matter, and an assignment to any field of the name does.
    assert_eq!(fixed("class A { final Object a = null Object b = null Object lock = null } 0"), ["a", "b", "lock"]);
    assert_eq!(fixed(&format!("class A {{ final Object a = null Object lock = null }} {main}")), ["a"]);
    assert_eq!(
        fixed(&format!("class A {{ Object lock = null }} class B {{ final int lock = 1 int c }} {main}")),
        ["c"]
    );
    // An initialiser that gives `this` away, of the class or of a subclass.
    assert_eq!(fixed("class A { final A a = this int n } class B { int m } 0"), ["m"]);
    assert_eq!(fixed("class A { int n } class B extends A { A b = this } 0"), [""; 0]);
}

/// A scheduling point is before the acquire of `this.lock` and before no read of it.
#[test]
fn reads_of_fixed_fields_are_no_points() {
    let source = |write: &str| {
        format!(
            "class L {{ }} class C {{ final L lock = new L int go() {{ synchronized this.lock in {write} }} }} new C.go()"
        )
    };
    let turns = |source: &str| {
        let program = lower(racefree_grammar::parse(source).unwrap()).unwrap();
        let mut machine = Machine::new(program, Semantics::default(), Limits::default());
        machine.start::<Coarse, _>(&mut ());
        let main = racefree_interp::ThreadId::MAIN;
        (0..).take_while(|_| machine.advance::<Coarse, _>(main, &mut ()) > 0).count()
    };
    assert_eq!(turns(&source("0")), 1);
    assert_eq!(turns(&source("{ this.lock = this.lock; 0 }")), 4);
}

/// How many programs; `RACEFREE_PROGRAMS` for more.
fn programs() -> u64 {
    std::env::var("RACEFREE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000)
}

/// What all schedules of a program come to.
#[derive(Default, PartialEq, Eq, Debug)]
struct Found {
    races: bool,
    /// The states in which runs without a race end, deadlocks and exceptions among them.
    ends: BTreeSet<u128>,
    /// Those of them with a deadlock.
    deadlocks: BTreeSet<u128>,
    /// What fired in runs without a race: which monitor, and where.
    fired: BTreeSet<(&'static str, u32)>,
}

/// Every schedule with choices at these points; runs end at their first race. `None` if there are too many.
fn all<P: SchedulingPoints>(program: &Arc<Lowered>, most: usize) -> Option<Found> {
    let mut machine = Machine::new(program.clone(), Semantics::default(), Limits { steps: 300, ..Limits::default() });
    // The others look along paths, which in these programs lead over fields that change.
    let monitors = [Monitor::Confinement, Monitor::Final, Monitor::Progress, Monitor::Exclusion];
    let monitors = monitors.into_iter().fold(MonitorSet::NONE, MonitorSet::with);
    let mut obs = (HappensBefore::until_first(), Monitors::new(monitors));
    machine.start::<P, _>(&mut obs);
    let mut stack = vec![(Snapshot::default(), obs)];
    machine.snapshot(&mut stack[0].0);
    let (mut found, mut nodes) = (Found::default(), 0);
    while let Some((state, obs)) = stack.pop() {
        if obs.0.done() {
            found.races = true;
            continue;
        }
        machine.restore(&state);
        nodes += 1;
        if nodes > most {
            return None;
        }
        let ready = machine.ready().clone();
        let (mut stepped, mut rests) = (false, obs.clone());
        for thread in ready.iter() {
            machine.restore(&state);
            let mut obs = obs.clone();
            // A thread that turns out to be stuck has not stepped.
            let steps = machine.advance::<P, _>(thread, &mut obs);
            if machine.state().limit.is_some() {
                return None;
            }
            if steps == 0 {
                rests.1 = obs.1;
                continue;
            }
            stepped = true;
            let mut next = Snapshot::default();
            machine.snapshot(&mut next);
            stack.push((next, obs));
        }
        if !stepped {
            machine.restore(&state);
            machine.find_stuck(&mut rests);
            let end = machine.canonical_hash();
            found.ends.insert(end);
            if machine.state().cycle.is_some() {
                found.deadlocks.insert(end);
            }
            found.fired.extend(rests.1.found().iter().map(|fired| (fired.monitor.name(), fired.site.number())));
        }
    }
    Some(found)
}

/// A program of two or three threads that take locks in any order and access fields in between.
fn locking(seed: u64) -> String {
    fn statement(stream: &mut Stream, deep: u32, out: &mut String) {
        let object = stream.below(3);
        if deep == 0 || stream.one_in(3) {
            let access = if stream.one_in(2) { format!("s{object}.x") } else { format!("s{object}.x = {deep}") };
            return out.push_str(&access);
        }
        *out += &format!("synchronized s{object} in {{ ");
        statement(stream, deep - 1, out);
        *out += "; ";
        statement(stream, deep - 1, out);
        *out += " }";
    }
    let stream = &mut Stream::new(seed);
    let mut out = "class C { int x }\nlet C s0 = new C in let C s1 = new C in let C s2 = new C in { ".to_owned();
    for _ in 0..2 + stream.below(2) {
        out += "fork { ";
        statement(stream, 2, &mut out);
        out += "; 0 }; ";
    }
    out + "0 }"
}

#[test]
fn acquires_alone_lose_nothing_before_the_first_race() {
    let (mut racy, mut clean, mut blocked, mut all_of_them) = (0, 0, 0, 0);
    for seed in 0..programs() {
        let source = if seed % 2 == 0 { racefree_generate::ill_typed::source(seed) } else { locking(seed) };
        let Ok(program) = lower(racefree_grammar::parse(&source).expect("a generated program parses")) else {
            continue;
        };
        let (Some(full), Some(few)) = (all::<Coarse>(&program, 3_000), all::<Acquires>(&program, 3_000)) else {
            continue;
        };
        assert_eq!(full.races, few.races, "seed {seed}:\n{source}");
        assert!(full.ends.is_subset(&few.ends), "seed {seed}: an end is missing\n{source}");
        assert!(full.deadlocks.is_subset(&few.deadlocks), "seed {seed}: a deadlock is missing\n{source}");
        assert!(full.fired.is_subset(&few.fired), "seed {seed}: a monitor has not fired\n{source}");
        all_of_them += 1;
        blocked += u64::from(!full.deadlocks.is_empty());
        *(if full.races { &mut racy } else { &mut clean }) += 1;
    }
    let counts = format!("{all_of_them} programs: {racy} with a race, {clean} without, {blocked} with a deadlock");
    assert!([racy, clean, blocked * 10].into_iter().all(|some| some > all_of_them / 20), "{counts}");
}
