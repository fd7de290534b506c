//! Slips in the members of classes: clauses in the wrong place, what is missing in a declaration.

use crate::site::Site;
use crate::token::Token;
use crate::words::Explained;

/// `requires` and `guarded_by` where they do not belong.
pub(super) fn clause(site: &Site<'_>) -> Option<Explained> {
    let has = |token| site.backwards().any(|i| site.token(i) == Some(token));
    let (message, help) = match site.found()? {
        Token::Requires if !site.expects("requires") && !has(Token::Assign) => {
            let locks = (site.at + 1..site.tokens.len())
                .take(32)
                .take_while(|&i| {
                    matches!(site.token(i), Some(Token::Ident(_) | Token::This | Token::Dot | Token::Comma))
                })
                .last()
                .unwrap_or(site.at);
            if site.token(locks + 1) == Some(Token::OpenParen) || site.at == site.piece.start {
                ("`requires` comes after the parameters", "write `int f(…) requires this { … }`")
            } else {
                ("`requires` belongs to a method", "the lock of a field is declared with `guarded_by`")
            }
        }
        Token::GuardedBy if has(Token::Assign) => {
            ("`guarded_by` comes before the `=`", "write `int x guarded_by this = …`")
        }
        Token::GuardedBy if site.expects("{") => {
            ("`guarded_by` belongs to a field or a class", "a method says with `requires` which locks its callers hold")
        }
        _ => return None,
    };
    Some(site.error(site.at, message, help).into())
}

/// A method without a body or declared `final`, a field declared `synchronized`, several fields at once.
pub(super) fn modifiers(site: &Site<'_>) -> Option<Explained> {
    let error = match site.found()? {
        Token::Semi if site.expects("{") && !site.expects_expression() => site.error(
            site.at,
            "this method has no body",
            "write its body as a block `{ … }`; there are no abstract methods",
        ),
        Token::OpenParen
            if site.expects("=")
                && !site.expects("||")
                && site.token(site.piece.start) == Some(Token::Final)
                && site.name_before(1).is_some() =>
        {
            site.error(site.piece.start, "a method is not `final`", "remove it: every method can be overridden")
        }
        Token::Comma if site.open().is_none() && site.expects(";") => site.error(
            site.at,
            "a declaration declares one field",
            "write `;` for the `,`, and a type before the next name",
        ),
        Token::Semi | Token::Assign | Token::GuardedBy
            if site.expects("(") && site.token(site.piece.start) == Some(Token::Synchronized) =>
        {
            site.error(
                site.piece.start,
                "a field is not `synchronized`",
                "the lock of a field is declared with `guarded_by`, behind its name",
            )
        }
        Token::Final if site.open().is_some() && site.expects("int") => {
            site.error(site.at, "a parameter is not declared `final`", "remove it: every variable is final")
        }
        _ => return None,
    };
    Some(error.into())
}

/// A method or field without its type, a constructor.
pub(super) fn untyped(site: &Site<'_>) -> Option<Explained> {
    let first = site.piece.start + usize::from(site.token(site.piece.start) == Some(Token::Synchronized));
    let declares = site.at == first + 1 || site.at == first + 2 && site.token(first) == Some(Token::Final);
    let name = site.name_before(1).filter(|_| declares && site.expects("name"))?;
    let error = match site.found()? {
        Token::OpenParen if Some(name) == class_name(site) => site.error(
            site.at - 1,
            "there are no constructors",
            "a field gets its first value from its own `= …`; for the rest write a method and call it after `new`",
        ),
        Token::OpenParen => site.error(
            site.at - 1,
            format!("method `{name}` has no result type"),
            format!("write `void {name}(…)`, or the type of its result for `void`"),
        ),
        Token::Assign | Token::Semi | Token::GuardedBy => site.error(
            site.at - 1,
            format!("field `{name}` has no type"),
            format!("write `int {name}`, or another type for `int`"),
        ),
        _ => return None,
    };
    Some(error.into())
}

/// The class that the site is in.
fn class_name<'a>(site: &Site<'a>) -> Option<&'a str> {
    let classes = &site.brackets.classes;
    let class = classes[..classes.partition_point(|&c| c <= site.at)].last()?;
    (class + 1..class + 3).find_map(|i| site.name(i))
}

/// A parameter without its type or name.
pub(super) fn parameter(site: &Site<'_>) -> Option<Explained> {
    let ends = matches!(site.found(), Some(Token::CloseParen | Token::Comma));
    let open = site.open().filter(|_| ends && site.expects("name") && !site.expects_expression())?;
    if site.token(open) != Some(Token::OpenParen) || !matches!(site.before(2), Some(Token::OpenParen | Token::Comma)) {
        return None;
    }
    let error = match site.name_before(1) {
        Some(x) => site.error(
            site.at - 1,
            format!("parameter `{x}` has no type"),
            format!("write `int {x}`, or another type for `int`"),
        ),
        None => {
            let ty = site.text(site.at - 1);
            site.error(site.at - 1, "this parameter has no name", format!("write `{ty} x`, or another name for `x`"))
        }
    };
    Some(error.into())
}
