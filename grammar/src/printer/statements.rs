//! Statements, and the forms that have a body.

use super::layout::{Blank, Gap, Layout, SPACE, STEP, TIGHT};
use super::parts::{Part, Place, is_let, parts, shares_line};
use super::text::TokenText;
use crate::ast::{Expr, ExprId, Extended};
use crate::stack::deep;
use smallvec::SmallVec;

impl Layout<'_> {
    /// Lays out the contents of a block: statements, each on its line, the first behind `gap`.
    pub(super) fn statements(&mut self, gap: Gap, e: ExprId) {
        let (mut e, mut gap) = (e, gap);
        loop {
            match self.program.expr(e) {
                Expr::Let { body, .. } | Expr::Extended(Extended::LetVar { body, .. }) => {
                    self.let_head(gap, e);
                    (e, gap) = (body, self.keeping(body));
                }
                Expr::Seq(list) => {
                    let elements = self.program.list(list);
                    let Some((&last, before)) = elements.split_last() else { return };
                    for (&element, &next) in before.iter().zip(&elements[1..]) {
                        self.statement(gap, element);
                        gap = self.keeping(next);
                    }
                    let alone = before.is_empty();
                    let is_let = is_let(self.program.expr(last));
                    if is_let && (alone || !self.keeps_block(last, Place::Statement)) {
                        e = last;
                        continue;
                    }
                    return self.expr(gap, last, if alone { Place::Contents } else { Place::Statement }, 0);
                }
                _ => return self.expr(gap, e, Place::Contents, 0),
            }
        }
    }

    /// A `let` up to its body.
    fn let_head(&mut self, gap: Gap, e: ExprId) {
        let mut gap = gap;
        parts(self.program, e, &mut |part| {
            match part {
                Part::Expr(_, bound, Place::Value) => self.value(bound, " in".len() as u32),
                Part::Expr(..) => {}
                part => self.part(gap, part),
            }
            gap = TIGHT;
        });
    }

    /// A new line before a statement, after an empty one if the source has that.
    fn keeping(&self, next: ExprId) -> Gap {
        self.line(0, Blank::Keep(self.program.span(next).start))
    }

    /// A statement with others after it, and the `;` between them where it is needed: behind a block it is not, unless
    /// a minus comes after it.
    fn statement(&mut self, gap: Gap, e: ExprId) {
        let start = self.fixed;
        self.expr(gap, e, Place::Statement, 1);
        let unit = self.program.expr(e) == Expr::Unit;
        let block = unit || self.is_form(e) || self.is_block(e) || self.keeps_block(e, Place::Statement);
        let braced = block && self.pieces.last().is_some_and(|p| p.is("}"));
        self.semi(if braced || self.holds_alone(e, start) { "" } else { ";" });
    }

    /// Returns true if a statement is a `holds` with which an annotation comment ends: its `;` is left out.
    fn holds_alone(&self, e: ExprId, start: u32) -> bool {
        let Some(attached) = self.attached.filter(|_| matches!(self.program.expr(e), Expr::Holds(_))) else {
            return false;
        };
        let of = |token: u32| attached.annotation.get(token as usize).copied().unwrap_or(0);
        of(start) != 0 && of(start) == of(self.fixed - 1) && of(self.fixed) != of(start)
    }

    /// Puts in the `;` that was left out behind a `}` if a minus follows, which would go on with the expression.
    pub(super) fn settle_semis(&mut self) {
        for i in 2..self.pieces.len() {
            let (before, after) = (self.pieces[i - 2], self.pieces[i]);
            if self.pieces[i - 1].is("") && before.is("}") && after.is("-") {
                self.pieces[i - 1].text = TokenText::Fixed(";");
            }
        }
    }

    /// A block with braces that the tree does not know of.
    pub(super) fn block(&mut self, gap: Gap, e: ExprId) {
        let pair = self.open(gap, "{");
        self.indent += STEP;
        deep(|| self.statements(self.line(0, Blank::No), e));
        self.indent -= STEP;
        self.close(self.line(0, Blank::No), "}", pair);
    }

    /// `{}`, with room for comments if there are any.
    pub(super) fn empty(&mut self, gap: Gap) {
        let forced = self.forced_ahead(2);
        self.word(gap, "{");
        self.word(if forced { self.line(0, Blank::No) } else { TIGHT }, "}");
    }

    /// The body of a form that takes several lines: a block.
    fn body(&mut self, e: ExprId) {
        match self.program.expr(e) {
            Expr::Unit if !self.keeps_block(e, Place::Body) => self.empty(SPACE),
            _ => self.block(SPACE, e),
        }
    }

    /// `fork`, `synchronized`, `if` or `while` over several lines: its parts, bodies as blocks.
    pub(super) fn form(&mut self, gap: Gap, e: ExprId) {
        let (mut e, mut gap) = (e, gap);
        loop {
            let mut row: SmallVec<[Part; 8]> = SmallVec::new();
            parts(self.program, e, &mut |part| row.push(part));
            let last = if let Some(Part::Expr(..)) = row.last() { row.pop() } else { None };
            for part in row {
                match part {
                    Part::Expr(_, body, Place::Body | Place::Forked | Place::Then) => self.body(body),
                    Part::Expr(_, cond, Place::Contents) => {
                        gap = self.condition(cond);
                        continue;
                    }
                    Part::Expr(_, lock, place) => self.expr(SPACE, lock, place, " in {".len() as u32),
                    part => self.part(gap, part),
                }
                gap = TIGHT;
            }
            let Some(Part::Expr(_, inner, _)) = last else { return };
            let shares = shares_line(self.program.expr(e), self.program.expr(inner));
            if !shares || self.keeps_block(inner, Place::Body) {
                return self.body(inner);
            }
            (e, gap) = (inner, SPACE);
        }
    }

    /// Lays out the condition in the brackets behind an `if` or `while`; returns the gap before the closing one.
    fn condition(&mut self, cond: ExprId) -> Gap {
        let after = ") {".len() as u32;
        if self.is_block(cond) && !self.fits(cond, Place::Contents, self.column, after) {
            self.indent += STEP;
            self.statements(self.line(0, Blank::No), cond);
            self.indent -= STEP;
            return self.line(0, Blank::No);
        }
        self.expr(TIGHT, cond, Place::Contents, after);
        TIGHT
    }
}
