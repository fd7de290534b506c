//! Operators of Java that this language does not have.

use super::variables;
use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::site::Site;
use crate::token::Token;
use crate::words::Explained;
use std::ops::Range;

/// `x++`, `++x`, `x--`.
pub(super) fn increment(site: &Site<'_>) -> Option<Explained> {
    let plus = |token: Option<Token>| token == Some(Token::Plus);
    let minus = |token: Option<Token>| token == Some(Token::Minus);
    let at = site.at;
    let (first, sign) = if plus(site.found()) && plus(site.back(1)) && site.touches(at) {
        (at - 1, '+')
    } else if plus(site.found()) && plus(site.after(1)) && site.touches(at + 1) {
        (at, '+')
    } else if minus(site.back(1)) && minus(site.back(2)) && site.touches(at - 1) && site.expects_expression() {
        (at - 2, '-')
    } else {
        return None;
    };
    let target = target_before(site, first).or_else(|| target_after(site, first + 2));
    stepping(site, first, &format!("{sign}{sign}"), target, &|e| format!("{e} = {e} {sign} 1"), |e, path| {
        let range = path.start.min(first)..path.end.max(first + 2);
        let new = stepped(site.text, range.clone(), e, sign);
        Fix::new(format!("write `{new}`"), vec![site.replace(range, new)])
    })
}

/// The error of an operator at a token that assigns to a target, written out by `help`, and its repair.
fn stepping(
    site: &Site<'_>,
    at: usize,
    sign: &str,
    target: Option<(String, Range<usize>)>,
    help: &dyn Fn(&str) -> String,
    fix: impl FnOnce(&str, Range<usize>) -> Fix,
) -> Option<Explained> {
    let e = target.as_ref().map_or("e.f", |(e, _)| e);
    let error = site.error(at, format!("there is no operator `{sign}`"), format!("write `{}`", help(e)));
    let fix = target.map(|(e, path)| {
        // A local variable becomes an object.
        let local = if path.len() == 1 { variables::local(site.text, path.start) } else { None };
        local.unwrap_or_else(|| fix(&e, path))
    });
    Some(error.with(fix).into())
}

/// `e++` and its like written out: where its value is used, `e++` is what was there before.
pub(super) fn stepped(text: Text<'_>, range: Range<usize>, e: &str, sign: char) -> String {
    let new = format!("{e} = {e} {sign} 1");
    let before = text.is(range.start, Token::Plus) || text.is(range.start, Token::Minus);
    let back = if sign == '+' { '-' } else { '+' };
    match () {
        () if text.is_statement(range) => new,
        () if before => format!("({new})"),
        () => format!("(({new}) {back} 1)"),
    }
}

/// `and`, `or`, `not`; `<>`, `=<`, `=>`, `===`, `->`.
pub(super) fn foreign_operator(site: &Site<'_>) -> Option<Explained> {
    let at = site.at;
    let word = |i: usize| site.name(i).filter(|_| i < site.piece.end);
    let before = site.back(1).filter(|_| site.touches(at));
    let (range, right) = match (before, site.found()) {
        _ if site.expects("||") && matches!(word(at), Some("and" | "AND")) => (at..at + 1, "&&"),
        _ if site.expects("||") && matches!(word(at), Some("or" | "OR")) => (at..at + 1, "||"),
        (_, Some(token)) if token.starts_expression() && matches!(site.name_before(1), Some("not" | "NOT")) => {
            (at - 1..at, "!")
        }
        (Some(Token::Minus), Some(Token::Gt)) if is_member_arrow(site) => (at - 1..at + 1, "."),
        (Some(Token::Lt), Some(Token::Gt)) => (at - 1..at + 1, "!="),
        (Some(Token::Assign), Some(Token::Lt)) => (at - 1..at + 1, "<="),
        (Some(Token::Assign), Some(Token::Gt)) if site.back(2) != Some(Token::CloseParen) => (at - 1..at + 1, ">="),
        (Some(Token::Eq), Some(Token::Assign)) => (at - 1..at + 1, "=="),
        (Some(Token::Ne), Some(Token::Assign)) => (at - 1..at + 1, "!="),
        _ => return None,
    };
    let wrong = site.text_of(range.clone());
    let (message, help) = (format!("there is no operator `{wrong}`"), format!("write `{right}`"));
    site.slip(range.start, message, help, vec![site.replace(range, right)])
}

/// The arrow of `x->f`, as in C; that of a lambda follows its parameters.
fn is_member_arrow(site: &Site<'_>) -> bool {
    let parameter = matches!(site.back(3), Some(Token::OpenParen)) && !matches!(site.back(2), Some(Token::This));
    !parameter && site.name(site.at + 1).is_some() && site.touches(site.at - 1) && site.touches(site.at + 1)
}

/// `x += e` and its like.
pub(super) fn compound_assignment(site: &Site<'_>) -> Option<Explained> {
    use Token::{Assign, Minus, Percent, Plus, Slash, Star};
    let sign =
        site.index_before(1).filter(|&i| matches!(site.token(i), Some(Plus | Minus | Star | Slash | Percent)))?;
    if site.found() != Some(Assign) || !site.touches(site.at) {
        return None;
    }
    let sign = site.word(sign);
    let written = |e: &str| format!("{e} = {e} {sign} …");
    let target = target_before(site, site.at - 1);
    stepping(site, site.at - 1, &format!("{sign}="), target, &written, |e, path| {
        let edits = compounded(site.text, path.start..site.at + 1, e, sign);
        Fix::new(format!("write `{}`", written(e)), edits)
    })
}

/// `e +=` written out, behind which the value begins.
pub(super) fn compounded(text: Text<'_>, range: Range<usize>, e: &str, sign: &str) -> Vec<Edit> {
    let end = text.statement_end(range.end);
    let simple = end == range.end + 1;
    let open = if simple { "" } else { " (" };
    let close = (!simple).then(|| text.behind(end - 1, ")"));
    std::iter::once(text.replace(range, format!("{e} = {e} {sign}{open}"))).chain(close).collect()
}

/// The path that ends before token `end`, as a field: a name alone is meant to be one of `this`.
fn target_before(site: &Site<'_>, end: usize) -> Option<(String, Range<usize>)> {
    let start = site.path_before(site.piece.start..end)?;
    Some((field(site, start..end)?, start..end))
}

/// The path that starts at token `start`, as a field.
fn target_after(site: &Site<'_>, start: usize) -> Option<(String, Range<usize>)> {
    let last = (start..site.piece.end).take(16).take_while(|&i| site.is_path(i)).last()?;
    Some((field(site, start..last + 1)?, start..last + 1))
}

fn field(site: &Site<'_>, path: Range<usize>) -> Option<String> {
    let one = path.len() == 1;
    let text = site.text_of(path.clone());
    match site.token(path.start) {
        Some(Token::Ident(_)) if one => Some(format!("this.{text}")),
        Some(Token::Ident(_) | Token::This) if !one => Some(text.to_owned()),
        _ => None,
    }
}
