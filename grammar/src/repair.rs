//! The tokens of a source as repairs need them: what is around a token, and edits in terms of tokens.

use crate::brackets::Brackets;
use crate::fix::Edit;
use crate::lexer::{Lexer, Spanned};
use crate::span::Span;
use crate::token::{Extras, Token};
use std::ops::Range;

/// The tokens of a source.
pub(crate) struct Tokens<'s> {
    source: &'s str,
    tokens: Vec<Spanned>,
    brackets: Brackets<'s>,
}

impl<'s> Tokens<'s> {
    /// Takes a source apart.
    pub(crate) fn new(source: &'s str) -> Tokens<'s> {
        let tokens: Vec<Spanned> = Lexer::new(source, Extras::default()).collect();
        let brackets = Brackets::new(source, &tokens);
        Tokens { source, tokens, brackets }
    }

    /// Returns the source as repairs look at it.
    pub(crate) fn text(&self) -> Text<'_> {
        Text { source: self.source, tokens: &self.tokens, brackets: &self.brackets }
    }
}

/// A source taken apart into tokens, and which bracket closes which.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) source: &'a str,
    pub(crate) tokens: &'a [Spanned],
    pub(crate) brackets: &'a Brackets<'a>,
}

/// Size of a source, in bytes, from which on the steps of repairs are counted.
const LARGE: usize = 100_000;

/// Tokens of a large source that repairs may look at, so that their time is linear in its size.
pub(crate) const STEPS: u32 = 1 << 24;

impl<'a> Text<'a> {
    pub(crate) fn len(self) -> usize {
        self.tokens.len()
    }

    /// True while steps are left in a large source; takes off that number of tokens.
    pub(crate) fn may_look(self, tokens: usize) -> bool {
        if self.source.len() <= LARGE {
            return true;
        }
        let steps = &self.brackets.steps;
        steps.set(steps.get().saturating_sub(u32::try_from(tokens).unwrap_or(u32::MAX)));
        steps.get() > 0
    }

    /// True for a large source without steps left for another pass over all of it.
    pub(crate) fn is_large(self) -> bool {
        !self.may_look(self.len())
    }

    pub(crate) fn token(self, i: usize) -> Option<Token> {
        self.tokens.get(i).map(|t| t.1)
    }

    pub(crate) fn is(self, i: usize, token: Token) -> bool {
        self.token(i) == Some(token)
    }

    /// The place of a token; behind the last, the end of the last.
    pub(crate) fn span(self, i: usize) -> Span {
        let end = self.tokens.last().map_or(0, |t| t.2);
        self.tokens.get(i).map_or(Span::new(end, end), |t| Span::new(t.0, t.2))
    }

    /// The text of a token.
    pub(crate) fn word(self, i: usize) -> &'a str {
        self.span(i).text(self.source)
    }

    /// The place from one token up to another, not included.
    pub(crate) fn span_of(self, range: Range<usize>) -> Span {
        match range.is_empty() {
            true => Span::new(self.span(range.start).start, self.span(range.start).start),
            false => self.span(range.start).to(self.span(range.end - 1)),
        }
    }

    /// The text of [`Text::span_of`].
    pub(crate) fn text_of(self, range: Range<usize>) -> &'a str {
        self.span_of(range).text(self.source)
    }

    /// True for a token of a path: a name, `this` or a dot.
    pub(crate) fn is_path(self, i: usize) -> bool {
        matches!(self.token(i), Some(Token::Ident(_) | Token::This | Token::Dot))
    }

    /// First token of the path that ends where a range does.
    pub(crate) fn path_before(self, range: Range<usize>) -> Option<usize> {
        range.rev().take(16).take_while(|&i| self.is_path(i)).last()
    }

    /// The name at an index, if one is there.
    pub(crate) fn name(self, i: usize) -> Option<&'a str> {
        matches!(self.token(i), Some(Token::Ident(_))).then(|| self.word(i))
    }

    /// The token that starts at an offset, or the first behind it.
    pub(crate) fn at(self, offset: u32) -> usize {
        self.tokens.partition_point(|t| t.0 < offset || t.2 == t.0 && t.0 <= offset)
    }

    /// The bracket that closes the one at `i`, if there is one.
    pub(crate) fn close(self, i: usize) -> Option<usize> {
        self.brackets.end(i).filter(|&end| end > i && self.brackets.closes(end, i))
    }

    /// The innermost `(` or `{` around token `i`.
    pub(crate) fn open_around(self, i: usize) -> Option<usize> {
        let mut j = i;
        loop {
            j = j.checked_sub(1).filter(|_| self.may_look(1))?;
            match self.token(j)? {
                Token::CloseBrace | Token::CloseParen => j = self.brackets.end(j).unwrap_or(j).min(j),
                Token::OpenBrace | Token::OpenParen => return Some(j),
                _ => {}
            }
        }
    }

    /// Returns the end of the innermost brackets around token `i`: the closing one, or the end of the source.
    pub(crate) fn end_around(self, i: usize) -> usize {
        self.open_around(i).and_then(|o| self.brackets.end(o)).unwrap_or(self.len())
    }

    /// The first of some tokens from `i` on, what is in brackets left out, before the brackets around `i` end.
    pub(crate) fn find(self, i: usize, mut wanted: impl FnMut(Token) -> bool) -> Option<usize> {
        let mut j = i;
        while let Some(token) = self.token(j).filter(|_| self.may_look(1)) {
            if wanted(token) {
                return Some(j);
            }
            match token {
                Token::OpenBrace | Token::OpenParen => j = self.brackets.after(j).max(j + 1),
                Token::CloseBrace | Token::CloseParen => return None,
                _ => j += 1,
            }
        }
        None
    }

    /// End of the statement that token `i` is in: its `;`, the end of a line that ought to have one, or where the brackets
    /// around it end.
    pub(crate) fn statement_end(self, i: usize) -> usize {
        let end = self.find(i, |t| matches!(t, Token::Semi | Token::AutoSemi)).unwrap_or_else(|| self.end_around(i));
        let mut j = i;
        while j < end && self.may_look(1) {
            j = match self.token(j) {
                Some(Token::OpenBrace | Token::OpenParen) => self.brackets.after(j).max(j + 1),
                _ => j + 1,
            };
            if j < end && self.ends_line(j) {
                return j;
            }
        }
        end
    }

    /// True where a value ends right before token `i`, and a statement starts there on another line.
    fn ends_line(self, i: usize) -> bool {
        use Token::*;
        let Some(before) = i.checked_sub(1) else { return false };
        let gap = self.source.get(self.span(before).end as usize..self.span(i).start as usize).unwrap_or("");
        let starts = matches!(
            self.token(i),
            Some(Ident(_) | This | New | Let | If | While | Print | Fork | Synchronized | Assert)
        );
        let value = match self.token(before) {
            Some(Number(_) | Text(_) | This | True | False | Null) => true,
            // A lone word may be one of Java, or a type.
            Some(Ident(_)) => {
                before > 0 && matches!(self.token(before - 1), Some(Dot | Assign | Plus | Minus | Star | Slash))
            }
            // The bracket of a call.
            Some(CloseParen) => self.brackets.end(before).is_some_and(|open| {
                open > 1 && self.name(open - 1).is_some() && matches!(self.token(open - 2), Some(Dot | New))
            }),
            _ => false,
        };
        starts && value && gap.contains('\n')
    }

    /// Returns the first token of the statement around token `i`.
    pub(crate) fn statement_start(self, i: usize) -> usize {
        let mut j = i;
        while let Some(before) = j.checked_sub(1).filter(|_| self.may_look(1)) {
            match self.token(before) {
                Some(Token::Semi | Token::AutoSemi | Token::OpenBrace | Token::OpenParen) => break,
                Some(Token::CloseBrace | Token::CloseParen) => {
                    j = self.brackets.end(before).unwrap_or(before).min(before)
                }
                _ => j = before,
            }
        }
        j
    }

    /// True if these tokens are a statement, so that their value is not used.
    pub(crate) fn is_statement(self, range: Range<usize>) -> bool {
        use Token::*;
        let starts = match range.start.checked_sub(1).map(|i| (i, self.token(i))) {
            Some((i, Some(CloseParen))) => {
                self.brackets.end(i).and_then(|open| open.checked_sub(1)).is_some_and(|word| {
                    matches!(self.token(word), Some(If | While | Synchronized)) || self.name(word) == Some("for")
                })
            }
            Some((_, before)) => matches!(before, Some(Semi | AutoSemi | OpenBrace | CloseBrace | In | Else)),
            None => true,
        };
        starts && matches!(self.token(range.end), None | Some(Semi | AutoSemi | CloseBrace | Else))
    }

    /// The class that token `i` is in: the word `class` (or `thread_local`), and the brace that opens it.
    pub(crate) fn class_around(self, i: usize) -> Option<(usize, usize)> {
        let classes = &self.brackets.classes;
        let class = *classes[..classes.partition_point(|&c| c <= i)].last()?;
        let open = (class..self.len()).take_while(|_| self.may_look(1)).find(|&j| self.is(j, Token::OpenBrace))?;
        (self.brackets.end(open)? >= i && open < i).then_some((class, open))
    }

    /// The brace that opens the body of the member that token `i` is in.
    pub(crate) fn body_around(self, i: usize) -> Option<usize> {
        let (_, class) = self.class_around(i)?;
        let mut open = i;
        let mut body = None;
        while let Some(o) = self.open_around(open).filter(|&o| o > class) {
            (open, body) = (o, Some(o));
        }
        body
    }

    /// Name of the class with its first word at `class`.
    pub(crate) fn class_name(self, class: usize) -> Option<&'a str> {
        (class + 1..class + 3).find_map(|i| self.name(i))
    }

    /// True if a class of this name is declared.
    pub(crate) fn declares_class(self, name: &str) -> bool {
        self.brackets.classes.iter().any(|&c| self.class_name(c) == Some(name))
    }

    // Edits.

    /// Removes tokens, and the blanks behind them.
    pub(crate) fn remove(self, range: Range<usize>) -> Edit {
        Edit::remove(self.span_of(range), self.source)
    }

    /// Replaces tokens.
    pub(crate) fn replace(self, range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit::replace(self.span_of(range), text)
    }

    /// Inserts before a token.
    pub(crate) fn before(self, i: usize, text: impl Into<String>) -> Edit {
        Edit::insert(self.span(i).start, text)
    }

    /// Inserts behind a token.
    pub(crate) fn behind(self, i: usize, text: impl Into<String>) -> Edit {
        Edit::insert(self.span(i).end, text)
    }

    /// Ends a `let` that is written with a `;`, or with nothing, at token `end`: an `in`, and a body if nothing follows.
    pub(crate) fn in_at(self, end: usize, and: &str) -> Edit {
        let semi = self.is(end, Token::Semi);
        let next = if semi { end + 1 } else { end };
        let empty = match self.token(next) {
            None => true,
            Some(token) => {
                matches!(token, Token::CloseBrace | Token::CloseParen) || self.brackets.classes.contains(&next)
            }
        };
        let and = and.trim_end();
        let text = match (empty, and.is_empty()) {
            (true, true) => " in {}".to_owned(),
            (false, true) => " in".to_owned(),
            (true, false) => format!(" in {}", and.trim_end_matches(';')),
            (false, false) => format!(" in {and}"),
        };
        match semi {
            true => self.replace(end..end + 1, text),
            false => self.behind(end - 1, text),
        }
    }

    /// Adds a class, before the first class or the main expression.
    pub(crate) fn new_class(self, declaration: &str) -> Edit {
        let first = self.brackets.classes.first().copied().unwrap_or(0);
        // Modifiers such as `public` belong to the class.
        let first = (0..first).rev().take_while(|&i| self.name(i).is_some()).last().unwrap_or(first);
        self.before(first, format!("{declaration}\n"))
    }
}
