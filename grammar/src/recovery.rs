//! Going on after a syntax error, so that every independent one of a file is reported.
//!
//! The parser itself stops at the first error. The tokens are then cut into pieces at every `class` (a word that can stand
//! nowhere else), and each piece is parsed by itself. In a piece with an error, the statement or member that holds it is
//! replaced by one [`Token::Wrong`], which the grammar takes for a statement or member, and the piece is parsed again. Every
//! round makes the piece shorter, and the rounds are limited ([`MAX_ERRORS`]).

use crate::builder::Builder;
use crate::error::{Slip, SyntaxError};
use crate::generated::ProgramParser;
use crate::lexer::{Lexer, Spanned};
use crate::name::Name;
use crate::parser::collect;
use crate::span::Span;
use crate::token::{Extras, Token};
use crate::words;
use lalrpop_util::ParseError;

/// How many errors are reported of one class, or of the main expression.
pub const MAX_ERRORS: usize = 100;

/// All errors of a source that has some.
pub(crate) fn errors(source: &str) -> Vec<SyntaxError> {
    let mut lexer = Lexer::new(source, Extras::default());
    let tokens: Vec<Spanned> = lexer.by_ref().collect();
    let (extras, ..) = lexer.finish();
    let mut found = Found { source, errors: Vec::new(), slips: Vec::new() };
    let pieces = pieces(&tokens);
    for (i, piece) in pieces.iter().enumerate() {
        found.piece(&tokens[piece.clone()], pieces.get(i + 1).is_some());
    }
    let Found { errors, slips, .. } = found;
    let errors = collect(&extras, slips, errors);
    debug_assert!(!errors.is_empty());
    errors
}

/// Cuts before each `class` or `thread_local class`.
fn pieces(tokens: &[Spanned]) -> Vec<std::ops::Range<usize>> {
    let mut starts = vec![0];
    for (i, (_, token, _)) in tokens.iter().enumerate() {
        if *token == Token::Class {
            let local = i > 0 && tokens[i - 1].1 == Token::ThreadLocal;
            starts.push(if local { i - 1 } else { i });
        }
    }
    starts.dedup();
    let ends = starts.iter().skip(1).copied().chain([tokens.len()]);
    starts.iter().zip(ends).map(|(&s, e)| s..e).filter(|r| !r.is_empty()).collect()
}

/// What the enclosing brackets of a token are.
struct Context {
    /// The innermost open `{`, if any.
    brace: Option<usize>,
    /// How many `{` are open.
    braces: usize,
    /// Open `(` inside that `{`.
    parens: usize,
}

struct Found<'s> {
    source: &'s str,
    errors: Vec<SyntaxError>,
    slips: Vec<(Span, Slip)>,
}

impl Found<'_> {
    /// Reports the errors of one piece; `more` if classes follow it.
    fn piece(&mut self, piece: &[Spanned], more: bool) {
        let is_class = matches!(piece[0].1, Token::Class | Token::ThreadLocal);
        if !is_class {
            return self.parse(piece.to_vec(), false, more);
        }
        let end = class_end(piece).unwrap_or(piece.len());
        let (class, rest) = piece.split_at(end);
        self.parse(class.to_vec(), true, false);
        let rest = match rest {
            [(_, Token::AutoSemi, _), rest @ ..] => rest,
            rest => rest,
        };
        if !rest.is_empty() {
            self.parse(rest.to_vec(), false, more);
        }
    }

    fn parse(&mut self, mut tokens: Vec<Spanned>, is_class: bool, more: bool) {
        if more && !is_class {
            let (start, token, end) = tokens[0];
            let (message, help) = if token == Token::CloseBrace {
                ("this `}` closes nothing", "there is one `}` too many here or further up")
            } else {
                ("this stands between two classes", "the main expression comes after the last class; is there a `}` too many above?")
            };
            return self.errors.push(SyntaxError::new(Span::new(start, end), message, Some(help.to_owned())));
        }
        for round in 0.. {
            let mut builder = Builder::default();
            let Err(error) = ProgramParser::new().parse(&mut builder, tokens.iter().copied()) else {
                self.slips.extend(builder.finish().1);
                return;
            };
            if round == MAX_ERRORS {
                let (start, _, end) = tokens[0];
                let message = format!("more than {MAX_ERRORS} syntax errors from here on; the rest are not shown");
                return self.errors.push(SyntaxError::new(Span::new(start, end), message, None));
            }
            let (at, expected) = match error {
                ParseError::UnrecognizedToken { token: (start, token, _), expected } => {
                    let near = tokens.partition_point(|t| t.0 < start);
                    let at = (near..tokens.len()).find(|&i| tokens[i].1 == token).unwrap_or(near);
                    (at, expected)
                }
                ParseError::UnrecognizedEof { expected, .. } => (tokens.len(), expected),
                ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } | ParseError::User { .. } => {
                    (tokens.len(), Vec::new())
                }
            };
            let context = context(&tokens, at);
            self.errors.push(words::explain(self.source, &tokens, at, &expected, context.brace, is_class));
            if at == tokens.len() || !cut(&mut tokens, at, &context, is_class) {
                self.slips.extend(builder.finish().1);
                return;
            }
        }
    }
}

/// One past the `}` that closes the class at the start of a piece.
fn class_end(piece: &[Spanned]) -> Option<usize> {
    let mut depth = 0usize;
    for (i, (_, token, _)) in piece.iter().enumerate() {
        match token {
            Token::OpenBrace => depth += 1,
            Token::CloseBrace if depth <= 1 => return Some(i + 1),
            Token::CloseBrace => depth -= 1,
            _ => {}
        }
    }
    None
}

fn context(tokens: &[Spanned], at: usize) -> Context {
    let mut open: Vec<usize> = Vec::new();
    for (i, (_, token, _)) in tokens[..at].iter().enumerate() {
        match token {
            Token::OpenBrace | Token::OpenParen => open.push(i),
            Token::CloseParen if open.last().is_some_and(|&o| tokens[o].1 == Token::OpenParen) => {
                open.pop();
            }
            Token::CloseBrace => {
                while open.pop().is_some_and(|o| tokens[o].1 == Token::OpenParen) {}
            }
            _ => {}
        }
    }
    let last_brace = open.iter().rposition(|&o| tokens[o].1 == Token::OpenBrace);
    Context {
        brace: last_brace.map(|i| open[i]),
        braces: open.iter().filter(|&&o| tokens[o].1 == Token::OpenBrace).count(),
        parens: open.len() - last_brace.map_or(0, |i| i + 1),
    }
}

/// Puts one [`Token::Wrong`] in the place of the statement or member around token `at`; false if there is none.
fn cut(tokens: &mut Vec<Spanned>, at: usize, context: &Context, is_class: bool) -> bool {
    let Some(first) = context.brace.map(|b| b + 1).or(if is_class { None } else { Some(0) }) else {
        // An error in the head of a class: the head goes, the body stays.
        let Some(open) = (at..tokens.len()).find(|&i| tokens[i].1 == Token::OpenBrace) else { return false };
        let (start, _, end) = tokens[0];
        if open <= 2 && tokens[0].1 == Token::Class {
            return false;
        }
        tokens.splice(..open, [(start, Token::Class, end), (end, Token::Ident(Name::OBJECT), end)]);
        return true;
    };
    let members = is_class && context.braces == 1;
    let start = start_of(tokens, first, at, members);
    let mut end = end_of(tokens, at, context.parens, members);
    if end <= start {
        // The error is the token that ends or separates: it goes with what it separates.
        if at >= tokens.len() || (tokens[at].1 == Token::CloseBrace && context.brace.is_some()) {
            return false;
        }
        end = at + 1;
    }
    if end == start + 1 && tokens[start].1 == Token::Wrong {
        return false;
    }
    let (from, to) = (tokens[start].0, tokens[end - 1].2);
    tokens.splice(start..end, [(from, Token::Wrong, to)]);
    true
}

/// Where the statement (or member) that holds `at` starts, not before `first`.
fn start_of(tokens: &[Spanned], first: usize, at: usize, members: bool) -> usize {
    let mut depth = 0usize;
    let mut start = first;
    for (i, (_, token, _)) in tokens.iter().enumerate().take(at).skip(first) {
        match token {
            Token::OpenBrace | Token::OpenParen => depth += 1,
            Token::CloseBrace | Token::CloseParen => {
                depth = depth.saturating_sub(1);
                if members && depth == 0 && *token == Token::CloseBrace {
                    start = i + 1;
                }
            }
            Token::Semi | Token::AutoSemi if depth == 0 => start = i + 1,
            _ => {}
        }
    }
    start
}

/// One past the end of the statement (or member) that holds `at`, `parens` round brackets being open there.
fn end_of(tokens: &[Spanned], at: usize, parens: usize, members: bool) -> usize {
    if matches!(tokens[at].1, Token::Semi | Token::AutoSemi) {
        return at;
    }
    let (mut parens, mut braces) = (parens, 0usize);
    for (i, (_, token, _)) in tokens.iter().enumerate().skip(at) {
        match token {
            Token::OpenBrace => braces += 1,
            Token::CloseBrace if braces == 0 => return i,
            Token::CloseBrace => {
                braces -= 1;
                if members && braces == 0 {
                    return i + 1;
                }
            }
            Token::OpenParen => parens += 1,
            Token::CloseParen => parens = parens.saturating_sub(1),
            Token::Semi | Token::AutoSemi if braces == 0 && parens == 0 => return i,
            Token::Final | Token::Int | Token::Boolean | Token::Void
                if members && i > at && braces == 0 && parens == 0 =>
            {
                return i;
            }
            _ => {}
        }
    }
    tokens.len()
}
