//! The texts of tokens.

use crate::ast::Program;
use crate::name::Name;
use crate::token::quoted;

/// The text of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenText {
    /// A word or sign of the language.
    Fixed(&'static str),
    /// An identifier.
    Name(Name),
    /// A string literal.
    Quoted(Name),
    /// An integer literal without its sign.
    Number(u32),
}

impl TokenText {
    /// Width in characters.
    #[inline]
    pub(super) fn width(self, program: &Program) -> u32 {
        match self {
            TokenText::Fixed(text) => text.len() as u32,
            TokenText::Name(name) => program.names.width(name),
            TokenText::Quoted(name) => quoted(program.text(name)).chars().count() as u32,
            TokenText::Number(n) => n.checked_ilog10().unwrap_or(0) + 1,
        }
    }

    /// Writes it.
    pub(super) fn write(self, program: &Program, out: &mut String) {
        self.with(program, |text| out.push_str(text));
    }

    /// Gives it.
    pub(super) fn with(self, program: &Program, give: impl FnOnce(&str)) {
        match self {
            TokenText::Fixed(text) => give(text),
            TokenText::Name(name) => give(program.text(name)),
            TokenText::Quoted(name) => give(&quoted(program.text(name))),
            TokenText::Number(n) => give(&n.to_string()),
        }
    }
}
