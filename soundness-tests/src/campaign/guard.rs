//! The vacuity guard: would the campaign notice?

use crate::hunt::Hunt;
use crate::variant;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Variants known to be unsound, of every sort: what a campaign must be able to catch to say anything.
pub const PLANTED: [&str; 10] = [
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

/// Which of the planted variants the same generator and judge catch within so many programs each; nothing if it is stopped.
pub fn guard(
    seed: u64,
    programs: u64,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<(&'static str, bool)>> {
    let next = AtomicUsize::new(0);
    let all: Mutex<Vec<(usize, bool)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, PLANTED.len()) {
            scope.spawn(|| {
                while let Some(name) = PLANTED.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(caught) = caught(name, seed, programs, stop) else { break };
                    let Ok(mut all) = all.lock() else { break };
                    all.push((PLANTED.iter().position(|p| p == name).unwrap_or_default(), caught));
                }
            });
        }
    });
    let mut all = all.into_inner().unwrap_or_default();
    all.sort_unstable();
    (all.len() == PLANTED.len()).then(|| all.into_iter().map(|(i, caught)| (PLANTED[i], caught)).collect())
}

fn caught(name: &str, seed: u64, programs: u64, stop: &dyn Fn() -> bool) -> Option<bool> {
    let Ok(rules) = variant::find(name).and_then(|v| v.rules()) else { return Some(false) };
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
