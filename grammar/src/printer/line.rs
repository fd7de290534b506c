//! Expressions on one line, for views of parts of programs: a derivation that abbreviates them, a trace that shows
//! values for variables.
//!
//! The form of the text is in the table (`parts`) alone. A [`Line`] decides where the text goes, the brackets around an
//! expression, and deviations from the table.

use super::parts::{Before, Part, elements as elements_of, own_end, parts_up_to, type_parts};
pub use super::parts::{End, Place, Style, style};
use super::text::TokenText;
use crate::ast::{ExprId, Program, TypeId};
use crate::name::Name;

/// Kind of a piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A sign, or a blank.
    Plain,
    /// A word of the language, with the blanks beside it.
    Keyword,
    /// A variable, ghost or `this`.
    Variable,
    /// A class.
    Class,
    /// A field or method.
    Member,
    /// A literal.
    Literal,
    /// `…`, for the rest of a list.
    Omitted,
}

/// An expression that is being written.
pub trait Line<'p>: Sized {
    /// Greatest number of elements of a list that are written.
    const MOST: usize = usize::MAX;

    /// Program of the expression.
    fn program(&self) -> &'p Program;

    /// Writes a piece of text.
    fn put(&mut self, kind: Kind, text: &str);

    /// Writes an expression at a place of another one, brackets included: by [`row`], or in another way. If it is the
    /// `last` one of its form, the token behind the form follows it too.
    fn expr(&mut self, e: ExprId, place: Place, last: bool);

    /// Writes a type.
    fn ty(&mut self, ty: TypeId) {
        written_type(self, ty);
    }

    /// The scope of a variable begins: until it ends, x is another variable than before.
    fn bind(&mut self, _: Name) {}

    /// The scope that began last ends.
    fn unbind(&mut self) {}
}

/// Writes an expression as the table has it, without brackets around it.
pub fn row<'p, L: Line<'p>>(out: &mut L, e: ExprId) {
    let mut row = Row::of(out.program(), e);
    parts_up_to(out.program(), e, L::MOST, &mut |part| row.part(out, part));
}

/// Writes the elements of a sequence.
pub fn elements<'p, L: Line<'p>>(out: &mut L, of: &[ExprId]) {
    let mut row = Row { last: of.last().copied(), ..Row::default() };
    elements_of(out.program(), of, Place::Statement, L::MOST, &mut |part| row.part(out, part));
}

/// Writes a type as the table has it.
pub fn written_type<'p, L: Line<'p>>(out: &mut L, ty: TypeId) {
    let mut row = Row { names: Some(Kind::Class), ..Row::default() };
    type_parts(out.program(), ty, L::MOST, &mut |part| row.part(out, part));
}

/// Writes what is in an expression before its nth sub-expression, `done` those before that one.
pub fn before<'p, L: Line<'p>>(out: &mut L, e: ExprId, nth: usize, mut done: impl FnMut(&mut L, usize)) {
    let mut row = Row::of(out.program(), e);
    let mut next = 0;
    parts_up_to(out.program(), e, usize::MAX, &mut |part| match part {
        _ if next > nth => {}
        Part::Expr(before, ..) => {
            row.space(out, before, Kind::Plain);
            if next < nth {
                done(out, next);
            }
            next += 1;
        }
        part => row.part(out, part),
    });
}

/// Writes what is behind it.
pub fn after<'p, L: Line<'p>>(out: &mut L, e: ExprId, nth: usize) {
    let mut row = Row::of(out.program(), e);
    let mut next = 0;
    parts_up_to(out.program(), e, usize::MAX, &mut |part| match part {
        part if next > nth => row.part(out, part),
        Part::Expr(..) => next += 1,
        _ => {}
    });
}

/// The nth sub-expression of an expression, and at which place of it it stands.
pub fn child(program: &Program, e: ExprId, nth: usize) -> Option<(ExprId, Place)> {
    let (mut next, mut found) = (0, None);
    parts_up_to(program, e, usize::MAX, &mut |part| {
        if let Part::Expr(_, child, place) = part {
            found = found.or((next == nth).then_some((child, place)));
            next += 1;
        }
    });
    found
}

/// Returns true if an `else` behind an expression would belong to an `if` at its end; looks `depth` bodies deep.
pub fn takes_else(program: &Program, e: ExprId, depth: u32) -> bool {
    let mut at = e;
    for _ in 0..=depth {
        if let Some(end) = own_end(program, program.expr(at)) {
            return end == End::If;
        }
        let mut last = None;
        parts_up_to(program, at, 1, &mut |part| last = Some(part));
        match last {
            Some(Part::Expr(_, body, Place::Body | Place::Forked | Place::Claimed)) => at = body,
            _ => return false,
        }
    }
    false
}

/// A row of parts that is being written.
#[derive(Default)]
struct Row {
    /// Kind of the names in it, by default.
    names: Option<Kind>,
    /// True if the last token is a word; a dot.
    word: bool,
    dot: bool,
    /// The last sub-expression, and the variable bound in it.
    last: Option<ExprId>,
    binds: Option<Name>,
}

impl Row {
    fn of(program: &Program, e: ExprId) -> Row {
        let parts = program.parts(e);
        Row { last: parts.last(), binds: parts.binds, ..Row::default() }
    }

    /// The blank before a part of a kind: beside a word, it goes with it.
    fn space<'p>(&mut self, out: &mut impl Line<'p>, before: Before, kind: Kind) {
        if before == Before::Space {
            out.put(if self.word || kind == Kind::Keyword { Kind::Keyword } else { Kind::Plain }, " ");
        }
        self.word = false;
    }

    fn part<'p>(&mut self, out: &mut impl Line<'p>, part: Part) {
        match part {
            Part::Token(before, text) => {
                let kind = self.kind(text);
                self.space(out, before, kind);
                self.word = kind == Kind::Keyword;
                self.dot = text == TokenText::Fixed(".");
                text.with(out.program(), |text| out.put(kind, text));
            }
            Part::Semi => out.put(Kind::Plain, ";"),
            Part::Type(before, ty) => {
                self.space(out, before, Kind::Plain);
                out.ty(ty);
            }
            Part::Expr(before, e, place) => {
                self.space(out, before, Kind::Plain);
                let last = self.last == Some(e);
                let binds = self.binds.filter(|_| last);
                binds.into_iter().for_each(|x| out.bind(x));
                out.expr(e, place, last);
                binds.into_iter().for_each(|_| out.unbind());
            }
        }
    }

    fn kind(&self, text: TokenText) -> Kind {
        match text {
            TokenText::Fixed("…") => Kind::Omitted,
            TokenText::Fixed(text) if text.starts_with(|c: char| c.is_ascii_alphabetic()) => Kind::Keyword,
            TokenText::Fixed(_) => Kind::Plain,
            TokenText::Field(_) => Kind::Member,
            TokenText::Name(_) if self.dot => Kind::Member,
            TokenText::Name(_) | TokenText::ClassOf(_) => self.names.unwrap_or(Kind::Variable),
            TokenText::Quoted(_) | TokenText::Number(_) => Kind::Literal,
        }
    }
}
