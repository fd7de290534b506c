//! Slips inside expressions.

use crate::fix::Fix;
use crate::site::{PieceKind, Site};
use crate::token::Token;
use crate::words::Explained;

/// `1.5`, `5L`, `0x1F`.
pub(super) fn number(site: &Site<'_>) -> Option<Explained> {
    let number = |token| matches!(token, Some(Token::Number(_)));
    // The letters behind its digits may read as a name by themselves.
    let is_split = number(site.back(2)) && site.name_before(1).is_some() && site.touches(site.at - 1);
    let at = if is_split { site.at - 1 } else { site.at };
    let (message, help) = if number(site.found()) && site.back(1) == Some(Token::Dot) && number(site.back(2)) {
        ("there are no fractions", "numbers are whole, from -2147483648 to 2147483647")
    } else if is_split || number(site.back(1)) && site.name(at).is_some() && site.touches(at) {
        ("a number has only decimal digits", "write it without prefix, suffix or `_`")
    } else {
        return None;
    };
    let first = if site.back(1) == Some(Token::Dot) { at - 2 } else { at - 1 };
    let mut error = site.error(first, message, help);
    error.span = error.span.to(site.span(at));
    let value = if first + 1 == at { whole(site.word(first), site.word(at)) } else { None };
    let sure = value.is_some();
    let whole = value.unwrap_or_else(|| site.word(first).to_owned());
    let fix = Fix::new(format!("write `{whole}`"), vec![site.replace(first..at + 1, whole)]);
    Some(error.with([fix.if_sure(sure)]).into())
}

/// The number that digits with letters behind them are in Java, if that is a whole one: `0x1F`, `0b11`, `1_000`, `5L`.
fn whole(digits: &str, letters: &str) -> Option<String> {
    let plain = format!("{digits}{letters}").replace('_', "").to_ascii_lowercase();
    let plain = plain.strip_suffix('l').unwrap_or(&plain);
    let value = match (plain.strip_prefix("0x"), plain.strip_prefix("0b")) {
        (Some(hex), _) => i32::from_str_radix(hex, 16),
        (None, Some(bits)) => i32::from_str_radix(bits, 2),
        (None, None) => plain.parse(),
    };
    value.ok().map(|n| n.to_string())
}

/// `(int) e`, `(C) e`.
pub(super) fn cast(site: &Site<'_>) -> Option<Explained> {
    let primitive = matches!(site.found(), Some(Token::Int | Token::Boolean))
        && site.back(1) == Some(Token::OpenParen)
        && site.after(1) == Some(Token::CloseParen);
    let class = || {
        let close = site.index_before(1).filter(|&i| site.token(i) == Some(Token::CloseParen))?;
        let open = site.brackets.end(close)?;
        let name = site.name(open + 1)?;
        let called = open > site.piece.start && site.name(open - 1).is_some();
        let is_class = close == open + 2 && name.starts_with(|c: char| c.is_ascii_uppercase());
        let operand = site.found().is_some_and(Token::starts_expression) && site.same_line();
        (is_class && !called && operand).then_some(open + 1)
    };
    let ty = if primitive { site.at } else { class()? };
    let help = "an object can be used where one of its superclasses is expected, without a cast; there is no way back";
    // The methods of a class that is cast to are others.
    let fix = Fix::new("remove the cast", vec![site.remove(ty - 1..ty + 2)]).if_sure(primitive);
    Some(site.error(ty, format!("there are no casts to `{}`", site.word(ty)), help).with([fix]).into())
}

/// `new C(…)`.
pub(super) fn new_arguments(site: &Site<'_>) -> Option<Explained> {
    if site.found() != Some(Token::OpenParen) || site.expects("(") {
        return None;
    }
    let new = match site.back(1)? {
        Token::Ident(_) => site.index_before(2)?,
        Token::Gt => site.backwards().find(|&i| site.token(i) == Some(Token::OpenArgs))?.checked_sub(2)?,
        _ => return None,
    };
    if site.token(new) != Some(Token::New) {
        return None;
    }
    let class = site.text_of(new + 1..site.at);
    let help = format!("write `new {class}`; a field gets its first value from its own `= …`");
    let error = site.error(site.at, format!("`new {class}` takes no arguments"), help);
    if let Some(fix) = super::library::fix(site.text, class) {
        let (message, help) = super::library::instead(class);
        return Some(site.error(new + 1, message, help).with([fix]).into());
    }
    let close = site.close(site.at);
    let given = close.is_some_and(|close| close > site.at + 1);
    let constructed = super::constructors::declares(site.text, class);
    let made = if given || constructed { super::constructors::methods(site.text, class) } else { None };
    let error = match (made, close) {
        (Some(fix), _) => error.with([fix]),
        // Arguments without a method to take them have no place.
        (None, Some(close)) => {
            // In one statement the first is complained about.
            let bare = |&i: &usize| {
                site.is(i - 1, Token::New)
                    && site.word(i) == class
                    && site.is(i + 1, Token::OpenParen)
                    && site.is(i + 2, Token::CloseParen)
            };
            let others = (site.at..site.piece.end).filter(|_| !given).filter(bare).map(|i| site.remove(i + 1..i + 3));
            let edits = std::iter::once(site.remove(site.at..close + 1)).chain(others).collect();
            let fix = Fix::new(format!("write `new {class}`"), edits);
            error.with([fix.if_sure(!given && !constructed)])
        }
        (None, None) => error,
    };
    // With a block behind it, it is an anonymous class.
    let anonymous = site.token(site.brackets.after(site.at)) == Some(Token::OpenBrace);
    Some(Explained { skip_blocks: anonymous, ..error.into() })
}

/// `f(…)`.
pub(super) fn call_without_receiver(site: &Site<'_>) -> Option<Explained> {
    let f = site.name_before(1)?;
    // Behind a value a `.` is missing; behind a test the branch begins.
    let of_test = || {
        let close = site.index_before(2).filter(|&i| site.is(i, Token::CloseParen))?;
        let before = site.brackets.end(close)?.checked_sub(1)?;
        matches!(site.token(before), Some(Token::If | Token::While)).then_some(())
    };
    let value = matches!(site.back(2), Some(Token::Ident(_) | Token::This | Token::CloseParen));
    let behind = value && of_test().is_none();
    if site.found() != Some(Token::OpenParen) || !site.expects("||") || behind {
        return None;
    }
    let help = match f {
        "println" | "printf" => "write `print e`".to_owned(),
        _ => super::java::instead_of_method(f)
            .map_or_else(|| format!("write `this.{f}(…)`, or the object that it belongs to for `this`"), str::to_owned),
    };
    let error = site.error(site.at - 1, format!("method `{f}` is called on no object"), help);
    if matches!(f, "println" | "printf") {
        return Some(error.by(vec![site.replace(site.at - 1..site.at, "print ")]).into());
    }
    if site.class_around(site.at).is_some() {
        return Some(error.by(vec![site.before(site.at - 1, "this.")]).into());
    }
    let from = if site.is_large() { site.at } else { 0 };
    let mut names: Vec<&str> = (from..site.at)
        .filter(|&i| site.is(i + 1, Token::Assign) && i > 1 && matches!(site.token(i - 2), Some(Token::Let)))
        .filter_map(|i| site.name(i))
        .collect();
    names.dedup();
    let only = names.len() == 1;
    let call = |x: &str| vec![site.before(site.at - 1, format!("{x}."))];
    let on = |x: &str| Fix::new(format!("write `{x}.{f}(…)`"), call(x)).if_sure(only);
    Some(error.with(names.into_iter().rev().take(8).map(on)).into())
}

/// `fork`, `if`, `let` and their like where they need brackets around them.
pub(super) fn bracketed(site: &Site<'_>) -> Option<Explained> {
    use Token::*;
    let found = site.found()?;
    let operand = matches!(found, Ident(_) | Number(_) | Text(_));
    if operand || !found.starts_expression() || !site.expects_expression() {
        return None;
    }
    let word = site.word(site.at);
    if site.expects(word) {
        return None;
    }
    let (message, help) = match found {
        Let if site.expects("fork") => {
            let initialiser = site.kind == PieceKind::Member;
            let what = if initialiser { "a `let` in a field's initialiser" } else { "this `let`" };
            (format!("{what} must be in brackets"), "write `{ let … in … }`".to_owned())
        }
        Holds => {
            let help = "write `holds l;` before the statements that need the lock";
            return site.slip(site.at, "`holds` is a statement of its own", help, vec![]);
        }
        _ => (format!("as an operand, `{word} …` must be in brackets"), format!("write `({word} …)`")),
    };
    let (open, close) = if found == Let { ("{ ", " }") } else { ("(", ")") };
    let edits = vec![site.before(site.at, open), site.behind(site.statement_end(site.at) - 1, close)];
    site.slip(site.at, message, help, edits)
}

/// A `(` that is open at the end of its statement.
pub(super) fn unclosed(site: &Site<'_>) -> Option<Explained> {
    let ends =
        site.at >= site.piece.end || matches!(site.found(), Some(Token::Semi | Token::CloseBrace)) || !site.same_line();
    let open = site.open().filter(|&o| site.token(o) == Some(Token::OpenParen) && site.brackets.end(o).is_none())?;
    let missing = ends && (site.expects(")") || site.at >= site.piece.end);
    let help = "write the `)` that belongs to it";
    let error = || site.error(open, "this `(` is never closed", help);
    missing.then(|| error().by_if(false, vec![site.behind(site.at - 1, ")")]).into())
}

/// A `)` that closes nothing.
pub(super) fn closes_nothing(site: &Site<'_>) -> Option<Explained> {
    let stray = site.found() == Some(Token::CloseParen) && !site.brackets.is_paired(site.at);
    let error = || site.error(site.at, "this `)` closes nothing", "remove it, or write the `(` that it closes");
    stray.then(|| error().with([Fix::guess("remove it", vec![site.remove(site.at..site.at + 1)])]).into())
}

/// A reserved word as a name.
pub(super) fn reserved(site: &Site<'_>) -> Option<Explained> {
    let wanted = site.expects("name") && !site.expects_expression() && !site.expects("int") && !site.expects("this");
    let word = site.word(site.at);
    let is_word = site.found().is_some() && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !wanted || !is_word || site.at >= site.piece.end {
        return None;
    }
    if site.found() == Some(Token::Final)
        && let Some(Token::Int | Token::Boolean | Token::Ident(_)) = site.back(1)
        && site.kind == PieceKind::Member
    {
        let edit = site.replace(site.at - 1..site.at + 1, format!("final {}", site.word(site.at - 1)));
        return site.slip(site.at, "`final` stands before the type", "write `final` first", vec![edit]);
    }
    if site.back(1) == Some(Token::New) {
        let help = "`new` is followed by the name of a class";
        return site.slip(site.at, format!("`{word}` is no class"), help, vec![]);
    }
    let is_print = site.found() == Some(Token::Print);
    let fix = match is_print && site.back(1) == Some(Token::Dot) {
        true => site
            .path_before(site.piece.start..site.at)
            .map(|start| Fix::new("write `print e`", vec![site.replace(start..site.at + 1, "print ")])),
        false => Some(Fix::guess(format!("choose another name, such as `{word}1`"), vec![site.behind(site.at, "1")])),
    };
    let help = match is_print {
        true => "to print write `print e`, without an object before it; as a name choose another",
        false => "choose another name",
    };
    Some(site.error(site.at, format!("`{word}` is a reserved word, so it cannot be a name"), help).with(fix).into())
}

/// `executor.submit(() -> e)`: `fork { e }`.
fn submitted(site: &Site<'_>) -> Option<Fix> {
    let open = site.at.checked_sub(2).filter(|&open| site.is(open, Token::OpenParen))?;
    let method = site.name(open.checked_sub(1)?)?;
    let runs = matches!(method, "submit" | "execute" | "runAsync" | "supplyAsync" | "start" | "run" | "invokeLater");
    let start = site.path_before(site.piece.start..open).filter(|_| runs)?;
    let (body, close) = (site.at + 3, site.close(open)?);
    let (head, tail) = if site.is(body, Token::OpenBrace) { ("fork ", "") } else { ("fork { ", " }") };
    Some(Fix::new("a thread is a `fork`", vec![site.replace(start..body, head), site.replace(close..close + 1, tail)]))
}

/// `fork(() -> e)`, and functions anywhere else.
pub(super) fn function(site: &Site<'_>) -> Option<Explained> {
    let arrow = site.found() == Some(Token::CloseParen)
        && site.back(1) == Some(Token::OpenParen)
        && site.after(1) == Some(Token::Minus)
        && site.after(2) == Some(Token::Gt);
    if !arrow {
        return None;
    }
    let error = site.error(site.at - 1, "functions are no values", "write the expression that it evaluates alone");
    let forked = site.back(2) == Some(Token::Fork)
        || site.back(3) == Some(Token::Fork) && site.back(2) == Some(Token::OpenParen);
    let fix = forked.then(|| Fix::new("write `fork …`", vec![site.remove(site.at - 1..site.at + 3)]));
    let fix = fix.or_else(|| submitted(site));
    Some(error.with(fix).into())
}
