//! Slips with characters that start no token: `c ? a : b`, `assert c : "message"`, `x::m`, `x := e`, `class A : B`.

use super::threads;
use crate::fix::{Edit, Fix};
use crate::repair::{Text, Tokens};
use crate::span::Span;
use crate::token::Token;

/// A source of so many bytes is taken apart for one character.
const SMALL: usize = 20_000;

/// What is said of a `?` or `:`, given what stands before it in its statement, and what stands from there on.
pub(crate) fn message(before: &str, rest: &str) -> (&'static str, &'static str) {
    let started = |word: &str| before.trim_start().starts_with(word);
    match () {
        () if rest.starts_with("::") => ("methods are no values", "call the method: write `x.m()`"),
        () if rest.starts_with(":=") => ("there is no operator `:=`", "write `=`"),
        () if started("class") => ("a superclass is named by `extends`", "write `class B extends A`"),
        () if started("assert") && !before.contains('?') => {
            ("an `assert` has no message", "remove it: write `assert e`")
        }
        () if started("for") => (
            "there is no `for` loop over a collection",
            "there are no arrays or collections: make objects with a field `next`, and write `while (…) { … }`",
        ),
        () => ("there is no operator `? :`", "write `(if (c) a else b)`, which is an expression"),
    }
}

/// Repairs of a `?` or `:` at an offset.
pub(crate) fn fixes(source: &str, offset: u32) -> Vec<Fix> {
    if source.len() > SMALL {
        return Vec::new();
    }
    let tokens = Tokens::new(source);
    let text = tokens.text();
    let fix = match source.as_bytes().get(offset as usize..).unwrap_or_default() {
        [b'?', ..] => conditional(text, offset),
        [b':', b':', ..] => reference(text, offset),
        [b':', b'=', ..] => Some(Fix::new("write `=`", vec![Edit::replace(Span::new(offset, offset + 2), "=")])),
        [b':', ..] if is_class_head(text, offset) => {
            Some(Fix::new("write `extends`", vec![Edit::replace(Span::new(offset, offset + 1), "extends")]))
        }
        [b':', ..] => assert_message(text, offset),
        _ => None,
    };
    fix.into_iter().collect()
}

/// The places of a character between token `i` and the one before it.
fn between(text: Text<'_>, i: usize) -> Option<(char, u32)> {
    let from = text.span(i.checked_sub(1)?).end;
    let gap = text.source.get(from as usize..text.span(i).start as usize)?;
    let at = gap.find(['?', ':']).filter(|_| !gap.contains("/"))?;
    Some((gap[at..].chars().next()?, from + at as u32))
}

/// `c ? a : b`.
fn conditional(text: Text<'_>, offset: u32) -> Option<Fix> {
    use Token::*;
    let at = text.at(offset);
    let stops = |i: usize| {
        let sign = matches!(
            text.token(i),
            Some(
                Semi | AutoSemi
                    | OpenBrace
                    | OpenParen
                    | CloseBrace
                    | Comma
                    | Assign
                    | In
                    | Else
                    | Print
                    | Assert
                    | Fork
            )
        );
        sign || text.name(i) == Some("return")
    };
    let mut start = at;
    while start > 0 && !stops(start - 1) {
        // What is left of another `:` is another expression.
        if start < at && between(text, start).is_some() {
            break;
        }
        start -= 1;
        if text.is(start, CloseParen) {
            start = text.brackets.end(start)?.min(start);
        }
    }
    let stop = |t| matches!(t, Semi | AutoSemi | Comma);
    let end = text.find(at, stop).unwrap_or_else(|| text.end_around(at));
    let (mut inner, mut i) = (0, at + 1);
    let colon = loop {
        if i >= end {
            return None;
        }
        match between(text, i) {
            Some(('?', _)) => inner += 1,
            Some((':', place)) if inner == 0 => break place,
            Some(_) => inner -= 1,
            None => {}
        }
        i = if matches!(text.token(i), Some(OpenParen | OpenBrace)) {
            text.brackets.after(i).max(i + 1)
        } else {
            i + 1
        };
    };
    let sign = |offset: u32, new: &str| Edit::replace(Span::new(offset, offset + 1), new);
    // In round brackets already.
    let bracketed = text.is(start, OpenParen) && text.close(start) == Some(at - 1);
    let (open, close) = if bracketed { ("(if ", "") } else { ("(if (", ")") };
    let edits = vec![text.before(start, open), sign(offset, close), sign(colon, "else"), text.behind(end - 1, ")")];
    (start < at).then(|| Fix::new("write `(if (…) … else …)`", edits))
}

/// The `:` of `class A : B {`.
fn is_class_head(text: Text<'_>, offset: u32) -> bool {
    let at = text.at(offset);
    at >= 2 && text.is(at - 2, Token::Class) && text.is(at + 1, Token::OpenBrace)
}

/// `assert c : "message"`.
fn assert_message(text: Text<'_>, offset: u32) -> Option<Fix> {
    let at = text.at(offset);
    let asserts = text.is(text.statement_start(at), Token::Assert);
    let end = text.statement_end(at);
    if !asserts || end == 0 || at == 0 {
        return None;
    }
    let gone = Span::new(text.span(at - 1).end, text.span(end - 1).end);
    let literal = end == at + 1 && matches!(text.token(at), Some(Token::Text(_) | Token::Number(_)));
    let fix = Fix::new("remove the message", vec![Edit::replace(gone, "")]);
    Some(Fix { sure: literal, ..fix })
}

/// `new Thread(x::m)`.
fn reference(text: Text<'_>, offset: u32) -> Option<Fix> {
    let open = text.open_around(text.at(offset))?;
    let thread = open.checked_sub(1).filter(|&i| text.name(i) == Some("Thread"))?;
    threads::started(text, thread)
}
