//! The text of a run: all files one behind the other, so that a span says which file it is in.

use crate::tree::{FileNo, Origin};
use racefree_grammar::Span;

/// A file.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name, for messages.
    pub name: String,
    /// The sort of its text.
    pub origin: Origin,
    /// Its text, as a span of the whole.
    pub span: Span,
    /// The bytes were no UTF-8, and read as ISO 8859-1.
    pub latin: bool,
    /// Bytes that were left out in front: a byte order mark.
    pub skipped: u32,
}

/// All files of a run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    text: String,
    files: Vec<File>,
}

/// The text of a run would be longer than 4 GB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the sources are longer than 4 GB together")
    }
}

impl std::error::Error for TooLong {}

impl Sources {
    /// Adds a file. Bytes that are no UTF-8 are read as ISO 8859-1.
    ///
    /// # Errors
    ///
    /// [`TooLong`]
    pub fn add(&mut self, name: String, bytes: &[u8], origin: Origin) -> Result<FileNo, TooLong> {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        let (bytes, skipped) = bytes.strip_prefix(MARK).map_or((bytes, 0), |rest| (rest, MARK.len() as u32));
        let start = self.text.len();
        let latin = match std::str::from_utf8(bytes) {
            Ok(text) if start + text.len() < u32::MAX as usize => {
                self.text.push_str(text);
                false
            }
            Err(_) if start + 2 * bytes.len() < u32::MAX as usize => {
                self.text.extend(bytes.iter().map(|b| char::from(*b)));
                true
            }
            _ => return Err(TooLong),
        };
        // The end of a file is in no other one.
        let span = Span::new(start as u32, self.text.len() as u32);
        self.text.push('\n');
        self.files.push(File { name, origin, span, latin, skipped });
        Ok(FileNo(self.files.len() as u32 - 1))
    }

    /// All the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text at a place.
    pub fn at(&self, span: Span) -> &str {
        span.text(&self.text)
    }

    /// The files, by number.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The file of a place, and the place in its text.
    pub fn place(&self, span: Span) -> (FileNo, Span) {
        let i = self.files.partition_point(|file| file.span.start <= span.start).saturating_sub(1);
        let start = self.files.get(i).map_or(0, |file| file.span.start);
        (FileNo(i as u32), Span::new(span.start - start, span.end.max(span.start) - start))
    }
}
