//! The stages that need no object: original pairs (the same field name, one a write) and reachable ones. They are counted by
//! groups of accesses that the same threads reach, never one by one.

use crate::facts::{AccessId, Facts, Kind};
use crate::points::InstId;
use crate::stages::{Pair, Run};
use crate::threads::{Others, Reached, Threads};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// The threads that reach an access, each with its clock number.
type ThreadsOf = Vec<(InstId, Option<u32>)>;

/// Which threads reach each access, for one k.
pub struct Reach {
    threads: Threads,
    reached: Vec<Reached>,
    /// Every thread of each access, where assumptions are made about threads.
    each: Option<Vec<ThreadsOf>>,
}

impl Reach {
    /// That of a run.
    pub fn new(run: Run<'_, '_>) -> Reach {
        let mut reached = vec![Reached::NOT; run.facts.accesses.len()];
        let on = run.threads.excludes().then(|| run.threads.on(run.points, usize::MAX));
        let mut each = on.as_ref().map(|_| vec![Vec::new(); reached.len()]);
        for here in &run.here {
            let known = &mut reached[here.access.index()];
            *known = known.with(here.reached);
            if let (Some(on), Some(each)) = (&on, &mut each) {
                let threads = on[here.inst.index()].iter();
                each[here.access.index()].extend(threads.map(|&r| (r, here.reached.main.filter(|_| r == InstId(0)))));
            }
        }
        Reach { threads: run.threads, reached, each }
    }

    /// Par for some threads of two accesses.
    pub fn parallel(&self, (a, b): Pair) -> bool {
        match &self.each {
            None => self.threads.parallel(self.reached[a.index()], self.reached[b.index()]),
            Some(each) => {
                let pairs = |&r: &(InstId, Option<u32>)| each[b.index()].iter().any(|&s| self.threads.par(r, s));
                each[a.index()].iter().any(pairs)
            }
        }
    }

    /// The threads that make an access.
    pub fn of(&self, e: AccessId) -> Reached {
        self.reached[e.index()]
    }

    fn made(&self, e: AccessId) -> bool {
        let reached = self.of(e);
        reached.main.is_some() || reached.others != Others::None
    }
}

/// The accesses that count, by field name.
pub fn by_field(facts: &Facts<'_>, counted: &[bool]) -> Vec<(Name, Vec<AccessId>)> {
    let mut groups: FxHashMap<Name, Vec<AccessId>> = FxHashMap::default();
    for e in facts.access_ids().filter(|e| counted[e.index()]) {
        groups.entry(facts.access(e).field).or_default().push(e);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_unstable_by_key(|g| g.0);
    groups
}

/// How many pairs of accesses have the same field name, one of them a write.
pub fn original(facts: &Facts<'_>, counted: &[bool]) -> u64 {
    let of = |(_, accesses): (Name, Vec<AccessId>)| {
        let reads = accesses.iter().filter(|&&e| facts.access(e).kind == Kind::Read).count() as u64;
        let writes = accesses.len() as u64 - reads;
        writes * (writes + 1) / 2 + reads * writes
    };
    by_field(facts, counted).into_iter().map(of).sum()
}

/// Accesses that the same threads reach, for every k.
struct Group {
    writes: bool,
    first: AccessId,
    /// How many accesses, and how often in contexts for each sort of these.
    accesses: u64,
    contexts: FxHashMap<Reached, u64>,
    /// The tuples of each access with itself.
    own: u64,
}

/// How many pairs are reachable by every k so far, and how many tuples these have by the last one.
pub fn count(facts: &Facts<'_>, counted: &[bool], all: &[Reach], run: &[(AccessId, Reached)]) -> (u64, u64) {
    let Some(last) = all.last() else { return (0, 0) };
    let mut contexts: FxHashMap<AccessId, FxHashMap<Reached, u64>> = FxHashMap::default();
    for &(e, reached) in run {
        *contexts.entry(e).or_default().entry(reached).or_default() += 1;
    }
    let (mut pairs, mut tuples) = (0, 0);
    for (_, accesses) in by_field(facts, counted) {
        let mut groups: FxHashMap<(bool, Vec<Reached>, u32), Group> = FxHashMap::default();
        for e in accesses.into_iter().filter(|&e| all.iter().all(|r| r.made(e))) {
            let writes = facts.access(e).kind != Kind::Read;
            // Where threads are told apart, so is each access.
            let apart = if last.each.is_some() { e.0 } else { 0 };
            let key = (writes, all.iter().map(|r| r.of(e)).collect(), apart);
            let group = groups.entry(key).or_insert_with(|| Group {
                writes,
                first: e,
                accesses: 0,
                contexts: FxHashMap::default(),
                own: 0,
            });
            let own = ordered(last, contexts.get(&e), contexts.get(&e));
            group.accesses += 1;
            group.own += own;
            for (&reached, &n) in contexts.get(&e).into_iter().flatten() {
                *group.contexts.entry(reached).or_default() += n;
            }
            if writes && all.iter().all(|r| r.parallel((e, e))) {
                // A pair of an access with itself, its tuples in both orders.
                pairs += 1;
                tuples += own;
            }
        }
        let groups: Vec<Group> = groups.into_values().collect();
        for (i, a) in groups.iter().enumerate() {
            for b in &groups[i..] {
                let together = (a.writes || b.writes) && all.iter().all(|r| r.parallel((a.first, b.first)));
                if !together {
                    continue;
                }
                let both = ordered(last, Some(&a.contexts), Some(&b.contexts));
                if a.first == b.first {
                    pairs += a.accesses * (a.accesses - 1) / 2;
                    tuples += (both - a.own) / 2;
                } else {
                    pairs += a.accesses * b.accesses;
                    tuples += both;
                }
            }
        }
    }
    (pairs, tuples)
}

type Contexts = FxHashMap<Reached, u64>;

/// The ordered pairs of contexts that threads reach in parallel.
fn ordered(last: &Reach, a: Option<&Contexts>, b: Option<&Contexts>) -> u64 {
    let (Some(a), Some(b)) = (a, b) else { return 0 };
    let par = |r: Reached, s: Reached| last.each.is_some() || last.threads.parallel(r, s);
    a.iter().map(|(&r, &n)| b.iter().filter(|&(&s, _)| par(r, s)).map(|(_, &m)| n * m).sum::<u64>()).sum()
}
