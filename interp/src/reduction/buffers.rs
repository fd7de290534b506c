//! Weaker memory, by a rule of its own: a store buffer for each thread.
//!
//! A write, and an init-write, waits in a buffer of its thread. The thread sees memory as it will be when its own buffer is performed; everybody
//! else sees memory. A thread that takes or gives a lock, or forks, has nothing that waits. `proof/Buffers.v` states this machine, and the
//! proof says what it is for: a program without races has the outcomes with it that it has without.
//!
//! A new object is in memory at once, before what waits. Nobody can tell: its name is in a write that comes later.
//!
//! Of the forms of Java these are synchronization: a write of a `volatile` field, a primitive of the library that changes what others see (which
//! atomic classes, explicit locks, threads and waiting are made of), the first use of a class and the end of its initialiser. None is made
//! while a write of its thread waits, and their own writes do not wait.

use super::context::Frame;
use super::state::Origin;
use super::{Execution, Redex, State, Touch};
use crate::event::{Event, EventKind, Site};
use crate::program::{FieldId, element, element_number};
use crate::value::{ObjectId, ThreadId, Value};
use im::Vector;
use racefree_program::Primitive;
use std::collections::BTreeSet;

/// Order in which the writes of a thread are performed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Order {
    /// Total store order: as they were made.
    Tso,
    /// Partial store order: for each field of an object as they were made. The write of a final field does not wait, nor does one to what
    /// final fields lead to when the constructor of Java ends: who sees an object sees its final fields as they were built, and what they
    /// led to (JLS 17.5).
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
        let view = self.view(state, thread);
        let (mut memory, event) = self.step(&view, thread)?;
        let synchronizes = self.synchronizes(&view, thread, &event.kind);
        let waits_for = |thread: ThreadId| state.buffer(thread).next().is_some();
        // A thread that has waited for the end of another one sees all its writes.
        let joined = matches!(event.kind, EventKind::Join { child } if waits_for(child));
        if joined || synchronizes && waits_for(thread) || order == Order::Pso && !self.may_freeze(&view, state, thread)
        {
            return None;
        }
        let writes = match event.kind {
            EventKind::Write { object, field, value, .. } | EventKind::InitWrite { object, field, value }
                if !synchronizes && !self.is_at_once(&view, object, field, order) =>
            {
                vec![WaitingWrite { object, field, value, site: event.site }]
            }
            _ if order == Order::Pso => self.filled(&view, &memory, thread, event.site),
            _ => Vec::new(),
        };
        // A write that waits is not in memory.
        for waiting in state.buffer(thread).chain(&writes) {
            if let Some(value) = self.value_at(&state.memory, waiting) {
                self.set(&mut memory, waiting, value);
            }
        }
        let mut buffers = state.buffers.clone();
        while buffers.len() < memory.threads.len() {
            buffers.push_back(Vector::new());
        }
        if let Some(buffer) = buffers.get_mut(thread.index()) {
            buffer.extend(writes);
        }
        Some((Buffered { memory, buffers }, event))
    }

    /// The writes of a step that gives an array the elements that are written out for it: those that change an element. An array for a call
    /// with any number of arguments is there at once.
    fn filled(&self, before: &State, after: &State, i: ThreadId, site: Site) -> Vec<WaitingWrite> {
        let Some(Redex::Invoke { at, recv, args }) = self.redex(before, i) else { return Vec::new() };
        let Some(object) = args.first().and_then(|array| array.object()) else { return Vec::new() };
        let own = after.object(object).is_some_and(|array| array.java().origin == Origin::Written);
        if !own || self.primitive(before, at, recv) != Some(Primitive::Fill) {
            return Vec::new();
        }
        let values = after.object(object).into_iter().flat_map(|array| &array.fields).enumerate();
        let all = values.map(|(n, &value)| WaitingWrite { object, field: element(n), value, site });
        all.filter(|write| !self.is_zero(after, write.value)).collect()
    }

    /// Returns true for a step that is made when no write of its thread waits.
    fn synchronizes(&self, before: &State, thread: ThreadId, step: &EventKind) -> bool {
        matches!(
            step,
            EventKind::Acquire { .. }
                | EventKind::Release { .. }
                | EventKind::Fork { .. }
                | EventKind::Join { .. }
                | EventKind::Wait { .. }
                | EventKind::Notify { .. }
        ) || self.tables.java.has_forms && self.synchronizes_in_java(before, thread)
    }

    fn synchronizes_in_java(&self, before: &State, i: ThreadId) -> bool {
        let Some(redex) = self.redex(before, i) else { return false };
        if self.used_class(before, i, &redex).is_some() {
            return true;
        }
        match redex {
            Redex::Assign { .. } => self.access_of(before, &redex).is_some_and(|(_, field, _)| self.is_volatile(field)),
            Redex::Invoke { at, recv, .. } => match self.primitive(before, at, recv) {
                Some(Primitive::Ending) => true,
                Some(Primitive::Print | Primitive::PrintError) | None => false,
                Some(_) => self.touches(before, i).iter().any(Touch::is_change),
            },
            Redex::Pass { .. } => matches!(self.innermost(before, i), Some(Frame::Static { .. })),
            _ => false,
        }
    }

    fn innermost<'s>(&self, state: &'s State, i: ThreadId) -> Option<&'s Frame> {
        state.threads.get(i.index())?.context.last()
    }

    /// Returns false for the end of a constructor while a write waits to what the final fields of its object lead to.
    fn may_freeze(&self, view: &State, state: &Buffered, i: ThreadId) -> bool {
        let Some(Frame::Making { object }) = self.innermost(view, i) else { return true };
        if !matches!(self.redex(view, i), Some(Redex::Pass { .. })) {
            return true;
        }
        let Some(made) = view.object(*object) else { return true };
        let finals =
            self.fields_of(made.class).into_iter().zip(&made.fields).filter(|(field, _)| self.is_final(*field));
        let mut open: Vec<ObjectId> = finals.filter_map(|(_, value)| value.object()).collect();
        let mut seen = BTreeSet::new();
        while let Some(o) = open.pop() {
            if seen.insert(o) {
                open.extend(view.object(o).iter().flat_map(|object| &object.fields).filter_map(|v| v.object()));
            }
        }
        !state.buffer(i).any(|write| seen.contains(&write.object))
    }

    /// Returns true for a write that does not wait.
    fn is_at_once(&self, before: &State, object: ObjectId, field: FieldId, order: Order) -> bool {
        match order {
            // Nobody else has the object before a write that comes later.
            Order::Tso => self.tables.java.has_forms && !self.has_escaped(before, object),
            Order::Pso => self.is_final(field),
        }
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
        state.object(write.object)?.fields.get(self.place_of(write.field)).copied()
    }

    fn set(&self, state: &mut State, write: &WaitingWrite, value: Value) {
        let place = self.place_of(write.field);
        if let Some(field) = state.object_mut(write.object).and_then(|o| o.fields.get_mut(place)) {
            *field = value;
        }
    }

    /// The place of a field among those of its object; of an element its number.
    fn place_of(&self, field: FieldId) -> usize {
        match element_number(field) {
            Some(n) => n as usize,
            None => self.tables.fields[field.index()].slot.index(),
        }
    }
}
