//! Slips in statements: declarations, missing `in` and `;`, branches.

use crate::site::{PieceKind, Site};
use crate::token::Token;
use crate::words::Explained;

/// `sync (x) …`, `lock (x) …`.
pub(super) fn lock_word(site: &Site<'_>) -> Option<Explained> {
    const WORDS: &[&str] = &["sync", "synch", "synchronise", "synchronised", "synchronize", "lock", "unlock"];
    let word = site.name_before(1).filter(|w| WORDS.contains(w))?;
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
    Some(site.error(site.at - 1, format!("`{word}` is no word of the language"), help).into())
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
        site.error(
            site.at,
            "this `let` has no `in`",
            format!("write `{text} in …`; the variable can be used up to the end of the block"),
        )
    } else {
        if site.token(word + 1) == Some(Token::OpenBrace) {
            let help = "write `synchronized this in { … }`, or another lock for `this`";
            return Some(site.error(word, "this `synchronized` has no lock", help).into());
        }
        let lock = text.and_then(|t| t.strip_prefix("synchronized")).unwrap_or("e").trim();
        let bare = lock.strip_prefix('(').and_then(|l| l.strip_suffix(')')).unwrap_or(lock);
        site.error(
            site.at,
            "this `synchronized` has no `in`",
            format!("write `synchronized {} in {{ … }}`", bare.trim()),
        )
    };
    Some(error.into())
}

/// `let x = e in …`.
pub(super) fn untyped_let(site: &Site<'_>) -> Option<Explained> {
    let x = site.name_before(1)?;
    let untyped = site.found() == Some(Token::Assign) && site.before(2) == Some(Token::Let) && site.expects("name");
    untyped.then(|| {
        let help = format!("write `let int {x} = …`, or another type for `int`");
        site.error(site.at - 1, format!("variable `{x}` has no type"), help).into()
    })
}

/// `int x = 5;`, `Account a = …;`, `final …`; with a `(` behind the name, a method where none can stand.
pub(super) fn local_declaration(site: &Site<'_>) -> Option<Explained> {
    let start = site.piece.start;
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
        let help = "write it in a class, beside its other methods; a program starts with its main expression";
        return Some(site.error(span, "a method stands only in a class", help).into());
    }
    let ty = if ty == "var" { "int" } else { &ty };
    let x = site.name(x).unwrap_or("x");
    let help = format!("write `let {ty} {x} = … in …`; it can be used up to the end of the block");
    Some(site.error(span, "a variable is declared with `let`", help).into())
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
    } else if after_semi && site.at == site.piece.start {
        site.error(site.at - 1, "no `;` stands before `else`", "remove it, or write the branch as a block `{ … }`")
    } else if let Some(near) = unbracketed() {
        site.error(
            near,
            "a `let` in the branch before an `else` must be in brackets",
            "write `{ let … in … }`: a `let` takes everything up to the closing bracket around it",
        )
    } else {
        site.error(
            site.at,
            "this `else` has no `if`",
            "an `if` takes one expression, or a block `{ … }`, before its `else`",
        )
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
    Some(error.into())
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
    Some(site.error(word, format!("this `{}` has no body", site.text(word)), help).into())
}

/// Two statements with nothing between them.
pub(super) fn missing_semicolon(site: &Site<'_>) -> Option<Explained> {
    let starts = site.found().is_some_and(|t| t.starts_expression() || matches!(t, Token::Int | Token::Boolean));
    if site.kind != PieceKind::Statement || !starts || !site.expects(";") || site.at == site.piece.start {
        return None;
    }
    let error = if site.same_line() {
        site.error(
            site.at,
            format!("expected an operator or `;`, found `{}`", site.text(site.at)),
            "statements are separated by `;`",
        )
    } else {
        site.error(site.at - 1, "a `;` is missing after this", "statements are separated by `;`")
    };
    Some(error.into())
}
