//! Counting of reachable pairs, without looking at each: the pairs that are apart are counted instead, and those are
//! one thread with itself, and main with what it is done with before a thread starts. Where the k so far disagree,
//! groups of accesses that the same threads reach are compared.

use super::{Reach, by_field};
use crate::budget::Watch;
use crate::facts::{AccessId, Facts, Kind};
use crate::threads::{NEVER, Others, Reached};
use rustc_hash::FxHashMap;

/// Counts the pairs that every k so far reaches, and their tuples by the last k; `run` has the accesses in contexts in
/// order.
pub fn count(
    facts: &Facts<'_>,
    counted: &[bool],
    all: &[Reach],
    run: &[(AccessId, Reached)],
    watch: &Watch,
) -> (u64, u64) {
    let Some(last) = all.last() else { return (0, 0) };
    let contexts = Contexts { run };
    let (mut pairs, mut tuples) = (0, 0);
    for (_, mut accesses) in by_field(facts, counted) {
        if watch.over() {
            break;
        }
        accesses.retain(|&e| all.iter().all(|r| r.made(e)));
        let one_mind = last.each.is_none() && all[..all.len() - 1].iter().all(|r| same(r, last, &accesses));
        let (p, t) = if one_mind {
            by_last(facts, last, &accesses, contexts)
        } else {
            by_groups(facts, all, &accesses, contexts, watch)
        };
        pairs += p;
        tuples += t;
    }
    (pairs, tuples)
}

/// The accesses in contexts.
#[derive(Clone, Copy)]
struct Contexts<'r> {
    run: &'r [(AccessId, Reached)],
}

impl<'r> Contexts<'r> {
    /// Returns the contexts of an access.
    fn of(self, e: AccessId) -> impl Iterator<Item = Reached> + 'r {
        let from = self.run.partition_point(|r| r.0 < e);
        self.run[from..].iter().take_while(move |r| r.0 == e).map(|r| r.1)
    }
}

/// Returns true if two k agree on each two of these accesses: main's clock is compared with the starts of threads
/// alone, and threads with each other.
fn same(a: &Reach, b: &Reach, accesses: &[AccessId]) -> bool {
    let starts = |r: &Reach| -> Vec<u32> {
        let mut all: Vec<u32> = accesses.iter().map(|&e| r.of(e).start).filter(|&s| s != NEVER).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (in_a, in_b) = (starts(a), starts(b));
    let mut threads: FxHashMap<_, _> = FxHashMap::default();
    let mut back: FxHashMap<_, _> = FxHashMap::default();
    accesses.iter().all(|&e| {
        let (x, y) = (a.of(e), b.of(e));
        let others = match (x.others, y.others) {
            (Others::One(r), Others::One(s)) => {
                *threads.entry(r).or_insert(s) == s
                    && *back.entry(s).or_insert(r) == r
                    && a.threads.repeats(r) == b.threads.repeats(s)
            }
            (o, p) => o == p,
        };
        // Number of starts that are not after it.
        let rank = |starts: &[u32], hi: u32| starts.partition_point(|&s| s <= hi);
        others
            && x.main.map(|hi| rank(&in_a, hi)) == y.main.map(|hi| rank(&in_b, hi))
            && rank(&in_a, x.start) == rank(&in_b, y.start)
    })
}

/// Pairs and tuples by the last k alone.
fn by_last(facts: &Facts<'_>, last: &Reach, accesses: &[AccessId], contexts: Contexts<'_>) -> (u64, u64) {
    let threads = &last.threads;
    let reads = |e: &&AccessId| facts.access(**e).kind == Kind::Read;
    let every = accesses.iter().map(|&e| last.of(e));
    let of_reads = accesses.iter().filter(reads).map(|&e| last.of(e));
    let ordered = threads.count_parallel(every) - threads.count_parallel(of_reads);
    let own = accesses.iter().filter(|e| !reads(e) && last.parallel((**e, **e))).count() as u64;
    let every = accesses.iter().flat_map(|&e| contexts.of(e));
    let of_reads = accesses.iter().filter(reads).flat_map(|&e| contexts.of(e));
    let tuples = threads.count_parallel(every) - threads.count_parallel(of_reads);
    let with_itself = |&e: &AccessId| threads.count_parallel(contexts.of(e));
    let own_tuples: u64 = accesses.iter().filter(|e| !reads(e)).map(with_itself).sum();
    ((ordered - own) / 2 + own, (tuples - own_tuples) / 2 + own_tuples)
}

/// Accesses that the same threads reach, for every k.
struct Group {
    writes: bool,
    first: AccessId,
    /// Number of accesses, and of contexts of each sort.
    accesses: u64,
    contexts: Sorts,
    /// The tuples of each access with itself.
    own: u64,
}

/// Number of contexts of each sort.
type Sorts = FxHashMap<Reached, u64>;

/// Pairs and tuples where the k differ.
fn by_groups(
    facts: &Facts<'_>,
    all: &[Reach],
    accesses: &[AccessId],
    contexts: Contexts<'_>,
    watch: &Watch,
) -> (u64, u64) {
    let (mut pairs, mut tuples) = (0, 0);
    let Some(last) = all.last() else { return (0, 0) };
    let mut groups: FxHashMap<(bool, Vec<Reached>, u32), Group> = FxHashMap::default();
    for &e in accesses {
        let writes = facts.access(e).kind != Kind::Read;
        // With threads told apart, each access is a group of its own.
        let apart = if last.each.is_some() { e.0 } else { 0 };
        let key = (writes, all.iter().map(|r| r.of(e)).collect(), apart);
        let new = || Group { writes, first: e, accesses: 0, contexts: Sorts::default(), own: 0 };
        let group = groups.entry(key).or_insert_with(new);
        let mut sorts = Sorts::default();
        contexts.of(e).for_each(|reached| *sorts.entry(reached).or_default() += 1);
        let own = ordered(last, &sorts, &sorts);
        group.accesses += 1;
        group.own += own;
        for (reached, n) in sorts {
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
            if watch.over() {
                return (pairs, tuples);
            }
            let together = (a.writes || b.writes) && all.iter().all(|r| r.parallel((a.first, b.first)));
            if !together {
                continue;
            }
            let both = ordered(last, &a.contexts, &b.contexts);
            if a.first == b.first {
                pairs += a.accesses * (a.accesses - 1) / 2;
                tuples += (both - a.own) / 2;
            } else {
                pairs += a.accesses * b.accesses;
                tuples += both;
            }
        }
    }
    (pairs, tuples)
}

/// The ordered pairs of contexts that threads reach in parallel.
fn ordered(last: &Reach, a: &Sorts, b: &Sorts) -> u64 {
    let par = |r: Reached, s: Reached| last.each.is_some() || last.threads.parallel(r, s);
    a.iter().map(|(&r, &n)| b.iter().filter(|&(&s, _)| par(r, s)).map(|(_, &m)| n * m).sum::<u64>()).sum()
}
