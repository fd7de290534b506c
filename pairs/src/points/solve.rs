//! Difference propagation: slots for VP and HP, copies between them, and the rules of nodes applied to what is new in a slot.
//! Definition: [`crate::definition`]; `tests/definition.rs` holds the two equal.

use super::{Edge, EdgeKind, FieldKey, Inst, InstId, Made, Points};
use crate::budget::{Meter, Stopped};
use crate::facts::{BodyId, BodyKind, Callee, Facts, GhostVar, RegionId, Slot, TypeVar};
use crate::objects::ObjId;
use crate::options::{Options, Refinement};
use racefree_grammar::ast::{Expr, ExprId, TypeKind};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, Predefined};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

const NOBODY: u32 = u32::MAX;

/// Among so many copies out of a slot one is looked for by going through them.
const FEW: usize = 16;

/// Whose slot it is: a reached body and a number there, or a field.
#[derive(Clone, Copy)]
struct Owner {
    inst: u32,
    index: u32,
}

struct Solver<'f, 'p> {
    facts: &'f Facts<'p>,
    points: Points,
    /// A dead region is not looked at.
    dead: bool,
    owners: Vec<Owner>,
    /// Copies out of each slot.
    copies: Vec<SmallVec<[u32; 2]>>,
    /// The copies out of slots that have many.
    many: FxHashSet<(u32, u32)>,
    /// What is new in each slot.
    fresh: Vec<Vec<ObjId>>,
    work: Vec<u32>,
    /// Regions that have become live.
    waking: Vec<(InstId, RegionId)>,
    heap: FxHashMap<(ObjId, FieldKey), u32>,
    edges: FxHashSet<(InstId, ExprId, InstId)>,
    /// Loads of paths in types.
    path_loads: FxHashMap<u32, Vec<(FieldKey, u32)>>,
    inits: FxHashMap<ClassId, Rc<[BodyId]>>,
    meter: Meter,
}

/// Solves the rules.
pub(crate) fn solve(facts: &Facts<'_>, k: u32, options: &Options) -> Result<Points, Stopped> {
    let mut solver = Solver {
        facts,
        points: Points::new(k),
        dead: options.on(Refinement::Dead),
        owners: Vec::new(),
        copies: Vec::new(),
        many: FxHashSet::default(),
        fresh: Vec::new(),
        work: Vec::new(),
        waking: Vec::new(),
        heap: FxHashMap::default(),
        edges: FxHashSet::default(),
        path_loads: FxHashMap::default(),
        inits: FxHashMap::default(),
        meter: Meter::new(&options.budget, k),
    };
    if let Some(main) = facts.main {
        solver.reach(main, ObjId::EMPTY, None);
    }
    solver.run()?;
    let mut points = solver.points;
    points.made.resize(points.objects.len(), None);
    points.index_edges();
    Ok(points)
}

impl Solver<'_, '_> {
    fn run(&mut self) -> Result<(), Stopped> {
        loop {
            if let Some((i, r)) = self.waking.pop() {
                self.wake(i, r);
            } else if let Some(slot) = self.work.pop() {
                self.meter.tick(self.points.sets.len())?;
                self.propagate(slot);
            } else {
                return Ok(());
            }
        }
    }

    fn new_slot(&mut self, owner: Owner) -> u32 {
        self.points.sets.push(Vec::new());
        self.owners.push(owner);
        self.copies.push(SmallVec::new());
        self.fresh.push(Vec::new());
        self.points.sets.len() as u32 - 1
    }

    /// Reach(b,c)
    fn reach(&mut self, body: BodyId, context: ObjId, outer: Option<InstId>) -> InstId {
        if let Some(&i) = self.points.by_key.get(&(body, context)) {
            return i;
        }
        let facts = self.facts;
        let i = InstId(self.points.insts.len() as u32);
        let base = self.points.sets.len() as u32;
        for index in 0..facts.body(body).slots {
            self.new_slot(Owner { inst: i.0, index });
        }
        let live = vec![false; facts.body(body).regions.len()];
        self.points.insts.push(Inst { body, context, outer, base, live });
        self.points.by_key.insert((body, context), i);
        self.waking.push((i, facts.body(body).regions[0]));
        i
    }

    /// A region becomes live: its nodes' rules hold from now on.
    fn wake(&mut self, i: InstId, r: RegionId) {
        let facts = self.facts;
        let region = facts.region(r);
        let live = &mut self.points.insts[i.index()].live[region.number as usize];
        if std::mem::replace(live, true) {
            return;
        }
        for &n in &region.nodes {
            let set = self.looked_at(i, n).map(|s| self.points.sets[s].clone()).unwrap_or_default();
            self.apply(i, n, &set, true);
        }
        for &inner in &region.inner {
            let lock = facts.region(inner).lock;
            if !self.dead || lock.is_some_and(|l| !self.points.node(facts, i, l).is_empty()) {
                self.waking.push((i, inner));
            }
        }
    }

    /// The slot that the rule of a node looks at.
    fn looked_at(&self, i: InstId, n: ExprId) -> Option<usize> {
        let at = match self.facts.program().expr(n) {
            Expr::Field { recv, .. } | Expr::Assign { recv, .. } | Expr::Call { recv, .. } => {
                self.facts.node(recv).slot
            }
            Expr::Binary(_, left, _) => self.facts.node(left).slot,
            Expr::Var(_) => self.facts.this_of(self.points.inst(i).body).and_then(|v| self.facts.var(v).slot),
            _ => None,
        };
        at.map(|slot| self.points.place(i, slot))
    }

    fn add(&mut self, slot: u32, objects: &[ObjId]) {
        let set = &mut self.points.sets[slot as usize];
        let fresh = &mut self.fresh[slot as usize];
        let was = fresh.is_empty();
        match objects {
            [] => return,
            &[h] => {
                if let Err(at) = set.binary_search(&h) {
                    set.insert(at, h);
                    fresh.push(h);
                }
            }
            _ => {
                let before = fresh.len();
                fresh.extend(objects.iter().filter(|h| set.binary_search(h).is_err()));
                if fresh.len() > before {
                    set.extend_from_slice(&fresh[before..]);
                    // Sorted runs merge in linear time.
                    set.sort();
                    set.dedup();
                }
            }
        }
        if was && !fresh.is_empty() {
            self.work.push(slot);
        }
    }

    fn copy(&mut self, from: u32, to: u32) {
        let known = &self.copies[from as usize];
        if from == to || (known.len() <= FEW && known.contains(&to)) {
            return;
        }
        // A copy that is there twice does no harm; the first few may be.
        if known.len() > FEW && !self.many.insert((from, to)) {
            return;
        }
        self.copies[from as usize].push(to);
        if !self.points.sets[from as usize].is_empty() {
            let set = std::mem::take(&mut self.points.sets[from as usize]);
            self.add(to, &set);
            self.points.sets[from as usize] = set;
        }
    }

    fn copy_slots(&mut self, from: (InstId, Option<Slot>), to: (InstId, Option<Slot>)) {
        if let (Some(a), Some(b)) = (from.1, to.1) {
            let (a, b) = (self.points.place(from.0, a), self.points.place(to.0, b));
            self.copy(a as u32, b as u32);
        }
    }

    /// HP(h,f,·)
    fn field(&mut self, h: ObjId, f: FieldKey) -> u32 {
        if let Some(&slot) = self.heap.get(&(h, f)) {
            return slot;
        }
        let slot = self.new_slot(Owner { inst: NOBODY, index: 0 });
        self.heap.insert((h, f), slot);
        self.points.heap.entry(h).or_default().push((f, slot));
        slot
    }

    fn propagate(&mut self, slot: u32) {
        let fresh = std::mem::take(&mut self.fresh[slot as usize]);
        let copies = self.copies[slot as usize].clone();
        let mut sorted = fresh;
        sorted.sort_unstable();
        for to in copies {
            self.add(to, &sorted);
        }
        if let Some(loads) = self.path_loads.get(&slot) {
            for (f, to) in loads.clone() {
                self.path_load(&sorted, f, to);
            }
        }
        let Owner { inst, index } = self.owners[slot as usize];
        if inst == NOBODY {
            return;
        }
        let facts = self.facts;
        let i = InstId(inst);
        let (body, context) = (self.points.inst(i).body, self.points.inst(i).context);
        if index == 0
            && let BodyKind::Init(f) = facts.body(body).kind
        {
            self.initialised(i, f.index(), &sorted);
        }
        for &n in &facts.users[body.index()][index as usize] {
            let Some(of) = facts.node(n).body else { continue };
            let user = if of == body { Some(i) } else { self.points.by_key.get(&(of, context)).copied() };
            let Some(user) = user else { continue };
            if let Expr::Sync { body: held, .. } = facts.program().expr(n) {
                let r = facts.node(held).region;
                let outer = facts.region(r).outer;
                if outer.is_some_and(|o| self.points.live(facts, user, o)) {
                    self.waking.push((user, r));
                }
            } else if self.points.live(facts, user, facts.node(n).region) {
                self.apply(user, n, &sorted, false);
            }
        }
    }

    /// HP(h,f,h') :- initialiser b of f, VP(this(b),c,h), Result(b,r), VP(r,c,h').
    fn initialised(&mut self, i: InstId, f: usize, this: &[ObjId]) {
        let facts = self.facts;
        let Some(result) = facts.body(self.points.inst(i).body).root.and_then(|r| facts.node(r).slot) else { return };
        let from = self.points.place(i, result) as u32;
        for &h in this {
            let to = self.field(h, FieldKey::field(facts.program().fields[f].name));
            self.copy(from, to);
        }
    }

    /// The rule of a node, for objects that are new in what it looks at, or for the first time.
    fn apply(&mut self, i: InstId, n: ExprId, objects: &[ObjId], first: bool) {
        let facts = self.facts;
        let own = facts.node(n).slot;
        match facts.program().expr(n) {
            Expr::Str(text) => {
                let h = self.points.objects.literal(text);
                self.add_to(i, own, h);
            }
            Expr::New(ty) => self.new_object(i, n, ty),
            Expr::Field { field, .. } => {
                let Some(own) = own else { return };
                let to = self.points.place(i, own) as u32;
                for &h in objects {
                    if facts.has(self.points.objects.class(h), field).is_some() {
                        let from = self.field(h, FieldKey::field(field));
                        self.copy(from, to);
                    }
                }
            }
            Expr::Assign { field, value, .. } => {
                let Some(value) = facts.node(value).slot else { return };
                let from = self.points.place(i, value) as u32;
                for &h in objects {
                    if facts.has(self.points.objects.class(h), field).is_some() {
                        let to = self.field(h, FieldKey::field(field));
                        self.copy(from, to);
                    }
                }
            }
            Expr::Call { method, args, .. } => {
                for &h in objects {
                    match facts.target(self.points.objects.class(h), method) {
                        Some(Callee::Body(b)) => self.call(i, n, b, h, facts.program().list(args)),
                        Some(Callee::Predefined(Predefined::Substring | Predefined::Concat)) => self.string(i, n),
                        Some(Callee::Predefined(_)) | None => {}
                    }
                }
            }
            Expr::Fork(_) => {
                if let Some(&b) = facts.forks.get(&n) {
                    let to = self.reach(b, self.points.inst(i).context, Some(i));
                    self.edge(i, n, to, EdgeKind::Fork);
                }
            }
            Expr::Sync { body, .. } => self.copy_slots((i, facts.node(body).slot), (i, own)),
            Expr::If { then, otherwise, .. } => {
                self.copy_slots((i, facts.node(then).slot), (i, own));
                if let Some(otherwise) = otherwise {
                    self.copy_slots((i, facts.node(otherwise).slot), (i, own));
                }
            }
            Expr::Binary(_, left, right) => {
                let string = |set: &[ObjId]| set.iter().any(|&h| self.points.objects.class(h) == ClassId::STRING);
                if string(self.points.node(facts, i, left)) && string(self.points.node(facts, i, right)) {
                    self.string(i, n);
                }
            }
            Expr::Var(_) => {
                let (Some(&ghost), Some(own)) = (facts.ghosts.get(&n), own) else { return };
                let to = self.points.place(i, own) as u32;
                for &h in objects {
                    let from = self.field(h, FieldKey::ghost(facts, ghost));
                    self.copy(from, to);
                }
            }
            _ => debug_assert!(!first, "a rule for a node that has none"),
        }
    }

    fn add_to(&mut self, i: InstId, slot: Option<Slot>, h: ObjId) {
        if let Some(slot) = slot {
            let at = self.points.place(i, slot) as u32;
            self.add(at, &[h]);
        }
    }

    /// CE(n,c,b,c',kind), if it is new.
    fn edge(&mut self, from: InstId, node: ExprId, to: InstId, kind: EdgeKind) -> bool {
        let new = self.edges.insert((from, node, to));
        if new {
            self.points.edges.push(Edge { from, node, to, kind });
        }
        new
    }

    /// CE(n,c,b,ctx(h),call), VP(y0(b),ctx(h),h), and the rules for arguments and result.
    fn call(&mut self, i: InstId, n: ExprId, b: BodyId, h: ObjId, args: &[ExprId]) {
        let facts = self.facts;
        let to = self.reach(b, self.points.context_of(h), None);
        if self.edge(i, n, to, EdgeKind::Call) {
            for (&y, &a) in facts.body(b).formals[1..].iter().zip(args) {
                self.copy_slots((i, facts.node(a).slot), (to, facts.var(y).slot));
            }
            let result = facts.body(b).root.and_then(|r| facts.node(r).slot);
            self.copy_slots((to, result), (i, facts.node(n).slot));
        }
        self.add_to(to, facts.var(facts.body(b).formals[0]).slot, h);
    }

    fn make(&mut self, i: InstId, n: ExprId, class: ClassId) -> ObjId {
        let h = self.points.objects.heap(n, self.points.inst(i).context, class);
        if self.points.made.len() <= h.index() {
            self.points.made.resize(h.index() + 1, None);
        }
        match &mut self.points.made[h.index()] {
            Some(made) => made.several |= made.by != (i, n),
            made => *made = Some(Made { by: (i, n), several: false }),
        }
        self.add_to(i, self.facts.node(n).slot, h);
        h
    }

    /// A string that an operation makes.
    fn string(&mut self, i: InstId, n: ExprId) {
        self.make(i, n, ClassId::STRING);
    }

    fn new_object(&mut self, i: InstId, n: ExprId, ty: racefree_grammar::ast::TypeId) {
        let facts = self.facts;
        let TypeKind::Class { name, args } = facts.program().ty(ty).kind else { return };
        let Some(class) = facts.resolved.find(name).filter(|&c| c != ClassId::STRING) else { return };
        let h = self.make(i, n, class);
        for (index, &l) in facts.program().list(args).iter().enumerate() {
            let path = self.path(i, l);
            self.keep(h, GhostVar { class, index: index as u32 }, path);
        }
        if self.points.made[h.index()].is_some_and(|m| m.by == (i, n)) {
            self.superclass_ghosts(h, class);
        }
        let inits = self.inits.entry(class).or_insert_with(|| facts.inits_of(class).into()).clone();
        for &b in inits.iter() {
            let to = self.reach(b, self.points.context_of(h), None);
            self.edge(i, n, to, EdgeKind::New);
            self.add_to(to, facts.var(facts.body(b).formals[0]).slot, h);
        }
    }

    /// An object keeps for a ghost what its path may denote.
    fn keep(&mut self, h: ObjId, ghost: GhostVar, path: Option<u32>) {
        if let Some(path) = path {
            let to = self.field(h, FieldKey::ghost(self.facts, ghost));
            self.copy(path, to);
        }
    }

    /// The slot of what a path in a written type may denote.
    fn path(&mut self, i: InstId, l: ExprId) -> Option<u32> {
        let (root, fields) = path_of(self.facts, l)?;
        let start = match *self.facts.type_vars.get(&root)? {
            TypeVar::Var(v) => self.points.place(i, self.facts.var(v).slot?) as u32,
            TypeVar::Ghost(ghost) => {
                let this = self.facts.this_of(self.points.inst(i).body)?;
                let this = self.points.place(i, self.facts.var(this).slot?) as u32;
                self.load_path(this, FieldKey::ghost(self.facts, ghost))
            }
        };
        Some(fields.into_iter().fold(start, |at, f| self.load_path(at, FieldKey::field(f))))
    }

    fn load_path(&mut self, from: u32, f: FieldKey) -> u32 {
        let to = self.new_slot(Owner { inst: NOBODY, index: 0 });
        self.path_loads.entry(from).or_default().push((f, to));
        let set = self.points.sets[from as usize].clone();
        self.path_load(&set, f, to);
        to
    }

    fn path_load(&mut self, objects: &[ObjId], f: FieldKey, to: u32) {
        for &h in objects {
            let has = f.name().is_none_or(|name| self.facts.has(self.points.objects.class(h), name).is_some());
            if has {
                let from = self.field(h, f);
                self.copy(from, to);
            }
        }
    }

    /// The ghosts of superclasses, by substitution.
    fn superclass_ghosts(&mut self, h: ObjId, class: ClassId) {
        let facts = self.facts;
        for at in facts.resolved.ancestors(class) {
            let (Some(decl), Some(above)) = (facts.resolved.decl(at), facts.resolved.get(at).superclass) else {
                return;
            };
            let args = decl.extends.map_or(&[][..], |t| facts.program().locks_of(t));
            for (index, &l) in args.iter().enumerate() {
                let Some((root, fields)) = path_of(facts, l) else { continue };
                let Expr::Var(x) = facts.program().expr(root) else { continue };
                let ghosts = facts.program().ghosts_of(decl);
                let start = match ghosts.iter().rposition(|g| g.name == x) {
                    Some(g) => self.field(h, FieldKey::ghost(facts, GhostVar { class: at, index: g as u32 })),
                    None if x == Name::THIS => {
                        let slot = self.new_slot(Owner { inst: NOBODY, index: 0 });
                        self.add(slot, &[h]);
                        slot
                    }
                    None => continue,
                };
                let path = fields.into_iter().fold(start, |at, f| self.load_path(at, FieldKey::field(f)));
                self.keep(h, GhostVar { class: above, index: index as u32 }, Some(path));
            }
        }
    }
}

/// A path taken apart: the variable that it starts with, and its fields.
pub(super) fn path_of(facts: &Facts<'_>, l: ExprId) -> Option<(ExprId, Vec<Name>)> {
    let mut fields = Vec::new();
    let mut at = l;
    loop {
        match facts.program().expr(at) {
            Expr::Field { recv, field } => {
                fields.push(field);
                at = recv;
            }
            Expr::Var(_) => {
                fields.reverse();
                return Some((at, fields));
            }
            _ => return None,
        }
    }
}
