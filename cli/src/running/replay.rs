//! Schedules to replay: read from the command line and from files, and written as a command line takes them.

use racefree_interp::machine::Lowered;
use racefree_interp::options::Locks;
use racefree_interp::schedule::trail::MOST;
use racefree_interp::schedule::{Schedule, ScheduleFile};
use racefree_interp::value::ThreadId;
use std::fmt::Write;

/// The schedule that `replay:WHAT` names: one that is written out, or the contents of a file.
///
/// # Errors
///
/// A sentence that says what is wrong with it.
pub fn schedule(what: &str, program: &Lowered, locks: Locks) -> Result<Schedule, String> {
    if what.chars().all(|c| c.is_ascii_digit() || "*, []".contains(c)) {
        if what == "[]" {
            return Ok(Schedule::default());
        }
        return written(what.trim_matches(['[', ']'])).map_err(|e| format!("`replay:{what}` is no schedule: {e}"));
    }
    let text = std::fs::read(what).map_err(|e| format!("cannot read the schedule `{what}`: {e}"))?;
    let text = String::from_utf8(text).map_err(|_| format!("`{what}` is no schedule file: it is not UTF-8"))?;
    if text.trim_start().starts_with(['[', '{']) {
        return json(&text).map_err(|e| format!("`{what}` is no schedule: {e}"));
    }
    let file = ScheduleFile::parse(&text).map_err(|e| format!("`{what}`: {e}"))?;
    file.check(program, locks).map_err(|e| format!("`{what}`: {e}"))?;
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
