//! Variables that are assigned: they never change here, so what is meant is a field of an object, one of its own if need be.

use super::operators::{compounded, stepped as stepped_value};
use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::token::Token;
use std::ops::Range;

/// A local variable, as its declaration shows it.
struct Declaration {
    /// The first token: `let`, or that of the type.
    start: usize,
    /// The type.
    ty: Range<usize>,
    /// Tokens of the initial value.
    init: Range<usize>,
    /// The `in` or `;` behind that.
    end: usize,
    /// Token at which the scope ends.
    scope_end: usize,
    has_let: bool,
}

/// The declaration of the local variable `x` that token `i` may mean.
fn declaration(text: Text<'_>, i: usize, x: &str) -> Option<Declaration> {
    // In front of the body of a method stand the fields of its class.
    let first = text.body_around(i).unwrap_or(0);
    let mut j = i;
    loop {
        j = j.checked_sub(1).filter(|&j| j >= first && text.may_look(1))?;
        match text.token(j)? {
            Token::CloseBrace | Token::CloseParen => j = text.brackets.end(j).unwrap_or(j).min(j),
            Token::Class => return None,
            Token::Ident(_) if text.word(j) == x && text.is(j + 1, Token::Assign) => {
                if let Some(found) = declared_at(text, j) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
}

/// The declaration of the variable at token `x`, if that is one.
fn declared_at(text: Text<'_>, x: usize) -> Option<Declaration> {
    let last = x.checked_sub(1)?;
    let first = match text.token(last)? {
        Token::Int | Token::Boolean | Token::Ident(_) => last,
        Token::Gt => (0..last).rev().take(16).find(|&i| text.is(i, Token::Lt))?.checked_sub(1)?,
        _ => return None,
    };
    let before = first.checked_sub(1).and_then(|i| text.token(i));
    let has_let = before == Some(Token::Let);
    let starts = matches!(
        before,
        None | Some(Token::Semi | Token::AutoSemi | Token::OpenBrace | Token::CloseBrace | Token::In | Token::Final)
    );
    if !has_let && !starts {
        return None;
    }
    let end = match has_let {
        true => matching_in(text, x + 2)?,
        false => text.statement_end(x + 2),
    };
    let start = if has_let || before == Some(Token::Final) { first - 1 } else { first };
    Some(Declaration { start, ty: first..x, init: x + 2..end, end, scope_end: text.end_around(x), has_let })
}

/// The `in` of a `let` whose bound expression starts at token `i`; its `;`, if that is in its place.
fn matching_in(text: Text<'_>, i: usize) -> Option<usize> {
    let mut inner = 0;
    text.find(i, |token| match token {
        Token::Let | Token::Synchronized => {
            inner += 1;
            false
        }
        Token::In if inner > 0 => {
            inner -= 1;
            false
        }
        token => matches!(token, Token::In | Token::Semi),
    })
}

/// Returns the tokens at which the name `x` stands alone, as a variable does.
fn uses<'a>(text: Text<'a>, range: Range<usize>, x: &'a str) -> impl Iterator<Item = usize> + 'a {
    let range = if text.may_look(range.len()) { range } else { 0..0 };
    range.filter(move |&i| {
        let before = i.checked_sub(1).and_then(|i| text.token(i));
        text.name(i) == Some(x)
            && !matches!(before, Some(Token::Dot | Token::Int | Token::Boolean | Token::Let))
            && !text.is(i + 1, Token::OpenParen)
    })
}

/// True if token `i` is in a `fork`, or in a `Thread` of Java, that starts at or behind `from`.
fn forked(text: Text<'_>, from: usize, i: usize) -> bool {
    (from..i).any(|j| {
        let fork = text.is(j, Token::Fork) || text.name(j) == Some("Thread");
        let body = j + 1;
        fork && match text.token(body) {
            Some(Token::OpenBrace | Token::OpenParen) => text.brackets.end(body).is_some_and(|end| i < end),
            _ => i < text.statement_end(body),
        }
    })
}

/// The name of a class that holds a value of a type.
fn cell(text: Text<'_>, ty: Range<usize>) -> Option<String> {
    (ty.len() == 1).then(|| match text.word(ty.start) {
        "int" | "var" => "IntCell".to_owned(),
        "boolean" => "BooleanCell".to_owned(),
        class => format!("{class}Cell"),
    })
}

/// Repair of the assignment to the variable at token `i`.
pub(crate) fn assigned(text: Text<'_>, i: usize) -> Option<Fix> {
    let x = text.word(i);
    if let Some(declaration) = declaration(text, i, x) {
        // An assignment whose value is used may be meant as something else.
        let alone = text.is_statement(i..text.statement_end(i));
        return changing(text, &declaration, x).map(|fix| fix.if_sure(alone));
    }
    of_this(text, i)
}

/// The repair of the assignment at token `i`, if that is to a local variable.
pub(crate) fn local(text: Text<'_>, i: usize) -> Option<Fix> {
    let x = text.word(i);
    changing(text, &declaration(text, i, x)?, x)
}

/// The repair of the declaration at token `x`, if the variable is assigned in its scope.
pub(crate) fn declared(text: Text<'_>, x: usize) -> Option<Fix> {
    let declaration = declared_at(text, x)?;
    let name = text.word(x);
    let assigned = |i: usize| {
        let sign = |j: usize| matches!(text.token(j), Some(Token::Plus | Token::Minus | Token::Star | Token::Slash));
        let twice = sign(i + 1) && text.token(i + 1) == text.token(i + 2);
        text.is(i + 1, Token::Assign) || sign(i + 1) && text.is(i + 2, Token::Assign) || twice
    };
    let is_assigned = uses(text, declaration.end..declaration.scope_end, name).any(assigned);
    if is_assigned { changing(text, &declaration, name) } else { None }
}

/// A variable that changes becomes an object with a field.
fn changing(text: Text<'_>, declaration: &Declaration, x: &str) -> Option<Fix> {
    let Declaration { start, ty, init, end, scope_end, has_let } = declaration;
    let class = cell(text, ty.clone())?;
    let value = text.text_of(init.clone());
    let shared = uses(text, *end..*scope_end, x).any(|i| forked(text, *end, i));
    let mut edits = cell_class(text, &class, text.word(ty.start), shared);
    let set = match value {
        "0" | "false" | "null" => String::new(),
        _ if shared => format!("synchronized {x} in {x}.value = {value};"),
        _ => format!("{x}.value = {value};"),
    };
    edits.push(text.replace(*start..ty.end, format!("let {class}")));
    edits.push(text.replace(init.clone(), format!("new {class}")));
    if !has_let || text.is(*end, Token::Semi) {
        edits.push(text.in_at(*end, &set));
    } else if !set.is_empty() {
        edits.push(text.behind(*end, format!(" {set}")));
    }
    edits.extend(uses(text, *end..*scope_end, x).flat_map(|i| value_of(text, i, x)));
    let title = format!(
        "a variable never changes; keep the value in a field of an object: `let {class} {x} = new {class} in …`, and `{x}.value` for `{x}`"
    );
    Some(Fix::new(title, edits))
}

/// The use of a variable at token `i` becomes a field access, with the operators of Java written out.
fn value_of(text: Text<'_>, i: usize, x: &str) -> Vec<Edit> {
    let (next, after) = (text.token(i + 1), text.token(i + 2));
    match (next, after) {
        (Some(sign @ (Token::Plus | Token::Minus)), same) if same == Some(sign) => {
            let sign = if sign == Token::Plus { '+' } else { '-' };
            vec![text.replace(i..i + 3, stepped_value(text, i..i + 3, &format!("{x}.value"), sign))]
        }
        (Some(Token::Plus | Token::Minus | Token::Star | Token::Slash), Some(Token::Assign)) => {
            compounded(text, i..i + 3, &format!("{x}.value"), text.word(i + 1))
        }
        _ => vec![text.behind(i, ".value")],
    }
}

/// The class of such objects, if the program does not declare it.
fn cell_class(text: Text<'_>, class: &str, ty: &str, shared: bool) -> Vec<Edit> {
    let ty = if ty == "var" { "int" } else { ty };
    let declaration = match shared {
        true => format!("class {class} {{ {ty} value guarded_by this }}"),
        false => format!("thread_local class {class} {{ {ty} value }}"),
    };
    if !text.is_large() && text.declares_class(class) { Vec::new() } else { vec![text.new_class(&declaration)] }
}

/// The name at token `i` is that of a field of the class around it: `this.` before it, wherever it is in the method.
fn of_this(text: Text<'_>, i: usize) -> Option<Fix> {
    let x = text.word(i);
    let (_, class) = text.class_around(i)?;
    let end = text.brackets.end(class)?;
    let is_field = declares_field(text, class + 1..end, x);
    let body = text.body_around(i)?;
    let body_end = text.brackets.end(body)?;
    // Elsewhere a name that a parameter has as well means the parameter.
    let everywhere = is_field && !is_parameter(text, body, x);
    let (from, to) = if everywhere { (body, body_end) } else { (i, i + 1) };
    let edits = uses(text, from..to, x).map(|i| text.before(i, "this.")).collect();
    let fix = Fix::new(format!("to assign the field `{x}` write `this.{x} = …`"), edits);
    // A later use may mean the parameter, with a new value.
    let read = || uses(text, text.statement_end(i)..body_end, x).next().is_some();
    // It may be inherited.
    Some(fix.if_sure(is_field && (everywhere || !read())))
}

/// True if the method whose body opens at token `body` has a parameter of this name.
fn is_parameter(text: Text<'_>, body: usize, x: &str) -> bool {
    let close = (0..body).rev().take(64).find(|&i| text.is(i, Token::CloseParen));
    let open = close.and_then(|close| text.brackets.end(close));
    let ends = |i: usize| matches!(text.token(i + 1), Some(Token::Comma | Token::CloseParen));
    open.zip(close).is_some_and(|(open, close)| (open..close).any(|i| text.name(i) == Some(x) && ends(i)))
}

/// True if the members in a range declare a field of this name.
pub(super) fn declares_field(text: Text<'_>, members: Range<usize>, x: &str) -> bool {
    let mut i = members.start;
    while i < members.end {
        match text.token(i) {
            Some(Token::OpenBrace | Token::OpenParen) => i = text.brackets.after(i).max(i + 1),
            Some(Token::Ident(_)) if text.word(i) == x => {
                let typed = i > 0
                    && matches!(text.token(i - 1), Some(Token::Int | Token::Boolean | Token::Ident(_) | Token::Gt));
                let ends = !text.is(i + 1, Token::OpenParen) && !text.is(i + 1, Token::Dot);
                if typed && ends {
                    return true;
                }
                i += 1;
            }
            _ => i += 1,
        }
    }
    false
}

/// `for (T x = e; c; step) body`, with its `for` at token `i`.
pub(crate) fn for_loop(text: Text<'_>, i: usize) -> Option<Fix> {
    let open = i + 1;
    let close = text.close(open)?;
    let first = text.find(open + 1, |t| t == Token::Semi).filter(|&s| s < close)?;
    let second = text.find(first + 1, |t| t == Token::Semi).filter(|&s| s < close)?;
    let end = match text.token(close + 1)? {
        Token::OpenBrace => text.close(close + 1)? + 1,
        _ => text.statement_end(close + 1),
    };
    let braced = text.is(close + 1, Token::OpenBrace);
    // A counter becomes an object with a field; a head that declares none is a statement before the loop.
    let declared = (open + 1..first).find(|&j| text.is(j + 1, Token::Assign) && text.name(j).is_some());
    let declared = declared.filter(|&x| !text.is(x - 1, Token::Dot));
    let x = declared.filter(|&x| x > open + 1).map(|x| (text.word(x), x));
    let place = x.map_or_else(String::new, |(x, _)| format!("{x}.value"));
    let step = stepped(text, second + 1..close, &place);
    let condition = match x {
        _ if first + 1 == second => "true".to_owned(),
        Some((x, _)) => with_value(text, first + 1..second, x),
        None => text.text_of(first + 1..second).to_owned(),
    };
    let (mut edits, mut captured) = (Vec::new(), false);
    let before = match x {
        Some((x, at)) => {
            let ty = open + 1..at;
            let ty = if text.is(ty.start, Token::Final) { ty.start + 1..ty.end } else { ty };
            let class = cell(text, ty.clone())?;
            let shared = uses(text, close..end, x).any(|i| forked(text, close, i));
            captured = shared;
            edits.extend(cell_class(text, &class, text.word(ty.start), shared));
            let value = text.text_of(at + 2..first);
            let set = if value == "0" { String::new() } else { format!("{x}.value = {value}; ") };
            edits.extend(uses(text, close..end, x).flat_map(|i| value_of(text, i, x)));
            format!("{{ let {class} {x} = new {class} in {set}")
        }
        None if first > open + 1 => format!("{{ {}; ", text.text_of(open + 1..first)),
        None => "{ ".to_owned(),
    };
    edits.push(text.replace(i..close + 1, format!("{before}while ({condition})")));
    let step = if step.is_empty() { String::new() } else { format!(" {step}") };
    if braced {
        let last = end - 2;
        let ended = matches!(text.token(last), Some(Token::Semi | Token::OpenBrace));
        edits.push(text.behind(last, if ended || step.is_empty() { step } else { format!(";{step}") }));
        edits.push(text.behind(end - 1, " }"));
    } else {
        edits.push(text.before(close + 1, "{ "));
        edits.push(text.behind(end - 1, format!(";{step} }} }}")));
    }
    // A thread of each round has the number of that round.
    Some(Fix::new("write `while (…) { … }`, and keep what changes in a field of an object", edits).if_sure(!captured))
}

/// A piece of text with `x.value` for `x`.
fn with_value(text: Text<'_>, range: Range<usize>, x: &str) -> String {
    let span = text.span_of(range.clone());
    let mut out = String::new();
    let mut at = span.start;
    for i in uses(text, range, x) {
        let here = text.span(i);
        out.push_str(crate::Span::new(at, here.end).text(text.source));
        out.push_str(".value");
        at = here.end;
    }
    out.push_str(crate::Span::new(at, span.end).text(text.source));
    out
}

/// The step of a loop, `i++` or `i += 2` or `i = i * 2`, about the place that is counted.
fn stepped(text: Text<'_>, range: Range<usize>, place: &str) -> String {
    let words: Vec<&str> = range.clone().map(|i| text.word(i)).collect();
    let name = words.iter().position(|w| w.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'));
    let place = match (name, place) {
        (Some(n), "") => words[n].to_owned(),
        _ => place.to_owned(),
    };
    match words.as_slice() {
        [_, "+", "+"] | ["+", "+", _] => format!("{place} = {place} + 1"),
        [_, "-", "-"] | ["-", "-", _] => format!("{place} = {place} - 1"),
        [_, sign @ ("+" | "-" | "*" | "/"), "=", ..] => {
            let value = text.text_of(range.start + 3..range.end);
            let value = if words.len() == 4 { value.to_owned() } else { format!("({value})") };
            format!("{place} = {place} {sign} {value}")
        }
        [x, "=", ..] => format!("{place} = {}", with_value(text, range.start + 2..range.end, x)),
        _ => text.text_of(range).to_owned(),
    }
}
