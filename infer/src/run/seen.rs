//! What runs show (specification, section 6, step 1): FindLocks' maps, merged over all runs, objects of different runs apart. Runs
//! that show the same are kept once.

use super::instrument::Instrumented;
use super::watcher::{RunCell, Watcher};
use crate::system::System;
use racefree_grammar::ast::TypeId;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_interp::program::ClassId;
use racefree_interp::{ObjectId, ThreadId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// An object of a run: the run's number, and the object's in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Obj(pub u64, pub ObjectId);

/// Variables and the objects that they are.
pub type Frame = Vec<(Name, Obj)>;

/// What is known of a field of an object.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// The locks held at every access but init-writes.
    pub lockset: Vec<Obj>,
    /// The same from the object's second user on, if it has one.
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
    /// By field: how many accesses there were, of how many objects, in all runs.
    pub counts: BTreeMap<u32, (u64, u64)>,
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
    /// How many events were seen, and how many objects were made.
    pub events: u64,
    /// In all runs.
    pub made: u64,
    /// The sites, by number, that made an object.
    pub sites: FxHashSet<u32>,
    /// What the runs that were kept show.
    known: FxHashSet<(u64, u64)>,
}

impl Seen {
    /// The value of a field of an object in the end.
    pub fn value(&self, o: Obj, field: u32) -> Option<Obj> {
        self.values.get(&(o, field)).copied()
    }

    /// The object that a path is, from a frame, when the run has ended.
    pub(super) fn denotes(&self, of: &System<'_>, l: Path, frame: &Frame) -> Option<Obj> {
        match of.cx.types.paths.step(l) {
            Step::Root(Root::Var(x)) => frame.iter().find(|(name, _)| *name == x).map(|f| f.1),
            Step::Root(_) => None,
            Step::Field(before, field) => {
                let o = self.denotes(of, before, frame)?;
                let class = self.objects.get(&o)?.class;
                let (_, f) = of.cx.classes.field(class, field)?;
                self.value(o, f.0)
            }
        }
    }

    /// How many different runs there were.
    pub fn different(&self) -> usize {
        self.known.len()
    }

    /// Adds what a run has shown; whether it is anything new.
    pub(super) fn add(&mut self, run: u64, watcher: &Watcher<'_>) -> bool {
        self.events += watcher.events;
        for (o, cell) in watcher.objects.iter().flat_map(|o| o.cells.iter().map(move |cell| (o, cell))) {
            let (events, objects) = self.counts.entry(cell.field).or_default();
            *events += cell.events;
            *objects += u64::from(o.made.is_some());
        }
        self.made += watcher.objects.iter().filter(|o| o.made.is_some()).count() as u64;
        self.sites.extend(watcher.objects.iter().filter_map(|o| o.alloc.as_ref().map(|a| a.0)));
        if !self.known.insert(signature(watcher)) {
            return false;
        }
        self.keep(run, watcher);
        true
    }

    fn keep(&mut self, run: u64, watcher: &Watcher<'_>) {
        let Instrumented { ref program, ref sites, .. } = *watcher.program;
        let obj = |o: ObjectId| Obj(run, o);
        let all = |set| watcher.sets.locks(set).iter().map(|&l| obj(l)).collect::<Vec<Obj>>();
        for (i, seen) in watcher.objects.iter().enumerate() {
            let o = obj(ObjectId(i as u32));
            let Some((class, maker)) = seen.made else { continue };
            self.objects.insert(o, Made { class, maker, users: seen.users.clone() });
            for RunCell { field, lockset, later, written_later, users, .. } in &seen.cells {
                let (users, written_later) = (users.clone(), *written_later);
                let cell = Cell { lockset: all(*lockset), later: later.map(all), written_later, users };
                self.cells.entry(*field).or_default().insert(o, cell);
            }
            self.values.extend(seen.values.iter().map(|&(field, value)| ((o, field.0), obj(value))));
            if let Some((k, values)) = &seen.alloc {
                let site = &sites[*k as usize];
                self.alloc.insert(o, (site.ty, frame(run, site.names.iter().copied(), values)));
            }
        }
        for &(field, into, o) in &watcher.stored {
            self.stored.entry(field.0).or_default().insert((obj(into), obj(o)));
        }
        let method = |call: &[Value]| match call[0] {
            Value::Int(m) => &program.methods[m as usize],
            _ => &program.methods[0],
        };
        for call in &watcher.calls {
            let params = program.params_of(method(call));
            let names = std::iter::once(Name::THIS).chain(params.iter().map(|p| p.name));
            let frame = frame(run, names, &call[1..]);
            for (param, &value) in params.iter().zip(&call[2..]) {
                if let Value::Object(o) = value {
                    self.bound.entry(param.ty).or_default().insert((frame.clone(), obj(o)));
                }
            }
        }
        for result in &watcher.results {
            let method = method(result);
            let (&last, values) = result[1..].split_last().unwrap_or((&Value::Null, &[]));
            let names = std::iter::once(Name::THIS).chain(program.params_of(method).iter().map(|p| p.name));
            if let Value::Object(o) = last {
                self.bound.entry(method.ret).or_default().insert((frame(run, names, values), obj(o)));
            }
        }
    }

    /// With what another worker has seen.
    pub(super) fn join(&mut self, other: Seen) {
        for (field, cells) in other.cells {
            self.cells.entry(field).or_default().extend(cells);
        }
        for (field, (events, objects)) in other.counts {
            let count = self.counts.entry(field).or_default();
            *count = (count.0 + events, count.1 + objects);
        }
        self.objects.extend(other.objects);
        self.alloc.extend(other.alloc);
        other.stored.into_iter().for_each(|(field, pairs)| self.stored.entry(field).or_default().extend(pairs));
        other.bound.into_iter().for_each(|(ty, pairs)| self.bound.entry(ty).or_default().extend(pairs));
        self.values.extend(other.values);
        self.known.extend(other.known);
        self.sites.extend(other.sites);
        self.events += other.events;
        self.made += other.made;
    }
}

fn frame(run: u64, names: impl Iterator<Item = Name>, values: &[Value]) -> Frame {
    let object = |(name, &value): (Name, &Value)| match value {
        Value::Object(o) => Some((name, Obj(run, o))),
        _ => None,
    };
    names.zip(values).filter_map(object).collect()
}

/// What a run shows, as a number: the same for runs that show the same.
fn signature(watcher: &Watcher<'_>) -> (u64, u64) {
    let mut hashers = (DefaultHasher::new(), DefaultHasher::new());
    1u8.hash(&mut hashers.1);
    for hasher in [&mut hashers.0, &mut hashers.1] {
        for o in &watcher.objects {
            (o.made, &o.users, &o.alloc).hash(hasher);
            let mut values = o.values.clone();
            values.sort_unstable();
            values.hash(hasher);
            let mut cells: Vec<&RunCell> = o.cells.iter().collect();
            cells.sort_unstable_by_key(|c| c.field);
            for c in cells {
                let sets = (watcher.sets.locks(c.lockset), c.later.map(|later| watcher.sets.locks(later)));
                (c.field, sets, c.written_later, &c.users).hash(hasher);
            }
        }
        let mut stored: Vec<_> = watcher.stored.iter().collect();
        stored.sort_unstable();
        stored.hash(hasher);
        for calls in [&watcher.calls, &watcher.results] {
            // Their order is that of a table, so they are added up.
            let one = |call: &[Value]| {
                let mut hasher = DefaultHasher::new();
                call.hash(&mut hasher);
                hasher.finish()
            };
            calls.iter().map(|c| one(c)).fold(0, u64::wrapping_add).hash(hasher);
        }
    }
    (hashers.0.finish(), hashers.1.finish())
}
