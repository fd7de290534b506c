//! Section 5: the stages, for one k. A stage keeps tuples (e₁,c₁,e₂,c₂); its answer is their pairs (e₁,e₂).
//!
//! The quadratic tuples are never built: accesses in contexts are grouped by object and field, and each is compared with those
//! of its groups.

use crate::budget::{Early, Meter, Phase};
use crate::clock::Clock;
use crate::entries::Entries;
use crate::escape::Escape;
use crate::evidence::Evidence;
use crate::facts::{AccessId, BodyKind, Facts, Kind, Target};
use crate::java::{Construction, Joins};
use crate::locks::Holding;
use crate::objects::ObjId;
use crate::options::{Mistake, Mode, Options, Refinement};
use crate::points::{FieldKey, GhostReads, InstId, Points};
use crate::threads::{Reached, Threads};
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// An unordered pair of accesses, the smaller number first.
pub type Pair = (AccessId, AccessId);

/// A pair in order.
pub fn pair(a: AccessId, b: AccessId) -> Pair {
    (a.min(b), a.max(b))
}

/// An access in a context that is live.
pub struct Here {
    /// e
    pub access: AccessId,
    /// In(e) in c.
    pub inst: InstId,
    /// The threads that make it.
    pub reached: Reached,
    /// Acc(e,c,·)
    pub objects: Vec<ObjId>,
}

impl Here {
    /// The threads that make it, among those on each context; main's with its greatest number of the clock.
    pub fn makers(&self, on: &[Vec<InstId>]) -> impl Iterator<Item = (InstId, Option<u32>)> {
        on[self.inst.index()].iter().map(|&r| (r, self.reached.main.filter(|_| r == InstId(0))))
    }
}

/// Accesses of a group with the same threads and the same kind: most pairs differ in these, so two such classes that
/// are never together are not compared access by access.
struct Alike {
    /// The threads, at any number of the clock.
    reached: Reached,
    /// All of them are writes, or none is.
    writes: bool,
    all: Vec<u32>,
}

/// Maximum of kinds in a group; accesses of further ones are not told apart.
const KINDS: usize = 64;

/// Results of sections 3 to 5 for one k.
pub struct Run<'a, 'p> {
    /// The facts.
    pub facts: &'a Facts<'p>,
    /// Section 3.
    pub points: &'a Points,
    /// By access: true if it is in question, and not in a harness.
    pub counted: &'a [bool],
    /// Options of the analysis.
    pub options: &'a Options,
    /// Many, Unique.
    pub entries: &'a Entries,
    /// Clock.
    pub clock: Clock,
    /// On, Par.
    pub threads: Threads,
    /// Threads of Java that main waits for.
    pub(crate) joins: Joins,
    /// Accesses of constructors.
    pub(crate) construction: Construction,
    /// Esc.
    pub escape: Escape,
    /// Every access in a live context that some thread makes, in the order of accesses.
    pub here: Vec<Here>,
    /// Accesses by object and field.
    groups: FxHashMap<(ObjId, Name), Vec<Alike>>,
}

/// The answer of one k: the pairs of each stage behind `reachable`, and the number of their tuples.
#[derive(Default)]
pub struct Answer {
    /// aliasing, escaping, unlocked
    pub pairs: [FxHashSet<Pair>; 3],
    /// Tuples of these stages.
    pub tuples: [u64; 3],
}

impl Answer {
    /// Memory of the pairs, of this k and of those before it.
    fn bytes(&self) -> usize {
        // A table has an eighth of its slots free at least, and a byte beside each; it holds both sizes while it grows.
        let slots: usize = self.pairs.iter().map(|pairs| pairs.capacity() * 8 / 7).sum();
        2 * slots * (size_of::<Pair>() + 1)
    }
}

impl<'a, 'p> Run<'a, 'p> {
    /// Sections 4 and 5 up to Acc and Esc.
    pub fn new(
        facts: &'a Facts<'p>,
        points: &'a Points,
        entries: &'a Entries,
        counted: &'a [bool],
        options: &'a Options,
        without_main: bool,
    ) -> Run<'a, 'p> {
        let reads = GhostReads::new(facts, points);
        let clock = Clock::new(facts, points, entries, options);
        let threads = Threads::new(facts, points, entries, &clock, options, without_main);
        let joins = Joins::new(facts, points, &clock, &threads, options);
        let escape = Escape::new(facts, points, &reads, options);
        let mut run = Run {
            facts,
            points,
            counted,
            options,
            entries,
            clock,
            threads,
            joins,
            construction: Construction::default(),
            escape,
            here: Vec::new(),
            groups: FxHashMap::default(),
        };
        crate::hints::exclude(&mut run.threads, facts, points, &options.hints);
        run.accesses(&reads);
        run
    }

    /// Returns true if an access is looked at.
    fn counts(&self, e: AccessId) -> bool {
        let access = self.facts.access(e);
        let initialiser = matches!(self.facts.body(access.body).kind, BodyKind::Init(_));
        self.counted[e.index()]
            && !(initialiser && self.options.mode == Mode::Paper)
            && !(access.kind == Kind::Init && self.options.errs(Mistake::NoInitWrites))
    }

    /// Acc(e,c,h)
    fn accesses(&mut self, reads: &GhostReads) {
        let (facts, points) = (self.facts, self.points);
        for i in points.inst_ids() {
            for &e in &facts.accesses_of[points.inst(i).body.index()] {
                if self.options.watch.over() {
                    return;
                }
                if !points.live(facts, i, facts.region_of(e)) || !self.counts(e) {
                    continue;
                }
                let reached = self.threads.access(facts, &self.clock, i, e);
                if reached.main.is_none() && reached.others == crate::threads::Others::None {
                    continue;
                }
                let objects = self.objects(reads, i, e);
                self.here.push(Here { access: e, inst: i, reached, objects });
            }
        }
        self.here.sort_by_key(|h| (h.access, h.inst));
        for (x, here) in self.here.iter().enumerate() {
            let access = facts.access(here.access);
            let writes = access.kind != Kind::Read;
            let reached = Reached { main: here.reached.main.map(|_| u32::MAX), start: 0, ..here.reached };
            for &h in &here.objects {
                if self.options.watch.over() {
                    return;
                }
                let group = self.groups.entry((h, access.field)).or_default();
                let (reached, writes) = if group.len() < KINDS { (reached, writes) } else { (Reached::ANY, true) };
                match group.iter_mut().find(|kind| kind.reached == reached && kind.writes == writes) {
                    Some(kind) => kind.all.push(x as u32),
                    None => group.push(Alike { reached, writes, all: vec![x as u32] }),
                }
            }
        }
    }

    /// The objects whose field an access reads or writes.
    fn objects(&self, reads: &GhostReads, i: InstId, e: AccessId) -> Vec<ObjId> {
        let (facts, points) = (self.facts, self.points);
        let access = facts.access(e);
        match access.target {
            Target::Expr(m) => {
                let all = points.node(facts, i, m).iter().copied();
                let races = |h, f| !facts.quiet.contains(&f) && !facts.contents.are_fields(facts, points, h, f);
                all.filter(|&h| facts.has(points.objects.class(h), access.field).is_some_and(|f| races(h, f))).collect()
            }
            Target::This => points.slot(i, facts.var(facts.body(access.body).formals[0]).slot).to_vec(),
            Target::Ghost(_) if self.options.errs(Mistake::GhostsReadNothing) => Vec::new(),
            Target::Ghost(ghost) => {
                let key = FieldKey::ghost(facts, ghost);
                let this = facts.this_of(access.body).and_then(|v| facts.var(v).slot);
                let these = points.slot(i, this).iter();
                let read = these.flat_map(|&h| reads.of(h, key).iter()).filter(|r| r.1 == access.field);
                let mut all: Vec<ObjId> = read.map(|r| r.0).collect();
                all.sort_unstable();
                all.dedup();
                all
            }
        }
    }

    /// Par for the threads of two accesses in contexts.
    pub fn parallel(&self, a: &Here, b: &Here, on: &[Vec<InstId>]) -> bool {
        if !self.threads.excludes() {
            return self.threads.parallel(a.reached, b.reached);
        }
        a.makers(on).any(|r| b.makers(on).any(|s| self.threads.par(r, s)))
    }

    /// True if a thread is over before the access in a context by another one.
    fn over_before(&self, thread: InstId, x: usize, by: InstId) -> bool {
        let here = &self.here[x];
        if by != InstId(0) {
            let start = self.threads.start(by);
            return !self.threads.repeats(by) && self.joins.over(thread, (start, start));
        }
        let at = self.clock.access(self.facts, here.inst, here.access);
        at.is_some_and(|at| self.joins.over(thread, at) || self.joins.alone(at))
    }

    /// True if main waits for one of two threads before the other makes its access.
    pub fn waited(&self, (x, r): (usize, InstId), (y, s): (usize, InstId)) -> bool {
        self.over_before(r, y, s) || self.over_before(s, x, r)
    }

    /// Returns true if an access can be made while no other thread knows the object.
    fn fresh(&self, e: AccessId) -> bool {
        self.options.on(Refinement::Fresh) && self.facts.access(e).fresh
    }

    /// True for two accesses of which one is fresh, or that both construct their object, which one thread alone does.
    fn apart(&self, a: AccessId, b: AccessId) -> bool {
        let construct = |e: AccessId| self.options.on(Refinement::Fresh) && self.facts.access(e).constructs;
        self.fresh(a) || self.fresh(b) || (construct(a) && construct(b))
    }

    /// The objects that two accesses in contexts share, and neither is fresh on.
    pub fn shared(&self, x: usize, y: usize) -> Vec<ObjId> {
        let (a, b) = (&self.here[x], &self.here[y]);
        if self.apart(a.access, b.access) {
            return Vec::new();
        }
        let field = self.facts.access(a.access).field;
        // Both are in order.
        let (few, many) = if a.objects.len() < b.objects.len() { (a, b) } else { (b, a) };
        let common = few.objects.iter().copied().filter(|h| many.objects.binary_search(h).is_ok());
        common.filter(|&h| self.escapes(h, field) && !self.private(x, h) && !self.private(y, h)).collect()
    }

    /// True if no other thread has an object yet when its constructor makes an access.
    fn private(&self, x: usize, h: ObjId) -> bool {
        self.options.on(Refinement::Fresh) && self.construction.is_private(self.facts, self.points, &self.here[x], h)
    }

    /// More than one thread knows an object, and no assumption says that its field is accessed by one alone.
    fn escapes(&self, h: ObjId, field: Name) -> bool {
        self.escape.has(h) && !crate::hints::local(self.facts, self.points, h, field, self.options)
    }

    /// The contexts of an access, as places in [`Run::here`].
    pub fn contexts(&self, e: AccessId) -> std::ops::Range<usize> {
        self.here.partition_point(|h| h.access < e)..self.here.partition_point(|h| h.access <= e)
    }

    /// The pairs of the stages; each stage keeps only pairs of `still`.
    pub fn stages(&self, holding: &mut Holding<'_, 'p>, still: impl Fn(usize, Pair) -> bool) -> Result<Answer, Early> {
        let mut answer = Answer::default();
        let every = if self.threads.excludes() { self.threads.on(self.points, usize::MAX) } else { Vec::new() };
        self.options.watch.enter(Phase::Locks);
        let mut locks = Evidence::new(self, holding);
        self.options.watch.check()?;
        self.options.watch.enter(Phase::Pairs);
        let mut meter = Meter::new(self.options, self.points.k);
        let mut state: Vec<(u32, State)> = vec![(u32::MAX, State::Apart); self.here.len()];
        for x in 0..self.here.len() {
            let a = &self.here[x];
            let met = self.met(x, &every, &still, &mut state, || meter.tick(|| answer.bytes()))?;
            for y in met {
                let b = &self.here[y as usize];
                let p = pair(a.access, b.access);
                let count = if a.access == b.access && x as u32 != y { 2 } else { 1 };
                let mut keep = |stage: usize| {
                    let kept = still(stage + 1, p);
                    if kept {
                        answer.pairs[stage].insert(p);
                        answer.tuples[stage] += count;
                    }
                    kept
                };
                let escapes = keep(0) && state[y as usize].1 == State::Escaping && keep(1);
                if escapes {
                    // To tell threads apart takes long.
                    meter.look(answer.bytes())?;
                    let excluded = locks.excluded(x, y as usize, p);
                    if !excluded && still(3, p) {
                        answer.pairs[2].insert(p);
                        answer.tuples[2] += count;
                    }
                }
            }
        }
        Ok(answer)
    }

    /// The accesses in contexts from one on that meet it at an object, in their order, with the stage that each tuple reaches in `state`.
    fn met(
        &self,
        x: usize,
        every: &[Vec<InstId>],
        still: &impl Fn(usize, Pair) -> bool,
        state: &mut [(u32, State)],
        mut tick: impl FnMut() -> Result<(), Early>,
    ) -> Result<Vec<u32>, Early> {
        let (facts, a) = (self.facts, &self.here[x]);
        let access = facts.access(a.access);
        let mut met: Vec<u32> = Vec::new();
        for &h in &a.objects {
            tick()?;
            let shared = self.escapes(h, access.field);
            let writes = access.kind != Kind::Read;
            let together = |kind: &&Alike| {
                let parallel = self.threads.excludes() || self.threads.parallel(a.reached, kind.reached);
                (writes || kind.writes) && parallel
            };
            let kinds = self.groups[&(h, access.field)].iter().filter(together);
            for &y in kinds.flat_map(|kind| &kind.all[kind.all.partition_point(|&y| (y as usize) < x)..]) {
                tick()?;
                let b = &self.here[y as usize];
                let (seen, at) = &mut state[y as usize];
                if *seen != x as u32 {
                    *seen = x as u32;
                    let writes = access.kind != Kind::Read || facts.access(b.access).kind != Kind::Read;
                    let p = pair(a.access, b.access);
                    let together = writes && still(0, p) && self.parallel(a, b, every);
                    *at = if together { State::Aliasing } else { State::Apart };
                    if together {
                        met.push(y);
                    }
                }
                // Constructors are looked at only where they matter.
                if *at == State::Aliasing
                    && shared
                    && !self.apart(a.access, b.access)
                    && !self.private(x, h)
                    && !self.private(y as usize, h)
                {
                    *at = State::Escaping;
                }
            }
        }
        met.sort_unstable();
        Ok(met)
    }
}

/// Last stage that a tuple reaches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Apart,
    Aliasing,
    Escaping,
}
