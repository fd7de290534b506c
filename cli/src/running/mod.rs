//! What the commands that run programs share.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`alarms`] | what Atomizer says of a run |
//! | [`program`] | from a file to a program that can run |
//! | [`replay`] | schedules from files and from the command line |
//! | [`interrupt`] | Ctrl-C |
//! | [`campaign`] | many runs |
//! | [`mod@command`] | the command line that replays a schedule |
//! | [`schedules`] | schedules, for people |
//! | [`findings`] | what went wrong, for people |
//! | [`json`] | the result of a run, for tools |

pub mod alarms;
pub mod campaign;
pub mod command;
pub mod findings;
pub mod interrupt;
pub mod json;
pub mod program;
pub mod replay;
pub mod schedules;

pub use command::Again;
pub use program::Loaded;

use crate::terminal::Out;
use std::path::Path;

/// Writes a file.
///
/// # Errors
///
/// A sentence that says what went wrong.
pub fn write_file(path: &Path, what: &str, contents: &str) -> Result<(), String> {
    use std::io::Write;
    std::fs::File::create(path)
        .and_then(|mut file| file.write_all(contents.as_bytes()))
        .map_err(|error| format!("the {what} cannot be written to `{}`: {error}", path.display()))
}

/// `1 step`, `2 steps`.
pub fn count(n: u64, of: &str) -> String {
    format!("{n} {of}{}", if n == 1 { "" } else { "s" })
}

/// Says why nothing can be done, and that it cannot.
pub fn failed(out: &mut Out, message: &str) -> crate::commands::Outcome {
    out.complain(message);
    crate::commands::Outcome::Failed
}
