//! Submissions: bytes of unknown origin, read as text of bounded size and nesting.

use crate::grade::Grade;
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Extras;

/// The most bytes of a submission.
pub const MOST_BYTES: usize = 1 << 20;

/// The deepest nesting of a program that is handed in.
pub const MOST_NESTED: u32 = 1_000;

/// The most characters of a program that start no token.
const MOST_STRANGE: usize = 200;

/// Reads a submission as text.
///
/// # Errors
///
/// The grade of one that is none.
pub fn text(bytes: &[u8]) -> Result<&str, Grade> {
    if bytes.len() > MOST_BYTES {
        return Err(Grade::unreadable("", "it is larger than 1 MB"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Grade::unreadable("", "it is no text in UTF-8"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        Some(c) => Err(Grade::unreadable("", format!("it has the control character {}", c.escape_unicode()))),
        None => Ok(text),
    }
}

/// The lines of an answer that is no program, without comments and blank ones; each with its number from 1. A comment is from a `#` on
/// that begins a word: `Account#1` is the name of an object.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = |line: &str| {
        let begins = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
        line.match_indices('#').map(|found| found.0).find(|at| begins(*at)).unwrap_or(line.len())
    };
    let without = text.lines().map(move |line| line[..end(line)].trim_end());
    without.enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.trim().is_empty())
}

/// Reads a program.
///
/// # Errors
///
/// The grade of what is none.
pub fn program(text: &str, dialect: Dialect) -> Result<Program, Grade> {
    // Each error is looked into; a text of errors would take long.
    let mut lexer = Lexer::new(text, Extras::default());
    lexer.by_ref().for_each(drop);
    if lexer.finish().0.errors.len() > MOST_STRANGE {
        return Err(Grade::unreadable("", "it is no program"));
    }
    let options = racefree_grammar::Options { dialect: Some(dialect), depth: Some(MOST_NESTED), ..Default::default() };
    racefree_grammar::parse_with(text, options).map_err(|errors| match errors.first() {
        Some(error) => {
            let line = racefree_grammar::span::LineIndex::new(text).line(error.span.start);
            Grade::unreadable(format!("line {line}"), format!("syntax error: {}", error.message))
        }
        None => Grade::unreadable("", "it is no program"),
    })
}

/// Reads a program in Java, as far as its syntax goes.
///
/// # Errors
///
/// The grade of what is none.
pub fn java(text: &str) -> Result<(), Grade> {
    match racefree_answers::syntax_error(text) {
        None => Ok(()),
        Some((span, message)) => {
            let line = racefree_grammar::span::LineIndex::new(text).line(span.start);
            Err(Grade::unreadable(format!("line {line}"), format!("syntax error: {message}")))
        }
    }
}
