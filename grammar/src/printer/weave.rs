//! The tokens of the output, and between them what stood there in the source.

use super::align::{NONE, Origins};
use super::layout::{Blank, Gap, Piece, Role};
use super::marks::Marks;
use super::parts::{Before, Text};
use super::slot::{Run, Slot};
use super::source::{Kind, Source};
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
pub(super) fn with_source(
    program: &Program,
    pieces: &[Piece],
    source: &Source<'_>,
    marks: &Marks,
    origins: &Origins,
) -> String {
    let matched = match_pairs(pieces, source, origins);
    let mut weave = Weave {
        program,
        source,
        marks,
        origins,
        pieces,
        limits: limits(pieces, source, origins, &matched),
        kept: kept(source, &matched),
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

/// Of each pair of loose brackets of the output, that of the source around the same tokens.
type Matched = FxHashMap<u32, u32>;

fn match_pairs(pieces: &[Piece], source: &Source<'_>, origins: &Origins) -> Matched {
    let mut by_tokens: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
    for (i, pair) in source.pairs.iter().enumerate().rev().filter(|(_, p)| p.first <= p.last) {
        let tokens = (origins.output[pair.first as usize], origins.output[pair.last as usize]);
        by_tokens.entry(tokens).or_default().push(i as u32);
    }
    let mut opens: FxHashMap<u32, u32> = FxHashMap::default();
    let mut pairs: Vec<(u32, u32, u32)> = Vec::new();
    let mut fixed = 0u32;
    for piece in pieces {
        match piece.role {
            Role::Fixed => fixed += 1,
            Role::Open(pair) => {
                opens.insert(pair, pairs.len() as u32);
                pairs.push((pair, fixed, 0));
            }
            Role::Close(pair) => pairs[opens[&pair] as usize].2 = fixed.wrapping_sub(1),
            Role::Semi => {}
        }
    }
    let found =
        pairs.into_iter().filter_map(|(pair, first, last)| Some((pair, by_tokens.get_mut(&(first, last))?.pop()?)));
    found.collect()
}

/// Which pairs of the source the output has.
fn kept(source: &Source<'_>, matched: &Matched) -> Vec<bool> {
    let mut kept = vec![false; source.pairs.len()];
    for &pair in matched.values() {
        kept[pair as usize] = true;
    }
    kept
}

/// Of each token of the output, the thing of the source before which it stands: comments up to there come before it.
fn limits(pieces: &[Piece], source: &Source<'_>, origins: &Origins, matched: &Matched) -> Vec<u32> {
    let mut limits = vec![0; pieces.len()];
    let mut fixed = origins.source.len();
    // The limit of what comes next, and the output token before which the comments there go.
    let mut next = source.things.len() as u32;
    let mut gap = u32::MAX;
    for (i, piece) in pieces.iter().enumerate().rev() {
        limits[i] = match piece.role {
            Role::Fixed => {
                fixed -= 1;
                match origins.source[fixed] {
                    NONE if gap <= fixed as u32 => next,
                    NONE => 0,
                    token => {
                        next = source.fixed[token as usize];
                        gap = origins.gap[token as usize];
                        next
                    }
                }
            }
            Role::Open(pair) => match matched.get(&pair) {
                Some(&pair) => {
                    next = source.pairs[pair as usize].open;
                    next
                }
                None => next,
            },
            Role::Close(pair) => match matched.get(&pair) {
                Some(&pair) => {
                    next = source.pairs[pair as usize].close;
                    next
                }
                None => 0,
            },
            Role::Semi => 0,
        };
    }
    limits
}

/// The work in progress.
pub(super) struct Weave<'w> {
    program: &'w Program,
    pub(super) source: &'w Source<'w>,
    marks: &'w Marks,
    origins: &'w Origins,
    pub(super) pieces: &'w [Piece],
    limits: Vec<u32>,
    matched: Matched,
    pub(super) kept: Vec<bool>,
    pub(super) writer: Writer,
    /// The first thing of the source that was not passed yet.
    next: u32,
    /// How many fixed tokens were written.
    fixed: usize,
    /// The annotation comment that is open.
    annotation: u32,
    /// Comments that wait for the end of the line.
    pub(super) deferred: Vec<Run>,
    /// Whether the last token opened a block.
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

    /// What is left of the source when all tokens are written.
    fn end(&mut self) {
        if self.annotation != 0 {
            self.writer.text(|out| out.push_str(" */"));
        }
        let slot = self.slot(self.source.things.len() as u32);
        self.at_end(slot);
    }

    /// The comments up to a thing.
    fn slot(&mut self, limit: u32) -> Slot {
        let from = self.next;
        self.next = from.max(limit);
        self.runs(from as usize..self.next as usize)
    }

    /// Goes on behind the thing of the source that a token of the output is.
    fn pass(&mut self, role: Role) {
        let own = match role {
            Role::Fixed => self.origins.source[self.fixed] != NONE,
            Role::Open(pair) | Role::Close(pair) => self.matched.contains_key(&pair),
            Role::Semi => false,
        };
        self.next += u32::from(own);
    }

    /// Silences on this line what is silenced on the line that the token comes from.
    fn silence(&mut self) {
        let token = self.origins.source[self.fixed];
        if token == NONE || self.source.no_warns.is_empty() {
            return;
        }
        let thing = &self.source.things[self.source.fixed[token as usize] as usize];
        if let Some(kinds) = self.source.no_warns.get(&self.source.line(thing)) {
            self.writer.silence(kinds);
        }
    }

    /// The annotation comment that a token of the output is in.
    fn annotation_of(&self, i: usize) -> u32 {
        let of = |token: usize| self.marks.annotation.get(token).copied().unwrap_or(0);
        if self.pieces[i].is_fixed() {
            return of(self.fixed);
        }
        let (before, after) = (self.annotation, of(self.fixed));
        if before == after {
            return before;
        }
        let in_source = |thing: u32| self.source.things[thing as usize].annotation;
        match self.pieces[i].role {
            Role::Open(pair) => {
                let pair = self.matched.get(&pair).map(|&pair| &self.source.pairs[pair as usize]);
                if pair.is_some_and(|p| in_source(p.open) == after) { after } else { 0 }
            }
            Role::Close(pair) => {
                let pair = self.matched.get(&pair).map(|&pair| &self.source.pairs[pair as usize]);
                if pair.is_some_and(|p| in_source(p.close) == before) { before } else { 0 }
            }
            _ => {
                // A `;` that stood in the annotation comment stays there.
                let semi = self.source.things[self.next as usize..]
                    .iter()
                    .take_while(|t| !matches!(t.kind, Kind::Fixed(_)))
                    .find(|t| t.kind == Kind::Semi);
                if semi.is_some_and(|semi| semi.annotation == before) { before } else { 0 }
            }
        }
    }

    /// Whether a token of the output is written so.
    pub(super) fn is(&self, i: usize, text: &str) -> bool {
        matches!(self.pieces[i].text, Text::Fixed(t) if t == text)
    }
}
