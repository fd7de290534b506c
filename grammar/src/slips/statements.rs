//! Slips in statements: declarations, missing `in` and `;`, branches.

use super::variables;
use crate::error::SyntaxError;
use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::site::{PieceKind, Site};
use crate::token::Token;
use crate::words::Explained;

/// `sync (x) …`, `lock (x) …`.
pub(super) fn lock_word(site: &Site<'_>) -> Option<Explained> {
    const WORDS: &[&str] = &["sync", "synch", "synchronise", "synchronised", "synchronize", "lock", "unlock"];
    let is_lock = |w: &&str| WORDS.contains(w) || super::classes::meant(w) == Some("synchronized");
    let word = site.name_before(1).filter(is_lock)?;
    let receiver = matches!(site.before(2), Some(Token::Dot | Token::Let | Token::New));
    let declares = site.kind == PieceKind::Member && (word == "lock" || word == "unlock");
    if receiver || declares && !site.expects_expression() && !site.expects("||") {
        return None;
    }
    let help = match site.found()? {
        Token::OpenParen | Token::Ident(_) | Token::This => {
            "write `synchronized e in { … }`, which holds the lock of `e` inside the braces"
        }
        Token::Int | Token::Boolean | Token::Void => "write `synchronized`",
        _ => return None,
    };
    let error = site.error(site.at - 1, format!("`{word}` is no word of the language"), help);
    let text = site.as_text();
    let mut edits = vec![text.replace(site.at - 1..site.at, "synchronized")];
    if let Some(close) = text.close(site.at).filter(|_| site.found() == Some(Token::OpenParen))
        && !text.is(close + 1, Token::In)
        && text.token(close + 1).is_some_and(Token::starts_expression)
    {
        edits.push(text.behind(close, " in"));
    }
    // Objects have such names, too.
    let fix = Fix::new(error.help.clone().unwrap_or_default(), edits);
    Some(error.with([Fix { sure: !matches!(word, "lock" | "unlock"), ..fix }]).into())
}

/// `let …` or `synchronized …` without its `in`.
pub(super) fn missing_in(site: &Site<'_>) -> Option<Explained> {
    if !site.expects("in") {
        return None;
    }
    // An `in` further on belongs to it: something else is wrong then.
    if site.forwards().any(|i| site.token(i) == Some(Token::In)) {
        return None;
    }
    let mut finished = 0;
    let word = site.backwards().find(|&i| match site.token(i) {
        Some(Token::In) => {
            finished += 1;
            false
        }
        Some(Token::Let | Token::Synchronized) if finished > 0 => {
            finished -= 1;
            false
        }
        token => matches!(token, Some(Token::Let | Token::Synchronized)),
    })?;
    let text = Some(site.text_of(word..site.at)).filter(|t| t.len() <= 60 && !t.contains('\n'));
    let error = if site.token(word) == Some(Token::Let) {
        let text = text.unwrap_or("let … = …");
        let error = site.error(
            site.at,
            "this `let` has no `in`",
            format!("write `{text} in …`; the variable can be used up to the end of the block"),
        );
        match declared_variable(site, word) {
            Some(fix) => error.with([fix]),
            None => error.by(vec![site.as_text().in_at(site.at, "")]),
        }
    } else {
        if site.token(word + 1) == Some(Token::OpenBrace) {
            let help = "write `synchronized this in { … }`, or another lock for `this`";
            let edit = site.as_text().behind(word, " this in");
            return Some(site.error(word, "this `synchronized` has no lock", help).by(vec![edit]).into());
        }
        let lock = text.and_then(|t| t.strip_prefix("synchronized")).unwrap_or("e").trim();
        let bare = lock.strip_prefix('(').and_then(|l| l.strip_suffix(')')).unwrap_or(lock);
        site.error(
            site.at,
            "this `synchronized` has no `in`",
            format!("write `synchronized {} in {{ … }}`", bare.trim()),
        )
        .by(match bare.len() < lock.len() && !bare.contains(['(', ')']) {
            true => {
                let space = if site.touches(word + 1) { " " } else { "" };
                vec![site.as_text().replace(word + 1..site.at, format!("{space}{} in", bare.trim()))]
            }
            false => vec![site.as_text().behind(site.at - 1, " in")],
        })
    };
    Some(error.into())
}

/// `let x = e in …`.
pub(super) fn untyped_let(site: &Site<'_>) -> Option<Explained> {
    let x = site.name_before(1)?;
    let untyped = site.found() == Some(Token::Assign) && site.before(2) == Some(Token::Let) && site.expects("name");
    untyped.then(|| {
        let help = format!("write `let int {x} = …`, or another type for `int`");
        site.error(site.at - 1, format!("variable `{x}` has no type"), help).with(typed(site)).into()
    })
}

/// `int x = 5;`, `Account a = …;`, `final …`; with a `(` behind the name, a method where none can stand.
pub(super) fn local_declaration(site: &Site<'_>) -> Option<Explained> {
    // What follows an `in` stands as a statement does.
    let begins = |&j: &usize| j == site.piece.start || site.token(j - 1) == Some(Token::In);
    let start = (site.piece.start..=site.at).rev().take(4).find(begins).unwrap_or(site.piece.start);
    let first = start + usize::from(site.token(start) == Some(Token::Final));
    if site.kind != PieceKind::Statement || site.at < start {
        return None;
    }
    let (ty, x) = match site.found()? {
        Token::Final if site.at == start => (site.text(start + 1).to_owned(), start + 2),
        Token::Int | Token::Boolean | Token::Void if site.at == first && site.expects_expression() => {
            (site.text(first).to_owned(), first + 1)
        }
        Token::Ident(_) if site.at == first + 1 && declares(site, first) => (site.text(first).to_owned(), site.at),
        Token::Comma if site.name(start).is_some() && site.token(start + 1) == Some(Token::Lt) => {
            let end = (site.at..site.piece.end).take(64).find(|&i| site.token(i) == Some(Token::Gt))?;
            (site.text_of(start..end + 1).to_owned(), end + 1)
        }
        _ => return None,
    };
    let span = first.min(site.at);
    if site.token(x + 1) == Some(Token::OpenParen) && x + 1 < site.piece.end {
        if let Some(error) = super::threads::main_alone(site.as_text(), start, x) {
            return Some(error.into());
        }
        let help = "write it in a class, beside its other methods; a program starts with its main expression";
        return Some(site.error(span, "a method stands only in a class", help).with(into_a_class(site, span)).into());
    }
    let ty = if ty == "var" { "int" } else { &ty };
    let at = x;
    let x = site.name(x).unwrap_or("x");
    if let Some(fix) = one_each(site.as_text(), at, &format!("; {}", site.text_of(start..at))) {
        let help = fix.title.clone();
        return Some(site.error(span, ONE_VARIABLE, help).with([fix]).into());
    }
    let help = format!("write `let {ty} {x} = … in …`; it can be used up to the end of the block");
    let error = site.error(span, "a variable is declared with `let`", help);
    let started = || {
        let text = site.as_text();
        let thread = (at..site.piece.end).find(|&i| text.is(i, Token::New) && text.name(i + 1) == Some("Thread"))?;
        super::threads::started(text, thread + 1)
    };
    if ty == "Thread"
        && let Some(fix) = started()
    {
        let help = Some("write `fork …`: a new thread evaluates what follows".to_owned());
        return Some(SyntaxError::new(error.span, "a thread is started by `fork`", help).with([fix]).into());
    }
    Some(
        match variables::declared(site.as_text(), at) {
            Some(fix) => error.with([fix]),
            None => {
                // Without a value of its own, one must be found for it.
                let sure = site.token(at + 1) == Some(Token::Assign);
                let fix = Fix::new(error.help.clone().unwrap_or_default(), declaration(site, start, first, at, ty));
                error.with([Fix { sure, ..fix }])
            }
        }
        .into(),
    )
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
    let text = site.as_text();
    let word = site.backwards().find(|&i| matches!(site.token(i), Some(Token::Let | Token::Synchronized)))?;
    if site.token(word) == Some(Token::Let) {
        let x = (word + 1..site.at).take(16).find(|&i| text.name(i).is_some() && text.is(i + 1, Token::Assign))?;
        let fix = one_each(text, x, &format!(" in {}", text.text_of(word..x)))?;
        let help = fix.title.clone();
        return Some(site.error(site.at, ONE_VARIABLE, help).with([fix]).into());
    }
    let open = word + 1;
    let close = text.close(open).filter(|&close| text.is(open, Token::OpenParen) && close > site.at)?;
    let path = |i: usize| matches!(text.token(i), Some(Token::Ident(_) | Token::This | Token::Dot | Token::Comma));
    let locks: Vec<&str> = text.text_of(open + 1..close).split(',').map(str::trim).collect();
    let end = if text.is(close + 1, Token::In) { close + 2 } else { close + 1 };
    let help = "take one after the other: `synchronized a in synchronized b in { … }`";
    let error = site.error(site.at, "a `synchronized` takes one lock", help);
    let taken = locks.iter().map(|lock| format!("synchronized {lock} in")).collect::<Vec<_>>().join(" ");
    let fix = (open + 1..close).all(path).then(|| Fix::new(help, vec![text.replace(word..end, taken)]));
    Some(error.with(fix).into())
}

/// Whether the two names at `first` are a type and a variable, rather than two statements.
fn declares(site: &Site<'_>, first: usize) -> bool {
    let ty = site.name(first).unwrap_or("");
    match site.token(first + 2).filter(|_| first + 2 < site.piece.end) {
        Some(Token::Assign | Token::OpenParen) => !ty.is_empty(),
        None => ty.starts_with(|c: char| c.is_ascii_uppercase()),
        Some(_) => false,
    }
}

/// `else` after a `;`, after a `let` without brackets, or without an `if`.
pub(super) fn otherwise(site: &Site<'_>) -> Option<Explained> {
    if site.found() != Some(Token::Else) {
        return None;
    }
    let before = site.at.checked_sub(1);
    let after_semi = before.is_some_and(|i| matches!(site.token(i), Some(Token::Semi | Token::AutoSemi)));
    let unbracketed = || {
        let near = site.backwards().find(|&i| matches!(site.token(i), Some(Token::Let | Token::If)))?;
        (site.token(near) == Some(Token::Let)).then_some(near)
    };
    let error = if site.expects_expression() && site.at > site.piece.start {
        site.error(site.at, "the branch before this `else` is missing", "an empty branch is written `{}`")
            .by(vec![site.as_text().before(site.at, "{} ")])
    } else if after_semi && site.at == site.piece.start {
        site.error(site.at - 1, "no `;` stands before `else`", "remove it, or write the branch as a block `{ … }`")
            .by(vec![site.as_text().remove(site.at - 1..site.at)])
    } else if let Some(near) = unbracketed() {
        site.error(
            near,
            "a `let` in the branch before an `else` must be in brackets",
            "write `{ let … in … }`: a `let` takes everything up to the closing bracket around it",
        )
        .by(vec![site.as_text().before(near, "{ "), site.as_text().before(site.at, "} ")])
    } else {
        site.error(
            site.at,
            "this `else` has no `if`",
            "an `if` takes one expression, or a block `{ … }`, before its `else`",
        )
        .with([Fix::guess("remove it", vec![site.as_text().remove(site.at..site.at + 1)])])
    };
    Some(error.into())
}

/// `if x …`, `while x …` without round brackets.
pub(super) fn condition(site: &Site<'_>) -> Option<Explained> {
    let word = site.index_before(1).filter(|&i| matches!(site.token(i), Some(Token::If | Token::While)))?;
    let word = site.text(word);
    let error = site.error(
        site.at,
        format!("the condition of `{word}` must be in round brackets"),
        format!("write `{word} (…) …`"),
    );
    let text = site.as_text();
    let end = text.find(site.at, |t| matches!(t, Token::OpenBrace | Token::Semi | Token::AutoSemi));
    let end = end.unwrap_or_else(|| text.end_around(site.at));
    let then = (site.at..end).take(64).find(|&i| text.name(i) == Some("then"));
    let closes = then.map_or_else(|| text.behind(end - 1, ")"), |then| text.replace(then..then + 1, ")"));
    Some(error.by(vec![text.before(site.at, "("), closes]).into())
}

/// `if (x > 0 { … }`: a condition without its `)`.
pub(super) fn open_condition(site: &Site<'_>) -> Option<Explained> {
    let text = site.as_text();
    let open = site.open().filter(|&open| text.is(open, Token::OpenParen) && text.brackets.end(open).is_none())?;
    let word = open
        .checked_sub(1)
        .filter(|&i| matches!(text.token(i), Some(Token::If | Token::While | Token::Synchronized)))?;
    if site.found() != Some(Token::OpenBrace) || site.at == open + 1 || site.expects_expression() {
        return None;
    }
    let help = format!("write the `)` that belongs to it: `{} (…) {{ … }}`", text.word(word));
    let error = site.error(open, "this `(` is never closed", help);
    let fix = Fix::new("write the `)` that belongs to it", vec![text.behind(site.at - 1, ")")]);
    // Another bracket in it may be the open one.
    let alone = !(open + 1..site.at).any(|i| text.is(i, Token::OpenParen));
    Some(error.with([Fix { sure: alone, ..fix }]).into())
}

/// `while (e);`, `if (e);`.
pub(super) fn empty_body(site: &Site<'_>) -> Option<Explained> {
    let close = site.index_before(1).filter(|&i| site.token(i) == Some(Token::CloseParen))?;
    let word = site.brackets.end(close)?.checked_sub(1)?;
    let ends = site.at >= site.piece.end && site.expects_expression();
    if !ends || !matches!(site.token(word), Some(Token::While | Token::If)) {
        return None;
    }
    let help = "an empty body is written `{}`";
    let error = site.error(word, format!("this `{}` has no body", site.text(word)), help);
    Some(error.by(vec![site.as_text().behind(close, " {}")]).into())
}

/// Two statements with nothing between them.
pub(super) fn missing_semicolon(site: &Site<'_>) -> Option<Explained> {
    let starts = site.found().is_some_and(|t| t.starts_expression() || matches!(t, Token::Int | Token::Boolean));
    if site.kind != PieceKind::Statement || !starts || !site.expects(";") || site.at == site.piece.start {
        return None;
    }
    // On one line an operator or a `.` may be missing as well.
    let alike = site.same_line();
    let error = if alike {
        site.error(
            site.at,
            format!("expected an operator or `;`, found `{}`", site.text(site.at)),
            "statements are separated by `;`",
        )
    } else {
        site.error(site.at - 1, "a `;` is missing after this", "statements are separated by `;`")
    };
    let fix = Fix::new("write a `;` between them", vec![site.as_text().behind(site.at - 1, ";")]);
    Some(error.with([Fix { sure: !alike, ..fix }]).into())
}

/// The repair of a `let` at token `word` whose variable is assigned later.
fn declared_variable(site: &Site<'_>, word: usize) -> Option<Fix> {
    let text = site.as_text();
    let x = (word + 1..word + 12).find(|&i| text.name(i).is_some() && text.is(i + 1, Token::Assign))?;
    variables::declared(text, x)
}

/// A declaration as in Java, with its first token, its type and its variable, as a `let`.
fn declaration(site: &Site<'_>, start: usize, first: usize, x: usize, ty: &str) -> Vec<Edit> {
    let text = site.as_text();
    let mut edits = Vec::new();
    if text.word(first) == "var" {
        edits.push(text.replace(start..first + 1, format!("let {}", guessed(text, x + 2).first().map_or(ty, |t| t))));
    } else if start < first {
        edits.push(text.replace(start..first, "let"));
    } else {
        edits.push(text.before(first, "let "));
    }
    if !text.is(x + 1, Token::Assign) {
        let value = match ty {
            "int" => "0",
            "boolean" => "false",
            _ => "null",
        };
        edits.push(text.behind(x, format!(" = {value}")));
    }
    let end = text.statement_end(x + 1);
    edits.push(text.in_at(end, ""));
    edits
}

/// What the type of the expression at token `i` may be, the likeliest first.
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
    let text = site.as_text();
    let types = guessed(text, site.at + 1);
    let fix = |ty: String| {
        Fix::new(
            format!("write `let {ty} {} = …`", site.text(site.at - 1)),
            vec![text.before(site.at - 1, format!("{ty} "))],
        )
    };
    types.into_iter().map(fix).collect()
}

/// A method of the main expression, moved into the last class.
fn into_a_class(site: &Site<'_>, first: usize) -> Option<Fix> {
    let text = site.as_text();
    let class = *text.brackets.classes.last()?;
    let open = (class..text.len()).find(|&i| text.is(i, Token::OpenBrace))?;
    let close = text.close(open)?;
    let body = text.find(first, |t| t == Token::OpenBrace)?;
    let end = text.close(body)? + 1;
    let method = text.text_of(first..end);
    let edits = vec![text.before(close, format!("  {method}\n")), text.remove(first..end)];
    (close < first).then(|| Fix::guess("write it in a class, beside its other methods", edits))
}

/// `elseif`, `elsif`, `elif`.
pub(super) fn else_word(site: &Site<'_>) -> Option<Explained> {
    let wrong = |&i: &usize| matches!(site.name(i), Some("elseif" | "elsif" | "elif"));
    let i =
        [Some(site.at), site.index_before(1)].into_iter().flatten().filter(|i| site.piece.contains(i)).find(wrong)?;
    let error = site.error(i, format!("`{}` is no word of the language", site.text(i)), "write `else if`");
    Some(error.by(vec![site.as_text().replace(i..i + 1, "else if")]).into())
}
