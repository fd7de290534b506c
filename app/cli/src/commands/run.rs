//! `racefree run`.

use super::{Done, Ending};
use crate::args::{RunArgs, RunFormat, TraceForm};
use crate::diagnostics::Artist;
use crate::running::{interrupt, program, save_schedule, schedules, write_file};
use crate::terminal::Out;
use crate::{options, stepper, trace};
use racefree_answers::count;
use racefree_answers::exploring::cycles;
use racefree_answers::json::{Places, line};
use racefree_answers::options::{self as words, Running, Scheduling};
use racefree_answers::running::alarms::Alarms;
use racefree_answers::running::{Loaded, findings, json};
use racefree_answers::trace::{Title, collect};
use racefree_interp::drive::{self, RunOptions, RunResult, RunStatus};
use racefree_interp::event::{Event, EventKind};
use racefree_interp::options::Limit;
use racefree_interp::schedule::Schedule;
use racefree_interp::serial::rapid;
use std::collections::HashSet;
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
    loaded.runs_by(running)?;
    let asked = options::seeded(running);
    let options = words::run_options(&asked, &loaded);
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

/// A run, and how it came about.
#[derive(Clone, Copy)]
struct FinishedRun<'a> {
    args: &'a RunArgs,
    asked: &'a Running,
    loaded: &'a Loaded,
    options: &'a RunOptions,
    result: &'a RunResult,
}

/// Prints and writes the requested forms. Returns true if all of it could be written.
fn report(ran: &FinishedRun<'_>, interrupted: bool, out: &mut Out) -> io::Result<bool> {
    let FinishedRun { args, asked, loaded, options, result } = *ran;
    let mut written = true;
    let mut note = |outcome: Result<(), String>, out: &mut Out| {
        if let Err(message) = outcome {
            out.complain(&message);
            written = false;
        }
    };
    if let Some(path) = &args.save_schedule {
        note(save_schedule(path, loaded, options.semantics.locks, result.schedule.clone()), out);
    }
    let mut document = false;
    if let Some(form) = args.trace {
        let text = render(form, ran, out);
        match &args.trace_file {
            Some(path) => note(write_file(path, "trace", &text), out),
            None => {
                let outcome = out.write_all(text.as_bytes()).and_then(|()| out.flush());
                note(outcome.map_err(|error| format!("the trace cannot be written: {error}")), out);
                document = !matches!(form, TraceForm::Text | TraceForm::Terms);
            }
        }
    }
    let alarms = Alarms::asked(asked, loaded, options.semantics, &result.schedule);
    match args.format {
        RunFormat::Json => {
            let mut object = json::run(loaded, asked.seed, result);
            if let Some(alarms) = &alarms {
                object.alarms = Some(alarms.json(loaded));
            }
            writeln!(out, "{}", line(&object))?;
        }
        // Standard output is a document of its own.
        RunFormat::Human if document => {
            if !out.quiet {
                let summary = summary(ran, interrupted);
                out.complain(&summary);
            }
        }
        RunFormat::Human => {
            for line in &result.output {
                writeln!(out, "{line}")?;
            }
            let artist = Artist::new(&loaded.source.name, &loaded.source.text, out);
            let alarms = alarms.iter().flat_map(|alarms| alarms.problems(loaded));
            let mut problems = findings::problems(loaded, result).into_iter().chain(alarms);
            problems.try_for_each(|problem| artist.problem(&problem, out))?;
            out.summary(&summary(ran, interrupted))?;
        }
    }
    Ok(written)
}

fn render(form: TraceForm, ran: &FinishedRun<'_>, out: &Out) -> String {
    let FinishedRun { args, asked, loaded, options, result } = *ran;
    let Loaded { source, program, .. } = loaded;
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
    let trace = collect::collect(program, &source.text, options, &result.schedule, most);
    let title = Title::new(loaded, asked.seed, result);
    let color = out.color && args.trace_file.is_none();
    let look = trace::TraceLook { width: out.width, color, all_steps: args.all_steps };
    let (tables, semantics, schedule) = (&program.tables, options.semantics, &result.schedule);
    trace::render(form, trace, &title, trace::Ran { tables, source: &source.text, semantics, schedule }, look)
}

/// Summary of the run as a whole, in one line.
fn summary(ran: &FinishedRun<'_>, interrupted: bool) -> String {
    let FinishedRun { asked, loaded, options, result, .. } = *ran;
    let name = &loaded.source.name;
    let how = words::describe(asked);
    // Races on one field are one finding.
    let mut found: Vec<String> = result.findings().iter().map(findings::headline).collect();
    let mut known = HashSet::new();
    found.retain(|headline| known.insert(headline.clone()));
    let found = match (found.as_slice(), interrupted) {
        ([], true) => "interrupted, and nothing wrong was found so far".to_owned(),
        ([], false) if result.status == RunStatus::StepLimit => "nothing wrong was found so far".to_owned(),
        ([], false) => "nothing went wrong".to_owned(),
        ([one], _) => one.clone(),
        ([first, others @ ..], _) => format!("{first} and {}", count(others.len() as u64, "other finding")),
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
