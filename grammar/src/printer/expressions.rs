//! Expressions that do not fit on their line.

use super::layout::{Blank, CONTINUED, Gap, Layout, SPACE, STEP, TIGHT};
use super::measure::ENDLESS;
use super::parts::{Before, Bracket, Part, Place, Style, parts, style};
use super::text::TokenText;
use crate::ast::{BinOp, Expr, ExprId, List};
use crate::forms;
use crate::name::Name;
use crate::stack::deep;
use smallvec::{SmallVec, smallvec};

impl Layout<'_> {
    /// An expression at a place, `after` more characters following it on its last line.
    pub(super) fn expr(&mut self, gap: Gap, e: ExprId, place: Place, after: u32) {
        if self.fits(e, place, self.column_at(gap), after) {
            return self.part(gap, Part::Expr(Before::Nothing, e, place));
        }
        match self.measure.bracket(self.program, e, place) {
            _ if self.keeps_block(e, place) => self.block(gap, e),
            Bracket::None => self.broken(gap, e, after),
            Bracket::Round => {
                let pair = self.open(gap, "(");
                self.broken(TIGHT, e, after + 1);
                self.close(TIGHT, ")", pair);
            }
            Bracket::Curly => self.block(gap, e),
        }
    }

    /// An expression over several lines, if that is possible.
    fn broken(&mut self, gap: Gap, e: ExprId, after: u32) {
        deep(|| match self.program.expr(e) {
            block if style(block) == Style::Block => self.statements(gap, e),
            form if style(form) == Style::Form => self.form(gap, e),
            Expr::Unit => self.empty(gap),
            Expr::Assign { recv, field, value } => {
                self.expr(gap, recv, Place::Receiver, 0);
                self.word(TIGHT, ".");
                self.token(TIGHT, TokenText::Field(field));
                self.word(SPACE, "=");
                self.value(value, after);
            }
            Expr::Field { recv, field } => {
                let name = TokenText::Field(field);
                self.expr(gap, recv, Place::Receiver, name.width(self.program) + 1 + after);
                self.word(TIGHT, ".");
                self.token(TIGHT, name);
            }
            Expr::Call { recv, method, args } => self.call(gap, recv, method, args, after),
            Expr::Binary(op, left, right) => self.row(gap, op, left, right, after),
            Expr::Var(_)
            | Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Str(_)
            | Expr::New(_)
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Holds(_)
            | Expr::Unary(..)
            | forms!(block | owned | extended) => {
                let mut gap = gap;
                parts(self.program, e, &mut |part| {
                    match part {
                        Part::Expr(before, child, place) => {
                            let gap = if gap == TIGHT { Gap::Same(before) } else { gap };
                            self.expr(gap, child, place, after);
                        }
                        part => self.part(gap, part),
                    }
                    gap = TIGHT;
                });
            }
        });
    }

    /// Lays out the value behind a `=`: on the same line, on the next if it fits there, or else broken up.
    pub(super) fn value(&mut self, e: ExprId, after: u32) {
        let next = self.line(CONTINUED, Blank::No);
        let place = Place::Value;
        if self.fits(e, place, self.column_at(SPACE), after) {
            return self.part(SPACE, Part::Expr(Before::Nothing, e, place));
        }
        let block = self.measure.width(e) >= ENDLESS || self.is_block(e) || self.is_form(e);
        if !block && self.fits(e, place, self.column_at(next), after) {
            return self.part(next, Part::Expr(Before::Nothing, e, place));
        }
        self.expr(SPACE, e, place, after);
    }

    /// Returns true if an expression has a body in braces when it takes several lines.
    pub(super) fn is_form(&self, e: ExprId) -> bool {
        style(self.program.expr(e)) == Style::Form
    }

    /// `e.mn(…)`, the arguments on the line if they fit, or else each on its own.
    fn call(&mut self, gap: Gap, recv: ExprId, method: Name, args: List, after: u32) {
        let args = self.program.list(args);
        let name = TokenText::Name(method);
        self.expr(gap, recv, Place::Receiver, name.width(self.program) + 2);
        self.word(TIGHT, ".");
        self.token(TIGHT, name);
        self.word(TIGHT, "(");
        let place = Place::Value;
        if let [only] = args
            && (self.is_block(*only) || self.program.expr(*only) == Expr::Unit)
        {
            self.expr(TIGHT, *only, place, after + 1);
            return self.word(TIGHT, ")");
        }
        let mut column = self.column + after + 1;
        let mut fit = !self.forced_ahead_of_call(args);
        for &arg in args {
            fit &= self.fits(arg, place, column, 0);
            column = column.saturating_add(self.width(arg, place) + 2);
        }
        let (deeper, behind) = if fit { (0, 0) } else { (STEP, 1) };
        self.indent += deeper;
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                self.word(TIGHT, ",");
            }
            let gap = match i {
                _ if !fit => self.line(0, Blank::No),
                0 => TIGHT,
                _ => SPACE,
            };
            self.expr(gap, arg, place, behind);
        }
        self.indent -= deeper;
        self.word(if fit { TIGHT } else { self.line(0, Blank::No) }, ")");
    }

    /// Returns true if a comment ends a line between the `(` just laid out and the `)` behind these arguments.
    fn forced_ahead_of_call(&self, args: &[ExprId]) -> bool {
        let tokens: u32 = args.iter().map(|&arg| self.measure.tokens(arg) + 1).sum();
        self.attached.is_some_and(|a| a.forced(self.fixed - 1, self.fixed + tokens.max(1) - 1))
    }

    /// A row of operators of one level, each on its line.
    fn row(&mut self, gap: Gap, op: BinOp, left: ExprId, right: ExprId, after: u32) {
        let level = op.level();
        let mut rest: SmallVec<[(BinOp, ExprId); 32]> = smallvec![(op, right)];
        let mut first = left;
        let mut place = Place::Left(op);
        while let Expr::Binary(op, left, right) = self.program.expr(first)
            && op.level() == level
            && self.measure.bracket(self.program, first, place) == Bracket::None
            && !self.keeps_block(first, place)
        {
            rest.push((op, right));
            (first, place) = (left, Place::Left(op));
        }
        self.expr(gap, first, place, 0);
        self.indent += CONTINUED;
        while let Some((op, operand)) = rest.pop() {
            self.word(self.line(0, Blank::No), op.text());
            self.expr(SPACE, operand, Place::Right(op), if rest.is_empty() { after } else { 0 });
        }
        self.indent -= CONTINUED;
    }
}
