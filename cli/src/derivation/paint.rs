//! Colours of a derivation in the terminal, in one place so that text without colours is the same text.

use crate::terminal::{BOLD, FAINT, painted};
use racefree_kernel::statement::{Sort, Statement};

/// A rule's name.
pub(super) const RULE: &str = "36";
/// Judgments that hold.
pub(super) const GOOD: &str = "32";
/// Judgments that lead to a failing premise.
pub(super) const BAD: &str = "31";
/// A premise that fails.
pub(super) const CULPRIT: &str = "1;31";
/// Assumptions.
pub(super) const TRUSTED: &str = "33";
/// Keywords.
const KEYWORD: &str = "34";

/// Colours, if wanted.
#[derive(Clone, Copy)]
pub(super) struct Paint(pub(super) bool);

impl Paint {
    /// Text in the colour of its role.
    pub(super) fn with(self, code: &str, text: &str) -> String {
        painted(self.0, code, text)
    }

    /// A judgment or side condition.
    pub(super) fn statement(self, statement: &Statement) -> String {
        if !self.0 {
            return statement.text().to_owned();
        }
        let piece = |(sort, text): (Sort, &str)| match sort {
            Sort::Keyword => self.with(KEYWORD, text),
            Sort::Meta => self.with(BOLD, text),
            Sort::Literal => self.with(GOOD, text),
            Sort::Omitted => self.with(FAINT, text),
            Sort::Plain | Sort::Variable | Sort::Class | Sort::Member => text.to_owned(),
        };
        statement.pieces().map(piece).collect()
    }
}
