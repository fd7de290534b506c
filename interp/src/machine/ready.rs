//! Which threads can step, and which are about to acquire a lock.

use super::state::FlatObject;
use super::threads::ThreadSet;
use crate::in_place::clone_in_place;
use crate::index::Packed;
use crate::value::{ObjectId, ThreadId};

/// Threads that are about to acquire a lock, a bit each; those after the first share the last.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Contenders(u32);

impl Contenders {
    const SHARED: u32 = 31;

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those of the first threads, if there are no others.
    #[inline(always)]
    fn few(self) -> Option<u32> {
        (self.0 >> Contenders::SHARED == 0).then_some(self.0)
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, thread: ThreadId) {
        self.0 |= 1 << thread.0.min(Contenders::SHARED);
    }
}

/// Which threads can step, and what they are about to acquire.
#[derive(Default, Debug)]
pub(crate) struct Ready {
    /// The threads that can step.
    pub(crate) threads: ThreadSet,
    /// For each thread the lock that it is about to acquire, not being its owner.
    pub(crate) wants: Vec<Packed<ObjectId>>,
}

clone_in_place!(Ready { threads; wants });

impl Ready {
    pub(crate) fn clear(&mut self) {
        self.threads.clear();
        self.wants.clear();
    }

    pub(crate) fn add_thread(&mut self) {
        self.threads.insert(ThreadId(self.wants.len() as u32));
        self.wants.push(Packed::NONE);
    }

    /// The thread added last is gone, and has left no wish behind.
    pub(crate) fn forget_last(&mut self) {
        self.wants.pop();
        self.threads.remove(ThreadId(self.wants.len() as u32));
    }

    /// A thread is about to acquire this object, which it does not own.
    #[inline(always)]
    pub(crate) fn wish(&mut self, thread: ThreadId, id: ObjectId, object: &mut FlatObject) {
        if self.wants[thread.index()].is_none() {
            self.add_wish(thread, id, object);
        }
    }

    #[inline(never)]
    fn add_wish(&mut self, thread: ThreadId, id: ObjectId, object: &mut FlatObject) {
        self.wants[thread.index()] = Packed::some(id);
        object.contenders.add(thread);
    }

    /// A thread is not about to acquire this object any more, if it was.
    #[inline(always)]
    pub(crate) fn forget_wish(&mut self, thread: ThreadId, id: ObjectId, object: &mut FlatObject) {
        if self.wants[thread.index()].take().is(id) {
            self.withdraw(thread, id, object);
        }
    }

    #[inline(never)]
    fn withdraw(&self, thread: ThreadId, id: ObjectId, object: &mut FlatObject) {
        let shares = thread.0 >= Contenders::SHARED && self.is_wanted_by_many(id);
        object.contenders.0 &= !(u32::from(!shares) << thread.0.min(Contenders::SHARED));
    }

    /// Whether a thread that shares its bit with others is about to acquire it.
    #[cold]
    fn is_wanted_by_many(&self, id: ObjectId) -> bool {
        self.wants.iter().skip(Contenders::SHARED as usize).any(|wish| wish.is(id))
    }

    /// The threads that are about to acquire `object`, which has an owner now, are blocked.
    #[inline(always)]
    pub(crate) fn block(&mut self, object: ObjectId, these: Contenders) {
        match these.few() {
            Some(these) => self.threads.remove_few(these),
            None => self.set_all(object, true),
        }
    }

    /// The threads that are about to acquire `object`, which is free now, can step.
    #[inline(always)]
    pub(crate) fn unblock(&mut self, object: ObjectId, these: Contenders) {
        match these.few() {
            Some(these) => self.threads.insert_few(these),
            None => self.set_all(object, false),
        }
    }

    /// The same, thread by thread.
    #[cold]
    fn set_all(&mut self, object: ObjectId, blocked: bool) {
        for (thread, wish) in (0..).map(ThreadId).zip(&self.wants) {
            if wish.is(object) {
                if blocked { self.threads.remove(thread) } else { self.threads.insert(thread) }
            }
        }
    }
}
