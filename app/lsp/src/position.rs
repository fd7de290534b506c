//! Positions of the protocol and offsets in a text. Lines end with `\n`, `\r\n` or `\r`; characters are counted in the units that
//! client and server agreed on.

use gen_lsp_types::{Position, Range};
use racefree_answers::editing::Span;

/// Unit in which characters are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16.
    Utf16,
}

/// The lines of a text.
#[derive(Debug)]
pub(crate) struct Lines {
    starts: Vec<u32>,
    encoding: Encoding,
}

impl Lines {
    /// Reads through a text once.
    pub(crate) fn new(text: &str, encoding: Encoding) -> Lines {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(i, &b)| match b {
            b'\n' => true,
            b'\r' => bytes.get(i + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = std::iter::once(0).chain(ends.map(|(i, _)| i as u32 + 1)).collect();
        Lines { starts, encoding }
    }

    /// The position of an offset. One within a character, or within a line's end, is that of its start.
    pub(crate) fn position(&self, text: &str, offset: u32) -> Position {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) || text[..offset].ends_with('\r') && text[offset..].starts_with('\n') {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&s| s as usize <= offset) - 1;
        let before = &text[self.starts[line] as usize..offset];
        let character = match self.encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.encode_utf16().count(),
        };
        Position { line: line as u32, character: character as u32 }
    }

    /// The range of a span.
    pub(crate) fn range(&self, text: &str, span: Span) -> Range {
        Range { start: self.position(text, span.start), end: self.position(text, span.end) }
    }

    /// The offset of a position. Beyond the end of a line it is the line's end, beyond the last line that of the text.
    pub(crate) fn offset(&self, text: &str, position: Position) -> u32 {
        let Some(&start) = self.starts.get(position.line as usize) else { return text.len() as u32 };
        let end = self.starts.get(position.line as usize + 1).map_or(text.len(), |&end| end as usize);
        let line = text[start as usize..end].trim_end_matches(['\n', '\r']);
        let mut left = position.character as usize;
        let mut at = 0;
        for c in line.chars() {
            let units = match self.encoding {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
            };
            if left < units {
                break;
            }
            left -= units;
            at += c.len_utf8();
        }
        start + at as u32
    }

    /// The span of a range.
    pub(crate) fn span(&self, text: &str, range: Range) -> Span {
        let (start, end) = (self.offset(text, range.start), self.offset(text, range.end));
        Span::new(start, end.max(start))
    }
}
