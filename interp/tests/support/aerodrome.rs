//! AeroDrome as its paper has it: Mathur and Viswanathan, *Atomicity Checking in Linear Time using Vector Clocks*, ASPLOS 2020,
//! the basic algorithm. It shares nothing with what it is compared to but the steps. It tells of a cycle at the latest when the
//! transactions of the cycle have ended.

use racefree_interp::serial::{Act, Step};
use std::collections::BTreeMap;

/// By thread how far its begins are known; what is missing is 0.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Clock(BTreeMap<u32, u64>);

impl Clock {
    /// ⊑
    fn below(&self, other: &Clock) -> bool {
        self.0.iter().all(|(t, n)| other.0.get(t).is_some_and(|m| n <= m))
    }

    /// ⊔
    fn join(&mut self, other: &Clock) {
        for (&t, &n) in &other.0 {
            let own = self.0.entry(t).or_default();
            *own = n.max(*own);
        }
    }
}

/// A thread: C, C^b, and how many blocks it is in.
#[derive(Clone, Default, Debug)]
struct Thread {
    now: Clock,
    began: Clock,
    depth: u32,
}

/// A run so far.
#[derive(Default, Debug)]
pub struct AeroDrome {
    threads: BTreeMap<u32, Thread>,
    /// L, with the thread that has released the lock last.
    locks: BTreeMap<u32, (Clock, u32)>,
    /// W, likewise.
    writes: BTreeMap<u32, (Clock, u32)>,
    /// R, by cell and thread.
    reads: BTreeMap<(u32, u32), Clock>,
    /// Whether there was a violation.
    pub violated: bool,
}

impl AeroDrome {
    fn thread(&mut self, t: u32) -> &mut Thread {
        self.threads.entry(t).or_insert_with(|| {
            let now = Clock(BTreeMap::from([(t, 1)]));
            Thread { now, began: Clock::default(), depth: 0 }
        })
    }

    /// *checkAndGet*
    fn check_and_get(&mut self, clock: &Clock, t: u32) {
        let thread = self.thread(t);
        let violated = thread.depth > 0 && thread.began.below(clock);
        thread.now.join(clock);
        self.violated |= violated;
    }

    /// The next event.
    pub fn step(&mut self, Step { thread, act }: Step) {
        let t = thread.0;
        let now = self.thread(t).now.clone();
        match act {
            Act::Begin(_) => {
                let thread = self.thread(t);
                thread.depth += 1;
                if thread.depth == 1 {
                    *thread.now.0.entry(t).or_default() += 1;
                    thread.began = thread.now.clone();
                }
            }
            Act::End => {
                self.thread(t).depth -= 1;
                if self.thread(t).depth == 0 {
                    self.end(t);
                }
            }
            Act::Acquire(lock) => {
                if let Some((clock, last)) = self.locks.get(&lock.0).cloned()
                    && last != t
                {
                    self.check_and_get(&clock, t);
                }
            }
            Act::Release(lock) => drop(self.locks.insert(lock.0, (now, t))),
            Act::Fork(child) => self.thread(child.0).now.join(&now),
            Act::Read(cell) => {
                self.after_write(cell.0, t);
                let now = self.thread(t).now.clone();
                self.reads.insert((cell.0, t), now);
            }
            Act::Write(cell) => {
                self.after_write(cell.0, t);
                let of_cell = self.reads.range((cell.0, 0)..=(cell.0, u32::MAX));
                let reads: Vec<Clock> = of_cell.filter(|((_, u), _)| *u != t).map(|(_, clock)| clock.clone()).collect();
                for clock in reads {
                    self.check_and_get(&clock, t);
                }
                let now = self.thread(t).now.clone();
                self.writes.insert(cell.0, (now, t));
            }
        }
    }

    /// An access comes after the last write, if that is another thread's.
    fn after_write(&mut self, cell: u32, t: u32) {
        if let Some((clock, last)) = self.writes.get(&cell).cloned()
            && last != t
        {
            self.check_and_get(&clock, t);
        }
    }

    /// What comes after the begin of a transaction comes after its end.
    fn end(&mut self, t: u32) {
        let Thread { now, began, .. } = self.thread(t).clone();
        let others: Vec<u32> =
            self.threads.iter().filter(|(u, other)| **u != t && began.below(&other.now)).map(|(u, _)| *u).collect();
        for u in others {
            self.check_and_get(&now, u);
        }
        let locks = self.locks.values_mut().map(|(clock, _)| clock);
        let writes = self.writes.values_mut().map(|(clock, _)| clock);
        for clock in locks.chain(writes).chain(self.reads.values_mut()).filter(|clock| began.below(clock)) {
            clock.join(&now);
        }
    }
}
