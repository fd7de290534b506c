//! The tokens of the output, and between them what stood there in the source.

use super::attach::Attached;
use super::layout::{Blank, Gap, Piece, Role};
use super::parts::Before;
use super::slot::{CommentLine, Slot};
use super::source::{LexemeKind, Source};
use super::text::TokenText;
use super::writer::Writer;
use crate::ast::Program;
use rustc_hash::FxHashMap;

/// Writes tokens out with nothing between them.
pub(super) fn plain(program: &Program, pieces: &[Piece]) -> String {
    let mut writer = Writer::default();
    for piece in pieces.iter().filter(|p| !p.is("")) {
        match piece.gap {
            Gap::Same(Before::Nothing) => {}
            Gap::Same(Before::Space) => writer.text(|out| out.push(' ')),
            Gap::Line { indent, blank } => writer.line(indent, blank == Blank::Force),
        }
        writer.text(|out| piece.text.write(program, out));
    }
    writer.finish()
}

/// Writes tokens out with the comments, annotation comments and empty lines of a source.
pub(super) fn with_source(program: &Program, pieces: &[Piece], source: &Source<'_>, attached: &Attached) -> String {
    let matched = match_pairs(pieces, source, attached);
    let mut kept = vec![false; source.pairs.len()];
    matched.values().for_each(|&pair| kept[pair as usize] = true);
    let mut weave = Weave {
        program,
        source,
        attached,
        pieces,
        limits: limits(pieces, source, attached, &matched),
        kept,
        matched,
        writer: Writer::default(),
        next: 0,
        fixed: 0,
        annotation: 0,
        deferred: Vec::new(),
        opened: false,
    };
    for i in 0..pieces.len() {
        weave.piece(i);
    }
    weave.end();
    weave.writer.finish()
}

/// Pair of the source around the same tokens, for each pair of loose brackets of the output.
type Matched = FxHashMap<u32, u32>;

fn match_pairs(pieces: &[Piece], source: &Source<'_>, attached: &Attached) -> Matched {
    let mut matched = Matched::default();
    if source.pairs.is_empty() {
        return matched;
    }
    // Pairs of brackets in the output, in the order in which they open.
    let mut pairs: Vec<(u32, u32, u32)> = Vec::new();
    let mut opens: FxHashMap<u32, usize> = FxHashMap::default();
    let mut fixed = 0u32;
    for piece in pieces {
        match piece.role {
            Role::Fixed => fixed += 1,
            Role::Open(pair) => {
                opens.insert(pair, pairs.len());
                pairs.push((pair, fixed, 0));
            }
            Role::Close(pair) => pairs[opens[&pair]].2 = fixed.wrapping_sub(1),
            Role::Semi => {}
        }
    }
    let mut taken: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    for (pair, first, last) in pairs {
        let Some(around) = attached.pairs.get(&(first, last)) else { continue };
        // The outermost that is left.
        let taken = taken.entry((first, last)).or_default();
        *taken += 1;
        if let Some(i) = around.len().checked_sub(*taken) {
            matched.insert(pair, around[i]);
        }
    }
    matched
}

/// Lexeme of the source behind each token's comments, for the tokens of the output.
fn limits(pieces: &[Piece], source: &Source<'_>, attached: &Attached, matched: &Matched) -> Vec<u32> {
    let mut limits = vec![0; pieces.len()];
    let mut fixed = attached.lexeme.len();
    // The limit of what comes next.
    let mut next = source.lexemes.len() as u32;
    let pair = |pair: u32| matched.get(&pair).map(|&pair| source.pairs[pair as usize]);
    for (i, piece) in pieces.iter().enumerate().rev() {
        let limit = match piece.role {
            Role::Fixed => {
                fixed -= 1;
                let before = fixed.checked_sub(1).map_or(0, |before| attached.end[before]);
                // Nothing is attached to a token that was added.
                Some(attached.end[fixed]).filter(|&end| end > before || attached.lexeme[fixed].is_some())
            }
            Role::Open(open) => Some(pair(open).map_or(next, |pair| pair.open)),
            Role::Close(close) => pair(close).map(|pair| pair.close),
            Role::Semi => None,
        };
        next = limit.unwrap_or(next);
        limits[i] = limit.unwrap_or(0);
    }
    limits
}

/// The work in progress.
pub(super) struct Weave<'w> {
    program: &'w Program,
    pub(super) source: &'w Source<'w>,
    attached: &'w Attached,
    pub(super) pieces: &'w [Piece],
    limits: Vec<u32>,
    matched: Matched,
    pub(super) kept: Vec<bool>,
    pub(super) writer: Writer,
    /// The first lexeme of the source that was not passed yet.
    next: u32,
    /// Number of fixed tokens written.
    fixed: usize,
    /// The annotation comment that is open.
    annotation: u32,
    /// Comments that wait for the end of the line.
    pub(super) deferred: Vec<CommentLine>,
    /// True if the last token opened a block.
    pub(super) opened: bool,
}

impl Weave<'_> {
    /// Writes one token, and the comments before it.
    fn piece(&mut self, i: usize) {
        let piece = self.pieces[i];
        if piece.is("") {
            return;
        }
        let annotation = self.annotation_of(i);
        if self.annotation != 0 && self.annotation != annotation {
            self.writer.text(|out| out.push_str(" */"));
            self.annotation = 0;
        }
        let slot = self.slot(self.limits[i]);
        self.between(i, slot);
        self.pass(piece.role);
        if annotation != self.annotation {
            self.annotation = annotation;
            self.writer.space();
            self.writer.text(|out| out.push_str("/*# "));
        }
        self.writer.text(|out| piece.text.write(self.program, out));
        self.opened = piece.is("{");
        if piece.is_fixed() {
            self.silence();
            self.fixed += 1;
        }
    }

    /// Writes the rest of the source after all tokens.
    fn end(&mut self) {
        if self.annotation != 0 {
            self.writer.text(|out| out.push_str(" */"));
        }
        let slot = self.slot(self.source.lexemes.len() as u32);
        self.at_end(slot);
    }

    /// The comments up to a lexeme.
    fn slot(&mut self, limit: u32) -> Slot {
        let from = self.next;
        self.next = from.max(limit);
        self.runs(from as usize..self.next as usize)
    }

    /// Goes on behind the lexeme of the source that a token of the output is.
    fn pass(&mut self, role: Role) {
        let own = match role {
            Role::Fixed => self.attached.lexeme[self.fixed].is_some(),
            Role::Open(pair) | Role::Close(pair) => self.matched.contains_key(&pair),
            Role::Semi => false,
        };
        self.next += u32::from(own);
    }

    /// Silences on this line the errors silenced on the line that the token comes from.
    fn silence(&mut self) {
        if let Some(lexeme) = self.attached.lexeme[self.fixed]
            && !self.source.no_warns.is_empty()
            && let Some(kinds) = self.source.no_warns.get(&self.source.line(&self.source.lexemes[lexeme as usize]))
        {
            self.writer.silence(kinds);
        }
    }

    /// The annotation comment that a token of the output is in.
    fn annotation_of(&self, i: usize) -> u32 {
        let of = |token: usize| self.attached.annotation.get(token).copied().unwrap_or(0);
        if self.pieces[i].is_fixed() {
            return of(self.fixed);
        }
        let (before, after) = (self.annotation, of(self.fixed));
        if before == after {
            return before;
        }
        let in_source = |lexeme: u32| self.source.lexemes[lexeme as usize].annotation;
        let pair = |pair: u32| self.matched.get(&pair).map(|&pair| self.source.pairs[pair as usize]);
        match self.pieces[i].role {
            Role::Open(open) if pair(open).is_some_and(|p| in_source(p.open) == after) => after,
            Role::Close(close) if pair(close).is_some_and(|p| in_source(p.close) == before) => before,
            Role::Open(_) | Role::Close(_) => 0,
            _ => {
                // A `;` that stood in the annotation comment stays there.
                let semi = self.source.lexemes[self.next as usize..]
                    .iter()
                    .take_while(|t| !matches!(t.kind, LexemeKind::Fixed(_)))
                    .find(|t| t.kind == LexemeKind::Semi);
                if semi.is_some_and(|semi| semi.annotation == before) { before } else { 0 }
            }
        }
    }

    /// Returns true if a token of the output is written so.
    pub(super) fn is(&self, i: usize, text: &str) -> bool {
        matches!(self.pieces[i].text, TokenText::Fixed(t) if t == text)
    }
}
