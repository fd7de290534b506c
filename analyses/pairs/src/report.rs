//! Description of a pair that is left (section 8): the objects, and for pairs of threads the shortest call paths
//! without a common lock, with the locks held.

use crate::analysis::Analysis;
use crate::budget::Watch;
use crate::evidence::Evidence;
use crate::facts::{AccessId, BodyKind, Facts, Kind};
use crate::guard::{self, MostHeld};
use crate::locks::{self, Holding, LockId, LockSet};
use crate::objects::{Maker, ObjId};
use crate::points::{InstId, Points};
use crate::stages::{Pair, Run};
use crate::ways::Ways;
use racefree_grammar::ast::ExprId;
use racefree_grammar::span::Span;
use racefree_kernel::{Budget, Stopped};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Two threads that make the accesses.
#[derive(Clone, Debug)]
pub struct ThreadPair {
    /// Their forks; none is main.
    pub spawn: [Option<ExprId>; 2],
    /// The calls from the beginning of each to its access.
    pub paths: [Vec<ExprId>; 2],
    /// The locks held, in words.
    pub locks: [Vec<String>; 2],
}

/// A pair that is left.
#[derive(Clone, Debug)]
pub struct Left {
    /// The accesses.
    pub pair: Pair,
    /// `A.f`, by the declaring class.
    pub field: String,
    /// The objects, each as the places that make it and its makers.
    pub objects: Vec<Vec<Span>>,
    /// Name of each object in text.
    pub names: Vec<String>,
    /// Threads that can make them in parallel without a common lock; those that begin at the same two places are told
    /// once, and of many some.
    pub threads: Vec<ThreadPair>,
    /// Most accesses of the field hold one lock.
    pub mostly_locked: bool,
    /// The lock that most accesses of the field hold.
    pub most_held: Option<Rc<MostHeld>>,
}

/// Most pairs of threads that are told of a pair.
const TOLD: usize = 16;
/// Number of pairs of contexts and threads that begin at the same two places, tried for the shortest paths.
const TRIED: usize = 64;

/// `A.f`, by the class that declares the field of these objects; of an access whose objects are unknown, by the first class that
/// declares one.
pub fn field_name(facts: &Facts<'_>, points: Option<&Points>, e: AccessId, objects: &[ObjId]) -> String {
    let field = facts.access(e).field;
    let of_object = points.and_then(|p| objects.first().and_then(|&h| facts.resolved.field(p.objects.class(h), field)));
    let owner = of_object.map(|(c, _)| c).or_else(|| {
        let program = facts.program();
        let declares = |c: &racefree_grammar::ast::Class| program.fields_of(c).iter().any(|f| f.name == field);
        program.classes.iter().position(declares).map(|i| facts.resolved.of_declaration(i))
    });
    let owner = owner.map_or("?", |c| facts.program().text(facts.resolved.get(c).name));
    format!("{owner}.{}", facts.program().text(field))
}

/// Descriptions of pairs, as far as the budget of the analysis goes.
pub struct Reported {
    /// Descriptions of the first pairs, or of all.
    pub left: Vec<Left>,
    /// Budget that ended the list before its end.
    pub stopped: Option<Stopped>,
}

/// Describes the pairs that are left; `line` names a line, and `place` is where the thread of a fork begins in the report, and threads of one
/// place are told once.
pub fn report(
    analysis: &Analysis<'_>,
    line: &dyn Fn(Span) -> String,
    pairs: &[Pair],
    place: &dyn Fn(ExprId) -> Span,
) -> Reported {
    // Pairs without time for their paths have none.
    let (mut all, why) = match analysis.points.as_ref().and_then(|points| paths(analysis, points, line, pairs, place)) {
        Some(told) if matches!(told.stopped, None | Some(Stopped::Memory)) => return told,
        Some(told) => (told.left, told.stopped),
        None => (Vec::new(), None),
    };
    let rest = {
        let field = |p: Pair| field_name(&analysis.facts, analysis.points.as_ref(), p.0, &[]);
        let left = |&pair: &Pair| Left {
            pair,
            field: field(pair),
            objects: Vec::new(),
            names: Vec::new(),
            threads: Vec::new(),
            mostly_locked: false,
            most_held: None,
        };
        let budget = &time(analysis);
        within(&Watch::from(budget.clone()), None, pairs[all.len()..].iter().map(left).map(|left| (left, 0)))
    };
    all.extend(rest.left);
    // Without paths it is no whole list.
    let budget = || analysis.points.as_ref().and(analysis.options.watch.budget().stopped());
    Reported { left: all, stopped: why.or(rest.stopped).or_else(budget) }
}

/// Time for the list: a part of what is left, since it is also written, and a little more than nothing.
fn time(analysis: &Analysis<'_>) -> Budget {
    let budget = analysis.options.watch.budget();
    match budget.stopped() {
        None => budget.part(LISTED),
        Some(_) => Budget::new(Some(GRACE), &Arc::default()),
    }
}

/// The pairs with paths and locks; none, if there is no time for that.
fn paths(
    analysis: &Analysis<'_>,
    points: &Points,
    line: &dyn Fn(Span) -> String,
    pairs: &[Pair],
    place: &dyn Fn(ExprId) -> Span,
) -> Option<Reported> {
    analysis.with_evidence(points, time(analysis), |run, evidence| {
        let mut reporter = Reporter {
            run,
            line,
            mostly: FxHashMap::default(),
            held: FxHashMap::default(),
            place,
            ways: Ways::default(),
        };
        let told = pairs.iter().map(|&pair| {
            let found = reporter.find(evidence, pair);
            let most_held = reporter.most_held(evidence, pair.0);
            let mut left = reporter.paths(evidence.holding, found);
            left.most_held = most_held;
            (left, reporter.ways.bytes)
        });
        within(&run.options.watch, run.options.memory, told)
    })
}

/// Part of the time that is left for the list.
const LISTED: f64 = 0.6;
/// Seconds for the list of pairs after an interrupt, or the end of the time.
const GRACE: f64 = 0.3;

/// Descriptions as long as time and memory last; with each comes the size of what is needed beside them, in bytes.
fn within(watch: &Watch, memory: Option<usize>, told: impl Iterator<Item = (Left, usize)>) -> Reported {
    let (mut left, mut bytes, mut stopped) = (Vec::new(), 0, None);
    for (one, others) in told {
        bytes += one.bytes();
        let full = memory.is_some_and(|most| bytes + others > most);
        stopped = if full { Some(Stopped::Memory) } else { watch.look() };
        if stopped.is_some() {
            break;
        }
        left.push(one);
    }
    Reported { left, stopped }
}

impl Left {
    /// Estimate of its bytes.
    fn bytes(&self) -> usize {
        let texts = |texts: &[String]| texts.iter().map(|t| t.len() + size_of::<String>()).sum::<usize>();
        let spans = |n: usize| n * size_of::<Span>();
        let threads = self.threads.iter().map(|t| {
            let calls = t.paths.iter().map(Vec::len).sum();
            size_of::<ThreadPair>() + spans(calls) + t.locks.iter().map(|l| texts(l)).sum::<usize>()
        });
        let objects = self.objects.iter().map(|o| size_of::<Vec<Span>>() + spans(o.len()));
        // The record of the pair is kept beside it.
        2 * size_of::<Left>() + self.field.len() + texts(&self.names) + threads.chain(objects).sum::<usize>()
    }
}

/// A pair with its tuples and threads.
struct Found {
    pair: Pair,
    objects: Vec<ObjId>,
    /// Accesses in contexts, each with its thread, by the places where the threads begin.
    threads: Vec<([Option<Span>; 2], Vec<Ends>)>,
    mostly_locked: bool,
}

/// Two accesses in contexts, each with a thread that makes it.
type Ends = ((usize, InstId), (usize, InstId));

struct Reporter<'r, 'a, 'p> {
    run: &'r Run<'a, 'p>,
    line: &'r dyn Fn(Span) -> String,
    mostly: FxHashMap<racefree_grammar::name::Name, bool>,
    held: FxHashMap<racefree_grammar::name::Name, Option<Rc<MostHeld>>>,
    place: &'r dyn Fn(ExprId) -> Span,
    /// The paths of each thread to each access in a context.
    ways: Ways,
}

impl Reporter<'_, '_, '_> {
    fn find(&mut self, evidence: &mut Evidence<'_, '_, '_, '_, '_>, pair: Pair) -> Found {
        let run = self.run;
        let mut found = Found { pair, objects: Vec::new(), threads: Vec::new(), mostly_locked: false };
        let mut all = FxHashSet::default();
        let mut at: FxHashMap<[Option<Span>; 2], usize> = FxHashMap::default();
        for x in run.contexts(pair.0) {
            for y in run.contexts(pair.1) {
                if run.options.watch.over() {
                    return found;
                }
                if pair.0 == pair.1 && y < x {
                    continue;
                }
                let common = run.shared(x, y);
                if common.is_empty() || evidence.excluded(x, y, pair) {
                    continue;
                }
                let racing = evidence.racing_threads(x, y).unwrap_or_else(|| evidence.some_threads(x, y));
                if racing.is_empty() && !run.threads.parallel(run.here[x].reached, run.here[y].reached) {
                    continue;
                }
                all.extend(common);
                for (r, s) in racing {
                    let mut places = [r, s].map(|r| self.spawn(r).map(self.place));
                    places.sort_unstable();
                    let known = *at.entry(places).or_insert_with(|| {
                        found.threads.push((places, Vec::new()));
                        found.threads.len() - 1
                    });
                    let ends = &mut found.threads[known].1;
                    if ends.len() < TRIED {
                        ends.push(((x, r), (y, s)));
                    }
                }
            }
        }
        found.objects = all.into_iter().collect();
        // By place, whatever the order in which the analysis met them.
        found.objects.sort_by_cached_key(|&h| (chain(run, h), h));
        found.mostly_locked = self.mostly_locked(evidence, pair.0);
        found
    }

    /// Returns true if most accesses of the field hold one lock.
    fn mostly_locked(&mut self, evidence: &mut Evidence<'_, '_, '_, '_, '_>, e: AccessId) -> bool {
        let field = self.run.facts.access(e).field;
        if let Some(&known) = self.mostly.get(&field) {
            return known;
        }
        let mut count: FxHashMap<LockId, usize> = FxHashMap::default();
        let mut total = 0;
        for x in (0..self.run.here.len()).take_while(|_| !self.run.options.watch.over()) {
            let access = self.run.facts.access(self.run.here[x].access);
            if access.field == field && access.kind != Kind::Init {
                total += 1;
                evidence.of(x).iter().for_each(|&l| *count.entry(l).or_default() += 1);
            }
        }
        let most = count.values().copied().max().unwrap_or(0) * 2 > total;
        self.mostly.insert(field, most);
        most
    }

    /// The lock that most accesses of the field hold.
    fn most_held(&mut self, evidence: &mut Evidence<'_, '_, '_, '_, '_>, e: AccessId) -> Option<Rc<MostHeld>> {
        let (facts, objects) = (self.run.facts, &self.run.points.objects);
        let field = facts.access(e).field;
        if let Some(known) = self.held.get(&field) {
            return known.clone();
        }
        let line = |span: Span| (self.line)(span);
        let found = guard::most_held(self.run, evidence, field).map(|(l, with, without)| {
            let lock = locks::text(facts, objects, evidence.holding.locks.get(l), line);
            Rc::new(MostHeld { lock, with, without })
        });
        self.held.insert(field, found.clone());
        found
    }

    fn spawn(&self, r: InstId) -> Option<ExprId> {
        match self.run.facts.body(self.run.points.inst(r).body).kind {
            BodyKind::Fork(fork) => Some(fork),
            _ => None,
        }
    }

    fn paths(&mut self, holding: &mut Holding<'_, '_>, found: Found) -> Left {
        let (facts, points) = (self.run.facts, self.run.points);
        let threads = found.threads.iter().filter_map(|(_, ends)| self.shortest(holding, ends)).take(TOLD).collect();
        let line = |span: Span| (self.line)(span);
        Left {
            pair: found.pair,
            field: field_name(facts, Some(points), found.pair.0, &found.objects),
            objects: found.objects.iter().map(|&h| chain(self.run, h)).collect(),
            names: found.objects.iter().map(|&h| locks::object_text(facts, &points.objects, h, line)).collect(),
            threads,
            mostly_locked: found.mostly_locked,
            most_held: None,
        }
    }

    /// The shortest paths without a common lock, for threads that begin at the same two places.
    fn shortest(&mut self, holding: &mut Holding<'_, '_>, ends: &[Ends]) -> Option<ThreadPair> {
        let (facts, points) = (self.run.facts, self.run.points);
        let mut best: Option<(bool, usize, ThreadPair)> = None;
        for &((x, r), (y, s)) in ends.iter().take_while(|_| !self.run.options.watch.over()) {
            let (a, b) = (self.ways.of(self.run, holding, x, r), self.ways.of(self.run, holding, y, s));
            for (p, q) in a.iter().flat_map(|p| b.iter().map(move |q| (p, q))) {
                let (common, len) = (holding.locks.exclude(&p.locks, &q.locks), p.calls.len() + q.calls.len());
                if best.as_ref().is_some_and(|b| (b.0, b.1) <= (common, len)) {
                    continue;
                }
                let texts = |set: &LockSet| -> Vec<String> {
                    let line = |span: Span| (self.line)(span);
                    set.iter().map(|&l| locks::text(facts, &points.objects, holding.locks.get(l), line)).collect()
                };
                let pair = ThreadPair {
                    spawn: [self.spawn(r), self.spawn(s)],
                    locks: [texts(&p.locks), texts(&q.locks)],
                    paths: [p.calls.clone(), q.calls.clone()],
                };
                best = Some((common, len, pair));
            }
        }
        best.map(|b| b.2)
    }
}

/// The places that make an object, its own first.
fn chain(run: &Run<'_, '_>, h: ObjId) -> Vec<Span> {
    let node = |m| match m {
        Maker::Node(n) => Some(run.facts.program().span(n)),
        Maker::Literal(_) => None,
    };
    run.points.objects.sites(h).filter_map(node).collect()
}
