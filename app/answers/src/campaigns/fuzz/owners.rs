//! Campaigns over programs with owners, which have a generator of their own: each program and three near misses of it.

use crate::desk::Desk;
use crate::json::VERSION;
use crate::options::FuzzOptions;
use crate::source::Ending;
use crate::variant::Rules;
use racefree_soundness::owners::campaign::{CHUNK, NEAR, Seen, seed_of, theorem_by};
use racefree_soundness::owners::runtime::EXERCISED;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Why such a campaign cannot be cut into shards.
pub const NO_SHARDS: &str =
    "a campaign over programs with owners has no shards and keeps no results: leave `--shard` and `--results` out";

/// A campaign that was carried out.
pub struct OwnersCampaign {
    /// The rules.
    pub rules: Rules,
    /// The seed.
    pub seed: u64,
    /// Tally of the programs.
    pub seen: Seen,
    /// Running time in seconds.
    pub seconds: f64,
    /// True if all programs were looked at.
    pub finished: bool,
    /// Planted variants, each with whether it was caught.
    pub guard: Option<Vec<(String, bool)>>,
    /// The guard was not finished.
    pub guard_cut: bool,
    /// Ending of the campaign.
    pub ending: Ending,
}

/// Carries a campaign out. It has no shards.
pub fn campaign(desk: &Desk, asked: &FuzzOptions, rules: Rules, seed: u64) -> Result<OwnersCampaign, String> {
    if asked.shard.of > 1 {
        return Err(NO_SHARDS.to_owned());
    }
    let programs = asked.programs.unwrap_or(if asked.time.is_some() { u64::MAX } else { super::PROGRAMS });
    let (start, over) = (desk.host.now(), desk.until(asked.time));
    let (next, all) = (AtomicU64::new(0), Mutex::new(Seen::default()));
    let work = || {
        while !over() {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= programs {
                break;
            }
            let seeds = seed_of(seed, from)..seed_of(seed, (from + CHUNK).min(programs));
            let seen = theorem_by(&rules, seeds, NEAR);
            if let Ok(mut all) = all.lock() {
                all.add(seen);
            }
        }
    };
    let threads = asked.threads.map_or(desk.limits.threads, |n| n as usize);
    std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
    let mut seen = all.into_inner().unwrap_or_default();
    seen.found.sort_by(|a, b| (a.program.len(), &a.program).cmp(&(b.program.len(), &b.program)));
    let finished = next.into_inner() >= programs;
    let seconds = (desk.host.now() - start).as_secs_f64();
    let guard = super::guarded(desk, asked, (rules.system, seed), threads);
    let guard_cut = !asked.no_guard && guard.is_none();
    let ending = match () {
        () if !seen.found.is_empty() => Ending::Wrong,
        () => desk.ending(!guard_cut && (finished || asked.programs.is_none() && !desk.interrupted())),
    };
    Ok(OwnersCampaign { rules, seed, seen, seconds, finished, guard, guard_cut, ending })
}

impl OwnersCampaign {
    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let OwnersCampaign { rules, seed, seen, seconds, finished, .. } = self;
        let found = seen.found.iter().map(
            |c| json!({ "program": c.program, "schedule": c.schedule, "property": c.property, "detail": c.detail }),
        );
        let found: Vec<_> = found.collect();
        json!({
            "file": null, "version": VERSION, "system": rules.system.name(), "variant": rules.spelled(),
            "seed": seed, "finished": finished, "programs": seen.programs, "executions": seen.executions,
            "steps": seen.steps, "seconds": seconds, "rules": {},
            "statistics": {
                "accepted": seen.accepted, "complete": seen.complete, "forks": seen.forks, "moves": seen.moves,
                "exercised": self.exercised().map(|(what, n, least)| json!({
                    "what": what, "programs": n, "least": least, "enough": n >= least,
                })).collect::<Vec<_>>(),
                "guard": self.guard.as_deref().map(super::guard_json),
                "rejected": seen.rejected, "rejected_with_a_race": seen.raced, "rejected_partly_proved": seen.partly,
            },
            "counterexamples": found,
        })
    }

    /// Uses of owners: for each, the accepted programs that exercised it, and the floor for their number.
    pub fn exercised(&self) -> impl Iterator<Item = (&'static str, u64, u64)> + use<'_> {
        let seen = &self.seen;
        let floor = |share: u64| seen.accepted * share / 100;
        EXERCISED
            .into_iter()
            .map(move |(what, share)| (what, seen.exercised.get(what).copied().unwrap_or(0), floor(share)))
    }
}
