//! Happens-before races of one run (calculus, section 9.3) by vector clocks and epochs: Flanagan, Freund, *FastTrack:
//! Efficient and Precise Dynamic Race Detection*, PLDI 2009. Rules in brackets are that paper's.
//!
//! The definition is [`super::plain::EventOrder`]; `tests/races.rs` holds this to it.

use super::past::ThreadClocks;
use super::{Detector, Races, RacyAccess, RawRace, Rows};
use crate::event::{Access, Site};
use crate::in_place::{clone_in_place, refill};
use crate::machine::Lowered;
use crate::observe::{Built, Observer, Order, Place, Rewind, Touch};
use crate::value::{ObjectId, ThreadId};

/// `c@t`; clock 0 is before everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Epoch(u64);

impl Epoch {
    #[inline]
    fn new(thread: u32, time: u32) -> Epoch {
        Epoch(u64::from(time) << 32 | u64::from(thread))
    }

    #[inline]
    fn thread(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    fn time(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

const BOTTOM: Epoch = Epoch(0);

/// Permission to access a cell without a look at clocks, for a thread that comes after all of its accesses for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pass(u32);

impl Pass {
    const THREADS: u32 = 1 << 31;
    /// No thread.
    const NOBODY: Pass = Pass(u32::MAX - 1);
    /// Any thread, since the cell has a race: the first race of a run is a real one, later ones need not be.
    const RACED: Pass = Pass(u32::MAX);

    /// This thread, which made the last access.
    #[inline(always)]
    fn thread(thread: ThreadId) -> Pass {
        Pass(thread.0 | Pass::THREADS)
    }

    /// Any holder of this lock, which was held at the last access.
    #[inline(always)]
    fn holder(lock: ObjectId) -> Pass {
        Pass(lock.0)
    }

    /// The lock, if it is one.
    #[inline(always)]
    fn lock(self) -> Option<ObjectId> {
        (self.0 < Pass::THREADS).then_some(ObjectId(self.0))
    }
}

/// Shadow of a cell.
#[derive(Clone, Copy, Debug)]
struct Epochs {
    /// The last write.
    write: Epoch,
    /// The last read after it, while all reads are ordered; with clock [`SHARED`], the thread is an index of `shared`.
    read: Epoch,
    /// The places of these accesses; meaningless while there was none.
    write_site: Site,
    read_site: Site,
    pass: Pass,
    write_access: Access,
}

const FRESH: Epochs = Epochs {
    write: BOTTOM,
    read: BOTTOM,
    write_site: Site::NOWHERE,
    read_site: Site::NOWHERE,
    pass: Pass::NOBODY,
    write_access: Access::Write,
};
const SHARED: u32 = u32::MAX;

/// The detector.
///
/// Once an access is known to be after all earlier ones to its cell, so is the next one, without a look at clocks, if it is made by the
/// same thread, or if both are made with the same lock held; and so on, as long as this goes well.
#[derive(Default, Debug)]
pub struct HappensBefore {
    past: ThreadClocks,
    cells: Vec<Epochs>,
    /// The unordered reads of cells, a row each: by thread, clock and place.
    shared: Rows<(u32, Site)>,
    races: Races,
    stop: bool,
}

clone_in_place!(HappensBefore { past, cells, shared, races, stop });

impl Rewind for HappensBefore {
    #[inline]
    fn rewind(&mut self, to: &Self) {
        self.past.rewind(&to.past);
        self.shared.refill(&to.shared);
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

    /// A detector that is [`Observer::done`] at the first race.
    pub fn until_first() -> HappensBefore {
        HappensBefore { stop: true, ..HappensBefore::default() }
    }

    /// The races found.
    pub fn races(&self) -> &[RawRace] {
        self.races.all()
    }

    /// Returns the present epoch of a thread.
    #[inline(always)]
    fn now(&self, thread: ThreadId) -> Epoch {
        Epoch::new(thread.0, self.past.time())
    }

    /// Handles an access by a thread that has a [`Pass`]. Returns false for any other one.
    #[inline(always)]
    fn quickly(&mut self, this: Place<'_>) -> bool {
        let now = self.now(this.thread);
        let Some(shadow) = self.cells.get_mut(this.cell.index()) else { return false };
        if this.fixed {
            let Epochs { write, pass, .. } = *shadow;
            return pass == Pass::RACED || self.past.knows_at_once(this.thread, write.time(), write.thread());
        }
        let passes =
            shadow.pass == Pass::thread(this.thread) || shadow.pass.lock().is_some_and(|lock| this.holds(lock));
        if passes {
            shadow.note(now, this);
        }
        passes || shadow.pass == Pass::RACED
    }

    /// Any other access.
    #[cold]
    #[inline(never)]
    fn closer(&mut self, this: &Touch<'_>) {
        let Place { cell, thread, .. } = this.place;
        let now = self.now(thread);
        let Some(shadow) = self.cells.get_mut(cell.index()) else { return self.first(this) };
        if this.place.fixed {
            return self.fixed(this);
        }
        // A read that is not shared is after the write.
        let last = if shadow.read == BOTTOM { shadow.write } else { shadow.read };
        if last.time() != SHARED && (last.thread() == thread.0 || self.past.knows(thread, last.time(), last.thread())) {
            shadow.admit(this, last);
            shadow.note(now, this.place);
        } else {
            self.unordered(this);
        }
    }

    /// A read that only its init-write conflicts with: it need not be noted.
    fn fixed(&mut self, this: &Touch<'_>) {
        let Epochs { write, write_access, write_site, .. } = self.cells[this.place.cell.index()];
        if !self.past.has(this.place.thread, write.time(), write.thread()) {
            self.report(this, write.thread(), write_access, write_site);
        }
    }

    /// The first access to a cell.
    #[inline(never)]
    fn first(&mut self, this: &Touch<'_>) {
        self.cells.resize(this.place.cell.index() + 1, FRESH);
        self.closer(this);
    }

    /// The last write or read is not known to be before this access, or reads are shared.
    #[inline(never)]
    fn unordered(&mut self, this: &Touch<'_>) {
        let Place { cell, thread, access, .. } = this.place;
        let Epochs { write, write_access, write_site, read, read_site, .. } = self.cells[cell.index()];
        if !self.past.has(thread, write.time(), write.thread()) {
            self.report(this, write.thread(), write_access, write_site);
        } else if read.time() == SHARED {
            if access.writes() { self.after_reads(this) } else { self.share(this.place) }
        } else if self.past.has(thread, read.time(), read.thread()) {
            let (now, shadow) = (self.now(thread), &mut self.cells[cell.index()]);
            shadow.admit(this, if read == BOTTOM { write } else { read });
            shadow.note(now, this.place);
        } else if access.writes() {
            self.report(this, read.thread(), Access::Read, read_site);
        } else {
            self.share(this.place);
        }
    }

    /// \[FT READ SHARE\], \[FT READ SHARED\]: reads that nothing orders.
    #[inline(always)]
    fn share(&mut self, this: Place<'_>) {
        let now = self.past.time();
        let shadow = &mut self.cells[this.cell.index()];
        if shadow.read.time() != SHARED {
            let (before, row) = (shadow.read, self.shared.add_row());
            self.shared.set(row, before.thread() as usize, (before.time(), shadow.read_site));
            (shadow.read, shadow.pass) = (Epoch::new(row as u32, SHARED), Pass::NOBODY);
        }
        self.shared.set(shadow.read.thread() as usize, this.thread.index(), (now, *this.site));
    }

    /// \[FT WRITE SHARED\]
    #[inline(never)]
    fn after_reads(&mut self, this: &Touch<'_>) {
        let Place { cell, thread, .. } = this.place;
        let reads = self.cells[cell.index()].read.thread() as usize;
        let mut ordered = true;
        for reader in 0..self.past.threads() {
            let (time, site) = self.shared.get(reads, reader);
            if !self.past.has(thread, time, reader as u32) {
                ordered = false;
                self.report(this, reader as u32, Access::Read, site);
            }
        }
        if ordered {
            let (now, shadow) = (self.now(thread), &mut self.cells[cell.index()]);
            shadow.admit(this, shadow.write);
            shadow.note(now, this.place);
        }
    }

    #[inline(never)]
    fn report(&mut self, this: &Touch<'_>, thread: u32, access: Access, site: Site) {
        let &Touch { place, object, field, steps, .. } = this;
        let first = RacyAccess { thread: ThreadId(thread), access, site };
        let accesses = [first, RacyAccess::from(place)];
        self.cells[place.cell.index()].pass = Pass::RACED;
        self.races.add(RawRace { object, field, accesses, detector: Detector::HappensBefore, steps });
    }
}

impl Epochs {
    /// Notes this access as the last one, after all others.
    #[inline(always)]
    fn note(&mut self, now: Epoch, Place { access, site, .. }: Place<'_>) {
        if access.writes() {
            (self.write, self.read) = (now, BOTTOM);
            (self.write_site, self.write_access) = (*site, access);
        } else {
            (self.read, self.read_site) = (now, *site);
        }
    }

    /// Gives the pass from this access on, which is after `last` and so after all others: to the holder of any lock
    /// that is held, if the next thread holds it, too. While one thread makes all accesses, it has the pass itself.
    #[inline]
    fn admit(&mut self, this: &Touch<'_>, last: Epoch) {
        let Place { thread, .. } = this.place;
        // Fields are mostly guarded by their own object or by the innermost lock; if that failed, by the outermost.
        let lock = match self.pass.lock() {
            _ if last != BOTTOM && last.thread() == thread.0 => None,
            Some(_) => this.syncs.first().and_then(|held| held.object),
            None if this.place.holds(this.object) => Some(this.object),
            None => this.syncs.last().and_then(|held| held.object),
        };
        let lock = lock.filter(|&lock| this.place.holds(lock));
        self.pass = lock.map_or(Pass::thread(thread), Pass::holder);
    }
}

impl Observer for HappensBefore {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const TOUCHES: bool = true;
    const ORDERS: bool = true;

    fn start(&mut self, _: &Lowered) {
        self.past.start();
        self.cells.clear();
        self.shared.clear();
        self.races.clear();
    }

    #[inline(always)]
    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        if !self.quickly(place) {
            self.closer(&more());
        }
    }

    fn built(&mut self, built: Built<'_>) {
        let Built { heap, thread, syncs, first, fields, .. } = built;
        if self.cells.len() > first.index() {
            return built.touch(self);
        }
        if self.cells.len() < first.index() {
            self.cells.resize(first.index(), FRESH);
        }
        // An object made with a lock held mostly goes to others that hold it.
        let lock = syncs.last().and_then(|held| held.object).filter(|&lock| heap.object(lock).held_by(thread));
        let pass = lock.map_or(Pass::thread(thread), Pass::holder);
        let (write, write_access) = (self.now(thread), Access::Init);
        let made = |&field: &_| Epochs { write, write_site: Site::field(field), write_access, pass, ..FRESH };
        self.cells.extend(fields.iter().map(made));
    }

    #[inline(always)]
    fn order(&mut self, thread: ThreadId, order: Order) {
        match order {
            Order::Acquire(lock) => self.past.acquire(thread, lock),
            Order::Release(lock) => self.past.release(thread, lock),
            Order::Fork(child) => {
                self.past.fork(thread, child);
                self.shared.reach(child.index());
            }
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
