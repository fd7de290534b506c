//! Words that are keywords in their places alone, and names everywhere else: `atomic`, `atomicity`, and in an atomicity `held`,
//! `mover` and the others. So programs that use them as names are read as ever.
//!
//! The reader keeps the open brackets with what they are, which tells where an expression or a member may begin; a source in which
//! `atomic` does not occur needs none.

use crate::ast::Basic;
use crate::lexer::Spanned;
use crate::token::Token;
use logos::Logos;

/// What an open bracket encloses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// `{` of a class.
    Class,
    /// `{` of statements.
    Block,
    /// `(` of the parameters of a method.
    Params,
    /// `(` behind `if` or `while`.
    Condition,
    /// Any other `(`.
    Group,
}

/// Where in a source the reader is.
pub(crate) struct Contextual {
    open: Vec<Open>,
    /// What the last bracket closed.
    closed: Open,
    /// The token before the last one.
    two_ago: Token,
    /// Behind `class` and before its `{`.
    class_head: bool,
    /// Behind the parameters of a method and before its `{`.
    method_head: bool,
    /// Behind `atomicity` and before the `{`.
    atomicity: bool,
}

impl Contextual {
    /// At the beginning of a source, if it has a word that needs looking at.
    pub(crate) fn of(source: &str) -> Option<Contextual> {
        memchr::memmem::find(source.as_bytes(), b"atomic").map(|_| Contextual {
            open: Vec::new(),
            closed: Open::Block,
            two_ago: Token::Semi,
            class_head: false,
            method_head: false,
            atomicity: false,
        })
    }

    /// Whether the reader is behind `atomicity` and before the `{`.
    pub(crate) fn in_atomicity(&self) -> bool {
        self.atomicity
    }

    /// What a character is in an atomicity that starts no token elsewhere.
    pub(crate) fn sign(&self, text: &str) -> Option<Token> {
        match text {
            "?" if self.atomicity => Some(Token::Question),
            ":" if self.atomicity => Some(Token::Colon),
            _ => None,
        }
    }

    /// Reads the next token, `last` being the one before: what it is in its place.
    pub(crate) fn read(&mut self, source: &str, last: Token, (start, token, end): Spanned) -> Token {
        let token = match token {
            Token::Ident(_) => {
                let text = &source[start as usize..end as usize];
                self.word(text, &source[end as usize..], last).unwrap_or(token)
            }
            token => token,
        };
        match token {
            Token::Class if last != Token::Dot => self.class_head = true,
            Token::Atomicity => self.atomicity = true,
            Token::OpenBrace => {
                self.open.push(if self.class_head { Open::Class } else { Open::Block });
                (self.class_head, self.method_head, self.atomicity) = (false, false, false);
            }
            Token::OpenParen => self.open.push(match last {
                Token::If | Token::While => Open::Condition,
                Token::Ident(_) if self.two_ago != Token::Dot => Open::Params,
                _ => Open::Group,
            }),
            Token::CloseBrace | Token::CloseParen => {
                self.closed = self.open.pop().unwrap_or(Open::Block);
                self.method_head |= self.closed == Open::Params && self.open.last() == Some(&Open::Class);
            }
            Token::Semi | Token::AutoSemi => (self.method_head, self.atomicity) = (false, false),
            _ => {}
        }
        self.two_ago = last;
        token
    }

    /// The keyword that a name is here, if it is one.
    fn word(&self, text: &str, rest: &str, last: Token) -> Option<Token> {
        match text {
            "atomicity" if self.method_head && matches!(last, Token::CloseParen | Token::Ident(_) | Token::This) => {
                Some(Token::Atomicity)
            }
            "held" if self.atomicity && last == Token::OpenParen => Some(Token::Held),
            _ if self.atomicity && matches!(last, Token::Atomicity | Token::Question | Token::Colon) => {
                Basic::find(text).map(Token::Atom)
            }
            "atomic" => {
                let [next, after] = ahead(rest);
                let keyword = if self.expression_begins(last) {
                    next.is_some_and(starts_no_continuation)
                } else {
                    self.member_begins(last) && starts_method(next, after)
                };
                keyword.then_some(Token::Atomic)
            }
            _ => None,
        }
    }

    /// Whether an expression may begin behind a token.
    fn expression_begins(&self, last: Token) -> bool {
        let inside = self.open.last().copied().unwrap_or(Open::Block);
        match last {
            Token::OpenBrace | Token::Semi | Token::AutoSemi | Token::CloseBrace | Token::Synchronized => {
                inside != Open::Class
            }
            Token::OpenParen => inside != Open::Params,
            Token::Comma => inside == Open::Group,
            Token::CloseParen => self.closed == Open::Condition,
            Token::Assign
            | Token::In
            | Token::Fork
            | Token::Atomic
            | Token::Print
            | Token::Assert
            | Token::Else
            | Token::Or
            | Token::And
            | Token::Eq
            | Token::Ne
            | Token::Not => true,
            _ => false,
        }
    }

    /// Whether a member of a class begins behind a token.
    fn member_begins(&self, last: Token) -> bool {
        let boundary = matches!(last, Token::OpenBrace | Token::Semi | Token::AutoSemi | Token::CloseBrace);
        boundary && self.open.last() == Some(&Open::Class)
    }
}

/// The next two tokens of a source; a `no_warn` and its kinds are none.
fn ahead(rest: &str) -> [Option<Token>; 2] {
    let mut tokens = Token::lexer(rest).spanned().filter_map(|(token, span)| Some((token.ok()?, span)));
    // Where the line of the last `//#` ends, whether a kind may come, and whether one was the last token.
    let (mut line_end, mut kinds, mut was_kind) = (usize::MAX, false, false);
    let mut next = || loop {
        let (token, span) = tokens.next()?;
        let again = std::mem::take(&mut was_kind) && span.start < line_end;
        kinds &= span.start < line_end;
        match token {
            Token::Comment | Token::OpenAnnotation => {}
            Token::LineAnnotation => line_end = span.end + rest[span.end..].find('\n').unwrap_or(rest.len() - span.end),
            Token::CloseAnnotation => kinds = false,
            Token::NoWarn => kinds = true,
            Token::Ident(_) if kinds => (kinds, was_kind) = (false, true),
            Token::Comma if again => kinds = true,
            token => return Some(token),
        }
    };
    [next(), next()]
}

/// Whether an expression can start with a token that cannot follow a name.
fn starts_no_continuation(token: Token) -> bool {
    token.starts_expression() && token != Token::Holds
}

/// Whether the type of a method, or its `synchronized`, starts with these two tokens, and not the name of a member.
fn starts_method(next: Option<Token>, after: Option<Token>) -> bool {
    match next {
        Some(Token::Synchronized | Token::Int | Token::Boolean | Token::Void | Token::Final) => true,
        Some(Token::Ident(_)) => matches!(after, Some(Token::Ident(_) | Token::Lt)),
        _ => false,
    }
}
