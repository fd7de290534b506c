//! `racefree test`.

use super::Outcome;
use crate::args::{RunFormat, TestArgs};
use crate::diagnostics::Artist;
use crate::options;
use crate::running::{campaign, failed, interrupt, program, schedules as table, write_file};
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::json::VERSION;
use racefree_answers::options::{self as words, Running};
use racefree_answers::running::{Again, Loaded, findings, json, replay, schedules};
use racefree_interp::drive;
use racefree_interp::drive::{Failure, RunOptions, TestOptions, TestResult};
use racefree_interp::schedule::{Schedule, ScheduleFile};
use std::io::{self, Write};
use std::time::Duration;

/// Without `--runs` and `--time`, so many schedules.
const RUNS: u64 = 1_000;

/// Runs a program under many schedules.
pub fn run(args: &TestArgs, out: &mut Out) -> io::Result<Outcome> {
    let running = &args.running;
    if running.replays() {
        return Ok(failed(out, "`racefree test` runs many schedules; `racefree run` replays one"));
    }
    if !running.atomizer().is_empty() {
        return Ok(failed(out, "Atomizer looks at one run: `racefree run --detector atomizer`"));
    }
    let time = match args.time.map(Duration::try_from_secs_f64) {
        None => None,
        Some(Ok(time)) => Some(time),
        Some(Err(_)) => return Ok(failed(out, "`--time` takes a number of seconds")),
    };
    let loaded = match program::load(&args.file, &running.rules, args.format, out)? {
        Ok(loaded) => loaded,
        Err(outcome) => return Ok(outcome),
    };
    let asked = options::seeded(running);
    let run = words::run_options(&asked, &loaded);
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
    if let (Some(path), Some(failure)) = (&args.save_schedule, &result.failure) {
        let file = ScheduleFile {
            program: loaded.program.tables.digest(),
            locks: options.run.semantics.locks,
            schedule: failure.shortened.schedule.clone(),
        };
        if let Err(message) = write_file(path, "schedule", &file.to_string()) {
            out.complain(&message);
            written = false;
        }
    }
    match args.format {
        RunFormat::Json => as_json(args, &asked, &loaded, &options, &result, out)?,
        RunFormat::Human => human(args, &asked, &loaded, &options, &result, outcome, out)?,
    }
    Ok(if written { outcome } else { Outcome::Failed })
}

/// The run of the shortened schedule.
fn again(loaded: &Loaded, options: &RunOptions, failure: &Failure) -> drive::RunResult {
    drive::replay(&loaded.program, options, &failure.shortened.schedule)
}

fn human(
    args: &TestArgs,
    asked: &Running,
    loaded: &Loaded,
    options: &TestOptions,
    result: &TestResult,
    outcome: Outcome,
    out: &mut Out,
) -> io::Result<()> {
    let name = &loaded.source.name;
    let how = words::describe(asked);
    let runs = count(result.runs, "schedule");
    let Some(failure) = &result.failure else {
        if out.quiet && outcome == Outcome::Fine {
            return Ok(());
        }
        let interrupted = if outcome == Outcome::Interrupted { "interrupted; " } else { "" };
        let summary = format!("{name}: {interrupted}no problem in {runs} ({how})");
        out.summary(&summary)?;
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
    let artist = Artist::new(name, &loaded.source.text, out);
    artist.problem(&findings::problem(loaded, &finding), out)?;
    let schedule = &failure.shortened.schedule;
    let (steps, switches) = (count(schedule.steps(), "step"), schedules::switches(schedule));
    let least = if failure.shortened.fewest_switches { ", and with fewer it does not happen" } else { "" };
    writeln!(out, "A short schedule that shows it: {steps}, {switches}{least}")?;
    table::table(loaded, &options.run, schedule, out)?;
    let command = command(args, asked, name, schedule);
    writeln!(out, "\nTo see it again:\n  {command}\nTo see every step:\n  {command} --trace text\n")?;
    let nth = result.runs;
    let headline = findings::headline(&finding);
    let summary =
        format!("{name}: {headline}, in schedule {nth} ({how}; that schedule's own seed is {})", failure.seed);
    out.summary(&summary)
}

/// A command line that replays a schedule.
fn command(args: &TestArgs, asked: &Running, name: &str, schedule: &Schedule) -> String {
    let inline = replay::inline(schedule);
    let replay = match &args.save_schedule {
        Some(path) if inline.len() > 200 => path.display().to_string(),
        _ => inline,
    };
    let detectors = asked.detectors.iter().flatten().map(|d| d.name()).collect::<Vec<_>>().join(",");
    let detectors = (asked.watching() != drive::Detectors::default()).then_some(detectors.as_str());
    Again::running(name, asked).command(detectors, false, &replay)
}

fn as_json(
    args: &TestArgs,
    asked: &Running,
    loaded: &Loaded,
    options: &TestOptions,
    result: &TestResult,
    out: &mut Out,
) -> io::Result<()> {
    let Loaded { source, rules, .. } = loaded;
    let failure = result.failure.as_ref().map(|failure| {
        let short = again(loaded, &options.run, failure);
        serde_json::json!({
            "kind": failure.finding.kind(),
            "seed": asked.seed.map(|_| failure.seed),
            "command": command(args, asked, &source.name, &failure.shortened.schedule),
            "switches": failure.shortened.schedule.switches(),
            "fewest_switches": failure.shortened.fewest_switches,
            "run": json::run(loaded, None, &short),
        })
    });
    let object = serde_json::json!({
        "file": source.name,
        "version": VERSION,
        "system": rules.system.name(),
        "seed": asked.seed,
        "scheduler": options.run.scheduler.to_string(),
        "runs": result.runs,
        "steps": result.steps,
        "limited": result.limited,
        "interrupted": result.interrupted,
        "failure": failure,
    });
    writeln!(out, "{object}")
}
