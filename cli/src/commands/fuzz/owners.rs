//! Campaigns over programs with owners, which have a generator of their own: each program and three near misses of it.

use super::summary::{GUARD_CUT, guard_json, guarded};
use super::{GUARD, Outcome, cores};
use crate::args::{FuzzArgs, RunFormat};
use crate::running::interrupt;
use crate::terminal::Out;
use racefree_answers::variant::Rules;
use racefree_soundness::campaign::guard;
use racefree_soundness::owners::campaign::{CHUNK, NEAR, Seen, judged_program, seed_of, theorem_by};
use racefree_soundness::owners::runtime::EXERCISED;
use serde_json::json;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// So many counterexamples are shown in full.
const IN_FULL: usize = 3;

/// Carries out a campaign, or prints one of its programs.
pub fn run(args: &FuzzArgs, rules: &Rules, programs: u64, out: &mut Out) -> Result<io::Result<Outcome>, String> {
    if args.results.is_some() || args.shard.of > 1 {
        return Err("a campaign over programs with owners has no shards and keeps no results: leave `--shard` and `--results` out".to_owned());
    }
    let seed = args.seed.unwrap_or_else(crate::options::drawn);
    if let Some(k) = args.program {
        return Ok(write!(out, "{}", judged_program(rules, seed_of(seed, k))).map(|()| Outcome::Fine));
    }
    interrupt::listen();
    let start = Instant::now();
    let late = || args.time.is_some_and(|time| start.elapsed() >= time);
    let (next, all) = (AtomicU64::new(0), Mutex::new(Seen::default()));
    let work = || {
        while !late() && !interrupt::interrupted() {
            let from = next.fetch_add(CHUNK, Ordering::Relaxed);
            if from >= programs {
                break;
            }
            let seeds = seed_of(seed, from)..seed_of(seed, (from + CHUNK).min(programs));
            let seen = theorem_by(rules, seeds, NEAR);
            if let Ok(mut all) = all.lock() {
                all.add(seen);
            }
        }
    };
    let threads = args.threads.map_or_else(cores, |n| n as usize);
    std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
    let mut seen = all.into_inner().unwrap_or_default();
    seen.found.sort_by(|a, b| (a.program.len(), &a.program).cmp(&(b.program.len(), &b.program)));
    let finished = next.into_inner() >= programs;
    let seconds = start.elapsed().as_secs_f64();
    let caught = match args.no_guard {
        true => None,
        false => Some(guard(rules.system, seed, GUARD, threads, &interrupt::interrupted)),
    };
    let outcome = match () {
        () if !seen.found.is_empty() => Outcome::Wrong,
        () if interrupt::interrupted() && !(finished && caught.as_ref().is_none_or(Option::is_some)) => {
            Outcome::Interrupted
        }
        () if finished || args.programs.is_none() => Outcome::Fine,
        () => Outcome::Budget,
    };
    let caught = caught.as_ref().map(Option::as_deref);
    let printed = print(args, rules, seed, &seen, (seconds, finished), caught, out);
    let outcome = super::vacuous(seen.accepted, outcome, out);
    Ok(printed.map(|()| outcome))
}

/// What the campaign showed; `guard` is the variants planted, each with whether it was caught, unless it was cut short or left out.
fn print(
    args: &FuzzArgs,
    rules: &Rules,
    seed: u64,
    seen: &Seen,
    (seconds, finished): (f64, bool),
    guard: Option<Option<&[(String, bool)]>>,
    out: &mut Out,
) -> io::Result<()> {
    if args.format == RunFormat::Json {
        let found = seen.found.iter().map(
            |c| json!({ "program": c.program, "schedule": c.schedule, "property": c.property, "detail": c.detail }),
        );
        let found: Vec<_> = found.collect();
        let summary = json!({
            "file": null, "version": racefree_answers::json::VERSION, "system": rules.system.name(), "variant": rules.spelled(),
            "seed": seed, "finished": finished, "programs": seen.programs, "executions": seen.executions,
            "steps": seen.steps, "seconds": seconds, "rules": {},
            "statistics": {
                "accepted": seen.accepted, "complete": seen.complete, "forks": seen.forks, "moves": seen.moves,
                "exercised": exercised(seen).map(|(what, n, least)| json!({
                    "what": what, "programs": n, "least": least, "enough": n >= least,
                })).collect::<Vec<_>>(),
                "guard": guard.flatten().map(guard_json),
                "rejected": seen.rejected, "rejected_with_a_race": seen.raced, "rejected_partly_proved": seen.partly,
            },
            "counterexamples": found,
        });
        return writeln!(out, "{summary}");
    }
    let Seen { programs, accepted, complete, rejected, raced, partly, forks, moves, .. } = seen;
    writeln!(out, "seed {seed}: {programs} programs with owners, near misses among them, in {seconds:.1} s")?;
    writeln!(
        out,
        "  {accepted} accepted, {complete} of them explored whole; {forks} fork, {moves} move what is unique"
    )?;
    writeln!(out, "  accepted programs whose owners were watched while they did what owners are for:")?;
    for (what, n, least) in exercised(seen) {
        let few = if n < least { ", which is too few: this says little of it" } else { "" };
        writeln!(out, "    {n:>8}  {} (at least {least}){few}", in_words(what))?;
    }
    writeln!(
        out,
        "  {rejected} rejected, {raced} of them with a race; in {partly} some fields are proved all the same"
    )?;
    for c in seen.found.iter().take(IN_FULL) {
        writeln!(out, "\n{} {} {}\n{}", c.property, c.detail, c.schedule, c.program)?;
    }
    match guard {
        None => {}
        Some(None) => writeln!(out, "{GUARD_CUT}")?,
        Some(Some(guard)) => guarded(guard, GUARD, out)?,
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

/// What owners are for: how many accepted programs did it, and how many at least should have.
fn exercised(seen: &Seen) -> impl Iterator<Item = (&'static str, u64, u64)> {
    let floor = |share: u64| seen.accepted * share / 100;
    EXERCISED.into_iter().map(move |(what, share)| (what, seen.exercised.get(what).copied().unwrap_or(0), floor(share)))
}

/// What that is, for a line of the summary.
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
