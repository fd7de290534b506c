//! Parts common to all answers: a program's text, the ending of a question, amounts in words.

/// A source text with the name it goes by.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The file's name as it was given, or `-`.
    pub name: String,
    /// The text.
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
    /// A budget ran out before an answer, and nothing wrong was found so far.
    Budget,
    /// Interrupted by the user; the findings so far are the answer.
    Interrupted,
}
