//! A unified diff of two texts, as `patch` takes it.

use similar::TextDiff;

/// Number of equal lines shown around a difference.
const CONTEXT: usize = 3;

/// The difference of a text from the one before, under a name each; empty if nothing differs.
pub fn unified((name, now): (&str, &str), old: &str, new: &str) -> String {
    TextDiff::from_lines(old, new).unified_diff().context_radius(CONTEXT).header(name, now).to_string()
}
