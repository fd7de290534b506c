//! `racefree fuzz`.

mod failures;
mod owners;
mod results;
mod summary;

use super::Outcome;
use crate::args::{FuzzAction, FuzzArgs, RunFormat};
use crate::options;
use crate::running::{failed, interrupt};
use crate::terminal::Out;
use failures::{Failures, Replayed};
use racefree_answers::count;
use racefree_answers::variant::Rules;
use racefree_grammar::ast::Dialect;
use racefree_soundness::campaign::{self, Plan, Progress, Results, Tally, guard};
use racefree_soundness::generate::Maker;
use racefree_soundness::generate::systems::makes;
use results::Kept;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use summary::Summary;

/// Without `--programs` and `--time`, so many programs.
const PROGRAMS: u64 = 100_000;
/// Programs that each planted variant gets.
const GUARD: u64 = 4_000;
/// The results are written so often.
const KEPT_EVERY: Duration = Duration::from_secs(5);

/// Carries out a campaign, or joins results.
pub fn run(args: &FuzzArgs, out: &mut Out) -> io::Result<Outcome> {
    let done = match &args.action {
        Some(FuzzAction::Merge { files, output, format }) => results::merge(files, output.as_deref(), *format, out),
        None => rules(args).and_then(|rules| match args.program {
            _ if rules.system.dialect() == Dialect::Owners => {
                let unbounded = if args.time.is_some() { u64::MAX } else { PROGRAMS };
                owners::run(args, &rules, args.programs.unwrap_or(unbounded), out)
            }
            Some(index) => program(args, &rules, index, out),
            None => campaign(args, rules, out),
        }),
    };
    done.unwrap_or_else(|message| Ok(failed(out, &message)))
}

/// The rules to generate and judge by.
fn rules(args: &FuzzArgs) -> Result<Rules, String> {
    if args.rules.defaults || !args.rules.no_warn.is_empty() {
        return Err(
            "generated programs have all annotations and no errors: --defaults and --no-warn say nothing of them"
                .to_owned(),
        );
    }
    let system = racefree_answers::options::named(args.rules.system.as_deref());
    if system.dialect() != Dialect::Owners {
        makes(system)?;
    }
    options::rules(&args.rules, system)
}

/// Prints one program.
fn program(args: &FuzzArgs, rules: &Rules, index: u64, out: &mut Out) -> Result<io::Result<Outcome>, String> {
    if args.programs.is_some_and(|n| index >= n) {
        return Err(format!("there is no program {index}: they are numbered from 0 to --programs less 1"));
    }
    let tree = campaign::program(&Maker::new(rules), args.seed.unwrap_or_default(), index);
    Ok(write!(out, "{}", tree.source()).map(|()| Outcome::Fine))
}

/// What there is to do: from the arguments, or what an earlier command left to be done.
fn begin(args: &FuzzArgs, rules: &Rules, out: &mut Out) -> Result<Results, String> {
    let planned = match (args.programs, args.time) {
        (None, Some(_)) => None,
        (programs, _) => Some(programs.unwrap_or(PROGRAMS)),
    };
    let shard = (args.shard.index, args.shard.of);
    let wanted = |seed: u64| Results::new(rules, seed, planned, shard);
    if let Some(file) = &args.results
        && let Some(old) = results::earlier(file, out)?
    {
        let wanted = wanted(args.seed.unwrap_or(old.seed));
        if let Some(why) = old.differs(&wanted) {
            return Err(format!("`{}` holds the results of another campaign: {why}", file.display()));
        }
        if old.shards.iter().map(|s| (s.shard, s.of)).ne([shard]) {
            return Err(format!("`{}` holds the results of another shard, or of several", file.display()));
        }
        return Ok(old);
    }
    match args.seed {
        None if shard.1 > 1 => Err("all shards of a campaign have one seed: write --seed N with --shard".to_owned()),
        seed => Ok(wanted(seed.unwrap_or_else(crate::options::drawn))),
    }
}

fn campaign(args: &FuzzArgs, rules: Rules, out: &mut Out) -> Result<io::Result<Outcome>, String> {
    if args.failures.exists() && !args.failures.is_dir() {
        return Err(format!("`{}` is no folder, so no failures can be kept there", args.failures.display()));
    }
    let before = begin(args, &rules, out)?;
    interrupt::listen();
    let replayed = failures::replay(&args.failures, &rules, out);
    let threads = args.threads.map_or_else(cores, |n| n as usize);
    let shard = before.shards[0];
    let system = rules.system;
    let plan = Plan {
        rules,
        seed: before.seed,
        programs: before.planned.unwrap_or(u64::MAX),
        time: args.time,
        shard: (shard.shard, shard.of),
        threads,
        from: shard.next,
    };
    let start = Instant::now();
    // With a time to keep to, failures are made small within it, and shortly after.
    let until = args.time.map(|time| start + time.mul_f64(1.05));
    let folder = Failures::new(&args.failures, &plan, args.reduce, until);
    let kept = args.results.as_deref().map(Kept::new);
    let (tally, next) = carry_out(&plan, &before, start, &folder, kept.as_ref(), out);
    let results = sum(&before, &tally, next, start.elapsed());
    let unwritten = kept.as_ref().is_some_and(|kept| !kept.keep(&results));
    let caught = match args.no_guard {
        true => None,
        false => guard(system, results.seed, GUARD, threads, &interrupt::interrupted),
    };
    let guard_cut = !args.no_guard && caught.is_none();
    let summary = Summary {
        results: &results,
        failures: folder.found(),
        guard: caught.as_deref(),
        guard_programs: GUARD,
        guard_cut,
        replayed: Some(&replayed),
    };
    let outcome = outcome(args, &results, &replayed, unwritten, guard_cut);
    let printed = summary.print(args.format == RunFormat::Json, out);
    let outcome = vacuous(results.tally.accepted, outcome, out);
    Ok(match printed {
        // The reader of a pipe has seen enough; that changes nothing in how it went.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(outcome),
        printed => printed.map(|()| outcome),
    })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A campaign in which no program was judged shows nothing, and is no success.
fn vacuous(accepted: u64, outcome: Outcome, out: &mut Out) -> Outcome {
    if accepted > 0 || !matches!(outcome, Outcome::Fine | Outcome::Budget) {
        return outcome;
    }
    out.complain("no program was made that these rules accept, so this campaign says nothing");
    Outcome::Failed
}

/// How the campaign ended.
fn outcome(args: &FuzzArgs, results: &Results, replayed: &Replayed, unwritten: bool, guard_cut: bool) -> Outcome {
    if results.tally.failures() > 0 || replayed.wrong > 0 {
        return Outcome::Wrong;
    }
    if unwritten {
        return Outcome::Failed;
    }
    // A stop that comes when all is done stops nothing.
    if interrupt::interrupted() && (guard_cut || !results.finished()) {
        return Outcome::Interrupted;
    }
    // The time is a budget only if a number of programs was asked for as well.
    match results.finished() || args.programs.is_none() {
        true => Outcome::Fine,
        false => Outcome::Budget,
    }
}

/// Carries the plan out; tells how far it is, and writes down what there is now and then.
fn carry_out(
    plan: &Plan,
    before: &Results,
    start: Instant,
    folder: &Failures<'_>,
    kept: Option<&Kept<'_>>,
    out: &Out,
) -> (Tally, u64) {
    let terminal = io::stderr().is_terminal() && !out.quiet;
    let shown = Mutex::new((start, start));
    let told = AtomicBool::new(false);
    let at = |next: u64, tally: &Tally| {
        let Ok(mut shown) = shown.lock() else { return };
        if terminal && shown.0.elapsed() > Duration::from_secs(1) {
            told.store(true, Ordering::Relaxed);
            let rate = tally.programs as f64 / start.elapsed().as_secs_f64();
            let of = before.planned.map_or(String::new(), |n| format!(" of {n}"));
            let wrong = match tally.failures() {
                0 => String::new(),
                n => format!(", {}", count(n, "failure")),
            };
            // Progress is a courtesy: that it cannot be written changes nothing.
            let _ = write!(io::stderr(), "\r\x1b[K{next}{of} programs, {rate:.0} a second{wrong}");
            shown.0 = Instant::now();
        }
        if let Some(kept) = kept
            && shown.1.elapsed() > KEPT_EVERY
        {
            kept.keep(&sum(before, tally, next, start.elapsed()));
            shown.1 = Instant::now();
        }
    };
    let progress = Progress { stop: &interrupt::interrupted, found: &|wrong, tree| folder.add(wrong, tree), at: &at };
    let done = campaign::run(plan, &progress);
    if told.load(Ordering::Relaxed) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    done
}

/// What there is with what was found since.
fn sum(before: &Results, tally: &Tally, next: u64, time: Duration) -> Results {
    let mut results = before.clone();
    results.tally.add(tally);
    results.shards.iter_mut().for_each(|shard| shard.next = next);
    results.seconds += time.as_secs_f64();
    results
}
