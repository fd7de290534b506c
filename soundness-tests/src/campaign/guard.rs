//! The vacuity guard: would the campaign notice?

use crate::hunt::Hunt;
use crate::matrix;
use crate::owners::campaign::{CHUNK, NEAR, seed_of, theorem_by};
use crate::shard::on_threads;
use crate::variant::{self, Rules};
use racefree_grammar::ast::Dialect;
use racefree_kernel::System;
use racefree_systems::BASE;
use std::sync::Mutex;

/// Variants of the base known to be unsound, of every sort.
const OF_THE_BASE: [&str; 10] = [
    "EXP REF/guard-held",
    "EXP INVOKE/requires-held",
    "EXP FORK2/fv-shared",
    "ENV X/fresh",
    "SUBTYPE CLASS/ghost-args",
    "PROG/override-requires",
    "SHAREABLE/guarded-or-final",
    "FINAL REF/final",
    "invoke-substitutes-this-only",
    "inner-release-frees",
];

/// Variants of the system of owners known to be unsound: premises off, and readings that were once the rules.
const OF_OWNERS: [&str; 10] = [
    "EXP REF/guard-held",
    "EXP ASSIGN/guard-held",
    "EXP INVOKE/requires-held",
    "EXP FORK/fresh-thread",
    "GIVE/owned",
    "EXP VAR/live",
    "SUBTYPE CLASS/ghost-args",
    "where-of-unique",
    "where-of-any-this",
    "own-formals-narrowed",
];

/// Variants known to be unsound of a system that promises that atomic blocks are serializable.
const OF_BLOCKS: [&str; 11] = [
    "ATOM BLOCK/claim",
    "ATOM METHOD/declared",
    "ATOM OVERRIDE/claimed",
    "nearest-declaration",
    "ATOM INVOKE/escaping",
    "ATOM WHILE/loop",
    "ATOM SEQ/commit",
    "ATOM SEQ/star",
    "ATOM REF/unguarded",
    "ATOM ASSIGN/unguarded",
    "ATOM ASSIGN/write-guard",
];

/// Unsound variants of atomicity over owners that its programs, which declare no atomicity, can refute.
const OF_BLOCKS_WITH_OWNERS: [&str; 5] =
    ["ATOM PROG/checked", "ATOM INVOKE/escaping", "ATOM SYNC/lock", "ATOM FORK/left", "ATOM SEQ/commit"];

/// Greatest number of planted variants.
const MOST: usize = 10;

/// Variants known to be unsound: a campaign must catch them, or it means nothing. For a system other than the base,
/// they are variants with a program in its matrix, smallest programs first.
pub fn planted(system: &dyn System) -> Vec<String> {
    let listed: &[&str] = match (system.dialect(), system.judges_claims()) {
        _ if system.id() == BASE.id() => &OF_THE_BASE,
        (Dialect::Owners, false) => &OF_OWNERS,
        (Dialect::Owners, true) => &OF_BLOCKS_WITH_OWNERS,
        (_, true) => &OF_BLOCKS,
        (_, false) => &[],
    };
    if !listed.is_empty() {
        return listed.iter().map(|&name| name.to_owned()).collect();
    }
    let mut known = matrix::committed(system).unwrap_or_default().entries;
    let single = |name: &str| !name.contains(" + ") && !name.ends_with(')');
    known.retain(|entry| entry.smallest.is_some() && single(&entry.variant));
    known.sort_by_key(|entry| entry.smallest.as_ref().map_or(usize::MAX, |example| example.tokens));
    known.into_iter().map(|entry| entry.variant).take(MOST).collect()
}

/// Planted variants of a system, each with whether the same generator and judge catch it within a number of programs;
/// none if stopped.
pub fn guard(
    system: &'static dyn System,
    seed: u64,
    programs: u64,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<(String, bool)>> {
    let planted = planted(system);
    let all: Mutex<Vec<(usize, bool)>> = Mutex::default();
    on_threads(threads.min(planted.len()), &planted, stop, &|i, name| {
        if let (Some(caught), Ok(mut all)) = (caught(system, name, seed, programs, stop), all.lock()) {
            all.push((i, caught));
        }
    });
    let mut all = all.into_inner().unwrap_or_default();
    all.sort_unstable();
    (all.len() == planted.len()).then(|| planted.into_iter().zip(all.into_iter().map(|(_, caught)| caught)).collect())
}

fn caught(system: &'static dyn System, name: &str, seed: u64, programs: u64, stop: &dyn Fn() -> bool) -> Option<bool> {
    let Ok(rules) = variant::find_in(system, name).and_then(|v| v.rules()) else { return Some(false) };
    if system.dialect() == Dialect::Owners {
        return caught_with_owners(&rules, seed, programs, stop);
    }
    let mut hunt = Hunt::new(&rules, seed);
    for _ in 0..programs {
        if stop() {
            return None;
        }
        if hunt.step().is_some() {
            return Some(true);
        }
    }
    Some(false)
}

/// Programs with owners come from a generator of their own, some seeds at a time.
fn caught_with_owners(rules: &Rules, seed: u64, programs: u64, stop: &dyn Fn() -> bool) -> Option<bool> {
    for from in (0..programs).step_by(CHUNK as usize) {
        if stop() {
            return None;
        }
        let seeds = seed_of(seed, from)..seed_of(seed, (from + CHUNK).min(programs));
        if !theorem_by(rules, seeds, NEAR).found.is_empty() {
            return Some(true);
        }
    }
    Some(false)
}
