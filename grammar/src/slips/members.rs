//! Slips in the members of classes: clauses in the wrong place, what is missing in a declaration.

use crate::fix::{Edit, Fix};
use crate::site::Site;
use crate::span::Span;
use crate::token::Token;
use crate::words::Explained;

/// `requires` and `guarded_by` where they do not belong.
pub(super) fn clause(site: &Site<'_>) -> Option<Explained> {
    let has = |token| site.backwards().any(|i| site.token(i) == Some(token));
    let end = locks(site).map(|last| last + 1);
    let text = |end| site.text_of(site.at..end);
    let gone = |end: usize| Edit::replace(Span::new(site.span(site.at - 1).end, site.span(end - 1).end), "");
    let other = |word| end.map(|_| vec![site.replace(site.at..site.at + 1, word)]);
    let requires = "write `int f(…) requires this { … }`";
    let (message, help, edits) = match site.found()? {
        Token::Requires if !site.expects("requires") && !has(Token::Assign) => match method_before(site) {
            Some(body) => {
                let edits = end.map(|end| vec![site.before(body, format!("{} ", text(end))), gone(end)]);
                ("`requires` comes before the body", requires, edits)
            }
            None if site.is(end.unwrap_or(site.at + 1), Token::OpenParen) || site.at == site.piece.start => {
                let edits = end.and_then(|end| {
                    let close = site.close(site.find(end, |t| t == Token::OpenParen)?)?;
                    Some(vec![site.remove(site.at..end), site.behind(close, format!(" {}", text(end)))])
                });
                ("`requires` comes after the parameters", requires, edits)
            }
            None => {
                let help = "the lock of a field is declared with `guarded_by`";
                ("`requires` belongs to a method", help, other("guarded_by"))
            }
        },
        Token::GuardedBy if site.at == site.piece.start => {
            let edits = end.and_then(|_| behind_name(site));
            ("`guarded_by` comes after the name of the field", "write `int x guarded_by this`", edits)
        }
        Token::GuardedBy if has(Token::Assign) => {
            let edits = end.and_then(|end| {
                let assign = site.backwards().find(|&i| site.is(i, Token::Assign))?;
                Some(vec![gone(end), site.before(assign, format!("{} ", text(end)))])
            });
            ("`guarded_by` comes before the `=`", "write `int x guarded_by this = …`", edits)
        }
        Token::GuardedBy if site.expects("{") => {
            let help = "a method says with `requires` which locks its callers hold";
            ("`guarded_by` belongs to a field or a class", help, other("requires"))
        }
        _ => return None,
    };
    site.slip(site.at, message, help, edits.unwrap_or_default())
}

/// Puts the guard at the site behind the name of its field: one path, and what follows it is the declaration.
fn behind_name(site: &Site<'_>) -> Option<Vec<Edit>> {
    let mut end = site.at + 2;
    while site.is(end, Token::Dot) {
        end += 2;
    }
    let clause = site.text_of(site.at..end);
    let behind = site.find(end, |t| matches!(t, Token::Assign | Token::Semi | Token::AutoSemi))?;
    Some(vec![site.remove(site.at..end), site.behind(behind - 1, format!(" {clause}"))])
}

/// Last token of the locks behind the word at the site.
fn locks(site: &Site<'_>) -> Option<usize> {
    let lock = |&i: &usize| site.is_path(i) || site.is(i, Token::Comma);
    (site.at + 1..site.len()).take(32).take_while(lock).last()
}

/// The brace that opens the body of a method, where the body ends right before the place of the error.
fn method_before(site: &Site<'_>) -> Option<usize> {
    let close = site.at.checked_sub(1).filter(|&i| site.token(i) == Some(Token::CloseBrace))?;
    let open = site.brackets.end(close).filter(|&i| i > 0)?;
    matches!(site.token(open - 1), Some(Token::CloseParen)).then_some(open)
}

/// Explains an error in `atomicity a`: a word that is no atomicity, a test without its `?`, `:` or `)`, no atomicity at
/// all.
pub(super) fn atomicity(site: &Site<'_>) -> Option<Explained> {
    let declared = site.backwards().any(|i| site.token(i) == Some(Token::Atomicity));
    if !declared {
        return None;
    }
    let words = "the atomicities are const, mover, left, right, atomic, cmpd, error and `(held l ? a : b)`";
    let test = "write `(held l ? a : b)`: `a` if the lock `l` is held, else `b`";
    let at = site.at;
    let (message, help, edits) = match site.name(at) {
        Some("held") if site.expects("basic") => ("a test of a lock stands in round brackets", test, vec![]),
        Some(name) if site.expects("basic") => {
            let edit = site.replace(at..at + 1, "cmpd");
            return site.slip(at, format!("there is no atomicity `{name}`"), words, vec![edit]);
        }
        None if site.expects("basic") => ("an atomicity is missing here", words, vec![site.before(at, "cmpd ")]),
        _ if site.expects("held") => ("only a test of a lock stands in round brackets", test, vec![]),
        _ if site.expects("?") => ("this `held` has no `?`", test, vec![]),
        _ if site.expects(":") => ("this test has no `:`", test, vec![]),
        _ if site.expects(")") && !site.expects_expression() && !site.expects("||") => {
            ("this test is not closed", test, vec![])
        }
        _ => return None,
    };
    site.slip(at, message, help, edits)
}

/// A method without a body or declared `final`, a field declared `synchronized`, several fields at once.
pub(super) fn modifiers(site: &Site<'_>) -> Option<Explained> {
    let (at, first) = (site.at, site.piece.start);
    let starts = |token| site.token(first) == Some(token);
    let gone = |i: usize| site.remove(i..i + 1);
    let is_guard = |i: usize| matches!(site.token(i), Some(Token::GuardedBy | Token::WriteGuardedBy));
    if site.is(at, Token::Comma)
        && let Some(fixes) = second_guard(site)
    {
        return Some(site.error(at, "a field has one guard", "keep one of the locks").with(fixes).into());
    }
    let (i, message, help, edits) = match site.found()? {
        Token::Semi if site.expects("{") && !site.expects_expression() => {
            let body = match site.token(first) {
                Some(Token::Int) => " { 0 }",
                Some(Token::Boolean) => " { false }",
                Some(Token::Ident(_)) => " { null }",
                _ => " {}",
            };
            let help = "write its body as a block `{ … }`; there are no abstract methods";
            let fix = Fix::guess("write a body", vec![site.replace(at..at + 1, body)]);
            return Some(site.error(at, "this method has no body", help).with([fix]).into());
        }
        Token::OpenBrace if site.expects("(") && site.name_before(1).is_some() && !starts(Token::Final) => (
            at - 1,
            "this method has no parameters in brackets",
            "write `()` behind its name",
            vec![site.behind(at - 1, "()")],
        ),
        Token::OpenParen
            if site.expects("=") && !site.expects("||") && starts(Token::Final) && site.name_before(1).is_some() =>
        {
            (first, "a method is not `final`", "remove it: every method can be overridden", vec![gone(first)])
        }
        Token::Comma if site.open().is_none() && site.expects(";") => {
            let help = "write `;` for the `,`, and a type before the next name";
            (at, "a declaration declares one field", help, several_fields(site))
        }
        Token::Semi | Token::Assign | Token::GuardedBy | Token::WriteGuardedBy | Token::CloseBrace
            if site.expects("(") && starts(Token::Atomic) =>
        {
            let help = "remove it: `atomic` claims that a method runs as if nothing came between its steps; a field has a guard";
            (first, "a field is not `atomic`", help, vec![gone(first)])
        }
        Token::Atomic if site.back(1) == Some(Token::Synchronized) => {
            let edit = site.replace(at - 1..at + 1, "atomic synchronized");
            (at, "`atomic` stands before `synchronized`", "write `atomic synchronized`", vec![edit])
        }
        Token::GuardedBy | Token::WriteGuardedBy if site.backwards().any(is_guard) => {
            let help = "`guarded_by l` guards reads and writes, `write_guarded_by l` writes alone: keep one of them";
            let end = (at + 1..site.len()).find(|&i| !site.is_path(i)).unwrap_or(site.len());
            (at, "a field has one guard", help, vec![site.remove(at..end)])
        }
        Token::Final if site.back(1) == Some(Token::Atomic) => {
            (at - 1, "a field is not `atomic`", "remove it: `atomic` belongs to a method", vec![gone(at - 1)])
        }
        Token::Semi | Token::Assign | Token::GuardedBy | Token::WriteGuardedBy | Token::CloseBrace
            if site.expects("(") && starts(Token::Synchronized) =>
        {
            let help = "the lock of a field is declared with `guarded_by`, behind its name";
            let guard = (!site.is(at, Token::GuardedBy)).then(|| site.behind(at - 1, " guarded_by this"));
            let edits = std::iter::once(gone(first)).chain(guard).collect();
            (first, "a field is not `synchronized`", help, edits)
        }
        Token::Final if site.open().is_some() && site.expects("int") => {
            (at, "a parameter is not declared `final`", "remove it: every variable is final", vec![gone(at)])
        }
        _ => return None,
    };
    site.slip(i, message, help, edits)
}

/// `guarded_by a, b`, where `b` is no other field: the one lock or the other.
fn second_guard(site: &Site<'_>) -> Option<[Fix; 2]> {
    let path = |&i: &usize| site.is_path(i);
    let guard = (site.piece.start..site.at).rev().find(|i| !path(i)).filter(|&i| site.is(i, Token::GuardedBy))?;
    let end = (site.at + 1..site.len()).take(16).take_while(path).last()? + 1;
    let (_, open) = site.class_around(site.at)?;
    let members = open + 1..site.close(open)?;
    let lock = end > site.at + 2
        || site.is(site.at + 1, Token::This)
        || super::variables::declares_field(site.text, members, site.word(site.at + 1));
    lock.then(|| {
        [(site.at..end, guard + 1..site.at), (guard + 1..site.at + 1, site.at + 1..end)].map(|(gone, kept)| {
            Fix::guess(format!("keep `guarded_by {}`", site.text_of(kept)), vec![site.remove(gone)])
        })
    })
}

/// `{ x = 5; }` among the members.
pub(super) fn block(site: &Site<'_>) -> Option<Explained> {
    let block = site.found() == Some(Token::OpenBrace) && site.at == site.piece.start;
    let error = || site.error(site.at, "a class has no block of its own", super::constructors::HELP);
    block.then(|| error().with(super::constructors::block(site.text, site.at)).into())
}

/// A method or field without its type, a constructor.
pub(super) fn untyped(site: &Site<'_>) -> Option<Explained> {
    let first = site.piece.start + usize::from(site.token(site.piece.start) == Some(Token::Synchronized));
    // Behind a field whose value ends without `;` no new piece begins.
    let ends_value =
        |token| matches!(token, Token::Number(_) | Token::Null | Token::True | Token::False | Token::Text(_));
    let declares = site.at == first + 1
        || site.at == first + 2 && site.token(first) == Some(Token::Final)
        || site.found() == Some(Token::OpenParen) && site.open().is_none() && site.back(2).is_some_and(ends_value);
    let name = site.name_before(1).filter(|_| declares && site.expects("name"))?;
    let at = site.at - 1;
    match site.found()? {
        Token::OpenParen if Some(name) == class_name(site) => {
            let error = site.error(at, super::constructors::NONE, super::constructors::HELP);
            Some(error.with(super::constructors::methods(site.text, name)).into())
        }
        Token::OpenParen => {
            let message = format!("method `{name}` has no result type");
            match type_of_body(site) {
                Some(ty) => {
                    site.slip(at, message, format!("write `{ty} {name}(…)`"), vec![site.before(at, format!("{ty} "))])
                }
                None => {
                    let help = format!("write `void {name}(…)`, or the type of its result for `void`");
                    site.slip(at, message, help, vec![site.before(at, "void ")])
                }
            }
        }
        found @ (Token::Assign | Token::Semi | Token::GuardedBy | Token::WriteGuardedBy) => {
            let help = format!("write `int {name}`, or another type for `int`");
            let fix = Fix::new(format!("write `int {name}`"), vec![site.before(at, "int ")]);
            // It may be an assignment out of its place.
            let fix = fix.if_sure(found != Token::Assign);
            Some(site.error(at, format!("field `{name}` has no type"), help).with([fix]).into())
        }
        _ => None,
    }
}

/// The type of the result of a method whose parameters begin here, if its body ends with a literal.
fn type_of_body(site: &Site<'_>) -> Option<&'static str> {
    let (mut n, mut depth) = (site.at, 0usize);
    while site.token(n)? != Token::OpenBrace {
        n += 1;
    }
    let end = loop {
        match site.token(n)? {
            Token::OpenBrace => depth += 1,
            Token::CloseBrace => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break n;
        }
        n += 1;
    };
    let last = (0..end).rev().find(|n| site.token(*n) != Some(Token::CloseBrace))?;
    // The literal is all of the last expression.
    let before = site.token(last.checked_sub(1)?)?;
    if !matches!(before, Token::OpenBrace | Token::Semi | Token::Else) {
        return None;
    }
    match site.token(last)? {
        Token::True | Token::False => Some("boolean"),
        Token::Number(_) => Some("int"),
        Token::Text(_) => Some("String"),
        _ => None,
    }
}

/// The class that the site is in.
fn class_name<'a>(site: &Site<'a>) -> Option<&'a str> {
    let classes = &site.brackets.classes;
    site.class_name(*classes[..classes.partition_point(|&c| c <= site.at)].last()?)
}

/// A parameter without its type or name.
pub(super) fn parameter(site: &Site<'_>) -> Option<Explained> {
    let ends = matches!(site.found(), Some(Token::CloseParen | Token::Comma));
    let open = site.open().filter(|_| ends && site.expects("name") && !site.expects_expression())?;
    if site.token(open) != Some(Token::OpenParen) || !matches!(site.back(2), Some(Token::OpenParen | Token::Comma)) {
        return None;
    }
    let at = site.at - 1;
    if let Some(x) = site.name_before(1) {
        let help = format!("write `int {x}`, or another type for `int`");
        return site.slip(at, format!("parameter `{x}` has no type"), help, vec![site.before(at, "int ")]);
    }
    if site.token(at) == Some(Token::Void)
        && site.found() == Some(Token::CloseParen)
        && site.token(at - 1) == Some(Token::OpenParen)
    {
        return site.slip(at, "`void` is no parameter", "write `()` for no parameters", vec![site.remove(at..at + 1)]);
    }
    let help = format!("write `{} x`, or another name for `x`", site.word(at));
    site.slip(at, "this parameter has no name", help, vec![site.behind(at, " x")])
}

/// `int a, b = 1;` as two fields.
fn several_fields(site: &Site<'_>) -> Vec<Edit> {
    let start = site.piece.start;
    let end = site.statement_end(site.at);
    let name = (start..site.at).find(|&i| {
        site.name(i).is_some() && matches!(site.token(i + 1), Some(Token::Comma | Token::Assign | Token::GuardedBy))
    });
    let ty = site.text_of(start..name.unwrap_or(start + 1));
    let commas: Vec<usize> = (site.at..end).filter(|&i| site.is(i, Token::Comma)).collect();
    // One guard is that of all.
    let guards: Vec<usize> = (start..end).filter(|&i| site.is(i, Token::GuardedBy)).collect();
    let guard =
        guards.first().filter(|&&g| guards.len() == 1 && commas.last().is_some_and(|&last| g > last)).map(|&g| {
            let stop = (g..end).find(|&i| site.is(i, Token::Assign)).unwrap_or(end);
            site.text_of(g..stop)
        });
    let mut edits: Vec<Edit> = commas.iter().map(|&i| site.replace(i..i + 1, format!("; {ty}"))).collect();
    let names = std::iter::once(name).flatten().chain(commas.iter().map(|i| i + 1)).take(commas.len());
    edits.extend(names.filter_map(|name| guard.map(|guard| site.behind(name, format!(" {guard}")))));
    edits.sort();
    edits
}
