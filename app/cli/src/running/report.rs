//! Runs as people and tools read them: what was printed, what went wrong, traces.

use super::{save_schedule, write_file};
use crate::args::{RunArgs, RunFormat, TraceForm};
use crate::diagnostics::Artist;
use crate::terminal::Out;
use crate::trace;
use racefree_answers::count;
use racefree_answers::exploring::cycles;
use racefree_answers::json::{Places, line};
use racefree_answers::options::{self as words, Running};
use racefree_answers::running::alarms::Alarms;
use racefree_answers::running::{Loaded, findings, json};
use racefree_answers::trace::{Title, collect};
use racefree_interp::drive::{RunOptions, RunResult, RunStatus};
use racefree_interp::event::{Event, EventKind};
use racefree_interp::serial::rapid;
use std::collections::HashSet;
use std::io::{self, Write};

/// A run, and how it came about.
#[derive(Clone, Copy)]
pub struct FinishedRun<'a> {
    /// Arguments of the command.
    pub args: &'a RunArgs,
    /// Options, the seed among them.
    pub asked: &'a Running,
    /// The program.
    pub loaded: &'a Loaded,
    /// Options of the run.
    pub options: &'a RunOptions,
    /// Result of the run.
    pub result: &'a RunResult,
}

/// Prints and writes the requested forms. Returns true if all of it could be written.
pub fn report(ran: &FinishedRun<'_>, interrupted: bool, out: &mut Out) -> io::Result<bool> {
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
pub fn summary(ran: &FinishedRun<'_>, interrupted: bool) -> String {
    let FinishedRun { asked, loaded, options, result, .. } = *ran;
    let name = &loaded.source.name;
    let how = words::describe(asked);
    // Races on one field are one finding.
    let mut found: Vec<String> = result.findings().iter().map(|finding| findings::headline(loaded, finding)).collect();
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
