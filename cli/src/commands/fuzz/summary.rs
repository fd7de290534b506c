//! What a campaign found, for people and for tools.

use super::failures::{KeptFailure, Replayed};
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::running::command::quoted;
use racefree_soundness::campaign::{Counterexample, Results, Tally};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// So many failures are shown in full.
const IN_FULL: usize = 3;
/// So many of the others are named.
const NUMBERS: usize = 20;

/// All there is to say.
pub struct Summary<'a> {
    /// The counts.
    pub results: &'a Results,
    /// The failures that this campaign wrote down.
    pub failures: Vec<KeptFailure>,
    /// Which planted variants were caught.
    pub guard: Option<&'a [(String, bool)]>,
    /// Within so many programs each.
    pub guard_programs: u64,
    /// The guard was not finished.
    pub guard_cut: bool,
    /// What became of earlier failures.
    pub replayed: Option<&'a Replayed>,
}

impl Summary<'_> {
    /// Prints it.
    pub fn print(&self, json: bool, out: &mut Out) -> io::Result<()> {
        match json {
            true => writeln!(out, "{}", self.json()),
            false => self.human(out),
        }
    }

    fn json(&self) -> Value {
        let Summary { results, guard, replayed, .. } = self;
        let tally = &results.tally;
        let shares: Map<String, Value> =
            tally.shares().into_iter().map(|(name, share, _)| (name.to_owned(), share.into())).collect();
        let features: Map<String, Value> =
            tally.feature_shares().into_iter().map(|(name, share)| (name.to_owned(), share.into())).collect();
        let shards: Vec<[u64; 2]> = results.shards.iter().map(|s| [s.shard, s.of]).collect();
        let next = results.shards.iter().map(|s| s.next).min();
        json!({
            "file": null, "version": racefree_answers::json::VERSION, "system": results.system.as_deref().unwrap_or("base"), "seed": results.seed, "variant": results.variant,
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
                "guard": guard.map(guard_json),
            },
            "wrong": tally.wrong,
            "counterexamples": self.all().into_iter().map(|c| self.counterexample(c)).collect::<Vec<_>>(),
            "replayed": replayed.map(|r| json!({
                "wrong": r.wrong, "right": r.right, "rejected": r.rejected, "unreadable": r.unreadable,
            })),
            "shard_results": results,
        })
    }

    /// The failures that are kept, and those that were written down.
    fn all(&self) -> Vec<&Counterexample> {
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

    fn human(&self, out: &mut Out) -> io::Result<()> {
        self.programs(out)?;
        let tally = &self.results.tally;
        if out.quiet && tally.failures() == 0 {
            return Ok(());
        }
        self.counts(out)?;
        let kinds: Vec<String> = tally.wrong.iter().map(|(kind, n)| format!("{n} × {kind}")).collect();
        match tally.bound() {
            Some(bound) => writeln!(
                out,
                "no counterexample; with 95 % confidence at most {bound:.2e} of the programs with a conflict have one"
            )?,
            None if tally.failures() == 0 => writeln!(out, "no counterexample, and no program with a conflict")?,
            None => {
                let found = format!("{}: {}", count(tally.failures(), "counterexample"), kinds.join(", "));
                writeln!(out, "{}", out.bold(found.trim_end_matches(": ")))?;
            }
        }
        self.guarded(out)
    }

    /// The programs that go wrong: some that say most in full, then where the others are.
    fn programs(&self, out: &mut Out) -> io::Result<()> {
        let mut failures: Vec<&KeptFailure> = self.failures.iter().collect();
        // Those that could not be written are shown, however many: else they would be lost.
        failures.sort_by_key(|s| (s.file.is_some(), s.failure.property != "race", s.failure.tokens));
        let unwritten = failures.iter().filter(|s| s.file.is_none()).count();
        let (full, brief) = failures.split_at(failures.len().min(IN_FULL.max(unwritten)));
        for shown in full {
            in_full(shown, out)?;
        }
        for KeptFailure { failure, file, .. } in brief {
            let what = format!("program {}: {} {}", failure.found.index, failure.property, failure.detail);
            let file = file.as_ref().map(|f| f.display().to_string()).unwrap_or_default();
            writeln!(out, "{}, {} tokens: {file}", what.trim_end(), failure.tokens)?;
        }
        let kept = &self.results.tally.counterexamples;
        let shown = |c: &&Counterexample| self.failures.iter().any(|s| s.failure.found.index == c.index);
        let others: Vec<String> = kept.iter().filter(|c| !shown(c)).map(|c| c.index.to_string()).collect();
        if others.is_empty() {
            return Ok(());
        }
        let also = if self.failures.is_empty() { "programs that go wrong" } else { "also" };
        let more = others.len() > NUMBERS || self.results.tally.failures() > kept.len() as u64;
        let numbers = others[..others.len().min(NUMBERS)].join(", ");
        writeln!(out, "{also}: {numbers}{}", if more { ", …" } else { "" })?;
        let rules = options(self.results.system.as_deref(), &self.results.variant);
        writeln!(out, "  racefree fuzz --seed {}{rules} --program NUMBER", self.results.seed)?;
        writeln!(out)
    }

    fn counts(&self, out: &mut Out) -> io::Result<()> {
        let results = self.results;
        let tally = &results.tally;
        let rate = tally.programs as f64 / results.seconds.max(0.001);
        writeln!(
            out,
            "seed {}, rules: {}; {} in {:.1} s ({rate:.0} a second)",
            results.seed,
            results.variant,
            count(tally.programs, "program"),
            results.seconds
        )?;
        if let Some(planned) = results.planned {
            let shards: Vec<String> = results.shards.iter().map(|s| format!("{}/{}", s.shard, s.of)).collect();
            if !results.finished() {
                let open: Vec<_> = results.shards.iter().filter(|s| s.next < planned).collect();
                let open: Vec<String> =
                    open.iter().map(|s| format!("shard {}/{} up to number {}", s.shard, s.of, s.next)).collect();
                let what = format!("not finished: of {} ", count(planned, "program"));
                writeln!(out, "  {}{}", out.bold(&what), open.join(", "))?;
            }
            if !results.whole() {
                let there = if shards.len() == 1 { "shard" } else { "shards" };
                let missing = results.missing();
                let missing = match missing.len() {
                    0 => "others are missing".to_owned(),
                    1..=16 => format!("missing: {}", missing.join(", ")),
                    n => format!("{n} are missing"),
                };
                writeln!(out, "  not the whole campaign: {there} {}; {missing}", shards.join(", "))?;
            }
        }
        writeln!(
            out,
            "  {} accepted, {} explored to the end, {} cut short by a budget; {} states, {} steps",
            tally.accepted, tally.complete, tally.cut, tally.states, tally.steps
        )?;
        for (name, share, least) in tally.shares() {
            let target = if least > 0.0 { format!(" (wanted: {:.0} %)", least * 100.0) } else { String::new() };
            writeln!(out, "  {:5.1} %  {name}{target}", share * 100.0)?;
        }
        histograms(tally, out)?;
        writeln!(out, "  digest {}", tally.digest)?;
        if let Some(r) = self.replayed.filter(|r| r.wrong + r.right + r.rejected + r.unreadable > 0) {
            let unreadable =
                if r.unreadable > 0 { format!(", {} cannot be read", r.unreadable) } else { String::new() };
            writeln!(
                out,
                "earlier failures: {} still go wrong, {} no longer do, {} are rejected by these rules{unreadable}",
                r.wrong, r.right, r.rejected
            )?;
        }
        Ok(())
    }

    fn guarded(&self, out: &mut Out) -> io::Result<()> {
        if self.guard_cut {
            return writeln!(out, "{GUARD_CUT}");
        }
        let Some(guard) = self.guard else { return Ok(()) };
        if let (true, Some(system)) = (guard.is_empty(), &self.results.system) {
            return writeln!(
                out,
                "vacuity guard: no variant of `{system}` is known to be unsound, so none is planted (`racefree variants \
                 matrix --system {system}` lists those that are)"
            );
        }
        guarded(guard, self.guard_programs, out)
    }
}

/// A vacuity guard that was interrupted.
pub const GUARD_CUT: &str = "vacuity guard: interrupted, so nothing is known of it";

/// How many of the planted variants were caught, and the names of the others.
pub fn guarded(guard: &[(String, bool)], programs: u64, out: &mut Out) -> io::Result<()> {
    let (planted, caught) = (guard.len(), caught(guard));
    writeln!(
        out,
        "vacuity guard: {caught} of {planted} planted unsound variants caught within {programs} programs each"
    )?;
    guard.iter().filter(|(_, c)| !*c).try_for_each(|(name, _)| writeln!(out, "  not caught: {name}"))
}

fn caught(guard: &[(String, bool)]) -> usize {
    guard.iter().filter(|(_, caught)| *caught).count()
}

/// The vacuity guard as data.
pub fn guard_json(guard: &[(String, bool)]) -> Value {
    json!({"planted": guard.len(), "caught": caught(guard)})
}

/// The options that put rules into force; none for those of the base as they stand.
pub fn options(system: Option<&str>, variant: &str) -> String {
    let mut options = system.map_or(String::new(), |system| format!(" --system {}", quoted(system)));
    if variant != system.unwrap_or("base") {
        options.push_str(&format!(" --variant {}", quoted(variant)));
    }
    options
}

/// A failure with its program.
fn in_full(shown: &KeptFailure, out: &mut Out) -> io::Result<()> {
    let KeptFailure { failure, file, command } = shown;
    let what = format!("program {}: {} {}", failure.found.index, failure.property, failure.detail);
    writeln!(out, "{}", out.bold(what.trim_end()))?;
    let size = match failure.minimal {
        true => "no single edit makes it smaller",
        false if failure.program == failure.found.program => "as it was generated",
        false => "made smaller until the time was over",
    };
    writeln!(out, "  {} tokens, {size}", failure.tokens)?;
    writeln!(out)?;
    for line in failure.program.lines() {
        writeln!(out, "{}", format!("  {line}").trim_end())?;
    }
    writeln!(out)?;
    match (file, command) {
        (None, _) => writeln!(out, "  it could not be written; schedule {}", failure.schedule)?,
        (Some(_), Some(command)) => writeln!(out, "  {command}")?,
        (Some(file), None) => writeln!(out, "  {}", file.display())?,
    }
    writeln!(out)
}

/// What the programs are made of, and how large they are.
fn histograms(tally: &Tally, out: &mut Out) -> io::Result<()> {
    let features: Vec<String> =
        tally.feature_shares().iter().map(|(name, share)| format!("{name} {:.1} %", share * 100.0)).collect();
    for (title, list, width) in [
        ("programs with", features, 4),
        ("programs by tens of tokens", columns(&tally.tokens), 12),
        ("by nesting", columns(&tally.nesting), 12),
        ("by threads alive at once", columns(&tally.threads), 12),
    ] {
        writeln!(out, "  {title}:")?;
        for line in list.chunks(width) {
            writeln!(out, "    {}", line.join(", "))?;
        }
    }
    let alone: u64 = tally.refused.values().sum();
    writeln!(
        out,
        "  {} programs edited: {alone} rejected by one premise alone, by {} different ones",
        tally.edited,
        tally.refused.len()
    )
}

fn columns(histogram: &std::collections::BTreeMap<u64, u64>) -> Vec<String> {
    histogram.iter().map(|(key, n)| format!("{key}: {n}")).collect()
}
