//! The lock that most accesses of a field hold: where it is nearly all of them, the others are the mistake.

use crate::evidence::Evidence;
use crate::facts::{AccessId, Kind};
use crate::locks::{Lock, LockId, LockSet};
use crate::stages::Run;
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// The lock that most accesses of a field hold.
#[derive(Clone, Debug)]
pub struct MostHeld {
    /// The lock, in words.
    pub lock: String,
    /// The accesses that hold it on every path.
    pub with: Vec<AccessId>,
    /// The others, but for those of objects that no other thread can know yet.
    pub without: Vec<AccessId>,
}

/// The locks that an access holds in each of its contexts.
pub(crate) fn held(run: &Run<'_, '_>, evidence: &mut Evidence<'_, '_, '_, '_, '_>, e: AccessId) -> LockSet {
    let mut all: Option<Vec<LockId>> = None;
    for x in run.contexts(e) {
        let here = evidence.of(x).clone();
        match &mut all {
            None => all = Some(here.to_vec()),
            Some(all) => all.retain(|l| here.binary_search(l).is_ok()),
        }
    }
    crate::locks::set(all.unwrap_or_default())
}

/// The lock that most accesses of a field hold, if one does, by its number.
pub(crate) fn most_held(
    run: &Run<'_, '_>,
    evidence: &mut Evidence<'_, '_, '_, '_, '_>,
    field: Name,
) -> Option<(LockId, Vec<AccessId>, Vec<AccessId>)> {
    let counts = |e: &AccessId| {
        let access = run.facts.access(*e);
        access.field == field && access.kind != Kind::Init && !access.fresh && !run.contexts(*e).is_empty()
    };
    let accesses: Vec<AccessId> = run.facts.access_ids().filter(counts).collect();
    let sets: Vec<LockSet> = accesses.iter().map(|&e| held(run, evidence, e)).collect();
    let mut number: FxHashMap<LockId, usize> = FxHashMap::default();
    sets.iter().flat_map(|set| set.iter()).for_each(|&l| *number.entry(l).or_default() += 1);
    // A lock that is named from the object is what a reader of the class knows.
    let near = |l: LockId| matches!(evidence.holding.locks.get(l), Lock::Relative(_));
    let best = number.into_iter().max_by_key(|&(l, n)| (n, near(l), std::cmp::Reverse(l)))?.0;
    let (with, without) = accesses.into_iter().zip(&sets).partition::<Vec<_>, _>(|(_, set)| set.contains(&best));
    let only = |all: Vec<(AccessId, &LockSet)>| all.into_iter().map(|(e, _)| e).collect();
    Some((best, only(with), only(without)))
}
