//! Declarations as monitors look at them on every step: what can be said of them without looking at paths. What is said is
//! always true; what is not said takes a closer look.

use super::state::{Heap, Object};
use crate::monitor::Monitor;
use crate::program::{ClassId, Classes, Field, Ty};
use crate::value::{ThreadId, Value};

/// What can be said of a guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QuickGuard {
    Unguarded,
    This,
    Path,
}

/// What can be said of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QuickType {
    /// The sorts of values that have it whatever they are, a bit each ([`Value::sort`]).
    sorts: u8,
    /// The objects of the classes from the first up to the second have it.
    from: ClassId,
    to: ClassId,
}

impl QuickType {
    pub(crate) fn of(ty: &Ty, classes: &Classes) -> QuickType {
        let sorts = |of: &[Value]| of.iter().fold(0, |sorts, v| sorts | 1 << v.sort());
        let none = ClassId(0);
        match ty {
            Ty::Int => QuickType { sorts: sorts(&[Value::Int(0)]), from: none, to: none },
            Ty::Boolean => QuickType { sorts: sorts(&[Value::Bool(true)]), from: none, to: none },
            Ty::Void => QuickType { sorts: u8::MAX, from: none, to: none },
            Ty::Class(class, ghosts) => {
                // Objects whose ghosts have to be compared are none of these.
                let to = if ghosts.is_empty() { classes.get(*class).end } else { *class };
                QuickType { sorts: sorts(&[Value::Null]), from: *class, to }
            }
        }
    }

    /// Whether a value clearly has the type; if not, it may have it nevertheless.
    #[inline(always)]
    pub(crate) fn admits(self, heap: &Heap, value: Value) -> bool {
        if self.sorts >> value.sort() & 1 != 0 {
            return true;
        }
        let Value::Object(o) = value else { return false };
        let class = heap.object(o).class;
        self.from <= class && class < self.to
    }
}

/// What the accesses to a field depend on, values aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keeper {
    /// Guarded by `this`: who holds the object.
    Holder,
    /// Neither guarded nor final: who made the object.
    Maker,
    /// Final: whether it is initialised.
    Built,
    /// A path.
    Path,
}

impl Keeper {
    /// The only monitor that can fire at a read, and the only one besides that of values at a write of a field that is not
    /// final.
    #[inline(always)]
    pub(crate) fn monitor(self) -> Monitor {
        match self {
            Keeper::Holder | Keeper::Path => Monitor::Guard,
            Keeper::Maker => Monitor::Confinement,
            Keeper::Built => Monitor::Final,
        }
    }
}

/// What can be said of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QuickField {
    pub(crate) guard: QuickGuard,
    pub(crate) is_final: bool,
    pub(crate) keeper: Keeper,
    pub(crate) slot: u32,
    pub(crate) ty: QuickType,
}

impl QuickField {
    pub(crate) fn of(field: &Field, classes: &Classes) -> QuickField {
        let guard = match &field.guard {
            None => QuickGuard::Unguarded,
            Some(path) if path.is_this() => QuickGuard::This,
            Some(_) => QuickGuard::Path,
        };
        let keeper = match guard {
            _ if field.is_final => Keeper::Built,
            QuickGuard::Unguarded => Keeper::Maker,
            QuickGuard::This => Keeper::Holder,
            QuickGuard::Path => Keeper::Path,
        };
        let ty = QuickType::of(&field.ty, classes);
        QuickField { guard, is_final: field.is_final, keeper, slot: field.slot, ty }
    }

    /// Whether a thread clearly may read it of this object, by all monitors.
    #[inline(always)]
    pub(crate) fn may_read(&self, object: &Object, thread: ThreadId) -> bool {
        match self.keeper {
            Keeper::Holder => object.held_by(thread),
            Keeper::Maker => object.thread == thread,
            Keeper::Built => self.slot < object.built,
            Keeper::Path => false,
        }
    }

    /// Whether a thread clearly may write it of this object, as far as the value does not matter.
    #[inline(always)]
    pub(crate) fn may_write(&self, object: &Object, thread: ThreadId) -> bool {
        match self.keeper {
            Keeper::Holder => object.held_by(thread),
            Keeper::Maker => object.thread == thread,
            Keeper::Built | Keeper::Path => false,
        }
    }

    /// The same of an init-write.
    #[inline(always)]
    pub(crate) fn may_init(&self, object: &Object, thread: ThreadId) -> bool {
        self.keeper != Keeper::Maker || object.thread == thread
    }
}
