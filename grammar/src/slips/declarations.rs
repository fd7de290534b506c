//! Slips in declarations of variables: as in Java, without a type, several at once.

use super::variables;
use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::site::{PieceKind, Site};
use crate::token::Token;
use crate::words::Explained;

/// `let x = e in …`.
pub(super) fn untyped_let(site: &Site<'_>) -> Option<Explained> {
    let x = site.name_before(1)?;
    let untyped = site.found() == Some(Token::Assign) && site.back(2) == Some(Token::Let) && site.expects("name");
    untyped.then(|| {
        let help = format!("write `let int {x} = …`, or another type for `int`");
        site.error(site.at - 1, format!("variable `{x}` has no type"), help).with(typed(site)).into()
    })
}

/// `let final A x = …`
pub(super) fn final_variable(site: &Site<'_>) -> Option<Explained> {
    let declares = site.found() == Some(Token::Final) && site.back(1) == Some(Token::Let);
    let edit = declares.then(|| site.remove(site.at..site.at + 1))?;
    site.slip(site.at, "a variable is not declared `final`", "remove it: every variable is final", vec![edit])
}

/// `int x = 5;`, `Account a = …;`, `final …`; with a `(` behind the name, a method where none can be.
pub(super) fn local_declaration(site: &Site<'_>) -> Option<Explained> {
    // Statements begin behind an `in` too.
    let begins = |&j: &usize| j == site.piece.start || site.token(j - 1) == Some(Token::In);
    let start = (site.piece.start..=site.at).rev().take(4).find(begins).unwrap_or(site.piece.start);
    let first = start + usize::from(site.token(start) == Some(Token::Final));
    if site.kind != PieceKind::Statement || site.at < start {
        return None;
    }
    let (ty, x) = match site.found()? {
        Token::Final if site.at == start => (site.word(start + 1).to_owned(), start + 2),
        Token::Int | Token::Boolean | Token::Void if site.at == first && site.expects_expression() => {
            (site.word(first).to_owned(), first + 1)
        }
        Token::Ident(_) if site.at == first + 1 && declares(site, first) => (site.word(first).to_owned(), site.at),
        Token::Comma if site.name(start).is_some() && site.token(start + 1) == Some(Token::Lt) => {
            let end = (site.at..site.piece.end).take(64).find(|&i| site.token(i) == Some(Token::Gt))?;
            (site.text_of(start..end + 1).to_owned(), end + 1)
        }
        _ => return None,
    };
    let span = first.min(site.at);
    if site.token(x + 1) == Some(Token::OpenParen) && x + 1 < site.piece.end {
        if let Some(error) = super::threads::main_alone(site.text, start, x) {
            return Some(error.into());
        }
        let help = "write it in a class, beside its other methods; a program starts with its main expression";
        return Some(site.error(span, "a method stands only in a class", help).with(into_a_class(site, span)).into());
    }
    let ty = if ty == "var" { "int" } else { &ty };
    let at = x;
    let x = site.name(x).unwrap_or("x");
    if let Some(fix) = one_each(site.text, at, &format!("; {}", site.text_of(start..at))) {
        return Some(site.error(span, ONE_VARIABLE, fix.title.as_str()).with([fix]).into());
    }
    let help = format!("write `let {ty} {x} = … in …`; it can be used up to the end of the block");
    let error = site.error(span, "a variable is declared with `let`", help);
    let started = || {
        let thread = (at..site.piece.end).find(|&i| site.is(i, Token::New) && site.name(i + 1) == Some("Thread"))?;
        super::threads::started(site.text, thread + 1)
    };
    if ty == "Thread"
        && let Some(fix) = started()
    {
        return Some(super::threads::no_fork(error.span, Some(fix)));
    }
    // `C x = e in …`: the `let` alone is missing.
    let next = |&i: &usize| matches!(site.token(i), Some(Token::In | Token::Semi | Token::AutoSemi | Token::OpenBrace));
    let has_in = (at..site.tokens.len()).take(64).find(next).is_some_and(|i| site.is(i, Token::In));
    if has_in && site.is(at + 1, Token::Assign) {
        return Some(error.by(vec![site.before(first, "let ")]).into());
    }
    Some(match variables::declared(site.text, at) {
        Some(fix) => error.with([fix]).into(),
        // Without a value of its own, one must be found for it.
        None => error.by_if(site.is(at + 1, Token::Assign), declaration(site, start, first, at, ty)).into(),
    })
}

/// Message for several variables in one declaration.
const ONE_VARIABLE: &str = "a declaration declares one variable";

/// Repair of a declaration of several variables, the first at token `x`: `between` for each `,`.
fn one_each(text: Text<'_>, x: usize, between: &str) -> Option<Fix> {
    let end = text.statement_end(x);
    let mut commas = Vec::new();
    let mut at = x + 1;
    while let Some(comma) = text.find(at, |t| t == Token::Comma).filter(|&comma| comma < end) {
        // Anything else is no declaration.
        text.name(comma + 1)?;
        if !matches!(text.token(comma + 2), Some(Token::Assign | Token::Comma | Token::Semi | Token::In)) {
            return None;
        }
        commas.push(text.replace(comma..comma + 1, between));
        at = comma + 1;
    }
    (!commas.is_empty()).then(|| Fix::new("declare each by itself", commas))
}

/// `let int a = 1, b = 2 in …`, `synchronized (a, b) …`.
pub(super) fn several(site: &Site<'_>) -> Option<Explained> {
    if site.found() != Some(Token::Comma) {
        return None;
    }
    let word = site.backwards().find(|&i| matches!(site.token(i), Some(Token::Let | Token::Synchronized)))?;
    if site.token(word) == Some(Token::Let) {
        let x = (word + 1..site.at).take(16).find(|&i| site.name(i).is_some() && site.is(i + 1, Token::Assign))?;
        let fix = one_each(site.text, x, &format!(" in {}", site.text_of(word..x)))?;
        return Some(site.error(site.at, ONE_VARIABLE, fix.title.as_str()).with([fix]).into());
    }
    let open = word + 1;
    let close = site.close(open).filter(|&close| site.is(open, Token::OpenParen) && close > site.at)?;
    let path = |i: usize| matches!(site.token(i), Some(Token::Ident(_) | Token::This | Token::Dot | Token::Comma));
    let locks: Vec<&str> = site.text_of(open + 1..close).split(',').map(str::trim).collect();
    let end = if site.is(close + 1, Token::In) { close + 2 } else { close + 1 };
    let help = "take one after the other: `synchronized a in synchronized b in { … }`";
    let error = site.error(site.at, "a `synchronized` takes one lock", help);
    let taken = locks.iter().map(|lock| format!("synchronized {lock} in")).collect::<Vec<_>>().join(" ");
    let fix = (open + 1..close).all(path).then(|| Fix::new(help, vec![site.replace(word..end, taken)]));
    Some(error.with(fix).into())
}

/// True if the two names at `first` are a type and a variable, rather than two statements.
fn declares(site: &Site<'_>, first: usize) -> bool {
    let ty = site.name(first).unwrap_or("");
    match site.token(first + 2).filter(|_| first + 2 < site.piece.end) {
        Some(Token::Assign | Token::OpenParen) => !ty.is_empty(),
        None => ty.starts_with(|c: char| c.is_ascii_uppercase()),
        Some(_) => false,
    }
}

/// The repair of a `let` at token `word` whose variable is assigned later.
pub(super) fn declared_variable(site: &Site<'_>, word: usize) -> Option<Fix> {
    let x = (word + 1..word + 12).find(|&i| site.name(i).is_some() && site.is(i + 1, Token::Assign))?;
    variables::declared(site.text, x)
}

/// A declaration as in Java, with its first token, its type and its variable, as a `let`.
fn declaration(site: &Site<'_>, start: usize, first: usize, x: usize, ty: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    if site.word(first) == "var" {
        let types = guessed(site.text, x + 2);
        edits.push(site.replace(start..first + 1, format!("let {}", types.first().map_or(ty, |t| t))));
    } else if start < first {
        edits.push(site.replace(start..first, "let"));
    } else {
        edits.push(site.before(first, "let "));
    }
    if !site.is(x + 1, Token::Assign) {
        let value = match ty {
            "int" => "0",
            "boolean" => "false",
            _ => "null",
        };
        edits.push(site.behind(x, format!(" = {value}")));
    }
    let end = site.statement_end(x + 1);
    edits.push(site.in_at(end, ""));
    edits
}

/// Returns possible types of the expression at token `i`, the likeliest first.
fn guessed(text: Text<'_>, i: usize) -> Vec<String> {
    let named = match text.token(i) {
        Some(Token::New) => {
            let end = match text.is(i + 2, Token::OpenArgs) {
                true => (i..text.len()).take(32).find(|&j| text.is(j, Token::Gt)).map_or(i + 2, |j| j + 1),
                false => i + 2,
            };
            Some(text.text_of(i + 1..end).to_owned())
        }
        Some(Token::Text(_)) => Some("String".to_owned()),
        Some(Token::True | Token::False | Token::Not) => Some("boolean".to_owned()),
        _ => None,
    };
    let most = if text.is_large() { 0 } else { 16 };
    let classes = text.brackets.classes.iter().filter_map(|&c| text.class_name(c)).take(most).map(str::to_owned);
    let others = ["int", "boolean", "String", "Object"].map(str::to_owned).into_iter().chain(classes);
    named.into_iter().chain(others).collect()
}

/// Types for a `let` without one.
fn typed(site: &Site<'_>) -> Vec<Fix> {
    let types = guessed(site.text, site.at + 1);
    let title = |ty: &str| format!("write `let {ty} {} = …`", site.word(site.at - 1));
    let fix = |ty: String| Fix::new(title(&ty), vec![site.before(site.at - 1, format!("{ty} "))]);
    types.into_iter().map(fix).collect()
}

/// A method of the main expression, moved into the last class.
fn into_a_class(site: &Site<'_>, first: usize) -> Option<Fix> {
    let class = *site.brackets.classes.last()?;
    let open = (class..site.len()).find(|&i| site.is(i, Token::OpenBrace))?;
    let close = site.close(open)?;
    let body = site.find(first, |t| t == Token::OpenBrace)?;
    let end = site.close(body)? + 1;
    let method = site.text_of(first..end);
    let edits = vec![site.before(close, format!("  {method}\n")), site.remove(first..end)];
    (close < first).then(|| Fix::guess("write it in a class, beside its other methods", edits))
}
