//! Short lists. Nearly all paths have no more than two fields, and nearly all types no more than one argument; programs are made
//! of very many of both, and most of the time that making them takes would go into memory for these.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// A list; up to `N` elements need no memory of their own.
pub struct Few<X, const N: usize>(Kept<X, N>);

enum Kept<X, const N: usize> {
    Here(u8, [X; N]),
    There(Box<[X]>),
}

impl<X: Default, const N: usize> Few<X, N> {
    /// Nothing.
    #[inline]
    pub fn new() -> Few<X, N> {
        Few(Kept::Here(0, std::array::from_fn(|_| X::default())))
    }

    /// Adds an element at the end.
    #[inline]
    pub fn push(&mut self, x: X) {
        match &mut self.0 {
            Kept::Here(len, here) if (*len as usize) < N => {
                here[*len as usize] = x;
                *len += 1;
            }
            _ => self.grow(x),
        }
    }

    #[cold]
    fn grow(&mut self, x: X) {
        let mut all = match std::mem::take(self).0 {
            Kept::Here(len, here) => here.into_iter().take(len as usize).collect(),
            Kept::There(all) => all.into_vec(),
        };
        all.push(x);
        self.0 = Kept::There(all.into_boxed_slice());
    }

    /// Takes the element at a place away, if there is one.
    pub fn remove(&mut self, at: usize) {
        *self = std::mem::take(self).into_iter().enumerate().filter(|(i, _)| *i != at).map(|(_, x)| x).collect();
    }

    /// Keeps the first `n` alone.
    pub fn truncate(&mut self, n: usize) {
        match &mut self.0 {
            Kept::Here(len, _) => *len = n.min(*len as usize) as u8,
            Kept::There(_) => *self = std::mem::take(self).into_iter().take(n).collect(),
        }
    }

    /// Keeps those for which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&X) -> bool) {
        if self.iter().all(&mut keep) {
            return;
        }
        *self = std::mem::take(self).into_iter().filter(keep).collect();
    }

    /// Takes the last one away.
    pub fn pop(&mut self) {
        self.truncate(self.len().saturating_sub(1));
    }

    /// Forgets them all.
    pub fn clear(&mut self) {
        *self = Few::new();
    }

    /// Adds these at the end.
    #[inline]
    pub fn extend_from_slice(&mut self, more: &[X])
    where
        X: Clone,
    {
        more.iter().for_each(|x| self.push(x.clone()));
    }
}

impl<X: Clone + Default, const N: usize> Clone for Few<X, N> {
    #[inline]
    fn clone(&self) -> Few<X, N> {
        match &self.0 {
            Kept::Here(0, _) => Few::new(),
            Kept::Here(len, here) => Few(Kept::Here(*len, here.clone())),
            Kept::There(all) => Few(Kept::There(all.clone())),
        }
    }
}

impl<X: Default, const N: usize> Default for Few<X, N> {
    #[inline]
    fn default() -> Few<X, N> {
        Few::new()
    }
}

impl<X, const N: usize> Deref for Few<X, N> {
    type Target = [X];

    #[inline]
    fn deref(&self) -> &[X] {
        match &self.0 {
            Kept::Here(len, here) => &here[..*len as usize],
            Kept::There(all) => all,
        }
    }
}

impl<X, const N: usize> DerefMut for Few<X, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [X] {
        match &mut self.0 {
            Kept::Here(len, here) => &mut here[..*len as usize],
            Kept::There(all) => all,
        }
    }
}

impl<X: Default, const N: usize> FromIterator<X> for Few<X, N> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = X>>(all: I) -> Few<X, N> {
        let mut few = Few::new();
        few.extend(all);
        few
    }
}

impl<X: Default, const N: usize> Extend<X> for Few<X, N> {
    #[inline]
    fn extend<I: IntoIterator<Item = X>>(&mut self, all: I) {
        all.into_iter().for_each(|x| self.push(x));
    }
}

impl<X: Default, const N: usize> From<Vec<X>> for Few<X, N> {
    fn from(all: Vec<X>) -> Few<X, N> {
        all.into_iter().collect()
    }
}

impl<X: Clone + Default, const N: usize> From<&[X]> for Few<X, N> {
    fn from(all: &[X]) -> Few<X, N> {
        all.iter().cloned().collect()
    }
}

/// The elements, one after the other.
pub struct Taken<X, const N: usize> {
    few: Few<X, N>,
    at: usize,
}

impl<X: Default, const N: usize> Iterator for Taken<X, N> {
    type Item = X;

    #[inline]
    fn next(&mut self) -> Option<X> {
        let x = std::mem::take(self.few.get_mut(self.at)?);
        self.at += 1;
        Some(x)
    }
}

impl<X: Default, const N: usize> IntoIterator for Few<X, N> {
    type Item = X;
    type IntoIter = Taken<X, N>;

    #[inline]
    fn into_iter(self) -> Taken<X, N> {
        Taken { few: self, at: 0 }
    }
}

impl<'a, X, const N: usize> IntoIterator for &'a Few<X, N> {
    type Item = &'a X;
    type IntoIter = std::slice::Iter<'a, X>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, X, const N: usize> IntoIterator for &'a mut Few<X, N> {
    type Item = &'a mut X;
    type IntoIter = std::slice::IterMut<'a, X>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<X: PartialEq, const N: usize> PartialEq for Few<X, N> {
    #[inline]
    fn eq(&self, other: &Few<X, N>) -> bool {
        self[..] == other[..]
    }
}

impl<X: Eq, const N: usize> Eq for Few<X, N> {}

impl<X: PartialOrd, const N: usize> PartialOrd for Few<X, N> {
    fn partial_cmp(&self, other: &Few<X, N>) -> Option<std::cmp::Ordering> {
        self[..].partial_cmp(&other[..])
    }
}

impl<X: Ord, const N: usize> Ord for Few<X, N> {
    fn cmp(&self, other: &Few<X, N>) -> std::cmp::Ordering {
        self[..].cmp(&other[..])
    }
}

impl<X: Hash, const N: usize> Hash for Few<X, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self[..].hash(state);
    }
}

impl<X: fmt::Debug, const N: usize> fmt::Debug for Few<X, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].fmt(f)
    }
}
