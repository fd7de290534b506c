//! Slips in statements: missing `in` and `;`, branches.

use super::declarations::declared_variable;
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
    // Objects have such names, too; a block behind the brackets makes it clear.
    let is_block = edits.len() == 2 && site.close(site.at).is_some_and(|close| site.is(close + 1, Token::OpenBrace));
    let title = "write `synchronized … in`, which holds the lock";
    let sure = word != "unlock" && is_block || !matches!(word, "lock" | "unlock");
    Some(error.with([Fix::new(title, edits).if_sure(sure)]).into())
}

/// `while (e) { if (c) break; … }`, the `break` at token `i`: `while (e && !(c)) { … }`. With `continue`, the rest of the round is under
/// the opposite test.
pub(super) fn leaves_loop(text: Text<'_>, i: usize, is_break: bool) -> Option<Fix> {
    // `if ( c ) break ;`, or with the `break` in braces.
    let braced = text.is(i.checked_sub(1)?, Token::OpenBrace);
    let close = i.checked_sub(if braced { 2 } else { 1 })?;
    let open = text.open_around(close)?;
    let test = open.checked_sub(1).filter(|&at| text.is(at, Token::If) && text.is(close, Token::CloseParen))?;
    let mut end = if text.is(i + 1, Token::Semi) { i + 2 } else { i + 1 };
    if braced {
        end = text.is(end, Token::CloseBrace).then_some(end + 1)?;
    }
    let rest = if text.is(end, Token::AutoSemi) { end + 1 } else { end };
    let brace =
        text.open_around(test).filter(|&brace| text.is(brace, Token::OpenBrace) && !text.is(rest, Token::Else))?;
    // `while ( e ) {`
    let head = brace.checked_sub(1).filter(|&at| text.is(at, Token::CloseParen))?;
    let condition = text.open_around(head)? + 1..head;
    if !text.is(condition.start.checked_sub(2)?, Token::While) {
        return None;
    }
    let leaves = text.text_of(open + 1..close);
    if !is_break {
        let last = text.close(brace)?;
        let edits = vec![text.replace(test..rest, format!("if (!({leaves})) {{ ")), text.before(last, "} ")];
        return (rest < last).then(|| Fix::new("do the rest of the round under the opposite test", edits));
    }
    // Statements before the test are done once more than the test.
    if test != brace + 1 {
        return None;
    }
    let goes_on = match (condition.len(), text.token(condition.start)) {
        (1, Some(Token::True)) => format!("!({leaves})"),
        _ => format!("({}) && !({leaves})", text.text_of(condition.clone())),
    };
    let title = format!("let the condition decide: `while ({goes_on})`");
    Some(Fix::new(title, vec![text.replace(condition, goes_on), text.remove(test..end)]))
}

/// A method without the brace that opens its body.
pub(super) fn unopened(site: &Site<'_>) -> Option<Explained> {
    let header = site.expects("{") && site.expects("requires") && site.back(1) == Some(Token::CloseParen);
    let begins =
        !matches!(site.found()?, Token::Semi | Token::Assign | Token::OpenBrace | Token::CloseBrace | Token::Ident(_));
    if !header || !begins || site.same_line() {
        return None;
    }
    let edits = vec![site.behind(site.at - 1, " {")];
    site.slip(site.at, "the body of this method does not begin with `{`", "write `{` behind the parameters", edits)
}

/// `f(int x)`, a call with the type of its argument.
pub(super) fn typed_argument(site: &Site<'_>) -> Option<Explained> {
    let is_type = matches!(site.found(), Some(Token::Int | Token::Boolean));
    let is_argument = matches!(site.back(1), Some(Token::OpenParen | Token::Comma)) && site.expects_expression();
    let value =
        matches!(site.after(1), Some(Token::Ident(_) | Token::Number(_) | Token::True | Token::False | Token::This));
    if !is_type || !is_argument || !value || site.after(2) == Some(Token::OpenParen) {
        return None;
    }
    let edits = vec![site.remove(site.at..site.at + 1)];
    site.slip(site.at, "an argument has no type where it is given", "write the value alone", edits)
}

/// `int n == 0` as a field.
pub(super) fn compared_initialiser(site: &Site<'_>) -> Option<Explained> {
    (site.found() == Some(Token::Eq) && site.expects("=") && site.kind == PieceKind::Member).then_some(())?;
    site.slip(site.at, "a field gets its value by `=`", "write `=`", vec![site.replace(site.at..site.at + 1, "=")])
}

/// `synchronized a, b in`
pub(super) fn several_locks(site: &Site<'_>) -> Option<Explained> {
    let path = |i: &usize| site.is_path(*i);
    let first = (site.piece.start..site.at).rev().take_while(path).last().filter(|_| site.is(site.at, Token::Comma))?;
    let word = first.checked_sub(1).filter(|&i| site.is(i, Token::Synchronized))?;
    let ends = |&i: &usize| !site.is_path(i) && !site.is(i, Token::Comma);
    let end = (site.at..site.len()).take(32).find(ends)?;
    let mut edits: Vec<Edit> = (site.at..end)
        .filter(|&i| site.is(i, Token::Comma))
        .map(|i| site.replace(i..i + 1, " in synchronized"))
        .collect();
    if site.is(end, Token::OpenBrace) {
        edits.push(site.behind(end - 1, " in"));
    }
    let help = "write one behind the other: `synchronized a in synchronized b in …`";
    site.slip(word, "`synchronized` takes one lock", help, edits)
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
    if site.token(word) == Some(Token::Let) {
        let text = text.unwrap_or("let … = …");
        let help = format!("write `{text} in …`; the variable can be used up to the end of the block");
        let error = site.error(site.at, "this `let` has no `in`", help);
        return Some(match declared_variable(site, word) {
            Some(fix) => error.with([fix]).into(),
            None => error.by(vec![site.in_at(site.at, "")]).into(),
        });
    }
    if site.token(word + 1) == Some(Token::OpenBrace) {
        let help = "write `synchronized this in { … }`, or another lock for `this`";
        return site.slip(word, "this `synchronized` has no lock", help, vec![site.behind(word, " this in")]);
    }
    let lock = text.and_then(|t| t.strip_prefix("synchronized")).unwrap_or("e").trim();
    let bare = lock.strip_prefix('(').and_then(|l| l.strip_suffix(')')).unwrap_or(lock);
    let edit = match bare.len() < lock.len() && !bare.contains(['(', ')']) {
        true => {
            let space = if site.touches(word + 1) { " " } else { "" };
            site.replace(word + 1..site.at, format!("{space}{} in", bare.trim()))
        }
        false => site.behind(site.at - 1, " in"),
    };
    let help = format!("write `synchronized {} in {{ … }}`", bare.trim());
    site.slip(site.at, "this `synchronized` has no `in`", help, vec![edit])
}

/// `else` after a `;`, after a `let` without brackets, or without an `if`.
pub(super) fn otherwise(site: &Site<'_>) -> Option<Explained> {
    if site.found() != Some(Token::Else) {
        return None;
    }
    let (at, first) = (site.at, site.piece.start);
    let before = at.checked_sub(1).and_then(|i| site.token(i));
    if site.expects_expression() && at > first {
        let message = "the branch before this `else` is missing";
        return site.slip(at, message, "an empty branch is written `{}`", vec![site.before(at, "{} ")]);
    }
    if at == first && matches!(before, Some(Token::Semi | Token::AutoSemi)) {
        let help = "remove it, or write the branch as a block `{ … }`";
        return site.slip(at - 1, "no `;` stands before `else`", help, vec![site.remove(at - 1..at)]);
    }
    let near = site.backwards().find(|&i| matches!(site.token(i), Some(Token::Let | Token::If)));
    if let Some(near) = near.filter(|&near| site.is(near, Token::Let)) {
        let message = "a `let` in the branch before an `else` must be in brackets";
        let help = "write `{ let … in … }`: a `let` takes everything up to the closing bracket around it";
        return site.slip(near, message, help, vec![site.before(near, "{ "), site.before(at, "} ")]);
    }
    let help = "an `if` takes one expression, or a block `{ … }`, before its `else`";
    let fix = Fix::guess("remove it", vec![site.remove(at..at + 1)]);
    Some(site.error(at, "this `else` has no `if`", help).with([fix]).into())
}

/// `if x …`, `while x …` without round brackets.
pub(super) fn condition(site: &Site<'_>) -> Option<Explained> {
    let word = site.index_before(1).filter(|&i| matches!(site.token(i), Some(Token::If | Token::While)))?;
    let word = site.word(word);
    let end = site.find(site.at, |t| matches!(t, Token::OpenBrace | Token::Semi | Token::AutoSemi));
    let end = end.unwrap_or_else(|| site.end_around(site.at));
    let then = (site.at..end).take(64).find(|&i| site.name(i) == Some("then"));
    let closes = then.map_or_else(|| site.behind(end - 1, ")"), |then| site.replace(then..then + 1, ")"));
    let message = format!("the condition of `{word}` must be in round brackets");
    site.slip(site.at, message, format!("write `{word} (…) …`"), vec![site.before(site.at, "("), closes])
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
    Some(error.with([fix.if_sure(alone)]).into())
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
    site.slip(word, format!("this `{}` has no body", site.word(word)), help, vec![site.behind(close, " {}")])
}

/// Two statements with nothing between them.
pub(super) fn missing_semicolon(site: &Site<'_>) -> Option<Explained> {
    let starts = site.found().is_some_and(|t| t.starts_expression() || matches!(t, Token::Int | Token::Boolean));
    if site.kind != PieceKind::Statement || !starts || !site.expects(";") || site.at == site.piece.start {
        return None;
    }
    // On one line an operator or a `.` may be missing as well.
    let alike = site.same_line();
    let (i, message) = match alike {
        true => (site.at, format!("expected an operator or `;`, found `{}`", site.word(site.at))),
        false => (site.at - 1, "a `;` is missing after this".to_owned()),
    };
    let fix = Fix::new("write a `;` between them", vec![site.behind(site.at - 1, ";")]).if_sure(!alike);
    Some(site.error(i, message, "statements are separated by `;`").with([fix]).into())
}

/// `elseif`, `elsif`, `elif`.
pub(super) fn else_word(site: &Site<'_>) -> Option<Explained> {
    let wrong = |&i: &usize| matches!(site.name(i), Some("elseif" | "elsif" | "elif"));
    let i =
        [Some(site.at), site.index_before(1)].into_iter().flatten().filter(|i| site.piece.contains(i)).find(wrong)?;
    let message = format!("`{}` is no word of the language", site.word(i));
    site.slip(i, message, "write `else if`", vec![site.replace(i..i + 1, "else if")])
}
