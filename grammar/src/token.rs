//! Tokens (calculus, section 3), by `logos`.

mod java;
mod literal;

pub use java::{JavaWord, is_quoted};
pub use literal::quoted;

use crate::ast::{Basic, Special};
use crate::name::{Name, Names};
use crate::span::Span;
use logos::{Lexer, Logos};

/// Parts common to the token rules: the name table, and lexemes that are no tokens.
#[derive(Default)]
pub struct Extras {
    /// Every identifier and string literal seen.
    pub names: Names,
    /// Errors inside tokens: a bad escape, an unclosed comment, a literal out of range.
    pub errors: Vec<(Span, LexError)>,
    /// Comments that are no annotations, if [`Extras::keep_comments`] is set.
    pub comments: Vec<Span>,
    /// True if comments are wanted.
    pub keep_comments: bool,
}

/// Error in a single token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LexError {
    /// A character that starts no token.
    Character,
    /// `/*` without its `*/`.
    OpenComment,
    /// `'…'`.
    SingleQuote,
    /// `"` without its `"` on the same line.
    OpenString,
    /// A backslash and something that Java has no escape for.
    Escape,
    /// An integer literal outside 32 bits.
    Range,
    /// `no_warn` outside an annotation comment.
    NoWarnOutside,
    /// `*/` that closes no annotation comment.
    StrayClose,
}

/// A token. Spelled as in the concrete syntax.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(extras = Extras)]
#[logos(skip r"[ \t\r\n\x0C\u{FEFF}]+")]
#[allow(missing_docs)]
pub enum Token {
    #[token("class")]
    Class,
    #[token("extends")]
    Extends,
    #[token("final")]
    Final,
    #[token("guarded_by")]
    GuardedBy,
    #[token("write_guarded_by")]
    WriteGuardedBy,
    #[token("requires")]
    Requires,
    #[token("ghost")]
    Ghost,
    #[token("thread_local")]
    ThreadLocal,
    #[token("new")]
    New,
    #[token("let")]
    Let,
    #[token("in")]
    In,
    #[token("synchronized")]
    Synchronized,
    #[token("fork")]
    Fork,
    #[token("this")]
    This,
    #[token("null")]
    Null,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("if")]
    If,
    #[token("else")]
    Else,
    #[token("while")]
    While,
    #[token("print")]
    Print,
    #[token("assert")]
    Assert,
    #[token("holds")]
    Holds,
    #[token("no_warn")]
    NoWarn,
    #[token("int")]
    Int,
    #[token("boolean")]
    Boolean,
    #[token("void")]
    Void,

    #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*", |lex| lex.extras.names.intern(lex.slice()))]
    Ident(Name),
    /// The magnitude, at most 2147483648; whether that fits is decided by the sign before it.
    #[regex(r"[0-9]+", integer)]
    Number(u32),
    #[token("\"", string)]
    #[token("'", single_quoted)]
    Text(Name),

    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token(";")]
    Semi,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("=")]
    Assign,
    #[token("||")]
    Or,
    #[token("&&")]
    And,
    #[token("==")]
    Eq,
    #[token("!=")]
    Ne,
    #[token("<")]
    Lt,
    #[token("<=")]
    Le,
    #[token(">")]
    Gt,
    #[token(">=")]
    Ge,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("!")]
    Not,

    /// A comment; it never leaves the lexer. (A token of its own, not one that `logos` skips: for that it would call
    /// itself, and comments one after the other would use up the stack.)
    #[regex(r"//([^#\n][^\n]*)?", line_comment, allow_greedy = true)]
    #[token("/*", block_comment)]
    Comment,
    /// `/*#`, which opens an annotation comment.
    #[token("/*#")]
    OpenAnnotation,
    /// `//#`, which opens an annotation comment up to the end of the line.
    #[token("//#")]
    LineAnnotation,
    /// `*/`, which closes an annotation comment.
    #[token("*/")]
    CloseAnnotation,

    /// The `<` right after the class name of a `new`: it opens ghost arguments ([`crate::lexer`] makes it of a `Lt`).
    OpenArgs,
    /// A `;` that was left out where it may be ([`crate::lexer`]).
    AutoSemi,

    // Tokens of the dialect of owners alone; [`crate::lexer`] makes them of names and signs.
    /// A special owner.
    Special(Special),
    /// `otherThread`, which is reserved and is nowhere.
    OtherThread,
    /// `reads`
    Reads,
    /// `where`
    Where,
    /// `$` between a formal owner and a path.
    Dollar,
    /// `--`
    Move,
    /// A formal owner where the head of a class declares it.
    Formal(Name),
    /// `this` as the name of a method's first parameter.
    Receiver,
    // Words and signs that are names and nothing elsewhere ([`crate::contextual`] makes them of what is in their places).
    /// `atomic` before an expression or a method.
    Atomic,
    /// `atomicity` in the head of a method.
    Atomicity,
    /// A basic atomicity behind `atomicity`, `?` or `:`.
    Atom(Basic),
    /// `held` in an atomicity.
    Held,
    /// `?` in an atomicity.
    Question,
    /// `:` in an atomicity.
    Colon,
    // Tokens of the dialect of Java alone (`lexer/java.rs`).
    /// A word of it.
    Java(JavaWord),
    /// `constructor`, which is also the name of a constructor that has no other.
    Constructor(Name),
    /// The `(` behind `new C`, `this`, `catch` and the like.
    OpenCall,
    /// `[]`
    Brackets,
    /// `[`
    OpenIndex,
    /// `]`
    CloseIndex,
    /// `::`
    DoubleColon,
}

fn here(lex: &Lexer<'_, Token>) -> Span {
    let range = lex.span();
    Span::new(range.start as u32, range.end as u32)
}

fn integer(lex: &mut Lexer<'_, Token>) -> u32 {
    match lex.slice().parse::<u32>() {
        Ok(n) if n <= 1 << 31 => n,
        _ => {
            let span = here(lex);
            lex.extras.errors.push((span, LexError::Range));
            0
        }
    }
}

fn line_comment(lex: &mut Lexer<'_, Token>) {
    if lex.extras.keep_comments {
        let span = here(lex);
        lex.extras.comments.push(span);
    }
}

fn block_comment(lex: &mut Lexer<'_, Token>) {
    let rest = lex.remainder().as_bytes();
    let mut depth = 1usize;
    let mut at = 0;
    while depth > 0 {
        match memchr::memchr2(b'*', b'/', &rest[at..]) {
            None => {
                let open = here(lex);
                lex.extras.errors.push((open, LexError::OpenComment));
                at = rest.len();
                break;
            }
            Some(i) => {
                at += i;
                match (rest[at], rest.get(at + 1)) {
                    (b'*', Some(b'/')) => (depth, at) = (depth - 1, at + 2),
                    (b'/', Some(b'*')) => (depth, at) = (depth + 1, at + 2),
                    _ => at += 1,
                }
            }
        }
    }
    lex.bump(at);
    line_comment(lex);
}

/// The rest of a string literal behind its opening quote; escapes as in Java.
fn string(lex: &mut Lexer<'_, Token>) -> Name {
    let rest = lex.remainder();
    let open = here(lex);
    let mut text = String::new();
    let mut at = 0;
    loop {
        let plain = rest[at..].find(['"', '\\', '\n']).unwrap_or(rest.len() - at);
        text.push_str(&rest[at..at + plain]);
        at += plain;
        match rest.as_bytes().get(at) {
            Some(b'"') => {
                at += 1;
                break;
            }
            Some(b'\\') => {
                let (c, used) = escape(&rest[at..]);
                match c {
                    Some(c) => text.push(c),
                    None => {
                        let start = open.end + at as u32;
                        lex.extras.errors.push((Span::new(start, start + used as u32), LexError::Escape));
                    }
                }
                at += used;
            }
            _ => {
                lex.extras.errors.push((Span::new(open.start, open.end + at as u32), LexError::OpenString));
                break;
            }
        }
    }
    lex.bump(at);
    lex.extras.names.intern(&text)
}

/// The rest of what is in single quotes: an error, but where it ends is clear, so that it is the only one.
fn single_quoted(lex: &mut Lexer<'_, Token>) -> Name {
    let rest = lex.remainder();
    let mut at = 0;
    let end = loop {
        match rest[at..].find(['\'', '\\', '\n']).map(|i| (at + i, rest.as_bytes()[at + i])) {
            Some((i, b'\'')) => break i + 1,
            Some((i, b'\\')) => at = i + 1 + rest[i + 1..].chars().next().map_or(0, char::len_utf8),
            _ => break 0,
        }
    };
    lex.bump(end);
    let span = here(lex);
    lex.extras.errors.push((span, LexError::SingleQuote));
    lex.extras.names.intern("")
}

/// The character that an escape at the start of `text` stands for, if it is one, and how many bytes it takes.
fn escape(text: &str) -> (Option<char>, usize) {
    let Some(kind) = text[1..].chars().next() else { return (None, 1) };
    let simple = |c| (Some(c), 2);
    match kind {
        'b' => simple('\u{8}'),
        't' => simple('\t'),
        'n' => simple('\n'),
        'f' => simple('\u{c}'),
        'r' => simple('\r'),
        's' => simple(' '),
        '"' | '\'' | '\\' => simple(kind),
        '0'..='7' => {
            let most = if kind <= '3' { 3 } else { 2 };
            let digits = text[1..].bytes().take(most).take_while(|b| (b'0'..=b'7').contains(b)).count();
            let value = u32::from_str_radix(&text[1..1 + digits], 8).ok();
            (value.and_then(char::from_u32), 1 + digits)
        }
        'u' => {
            let us = text[1..].bytes().take_while(|&b| b == b'u').count();
            let digits = text[1 + us..].bytes().take(4).take_while(u8::is_ascii_hexdigit).count();
            let value = if digits == 4 { u32::from_str_radix(&text[1 + us..5 + us], 16).ok() } else { None };
            (value.and_then(char::from_u32), 1 + us + digits)
        }
        '\n' => (None, 1),
        other => (None, 1 + other.len_utf8()),
    }
}

impl Token {
    /// Returns true if the token begins or ends an annotation comment, or is a `no_warn` in one.
    #[inline]
    pub fn is_of_annotations(self) -> bool {
        matches!(self, Token::OpenAnnotation | Token::LineAnnotation | Token::CloseAnnotation | Token::NoWarn)
    }

    /// Returns true if an expression can start with this token.
    pub fn starts_expression(self) -> bool {
        use JavaWord::{Any, Cast, Exit, Label, Locked, Super, Throw, Try};
        use Token::*;
        matches!(
            self,
            This | Ident(_)
                | Number(_)
                | Text(_)
                | Null
                | True
                | False
                | New
                | Let
                | Synchronized
                | Fork
                | If
                | While
                | Print
                | Assert
                | Atomic
                | Holds
                | OpenBrace
                | OpenParen
                | Not
        ) || matches!(self, Java(Any | Cast | Exit | Label | Locked | Super | Throw | Try))
    }
}
