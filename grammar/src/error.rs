//! Syntax errors, as data, and the sentences that say what is wrong with a single token or form.

use crate::name::{Name, Names};
use crate::span::Span;
use crate::token::LexError;

/// One syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where it is.
    pub span: Span,
    /// What is wrong, in a sentence without its full stop.
    pub message: String,
    /// What to write instead, if that can be told.
    pub help: Option<String>,
}

/// What is wrong with an expression that the order of its tokens allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// `x = e`.
    AssignedVariable(Name),
    /// `e = e'` where `e` is neither a variable nor a field access.
    AssignedValue,
    /// An integer literal outside 32 bits.
    OutOfRange,
    /// Nested deeper than [`crate::builder::MAX_DEPTH`].
    TooDeep,
}

impl SyntaxError {
    /// An error with a hint.
    pub fn new(span: Span, message: impl Into<String>, help: impl Into<Option<String>>) -> SyntaxError {
        SyntaxError { span, message: message.into(), help: help.into() }
    }

    /// Says a slip in words.
    pub fn slip(span: Span, slip: Slip, names: &Names) -> SyntaxError {
        let help = |text: String| Some(text);
        match slip {
            Slip::AssignedVariable(Name::THIS) => {
                SyntaxError::new(span, "`this` cannot be assigned", help("variables are immutable".into()))
            }
            Slip::AssignedVariable(x) => {
                let x = names.text(x);
                SyntaxError::new(
                    span,
                    format!("`{x} = …` assigns to a variable, and variables are immutable"),
                    help(format!("to assign the field `{x}` write `this.{x} = …`; what changes lives in a field of an object")),
                )
            }
            Slip::AssignedValue => SyntaxError::new(
                span,
                "only a field can be assigned",
                help("the left side of `=` is a field access `e.fd`; equality is written `==`".into()),
            ),
            Slip::OutOfRange => LexError::Range.at(span),
            Slip::TooDeep => SyntaxError::new(
                span,
                format!("this expression is nested more than {} levels deep", crate::builder::MAX_DEPTH),
                help("racefree stops at that depth; split the expression up".into()),
            ),
        }
    }
}

impl LexError {
    /// Says the error in words.
    pub fn at(self, span: Span) -> SyntaxError {
        let (message, help) = match self {
            LexError::Character => (
                "these characters start no token",
                Some("identifiers are Java's ASCII identifiers; other characters stand only in comments and strings"),
            ),
            LexError::OpenComment => ("this comment is never closed", Some("comments nest: every `/*` needs its own `*/`")),
            LexError::OpenString => {
                ("this string is not closed on its line", Some("end it with `\"`; a line feed is written `\\n`"))
            }
            LexError::Escape => (
                "no such escape in a string",
                Some("the escapes are Java's: \\b \\t \\n \\f \\r \\s \\\" \\' \\\\, octal \\0 to \\377, \\uXXXX"),
            ),
            LexError::Range => {
                ("this integer does not fit into 32 bits", Some("an int is between -2147483648 and 2147483647"))
            }
            LexError::NoWarnOutside => {
                ("`no_warn` stands only in an annotation comment", Some("write `//# no_warn` or `/*# no_warn */`"))
            }
            LexError::StrayClose => ("`*/` closes no comment", None),
        };
        SyntaxError::new(span, message, help.map(str::to_owned))
    }
}
