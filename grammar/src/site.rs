//! The place where the parser stopped, with the questions that the recognisers of slips ask about it.

use crate::error::SyntaxError;
use crate::fix::Edit;
use crate::repair::Text;
use crate::token::Token;
use crate::words::Explained;
use std::ops::{Deref, Range};

/// Kind of the piece with the error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PieceKind {
    /// The head of a class.
    Head,
    /// A member of a class.
    Member,
    /// A statement.
    Statement,
}

/// Position at which the parser stopped.
pub(crate) struct Site<'a> {
    /// The source.
    pub(crate) text: Text<'a>,
    /// The piece that the error is in.
    pub(crate) piece: Range<usize>,
    /// The token that was not expected; the end of `piece` if the piece is too short.
    pub(crate) at: usize,
    /// The terminals that were.
    pub(crate) expected: &'a [String],
    pub(crate) kind: PieceKind,
}

impl<'a> Deref for Site<'a> {
    type Target = Text<'a>;

    fn deref(&self) -> &Text<'a> {
        &self.text
    }
}

/// Greatest distance from an error to its cause, in tokens.
const LOOK_BACK: usize = 64;

impl<'a> Site<'a> {
    pub(crate) fn new(
        text: Text<'a>,
        piece: Range<usize>,
        at: usize,
        expected: &'a [String],
        kind: PieceKind,
    ) -> Site<'a> {
        // A `;` put in by the lexer is not in the source: what matters is what comes after it.
        let at = if text.is(at, Token::AutoSemi) { at + 1 } else { at };
        Site { text, piece, at, expected, kind }
    }

    /// The token that was found.
    pub(crate) fn found(&self) -> Option<Token> {
        self.token(self.at)
    }

    /// The token `n` before the one found, if it is in the piece.
    pub(crate) fn back(&self, n: usize) -> Option<Token> {
        self.index_before(n).and_then(|i| self.token(i))
    }

    /// The index of [`Site::back`].
    pub(crate) fn index_before(&self, n: usize) -> Option<usize> {
        self.at.checked_sub(n).filter(|&i| i >= self.piece.start)
    }

    /// The token `n` after the one found.
    pub(crate) fn after(&self, n: usize) -> Option<Token> {
        self.token(self.at + n)
    }

    /// The name `n` before the token found.
    pub(crate) fn name_before(&self, n: usize) -> Option<&'a str> {
        self.index_before(n).and_then(|i| self.name(i))
    }

    /// The tokens of the piece up to the one found, the nearest first, those in finished brackets left out.
    pub(crate) fn backwards(&self) -> impl Iterator<Item = usize> {
        let mut i = self.at.min(self.piece.end);
        std::iter::from_fn(move || {
            i = i.checked_sub(1)?;
            if matches!(self.token(i), Some(Token::CloseBrace | Token::CloseParen)) {
                i = self.brackets.end(i).unwrap_or(i).min(i);
            }
            Some(i)
        })
        .take_while(|&i| i >= self.piece.start)
        .take(LOOK_BACK)
    }

    /// The tokens of the piece from the one found on, without contents of brackets.
    pub(crate) fn forwards(&self) -> impl Iterator<Item = usize> {
        let mut next = self.at;
        std::iter::from_fn(move || {
            let i = Some(next).filter(|&i| i < self.piece.end)?;
            let opens = matches!(self.token(i), Some(Token::OpenBrace | Token::OpenParen));
            next = if opens { self.brackets.after(i) } else { i + 1 };
            Some(i)
        })
        .take(LOOK_BACK)
    }

    /// The innermost `(` or `{` that is open where the error is.
    pub(crate) fn open(&self) -> Option<usize> {
        self.backwards().find(|&i| {
            matches!(self.token(i), Some(Token::OpenParen | Token::OpenBrace))
                && self.brackets.end(i).is_none_or(|end| end >= self.at)
        })
    }

    /// Returns true if the grammar accepts this terminal here.
    pub(crate) fn expects(&self, terminal: &str) -> bool {
        self.expected.iter().any(|e| e.trim_matches('"') == terminal)
    }

    /// Returns true if an expression can be here.
    pub(crate) fn expects_expression(&self) -> bool {
        self.expects("number")
    }

    /// Returns true if the token found is right after the one before it, without a space.
    pub(crate) fn touches(&self, i: usize) -> bool {
        i > 0 && self.span(i - 1).end == self.span(i).start
    }

    /// Returns true if the token found is on the same line as the one before it.
    pub(crate) fn same_line(&self) -> bool {
        let Some(before) = self.at.checked_sub(1) else { return true };
        let between = self.span(before).end as usize..self.span(self.at).start as usize;
        !self.source.get(between).unwrap_or("").contains('\n')
    }

    /// The slip at a token, with a repair that carries out the help, if it has edits.
    pub(crate) fn slip(
        &self,
        i: usize,
        message: impl Into<String>,
        help: impl Into<String>,
        edits: Vec<Edit>,
    ) -> Option<Explained> {
        Some(self.error(i, message, help).by(edits).into())
    }

    /// An error at a token.
    pub(crate) fn error(&self, i: usize, message: impl Into<String>, help: impl Into<String>) -> SyntaxError {
        SyntaxError::new(self.span(i), message, Some(help.into()))
    }
}
