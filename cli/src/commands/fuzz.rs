//! `racefree fuzz`.

use super::Outcome;
use crate::args::{FuzzAction, FuzzArgs, RunFormat};
use crate::running::interrupt;
use crate::terminal::Out;
use crate::variant;
use racefree_soundness::campaign::{Counterexample, Plan, Progress, Results, Tally, guard, run as carry_out};
use racefree_soundness::judge::{Judge, Verdict};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Programs that each planted variant gets.
const GUARD: u64 = 4_000;

/// Carries out a campaign, or joins results.
pub fn run(args: &FuzzArgs, out: &mut Out) -> io::Result<Outcome> {
    let done = match &args.action {
        Some(FuzzAction::Merge { files, output }) => merge(files, output.as_deref(), out),
        None => campaign(args, out),
    };
    match done {
        Ok(outcome) => outcome,
        Err(message) => {
            out.complain(&message);
            Ok(Outcome::Failed)
        }
    }
}

fn read(file: &Path) -> Result<Results, String> {
    let text = crate::input::read_results(file)?;
    serde_json::from_str(&text).map_err(|e| format!("{} holds no results: {e}", file.display()))
}

/// Writes a file so that it is either the old one or the new one, whatever happens.
fn write(file: &Path, text: &str) -> io::Result<()> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    std::fs::write(&part, text)?;
    std::fs::rename(&part, file)
}

fn merge(files: &[PathBuf], output: Option<&Path>, out: &mut Out) -> Result<io::Result<Outcome>, String> {
    let mut total: Option<Results> = None;
    for file in files {
        let results = read(file)?;
        match &mut total {
            None => total = Some(results),
            Some(total) => total.join(&results).map_err(|e| format!("{}: {e}", file.display()))?,
        }
    }
    let Some(total) = total else { return Err("there is nothing to join".to_owned()) };
    let text = serde_json::to_string(&total).map_err(|e| e.to_string())?;
    if let Some(output) = output {
        write(output, &text).map_err(|e| format!("cannot write {}: {e}", output.display()))?;
    }
    Ok(summary(&total, None, output.is_none(), out))
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if i < n => Ok((i, n)),
        _ => Err(format!("`{text}` is no shard; write I/N with I below N, as in 0/4")),
    }
}

fn campaign(args: &FuzzArgs, out: &mut Out) -> Result<io::Result<Outcome>, String> {
    let rules = variant::rules(&args.rules)?;
    let shard = shard(&args.shard)?;
    let seed = args.seed.unwrap_or_else(crate::running::options::drawn);
    let mut results = Results {
        version: 1,
        variant: rules.name.clone(),
        seed,
        planned: args.programs,
        shards: vec![shard],
        next: 0,
        seconds: 0.0,
        tally: Tally::default(),
    };
    if let Some(file) = args.results.as_deref().filter(|f| f.exists()) {
        match read(file) {
            Ok(old) if old.seed == seed || args.seed.is_none() => {
                let same =
                    old.variant == results.variant && old.planned == results.planned && old.shards == results.shards;
                if !same {
                    return Err(format!("{} holds the results of another campaign", file.display()));
                }
                results = old;
            }
            Ok(_) => return Err(format!("{} holds the results of another seed", file.display())),
            // A device, a folder or the like is not ours to put aside.
            Err(message) if !file.is_file() => return Err(message),
            Err(message) => {
                // Nothing in it can be used, but nothing of it is lost either.
                let aside = file.with_extension("broken");
                std::fs::rename(file, &aside).map_err(|e| format!("{message}; it cannot be put aside: {e}"))?;
                out.complain(&format!("{message}; it is now {}, and the campaign starts anew", aside.display()));
            }
        }
    }
    let again = replayed(args, &rules, out);
    interrupt::listen();
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let time = args.time.map(Duration::from_secs);
    let plan = Plan { rules, seed: results.seed, programs: results.planned, time, shard, threads, from: results.next };
    let (start, before) = (Instant::now(), results.clone());
    let stop = AtomicBool::new(false);
    let shown = Mutex::new((Instant::now(), 0usize, Instant::now()));
    let terminal = io::stderr().is_terminal() && !out.quiet;
    let at = |next: u64, tally: &Tally| {
        if interrupt::interrupted() {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        let Ok(mut shown) = shown.lock() else { return };
        // A finding is written down as soon as it is there.
        for found in tally.counterexamples.iter().skip(shown.1) {
            save(&args.failures, seed, found);
        }
        shown.1 = tally.counterexamples.len();
        if terminal && shown.0.elapsed() > Duration::from_secs(1) {
            let rate = tally.programs as f64 / start.elapsed().as_secs_f64();
            // Whoever watches standard error no more misses nothing.
            let _ = write!(io::stderr(), "\r{next} of {} programs, {rate:.0} a second ", plan.programs);
            shown.0 = Instant::now();
        }
        if let Some(file) = &args.results
            && shown.2.elapsed() > Duration::from_secs(5)
        {
            shown.2 = Instant::now();
            keep(file, &sum(&before, tally, next, start.elapsed()));
        }
    };
    let (tally, next) = carry_out(&plan, &Progress { stop: &stop, at: &at });
    if terminal {
        let _ = write!(io::stderr(), "\r{:60}\r", "");
    }
    let results = sum(&before, &tally, next, start.elapsed());
    for found in &tally.counterexamples {
        save(&args.failures, seed, found);
    }
    let kept = args.results.as_ref().is_none_or(|file| keep(file, &results));
    let caught = if args.no_guard { None } else { Some(guard(results.seed, GUARD)) };
    let printed = summary(&results, caught.as_deref(), args.format == RunFormat::Json, out);
    Ok(printed.map(|outcome| match outcome {
        _ if again => Outcome::Wrong,
        Outcome::Fine if interrupt::interrupted() => Outcome::Interrupted,
        Outcome::Fine if results.next < results.planned && args.time.is_none() => Outcome::Budget,
        Outcome::Fine if !kept => Outcome::Failed,
        outcome => outcome,
    }))
}

fn sum(before: &Results, tally: &Tally, next: u64, time: Duration) -> Results {
    let mut results = before.clone();
    results.tally.add(tally);
    results.next = next;
    results.seconds += time.as_secs_f64();
    results
}

/// Writes the results, or says that this cannot be done; the campaign goes on. Returns whether they are written.
fn keep(file: &Path, results: &Results) -> bool {
    let text = serde_json::to_string(results).unwrap_or_default();
    let written = write(file, &text);
    if let Err(error) = &written {
        let _ = writeln!(io::stderr(), "racefree: the results cannot be written to {}: {error}", file.display());
    }
    written.is_ok()
}

/// Writes a failure as a program with its schedule. If that cannot be done, it goes to standard error, so that it is not lost.
fn save(folder: &Path, seed: u64, found: &Counterexample) {
    let name = format!("seed-{seed}-program-{}.rfj", found.index);
    let text = format!(
        "// {} {}; program {} of seed {seed}\n// schedule: {}\n{}",
        found.property, found.detail, found.index, found.schedule, found.program
    );
    let file = folder.join(name);
    if file.exists() {
        return;
    }
    if let Err(error) = std::fs::create_dir_all(folder).and_then(|()| write(&file, &text)) {
        let _ = writeln!(io::stderr(), "racefree: cannot write {}: {error}; here it is:\n{text}", file.display());
    }
}

/// Looks again at the failures of earlier campaigns. Whether one still fails.
fn replayed(args: &FuzzArgs, rules: &racefree_soundness::variant::Rules, out: &mut Out) -> bool {
    let Ok(folder) = std::fs::read_dir(&args.failures) else { return false };
    let mut files: Vec<PathBuf> = folder.filter_map(|f| Some(f.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "rfj"));
    files.sort();
    let mut failed = false;
    for file in files {
        let text = match crate::input::read_results(&file) {
            Ok(text) => text,
            Err(error) => {
                out.complain(&format!("cannot read the failure {}: {error}", file.display()));
                continue;
            }
        };
        let Ok(program) = racefree_grammar::parse(&text) else { continue };
        if !rules.accepts(&program) {
            continue;
        }
        let Some(lowered) = Judge::lower(program) else { continue };
        if let Verdict::Wrong(kind, _) = Judge::new(rules).explore(&lowered) {
            out.complain(&format!("{} still goes wrong: {}", file.display(), kind.name()));
            failed = true;
        }
    }
    failed
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

fn summary(results: &Results, guard: Option<&[(&str, bool)]>, json: bool, out: &mut Out) -> io::Result<Outcome> {
    let tally = &results.tally;
    let outcome = if tally.counterexamples.is_empty() { Outcome::Fine } else { Outcome::Wrong };
    let caught = guard.map(|g| g.iter().filter(|(_, c)| *c).count());
    if json {
        let shares: serde_json::Map<String, serde_json::Value> =
            tally.shares().into_iter().map(|(name, share, _)| (name.to_owned(), share.into())).collect();
        let features: serde_json::Map<String, serde_json::Value> =
            tally.feature_shares().into_iter().map(|(name, share)| (name.to_owned(), share.into())).collect();
        let object = serde_json::json!({
            "file": null, "version": 1, "seed": results.seed, "variant": results.variant, "shards": results.shards,
            "planned": results.planned, "next": results.next, "programs": tally.programs, "executions": tally.executions,
            "steps": tally.steps, "seconds": results.seconds, "rules": tally.rules,
            "statistics": {
                "accepted": tally.accepted, "complete": tally.complete, "cut": tally.cut, "states": tally.states,
                "shares": shares, "features": features, "tokens": tally.tokens, "nesting": tally.nesting,
                "threads": tally.threads, "duplicates": tally.duplicates(),
                "near_misses": {"edited": tally.edited, "refused_by_one_premise": tally.refused},
                "bound_95": tally.bound(),
                "guard": guard.map(|g| serde_json::json!({"planted": g.len(), "caught": caught})),
            },
            "counterexamples": tally.counterexamples, "tally": tally, "shard_results": results,
        });
        writeln!(out, "{object}")?;
        return Ok(outcome);
    }
    for c in &tally.counterexamples {
        writeln!(out, "{}", out.bold(&format!("program {}: {} {}", c.index, c.property, c.detail)))?;
        writeln!(out, "{}", c.program)?;
        writeln!(out, "schedule {}", c.schedule)?;
    }
    let rate = tally.programs as f64 / results.seconds.max(0.001);
    writeln!(
        out,
        "seed {}, rules: {}; {} programs in {:.1} s ({rate:.0} a second)",
        results.seed, results.variant, tally.programs, results.seconds
    )?;
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
    match tally.bound() {
        Some(bound) => writeln!(
            out,
            "no counterexample; with 95 % confidence at most {bound:.2e} of the programs with a conflict have one"
        )?,
        None => writeln!(out, "{} counterexamples", tally.counterexamples.len())?,
    }
    if let (Some(guard), Some(caught)) = (guard, caught) {
        writeln!(
            out,
            "vacuity guard: {caught} of {} planted unsound variants caught within {GUARD} programs each",
            guard.len()
        )?;
        for (name, _) in guard.iter().filter(|(_, c)| !*c) {
            writeln!(out, "  not caught: {name}")?;
        }
    }
    Ok(outcome)
}
