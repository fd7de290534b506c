//! Weaker memory, by a rule of its own: a store buffer for each thread.
//!
//! A write, and an init-write, waits in a buffer of its thread. The thread sees memory as it will be when its own buffer is performed; everybody
//! else sees memory. A thread that takes or gives a lock, or forks, has nothing that waits. `proof/Buffers.v` states this machine, and the
//! proof says what it is for: a program without races has the outcomes with it that it has without.
//!
//! A new object is in memory at once, before what waits. Nobody can tell: its name is in a write that comes later.

use super::{Execution, State};
use crate::event::{Event, EventKind, Site};
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId, Value};
use im::Vector;

/// Order in which the writes of a thread are performed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Order {
    /// Total store order: as they were made.
    Tso,
    /// Partial store order: for each field of an object as they were made. The init-write of a final field does not wait: who sees an
    /// object sees its final fields as they were built (JLS 17.5).
    Pso,
}

/// A write that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitingWrite {
    /// The object.
    pub object: ObjectId,
    /// The field.
    pub field: FieldId,
    /// The value.
    pub value: Value,
    /// The redex.
    pub site: Site,
}

/// `⟨H; T⟩` with a store buffer for each thread.
#[derive(Clone, Debug)]
pub struct Buffered {
    /// `⟨H; T⟩`: memory, and the threads.
    pub memory: State,
    /// The buffers, by [`ThreadId`], each from its oldest write on.
    buffers: Vector<Vector<WaitingWrite>>,
}

impl Buffered {
    /// A state in which nothing waits.
    pub fn new(memory: State) -> Buffered {
        let buffers = memory.threads.iter().map(|_| Vector::new()).collect();
        Buffered { memory, buffers }
    }

    /// The writes of a thread that wait, the oldest first.
    pub fn buffer(&self, thread: ThreadId) -> impl DoubleEndedIterator<Item = &WaitingWrite> {
        self.buffers.get(thread.index()).into_iter().flatten()
    }
}

impl Execution<'_> {
    /// Memory as a thread sees it: its own writes are performed.
    pub fn view(&self, state: &Buffered, thread: ThreadId) -> State {
        let mut view = state.memory.clone();
        state.buffer(thread).for_each(|write| self.set(&mut view, write, write.value));
        view
    }

    /// One step of a thread. `None` if it cannot step, or waits until its buffer is empty.
    pub fn buffered_step(&self, state: &Buffered, thread: ThreadId, order: Order) -> Option<(Buffered, Event)> {
        let (mut memory, event) = self.step(&self.view(state, thread), thread)?;
        let wait = |object, field, value| Some(WaitingWrite { object, field, value, site: event.site });
        let write = match event.kind {
            EventKind::Write { object, field, value, .. } => wait(object, field, value),
            EventKind::InitWrite { field, .. } if order == Order::Pso && self.tables.fields[field.index()].is_final => {
                None
            }
            EventKind::InitWrite { object, field, value } => wait(object, field, value),
            EventKind::Acquire { .. }
            | EventKind::Release { .. }
            | EventKind::Fork { .. }
            | EventKind::Join { .. }
            | EventKind::Wait { .. }
            | EventKind::Notify { .. } => {
                if state.buffer(thread).next().is_some() {
                    return None;
                }
                None
            }
            EventKind::Alloc { .. }
            | EventKind::Read { .. }
            | EventKind::Call { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Begin { .. }
            | EventKind::End { .. }
            | EventKind::Throw { .. }
            | EventKind::Local(_) => None,
        };
        // A write that waits is not in memory.
        for waiting in state.buffer(thread).chain(&write) {
            if let Some(value) = self.value_at(&state.memory, waiting) {
                self.set(&mut memory, waiting, value);
            }
        }
        let mut buffers = state.buffers.clone();
        while buffers.len() < memory.threads.len() {
            buffers.push_back(Vector::new());
        }
        if let (Some(write), Some(buffer)) = (write, buffers.get_mut(thread.index())) {
            buffer.push_back(write);
        }
        Some((Buffered { memory, buffers }, event))
    }

    /// Returns true if the write at a place of a thread's buffer may be performed before those that are older.
    pub fn may_perform(&self, state: &Buffered, thread: ThreadId, place: usize, order: Order) -> bool {
        let Some(write) = state.buffer(thread).nth(place) else { return false };
        let same = |older: &WaitingWrite| (older.object, older.field) == (write.object, write.field);
        match order {
            Order::Tso => place == 0,
            Order::Pso => !state.buffer(thread).take(place).any(same),
        }
    }

    /// The state after the write at a place of a thread's buffer is performed.
    pub fn perform(&self, state: &Buffered, thread: ThreadId, place: usize) -> Option<Buffered> {
        let mut next = state.clone();
        let buffer = next.buffers.get_mut(thread.index()).filter(|buffer| place < buffer.len())?;
        let write = buffer.remove(place);
        self.set(&mut next.memory, &write, write.value);
        Some(next)
    }

    fn value_at(&self, state: &State, write: &WaitingWrite) -> Option<Value> {
        let slot = self.tables.fields[write.field.index()].slot.index();
        state.object(write.object)?.fields.get(slot).copied()
    }

    fn set(&self, state: &mut State, write: &WaitingWrite, value: Value) {
        let slot = self.tables.fields[write.field.index()].slot.index();
        if let Some(field) = state.heap.get_mut(write.object.index()).and_then(|o| o.fields.get_mut(slot)) {
            *field = value;
        }
    }
}
