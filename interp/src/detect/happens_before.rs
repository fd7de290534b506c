//! Happens-before races of one run (calculus, section 9.3) by vector clocks and epochs: Flanagan, Freund, *FastTrack:
//! Efficient and Precise Dynamic Race Detection*, PLDI 2009. Rules in brackets are that paper's.

use super::{Clocks, Detector, Races, RacyAccess, RawRace};
use crate::event::{Access, Event, EventKind, Site};
use crate::in_place::clone_in_place;
use crate::machine::Lowered;
use crate::observe::{Observer, Rewind, View};
use crate::program::FieldId;
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

/// An access as the rules see it.
#[derive(Clone, Copy)]
struct This {
    thread: u32,
    cell: usize,
    access: Access,
    object: ObjectId,
    field: FieldId,
    site: Site,
    steps: u64,
}

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
    /// The unordered reads of cells: by thread, clock and place.
    shared: Vec<Vec<(u32, Site)>>,
    races: Races,
    stop: bool,
}

clone_in_place!(HappensBefore { clocks, locks, lock_row, cells, shared, races, stop });

impl Rewind for HappensBefore {}

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

    #[inline]
    fn lock(&self, o: ObjectId) -> usize {
        self.lock_row.get(o.index()).copied().unwrap_or(0) as usize
    }

    /// \[FT ACQUIRE\]
    #[inline]
    fn acquire(&mut self, thread: u32, o: ObjectId) {
        let lock = self.lock(o);
        if lock != 0 {
            self.clocks.join(thread as usize, &self.locks, lock - 1);
        }
    }

    /// \[FT RELEASE\]
    #[inline]
    fn release(&mut self, thread: u32, o: ObjectId) {
        let mut lock = self.lock(o);
        if lock == 0 {
            lock = self.locks.add_row() + 1;
            if self.lock_row.len() <= o.index() {
                self.lock_row.resize(o.index() + 1, 0);
            }
            self.lock_row[o.index()] = lock as u32;
        }
        self.locks.copy(lock - 1, &self.clocks, thread as usize);
        self.tick(thread);
    }

    /// \[FT FORK\]; threads are numbered in the order of their forks.
    fn fork(&mut self, parent: u32, child: u32) {
        self.clocks.reach(child as usize);
        self.locks.reach(child as usize);
        let new = self.clocks.add_row();
        debug_assert_eq!(new, child as usize);
        self.clocks.copy_row(new, parent as usize);
        self.clocks.set(new, new, 1);
        self.tick(parent);
    }

    #[inline]
    fn tick(&mut self, thread: u32) {
        let clock = self.now(thread);
        self.clocks.set(thread as usize, thread as usize, clock + 1);
    }

    /// `C_t(t)`
    #[inline]
    fn now(&self, thread: u32) -> u32 {
        self.clocks.get(thread as usize, thread as usize)
    }

    /// \[FT READ …\]
    #[inline(always)]
    fn read(&mut self, this: This) {
        let (row, clock) = (this.thread as usize, self.now(this.thread));
        let now = Epoch::new(this.thread, clock);
        let Some(shadow) = self.cells.get_mut(this.cell) else { return self.first(this) };
        if shadow.raced || shadow.read == now {
            return;
        }
        let (write, read) = (shadow.write, shadow.read);
        if write.clock() > self.clocks.get(row, write.thread() as usize) {
            self.races_with_write(this);
        } else if read.clock() <= self.clocks.get(row, read.thread() as usize) {
            // A clock that is SHARED is above all others.
            (shadow.read, shadow.read_site) = (now, this.site);
        } else {
            self.share(this);
        }
    }

    /// An access to a cell that has no shadow yet.
    #[cold]
    fn first(&mut self, this: This) {
        self.cells.resize(this.cell + 1, FRESH);
        if this.access.writes() { self.write(this) } else { self.read(this) }
    }

    /// \[FT READ SHARE\], \[FT READ SHARED\]: reads that nothing orders.
    #[cold]
    fn share(&mut self, this: This) {
        let now = self.now(this.thread);
        let shadow = &mut self.cells[this.cell];
        let thread = this.thread as usize;
        if shadow.read.clock() != SHARED {
            let before = shadow.read;
            let mut reads = vec![(0, this.site); thread.max(before.thread() as usize) + 1];
            reads[before.thread() as usize] = (before.clock(), shadow.read_site);
            shadow.read = Epoch::new(self.shared.len() as u32, SHARED);
            self.shared.push(reads);
        }
        let reads = &mut self.shared[shadow.read.thread() as usize];
        if reads.len() <= thread {
            reads.resize(thread + 1, (0, this.site));
        }
        reads[thread] = (now, this.site);
    }

    /// \[FT WRITE …\]
    #[inline(always)]
    fn write(&mut self, this: This) {
        let (row, clock) = (this.thread as usize, self.now(this.thread));
        let now = Epoch::new(this.thread, clock);
        let Some(shadow) = self.cells.get_mut(this.cell) else { return self.first(this) };
        if shadow.raced || (shadow.write == now && shadow.read == BOTTOM) {
            return;
        }
        let (write, read) = (shadow.write, shadow.read);
        // A read that is one of many is after everything.
        if write.clock() > self.clocks.get(row, write.thread() as usize) {
            self.races_with_write(this);
        } else if read.clock() == SHARED || read.clock() > self.clocks.get(row, read.thread() as usize) {
            self.after_reads(this);
        }
        let shadow = &mut self.cells[this.cell];
        (shadow.write, shadow.read) = (now, BOTTOM);
        (shadow.write_site, shadow.write_access) = (this.site, this.access);
    }

    /// A write after reads not all of which are before it, as far as the last one tells.
    #[cold]
    fn after_reads(&mut self, this: This) {
        let Shadow { read, read_site, .. } = self.cells[this.cell];
        if read.clock() != SHARED {
            return self.report(this, read.thread(), Access::Read, read_site);
        }
        let reads = std::mem::take(&mut self.shared[read.thread() as usize]);
        for (reader, (clock, site)) in reads.into_iter().enumerate() {
            if clock > self.clocks.get(this.thread as usize, reader) {
                self.report(this, reader as u32, Access::Read, site);
            }
        }
    }

    #[cold]
    fn races_with_write(&mut self, this: This) {
        let Shadow { write, write_site, write_access, .. } = self.cells[this.cell];
        self.report(this, write.thread(), write_access, write_site);
    }

    fn report(&mut self, this: This, thread: u32, access: Access, site: Site) {
        let This { object, field, steps, .. } = this;
        let first = RacyAccess { thread: ThreadId(thread), access, site };
        let second = RacyAccess { thread: ThreadId(this.thread), access: this.access, site: this.site };
        self.cells[this.cell].raced = true;
        self.races.add(RawRace {
            object,
            field,
            accesses: [first, second],
            detector: Detector::HappensBefore,
            steps,
        });
    }
}

impl Observer for HappensBefore {
    const LOCAL: bool = false;

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
    fn event(&mut self, view: View<'_>, event: &Event) {
        let (thread, site, cell, steps) = (event.thread.0, event.site, view.cell, view.steps);
        match event.kind {
            EventKind::Read { object, field, .. } => {
                self.read(This { thread, cell, access: Access::Read, object, field, site, steps });
            }
            EventKind::Write { object, field, .. } => {
                self.write(This { thread, cell, access: Access::Write, object, field, site, steps });
            }
            EventKind::InitWrite { object, field, .. } => {
                self.write(This { thread, cell, access: Access::Init, object, field, site, steps });
            }
            EventKind::Acquire { object, count: 1 } => self.acquire(thread, object),
            EventKind::Release { object, count: 0 } => self.release(thread, object),
            EventKind::Fork { child } => self.fork(thread, child.0),
            EventKind::Acquire { .. }
            | EventKind::Release { .. }
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
