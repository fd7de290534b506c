//! What runs show (specification, section 6, step 1): FindLocks' maps, merged over all runs, objects of different runs apart.

use super::instrument::Instrumented;
use racefree_grammar::ast::TypeId;
use racefree_grammar::name::Name;
use racefree_interp::program::{ClassId, FieldId, MethodId};
use racefree_interp::{Event, EventKind, Lowered, ObjectId, Observer, ThreadId, Value, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// An object of a run: the run's number, and the object's in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Obj(pub u32, pub ObjectId);

/// Variables and the objects that they are.
pub type Frame = Vec<(Name, Obj)>;

/// What is known of a field of an object.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// The locks held at every access but init-writes; none before the first.
    pub lockset: Option<Vec<Obj>>,
    /// The same from the object's second user on.
    pub later: Option<Vec<Obj>>,
    /// Whether it was written once a second thread used the object.
    pub written_later: bool,
    /// The threads that accessed it, in order, one in a row once.
    pub users: Vec<ThreadId>,
}

/// What is known of an object.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its class.
    pub class: ClassId,
    /// The thread that made it.
    pub maker: ThreadId,
    /// The threads that used it, in order, one in a row once.
    pub users: Vec<ThreadId>,
}

/// All maps.
#[derive(Default)]
pub struct Seen {
    /// By field, then object.
    pub cells: BTreeMap<u32, BTreeMap<Obj, Cell>>,
    /// All objects.
    pub objects: FxHashMap<Obj, Made>,
    /// Where each object was made, and the variables there.
    pub alloc: FxHashMap<Obj, (TypeId, Frame)>,
    /// By field: the objects in which others were stored, with these.
    pub stored: FxHashMap<u32, FxHashSet<(Obj, Obj)>>,
    /// By the type of a parameter or a result: frames with the objects that had it.
    pub bound: FxHashMap<TypeId, FxHashSet<(Frame, Obj)>>,
    /// What fields hold in the end.
    values: FxHashMap<(Obj, u32), Obj>,
    /// How many events were seen.
    pub events: u64,
}

impl Seen {
    /// The value of a field of an object in the end.
    pub fn value(&self, o: Obj, field: u32) -> Option<Obj> {
        self.values.get(&(o, field)).copied()
    }
}

/// Watches one run.
pub struct Watcher<'a> {
    program: &'a Instrumented,
    run: u32,
    held: FxHashMap<ThreadId, Vec<ObjectId>>,
    /// What is seen.
    pub seen: Seen,
}

impl<'a> Watcher<'a> {
    /// For runs of a program.
    pub fn new(program: &'a Instrumented) -> Watcher<'a> {
        Watcher { program, run: 0, held: FxHashMap::default(), seen: Seen::default() }
    }

    /// The next run begins.
    pub fn next(&mut self, run: u32) {
        self.run = run;
        self.held.clear();
    }

    fn obj(&self, o: ObjectId) -> Obj {
        Obj(self.run, o)
    }

    fn object(&self, value: Value) -> Option<Obj> {
        match value {
            Value::Object(o) => Some(self.obj(o)),
            _ => None,
        }
    }

    fn store(&mut self, object: ObjectId, field: FieldId, value: Value) {
        let into = self.obj(object);
        match self.object(value) {
            Some(o) => {
                self.seen.values.insert((into, field.0), o);
                self.seen.stored.entry(field.0).or_default().insert((into, o));
            }
            None => drop(self.seen.values.remove(&(into, field.0))),
        }
    }

    fn access(&mut self, thread: ThreadId, object: ObjectId, field: FieldId, write: bool) {
        let o = self.obj(object);
        let shared = match self.seen.objects.get_mut(&o) {
            Some(made) => {
                if made.users.last() != Some(&thread) {
                    made.users.push(thread);
                }
                made.users.iter().any(|&user| user != made.users[0])
            }
            None => false,
        };
        if !write && self.program.program.fields[field.index()].is_final {
            return;
        }
        let mut locks: Vec<Obj> = self.held.get(&thread).into_iter().flatten().map(|&l| Obj(self.run, l)).collect();
        locks.sort_unstable();
        locks.dedup();
        let cell = self.seen.cells.entry(field.0).or_default().entry(o).or_default();
        if cell.users.last() != Some(&thread) {
            cell.users.push(thread);
        }
        let both = |set: &mut Option<Vec<Obj>>| match set {
            Some(set) => set.retain(|l| locks.contains(l)),
            None => *set = Some(locks.clone()),
        };
        both(&mut cell.lockset);
        if shared {
            both(&mut cell.later);
            cell.written_later |= write;
        }
    }

    /// The frame of a method: its receiver and its parameters.
    fn frame(&self, method: u32, regs: &[Value]) -> Frame {
        let p = &self.program.program;
        let params = p.params_of(&p.methods[method as usize]);
        let names = std::iter::once(Name::THIS).chain(params.iter().map(|param| param.name));
        names.zip(regs).filter_map(|(name, &value)| Some((name, self.object(value)?))).collect()
    }

    fn call(&mut self, method: u32, regs: &[Value]) {
        let p = &self.program.program;
        if let Some(k) = method.checked_sub(self.program.first) {
            let site = &self.program.sites[k as usize];
            let frame = site.names.iter().zip(&regs[1..]).filter_map(|(&x, &v)| Some((x, self.object(v)?))).collect();
            if let Some(o) = regs.get(site.names.len() + 1).and_then(|&v| self.object(v)) {
                self.seen.alloc.insert(o, (site.ty, frame));
            }
            return;
        }
        let frame = self.frame(method, regs);
        for param in p.params_of(&p.methods[method as usize]) {
            if let Some(&(_, o)) = frame.iter().find(|(name, _)| *name == param.name) {
                self.seen.bound.entry(param.ty).or_default().insert((frame.clone(), o));
            }
        }
    }
}

impl Observer for Watcher<'_> {
    const RETURNS: bool = true;

    fn event(&mut self, view: View<'_>, event: &Event) {
        self.seen.events += 1;
        match event.kind {
            EventKind::Alloc { object, class } => {
                let made = Made { class, maker: event.thread, users: Vec::new() };
                self.seen.objects.insert(self.obj(object), made);
            }
            EventKind::InitWrite { object, field, value } => self.store(object, field, value),
            EventKind::Write { object, field, value, .. } => {
                self.store(object, field, value);
                self.access(event.thread, object, field, true);
            }
            EventKind::Read { object, field, .. } => self.access(event.thread, object, field, false),
            EventKind::Call { method: MethodId::Declared(m), .. } => self.call(m, view.regs),
            EventKind::Acquire { object, .. } => self.held.entry(event.thread).or_default().push(object),
            EventKind::Release { object, .. } => {
                if let Some(held) = self.held.get_mut(&event.thread)
                    && let Some(at) = held.iter().rposition(|&l| l == object)
                {
                    held.remove(at);
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
        if method < self.program.first
            && let Some(o) = self.object(value)
        {
            let frame = self.frame(method, view.regs);
            let ty = self.program.program.methods[method as usize].ret;
            self.seen.bound.entry(ty).or_default().insert((frame, o));
        }
    }

    fn start(&mut self, _: &Lowered) {
        self.held.clear();
    }

    fn stops(&self) -> bool {
        false
    }
}
