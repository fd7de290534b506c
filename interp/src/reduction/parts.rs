//! The objects or the threads of a state, by number, each shared by the states in which it is the same. Who [looks](looks_of) is told which of
//! them a step depends on: whatever else changes, the step is the same.

use im::Vector;
use std::cell::{Cell, RefCell};
use std::ops::Index;
use std::sync::Arc;

/// Objects or threads by number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parts<T: Part>(Vector<Arc<T>>);

/// A part of a state on which a step may depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    /// An object of this number, or that there is none.
    Object(u32),
    /// A thread of this number, or that there is none.
    Thread(u32),
    /// The number of objects.
    Objects,
    /// The number of threads.
    Threads,
}

/// A sort of part.
pub trait Part: Clone {
    /// A look at the one of this number.
    fn at(number: usize) -> Look;
    /// A look at their number.
    const COUNT: Look;
}

impl<T: Part> Parts<T> {
    /// The part of this number.
    pub fn get(&self, number: usize) -> Option<&Arc<T>> {
        note(T::at(number));
        self.0.get(number)
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        note(T::at(number));
        self.0.get_mut(number).map(Arc::make_mut)
    }

    /// The same, to put another one in its place.
    pub fn set(&mut self, number: usize, part: Arc<T>) {
        note(T::at(number));
        self.0.set(number, part);
    }

    /// Their number.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        note(T::COUNT);
        self.0.len()
    }

    /// A new one, behind all others.
    pub fn push_back(&mut self, part: Arc<T>) {
        note(T::COUNT);
        self.0.push_back(part);
    }

    /// Leaves out the parts from this number on.
    pub fn truncate(&mut self, number: usize) {
        note(T::COUNT);
        self.0.truncate(number);
    }

    /// All of them, in order. Whoever looks at all of them depends on each.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Arc<T>> + ExactSizeIterator {
        if LOOKING.get() {
            (0..self.len()).for_each(|number| note(T::at(number)));
        }
        self.0.iter()
    }

    /// The same, to change them.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Arc<T>> {
        if LOOKING.get() {
            (0..self.len()).for_each(|number| note(T::at(number)));
        }
        self.0.iter_mut()
    }

    /// The first of them.
    pub fn unit(part: Arc<T>) -> Parts<T> {
        Parts(Vector::unit(part))
    }
}

impl<T: Part> FromIterator<Arc<T>> for Parts<T> {
    fn from_iter<I: IntoIterator<Item = Arc<T>>>(parts: I) -> Parts<T> {
        Parts(parts.into_iter().collect())
    }
}

impl<T: Part> Index<usize> for Parts<T> {
    type Output = Arc<T>;

    fn index(&self, number: usize) -> &Arc<T> {
        note(T::at(number));
        &self.0[number]
    }
}

thread_local! {
    static LOOKING: Cell<bool> = const { Cell::new(false) };
    static LOOKS: RefCell<Looks> = RefCell::default();
}

/// Looks in the order of the first of each.
#[derive(Default)]
struct Looks {
    all: Vec<Look>,
    /// By object, and by thread: the number of the observation in which it was looked at last.
    objects: Vec<u32>,
    threads: Vec<u32>,
    /// The same for their numbers.
    counts: [u32; 2],
    /// The present observation.
    now: u32,
}

impl Looks {
    fn note(&mut self, look: Look) {
        let now = self.now;
        let grown = |seen: &mut Vec<u32>, number: u32| {
            let number = number as usize;
            if seen.len() <= number {
                seen.resize(number + 64, 0);
            }
            std::mem::replace(&mut seen[number], now)
        };
        let before = match look {
            Look::Object(n) => grown(&mut self.objects, n),
            Look::Thread(n) => grown(&mut self.threads, n),
            Look::Objects => std::mem::replace(&mut self.counts[0], now),
            Look::Threads => std::mem::replace(&mut self.counts[1], now),
        };
        if before != now {
            self.all.push(look);
        }
    }
}

#[inline]
fn note(look: Look) {
    if LOOKING.get() {
        LOOKS.with_borrow_mut(|looks| looks.note(look));
    }
}

/// Does something, and gives the parts of states that it looked at, or changed, to `looks`: each once, in the order in which it did so first.
/// Its result depends on these alone, as they were before. Not to be used inside itself.
pub fn looks_of<R>(looks: &mut Vec<Look>, act: impl FnOnce() -> R) -> R {
    looks.clear();
    LOOKS.with_borrow_mut(|noted| {
        noted.now = noted.now.wrapping_add(1).max(1);
        std::mem::swap(&mut noted.all, looks);
    });
    let looking = Looking;
    LOOKING.set(true);
    let result = act();
    drop(looking);
    LOOKS.with_borrow_mut(|noted| std::mem::swap(&mut noted.all, looks));
    result
}

/// Looks are noted until this ends, in a panic too.
struct Looking;

impl Drop for Looking {
    fn drop(&mut self) {
        LOOKING.set(false);
    }
}
