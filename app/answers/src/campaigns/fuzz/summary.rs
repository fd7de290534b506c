//! The summary of a campaign, as data and as an object.

use crate::json::VERSION;
use crate::running::command::quoted;
use crate::variant::Rules;
use racefree_soundness::campaign::{Counterexample, Failure, Results};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// A failure and where it is.
#[derive(Clone)]
pub struct KeptFailure {
    /// The program.
    pub failure: Failure,
    /// Its file; none if it could not be written.
    pub file: Option<PathBuf>,
    /// The command that replays it.
    pub command: Option<String>,
}

/// Counts of replayed failures of earlier campaigns.
#[derive(Clone, Copy, Default)]
pub struct Replayed {
    /// Still go wrong.
    pub wrong: u64,
    /// Accepted by these rules, and nothing goes wrong any more.
    pub right: u64,
    /// Rejected by these rules, so that they say nothing of them.
    pub rejected: u64,
    /// Cannot be read.
    pub unreadable: u64,
}

/// All there is to say.
pub struct Summary {
    /// The counts.
    pub results: Results,
    /// The failures that this campaign wrote down.
    pub failures: Vec<KeptFailure>,
    /// Rules in force; none of results that were joined.
    pub rules: Option<Rules>,
    /// Planted variants, each with whether it was caught.
    pub guard: Option<Vec<(String, bool)>>,
    /// The guard was not finished.
    pub guard_cut: bool,
    /// Replay of earlier failures.
    pub replayed: Option<Replayed>,
}

impl Summary {
    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let Summary { results, guard, replayed, .. } = self;
        let tally = &results.tally;
        let shares: Map<String, Value> =
            tally.shares().into_iter().map(|(name, share, _)| (name.to_owned(), share.into())).collect();
        let features: Map<String, Value> =
            tally.feature_shares().into_iter().map(|(name, share)| (name.to_owned(), share.into())).collect();
        let shards: Vec<[u64; 2]> = results.shards.iter().map(|s| [s.shard, s.of]).collect();
        let next = results.shards.iter().map(|s| s.next).min();
        json!({
            "file": null, "version": VERSION, "system": results.system.as_deref().unwrap_or("base"), "seed": results.seed, "variant": results.variant,
            "shards": shards, "planned": results.planned, "next": next,
            "finished": results.finished(), "whole": results.whole(),
            "programs": tally.programs, "executions": tally.executions, "steps": tally.steps,
            "seconds": results.seconds, "digest": tally.digest, "rules": tally.rules,
            "statistics": {
                "accepted": tally.accepted, "complete": tally.complete, "cut": tally.cut, "states": tally.states,
                "shares": shares, "features": features, "tokens": tally.tokens, "nesting": tally.nesting,
                "threads": tally.threads, "duplicates": tally.duplicates(),
                "near_misses": {"edited": tally.edited, "refused_by_one_premise": tally.refused},
                "bound_95": tally.bound(),
                "guard": guard.as_deref().map(guard_json),
            },
            "wrong": tally.wrong,
            "causes": self.causes().iter().map(|cause| cause.json(self.rules.as_ref())).collect::<Vec<_>>(),
            "counterexamples": self.all().into_iter().map(|c| self.counterexample(c)).collect::<Vec<_>>(),
            "replayed": replayed.as_ref().map(|r| json!({
                "wrong": r.wrong, "right": r.right, "rejected": r.rejected, "unreadable": r.unreadable,
            })),
            "shard_results": results,
        })
    }

    /// Failures in the tally and in files.
    pub fn all(&self) -> Vec<&Counterexample> {
        let written = self.failures.iter().map(|s| &s.failure.found);
        let mut all: Vec<&Counterexample> = self.results.tally.counterexamples.iter().chain(written).collect();
        all.sort_by_key(|c| c.index);
        all.dedup_by_key(|c| c.index);
        all
    }

    /// A failure, with what became of it when it was made small.
    fn counterexample(&self, c: &Counterexample) -> Value {
        let small = self.failures.iter().find(|s| s.failure.found.index == c.index).map(|s| {
            json!({
                "program": s.failure.program, "schedule": s.failure.schedule,
                "property": s.failure.property, "detail": s.failure.detail,
                "tokens": s.failure.tokens, "minimal": s.failure.minimal, "file": s.file, "command": s.command,
            })
        });
        json!({
            "index": c.index, "program": c.program, "schedule": c.schedule, "property": c.property, "detail": c.detail,
            "small": small,
        })
    }
}

/// Options that put rules into force; none for the unchanged base.
pub fn options(system: Option<&str>, variant: &str) -> String {
    let mut options = system.map_or(String::new(), |system| format!(" --system {}", quoted(system)));
    if variant != system.unwrap_or("base") {
        options.push_str(&format!(" --variant {}", quoted(variant)));
    }
    options
}

/// Number of planted variants that were caught.
pub fn caught(guard: &[(String, bool)]) -> usize {
    guard.iter().filter(|(_, caught)| *caught).count()
}

/// The vacuity guard as data.
pub fn guard_json(guard: &[(String, bool)]) -> Value {
    json!({ "planted": guard.len(), "caught": caught(guard) })
}
