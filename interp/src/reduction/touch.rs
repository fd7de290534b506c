//! Parts of a state that a step of Java reads or changes. Two steps of different threads commute if neither changes a part that the other one
//! reads or changes.

use super::context::Waiting;
use super::redex::Redex;
use super::{Execution, State};
use crate::event::Access;
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId, Value};
use racefree_program::Primitive;

/// A part of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// A field of an object, or an element of an array.
    Cell(ObjectId, FieldId),
    /// All fields of an object.
    Fields(ObjectId),
    /// The lock of an object.
    Lock(ObjectId),
    /// The threads that wait on an object.
    Waiters(ObjectId),
    /// The life of a thread, by its object.
    Life(ObjectId),
    /// The static initialiser of a class.
    Class(ObjectId),
    /// All that was printed, in its order.
    Output,
    /// The numbers of threads without a name.
    Names,
    /// The interruptions that threads were told of.
    Interrupts,
    /// Everything.
    All,
}

/// A part that a step reads or changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    part: Part,
    changes: bool,
}

impl Touch {
    fn reads(part: Part) -> Touch {
        Touch { part, changes: false }
    }

    fn changes(part: Part) -> Touch {
        Touch { part, changes: true }
    }

    /// Returns true if the part is changed.
    pub fn is_change(&self) -> bool {
        self.changes
    }

    /// Returns true if the steps do not commute.
    pub fn conflicts(&self, other: &Touch) -> bool {
        let same = match (self.part, other.part) {
            (Part::Cell(a, _), Part::Fields(b)) | (Part::Fields(a), Part::Cell(b, _)) => a == b,
            (Part::All, _) | (_, Part::All) => true,
            (a, b) => a == b,
        };
        same && (self.changes || other.changes)
    }
}

impl Execution<'_> {
    /// The parts that the next step of a thread reads or changes; none, if no other thread can see it. Of programs with forms of Java.
    pub fn touches(&self, state: &State, i: ThreadId) -> Vec<Touch> {
        let Some(redex) = self.redex(state, i).filter(|redex| self.is_visible(state, i, redex)) else {
            return Vec::new();
        };
        if let Some(class) = self.used_class(state, i, &redex) {
            return vec![Touch::changes(Part::Class(class))];
        }
        if let Some((object, field, access)) = self.access_of(state, &redex) {
            return vec![Touch { part: Part::Cell(object, field), changes: access != Access::Read }];
        }
        match redex {
            // Who notifies holds the lock, and may have done so since a step that took it.
            Redex::Wake(Waiting { set, lock, left: false, .. }) if !self.is_notified(state, i, set) => {
                let own = [Part::Waiters(set), Part::Lock(lock)].map(Touch::changes);
                own.into_iter().chain([Touch::reads(Part::Interrupts)]).collect()
            }
            Redex::Wake(Waiting { set, lock, .. }) => {
                vec![Touch::changes(Part::Lock(lock)), Touch::changes(Part::Waiters(set))]
            }
            // The end cuts off what others would print.
            Redex::Print { .. } | Redex::Over => vec![Touch::changes(Part::Output)],
            Redex::Invoke { at, recv, args } => match self.primitive(state, at, recv) {
                Some(primitive) => self.touches_of(state, i, primitive, &args),
                None => Vec::new(),
            },
            Redex::Acquire { lock: Value::Object(lock), .. } | Redex::Release { object: Some(lock), .. } => {
                vec![Touch::changes(Part::Lock(lock))]
            }
            Redex::Leave => {
                self.held(state, i).last().map(|&lock| Touch::changes(Part::Lock(lock))).into_iter().collect()
            }
            // A step that others see and that is none of these commutes with nothing.
            _ => vec![Touch::changes(Part::All)],
        }
    }

    /// The parts that a primitive of the library reads or changes.
    fn touches_of(&self, state: &State, i: ThreadId, primitive: Primitive, args: &[Value]) -> Vec<Touch> {
        let object = |n: usize| args.get(n).and_then(|v| v.object());
        let one = |make: fn(Part) -> Touch, part: fn(ObjectId) -> Part| object(0).map(|o| make(part(o)));
        let found = match primitive {
            Primitive::Print | Primitive::PrintError => [Some(Touch::changes(Part::Output)), None],
            Primitive::ThreadNumber => [Some(Touch::changes(Part::Names)), None],
            Primitive::Ending => {
                let own = state.threads.get(i.index()).and_then(|t| t.object);
                [own.map(|o| Touch::changes(Part::Life(o))), None]
            }
            // Threads end, wake, or are seen as they are.
            Primitive::Halt | Primitive::Interrupt | Primitive::Activity | Primitive::Pause => {
                [Some(Touch::changes(Part::All)), None]
            }
            Primitive::InterruptAgain | Primitive::Interrupted | Primitive::IsInterrupted => {
                [Some(Touch::changes(Part::Interrupts)), None]
            }
            Primitive::Start | Primitive::StartDaemon => [one(Touch::changes, Part::Life), None],
            Primitive::Join | Primitive::JoinTimed | Primitive::IsAlive | Primitive::StartNumber => {
                [one(Touch::reads, Part::Life), None]
            }
            Primitive::Acquire | Primitive::AcquireOrThrow | Primitive::Release | Primitive::TryAcquire => {
                [one(Touch::changes, Part::Lock), None]
            }
            Primitive::IsHeld => [one(Touch::reads, Part::Lock), None],
            Primitive::Wait
            | Primitive::WaitTimed
            | Primitive::WaitOrThrow
            | Primitive::Notify
            | Primitive::NotifyAll => {
                [one(Touch::changes, Part::Waiters), object(1).map(|lock| Touch::changes(Part::Lock(lock)))]
            }
            Primitive::CloneArray | Primitive::CopyObject => [one(Touch::reads, Part::Fields), None],
            // Of all others the objects they are given.
            _ => return args.iter().filter_map(|v| Some(Touch::changes(Part::Fields(v.object()?)))).collect(),
        };
        found.into_iter().flatten().collect()
    }
}
