//! Reads of a ghost variable in code: the fields of the path that its object keeps (section 3, the last paragraph). A
//! naive fixpoint, since only ill-typed programs have ghosts in code.

use super::solve::ghosts::{GivenPath, given_to_superclasses, path_of};
use super::{FieldKey, InstId, Points};
use crate::facts::{Facts, GhostVar, TypeVar};
use crate::objects::{Maker, ObjId};
use racefree_grammar::ast::{Expr, ExprId, TypeKind};
use racefree_grammar::name::Name;
use racefree_program::ClassId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// For each object and ghost, the fields that its path reads.
#[derive(Debug, Default)]
pub struct GhostReads {
    reads: FxHashMap<(ObjId, FieldKey), BTreeSet<(ObjId, Name)>>,
    nothing: BTreeSet<(ObjId, Name)>,
}

type Read = BTreeSet<(ObjId, Name)>;

impl GhostReads {
    /// Solves the reads of a program; there are none, if it has no ghost in code.
    pub fn new(facts: &Facts<'_>, points: &Points) -> GhostReads {
        let mut all = GhostReads::default();
        if facts.ghosts.is_empty() {
            return all;
        }
        let made: Vec<(InstId, ExprId)> = points
            .inst_ids()
            .flat_map(|i| {
                let regions =
                    facts.body(points.inst(i).body).regions.iter().filter(move |&&r| points.live(facts, i, r));
                regions.flat_map(move |&r| facts.region(r).nodes.iter().map(move |&n| (i, n)))
            })
            .filter(|&(_, n)| matches!(facts.program().expr(n), Expr::New(_)))
            .collect();
        while made.iter().fold(false, |changed, &(i, n)| all.object(facts, points, i, n) | changed) {}
        all
    }

    /// Returns the fields that reading a ghost of an object reads.
    pub fn of(&self, h: ObjId, ghost: FieldKey) -> &Read {
        self.reads.get(&(h, ghost)).unwrap_or(&self.nothing)
    }

    /// The objects whose fields are read by way of any ghost of an object.
    pub fn objects(&self, h: ObjId) -> impl Iterator<Item = ObjId> + '_ {
        self.reads.iter().filter(move |((of, _), _)| *of == h).flat_map(|(_, reads)| reads.iter().map(|r| r.0))
    }

    fn put(&mut self, h: ObjId, ghost: FieldKey, reads: Read) -> bool {
        let known = self.reads.entry((h, ghost)).or_default();
        let before = known.len();
        known.extend(reads);
        known.len() > before
    }

    fn object(&mut self, facts: &Facts<'_>, points: &Points, i: InstId, n: ExprId) -> bool {
        let Expr::New(ty) = facts.program().expr(n) else { return false };
        let TypeKind::Class { name, args } = facts.program().ty(ty).kind else { return false };
        let (Some(class), Some(&h)) = (facts.resolved.find(name), points.node(facts, i, n).first()) else {
            return false;
        };
        debug_assert!(matches!(points.objects.maker(h), Maker::Node(m) if m == n));
        let mut changed = false;
        for (index, &l) in facts.program().list(args).iter().enumerate() {
            let Some((root, fields)) = path_of(facts, l) else { continue };
            let start = match facts.type_vars.get(&root) {
                Some(&TypeVar::Var(v)) => (points.slot(i, facts.var(v).slot).to_vec(), Read::new()),
                Some(&TypeVar::Ghost(ghost)) => {
                    let this = facts.this_of(points.inst(i).body).and_then(|v| facts.var(v).slot);
                    self.ghost(points, points.slot(i, this), FieldKey::ghost(facts, ghost))
                }
                None => continue,
            };
            let ghost = FieldKey::ghost(facts, GhostVar { class, index: index as u32 });
            changed |= self.put(h, ghost, along(facts, points, start, &fields));
        }
        changed | self.superclasses(facts, points, h, class)
    }

    fn superclasses(&mut self, facts: &Facts<'_>, points: &Points, h: ObjId, class: ClassId) -> bool {
        let mut changed = false;
        for GivenPath { to, from, fields } in given_to_superclasses(facts, class) {
            let start = match from {
                Some(ghost) => self.ghost(points, &[h], FieldKey::ghost(facts, ghost)),
                None => (vec![h], Read::new()),
            };
            changed |= self.put(h, FieldKey::ghost(facts, to), along(facts, points, start, &fields));
        }
        changed
    }

    /// Returns the objects that a ghost of these objects denotes, and the fields that reading it reads.
    fn ghost(&self, points: &Points, these: &[ObjId], ghost: FieldKey) -> (Vec<ObjId>, Read) {
        let denoted = these.iter().flat_map(|&h| points.field(h, ghost).iter().copied()).collect();
        (denoted, these.iter().flat_map(|&h| self.of(h, ghost).iter().copied()).collect())
    }
}

/// Returns the fields that reading a path reads, from the objects that its start denotes and the fields that it reads.
fn along(facts: &Facts<'_>, points: &Points, start: (Vec<ObjId>, Read), fields: &[Name]) -> Read {
    let (mut at, mut reads) = start;
    for &f in fields {
        at.retain(|&h| facts.has(points.objects.class(h), f).is_some());
        reads.extend(at.iter().map(|&h| (h, f)));
        at = at.iter().flat_map(|&h| points.field(h, FieldKey::field(f)).iter().copied()).collect();
        at.sort_unstable();
        at.dedup();
    }
    reads
}
