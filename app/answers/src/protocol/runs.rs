//! Questions about one run.

use super::written;
use crate::desk::{Desk, Refusal, bad};
use crate::options::{MemoryWord, Running, ScheduleText};
#[cfg(feature = "campaigns")]
use crate::options::{OverheadOptions, StartOptions, TestingOptions};
use crate::running::alarms::Alarms;
use crate::running::{Loaded, json, replay, run_options, state as states};
use crate::source::Source;
use crate::trace::{Title, TraceDocument, collect};
use racefree_interp::drive::{self, RunOptions, RunResult};

/// A run as it is asked for here: within the limits, and with the same seed always.
fn running(desk: &Desk, options: &Running) -> Running {
    let seed = options.schedule.is_none().then_some(options.seed.unwrap_or(0));
    Running { seed, max_steps: options.max_steps.min(desk.limits.steps), ..options.clone() }
}

/// A program that was run.
struct Ran {
    asked: Running,
    loaded: Loaded,
    how: RunOptions,
    result: RunResult,
}

fn ran(desk: &Desk, source: Source, options: &Running) -> Result<Ran, Refusal> {
    let asked = running(desk, options);
    if asked.memory_model.is_some_and(|model| model != MemoryWord::Sc) {
        return Err(bad("a run knows no store buffers; `state` and `explore` do".to_owned()).into());
    }
    let schedule = asked.schedule.as_ref().map(|schedule| schedule.read()).transpose()?;
    let loaded = desk.started(source, &asked.rules, &asked.start)?;
    loaded.runs_by(&asked)?;
    let how = run_options(&asked, &loaded);
    let result = match &schedule {
        None => drive::run(&loaded.program, &how),
        Some(schedule) => drive::replay(&loaded.program, &how, schedule),
    };
    match &result.replay_error {
        Some(error) => Err(bad(error.to_string()).into()),
        None => Ok(Ran { asked, loaded, how, result }),
    }
}

/// `run`
pub fn run(desk: &Desk, source: Source, options: &Running) -> Result<String, Refusal> {
    let Ran { asked, loaded, how, result } = ran(desk, source, options)?;
    let mut record = json::run(&loaded, asked.seed, &result);
    record.alarms = Alarms::asked(&asked, &loaded, how.semantics, &result.schedule).map(|alarms| alarms.json(&loaded));
    written(&record)
}

/// Greatest number of steps in the answer of a trace.
const TRACED: usize = 5_000;

/// `trace`
pub fn trace(desk: &Desk, source: Source, options: &Running) -> Result<String, Refusal> {
    let Ran { asked, loaded, how, result } = ran(desk, source, options)?;
    let trace = &collect::collect(&loaded.program, &loaded.source.text, &how, &result.schedule, TRACED);
    written(&TraceDocument { title: &Title::new(&loaded, asked.seed, &result), trace })
}

/// `state`
pub fn state(desk: &Desk, source: Source, options: &Running) -> Result<String, Refusal> {
    let asked = running(desk, options);
    if let Some(order) = asked.memory_model.and_then(MemoryWord::order) {
        let loaded = desk.started(source, &asked.rules, &asked.start)?;
        let how = run_options(&asked, &loaded);
        let turns = match &asked.schedule {
            Some(ScheduleText::Written(text)) => text.clone(),
            Some(other) => replay::inline(&other.read()?),
            None => String::new(),
        };
        return written(&states::buffered(&loaded, (how.semantics, how.limits), (order, &turns))?);
    }
    let schedule = asked.schedule.as_ref().map(|schedule| schedule.read()).transpose()?;
    let loaded = desk.started(source, &asked.rules, &asked.start)?;
    let how = run_options(&asked, &loaded);
    let made = (how.semantics, how.limits);
    written(&states::state(&loaded, made, &schedule.unwrap_or_default())?)
}

/// `test`
#[cfg(feature = "campaigns")]
pub fn test(desk: &Desk, source: Source, options: &TestingOptions) -> Result<String, Refusal> {
    let running = running(desk, &options.running);
    let loaded = desk.started(source, &running.rules, &running.start)?;
    let tested = crate::testing::test(desk, loaded, &TestingOptions { running, ..options.clone() }, &|_| ())?;
    Ok(tested.json(None).to_string())
}

/// `overhead`
#[cfg(feature = "campaigns")]
pub fn overhead(desk: &Desk, source: Source, options: &OverheadOptions) -> Result<String, Refusal> {
    let loaded = desk.started(source, &options.rules, &StartOptions::default())?;
    loaded.on_machine("`overhead`")?;
    let measured = crate::overhead::measured(desk, &loaded, options)?;
    Ok(measured.json(&loaded).to_string())
}
