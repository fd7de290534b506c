//! Slips in statements: missing `in` and `;`, branches.

use super::declarations::declared_variable;
use crate::fix::Fix;
use crate::site::{PieceKind, Site};
use crate::token::Token;
use crate::words::Explained;

/// `sync (x) …`, `lock (x) …`.
pub(super) fn lock_word(site: &Site<'_>) -> Option<Explained> {
    const WORDS: &[&str] = &["sync", "synch", "synchronise", "synchronised", "synchronize", "lock", "unlock"];
    let is_lock = |w: &&str| WORDS.contains(w) || super::classes::meant(w) == Some("synchronized");
    let word = site.name_before(1).filter(is_lock)?;
    let receiver = matches!(site.back(2), Some(Token::Dot | Token::Let | Token::New));
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
    let mut edits = vec![site.replace(site.at - 1..site.at, "synchronized")];
    if let Some(close) = site.close(site.at).filter(|_| site.found() == Some(Token::OpenParen))
        && !site.is(close + 1, Token::In)
        && site.token(close + 1).is_some_and(Token::starts_expression)
    {
        edits.push(site.behind(close, " in"));
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
            None => error.by(vec![site.in_at(site.at, "")]),
        }
    } else {
        if site.token(word + 1) == Some(Token::OpenBrace) {
            let help = "write `synchronized this in { … }`, or another lock for `this`";
            let edit = site.behind(word, " this in");
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
                vec![site.replace(word + 1..site.at, format!("{space}{} in", bare.trim()))]
            }
            false => vec![site.behind(site.at - 1, " in")],
        })
    };
    Some(error.into())
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
            .by(vec![site.before(site.at, "{} ")])
    } else if after_semi && site.at == site.piece.start {
        site.error(site.at - 1, "no `;` stands before `else`", "remove it, or write the branch as a block `{ … }`")
            .by(vec![site.remove(site.at - 1..site.at)])
    } else if let Some(near) = unbracketed() {
        site.error(
            near,
            "a `let` in the branch before an `else` must be in brackets",
            "write `{ let … in … }`: a `let` takes everything up to the closing bracket around it",
        )
        .by(vec![site.before(near, "{ "), site.before(site.at, "} ")])
    } else {
        site.error(
            site.at,
            "this `else` has no `if`",
            "an `if` takes one expression, or a block `{ … }`, before its `else`",
        )
        .with([Fix::guess("remove it", vec![site.remove(site.at..site.at + 1)])])
    };
    Some(error.into())
}

/// `if x …`, `while x …` without round brackets.
pub(super) fn condition(site: &Site<'_>) -> Option<Explained> {
    let word = site.index_before(1).filter(|&i| matches!(site.token(i), Some(Token::If | Token::While)))?;
    let word = site.word(word);
    let error = site.error(
        site.at,
        format!("the condition of `{word}` must be in round brackets"),
        format!("write `{word} (…) …`"),
    );
    let end = site.find(site.at, |t| matches!(t, Token::OpenBrace | Token::Semi | Token::AutoSemi));
    let end = end.unwrap_or_else(|| site.end_around(site.at));
    let then = (site.at..end).take(64).find(|&i| site.name(i) == Some("then"));
    let closes = then.map_or_else(|| site.behind(end - 1, ")"), |then| site.replace(then..then + 1, ")"));
    Some(error.by(vec![site.before(site.at, "("), closes]).into())
}

/// `if (x > 0 { … }`: a condition without its `)`.
pub(super) fn open_condition(site: &Site<'_>) -> Option<Explained> {
    let open = site.open().filter(|&open| site.is(open, Token::OpenParen) && site.brackets.end(open).is_none())?;
    let word = open
        .checked_sub(1)
        .filter(|&i| matches!(site.token(i), Some(Token::If | Token::While | Token::Synchronized)))?;
    if site.found() != Some(Token::OpenBrace) || site.at == open + 1 || site.expects_expression() {
        return None;
    }
    let help = format!("write the `)` that belongs to it: `{} (…) {{ … }}`", site.word(word));
    let error = site.error(open, "this `(` is never closed", help);
    let fix = Fix::new("write the `)` that belongs to it", vec![site.behind(site.at - 1, ")")]);
    // Another bracket in it may be the open one.
    let alone = !(open + 1..site.at).any(|i| site.is(i, Token::OpenParen));
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
    let error = site.error(word, format!("this `{}` has no body", site.word(word)), help);
    Some(error.by(vec![site.behind(close, " {}")]).into())
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
            format!("expected an operator or `;`, found `{}`", site.word(site.at)),
            "statements are separated by `;`",
        )
    } else {
        site.error(site.at - 1, "a `;` is missing after this", "statements are separated by `;`")
    };
    let fix = Fix::new("write a `;` between them", vec![site.behind(site.at - 1, ";")]);
    Some(error.with([Fix { sure: !alike, ..fix }]).into())
}

/// `elseif`, `elsif`, `elif`.
pub(super) fn else_word(site: &Site<'_>) -> Option<Explained> {
    let wrong = |&i: &usize| matches!(site.name(i), Some("elseif" | "elsif" | "elif"));
    let i =
        [Some(site.at), site.index_before(1)].into_iter().flatten().filter(|i| site.piece.contains(i)).find(wrong)?;
    let error = site.error(i, format!("`{}` is no word of the language", site.word(i)), "write `else if`");
    Some(error.by(vec![site.replace(i..i + 1, "else if")]).into())
}
