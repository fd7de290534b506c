//! Modifiers and annotations of declarations, and places of comments.

use crate::Java;
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::{Modifiers, Note, NoteKind};
use racefree_grammar::Span;

impl Java {
    /// The annotation comments that begin from `from` on, and before `to`.
    pub fn comments(&self, from: u32, to: u32) -> &[Note] {
        let first = self.comments.partition_point(|c| c.span.start < from);
        let behind = self.comments.partition_point(|c| c.span.start < to).max(first);
        &self.comments[first..behind]
    }

    /// Offset of the first token from an offset on: white space and comments are left out.
    pub fn next_token(&self, from: u32) -> u32 {
        next_token(self.sources.text(), from as usize) as u32
    }

    /// The modifiers of a declaration.
    pub(crate) fn modifiers(&self, syntax: &Syntax, at: At) -> Modifiers {
        // A static initialiser has its word, and no modifiers.
        let Some(list) = syntax.part(at, NodeKind::Modifiers) else { return Modifiers::default() };
        let words = syntax.all(list, NodeKind::Token);
        words.filter_map(|c| Modifiers::of(self.sources.at(syntax.span(c)))).fold(Modifiers::default(), Modifiers::with)
    }

    /// The annotations of a declaration: those among its modifiers, and comments that begin in these ranges.
    pub(crate) fn notes(&mut self, syntax: &Syntax, at: At, ranges: &[(u32, u32)]) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        if let Some(list) = syntax.part(at, NodeKind::Modifiers) {
            for c in syntax
                .children(list)
                .filter(|c| matches!(syntax.kind(*c), NodeKind::Annotation | NodeKind::MarkerAnnotation))
            {
                notes.push(self.annotation(syntax, c));
            }
        }
        if !self.comments.is_empty() {
            for (from, to) in ranges {
                notes.extend_from_slice(self.comments(*from, *to));
            }
        }
        notes
    }

    fn annotation(&mut self, syntax: &Syntax, at: At) -> Note {
        let span = syntax.span(at);
        let name = syntax.child(at, Role::Name).map_or(span, |n| syntax.span(n));
        let text = self.sources.at(name);
        let last = text.rfind('.').map_or(0, |i| i + 1) as u32;
        let name = self.name_of(Span::new(name.start + last, name.end));
        let arguments = syntax.child(at, Role::Arguments).map(|a| syntax.span(a));
        let arguments =
            arguments.map_or(Span::new(span.end, span.end), |a| Span::new(a.start + 1, (a.end - 1).max(a.start + 1)));
        Note { span, kind: NoteKind::Annotation { name, arguments } }
    }

    /// From behind a declaration up to the end of its line, if nothing else stands there.
    pub(crate) fn rest_of_line(&self, from: u32) -> (u32, u32) {
        let next = self.next_token(from);
        let space = &self.sources.text()[from as usize..next as usize];
        let end = match space.find('\n') {
            Some(line) => from + line as u32,
            None if next as usize == self.sources.text().len() => next,
            None => from,
        };
        (from, end)
    }

    /// The start of a declaration, with the annotation comments in front of it. One at the end of a line belongs to what stands in that line.
    pub(crate) fn lead(&self, start: u32) -> u32 {
        let text = self.sources.text();
        let mut from = start;
        let before = self.comments.partition_point(|c| c.span.start < start);
        for comment in self.comments[..before].iter().rev() {
            let span = comment.span;
            if span.end > from || next_token(&text[..from as usize], span.end as usize) < from as usize {
                break;
            }
            let line = text[..span.start as usize].rsplit('\n').next().unwrap_or("");
            let alone = line.split("*/").map(str::trim_start).all(|part| part.is_empty() || part.starts_with("/*"));
            if !alone && text[span.end as usize..from as usize].contains('\n') {
                break;
            }
            from = span.start;
        }
        from
    }
}

/// Offset of the first token of a text from an offset on.
pub(crate) fn next_token(text: &str, from: usize) -> usize {
    let (text, mut at) = (text.as_bytes(), from);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        at += match rest[0] {
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0C' => 1,
            b'/' if rest.starts_with(b"//") => rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with(b"/*") => {
                rest.windows(2).skip(2).position(|w| w == b"*/").map_or(rest.len(), |i| i + 4)
            }
            _ => break,
        };
    }
    at
}
