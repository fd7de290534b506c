//! Lists that are copied like numbers. Programs are made of very many paths and types; with these they own no memory, so that
//! to copy one or to forget it is nothing.

use rustc_hash::FxHashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A list. Up to `N` elements are in it; a longer one, which is rare, is kept once for the whole process, and its number is in
/// it. Equal lists are equal byte for byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CopyVec<X, const N: usize> {
    /// Length, or [`LONG`].
    len: u8,
    here: [X; N],
}

/// Length of a list that is stored elsewhere.
const LONG: u8 = u8::MAX;

/// All longer lists of a sort.
pub struct Longer<X: 'static> {
    lists: Vec<&'static [X]>,
    numbers: FxHashMap<&'static [X], u32>,
}

impl<X> Default for Longer<X> {
    fn default() -> Longer<X> {
        Longer { lists: Vec::new(), numbers: FxHashMap::default() }
    }
}

/// Element of a [`CopyVec`].
pub trait Element: Copy + Eq + Hash + Default + 'static {
    /// The longer lists.
    fn longer() -> &'static Mutex<Longer<Self>>;
    /// Puts the number of a longer list in the place of elements.
    fn hide(number: u32, here: &mut [Self]);
    /// Number of the stored list.
    fn number(here: &[Self]) -> u32;
}

impl Element for u8 {
    fn longer() -> &'static Mutex<Longer<u8>> {
        static LISTS: OnceLock<Mutex<Longer<u8>>> = OnceLock::new();
        LISTS.get_or_init(Mutex::default)
    }

    fn hide(number: u32, here: &mut [u8]) {
        here.iter_mut().zip(number.to_le_bytes()).for_each(|(to, from)| *to = from);
    }

    fn number(here: &[u8]) -> u32 {
        here.iter().take(4).rev().fold(0, |n, b| n << 8 | u32::from(*b))
    }
}

impl<X: Element, const N: usize> CopyVec<X, N> {
    /// Empty list.
    #[inline]
    pub fn new() -> CopyVec<X, N> {
        CopyVec { len: 0, here: [X::default(); N] }
    }

    /// Adds an element at the end.
    #[inline]
    pub fn push(&mut self, x: X) {
        match self.here.get_mut(self.len as usize) {
            Some(place) => {
                *place = x;
                self.len += 1;
            }
            None => {
                let mut all = self.to_vec();
                all.push(x);
                *self = CopyVec::long(&all);
            }
        }
    }

    /// Adds these at the end.
    #[inline]
    pub fn extend_from_slice(&mut self, more: &[X]) {
        more.iter().for_each(|x| self.push(*x));
    }

    /// Changes every element.
    pub fn change(&mut self, mut f: impl FnMut(&mut X)) {
        if let Some(here) = self.here.get_mut(..self.len as usize) {
            here.iter_mut().for_each(f);
            return;
        }
        let mut all = self.to_vec();
        all.iter_mut().for_each(&mut f);
        *self = CopyVec::long(&all);
    }

    /// Takes the element at a place away, if there is one.
    pub fn remove(&mut self, at: usize) {
        *self = self.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, x)| *x).collect();
    }

    /// Keeps the first `n` alone.
    pub fn truncate(&mut self, n: usize) {
        *self = self.iter().take(n).copied().collect();
    }

    #[cold]
    fn long(all: &[X]) -> CopyVec<X, N> {
        let mut longer = X::longer().lock().unwrap_or_else(PoisonError::into_inner);
        let number = match longer.numbers.get(all) {
            Some(&number) => number,
            None => {
                let kept: &'static [X] = Vec::leak(all.to_vec());
                let number = longer.lists.len() as u32;
                longer.lists.push(kept);
                longer.numbers.insert(kept, number);
                number
            }
        };
        let mut list = CopyVec::new();
        list.len = LONG;
        X::hide(number, &mut list.here);
        list
    }

    #[cold]
    fn elsewhere(&self) -> &'static [X] {
        let longer = X::longer().lock().unwrap_or_else(PoisonError::into_inner);
        longer.lists.get(X::number(&self.here) as usize).copied().unwrap_or_default()
    }
}

impl<X: Element, const N: usize> Deref for CopyVec<X, N> {
    type Target = [X];

    #[inline]
    fn deref(&self) -> &[X] {
        match self.here.get(..self.len as usize) {
            Some(here) => here,
            None => self.elsewhere(),
        }
    }
}

impl<X: Element, const N: usize> Default for CopyVec<X, N> {
    #[inline]
    fn default() -> CopyVec<X, N> {
        CopyVec::new()
    }
}

impl<X: Element, const N: usize> From<&[X]> for CopyVec<X, N> {
    #[inline]
    fn from(all: &[X]) -> CopyVec<X, N> {
        if all.len() > N {
            return CopyVec::long(all);
        }
        let mut list = CopyVec::new();
        list.extend_from_slice(all);
        list
    }
}

impl<X: Element, const N: usize> From<Vec<X>> for CopyVec<X, N> {
    fn from(all: Vec<X>) -> CopyVec<X, N> {
        all[..].into()
    }
}

impl<X: Element, const N: usize> FromIterator<X> for CopyVec<X, N> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = X>>(all: I) -> CopyVec<X, N> {
        let mut list = CopyVec::new();
        all.into_iter().for_each(|x| list.push(x));
        list
    }
}

impl<'a, X: Element, const N: usize> IntoIterator for &'a CopyVec<X, N> {
    type Item = &'a X;
    type IntoIter = std::slice::Iter<'a, X>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<X: Element + PartialOrd, const N: usize> PartialOrd for CopyVec<X, N> {
    fn partial_cmp(&self, other: &CopyVec<X, N>) -> Option<std::cmp::Ordering> {
        self[..].partial_cmp(&other[..])
    }
}

impl<X: Element + Ord, const N: usize> Ord for CopyVec<X, N> {
    fn cmp(&self, other: &CopyVec<X, N>) -> std::cmp::Ordering {
        self[..].cmp(&other[..])
    }
}

impl<X: Element, const N: usize> Hash for CopyVec<X, N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self[..].hash(state);
    }
}

impl<X: Element + fmt::Debug, const N: usize> fmt::Debug for CopyVec<X, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].fmt(f)
    }
}
