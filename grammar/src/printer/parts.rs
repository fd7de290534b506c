//! Each form of expression as a row of tokens and parts, as it stands on one line, and the brackets that a part needs.

use super::extended;
use super::text::TokenText;
use crate::ast::{BinOp, Expr, ExprId, Extended, Program, TypeId, TypeKind, UnOp};
use crate::forms;
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
    /// All that stands between two brackets, or after `let … in`: a sequence needs no brackets of its own.
    Contents,
    /// A statement among others.
    Statement,
    /// Assigned or bound value, or an argument.
    Value,
    /// The body of a prefix form.
    Body,
    /// The body of a `fork`, which stands in braces.
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
    /// Statements, which stand in a block.
    Block,
    /// A clause that stands among statements alone.
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

/// Receiver of the parts of an expression. If inlined into [`parts`], it need not look at the sort of each part.
pub(super) trait Give {
    fn part(&mut self, part: Part);
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
    use Before::{Nothing, Space};
    let word = |text| Part::Token(Nothing, TokenText::Fixed(text));
    let spaced = |text| Part::Token(Space, TokenText::Fixed(text));
    let name = |name| Part::Token(Nothing, TokenText::Name(name));
    match program.expr(e) {
        Expr::Var(x) => give.part(name(x)),
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
        Expr::Unit => {
            give.part(word("{"));
            give.part(word("}"));
        }
        Expr::New(ty) => {
            give.part(word("new"));
            give.part(Part::Type(Space, ty));
        }
        Expr::Field { recv, field } => {
            give.part(Part::Expr(Nothing, recv, Place::Receiver));
            give.part(word("."));
            give.part(Part::Token(Nothing, TokenText::Field(field)));
        }
        Expr::Assign { recv, field, value } => {
            give.part(Part::Expr(Nothing, recv, Place::Receiver));
            give.part(word("."));
            give.part(Part::Token(Nothing, TokenText::Field(field)));
            give.part(spaced("="));
            give.part(Part::Expr(Space, value, Place::Value));
        }
        Expr::Call { recv, method, args } => {
            give.part(Part::Expr(Nothing, recv, Place::Receiver));
            give.part(word("."));
            give.part(name(method));
            give.part(word("("));
            list(program.list(args), word(","), most, give, |_| Place::Value);
            give.part(word(")"));
        }
        Expr::Let { ty, var, bound, body } => {
            give.part(word("let"));
            give.part(Part::Type(Space, ty));
            give.part(Part::Token(Space, TokenText::Name(var)));
            give.part(spaced("="));
            give.part(Part::Expr(Space, bound, Place::Value));
            give.part(spaced("in"));
            give.part(Part::Expr(Space, body, Place::Contents));
        }
        Expr::Sync { lock, body } => {
            give.part(word("synchronized"));
            give.part(Part::Expr(Space, lock, Place::Lock));
            give.part(spaced("in"));
            give.part(Part::Expr(Space, body, Place::Body));
        }
        Expr::Seq(list) => {
            let of = program.list(list);
            elements(program, of, if of.len() == 1 { Place::Contents } else { Place::Statement }, most, give);
        }
        Expr::If { cond, then, otherwise } => {
            give.part(word("if"));
            give.part(spaced("("));
            give.part(Part::Expr(Nothing, cond, Place::Contents));
            give.part(word(")"));
            match otherwise {
                None => give.part(Part::Expr(Space, then, Place::Body)),
                Some(otherwise) => {
                    give.part(Part::Expr(Space, then, Place::Then));
                    give.part(spaced("else"));
                    give.part(Part::Expr(Space, otherwise, Place::Body));
                }
            }
        }
        Expr::While { cond, body } => {
            give.part(word("while"));
            give.part(spaced("("));
            give.part(Part::Expr(Nothing, cond, Place::Contents));
            give.part(word(")"));
            give.part(Part::Expr(Space, body, Place::Body));
        }
        Expr::Fork(e) => prefix("fork", e, Place::Forked, give),
        Expr::Atomic(e) => prefix("atomic", e, Place::Claimed, give),
        Expr::Print(e) => prefix("print", e, Place::Body, give),
        Expr::Assert(e) => prefix("assert", e, Place::Body, give),
        Expr::Holds(e) => prefix("holds", e, Place::Lock, give),
        Expr::Binary(op, left, right) => {
            give.part(Part::Expr(Nothing, left, Place::Left(op)));
            give.part(spaced(op.text()));
            give.part(Part::Expr(Space, right, Place::Right(op)));
        }
        Expr::Unary(op, e) => {
            give.part(word(op.text()));
            give.part(Part::Expr(Nothing, e, Place::Under(op)));
        }
        Expr::Move(e) => {
            give.part(Part::Expr(Nothing, e, Place::Receiver));
            give.part(word("--"));
        }
        Expr::Special(special) => give.part(word(special.text())),
        Expr::Qualified { formal, path } => {
            give.part(name(formal));
            give.part(word("$"));
            give.part(Part::Expr(Nothing, path, Place::Lock));
        }
        Expr::Extended(form) => extended::parts(program, form, most, give),
    }
}

fn prefix(word: &'static str, e: ExprId, place: Place, give: &mut impl Give) {
    give.part(Part::Token(Before::Nothing, TokenText::Fixed(word)));
    give.part(Part::Expr(Before::Space, e, place));
}

/// Returns true for the forms that take everything up to the closing bracket.
pub(super) fn is_let(e: Expr) -> bool {
    matches!(e, Expr::Let { .. } | Expr::Extended(Extended::LetVar { .. }))
}

/// Gives the elements of a sequence, which stand at a place.
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
    let word = |text| Part::Token(Before::Nothing, TokenText::Fixed(text));
    match program.ty(ty).kind {
        TypeKind::Int => give.part(word("int")),
        TypeKind::Boolean => give.part(word("boolean")),
        TypeKind::Void => give.part(word("void")),
        TypeKind::Class { name, args } => {
            give.part(Part::Token(Before::Nothing, TokenText::Name(name)));
            if args.len > 0 {
                give.part(word("<"));
                list(program.list(args), word(","), most, give, |_| Place::Lock);
                give.part(word(">"));
            }
        }
        TypeKind::Array { elem, .. } => {
            deep(|| type_parts(program, elem, most, give));
            give.part(word("[]"));
            let guards = program.guards_of_array(ty);
            if !guards.is_empty() {
                give.part(word("<"));
                list(guards, word(","), most, give, |_| Place::Lock);
                give.part(word(">"));
            }
        }
    }
}
