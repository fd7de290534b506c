//! Indices: a type for each sort of number, so that one cannot be taken for another, and optional ones in four bytes.

use std::fmt;
use std::marker::PhantomData;

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

/// An `Option` of an index in four bytes: the greatest number is that of no index, as `NonZero` has it for 0. In tables that
/// fill the caches; elsewhere there is `Option` itself.
pub struct Packed<I>(u32, PhantomData<I>);

impl<I: Index> Packed<I> {
    /// None.
    pub const NONE: Packed<I> = Packed(u32::MAX, PhantomData);

    /// An index.
    #[inline(always)]
    pub fn some(index: I) -> Packed<I> {
        Packed(index.number(), PhantomData)
    }

    /// The index, if there is one.
    #[inline(always)]
    pub fn get(self) -> Option<I> {
        if self.0 == u32::MAX { None } else { Some(I::of(self.0)) }
    }

    /// Returns true if there is none.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.0 == u32::MAX
    }

    /// The four bytes.
    #[inline(always)]
    pub fn raw(self) -> u32 {
        self.0
    }

    /// An index by its four bytes.
    #[inline(always)]
    pub fn from_raw(raw: u32) -> Packed<I> {
        Packed(raw, PhantomData)
    }

    /// Returns true if it is this index.
    #[inline(always)]
    pub fn is(self, index: I) -> bool {
        self.0 == index.number()
    }

    /// Leaves none in its place.
    #[inline(always)]
    pub fn take(&mut self) -> Packed<I> {
        std::mem::replace(self, Packed::NONE)
    }

    /// Its position in tables; beyond the end of all of them if there is none.
    #[inline(always)]
    pub fn position(self) -> usize {
        self.0 as usize
    }
}

impl<I> Clone for Packed<I> {
    #[inline(always)]
    fn clone(&self) -> Packed<I> {
        *self
    }
}

impl<I> Copy for Packed<I> {}

impl<I> PartialEq for Packed<I> {
    #[inline(always)]
    fn eq(&self, other: &Packed<I>) -> bool {
        self.0 == other.0
    }
}

impl<I> Eq for Packed<I> {}

impl<I: Index> From<Option<I>> for Packed<I> {
    #[inline(always)]
    fn from(index: Option<I>) -> Packed<I> {
        index.map_or(Packed::NONE, Packed::some)
    }
}

impl<I: Index> Default for Packed<I> {
    fn default() -> Packed<I> {
        Packed::NONE
    }
}

impl<I: Index + fmt::Debug> fmt::Debug for Packed<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
