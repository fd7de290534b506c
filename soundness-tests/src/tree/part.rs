//! The memory of expressions. Trees are made and forgotten by the million, so a thread uses that of the last ones for the next ones.

use super::E;
use std::cell::RefCell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// An expression right below another one, which owns it: a box.
pub struct Part(Option<Box<E>>);

/// Placeholder for a box that was taken away; none is ever seen.
static GONE: E = E::Null;

/// Greatest number of boxes that a thread keeps.
const MOST: usize = 1024;

thread_local! {
    // The boxes themselves are kept for reuse.
    #[allow(clippy::vec_box)]
    static FREE: RefCell<Vec<Box<E>>> = const { RefCell::new(Vec::new()) };
}

impl Part {
    /// Puts an expression below another one.
    #[inline]
    pub fn new(e: E) -> Part {
        match FREE.try_with(|free| free.try_borrow_mut().ok()?.pop()) {
            Ok(Some(mut free)) => {
                *free = e;
                Part(Some(free))
            }
            _ => Part(Some(Box::new(e))),
        }
    }
}

impl Drop for Part {
    #[inline]
    fn drop(&mut self) {
        if let Some(mut e) = self.0.take() {
            *e = E::Null;
            let _ = FREE.try_with(|free| {
                if let Ok(mut free) = free.try_borrow_mut()
                    && free.len() < MOST
                {
                    free.push(e);
                }
            });
        }
    }
}

impl Deref for Part {
    type Target = E;

    #[inline]
    fn deref(&self) -> &E {
        self.0.as_deref().unwrap_or(&GONE)
    }
}

impl DerefMut for Part {
    #[inline]
    fn deref_mut(&mut self) -> &mut E {
        self.0.get_or_insert_with(|| Box::new(E::Null))
    }
}

impl Clone for Part {
    fn clone(&self) -> Part {
        Part::new((**self).clone())
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        **self == **other
    }
}

impl Eq for Part {}

impl Hash for Part {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
