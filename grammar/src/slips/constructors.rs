//! Constructors, of which there are none: what one does becomes initialisers, or a method that is called after `new`.

use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::token::Token;
use std::ops::Range;

/// What is wrong with one.
pub(super) const NONE: &str = "there are no constructors";
/// What to write instead.
pub(super) const HELP: &str =
    "a field gets its first value from its own `= …`; for the rest write a method and call it after `new`";

/// The repair of the constructor of a class, if it declares one alone.
pub(crate) fn methods(text: Text<'_>, class: &str) -> Option<Fix> {
    if text.is_large() {
        return None;
    }
    let called = |i: usize| text.name(i) == Some(class) && text.is(i + 1, Token::OpenParen);
    let made = |i: usize| i > 0 && text.is(i - 1, Token::New);
    let declared = |&i: &usize| {
        let own = |(c, open)| text.class_name(c) == Some(class) && text.open_around(i) == Some(open);
        called(i) && !made(i) && text.class_around(i).is_some_and(own)
    };
    let mut all = (0..text.len()).filter(declared);
    let (Some(name), None) = (all.next(), all.next()) else { return None };
    let public = |i: &usize| matches!(text.name(*i), Some("public" | "private" | "protected"));
    let start = (0..name).rev().take_while(public).last().unwrap_or(name);
    let params_end = text.close(name + 1)?;
    let body = text.find(params_end + 1, |t| t == Token::OpenBrace)?;
    let end = text.close(body)? + 1;
    let news: Vec<usize> = (1..text.len()).filter(|&i| called(i) && made(i)).collect();
    let bare = |i: usize| text.is(i + 2, Token::CloseParen);
    if params_end == name + 2
        && news.iter().all(|&i| bare(i))
        && let Some(mut edits) = initialisers(text, name, body + 1..end - 1)
    {
        let title = match edits.is_empty() {
            true => "remove it: it does nothing",
            false => "write what it sets as the fields' own `= …`",
        };
        edits.push(text.remove(start..end));
        edits.extend(news.iter().map(|&i| text.remove(i + 1..i + 3)));
        return Some(Fix::new(title, edits));
    }
    let mut edits = vec![text.replace(start..name + 1, "void init")];
    for i in news {
        edits.extend(initialised(text, i, class)?);
    }
    Some(Fix::new(format!("write a method, `void init(…)`, and call it after `new {class}`"), edits))
}

/// The statements of a constructor, if each gives a field of the class that has no initialiser a value that is the same in all objects.
fn initialisers(text: Text<'_>, constructor: usize, body: Range<usize>) -> Option<Vec<Edit>> {
    let (class, open) = text.class_around(constructor)?;
    let members = open + 1..text.close(open)?;
    let (mut edits, mut at) = (Vec::new(), body.start);
    while at < body.end {
        let end = text.statement_end(at);
        // The constructor of the superclass does something only where there is one.
        let calls_super = text.name(at) == Some("super") && text.is(at + 1, Token::OpenParen) && end == at + 3;
        if calls_super && !has_constructor(text, class) {
            at = end + 1;
            continue;
        }
        let name = if text.is(at, Token::This) && text.is(at + 1, Token::Dot) { at + 2 } else { at };
        let value = name + 2..end;
        let field = text.name(name).filter(|_| text.is(name + 1, Token::Assign))?;
        let declared = members.clone().filter(|i| !(body.start..body.end).contains(i)).find(|&i| {
            let typed = matches!(text.token(i - 1), Some(Token::Int | Token::Boolean | Token::Ident(_) | Token::Gt));
            text.name(i) == Some(field) && typed && text.open_around(i) == Some(open)
        })?;
        let ends = text.find(declared, |t| matches!(t, Token::Semi | Token::AutoSemi | Token::Assign))?;
        if text.is(ends, Token::Assign) || !is_constant(text, value.clone()) {
            return None;
        }
        let value = text.text_of(value).trim_end_matches(')').trim_end().trim_end_matches('(').trim_end();
        edits.push(text.behind(ends - 1, format!(" = {value}")));
        at = end + 1;
    }
    Some(edits)
}

/// Whether the superclass of the class whose first word stands at `class` declares a constructor.
fn has_constructor(text: Text<'_>, class: usize) -> bool {
    let extends = (class..class + 5).find(|&i| text.is(i, Token::Extends));
    let name = extends.and_then(|i| text.name(i + 1));
    let called = |&i: &usize| text.name(i) == name && text.is(i + 1, Token::OpenParen) && !text.is(i - 1, Token::New);
    name.is_some() && (1..text.len()).any(|i| called(&i))
}

/// A literal, or a new object.
fn is_constant(text: Text<'_>, value: Range<usize>) -> bool {
    use Token::*;
    let tokens: Vec<Token> = value.filter_map(|i| text.token(i)).collect();
    matches!(
        tokens.as_slice(),
        [Number(_) | Text(_) | True | False | Null]
            | [Minus, Number(_)]
            | [New, Ident(_)]
            | [New, Ident(_), OpenParen, CloseParen]
    )
}

/// `new C(…)`, whose class stands at token `i`, becomes `new C` and a call of `init`.
fn initialised(text: Text<'_>, i: usize, class: &str) -> Option<Vec<Edit>> {
    let close = text.close(i + 1)?;
    let args = text.text_of(i + 2..close);
    // `let C x = new C(…) in` and `C x = new C(…);`: the call is the first statement of what follows.
    if i >= 4 && text.is(i - 2, Token::Assign) && text.name(i - 4).is_some() {
        let call = format!("{}.init({args});", text.name(i - 3)?);
        let has_let = i >= 5 && text.is(i - 5, Token::Let);
        if has_let && text.is(close + 1, Token::In) {
            return Some(vec![text.remove(i + 1..close + 1), text.behind(close + 1, format!(" {call}"))]);
        }
        if text.is(close + 1, Token::Semi) {
            let mut edits = vec![text.remove(i + 1..close + 1), text.in_at(close + 1, &call)];
            if !has_let {
                edits.push(text.before(i - 4, "let "));
            }
            return Some(edits);
        }
    }
    let made = format!("{{ let {class} made = new {class} in made.init({args}); made }}");
    Some(vec![text.replace(i - 1..close + 1, made)])
}
