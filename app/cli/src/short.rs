//! A line an error, `file:line:column: error[RULE/premise]: message`, as compilers write them: for editors and for `grep`.

use crate::terminal::Out;
use racefree_answers::json::Places;
use racefree_grammar::{Span, SyntaxError};
use racefree_kernel::{Report, TypeError};
use racefree_systems::premise_name;
use std::io::{self, Write};

/// Code of syntax errors.
const SYNTAX: &str = "syntax";

/// Writer of the lines of one file.
pub struct Lines<'s> {
    name: &'s str,
    places: Places<'s>,
}

impl<'s> Lines<'s> {
    /// Lines about a program.
    pub fn new(name: &'s str, text: &'s str) -> Lines<'s> {
        Lines { name, places: Places::new(text) }
    }

    /// Writes a line.
    pub fn line(&self, span: Span, kind: &str, code: &str, message: &str, out: &mut Out) -> io::Result<()> {
        let place = self.places.place(span);
        let message = message.replace('\n', " ");
        writeln!(out, "{}:{}:{}: {kind}[{code}]: {message}", self.name, place.line, place.column)
    }

    /// Writes syntax errors.
    pub fn syntax(&self, errors: &[SyntaxError], out: &mut Out) -> io::Result<()> {
        errors.iter().try_for_each(|error| self.line(error.span, "error", SYNTAX, &error.message, out))
    }

    /// Writes type errors.
    pub fn errors(&self, errors: &[TypeError], out: &mut Out) -> io::Result<()> {
        errors.iter().try_for_each(|e| self.line(e.span, "error", &premise_name(e.premise), &e.message, out))
    }

    /// Writes type errors that count as none, with the reason, unless `--quiet` leaves them out.
    pub fn excused(&self, errors: &[TypeError], why: &str, out: &mut Out) -> io::Result<()> {
        let shown = if out.quiet { &[] } else { errors };
        shown.iter().try_for_each(|e| {
            self.line(e.span, "warning", &premise_name(e.premise), &format!("{why}: {}", e.message), out)
        })
    }

    /// Writes the warnings of a report, silenced errors among them, unless `--quiet` leaves them out.
    pub fn warnings(&self, report: &Report, out: &mut Out) -> io::Result<()> {
        self.excused(&report.silenced, "silenced by no_warn", out)?;
        let shown = if out.quiet { &[][..] } else { &report.warnings };
        shown.iter().try_for_each(|w| self.line(w.span, "warning", w.kind, &w.message, out))
    }

    /// Writes a report.
    pub fn report(&self, report: &Report, out: &mut Out) -> io::Result<()> {
        self.errors(&report.errors, out)?;
        self.warnings(report, out)
    }
}
