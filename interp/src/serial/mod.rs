//! Serializability of atomic blocks: a run is equivalent to one in which no step of another thread comes between those
//! of a block (Lipton 1975).
//!
//! A *transaction* is the steps of a thread from the begin to the end of an outermost block, as far as the run goes;
//! any other step is one by itself. A run is serializable if the graph on transactions, with T → U when a step of T
//! precedes a dependent step of U, has no cycle. A step *closes* a cycle if a step right before it that it depends on
//! belongs to a transaction that its own one, which is another, reaches already.
//!
//! | here | content | held together by |
//! | --- | --- | --- |
//! | [`plain`] | the definition: steps, the graph, its cycles | `tests/serial.rs`, on every run |
//! | [`Online`] | the same step by step: for each handle the open transactions that reach it | |
//! | [`Atomizer`] | Flanagan & Freund, POPL 2004: blocks that are not reducible in one run | `tests/serial.rs` |

pub mod atomizer;
mod online;
pub mod plain;
pub mod rapid;
mod threads;

pub use atomizer::Atomizer;
pub use online::{Graph, Online};
pub use threads::Threads;

use crate::event::{Event, EventKind};
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId};
use racefree_grammar::ast::ExprId;
use rustc_hash::FxHashMap;

racefree_grammar::index! {
    /// A field of an object, by a number that the caller gives it.
    Cell;
    /// A lock, by a number that the caller gives it.
    Lock;
}

/// Transaction act of a step. Steps that no other thread can notice have none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// A block begins.
    Begin(ExprId),
    /// The block begun last ends.
    End,
    /// A read.
    Read(Cell),
    /// A write or an init-write.
    Write(Cell),
    /// An outermost acquire.
    Acquire(Lock),
    /// An outermost release.
    Release(Lock),
    /// A fork of this thread.
    Fork(ThreadId),
}

/// A step of a thread, as transactions see it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The thread.
    pub thread: ThreadId,
    /// Its transaction act.
    pub act: Act,
}

/// Numbers for the fields and the locks of a run.
#[derive(Default, Debug)]
pub struct Numbers {
    cells: FxHashMap<(ObjectId, FieldId), Cell>,
}

impl Numbers {
    /// Returns the transaction act of an event, if it has one.
    pub fn step(&mut self, event: &Event) -> Option<Step> {
        let act = match event.kind {
            EventKind::Begin { block } => Act::Begin(block),
            EventKind::End { .. } => Act::End,
            EventKind::Read { object, field, .. } => Act::Read(self.cell(object, field)),
            EventKind::Write { object, field, .. } | EventKind::InitWrite { object, field, .. } => {
                Act::Write(self.cell(object, field))
            }
            EventKind::Acquire { object, count: 1 } => Act::Acquire(Lock(object.0)),
            EventKind::Release { object, count: 0 } | EventKind::Wait { lock: object, .. } => {
                Act::Release(Lock(object.0))
            }
            EventKind::Fork { child } => Act::Fork(child),
            EventKind::Acquire { .. }
            | EventKind::Release { .. }
            | EventKind::Alloc { .. }
            | EventKind::Call { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Throw { .. }
            | EventKind::Join { .. }
            | EventKind::Notify { .. }
            | EventKind::Local(_) => return None,
        };
        Some(Step { thread: event.thread, act })
    }

    fn cell(&mut self, object: ObjectId, field: FieldId) -> Cell {
        let next = Cell(self.cells.len() as u32);
        *self.cells.entry((object, field)).or_insert(next)
    }
}
