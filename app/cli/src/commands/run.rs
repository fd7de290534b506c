//! `racefree run`.

use crate::args::{RunArgs, RunFormat, TraceForm};
use crate::diagnostics::Artist;
use crate::ending::{Done, Ending};
use crate::running::report::{FinishedRun, report, summary};
use crate::running::{buffered, interrupt, program, save_schedule, schedules};
use crate::terminal::Out;
use crate::{options, stepper};
use racefree_answers::options::{Running, Scheduling};
use racefree_answers::running::replayed::replayed;
use racefree_answers::running::{Loaded, findings, run_options};
use racefree_interp::drive::{self, RunOptions, RunStatus};
use racefree_interp::options::Limit;
use racefree_interp::reduction::Order;
use racefree_interp::schedule::Schedule;
use std::io::{self, Write};

/// Runs a program once.
pub fn run(args: &RunArgs, out: &mut Out) -> Done {
    let running = &args.running;
    if args.trace.is_some() && args.trace_file.is_none() && args.format == RunFormat::Json {
        let message =
            "`--format json` and `--trace` both want standard output; `--trace-file FILE` puts the trace elsewhere";
        return Err(message.into());
    }
    let loaded = program::load(&args.file, &running.rules, &running.start, args.format, out)?;
    if matches!(args.trace, Some(TraceForm::Terms | TraceForm::TermsHtml)) && loaded.program.on_reference() {
        return Err("`--trace terms` shows the terms of the calculus; `--trace text` shows the lines of Java".into());
    }
    if args.trace == Some(TraceForm::Std) && loaded.program.on_reference() {
        return Err("`--trace std` has the events of the calculus; `--trace json` has the steps of Java".into());
    }
    loaded.runs_by(running)?;
    let asked = options::seeded(running);
    let options = run_options(&asked, &loaded);
    if let Some(order) = args.memory_model.order() {
        return with_buffers(args, &loaded, &options, order, out);
    }
    let schedule = match &running.scheduler {
        Scheduling::Kind(_) => None,
        Scheduling::Replay(what) => Some(schedules::schedule(what, &loaded.program, options.semantics.locks)?),
    };
    if args.step {
        return stepper::run(&loaded, &options, schedule.unwrap_or_default(), args.save_schedule.as_deref(), out);
    }
    interrupt::listen();
    let prints = args.format == RunFormat::Human && args.trace.is_none();
    if loaded.program.on_reference() && prints {
        return java(args, &asked, &loaded, &options, schedule.as_ref(), out);
    }
    let mut go_on = || !interrupt::interrupted();
    let result = match &schedule {
        None => drive::run_while(&loaded.program, &options, &mut go_on),
        Some(schedule) => drive::replay_while(&loaded.program, &options, schedule, &mut go_on),
    };
    let interrupted = result.limit == Some(Limit::Interrupted);
    if let Some(error) = &result.replay_error {
        return Err(error.to_string().into());
    }
    let ran = FinishedRun { args, asked: &asked, loaded: &loaded, options: &options, result: &result };
    // The verdict is the same if the pipe that it goes to is closed; a trace is wanted whole.
    let mut written = report(&ran, interrupted, out)?;
    if out.is_left() && args.trace.is_some() {
        out.complain("the trace cannot be written: nobody reads it to its end");
        written = false;
    }
    Ok(match () {
        () if !written => Ending::Failed,
        () if interrupted => Ending::Interrupted,
        () if !result.findings().is_empty() => Ending::Wrong,
        () if result.status == RunStatus::StepLimit => Ending::Budget,
        () => Ending::Fine,
    })
}

/// Replays a run with store buffers, as `explore --memory-model` has found it.
fn with_buffers(args: &RunArgs, loaded: &Loaded, options: &RunOptions, order: Order, out: &mut Out) -> Done {
    let Scheduling::Replay(turns) = &args.running.scheduler else {
        let model = args.memory_model;
        return Err(format!("`--memory-model {model}` replays a run: `--scheduler replay:TURNS`, which `explore --memory-model {model}` prints").into());
    };
    if args.format == RunFormat::Json {
        return Err(
            "a run with store buffers has no form in JSON; the question `state` of `racefree ask` has one".into()
        );
    }
    let run = replayed(loaded, (options.semantics, options.limits), (order, turns))?;
    buffered::human(loaded, &run, args.memory_model, out)?;
    Ok(Ending::Fine)
}

/// Runs a program of Java, whose output appears as it is printed, as `java` shows it.
fn java(
    args: &RunArgs,
    asked: &Running,
    loaded: &Loaded,
    options: &RunOptions,
    schedule: Option<&Schedule>,
    out: &mut Out,
) -> Done {
    let mut go_on = || !interrupt::interrupted();
    let mut failed = Ok(());
    let mut print = |text: &str, error: bool| {
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
    for thrown in &result.exceptions {
        let what = thrown.what.as_deref().unwrap_or_default();
        let thread = thrown.name.clone().unwrap_or_else(|| thrown.thread.to_string());
        out.aside(&format!("Exception in thread \"{thread}\" {what}\n"));
    }
    // Standard output is the program's.
    let mut drawn = out.in_memory();
    let artist = Artist::new(&loaded.source.name, &loaded.source.text, &drawn);
    findings::problems(loaded, &result).into_iter().try_for_each(|problem| artist.problem(&problem, &mut drawn))?;
    if !result.findings().is_empty() || result.status == RunStatus::StepLimit {
        drawn.summary(&summary(&ran, interrupted))?;
    }
    out.aside_of(drawn);
    Ok(match result.exit {
        _ if interrupted => Ending::Interrupted,
        _ if !result.findings().is_empty() => Ending::Wrong,
        Some(status) => Ending::Asked(status as u8),
        None if result.status == RunStatus::StepLimit => Ending::Budget,
        None => Ending::Fine,
    })
}
