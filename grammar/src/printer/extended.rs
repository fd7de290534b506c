//! Forms of the dialect of Java, as rows of parts.

use super::parts::{Before, Give, Part, Place, Style, list};
use super::text::TokenText;
use crate::ast::{Extended, Program};
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
    let word = |text| Part::Token(Nothing, TokenText::Fixed(text));
    let spaced = |text| Part::Token(Space, TokenText::Fixed(text));
    let name = |before, name| Part::Token(before, TokenText::Name(name));
    let call = |give: &mut _, args| {
        Give::part(give, word("("));
        list(program.list(args), word(","), most, give, |_| Place::Value);
        Give::part(give, word(")"));
    };
    match form {
        ClassConst(x) => {
            give.part(Part::Token(Nothing, TokenText::ClassOf(x)));
            give.part(word("."));
            give.part(word("class"));
        }
        LetVar { ty, var, bound, body } => {
            give.part(word("let"));
            give.part(spaced("var"));
            give.part(Part::Type(Space, ty));
            give.part(name(Space, var));
            give.part(spaced("="));
            give.part(Part::Expr(Space, bound, Place::Value));
            give.part(spaced("in"));
            give.part(Part::Expr(Space, body, Place::Contents));
        }
        SetVar { var, value } => {
            give.part(Part::Expr(Nothing, var, Place::Receiver));
            give.part(spaced("="));
            give.part(Part::Expr(Space, value, Place::Value));
        }
        Make { ty, constructor, args } => {
            give.part(word("new"));
            give.part(Part::Type(Space, ty));
            named(program, constructor, give);
            call(give, args);
        }
        Delegate { up, constructor, args } => {
            give.part(word(if up { "super" } else { "this" }));
            named(program, constructor, give);
            call(give, args);
        }
        Any { ty, args } => {
            give.part(word("any"));
            give.part(Part::Type(Space, ty));
            call(give, args);
        }
        Cast { ty, value } => {
            give.part(word("cast"));
            give.part(Part::Type(Space, ty));
            give.part(word("("));
            give.part(Part::Expr(Nothing, value, Place::Contents));
            give.part(word(")"));
        }
        InstanceOf { ty, value } => {
            give.part(Part::Expr(Nothing, value, Place::Left(crate::ast::BinOp::Or)));
            give.part(spaced("instanceof"));
            give.part(Part::Type(Space, ty));
        }
        NewArray { ty, length } => {
            give.part(word("new"));
            give.part(Part::Type(Space, ty));
            give.part(word("("));
            give.part(Part::Expr(Nothing, length, Place::Value));
            give.part(word(")"));
        }
        Element { array, index } => {
            give.part(Part::Expr(Nothing, array, Place::Receiver));
            give.part(word("["));
            give.part(Part::Expr(Nothing, index, Place::Value));
            give.part(word("]"));
        }
        SetElement { array, index, value } => {
            parts(program, Element { array, index }, most, give);
            give.part(spaced("="));
            give.part(Part::Expr(Space, value, Place::Value));
        }
        Length(array) => {
            give.part(Part::Expr(Nothing, array, Place::Receiver));
            give.part(word("."));
            give.part(word("length"));
        }
        Label { .. } | Exit { .. } | Throw(_) | Try { .. } | Catch { .. } | Locked { .. } => {
            control(program, form, give)
        }
    }
}

/// Gives the parts of a form that ends others, or that runs a body.
fn control(program: &Program, form: Extended, give: &mut impl Give) {
    use Before::{Nothing, Space};
    use Extended::*;
    let word = |text| Part::Token(Nothing, TokenText::Fixed(text));
    let spaced = |text| Part::Token(Space, TokenText::Fixed(text));
    let name = |name| Part::Token(Space, TokenText::Name(name));
    let block = |body| Part::Expr(Space, body, Place::Forked);
    match form {
        Label { ty, label, body } => {
            give.part(word("label"));
            if let Some(ty) = ty {
                give.part(Part::Type(Space, ty));
            }
            give.part(name(label));
            give.part(spaced("in"));
            give.part(Part::Expr(Space, body, Place::Body));
        }
        Exit { label, value } => {
            give.part(word("exit"));
            give.part(name(label));
            if let Some(value) = value {
                give.part(spaced("("));
                give.part(Part::Expr(Nothing, value, Place::Contents));
                give.part(word(")"));
            }
        }
        Throw(value) => {
            give.part(word("throw"));
            give.part(Part::Expr(Space, value, Place::Body));
        }
        Try { parts, finally } => {
            let of = program.parts_of_try(parts, finally);
            give.part(word("try"));
            give.part(block(of.body));
            of.catches.iter().for_each(|&catch| give.part(Part::Expr(Space, catch, Place::Statement)));
            if let Some(finally) = of.finally {
                give.part(spaced("finally"));
                give.part(block(finally));
            }
        }
        Catch { ty, var, body } => {
            give.part(word("catch"));
            give.part(spaced("("));
            give.part(Part::Type(Nothing, ty));
            give.part(name(var));
            give.part(word(")"));
            give.part(block(body));
        }
        Locked { lock, body } => {
            give.part(word("locked"));
            give.part(Part::Expr(Space, lock, Place::Lock));
            give.part(spaced("in"));
            give.part(Part::Expr(Space, body, Place::Body));
        }
        ClassConst(_)
        | LetVar { .. }
        | SetVar { .. }
        | Make { .. }
        | Delegate { .. }
        | Any { .. }
        | Cast { .. }
        | InstanceOf { .. }
        | NewArray { .. }
        | Element { .. }
        | SetElement { .. }
        | Length(_) => {}
    }
}

/// `::k`, for a constructor that has a name of its own.
fn named(program: &Program, constructor: Name, give: &mut impl Give) {
    if program.text(constructor) != "constructor" {
        give.part(Part::Token(Before::Nothing, TokenText::Fixed("::")));
        give.part(Part::Token(Before::Nothing, TokenText::Name(constructor)));
    }
}
