//! Each form of expression as a row of tokens and parts, as it stands on one line, and the brackets that a part needs.

use super::extended;
use super::text::TokenText;
use crate::ast::{BinOp, Expr, ExprId, Extended, List, Program, TypeId, TypeKind, UnOp};
use crate::forms;
use crate::name::Name;
use crate::stack::deep;

/// Gap before a part on the same line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Before {
    Nothing,
    Space,
}

impl Before {
    pub(super) fn width(self) -> u32 {
        match self {
            Before::Nothing => 0,
            Before::Space => 1,
        }
    }
}

/// A part of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Token(Before, TokenText),
    /// The `;` between two statements: it may be left out or put in, so it is no token to count.
    Semi,
    Type(Before, TypeId),
    Expr(Before, ExprId, Place),
}

/// Position of an expression in its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// All that is between two brackets, or after `let … in`: a sequence needs no brackets of its own.
    Contents,
    /// A statement among others.
    Statement,
    /// Assigned or bound value, or an argument.
    Value,
    /// The body of a prefix form.
    Body,
    /// The body of a `fork`, which is in braces.
    Forked,
    /// The body of an `atomic`, which is no keyword before a minus.
    Claimed,
    /// The branch before an `else`.
    Then,
    /// A lock.
    Lock,
    /// The left operand of an operator.
    Left(BinOp),
    /// The right operand.
    Right(BinOp),
    /// The operand of a unary operator.
    Under(UnOp),
    /// Receiver of a field or method.
    Receiver,
}

/// Brackets around an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bracket {
    None,
    Round,
    Curly,
}

/// Layout style of a form, and its need for brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// A value: only its parts matter.
    Value,
    /// Prefix form or assignment: an operand of this style needs brackets.
    Prefix,
    /// A prefix form whose bodies are blocks when it takes several lines.
    Form,
    /// Statements, which are in a block.
    Block,
    /// A clause that is among statements alone.
    Clause,
}

/// The style of a form.
pub fn style(e: Expr) -> Style {
    match e {
        Expr::Seq(_) | Expr::Let { .. } => Style::Block,
        Expr::Holds(_) => Style::Clause,
        Expr::Sync { .. } | Expr::Fork(_) | Expr::Atomic(_) | Expr::If { .. } | Expr::While { .. } => Style::Form,
        Expr::Assign { .. } | Expr::Print(_) | Expr::Assert(_) => Style::Prefix,
        Expr::Var(_)
        | Expr::New(_)
        | Expr::Field { .. }
        | Expr::Call { .. }
        | Expr::Binary(..)
        | Expr::Unary(..)
        | forms!(literal | owned) => Style::Value,
        Expr::Extended(form) => extended::style(form),
    }
}

/// Returns true if the last body of a form begins on its line, as in `synchronized a in synchronized b in {`, `else
/// if`.
pub(super) fn shares_line(outer: Expr, inner: Expr) -> bool {
    if let (Expr::Extended(Extended::Try { .. }), Expr::Extended(Extended::Catch { .. })) = (outer, inner) {
        return true;
    }
    match outer {
        Expr::Atomic(_) | Expr::Sync { .. } => {
            matches!(inner, Expr::Fork(_) | Expr::Atomic(_) | Expr::Sync { .. })
        }
        Expr::If { otherwise: Some(_), .. } => matches!(inner, Expr::If { .. }),
        _ => false,
    }
}

/// End of an expression, which restricts the tokens after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// End in an `if` without `else`: an `else` would be taken for its own.
    If,
    /// End in `new C`: a `<` would be taken for the start of ghost arguments.
    New,
    /// Any other end.
    Other,
}

/// The end of an expression that does not depend on its last part.
pub(super) fn own_end(program: &Program, e: Expr) -> Option<End> {
    match e {
        Expr::If { otherwise: None, .. } => Some(End::If),
        Expr::New(ty) if program.locks_of(ty).is_empty() => Some(End::New),
        _ => None,
    }
}

/// Returns true if only a `fork` needs brackets around an expression: neither end of it is an operand.
#[inline]
pub(super) fn is_simple(e: Expr) -> bool {
    matches!(
        e,
        Expr::Var(_)
            | Expr::Int(0..)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Str(_)
            | Expr::Field { .. }
            | Expr::Call { .. }
            | Expr::Special(_)
    )
}

/// The brackets that an expression needs at a place.
#[inline]
pub(super) fn bracket(e: Expr, end: impl Fn() -> End, place: Place) -> Bracket {
    if is_simple(e) && place != Place::Forked { Bracket::None } else { bracket_of(e, end, place) }
}

/// [`bracket`] of any expression: the definition.
fn bracket_of(e: Expr, end: impl Fn() -> End, place: Place) -> Bracket {
    use Bracket::*;
    match (e, style(e), place) {
        (_, _, Place::Contents) | (_, Style::Clause, Place::Statement) => None,
        (_, Style::Block | Style::Clause, _) => Curly,
        (Expr::Unit, _, Place::Forked) => None,
        (_, _, Place::Forked) => Curly,
        (_, _, Place::Then) if end() == End::If => Curly,
        (Expr::Binary(..) | Expr::Unary(UnOp::Neg, _) | Expr::Int(..0), _, Place::Claimed) => Round,
        (_, _, Place::Statement | Place::Value | Place::Body | Place::Claimed | Place::Then) => None,
        (_, Style::Prefix | Style::Form, _) => Round,
        (_, _, Place::Left(BinOp::Lt)) if end() == End::New => Round,
        (Expr::Binary(inner, ..), _, Place::Left(op)) if inner.level() < op.level() => Round,
        (Expr::Binary(inner, ..), _, Place::Right(op)) if inner.level() <= op.level() => Round,
        (Expr::Binary(..), _, Place::Under(_) | Place::Receiver) => Round,
        (Expr::Unary(UnOp::Neg, _), _, Place::Under(UnOp::Neg)) => Round,
        (Expr::Int(n), _, Place::Under(UnOp::Neg) | Place::Receiver) if n < 0 => Round,
        (Expr::Unary(..) | Expr::New(_), _, Place::Receiver) => Round,
        _ => None,
    }
}

/// A word or sign, right behind what is before it.
pub(super) const fn word(text: &'static str) -> Part {
    Part::Token(Before::Nothing, TokenText::Fixed(text))
}

/// A word or sign behind a blank.
pub(super) const fn spaced(text: &'static str) -> Part {
    Part::Token(Before::Space, TokenText::Fixed(text))
}

/// A name.
pub(super) const fn name(before: Before, x: Name) -> Part {
    Part::Token(before, TokenText::Name(x))
}

/// A type behind a blank.
pub(super) const fn typed(ty: TypeId) -> Part {
    Part::Type(Before::Space, ty)
}

/// An expression, right behind what is before it.
pub(super) const fn expr(e: ExprId, place: Place) -> Part {
    Part::Expr(Before::Nothing, e, place)
}

/// An expression behind a blank.
pub(super) const fn after(e: ExprId, place: Place) -> Part {
    Part::Expr(Before::Space, e, place)
}

/// Receiver of the parts of an expression. If inlined into [`parts`], it need not look at the sort of each part.
pub(super) trait Give {
    fn part(&mut self, part: Part);

    /// Parts, from left to right.
    #[inline(always)]
    fn row<const N: usize>(&mut self, parts: [Part; N]) {
        parts.into_iter().for_each(|part| self.part(part));
    }
}

impl<F: FnMut(Part)> Give for F {
    #[inline]
    fn part(&mut self, part: Part) {
        self(part);
    }
}

/// Gives the parts of an expression, from left to right.
pub(super) fn parts(program: &Program, e: ExprId, give: &mut impl Give) {
    parts_up_to(program, e, usize::MAX, give);
}

/// Gives the parts of an expression, with a bound on the elements of a list, then `…`.
pub(super) fn parts_up_to(program: &Program, e: ExprId, most: usize, give: &mut impl Give) {
    use Before::Nothing;
    use Place::*;
    match program.expr(e) {
        Expr::Var(x) => give.part(name(Nothing, x)),
        Expr::Int(n) => {
            if n < 0 {
                give.part(word("-"));
            }
            give.part(Part::Token(Nothing, TokenText::Number(n.unsigned_abs())));
        }
        Expr::Bool(true) => give.part(word("true")),
        Expr::Bool(false) => give.part(word("false")),
        Expr::Null => give.part(word("null")),
        Expr::Str(text) => give.part(Part::Token(Nothing, TokenText::Quoted(text))),
        Expr::Unit => give.row([word("{"), word("}")]),
        Expr::New(ty) => give.row([word("new"), typed(ty)]),
        Expr::Field { recv, field } => give.row(access(recv, field)),
        Expr::Assign { recv, field, value } => {
            give.row(access(recv, field));
            give.row([spaced("="), after(value, Value)]);
        }
        Expr::Call { recv, method, args } => {
            give.row([expr(recv, Receiver), word("."), name(Nothing, method)]);
            arguments(program, args, most, give);
        }
        Expr::Let { ty, var, bound, body } => {
            give.row([word("let"), typed(ty), name(Before::Space, var)]);
            binding(bound, body, give);
        }
        Expr::Sync { lock, body } => {
            give.row([word("synchronized"), after(lock, Lock), spaced("in"), after(body, Body)]);
        }
        Expr::Seq(list) => {
            let of = program.list(list);
            elements(program, of, if of.len() == 1 { Contents } else { Statement }, most, give);
        }
        Expr::If { cond, then, otherwise } => {
            give.row([word("if"), spaced("("), expr(cond, Contents), word(")")]);
            match otherwise {
                None => give.part(after(then, Body)),
                Some(otherwise) => give.row([after(then, Then), spaced("else"), after(otherwise, Body)]),
            }
        }
        Expr::While { cond, body } => {
            give.row([word("while"), spaced("("), expr(cond, Contents), word(")"), after(body, Body)]);
        }
        Expr::Fork(e) => give.row([word("fork"), after(e, Forked)]),
        Expr::Atomic(e) => give.row([word("atomic"), after(e, Claimed)]),
        Expr::Print(e) => give.row([word("print"), after(e, Body)]),
        Expr::Assert(e) => give.row([word("assert"), after(e, Body)]),
        Expr::Holds(e) => give.row([word("holds"), after(e, Lock)]),
        Expr::Binary(op, left, right) => {
            give.row([expr(left, Left(op)), spaced(op.text()), after(right, Right(op))]);
        }
        Expr::Unary(op, e) => give.row([word(op.text()), expr(e, Under(op))]),
        Expr::Move(e) => give.row([expr(e, Receiver), word("--")]),
        Expr::Special(special) => give.part(word(special.text())),
        Expr::Qualified { formal, path } => give.row([name(Nothing, formal), word("$"), expr(path, Lock)]),
        Expr::Extended(form) => extended::parts(program, form, most, give),
    }
}

/// `e.fd`
fn access(recv: ExprId, field: Name) -> [Part; 3] {
    [expr(recv, Place::Receiver), word("."), Part::Token(Before::Nothing, TokenText::Field(field))]
}

/// The arguments of a call, in their brackets.
pub(super) fn arguments(program: &Program, args: List, most: usize, give: &mut impl Give) {
    give.part(word("("));
    list(program.list(args), word(","), most, give, |_| Place::Value);
    give.part(word(")"));
}

/// A `let` behind its variable.
pub(super) fn binding(bound: ExprId, body: ExprId, give: &mut impl Give) {
    give.row([spaced("="), after(bound, Place::Value), spaced("in"), after(body, Place::Contents)]);
}

/// Returns true for the forms that take everything up to the closing bracket.
pub(super) fn is_let(e: Expr) -> bool {
    matches!(e, Expr::Let { .. } | Expr::Extended(Extended::LetVar { .. }))
}

/// Gives the elements of a sequence, which are at a place.
pub(super) fn elements(program: &Program, of: &[ExprId], place: Place, most: usize, give: &mut impl Give) {
    list(of, Part::Semi, most, give, |i| match program.expr(of[i]) {
        e if is_let(e) && i + 1 == of.len() => Place::Contents,
        _ => place,
    });
}

/// Gives some expressions up to a bound, a part between them, then `…`.
pub(super) fn list(of: &[ExprId], between: Part, most: usize, give: &mut impl Give, place: impl Fn(usize) -> Place) {
    for (i, &e) in of.iter().enumerate() {
        let before = if i > 0 { Before::Space } else { Before::Nothing };
        if i > 0 {
            give.part(between);
        }
        if i == most {
            return give.part(Part::Token(before, TokenText::Fixed("…")));
        }
        give.part(Part::Expr(before, e, place(i)));
    }
}

/// Gives the parts of a written type, with a bound on its arguments.
pub(super) fn type_parts(program: &Program, ty: TypeId, most: usize, give: &mut impl Give) {
    match program.ty(ty).kind {
        TypeKind::Int => give.part(word("int")),
        TypeKind::Boolean => give.part(word("boolean")),
        TypeKind::Void => give.part(word("void")),
        TypeKind::Class { name, args } => {
            give.part(self::name(Before::Nothing, name));
            locks(program.list(args), most, give);
        }
        TypeKind::Array { elem, .. } => {
            deep(|| type_parts(program, elem, most, give));
            give.part(word("[]"));
            locks(program.guards_of_array(ty), most, give);
        }
    }
}

/// `<l, l>`, or nothing.
fn locks(of: &[ExprId], most: usize, give: &mut impl Give) {
    if !of.is_empty() {
        give.part(word("<"));
        list(of, word(","), most, give, |_| Place::Lock);
        give.part(word(">"));
    }
}
