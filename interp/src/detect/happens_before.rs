//! Happens-before races of one run (calculus, section 9.3) by vector clocks and epochs: Flanagan, Freund, *FastTrack:
//! Efficient and Precise Dynamic Race Detection*, PLDI 2009. Rules in brackets are that paper's.
//!
//! The definition is [`super::plain::EventOrder`]; `tests/races.rs` holds this to it.

use super::clock::PIECE;
use super::{Clocks, Detector, Races, RacyAccess, RawRace, Rows};
use crate::event::{Access, Site};
use crate::in_place::{clone_in_place, refill};
use crate::machine::Lowered;
use crate::machine::state::CellId;
use crate::observe::{Built, Observer, Order, Place, Rewind, Touch};
use crate::value::{ObjectId, ThreadId};

/// `c@t`; clock 0 is before everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Epoch(u64);

impl Epoch {
    #[inline]
    fn new(thread: u32, clock: u32) -> Epoch {
        Epoch(u64::from(clock) << 32 | u64::from(thread))
    }

    #[inline]
    fn thread(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    fn clock(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

const BOTTOM: Epoch = Epoch(0);

/// What is known of a cell.
#[derive(Clone, Copy, Debug)]
struct Epochs {
    /// The last write.
    write: Epoch,
    /// The last read, while all reads are ordered; with clock [`SHARED`], the thread is an index of `shared`.
    read: Epoch,
    /// Where those were; of no meaning while there was none.
    write_site: Site,
    read_site: Site,
    write_access: Access,
    /// Whether a race on this cell was found already: the first one of a run is a real one, later ones need not be.
    raced: bool,
}

const FRESH: Epochs = Epochs {
    write: BOTTOM,
    read: BOTTOM,
    write_site: Site::NOWHERE,
    read_site: Site::NOWHERE,
    write_access: Access::Write,
    raced: false,
};
const SHARED: u32 = u32::MAX;

/// The detector.
#[derive(Default, Debug)]
pub struct HappensBefore {
    /// C: a row for each thread.
    clocks: Clocks,
    /// L: a row for each lock that was released.
    locks: Clocks,
    /// For each object one more than the row of its lock, 0 if it was never released.
    lock_row: Vec<u32>,
    cells: Vec<Epochs>,
    /// The unordered reads of cells, a row each: by thread, clock and place.
    shared: Rows<(u32, Site)>,
    races: Races,
    stop: bool,
}

clone_in_place!(HappensBefore { clocks, locks, lock_row, cells, shared, races, stop });

impl Rewind for HappensBefore {
    #[inline]
    fn rewind(&mut self, to: &Self) {
        self.clocks.refill(&to.clocks);
        self.locks.refill(&to.locks);
        self.shared.refill(&to.shared);
        refill(&mut self.lock_row, &to.lock_row);
        refill(&mut self.cells, &to.cells);
        self.races.rewind(&to.races);
        self.stop = to.stop;
    }
}

impl HappensBefore {
    /// Watches whole runs.
    pub fn new() -> HappensBefore {
        HappensBefore::default()
    }

    /// Is [`Observer::done`] at the first race.
    pub fn until_first() -> HappensBefore {
        HappensBefore { stop: true, ..HappensBefore::default() }
    }

    /// The races found.
    pub fn races(&self) -> &[RawRace] {
        self.races.all()
    }

    #[inline(always)]
    fn lock(&self, o: ObjectId) -> usize {
        self.lock_row.get(o.index()).copied().unwrap_or(0) as usize
    }

    /// \[FT ACQUIRE\]
    #[inline(always)]
    fn acquire(&mut self, thread: u32, o: ObjectId) {
        let lock = self.lock(o);
        if lock != 0 {
            self.clocks.join(thread as usize, &self.locks, lock - 1);
        }
    }

    /// The row of a lock that was never released.
    #[cold]
    fn new_lock(&mut self, o: ObjectId) -> usize {
        let lock = self.locks.add_row() + 1;
        if self.lock_row.len() <= o.index() {
            self.lock_row.resize(o.index() + 1, 0);
        }
        self.lock_row[o.index()] = lock as u32;
        lock
    }

    /// \[FT RELEASE\]
    #[inline(always)]
    fn release(&mut self, thread: u32, o: ObjectId) {
        let mut lock = self.lock(o);
        if lock == 0 {
            lock = self.new_lock(o);
        }
        self.locks.copy(lock - 1, &self.clocks, thread as usize);
        self.tick(thread);
    }

    /// \[FT FORK\]; threads are numbered in the order of their forks.
    #[inline(never)]
    fn fork(&mut self, parent: u32, child: u32) {
        self.clocks.reach(child as usize);
        self.locks.reach(child as usize);
        self.shared.reach(child as usize);
        let new = self.clocks.add_row();
        debug_assert_eq!(new, child as usize);
        self.clocks.copy_row(new, parent as usize);
        self.clocks.set(new, new, 1);
        self.tick(parent);
    }

    #[inline(always)]
    fn tick(&mut self, thread: u32) {
        if let Some(clocks) = self.clocks.narrow_mut(thread as usize) {
            clocks[thread as usize % PIECE] += 1;
        } else {
            self.tick_among_many(thread);
        }
    }

    #[inline(never)]
    fn tick_among_many(&mut self, thread: u32) {
        let clock = self.now(thread);
        self.clocks.set(thread as usize, thread as usize, clock + 1);
    }

    /// `C_t(t)`
    #[inline(always)]
    fn now(&self, thread: u32) -> u32 {
        self.clocks.get(thread as usize, thread as usize)
    }

    /// What [`Epochs::keeps`] says, if the cell is known.
    #[inline(always)]
    fn quickly(&mut self, Place { thread, cell, access, site, .. }: Place<'_>) -> bool {
        let Some(shadow) = self.cells.get_mut(cell.index()) else { return false };
        if shadow.raced {
            return true;
        }
        match self.clocks.narrow(thread.index()) {
            Some(clocks) => shadow.keeps((thread, access, site), |thread| clocks[thread % PIECE]),
            None => self.among_many(cell, thread, access, site),
        }
    }

    /// The same among many threads.
    #[inline(never)]
    fn among_many(&mut self, cell: CellId, thread: ThreadId, access: Access, site: &Site) -> bool {
        let clocks = self.clocks.row(thread.index());
        // The thread of an epoch that is SHARED is none.
        self.cells[cell.index()].keeps((thread, access, site), |thread| clocks.get(thread).copied().unwrap_or(0))
    }

    /// Accesses that [`HappensBefore::quickly`] does not judge.
    #[cold]
    #[inline(never)]
    fn closer(&mut self, this: Touch<'_>) {
        let Place { cell, thread, access, site, .. } = this.place;
        if cell.index() >= self.cells.len() {
            self.cells.resize(cell.index() + 1, FRESH);
            if access.writes() {
                let now = Epoch::new(thread.0, self.now(thread.0));
                return self.cells[cell.index()].write((now, access, site));
            }
            if self.quickly(this.place) {
                return;
            }
        }
        self.unordered(this);
    }

    /// The other rules.
    #[inline(always)]
    fn unordered(&mut self, this: Touch<'_>) {
        let Place { cell, thread, access, .. } = this.place;
        let Epochs { write, write_access, write_site, .. } = self.cells[cell.index()];
        if write.clock() > self.clocks.get(thread.index(), write.thread() as usize) {
            self.report(this, write.thread(), write_access, write_site);
        } else if access.writes() {
            self.after_reads(this);
        } else {
            self.share(this.place);
        }
    }

    /// \[FT READ SHARE\], \[FT READ SHARED\]: reads that nothing orders.
    #[inline(always)]
    fn share(&mut self, this: Place<'_>) {
        let now = self.now(this.thread.0);
        let shadow = &mut self.cells[this.cell.index()];
        if shadow.read.clock() != SHARED {
            let (before, row) = (shadow.read, self.shared.add_row());
            self.shared.set(row, before.thread() as usize, (before.clock(), shadow.read_site));
            shadow.read = Epoch::new(row as u32, SHARED);
        }
        self.shared.set(shadow.read.thread() as usize, this.thread.index(), (now, *this.site));
    }

    /// \[FT WRITE SHARED\], and a write after a read that is not before it.
    #[inline(never)]
    fn after_reads(&mut self, this: Touch<'_>) {
        let Place { cell, thread, .. } = this.place;
        let Epochs { read, read_site, .. } = self.cells[cell.index()];
        if read.clock() != SHARED {
            return self.report(this, read.thread(), Access::Read, read_site);
        }
        let (reads, clocks) = (read.thread() as usize, self.clocks.row(thread.index()));
        let unordered = |((read, _), clock): (&(u32, Site), &u32)| read > clock;
        let Some(first) = self.shared.row(reads).iter().zip(clocks).position(unordered) else {
            let now = Epoch::new(thread.0, clocks[thread.index()]);
            return self.cells[cell.index()].write((now, this.place.access, this.place.site));
        };
        for reader in first..self.clocks.rows() {
            let (clock, site) = self.shared.get(reads, reader);
            if clock > self.clocks.get(thread.index(), reader) {
                self.report(this, reader as u32, Access::Read, site);
            }
        }
    }

    #[inline(never)]
    fn report(&mut self, this: Touch<'_>, thread: u32, access: Access, site: Site) {
        let Touch { place, object, field, steps, .. } = this;
        let first = RacyAccess { thread: ThreadId(thread), access, site };
        let accesses = [first, RacyAccess::from(place)];
        self.cells[place.cell.index()].raced = true;
        self.races.add(RawRace { object, field, accesses, detector: Detector::HappensBefore, steps });
    }
}

impl Epochs {
    /// \[FT READ SAME EPOCH\], \[FT READ EXCLUSIVE\], \[FT WRITE SAME EPOCH\], \[FT WRITE EXCLUSIVE\], by the clocks of the thread
    /// that makes the access: whether one of them applies. If not, nothing has changed.
    #[inline(always)]
    fn keeps(&mut self, (thread, access, site): (ThreadId, Access, &Site), clocks: impl Fn(usize) -> u32) -> bool {
        let now = Epoch::new(thread.0, clocks(thread.index()));
        let is_before = |epoch: Epoch| epoch.clock() <= clocks(epoch.thread() as usize);
        if access.writes() {
            if self.write == now && self.read == BOTTOM {
                return true;
            }
            // A read in the same epoch is not ordered after any other access.
            let fine = self.read == now || is_before(self.write) && is_before(self.read);
            if fine {
                self.write((now, access, site));
            }
            return fine;
        }
        if self.read == now {
            return true;
        }
        let fine = is_before(self.write) && is_before(self.read);
        if fine {
            (self.read, self.read_site) = (now, *site);
        }
        fine
    }

    /// The last access is this write.
    #[inline(always)]
    fn write(&mut self, (now, access, site): (Epoch, Access, &Site)) {
        (self.write, self.read) = (now, BOTTOM);
        (self.write_site, self.write_access) = (*site, access);
    }
}

impl Observer for HappensBefore {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const TOUCHES: bool = true;
    const ORDERS: bool = true;

    fn start(&mut self, _: &Lowered) {
        self.clocks.clear();
        self.locks.clear();
        self.lock_row.clear();
        self.cells.clear();
        self.shared.clear();
        self.races.clear();
        let main = self.clocks.add_row();
        self.clocks.set(main, 0, 1);
    }

    #[inline(always)]
    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        if !self.quickly(place) {
            self.closer(more());
        }
    }

    fn built(&mut self, built: Built<'_>) {
        let Built { thread, first, fields, .. } = built;
        if self.cells.len() > first.index() {
            return built.touch(self);
        }
        self.cells.resize(first.index(), FRESH);
        let write = Epoch::new(thread.0, self.now(thread.0));
        let fresh = |&field: &_| Epochs { write, write_site: Site::field(field), write_access: Access::Init, ..FRESH };
        self.cells.extend(fields.iter().map(fresh));
    }

    #[inline(always)]
    fn order(&mut self, thread: ThreadId, order: Order) {
        match order {
            Order::Acquire(lock) => self.acquire(thread.0, lock),
            Order::Release(lock) => self.release(thread.0, lock),
            Order::Fork(child) => self.fork(thread.0, child.0),
            Order::Begin(_) | Order::End(_) => {}
        }
    }

    #[inline(always)]
    fn stops(&self) -> bool {
        self.stop
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.stop && !self.races.all().is_empty()
    }
}
