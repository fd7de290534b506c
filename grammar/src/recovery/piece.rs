//! Parsing one piece by itself.

use super::Found;
use crate::ast::Dialect;
use crate::builder::{Builder, MAX_DEPTH};
use crate::generated::ProgramParser;
use crate::lexer::Spanned;
use crate::name::Name;
use crate::parser::in_dialect;
use crate::site::{PieceKind, Site};
use crate::span::Span;
use crate::token::Token;
use crate::words;
use lalrpop_util::ParseError;
use std::ops::Range;

/// Code that follows from the error of a piece, and is not reported again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Follow {
    Nothing,
    /// `catch` and `finally`, after a `try`.
    Catch,
    /// `while (…)` without a body, after a `do`.
    While,
    /// Code on the same line behind a wrong statement whose block ends at this offset: `until (…)`, after a `repeat`.
    Line(u32),
}

/// Token at which the parser stopped, by its number, and the symbols that it expected there.
pub(super) struct Stop {
    pub(super) at: usize,
    pub(super) expected: Vec<String>,
}

/// Parses tokens, and says where the parser stopped if it did.
pub(super) fn stop(dialect: Dialect, tokens: impl Iterator<Item = Spanned>) -> Option<Stop> {
    parse(&mut Builder::new(dialect, MAX_DEPTH), tokens)
}

fn parse(builder: &mut Builder, tokens: impl Iterator<Item = Spanned>) -> Option<Stop> {
    let mut fed = 0;
    let dialect = builder.program.dialect;
    let error = ProgramParser::new().parse(builder, tokens.inspect(|_| fed += 1)).err()?;
    Some(match error {
        ParseError::UnrecognizedToken { expected, .. } => Stop { at: fed - 1, expected: in_dialect(dialect, expected) },
        ParseError::UnrecognizedEof { expected, .. } => Stop { at: fed, expected: in_dialect(dialect, expected) },
        ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } | ParseError::User { .. } => {
            Stop { at: fed, expected: Vec::new() }
        }
    })
}

/// A piece as the parser gets it: each block emptied, a member in a class of its own, a head with a body.
struct Parsable {
    tokens: Vec<Spanned>,
    /// Index in the file of each of the tokens, and at the end that of the next one.
    origin: Vec<usize>,
    /// Contents of the blocks.
    blocks: Vec<Range<usize>>,
    /// Something in it has been complained about.
    poisoned: bool,
    /// The first `}` in it that closes nothing; it is complained about where the brackets are.
    stray: Option<usize>,
}

impl Found<'_> {
    /// Parses one piece, reports its error if it has one, and gives the blocks inside it that are to be looked at.
    pub(super) fn piece(&mut self, range: Range<usize>, kind: PieceKind) -> Vec<Range<usize>> {
        if self.enough(range.start) {
            return Vec::new();
        }
        let Parsable { tokens, origin, mut blocks, poisoned, stray } = self.take(range.clone(), kind);
        let after = std::mem::replace(&mut self.after, Follow::Nothing);
        if tokens.is_empty() {
            return blocks;
        }
        let mut builder = Builder::new(self.dialect, self.depth);
        let Some(stop) = parse(&mut builder, tokens.into_iter()) else {
            let (program, slips) = builder.finish();
            self.words.slips(&program, self.text, &mut self.errors);
            self.slips.extend(slips);
            return blocks;
        };
        let at = origin[stop.at];
        let site = Site::new(self.text, range.clone(), at, &stop.expected, kind);
        let explained = words::explain(&site);
        let first = self.span(range.start).text(self.source);
        self.after = match first {
            "try" | "catch" => Follow::Catch,
            "do" => Follow::While,
            _ if kind == PieceKind::Statement && self.token(range.end - 1) == Some(Token::CloseBrace) => {
                Follow::Line(self.span(range.end - 1).end)
            }
            _ => Follow::Nothing,
        };
        let followed = match after {
            Follow::Nothing => false,
            Follow::Catch => matches!(first, "catch" | "finally"),
            Follow::While => first == "while",
            Follow::Line(end) => {
                let word = matches!(self.token(range.start), Some(Token::Ident(_) | Token::While));
                let between = &self.source[end as usize..self.span(range.start).start as usize];
                word && between.chars().all(|c| c == ' ' || c == '\t')
            }
        };
        let stray = stray.is_some_and(|stray| stray <= at);
        let known = poisoned || stray || followed || at == range.end && self.has_unclosed(&range);
        if !known {
            if explained.wants_brace {
                self.wants_brace.push(explained.error.span.start);
            }
            self.errors.push(explained.error);
        }
        if explained.skip_blocks {
            let spans: Vec<Span> = blocks.drain(..).map(|b| self.span(b.start).to(self.span(b.end - 1))).collect();
            self.skipped.extend(spans);
        }
        blocks
    }

    /// True if a `{` in a piece is never closed, which is reported with the brackets.
    fn has_unclosed(&self, range: &Range<usize>) -> bool {
        let unclosed = &self.brackets.unclosed;
        unclosed.get(unclosed.partition_point(|&o| o < range.start)).is_some_and(|o| range.contains(o))
    }

    /// Takes the tokens of a piece together.
    fn take(&self, range: Range<usize>, kind: PieceKind) -> Parsable {
        let (from, to) = (self.tokens[range.start].0, self.tokens[range.end - 1].2);
        let mut tokens: Vec<Spanned> = Vec::with_capacity(range.len() + 4);
        let mut origin: Vec<usize> = Vec::with_capacity(range.len() + 5);
        let mut blocks = Vec::new();
        let (mut poisoned, mut stray) = (false, None);
        if kind == PieceKind::Member {
            tokens.extend([Token::Class, Token::Ident(Name::OBJECT), Token::OpenBrace].map(|t| (from, t, from)));
            origin.resize(tokens.len(), range.start);
        }
        let mut i = range.start;
        while i < range.end {
            let token = self.tokens[i];
            poisoned |= self.poisoned[i];
            if token.1 == Token::CloseBrace && !self.brackets.is_paired(i) {
                stray = stray.or(Some(i));
            } else {
                tokens.push(token);
                origin.push(i);
            }
            if token.1 == Token::OpenBrace {
                let end = self.brackets.end(i).unwrap_or(range.end).min(range.end);
                if end > i + 1 {
                    blocks.push(i + 1..end);
                }
                let at = self.tokens.get(end).map_or(to, |t| t.0);
                tokens.push((at, Token::CloseBrace, at + 1));
                origin.push(end);
                i = self.brackets.after(i);
            } else {
                i += 1;
            }
        }
        match kind {
            PieceKind::Member => tokens.push((to, Token::CloseBrace, to)),
            PieceKind::Head => tokens.extend([(to, Token::OpenBrace, to), (to, Token::CloseBrace, to)]),
            PieceKind::Statement => {}
        }
        origin.resize(tokens.len() + 1, range.end);
        Parsable { tokens, origin, blocks, poisoned, stray }
    }
}
