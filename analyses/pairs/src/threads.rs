//! Section 4, threads: the threads that reach a body, and the accesses that two of them can make in parallel.
//!
//! A thread r is (main,ε) or the (b,c) of a fork edge. On(r,b,c): (b,c) is reached from r by call and new edges. Of the threads
//! that reach a body, a pair needs only: main or not; of the others none, this one, or several; and when the first of them starts.

use crate::budget::Watch;
use crate::clock::Clock;
use crate::entries::Entries;
use crate::facts::{AccessId, Facts};
use crate::options::{Options, Refinement};
use crate::points::{EdgeKind, InstId, Points};
use rustc_hash::{FxHashMap, FxHashSet};

/// Never.
pub const NEVER: u32 = u32::MAX;

/// Threads other than main that reach a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Others {
    /// None.
    None,
    /// One thread.
    One(InstId),
    /// Two or more.
    Several,
}

impl Others {
    fn with(self, other: Others) -> Others {
        match (self, other) {
            (Others::None, o) | (o, Others::None) => o,
            (a, b) if a == b => a,
            _ => Others::Several,
        }
    }
}

/// The threads that reach a body or an access, as far as pairs ask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Reached {
    /// The greatest number of main's clock there; none, if main does not come there.
    pub main: Option<u32>,
    /// The other threads.
    pub others: Others,
    /// The start of the first of the others.
    pub start: u32,
}

impl Reached {
    /// No thread.
    pub const NOT: Reached = Reached { main: None, others: Others::None, start: NEVER };

    /// Any threads, at any number of the clock.
    pub const ANY: Reached = Reached { main: Some(u32::MAX), others: Others::Several, start: 0 };

    /// The threads of both.
    pub fn with(self, other: Reached) -> Reached {
        Reached {
            main: self.main.max(other.main),
            others: self.others.with(other.others),
            start: self.start.min(other.start),
        }
    }
}

/// The threads of a program.
pub struct Threads {
    /// Every thread.
    pub all: Vec<InstId>,
    /// start(r), by thread.
    starts: FxHashMap<InstId, u32>,
    /// For each (b,c): true if main reaches it, and the others that do.
    reached: Vec<(bool, Others, u32)>,
    once: bool,
    clocked: bool,
    /// Main is no thread (an open program in paper mode).
    without_main: bool,
    /// Pairs of threads that are assumed never to run in parallel.
    excluded: FxHashSet<(InstId, InstId)>,
    many: FxHashSet<InstId>,
    watch: Watch,
}

impl Threads {
    /// Finds the threads, their starts, and the bodies that they reach.
    pub fn new(
        facts: &Facts<'_>,
        points: &Points,
        entries: &Entries,
        clock: &Clock,
        options: &Options,
        without_main: bool,
    ) -> Threads {
        let mut all: Vec<InstId> = Vec::new();
        if !points.insts.is_empty() && !without_main {
            all.push(InstId(0));
        }
        let forks = points.edges.iter().filter(|e| e.kind == EdgeKind::Fork);
        let mut forked: Vec<InstId> = forks.map(|e| e.to).collect();
        forked.sort_unstable();
        forked.dedup();
        all.extend(&forked);
        let mut threads = Threads {
            many: forked.iter().copied().filter(|&r| entries.many(r)).collect(),
            all,
            starts: FxHashMap::default(),
            reached: vec![(false, Others::None, NEVER); points.insts.len()],
            once: options.on(Refinement::Once),
            clocked: options.on(Refinement::Clock),
            without_main,
            excluded: FxHashSet::default(),
            watch: options.watch.clone(),
        };
        threads.reach(facts, points, clock);
        threads
    }

    /// On, and start, together: a thread starts with the first fork edge to it that main comes to, or with the thread that
    /// forks it.
    fn reach(&mut self, facts: &Facts<'_>, points: &Points, clock: &Clock) {
        let mut todo: Vec<InstId> = Vec::new();
        if !points.insts.is_empty() {
            self.reached[0].0 = true;
            todo.push(InstId(0));
        }
        while let Some(i) = todo.pop() {
            let (main, others, start) = self.reached[i.index()];
            for edge in points.edges_out_of(i) {
                if self.watch.over() {
                    return;
                }
                let (a, b, c) = self.reached[edge.to.index()];
                let after = if edge.kind == EdgeKind::Fork {
                    let by_main = if main { clock.node(facts, i, edge.node).map_or(0, |(lo, _)| lo) } else { NEVER };
                    let start = by_main.min(start);
                    let known = self.starts.entry(edge.to).or_insert(NEVER);
                    *known = start.min(*known);
                    (a, b.with(Others::One(edge.to)), c.min(*known))
                } else {
                    (a || main, b.with(others), c.min(start))
                };
                if after != (a, b, c) {
                    self.reached[edge.to.index()] = after;
                    todo.push(edge.to);
                }
            }
        }
    }

    /// start(r)
    pub fn start(&self, r: InstId) -> u32 {
        self.starts.get(&r).copied().unwrap_or(0)
    }

    /// Assumes that two threads never run in parallel.
    pub fn exclude(&mut self, a: InstId, b: InstId) {
        self.excluded.insert((a.min(b), a.max(b)));
    }

    /// Returns true if there is such an assumption.
    pub fn excludes(&self) -> bool {
        !self.excluded.is_empty()
    }

    /// Returns the threads that make an access in a context.
    pub fn access(&self, facts: &Facts<'_>, clock: &Clock, i: InstId, e: AccessId) -> Reached {
        let (main, others, start) = self.reached[i.index()];
        let main = (main && !self.without_main).then(|| clock.access(facts, i, e).map_or(NEVER, |(_, hi)| hi));
        Reached { main, others, start }
    }

    /// Par for some two threads, without assumptions about them.
    pub fn parallel(&self, a: Reached, b: Reached) -> bool {
        let others = match (a.others, b.others) {
            (Others::None, _) | (_, Others::None) => false,
            (Others::One(r), Others::One(s)) => r != s || !self.once || self.many.contains(&r),
            _ => true,
        };
        others
            || self.after(a.main, b.start, b.others)
            || self.after(b.main, a.start, a.others)
            || (!self.once && a.main.is_some() && b.main.is_some())
    }

    /// Returns true if a thread can be entered more than once.
    pub fn repeats(&self, r: InstId) -> bool {
        self.many.contains(&r)
    }

    /// Counts the ordered pairs of these, each with itself among them, that [`Threads::parallel`] has; without
    /// assumptions about threads.
    pub fn count_parallel(&self, all: impl Iterator<Item = Reached>) -> u64 {
        let (mut every, mut main_alone, mut apart) = (0u64, Vec::new(), 0);
        // Starts of accesses by others, where that matters; and for each thread that is entered once, the number of its
        // accesses that main makes before it only, or not at all.
        let (mut starts, mut early) = (Vec::new(), FxHashMap::<InstId, u64>::default());
        for r in all {
            every += 1;
            if r.others == Others::None {
                main_alone.extend(r.main);
                continue;
            }
            if self.once || r.main.is_none() {
                starts.push(r.start);
            }
            if let Others::One(thread) = r.others
                && self.once
                && !self.repeats(thread)
                && !self.after(r.main, r.start, r.others)
            {
                *early.entry(thread).or_default() += 1;
            }
        }
        if self.once {
            apart += (main_alone.len() as u64).pow(2);
        }
        if self.clocked {
            starts.sort_unstable();
            let later = |hi: u32| starts.len() - starts.partition_point(|&s| s <= hi);
            apart += main_alone.iter().map(|&hi| 2 * later(hi) as u64).sum::<u64>();
        }
        apart += early.values().map(|n| n * n).sum::<u64>();
        every * every - apart
    }

    fn after(&self, main: Option<u32>, start: u32, others: Others) -> bool {
        main.is_some_and(|hi| others != Others::None && (!self.clocked || hi >= start))
    }

    /// Par(e₁,c₁,r₁; e₂,c₂,r₂), for threads that make the accesses; the numbers are main's greatest there.
    pub fn par(&self, (r, a): (InstId, Option<u32>), (s, b): (InstId, Option<u32>)) -> bool {
        let main = InstId(0);
        let ordered = |hi: Option<u32>, thread: InstId| self.clocked && hi.is_some_and(|hi| hi < self.start(thread));
        if self.excluded.contains(&(r.min(s), r.max(s))) {
            return false;
        }
        match (r == main, s == main) {
            _ if r == s => !self.once || self.many.contains(&r),
            (true, false) => !ordered(a, s),
            (false, true) => !ordered(b, r),
            _ => true,
        }
    }

    /// On(r,b,c), for each (b,c) its threads; more than `most` of them are cut off.
    pub fn on(&self, points: &Points, most: usize) -> Vec<Vec<InstId>> {
        let mut on: Vec<Vec<InstId>> = vec![Vec::new(); points.insts.len()];
        // Of 64 threads at a time, those that reach a body, a bit each.
        let mut bits = vec![0u64; points.insts.len()];
        let mut met = vec![u32::MAX; points.insts.len()];
        for (round, some) in self.all.chunks(u64::BITS as usize).enumerate() {
            // The callees of a body that has too many have as many.
            let is_full = |i: InstId| on[i.index()].len() > most;
            let order = self.order(points, some, is_full, (&mut met, round as u32));
            let reached = |i: InstId| met[i.index()] == round as u32;
            for (bit, &r) in some.iter().enumerate().filter(|(_, r)| reached(**r)) {
                bits[r.index()] |= 1 << bit;
            }
            while self.pass_on(points, &order, reached, &mut bits) {}
            for &i in &order {
                let (threads, mut bits) = (&mut on[i.index()], std::mem::take(&mut bits[i.index()]));
                while bits != 0 && threads.len() <= most {
                    threads.push(some[bits.trailing_zeros() as usize]);
                    bits &= bits - 1;
                }
            }
        }
        on
    }

    /// Hands threads on by call and new edges; true, if that is to be done again.
    fn pass_on(&self, points: &Points, order: &[InstId], reached: impl Fn(InstId) -> bool, bits: &mut [u64]) -> bool {
        let mut again = false;
        for &i in order {
            let of = bits[i.index()];
            for edge in points.edges_out_of(i).filter(|e| e.kind != EdgeKind::Fork && reached(e.to)) {
                if self.watch.over() {
                    return false;
                }
                again |= of & !bits[edge.to.index()] != 0;
                bits[edge.to.index()] |= of;
            }
        }
        again
    }

    /// Bodies that some threads reach by call and new edges, marked with a round: callers before callees, but for recursion.
    fn order(
        &self,
        points: &Points,
        threads: &[InstId],
        is_full: impl Fn(InstId) -> bool,
        (met, round): (&mut [u32], u32),
    ) -> Vec<InstId> {
        let (mut order, mut todo) = (Vec::new(), Vec::new());
        for &r in threads {
            todo.push((r, false));
            while let Some((i, left)) = todo.pop() {
                if left {
                    order.push(i);
                } else if met[i.index()] != round && !is_full(i) && !self.watch.over() {
                    met[i.index()] = round;
                    todo.push((i, true));
                    let calls = points.edges_out_of(i).filter(|e| e.kind != EdgeKind::Fork);
                    todo.extend(calls.map(|e| (e.to, false)).filter(|(to, _)| met[to.index()] != round));
                }
            }
        }
        order.reverse();
        order
    }
}
