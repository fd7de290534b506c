//! Objects that other threads may have, and steps that other threads can see. Until an object is stored in one that others may have, or given
//! to a thread that starts, its maker alone has it: no order of its steps with those of others matters.

use crate::event::{Access, Site};
use crate::program::{FieldId, element_number};
use crate::reduction::context::Frame;
use crate::reduction::redex::Redex;
use crate::reduction::state::{Init, Number};
use crate::reduction::{Execution, State};
use crate::value::{ObjectId, ThreadId, Value};
use racefree_program::Primitive;

impl Execution<'_> {
    /// Takes note of a value stored in an object.
    pub(super) fn stored(&self, state: &mut State, object: ObjectId, value: Value) {
        if self.tables.java.has_forms && self.has_escaped(state, object) {
            self.escape(state, value);
        }
    }

    /// Other threads may have a value from now on, and all that it leads to.
    pub(super) fn escape(&self, state: &mut State, value: Value) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            let Value::Object(o) = value else { continue };
            let Some(object) = state.heap.get(o.index()) else { continue };
            if object.text.is_some() || object.java().escaped || object.java().number.is_some() {
                continue;
            }
            open.extend(object.fields.iter().filter(|v| matches!(v, Value::Object(_))));
            if let Some(object) = state.object_mut(o) {
                object.java_mut().escaped = true;
            }
        }
    }

    /// Returns true for an object that other threads may have. A text is always one: a literal is one object for all, and it has a lock.
    pub(in crate::reduction) fn has_escaped(&self, state: &State, object: ObjectId) -> bool {
        self.is_constant(object) || state.object(object).is_some_and(|o| o.text.is_some() || o.java().escaped)
    }

    /// Returns true for the object of a class.
    pub(crate) fn is_class(&self, object: ObjectId) -> bool {
        self.is_constant(object)
    }

    /// Returns true while a thread runs the static initialiser of a class.
    pub(crate) fn is_initialising(&self, state: &State, object: ObjectId, i: ThreadId) -> bool {
        state.object(object).is_some_and(|o| o.java().init == Init::Running(i))
    }

    /// Returns true for a value that a variable of some type of Java begins with.
    pub(crate) fn is_zero(&self, state: &State, value: Value) -> bool {
        match value {
            Value::Void | Value::Null | Value::Bool(false) | Value::Int(0) => true,
            Value::Object(o) => {
                let number = state.object(o).and_then(|o| o.java().number);
                matches!(number, Some(Number::Long(0) | Number::Double(0) | Number::Float(0)))
            }
            Value::Bool(true) | Value::Int(_) => false,
        }
    }

    /// Returns true for a final field; an element is none.
    pub(crate) fn is_final(&self, field: FieldId) -> bool {
        self.tables.fields.get(field.index()).is_some_and(|f| f.is_final)
    }

    /// Returns true for a lock of the library that excludes, and orders nothing.
    pub fn is_quiet(&self, state: &State, lock: ObjectId) -> bool {
        let quiet = self.tables.java.quiet;
        quiet.is_some() && state.object(lock).map(|object| object.class) == quiet
    }

    /// Returns true if a step at a place is one of the library under a quiet lock: it has the object for itself.
    pub fn is_under_quiet(&self, state: &State, i: ThreadId, site: Site) -> bool {
        let java = &self.tables.java;
        if java.quiet.is_none() || !java.is_library(site.span(&self.tables.program)) {
            return false;
        }
        let context = state.threads.get(i.index()).map(|t| &t.context);
        for frame in context.into_iter().flat_map(|context| context.iter().rev()) {
            match frame {
                Frame::InSync { object: Some(o), .. } if self.is_quiet(state, *o) => return true,
                Frame::Called { at } if !java.is_library(self.tables.program.span(*at)) => return false,
                _ => {}
            }
        }
        false
    }

    /// Returns true if a redex is an access that no other thread can see, since a quiet lock is held.
    fn is_quiet_access(&self, state: &State, i: ThreadId, redex: &Redex) -> bool {
        let site = || state.threads.get(i.index()).map(|t| self.site(redex, t));
        self.tables.java.quiet.is_some()
            && self.access_of(state, redex).is_some_and(|(_, field, _)| !self.is_volatile(field))
            && site().is_some_and(|site| self.is_under_quiet(state, i, site))
    }

    /// Returns true if other threads can see a step, or it depends on theirs. Of programs with forms of Java.
    pub fn is_visible(&self, state: &State, i: ThreadId, redex: &Redex) -> bool {
        let shared = |v: Value| v.object().is_some_and(|o| self.has_escaped(state, o));
        if self.used_class(state, i, redex).is_some() {
            return true;
        }
        if self.is_quiet_access(state, i, redex) {
            return false;
        }
        match redex {
            Redex::Wake(_) | Redex::Print { .. } | Redex::Over => true,
            Redex::Ref { recv, .. } | Redex::Assign { recv, .. } | Redex::InitWrite { object: _, value: recv, .. }
                if matches!(redex, Redex::InitWrite { .. }) || shared(*recv) =>
            {
                match self.access_of(state, redex) {
                    // Nobody changes a final field of an object that is made.
                    Some((object, field, Access::Read)) if element_number(field).is_none() => {
                        let done = state.object(object).is_some_and(|o| !o.java().making);
                        !(self.tables.fields[field.index()].is_final && done)
                    }
                    Some((object, ..)) => self.has_escaped(state, object),
                    None => false,
                }
            }
            Redex::Java { at, done, .. } => {
                self.element_access(state, *at, done).is_some_and(|(object, ..)| self.has_escaped(state, object))
            }
            Redex::Acquire { lock, .. } => {
                shared(*lock) && lock.object().is_none_or(|lock| self.count_of(state, i, lock) == 0)
            }
            Redex::Release { object, .. } => {
                object.is_some_and(|o| self.gives_up(state, i, o) && !self.is_quiet(state, o))
            }
            Redex::Leave => {
                let t = &state.threads[i.index()];
                let layer = t.context.iter().rev().find(|f| f.unwinds());
                matches!(layer, Some(&Frame::InSync { object: Some(o), .. }) if self.gives_up(state, i, o) && !self.is_quiet(state, o))
            }
            Redex::Invoke { at, recv, args } => match self.primitive(state, *at, *recv) {
                Some(primitive) => self.is_visible_primitive(state, i, primitive, args),
                None => false,
            },
            _ => false,
        }
    }

    /// Returns true if a release makes a lock free that others may take.
    fn gives_up(&self, state: &State, i: ThreadId, lock: ObjectId) -> bool {
        self.has_escaped(state, lock) && self.count_of(state, i, lock) == 1
    }

    fn is_visible_primitive(&self, state: &State, i: ThreadId, primitive: Primitive, args: &[Value]) -> bool {
        let object = args.first().and_then(|v| v.object());
        let shared = object.is_some_and(|o| self.has_escaped(state, o));
        match primitive {
            Primitive::Print | Primitive::PrintError | Primitive::Halt | Primitive::Interrupt => true,
            Primitive::InterruptAgain | Primitive::Interrupted | Primitive::IsInterrupted => {
                self.tables.java.interrupts
            }
            // The other thread may end first.
            Primitive::Join => state.threads.get(i.index()).is_some_and(|t| t.interrupted),
            Primitive::Ending => self.tables.java.asks_alive,
            Primitive::Pause => self.tables.java.asks_activity,
            Primitive::ThreadNumber => self.tables.java.asks_names,
            Primitive::Start
            | Primitive::StartDaemon
            | Primitive::JoinTimed
            | Primitive::IsAlive
            | Primitive::Activity
            | Primitive::StartNumber
            | Primitive::Wait
            | Primitive::WaitOrThrow
            | Primitive::WaitTimed
            | Primitive::Notify
            | Primitive::NotifyAll
            | Primitive::IsHeld
            | Primitive::TryAcquire
            | Primitive::CompareAndSet
            | Primitive::GetAndSet
            | Primitive::GetAndAdd
            | Primitive::GetAndAddLong
            | Primitive::CloneArray
            | Primitive::CopyArray
            | Primitive::CopyObject => shared,
            Primitive::Acquire | Primitive::AcquireOrThrow => {
                shared && object.is_none_or(|o| self.count_of(state, i, o) == 0)
            }
            Primitive::Release => object.is_some_and(|o| self.gives_up(state, i, o)),
            _ => false,
        }
    }
}
