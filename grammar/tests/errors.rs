//! What is said of wrong programs. The files in `errors/` hold them: a title behind `# `, the program, a line `---`, and
//! the errors. `BLESS=1 cargo test -p racefree-grammar --test all errors` writes what is said now into them.

use crate::common;
use racefree_grammar::parse;
use racefree_grammar::span::LineIndex;
use std::fmt::Write as _;

/// The errors of a source, one to a line: place, message, and the help below it.
fn errors(title: &str, source: &str) -> String {
    let Err(errors) = parse(source) else { panic!("`{title}` is no error") };
    let lines = LineIndex::new(source);
    let mut out = String::new();
    for error in errors {
        let (line, column) = lines.line_column(source, error.span.start);
        let (end_line, end_column) = lines.line_column(source, error.span.end);
        let place = match end_line == line {
            true => format!("{line}:{column}-{end_column}"),
            false => format!("{line}:{column}-{end_line}:{end_column}"),
        };
        writeln!(out, "{place} {}", error.message).unwrap();
        if let Some(help) = error.help {
            writeln!(out, "    help: {help}").unwrap();
        }
    }
    out
}

#[test]
fn errors_are_what_the_files_say() {
    common::hold_files("errors", 120, errors);
}
