//! The texts of tokens, and expressions written on one line.

use super::parts::{
    Before, Bracket, End, Give, Part, Place, Style, bracket, is_simple, own_end, parts, style, type_parts,
};
use crate::ast::{Expr, ExprId, Program, TypeId, UnOp};
use crate::name::Name;
use crate::stack::deep;
use crate::token::quoted;

/// The text of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Text {
    /// A word or sign of the language.
    Fixed(&'static str),
    /// An identifier.
    Name(Name),
    /// A string literal.
    Quoted(Name),
    /// An integer literal without its sign.
    Number(u32),
    /// All of an expression, on one line.
    Whole(ExprId),
    /// A `let`, up to what is bound.
    Let(ExprId),
}

impl Text {
    /// How many characters it takes.
    #[inline]
    pub(super) fn width(self, program: &Program) -> u32 {
        match self {
            Text::Fixed(text) => text.len() as u32,
            Text::Name(name) => program.names.width(name),
            Text::Quoted(name) => quoted(program.text(name)).chars().count() as u32,
            Text::Number(n) => n.checked_ilog10().unwrap_or(0) + 1,
            text => text.written(program).chars().count() as u32,
        }
    }

    /// Writes it.
    #[inline]
    pub(super) fn write(self, program: &Program, out: &mut String) {
        match self {
            Text::Fixed(text) => out.push_str(text),
            Text::Name(name) => out.push_str(program.text(name)),
            Text::Whole(e) => write(program, e, out),
            Text::Let(e) => write_let(program, e, out),
            _ => self.with(program, |text| out.push_str(text)),
        }
    }

    /// Gives it.
    pub(super) fn with(self, program: &Program, give: impl FnOnce(&str)) {
        match self {
            Text::Fixed(text) => give(text),
            Text::Name(name) => give(program.text(name)),
            Text::Quoted(name) => give(&quoted(program.text(name))),
            Text::Number(n) => give(&n.to_string()),
            text => give(&text.written(program)),
        }
    }

    fn written(self, program: &Program) -> String {
        let mut out = String::new();
        self.write(program, &mut out);
        out
    }
}

/// Writes the beginning of a `let`.
fn write_let(program: &Program, e: ExprId, out: &mut String) {
    if let Expr::Let { ty, var, .. } = program.expr(e) {
        out.push_str("let");
        Writing { program, out }.ty(Before::Space, ty);
        out.push(' ');
        out.push_str(program.text(var));
        out.push_str(" =");
    }
}

/// Writes an expression on one line, without brackets around it.
fn write(program: &Program, e: ExprId, out: &mut String) {
    let mut writing = Writing { program, out };
    match program.expr(e) {
        Expr::Var(_) | Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Str(_) => parts(program, e, &mut writing),
        Expr::Unit
        | Expr::New(_)
        | Expr::Field { .. }
        | Expr::Assign { .. }
        | Expr::Call { .. }
        | Expr::Let { .. }
        | Expr::Sync { .. }
        | Expr::Fork(_)
        | Expr::Atomic(_)
        | Expr::Seq(_)
        | Expr::If { .. }
        | Expr::While { .. }
        | Expr::Print(_)
        | Expr::Assert(_)
        | Expr::Holds(_)
        | Expr::Binary(..)
        | Expr::Unary(..)
        | Expr::Special(_)
        | Expr::Qualified { .. }
        | Expr::Move(_) => deep(|| parts(program, e, &mut writing)),
    }
}

/// An expression being written on one line.
struct Writing<'w> {
    program: &'w Program,
    out: &'w mut String,
}

impl Writing<'_> {
    #[inline]
    fn space(&mut self, before: Before) {
        if before == Before::Space && !self.out.ends_with('(') {
            self.out.push(' ');
        }
    }

    /// A part that is an expression, with the brackets that it needs.
    fn expr(&mut self, before: Before, e: ExprId, place: Place) {
        let program = self.program;
        self.space(before);
        let (open, close) = match bracket(program.expr(e), || end(program, e), place) {
            Bracket::None => return write(program, e, self.out),
            Bracket::Round => ("(", ")"),
            Bracket::Curly => ("{ ", " }"),
        };
        self.out.push_str(open);
        write(program, e, self.out);
        self.out.push_str(close);
    }

    /// A type, whose arguments need no brackets.
    fn ty(&mut self, before: Before, ty: TypeId) {
        self.space(before);
        type_parts(self.program, ty, usize::MAX, self);
    }
}

impl Give for Writing<'_> {
    #[inline(always)]
    fn part(&mut self, part: Part) {
        match part {
            Part::Token(before, text) => {
                self.space(before);
                text.write(self.program, self.out);
            }
            Part::Semi => self.out.push(';'),
            Part::Type(before, ty) => self.ty(before, ty),
            Part::Expr(before, e, place) => self.expr(before, e, place),
        }
    }
}

/// How an expression ends.
fn end(program: &Program, e: ExprId) -> End {
    if let Some(end) = own_end(program, program.expr(e)) {
        return end;
    }
    let mut last = None;
    parts(program, e, &mut |part| last = Some(part));
    match last {
        Some(Part::Expr(_, child, place)) => {
            let inner = || deep(|| end(program, child));
            if bracket(program.expr(child), inner, place) == Bracket::None { inner() } else { End::Other }
        }
        _ => End::Other,
    }
}

/// Whether it is clear at once that an expression neither begins with a minus nor ends with a brace, to which what stands around it
/// would matter.
pub(super) fn is_plain(program: &Program, e: ExprId) -> bool {
    if is_simple(program.expr(e)) {
        return true;
    }
    let mut first = e;
    while let Expr::Binary(_, left, _) | Expr::Assign { recv: left, .. } = program.expr(first) {
        first = left;
    }
    let mut last = e;
    while let Expr::Binary(_, _, right)
    | Expr::Assign { value: right, .. }
    | Expr::Unary(_, right)
    | Expr::Print(right)
    | Expr::Assert(right) = program.expr(last)
    {
        last = right;
    }
    let value = style(program.expr(last)) == Style::Value && program.expr(last) != Expr::Unit;
    value && !matches!(program.expr(first), Expr::Unary(UnOp::Neg, _) | Expr::Int(..0))
}
