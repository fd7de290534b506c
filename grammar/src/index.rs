//! Indices: a type for each sort of number, so that one cannot be taken for another.

/// A number that stands for something in a table.
pub trait Index: Copy {
    /// The index of this number.
    fn of(number: u32) -> Self;
    /// Its number.
    fn number(self) -> u32;
}

/// Defines indices.
#[macro_export]
macro_rules! index {
    ($($(#[$doc:meta])+ $name:ident;)*) => { $(
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        // Not every sort of number is one of a table in memory.
        #[allow(dead_code)]
        impl $name {
            /// Its position in tables.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::index::Index for $name {
            #[inline(always)]
            fn of(number: u32) -> $name {
                $name(number)
            }

            #[inline(always)]
            fn number(self) -> u32 {
                self.0
            }
        }
    )* };
}
