//! Held(b,c), and the evidence of accesses.

use super::terms::rel;
use super::{Lock, LockId, LockSet, Locks, SetId, Sets, Terms, set};
use crate::entries::Entries;
use crate::facts::{AccessId, Facts, RegionId, Site, Target};
use crate::options::{Mistake, Mode, Options, Refinement};
use crate::points::{Edge, EdgeKind, InstId, Points};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// Locks held in each (b,c); none for one that is not reached.
#[derive(Debug, Default)]
pub struct Held {
    of: FxHashMap<InstId, SetId>,
}

impl Held {
    /// Held(b,c)
    pub fn get(&self, i: InstId) -> SetId {
        self.of.get(&i).copied().unwrap_or(SetId::EMPTY)
    }
}

/// Computes the locks that are held.
pub struct Holding<'a, 'p> {
    pub(super) facts: &'a Facts<'p>,
    pub(super) points: &'a Points,
    pub(super) entries: &'a Entries,
    pub(super) options: &'a Options,
    /// The terms of lock expressions, arguments and accessed objects.
    pub terms: Terms<'a, 'p>,
    /// The locks by number.
    pub locks: Locks,
    here: FxHashMap<(InstId, RegionId), LockSet>,
    sets: Sets,
    /// Sets that edges hand on.
    handed: FxHashMap<(InstId, ExprId, InstId, SetId), SetId>,
    /// The class of the halves of locks for readers.
    pub(super) readers: Option<Name>,
}

/// Maximum of steps of a path that an edge hands on.
const STEPS: usize = 8;

impl<'a, 'p> Holding<'a, 'p> {
    /// Nothing is known yet.
    pub fn new(
        facts: &'a Facts<'p>,
        points: &'a Points,
        entries: &'a Entries,
        options: &'a Options,
    ) -> Holding<'a, 'p> {
        let terms = Terms::new(facts, points, options);
        let halves = crate::java::halves(facts.program());
        let (locks, readers) = (Locks::of(halves), halves.map(|(half, _)| half));
        let (here, sets, handed) = (FxHashMap::default(), Sets::new(), FxHashMap::default());
        Holding { facts, points, entries, options, terms, locks, here, sets, handed, readers }
    }

    /// The locks of the `synchronized` expressions around a region in its body.
    pub fn here(&mut self, i: InstId, r: RegionId) -> LockSet {
        if let Some(known) = self.here.get(&(i, r)) {
            return known.clone();
        }
        let facts = self.facts;
        let mut locks = Vec::new();
        for l in facts.locks_around(r) {
            if self.options.mode == Mode::Paper {
                if let [h] = *self.points.path(facts, i, l) {
                    locks.push(self.locks.id(Lock::Object(h)));
                }
                continue;
            }
            if self.options.on(Refinement::Unique) {
                locks.extend(self.unique(i, l));
            }
            if self.options.on(Refinement::Relative)
                && let Some(term) = self.terms.term(i, l)
            {
                locks.push(self.locks.id(Lock::From(term.root, term.steps())));
            }
        }
        let locks = set(locks);
        if facts.region(r).outer.is_some() {
            self.here.insert((i, r), locks.clone());
        }
        locks
    }

    /// Returns the locks that an edge hands on.
    pub fn handed_on(&mut self, edge: Edge, held: &[LockId]) -> LockSet {
        let region = self.facts.node(edge.node).region;
        let here = self.here(edge.from, region);
        let mut out = Vec::new();
        for &id in held.iter().chain(here.iter()) {
            match (self.locks.get(id).clone(), edge.kind) {
                (Lock::From(root, steps), EdgeKind::Call) => {
                    let Expr::Call { recv, args, .. } = self.facts.program().expr(edge.node) else { continue };
                    let formals = &self.facts.body(self.points.inst(edge.to).body).formals;
                    let args = self.facts.program().list(args);
                    for (&y, a) in formals.iter().zip(std::iter::once(recv).chain(args.iter().copied())) {
                        let path = self.terms.term(edge.from, a).and_then(|t| rel(&t, root, &steps));
                        if let Some(path) = path.filter(|p| p.len() <= STEPS) {
                            out.push(self.locks.id(Lock::From(y, path)));
                        }
                    }
                }
                (Lock::From(..), EdgeKind::Fork) => out.push(id),
                (Lock::From(..), EdgeKind::New) => {}
                _ => out.push(id),
            }
        }
        set(out)
    }

    /// A set by its number.
    pub fn set(&self, set: SetId) -> LockSet {
        self.sets.get(set).clone()
    }

    /// The same for sets by their numbers. Threads go the same edges with the same locks again and again.
    pub fn hand_on(&mut self, edge: Edge, held: SetId) -> SetId {
        // Most edges hand on nothing, as nothing is held there.
        if held == SetId::EMPTY && self.facts.region(self.facts.node(edge.node).region).outer.is_none() {
            return SetId::EMPTY;
        }
        let key = (edge.from, edge.node, edge.to, held);
        if let Some(&known) = self.handed.get(&key) {
            return known;
        }
        let held = self.set(held);
        let on = self.handed_on(edge, &held);
        let on = self.sets.id(on);
        self.handed.insert(key, on);
        on
    }

    /// Held, along the call and new edges from some bodies that hold nothing.
    pub fn held(&mut self, from: impl IntoIterator<Item = InstId>) -> Held {
        let inherit = self.options.errs(Mistake::ForksInheritLocks);
        let mut held = Held::default();
        let mut todo: Vec<InstId> = from.into_iter().collect();
        todo.iter().for_each(|&i| {
            held.of.insert(i, SetId::EMPTY);
        });
        if inherit {
            held.of.retain(|&i, _| i == InstId(0));
            todo = vec![InstId(0)];
        }
        while let Some(i) = todo.pop() {
            for edge in self.points.edges_out_of(i) {
                // The end of the budget ends the search for what is held. What was found then is of no use.
                if self.options.watch.over() {
                    return held;
                }
                if edge.kind == EdgeKind::Fork && !inherit {
                    continue;
                }
                let on = self.hand_on(edge, held.get(i));
                let after = match held.of.get(&edge.to) {
                    None => on,
                    Some(&known) if known == on || known == SetId::EMPTY => continue,
                    Some(&known) => {
                        let (known, on) = (self.set(known), self.set(on));
                        let both: LockSet = known.iter().copied().filter(|l| on.binary_search(l).is_ok()).collect();
                        if both.len() == known.len() {
                            continue;
                        }
                        self.sets.id(both)
                    }
                };
                held.of.insert(edge.to, after);
                todo.push(edge.to);
            }
        }
        held
    }

    /// Returns the locks held at an access in a context, as evidence: unique locks, and paths from the object.
    pub fn evidence(&mut self, i: InstId, e: AccessId, held: &[LockId]) -> LockSet {
        let facts = self.facts;
        let region = facts.region_of(e);
        if held.is_empty() && facts.region(region).outer.is_none() {
            return LockSet::default();
        }
        let access = facts.access(e);
        let here = self.here(i, region);
        let target = match (access.target, access.site) {
            (Target::Expr(m), _) => self.terms.term(i, m),
            (Target::This, Site::Field(_)) => {
                let root = facts.body(access.body).formals[0];
                Some(super::Term { root, fields: Vec::new() })
            }
            _ => None,
        };
        let mut out = Vec::new();
        for &id in held.iter().chain(here.iter()) {
            match self.locks.get(id).clone() {
                Lock::From(root, steps) => {
                    if let Some(path) = target.as_ref().and_then(|t| rel(t, root, &steps)) {
                        out.push(self.locks.id(Lock::Relative(path)));
                    }
                }
                _ => out.push(id),
            }
        }
        set(out)
    }
}
