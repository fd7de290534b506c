//! Judgments and side conditions as text, in pieces that a renderer can typeset.

use std::borrow::Cow;

/// Sort of a piece of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Sort {
    /// Punctuation, blanks and words.
    Plain,
    /// A keyword of the language, `int` and its like among them.
    Keyword,
    /// A variable, ghost or `this`.
    Variable,
    /// A class.
    Class,
    /// A field or method.
    Member,
    /// A literal.
    Literal,
    /// A part of the judgment that is not of the program: `P`, `⊢`, `∈`, `E₁`, `∅`.
    Meta,
    /// `…`, for what is left out.
    Omitted,
}

/// A judgment or side condition as text.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Statement {
    text: String,
    /// Each piece with where it ends.
    pieces: Vec<(Sort, u32)>,
}

/// A point of a [`Statement`] to cut it off at.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    text: usize,
    pieces: usize,
}

impl Statement {
    /// A statement of one piece.
    pub fn of(sort: Sort, text: &str) -> Statement {
        let mut out = Statement::default();
        out.push(sort, text);
        out
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The pieces in order.
    pub fn pieces(&self) -> impl Iterator<Item = (Sort, &str)> {
        let mut start = 0;
        self.pieces.iter().map(move |&(sort, end)| {
            let piece = &self.text[start..end as usize];
            start = end as usize;
            (sort, piece)
        })
    }

    /// Number of characters.
    pub fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// Returns true if there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Appends a piece.
    pub fn push(&mut self, sort: Sort, text: &str) {
        self.text.push_str(text);
        let end = self.text.len() as u32;
        match self.pieces.last_mut() {
            Some(last) if last.0 == sort => last.1 = end,
            _ if text.is_empty() => {}
            _ => self.pieces.push((sort, end)),
        }
    }

    /// Appends another statement.
    pub fn append(&mut self, other: &Statement) {
        other.pieces().for_each(|(sort, text)| self.push(sort, text));
    }

    /// Appends a [`Sort::Plain`] piece.
    pub fn plain(&mut self, text: &str) {
        self.push(Sort::Plain, text);
    }

    /// Appends a [`Sort::Keyword`].
    pub fn keyword(&mut self, text: &str) {
        self.push(Sort::Keyword, text);
    }

    /// Appends a [`Sort::Meta`] piece.
    pub fn meta(&mut self, text: &str) {
        self.push(Sort::Meta, text);
    }

    /// Appends `…`.
    pub fn omitted(&mut self) {
        self.push(Sort::Omitted, "…");
    }

    /// Appends elements separated by commas, `…` for those beyond the first [`LONGEST`].
    pub fn elements<T>(&mut self, of: &[T], mut write: impl FnMut(&mut Statement, &T)) {
        for (i, element) in of.iter().enumerate() {
            if i > 0 {
                self.plain(", ");
            }
            if i == LONGEST {
                return self.omitted();
            }
            write(self, element);
        }
    }

    /// Appends an environment. Of its bindings (ghost or not, type, name) the last comes first; `…` stands for those for which
    /// `room` characters are not enough.
    pub fn environment<'a>(&mut self, room: usize, of: impl IntoIterator<Item = (bool, Cow<'a, str>, &'a str)>) {
        let mut width = 0;
        let mut shown = Vec::new();
        for binding in of {
            width += binding.1.len() + binding.2.len() + 3;
            if width > room && !shown.is_empty() {
                self.omitted();
                self.plain(", ");
                break;
            }
            shown.push(binding);
        }
        for (i, (ghost, ty, x)) in shown.into_iter().rev().enumerate() {
            self.plain(if i == 0 { "" } else { ", " });
            self.keyword(if ghost { "ghost " } else { "" });
            self.push(Sort::Class, &ty);
            self.plain(" ");
            self.push(Sort::Variable, x);
        }
    }

    /// The end as it is now.
    pub fn point(&self) -> Point {
        Point { text: self.text.len(), pieces: self.pieces.len() }
    }

    /// Takes back what was appended since a point.
    pub fn truncate(&mut self, point: Point) {
        self.text.truncate(point.text);
        self.pieces.truncate(point.pieces);
        if let Some(last) = self.pieces.last_mut() {
            last.1 = point.text as u32;
        }
    }

    /// Cuts the text after a number of characters behind a point.
    pub fn cut(&mut self, point: Point, characters: usize) {
        if let Some((i, _)) = self.text[point.text..].char_indices().nth(characters) {
            self.shorten(point.text + i);
        }
    }

    /// Takes back this text, if it is the end.
    pub fn take_back(&mut self, end: &str) -> bool {
        let ends = self.text.ends_with(end);
        if ends {
            self.shorten(self.text.len() - end.len());
        }
        ends
    }

    fn shorten(&mut self, text: usize) {
        let pieces = self.pieces.iter().take_while(|piece| (piece.1 as usize) < text).count();
        self.truncate(Point { text, pieces: pieces + usize::from(text > 0) });
    }

    /// In lines of at most `first` characters, then `others`, broken at blanks. A longer word has a line of its own.
    pub fn wrap(&self, first: usize, others: usize) -> Vec<Statement> {
        let mut lines = vec![Statement::default()];
        let (mut used, mut room) = (0, first);
        // A word is what is between two blanks, of whatever pieces.
        let mut word = Statement::default();
        let mut flush = |word: &mut Statement, lines: &mut Vec<Statement>| {
            let width = word.width();
            if used > 0 && used + width > room {
                lines.push(Statement::default());
                (used, room) = (0, others);
            }
            if let Some(line) = lines.last_mut() {
                line.append(word);
            }
            used += width;
            *word = Statement::default();
        };
        for (sort, text) in self.pieces() {
            for part in text.split_inclusive(' ') {
                word.push(sort, part);
                if part.ends_with(' ') {
                    flush(&mut word, &mut lines);
                }
            }
        }
        flush(&mut word, &mut lines);
        lines
    }
}

/// Maximum number of elements of a list and steps of a path that are written out.
pub const LONGEST: usize = 8;

/// Maximum lengths of the parts of a statement, in characters.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// An expression.
    pub expression: usize,
    /// An environment; a longer one goes by a name.
    pub environment: usize,
    /// A lock set, a type or a list of locks.
    pub locks: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { expression: 60, environment: 36, locks: 40 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_one_sort_are_one() {
        let mut out = Statement::of(Sort::Meta, "P; ");
        out.meta("E");
        out.push(Sort::Meta, "");
        out.keyword("int");
        assert_eq!(out.pieces().collect::<Vec<_>>(), [(Sort::Meta, "P; E"), (Sort::Keyword, "int")]);
    }

    #[test]
    fn what_is_taken_back_leaves_no_trace() {
        let mut out = Statement::of(Sort::Meta, "P ⊢ ");
        let before = out.clone();
        let point = out.point();
        out.meta("x");
        out.keyword("int");
        out.cut(point, 2);
        assert_eq!(out.pieces().collect::<Vec<_>>(), [(Sort::Meta, "P ⊢ x"), (Sort::Keyword, "i")]);
        out.cut(point, 5);
        assert_eq!(out.text(), "P ⊢ xi");
        out.truncate(point);
        assert_eq!(out, before);
    }

    #[test]
    fn lines_break_at_blanks() {
        let lines = Statement::of(Sort::Plain, "one two three").wrap(7, 4);
        assert_eq!(lines.iter().map(Statement::text).collect::<Vec<_>>(), ["one ", "two ", "three"]);
    }
}
