//! Slips with characters that start no token: `c ? a : b`, `assert c : "message"`, `x::m`, `x := e`, `class A : B`.

use super::{java, threads};
use crate::fix::{Edit, Fix};
use crate::repair::{Text, Tokens};
use crate::span::Span;
use crate::token::Token;
use std::ops::Range;

/// Maximum number of bytes of a source that is taken apart for one character.
const SMALL: usize = 20_000;

/// Signs that begin with `?` or `:`, each with the message and the help.
const SIGNS: &[(&str, &str, &str)] = &[
    ("::", "methods are no values", "call the method: write `x.m()`"),
    (":=", "there is no operator `:=`", "write `=`"),
    ("?.", "there is no operator `?.`", "test for `null` first: write `if (x != null) { x.m() }`"),
    ("??", "there is no operator `??`", "write `(if (x != null) x else y)`"),
    ("?:", "there is no operator `?:`", "write `(if (x != null) x else y)`"),
];

/// Returns the message and the help for a `?` or `:`, given its statement's text before it, and the text from there on.
pub(crate) fn message(before: &str, rest: &str) -> (&'static str, &'static str) {
    if let Some(&(_, message, help)) = SIGNS.iter().find(|(sign, ..)| rest.starts_with(sign)) {
        return (message, help);
    }
    let before = before.trim_start();
    let started = |word: &str| before.starts_with(word);
    let name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let argument = |text: &str| text.rsplit(['(', ',']).next().is_some_and(|last| name(last.trim()));
    match () {
        () if started("class") => ("a superclass is named by `extends`", "write `class B extends A`"),
        () if started("assert") && !before.contains('?') => {
            ("an `assert` has no message", "remove it: write `assert e`")
        }
        () if started("for") => (
            "there is no `for` loop over a collection",
            "there are no arrays or collections: make objects with a field `next`, and write `while (…) { … }`",
        ),
        () if rest.starts_with(':') && !before.contains('?') && before.contains('(') && argument(before) => {
            ("an argument has no name", "write the arguments in the order of the parameters")
        }
        () if rest.starts_with(':') && !before.is_empty() && name(before.trim_end()) => {
            ("there are no labels", "remove it: nothing jumps to a place")
        }
        () => ("there is no operator `? :`", "write `(if (c) a else b)`, which is an expression"),
    }
}

/// Repair of a `?` or `:` at an offset.
pub(crate) fn fix(source: &str, offset: u32) -> Option<Fix> {
    if source.len() > SMALL {
        return None;
    }
    let tokens = Tokens::new(source);
    let text = tokens.text();
    match source.as_bytes().get(offset as usize..).unwrap_or_default() {
        [b'?', b'.', ..] => Some(Fix::guess("write `.`", vec![Edit::replace(Span::new(offset, offset + 2), ".")])),
        [b'?', b'?' | b':', ..] => otherwise(text, offset),
        [b'?', ..] => conditional(text, offset),
        [b':', b':', ..] => reference(text, offset),
        [b':', b'=', ..] => Some(bound(text, offset)),
        [b':', ..] if is_class_head(text, offset) => {
            Some(Fix::new("write `extends`", vec![Edit::replace(Span::new(offset, offset + 1), "extends")]))
        }
        [b':', ..] => assert_message(text, offset).or_else(|| named(text, offset)),
        _ => None,
    }
}

/// Sign between token `i` and the one before it, with its place; an error for more than one.
fn between(text: Text<'_>, i: usize) -> Result<Option<(char, u32)>, ()> {
    let Some(before) = i.checked_sub(1) else { return Ok(None) };
    let from = text.span(before).end;
    let gap = text.source.get(from as usize..text.span(i).start as usize).unwrap_or("");
    match gap.trim() {
        sign @ ("?" | ":") => Ok(sign.chars().next().map(|c| (c, from + gap.find(sign).unwrap_or(0) as u32))),
        other if other.contains(['?', ':']) => Err(()),
        _ => Ok(None),
    }
}

/// Deepest nesting of conditionals, in each other and in brackets.
const DEEP: usize = 32;

/// Repair of all `c ? a : b` in the statement around an offset: one may be in another.
fn conditional(text: Text<'_>, offset: u32) -> Option<Fix> {
    let mut first = text.at(offset).checked_sub(1)?;
    while let Some(open) = text.open_around(first).filter(|&open| text.is(open, Token::OpenParen)) {
        first = open;
    }
    let end = text.statement_end(first);
    let mut edits = Vec::new();
    conditionals(text, text.statement_start(first)..end, DEEP, &mut edits)?;
    let found = edits.iter().any(|edit: &Edit| edit.span.start == offset);
    found.then(|| Fix::new("write `(if (…) … else …)`", edits))
}

/// Conditionals among these tokens, and in the brackets among them.
fn conditionals(text: Text<'_>, range: Range<usize>, depth: usize, edits: &mut Vec<Edit>) -> Option<()> {
    use Token::*;
    let (mut start, mut signs) = (range.start, Vec::new());
    let mut i = range.start;
    while i < range.end {
        if i > start {
            signs.extend(between(text, i).ok()?.map(|(sign, place)| (sign, place, i)));
        }
        let heads = |i: usize| i > 0 && matches!(text.token(i - 1), Some(If | While | Synchronized));
        let ends = match text.token(i) {
            Some(bracket @ (OpenParen | OpenBrace)) => {
                let open = i;
                i = text.close(open).filter(|&close| close < range.end)?;
                conditionals(text, open + 1..i, depth.checked_sub(1)?, edits)?;
                bracket == OpenBrace || heads(open)
            }
            Some(Semi | AutoSemi | Comma | Assign | In | Else | Print | Assert | Fork) => true,
            _ => text.name(i) == Some("return"),
        };
        i += 1;
        if ends {
            chain(text, start..i - 1, &signs, depth, edits)?;
            (start, signs) = (i, Vec::new());
        }
    }
    chain(text, start..range.end, &signs, depth, edits)
}

/// A conditional with its signs: where each stands, and the token behind it.
fn chain(
    text: Text<'_>,
    range: Range<usize>,
    mut signs: &[(char, u32, usize)],
    depth: usize,
    edits: &mut Vec<Edit>,
) -> Option<()> {
    let (mut from, mut open) = (range.start, "(if");
    while let Some(&(sign, place, then)) = signs.first() {
        let mut inner = 0;
        let colon = signs.iter().position(|&(sign, ..)| {
            inner += if sign == '?' { 1 } else { -1 };
            inner == 0
        });
        let colon = colon.filter(|_| sign == '?')?;
        let (_, other_place, other) = signs[colon];
        let mut sign = |at: u32, new: &str| edits.push(Edit::replace(Span::new(at, at + 1), new));
        // In round brackets already.
        let bracketed = text.is(from, Token::OpenParen) && text.close(from) == Some(then - 1);
        sign(place, if bracketed { "" } else { ")" });
        let spaced = text.span(other - 1).end < other_place && other_place + 1 < text.span(other).start;
        sign(other_place, if spaced { "else" } else { " else " });
        edits.push(text.before(from, if bracketed { format!("{open} ") } else { format!("{open} (") }));
        chain(text, then..other, &signs[1..colon], depth.checked_sub(1)?, edits)?;
        (from, open, signs) = (other, "if", &signs[colon + 1..]);
    }
    if from > range.start {
        edits.push(text.behind(range.end - 1, ")"));
    }
    Some(())
}

/// `x ?? y`, `x ?: y`: the other value where the first is null.
fn otherwise(text: Text<'_>, offset: u32) -> Option<Fix> {
    let at = text.at(offset);
    let start = text.path_before(0..at)?;
    let x = text.text_of(start..at);
    let end = text
        .find(at, |t| matches!(t, Token::Semi | Token::AutoSemi | Token::Comma))
        .unwrap_or_else(|| text.end_around(at));
    let edits = vec![
        text.replace(start..at, format!("(if ({x} != null) {x} else")),
        Edit::replace(Span::new(offset, offset + 2), ""),
        text.behind(end - 1, ")"),
    ];
    // The variable is looked up twice.
    (end > at).then(|| Fix::guess(format!("write `(if ({x} != null) {x} else …)`"), edits))
}

/// Repair of each `x := e` of a line: a declaration, unless the name is known.
fn bound(text: Text<'_>, offset: u32) -> Fix {
    let first = text.at(offset);
    let line = |i: &usize| !text.source.get(offset as usize..text.span(*i).start as usize).unwrap_or("").contains('\n');
    let assigns = |i: &usize| text.is(*i, Token::Assign) && between(text, *i).is_ok_and(|sign| sign.is_some());
    let (mut title, mut edits) = ("write `=`".to_owned(), Vec::new());
    for assign in (first..text.len()).take_while(line).filter(assigns) {
        let at = text.span(assign).start;
        edits.push(Edit::replace(Span::new(at - 1, at + 1), "="));
        if let Some(ty) = declared_type(text, assign) {
            title = format!("declare it: `let {ty} {} = … in …`", text.word(assign - 1));
            edits.push(text.before(assign - 1, format!("{ty} ")));
        }
    }
    Fix::new(title, edits)
}

/// Type of the variable that the `=` at a token declares, read off its value.
fn declared_type(text: Text<'_>, assign: usize) -> Option<&str> {
    let x = assign.checked_sub(1)?;
    let typed = |i: usize| match text.token(i) {
        Some(Token::Int | Token::Boolean | Token::Gt) => true,
        _ => text.name(i).is_some_and(|word| java::foreign_word(word).is_none()),
    };
    let known = (0..text.len())
        .filter(|&i| i != x && text.name(i) == text.name(x))
        .any(|i| i > 0 && typed(i - 1) || i < x && text.is(i + 1, Token::Assign));
    let ty = match text.token(assign + 1)? {
        Token::New => text.name(assign + 2),
        Token::Number(_) => Some("int"),
        Token::Text(_) => Some("String"),
        Token::True | Token::False => Some("boolean"),
        _ => None,
    };
    ty.filter(|_| text.is_statement(x..text.statement_end(x)) && !known)
}

/// Repair of a named argument, `f(x: e)`, or of a label.
fn named(text: Text<'_>, offset: u32) -> Option<Fix> {
    let name = text.at(offset).checked_sub(1).filter(|&i| text.name(i).is_some())?;
    let argument = name > 0 && matches!(text.token(name - 1), Some(Token::OpenParen | Token::Comma));
    let gone = Edit::remove(Span::new(text.span(name).start, offset + 1), text.source);
    let title = if argument { "write the value alone" } else { "remove the label" };
    (argument || text.statement_start(name) == name).then(|| Fix::guess(title, vec![gone]))
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
    if !asserts || end <= at || at == 0 {
        return None;
    }
    let gone = Span::new(text.span(at - 1).end, text.span(end - 1).end);
    let literal = end == at + 1 && matches!(text.token(at), Some(Token::Text(_) | Token::Number(_)));
    Some(Fix::new("remove the message", vec![Edit::replace(gone, "")]).if_sure(literal))
}

/// `new Thread(x::m)`.
fn reference(text: Text<'_>, offset: u32) -> Option<Fix> {
    let open = text.open_around(text.at(offset))?;
    let thread = open.checked_sub(1).filter(|&i| text.name(i) == Some("Thread"))?;
    threads::started(text, thread)
}
