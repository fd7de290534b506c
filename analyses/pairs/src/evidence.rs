//! Section 5, the last stage: two accesses in contexts exclude each other by a common lock, on all paths, or on those
//! of each two threads that make them.

use crate::locks::{Held, Holding, LockSet, SetId};
use crate::options::Refinement;
use crate::points::InstId;
use crate::stages::{Pair, Run};
use rustc_hash::FxHashMap;

/// Maximum of threads that are told apart.
const THREADS: usize = 64;

/// Maximum of pairs of threads for a report, which shows a few.
const RACING: usize = 256;

/// The last stage: decides if two accesses in contexts exclude each other.
pub struct Evidence<'r, 'h, 'a, 'p, 'b> {
    run: &'r Run<'a, 'p>,
    pub(crate) holding: &'h mut Holding<'b, 'p>,
    held: Held,
    known: FxHashMap<usize, LockSet>,
    /// On, made on demand.
    on: Option<Vec<Vec<InstId>>>,
    /// Held by the paths of one thread alone.
    alone: FxHashMap<InstId, Held>,
    /// By access and what is held where its body begins.
    alone_known: FxHashMap<(usize, SetId), LockSet>,
}

impl<'r, 'h, 'a, 'p, 'b> Evidence<'r, 'h, 'a, 'p, 'b> {
    /// Solves Held.
    pub fn new(run: &'r Run<'a, 'p>, holding: &'h mut Holding<'b, 'p>) -> Evidence<'r, 'h, 'a, 'p, 'b> {
        let main = (!run.points.insts.is_empty()).then_some(InstId(0));
        let roots: Vec<InstId> =
            main.into_iter().chain(run.threads.all.iter().copied().filter(|&r| r != InstId(0))).collect();
        let held = holding.held(roots);
        Evidence {
            run,
            holding,
            held,
            known: FxHashMap::default(),
            on: None,
            alone: FxHashMap::default(),
            alone_known: FxHashMap::default(),
        }
    }

    /// The locks of an access, by every path.
    pub fn of(&mut self, x: usize) -> &LockSet {
        let Evidence { run, holding, held, known, .. } = self;
        let here = &run.here[x];
        known.entry(x).or_insert_with(|| {
            let held = holding.set(held.get(here.inst));
            holding.evidence(here.inst, here.access, &held)
        })
    }

    /// Returns true if two accesses of one object have a lock in common, or each two threads that make them.
    pub fn excluded(&mut self, x: usize, y: usize, pair: Pair) -> bool {
        self.of(x);
        self.of(y);
        self.holding.locks.exclude(&self.known[&x], &self.known[&y])
            || crate::hints::guarded(self.run.facts, pair, self.run.options)
            || (self.run.options.on(Refinement::Threads) && self.racing(x, y, 1).is_some_and(|t| t.is_empty()))
    }

    /// Pairs of threads that make the accesses in parallel without a common lock, of very many the first; none, if there are too many threads.
    pub fn racing_threads(&mut self, x: usize, y: usize) -> Option<Vec<(InstId, InstId)>> {
        self.racing(x, y, RACING)
    }

    /// The first of these pairs.
    fn racing(&mut self, x: usize, y: usize, most: usize) -> Option<Vec<(InstId, InstId)>> {
        let (a, b) = self.threads(x, y)?;
        let mut racing = Vec::new();
        // Locks by the paths of each thread, made on demand.
        let mut of_a: Vec<Option<LockSet>> = vec![None; a.len()];
        let mut of_b: Vec<Option<LockSet>> = vec![None; b.len()];
        for (&(r, at), of_r) in a.iter().zip(&mut of_a) {
            for (&(s, bt), of_s) in b.iter().zip(&mut of_b) {
                if self.run.options.watch.over() {
                    return None;
                }
                if (x == y && s < r) || !self.run.threads.par((r, at), (s, bt)) || self.run.waited((x, r), (y, s)) {
                    continue;
                }
                let of_r = of_r.get_or_insert_with(|| self.alone(x, r));
                let of_s = of_s.get_or_insert_with(|| self.alone(y, s));
                if !self.holding.locks.exclude(of_r, of_s) {
                    racing.push((r, s));
                    if racing.len() == most {
                        return Some(racing);
                    }
                }
            }
        }
        Some(racing)
    }

    /// Some of the threads that make the accesses in parallel, where there are too many to tell apart.
    pub fn some_threads(&mut self, x: usize, y: usize) -> Vec<(InstId, InstId)> {
        let run = self.run;
        let on = self.on.get_or_insert_with(|| run.threads.on(run.points, THREADS));
        let all = run.here[x].makers(on).flat_map(|r| run.here[y].makers(on).map(move |s| (r, s)));
        all.filter(|&(r, s)| run.threads.par(r, s)).map(|(r, s)| (r.0, s.0)).take(THREADS).collect()
    }

    /// The threads of both, with main's greatest numbers.
    #[allow(clippy::type_complexity)]
    fn threads(&mut self, x: usize, y: usize) -> Option<(Vec<(InstId, Option<u32>)>, Vec<(InstId, Option<u32>)>)> {
        let run = self.run;
        let on = self.on.get_or_insert_with(|| run.threads.on(run.points, THREADS));
        let [a, b] = [x, y].map(|x| run.here[x].makers(on).collect::<Vec<_>>());
        (a.len() <= THREADS && b.len() <= THREADS).then_some((a, b))
    }

    /// The locks of an access, by the paths of one thread.
    fn alone(&mut self, x: usize, r: InstId) -> LockSet {
        if !self.alone.contains_key(&r) {
            let held = self.holding.held([r]);
            self.alone.insert(r, held);
        }
        let here = &self.run.here[x];
        let held = self.alone[&r].get(here.inst);
        if let Some(known) = self.alone_known.get(&(x, held)) {
            return known.clone();
        }
        let set = self.holding.evidence(here.inst, here.access, &self.holding.set(held));
        self.alone_known.insert((x, held), set.clone());
        set
    }
}
