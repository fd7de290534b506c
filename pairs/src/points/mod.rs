//! Section 3: the call graph and what each node may be, solved together. [`crate::definition`] has the rules; here is what they
//! give, and the fast way to it (`solve`).

mod ghosts;
mod solve;

use crate::facts::{BodyId, Facts, GhostVar, RegionId, Slot};
use crate::objects::{ObjId, Objects};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

pub use ghosts::GhostReads;
pub(crate) use solve::solve;

/// A reached (b,c).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstId(pub u32);

impl InstId {
    /// Its position in tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
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
    /// Where its slots begin.
    pub(crate) base: u32,
    /// Which of its regions are live.
    pub(crate) live: Vec<bool>,
}

/// Why a body is entered.
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

/// What makes an object.
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
    pub(crate) by_key: FxHashMap<(BodyId, ObjId), InstId>,
    /// CE
    pub edges: Vec<Edge>,
    /// The edges into each (b,c), by number.
    pub into: Vec<Vec<u32>>,
    /// The edges out of each (b,c), by number.
    pub out_of: Vec<Vec<u32>>,
    /// VP, by slot.
    pub(crate) sets: Vec<Vec<ObjId>>,
    /// HP, by object: fields and their slots.
    pub(crate) heap: FxHashMap<ObjId, Vec<(FieldKey, u32)>>,
    /// What makes each object, by its number.
    pub made: Vec<Option<Made>>,
}

impl Points {
    /// Nothing is reached.
    pub(crate) fn new(k: u32) -> Points {
        Points {
            k,
            objects: Objects::new(k),
            insts: Vec::new(),
            by_key: FxHashMap::default(),
            edges: Vec::new(),
            into: Vec::new(),
            out_of: Vec::new(),
            sets: Vec::new(),
            heap: FxHashMap::default(),
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

    /// ctx(h)
    pub fn context_of(&self, h: ObjId) -> ObjId {
        if self.k == 0 { ObjId::EMPTY } else { h }
    }

    #[inline]
    pub(crate) fn place(&self, i: InstId, slot: Slot) -> usize {
        let mut at = self.inst(i);
        while at.body != slot.body {
            match at.outer {
                Some(outer) => at = self.inst(outer),
                None => break,
            }
        }
        (at.base + slot.index) as usize
    }

    /// The objects of a slot.
    #[inline]
    pub fn slot(&self, i: InstId, slot: Option<Slot>) -> &[ObjId] {
        slot.map_or(&[], |slot| &self.sets[self.place(i, slot)])
    }

    /// VP(n,c,·)
    #[inline]
    pub fn node(&self, facts: &Facts<'_>, i: InstId, n: ExprId) -> &[ObjId] {
        self.slot(i, facts.node(n).slot)
    }

    /// HP(h,·,·)
    pub fn fields(&self, h: ObjId) -> impl Iterator<Item = (FieldKey, &[ObjId])> {
        let all = self.heap.get(&h).map_or(&[][..], |all| all);
        all.iter().map(|&(f, slot)| (f, self.sets[slot as usize].as_slice()))
    }

    /// HP(h,f,·)
    pub fn field(&self, h: ObjId, f: FieldKey) -> &[ObjId] {
        self.fields(h).find(|&(g, _)| g == f).map_or(&[], |(_, set)| set)
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

    /// Sorts the edges by their ends.
    pub(crate) fn index_edges(&mut self) {
        self.into = vec![Vec::new(); self.insts.len()];
        self.out_of = vec![Vec::new(); self.insts.len()];
        for (i, edge) in self.edges.iter().enumerate() {
            self.into[edge.to.index()].push(i as u32);
            self.out_of[edge.from.index()].push(i as u32);
        }
    }
}
