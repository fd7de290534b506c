//! Enabled threads, and pending acquires.

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

    /// The bit of a thread.
    fn of(thread: ThreadId) -> Contenders {
        Contenders(1 << thread.0.min(Contenders::SHARED))
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the bits of the first threads, if there are no others.
    #[inline(always)]
    fn few(self) -> Option<u32> {
        (self.0 >> Contenders::SHARED == 0).then_some(self.0)
    }
}

/// Pending acquire of a thread.
#[derive(Clone, Copy, Debug)]
struct PendingAcquire {
    /// The lock, not being its owner, if it is about to acquire one.
    lock: Packed<ObjectId>,
    /// The bit of the thread among the contenders.
    of: Contenders,
}

/// Enabled threads, and the pending acquires of all.
#[derive(Default, Debug)]
pub(crate) struct Ready {
    /// The threads that can step.
    pub(crate) threads: ThreadSet,
    /// For each thread.
    wishes: Vec<PendingAcquire>,
}

clone_in_place!(Ready { threads; wishes });

impl Ready {
    pub(crate) fn clear(&mut self) {
        self.threads.clear();
        self.wishes.clear();
    }

    pub(crate) fn add_thread(&mut self) {
        let thread = ThreadId(self.wishes.len() as u32);
        self.threads.insert(thread);
        self.wishes.push(PendingAcquire { lock: Packed::NONE, of: Contenders::of(thread) });
    }

    /// The thread added last is gone, and has left no wish behind.
    pub(crate) fn forget_last(&mut self) {
        self.wishes.pop();
        self.threads.remove(ThreadId(self.wishes.len() as u32));
    }

    /// A thread is about to acquire this object, which it does not own.
    #[inline(always)]
    pub(crate) fn wish(&mut self, thread: ThreadId, id: ObjectId, object: &mut FlatObject) {
        let wish = &mut self.wishes[thread.index()];
        wish.lock = Packed::some(id);
        object.contenders.0 |= wish.of.0;
    }

    /// Disables the thread that has just stepped: it has no further step to make, or none before another one has.
    #[inline(always)]
    pub(crate) fn rest(&mut self, thread: ThreadId) {
        match self.wishes[thread.index()].of.few() {
            Some(this) => self.threads.remove_one(this),
            None => self.rest_too(thread),
        }
    }

    #[cold]
    fn rest_too(&mut self, thread: ThreadId) {
        self.threads.remove(thread);
    }

    /// A thread is not about to acquire this object any more, if it was.
    #[inline(always)]
    pub(crate) fn forget_wish(&mut self, thread: ThreadId, id: ObjectId, object: &mut FlatObject) {
        if let Some(wish) = self.wishes.get_mut(thread.index())
            && wish.lock.take().is(id)
        {
            match wish.of.few() {
                Some(this) => object.contenders.0 &= !this,
                None => self.withdraw(id, object),
            }
        }
    }

    /// A thread is not about to acquire anything any more.
    pub(crate) fn forget_wishes(&mut self, thread: ThreadId, objects: &mut [FlatObject]) {
        if let Some(id) = self.wishes[thread.index()].lock.get() {
            self.forget_wish(thread, id, &mut objects[id.index()]);
        }
    }

    /// A thread that shares its bit with others is not about to acquire this object any more.
    #[cold]
    fn withdraw(&self, id: ObjectId, object: &mut FlatObject) {
        if !self.is_wanted_by_many(id) {
            object.contenders.0 &= !(1 << Contenders::SHARED);
        }
    }

    /// Returns true if a thread that shares its bit with others is about to acquire it.
    #[cold]
    fn is_wanted_by_many(&self, id: ObjectId) -> bool {
        self.wishes.iter().skip(Contenders::SHARED as usize).any(|wish| wish.lock.is(id))
    }

    /// The lock that a blocked thread waits for, and its owner.
    pub(crate) fn waits_for(&self, objects: &[FlatObject], id: ThreadId) -> Option<(ObjectId, ThreadId)> {
        let lock = self.wishes.get(id.index())?.lock.get()?;
        if self.threads.contains(id) {
            return None;
        }
        Some((lock, objects[lock.index()].owner()?))
    }

    /// Returns true if a thread is about to acquire a lock.
    #[inline(always)]
    pub(crate) fn has_wish(&self, thread: ThreadId) -> bool {
        self.wishes.get(thread.index()).is_some_and(|wish| !wish.lock.is_none())
    }

    /// Returns true if a thread waits for a lock that is not released before it goes on.
    #[inline(never)]
    pub(crate) fn waits_for_itself(&self, objects: &[FlatObject], thread: ThreadId) -> bool {
        let mut at = thread;
        // A chain that is longer than there are threads leads into a cycle that `thread` is not on.
        for _ in 0..self.wishes.len() {
            match self.waits_for(objects, at) {
                Some((_, owner)) if owner == thread => return true,
                Some((_, owner)) => at = owner,
                None => return false,
            }
        }
        false
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
        for (thread, wish) in (0..).map(ThreadId).zip(&self.wishes) {
            if wish.lock.is(object) {
                if blocked { self.threads.remove(thread) } else { self.threads.insert(thread) }
            }
        }
    }
}
