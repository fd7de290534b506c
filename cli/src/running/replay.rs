//! Schedules to replay, from the command line and from files.

use racefree_answers::running::replay;
use racefree_interp::machine::Lowered;
use racefree_interp::options::Locks;
use racefree_interp::schedule::Schedule;

/// The schedule that `replay:WHAT` names: one that is written out, or the contents of a file.
///
/// # Errors
///
/// A sentence that names the mistake.
pub fn schedule(what: &str, program: &Lowered, locks: Locks) -> Result<Schedule, String> {
    if replay::is_inline(what) {
        return replay::parse(what).map_err(|e| format!("`replay:{what}` is no schedule: {e}"));
    }
    let text = std::fs::read(what).map_err(|e| format!("cannot read the schedule `{what}`: {e}"))?;
    let text = String::from_utf8(text).map_err(|_| format!("`{what}` is no schedule file: it is not UTF-8"))?;
    replay::of_file(&text, program, locks).map_err(|e| format!("`{what}`: {e}"))
}
