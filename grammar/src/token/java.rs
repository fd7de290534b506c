//! Words of the dialect of Java.

use super::Token;
use logos::Logos;

/// A word that is one in the dialect of Java alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum JavaWord {
    Any,
    Abstract,
    Cast,
    Catch,
    Constructor,
    Exit,
    Finally,
    Implements,
    InstanceOf,
    Interface,
    Label,
    Length,
    Locked,
    Readonly,
    Static,
    Super,
    Throw,
    Try,
    Var,
    Volatile,
    /// `class` behind a `.`.
    ClassOf,
    /// `guarded_by`, with any number of locks.
    Guards,
}

impl JavaWord {
    /// The word of this text. A program that uses it as a name writes it in backquotes.
    pub fn find(text: &str) -> Option<JavaWord> {
        use JavaWord::*;
        Some(match text {
            "any" => Any,
            "abstract" => Abstract,
            "cast" => Cast,
            "catch" => Catch,
            "constructor" => Constructor,
            "exit" => Exit,
            "finally" => Finally,
            "implements" => Implements,
            "instanceof" => InstanceOf,
            "interface" => Interface,
            "label" => Label,
            "length" => Length,
            "locked" => Locked,
            "readonly" => Readonly,
            "static" => Static,
            "super" => Super,
            "throw" => Throw,
            "try" => Try,
            "var" => Var,
            "volatile" => Volatile,
            _ => return None,
        })
    }
}

/// Returns true if a name is written in backquotes in the dialect of Java: a word of the language, or none of its alphabet. `length` is,
/// as the name of a field alone.
pub fn is_quoted(text: &str, field: bool) -> bool {
    match JavaWord::find(text) {
        Some(JavaWord::Length) => field,
        Some(_) => true,
        None => {
            let mut lexer = Token::lexer(text);
            !(matches!(lexer.next(), Some(Ok(Token::Ident(_) | Token::This))) && lexer.remainder().is_empty())
        }
    }
}
