//! Campaigns over programs with owners as people read them.

use super::summary::{GUARD_CUT, guarded};
use crate::terminal::Out;
use racefree_answers::campaigns::fuzz::owners::OwnersCampaign;
use racefree_soundness::owners::campaign::Seen;
use std::io::{self, Write};

/// Greatest number of counterexamples shown in full.
const IN_FULL: usize = 3;

pub fn human(campaign: &OwnersCampaign, out: &mut Out) -> io::Result<()> {
    let OwnersCampaign { seed, seen, seconds, .. } = campaign;
    let Seen { programs, accepted, complete, rejected, raced, partly, forks, moves, .. } = seen;
    writeln!(out, "seed {seed}: {programs} programs with owners, near misses among them, in {seconds:.1} s")?;
    writeln!(
        out,
        "  {accepted} accepted, {complete} of them explored whole; {forks} fork, {moves} move what is unique"
    )?;
    writeln!(out, "  accepted programs whose owners were watched while they did what owners are for:")?;
    for (what, n, least) in campaign.exercised() {
        let few = if n < least { ", which is too few: this says little of it" } else { "" };
        writeln!(out, "    {n:>8}  {} (at least {least}){few}", in_words(what))?;
    }
    writeln!(
        out,
        "  {rejected} rejected, {raced} of them with a race; in {partly} some fields are proved all the same"
    )?;
    for c in seen.found.iter().take(IN_FULL) {
        writeln!(out, "\n{}", c.told())?;
    }
    match &campaign.guard {
        _ if campaign.guard_cut => writeln!(out, "{GUARD_CUT}")?,
        None => {}
        Some(guard) => guarded(guard, out)?,
    }
    match seen.found.len() {
        0 => writeln!(
            out,
            "no counterexample; at 95 % fewer than {:.1e} of such programs are one",
            3.0 / *accepted.max(&1) as f64
        ),
        n => writeln!(out, "{n} counterexamples"),
    }
}

/// Description of a use of owners, for a line of the summary.
fn in_words(what: &str) -> &str {
    match what {
        "lent" => "lend a unique object",
        "given" => "give one, with a change of owner",
        "taken" => "take one under a lock",
        "read_by_two" => "read a readonly object in two threads",
        "other_thread" => "see another thread's owner (kᵢ)",
        "self_qualified" => "evaluate f$p with f = self",
        "swapped" => "use two formals swapped",
        other => other,
    }
}
