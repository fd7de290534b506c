//! The text of a run: all files one behind the other, so that a span says which file it is in.

use crate::tree::{FileNo, Origin};
use racefree_grammar::Span;
use racefree_grammar::fix::{self, Edit};
use racefree_grammar::span::HEAD;
use std::borrow::Cow;
use std::sync::Arc;

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
    /// Unicode escapes that were replaced: the offset behind each in the text of the file, and the bytes that are missing up to there.
    escapes: Vec<(u32, u32)>,
}

impl File {
    /// Returns true for a stub of [`crate::world::STUBS`].
    pub(crate) fn is_built_in(&self) -> bool {
        self.origin == Origin::Stub && self.name.starts_with('<')
    }

    /// The place of a span of the file's text in the text before Unicode escapes were replaced, behind a byte order mark.
    pub fn original(&self, span: Span) -> Span {
        let back = |at: u32| {
            let i = self.escapes.partition_point(|(behind, _)| *behind <= at);
            at + i.checked_sub(1).map_or(0, |i| self.escapes[i].1)
        };
        Span::new(back(span.start), back(span.end))
    }
}

/// Bytes of a file with edits of its text put in: encoding, byte order mark, line ends and Unicode escapes stay as they are. None if an edit
/// lies outside of the text, or cannot be written in the encoding.
///
/// `bytes` are those from which the file was read.
pub fn edited(file: &File, bytes: &[u8], edits: &[Edit]) -> Option<Vec<u8>> {
    let (mark, rest) = bytes.split_at_checked(file.skipped as usize)?;
    let decoded: Cow<'_, str> = match file.latin {
        true => Cow::Owned(rest.iter().map(|b| char::from(*b)).collect()),
        false => Cow::Borrowed(std::str::from_utf8(rest).ok()?),
    };
    let place = |edit: &Edit| Edit { span: file.original(edit.span), text: edit.text.clone() };
    let text = fix::apply(&decoded, &edits.iter().map(place).collect::<Vec<_>>())?;
    let written: Vec<u8> = match file.latin {
        true => text.chars().map(|c| u8::try_from(c).ok()).collect::<Option<_>>()?,
        false => text.into_bytes(),
    };
    Some([mark, &written].concat())
}

/// All files of a run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    text: Arc<String>,
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
    /// Begins the text of a file with a line that has its name, by which [`racefree_grammar::span::Files`] finds it.
    pub fn head(&mut self, name: &str) {
        let all = Arc::make_mut(&mut self.text);
        all.push(HEAD);
        all.push_str(&name.replace('\n', " "));
        all.push('\n');
    }

    /// Adds a file. Bytes that are no UTF-8 are read as ISO 8859-1.
    ///
    /// # Errors
    ///
    /// [`TooLong`]
    pub fn add(&mut self, name: String, bytes: &[u8], origin: Origin) -> Result<FileNo, TooLong> {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        let (bytes, skipped) = bytes.strip_prefix(MARK).map_or((bytes, 0), |rest| (rest, MARK.len() as u32));
        let start = self.text.len();
        let (text, latin) = match std::str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), false),
            Err(_) => (Cow::Owned(bytes.iter().map(|b| char::from(*b)).collect()), true),
        };
        if start + text.len() >= u32::MAX as usize {
            return Err(TooLong);
        }
        let text = if text.contains('\r') { Cow::Owned(with_line_feeds(&text)) } else { text };
        let escapes = self.push_decoded(&text);
        let span = Span::new(start as u32, self.text.len() as u32);
        // The end of a file is in no other one.
        Arc::make_mut(&mut self.text).push('\n');
        self.files.push(File { name, origin, span, latin, skipped, escapes });
        Ok(FileNo(self.files.len() as u32 - 1))
    }

    /// Adds a text with letters, signs and line ends in the place of their Unicode escapes (JLS 3.3). Others stay: control characters, halves
    /// of pairs.
    fn push_decoded(&mut self, text: &str) -> Vec<(u32, u32)> {
        let all = Arc::make_mut(&mut self.text);
        let (start, mut escapes, mut copied, mut missing) = (all.len(), Vec::new(), 0, 0);
        let mut from = 0;
        while let Some(i) = text[from..].find('\\') {
            let at = from + i;
            let Some((decoded, length)) = escape(&text[at..]) else {
                // A backslash behind a backslash begins nothing.
                from = at + 1 + usize::from(text[at + 1..].starts_with('\\'));
                continue;
            };
            all.push_str(&text[copied..at]);
            all.push(decoded);
            missing += (length - decoded.len_utf8()) as u32;
            escapes.push(((all.len() - start) as u32, missing));
            copied = at + length;
            from = copied;
        }
        all.push_str(&text[copied..]);
        escapes
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

/// A text with a line feed in the place of each carriage return that ends a line alone (JLS 3.4).
fn with_line_feeds(text: &str) -> String {
    let mut rest = text.chars().peekable();
    let mut fed = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        fed.push(if c == '\r' && rest.peek() != Some(&'\n') { '\n' } else { c });
    }
    fed
}

/// The character of a Unicode escape that begins a text, and its length.
fn escape(text: &str) -> Option<(char, usize)> {
    let rest = text.strip_prefix("\\u")?.trim_start_matches('u');
    let digits = rest.get(..4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let decoded = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)?;
    let decoded = if decoded == '\r' { '\n' } else { decoded };
    let known = decoded == '\n' || decoded.is_ascii_punctuation() || decoded.is_alphanumeric();
    known.then_some((decoded, text.len() - rest.len() + 4))
}
