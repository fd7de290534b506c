//! Width on one line and number of tokens of each expression: one pass over the table, however deep the tree is.

use super::parts::{
    Before, Bracket, End, Give, Part, Place, Style, bracket, is_simple, own_end, parts, style, type_parts,
};
use crate::ast::{Expr, ExprId, Program, TypeId};

/// The expressions, children before their parents. That is how they are in the table, unless a tree was changed in place.
fn order(program: &Program) -> Vec<ExprId> {
    let all = || (0..program.exprs.len() as u32).map(ExprId::new);
    let sorted = all().all(|e| children(program, e).all(|child| child < e));
    if sorted {
        return all().collect();
    }
    let mut order = Vec::with_capacity(program.exprs.len());
    let mut seen = vec![false; program.exprs.len()];
    // Expressions still to be ordered, and whether their children are.
    let mut stack: Vec<(ExprId, bool)> = all().rev().map(|e| (e, false)).collect();
    while let Some((e, ready)) = stack.pop() {
        if ready {
            order.push(e);
        } else if !std::mem::replace(&mut seen[e.index()], true) {
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

/// Wider than any line: what cannot be on one line at all.
pub(super) const ENDLESS: u32 = 1 << 24;

/// Measures of an expression.
#[derive(Clone, Copy)]
struct Size {
    /// Characters on one line, brackets around it not counted; [`ENDLESS`] if it has a block among its statements, or for a branch.
    width: u32,
    /// Tokens, without `;` and brackets that only group.
    tokens: u32,
    /// End of the expression.
    end: End,
    /// See [`is_simple`].
    simple: bool,
}

impl Size {
    /// The width with brackets.
    fn width_in(&self, brackets: Bracket, place: Place) -> u32 {
        match brackets {
            // A block among statements has lines of its own.
            Bracket::Curly if place == Place::Statement => ENDLESS,
            Bracket::None => self.width,
            Bracket::Round => self.width + "()".len() as u32,
            Bracket::Curly => self.width + "{  }".len() as u32,
        }
    }
}

/// Measures of each expression, by its number.
pub(super) struct Measure {
    sizes: Vec<Size>,
}

/// An expression being measured.
struct MeasuredRow<'m> {
    program: &'m Program,
    measure: &'m Measure,
    width: u32,
    tokens: u32,
    /// True if a branch of it is a block.
    blocks: bool,
    /// End of the last part.
    end: End,
}

impl MeasuredRow<'_> {
    fn new<'m>(program: &'m Program, measure: &'m Measure) -> MeasuredRow<'m> {
        MeasuredRow { program, measure, width: 0, tokens: 0, blocks: false, end: End::Other }
    }

    fn expr(&mut self, before: Before, child: ExprId, place: Place) {
        let size = self.measure.of_expr(child);
        let bracket = self.measure.bracket(self.program, child, place);
        self.width = (self.width + before.width() + size.width_in(bracket, place)).min(ENDLESS);
        self.tokens += size.tokens;
        self.end = if bracket == Bracket::None { size.end } else { End::Other };
        let block = || style(self.program.expr(child)) == Style::Block;
        self.blocks |= bracket != Bracket::None && place != Place::Contents && block();
    }
}

impl Give for MeasuredRow<'_> {
    #[inline(always)]
    fn part(&mut self, part: Part) {
        match part {
            Part::Token(before, text) => {
                self.width += before.width() + text.width(self.program);
                self.tokens += 1;
                self.end = End::Other;
            }
            Part::Semi => self.width += 1,
            Part::Type(before, ty) => {
                let (width, tokens) = self.measure.of_type(self.program, ty);
                self.width += before.width() + width;
                self.tokens += tokens;
            }
            Part::Expr(before, child, place) => self.expr(before, child, place),
        }
    }
}

impl Measure {
    pub(super) fn new(program: &Program) -> Measure {
        let none = Size { width: 0, tokens: 0, end: End::Other, simple: false };
        let mut measure = Measure { sizes: vec![none; program.exprs.len()] };
        for e in order(program) {
            measure.sizes[e.index()] = measure.size(program, e);
        }
        measure
    }

    /// Measures of a program as it was parsed: children are before their parents.
    pub(super) fn of_parsed(program: &Program) -> Measure {
        let mut measure = Measure { sizes: Vec::with_capacity(program.exprs.len()) };
        for e in 0..program.exprs.len() as u32 {
            measure.sizes.push(measure.size(program, ExprId::new(e)));
        }
        measure
    }

    /// The size of one expression, its children being measured.
    fn size(&self, program: &Program, e: ExprId) -> Size {
        let mut row = MeasuredRow::new(program, self);
        parts(program, e, &mut row);
        let expr = program.expr(e);
        // Several statements that may run or not are never squeezed into the line of the condition.
        let squeezed = row.blocks && matches!(expr, Expr::If { .. } | Expr::While { .. });
        let end = own_end(program, expr).unwrap_or(row.end);
        Size {
            width: if squeezed { ENDLESS } else { row.width.min(ENDLESS) },
            tokens: row.tokens,
            end,
            simple: is_simple(expr),
        }
    }

    /// Width and tokens of a written type.
    pub(super) fn of_type(&self, program: &Program, ty: TypeId) -> (u32, u32) {
        let mut row = MeasuredRow::new(program, self);
        type_parts(program, ty, usize::MAX, &mut row);
        (row.width.min(ENDLESS), row.tokens)
    }

    fn of_expr(&self, e: ExprId) -> &Size {
        &self.sizes[e.index()]
    }

    /// The width of an expression without brackets around it.
    pub(super) fn width(&self, e: ExprId) -> u32 {
        self.of_expr(e).width
    }

    /// The width of an expression at a place, with the brackets that it needs there.
    pub(super) fn width_at(&self, program: &Program, e: ExprId, place: Place) -> u32 {
        self.of_expr(e).width_in(self.bracket(program, e, place), place)
    }

    /// The brackets that an expression needs at a place.
    #[inline]
    pub(super) fn bracket(&self, program: &Program, e: ExprId, place: Place) -> Bracket {
        let size = self.of_expr(e);
        let simple = size.simple && place != Place::Forked;
        if simple { Bracket::None } else { bracket(program.expr(e), || size.end, place) }
    }

    pub(super) fn tokens(&self, e: ExprId) -> u32 {
        self.of_expr(e).tokens
    }
}
