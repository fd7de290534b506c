//! Watches one run (specification, section 6): FindLocks' maps, by the objects of the run.

use super::instrument::Instrumented;
use racefree_interp::program::{ClassId, FieldId, MethodId};
use racefree_interp::{Event, EventKind, Lowered, ObjectId, Observer, ThreadId, Value, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::rc::Rc;

/// The number of a set of locks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Set(u32);

/// Sets of locks, each once. The first is the empty one.
pub(super) struct Sets {
    all: Vec<Box<[ObjectId]>>,
    numbers: FxHashMap<Box<[ObjectId]>, Set>,
    common: FxHashMap<(Set, Set), Set>,
}

impl Sets {
    fn new() -> Sets {
        let mut sets = Sets { all: Vec::new(), numbers: FxHashMap::default(), common: FxHashMap::default() };
        sets.number(&[]);
        sets
    }

    fn clear(&mut self) {
        *self = Sets::new();
    }

    /// The locks of a set, in order.
    pub(super) fn locks(&self, set: Set) -> &[ObjectId] {
        &self.all[set.0 as usize]
    }

    fn number(&mut self, sorted: &[ObjectId]) -> Set {
        if let Some(&known) = self.numbers.get(sorted) {
            return known;
        }
        let set = Set(self.all.len() as u32);
        self.all.push(sorted.into());
        self.numbers.insert(sorted.into(), set);
        set
    }

    /// The locks in both.
    fn meet(&mut self, a: Set, b: Set) -> Set {
        if a == b {
            return a;
        }
        if let Some(&known) = self.common.get(&(a, b)) {
            return known;
        }
        let both: Vec<ObjectId> = self.locks(a).iter().copied().filter(|l| self.locks(b).contains(l)).collect();
        let set = self.number(&both);
        self.common.insert((a, b), set);
        set
    }
}

/// What is known of a field of an object of the run.
#[derive(Clone, Debug)]
pub(super) struct RunCell {
    pub(super) field: u32,
    /// The locks held at every access but init-writes.
    pub(super) lockset: Set,
    /// The same from the object's second user on.
    pub(super) later: Option<Set>,
    /// Whether it was written once a second thread used the object.
    pub(super) written_later: bool,
    /// The threads that accessed it, in order, one in a row once.
    pub(super) users: Vec<ThreadId>,
    pub(super) events: u64,
}

/// What is known of an object of the run.
#[derive(Clone, Debug, Default)]
pub(super) struct RunObject {
    /// Its class, and the thread that made it. Strings and what shows frames have none.
    pub(super) made: Option<(ClassId, ThreadId)>,
    /// The threads that used it, in order, one in a row once.
    pub(super) users: Vec<ThreadId>,
    /// The site that made it, and the variables there.
    pub(super) alloc: Option<(u32, Box<[Value]>)>,
    /// Its fields as far as they were accessed.
    pub(super) cells: Vec<RunCell>,
    /// What its fields hold.
    pub(super) values: Vec<(FieldId, ObjectId)>,
}

/// A thread of the run.
#[derive(Clone, Debug)]
struct RunThread {
    /// What it holds, each as often as it holds it.
    held: Vec<ObjectId>,
    set: Set,
    /// The objects whose initialisers it runs, and how many of their fields are left.
    building: Vec<(ObjectId, usize)>,
}

/// Watches one run after the other.
pub(super) struct Watcher<'a> {
    pub(super) program: &'a Instrumented,
    /// How many fields objects of each class have, if what initialisers do counts as holding the lock of the object.
    constructor: Option<Vec<usize>>,
    pub(super) sets: Sets,
    pub(super) objects: Vec<RunObject>,
    threads: Vec<RunThread>,
    /// Objects stored in fields: field, object, what is stored.
    pub(super) stored: FxHashSet<(FieldId, ObjectId, ObjectId)>,
    /// Calls: the method, the receiver and the arguments.
    pub(super) calls: FxHashSet<Box<[Value]>>,
    /// Results: the same, and the result.
    pub(super) results: FxHashSet<Box<[Value]>>,
    scratch: Vec<Value>,
    /// How many events were seen.
    pub(super) events: u64,
    /// How many of them were accesses and outermost acquires.
    pub(super) made: Rc<Cell<usize>>,
}

impl<'a> Watcher<'a> {
    /// For runs of a program; `constructor`: initialisers hold the lock of their object.
    pub(super) fn new(program: &'a Instrumented, constructor: bool) -> Watcher<'a> {
        Watcher {
            program,
            constructor: constructor.then(|| field_counts(program)),
            sets: Sets::new(),
            objects: Vec::new(),
            threads: Vec::new(),
            stored: FxHashSet::default(),
            calls: FxHashSet::default(),
            results: FxHashSet::default(),
            scratch: Vec::new(),
            events: 0,
            made: Rc::default(),
        }
    }

    fn object(&mut self, o: ObjectId) -> &mut RunObject {
        if self.objects.len() <= o.index() {
            self.objects.resize_with(o.index() + 1, RunObject::default);
        }
        &mut self.objects[o.index()]
    }

    fn thread(&mut self, t: ThreadId) -> &mut RunThread {
        if self.threads.len() <= t.index() {
            let none = RunThread { held: Vec::new(), set: Set(0), building: Vec::new() };
            self.threads.resize(t.index() + 1, none);
        }
        &mut self.threads[t.index()]
    }

    /// What a thread holds has changed.
    fn renumber(&mut self, t: ThreadId) {
        let thread = &self.threads[t.index()];
        let mut locks: Vec<ObjectId> = thread.held.clone();
        if self.constructor.is_some() {
            locks.extend(thread.building.iter().map(|b| b.0));
        }
        locks.sort_unstable();
        locks.dedup();
        self.threads[t.index()].set = self.sets.number(&locks);
    }

    fn store(&mut self, object: ObjectId, field: FieldId, value: Value) {
        let slot = self.object(object);
        let at = slot.values.iter().position(|v| v.0 == field);
        let Value::Object(o) = value else {
            at.into_iter().for_each(|at| _ = slot.values.swap_remove(at));
            return;
        };
        match at {
            Some(at) if slot.values[at].1 == o => return,
            Some(at) => slot.values[at].1 = o,
            None => slot.values.push((field, o)),
        }
        self.stored.insert((field, object, o));
    }

    fn access(&mut self, t: ThreadId, object: ObjectId, field: FieldId, write: bool) {
        let set = self.thread(t).set;
        self.object(object);
        let o = &mut self.objects[object.index()];
        if o.users.last() != Some(&t) {
            o.users.push(t);
        }
        // One in a row is there once.
        let shared = o.users.len() > 1;
        if !write && self.program.program.fields[field.index()].is_final {
            return;
        }
        let at = o.cells.iter().position(|c| c.field == field.0).unwrap_or_else(|| {
            let (users, later) = (Vec::new(), None);
            o.cells.push(RunCell { field: field.0, lockset: set, later, written_later: false, users, events: 0 });
            o.cells.len() - 1
        });
        let cell = &mut o.cells[at];
        cell.events += 1;
        if cell.users.last() != Some(&t) {
            cell.users.push(t);
        }
        if cell.lockset != set {
            cell.lockset = self.sets.meet(cell.lockset, set);
        }
        if shared {
            cell.written_later |= write;
            cell.later = Some(cell.later.map_or(set, |later| self.sets.meet(later, set)));
        }
    }

    fn called(&mut self, method: u32, regs: &[Value]) {
        if let Some(k) = method.checked_sub(self.program.first) {
            let many = self.program.sites[k as usize].names.len();
            if let Some(&Value::Object(o)) = regs.get(many + 1) {
                self.object(o).alloc = Some((k, regs[1..=many].into()));
            }
            return;
        }
        let params = self.program.program.methods[method as usize].params;
        self.scratch.clear();
        self.scratch.push(Value::Int(method as i32));
        self.scratch.extend_from_slice(&regs[..=(params.end - params.start) as usize]);
        if !self.calls.contains(&self.scratch[..]) {
            self.calls.insert(self.scratch[..].into());
        }
    }
}

fn is_access_or_acquire(event: &EventKind) -> bool {
    let outermost = matches!(event, EventKind::Acquire { count: 1, .. });
    outermost || matches!(event, EventKind::Read { .. } | EventKind::Write { .. })
}

/// How many fields objects of each class have.
fn field_counts(program: &Instrumented) -> Vec<usize> {
    let resolved = racefree_program::Resolved::new(&program.program);
    let ids = (0..resolved.len()).map(|c| racefree_program::ClassId(c as u32));
    let declared = |c| resolved.decl(c).map_or(0, |class| class.fields.indices().len());
    ids.map(|c| resolved.ancestors(c).map(declared).sum()).collect()
}

impl Observer for Watcher<'_> {
    const LOCAL: bool = false;
    const BINDINGS: bool = true;
    const RETURNS: bool = true;
    const EVERY_RETURN: bool = true;

    fn event(&mut self, view: View<'_>, event: &Event) {
        self.events += 1;
        self.made.set(self.made.get() + usize::from(is_access_or_acquire(&event.kind)));
        let t = event.thread;
        match event.kind {
            EventKind::Alloc { object, class } => {
                if class == self.program.shows {
                    return;
                }
                self.object(object).made = Some((class, t));
                let fields = self.constructor.as_ref().map_or(0, |counts| counts[class.index()]);
                if fields > 0 {
                    self.thread(t).building.push((object, fields));
                    self.renumber(t);
                }
            }
            EventKind::InitWrite { object, field, value } => {
                self.store(object, field, value);
                if self.constructor.is_some()
                    && let Some(building) = self.thread(t).building.last_mut()
                    && building.0 == object
                {
                    building.1 -= 1;
                    if building.1 == 0 {
                        self.thread(t).building.pop();
                        self.renumber(t);
                    }
                }
            }
            EventKind::Write { object, field, value, .. } => {
                self.store(object, field, value);
                self.access(t, object, field, true);
            }
            EventKind::Read { object, field, .. } => self.access(t, object, field, false),
            EventKind::Call { method: MethodId::Declared(m), .. } => self.called(m, view.regs),
            EventKind::Acquire { object, count } => {
                self.thread(t).held.push(object);
                if count == 1 {
                    self.renumber(t);
                }
            }
            EventKind::Release { object, count } => {
                let held = &mut self.thread(t).held;
                held.iter().rposition(|&l| l == object).into_iter().for_each(|at| _ = held.remove(at));
                if count == 0 {
                    self.renumber(t);
                }
            }
            EventKind::Call { method: MethodId::Predefined(_), .. }
            | EventKind::Fork { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Begin { .. }
            | EventKind::End { .. }
            | EventKind::Throw { .. }
            | EventKind::Local(_) => {}
        }
    }

    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        if method >= self.program.first || !matches!(value, Value::Object(_)) {
            return;
        }
        let params = self.program.program.methods[method as usize].params;
        self.scratch.clear();
        self.scratch.push(Value::Int(method as i32));
        self.scratch.extend_from_slice(&view.regs[..=(params.end - params.start) as usize]);
        self.scratch.push(value);
        if !self.results.contains(&self.scratch[..]) {
            self.results.insert(self.scratch[..].into());
        }
    }

    fn start(&mut self, _: &Lowered) {
        self.sets.clear();
        self.objects.clear();
        self.threads.clear();
        self.stored.clear();
        self.calls.clear();
        self.results.clear();
        self.events = 0;
        self.made.set(0);
    }

    fn stops(&self) -> bool {
        false
    }
}
