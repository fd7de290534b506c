//! Schedules as they are written: on a command line, in files, as JSON; and their length, in words.

use crate::source::count;
use racefree_interp::machine::Lowered;
use racefree_interp::options::Locks;
use racefree_interp::schedule::trail::MOST;
use racefree_interp::schedule::{Schedule, ScheduleFile};
use racefree_interp::value::ThreadId;
use std::fmt::Write;

/// Returns true if a text is an inline schedule, as in `0*12,1*3,0` or `[0, 0, 1]`, and not the name of a file.
pub fn is_inline(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || "*, []".contains(c))
}

/// A schedule that is written out.
pub fn parse(text: &str) -> Result<Schedule, String> {
    match text {
        "[]" => Ok(Schedule::default()),
        _ => written(text.trim_matches(['[', ']'])),
    }
}

/// The schedule that a file holds, for a program with such locks.
pub fn of_file(text: &str, program: &Lowered, locks: Locks) -> Result<Schedule, String> {
    if text.trim_start().starts_with(['[', '{']) {
        return json(text).map_err(|e| format!("it is no schedule: {e}"));
    }
    let file = ScheduleFile::parse(text).map_err(|e| e.to_string())?;
    file.check(program, locks).map_err(|e| e.to_string())?;
    Ok(file.schedule)
}

/// `0*12,1*3,0`
pub fn written(text: &str) -> Result<Schedule, String> {
    let mut schedule = Schedule::default();
    for run in text.split([',', ' ']).filter(|run| !run.is_empty()) {
        let (thread, steps) = run.split_once('*').unwrap_or((run, "1"));
        let steps = steps.parse::<u64>().ok().filter(|n| (1..MOST).contains(n));
        match (thread.parse(), steps) {
            (Ok(thread), Some(steps)) if schedule.steps() < MOST => schedule.push(ThreadId(thread), steps),
            _ => return Err(format!("`{run}` is neither a thread nor a thread with a number of steps, as in 1*3")),
        }
    }
    if schedule.is_empty() { Err("it has no step".to_owned()) } else { Ok(schedule) }
}

/// A list of thread ids, or an object with such a list under `schedule`, as `--format json` prints it.
pub fn json(text: &str) -> Result<Schedule, String> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let list = if value.is_object() { &value["schedule"] } else { &value };
    let ids = list.as_array().ok_or("it has no list of threads, nor a list `schedule`")?;
    let id = |v: &serde_json::Value| {
        let id = v.as_u64().and_then(|n| u32::try_from(n).ok()).map(ThreadId);
        id.ok_or_else(|| format!("`{v}` is no thread"))
    };
    ids.iter().map(id).collect()
}

/// A schedule as it stands on a command line.
pub fn inline(schedule: &Schedule) -> String {
    let mut text = String::new();
    if schedule.is_empty() {
        return "[]".to_owned();
    }
    for &(thread, steps) in schedule.runs() {
        let comma = if text.is_empty() { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = if steps == 1 { write!(text, "{comma}{thread}") } else { write!(text, "{comma}{thread}*{steps}") };
    }
    text
}

/// `2 context switches`
pub fn switches(schedule: &Schedule) -> String {
    match schedule.switches() {
        0 => "no context switch".to_owned(),
        n => format!("{n} context switch{}", if n == 1 { "" } else { "es" }),
    }
}

/// `13 steps, 2 context switches`
pub fn size(schedule: &Schedule) -> String {
    format!("{}, {}", count(schedule.steps(), "step"), switches(schedule))
}
