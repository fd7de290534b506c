//! Sections 4 to 6 in Datalog, on the reached bodies (b,c) as [`InstId`]s: entries, threads, escape, held locks, and the tuples
//! (e₁,c₁,e₂,c₂) after each stage, each of them built.

use ascent::ascent_run;
use ascent::{Dual, lattice::set::Set};
use racefree_grammar::ast::ExprId;
use racefree_pairs::clock::Clock;
use racefree_pairs::entries::Entries;
use racefree_pairs::facts::{AccessId, BodyKind, Facts, Kind};
use racefree_pairs::locks::{Holding, LockId, meet};
use racefree_pairs::objects::ObjId;
use racefree_pairs::options::{Options, Refinement};
use racefree_pairs::points::{EdgeKind, GhostReads, InstId, Points};
use racefree_pairs::stages::Run;
use racefree_pairs::threads::Threads;
use std::cell::RefCell;

/// A tuple: two accesses in contexts.
pub type Tuple = (AccessId, InstId, AccessId, InstId);

/// What Datalog derives.
pub struct Derived {
    /// Many(b,c)
    pub many: Vec<(InstId,)>,
    /// Esc
    pub escaped: Vec<(ObjId,)>,
    /// reachable, aliasing, escaping, unlocked
    pub tuples: [Vec<Tuple>; 4],
}

/// Derives the stages for one k. Threads that are told apart one by one (the refinement `threads`) are not in it.
pub fn derive(facts: &Facts<'_>, points: &Points, counted: &[bool], options: &Options) -> Derived {
    let entries = Entries::new(facts, points, options);
    let clock = Clock::new(facts, points, &entries, options);
    let threads = Threads::new(facts, points, &entries, &clock, options, false);
    let reads = GhostReads::new(facts, points);
    let holding = RefCell::new(Holding::new(facts, points, &entries, options));
    // The accesses in live contexts, and what they access: Acc.
    let run = Run::new(facts, points, &entries, counted, options, false);
    let here: Vec<(AccessId, InstId)> = run.here.iter().map(|h| (h.access, h.inst)).collect();
    let acc: Vec<(AccessId, InstId, ObjId)> =
        run.here.iter().flat_map(|h| h.objects.iter().map(|&o| (h.access, h.inst, o))).collect();
    let edges: Vec<(InstId, ExprId, InstId, EdgeKind)> =
        points.edges.iter().map(|e| (e.from, e.node, e.to, e.kind)).collect();
    let captured: Vec<(ObjId,)> = captured(facts, points, &reads);
    let looped = |n: &ExprId| facts.node(*n).outermost_loop.is_some();
    let fields = |h: &ObjId| -> Vec<ObjId> {
        let hidden = if facts.ghosts.is_empty() { Vec::new() } else { reads.objects(*h).collect() };
        points.fields(*h).flat_map(|(_, set)| set.iter().copied()).chain(hidden).collect()
    };
    let conflict = |e: &AccessId, d: &AccessId| {
        let (a, b) = (facts.access(*e), facts.access(*d));
        a.field == b.field && (a.kind != Kind::Read || b.kind != Kind::Read)
    };
    let par = |e: &AccessId, i: &InstId, r: &InstId, d: &AccessId, j: &InstId, s: &InstId| {
        let hi = |r: &InstId, i: &InstId, e: &AccessId| {
            (*r == InstId(0)).then(|| clock.access(facts, *i, *e).map_or(u32::MAX, |(_, hi)| hi))
        };
        threads.par((*r, hi(r, i, e)), (*s, hi(s, j, d)))
    };
    let fresh = |e: &AccessId| options.on(Refinement::Fresh) && facts.access(*e).fresh;
    let handed_on = |from: &InstId, n: &ExprId, to: &InstId, kind: &EdgeKind, held: &Dual<Set<LockId>>| {
        let edge = racefree_pairs::points::Edge { from: *from, node: *n, to: *to, kind: *kind };
        let held: Vec<LockId> = held.0.0.iter().copied().collect();
        Dual(Set(holding.borrow_mut().handed_on(edge, &held).iter().copied().collect()))
    };
    let evidence = |e: &AccessId, i: &InstId, held: &Dual<Set<LockId>>| {
        let held: Vec<LockId> = held.0.0.iter().copied().collect();
        holding.borrow_mut().evidence(*i, *e, &held)
    };
    let main: Vec<(InstId,)> = (!points.insts.is_empty()).then_some((InstId(0),)).into_iter().collect();
    let derived = ascent_run! {
        struct Stages;
        relation main(InstId) = main;
        relation ce(InstId, ExprId, InstId, EdgeKind) = edges;
        relation here(AccessId, InstId) = here;
        relation acc(AccessId, InstId, ObjId) = acc;
        relation esc(ObjId) = captured;

        // Many(b,c') :- CE(n,c,b,c',_), CE(n2,c2,b,c',_), (n,c) ≠ (n2,c2).
        relation many(InstId);
        many(b) <-- ce(i, n, b, _), ce(j, m, b, _), if (i, n) != (j, m);
        // Many(b,c') :- CE(n,c,b,c',_), Loop(n).
        many(b) <-- ce(_, n, b, _), if looped(n);
        // Many(b,c') :- CE(n,c,b,c',_), In(n,b2), Many(b2,c).
        many(b) <-- ce(i, _, b, _), many(i);

        // A thread is (main,ε) or the (b,c) of a fork edge. On(r,b,c): reached from r by call and new edges.
        relation on(InstId, InstId);
        on(r, r) <-- main(r);
        on(r, r) <-- ce(_, _, r, EdgeKind::Fork);
        on(r, j) <-- on(r, i), ce(i, _, j, kind), if *kind != EdgeKind::Fork;

        // Esc, closed under HP, hidden fields included.
        esc(g) <-- esc(h), for g in fields(h);

        // Held(b,c): ∅ for main and forks, else what all edges hand on.
        lattice held(InstId, Dual<Set<LockId>>);
        held(r, Dual(Set::default())) <-- main(r);
        held(r, Dual(Set::default())) <-- ce(_, _, r, EdgeKind::Fork);
        held(j, handed_on(i, n, j, kind, set)) <-- held(i, set), ce(i, n, j, kind), if *kind != EdgeKind::Fork;

        // reachable: Par for some r₁, r₂.
        relation reachable(AccessId, InstId, AccessId, InstId);
        reachable(e, i, d, j) <--
            here(e, i), here(d, j), if (e, i) <= (d, j) && conflict(e, d), on(r, i), on(s, j), if par(e, i, r, d, j, s);
        // aliasing: some h with Acc(e₁,c₁,h) and Acc(e₂,c₂,h).
        relation aliasing(AccessId, InstId, AccessId, InstId);
        aliasing(e, i, d, j) <-- reachable(e, i, d, j), acc(e, i, h), acc(d, j, h);
        // escaping: such an h ∈ Esc, and neither access is Fresh on h.
        relation escaping(AccessId, InstId, AccessId, InstId);
        escaping(e, i, d, j) <--
            aliasing(e, i, d, j), acc(e, i, h), acc(d, j, h), esc(h), if !fresh(e) && !fresh(d);
        // unlocked: no common lock.
        relation unlocked(AccessId, InstId, AccessId, InstId);
        unlocked(e, i, d, j) <--
            escaping(e, i, d, j), held(i, a), held(j, b), if !meet(&evidence(e, i, a), &evidence(d, j, b));
    };
    Derived {
        many: derived.many,
        escaped: derived.esc,
        tuples: [derived.reachable, derived.aliasing, derived.escaping, derived.unlocked],
    }
}

/// VP(v,c,·) for Captured(n,v) of each reached fork; of a ghost, what it denotes and what reading it reads.
fn captured(facts: &Facts<'_>, points: &Points, reads: &GhostReads) -> Vec<(ObjId,)> {
    let mut all = Vec::new();
    for i in points.inst_ids() {
        let inst = points.inst(i);
        let (BodyKind::Fork(n), Some(outer)) = (facts.body(inst.body).kind, inst.outer) else { continue };
        for v in facts.captured.get(&n).into_iter().flatten() {
            all.extend(points.slot(outer, facts.var(*v).slot).iter().map(|&h| (h,)));
        }
        let this = facts.this_of(inst.body).and_then(|v| facts.var(v).slot);
        for ghost in facts.captured_ghosts.get(&n).into_iter().flatten() {
            let key = racefree_pairs::points::FieldKey::ghost(facts, *ghost);
            for &h in points.slot(outer, this) {
                all.extend(points.field(h, key).iter().map(|&g| (g,)));
                all.extend(reads.of(h, key).iter().map(|r| (r.0,)));
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}
