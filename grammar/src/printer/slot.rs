//! Placement of the comments between two tokens: to the end of the line, on lines of their own, or between the tokens.

use super::layout::{Blank, CONTINUED, Gap, Role, STEP};
use super::parts::Before;
use super::source::LexemeKind;
use super::weave::Weave;
use super::writer::{column_at, has_lines, no_warn};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::ops::Range;

/// Comments that are on one line of the source.
#[derive(Clone, Debug)]
pub(super) struct CommentLine {
    /// The lexemes that they are.
    comments: SmallVec<[usize; 2]>,
    /// True if they start their line.
    starts_line: bool,
    /// True if they end it.
    ends_line: bool,
    /// True if an empty line is before them.
    blank: bool,
    /// True if a `;` or a closing bracket comes right after them.
    closed: bool,
}

/// Comments and empty lines between two tokens of the output.
#[derive(Debug, Default)]
pub(super) struct Slot {
    runs: Vec<CommentLine>,
    /// True if an empty line is before the second token.
    blank: bool,
}

impl<'w> Weave<'w> {
    /// The comments among some lexemes of the source, line by line.
    pub(super) fn runs(&self, lexemes: Range<usize>) -> Slot {
        let mut slot = Slot::default();
        let source = self.source;
        let kind = |i: usize| source.lexemes.get(i).map(|t| t.kind);
        for i in lexemes.start..lexemes.end + 1 {
            let Some(lexeme) = source.lexemes.get(i) else { break };
            slot.blank |= source.is_blank_before(i);
            if i == lexemes.end || !matches!(lexeme.kind, LexemeKind::Comment | LexemeKind::NoWarn(_)) {
                continue;
            }
            let ends_line = source.ends_line(i);
            let closed = matches!(kind(i + 1), Some(LexemeKind::Close(_) | LexemeKind::Semi));
            match slot.runs.last_mut() {
                Some(run) if !run.ends_line && !lexeme.line_before => {
                    run.comments.push(i);
                    (run.ends_line, run.closed) = (ends_line, closed);
                }
                last => {
                    let starts_line = lexeme.line_before || last.is_some();
                    let blank = std::mem::take(&mut slot.blank);
                    slot.runs.reserve_exact(lexemes.end - i);
                    slot.runs.push(CommentLine { comments: smallvec![i], starts_line, ends_line, blank, closed });
                }
            }
            slot.blank = false;
        }
        // Comments behind an omitted bracket do not belong to the token before that bracket.
        if let Some(run) = slot.runs.first_mut()
            && let Some(LexemeKind::Open(pair)) = run.comments[0].checked_sub(1).and_then(kind)
        {
            run.starts_line |= run.ends_line && !self.kept[pair as usize];
        }
        slot
    }

    /// Writes the gap before a token, with the comments in it.
    pub(super) fn between(&mut self, i: usize, slot: Slot) {
        let bare = slot.runs.is_empty() && self.deferred.is_empty();
        match self.pieces[i].gap {
            Gap::Line { indent, blank } if bare => {
                self.writer.line(indent, blank == Blank::Force || matches!(blank, Blank::Keep(_)) && slot.blank);
                self.writer.base = indent;
            }
            Gap::Same(before) if bare => self.gap(before),
            Gap::Line { indent, blank } => {
                let closes = self.is(i, "}") || self.is(i, ")");
                self.lines(slot, indent, blank, closes);
                self.writer.base = indent;
            }
            Gap::Same(before) => self.within_line(i, slot, before),
        }
    }

    /// Comments before a token that starts a line.
    fn lines(&mut self, slot: Slot, indent: u32, blank: Blank, closes: bool) {
        let inner = if closes { indent + STEP } else { indent };
        let (mut first, mut leading) = (true, None);
        let waited = self.deferred.len();
        let deferred = self.with_deferred(slot.runs);
        let count = deferred.len();
        for (n, run) in deferred.into_iter().enumerate() {
            let on_this_line = n == 0 && !run.starts_line && !self.writer.is_empty();
            let closed = closes || run.closed || n + 1 < count;
            if on_this_line && (run.ends_line || closed) {
                self.trail(&run);
            } else if run.ends_line || closed {
                let blank = match blank {
                    _ if !first => run.blank,
                    Blank::No => run.blank && !self.opened,
                    Blank::Keep(_) => run.blank,
                    Blank::Force => true,
                };
                self.writer.line(inner, blank && n >= waited);
                self.comments(&run);
                first = false;
            } else {
                leading = Some(run);
            }
        }
        let blank = match blank {
            _ if !first => slot.blank && !closes,
            Blank::No => false,
            Blank::Keep(_) => slot.blank,
            Blank::Force => true,
        };
        self.writer.line(indent, blank);
        if let Some(run) = leading {
            self.comments(&run);
            self.writer.space();
        }
    }

    /// Comments before a token that goes on with a line. One that ends its line in the source does so here too.
    fn within_line(&mut self, i: usize, slot: Slot, before: Before) {
        let ends_line = slot.runs.iter().any(|run| run.ends_line);
        if (ends_line || !self.deferred.is_empty()) && self.defers(i) {
            self.deferred.extend(slot.runs);
            for run in self.deferred.iter_mut().skip(1) {
                run.starts_line = true;
            }
            return self.gap(before);
        }
        let continued = self.writer.base + if self.is(i, "else") { 0 } else { CONTINUED };
        let commented = !slot.runs.is_empty();
        let mut broken = false;
        let count = slot.runs.len();
        for (n, run) in slot.runs.into_iter().enumerate() {
            // A line is ended only if necessary.
            let ends_line = run.ends_line || ends_line && n + 1 < count;
            if ends_line && !broken && !run.starts_line {
                self.trail(&run);
                broken = true;
            } else if ends_line {
                self.writer.line(continued, false);
                self.comments(&run);
                broken = true;
            } else {
                if std::mem::take(&mut broken) {
                    self.writer.line(continued, false);
                }
                self.writer.space();
                self.comments(&run);
            }
        }
        if broken {
            self.writer.line(continued, false);
        } else if commented {
            let closes = [")", ",", ";", "."].iter().any(|text| self.is(i, text));
            if !closes {
                self.writer.space();
            }
        } else {
            self.gap(before);
        }
    }

    fn gap(&mut self, before: Before) {
        if before == Before::Space {
            self.writer.space();
        }
    }

    /// Writes the comments behind the last token.
    pub(super) fn at_end(&mut self, slot: Slot) {
        for (n, run) in self.with_deferred(slot.runs).into_iter().enumerate() {
            if n == 0 && !run.starts_line && !self.writer.is_empty() {
                self.trail(&run);
            } else {
                self.writer.line(0, run.blank);
                self.comments(&run);
            }
        }
    }

    /// Comments deferred to the end of the line, and then these.
    fn with_deferred(&mut self, runs: Vec<CommentLine>) -> Vec<CommentLine> {
        if self.deferred.is_empty() {
            return runs;
        }
        let mut deferred = std::mem::take(&mut self.deferred);
        deferred.extend(runs);
        deferred
    }

    /// Returns true if comments before this token may wait until after it, because the line ends there anyway: `{` and
    /// `,` and `in` stay on the line of the token before them.
    fn defers(&self, i: usize) -> bool {
        // Comments right behind a bracket stay in it.
        if i > 0 && matches!(self.pieces[i - 1].role, Role::Open(_)) {
            return false;
        }
        let stays = |i: usize| self.is(i, "{") || self.is(i, ",") || self.is(i, "in");
        let mut i = i;
        while stays(i) {
            let Some(next) = self.pieces.get(i + 1) else { return false };
            if matches!(next.gap, Gap::Line { .. }) {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Puts comments at the end of the line.
    fn trail(&mut self, run: &CommentLine) {
        for &i in &run.comments {
            let (text, column) = self.comment(i);
            self.writer.trail(&text, column);
        }
    }

    /// Writes comments.
    fn comments(&mut self, run: &CommentLine) {
        for (n, &i) in run.comments.iter().enumerate() {
            if n > 0 {
                self.writer.space();
            }
            let (text, column) = self.comment(i);
            self.writer.comment(&text, column);
        }
    }

    /// The text of a comment, and if it has several lines the column at which it starts in the source.
    fn comment(&self, i: usize) -> (Cow<'w, str>, Option<u32>) {
        let lexeme = &self.source.lexemes[i];
        match lexeme.kind {
            LexemeKind::NoWarn(line) => {
                let kinds = self.source.no_warns.get(&line).map_or(&[][..], Vec::as_slice);
                (Cow::Owned(format!("//# {}", no_warn(kinds))), None)
            }
            _ => {
                let text = lexeme.span.text(self.source.text);
                let column = has_lines(text).then(|| column_at(self.source.text, lexeme.span.start as usize));
                (Cow::Borrowed(text), column)
            }
        }
    }
}
