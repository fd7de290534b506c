//! Forms of the dialect of Java, as rows of parts.

use super::parts::{Before, Give, Part, Place, Style, after, arguments, binding, expr, name, spaced, typed, word};
use super::text::TokenText;
use crate::ast::{BinOp, ExprId, Extended, Program};
use crate::name::Name;

/// The style of a form.
pub(super) fn style(form: Extended) -> Style {
    use Extended::*;
    match form {
        LetVar { .. } => Style::Block,
        Label { .. } | Locked { .. } | Try { .. } | Catch { .. } => Style::Form,
        SetVar { .. } | SetElement { .. } | InstanceOf { .. } | Exit { .. } | Throw(_) => Style::Prefix,
        ClassConst(_)
        | Make { .. }
        | Delegate { .. }
        | Any { .. }
        | Cast { .. }
        | NewArray { .. }
        | Element { .. }
        | Length(_) => Style::Value,
    }
}

/// Gives the parts of a form, from left to right.
pub(super) fn parts(program: &Program, form: Extended, most: usize, give: &mut impl Give) {
    use Before::{Nothing, Space};
    use Extended::*;
    match form {
        ClassConst(x) => give.row([Part::Token(Nothing, TokenText::ClassOf(x)), word("."), word("class")]),
        LetVar { ty, var, bound, body } => {
            give.row([word("let"), spaced("var"), typed(ty), name(Space, var)]);
            binding(bound, body, give);
        }
        SetVar { var, value } => give.row([expr(var, Place::Receiver), spaced("="), after(value, Place::Value)]),
        Make { ty, constructor, args } => {
            give.row([word("new"), typed(ty)]);
            named(program, constructor, give);
            arguments(program, args, most, give);
        }
        Delegate { up, constructor, args } => {
            give.part(word(if up { "super" } else { "this" }));
            named(program, constructor, give);
            arguments(program, args, most, give);
        }
        Any { ty, args } => {
            give.row([word("any"), typed(ty)]);
            arguments(program, args, most, give);
        }
        Cast { ty, value } => {
            give.row([word("cast"), typed(ty), word("("), expr(value, Place::Contents), word(")")]);
        }
        InstanceOf { ty, value } => {
            give.row([expr(value, Place::Left(BinOp::Or)), spaced("instanceof"), typed(ty)]);
        }
        NewArray { ty, length } => {
            give.row([word("new"), typed(ty), word("("), expr(length, Place::Value), word(")")]);
        }
        Element { array, index } => give.row(element(array, index)),
        SetElement { array, index, value } => {
            give.row(element(array, index));
            give.row([spaced("="), after(value, Place::Value)]);
        }
        Length(array) => give.row([expr(array, Place::Receiver), word("."), word("length")]),
        Label { ty, label, body } => {
            give.part(word("label"));
            ty.into_iter().for_each(|ty| give.part(typed(ty)));
            give.row([name(Space, label), spaced("in"), after(body, Place::Body)]);
        }
        Exit { label, value } => {
            give.row([word("exit"), name(Space, label)]);
            if let Some(value) = value {
                give.row([spaced("("), expr(value, Place::Contents), word(")")]);
            }
        }
        Throw(value) => give.row([word("throw"), after(value, Place::Body)]),
        Try { parts, finally } => {
            let of = program.parts_of_try(parts, finally);
            give.row([word("try"), after(of.body, Place::Forked)]);
            of.catches.iter().for_each(|&catch| give.part(after(catch, Place::Statement)));
            if let Some(finally) = of.finally {
                give.row([spaced("finally"), after(finally, Place::Forked)]);
            }
        }
        Catch { ty, var, body } => {
            give.row([word("catch"), spaced("("), Part::Type(Nothing, ty), name(Space, var), word(")")]);
            give.part(after(body, Place::Forked));
        }
        Locked { lock, body } => {
            give.row([word("locked"), after(lock, Place::Lock), spaced("in"), after(body, Place::Body)]);
        }
    }
}

/// `e[e]`
fn element(array: ExprId, index: ExprId) -> [Part; 4] {
    [expr(array, Place::Receiver), word("["), expr(index, Place::Value), word("]")]
}

/// `::k`, for a constructor that has a name of its own.
fn named(program: &Program, constructor: Name, give: &mut impl Give) {
    if program.text(constructor) != "constructor" {
        give.row([word("::"), name(Before::Nothing, constructor)]);
    }
}
