//! Places of annotations: JAVA ANNOTATION/place.

use super::{Clause, Notation};

/// The sorts of places where annotations stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Class, interface, enum or record.
    Class,
    /// Field, enum constants included.
    Field,
    /// Method or constructor.
    Method,
    /// Parameter of a method, constructor or lambda.
    Parameter,
    /// Local variable.
    Local,
    /// Type, behind its name.
    Type,
    /// Brackets of an array type.
    Brackets,
    /// Statement, or anywhere else.
    Statement,
}

impl Place {
    /// The place in words.
    pub fn text(self) -> &'static str {
        match self {
            Place::Class => "a class",
            Place::Field => "a field",
            Place::Method => "a method",
            Place::Parameter => "a parameter",
            Place::Local => "a local variable",
            Place::Type => "a type",
            Place::Brackets => "the brackets of an array type",
            Place::Statement => "a statement",
        }
    }

    /// Returns true if a clause may stand here. Java's own annotations are asked for their meaning alone: their library says where
    /// they may stand.
    pub fn allows(self, clause: &Clause, notation: Notation) -> bool {
        match clause {
            Clause::GuardedBy(_) => matches!(self, Place::Field | Place::Class),
            Clause::Requires(_) | Clause::Atomic => self == Place::Method,
            Clause::Ghosts(_) => self == Place::Class,
            Clause::Arguments(_) => self == Place::Type,
            Clause::Elements(_) => self == Place::Brackets,
            Clause::ThreadLocal | Clause::ThreadShared | Clause::Immutable => {
                self == Place::Class || notation == Notation::Modifier
            }
            // In front of a declaration it is a statement to whoever reads.
            Clause::Readonly => matches!(self, Place::Field | Place::Local | Place::Parameter | Place::Statement),
            Clause::Holds(_) => self == Place::Statement,
            Clause::NoWarn(_) => true,
            Clause::Forks | Clause::Immediate => self == Place::Parameter,
        }
    }
}
