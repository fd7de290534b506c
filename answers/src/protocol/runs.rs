//! Questions about one run.

use super::{AskOptions, Desk, Failure, ScheduleText, bad, parsed, ready, rule_options, word, written};
use crate::json::VERSION;
use crate::options::{MAX_STEPS, Monitoring, Running, Watch, run_options};
use crate::running::{json, replay, state as states};
use crate::source::Source;
use crate::trace::{Title, collect};
use racefree_interp::drive::{self, Detectors};
use racefree_interp::options::Locks;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;

/// `locks`
pub fn locks(options: &AskOptions) -> Result<Locks, Failure> {
    let words = [("reentrant", Locks::Reentrant), ("binary", Locks::Binary)];
    options.locks.as_deref().map_or(Ok(Locks::default()), |name| word("sort of locks", name, &words))
}

/// `monitors`
pub fn monitors(options: &AskOptions) -> Result<Monitoring, Failure> {
    let words = [("auto", Monitoring::Auto), ("all", Monitoring::All), ("none", Monitoring::None)];
    options.monitors.as_deref().map_or(Ok(Monitoring::Auto), |name| word("set of monitors", name, &words))
}

/// `watch`
pub fn watch(options: &AskOptions) -> Result<Watch, Failure> {
    let words = [("all", Watch::All), ("unproved", Watch::Unproved)];
    options.watch.as_deref().map_or(Ok(Watch::All), |name| word("set of fields", name, &words))
}

fn detectors(options: &AskOptions) -> Result<Detectors, Failure> {
    let Some(names) = &options.detectors else { return Ok(Detectors::default()) };
    let known = [("adjacent", 0), ("happens-before", 1), ("lockset", 2)];
    let mut on = [false; 3];
    for name in names {
        on[word("detector", name, &known)?] = true;
    }
    Ok(Detectors { adjacent: on[0], happens_before: on[1], lockset: on[2] })
}

/// `schedule`
pub fn schedule(options: &AskOptions) -> Result<Option<Schedule>, Failure> {
    match &options.schedule {
        None => Ok(None),
        Some(ScheduleText::Written(text)) if text.is_empty() => Ok(Some(Schedule::default())),
        Some(ScheduleText::Written(text)) => replay::parse(text).map(Some).map_err(bad),
        Some(ScheduleText::Steps(steps)) => Ok(Some(steps.iter().map(|&t| ThreadId(t)).collect())),
    }
}

fn running(desk: &Desk, options: &AskOptions) -> Result<Running, Failure> {
    let scheduler = options.scheduler.as_deref().unwrap_or("random").parse().map_err(|e: String| bad(e))?;
    Ok(Running {
        rules: rule_options(options),
        scheduler: options.schedule.is_none().then_some(scheduler),
        seed: options.schedule.is_none().then_some(options.seed.unwrap_or(0)),
        max_steps: options.max_steps.unwrap_or(MAX_STEPS).min(desk.limits.steps),
        locks: locks(options)?,
        detectors: detectors(options)?,
        monitors: monitors(options)?,
        watch: watch(options)?,
    })
}

/// `run`
pub fn run(desk: &Desk, source: Source, options: &AskOptions) -> Result<String, Failure> {
    let (asked, schedule) = (running(desk, options)?, schedule(options)?);
    let loaded = match parsed(source, options)? {
        Ok(parsed) => ready(parsed)?,
        Err(answer) => return Ok(answer),
    };
    let how = run_options(&asked, &loaded);
    let result = match &schedule {
        None => drive::run(&loaded.program, &how),
        Some(schedule) => drive::replay(&loaded.program, &how, schedule),
    };
    if let Some(error) = &result.replay_error {
        return Err(bad(error.to_string()));
    }
    written(&json::run(&loaded, asked.seed, &result))
}

/// A trace that is answered has at most so many steps.
const TRACED: usize = 5_000;

/// `trace`
pub fn trace(desk: &Desk, source: Source, options: &AskOptions) -> Result<String, Failure> {
    let (asked, schedule) = (running(desk, options)?, schedule(options)?);
    let loaded = match parsed(source, options)? {
        Ok(parsed) => ready(parsed)?,
        Err(answer) => return Ok(answer),
    };
    let how = run_options(&asked, &loaded);
    let result = match &schedule {
        None => drive::run(&loaded.program, &how),
        Some(schedule) => drive::replay(&loaded.program, &how, schedule),
    };
    if let Some(error) = &result.replay_error {
        return Err(bad(error.to_string()));
    }
    let text = &loaded.source.text;
    let made = (how.semantics, how.limits);
    let trace = collect::collect(&loaded.program, text, made, &result.schedule, how.detectors, TRACED);
    let title = Title {
        file: &loaded.source.name,
        version: VERSION,
        system: loaded.rules.system.name(),
        scheduler: &result.scheduler,
        seed: asked.seed,
        status: result.status.name(),
        output: &result.output,
    };
    Ok(crate::trace::json::render(&trace, &title).trim_end().to_owned())
}

/// `state`
pub fn state(desk: &Desk, source: Source, options: &AskOptions) -> Result<String, Failure> {
    let (asked, schedule) = (running(desk, options)?, schedule(options)?.unwrap_or_default());
    let loaded = match parsed(source, options)? {
        Ok(parsed) => ready(parsed)?,
        Err(answer) => return Ok(answer),
    };
    let how = run_options(&asked, &loaded);
    written(&states::state(&loaded, (how.semantics, how.limits), &schedule).map_err(bad)?)
}
