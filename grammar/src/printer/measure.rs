//! How wide each expression is on one line, and how many tokens it has: one pass over the table, however deep the tree is.

use super::parts::{Bracket, End, Part, Place, Style, bracket, own_end, parts, style, type_parts};
use crate::ast::{Expr, ExprId, Program, TypeId};

/// The expressions, children before their parents. That is how they stand in the table, unless a tree was changed in place.
fn order(program: &Program) -> Vec<ExprId> {
    let all = || (0..program.exprs.len() as u32).map(ExprId);
    let sorted = all().all(|e| children(program, e).all(|child| child < e));
    if sorted {
        return all().collect();
    }
    let mut order = Vec::with_capacity(program.exprs.len());
    let mut seen = vec![false; program.exprs.len()];
    // What is to be put in order, and whether its children are already.
    let mut stack: Vec<(ExprId, bool)> = all().rev().map(|e| (e, false)).collect();
    while let Some((e, ready)) = stack.pop() {
        if ready {
            order.push(e);
        } else if !std::mem::replace(&mut seen[e.0 as usize], true) {
            stack.push((e, true));
            stack.extend(children(program, e).map(|child| (child, false)));
        }
    }
    order
}

/// The expressions that an expression is made of, those in its types included.
fn children(program: &Program, e: ExprId) -> impl Iterator<Item = ExprId> + '_ {
    let parts = program.parts(e);
    parts.ty.map_or(&[][..], |t| program.locks_of(t)).iter().copied().chain(parts.children())
}

/// Wider than any line: what cannot stand on one line at all.
pub(super) const ENDLESS: u32 = 1 << 24;

/// What is known of each expression, by its number.
pub(super) struct Measure {
    /// Characters on one line, brackets around it not counted; [`ENDLESS`] if it has a block among its statements, or for a branch.
    width: Vec<u32>,
    /// Tokens, without `;` and brackets that only group.
    tokens: Vec<u32>,
    /// How it ends.
    end: Vec<End>,
}

impl Measure {
    pub(super) fn new(program: &Program) -> Measure {
        Measure::of(program, order(program).into_iter())
    }

    /// For a program as it was parsed: children stand before their parents.
    pub(super) fn of_parsed(program: &Program) -> Measure {
        Measure::of(program, (0..program.exprs.len() as u32).map(ExprId))
    }

    fn of(program: &Program, order: impl Iterator<Item = ExprId>) -> Measure {
        let n = program.exprs.len();
        let mut measure = Measure { width: vec![0; n], tokens: vec![0; n], end: vec![End::Other; n] };
        for e in order {
            measure.take(program, e);
        }
        measure
    }

    /// Measures one expression, its children being measured.
    fn take(&mut self, program: &Program, e: ExprId) {
        let (mut width, mut tokens) = (0u32, 0u32);
        let (expr, mut squeezed) = (program.expr(e), false);
        // The last part, if that is an expression.
        let mut last = None;
        parts(program, e, &mut |part| match part {
            Part::Token(before, text) => {
                width += before.width() + text.width(program);
                tokens += 1;
                last = None;
            }
            Part::Semi => width += 1,
            Part::Type(before, ty) => {
                let (w, n) = self.of_type(program, ty);
                width += before.width() + w;
                tokens += n;
            }
            Part::Expr(before, child, place) => {
                width = (width + before.width() + self.width_at(program, child, place)).min(ENDLESS);
                tokens += self.tokens(child);
                let branch = matches!(expr, Expr::If { .. } | Expr::While { .. }) && place != Place::Contents;
                squeezed |= branch && style(program.expr(child)) == Style::Block;
                last = Some((child, place));
            }
        });
        // Several statements that may run or not are never squeezed into the line of the condition.
        if squeezed {
            width = ENDLESS;
        }
        let i = e.0 as usize;
        self.width[i] = width.min(ENDLESS);
        self.tokens[i] = tokens;
        self.end[i] = own_end(program, expr).unwrap_or(match last {
            Some((last, place)) if self.bracket(program, last, place) == Bracket::None => self.end[last.0 as usize],
            _ => End::Other,
        });
    }

    /// Width and tokens of a written type.
    pub(super) fn of_type(&self, program: &Program, ty: TypeId) -> (u32, u32) {
        let (mut width, mut tokens) = (0, 0);
        type_parts(program, ty, usize::MAX, &mut |part| match part {
            Part::Token(before, text) => {
                width += before.width() + text.width(program);
                tokens += 1;
            }
            Part::Expr(before, path, _) => {
                width += before.width() + self.width(path);
                tokens += self.tokens(path);
            }
            Part::Semi | Part::Type(..) => {}
        });
        (width.min(ENDLESS), tokens)
    }

    /// The width of an expression without brackets around it.
    pub(super) fn width(&self, e: ExprId) -> u32 {
        self.width[e.0 as usize]
    }

    /// The width of an expression at a place, with the brackets that it needs there.
    pub(super) fn width_at(&self, program: &Program, e: ExprId, place: Place) -> u32 {
        let around = match self.bracket(program, e, place) {
            // A block among statements has lines of its own.
            Bracket::Curly if place == Place::Statement => return ENDLESS,
            Bracket::None => 0,
            Bracket::Round => "()".len(),
            Bracket::Curly => "{  }".len(),
        };
        self.width(e) + around as u32
    }

    /// The brackets that an expression needs at a place.
    pub(super) fn bracket(&self, program: &Program, e: ExprId, place: Place) -> Bracket {
        bracket(program.expr(e), || self.end[e.0 as usize], place)
    }

    pub(super) fn tokens(&self, e: ExprId) -> u32 {
        self.tokens[e.0 as usize]
    }
}
