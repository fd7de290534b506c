//! Which threads can step, and which are about to acquire a lock.

use super::state::FlatObject;
use crate::in_place::clone_in_place;
use crate::index::Packed;
use crate::value::{ObjectId, ThreadId};

crate::index! {
    /// A place in the list of threads that can step.
    ReadyAt;
}

/// Threads that are about to acquire a lock, a bit each; those after the first share the last.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Contenders(u32);

impl Contenders {
    const SHARED: u32 = 31;

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, thread: ThreadId) {
        self.0 |= 1 << thread.0.min(Contenders::SHARED);
    }
}

/// The threads that can step.
#[derive(Default, Debug)]
pub(crate) struct Ready {
    /// The threads that can step, in no particular order.
    pub(crate) list: Vec<ThreadId>,
    /// Where each thread is in `list`.
    position: Vec<Packed<ReadyAt>>,
    /// For each thread the lock that it is about to acquire, not being its owner.
    pub(crate) wants: Vec<Packed<ObjectId>>,
}

clone_in_place!(Ready { ; list, position, wants });

impl Ready {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.position.clear();
        self.wants.clear();
    }

    pub(crate) fn add_thread(&mut self) {
        self.position.push(Packed::NONE);
        self.wants.push(Packed::NONE);
        self.insert(self.last());
    }

    /// The thread added last.
    fn last(&self) -> ThreadId {
        ThreadId(self.position.len() as u32 - 1)
    }

    #[inline]
    pub(crate) fn insert(&mut self, thread: ThreadId) {
        let at = &mut self.position[thread.index()];
        if at.is_none() {
            *at = Packed::some(ReadyAt(self.list.len() as u32));
            self.list.push(thread);
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, thread: ThreadId) {
        let at = self.position[thread.index()].take();
        if !at.is_none() {
            self.list.swap_remove(at.position());
            if let Some(moved) = self.list.get(at.position()) {
                self.position[moved.index()] = at;
            }
        }
    }

    /// The thread added last is gone, and has left no wish behind.
    pub(crate) fn forget_last(&mut self) {
        self.remove(self.last());
        self.position.pop();
        self.wants.pop();
    }

    #[inline]
    pub(crate) fn contains(&self, thread: ThreadId) -> bool {
        !self.position[thread.index()].is_none()
    }

    /// A thread is not about to acquire this object any more, if it was.
    #[inline(always)]
    pub(crate) fn forget_wish(&mut self, thread: ThreadId, id: ObjectId, object: &mut FlatObject) {
        if self.wants[thread.index()].take().is(id) {
            let shares = thread.0 >= Contenders::SHARED && self.is_wanted_by_many(id);
            object.contenders.0 &= !(u32::from(!shares) << thread.0.min(Contenders::SHARED));
        }
    }

    /// Whether a thread that shares its bit with others is about to acquire it.
    #[cold]
    fn is_wanted_by_many(&self, id: ObjectId) -> bool {
        self.wants.iter().skip(Contenders::SHARED as usize).any(|wish| wish.is(id))
    }

    /// The threads that are about to acquire `object`, which this thread has acquired, are blocked now.
    #[inline(always)]
    pub(crate) fn block(&mut self, owner: ThreadId, object: ObjectId, these: Contenders) {
        if !these.is_empty() {
            self.block_some(owner, object, these);
        }
    }

    #[inline(never)]
    fn block_some(&mut self, owner: ThreadId, object: ObjectId, Contenders(mut these): Contenders) {
        // Mostly there is nobody else.
        if these.count_ones() as usize + 1 == self.list.len() && these >> Contenders::SHARED == 0 {
            while these != 0 {
                debug_assert!(self.contains(ThreadId(these.trailing_zeros())));
                self.position[these.trailing_zeros() as usize] = Packed::NONE;
                these &= these - 1;
            }
            self.list.clear();
            self.list.push(owner);
            self.position[owner.index()] = Packed::some(ReadyAt(0));
            return;
        }
        self.set_contenders(object, Contenders(these), true);
    }

    /// The threads that are about to acquire `object`, which is free now, can step.
    #[inline(always)]
    pub(crate) fn unblock(&mut self, object: ObjectId, these: Contenders) {
        if !these.is_empty() {
            self.set_contenders(object, these, false);
        }
    }

    #[inline(never)]
    fn set_contenders(&mut self, object: ObjectId, Contenders(mut these): Contenders, blocked: bool) {
        while these != 0 {
            let first = these.trailing_zeros();
            these &= these - 1;
            if first < Contenders::SHARED {
                self.set(ThreadId(first), blocked);
                continue;
            }
            for thread in first..self.wants.len() as u32 {
                if self.wants[thread as usize].is(object) {
                    self.set(ThreadId(thread), blocked);
                }
            }
        }
    }

    #[inline(always)]
    fn set(&mut self, thread: ThreadId, blocked: bool) {
        if blocked { self.remove(thread) } else { self.insert(thread) }
    }
}
