//! Repairs of a source as data: text to write, and its place. An error carries the known repairs; each is verified by
//! applying it and judging again.

use crate::span::Span;

/// Text that takes the place of a piece of the source; an empty piece is a place to insert it at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edit {
    /// Span to replace.
    pub span: Span,
    /// Replacement.
    pub text: String,
}

impl Edit {
    /// Replaces a piece.
    pub fn replace(span: Span, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into() }
    }

    /// Inserts at a place.
    pub fn insert(at: u32, text: impl Into<String>) -> Edit {
        Edit { span: Span::new(at, at), text: text.into() }
    }

    /// Removes a piece, with the blanks behind it on its line, so that what follows takes its place; they stay where they part what
    /// is before from what follows.
    pub fn remove(span: Span, source: &str) -> Edit {
        let before = source.get(..span.start as usize).unwrap_or("");
        let rest = source.get(span.end as usize..).unwrap_or("");
        if !before.is_empty() && !before.ends_with([' ', '\t', '\n', '(', '{']) {
            // Two words stay two.
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let joins = before.ends_with(is_word) && rest.starts_with(is_word);
            return Edit { span, text: if joins { " ".to_owned() } else { String::new() } };
        }
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        Edit { span: Span::new(span.start, span.end + blanks as u32), text: String::new() }
    }
}

/// A repair of an error: a title in the imperative, and edits that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Title, as a help for the reader.
    pub title: String,
    /// True if a program may apply it unasked: the error goes, no other comes, and it is the most likely intention.
    pub sure: bool,
    /// The edits, by place; no two overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A repair that is most likely meant.
    pub fn new(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        let mut edits = edits;
        edits.sort();
        edits.dedup();
        Fix { title: title.into(), sure: true, edits }
    }

    /// The repair, as a guess unless it is sure.
    pub fn if_sure(self, sure: bool) -> Fix {
        Fix { sure: self.sure && sure, ..self }
    }

    /// A repair that is one of several, or a guess.
    pub fn guess(title: impl Into<String>, edits: Vec<Edit>) -> Fix {
        Fix { sure: false, ..Fix::new(title, edits) }
    }
}

/// True if each edit is a piece, and none begins before the end of the one before.
pub(crate) fn in_order(edits: &[Edit]) -> bool {
    let mut at = 0;
    edits.iter().all(|edit| {
        let follows = at <= edit.span.start && edit.span.start <= edit.span.end;
        at = edit.span.end;
        follows
    })
}

/// The source with edits applied; none if they overlap or lie outside of it.
pub fn apply(source: &str, edits: &[Edit]) -> Option<String> {
    let mut out = String::with_capacity(source.len() + edits.iter().map(|e| e.text.len()).sum::<usize>());
    let mut at = 0;
    for edit in edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        if start < at || end < start {
            return None;
        }
        out.push_str(source.get(at..start)?);
        source.get(start..end)?;
        out.push_str(&edit.text);
        at = end;
    }
    out.push_str(source.get(at..)?);
    Some(out)
}

/// A piece of an edited source: of the source itself, or inserted.
enum Fragment {
    Kept(u32, u32),
    Written(String),
}

impl Fragment {
    fn len(&self) -> u64 {
        match self {
            Fragment::Kept(start, end) => u64::from(end - start),
            Fragment::Written(text) => text.len() as u64,
        }
    }

    /// The piece up to an offset within it, and the rest; none in the middle of a written character.
    fn cut(self, at: u64) -> Option<(Fragment, Fragment)> {
        match self {
            Fragment::Kept(start, end) => {
                let middle = start + at as u32;
                Some((Fragment::Kept(start, middle), Fragment::Kept(middle, end)))
            }
            Fragment::Written(text) => {
                let (before, rest) = text.split_at_checked(at as usize)?;
                Some((Fragment::Written(before.to_owned()), Fragment::Written(rest.to_owned())))
            }
        }
    }
}

/// Composition of edits: those of a source, then edits of the result, as edits of the source. None if the edits of one list are not in
/// order, or cut a character that the first list wrote; then they cannot be applied either.
pub fn compose(first: &[Edit], second: &[Edit]) -> Option<Vec<Edit>> {
    if !in_order(first) || !in_order(second) {
        return None;
    }
    let mut pieces = Vec::new();
    let mut at = 0;
    for edit in first {
        pieces.extend([Fragment::Kept(at, edit.span.start), Fragment::Written(edit.text.clone())]);
        at = edit.span.end;
    }
    pieces.push(Fragment::Kept(at, u32::MAX));
    // From the last on, so that the places of the earlier ones stay valid.
    for edit in second.iter().rev() {
        let (mut out, mut at) = (Vec::with_capacity(pieces.len() + 2), 0);
        let mut written = Some(Fragment::Written(edit.text.clone()));
        let (from, to) = (u64::from(edit.span.start), u64::from(edit.span.end));
        for piece in pieces {
            let (start, end) = (at, at + piece.len());
            at = end;
            let (before, rest) = piece.cut(from.clamp(start, end) - start)?;
            let (_, behind) = rest.cut(to.clamp(start, end) - from.clamp(start, end))?;
            // Empty pieces are left out: each edit would double the pieces.
            out.extend(Some(before).filter(|piece| piece.len() > 0));
            if end >= from {
                out.extend(written.take());
            }
            out.extend(Some(behind).filter(|piece| piece.len() > 0));
        }
        pieces = out;
    }
    let (mut edits, mut at, mut text) = (Vec::new(), 0, String::new());
    for piece in pieces {
        match piece {
            Fragment::Written(more) => text.push_str(&more),
            Fragment::Kept(start, end) if start == end => {}
            Fragment::Kept(start, end) => {
                if start > at || !text.is_empty() {
                    edits.push(Edit { span: Span::new(at, start), text: std::mem::take(&mut text) });
                }
                at = end;
            }
        }
    }
    Some(edits)
}
