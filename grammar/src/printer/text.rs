//! The texts of tokens.

use crate::ast::{Dialect, Program};
use crate::name::Name;
use crate::token::{is_quoted, quoted};

/// The text of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenText {
    /// A word or sign of the language.
    Fixed(&'static str),
    /// An identifier.
    Name(Name),
    /// The name of a field behind a `.`.
    Field(Name),
    /// C, for the name of a constant `C.class`.
    ClassOf(Name),
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
            TokenText::Name(name) | TokenText::Field(name) if program.dialect != Dialect::Java => {
                program.text(name).len() as u32
            }
            TokenText::Name(_) | TokenText::Field(_) | TokenText::ClassOf(_) => {
                let mut width = 0;
                self.with(program, |text| width = text.chars().count() as u32);
                width
            }
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
            TokenText::Name(name) => name_text(program, program.text(name), false, give),
            TokenText::Field(name) => name_text(program, program.text(name), true, give),
            TokenText::ClassOf(name) => {
                let class = program.class_of_constant(name).unwrap_or_else(|| program.text(name));
                name_text(program, class, false, give);
            }
            TokenText::Quoted(name) => give(&quoted(program.text(name))),
            TokenText::Number(n) => give(&n.to_string()),
        }
    }
}

/// Gives a name as it is written: in backquotes, where it would not be read as one without them.
fn name_text(program: &Program, text: &str, field: bool, give: impl FnOnce(&str)) {
    if program.dialect == Dialect::Java && is_quoted(text, field) { give(&format!("`{text}`")) } else { give(text) }
}
