//! `racefree fuzz`.

mod causes;
mod failures;
mod owners;
mod results;
mod summary;

use crate::args::{FuzzAction, FuzzArgs, RunFormat};
use crate::ending::{Done, Ending};
use crate::options;
use crate::running::{Every, Line, interrupt};
use crate::terminal::Out;
use failures::Failures;
use racefree_answers::campaigns::Hooks;
use racefree_answers::campaigns::fuzz::{self, Replayed, Summary};
use racefree_answers::variant::Rules;
use racefree_soundness::campaign::Results;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The results are written so often.
const KEPT_EVERY: Duration = Duration::from_secs(5);

/// Carries out a campaign, or joins results.
pub fn run(args: &FuzzArgs, out: &mut Out) -> Done {
    if let Some(FuzzAction::Merge { files, output, format }) = &args.action {
        return results::merge(files, output.as_deref(), *format, out);
    }
    let rules = fuzz::rules(&args.options, options::variant)?;
    match args.program {
        Some(index) => {
            write!(out, "{}", fuzz::program(&args.options, &rules, index)?)?;
            Ok(Ending::Fine)
        }
        None if fuzz::has_owners(&rules) => owners::run(args, rules, out),
        None => campaign(args, rules, out),
    }
}

/// The results to begin with: what an earlier command left to be done, or none.
fn begin(args: &FuzzArgs, rules: &Rules, out: &mut Out) -> Result<Results, String> {
    let (asked, shard) = (&args.options, (args.options.shard.index, args.options.shard.of));
    if let Some(file) = &args.results
        && let Some(old) = results::earlier(file, out)?
    {
        let wanted = fuzz::begin(asked, rules, asked.seed.unwrap_or(old.seed));
        if let Some(why) = old.differs(&wanted) {
            return Err(format!("`{}` holds the results of another campaign: {why}", file.display()));
        }
        if old.shards.iter().map(|s| (s.shard, s.of)).ne([shard]) {
            return Err(format!("`{}` holds the results of another shard, or of several", file.display()));
        }
        return Ok(old);
    }
    match asked.seed {
        None if shard.1 > 1 => Err("all shards of a campaign have one seed: write --seed N with --shard".to_owned()),
        seed => Ok(fuzz::begin(asked, rules, seed.unwrap_or_else(options::drawn))),
    }
}

fn campaign(args: &FuzzArgs, rules: Rules, out: &mut Out) -> Done {
    if args.failures.exists() && !args.failures.is_dir() {
        return Err(format!("`{}` is no folder, so no failures can be kept there", args.failures.display()).into());
    }
    let before = begin(args, &rules, out)?;
    let (desk, _) = options::desk(false);
    let replayed = failures::replay(&args.failures, &rules, out);
    let plan = fuzz::plan(&desk, &args.options, rules, &before);
    // With a time to keep to, failures are made small within it, and shortly after.
    let until = plan.time.map(|time| Instant::now() + time.mul_f64(1.05));
    let folder = Failures::new(&args.failures, &plan, Duration::from_secs_f64(args.reduce), until);
    let said = AtomicBool::new(false);
    let (line, often) = (Line::new(!out.quiet), Every::new(KEPT_EVERY));
    let keep = |so_far: &dyn Fn() -> Results| {
        if let Some(file) = args.results.as_ref().filter(|_| often.is_due()) {
            results::keep(file, &so_far(), &said);
        }
    };
    let company = Hooks { tell: &|words| line.tell(words), keep: &keep };
    let results = fuzz::carry_out(&desk, &plan, &before, &|wrong, tree| folder.add(wrong, tree), &company);
    drop(line);
    let unwritten = args.results.as_ref().is_some_and(|file| !results::keep(file, &results, &said));
    let guard = fuzz::guarded(&desk, &args.options, (plan.rules.system, plan.seed), plan.threads);
    let guard_cut = !args.options.no_guard && guard.is_none();
    let outcome = outcome(args, &results, &replayed, unwritten, guard_cut);
    let summary = Summary {
        results,
        failures: folder.found(),
        rules: Some(plan.rules.clone()),
        guard,
        guard_cut,
        replayed: Some(replayed),
    };
    let printed = summary::print(&summary, args.format == RunFormat::Json, out);
    let outcome = vacuous(summary.results.tally.accepted, outcome, out);
    printed?;
    Ok(outcome)
}

/// A campaign in which no program was judged shows nothing, and is no success.
fn vacuous(accepted: u64, outcome: Ending, out: &mut Out) -> Ending {
    if accepted > 0 || !matches!(outcome, Ending::Fine | Ending::Budget) {
        return outcome;
    }
    out.complain("no program was made that these rules accept, so this campaign says nothing");
    Ending::Failed
}

/// Ending of the campaign.
fn outcome(args: &FuzzArgs, results: &Results, replayed: &Replayed, unwritten: bool, guard_cut: bool) -> Ending {
    if results.tally.failures() > 0 || replayed.wrong > 0 {
        return Ending::Wrong;
    }
    if unwritten {
        return Ending::Failed;
    }
    // A stop that comes when all is done stops nothing.
    if interrupt::interrupted() && (guard_cut || !results.finished()) {
        return Ending::Interrupted;
    }
    // The time is a budget only if a number of programs was asked for as well.
    match results.finished() || args.options.programs.is_none() {
        true => Ending::Fine,
        false => Ending::Budget,
    }
}
