//! The length of schedules, in words.

use crate::source::count;
use racefree_interp::schedule::Schedule;

/// `2 context switches`
pub fn switches(schedule: &Schedule) -> String {
    match schedule.switches() {
        0 => "no context switch".to_owned(),
        1 => "1 context switch".to_owned(),
        n => format!("{n} context switches"),
    }
}

/// `13 steps, 2 context switches`
pub fn size(schedule: &Schedule) -> String {
    format!("{}, {}", count(schedule.steps(), "step"), switches(schedule))
}
