//! Places in a source text.

/// A range of bytes of the source, end excluded. Trees that no source was parsed for have [`Span::NONE`] everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span of what is in no source.
    pub const NONE: Span = Span { start: 0, end: 0 };

    /// The bytes from `start` up to `end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text at this place; empty when the span lies outside `source`.
    pub fn text(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Returns true if `other` lies within.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// Finds the line and column of byte offsets: built once for a source, a look-up takes logarithmic time.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// The offset at which each line starts.
    starts: Vec<u32>,
}

impl LineIndex {
    /// Reads through `source` once.
    pub fn new(source: &str) -> LineIndex {
        let starts =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', source.as_bytes()).map(|i| i as u32 + 1)).collect();
        LineIndex { starts }
    }

    /// The line of a byte offset, counted from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&s| s <= offset) as u32
    }

    /// The line and the column of a byte offset, both counted from 1, the column in characters of `source`.
    pub fn line_column(&self, source: &str, offset: u32) -> (u32, u32) {
        let line = self.line(offset);
        let start = self.starts[line as usize - 1] as usize;
        let before = source.get(start..offset as usize).unwrap_or("");
        (line, before.chars().count() as u32 + 1)
    }

    /// The byte offset of a line and column (both from 1, the column in characters), if the source has that line. A
    /// column past the end of the line gives the end of the line.
    pub fn offset(&self, source: &str, line: u32, column: u32) -> Option<u32> {
        let start = *self.starts.get((line as usize).checked_sub(1)?)? as usize;
        let text = source[start..].split('\n').next().unwrap_or("");
        let within = text.char_indices().nth((column as usize).checked_sub(1)?).map_or(text.len(), |(i, _)| i);
        Some((start + within) as u32)
    }

    /// The byte range of a line counted from 1, without its line feed.
    pub fn line_span(&self, source: &str, line: u32) -> Option<Span> {
        let start = *self.starts.get((line as usize).checked_sub(1)?)?;
        let end = self.starts.get(line as usize).map_or(source.len() as u32, |next| next - 1);
        Some(Span::new(start, end))
    }

    /// Number of lines of a source; a final line feed does not start another.
    pub fn lines(source: &str) -> u32 {
        let feeds = memchr::memchr_iter(b'\n', source.as_bytes()).count() as u32;
        feeds + u32::from(!source.is_empty() && !source.ends_with('\n'))
    }
}

/// The character that begins the line with a file's name, in the text of several files: ASCII's file separator.
pub const HEAD: char = '\u{1c}';

/// The files of a text that several files were put together to: each begins behind a line with [`HEAD`] and its name.
#[derive(Clone, Debug, Default)]
pub struct Files<'s> {
    /// Starts of the files, with their names.
    all: Vec<(u32, &'s str)>,
}

impl<'s> Files<'s> {
    /// Reads through `source` once.
    pub fn new(source: &'s str) -> Files<'s> {
        let begins = |at: &usize| *at == 0 || source.as_bytes()[*at - 1] == b'\n';
        let heads = memchr::memchr_iter(HEAD as u8, source.as_bytes()).filter(begins);
        let file = |at: usize| {
            let (name, _) = source[at + 1..].split_once('\n')?;
            Some(((at + name.len() + 2) as u32, name))
        };
        Files { all: heads.filter_map(file).collect() }
    }

    /// The number of the file that an offset is in, its name, and its start.
    pub fn at(&self, offset: u32) -> Option<(u32, &'s str, u32)> {
        let number = self.all.partition_point(|(start, _)| *start <= offset).checked_sub(1)?;
        self.all.get(number).map(|&(start, name)| (number as u32, name, start))
    }

    /// The files, each with its name and text.
    pub fn each(&self, source: &'s str) -> impl Iterator<Item = (&'s str, &'s str)> {
        let end = |n: usize| match self.all.get(n + 1) {
            Some(&(next, name)) => (next as usize).saturating_sub(name.len() + 2),
            None => source.len(),
        };
        self.all.iter().enumerate().map(move |(n, &(start, name))| (name, &source[start as usize..end(n)]))
    }
}
