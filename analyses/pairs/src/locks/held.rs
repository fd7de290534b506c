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
use std::rc::Rc;

/// Locks held in each (b,c).
#[derive(Debug, Default)]
pub struct Held {
    /// Bodies that hold some lock; most hold none.
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
    /// Sets that edges hand on, by their number.
    handed: FxHashMap<(u32, SetId), SetId>,
    /// The same for calls that hand on the same to every body.
    alike: FxHashMap<(InstId, ExprId, SetId), SetId>,
    /// By (b,c): edges that tell what a body comes to that holds nothing.
    bare: Vec<Option<Rc<[u32]>>>,
    /// By (b,c): the number of what is held there, for one search after the other.
    at: Vec<Option<SetId>>,
    /// The class of the halves of locks for readers.
    pub(super) readers: Option<Name>,
}

/// True for an edge that hands on nothing where nothing is held.
fn is_bare(facts: &Facts<'_>, e: &Edge) -> bool {
    facts.region(facts.node(e.node).region).outer.is_none()
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
        let (at, bare, alike) = (vec![None; points.insts.len()], vec![None; points.insts.len()], FxHashMap::default());
        Holding { facts, points, entries, options, terms, locks, here, sets, handed, alike, bare, at, readers }
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

    /// The same for an edge and sets by their numbers. Threads go the same edges with the same locks again and again.
    pub fn hand_on(&mut self, edge: usize, held: SetId) -> SetId {
        let (facts, of) = (self.facts, self.points.edges[edge]);
        // Most edges hand on nothing, as nothing is held there.
        if held == SetId::EMPTY && is_bare(facts, &of) {
            return SetId::EMPTY;
        }
        let (call, key) = ((of.from, of.node, held), (edge as u32, held));
        if let Some(&known) = self.alike.get(&call).or_else(|| self.handed.get(&key)) {
            return known;
        }
        let held = self.set(held);
        let on = self.handed_on(of, &held);
        // A path begins in a variable of the body that is called.
        let formals = facts.body(self.points.inst(of.to).body).formals.len();
        let has_path = on.iter().any(|&l| matches!(self.locks.get(l), Lock::From(..)));
        let on = self.sets.id(on);
        if let Expr::Call { args, .. } = facts.program().expr(of.node)
            && !has_path
            && formals > facts.program().list(args).len()
        {
            self.alike.insert(call, on);
        } else {
            self.handed.insert(key, on);
        }
        on
    }

    /// The edges out of a body that holds nothing, without those that are bare and lead where another one does.
    fn bare(&mut self, i: InstId) -> Rc<[u32]> {
        let (facts, points, watch) = (self.facts, self.points, &self.options.watch);
        let to = |e: u32| {
            let edge = points.edges[e as usize];
            (edge.to, edge.kind == EdgeKind::Fork, (!is_bare(facts, &edge)).then_some(e))
        };
        let edges = self.bare[i.index()].get_or_insert_with(|| {
            let mut edges: Vec<u32> =
                points.numbers_out_of(i).take_while(|_| !watch.over()).map(|e| e as u32).collect();
            edges.sort_unstable_by_key(|&e| (to(e), e));
            edges.dedup_by_key(|e| to(*e));
            edges.into()
        });
        edges.clone()
    }

    /// Held, along the call and new edges from some bodies that hold nothing.
    pub fn held(&mut self, from: impl IntoIterator<Item = InstId>) -> Held {
        let inherit = self.options.errs(Mistake::ForksInheritLocks);
        let points = self.points;
        let from = from.into_iter().filter(|&i| !inherit || i == InstId(0));
        let mut search = Search { at: std::mem::take(&mut self.at), ..Search::default() };
        from.for_each(|i| search.put(i, SetId::EMPTY));
        'search: while let Some(i) = search.next() {
            let held = search.at[i.index()].unwrap_or(SetId::EMPTY);
            let all = points.numbers_out_of(i);
            let (bare, all) = if held == SetId::EMPTY { (self.bare(i), 0..0) } else { (Rc::default(), all) };
            for e in bare.iter().map(|&e| e as usize).chain(all) {
                // The end of the budget ends the search for what is held. The locks found then are of no use.
                if self.options.watch.over() {
                    break 'search;
                }
                let Edge { to, kind, .. } = points.edges[e];
                let known = search.at[to.index()];
                if (kind == EdgeKind::Fork && !inherit) || known == Some(SetId::EMPTY) {
                    continue;
                }
                let on = self.hand_on(e, held);
                let after = known.map_or(on, |known| self.sets.both(known, on));
                if known != Some(after) {
                    search.put(to, after);
                }
            }
        }
        let (of, at) = search.end();
        self.at = at;
        Held { of }
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

/// A search for the greatest solution of Held. Bodies that hold nothing come first: that does not change any more.
#[derive(Default)]
struct Search {
    at: Vec<Option<SetId>>,
    met: Vec<InstId>,
    nothing: Vec<InstId>,
    todo: Vec<InstId>,
}

impl Search {
    fn put(&mut self, i: InstId, held: SetId) {
        if self.at[i.index()].replace(held).is_none() {
            self.met.push(i);
        }
        match held {
            SetId::EMPTY => self.nothing.push(i),
            _ => self.todo.push(i),
        }
    }

    fn next(&mut self) -> Option<InstId> {
        self.nothing.pop().or_else(|| self.todo.pop())
    }

    /// The locks that are held, and the memory for another search.
    fn end(mut self) -> (FxHashMap<InstId, SetId>, Vec<Option<SetId>>) {
        let mut of = FxHashMap::default();
        for i in self.met {
            let held = self.at[i.index()].take().filter(|&held| held != SetId::EMPTY);
            of.extend(held.map(|held| (i, held)));
        }
        (of, self.at)
    }
}
