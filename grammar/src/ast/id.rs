//! Numbers of entries of tables. All are below `u32::MAX`, so that one that may be missing takes no more memory than one that is there.

use std::fmt;
use std::num::NonZeroU32;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(NonZeroU32);

        impl $name {
            /// The one of this number.
            #[inline]
            pub const fn new(number: u32) -> $name {
                $name(NonZeroU32::MIN.saturating_add(number))
            }

            /// Its number.
            #[inline]
            pub const fn number(self) -> u32 {
                self.0.get() - 1
            }

            /// Its number, as a position in tables.
            #[inline]
            pub const fn index(self) -> usize {
                self.number() as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.number())
            }
        }
    )* };
}

ids! {
    /// Index of an [`Expr`](super::Expr) in [`Program::exprs`](super::Program::exprs).
    ExprId;
    /// Index of a [`TypeExpr`](super::TypeExpr) in [`Program::types`](super::Program::types): one written occurrence of a type.
    TypeId;
    /// Index of an [`Owners`](super::Owners) in [`Program::owners`](super::Program::owners).
    OwnersId;
    /// Index of a [`Clauses`](super::Clauses) in [`Program::clauses`](super::Program::clauses).
    ClausesId;
    /// Index of an [`Atom`](super::Atom) in [`Program::atoms`](super::Program::atoms).
    AtomId;
}
