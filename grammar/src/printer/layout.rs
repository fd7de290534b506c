//! The row of tokens that a program is printed as, with what is before each: nothing, a space, or a new line.

use super::WIDTH;
use super::attach::Attached;
use super::measure::Measure;
use super::parts::{Before, Bracket, Part, Place, Style, parts, style, type_parts};
use super::text::TokenText;
use crate::ast::{ExprId, Program, TypeId};
use crate::stack::deep;

/// Indentation of a block.
pub(super) const STEP: u32 = 2;
/// Indentation of a line that continues the one before.
pub(super) const CONTINUED: u32 = 4;
/// Deeper than this nothing is indented.
const DEEPEST: u32 = 60;

/// Gap before a token of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gap {
    /// Gap on the same line.
    Same(Before),
    /// Start of a line.
    Line { indent: u32, blank: Blank },
}

/// Condition for an empty line before a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Blank {
    /// Never.
    No,
    /// Empty line if the source has one before this offset, the start of the next token.
    Keep(u32),
    /// Always.
    Force,
}

pub(super) const TIGHT: Gap = Gap::Same(Before::Nothing);
pub(super) const SPACE: Gap = Gap::Same(Before::Space);

/// Role of a token of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Token that is in the source too.
    Fixed,
    /// A bracket that may have been put in, and the number of its pair.
    Open(u32),
    Close(u32),
    /// A `;`, or the place of one that is left out.
    Semi,
}

/// A token of the output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) text: TokenText,
    pub(super) gap: Gap,
    pub(super) role: Role,
}

impl Piece {
    pub(super) fn is_fixed(&self) -> bool {
        self.role == Role::Fixed
    }

    pub(super) fn is(&self, text: &str) -> bool {
        matches!(self.text, TokenText::Fixed(t) if t == text)
    }
}

/// A program being laid out.
pub(super) struct Layout<'p> {
    pub(super) program: &'p Program,
    pub(super) measure: &'p Measure,
    pub(super) attached: Option<&'p Attached>,
    pub(super) pieces: Vec<Piece>,
    /// Number of fixed tokens so far.
    pub(super) fixed: u32,
    /// Number of pairs of loose brackets so far.
    pairs: u32,
    /// Indentation of the current block.
    pub(super) indent: u32,
    /// The column behind the last token.
    pub(super) column: u32,
    /// Number of the first token of each expression. Known, like `broken`, when its declaration is laid out.
    first: Vec<u32>,
    /// True if a comment forces an expression to take several lines.
    broken: Vec<bool>,
}

impl<'p> Layout<'p> {
    pub(super) fn new(program: &'p Program, measure: &'p Measure, attached: Option<&'p Attached>) -> Layout<'p> {
        let n = if attached.is_some() { program.exprs.len() } else { 0 };
        Layout {
            program,
            measure,
            attached,
            pieces: Vec::with_capacity(program.exprs.len() * 2),
            fixed: 0,
            pairs: 0,
            indent: 0,
            column: 0,
            first: vec![0; n],
            broken: vec![false; n],
        }
    }

    /// Prepares the expression that is laid out next, with all that is in it: numbers its tokens, and finds out where
    /// comments break it.
    pub(super) fn prepare(&mut self, root: ExprId) {
        let Some(attached) = self.attached else { return };
        let program = self.program;
        let mut order = vec![root];
        let mut next = 0;
        self.first[root.index()] = self.fixed;
        while let Some(&e) = order.get(next) {
            next += 1;
            let mut token = self.first[e.index()];
            parts(program, e, &mut |part| match part {
                Part::Token(..) => token += 1,
                Part::Semi => {}
                Part::Type(_, ty) => token += self.measure.of_type(program, ty).1,
                Part::Expr(_, child, _) => {
                    self.first[child.index()] = token;
                    token += self.measure.tokens(child);
                    order.push(child);
                }
            });
        }
        for &e in order.iter().rev() {
            let first = self.first[e.index()];
            let mut broken = attached.forced(first, (first + self.measure.tokens(e)).saturating_sub(1));
            parts(program, e, &mut |part| {
                if let Part::Expr(_, child, place) = part {
                    broken |= self.broken[child.index()] || self.keeps_block(child, place);
                }
            });
            self.broken[e.index()] = broken;
        }
    }

    /// Returns true if a comment at an edge of its block in the source keeps an expression in a block of several lines.
    pub(super) fn keeps_block(&self, e: ExprId, place: Place) -> bool {
        let Some(attached) = self.attached else { return false };
        if place == Place::Contents {
            return false;
        }
        let first = self.first[e.index()];
        let [curly, round] = attached.edges(first, (first + self.measure.tokens(e)).saturating_sub(1));
        curly || round && self.measure.bracket(self.program, e, place) == Bracket::Curly
    }

    /// Returns true if a comment forces an expression to take several lines.
    pub(super) fn is_broken(&self, e: ExprId) -> bool {
        self.broken.get(e.index()).copied().unwrap_or(false)
    }

    /// Returns true if a comment ends a line among the next `n` tokens.
    pub(super) fn forced_ahead(&self, n: u32) -> bool {
        self.attached.is_some_and(|a| a.forced(self.fixed, self.fixed + n.saturating_sub(1)))
    }

    /// The width of an expression at a place, with brackets and annotation comments.
    pub(super) fn width(&self, e: ExprId, place: Place) -> u32 {
        let extra = self.attached.map_or(0, |m| {
            let first = self.first[e.index()];
            m.extra(first, first + self.measure.tokens(e))
        });
        self.measure.width_at(self.program, e, place) + extra
    }

    /// Returns true if an expression, and `after` more characters, fit on the line if they start in `column`.
    pub(super) fn fits(&self, e: ExprId, place: Place, column: u32, after: u32) -> bool {
        !self.is_broken(e) && !self.keeps_block(e, place) && column + self.width(e, place) + after <= WIDTH
    }

    /// The column behind a gap.
    pub(super) fn column_at(&self, gap: Gap) -> u32 {
        match gap {
            Gap::Same(before) => self.column + before.width(),
            Gap::Line { indent, .. } => indent,
        }
    }

    /// A new line, indented by so much more than the block.
    pub(super) fn line(&self, more: u32, blank: Blank) -> Gap {
        Gap::Line { indent: (self.indent + more).min(DEEPEST), blank }
    }

    #[inline(always)]
    fn add(&mut self, gap: Gap, text: TokenText, role: Role) {
        self.column = self.column_at(gap) + text.width(self.program);
        self.pieces.push(Piece { text, gap, role });
    }

    /// A token that is in the source too.
    #[inline]
    pub(super) fn token(&mut self, gap: Gap, text: TokenText) {
        self.add(gap, text, Role::Fixed);
        if let Some(attached) = self.attached {
            self.column += attached.extra(self.fixed, self.fixed + 1);
        }
        self.fixed += 1;
    }

    pub(super) fn word(&mut self, gap: Gap, word: &'static str) {
        self.token(gap, TokenText::Fixed(word));
    }

    /// A `;`, or none where it may be left out.
    pub(super) fn semi(&mut self, text: &'static str) {
        self.add(TIGHT, TokenText::Fixed(text), Role::Semi);
    }

    /// An opening bracket that the tree does not know of; gives the number of the pair.
    pub(super) fn open(&mut self, gap: Gap, text: &'static str) -> u32 {
        self.pairs += 1;
        self.add(gap, TokenText::Fixed(text), Role::Open(self.pairs));
        self.pairs
    }

    /// The bracket that closes it.
    pub(super) fn close(&mut self, gap: Gap, text: &'static str, pair: u32) {
        self.add(gap, TokenText::Fixed(text), Role::Close(pair));
    }

    /// A part, on the line that is being written.
    pub(super) fn part(&mut self, gap: Gap, part: Part) {
        let or = |before| if gap == TIGHT { Gap::Same(before) } else { gap };
        match part {
            Part::Token(before, text) => self.token(or(before), text),
            Part::Semi => self.semi(";"),
            Part::Type(before, ty) => self.ty(or(before), ty),
            Part::Expr(before, e, place) => match self.measure.bracket(self.program, e, place) {
                Bracket::None => self.flat(or(before), e),
                Bracket::Round => {
                    let pair = self.open(or(before), "(");
                    self.flat(TIGHT, e);
                    self.close(TIGHT, ")", pair);
                }
                Bracket::Curly => {
                    let pair = self.open(or(before), "{");
                    self.flat(SPACE, e);
                    self.close(SPACE, "}", pair);
                }
            },
        }
    }

    /// A type.
    pub(super) fn ty(&mut self, gap: Gap, ty: TypeId) {
        let mut gap = gap;
        type_parts(self.program, ty, usize::MAX, &mut |part| {
            self.part(gap, part);
            gap = TIGHT;
        });
    }

    /// An expression on one line.
    pub(super) fn flat(&mut self, gap: Gap, e: ExprId) {
        let mut gap = gap;
        deep(|| {
            parts(self.program, e, &mut |part| {
                self.part(gap, part);
                gap = TIGHT;
            });
        });
    }

    /// Returns true if an expression is written as statements in a block.
    pub(super) fn is_block(&self, e: ExprId) -> bool {
        style(self.program.expr(e)) == Style::Block
    }
}
