//! Happens-before races of one run (calculus, section 9.3) by vector clocks and epochs: Flanagan, Freund, *FastTrack:
//! Efficient and Precise Dynamic Race Detection*, PLDI 2009. Rules in brackets are that paper's.

use super::{Clocks, Detector, Races, RacyAccess, RawRace, Rows};
use crate::event::{Access, Event, EventKind, Site};
use crate::in_place::{clone_in_place, refill};
use crate::machine::Lowered;
use crate::machine::state::Heap;
use crate::observe::{Observer, Place, Rewind, Touch, View};
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
struct Shadow {
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

const FRESH: Shadow = Shadow {
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
    cells: Vec<Shadow>,
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
        let clock = self.now(thread);
        self.clocks.set(thread as usize, thread as usize, clock + 1);
    }

    /// `C_t(t)`
    #[inline(always)]
    fn now(&self, thread: u32) -> u32 {
        self.clocks.get(thread as usize, thread as usize)
    }

    /// \[FT READ SAME EPOCH\], \[FT READ EXCLUSIVE\], \[FT WRITE SAME EPOCH\], \[FT WRITE EXCLUSIVE\], if nothing is wrong. Whether one
    /// of them applies.
    #[inline(always)]
    fn quickly(&mut self, this: Place) -> bool {
        let Some(shadow) = self.cells.get_mut(this.cell) else { return false };
        if shadow.raced {
            return true;
        }
        let row = this.thread.index();
        let clocks = &self.clocks;
        let now = Epoch::new(this.thread.0, clocks.get(row, row));
        // A clock that is SHARED is above all others, and its thread is none.
        let is_before =
            |epoch: Epoch| epoch.clock() != SHARED && epoch.clock() <= clocks.get(row, epoch.thread() as usize);
        if this.access.writes() {
            // What this thread has read in this epoch is not ordered after any other access.
            let fine = shadow.read == now || is_before(shadow.write) && is_before(shadow.read);
            if fine && !(shadow.write == now && shadow.read == BOTTOM) {
                (shadow.write, shadow.read) = (now, BOTTOM);
                (shadow.write_site, shadow.write_access) = (this.site, this.access);
            }
            return fine;
        }
        if shadow.read == now {
            return true;
        }
        let fine = is_before(shadow.write) && is_before(shadow.read);
        if fine {
            (shadow.read, shadow.read_site) = (now, this.site);
        }
        fine
    }

    /// The other rules.
    #[cold]
    fn closer(&mut self, this: Touch<'_>) {
        if this.cell >= self.cells.len() {
            self.cells.resize(this.cell + 1, FRESH);
        }
        if self.quickly(this.place()) {
            return;
        }
        let row = this.thread.index();
        let Shadow { write, write_access, write_site, .. } = self.cells[this.cell];
        if write.clock() > self.clocks.get(row, write.thread() as usize) {
            self.report(this, write.thread(), write_access, write_site);
        } else if this.access.writes() {
            self.after_reads(this);
        } else {
            self.share(this);
        }
        if this.access.writes() {
            let now = Epoch::new(this.thread.0, self.clocks.get(row, row));
            let shadow = &mut self.cells[this.cell];
            (shadow.write, shadow.read) = (now, BOTTOM);
            (shadow.write_site, shadow.write_access) = (this.site, this.access);
        }
    }

    /// \[FT READ SHARE\], \[FT READ SHARED\]: reads that nothing orders.
    fn share(&mut self, this: Touch<'_>) {
        let now = self.now(this.thread.0);
        let shadow = &mut self.cells[this.cell];
        if shadow.read.clock() != SHARED {
            let (before, row) = (shadow.read, self.shared.add_row());
            self.shared.set(row, before.thread() as usize, (before.clock(), shadow.read_site));
            shadow.read = Epoch::new(row as u32, SHARED);
        }
        self.shared.set(shadow.read.thread() as usize, this.thread.index(), (now, this.site));
    }

    /// \[FT WRITE SHARED\], and a write after a read that is not before it.
    fn after_reads(&mut self, this: Touch<'_>) {
        let Shadow { read, read_site, .. } = self.cells[this.cell];
        if read.clock() != SHARED {
            return self.report(this, read.thread(), Access::Read, read_site);
        }
        for reader in 0..self.clocks.rows() {
            let (clock, site) = self.shared.get(read.thread() as usize, reader);
            if clock > self.clocks.get(this.thread.index(), reader) {
                self.report(this, reader as u32, Access::Read, site);
            }
        }
    }

    fn report(&mut self, this: Touch<'_>, thread: u32, access: Access, site: Site) {
        let Touch { object, field, steps, .. } = this;
        let first = RacyAccess { thread: ThreadId(thread), access, site };
        let second = RacyAccess { thread: this.thread, access: this.access, site: this.site };
        self.cells[this.cell].raced = true;
        self.races.add(RawRace { object, field, accesses: [first, second], detector: Detector::HappensBefore, steps });
    }
}

impl Observer for HappensBefore {
    const LOCAL: bool = false;
    const ACCESSES: bool = false;
    const TOUCHES: bool = true;

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

    fn touch(&mut self, touch: Touch<'_>) {
        self.closer(touch);
    }

    #[inline(always)]
    fn touch_quickly(&mut self, _: &Heap, place: Place) -> bool {
        self.quickly(place)
    }

    #[inline(always)]
    fn event(&mut self, _: View<'_>, event: &Event) {
        let thread = event.thread.0;
        match event.kind {
            EventKind::Acquire { object, count: 1 } => self.acquire(thread, object),
            EventKind::Release { object, count: 0 } => self.release(thread, object),
            EventKind::Fork { child } => self.fork(thread, child.0),
            EventKind::Acquire { .. }
            | EventKind::Release { .. }
            | EventKind::Read { .. }
            | EventKind::Write { .. }
            | EventKind::InitWrite { .. }
            | EventKind::Alloc { .. }
            | EventKind::Call { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Throw { .. }
            | EventKind::Local(_) => {}
        }
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.stop && !self.races.all().is_empty()
    }
}
