//! The whole analysis: k = 0, 1, … N in sound mode, whose answers are intersected (P4), N alone in paper mode.

use crate::budget::{Early, Phase, Watch};
use crate::entries::Entries;
use crate::evidence::Evidence;
use crate::facts::{AccessId, BodyKind, Facts, Kind};
use crate::locks::Holding;
use crate::options::{Mode, Options};
use crate::points::{EdgeKind, Points, solve};
use crate::reachable::{self, Reach};
use crate::stages::{Pair, Run};
use racefree_grammar::ast::{Dialect, Program};
use racefree_kernel::Budget;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The stages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Stage {
    /// The same field name, one a write.
    Original,
    /// Two threads make them in parallel.
    Reachable,
    /// The accesses are to one object.
    Aliasing,
    /// More than one thread knows the object.
    Escaping,
    /// No lock is common.
    Unlocked,
}

impl Stage {
    /// Every stage, in order.
    pub const ALL: [Stage; 5] = [Stage::Original, Stage::Reachable, Stage::Aliasing, Stage::Escaping, Stage::Unlocked];

    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Pairs and tuples that one stage left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Count {
    /// The stage.
    pub stage: Stage,
    /// Pairs of accesses.
    pub pairs: u64,
    /// Tuples of these with their contexts, of the last k.
    pub tuples: u64,
}

/// Sizes of the relations of the last k.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sizes {
    /// Bodies.
    pub bodies: usize,
    /// Bodies in contexts.
    pub contexts: usize,
    /// Abstract objects.
    pub objects: usize,
    /// Threads.
    pub threads: usize,
}

/// A harness in front of the program.
#[derive(Clone, Copy, Debug)]
pub struct HarnessAt {
    /// Accesses from this byte on are not in question.
    pub from: u32,
}

/// The answer for a program.
pub struct Analysis<'p> {
    /// The program.
    pub facts: Facts<'p>,
    /// The options that it was analysed with.
    pub options: Options,
    /// Pairs left by each stage.
    pub stages: Vec<Count>,
    /// The last k that ended; none, if not even the first did.
    pub k: Option<u32>,
    /// The k that was asked for.
    pub wanted: u32,
    /// No string was cut: a larger k gives the same.
    pub exact: bool,
    /// A larger k that was not begun, with the number of bodies in contexts that it would have.
    pub too_large: Option<(u32, u64)>,
    /// The end before time, and the part of the analysis that was under way.
    pub stopped: Option<Early>,
    /// Sizes of the relations of the last k.
    pub sizes: Sizes,
    /// By access: true if it is in question.
    pub counted: Vec<bool>,
    /// The program has a harness in front.
    pub harness: bool,
    reach: Vec<Reach>,
    /// aliasing, escaping, unlocked
    sets: [Option<FxHashSet<Pair>>; 3],
    /// Section 3 for the last k that ended.
    pub(crate) points: Option<Points>,
}

/// Part of the time that is left for a larger k, once there is an answer.
const LARGER: f64 = 0.7;

/// Analyses a program; `harness` says where one begins, if there is one in it.
pub fn analyse<'p>(program: &'p Program, harness: Option<HarnessAt>, options: &Options) -> Analysis<'p> {
    let facts = Facts::by(program, options);
    let read = options.watch.check();
    let races = |e: &AccessId| facts.quiet.is_empty() || facts.races(facts.access(*e).field);
    let asked = |e: AccessId| read.is_ok() && harness.is_none_or(|h| facts.place(e).start < h.from) && races(&e);
    let counted: Vec<bool> = facts.access_ids().map(asked).collect();
    let original = reachable::original(&facts, &counted);
    let original = Count { stage: Stage::Original, pairs: original, tuples: original };
    let stages = if read.is_ok() { vec![original] } else { Vec::new() };
    let mut analysis = Analysis {
        facts,
        options: options.clone(),
        stages,
        k: None,
        wanted: options.k.into_iter().max().unwrap_or(0),
        exact: false,
        too_large: None,
        stopped: read.err(),
        sizes: Sizes::default(),
        counted,
        harness: harness.is_some(),
        reach: Vec::new(),
        sets: [None, None, None],
        points: None,
    };
    if analysis.read() {
        analysis.run(options);
    }
    analysis
}

impl Analysis<'_> {
    fn run(&mut self, options: &Options) {
        let mut counts: Vec<Count> =
            Stage::ALL[1..].iter().map(|&stage| Count { stage, pairs: 0, tuples: 0 }).collect();
        for k in 0..=self.wanted {
            if options.mode == Mode::Paper && !options.k.contains(&k) {
                continue;
            }
            // The objects of k = 1 are those of k = 0, and of Java it tells hardly anything apart: time is for k = 2.
            if options.mode == Mode::Sound && k == 1 && self.wanted > 1 && self.facts.program().dialect == Dialect::Java
            {
                continue;
            }
            if let (Some(most), Some(points)) = (options.contexts, self.points.as_ref().filter(|p| p.k == 0)) {
                let contexts = crate::predict::contexts(&self.facts, points, k);
                if contexts > most {
                    self.too_large = Some((k, contexts));
                    break;
                }
            }
            // A larger k leaves time to tell what the smaller one left.
            let part = self.k.map(|_| options.watch.with(options.watch.budget().part(LARGER)));
            let options = &Options { watch: part.unwrap_or_else(|| options.watch.clone()), ..options.clone() };
            match self.one(k, options, &mut counts) {
                Ok(points) => {
                    self.k = Some(k);
                    self.exact = exact(&self.facts, &points);
                    self.sizes = sizes(&points, self.harness && options.mode == Mode::Paper);
                    self.points = Some(points);
                }
                Err(early) => {
                    self.stopped = Some(early);
                    break;
                }
            }
            // Without a reachable pair there is none at any later stage.
            if options.mode == Mode::Sound && (counts[0].pairs == 0 || self.exact) {
                break;
            }
        }
        if self.k.is_none() || (options.mode == Mode::Paper && self.stopped.is_some()) {
            return;
        }
        self.chain(&mut counts);
        self.stages.extend(counts);
    }

    /// Each stage is a part of the one before, also if they have different k.
    fn chain(&mut self, counts: &mut [Count]) {
        for stage in 0..3 {
            let mut set = self.sets[stage].take().unwrap_or_default();
            match stage {
                0 => set.retain(|&p| self.reach.iter().all(|r| r.parallel(p))),
                _ => set.retain(|p| self.sets[stage - 1].as_ref().is_some_and(|s| s.contains(p))),
            }
            counts[stage + 1].pairs = set.len() as u64;
            self.sets[stage] = Some(set);
        }
    }

    /// One k.
    fn one(&mut self, k: u32, options: &Options, counts: &mut [Count]) -> Result<Points, Early> {
        let paper = options.mode == Mode::Paper;
        let at = |stage: usize| if paper { options.k[stage] == k } else { k <= options.k[stage] };
        let facts = &self.facts;
        let watch = &options.watch;
        watch.enter(Phase::Objects);
        let points = solve(facts, k, options)?;
        watch.enter(Phase::Threads);
        let entries = Entries::new(facts, &points, options);
        let mut holding = Holding::new(facts, &points, &entries, options);
        let run = Run::new(facts, &points, &entries, &self.counted, options, self.harness && paper);
        let here: Vec<(AccessId, crate::threads::Reached)> = run.here.iter().map(|h| (h.access, h.reached)).collect();
        let sets = &self.sets;
        let reach = &self.reach;
        let still = |stage: usize, p: Pair| match stage {
            0 => paper || reach.iter().all(|r| r.parallel(p)),
            _ => paper || sets[stage - 1].as_ref().is_none_or(|s| s.contains(&p)),
        };
        watch.check()?;
        let answer = run.stages(&mut holding, still)?;
        watch.check()?;
        if at(0) {
            let reach = Reach::new(run);
            if paper {
                self.reach.clear();
            }
            self.reach.push(reach);
            let (pairs, tuples) = reachable::count(facts, &self.counted, &self.reach, &here, watch);
            if let Err(early) = watch.check() {
                self.reach.pop();
                return Err(early);
            }
            (counts[0].pairs, counts[0].tuples) = (pairs, tuples);
        }
        for (stage, set) in answer.pairs.into_iter().enumerate() {
            if at(stage + 1) {
                self.sets[stage] = Some(set);
                counts[stage + 1].tuples = answer.tuples[stage];
            }
        }
        drop(holding);
        drop(entries);
        Ok(points)
    }

    /// The relations of the last stage for one k, for explanations; none, if there is not enough time for them.
    pub(crate) fn with_evidence<T>(
        &self,
        points: &Points,
        budget: Budget,
        tell: impl FnOnce(&Run<'_, '_>, &mut Evidence<'_, '_, '_, '_, '_>) -> T,
    ) -> Option<T> {
        let (facts, options) = (&self.facts, &Options { watch: Watch::from(budget), ..self.options.clone() });
        let entries = Entries::new(facts, points, options);
        let mut holding = Holding::new(facts, points, &entries, options);
        let without_main = self.harness && options.mode == Mode::Paper;
        let run = Run::new(facts, points, &entries, &self.counted, options, without_main);
        let mut evidence = Evidence::new(&run, &mut holding);
        options.watch.check().ok()?;
        Some(tell(&run, &mut evidence))
    }

    /// Returns true if the answer stands for the k that was asked for.
    pub fn complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// Returns true if the program was read to its end: without that nothing is known.
    pub fn read(&self) -> bool {
        !self.stages.is_empty()
    }

    /// Returns true if there is an answer beyond the original pairs.
    pub fn answered(&self) -> bool {
        self.stages.len() > 1
    }

    /// The names in assumptions about threads by which no thread goes.
    pub fn unknown_threads(&self) -> Vec<&str> {
        let found = |points| crate::hints::unknown(&self.facts, points, &self.options.hints);
        self.points.as_ref().map_or_else(Vec::new, found)
    }

    /// The last stage that has a pair; none, if it is no original pair.
    pub fn stage_of(&self, p: Pair) -> Option<Stage> {
        let (a, b) = (self.facts.access(p.0), self.facts.access(p.1));
        let counted = self.counted[p.0.index()] && self.counted[p.1.index()];
        if !counted || a.field != b.field || (a.kind == Kind::Read && b.kind == Kind::Read) {
            return None;
        }
        if !self.answered() || !self.reach.iter().all(|r| r.parallel(p)) {
            return Some(Stage::Original);
        }
        let has = |stage: usize| self.sets[stage].as_ref().is_some_and(|s| s.contains(&p));
        Some(match [has(0), has(1), has(2)] {
            [_, _, true] => Stage::Unlocked,
            [_, true, _] => Stage::Escaping,
            [true, _, _] => Stage::Aliasing,
            _ => Stage::Reachable,
        })
    }

    /// The pairs that are left, in the order of their places; after a stop before k = 0 ended, the original ones.
    pub fn left(&self) -> Vec<Pair> {
        self.pairs(if self.answered() { Stage::Unlocked } else { Stage::Original })
    }

    /// Number of pairs that a stage leaves.
    pub fn count(&self, stage: Stage) -> u64 {
        self.stages.iter().find(|c| c.stage == stage).map_or(0, |c| c.pairs)
    }

    /// The pairs that a stage leaves, in the order of their places. Of the first two stages there may be very many.
    pub fn pairs(&self, stage: Stage) -> Vec<Pair> {
        let mut all: Vec<Pair> = match stage {
            Stage::Original => self.original().collect(),
            Stage::Reachable => self.original().filter(|&p| self.reach.iter().all(|r| r.parallel(p))).collect(),
            Stage::Aliasing => self.sets[0].iter().flatten().copied().collect(),
            Stage::Escaping => self.sets[1].iter().flatten().copied().collect(),
            Stage::Unlocked => self.sets[2].iter().flatten().copied().collect(),
        };
        all.sort_unstable();
        all
    }

    /// Number of pairs that are left.
    pub fn count_left(&self) -> u64 {
        self.stages.last().map_or(0, |c| c.pairs)
    }

    /// The original pairs.
    fn original(&self) -> impl Iterator<Item = Pair> + '_ {
        reachable::by_field(&self.facts, &self.counted).into_iter().flat_map(move |(_, accesses)| {
            let writes = |e: AccessId| self.facts.access(e).kind != Kind::Read;
            let (all, n): (Rc<[AccessId]>, usize) = (accesses.as_slice().into(), accesses.len());
            let pairs = (0..n).flat_map(move |i| {
                let all = all.clone();
                (i..n).map(move |j| (all[i], all[j]))
            });
            pairs.filter(move |&(a, b)| writes(a) || writes(b))
        })
    }
}

/// No string was cut; for k = 0 that is so where no method and no initialiser is entered.
fn exact(facts: &Facts<'_>, points: &Points) -> bool {
    let method = |b| matches!(facts.body(b).kind, BodyKind::Method(_) | BodyKind::Init(_));
    !points.objects.cut && (points.k > 0 || !points.insts.iter().any(|i| method(i.body)))
}

fn sizes(points: &Points, without_main: bool) -> Sizes {
    let bodies: FxHashSet<_> = points.insts.iter().map(|i| i.body).collect();
    let forked: FxHashSet<_> = points.edges.iter().filter(|e| e.kind == EdgeKind::Fork).map(|e| e.to).collect();
    Sizes {
        bodies: bodies.len(),
        contexts: points.insts.len(),
        objects: points.made_objects(),
        threads: forked.len() + usize::from(!points.insts.is_empty() && !without_main),
    }
}
