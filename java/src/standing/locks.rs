//! Objects that the expression of a lock may denote.

use super::units::own_method;
use crate::Java;
use crate::tree::body::{Body, ExprNo, Kind};
use crate::tree::{ClassKind, ClassNo, FieldNo, Origin};
use crate::types::Ty;

/// Knowledge of a lock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Lock {
    /// The object of a class.
    OfClass(ClassNo),
    /// The object in a field.
    Field(FieldNo),
    /// An object of a class of the sources, or of one below it.
    Object(ClassNo),
    /// An object of another type.
    Other(Ty),
}

impl Lock {
    /// The lock that an expression denotes.
    pub(super) fn of(java: &Java, body: &Body, e: ExprNo) -> Lock {
        let it = &body.expressions[e.index()];
        match &it.kind {
            Kind::This { class } => Lock::Object(*class),
            Kind::ClassConstant(written) => java.types.class(written.ty).map_or(Lock::Other(it.ty), Lock::OfClass),
            Kind::Field { field, .. } => Lock::Field(*field),
            Kind::Local(local) => match body.locals[local.index()].value {
                Some(value) if matches!(body.expressions[value.index()].kind, Kind::Field { .. }) => {
                    Lock::of(java, body, value)
                }
                _ => Lock::of_type(java, it.ty),
            },
            // Both locks of a pair for readers and writers are one here.
            Kind::Call(call) => match call.target.filter(|_| own_method(java, call).is_none()) {
                Some(target) if call.arguments.is_empty() => Lock::of(java, body, target),
                _ => Lock::of_type(java, it.ty),
            },
            _ => Lock::of_type(java, it.ty),
        }
    }

    fn of_type(java: &Java, ty: Ty) -> Lock {
        own_class(java, ty).map_or(Lock::Other(ty), Lock::Object)
    }

    /// The class of the sources that the object is of.
    fn class(&self, java: &Java) -> Option<ClassNo> {
        match self {
            Lock::Object(class) => Some(*class),
            Lock::Field(field) => own_class(java, java.fields[field.index()].ty.ty),
            Lock::OfClass(_) | Lock::Other(_) => None,
        }
    }

    /// Returns true for what may be the same object.
    pub(super) fn may_be(&self, other: &Lock, java: &Java) -> bool {
        if self == other {
            return true;
        }
        let is_field_of = |field: &FieldNo, ty: &Ty| java.fields[field.index()].ty.ty == *ty;
        match (self, other) {
            (Lock::Field(field), Lock::Other(ty)) | (Lock::Other(ty), Lock::Field(field)) => is_field_of(field, ty),
            (Lock::OfClass(_) | Lock::Other(_), _) | (_, Lock::OfClass(_) | Lock::Other(_)) => false,
            (Lock::Field(_) | Lock::Object(_), Lock::Field(_) | Lock::Object(_)) => {
                self.class(java).zip(other.class(java)).is_some_and(|(a, b)| are_related(java, a, b))
            }
        }
    }
}

/// The class of the sources that a type is.
fn own_class(java: &Java, ty: Ty) -> Option<ClassNo> {
    java.types.class(ty).filter(|class| java.classes[class.index()].origin == Origin::Source)
}

fn are_related(java: &Java, a: ClassNo, b: ClassNo) -> bool {
    let is_interface = |class: ClassNo| java.classes[class.index()].kind == ClassKind::Interface;
    is_interface(a) || is_interface(b) || is_below(java, a, b) || is_below(java, b, a)
}

/// Returns true for a class that is another one, or below it; any class may be below an interface.
pub(super) fn is_below(java: &Java, class: ClassNo, above: ClassNo) -> bool {
    let mut now = Some(class);
    // Cyclic inheritance is an error elsewhere.
    for _ in 0..64 {
        let Some(of) = now else { break };
        if of == above {
            return true;
        }
        now = java.classes[of.index()].superclass.and_then(|written| java.types.class(written.ty));
    }
    java.classes[above.index()].kind == ClassKind::Interface
}
