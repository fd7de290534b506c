//! The state space: collapse compression (Holzmann, *State Compression in SPIN*, 1997) and a memo of transitions
//! (`docs/explorer.md`).
//!
//! A state has a slot for each thread and each object, and in it the number of an interned part, 0 if there is none yet. The
//! machine runs once for all states in which a thread and the objects that it looks at are the same.

mod collect;
mod execute;
mod extras;
mod known;
mod memo;
mod serial;
mod step;
mod successors;
mod tree;

pub use extras::{CellId, Extra, Keep, Made};
pub use known::Known;
use known::Of;
pub use racefree_interp::machine::intern::mix;
pub use serial::{Closed, TRANSACTIONS, acts, key as cycle_key};
pub use step::{Child, ExtraId, Kind, PartNumber, Slot, Step, StepId, Successor, Target, dependent};

use crate::options::Options;
use collect::{Collect, Mark};

use racefree_interp::machine::pack::{ObjectName, Part, ThreadName, Workbench};
use racefree_interp::machine::{Lowered, SchedulingPoints};
use racefree_interp::observe::Order;
use racefree_interp::options::{Limit, Locks, MAX_TEXT};
use racefree_interp::program::FieldSlot;
use racefree_interp::serial::{Act, Cell, Lock, Step as ActOf};
use rustc_hash::FxHashMap;
use serial::Transactions;
use std::marker::PhantomData;
use std::sync::Arc;
use tree::SlotPart;
pub use tree::{Link, there};

/// Marks the lag of a thread that has not had its turn yet.
const NEWBORN: u32 = 1 << 31;

/// The number of the step of all threads that have ended.
const OVER: StepId = StepId(0);

/// The state space of a program, as far as it is known.
pub struct Space<P: SchedulingPoints> {
    bench: Workbench,
    known: Known,
    collect: Collect,
    keep: Keep,
    /// The owner of a lock is the thread that is in its `synchronized`, and nothing else matters to it.
    plain_locks: bool,
    cells: FxHashMap<(ObjectName, FieldSlot), CellId>,
    transactions: Transactions,
    outputs: Vec<(u32, String)>,
    output_ids: FxHashMap<(u32, String), u32>,
    changed: Vec<(ObjectName, Part)>,
    looked: Vec<SlotPart>,
    forked: Vec<ThreadName>,
    points: PhantomData<P>,
}

impl<P: SchedulingPoints> Space<P> {
    /// The space of a program.
    pub fn new(program: Arc<Lowered>, options: &Options, keep: Keep) -> Space<P> {
        let Options { semantics, limits, monitors, .. } = *options;
        let acts = keep.acts || keep.transactions.is_some();
        let most = Made { objects: limits.objects as usize, text: MAX_TEXT, threads: limits.threads as usize };
        Space {
            known: Known::new(most, keep.transactions.is_some()),
            collect: Collect::new(monitors, acts, program.methods.len()),
            transactions: Transactions::new(keep.transactions.unwrap_or_default()),
            keep,
            plain_locks: semantics.locks == Locks::Reentrant && !semantics.inner_release_frees && P::ACCESSES,
            cells: FxHashMap::default(),
            outputs: vec![(0, String::new())],
            output_ids: FxHashMap::default(),
            changed: Vec::new(),
            looked: Vec::new(),
            forked: Vec::new(),
            points: PhantomData,
            bench: Workbench::new(program, semantics, limits),
        }
    }

    /// The first state: the objects, and the main thread before its first scheduling point. Also the effects and the
    /// number of the local steps up to there.
    pub fn first(&mut self) -> (Vec<u32>, Child, Extra) {
        self.bench.load_first();
        self.collect.clear();
        let steps = self.bench.go::<P, _>(true, &mut self.collect) as u32;
        let mut extra = Extra { limit: self.bench.limit(), ..Extra::default() };
        extra.wrong.extend(self.collect.wrong());
        let (slot, number) = self.thread(0, steps | NEWBORN);
        let mut state = Vec::new();
        put(&mut state, slot, number);
        extra.acts = self.acts(ThreadName::MAIN, &[]);
        if self.known.has_transactions() {
            let (number, closed) = self.transactions.work_out(PartNumber(0), extra.acts.iter().copied());
            extra.wrong.extend(closed.iter().flat_map(|keys| keys.iter().cloned()));
            put(&mut state, TRANSACTIONS, number);
            self.known.grow_transactions(self.transactions.count());
        }
        self.changes().into_iter().for_each(|(slot, number)| put(&mut state, slot, number));
        (state, Child { name: ThreadName::MAIN, slot, number, steps }, extra)
    }

    /// Returns the known part of the space.
    #[inline]
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Computes the step of the thread of a slot in a state. Returns the number of the step.
    #[cold]
    #[inline(never)]
    pub fn work_out(&mut self, slot: Slot, state: &[u32]) -> StepId {
        self.load(slot, state);
        let step = self.execute(self.known.part(slot, PartNumber(state[slot.index()])));
        let limit = self.known.extra(step.extra).and_then(|e| e.limit);
        let index = self.known.add_step(step);
        // The total of objects and threads is no part of the footprint.
        if !matches!(limit, Some(Limit::Objects | Limit::Threads)) {
            let mut looked = std::mem::take(&mut self.looked);
            self.known.remember(slot, state, &mut looked, index);
            self.looked = looked;
        }
        index
    }

    /// Puts the thread of a slot and the objects of a state on the bench.
    fn load(&mut self, thread: Slot, state: &[u32]) {
        let Space { bench, known, .. } = self;
        let count = known.threads().iter().filter(|t| there(state, t.0) != 0).count();
        let mut threads = known.threads().iter().map(|t| t.0).peekable();
        let objects = (0..state.len() as u32).map(Slot).filter(|&slot| {
            while threads.next_if(|&t| t < slot).is_some() {}
            threads.peek() != Some(&slot) && there(state, slot) != 0 && !known.is_transactions(slot)
        });
        let part = |slot: Slot| known.part(slot, PartNumber(state[slot.index()]));
        bench.load(part(thread), objects.map(part), count);
    }

    /// The parent of a thread, and the number of the fork.
    pub fn parent(&self, name: ThreadName) -> (ThreadName, u32) {
        self.bench.thread(name)
    }

    /// The thread of a slot in a state, to look at in the machine.
    pub fn show(&mut self, thread: Slot, state: &[u32]) -> &Workbench {
        self.load(thread, state);
        &self.bench
    }

    /// The bench, with its last content.
    pub fn bench(&self) -> &Workbench {
        &self.bench
    }

    /// Returns true if states are told apart by their output.
    pub fn keeps_output(&self) -> bool {
        self.keep.output
    }

    /// Returns the lines that a thread has printed, in order.
    pub fn output(&self, slot: Slot, number: PartNumber) -> Vec<&str> {
        let mut lines = Vec::new();
        let mut at = self.tag(self.known.part(slot, number)).0;
        while at != 0 {
            let (before, line) = &self.outputs[at as usize];
            lines.push(line.as_str());
            at = *before;
        }
        lines.reverse();
        lines
    }

    /// Local steps since the last visible one, and true if the thread has not had its turn yet, if that is kept.
    pub fn lag(&self, slot: Slot, number: PartNumber) -> (u32, bool) {
        let lag = self.tag(self.known.part(slot, number)).1;
        (lag & !NEWBORN, lag & NEWBORN != 0)
    }

    fn tag(&self, thread: Part) -> (u32, u32) {
        let tag = self.bench.tag(thread);
        (tag as u32, (tag >> 32) as u32)
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.bench.memory() + self.known.memory() + self.cells.capacity() * 16 + self.transactions.memory()
    }

    /// Returns the transactions after a transition, and the blocks through which it closes cycles.
    #[inline]
    pub fn transact(&mut self, state: &[u32], step: &Step) -> (PartNumber, Closed) {
        let after = self.transactions.after(PartNumber(there(state, TRANSACTIONS)), step.acts);
        self.known.grow_transactions(self.transactions.count());
        after
    }

    /// Returns the transaction acts of the last transition, of its thread and of the threads that it has forked, under
    /// the names of the space.
    fn acts(&mut self, own: ThreadName, forked: &[ThreadName]) -> Vec<ActOf> {
        let Some(marks) = self.collect.marks.take() else { return Vec::new() };
        let mut children = forked.iter();
        let acts = marks.iter().map(|&(thread, mark)| {
            let act = match mark {
                Mark::Access { object, field, writes } => {
                    let cell = Cell(self.cell(self.bench.name_of(object), field).0);
                    if writes { Act::Write(cell) } else { Act::Read(cell) }
                }
                Mark::Order(Order::Acquire(lock)) => Act::Acquire(Lock(self.bench.name_of(lock).0)),
                Mark::Order(Order::Release(lock)) => Act::Release(Lock(self.bench.name_of(lock).0)),
                Mark::Order(Order::Fork(_)) => Act::Fork(children.next().copied().unwrap_or(own).id()),
                Mark::Order(Order::Begin(block)) => Act::Begin(block),
                Mark::Order(Order::End(_)) => Act::End,
            };
            ActOf { thread, act }
        });
        let acts: Vec<ActOf> = acts.collect();
        self.collect.marks = Some(marks);
        acts
    }

    /// Returns the methods that steps have called, by their number in the program.
    pub fn reached(&self) -> &[bool] {
        &self.collect.reached
    }

    /// Forgets everything but names of threads, objects and cells; all numbers in slots become invalid but those of
    /// `states`, which are renewed.
    pub fn forget<'a>(&mut self, states: impl Iterator<Item = &'a mut [u32]>) {
        let old = self.bench.forget();
        let parts = self.known.forget();
        let threads: Vec<Slot> = self.known.threads().iter().map(|t| t.0).collect();
        for state in states {
            let known = &self.known;
            let kept = |slot: Slot| known.is_transactions(slot);
            let slots = (0..).map(Slot).zip(state).filter(|s| *s.1 != 0 && !kept(s.0)).collect::<Vec<_>>();
            for (slot, number) in slots {
                let part = self.bench.keep(&old, parts[slot.index()][*number as usize - 1]);
                let of = match threads.contains(&slot) {
                    true => Of::Thread { over: self.bench.has_ended(part) },
                    false => Of::Object(self.bench.owner(part)),
                };
                *number = self.known.add(part, slot, of).1.0;
            }
        }
    }
}

/// Puts something into a slot of a state.
#[inline]
pub fn put(state: &mut Vec<u32>, slot: Slot, number: PartNumber) {
    if state.len() <= slot.index() {
        state.resize(slot.index() + 1, 0);
    }
    state[slot.index()] = number.0;
}

/// The state after a transition of the thread of a slot.
#[inline]
pub fn successor(known: &Known, state: &[u32], slot: Slot, step: &Step, next: &mut Vec<u32>) {
    next.clear();
    next.extend_from_slice(state);
    next[slot.index()] = step.leads.part().0;
    if let Some(slot) = step.slot.get() {
        put(next, slot, step.object);
    }
    if let Some(extra) = known.extra(step.extra) {
        extra.changes.iter().for_each(|&(slot, number)| put(next, slot, number));
        extra.children.iter().for_each(|c| put(next, c.slot, c.number));
    }
}
