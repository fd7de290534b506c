//! A run of a program of Java.

use super::report::{FinishedRun, summary};
use super::{interrupt, save_schedule};
use crate::args::RunArgs;
use crate::diagnostics::Artist;
use crate::ending::{Done, Ending};
use crate::terminal::Out;
use racefree_answers::options::Running;
use racefree_answers::running::{Loaded, findings};
use racefree_interp::drive::{self, Finding, RunOptions, RunStatus};
use racefree_interp::options::Limit;
use racefree_interp::schedule::Schedule;
use std::io::{self, Write};

/// Runs a program of Java, whose output appears as it is printed, as `java` shows it.
pub fn run(
    args: &RunArgs,
    asked: &Running,
    loaded: &Loaded,
    options: &RunOptions,
    schedule: Option<&Schedule>,
    out: &mut Out,
) -> Done {
    let mut go_on = || !interrupt::interrupted();
    let (mut failed, mut within_line) = (Ok(()), false);
    let mut print = |text: &str, error: bool| {
        within_line = text.chars().next_back().map_or(within_line, |last| last != '\n');
        let written = match error {
            true => out.flush().and_then(|()| io::stderr().write_all(text.as_bytes())),
            false => out.verbatim(text),
        };
        if failed.is_ok() {
            failed = written;
        }
    };
    let result = drive::run_reference(&loaded.program, options, schedule, &mut go_on, &mut print);
    failed?;
    if let Some(error) = &result.replay_error {
        return Err(error.to_string().into());
    }
    let interrupted = result.limit == Some(Limit::Interrupted);
    let ran = FinishedRun { args, asked, loaded, options, result: &result };
    if let Some(path) = &args.save_schedule {
        save_schedule(path, loaded, options.semantics.locks, result.schedule.clone())?;
    }
    for thrown in result.exceptions.iter().filter(|thrown| thrown.exception.is_error()) {
        let what = thrown.what.as_deref().unwrap_or_default();
        let thread = thrown.name.clone().unwrap_or_else(|| thrown.thread.to_string());
        out.aside(&format!("Exception in thread \"{thread}\" {what}\n"));
    }
    // Standard output is the program's.
    let mut drawn = out.in_memory();
    let artist = Artist::new(&loaded.source.name, &loaded.source.text, &drawn);
    findings::problems(loaded, &result).into_iter().try_for_each(|problem| artist.problem(&problem, &mut drawn))?;
    if !result.findings().is_empty() || result.status == RunStatus::StepLimit {
        if within_line {
            out.aside("\n");
        }
        drawn.summary(&summary(&ran, interrupted))?;
    }
    out.aside_of(drawn);
    Ok(match result.exit {
        _ if interrupted => Ending::Interrupted,
        _ if result.findings().iter().any(Finding::is_error) => Ending::Wrong,
        _ if result.status == RunStatus::NotRun => Ending::Budget,
        Some(status) => Ending::Asked(status as u8),
        None if result.status == RunStatus::StepLimit => Ending::Budget,
        None => Ending::Fine,
    })
}
