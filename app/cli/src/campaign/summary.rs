//! Summary of a campaign, for people and for tools.

use super::causes;
use crate::terminal::Out;
use racefree_answers::campaigns::fuzz::{GUARD, KeptFailure, Summary, caught, options};
use racefree_answers::count;
use racefree_soundness::campaign::{Counterexample, Tally};
use std::io::{self, Write};
use std::path::Path;

/// Greatest number of further failures named.
const NUMBERS: usize = 20;

/// Prints a summary.
pub fn print(summary: &Summary, json: bool, out: &mut Out) -> io::Result<()> {
    match json {
        true => writeln!(out, "{}", summary.json()),
        false => People(summary).human(out),
    }
}

/// The summary, for people.
struct People<'s>(&'s Summary);

impl People<'_> {
    fn human(&self, out: &mut Out) -> io::Result<()> {
        self.programs(out)?;
        let tally = &self.0.results.tally;
        if out.quiet && tally.failures() == 0 {
            return Ok(());
        }
        self.counts(out)?;
        match tally.bound() {
            Some(bound) => writeln!(
                out,
                "no counterexample; with 95 % confidence at most {bound:.2e} of the programs with a conflict have one"
            )?,
            None if tally.failures() == 0 => writeln!(out, "no counterexample, and no program with a conflict")?,
            None => {}
        }
        self.guarded(out)?;
        if tally.failures() == 0 { Ok(()) } else { causes::print(self.0, out) }
    }

    /// Files and numbers of the programs that go wrong; the end has the smallest of each cause in full.
    fn programs(&self, out: &mut Out) -> io::Result<()> {
        let mut failures: Vec<&KeptFailure> = self.0.failures.iter().collect();
        failures.sort_by_key(|s| (s.failure.property != "race", s.failure.tokens));
        // Unwritten failures are all shown: else they would be lost.
        for shown in failures.iter().filter(|s| s.file.is_none()) {
            in_full(shown, out)?;
        }
        let written: Vec<&Path> = failures.iter().filter_map(|s| s.file.as_deref()).collect();
        if let Some(folder) = written.first().and_then(|file| file.parent()) {
            let n = written.len() as u64;
            let those = if n == 1 { "program that goes wrong is" } else { "programs that go wrong are" };
            writeln!(out, "{n} {those} in `{}`, made small", folder.display())?;
        }
        let kept = &self.0.results.tally.counterexamples;
        let shown = |c: &&Counterexample| self.0.failures.iter().any(|s| s.failure.found.index == c.index);
        let others: Vec<String> = kept.iter().filter(|c| !shown(c)).map(|c| c.index.to_string()).collect();
        if others.is_empty() {
            return Ok(());
        }
        let also = if self.0.failures.is_empty() { "programs that go wrong" } else { "also" };
        let more = others.len() > NUMBERS || self.0.results.tally.failures() > kept.len() as u64;
        let numbers = others[..others.len().min(NUMBERS)].join(", ");
        writeln!(out, "{also}: {numbers}{}", if more { ", …" } else { "" })?;
        let rules = options(self.0.results.system.as_deref(), &self.0.results.variant);
        writeln!(out, "  racefree fuzz --seed {}{rules} --program NUMBER", self.0.results.seed)?;
        writeln!(out)
    }

    fn counts(&self, out: &mut Out) -> io::Result<()> {
        let results = &self.0.results;
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
        if let Some(r) = self.0.replayed.filter(|r| r.wrong + r.right + r.rejected + r.unreadable > 0) {
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
        if self.0.guard_cut {
            return writeln!(out, "{GUARD_CUT}");
        }
        let Some(guard) = &self.0.guard else { return Ok(()) };
        if let (true, Some(system)) = (guard.is_empty(), &self.0.results.system) {
            return writeln!(
                out,
                "vacuity guard: no variant of `{system}` is known to be unsound, so none is planted (`racefree variants \
                 matrix --system {system}` lists those that are)"
            );
        }
        guarded(guard, out)
    }
}

/// A vacuity guard that was interrupted.
pub const GUARD_CUT: &str = "vacuity guard: interrupted, so nothing is known of it";

/// Prints how many of the planted variants were caught, and the names of the others.
pub fn guarded(guard: &[(String, bool)], out: &mut Out) -> io::Result<()> {
    let (planted, caught) = (guard.len(), caught(guard));
    writeln!(out, "vacuity guard: {caught} of {planted} planted unsound variants caught within {GUARD} programs each")?;
    guard.iter().filter(|(_, c)| !*c).try_for_each(|(name, _)| writeln!(out, "  not caught: {name}"))
}

/// A failure with its program.
fn in_full(shown: &KeptFailure, out: &mut Out) -> io::Result<()> {
    let failure = &shown.failure;
    let what = format!("program {}: {} {}", failure.found.index, failure.property, failure.detail);
    writeln!(out, "{}", out.bold(what.trim_end()))?;
    writeln!(out, "  {} tokens, {}", failure.tokens, failure.smallness())?;
    writeln!(out)?;
    out.indented("  ", &failure.program)?;
    writeln!(out)?;
    writeln!(out, "  it could not be written; schedule {}", failure.schedule)?;
    writeln!(out)
}

/// Prints the features of the programs, and their sizes.
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
