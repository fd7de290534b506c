//! A source formatted a few classes at a time, so that its tokens, lexemes and layout are never all in memory: pages that were just
//! written are written again. A piece ends where a class seems to, at the end of a line; if it does not, as in a comment, the piece is no
//! row of classes, and a longer one is taken. What is printed of a class does not depend on the others, so the pieces come to what the
//! whole does (`tests/properties.rs`).

use super::{format_plain, unchanged};
use crate::ast::{Dialect, Program};
use crate::lexer::Spanned;
use crate::parser::{Options, parse_in, parse_reusing};

/// So many bytes a piece has at least.
pub(crate) const PIECE: usize = 1 << 12;

/// Formats a source in pieces of at least so many bytes; nothing if there are errors in it.
pub(super) fn format(source: &str, dialect: Dialect, least: usize) -> Option<String> {
    let mut out = String::with_capacity(source.len() + source.len() / 16);
    let (mut from, mut length) = (0, least);
    let mut desk = Desk { dialect, memory: Program::default(), tokens: Vec::new() };
    while let Some(Cut { at, blank }) = cut(source, from, length) {
        let text = &source[from..at];
        match desk.format(text, true, &mut out) {
            Ok(()) => {
                out.push_str(if blank { "\n" } else { "" });
                (from, length) = (at, least);
            }
            Err(Stopped::AtMain) => break,
            Err(Stopped::AtError) => length = 2 * text.len(),
        }
    }
    desk.format(&source[from..], false, &mut out).ok()?;
    Some(out)
}

/// Why a piece is none.
enum Stopped {
    /// It has a main expression, which ends where the source does.
    AtMain,
    /// It is no program.
    AtError,
}

/// What one piece leaves to the next: memory.
struct Desk {
    dialect: Dialect,
    memory: Program,
    tokens: Vec<Spanned>,
}

impl Desk {
    /// Formats a piece.
    fn format(&mut self, text: &str, only_classes: bool, out: &mut String) -> Result<(), Stopped> {
        let options = Options { comments: true, dialect: Some(self.dialect), depth: None };
        if is_bare(text) {
            let program = parse_in(std::mem::take(&mut self.memory), text, options).map_err(|_| Stopped::AtError)?;
            if only_classes && program.main.is_some() {
                return Err(Stopped::AtMain);
            }
            let written = format_plain(text, &program, out);
            self.memory = program.emptied();
            if written.is_some() {
                return Ok(());
            }
        }
        let memory = std::mem::take(&mut self.memory);
        let program = parse_reusing(memory, &mut self.tokens, text, options).map_err(|_| Stopped::AtError)?;
        if only_classes && program.main.is_some() {
            return Err(Stopped::AtMain);
        }
        unchanged(text, &self.tokens, &program, out);
        self.memory = program.emptied();
        Ok(())
    }
}

/// Whether there are certainly no comments in a text, as in most classes; no `<>`, which would be left out; and no `atomic`, which is a
/// name or not by what comes next.
fn is_bare(text: &str) -> bool {
    let bytes = text.as_bytes();
    let behind = |i: usize| &bytes[i + 1..];
    let comment = |i: usize| behind(i).first().is_some_and(|b| matches!(b, b'/' | b'*'));
    let empty = |i: usize| behind(i).trim_ascii_start().first() == Some(&b'>');
    memchr::memchr2_iter(b'/', b'<', bytes).all(|i| if bytes[i] == b'/' { !comment(i) } else { !empty(i) })
        && memchr::memmem::find(bytes, b"atomic").is_none()
}

/// Where a piece ends, and whether an empty line comes next.
pub(crate) struct Cut {
    pub(crate) at: usize,
    blank: bool,
}

/// The first place, so many bytes on, where a class seems to end with its line: behind a `}` that its line begins with, or before a line
/// that begins with a class.
pub(crate) fn cut(source: &str, from: usize, length: usize) -> Option<Cut> {
    let bytes = source.as_bytes();
    let mut ends = memchr::memchr_iter(b'\n', bytes.get(from + length..)?).map(|i| from + length + i);
    let seems = |end: usize| {
        let line = bytes[from..end].trim_ascii_end();
        line.last().filter(|&&b| b == b'}')?;
        let at = from + line.len();
        let next = at + bytes[at..].iter().position(|b| !b.is_ascii_whitespace())?;
        let begins = memchr::memrchr(b'\n', line).map_or(0, |i| i + 1);
        let (last, next_line) = (&line[begins..], &bytes[next..]);
        let class =
            bytes[next - 1] == b'\n' && (next_line.starts_with(b"class ") || next_line.starts_with(b"thread_local "));
        let ends = last == b"}" || class;
        let alone = ends && next_line[0].is_ascii() && memchr::memmem::find(last, b"//#").is_none();
        let blank = memchr::memchr_iter(b'\n', &bytes[at..next]).count() > 1;
        alone.then_some(Cut { at, blank })
    };
    ends.find_map(seems)
}
