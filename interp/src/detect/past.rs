//! Past of each thread: the steps of others that happen before its present one (section 9.3), by vector clocks.
//!
//! Most accesses are judged without them, so that acquires and releases are only noted; the clocks are brought up to
//! date when they are asked for. Time is the number of steps noted so far, of any thread, and a clock holds for each
//! thread the time up to which its steps happen before.

use super::{Clocks, Rows};
use crate::in_place::{clone_in_place, refill};
use crate::value::{ObjectId, ThreadId};

/// Maximum of noted steps.
const NOTES: usize = 4096;

/// Set for a release, in the number of a lock.
const RELEASE: u32 = 1 << 31;

/// The past of each thread.
#[derive(Default, Debug)]
pub(super) struct ThreadClocks {
    /// C: a row for each thread, but for its own component.
    threads: Clocks,
    /// L: a row for each lock that was released.
    locks: Clocks,
    /// For each object one more than the row of its lock, 0 if it was never released.
    lock_row: Vec<u32>,
    /// Acquires and releases that the clocks do not know of: the threads, and the locks.
    notes: Vec<(u32, u32)>,
    /// From 1 on, so that time 0 is before everything.
    time: u32,
}

clone_in_place!(ThreadClocks { threads, locks, lock_row, notes, time });

impl ThreadClocks {
    /// The beginning of a run: there is one thread.
    pub(super) fn start(&mut self) {
        self.threads.clear();
        self.locks.clear();
        self.lock_row.clear();
        self.notes.clear();
        self.threads.add_row();
        self.time = 1;
    }

    #[inline]
    pub(super) fn rewind(&mut self, to: &ThreadClocks) {
        self.threads.refill(&to.threads);
        self.locks.refill(&to.locks);
        refill(&mut self.lock_row, &to.lock_row);
        refill(&mut self.notes, &to.notes);
        self.time = to.time;
    }

    /// Now.
    #[inline(always)]
    pub(super) fn time(&self) -> u32 {
        self.time
    }

    /// A thread has acquired a lock.
    #[inline(always)]
    pub(super) fn acquire(&mut self, thread: ThreadId, lock: ObjectId) {
        self.note(thread, lock.0);
    }

    /// A thread has released a lock.
    #[inline(always)]
    pub(super) fn release(&mut self, thread: ThreadId, lock: ObjectId) {
        self.note(thread, lock.0 | RELEASE);
    }

    #[inline(always)]
    fn note(&mut self, thread: ThreadId, lock: u32) {
        if self.notes.len() >= NOTES {
            self.catch_up();
        }
        self.notes.push((thread.0, lock));
        self.time += 1;
    }

    /// \[FT FORK\]; threads are numbered in the order of their forks.
    #[inline(never)]
    pub(super) fn fork(&mut self, parent: ThreadId, child: ThreadId) {
        self.catch_up();
        self.threads.reach(child.index());
        self.locks.reach(child.index());
        let new = self.threads.add_row();
        debug_assert_eq!(new, child.index());
        self.threads.copy_row(new, parent.index());
        self.threads.set(new, parent.index(), self.time);
        self.time += 1;
    }

    /// Returns true if the step is its own or known to happen before.
    #[inline(always)]
    pub(super) fn knows_at_once(&self, thread: ThreadId, time: u32, other: u32) -> bool {
        other == thread.0 || self.knows(thread, time, other)
    }

    /// Returns true if the step of thread `other` at `time` is known to happen before this thread's present one.
    #[inline(always)]
    pub(super) fn knows(&self, thread: ThreadId, time: u32, other: u32) -> bool {
        // Known order does not change.
        time <= self.threads.get(thread.index(), other as usize)
    }

    /// Returns true if the step of thread number `other` at this time happens before the present one of this thread.
    pub(super) fn has(&mut self, thread: ThreadId, time: u32, other: u32) -> bool {
        if self.knows_at_once(thread, time, other) {
            return true;
        }
        !self.notes.is_empty() && {
            self.catch_up();
            self.knows(thread, time, other)
        }
    }

    /// Number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.rows()
    }

    /// Brings the clocks up to date with the notes.
    #[inline(never)]
    fn catch_up(&mut self) {
        let ThreadClocks { threads, locks, lock_row, notes, time } = self;
        let first = *time - notes.len() as u32;
        for (time, (thread, lock)) in (first..).zip(notes.drain(..)) {
            let (thread, object) = (thread as usize, (lock & !RELEASE) as usize);
            let known = lock_row.get(object).copied().unwrap_or(0);
            if lock & RELEASE == 0 {
                // [FT ACQUIRE]
                if known != 0 {
                    threads.join(thread, locks, known as usize - 1);
                }
                continue;
            }
            // [FT RELEASE]
            let row = if known == 0 { new_lock(locks, lock_row, object) } else { known as usize - 1 };
            threads.set(thread, thread, time);
            locks.copy(row, threads, thread);
        }
    }
}

/// The row of a lock that was never released.
#[cold]
fn new_lock(locks: &mut Rows<u32>, lock_row: &mut Vec<u32>, object: usize) -> usize {
    let row = locks.add_row();
    if lock_row.len() <= object {
        lock_row.resize(object + 1, 0);
    }
    lock_row[object] = row as u32 + 1;
    row
}
