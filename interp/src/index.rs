//! Optional indices in four bytes.

use racefree_grammar::index::Index;
use std::fmt;
use std::marker::PhantomData;

/// An `Option` of an index in four bytes: the greatest number is that of no index, as `NonZero` has it for 0. In tables that
/// fill the caches; elsewhere there is `Option` itself.
#[derive(Clone, Copy, PartialEq, Eq)]
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
