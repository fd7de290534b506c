//! Lines of an analysed program, which may be several files one behind the other.

use crate::json::{Place, Places};
use racefree_grammar::span::{LineIndex, Span};
use serde::Serialize;
use std::cell::OnceCell;

/// A file of a program of several.
#[derive(Clone, Debug)]
pub struct PartFile {
    /// Its name.
    pub name: String,
    /// Its text, as a part of the whole.
    pub span: Span,
}

/// The lines of a program.
pub struct Lines<'s> {
    text: &'s str,
    /// The files of a program of several.
    files: &'s [PartFile],
    indices: Vec<LineIndex>,
    /// Places of each file for tools, once they are asked for.
    places: Vec<OnceCell<Places<'s>>>,
    whole: LineIndex,
    /// Offset at which a harness begins.
    end: u32,
}

impl<'s> Lines<'s> {
    /// Lines of a text; without files it is one.
    pub fn new(text: &'s str, files: &'s [PartFile]) -> Lines<'s> {
        let files = if files.len() > 1 { files } else { &[] };
        let indices = files.iter().map(|f| LineIndex::new(f.span.text(text))).collect();
        let places = files.iter().map(|_| OnceCell::new()).collect();
        Lines { text, files, indices, places, whole: LineIndex::new(text), end: u32::MAX }
    }

    /// The same, a harness behind the text left out: it has no lines.
    pub fn until(self, end: Option<u32>) -> Lines<'s> {
        Lines { end: end.unwrap_or(u32::MAX), ..self }
    }

    /// The file of a place.
    fn file(&self, span: Span) -> Option<usize> {
        let behind = self.files.partition_point(|f| f.span.start <= span.start);
        behind.checked_sub(1)
    }

    /// The file of a place, with its text and the place in it; none, if there is one file.
    pub fn part(&self, span: Span) -> Option<(&'s PartFile, &'s str, Span)> {
        let file = &self.files[self.file(span)?];
        let within = |at: u32| at.clamp(file.span.start, file.span.end) - file.span.start;
        Some((file, file.span.text(self.text), Span::new(within(span.start), within(span.end))))
    }

    /// Number of a line, behind the file's name if there are several; empty in a harness.
    pub fn line(&self, span: Span) -> String {
        match self.file(span) {
            _ if span.start >= self.end => String::new(),
            Some(i) => {
                format!("{}:{}", self.files[i].name, self.indices[i].line(span.start - self.files[i].span.start))
            }
            None => self.whole.line(span.start).to_string(),
        }
    }

    /// Line and column of a place, behind the file's name if there are several.
    pub fn place(&self, span: Span) -> String {
        match (self.file(span), self.part(span)) {
            (Some(i), Some((file, text, span))) => {
                let (line, column) = self.indices[i].line_column(text, span.start);
                format!("{}:{line}:{column}", file.name)
            }
            _ => {
                let (line, column) = self.whole.line_column(self.text, span.start);
                format!("{line}:{column}")
            }
        }
    }

    /// A place for tools.
    pub fn json(&self, places: &Places<'_>, span: Span) -> LinePlace<'s> {
        let (Place { line, column, end_line, end_column, .. }, file) = match (self.file(span), self.part(span)) {
            (Some(i), Some((file, text, span))) => {
                let place = self.places[i].get_or_init(|| Places::new(text)).place(span);
                (place, Some(FileOf::Name(&file.name)))
            }
            _ => {
                let place = places.place(span);
                (place, place.file.map(FileOf::Number))
            }
        };
        LinePlace { column, end_column, end_line, file, line }
    }
}

/// The file of a place: its number, or its name where files are one program.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum FileOf<'s> {
    Number(u32),
    Name(&'s str),
}

/// A place for tools, its keys in the order of the alphabet as in every object.
#[derive(Clone, Copy, Serialize)]
pub struct LinePlace<'s> {
    column: u32,
    end_column: u32,
    end_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<FileOf<'s>>,
    line: u32,
}
