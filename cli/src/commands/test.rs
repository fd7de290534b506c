//! `racefree test`.

use super::Outcome;
use crate::args::{MonitorsArg, RunFormat, TestArgs};
use crate::running::{
    Loaded, Who, campaign, count, failed, findings, interrupt, json, options, program, who, write_file,
};
use crate::terminal::Out;
use crate::trace::collect;
use racefree_interp::drive::{Failure, RunOptions, TestOptions, TestResult};
use racefree_interp::schedule::{Schedule, ScheduleFile};
use racefree_interp::{drive, options::Locks};
use std::io::{self, Write};
use std::time::Duration;

/// Without `--runs` and `--time`, so many schedules.
const RUNS: u64 = 1_000;

/// Runs a program under many schedules.
pub fn run(args: &TestArgs, out: &mut Out) -> io::Result<Outcome> {
    let running = &args.running;
    if let Who::Replay(_) = running.scheduler {
        return Ok(failed(out, "`racefree test` runs many schedules; `racefree run` replays one"));
    }
    let time = match args.time.map(Duration::try_from_secs_f64) {
        None => None,
        Some(Ok(time)) => Some(time),
        Some(Err(_)) => return Ok(failed(out, "`--time` takes a number of seconds")),
    };
    let loaded = match program::load(&args.file, &running.rules, running.format, out)? {
        Ok(loaded) => loaded,
        Err(outcome) => return Ok(outcome),
    };
    let run = match options::options(running) {
        Ok(options) => {
            let monitors = options::monitors(running, loaded.accepted);
            RunOptions { monitors, ..options }
        }
        Err(message) => return Ok(failed(out, &message)),
    };
    interrupt::listen();
    let runs = args.runs.unwrap_or(if time.is_some() { u64::MAX } else { RUNS });
    let options = TestOptions { run, runs, ..TestOptions::default() };
    let result = campaign::run(&loaded.program, &options, time, args.threads, !out.quiet);
    let outcome = match &result.failure {
        // Ctrl-C is the user's; the time limit is a budget only if a number of runs was asked for as well.
        None if interrupt::interrupted() => Outcome::Interrupted,
        None if result.limited > 0 || result.interrupted && args.runs.is_some() => Outcome::Budget,
        None => Outcome::Fine,
        Some(_) => Outcome::Wrong,
    };
    let mut written = true;
    if let (Some(path), Some(failure)) = (&running.save_schedule, &result.failure) {
        let file = ScheduleFile {
            program: loaded.program.tables.digest,
            locks: options.run.semantics.locks,
            schedule: failure.shortened.schedule.clone(),
        };
        if let Err(message) = write_file(path, "schedule", &file.to_string()) {
            out.complain(&message);
            written = false;
        }
    }
    match running.format {
        RunFormat::Json => as_json(args, &loaded, &options, &result, out)?,
        RunFormat::Human => human(args, &loaded, &options, &result, outcome, out)?,
    }
    Ok(if written { outcome } else { Outcome::Failed })
}

/// The run of the shortened schedule.
fn again(loaded: &Loaded, options: &RunOptions, failure: &Failure) -> drive::RunResult {
    drive::replay(&loaded.program, options, &failure.shortened.schedule)
}

fn human(
    args: &TestArgs,
    loaded: &Loaded,
    options: &TestOptions,
    result: &TestResult,
    outcome: Outcome,
    out: &mut Out,
) -> io::Result<()> {
    let name = &loaded.source.name;
    let how = options::describe(&args.running, options.run.seed);
    let runs = count(result.runs, "schedule");
    let Some(failure) = &result.failure else {
        if out.quiet && outcome == Outcome::Fine {
            return Ok(());
        }
        let interrupted = if outcome == Outcome::Interrupted { "interrupted; " } else { "" };
        let summary = format!("{name}: {interrupted}no problem in {runs} ({how})");
        writeln!(out, "{}", out.bold(&summary))?;
        if let Some(limit) = result.limit {
            let (cut, message) = (result.limited, limit.message(&options.run.limits));
            writeln!(out, "  {cut} of them did not come to an end ({message}); nothing is known about how they go on")?;
        }
        if outcome == Outcome::Budget && result.interrupted {
            writeln!(out, "  the time was over before all runs were made")?;
        }
        return Ok(());
    };
    // Objects and threads as they are called in the short schedule's own run.
    let short = again(loaded, &options.run, failure);
    let key = failure.finding.key();
    let finding = short.findings().into_iter().find(|f| f.key() == key).unwrap_or_else(|| failure.finding.clone());
    findings::draw_one(loaded, &finding, out)?;
    let schedule = &failure.shortened.schedule;
    let (steps, switches) = (count(schedule.steps(), "step"), switches(schedule));
    let least = if failure.shortened.fewest_switches { ", and with fewer it does not happen" } else { "" };
    writeln!(out, "A short schedule that shows it: {steps}, {switches}{least}")?;
    table(loaded, &options.run, schedule, out)?;
    let command = command(args, name, schedule);
    writeln!(out, "\nTo see it again:\n  {command}\nTo see every step:\n  {command} --trace text\n")?;
    let nth = result.runs;
    let headline = findings::headline(&finding);
    let summary =
        format!("{name}: {headline}, in schedule {nth} ({how}; that schedule's own seed is {})", failure.seed);
    writeln!(out, "{}", out.bold(&summary))
}

/// `2 context switches`
fn switches(schedule: &Schedule) -> String {
    match schedule.switches() {
        0 => "no context switch".to_owned(),
        1 => "1 context switch".to_owned(),
        n => format!("{n} context switches"),
    }
}

/// Who runs how many steps, from where to where.
fn table(loaded: &Loaded, options: &RunOptions, schedule: &Schedule, out: &mut Out) -> io::Result<()> {
    let (program, text) = (&loaded.program, &loaded.source.text);
    let how = (options.semantics, options.limits);
    let trace = collect::collect(program, text, how, schedule, options.detectors, 1_000_000);
    let mut first = 0u64;
    writeln!(out, "\n  {:<10}{:>7}  {:<9}{:<9}last of these", "who", "steps", "line", "to line")?;
    for &(thread, steps) in schedule.runs() {
        let own = trace.steps.get(first as usize..(first + steps) as usize).unwrap_or_default();
        first += steps;
        let line = |s: &crate::trace::Step| s.span.map_or(String::new(), |p| p.line.to_string());
        let seen = own.iter().rev().find(|s| !s.is_local()).or(own.last());
        let (from, to) = (own.first().map_or(String::new(), line), own.last().map_or(String::new(), line));
        let last = seen.map_or("", |s| &s.text);
        let who = format!("thread {thread}");
        writeln!(out, "  {}", format!("{who:<10}{steps:>7}  {from:<9}{to:<9}{last}").trim_end())?;
    }
    Ok(())
}

/// A command line that replays a schedule.
fn command(args: &TestArgs, name: &str, schedule: &Schedule) -> String {
    let running = &args.running;
    let inline = who::inline(schedule);
    let replay = match &running.save_schedule {
        Some(path) if inline.len() > 200 => path.display().to_string(),
        _ => inline,
    };
    let mut command = format!("racefree run {}", quoted(name));
    for variant in &running.rules.variant {
        command.push_str(&format!(" --variant {}", quoted(variant)));
    }
    if options::locks(running.locks) != Locks::default() {
        command.push_str(&format!(" --locks {}", options::locks(running.locks).name()));
    }
    if running.rules.defaults {
        command.push_str(" --defaults");
    }
    if options::detectors(running) != drive::Detectors::default() {
        command.push_str(&format!(" --detector {}", options::detector_names(running)));
    }
    if running.monitors == MonitorsArg::All {
        command.push_str(" --monitors all");
    }
    format!("{command} --scheduler {}", quoted(&format!("replay:{replay}")))
}

/// An argument as a shell takes it.
fn quoted(argument: &str) -> String {
    // A shell replaces `*` by the names of files; those that match `replay:0*12` are rare, but not impossible.
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

fn as_json(
    args: &TestArgs,
    loaded: &Loaded,
    options: &TestOptions,
    result: &TestResult,
    out: &mut Out,
) -> io::Result<()> {
    let Loaded { source, program, .. } = loaded;
    let random = args.running.scheduler.is_random() || args.running.seed.is_some();
    let failure = result.failure.as_ref().map(|failure| {
        let short = again(loaded, &options.run, failure);
        serde_json::json!({
            "kind": failure.finding.kind(),
            "seed": random.then_some(failure.seed),
            "command": command(args, &source.name, &failure.shortened.schedule),
            "switches": failure.shortened.schedule.switches(),
            "fewest_switches": failure.shortened.fewest_switches,
            "run": json::run(&source.name, &source.text, program, None, &short),
        })
    });
    let object = serde_json::json!({
        "file": source.name,
        "version": crate::json::VERSION,
        "seed": random.then_some(options.run.seed),
        "scheduler": options.run.scheduler.to_string(),
        "runs": result.runs,
        "steps": result.steps,
        "limited": result.limited,
        "interrupted": result.interrupted,
        "failure": failure,
    });
    writeln!(out, "{object}")
}
