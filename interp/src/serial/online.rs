//! Serializability on line: for each handle (a thread's last step, a cell's last write and the reads since, a lock's last release)
//! the open transactions that reach it. A step joins the sets of the handles that it depends on; a transaction that reaches a step
//! of its own from outside closes a cycle; when it ends it leaves all sets, for nothing can lead into it any more.
//!
//! The graph is that of Velodrome (Flanagan, Freund & Yi, PLDI 2008), in which only reachability from open transactions
//! matters; as in AeroDrome (Mathur & Viswanathan, ASPLOS 2020) a step takes time that depends on the number of threads
//! alone. Unlike that, it tells at the very step that closes a cycle, even if transactions do not end after it.
//!
//! Definition: [`super::plain`]; `tests/serial.rs` holds the two equal at every step.

mod saved;

use super::{Act, Cell, Lock, Step, Threads};
use crate::in_place::clone_in_place;
use crate::value::ThreadId;
use racefree_grammar::ast::ExprId;

/// Graph that is searched for cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Graph {
    /// The graph of all transactions.
    #[default]
    All,
    /// For each block the graph in which all others are single steps: a cycle parts the block.
    Alone,
}

/// The steps that a later one may depend on: a write, the reads since it, or a release.
#[derive(Clone, Default, Debug)]
struct Handle {
    /// The open transactions that have made them.
    by: Threads,
    /// The open transactions that reach others of them.
    after: Threads,
}

impl Handle {
    fn is_empty(&self) -> bool {
        self.by.is_empty() && self.after.is_empty()
    }

    fn clear(&mut self) {
        self.by.clear();
        self.after.clear();
    }
}

/// A handle by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Name {
    Written(Cell),
    Read(Cell),
    Released(Lock),
}

/// A thread.
#[derive(Clone, Default, Debug)]
struct Actor {
    /// Number of blocks that it is in.
    depth: u32,
    /// The outermost one, if there is one.
    block: Option<ExprId>,
    /// The open transactions of others that reach its transaction or, if none is open, its last step.
    reached_by: Threads,
    /// The threads whose `reached_by` has this one's open transaction.
    reaches: Vec<ThreadId>,
    /// The handles with it; some twice, and some that no longer have it.
    handles: Vec<Name>,
}

impl Actor {
    fn clear(&mut self) {
        (self.depth, self.block) = (0, None);
        self.reached_by.clear();
        self.reaches.clear();
        self.handles.clear();
    }
}

/// The last write of a cell, and the reads since.
#[derive(Clone, Default, Debug)]
struct LastAccesses {
    written: Handle,
    read: Handle,
}

/// A run as it goes on.
#[derive(Default, Debug)]
pub struct Online {
    graph: Graph,
    actors: Vec<Actor>,
    cells: Vec<LastAccesses>,
    locks: Vec<Handle>,
    /// Number of open transactions. If it is 0, all sets are empty.
    open: u32,
}

clone_in_place!(Online { graph, actors, cells, locks, open });

fn slot<T: Default>(all: &mut Vec<T>, index: usize) -> &mut T {
    if all.len() <= index {
        all.resize_with(index + 1, T::default);
    }
    &mut all[index]
}

impl Online {
    /// Looks for cycles in this graph.
    pub fn new(graph: Graph) -> Online {
        Online { graph, ..Online::default() }
    }

    /// A new run, in the memory of this one.
    pub fn clear(&mut self) {
        if self.open > 0 {
            self.cells.clear();
            self.locks.clear();
        }
        self.actors.iter_mut().for_each(Actor::clear);
        self.open = 0;
    }

    /// Returns true if a transaction is open.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.open > 0
    }

    /// A thread makes a step. Returns the block that it closes a cycle through, if it does.
    #[inline]
    pub fn step(&mut self, Step { thread, act }: Step) -> Option<ExprId> {
        if self.open == 0 && !matches!(act, Act::Begin(_)) {
            return None;
        }
        self.step_beside(thread, act)
    }

    /// The same, while a transaction is open.
    fn step_beside(&mut self, thread: ThreadId, act: Act) -> Option<ExprId> {
        slot(&mut self.actors, thread.index());
        match act {
            Act::Begin(block) => {
                let actor = &mut self.actors[thread.index()];
                actor.depth += 1;
                if actor.depth == 1 {
                    actor.block = Some(block);
                    self.open += 1;
                }
                None
            }
            Act::End => {
                let actor = &mut self.actors[thread.index()];
                actor.depth = actor.depth.saturating_sub(1);
                if actor.depth == 0 && actor.block.take().is_some() {
                    self.open -= 1;
                    self.end(thread);
                }
                None
            }
            Act::Read(cell) => {
                slot(&mut self.cells, cell.index());
                let closes = self.depends(thread, Name::Written(cell));
                self.put(thread, Name::Read(cell));
                closes
            }
            Act::Write(cell) => {
                slot(&mut self.cells, cell.index());
                let closes = self.depends(thread, Name::Written(cell));
                let closes = self.depends(thread, Name::Read(cell)).or(closes);
                self.replace(thread, Name::Written(cell));
                self.cells[cell.index()].read.clear();
                closes
            }
            Act::Acquire(lock) => {
                slot(&mut self.locks, lock.index());
                self.depends(thread, Name::Released(lock))
            }
            Act::Release(lock) => {
                slot(&mut self.locks, lock.index());
                self.replace(thread, Name::Released(lock));
                None
            }
            Act::Fork(child) => {
                slot(&mut self.actors, child.index());
                let mut before = self.actors[thread.index()].reached_by.clone();
                if self.actors[thread.index()].block.is_some() {
                    before.insert(thread);
                }
                self.reach(child, &before);
                None
            }
        }
    }

    fn handle(&self, name: Name) -> &Handle {
        match name {
            Name::Written(cell) => &self.cells[cell.index()].written,
            Name::Read(cell) => &self.cells[cell.index()].read,
            Name::Released(lock) => &self.locks[lock.index()],
        }
    }

    fn handle_mut(&mut self, name: Name) -> &mut Handle {
        match name {
            Name::Written(cell) => &mut self.cells[cell.index()].written,
            Name::Read(cell) => &mut self.cells[cell.index()].read,
            Name::Released(lock) => &mut self.locks[lock.index()],
        }
    }

    /// A step depends on the steps of a handle. Returns the block, if it closes a cycle.
    #[inline]
    fn depends(&mut self, thread: ThreadId, on: Name) -> Option<ExprId> {
        let handle = self.handle(on);
        let own = self.actors[thread.index()].block.is_some();
        if handle.after.is_empty() && (handle.by.is_empty() || handle.by.is_only(thread)) {
            return None;
        }
        let (mut before, by) = (handle.after.clone(), handle.by.clone());
        // A cycle comes from outside the transaction.
        let mut closes = own && before.has(thread);
        before.join(&by);
        before.remove(thread);
        if own && self.graph == Graph::All {
            closes |= before.iter().any(|other| self.actors[other.index()].reached_by.has(thread));
        }
        self.reach(thread, &before);
        closes.then(|| self.actors[thread.index()].block).flatten()
    }

    /// Adds open transactions, and those that reach them, to those that reach the next step of a thread.
    fn reach(&mut self, thread: ThreadId, before: &Threads) {
        if self.actors[thread.index()].reached_by.covers(before) {
            return;
        }
        let mut all = before.clone();
        if self.graph == Graph::All {
            before.iter().for_each(|other| all.join(&self.actors[other.index()].reached_by));
        }
        self.add(thread, &all);
        if self.graph == Graph::All && self.actors[thread.index()].block.is_some() {
            // Steps that the thread's transaction reaches are reached by them too.
            for at in 0..self.actors[thread.index()].reaches.len() {
                let reached = self.actors[thread.index()].reaches[at];
                self.add(reached, &all);
            }
        }
    }

    /// Adds transactions to those that reach a thread.
    fn add(&mut self, thread: ThreadId, before: &Threads) {
        for other in before.iter().filter(|&other| other != thread) {
            if self.actors[thread.index()].reached_by.insert(other) {
                self.actors[other.index()].reaches.push(thread);
            }
        }
    }

    /// A thread adds a step to those of a handle.
    fn put(&mut self, thread: ThreadId, name: Name) {
        if self.actors[thread.index()].block.is_some() && self.handle_mut(name).by.insert(thread) {
            self.note(thread, name);
        }
        if self.actors[thread.index()].block.is_none() || self.graph == Graph::Alone {
            let after = std::mem::take(&mut self.actors[thread.index()].reached_by);
            self.put_after(&after, name);
            self.actors[thread.index()].reached_by = after;
        }
    }

    /// Open transactions reach a step of a handle.
    fn put_after(&mut self, after: &Threads, name: Name) {
        if self.handle(name).after.covers(after) {
            return;
        }
        for other in after.iter() {
            if self.handle_mut(name).after.insert(other) {
                self.note(other, name);
            }
        }
    }

    /// A thread replaces the steps of a handle by its own.
    fn replace(&mut self, thread: ThreadId, name: Name) {
        let own = self.actors[thread.index()].block.is_some();
        let handle = self.handle_mut(name);
        let was = own && handle.by.has(thread);
        if was && handle.after.is_empty() && handle.by.is_only(thread) && self.graph == Graph::All {
            return;
        }
        let handle = self.handle_mut(name);
        handle.clear();
        if was {
            handle.by.insert(thread);
        }
        self.put(thread, name);
    }

    /// A handle has the open transaction of a thread. Duplicates are removed now and then.
    fn note(&mut self, thread: ThreadId, name: Name) {
        let handles = &mut self.actors[thread.index()].handles;
        if handles.len() >= 64 && handles.len().is_power_of_two() {
            handles.sort_unstable();
            handles.dedup();
        }
        handles.push(name);
    }

    /// The transaction of a thread has ended: transactions that reach it reach the handles that had it.
    fn end(&mut self, thread: ThreadId) {
        for reached in std::mem::take(&mut self.actors[thread.index()].reaches) {
            self.actors[reached.index()].reached_by.remove(thread);
        }
        let mut handles = std::mem::take(&mut self.actors[thread.index()].handles);
        let before = std::mem::take(&mut self.actors[thread.index()].reached_by);
        for &name in &handles {
            let handle = self.handle_mut(name);
            let (by, after) = (handle.by.remove(thread), handle.after.remove(thread));
            // In the graph of single steps, the handle already has the transactions that reached the steps then.
            if (by || after) && self.graph == Graph::All {
                self.put_after(&before, name);
            }
        }
        handles.clear();
        let actor = &mut self.actors[thread.index()];
        (actor.reached_by, actor.handles) = (before, handles);
    }
}
