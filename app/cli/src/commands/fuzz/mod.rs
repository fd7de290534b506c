//! `racefree fuzz`.

mod merge;
mod owners;

use crate::args::{FuzzAction, FuzzArgs, RunFormat};
use crate::campaign::failures::{self, Failures};
use crate::campaign::{outcome, results, summary, vacuous};
use crate::ending::{Done, Ending};
use crate::options;
use crate::running::{Every, Line};
use crate::terminal::Out;
use racefree_answers::campaigns::Hooks;
use racefree_answers::campaigns::fuzz::{self, Summary};
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
        return merge::run(files, output.as_deref(), *format, out);
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

fn campaign(args: &FuzzArgs, rules: Rules, out: &mut Out) -> Done {
    if args.failures.exists() && !args.failures.is_dir() {
        return Err(format!("`{}` is no folder, so no failures can be kept there", args.failures.display()).into());
    }
    let before = results::begin(args, &rules, out)?;
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
