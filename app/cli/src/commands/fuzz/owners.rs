//! Campaigns over programs with owners, which have a generator of their own: each program and three near misses of it.

use crate::args::{FuzzArgs, RunFormat};
use crate::campaign::owners::human;
use crate::campaign::vacuous;
use crate::ending::Done;
use crate::options;
use crate::terminal::Out;
use racefree_answers::campaigns::fuzz::owners;
use racefree_answers::variant::Rules;
use std::io::Write;

/// Carries out a campaign.
pub fn run(args: &FuzzArgs, rules: Rules, out: &mut Out) -> Done {
    if args.results.is_some() {
        return Err(owners::NO_SHARDS.into());
    }
    let (desk, _) = options::desk(false);
    let seed = args.options.seed.unwrap_or_else(options::drawn);
    let campaign = owners::campaign(&desk, &args.options, rules, seed)?;
    let printed = match args.format {
        RunFormat::Json => writeln!(out, "{}", campaign.json()),
        RunFormat::Human => human(&campaign, out),
    };
    let outcome = vacuous(campaign.seen.accepted, campaign.ending, out);
    printed?;
    Ok(outcome)
}
