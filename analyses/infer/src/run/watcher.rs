//! Watches one run (specification, section 6): FindLocks' maps, flat, by the objects and fields of the run. Its memory is used again
//! for the next run, and an access that shows nothing new costs a comparison.

mod observer;

use super::locksets::{Locksets, Set};
use racefree_grammar::ast::{Program, TypeKind};
use racefree_interp::event::Access;
use racefree_interp::machine::intern::{Interner, mix};
use racefree_interp::machine::observer::{Place, Touch};
use racefree_interp::machine::state::Heap;
use racefree_interp::program::FieldId;
use racefree_interp::{Lowered, ObjectId, ThreadId, Value, View};
use rustc_hash::FxHashSet;

/// Marker for no object.
pub(super) const NONE: u32 = u32::MAX;

/// A value as a word: which object it is.
fn word(value: Value) -> u32 {
    value.object().map_or(NONE, |o| o.0)
}

/// Observations of a field of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunCell {
    /// Thread and lock set of the last access, if another one like it shows nothing new.
    last: u64,
    /// True if this holds of writes, too.
    writes: bool,
    /// The locks held at every access but init-writes; none was made, if there is no user.
    pub lockset: Set,
    /// The same from the object's second user on.
    pub later: Option<Set>,
    /// The locks held at every write since another thread may know of the object.
    pub of_writes: Option<Set>,
    /// True if it was written once a second thread used the object.
    pub written_later: bool,
    /// True if several threads accessed it; below, if one came back after another.
    pub several: bool,
    pub came_back: bool,
    /// The thread that accessed it last.
    pub user: Option<ThreadId>,
    /// Set of the accessing threads, with one bit for all of great numbers.
    pub users: u64,
    /// Object stored last.
    stored: u32,
    pub events: u32,
}

/// Marker for no thread with no lock set.
const NEVER: u64 = u64::MAX;

const UNTOUCHED: RunCell = RunCell {
    last: NEVER,
    writes: false,
    lockset: Set::EMPTY,
    later: None,
    of_writes: None,
    written_later: false,
    several: false,
    came_back: false,
    user: None,
    users: 0,
    stored: NONE,
    events: 0,
};

/// Users of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunObject {
    user: Option<ThreadId>,
    /// There was a second one.
    shared: bool,
    /// Another thread than its maker used it.
    pub strange: bool,
}

const UNUSED: RunObject = RunObject { user: None, shared: false, strange: false };

/// A thread of the run.
#[derive(Clone, Debug, Default)]
struct RunThread {
    /// Locks held.
    held: Vec<ObjectId>,
    /// The objects whose initialisers it runs, and how many of their fields are left, if that counts as holding their locks.
    building: Vec<(ObjectId, u32)>,
    set: Set,
    /// Number of threads that it forked.
    forks: u32,
}

/// Binding positions of a method in which a ghost argument may be.
#[derive(Clone, Copy, Debug)]
struct Binds {
    words: usize,
    params: bool,
    result: bool,
}

/// An object as it was made: which, at which `new`, where its frame begins in [`Watcher::frames`], and how many threads its maker had
/// forked by then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub object: ObjectId,
    pub site: u32,
    pub frame: u32,
    forks: u32,
}

/// Observations beside FindLocks' maps.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Extent {
    /// Initialisers hold the lock of their object.
    pub constructor: bool,
    /// The locks of writes alone, and races.
    pub of_writes: bool,
}

/// Watches one run after the other.
pub(super) struct Watcher<'a> {
    pub program: &'a Lowered,
    extent: Extent,
    binds: Vec<Binds>,
    pub sets: Locksets,
    pub cells: Vec<RunCell>,
    pub objects: Vec<RunObject>,
    threads: Vec<RunThread>,
    /// Cells with accesses by threads of great numbers.
    far: FxHashSet<(u32, ThreadId)>,
    pub made: Vec<Made>,
    /// The variables where objects were made.
    pub frames: Vec<u32>,
    /// Objects stored in cells.
    pub stored: Vec<(u32, u32)>,
    /// Length of `stored` when duplicates were last removed.
    sorted: usize,
    /// Calls: the method, the receiver and the arguments.
    pub calls: Interner<u32>,
    /// Results: the same, and the result.
    pub results: Interner<u32>,
    scratch: Vec<u32>,
    /// Number of events, accesses aside.
    pub events: u64,
    /// Hash of the schedule, as thread and number of steps in turn: equal for equal runs.
    pub turns: u64,
}

impl<'a> Watcher<'a> {
    /// Watcher for runs of a program with scopes.
    pub fn new(program: &'a Lowered, extent: Extent) -> Watcher<'a> {
        Watcher {
            program,
            extent,
            binds: binds(program),
            sets: Locksets::default(),
            cells: Vec::new(),
            objects: Vec::new(),
            threads: Vec::new(),
            far: FxHashSet::default(),
            made: Vec::new(),
            frames: Vec::new(),
            stored: Vec::new(),
            sorted: 0,
            calls: Interner::default(),
            results: Interner::default(),
            scratch: Vec::new(),
            events: 0,
            turns: 0,
        }
    }

    fn thread(&mut self, t: ThreadId) -> &mut RunThread {
        if self.threads.len() <= t.index() {
            self.threads.resize(t.index() + 1, RunThread::default());
        }
        &mut self.threads[t.index()]
    }

    /// Updates the lock set of a thread, after its held locks have changed.
    fn renumber(&mut self, t: ThreadId) {
        let thread = &mut self.threads[t.index()];
        thread.set = match (&thread.held[..], &thread.building[..]) {
            ([], []) => Set::EMPTY,
            (&[one], []) => self.sets.one(one),
            (held, building) => self.sets.of(held.iter().copied().chain(building.iter().map(|b| b.0))),
        };
    }

    /// An access that may show something new.
    #[inline(never)]
    fn look(&mut self, touch: Touch<'_>) {
        let Touch { place, object, field, .. } = touch;
        let Place { heap, thread: t, access, .. } = place;
        let cell = place.cell.index();
        if self.cells.len() <= cell {
            self.cells.resize(heap.cells.len(), UNTOUCHED);
        }
        if access.writes()
            && let Value::Object(o) = heap.cells[cell]
            && self.cells[cell].stored != o.0
        {
            self.cells[cell].stored = o.0;
            self.store(cell as u32, o.0);
        }
        if access == Access::Init {
            return self.initialised(t, object);
        }
        self.used(heap, t, object);
        let shared = self.objects[object.index()].shared;
        let set = self.thread(t).set;
        let of_writes = access == Access::Write && (!self.extent.of_writes || self.may_be_known(heap, t, object));
        let known = self.cells[cell].users >> t.0.min(63) & 1 == 1;
        let known = known && (t.0 < 63 || self.far.contains(&(cell as u32, t)));
        if t.0 >= 63 && !known {
            self.far.insert((cell as u32, t));
        }
        let Watcher { cells, sets, extent, .. } = self;
        let seen = &mut cells[cell];
        (seen.last, seen.writes) = (key(t, set), of_writes);
        seen.events += 1;
        if access == Access::Read && self.program.tables.program.fields[field.index()].is_final {
            return;
        }
        seen.lockset = if seen.user.is_none() { set } else { sets.meet(seen.lockset, set) };
        if seen.user != Some(t) {
            seen.several |= seen.user.is_some();
            seen.came_back |= known;
            seen.user = Some(t);
            seen.users |= 1 << t.0.min(63);
        }
        if of_writes && extent.of_writes {
            seen.of_writes = Some(seen.of_writes.map_or(set, |before| sets.meet(before, set)));
        }
        if shared {
            seen.written_later |= access == Access::Write;
            seen.later = Some(seen.later.map_or(set, |later| sets.meet(later, set)));
        }
    }

    /// Returns true if another thread may know of an object that a thread uses.
    fn may_be_known(&self, heap: &Heap, t: ThreadId, o: ObjectId) -> bool {
        let made = self.made.binary_search_by_key(&o, |made| made.object).map(|i| self.made[i].forks);
        let forked = made.is_ok_and(|before| self.threads[t.index()].forks > before);
        forked || heap.object(o).thread != t || self.objects[o.index()].shared
    }

    /// Records a use of an object by a thread. After a change of thread, its fields must be observed anew.
    fn used(&mut self, heap: &Heap, t: ThreadId, o: ObjectId) {
        if self.objects.len() <= o.index() {
            self.objects.resize(heap.objects.len(), UNUSED);
        }
        let object = &mut self.objects[o.index()];
        if object.user == Some(t) {
            return;
        }
        object.shared |= object.user.is_some();
        object.user = Some(t);
        let made = heap.object(o);
        object.strange |= made.thread != t;
        let first = made.cells.index();
        let end = first + self.program.tables.sizes[made.class.index()] as usize;
        let known = first.min(self.cells.len())..end.min(self.cells.len());
        self.cells[known].iter_mut().for_each(|cell| cell.last = NEVER);
    }

    /// Records an object stored in a field; duplicates are removed now and then, so that few remain.
    fn store(&mut self, cell: u32, o: u32) {
        self.stored.push((cell, o));
        if self.stored.len() > 2 * self.sorted + 1024 {
            self.sort_stored();
        }
    }

    /// Leaves out equal ones.
    pub fn sort_stored(&mut self) {
        self.stored.sort_unstable();
        self.stored.dedup();
        self.sorted = self.stored.len();
    }

    /// A field is initialised.
    fn initialised(&mut self, t: ThreadId, object: ObjectId) {
        if !self.extent.constructor {
            return;
        }
        let building = &mut self.thread(t).building;
        let Some(last) = building.last_mut().filter(|last| last.0 == object) else { return };
        last.1 -= 1;
        if last.1 == 0 {
            building.pop();
            self.renumber(t);
        }
    }

    /// An object is made.
    fn alloc(&mut self, view: View<'_>, t: ThreadId, object: ObjectId) {
        let Some(scope) = view.code.scope(view.pc) else { return };
        let frame = self.frames.len() as u32;
        self.frames.extend(scope.regs.iter().map(|&reg| word(view.regs[reg])));
        let forks = self.thread(t).forks;
        self.made.push(Made { object, site: scope.number, frame, forks });
        let fields = self.program.tables.sizes[view.heap.object(object).class.index()];
        if self.extent.constructor && fields > 0 {
            self.thread(t).building.push((object, fields));
            self.renumber(t);
        }
    }

    /// A method and its frame, as words.
    fn frame(&mut self, method: u32, regs: &[Value]) {
        self.scratch.clear();
        self.scratch.push(method);
        self.scratch.extend(regs[..self.binds[method as usize].words].iter().copied().map(word));
    }

    /// Hash of the observations: equal for runs that show the same.
    pub fn signature(&mut self, heap: &Heap) -> u64 {
        self.sort_stored();
        let mut h = heap.objects.len() as u64;
        let mut add = |word: u64| h = mix(h ^ word);
        for made in &self.made {
            add(u64::from(made.site) << 32 | u64::from(made.object.0));
        }
        for two in self.frames.chunks(2) {
            add(u64::from(two[0]) << 32 | u64::from(*two.last().unwrap_or(&0)));
        }
        for (i, o) in heap.objects.iter().enumerate() {
            let strange = self.objects.get(i).is_some_and(|o| o.strange);
            add(u64::from(o.class.0) << 32 | u64::from(o.thread.0) << 1 | u64::from(strange));
        }
        for (cell, &value) in self.cells.iter().zip(&heap.cells) {
            let bits = [cell.written_later, cell.several, cell.came_back, cell.later.is_some(), cell.user.is_some()];
            let bits = bits.iter().fold(0, |bits, &b| bits << 1 | u64::from(b));
            add(u64::from(word(value)) << 8 | bits);
            if cell.user.is_some() {
                add(self.sets.hash(cell.lockset) ^ cell.later.map_or(0, |later| self.sets.hash(later).rotate_left(1)));
            }
            if self.extent.of_writes {
                add(cell.users ^ cell.of_writes.map_or(0, |locks| self.sets.hash(locks).rotate_left(2)));
            }
        }
        for &(cell, o) in &self.stored {
            add(u64::from(cell) << 32 | u64::from(o));
        }
        // Their order is that of the run.
        for calls in [&self.calls, &self.results] {
            let one = |words: &[u32]| words.iter().fold(0, |h, &w| mix(h ^ u64::from(w)));
            add((0..calls.len() as u32).map(|i| one(calls.get(i))).fold(0, u64::wrapping_add));
        }
        h
    }
}

fn key(t: ThreadId, set: Set) -> u64 {
    u64::from(t.0) << 32 | u64::from(set.0)
}

/// Binding positions of each method: occurrences of classes of the program.
fn binds(program: &Lowered) -> Vec<Binds> {
    let tree: &Program = &program.tables.program;
    let is_class = |ty| match tree.ty(ty).kind {
        TypeKind::Class { name, .. } => {
            program.tables.classes.find(name).is_some_and(|c| program.tables.classes.declared(c).is_some())
        }
        TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Array { .. } => false,
    };
    let of = |m: &racefree_grammar::ast::Method| {
        let params = tree.params_of(m);
        Binds { words: params.len() + 1, params: params.iter().any(|p| is_class(p.ty)), result: is_class(m.ret) }
    };
    tree.methods.iter().map(of).collect()
}

/// The field of each cell, for objects of declared classes.
pub(super) fn fields(program: &Lowered, heap: &Heap) -> impl Iterator<Item = (ObjectId, u32, FieldId)> {
    heap.objects.iter().enumerate().flat_map(move |(i, o)| {
        let fields = program.fields_of(o.class).iter().enumerate();
        fields.map(move |(slot, &f)| (ObjectId(i as u32), o.cells.0 + slot as u32, f))
    })
}
