//! `return`, which the language does not have. All of a body are taken away at once, and only where the meaning is kept: nothing is
//! evaluated behind a `return`, or what is evaluated becomes the other branch of the `if` that it ends.

use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::token::Token;

/// Limit on the `return`s taken away in one body, and on their depth in it.
const MOST: usize = 64;

/// The repair of the `return` at token `i`: that of the whole body that it is in, or a guess where it skips what follows.
pub(super) fn fix(text: Text<'_>, i: usize) -> Fix {
    let body = || {
        let open = method_body(text, i).or_else(|| text.body_around(i))?;
        let close = text.close(open)?;
        let mut body = Returns { text, edits: Vec::new(), closed: Vec::new(), left: MOST };
        body.list(open + 1, close, MOST)?;
        let closed = std::mem::take(&mut body.closed);
        let moves = !closed.is_empty();
        body.edits.extend(closed.into_iter().map(|(end, n)| match text.is(end - 1, Token::Semi) {
            true => text.behind(end - 1, " }".repeat(n)),
            false => text.before(end, "} ".repeat(n)),
        }));
        Some((moves, body.edits))
    };
    match body() {
        Some((true, edits)) => Fix::new("make what follows the other branch: `if (…) … else { … }`", edits),
        Some((false, edits)) => {
            Fix::new("the value of a method is that of its last expression: write it alone, without `return`", edits)
        }
        None => Fix::guess("remove `return`: what follows is evaluated then, too", taken(text, i)),
    }
}

/// The brace of the body of the method around token `i`, right behind its parameters, however its class is written.
fn method_body(text: Text<'_>, i: usize) -> Option<usize> {
    let mut open = text.open_around(i)?;
    loop {
        let parameters =
            open.checked_sub(1).filter(|&j| text.is(j, Token::CloseParen)).and_then(|j| text.brackets.end(j));
        let typed =
            |j: usize| matches!(text.token(j), Some(Token::Int | Token::Boolean | Token::Void | Token::Ident(_)));
        if parameters
            .is_some_and(|p| p > 1 && text.is(open, Token::OpenBrace) && text.name(p - 1).is_some() && typed(p - 2))
        {
            return Some(open);
        }
        open = text.open_around(open)?;
    }
}

/// The end of a statement without parts.
fn simple_end(text: Text<'_>, i: usize) -> usize {
    let ends = |token| matches!(token, Token::Semi | Token::AutoSemi | Token::Else);
    text.find(i, ends).unwrap_or_else(|| text.end_around(i))
}

/// The `return` at token `i` taken away, and what it gives left there.
fn taken(text: Text<'_>, i: usize) -> Vec<Edit> {
    let end = simple_end(text, i);
    if end == i + 1 {
        let alone = text.is_statement(i..end) && text.is(end, Token::Semi) && text.statement_start(i) == i;
        return vec![if alone { text.remove(i..end + 1) } else { text.replace(i..i + 1, "{}") }];
    }
    // The value of `e++` is used.
    let twice =
        |j: usize| matches!(text.token(j), Some(Token::Plus | Token::Minus)) && text.token(j) == text.token(j + 1);
    match twice(i + 1) || twice(end - 2) {
        false => vec![text.remove(i..i + 1)],
        true => vec![text.replace(i..i + 1, "("), text.behind(end - 1, ")")],
    }
}

/// The statements of a body.
struct Returns<'a> {
    text: Text<'a>,
    edits: Vec<Edit>,
    /// The ends of blocks, and how many branches end there, too.
    closed: Vec<(usize, usize)>,
    /// Number of `return`s that may still be taken away.
    left: usize,
}

impl Returns<'_> {
    fn is_within(&self, mut range: std::ops::Range<usize>) -> bool {
        range.any(|i| self.text.name(i) == Some("return"))
    }

    fn is_semi(&self, i: usize) -> bool {
        matches!(self.text.token(i), Some(Token::Semi | Token::AutoSemi))
    }

    fn behind_semis(&self, i: usize, end: usize) -> usize {
        (i..end).find(|&j| !self.is_semi(j)).unwrap_or(i.max(end))
    }

    /// The statements from token `i` up to `end`, behind which nothing is evaluated: whether all ways through them end with a
    /// `return`; none if one would skip what follows it.
    fn list(&mut self, mut i: usize, end: usize, depth: usize) -> Option<bool> {
        loop {
            i = self.behind_semis(i, end);
            if i >= end || !self.is_within(i..end) {
                return Some(false);
            }
            // An `else` that has no `if` starts none.
            let stop = self.statement_end(i, end, depth).filter(|&stop| stop > i)?;
            let rest = self.behind_semis(stop, end);
            if rest >= end {
                return self.last(i, end.min(stop), depth.checked_sub(1)?);
            }
            if self.is_within(i..stop) && !self.thread(i, stop, depth)? {
                // If all others return, the rest is another branch or goes on the last one.
                let other = self.last_else(i, stop, depth)?;
                let others = other.filter(|&other| !self.is_within(other..stop));
                if !self.text.is(i, Token::If) || !self.branches(i, others.unwrap_or(stop), depth, true)? {
                    return None;
                }
                match (others, self.text.is(stop, Token::Semi)) {
                    (Some(other), _) => self.edits.push(self.text.behind(other, " {")),
                    (None, true) => self.edits.push(self.text.replace(stop..stop + 1, " else {")),
                    (None, false) => self.edits.push(self.text.before(rest, "else { ")),
                }
                match self.closed.iter_mut().find(|(at, _)| *at == end) {
                    Some((_, n)) => *n += 1,
                    None => self.closed.push((end, 1)),
                }
            }
            i = rest;
        }
    }

    /// A statement behind which nothing is evaluated.
    fn last(&mut self, i: usize, end: usize, depth: usize) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        if !self.is_within(i..end) {
            return Some(false);
        }
        if self.text.name(i) == Some("return") {
            let nested = self.is_within(i + 1..end);
            self.left = self.left.checked_sub(1).filter(|_| !nested)?;
            self.edits.extend(taken(self.text, i));
            return Some(true);
        }
        match self.text.token(i)? {
            Token::OpenBrace => self.list(i + 1, end - 1, depth),
            Token::If => self.branches(i, end, depth, false),
            Token::Synchronized => {
                let body = self.held(i)?;
                self.last(body, end, depth)
            }
            Token::Let => {
                let body = (i..end).find(|&j| self.text.is(j, Token::In))? + 1;
                let nested =
                    (i + 1..body).any(|j| matches!(self.text.token(j), Some(Token::Let | Token::Synchronized)));
                if nested { None } else { self.list(body, end, depth) }
            }
            _ => self.thread(i, end, depth).and_then(|is_thread| (is_thread).then_some(false)),
        }
    }

    /// `if (…) … else …`; whether all branches return. If something follows, none may be missing but the last.
    fn branches(&mut self, i: usize, end: usize, depth: usize, followed: bool) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        let (then, stop, other) = self.parts(i, end, depth)?;
        let first = self.last(then, stop, depth)?;
        let Some(other) = other else { return Some(first && followed) };
        if followed && !self.text.is(other + 1, Token::If) {
            return None;
        }
        let second = match followed {
            true => self.branches(other + 1, end, depth, true)?,
            false => self.last(other + 1, end, depth)?,
        };
        Some(first && second)
    }

    /// Last plain `else` of the `if` at token `i`.
    fn last_else(&self, i: usize, end: usize, depth: usize) -> Option<Option<usize>> {
        let depth = depth.checked_sub(1)?;
        match self.parts(i, end, depth)?.2 {
            Some(other) if self.text.is(other + 1, Token::If) => self.last_else(other + 1, end, depth),
            other => Some(other),
        }
    }

    /// Parts of the `if` or `while` at token `i`: where its statement begins and ends, and the `else` behind that.
    fn parts(&self, i: usize, end: usize, depth: usize) -> Option<(usize, usize, Option<usize>)> {
        let then = self.text.close(i + 1).filter(|_| self.text.is(i + 1, Token::OpenParen))? + 1;
        let stop = self.statement_end(then, end, depth)?;
        let other = stop + usize::from(self.is_semi(stop));
        Some((then, stop, Some(other).filter(|&other| other < end && self.text.is(other, Token::Else))))
    }

    /// A thread's body, which is a body of its own: whether the statement has no `return` but there.
    fn thread(&mut self, i: usize, end: usize, depth: usize) -> Option<bool> {
        let starts = |j: &usize| {
            let lambda = self.text.is(j - 1, Token::Gt) && self.text.is(j - 2, Token::Minus);
            self.text.is(*j, Token::OpenBrace) && (lambda || self.text.is(j - 1, Token::Fork))
        };
        let Some(open) = (i + 1..end).find(starts) else { return Some(false) };
        let close = self.text.close(open)?;
        if self.is_within(i..open) || self.is_within(close..end) {
            return Some(false);
        }
        self.list(open + 1, close, depth.checked_sub(1)?)?;
        Some(true)
    }

    /// The body of a `synchronized` at token `i`.
    fn held(&self, i: usize) -> Option<usize> {
        let open = (i..).take(32).find(|&j| matches!(self.text.token(j), Some(Token::In | Token::OpenBrace) | None))?;
        Some(if self.text.is(open, Token::In) { open + 1 } else { open })
    }

    /// The end of a statement, before its `;`.
    fn statement_end(&self, i: usize, end: usize, depth: usize) -> Option<usize> {
        let depth = depth.checked_sub(1)?;
        let text = self.text;
        let stop = match text.token(i)? {
            Token::OpenBrace => text.close(i)? + 1,
            Token::If | Token::While => {
                let (_, stop, other) = self.parts(i, end, depth)?;
                match other.filter(|_| text.is(i, Token::If)) {
                    Some(other) => self.statement_end(other + 1, end, depth)?,
                    None => stop,
                }
            }
            Token::Synchronized => self.statement_end(self.held(i)?, end, depth)?,
            // It takes all that follows.
            Token::Let => end,
            _ => simple_end(text, i),
        };
        Some(stop.min(end))
    }
}
