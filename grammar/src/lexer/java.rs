//! The tokens that the dialect of Java alone has, made of what `logos` gives and of where it is. A name in backquotes is any name:
//! one of these words, or of another alphabet.

use super::{Lexer, Spanned};
use crate::token::{JavaWord, Token};

/// Reader of words of the dialect of Java.
#[derive(Clone, Copy, Default)]
pub(super) struct JavaWords {
    expect: Expect,
    last: Option<Token>,
}

/// The way to a `(` that belongs to the words before it, and groups nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Expect {
    #[default]
    Nothing,
    /// Behind `new`, `any`, `cast`: a type.
    Type,
    /// Inside the `<…>` of that type.
    Args,
    /// Behind the type.
    Open,
    /// Behind `::` or `exit`: a name.
    Name,
    /// Behind that name, `this`, `super`, `catch`.
    Call,
    /// Behind `constructor`: a name, or the `(`.
    Constructor,
}

impl JavaWords {
    /// The next token.
    pub(super) fn next(&mut self, lexer: &mut Lexer<'_>) -> Option<Spanned> {
        let (start, token, end) = lexer.scanned()?;
        let text = &lexer.source[start as usize..end as usize];
        let token = match token {
            Token::Ident(name) => match JavaWord::find(text) {
                Some(JavaWord::Constructor) => Token::Constructor(name),
                Some(JavaWord::Length) if !self.is_length(&lexer.source[end as usize..]) => token,
                Some(word) => Token::Java(word),
                None => token,
            },
            Token::Class if self.last == Some(Token::Dot) => Token::Java(JavaWord::ClassOf),
            Token::GuardedBy => Token::Java(JavaWord::Guards),
            Token::OpenParen if self.opens_call() => Token::OpenCall,
            token => token,
        };
        self.read(token);
        Some((start, token, end))
    }

    /// Returns true if the word `length` before `rest` is that of an array: it is behind a `.`, and is not called.
    fn is_length(&self, rest: &str) -> bool {
        self.last == Some(Token::Dot) && !rest.trim_start().starts_with('(')
    }

    fn opens_call(&self) -> bool {
        matches!(self.expect, Expect::Open | Expect::Call | Expect::Constructor)
    }

    fn read(&mut self, token: Token) {
        use Expect::*;
        let before = self.last.replace(token);
        self.expect = match (self.expect, token) {
            (_, Token::New | Token::Java(JavaWord::Any | JavaWord::Cast)) => Type,
            (_, Token::Java(JavaWord::Exit)) => Name,
            (_, Token::Java(JavaWord::Super | JavaWord::Catch)) => Call,
            (_, Token::This) if !matches!(before, Some(Token::Dot | Token::Lt | Token::Comma)) => Call,
            (_, Token::Constructor(_)) => Constructor,
            (Type, Token::Ident(_) | Token::Int | Token::Boolean | Token::Void) | (Open, Token::Brackets) => Open,
            (Open, Token::Lt) => Args,
            (Args, Token::Gt) => Open,
            (Args, Token::Ident(_) | Token::Dot | Token::Comma | Token::This | Token::Java(JavaWord::ClassOf)) => Args,
            (Open | Call, Token::DoubleColon) => Name,
            (Name | Constructor, Token::Ident(_)) => Call,
            _ => Nothing,
        };
    }
}

impl Lexer<'_> {
    /// Token of a sign that only the dialect of Java has, read with what belongs to it in the rest.
    pub(super) fn java_sign(&mut self) -> Option<Token> {
        self.java?;
        let rest = self.raw.remainder();
        let (token, bytes) = match self.raw.slice() {
            "`" => {
                let end = rest.find(['`', '\n']).filter(|&end| end > 0 && rest[end..].starts_with('`'))?;
                (Token::Ident(self.raw.extras.names.intern(&rest[..end])), end + 1)
            }
            "[" => match rest.trim_start().strip_prefix(']') {
                Some(behind) => (Token::Brackets, rest.len() - behind.len()),
                None => (Token::OpenIndex, 0),
            },
            "]" => (Token::CloseIndex, 0),
            ":" if rest.starts_with(':') => (Token::DoubleColon, 1),
            _ => return None,
        };
        self.raw.bump(bytes);
        Some(token)
    }
}
