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
struct Epoch {
    thread: u32,
    clock: u32,
}

const BOTTOM: Epoch = Epoch { thread: 0, clock: 0 };

/// What is known of a cell.
#[derive(Clone, Copy, Debug)]
struct Shadow {
    /// The last write.
    write: Epoch,
    /// The last read, while all reads are ordered; with clock [``SHARED`, `thread` is an index of `shared`.
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
    /// The unordered reads of cells: by thread, clock and place.
    shared: Vec<Vec<(u32, Site)>>,
    races: Races,
    steps: u64,
    stop: bool,
}

clone_in_place!(HappensBefore { clocks, locks, lock_row, cells, shared, races, steps, stop });

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

    #[inline]
    fn cell(&mut self, cell: usize) {
        if cell >= self.cells.len() {
            self.cells.resize(cell + 1, FRESH);
        }
    }

    /// \[FT READ …\]
    #[inline]
    fn read(&mut self, thread: u32, cell: usize, at: (ObjectId, FieldId, Site)) {
        self.cell(cell);
        let (row, clock) = (thread as usize, self.now(thread));
        let now = Epoch { thread, clock };
        let shadow = &mut self.cells[cell];
        if shadow.raced || shadow.read == now {
            return;
        }
        let (write, read) = (shadow.write, shadow.read);
        if write.clock > self.clocks.get(row, write.thread as usize) {
            let before = (write.thread, shadow.write_access, shadow.write_site);
            self.report(cell, before, (thread, Access::Read, at.2), at);
        } else if read.clock <= self.clocks.get(row, read.thread as usize) {
            // A clock that is SHARED is above all others.
            (shadow.read, shadow.read_site) = (now, at.2);
        } else {
            self.share(cell, now, at.2);
        }
    }

    /// \[FT READ SHARE\], \[FT READ SHARED\]: reads that nothing orders.
    fn share(&mut self, cell: usize, now: Epoch, site: Site) {
        let shadow = &mut self.cells[cell];
        let thread = now.thread as usize;
        if shadow.read.clock != SHARED {
            let before = shadow.read;
            let mut reads = vec![(0, site); thread.max(before.thread as usize) + 1];
            reads[before.thread as usize] = (before.clock, shadow.read_site);
            shadow.read = Epoch { thread: self.shared.len() as u32, clock: SHARED };
            self.shared.push(reads);
        }
        let reads = &mut self.shared[shadow.read.thread as usize];
        if reads.len() <= thread {
            reads.resize(thread + 1, (0, site));
        }
        reads[thread] = (now.clock, site);
    }

    /// \[FT WRITE …\]
    #[inline]
    fn write(&mut self, thread: u32, cell: usize, access: Access, at: (ObjectId, FieldId, Site)) {
        self.cell(cell);
        let row = thread as usize;
        let now = Epoch { thread, clock: self.now(thread) };
        let shadow = &mut self.cells[cell];
        if shadow.raced || (shadow.write == now && shadow.read == BOTTOM) {
            return;
        }
        let Shadow { write, read, write_site, read_site, write_access, .. } = *shadow;
        *shadow =
            Shadow { write: now, read: BOTTOM, write_site: at.2, read_site: at.2, write_access: access, raced: false };
        if write.clock > self.clocks.get(row, write.thread as usize) {
            self.report(cell, (write.thread, write_access, write_site), (thread, access, at.2), at);
        } else if read.clock == SHARED {
            self.shared_reads(cell, thread, row, read.thread as usize, access, at);
        } else if read.clock > self.clocks.get(row, read.thread as usize) {
            self.report(cell, (read.thread, Access::Read, read_site), (thread, access, at.2), at);
        }
    }

    #[cold]
    fn shared_reads(
        &mut self,
        cell: usize,
        thread: u32,
        row: usize,
        reads: usize,
        access: Access,
        at: (ObjectId, FieldId, Site),
    ) {
        for (reader, (clock, site)) in std::mem::take(&mut self.shared[reads]).into_iter().enumerate() {
            if clock > self.clocks.get(row, reader) {
                self.report(cell, (reader as u32, Access::Read, site), (thread, access, at.2), at);
            }
        }
    }

    #[cold]
    fn report(
        &mut self,
        cell: usize,
        first: (u32, Access, Site),
        second: (u32, Access, Site),
        (object, field, _): (ObjectId, FieldId, Site),
    ) {
        let access = |(thread, access, site)| RacyAccess { thread: ThreadId(thread), access, site };
        let accesses = [access(first), access(second)];
        self.cells[cell].raced = true;
        self.races.add(RawRace { object, field, accesses, detector: Detector::HappensBefore, steps: self.steps + 1 });
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
        self.steps = 0;
        let main = self.clocks.add_row();
        self.clocks.set(main, 0, 1);
    }

    #[inline(always)]
    fn event(&mut self, view: View<'_>, event: &Event) {
        let thread = event.thread.0;
        match event.kind {
            EventKind::Read { object, field, .. } => {
                self.read(thread, view.cell, (object, field, event.site));
            }
            EventKind::Write { object, field, .. } => {
                self.write(thread, view.cell, Access::Write, (object, field, event.site));
            }
            EventKind::InitWrite { object, field, .. } => {
                self.write(thread, view.cell, Access::Init, (object, field, event.site));
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
    fn ran(&mut self, _: ThreadId, steps: u64) {
        self.steps += steps;
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.stop && !self.races.all().is_empty()
    }
}
