//! The detectors hold to their definitions: happens-before to section 9.3 computed naively, on every run; and 9.2 to 9.3, as
//! section 9.3 says, on programs all of whose schedules are enumerated.

use racefree_interp::detect::plain::EventOrder;
use racefree_interp::detect::{Adjacent, HappensBefore};
use racefree_interp::drive::drive;
use racefree_interp::machine::{Coarse, Machine, Snapshot, Visible};
use racefree_interp::schedule::Random;
use racefree_interp::{Event, Limits, Lowered, Observer, Semantics, View, lower};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

fn programs() -> u64 {
    std::env::var("RACEFREE_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(500)
}

fn compile(source: &str) -> Option<Arc<Lowered>> {
    lower(racefree_grammar::parse(source).expect("a generated program parses")).ok()
}

#[derive(Default, Clone)]
struct Events(Vec<Event>);

impl Observer for Events {
    const LOCAL: bool = false;
    fn start(&mut self, _: &Lowered) {
        self.0.clear();
    }
    fn event(&mut self, _: View<'_>, event: &Event) {
        self.0.push(*event);
    }
}

/// The racy cells of a run, each with the position of the first access to it that races with an earlier one, and the first of
/// these.
fn racy(events: &[Event]) -> (BTreeMap<(u32, u32), usize>, Option<usize>) {
    let (mut cells, mut first) = (BTreeMap::new(), None);
    for (_, later) in EventOrder::of(events).races() {
        let (object, field, _) = events[later].kind.access().expect("a race is one of accesses");
        cells.entry((object.0, field.0)).or_insert(later);
        first.get_or_insert(later);
    }
    (cells, first)
}

#[test]
fn happens_before_is_section_9_3() {
    let (mut racing, mut clean) = (0, 0);
    for seed in 0..programs() {
        let Some(program) = compile(&racefree_generate::ill_typed::source(seed)) else { continue };
        let mut machine = Machine::new(program, Semantics::default(), Limits { steps: 400, ..Limits::default() });
        for schedule in 0..3 {
            machine.reset();
            let mut both = (HappensBefore::new(), Events::default());
            drive::<Coarse, _, _>(&mut machine, &mut Random::new(seed * 3 + schedule), &mut both);
            let (hb, events) = both;
            let (firsts, first) = racy(&events.0);
            let cells: BTreeSet<(u32, u32)> = firsts.keys().copied().collect();
            let found: BTreeSet<(u32, u32)> = hb.races().iter().map(|r| (r.object.0, r.field.0)).collect();
            // A race is reported once for each field and pair of places, so other objects may hide behind one.
            let fields = |cells: &BTreeSet<(u32, u32)>| cells.iter().map(|c| c.1).collect::<BTreeSet<u32>>();
            assert!(found.is_subset(&cells), "{found:?} {cells:?} seed {seed} schedule {schedule}");
            assert_eq!(fields(&found), fields(&cells), "seed {seed} schedule {schedule}");
            // Each race is that of the first access to its cell that races with an earlier one.
            for race in hb.races() {
                let cell = (race.object.0, race.field.0);
                let at = firsts.get(&cell).map(|&at| (events.0[at].thread, events.0[at].site));
                let second = race.accesses[1];
                assert_eq!(at, Some((second.thread, second.site)), "seed {seed} schedule {schedule}");
            }
            if let (Some(first), Some(race)) = (first, hb.races().first()) {
                let second = race.accesses[1];
                assert_eq!((events.0[first].thread, events.0[first].site), (second.thread, second.site));
            }
            *(if cells.is_empty() { &mut clean } else { &mut racing }) += 1;
        }
    }
    assert!(racing > programs() / 4 && clean > programs() / 4, "{racing} racy runs, {clean} without a race");
}

/// What nobody assigns is read after its first write or not: objects may be handed over with or without an order, among few threads
/// and many.
#[test]
fn fixed_fields_of_objects_that_are_handed_over() {
    let (mut racing, mut clean) = (0, 0);
    for (make, read) in [
        ("p.u = new T", "if (p.u != null) { p.u.x; p.u.y; p.u.y.x }"),
        ("synchronized p in p.u = new T", "synchronized p in if (p.u != null) { p.u.x; p.u.y.x }"),
        ("synchronized p in p.u = new T", "if (p.u != null) { p.u.x; synchronized p in { p.u.y.x }; p.u.x }"),
    ] {
        for threads in [1, 2, 9] {
            let forks = format!("fork {{ {read}; 0 }}; ").repeat(threads);
            let source = format!(
                "class S {{ int x = 1 }} class T {{ int x = 1; final S y = new S }} class P {{ T u }}
                 let P p = new P in {{ fork {{ {make} }}; {forks}{read}; fork {{ {read} }} }}"
            );
            let program = compile(&source).expect("it can run");
            let mut machine = Machine::new(program, Semantics::default(), Limits::default());
            for seed in 0..40 {
                machine.reset();
                let mut both = (HappensBefore::new(), Events::default());
                drive::<Coarse, _, _>(&mut machine, &mut Random::new(seed), &mut both);
                let found: BTreeSet<(u32, u32)> = both.0.races().iter().map(|r| (r.object.0, r.field.0)).collect();
                let cells: BTreeSet<(u32, u32)> = racy(&both.1.0).0.into_keys().collect();
                assert_eq!(found, cells, "seed {seed}:\n{source}");
                let on_fixed = cells.iter().any(|&(_, field)| field != 3);
                *(if on_fixed { &mut racing } else { &mut clean }) += 1;
            }
        }
    }
    assert!(racing > 50 && clean > 50, "{racing} runs with races on what is fixed, {clean} without");
}

/// More acquires and releases than are noted at once, before two accesses that locks order or do not.
#[test]
fn long_runs_with_many_locks() {
    let looping =
        "class W { void go(C c, int k) { if (k > 0) { synchronized c in c.n = c.n + 1; this.go(c, k - 1) } } }";
    for (end, races) in [("synchronized c in c.done = c.done + 1", 0), ("c.done = c.done + 1", 1)] {
        let source = format!(
            "class C {{ int n; int done }} {looping}
             let C c = new C in let W w = new W in {{
               fork {{ w.go(c, 3000); {end} }}; fork {{ w.go(c, 3000); {end} }}; 0
             }}"
        );
        let limits = Limits { steps: 1_000_000, ..Limits::default() };
        let mut machine = Machine::new(compile(&source).expect("it can run"), Semantics::default(), limits);
        for seed in 0..3 {
            machine.reset();
            let mut hb = HappensBefore::new();
            drive::<Coarse, _, _>(&mut machine, &mut Random::new(seed), &mut hb);
            assert!(machine.state().limit.is_none());
            let fields: BTreeSet<u32> = hb.races().iter().map(|r| r.field.0).collect();
            assert_eq!(fields.len(), races, "seed {seed}: {fields:?}");
        }
    }
}

/// Fields that many threads read in no order take a row each of what is known of reads; there may be more than there are threads.
#[test]
fn many_fields_that_many_threads_read() {
    for threads in [2, 3, 7, 8, 9, 20] {
        let list = |sep: &str, item: &dyn Fn(usize) -> String| (0..60).map(item).collect::<Vec<_>>().join(sep);
        let (fields, reads) = (list(" ", &|i| format!("int a{i};")), list("; ", &|i| format!("c.a{i}")));
        let forks = format!("fork {{ {reads}; {reads}; 0 }}; ").repeat(threads);
        for (end, races) in [("0", 0), ("fork c.a7 = 1", 1), ("fork { c.a0 = 1; c.a59 = 2 }", 2)] {
            let source = format!("class C {{ {fields} }}\nlet C c = new C in {{ {forks}{end} }}");
            let mut machine =
                Machine::new(compile(&source).expect("it can run"), Semantics::default(), Limits::default());
            for seed in 0..3 {
                machine.reset();
                let mut both = (HappensBefore::new(), Events::default());
                drive::<Coarse, _, _>(&mut machine, &mut Random::new(seed), &mut both);
                let found: BTreeSet<(u32, u32)> = both.0.races().iter().map(|r| (r.object.0, r.field.0)).collect();
                assert_eq!(found.len(), races, "{threads} threads, seed {seed}: {found:?}");
                if threads < 4 {
                    assert_eq!(found, racy(&both.1.0).0.into_keys().collect());
                }
            }
        }
    }
}

/// Every reachable state (by canonical hash): whether one has a race by 9.2. `None` if there are too many.
fn adjacent_race_somewhere(program: &Arc<Lowered>, most: usize) -> Option<bool> {
    let mut machine = Machine::new(program.clone(), Semantics::default(), Limits { steps: 300, ..Limits::default() });
    let mut seen = HashSet::new();
    let mut obs = Adjacent::until_first();
    machine.start::<Visible, _>(&mut obs);
    let mut stack = vec![(Snapshot::default(), obs)];
    machine.snapshot(&mut stack[0].0);
    let mut found = false;
    while let Some((state, obs)) = stack.pop() {
        machine.restore(&state);
        found |= obs.races().iter().any(|_| true);
        if found {
            return Some(true);
        }
        if machine.state().limit.is_some() || seen.len() > most {
            return None;
        }
        if !seen.insert(machine.canonical_hash()) {
            continue;
        }
        for thread in machine.ready().clone().iter() {
            machine.restore(&state);
            let mut obs = obs.clone();
            machine.advance::<Visible, _>(thread, &mut obs);
            let mut next = Snapshot::default();
            machine.snapshot(&mut next);
            stack.push((next, obs));
        }
    }
    Some(found)
}

/// Every run: whether one has a race by 9.3. `None` if there are too many.
fn ordered_race_somewhere(program: &Arc<Lowered>, most: usize) -> Option<bool> {
    let mut machine = Machine::new(program.clone(), Semantics::default(), Limits { steps: 300, ..Limits::default() });
    let mut obs = HappensBefore::until_first();
    machine.start::<Visible, _>(&mut obs);
    let mut stack = vec![(Snapshot::default(), obs)];
    machine.snapshot(&mut stack[0].0);
    let mut nodes = 0;
    while let Some((state, obs)) = stack.pop() {
        if obs.done() {
            return Some(true);
        }
        machine.restore(&state);
        nodes += 1;
        if machine.state().limit.is_some() || nodes > most {
            return None;
        }
        for thread in machine.ready().clone().iter() {
            machine.restore(&state);
            let mut obs = obs.clone();
            machine.advance::<Visible, _>(thread, &mut obs);
            let mut next = Snapshot::default();
            machine.snapshot(&mut next);
            stack.push((next, obs));
        }
    }
    Some(false)
}

#[test]
fn a_race_by_9_2_is_a_race_by_9_3() {
    let (mut racy, mut clean, mut all) = (0, 0, 0);
    for seed in 0..programs() {
        let Some(program) = compile(&racefree_generate::ill_typed::source(seed)) else { continue };
        all += 1;
        let (Some(adjacent), Some(ordered)) =
            (adjacent_race_somewhere(&program, 1_000), ordered_race_somewhere(&program, 3_000))
        else {
            continue;
        };
        assert_eq!(adjacent, ordered, "seed {seed}:\n{}", racefree_generate::ill_typed::source(seed));
        *(if adjacent { &mut racy } else { &mut clean }) += 1;
    }
    assert!(racy > all / 20 && clean > all / 20, "{racy} programs with a race, {clean} without, of {all}");
}
