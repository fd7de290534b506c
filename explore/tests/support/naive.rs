//! The simplest search that is right: depth first over the states of the machine, which are told apart by their canonical
//! hash. What all other algorithms are compared with.

use racefree_explore::{Cut, Found, Options};
use racefree_interp::drive::Key;
use racefree_interp::event::{Event, EventKind, Site};
use racefree_interp::machine::{Atoms, Every, Lowered, Machine, Snapshot};
use racefree_interp::monitor::Monitors;
use racefree_interp::observe::{Observer, View};
use racefree_interp::options::Limits;
use racefree_interp::program::FieldId;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::{Exception, ThreadId};
use racefree_interp::{Pending, Status};
use rustc_hash::FxHashSet;
use std::sync::Arc;

#[derive(Default)]
struct Steps {
    made: Vec<(ThreadId, u64)>,
    thrown: Vec<(Exception, Site)>,
}

impl Observer for Steps {
    const LOCAL: bool = false;
    fn event(&mut self, _: View<'_>, event: &Event) {
        if let EventKind::Throw { exception } = event.kind {
            self.thrown.push((exception, event.site));
        }
    }
    fn ran(&mut self, thread: ThreadId, steps: u64) {
        self.made.push((thread, steps));
    }
}

/// What the naive search gives.
#[derive(Default)]
pub struct Naive {
    pub cut: Option<Cut>,
    pub finals: u64,
    pub states: u64,
    pub transitions: u64,
    pub found: Vec<Found>,
}

pub fn explore(program: &Arc<Lowered>, options: &Options) -> Naive {
    let mut result = Naive::default();
    // Near the limit, threads that go round in circles would be stopped at other places.
    let limits = Limits { steps: u64::MAX, ..options.limits };
    let mut machine = Machine::new(program.clone(), options.semantics, limits);
    let mut obs = (Steps::default(), Monitors::new(options.monitors));
    machine.start::<Atoms, _>(&mut obs);
    let mut seen = FxHashSet::default();
    let mut stack: Vec<(Snapshot, Schedule)> = Vec::new();
    let mut keys = FxHashSet::default();
    let mut schedule = Schedule::default();
    let visit = |machine: &mut Machine,
                 obs: &mut (Steps, Monitors),
                 schedule: &mut Schedule,
                 result: &mut Naive,
                 seen: &mut FxHashSet<u128>,
                 keys: &mut FxHashSet<Key>,
                 stack: &mut Vec<(Snapshot, Schedule)>| {
        for (t, n) in obs.0.made.drain(..) {
            schedule.push(t, n);
        }
        let mut add = |key: Key, schedule: Schedule| {
            if keys.insert(key.clone()) {
                result.found.push(Found { key, schedule });
            }
        };
        for (x, site) in obs.0.thrown.drain(..) {
            add(Key::Exception(x, site), schedule.clone());
        }
        for v in obs.1.found() {
            add(Key::Monitor(v.monitor, v.site), schedule.clone());
        }
        if let Some(limit) = machine.state().limit {
            result.cut.get_or_insert(Cut::Limit(limit));
            return;
        }
        if !seen.insert(machine.canonical_hash()) {
            return;
        }
        result.states += 1;
        let n = machine.state().threads.len();
        let pending: Vec<Pending> = (0..n).map(|t| machine.pending(ThreadId(t as u32))).collect();
        for a in 0..n {
            if machine.status(ThreadId(a as u32)) == Status::Stuck {
                let site = program.redex(&machine.state().threads[a]);
                add(Key::Stuck(site), schedule.clone());
            }
            let Pending::Access { object, field, access, site, .. } = pending[a] else { continue };
            for (b, other) in pending.iter().enumerate().skip(a + 1) {
                if let Pending::Access { object: o2, field: f2, access: x2, site: s2, .. } = *other
                    && (o2, f2) == (object, field)
                    && (access.writes() || x2.writes())
                {
                    let mut schedule = schedule.clone();
                    schedule.push(ThreadId(a as u32), 1);
                    schedule.push(ThreadId(b as u32), 1);
                    add(Key::Race(field, site.min(s2), site.max(s2)), schedule);
                }
            }
        }
        for a in 0..n {
            if let Some(cycle) = machine.wait_cycle(ThreadId(a as u32)) {
                let mut sites: Vec<Site> = cycle
                    .iter()
                    .filter_map(|c| match pending[c.0.index()] {
                        Pending::Acquire { site, .. } => Some(site),
                        _ => None,
                    })
                    .collect();
                sites.sort_unstable();
                add(Key::Deadlock(sites), schedule.clone());
            }
        }
        if (0..n).all(|t| !machine.enabled(ThreadId(t as u32))) {
            result.finals += 1;
        }
        let mut snapshot = Snapshot::default();
        machine.snapshot(&mut snapshot);
        stack.push((snapshot, schedule.clone()));
    };
    visit(&mut machine, &mut obs, &mut schedule, &mut result, &mut seen, &mut keys, &mut stack);
    while let Some((snapshot, so_far)) = stack.pop() {
        if result.states > options.budget.states {
            result.cut = Some(Cut::States);
            break;
        }
        machine.restore(&snapshot);
        for thread in machine.ready().to_vec() {
            machine.restore(&snapshot);
            schedule = so_far.clone();
            // A thread that turns out to be stuck makes no step.
            result.transitions += u64::from(machine.advance::<Atoms, _>(thread, &mut obs) > 0);
            visit(&mut machine, &mut obs, &mut schedule, &mut result, &mut seen, &mut keys, &mut stack);
        }
    }
    result.found.sort_by(|a, b| a.key.cmp(&b.key));
    result
}

/// The number of Mazurkiewicz traces of complete runs, counted by making every run: runs are of one trace if each cell has
/// the same order of accesses, reads between writes in any order, and each lock the same order of acquires. `None` if
/// there are more than `most` runs, or a limit is met.
pub fn traces(program: &Arc<Lowered>, options: &Options, most: usize) -> Option<usize> {
    #[derive(Default)]
    struct Log {
        events: Vec<(ThreadId, (u32, ThreadId, u32, u32), u8)>,
    }
    impl Observer for Log {
        const LOCAL: bool = false;
        fn event(&mut self, view: View<'_>, event: &Event) {
            let heap = view.heap;
            let slot = |field: FieldId| view.program.tables.fields[field.index()].slot;
            let mut add = |o: racefree_interp::ObjectId, slot: u32, kind: u8| {
                let object = heap.object(o);
                let literal = if object.serial == 0 { o.0 } else { 0 };
                self.events.push((event.thread, (literal, object.thread, object.serial, slot), kind));
            };
            match event.kind {
                EventKind::Read { object, field, .. } => add(object, slot(field), 0),
                EventKind::Write { object, field, .. } => add(object, slot(field), 1),
                EventKind::InitWrite { object, field, .. } => {
                    if !view.program.private_until_built[heap.object(object).class.index()] {
                        add(object, slot(field), 1);
                    }
                }
                EventKind::Acquire { object, count: 1 } => add(object, u32::MAX, 2),
                _ => {}
            }
        }
    }
    type Name = Vec<u32>;
    let mut machine = Machine::new(program.clone(), options.semantics, options.limits);
    let mut log = Log::default();
    machine.start::<Atoms, _>(&mut log);
    let mut stack: Vec<(Snapshot, usize, usize)> = Vec::new();
    let mut snapshot = Snapshot::default();
    machine.snapshot(&mut snapshot);
    stack.push((snapshot, 0, log.events.len()));
    let mut seen: FxHashSet<Vec<Vec<(Name, u32)>>> = FxHashSet::default();
    let mut runs = 0;
    while let Some((snapshot, next, events)) = stack.last_mut() {
        machine.restore(snapshot);
        log.events.truncate(*events);
        let mut ready = machine.ready().to_vec();
        ready.sort_unstable();
        if ready.is_empty() {
            runs += 1;
            if runs > most {
                return None;
            }
            let name = |mut t: ThreadId| {
                let mut name = Vec::new();
                while machine.state().threads[t.index()].fork > 0 {
                    name.push(machine.state().threads[t.index()].fork);
                    t = machine.state().threads[t.index()].parent;
                }
                name
            };
            // Each place's accesses in order, as thread and number within the thread; reads between writes sorted.
            let mut counts: std::collections::BTreeMap<Name, u32> = Default::default();
            let mut places: std::collections::BTreeMap<(u32, Name, u32, u32), Vec<(Name, u32, u8)>> =
                Default::default();
            for &(t, (literal, by, serial, slot), kind) in &log.events {
                let n = counts.entry(name(t)).or_default();
                *n += 1;
                places.entry((literal, name(by), serial, slot)).or_default().push((name(t), *n, kind));
            }
            let mut signature = Vec::new();
            for ((literal, by, serial, slot), mut accesses) in places {
                for group in accesses.chunk_by_mut(|a, b| a.2 == 0 && b.2 == 0) {
                    group.sort();
                }
                let mut place = vec![(by, literal), (vec![serial], slot)];
                place.extend(accesses.into_iter().map(|(t, n, _)| (t, n)));
                signature.push(place);
            }
            seen.insert(signature);
            stack.pop();
            continue;
        }
        if *next >= ready.len() {
            stack.pop();
            continue;
        }
        let thread = ready[*next];
        *next += 1;
        machine.advance::<Atoms, _>(thread, &mut log);
        if machine.state().limit.is_some() || log.events.len() > 10_000 {
            return None;
        }
        let mut snapshot = Snapshot::default();
        machine.snapshot(&mut snapshot);
        stack.push((snapshot, 0, log.events.len()));
    }
    Some(seen.len())
}

/// The least number of context switches, and then of steps, after which two threads race and have both gone on; by a
/// search over single reduction steps. `None` if there are more than `most` states.
pub fn shortest_race(program: &Arc<Lowered>, options: &Options, key: &Key, most: usize) -> Option<(usize, u64)> {
    use std::cmp::Reverse;
    let Key::Race(field, s1, s2) = *key else { return None };
    let mut machine = Machine::new(program.clone(), options.semantics, options.limits);
    machine.start::<Every, _>(&mut ());
    let mut first = Snapshot::default();
    machine.snapshot(&mut first);
    let mut snapshots = vec![(first, None::<ThreadId>)];
    let mut queue = std::collections::BinaryHeap::from([Reverse((0usize, 0u64, 0usize))]);
    let mut done = FxHashSet::default();
    let mut best: Option<(usize, u64)> = None;
    while let Some(Reverse((switches, steps, at))) = queue.pop() {
        let (snapshot, last) = snapshots[at].clone();
        machine.restore(&snapshot);
        if best.is_some_and(|b| b <= (switches, steps)) {
            break;
        }
        if !done.insert((machine.canonical_hash(), last)) {
            continue;
        }
        if done.len() > most {
            return None;
        }
        let n = machine.state().threads.len();
        let pending: Vec<Pending> = (0..n).map(|t| machine.pending(ThreadId(t as u32))).collect();
        for a in 0..n {
            for b in a + 1..n {
                if let (
                    Pending::Access { object, field: f, access, site, .. },
                    Pending::Access { object: o2, field: f2, access: x2, site: y2, .. },
                ) = (pending[a], pending[b])
                    && (object, f) == (o2, f2)
                    && f == field
                    && (site.min(y2), site.max(y2)) == (s1.min(s2), s1.max(s2))
                    && (access.writes() || x2.writes())
                {
                    let here = last.is_some_and(|l| l.index() == a || l.index() == b);
                    let length = (switches + if here { 1 } else { 2 }, steps + 2);
                    best = Some(best.map_or(length, |b| b.min(length)));
                }
            }
        }
        for thread in machine.ready().to_vec() {
            machine.restore(&snapshot);
            if machine.advance::<Every, _>(thread, &mut ()) == 0 || machine.state().limit.is_some() {
                continue;
            }
            let switch = usize::from(last.is_some_and(|l| l != thread));
            let mut next = Snapshot::default();
            machine.snapshot(&mut next);
            snapshots.push((next, Some(thread)));
            queue.push(Reverse((switches + switch, steps + 1, snapshots.len() - 1)));
        }
    }
    best
}
