//! A source formatted a few classes at a time, so that its tokens, lexemes and layout are never all in memory: pages that were just
//! written are written again. A piece ends where a class seems to, at the end of a line; if it does not, as in a comment, the piece is no
//! row of classes, and a longer one is taken. What is printed of a class does not depend on the others, so the pieces come to what the
//! whole does (`tests/properties.rs`).

use super::format_piece;
use crate::ast::{Dialect, Program};
use crate::lexer::Spanned;
use crate::parser::{Options, parse_keeping};

/// So many bytes a piece has at least.
pub(super) const PIECE: usize = 1 << 11;

/// Formats a source in pieces of at least so many bytes; nothing if there are errors in it.
pub(super) fn format(source: &str, dialect: Dialect, least: usize) -> Option<String> {
    let mut out = String::with_capacity(source.len() + source.len() / 16);
    let (mut from, mut length) = (0, least);
    while let Some(Cut { at, blank }) = cut(source, from, length) {
        let text = &source[from..at];
        match parse(text, dialect) {
            Some((program, _)) if program.main.is_some() => break,
            Some((program, tokens)) => {
                out.push_str(&format_piece(text, &tokens, &program));
                out.push_str(if blank { "\n" } else { "" });
                (from, length) = (at, least);
            }
            None => length = 2 * text.len(),
        }
    }
    let text = &source[from..];
    let (program, tokens) = parse(text, dialect)?;
    out.push_str(&format_piece(text, &tokens, &program));
    Some(out)
}

fn parse(text: &str, dialect: Dialect) -> Option<(Program, Vec<Spanned>)> {
    parse_keeping(text, Options { comments: true, dialect: Some(dialect), depth: None }).ok()
}

/// Where a piece ends, and whether an empty line comes next.
struct Cut {
    at: usize,
    blank: bool,
}

/// The first place, so many bytes on, where a class seems to end with its line: behind a `}` that its line begins with, or before a line
/// that begins with a class.
fn cut(source: &str, from: usize, length: usize) -> Option<Cut> {
    let bytes = source.as_bytes();
    let mut ends = memchr::memchr_iter(b'\n', bytes.get(from + length..)?).map(|i| from + length + i);
    let seems = |end: usize| {
        let line = bytes[from..end].trim_ascii_end();
        let at = from + line.len();
        let next = at + bytes[at..].iter().position(|b| !b.is_ascii_whitespace())?;
        let begins = line.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let (last, next_line) = (&line[begins..], &bytes[next..]);
        let class =
            bytes[next - 1] == b'\n' && (next_line.starts_with(b"class ") || next_line.starts_with(b"thread_local "));
        let ends = last == b"}" || class && last.ends_with(b"}");
        let alone = ends && next_line[0].is_ascii() && memchr::memmem::find(last, b"//#").is_none();
        let blank = memchr::memchr_iter(b'\n', &bytes[at..next]).count() > 1;
        alone.then_some(Cut { at, blank })
    };
    ends.find_map(seems)
}
