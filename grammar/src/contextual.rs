//! Words that are keywords in their places alone, and names everywhere else: `atomic`, `atomicity`, and in an atomicity `held`,
//! `mover` and the others. So programs that use them as names are read as ever.
//!
//! The reader keeps the open brackets with their kinds, which show where an expression or a member may begin; a source
//! without the word `atomic` needs none.

use crate::ast::Basic;
use crate::lexer::Spanned;
use crate::token::{JavaWord, Token};
use logos::Logos;

/// Contents of an open bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenBracket {
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

/// Progress in a member of a class. Its `;` may be missing, so another one may begin wherever it can end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MemberProgress {
    /// First words only.
    Start,
    /// Its type.
    Type,
    /// Its type, up to somewhere between `<` and `>`.
    Locks,
    /// Its name.
    Name,
    /// Its guard, at least the word.
    Guard,
    /// Its `=`.
    Value,
}

/// Position of the reader in a source.
pub(crate) struct Contextual {
    open: Vec<OpenBracket>,
    /// Progress in the innermost class.
    member: MemberProgress,
    /// Contents of the bracket closed last.
    closed: OpenBracket,
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
    /// Reader at the beginning of a source, if it has a contextual word.
    pub(crate) fn of(source: &str) -> Option<Contextual> {
        memchr::memmem::find(source.as_bytes(), b"atomic").map(|_| Contextual {
            open: Vec::new(),
            member: MemberProgress::Start,
            closed: OpenBracket::Block,
            two_ago: Token::Semi,
            class_head: false,
            method_head: false,
            atomicity: false,
        })
    }

    /// Returns true if the reader is behind `atomicity` and before the `{`.
    pub(crate) fn in_atomicity(&self) -> bool {
        self.atomicity
    }

    /// Token of a character that is one in an atomicity only.
    pub(crate) fn sign(&self, text: &str) -> Option<Token> {
        match text {
            "?" if self.atomicity => Some(Token::Question),
            ":" if self.atomicity => Some(Token::Colon),
            _ => None,
        }
    }

    /// Reads the next token, `last` being the one before: returns it as it is in its place.
    pub(crate) fn read(&mut self, source: &str, last: Token, (start, token, end): Spanned) -> Token {
        let token = match token {
            Token::Ident(_) => {
                let text = &source[start as usize..end as usize];
                self.word(text, &source[end as usize..], last).unwrap_or(token)
            }
            token => token,
        };
        if self.open.last() == Some(&OpenBracket::Class) {
            self.member = self.member_read(last, token);
        }
        match token {
            Token::Class if last != Token::Dot => self.class_head = true,
            Token::Atomicity => self.atomicity = true,
            Token::OpenBrace => {
                self.open.push(if self.class_head { OpenBracket::Class } else { OpenBracket::Block });
                // Contents of an initialiser's braces are no member.
                if self.class_head || self.method_head {
                    self.member = MemberProgress::Start;
                }
                (self.class_head, self.method_head, self.atomicity) = (false, false, false);
            }
            // Of the dialect of Java: of a constructor, a `catch`, an `exit`.
            Token::OpenCall => self.open.push(OpenBracket::Group),
            Token::OpenParen => self.open.push(match last {
                Token::If | Token::While => OpenBracket::Condition,
                Token::Ident(_) if self.two_ago != Token::Dot => OpenBracket::Params,
                _ => OpenBracket::Group,
            }),
            Token::CloseBrace | Token::CloseParen => {
                self.closed = self.open.pop().unwrap_or(OpenBracket::Block);
                self.method_head |= self.closed == OpenBracket::Params && self.open.last() == Some(&OpenBracket::Class);
                // A closing brace in an initialiser does not end it.
                if token == Token::CloseBrace
                    && self.open.last() == Some(&OpenBracket::Class)
                    && self.member != MemberProgress::Value
                {
                    self.member = MemberProgress::Start;
                }
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
            "atomicity"
                if self.method_head
                    && matches!(last, Token::CloseParen | Token::Ident(_) | Token::This | Token::Special(_)) =>
            {
                Some(Token::Atomicity)
            }
            "held" if self.atomicity && last == Token::OpenParen => Some(Token::Held),
            _ if self.atomicity && matches!(last, Token::Atomicity | Token::Question | Token::Colon) => {
                Basic::find(text).map(Token::Atom)
            }
            // With a `$` it is an owner.
            "atomic" if !rest.trim_start().starts_with('$') => {
                let keyword = if self.expression_begins(last) {
                    ahead(rest).next().is_some_and(starts_no_continuation)
                } else {
                    self.open.last() == Some(&OpenBracket::Class)
                        && self.member_begins(last)
                        && starts_method(ahead(rest))
                };
                keyword.then_some(Token::Atomic)
            }
            _ => None,
        }
    }

    /// Returns true if an expression may begin behind a token.
    fn expression_begins(&self, last: Token) -> bool {
        let inside = self.open.last().copied().unwrap_or(OpenBracket::Block);
        match last {
            Token::OpenBrace | Token::Semi | Token::AutoSemi | Token::CloseBrace | Token::Synchronized => {
                inside != OpenBracket::Class
            }
            Token::OpenParen => inside != OpenBracket::Params,
            Token::Comma => inside == OpenBracket::Group,
            Token::CloseParen => self.closed == OpenBracket::Condition,
            // In a class, behind the `atomic` of a method comes its type.
            Token::Atomic => inside != OpenBracket::Class || self.member == MemberProgress::Value,
            Token::Assign
            | Token::In
            | Token::Fork
            | Token::Print
            | Token::Assert
            | Token::Else
            | Token::Or
            | Token::And
            | Token::Eq
            | Token::Ne
            | Token::Le
            | Token::Ge
            | Token::Plus
            | Token::Minus
            | Token::Star
            | Token::Slash
            | Token::Percent
            | Token::Not => true,
            _ => false,
        }
    }

    /// Returns true if a member of a class may begin behind a token.
    fn member_begins(&self, last: Token) -> bool {
        match self.member {
            MemberProgress::Start => true,
            MemberProgress::Type | MemberProgress::Locks => false,
            MemberProgress::Name => matches!(last, Token::Ident(_)),
            MemberProgress::Guard => matches!(last, Token::Ident(_) | Token::This | Token::Special(_)),
            MemberProgress::Value => self.ends_value(last),
        }
    }

    /// Returns true if an expression may end with a token.
    fn ends_value(&self, last: Token) -> bool {
        use Token::{CloseBrace, False, Gt, Ident, Move, Null, Number, Text, This, True};
        matches!(last, Ident(_) | This | Number(_) | Text(_) | Null | True | False | CloseBrace | Gt | Move)
            || last == Token::CloseParen && self.closed != OpenBracket::Condition
    }

    /// Progress in a member, behind a token directly in a class.
    fn member_read(&self, last: Token, token: Token) -> MemberProgress {
        use Token::{Atomic, Boolean, Final, Ident, Int, Synchronized, Void};
        let begins = self.member_begins(last);
        match (self.member, token) {
            (_, Token::Semi | Token::AutoSemi) => MemberProgress::Start,
            (MemberProgress::Type, Token::Lt) => MemberProgress::Locks,
            (MemberProgress::Locks, Token::Gt) => MemberProgress::Type,
            (MemberProgress::Type, Ident(_)) => MemberProgress::Name,
            (MemberProgress::Name | MemberProgress::Guard, Token::Assign) => MemberProgress::Value,
            (MemberProgress::Name, Token::GuardedBy | Token::WriteGuardedBy | Token::Java(JavaWord::Guards)) => {
                MemberProgress::Guard
            }
            (_, Atomic | Synchronized | Final) if begins => MemberProgress::Start,
            (_, Int | Boolean | Void | Ident(_)) if begins => MemberProgress::Type,
            (member, _) => member,
        }
    }
}

/// The tokens of a source; a `no_warn` and its kinds are none.
fn ahead(rest: &str) -> impl Iterator<Item = Token> + '_ {
    let mut tokens = Token::lexer(rest).spanned().filter_map(|(token, span)| Some((token.ok()?, span)));
    // End of the line of the last `//#`, whether a kind may come, and whether one was the last token.
    let (mut line_end, mut kinds, mut was_kind) = (usize::MAX, false, false);
    std::iter::from_fn(move || {
        loop {
            let (token, span) = tokens.next()?;
            let again = std::mem::take(&mut was_kind) && span.start < line_end;
            kinds &= span.start < line_end;
            match token {
                Token::Comment | Token::OpenAnnotation => {}
                Token::LineAnnotation => {
                    line_end = span.end + rest[span.end..].find('\n').unwrap_or(rest.len() - span.end);
                }
                Token::CloseAnnotation => kinds = false,
                Token::NoWarn => kinds = true,
                Token::Ident(_) if kinds => (kinds, was_kind) = (false, true),
                Token::Comma if again => kinds = true,
                token => return Some(token),
            }
        }
    })
}

/// Returns true if an expression can start with a token that cannot follow a name.
fn starts_no_continuation(token: Token) -> bool {
    token.starts_expression() && token != Token::Holds
}

/// Greatest number of tokens of a type that are looked at.
const TYPE: usize = 64;

/// Returns true if the type of a method, or its `synchronized`, starts here, not the name of a member of type `atomic`.
fn starts_method(mut tokens: impl Iterator<Item = Token>) -> bool {
    match tokens.next() {
        Some(Token::Synchronized | Token::Int | Token::Boolean | Token::Void | Token::Final) => true,
        Some(Token::Ident(_)) => {
            let mut after = tokens.next();
            if after == Some(Token::Lt) {
                let closes = tokens.by_ref().take(TYPE).any(|token| token == Token::Gt);
                after = if closes { tokens.next() } else { None };
            }
            matches!(after, Some(Token::Ident(_))) && tokens.next() == Some(Token::OpenParen)
        }
        _ => false,
    }
}
