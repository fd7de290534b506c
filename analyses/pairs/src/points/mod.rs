//! Section 3: the call graph and the objects of each node, solved together. `tests/definition` has the rules; this
//! module has their result, and `solve` the fast way to it.

mod ghosts;
mod solve;

use crate::facts::{BodyId, Facts, GhostVar, RegionId, Slot, TypeVar};
use crate::objects::{ObjId, Objects};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::borrow::Cow;

pub use ghosts::GhostReads;
pub(crate) use solve::solve;

racefree_grammar::index! {
    /// A reached (b,c).
    InstId;
}

/// A body in a context.
#[derive(Clone, Debug)]
pub struct Inst {
    /// b
    pub body: BodyId,
    /// c
    pub context: ObjId,
    /// For a fork, the body around it in the same context.
    pub outer: Option<InstId>,
    /// The first of its slots.
    pub base: u32,
    /// By region: true if it is live.
    pub live: SmallVec<[bool; 16]>,
}

impl Inst {
    /// None of its regions is live yet.
    pub fn new(facts: &Facts<'_>, body: BodyId, context: ObjId, outer: Option<InstId>, base: u32) -> Inst {
        Inst { body, context, outer, base, live: SmallVec::from_elem(false, facts.body(body).regions.len()) }
    }
}

/// The objects of a slot; most have a few.
pub type ObjSet = SmallVec<[ObjId; 4]>;

/// The fields of an object, with their slots.
type Fields = Vec<(FieldKey, u32)>;

/// The number of the first edge of each (b,c), in edges that one of their ends puts in order.
fn starts(insts: usize, ends: impl Iterator<Item = InstId>) -> Vec<u32> {
    let mut starts = vec![0; insts + 1];
    ends.for_each(|i| starts[i.index() + 1] += 1);
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    starts
}

/// Kind of a call edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EdgeKind {
    /// A call.
    Call,
    /// An initialiser, by `new`.
    New,
    /// A fork.
    Fork,
}

/// CE(n,c,b,c',kind)
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// In(n) in c.
    pub from: InstId,
    /// n
    pub node: ExprId,
    /// b in c'.
    pub to: InstId,
    /// call, new or fork.
    pub kind: EdgeKind,
}

/// A field, or a ghost as a hidden one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FieldKey(u32);

const GHOST: u32 = 1 << 31;

impl FieldKey {
    /// A field, by name.
    pub fn field(name: Name) -> FieldKey {
        FieldKey(name.0)
    }

    /// A ghost.
    pub fn ghost(facts: &Facts<'_>, ghost: GhostVar) -> FieldKey {
        let first = facts.resolved.decl(ghost.class).map_or(0, |c| c.ghosts.start);
        FieldKey(GHOST | (first + ghost.index))
    }

    /// The name of a field that is no ghost.
    pub fn name(self) -> Option<Name> {
        (self.0 & GHOST == 0).then_some(Name(self.0))
    }
}

/// Makers of an object.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// One (n,c) that makes it.
    pub by: (InstId, ExprId),
    /// There is another one.
    pub several: bool,
}

/// The relations of section 3.
pub struct Points {
    /// k
    pub k: u32,
    /// h, and contexts.
    pub objects: Objects,
    /// Reach
    pub insts: Vec<Inst>,
    /// Reach, by body and context.
    pub by_key: FxHashMap<(BodyId, ObjId), InstId>,
    /// CE, in the end by where they come from.
    pub edges: Vec<Edge>,
    /// The first edge out of each (b,c).
    out_of: Vec<u32>,
    /// The edges by where they lead, and the first of these into each (b,c).
    into: (Vec<u32>, Vec<u32>),
    /// VP: sets of objects in order, by slot, unless slots have sets in common.
    pub sets: Vec<ObjSet>,
    /// For each slot, the number of its set, if slots have sets in common.
    pub(crate) joined: Vec<u32>,
    /// HP, by object: its fields in order, with their slots.
    heap: Vec<Fields>,
    /// Makers of each object, by its number.
    pub made: Vec<Option<Made>>,
}

impl Points {
    /// Nothing is reached.
    pub fn new(k: u32) -> Points {
        Points {
            k,
            objects: Objects::new(k),
            insts: Vec::new(),
            by_key: FxHashMap::default(),
            edges: Vec::new(),
            out_of: Vec::new(),
            into: (Vec::new(), Vec::new()),
            sets: Vec::new(),
            joined: Vec::new(),
            heap: Vec::new(),
            made: Vec::new(),
        }
    }

    /// A reached (b,c).
    #[inline]
    pub fn inst(&self, i: InstId) -> &Inst {
        &self.insts[i.index()]
    }

    /// Every reached (b,c).
    pub fn inst_ids(&self) -> impl Iterator<Item = InstId> + use<> {
        (0..self.insts.len() as u32).map(InstId)
    }

    /// The threads: main, and the bodies that forks enter, some of them more than once.
    pub fn threads(&self) -> impl Iterator<Item = InstId> + '_ {
        let main = (!self.insts.is_empty()).then_some(InstId(0));
        main.into_iter().chain(self.edges.iter().filter(|e| e.kind == EdgeKind::Fork).map(|e| e.to))
    }

    /// ctx(h)
    pub fn context_of(&self, h: ObjId) -> ObjId {
        if self.k == 0 { ObjId::EMPTY } else { h }
    }

    /// The number of a slot of a body in a context, in `sets`.
    #[inline]
    pub fn place(&self, i: InstId, slot: Slot) -> usize {
        let mut at = self.inst(i);
        while at.body != slot.body {
            match at.outer {
                Some(outer) => at = self.inst(outer),
                None => break,
            }
        }
        (at.base + slot.index) as usize
    }

    /// The number of a slot's set.
    #[inline]
    pub(crate) fn joined(&self, slot: usize) -> usize {
        self.joined.get(slot).map_or(slot, |&one| one as usize)
    }

    /// The objects of a slot.
    #[inline]
    pub fn slot(&self, i: InstId, slot: Option<Slot>) -> &[ObjId] {
        slot.map_or(&[], |slot| &self.sets[self.joined(self.place(i, slot))])
    }

    /// VP(n,c,·)
    #[inline]
    pub fn node(&self, facts: &Facts<'_>, i: InstId, n: ExprId) -> &[ObjId] {
        self.slot(i, facts.node(n).slot)
    }

    /// VP(n,c,·), also of a path that is named and not evaluated (a `holds`): then the objects that its fields lead to.
    pub fn path(&self, facts: &Facts<'_>, i: InstId, n: ExprId) -> Cow<'_, [ObjId]> {
        if facts.node(n).body.is_some() {
            return Cow::Borrowed(self.node(facts, i, n));
        }
        match (facts.program().expr(n), facts.type_vars.get(&n)) {
            (Expr::Field { recv, field }, _) => {
                let holders = self.path(facts, i, recv);
                let has = |h: &&ObjId| facts.has(self.objects.class(**h), field).is_some();
                self.lead(holders.iter().filter(has), FieldKey::field(field))
            }
            (_, Some(&TypeVar::Var(v))) => Cow::Borrowed(self.slot(i, facts.var(v).slot)),
            (_, Some(&TypeVar::Ghost(ghost))) => {
                let this = facts.this_of(self.inst(i).body).and_then(|v| facts.var(v).slot);
                self.lead(self.slot(i, this).iter(), FieldKey::ghost(facts, ghost))
            }
            _ => Cow::Borrowed(&[]),
        }
    }

    /// Returns the objects that a field of some objects may be.
    fn lead<'o>(&self, from: impl Iterator<Item = &'o ObjId>, f: FieldKey) -> Cow<'_, [ObjId]> {
        let mut all: Vec<ObjId> = from.flat_map(|&h| self.field(h, f).iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        Cow::Owned(all)
    }

    /// HP(h,·,·)
    pub fn fields(&self, h: ObjId) -> impl Iterator<Item = (FieldKey, &[ObjId])> {
        let all = self.heap.get(h.index()).map_or(&[][..], |all| all);
        all.iter().map(|&(f, slot)| (f, self.sets[self.joined(slot as usize)].as_slice()))
    }

    /// The fields of an object, to add one.
    pub fn fields_mut(&mut self, h: ObjId) -> &mut Fields {
        if self.heap.len() <= h.index() {
            self.heap.resize(h.index() + 1, Fields::new());
        }
        &mut self.heap[h.index()]
    }

    /// HP(h,f,·)
    pub fn field(&self, h: ObjId, f: FieldKey) -> &[ObjId] {
        let all = self.heap.get(h.index()).map_or(&[][..], |all| all);
        all.binary_search_by_key(&f, |field| field.0).map_or(&[], |at| &self.sets[self.joined(all[at].1 as usize)])
    }

    /// Live(n,c), by the region of n.
    #[inline]
    pub fn live(&self, facts: &Facts<'_>, i: InstId, r: RegionId) -> bool {
        self.inst(i).live[facts.region(r).number as usize]
    }

    /// The abstract objects that are made.
    pub fn made_objects(&self) -> usize {
        self.made.iter().flatten().count()
    }

    /// The edges into a (b,c), by number.
    #[inline]
    pub fn edges_into(&self, i: InstId) -> &[u32] {
        let (edges, starts) = &self.into;
        &edges[starts[i.index()] as usize..starts[i.index() + 1] as usize]
    }

    /// The numbers of the edges out of a (b,c).
    #[inline]
    pub fn numbers_out_of(&self, i: InstId) -> std::ops::Range<usize> {
        self.out_of[i.index()] as usize..self.out_of[i.index() + 1] as usize
    }

    /// The edges out of a (b,c).
    #[inline]
    pub fn edges_out_of(&self, i: InstId) -> impl Iterator<Item = Edge> + '_ {
        self.edges[self.numbers_out_of(i)].iter().copied()
    }

    /// Puts edges by their ends.
    pub fn finish(&mut self) {
        self.made.resize(self.objects.len(), None);
        let n = self.insts.len();
        self.edges.sort_by_key(|e| e.from);
        self.out_of = starts(n, self.edges.iter().map(|e| e.from));
        let mut into: Vec<u32> = (0..self.edges.len() as u32).collect();
        into.sort_by_key(|&e| self.edges[e as usize].to);
        self.into = (into, starts(n, self.edges.iter().map(|e| e.to)));
    }
}
