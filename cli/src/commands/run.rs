//! `racefree run`.

use super::Outcome;
use crate::args::{RunArgs, RunFormat, SchedulerArg, TraceForm};
use crate::exploring::cycles;
use crate::json::Places;
use crate::options;
use crate::running::alarms::Alarms;
use crate::running::{Loaded, count, failed, findings, interrupt, json, program, replay, write_file};
use crate::terminal::Out;
use crate::{stepper, trace};
use racefree_interp::drive::{self, RunOptions, RunResult, RunStatus};
use racefree_interp::event::{Event, EventKind};
use racefree_interp::options::Limit;
use racefree_interp::schedule::ScheduleFile;
use racefree_interp::serial::rapid;
use std::io::{self, Write};

/// Runs a program once.
pub fn run(args: &RunArgs, out: &mut Out) -> io::Result<Outcome> {
    let running = &args.running;
    if args.trace.is_some() && args.trace_file.is_none() && running.format == RunFormat::Json {
        let message =
            "`--format json` and `--trace` both want standard output; `--trace-file FILE` puts the trace elsewhere";
        return Ok(failed(out, message));
    }
    let loaded = match program::load(&args.file, &running.rules, running.format, out)? {
        Ok(loaded) => loaded,
        Err(outcome) => return Ok(outcome),
    };
    let options = match options::run_options(running, &loaded.rules) {
        Ok(options) => {
            let monitors = options::monitors(running.monitors, loaded.accepted, &loaded.rules);
            let watched = options::watched(running.watch, &loaded);
            let blocks = options::blocks(running.watch, &loaded);
            let owners = options::owners(monitors, &loaded);
            RunOptions { monitors, watched, blocks, owners, ..options }
        }
        Err(message) => return Ok(failed(out, &message)),
    };
    let schedule = match &running.scheduler {
        SchedulerArg::Kind(_) => None,
        SchedulerArg::Replay(what) => match replay::schedule(what, &loaded.program, options.semantics.locks) {
            Ok(schedule) => Some(schedule),
            Err(message) => return Ok(failed(out, &message)),
        },
    };
    if args.step {
        return stepper::run(&loaded, &options, schedule.unwrap_or_default(), running.save_schedule.as_deref(), out);
    }
    interrupt::listen();
    let mut go_on = || !interrupt::interrupted();
    let result = match &schedule {
        None => drive::run_while(&loaded.program, &options, &mut go_on),
        Some(schedule) => drive::replay_while(&loaded.program, &options, schedule, &mut go_on),
    };
    let interrupted = result.limit == Some(Limit::Interrupted);
    if let Some(error) = &result.replay_error {
        return Ok(failed(out, &error.to_string()));
    }
    let written = match report(args, &loaded, &options, &result, interrupted, out) {
        // The verdict is the same if the pipe that it goes to is closed; a trace is wanted whole.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => args.trace.is_none(),
        written => written?,
    };
    Ok(match () {
        () if !written => Outcome::Failed,
        () if interrupted => Outcome::Interrupted,
        () if !result.findings().is_empty() => Outcome::Wrong,
        () if result.status == RunStatus::StepLimit => Outcome::Budget,
        () => Outcome::Fine,
    })
}

/// Prints and writes what is wanted. Whether all of it could be written.
fn report(
    args: &RunArgs,
    loaded: &Loaded,
    options: &RunOptions,
    result: &RunResult,
    interrupted: bool,
    out: &mut Out,
) -> io::Result<bool> {
    let mut written = true;
    let mut note = |outcome: Result<(), String>, out: &mut Out| {
        if let Err(message) = outcome {
            out.complain(&message);
            written = false;
        }
    };
    if let Some(path) = &args.running.save_schedule {
        let file = ScheduleFile {
            program: loaded.program.tables.digest(),
            locks: options.semantics.locks,
            schedule: result.schedule.clone(),
        };
        note(write_file(path, "schedule", &file.to_string()), out);
    }
    let mut document = false;
    if let Some(form) = args.trace {
        let text = render(form, args, loaded, options, result, out);
        match &args.trace_file {
            Some(path) => note(write_file(path, "trace", &text), out),
            None => {
                let outcome = out.write_all(text.as_bytes()).and_then(|()| out.flush());
                note(outcome.map_err(|error| format!("the trace cannot be written: {error}")), out);
                document = !matches!(form, TraceForm::Text | TraceForm::Terms);
            }
        }
    }
    let seed = seed(args, options);
    let alarms = Alarms::of(&args.running, loaded, options.semantics, &result.schedule);
    match args.running.format {
        RunFormat::Json => {
            let mut object = json::run(loaded, seed, result);
            if let Some(alarms) = &alarms {
                object["alarms"] = alarms.json(loaded);
            }
            writeln!(out, "{object}")?;
        }
        // Standard output is a document of its own.
        RunFormat::Human if document => {
            if !out.quiet {
                let summary = summary(args, loaded, options, result, interrupted);
                out.complain(&summary);
            }
        }
        RunFormat::Human => {
            for line in &result.output {
                writeln!(out, "{line}")?;
            }
            findings::draw(loaded, result, out)?;
            alarms.iter().try_for_each(|alarms| alarms.draw(loaded, out))?;
            if !out.quiet || !result.findings().is_empty() || result.limit.is_some() {
                let summary = summary(args, loaded, options, result, interrupted);
                writeln!(out, "{}", out.bold(&summary))?;
            }
        }
    }
    Ok(written)
}

/// The seed, where it has an influence.
fn seed(args: &RunArgs, options: &RunOptions) -> Option<u64> {
    (args.running.scheduler.is_random() || args.running.seed.is_some()).then_some(options.seed)
}

fn render(
    form: TraceForm,
    args: &RunArgs,
    loaded: &Loaded,
    options: &RunOptions,
    result: &RunResult,
    out: &Out,
) -> String {
    let Loaded { source, program, .. } = loaded;
    let how = (options.semantics, options.limits);
    let most = trace::most(form);
    if form == TraceForm::Std {
        let places = Places::new(&source.text);
        let (events, _) = cycles::events(program, options.semantics, &result.schedule);
        let line = |event: &Event| match event.kind {
            EventKind::Begin { block } | EventKind::End { block } => places.line(cycles::span(program, block)),
            _ => places.line(event.site.span(&program.tables.program)),
        };
        return rapid::write(&events, line);
    }
    let trace = trace::collect::collect(program, &source.text, how, &result.schedule, options.detectors, most);
    let title = trace::Title {
        file: &source.name,
        version: crate::json::VERSION,
        scheduler: &result.scheduler,
        seed: seed(args, options),
        status: result.status.name(),
        output: &result.output,
    };
    let color = out.color && args.trace_file.is_none();
    let look = trace::Look { width: out.width, color, all_steps: args.all_steps };
    let (tables, semantics, schedule) = (&program.tables, options.semantics, &result.schedule);
    trace::render(form, trace, &title, trace::Ran { tables, source: &source.text, semantics, schedule }, look)
}

/// One line on the run as a whole.
fn summary(args: &RunArgs, loaded: &Loaded, options: &RunOptions, result: &RunResult, interrupted: bool) -> String {
    let name = &loaded.source.name;
    let how = options::describe(&args.running, options.seed);
    let found = result.findings();
    let found = match (found.as_slice(), interrupted) {
        ([], true) => "interrupted, and nothing wrong was found so far".to_owned(),
        ([], false) if result.status == RunStatus::StepLimit => "nothing wrong was found so far".to_owned(),
        ([], false) => "nothing went wrong".to_owned(),
        ([one], _) => findings::headline(one),
        ([first, others @ ..], _) => {
            format!("{} and {}", findings::headline(first), count(others.len() as u64, "other problem"))
        }
    };
    let steps = count(result.steps, "step");
    let ended = match result.limit {
        _ if interrupted => format!("the first {steps} were looked at"),
        Some(limit) => limit.message(&options.limits),
        None => match &result.result {
            Some(value) => format!("{steps}, the value is {value}"),
            None => steps,
        },
    };
    format!("{name}: {found}; {ended} ({how})")
}
