//! Difference propagation: slots for VP and HP, copies between them, and node rules applied to new objects of a slot. Sets of many objects are kept
//! once, and what many slots do with the same one is done once.
//! Definition: `tests/definition`, rule for rule; `tests/agree.rs` holds the two equal.

mod blocks;
mod calls;
mod collapse;
mod filter;
mod flows;
pub(super) mod ghosts;
mod pool;
mod rules;
mod sorts;

use super::{Edge, FieldKey, Inst, InstId, Points};
use crate::budget::{Early, Meter, Watch};
use crate::facts::{BodyId, BodyKind, Facts, RegionId, Slot};
use crate::objects::ObjId;
use crate::options::{Options, Refinement};
use blocks::Blocks;
use flows::{Flow, Members};
use pool::{Objs, Pool, Set};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::forms;
use racefree_program::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::rc::Rc;

/// Number of elements up to which each is looked at.
const FEW: usize = 16;

/// Approximate bytes of a slot with its objects, and of a copy.
const SLOT: usize = 256;
const WAY: usize = 16;

/// The body that a slot belongs to, and its number there. The slot of a field belongs to none.
#[derive(Clone, Copy)]
struct Owner {
    inst: InstId,
    index: u32,
}

struct Solver<'f, 'p> {
    facts: &'f Facts<'p>,
    points: Points,
    /// A dead region is not looked at.
    dead: bool,
    owners: Vec<Option<Owner>>,
    /// The filter of each slot.
    takes: Vec<u32>,
    filters: filter::Filters,
    sorts: sorts::Sorts,
    /// The objects of each slot.
    sets: Vec<Set>,
    /// The objects among them that have not been propagated.
    new: Vec<Set>,
    pool: Pool,
    /// Copies out of each slot.
    copies: Vec<SmallVec<[u32; 2]>>,
    /// The copies out of slots that have many.
    many: FxHashSet<(u32, u32)>,
    /// Number of copies.
    ways: usize,
    /// Steps since circles were looked for.
    since: u64,
    eager: bool,
    /// The slots that have become one, by that one.
    members: FxHashMap<u32, Members>,
    work: VecDeque<u32>,
    /// Regions that have become live.
    waking: Vec<(InstId, RegionId)>,
    /// Edges of calls on a few objects to bodies that all enter in one context.
    once: FxHashSet<(InstId, ExprId, InstId)>,
    hubs: calls::Hubs,
    /// For a field of many objects, by their number: slots that it is loaded from, and those that are stored to it.
    fields: FxHashMap<(u32, FieldKey, bool), Rc<[u32]>>,
    /// Loads of paths in types.
    path_loads: FxHashMap<u32, Vec<Flow>>,
    inits: FxHashMap<ClassId, Rc<[BodyId]>>,
    /// The classes of the objects of code outside of the sources. With contexts one stands for them all, named by the first place: without contexts
    /// they are told apart, and what that removes stays away.
    given: Option<([ClassId; 2], Option<ExprId>)>,
    meter: Meter,
    watch: Watch,
}

/// Solves the rules.
pub(crate) fn solve(facts: &Facts<'_>, k: u32, options: &Options) -> Result<Points, Early> {
    let mut solver = Solver {
        facts,
        points: Points::new(k),
        dead: options.on(Refinement::Dead),
        owners: Vec::new(),
        takes: Vec::new(),
        filters: filter::Filters::default(),
        sorts: sorts::Sorts::default(),
        sets: Vec::new(),
        new: Vec::new(),
        pool: Pool::default(),
        copies: Vec::new(),
        many: FxHashSet::default(),
        ways: 0,
        since: 0,
        eager: options.eager,
        members: FxHashMap::default(),
        work: VecDeque::new(),
        waking: Vec::new(),
        once: FxHashSet::default(),
        hubs: calls::Hubs::default(),
        fields: FxHashMap::default(),
        path_loads: FxHashMap::default(),
        inits: FxHashMap::default(),
        given: crate::java::given(facts).filter(|_| k > 0).map(|classes| (classes, None)),
        meter: Meter::new(options, k),
        watch: options.watch.clone(),
    };
    if let Some(main) = facts.main {
        solver.reach(main, ObjId::EMPTY, None);
    }
    solver.run()?;
    let points = solver.end();
    options.watch.check()?;
    Ok(points)
}

impl Solver<'_, '_> {
    fn run(&mut self) -> Result<(), Early> {
        loop {
            if self.watch.over() {
                return self.watch.check();
            }
            if let Some((i, r)) = self.waking.pop() {
                self.wake(i, r);
                self.look_for_circles();
            } else if let Some(slot) = self.work.pop_front() {
                let new = std::mem::take(&mut self.new[slot as usize]);
                let new = self.pool.numbered(new);
                let steps = 1 + self.copies[slot as usize].len();
                self.meter.derived(new.all.len(), steps, self.memory())?;
                self.since += steps as u64;
                self.propagate(slot, &new);
                self.look_for_circles();
            } else {
                return Ok(());
            }
        }
    }

    /// Approximate bytes in use.
    fn memory(&self) -> usize {
        let edges = self.points.edges.len() + self.hubs.edges;
        self.sets.len() * SLOT + self.ways * WAY + self.pool.bytes() + edges * size_of::<Edge>()
    }

    /// The relations, with one copy of slots that have the same objects.
    fn end(mut self) -> Points {
        self.edges_of_hubs();
        let Solver { mut points, sets, pool, watch, .. } = self;
        let mut distinct: FxHashMap<Set, u32> = FxHashMap::default();
        let numbers = sets.into_iter().map(|set| {
            if watch.over() {
                return 0;
            }
            *distinct.entry(set).or_insert_with_key(|set| {
                points.sets.push(pool.blocks(set).iter().collect());
                points.sets.len() as u32 - 1
            })
        });
        let numbers: Vec<u32> = numbers.collect();
        points.joined.iter_mut().for_each(|one| *one = numbers[*one as usize]);
        points.finish();
        points
    }

    fn new_slot(&mut self, owner: Option<Owner>, takes: u32) -> u32 {
        let slot = self.sets.len() as u32;
        self.points.joined.push(slot);
        self.sets.push(Set::default());
        self.new.push(Set::default());
        self.owners.push(owner);
        self.takes.push(takes);
        self.copies.push(SmallVec::new());
        slot
    }

    /// The objects of a slot.
    fn objects(&self, slot: usize) -> &Blocks {
        self.pool.blocks(&self.sets[self.points.joined(slot)])
    }

    /// The objects of a node.
    fn node(&self, i: InstId, n: ExprId) -> Option<&Blocks> {
        self.facts.node(n).slot.map(|slot| self.objects(self.points.place(i, slot)))
    }

    /// Reach(b,c)
    fn reach(&mut self, body: BodyId, context: ObjId, outer: Option<InstId>) -> InstId {
        if let Some(&i) = self.points.by_key.get(&(body, context)) {
            return i;
        }
        let facts = self.facts;
        let inst = InstId(self.points.insts.len() as u32);
        let base = self.sets.len() as u32;
        self.points.insts.push(Inst::new(facts, body, context, outer, base));
        for index in 0..facts.body(body).slots {
            let owner = Owner { inst, index };
            let takes = self.filter(owner);
            self.new_slot(Some(owner), takes);
        }
        self.points.by_key.insert((body, context), inst);
        self.waking.push((inst, facts.body(body).regions[0]));
        inst
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
            if self.watch.over() {
                return;
            }
            let at = self.looked_at(i, n);
            let known = at.map(|at| self.pool.without(&self.sets[at], &self.new[at]));
            let known = self.pool.numbered(known.unwrap_or_default());
            self.apply(i, n, &known, true);
            if let (Some(at), Some(flow)) = (at, self.flow(i, n)) {
                self.keep_flow(at as u32, flow);
            }
        }
        for &inner in &region.inner {
            let region = facts.region(inner);
            // Code behind a `holds` that is believed is as live as the code before it.
            let assumed = region.sync.is_none();
            if !self.dead || assumed || region.lock.is_some_and(|l| self.node(i, l).is_some_and(|set| !set.is_empty()))
            {
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
            Expr::New(_) | forms!(literal | block | operator | owned | extended) => None,
        };
        at.map(|slot| self.points.joined(self.points.place(i, slot)))
    }

    fn add(&mut self, slot: u32, h: ObjId) {
        let mut one = Blocks::default();
        one.insert(h);
        self.add_all(slot, &Set::Own(one));
    }

    fn add_all(&mut self, slot: u32, objects: &Set) {
        let slot = self.points.joined[slot as usize];
        let filter = self.takes[slot as usize];
        let taken = self.filters.blocks(filter, &self.points.objects);
        let added = self.pool.add(&mut self.sets[slot as usize], objects, (filter, taken));
        if added.is_empty() {
            return;
        }
        let new = &mut self.new[slot as usize];
        if new.is_empty() {
            self.work.push_back(slot);
            *new = added;
        } else {
            self.pool.add(new, &added, (filter::ANY, None));
        }
    }

    fn copy(&mut self, from: u32, to: u32) {
        let (from, to) = (self.points.joined[from as usize], self.points.joined[to as usize]);
        let known = &self.copies[from as usize];
        if from == to || (known.len() <= FEW && known.contains(&to)) {
            return;
        }
        // A copy that is there twice does no harm; the first few may be.
        if known.len() > FEW && !self.many.insert((from, to)) {
            return;
        }
        self.copies[from as usize].push(to);
        self.ways += 1;
        self.copy_set(from, to);
    }

    fn copy_slots(&mut self, from: (InstId, Option<Slot>), to: (InstId, Option<Slot>)) {
        if let (Some(a), Some(b)) = (from.1, to.1) {
            let (a, b) = (self.points.place(from.0, a), self.points.place(to.0, b));
            self.copy(a as u32, b as u32);
        }
    }

    /// HP(h,f,·)
    fn field(&mut self, h: ObjId, f: FieldKey) -> u32 {
        let fields = self.points.fields_mut(h);
        match fields.binary_search_by_key(&f, |field| field.0) {
            Ok(at) => fields[at].1,
            Err(at) => {
                let takes = self.field_filter(h, f);
                let slot = self.new_slot(None, takes);
                self.points.fields_mut(h).insert(at, (f, slot));
                slot
            }
        }
    }

    fn propagate(&mut self, slot: u32, new: &Objs) {
        for c in 0..self.copies[slot as usize].len() {
            if self.watch.over() {
                return;
            }
            let to = self.copies[slot as usize][c];
            self.add_all(to, &new.set);
        }
        let Some(members) = self.members.remove(&slot) else {
            for flow in self.path_loads.get(&slot).cloned().unwrap_or_default() {
                self.carry(flow, new);
            }
            return self.rules_of(slot, new, true);
        };
        members.flows.iter().for_each(|&flow| self.carry(flow, new));
        members.others.iter().for_each(|&member| self.rules_of(member, new, false));
        self.members.insert(slot, members);
    }

    /// The rules of nodes that look at a slot, for new objects: of loads and stores, or without them.
    fn rules_of(&mut self, slot: u32, new: &Objs, flows: bool) {
        let Some(Owner { inst: i, index }) = self.owners[slot as usize] else { return };
        let facts = self.facts;
        let (body, context) = (self.points.inst(i).body, self.points.inst(i).context);
        if index == 0
            && let BodyKind::Init(f) = facts.body(body).kind
        {
            self.initialised(i, f.index(), &new.all);
        }
        for &n in &facts.users[body.index()][index as usize] {
            if self.watch.over() {
                return;
            }
            let Some(of) = facts.node(n).body.filter(|_| flows || !self.is_flow(n)) else { continue };
            let user = if of == body { Some(i) } else { self.points.by_key.get(&(of, context)).copied() };
            let Some(user) = user else { continue };
            if let Expr::Sync { body: held, .. } = facts.program().expr(n) {
                let r = facts.node(held).region;
                let outer = facts.region(r).outer;
                if outer.is_some_and(|o| self.points.live(facts, user, o)) {
                    self.waking.push((user, r));
                }
            } else if self.points.live(facts, user, facts.node(n).region) {
                self.apply(user, n, new, false);
            }
        }
    }

    /// HP(h,f,h') :- initialiser b of f, VP(this(b),c,h), Result(b,r), VP(r,c,h').
    fn initialised(&mut self, i: InstId, f: usize, this: &Blocks) {
        let facts = self.facts;
        let Some(result) = facts.body(self.points.inst(i).body).root.and_then(|r| facts.node(r).slot) else { return };
        let from = self.points.place(i, result) as u32;
        for h in this.iter() {
            if self.watch.over() {
                return;
            }
            let to = self.field(h, FieldKey::field(facts.program().fields[f].name));
            self.copy(from, to);
        }
    }
}
