//! Observations of runs (`owners.md`, section 4, steps 2 to 4): for each object and field the threads that accessed it,
//! the locks common to all accesses, writes after sharing, the order of accesses. Objects are summed up by allocation
//! site, fields by declaration; linear in the trace.

use racefree_grammar::span::Span;
use racefree_interp::detect::HappensBefore;
use racefree_interp::drive::{SchedulerKind, drive};
use racefree_interp::machine::{Coarse, Machine};
use racefree_interp::program::FieldId;
use racefree_interp::schedule::{Pos, Random, RoundRobin, Scheduler, Stream};
use racefree_interp::{Event, EventKind, Limits, Lowered, ObjectId, Observer, Semantics, ThreadId, Value, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Protection of an object, as far as was seen: the first that fits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Protection {
    /// Thread-local: one thread accesses it.
    Thread,
    /// Read only: it is not written once another thread knows of it.
    Readonly,
    /// All accesses once it is shared hold its own lock.
    Own,
    /// Another lock: accesses have one in common.
    Lock,
    /// Ordered: forks and locks order the accesses.
    Ordered,
    /// Racy: none of this.
    Racy,
}

/// Observations of the objects of one allocation site, or of one field of all objects.
#[derive(Clone, Default, Debug)]
pub struct Seen {
    /// Number of objects.
    pub objects: u64,
    /// The most threads that accessed one of them.
    pub threads: u32,
    /// Number of objects by kind of protection.
    pub protection: std::collections::BTreeMap<Protection, u64>,
    /// Final fields that name a lock common to all accesses of a field, in all objects so far that more than one thread
    /// accessed; none before the first.
    pub names: Option<FxHashSet<u32>>,
    /// Writes of a field, in the objects whose accesses have no lock in common.
    pub writes: Option<Writes>,
}

/// Observations of a field's writes, in the objects whose accesses by several threads have no lock in common.
#[derive(Clone, Default, Debug)]
pub struct Writes {
    /// True if two accesses raced.
    pub raced: bool,
    /// True if in each object all writes after sharing hold a lock in common.
    pub locked: bool,
    /// The final fields that name such a lock in all of them.
    pub names: FxHashSet<u32>,
}

impl Writes {
    fn join(self, other: Writes) -> Writes {
        let names = self.names.into_iter().filter(|f| other.names.contains(f)).collect();
        Writes { raced: self.raced || other.raced, locked: self.locked && other.locked, names }
    }
}

impl Seen {
    fn add(&mut self, protection: Protection, threads: u32) {
        self.objects += 1;
        self.threads = self.threads.max(threads);
        *self.protection.entry(protection).or_default() += 1;
    }

    fn join(&mut self, other: Seen) {
        self.objects += other.objects;
        self.threads = self.threads.max(other.threads);
        for (protection, n) in other.protection {
            *self.protection.entry(protection).or_default() += n;
        }
        self.names = match (self.names.take(), other.names) {
            (Some(mut a), Some(b)) => {
                a.retain(|f| b.contains(f));
                Some(a)
            }
            (a, b) => a.or(b),
        };
        self.writes = match (self.writes.take(), other.writes) {
            (Some(a), Some(b)) => Some(a.join(b)),
            (a, b) => a.or(b),
        };
    }

    /// Returns true if all writes of a racy field are locked.
    pub fn only_writes_locked(&self) -> bool {
        self.writes.as_ref().is_some_and(|writes| writes.raced && writes.locked)
    }

    /// Common protection of all objects that more than one thread accessed, or of all if there are none.
    pub fn all(&self) -> Option<Protection> {
        let mut found = self.protection.keys().copied().filter(|&p| p != Protection::Thread);
        match (found.next(), found.next()) {
            (Some(one), None) => Some(one),
            (Some(_), Some(_)) => None,
            (None, _) => self.protection.keys().next().copied(),
        }
    }
}

/// Observations of all runs; the sum does not depend on the order.
#[derive(Clone, Default, Debug)]
pub struct Watched {
    /// Objects by the place of the `new`.
    pub sites: FxHashMap<Span, Seen>,
    /// Fields by index.
    pub fields: FxHashMap<u32, Seen>,
    /// Number of runs.
    pub runs: u64,
    /// True if these were all schedules.
    pub complete: bool,
    /// Number of steps.
    pub steps: u64,
}

impl Watched {
    /// Adds the observations of other runs.
    pub fn join(&mut self, other: Watched) {
        for (site, seen) in other.sites {
            self.sites.entry(site).or_default().join(seen);
        }
        for (field, seen) in other.fields {
            self.fields.entry(field).or_default().join(seen);
        }
        self.runs += other.runs;
        self.steps += other.steps;
    }
}

#[derive(Clone, Debug)]
struct Cell {
    threads: Vec<ThreadId>,
    /// The locks held at all accesses since a second thread used the object.
    locks: Option<Vec<ObjectId>>,
    /// True if it was written since then.
    written: bool,
    /// The locks held at all writes since another thread may know of the object.
    write_locks: Option<Vec<ObjectId>>,
}

/// Intersects the common locks with those held.
fn common(locks: &mut Option<Vec<ObjectId>>, held: &[ObjectId]) {
    match locks {
        Some(locks) => locks.retain(|l| held.contains(l)),
        None => *locks = Some(held.to_vec()),
    }
}

#[derive(Clone, Debug)]
struct Made {
    site: Span,
    /// The thread that made it, and how many threads that had forked by then.
    by: (ThreadId, u32),
    users: Vec<ThreadId>,
    cells: FxHashMap<u32, Cell>,
    finals: Vec<(u32, ObjectId)>,
}

/// Watches one run.
#[derive(Default)]
struct Watcher {
    objects: FxHashMap<ObjectId, Made>,
    held: FxHashMap<ThreadId, Vec<ObjectId>>,
    /// Number of threads forked by each thread.
    forks: FxHashMap<ThreadId, u32>,
}

impl Watcher {
    fn access(&mut self, view: View<'_>, thread: ThreadId, object: ObjectId, field: FieldId, write: bool) {
        let Some(made) = self.objects.get_mut(&object) else { return };
        if view.program.tables.program.fields[field.index()].is_final {
            return;
        }
        if !made.users.contains(&thread) {
            made.users.push(thread);
        }
        let shared = made.users.len() > 1;
        let (maker, forks) = made.by;
        let known = shared || thread != maker || self.forks.get(&maker).is_some_and(|&now| now > forks);
        let new = Cell { threads: Vec::new(), locks: None, written: false, write_locks: None };
        let cell = made.cells.entry(field.0).or_insert(new);
        if !cell.threads.contains(&thread) {
            cell.threads.push(thread);
        }
        let held = self.held.get(&thread).map_or(&[][..], Vec::as_slice);
        if known && write {
            common(&mut cell.write_locks, held);
        }
        if shared {
            common(&mut cell.locks, held);
            cell.written |= write;
        }
    }

    /// Sums the run up.
    fn end(self, races: &[racefree_interp::detect::RawRace], into: &mut Watched) {
        let racy: FxHashSet<(ObjectId, u32)> = races.iter().map(|race| (race.object, race.field.0)).collect();
        for (id, made) in self.objects {
            let mut of_object = Protection::Thread;
            for (&field, cell) in &made.cells {
                let locks = cell.locks.clone().unwrap_or_default();
                let of_writes = cell.write_locks.clone().unwrap_or_default();
                let found = if cell.threads.len() < 2 {
                    Protection::Thread
                } else if racy.contains(&(id, field)) {
                    Protection::Racy
                } else if locks.contains(&id) {
                    Protection::Own
                } else if !cell.written {
                    Protection::Readonly
                } else if !locks.is_empty() {
                    Protection::Lock
                } else {
                    Protection::Ordered
                };
                let seen = into.fields.entry(field).or_default();
                seen.add(found, cell.threads.len() as u32);
                let names = |locks: &[ObjectId]| {
                    let names = made.finals.iter().filter(|(_, o)| locks.contains(o)).map(|&(f, _)| f);
                    names.collect::<FxHashSet<u32>>()
                };
                if cell.threads.len() > 1 {
                    let raced = found == Protection::Racy;
                    let alone = raced || cell.written && locks.is_empty();
                    let writes = Writes { raced, locked: !of_writes.is_empty(), names: names(&of_writes) };
                    let writes = alone.then_some(writes);
                    seen.join(Seen { names: Some(names(&locks)), writes, ..Seen::default() });
                }
                // An object with locks on writes only is protected by these.
                of_object = of_object.max(match found {
                    Protection::Racy if of_writes.contains(&id) => Protection::Own,
                    Protection::Racy if !of_writes.is_empty() => Protection::Lock,
                    found => found,
                });
            }
            into.sites.entry(made.site).or_default().add(of_object, made.users.len() as u32);
        }
    }
}

impl Observer for Watcher {
    const LOCAL: bool = false;

    fn event(&mut self, view: View<'_>, event: &Event) {
        match event.kind {
            EventKind::Alloc { object, .. } => {
                let site = event.site.span(&view.program.tables.program);
                let by = (event.thread, self.forks.get(&event.thread).copied().unwrap_or_default());
                let made = Made { site, by, users: Vec::new(), cells: FxHashMap::default(), finals: Vec::new() };
                self.objects.insert(object, made);
            }
            EventKind::Fork { .. } => *self.forks.entry(event.thread).or_default() += 1,
            EventKind::InitWrite { object, field, value: Value::Object(o) } => {
                if view.program.tables.program.fields[field.index()].is_final
                    && let Some(made) = self.objects.get_mut(&object)
                {
                    made.finals.push((field.0, o));
                }
            }
            EventKind::Read { object, field, .. } => self.access(view, event.thread, object, field, false),
            EventKind::Write { object, field, .. } => self.access(view, event.thread, object, field, true),
            EventKind::Acquire { object, .. } => self.held.entry(event.thread).or_default().push(object),
            EventKind::Release { object, .. } => {
                if let Some(held) = self.held.get_mut(&event.thread)
                    && let Some(at) = held.iter().rposition(|&l| l == object)
                {
                    held.remove(at);
                }
            }
            _ => {}
        }
    }

    fn stops(&self) -> bool {
        false
    }
}

/// Options of the runs.
#[derive(Clone, Debug)]
pub struct Runs {
    /// Number of runs.
    pub runs: u64,
    /// The seed of every random choice.
    pub seed: u64,
    /// Scheduler.
    pub scheduler: SchedulerKind,
    /// Every schedule instead.
    pub exhaustive: bool,
    /// Number of worker threads; the result does not depend on it.
    pub threads: usize,
    /// Semantics of programs.
    pub semantics: Semantics,
    /// When a run is stopped.
    pub limits: Limits,
}

/// Runs a program, and watches.
pub fn watch(program: &Arc<Lowered>, runs: &Runs) -> Watched {
    if runs.runs == 0 && !runs.exhaustive {
        return Watched::default();
    }
    if runs.exhaustive {
        return all_schedules(program, runs);
    }
    let threads = runs.threads.clamp(1, 64) as u64;
    let shares = (0..threads).map(|t| (t..runs.runs).step_by(threads as usize));
    let mut found = Watched::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = shares.map(|share| scope.spawn(move || some(program, runs, share))).collect();
        for worker in workers {
            if let Ok(share) = worker.join() {
                found.join(share);
            }
        }
    });
    found
}

fn some(program: &Arc<Lowered>, runs: &Runs, numbers: impl Iterator<Item = u64>) -> Watched {
    let mut machine = Machine::new(program.clone(), runs.semantics, runs.limits);
    let mut found = Watched::default();
    for run in numbers {
        let seed = Stream::seed_of_run(runs.seed, run);
        match runs.scheduler {
            SchedulerKind::RoundRobin(q) => one(&mut machine, &mut RoundRobin::new(q), &mut found),
            SchedulerKind::Pos => one(&mut machine, &mut Pos::new(seed), &mut found),
            SchedulerKind::Random | SchedulerKind::Pct(_) => one(&mut machine, &mut Random::new(seed), &mut found),
        };
    }
    found
}

fn one<S: Scheduler>(machine: &mut Machine, scheduler: &mut S, found: &mut Watched) -> bool {
    machine.reset();
    let mut observers = (Watcher::default(), HappensBefore::new());
    drive::<Coarse, _, _>(machine, scheduler, &mut observers);
    let (watcher, races) = observers;
    watcher.end(races.races(), found);
    found.runs += 1;
    found.steps += machine.steps();
    machine.state().limit.is_none()
}

/// Greatest number of schedules tried.
const MOST: u64 = 50_000;

fn all_schedules(program: &Arc<Lowered>, runs: &Runs) -> Watched {
    let mut machine = Machine::new(program.clone(), runs.semantics, runs.limits);
    let (mut all, mut found) = (super::schedules::Systematic::default(), Watched::default());
    while found.runs < MOST {
        if !one(&mut machine, &mut all, &mut found) {
            return found;
        }
        if !all.next() {
            found.complete = true;
            return found;
        }
    }
    found
}
