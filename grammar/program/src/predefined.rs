//! The methods of `Object` and `String` (calculus, section 6), with the types that rules and engines go by.

use crate::classes::ClassId;

/// A predefined method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Predefined {
    /// `boolean equals(Object)` of `Object`: reference equality.
    ObjectEquals,
    /// `boolean equals(Object)` of `String`: equality of contents.
    StringEquals,
    /// `int length()`
    Length,
    /// `int charAt(int)`
    CharAt,
    /// `int indexOf(String, int)`
    IndexOf,
    /// `String substring(int, int)`
    Substring,
    /// `String concat(String)`
    Concat,
}

/// The types that occur in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PredefinedType {
    /// `int`
    Int,
    /// `boolean`
    Boolean,
    /// `Object`
    Object,
    /// `String`
    String,
}

use PredefinedType::{Boolean, Int, Object};

/// Name, parameters and result of a method.
type Signature = (&'static str, &'static [(PredefinedType, &'static str)], PredefinedType);

impl Predefined {
    /// Every predefined method, those of `Object` first.
    pub const ALL: [Predefined; 7] = [
        Predefined::ObjectEquals,
        Predefined::StringEquals,
        Predefined::Length,
        Predefined::CharAt,
        Predefined::IndexOf,
        Predefined::Substring,
        Predefined::Concat,
    ];

    const fn signature(self) -> Signature {
        match self {
            Predefined::ObjectEquals | Predefined::StringEquals => ("equals", &[(Object, "other")], Boolean),
            Predefined::Length => ("length", &[], Int),
            Predefined::CharAt => ("charAt", &[(Int, "index")], Int),
            Predefined::IndexOf => ("indexOf", &[(PredefinedType::String, "text"), (Int, "from")], Int),
            Predefined::Substring => ("substring", &[(Int, "from"), (Int, "to")], PredefinedType::String),
            Predefined::Concat => ("concat", &[(PredefinedType::String, "text")], PredefinedType::String),
        }
    }

    /// Its name in programs.
    pub const fn name(self) -> &'static str {
        self.signature().0
    }

    /// The types and names of its parameters.
    pub const fn params(self) -> &'static [(PredefinedType, &'static str)] {
        self.signature().1
    }

    /// The number of its parameters.
    pub const fn arity(self) -> usize {
        self.signature().1.len()
    }

    /// The type of its result.
    pub const fn ret(self) -> PredefinedType {
        self.signature().2
    }

    /// The class that declares it.
    pub const fn class(self) -> ClassId {
        match self {
            Predefined::ObjectEquals => ClassId::OBJECT,
            _ => ClassId::STRING,
        }
    }
}
