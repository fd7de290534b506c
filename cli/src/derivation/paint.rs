//! Colours of a derivation in the terminal, in one place so that text without colours is the same text.

use racefree_kernel::statement::{Sort, Statement};

/// Colours, if wanted.
#[derive(Clone, Copy)]
pub(super) struct Paint(pub(super) bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// A rule's name.
    pub(super) fn rule(self, text: &str) -> String {
        self.with("36", text)
    }

    /// Style of text for orientation only.
    pub(super) fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    /// Style of judgments that hold.
    pub(super) fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    /// Style of judgments that lead to a failing premise.
    pub(super) fn bad(self, text: &str) -> String {
        self.with("31", text)
    }

    /// A premise that fails.
    pub(super) fn culprit(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// Style of assumptions.
    pub(super) fn trusted(self, text: &str) -> String {
        self.with("33", text)
    }

    /// A judgment or side condition.
    pub(super) fn statement(self, statement: &Statement) -> String {
        if !self.0 {
            return statement.text().to_owned();
        }
        let piece = |(sort, text): (Sort, &str)| match sort {
            Sort::Keyword => self.with("34", text),
            Sort::Meta => self.with("1", text),
            Sort::Literal => self.with("32", text),
            Sort::Omitted => self.faint(text),
            Sort::Plain | Sort::Variable | Sort::Class | Sort::Member => text.to_owned(),
        };
        statement.pieces().map(piece).collect()
    }
}
