//! Parts common to all answers: a program's text, the ending of a question, amounts in words.

use serde::Deserialize;

/// A program.
#[derive(Deserialize, Clone, Debug, Default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "ProgramText"))]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name of the program.
    pub name: String,
    /// Text of the program.
    pub text: String,
}

/// `1 step`, `2 steps`.
pub fn count(n: u64, of: &str) -> String {
    format!("{n} {of}{}", if n == 1 { "" } else { "s" })
}

/// Ending of a question about a program, worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// Fine: nothing wrong was found.
    Fine,
    /// Something is wrong with the program.
    Wrong,
    /// The job could not be carried out.
    Failed,
    /// A budget ran out before an answer, and nothing wrong was found so far.
    Budget,
    /// The program that ran asked for this status.
    Asked(u8),
    /// Interrupted by the user; the findings so far are the answer.
    Interrupted,
}

/// Returns true for the name of a Java file.
pub fn is_java(name: &str) -> bool {
    name.len() > 5 && name.get(name.len() - 5..).is_some_and(|end| end.eq_ignore_ascii_case(".java"))
}
