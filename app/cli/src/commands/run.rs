//! `racefree run`.

use crate::args::{RunArgs, RunFormat, TraceForm};
use crate::ending::{Done, Ending};
use crate::running::report::{FinishedRun, report};
use crate::running::{buffered, interrupt, java, program, schedules};
use crate::terminal::Out;
use crate::{options, stepper};
use racefree_answers::options::Scheduling;
use racefree_answers::running::run_options;
use racefree_interp::drive::{self, Finding, RunStatus};
use racefree_interp::options::Limit;

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
        return buffered::run(args, &loaded, &options, order, out);
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
    if loaded.program.is_made_of_java() && prints {
        return java::run(args, &asked, &loaded, &options, schedule.as_ref(), out);
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
        () if result.findings().iter().any(Finding::is_error) => Ending::Wrong,
        () if matches!(result.status, RunStatus::StepLimit | RunStatus::NotRun) => Ending::Budget,
        () => Ending::Fine,
    })
}
