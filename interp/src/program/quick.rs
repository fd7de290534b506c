//! Declarations as monitors look at them on every step: what can be said of them without looking at paths.

use super::classes::{ClassId, Classes};
use super::members::Field;
use super::paths::Ty;

/// What can be said of a guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QuickGuard {
    Unguarded,
    This,
    Path,
}

/// What can be said of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QuickType {
    /// Every value has it.
    Anything,
    Int,
    Boolean,
    /// `null` and the objects of the classes from the first up to the second have it.
    Below(ClassId, ClassId),
    /// It takes a look at ghosts.
    Ghosts,
}

impl QuickType {
    pub(crate) fn of(ty: &Ty, classes: &Classes) -> QuickType {
        match ty {
            Ty::Int => QuickType::Int,
            Ty::Boolean => QuickType::Boolean,
            Ty::Void => QuickType::Anything,
            Ty::Class(class, ghosts) if ghosts.is_empty() => QuickType::Below(*class, classes.get(*class).end),
            Ty::Class(..) => QuickType::Ghosts,
        }
    }
}

/// What can be said of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QuickField {
    pub(crate) guard: QuickGuard,
    pub(crate) is_final: bool,
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
        QuickField { guard, is_final: field.is_final, slot: field.slot, ty: QuickType::of(&field.ty, classes) }
    }
}
