//! Going on after a syntax error, so that every independent one of a file is reported.
//!
//! The parser itself stops at the first error. The tokens are then taken apart along their brackets: into the heads of
//! classes, members and statements, with the contents of every block taken out as statements of their own (`{ … }`
//! leaves `{}`, which the grammar takes wherever it takes a block). Each of these pieces is right or wrong by itself,
//! and each is parsed once, so that a piece gives at most one error and the whole takes linear time.

mod cut;
mod piece;

use crate::ast::Dialect;
use crate::brackets::Brackets;
use crate::error::{Slip, SyntaxError};
use crate::fix::Edit;
use crate::lexer::{Lexer, Spanned};
use crate::name::Name;
use crate::parser::collect;
use crate::repair::Text;
use crate::site::{PieceKind, Site};
use crate::slips::checked::{Sort, Words};
use crate::span::Span;
use crate::token::{Extras, LexError, Token};
use crate::words;
use piece::Follow;
use std::ops::Deref;

/// Limit on the errors reported of one class, or of the main expression.
pub const MAX_ERRORS: usize = 100;

/// All errors of a source that has some.
pub(crate) fn errors(source: &str, dialect: Dialect, depth: u32) -> Vec<SyntaxError> {
    let mut lexer = Lexer::of(source, Extras::default(), dialect);
    let tokens: Vec<Spanned> = lexer.by_ref().collect();
    let (extras, ..) = lexer.finish();
    let brackets = Brackets::new(source, &tokens);
    let text = Text { source, tokens: &tokens, brackets: &brackets };
    let mut found = Found {
        text,
        dialect,
        depth,
        poisoned: poisoned(source, &tokens, &extras),
        words: Words::new(&extras.names, |name, sort| declared(&tokens, name, sort)),
        skipped: Vec::new(),
        errors: Vec::new(),
        slips: Vec::new(),
        wants_brace: Vec::new(),
        section: 0,
        after: Follow::Nothing,
    };
    found.file();
    found.brackets(&extras);
    let Found { mut errors, slips, skipped, .. } = found;
    let mut extras = extras;
    extras
        .errors
        .retain(|&(span, error)| error != LexError::Character || !skipped.iter().any(|skipped| skipped.contains(span)));
    if errors.is_empty() && slips.is_empty() && extras.errors.is_empty() {
        // Every piece is right, but the whole is not: say what the parser said.
        errors.extend(piece::stop(dialect, tokens.iter().copied()).map(|stop| {
            words::explain(&Site::new(text, 0..tokens.len(), stop.at, &stop.expected, PieceKind::Statement)).error
        }));
    }
    collect(source, &extras, slips, errors)
}

/// Limit on the bytes between a token and the characters that it is next to.
const NEAR: usize = 100;

/// Marks the tokens next to characters that start no token: an error of their piece is already reported.
fn poisoned(source: &str, tokens: &[Spanned], extras: &Extras) -> Vec<bool> {
    let mut poisoned = vec![false; tokens.len()];
    for &(span, error) in &extras.errors {
        let disturbs = match error {
            LexError::Character | LexError::OpenString | LexError::OpenComment | LexError::StrayClose => true,
            // One alone, with what it was to quote behind it.
            LexError::SingleQuote => span.text(source) == "'",
            LexError::Escape | LexError::Range | LexError::NoWarnOutside => false,
        };
        if !disturbs {
            continue;
        }
        let next = tokens.partition_point(|t| t.0 < span.start);
        if let Some(p) = poisoned.get_mut(next) {
            *p = true;
        }
        if let Some(before) = next.checked_sub(1) {
            let (_, token, end) = tokens[before];
            let between = &source.as_bytes()[end as usize..span.start as usize];
            let same_line = between.len() < NEAR && !between.contains(&b'\n');
            let ends_a_piece = matches!(token, Token::Semi | Token::AutoSemi | Token::OpenBrace | Token::CloseBrace);
            poisoned[before] |= same_line && !ends_a_piece;
        }
    }
    poisoned
}

/// True if a name is declared, as a class or as a variable, as far as the tokens show.
fn declared(tokens: &[Spanned], name: Name, sort: Sort) -> bool {
    tokens.windows(2).any(|w| {
        w[1].1 == Token::Ident(name)
            && match sort {
                Sort::Class => w[0].1 == Token::Class,
                Sort::Variable => matches!(w[0].1, Token::Int | Token::Boolean | Token::Ident(_) | Token::Gt),
            }
    })
}

struct Found<'s> {
    text: Text<'s>,
    dialect: Dialect,
    /// Limit on the nesting of expressions.
    depth: u32,
    poisoned: Vec<bool>,
    errors: Vec<SyntaxError>,
    slips: Vec<(Span, Slip)>,
    words: Words,
    /// Blocks that are none of ours: nothing in them is complained about.
    skipped: Vec<Span>,
    /// Offsets of errors that leave a `}` too many, since a `{` is missing.
    wants_brace: Vec<u32>,
    /// Number of errors when the class, or the main expression, began.
    section: usize,
    after: Follow,
}

impl<'s> Deref for Found<'s> {
    type Target = Text<'s>;

    fn deref(&self) -> &Text<'s> {
        &self.text
    }
}

impl Found<'_> {
    fn is_class(&self, i: usize) -> bool {
        self.brackets.classes.binary_search(&i).is_ok()
    }

    fn error(&mut self, span: Span, message: &str, help: &str, edits: Vec<Edit>) {
        let error = SyntaxError::new(span, message, Some(help.to_owned()));
        self.errors.push(error.by(edits));
    }

    /// True if the limit of errors of this class or main expression is reached; reports that the first time.
    fn enough(&mut self, i: usize) -> bool {
        let reported = self.errors.len() - self.section;
        if reported == MAX_ERRORS {
            self.errors.push(SyntaxError::rest(self.span(i), MAX_ERRORS));
        }
        reported >= MAX_ERRORS
    }

    /// Reports the `{` and `}` without a partner.
    fn brackets(&mut self, extras: &Extras) {
        // An unclosed comment or string may have swallowed any number of brackets.
        let swallowed = |&(span, error): &(Span, LexError)| match error {
            LexError::OpenComment => true,
            LexError::OpenString => span.text(self.source).contains(['{', '}', '(', ')']),
            _ => false,
        };
        if extras.errors.iter().any(swallowed) {
            return;
        }
        let brackets = self.brackets;
        for &open in brackets.unclosed.iter().take(MAX_ERRORS) {
            let end = brackets.end(open).unwrap_or(self.tokens.len());
            let edit = match end < self.tokens.len() {
                true => self.text.before(end, "}\n"),
                false => self.text.behind(self.tokens.len() - 1, "\n}"),
            };
            self.error(self.span(open), "this `{` is never closed", "write a `}` where its block ends", vec![edit]);
        }
        self.wants_brace.sort_unstable();
        let mut excused = std::mem::take(&mut self.wants_brace).into_iter().peekable();
        for &close in brackets.stray.iter().take(MAX_ERRORS) {
            let span = self.span(close);
            if excused.next_if(|&error| error < span.start).is_none() {
                let edit = self.text.remove(close..close + 1);
                let help = "there is one `}` too many here or further up";
                self.error(span, "this `}` closes nothing", help, vec![edit]);
            }
        }
    }
}
