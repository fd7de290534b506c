//! Observations of runs (specification, section 6, step 1): FindLocks' maps of all runs, objects of different runs
//! apart. Equal runs are kept once.

use super::kept::{Cell, Kept, KeptObject, Locks};
use super::watch::RunSchedule;
use super::watcher::{NONE, Watcher, fields};
use crate::system::System;
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_interp::detect::RawRace;
use racefree_interp::machine::code::{Code, InScope, Pc};
use racefree_interp::machine::intern::mix;
use racefree_interp::machine::state::Heap;
use racefree_interp::program::ClassId;
use racefree_interp::{Lowered, ObjectId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An object of a run that is kept: the run's place among these, and the object's number in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Obj(pub u32, pub ObjectId);

/// Variables and the objects that they are.
pub type Frame = Vec<(Name, Obj)>;

/// A call with an object that was bound by a type: the run, whether it is a result, which call.
type Bound = (u32, bool, u32);

/// All maps.
pub struct Seen {
    program: Arc<Lowered>,
    runs: Vec<Kept>,
    /// The signatures of these, and the turns of all runs.
    known: FxHashSet<u64>,
    turns: FxHashSet<u64>,
    /// Cells by field, then object.
    pub cells: BTreeMap<u32, Vec<(Obj, Cell)>>,
    /// Numbers of accesses, and of accessed objects, by field, in all runs.
    pub counts: Vec<(u64, u64)>,
    /// Number of runs.
    pub made: u64,
    /// Number of events.
    pub events: u64,
    /// Number of objects.
    pub objects: u64,
    /// Each `new` with a known scope, by number; its scope; the number of objects that it made.
    sites: Vec<ExprId>,
    scopes: Vec<(usize, usize)>,
    made_at: Vec<u64>,
    bound: OnceCell<FxHashMap<(TypeId, Obj), Vec<Bound>>>,
}

impl Seen {
    /// Observations before any run.
    pub fn new(program: &Arc<Lowered>) -> Seen {
        // Scopes are numbered as they stand in the code.
        let of = |(c, code): (usize, &Code)| {
            let site = |(i, (at, _)): (usize, &(Pc, InScope))| (code.sites[at.index()], (c, i));
            code.scopes.iter().enumerate().map(site).collect::<Vec<_>>()
        };
        let (sites, scopes): (Vec<ExprId>, _) = program.codes.iter().enumerate().flat_map(of).unzip();
        Seen {
            program: program.clone(),
            runs: Vec::new(),
            known: FxHashSet::default(),
            turns: FxHashSet::default(),
            cells: BTreeMap::new(),
            counts: vec![(0, 0); program.tables.fields.len()],
            made: 0,
            events: 0,
            objects: 0,
            made_at: vec![0; sites.len()],
            sites,
            scopes,
            bound: OnceCell::new(),
        }
    }

    /// Number of `new`s, and of those that made an object.
    pub fn sites(&self) -> (usize, usize) {
        let all: FxHashSet<ExprId> = self.sites.iter().copied().collect();
        let seen = self.objects_by_site().filter(|s| s.1 > 0).map(|s| s.0);
        (all.len(), seen.collect::<FxHashSet<ExprId>>().len())
    }

    /// Number of objects made by each `new` in each of its scopes.
    pub fn objects_by_site(&self) -> impl Iterator<Item = (ExprId, u64)> {
        self.sites.iter().copied().zip(self.made_at.iter().copied())
    }

    /// The objects of different runs with their `new`s, and the cells of each that were accessed, with the fields.
    pub(crate) fn each_object(&self) -> impl Iterator<Item = (Obj, ExprId, &[(u32, ObjectId, Cell)])> {
        self.runs.iter().enumerate().flat_map(move |(run, kept)| {
            kept.made.iter().map(move |made| {
                let from = kept.cells.partition_point(|cell| cell.1 < made.object);
                let cells = kept.cells[from..].partition_point(|cell| cell.1 == made.object);
                let object = Obj(run as u32, made.object);
                (object, self.sites[made.site as usize], &kept.cells[from..from + cells])
            })
        })
    }

    /// The final fields of an object that hold objects, with these.
    pub(crate) fn finals(&self, o: Obj) -> impl Iterator<Item = (u32, Obj)> {
        let fields = self.class(o).map_or(&[][..], |class| self.program.fields_of(class)).iter();
        let finals = fields.filter(|f| self.program.tables.program.fields[f.index()].is_final);
        finals.filter_map(move |f| Some((f.0, self.value(o, f.0)?)))
    }

    /// Number of different runs.
    pub fn different(&self) -> usize {
        self.runs.len()
    }

    /// Origin of the run of an object.
    pub(super) fn way(&self, run: u32) -> &RunSchedule {
        &self.runs[run as usize].way
    }

    fn object(&self, o: Obj) -> Option<KeptObject> {
        self.runs[o.0 as usize].objects.get(o.1.index()).copied()
    }

    /// The class of an object.
    pub fn class(&self, o: Obj) -> Option<ClassId> {
        self.object(o).map(|o| o.class)
    }

    /// Returns true if each object of some classes was used only by the thread that made it.
    pub fn are_local(&self, class: impl Fn(ClassId) -> bool) -> bool {
        self.runs.iter().flat_map(|run| &run.objects).all(|o| !o.strange || !class(o.class))
    }

    /// Returns true if a lock was held at every access of a field of an object of the same run.
    pub fn holds(&self, o: Obj, cell: &Cell, lock: Obj) -> bool {
        o.0 == lock.0 && self.runs[o.0 as usize].locks[cell.lockset.range()].contains(&lock.1.0)
    }

    /// The locks held at every access.
    pub fn lockset(&self, o: Obj, cell: &Cell) -> Vec<Obj> {
        self.locks(o.0, cell.lockset)
    }

    /// The locks held at every access from the object's second user on, if it has one.
    pub fn later(&self, o: Obj, cell: &Cell) -> Option<Vec<Obj>> {
        cell.later.map(|later| self.locks(o.0, later))
    }

    /// The locks held at every write since another thread may know of the object.
    pub(crate) fn of_writes(&self, o: Obj, cell: &Cell) -> Vec<Obj> {
        cell.of_writes.map_or_else(Vec::new, |locks| self.locks(o.0, locks))
    }

    fn locks(&self, run: u32, locks: Locks) -> Vec<Obj> {
        self.runs[run as usize].locks[locks.range()].iter().map(|&l| Obj(run, ObjectId(l))).collect()
    }

    /// The value of a field of an object in the end.
    fn value(&self, o: Obj, field: u32) -> Option<Obj> {
        let at = self.object(o)?.first + self.program.tables.fields[field as usize].slot.0;
        let value = *self.runs[o.0 as usize].values.get(at as usize)?;
        (value != NONE).then_some(Obj(o.0, ObjectId(value)))
    }

    /// The object that a path is, from a frame, when the run has ended.
    pub(super) fn denotes(&self, of: &System<'_>, l: Path, frame: &Frame) -> Option<Obj> {
        match of.cx.types.paths.step(l) {
            Step::Root(Root::Var(x)) => frame.iter().find(|(name, _)| *name == x).map(|f| f.1),
            Step::Root(_) => None,
            Step::Field(before, field) => {
                let o = self.denotes(of, before, frame)?;
                let (_, f) = of.cx.classes.field(self.class(o)?, field)?;
                self.value(o, f.0)
            }
        }
    }

    /// Allocation site of an object, and the variables there.
    pub fn alloc(&self, o: Obj) -> Option<(TypeId, Frame)> {
        let run = &self.runs[o.0 as usize];
        let made = run.made[run.made.binary_search_by_key(&o.1, |made| made.object).ok()?];
        let Expr::New(ty) = self.program.tables.program.expr(self.sites[made.site as usize]) else { return None };
        let (code, at) = self.scopes[made.site as usize];
        let names = &self.program.codes[code].scopes[at].1.names;
        Some((ty, frame(o.0, names.iter().copied(), &run.frames[made.frame as usize..])))
    }

    /// The objects that ever stored this one in a field.
    pub fn stored_in(&self, field: u32, o: Obj) -> impl Iterator<Item = Obj> {
        let stored = &self.runs[o.0 as usize].stored;
        let first = stored.partition_point(|s| (s.0, s.1) < (field, o.1.0));
        let all = stored[first..].iter().take_while(move |s| (s.0, s.1) == (field, o.1.0));
        all.map(move |s| Obj(o.0, ObjectId(s.2)))
    }

    /// The frames in which a parameter or result of this type was an object.
    pub fn bound(&self, ty: TypeId, o: Obj) -> Vec<Frame> {
        let bound = self.bound.get_or_init(|| self.all_bound());
        let calls = bound.get(&(ty, o)).into_iter().flatten();
        let program = &self.program.tables.program;
        let of = |&(run, result, i): &Bound| {
            let kept = &self.runs[run as usize];
            let call = if result { &kept.results } else { &kept.calls }.get(i as usize);
            let params = program.params_of(&program.methods[call[0] as usize]);
            frame(run, std::iter::once(Name::THIS).chain(params.iter().map(|p| p.name)), &call[1..])
        };
        calls.map(of).collect()
    }

    fn all_bound(&self) -> FxHashMap<(TypeId, Obj), Vec<Bound>> {
        let program = &self.program.tables.program;
        let mut bound: FxHashMap<(TypeId, Obj), Vec<Bound>> = FxHashMap::default();
        let mut add = |run: u32, ty, value: u32, of: (bool, u32)| {
            if value != NONE {
                bound.entry((ty, Obj(run, ObjectId(value)))).or_default().push((run, of.0, of.1));
            }
        };
        for (k, run) in self.runs.iter().enumerate() {
            for (i, call) in run.calls.iter().enumerate() {
                let params = program.params_of(&program.methods[call[0] as usize]);
                params.iter().zip(&call[2..]).for_each(|(p, &value)| add(k as u32, p.ty, value, (false, i as u32)));
            }
            for (i, call) in run.results.iter().enumerate() {
                let method = &program.methods[call[0] as usize];
                call.last().into_iter().for_each(|&value| add(k as u32, method.ret, value, (true, i as u32)));
            }
        }
        bound
    }

    /// Adds the observations of a run.
    pub(super) fn add(
        &mut self,
        run: u64,
        way: &RunSchedule,
        watcher: &mut Watcher<'_>,
        races: &[RawRace],
        heap: &Heap,
    ) {
        self.made += 1;
        self.events += watcher.events;
        self.objects += watcher.made.len() as u64;
        for (_, cell, field) in fields(watcher.program, heap) {
            let Some(cell) = watcher.cells.get(cell as usize) else { continue };
            self.events += u64::from(cell.events);
            if cell.user.is_some() {
                let count = &mut self.counts[field.index()];
                *count = (count.0 + u64::from(cell.events), count.1 + 1);
            }
        }
        watcher.made.iter().for_each(|made| self.made_at[made.site as usize] += 1);
        if !self.turns.insert(watcher.turns) {
            return;
        }
        let of_race = |race: &RawRace| mix(u64::from(race.object.0) << 32 | u64::from(race.field.0));
        let signature = races.iter().map(of_race).fold(watcher.signature(heap), u64::wrapping_add);
        if self.known.insert(signature) {
            self.runs.push(Kept::new((run, way.clone(), signature), watcher, races, heap));
        }
    }

    /// Adds another worker's observations; of equal runs the first is kept, whichever worker made it.
    pub(super) fn join(&mut self, other: Seen) {
        self.runs.extend(other.runs);
        self.counts.iter_mut().zip(other.counts).for_each(|(a, b)| *a = (a.0 + b.0, a.1 + b.1));
        self.made += other.made;
        self.events += other.events;
        self.objects += other.objects;
        self.made_at.iter_mut().zip(other.made_at).for_each(|(a, b)| *a += b);
    }

    /// When all runs are there.
    pub(super) fn finish(mut self) -> Seen {
        self.runs.sort_unstable_by_key(|run| run.run);
        self.known.clear();
        let known = &mut self.known;
        self.runs.retain(|run| known.insert(run.signature));
        for (k, run) in self.runs.iter().enumerate() {
            for &(field, o, cell) in &run.cells {
                self.cells.entry(field).or_default().push((Obj(k as u32, o), cell));
            }
        }
        self
    }
}

fn frame(run: u32, names: impl Iterator<Item = Name>, values: &[u32]) -> Frame {
    let object = |(name, &value): (Name, &u32)| (value != NONE).then_some((name, Obj(run, ObjectId(value))));
    names.zip(values).filter_map(object).collect()
}
