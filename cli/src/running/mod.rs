//! Parts common to the commands that run programs.
//!
//! | module | contents |
//! | --- | --- |
//! | [`program`] | from a file to a program that can run |
//! | [`interrupt`] | Ctrl-C |
//! | [`host`] | the host of searches: clock, Ctrl-C, progress |
//! | `line` | how far a command is |
//! | [`schedules`] | schedules from files and from the command line, and as a table |

pub mod host;
pub mod interrupt;
mod line;
pub mod program;
pub mod schedules;

pub use line::{Every, Line};

use racefree_answers::running::Loaded;
use racefree_interp::options::Locks;
use racefree_interp::schedule::{Schedule, ScheduleFile};
use std::path::Path;

/// Writes a file.
///
/// # Errors
///
/// A sentence that says what went wrong.
pub fn write_file(path: &Path, what: &str, contents: &str) -> Result<(), String> {
    crate::atomic_file::replace(path, contents.as_bytes())
        .map_err(|error| format!("the {what} cannot be written to `{}`: {error}", path.display()))
}

/// Writes the schedule of a program to a file, for `racefree run --scheduler replay:FILE`.
///
/// # Errors
///
/// As for [`write_file`].
pub fn save_schedule(path: &Path, loaded: &Loaded, locks: Locks, schedule: Schedule) -> Result<(), String> {
    let file = ScheduleFile { program: loaded.program.tables.digest(), locks, schedule };
    write_file(path, "schedule", &file.to_string())
}
