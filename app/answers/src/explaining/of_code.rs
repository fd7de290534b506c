//! Errors of the code itself, which no rule about races has: `notify` without its lock, a thread that is run and not started. The exception of
//! a schedule in the line of one is due to it; for the others schedules say nothing.

use super::report::Told;
use crate::java::running::CODE;
use racefree_grammar::Span;
use racefree_grammar::span::LineIndex;
use racefree_interp::drive::Key;

/// An error of the code.
pub struct OfCode {
    /// Its place.
    pub span: Span,
    /// Its message.
    pub message: String,
    /// The exception that it throws in some schedule.
    pub finding: Option<Key>,
}

impl OfCode {
    /// The verdict in words, and as it stands in objects.
    pub fn word(&self) -> (&'static str, &'static str) {
        match self.finding {
            Some(_) => ("REAL", "real"),
            None => ("NOT JUDGED", "unknown"),
        }
    }
}

impl Told {
    /// The errors of the code.
    pub fn of_code(&self) -> Vec<OfCode> {
        let lines = LineIndex::new(&self.loaded.source.text);
        let program = &self.loaded.program.tables.program;
        let thrown = |span: Span| {
            let at = |key: &&Key| match key {
                Key::Exception(_, site) => lines.line(site.span(program).start) == lines.line(span.start),
                Key::Race(..)
                | Key::Deadlock(_)
                | Key::Waiting(_)
                | Key::Livelock(..)
                | Key::Monitor(..)
                | Key::Stuck(_) => false,
            };
            self.searched.result.found.iter().map(|found| &found.key).find(at).cloned()
        };
        let own = self.loaded.report.warnings.iter().filter(|warning| warning.kind == CODE);
        own.map(|of| OfCode { span: of.span, message: of.message.clone(), finding: thrown(of.span) }).collect()
    }

    /// The reason for the verdict on an error of the code.
    pub fn reason_of_code(&self, of: &OfCode) -> String {
        match &of.finding {
            Some(key) => self.headline(key),
            None => "`check` has this error of the code itself, which no race shows".to_owned(),
        }
    }
}
