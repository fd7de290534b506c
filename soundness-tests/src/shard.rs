//! Shards of work that is numbered: shard (i, n) has the numbers that are i modulo n. Jobs on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns true if some number is in both shards.
pub fn overlap(a: (u64, u64), b: (u64, u64)) -> bool {
    a.0.abs_diff(b.0).is_multiple_of(gcd(a.1, b.1).max(1))
}

/// Two of these shards that have numbers in common, by their places.
pub fn twice(shards: &[(u64, u64)]) -> Option<(usize, usize)> {
    let mut pairs = (0..shards.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
    pairs.find(|&(j, i)| overlap(shards[j], shards[i]))
}

/// Returns true if disjoint shards are complete: each number up to a common multiple is in one of them.
pub fn covers(shards: &[(u64, u64)]) -> bool {
    let all = shards.iter().try_fold(1u64, |all, (_, n)| (all / gcd(all, *n).max(1)).checked_mul(*n));
    // No campaign has that many shards.
    let Some(all) = all.filter(|&all| all <= 1 << 20) else { return false };
    (0..all).all(|k| shards.iter().any(|(i, n)| k % n == *i))
}

/// Does jobs on several threads, each the next one left, until all are done or `stop` says so.
pub fn on_threads<J: Sync>(
    threads: usize,
    jobs: &[J],
    stop: &(dyn Fn() -> bool + Sync),
    work: &(dyn Fn(usize, &J) + Sync),
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while !stop() {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(i) else { break };
                    work(i, job);
                }
            });
        }
    });
}
