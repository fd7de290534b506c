//! Problem of a program, as people read it: a headline, and labels at places.

use racefree_grammar::Span;

/// Something that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// Kind of problem: `race`, `deadlock`, `monitor guard`.
    pub code: String,
    /// A sentence.
    pub message: String,
    /// Labels of places, the main place first.
    pub labels: Vec<(Span, String)>,
    /// Further notes.
    pub notes: Vec<String>,
}

impl Problem {
    /// Problem without notes.
    pub fn new(code: impl Into<String>, message: impl Into<String>, labels: Vec<(Span, String)>) -> Problem {
        Problem { code: code.into(), message: message.into(), labels, notes: Vec::new() }
    }
}
