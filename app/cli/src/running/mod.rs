//! Parts common to the commands that run programs.
//!
//! | module | contents |
//! | --- | --- |
//! | [`program`] | from a file to a program that can run |
//! | [`interrupt`] | Ctrl-C |
//! | [`host`] | the host of searches: clock, Ctrl-C, progress |
//! | `line` | how far a command is |
//! | [`report`] | a run as people and tools read it |
//! | [`buffered`], [`java`] | a run with store buffers, and one of Java |
//! | [`tested`] | the result of many runs |
//! | [`schedules`] | schedules from files and from the command line, and as a table |

pub mod buffered;
pub mod host;
pub mod interrupt;
pub mod java;
mod line;
pub mod program;
pub mod report;
pub mod schedules;
pub mod tested;

pub use line::{Every, Line};

use racefree_answers::running::Loaded;
use racefree_interp::options::Locks;
use racefree_interp::schedule::{Schedule, ScheduleFile};
use serde::Serialize;
use std::path::Path;

/// Writes a file.
pub fn write_file(path: &Path, what: &str, contents: &str) -> Result<(), String> {
    crate::atomic_file::replace(path, contents.as_bytes())
        .map_err(|error| format!("the {what} cannot be written to `{}`: {error}", path.display()))
}

/// Writes a value to a file, as JSON.
pub fn write_json(path: &Path, what: &str, value: &impl Serialize) -> Result<(), String> {
    write_file(path, what, &(serde_json::to_string_pretty(value).map_err(|e| e.to_string())? + "\n"))
}

/// Writes the schedule of a program to a file, for `racefree run --scheduler replay:FILE`.
pub fn save_schedule(path: &Path, loaded: &Loaded, locks: Locks, schedule: Schedule) -> Result<(), String> {
    let file = ScheduleFile { program: loaded.program.tables.digest(), locks, schedule };
    write_file(path, "schedule", &file.to_string())
}
