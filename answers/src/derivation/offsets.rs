//! Byte offsets of a source counted in other units, in constant time.

use crate::json::Place;
use racefree_grammar::Span;
use racefree_grammar::span::LineIndex;

/// Byte offsets as numbers of characters, or of UTF-16 units.
pub struct Offsets {
    /// Table by byte offset; empty if the source is ASCII, so that all units are the same.
    table: Vec<u32>,
}

impl Offsets {
    /// Counts `units` for each character.
    pub fn new(source: &str, units: fn(char) -> usize) -> Offsets {
        if source.is_ascii() {
            return Offsets { table: Vec::new() };
        }
        let mut table = Vec::with_capacity(source.len() + 1);
        let mut sum = 0;
        for c in source.chars() {
            table.extend(std::iter::repeat_n(sum, c.len_utf8()));
            sum += units(c) as u32;
        }
        table.push(sum);
        Offsets { table }
    }

    /// A byte offset in units.
    pub fn of(&self, offset: u32) -> u32 {
        self.table.get(offset as usize).copied().unwrap_or(offset)
    }
}

/// Tells lines and columns, however long the lines.
pub struct Positions<'s> {
    source: &'s str,
    lines: LineIndex,
    characters: Offsets,
}

impl<'s> Positions<'s> {
    /// Reads through a source once.
    pub fn new(source: &'s str) -> Positions<'s> {
        Positions { source, lines: LineIndex::new(source), characters: Offsets::new(source, |_| 1) }
    }

    /// Line and column of a byte offset, from 1, the column in characters.
    pub fn of(&self, offset: u32) -> (u32, u32) {
        let line = self.lines.line(offset);
        let start = self.lines.line_span(self.source, line).map_or(0, |span| span.start);
        (line, self.characters.of(offset) - self.characters.of(start) + 1)
    }

    /// The place of a span.
    pub fn place(&self, span: Span) -> Place {
        let ((line, column), (end_line, end_column)) = (self.of(span.start), self.of(span.end));
        Place { line, column, end_line, end_column }
    }
}
