//! What all answers share: a program's text, how a question ended, how amounts are said.

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

/// How a question about a program ended, worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// Nothing wrong was found.
    Fine,
    /// Something is wrong with the program.
    Wrong,
    /// A budget ran out before an answer, and nothing wrong was found so far.
    Budget,
    /// No more was wanted; what was found so far is the answer.
    Interrupted,
}
