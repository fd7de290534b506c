//! Expressions as text, abbreviated to a length.
//!
//! An expression is written to some depth, what is deeper being `…`; the greatest depth at which it is short enough is
//! taken. Nothing looks further into the expression than the length allows, so a judgment about a large one costs no more
//! than one about a small one.

use super::{Sort, Statement};
use racefree_grammar::ast::{Expr, ExprId, Program, TypeId, UnOp};
use racefree_grammar::forms;
use racefree_grammar::printer::line::{self, Kind, Line, Place, Style, style};

/// The deepest that an expression is ever written out.
const DEEPEST: u32 = 6;
/// Maximum number of fields of a path, elements of a sequence and arguments that are written out.
const LONGEST: usize = 6;

/// Binding strengths: the least that an expression needs to be somewhere without brackets.
mod level {
    pub(super) const SEQUENCE: u8 = 0;
    pub(super) const LET: u8 = 1;
    pub(super) const PREFIX: u8 = 2;
    pub(super) const ASSIGN: u8 = 3;
    /// One less than the level of `||`.
    pub(super) const BINARY: u8 = 3;
    pub(super) const UNARY: u8 = 10;
    pub(super) const POSTFIX: u8 = 11;
}

/// Appends an expression in at most `limit` characters.
pub fn expression(out: &mut Statement, program: &Program, e: ExprId, limit: usize) {
    written(out, program, limit, |printer| printer.expr(e, Place::Contents, true));
}

/// Appends e₁; …; eₙ, an end of a sequence, in at most `limit` characters.
pub fn sequence(out: &mut Statement, program: &Program, elements: &[ExprId], limit: usize) {
    written(out, program, limit, |printer| line::elements(printer, elements));
}

fn written(out: &mut Statement, program: &Program, limit: usize, write: impl Fn(&mut Printer<'_, '_>)) {
    let point = out.point();
    for depth in (1..=DEEPEST).rev() {
        let mut printer = Printer { out, program, left: limit as isize, depth, end: level::LET };
        write(&mut printer);
        if printer.left >= 0 {
            return;
        }
        if depth > 1 {
            out.truncate(point);
        }
    }
    // Too long even so: as much of it as there is room for.
    out.cut(point, limit.saturating_sub(1));
    out.omitted();
}

struct Printer<'a, 'p> {
    out: &'a mut Statement,
    program: &'p Program,
    /// Characters left; the text is too long if there are fewer than none.
    left: isize,
    /// Number of further levels to write out.
    depth: u32,
    /// Binding strength that a part needs at the end of the form being written, where no bracket follows.
    end: u8,
}

impl<'p> Line<'p> for Printer<'_, 'p> {
    const MOST: usize = LONGEST;

    fn program(&self) -> &'p Program {
        self.program
    }

    fn put(&mut self, kind: Kind, text: &str) {
        if self.left < 0 {
            return;
        }
        let sort = match kind {
            Kind::Plain => Sort::Plain,
            Kind::Keyword => Sort::Keyword,
            Kind::Variable => Sort::Variable,
            Kind::Class => Sort::Class,
            Kind::Member => Sort::Member,
            Kind::Literal => Sort::Literal,
            Kind::Omitted => Sort::Omitted,
        };
        self.out.push(sort, text);
        self.left -= text.chars().count() as isize;
    }

    fn expr(&mut self, e: ExprId, place: Place, last: bool) {
        let expr = self.program.expr(e);
        match expr {
            _ if self.left < 0 => {}
            Expr::Int(n) if place == Place::Under(UnOp::Neg) => {
                self.put(Kind::Plain, "(");
                self.put(Kind::Literal, &n.to_string());
                self.put(Kind::Plain, ")");
            }
            Expr::Int(n) => self.put(Kind::Literal, &n.to_string()),
            Expr::Str(text) => self.put(Kind::Literal, &quoted(self.program.text(text))),
            Expr::Field { .. } => self.path(e),
            Expr::Var(_) | Expr::Bool(_) | Expr::Null | Expr::Unit => line::row(self, e),
            _ if self.depth == 0 => self.put(Kind::Omitted, "…"),
            Expr::New(_) | forms!(member | block | operator | owned | extended) => {
                let wanted = self.wanted(e, place, last);
                self.compound(e, wanted);
            }
        }
    }

    /// The arguments are paths.
    fn ty(&mut self, ty: TypeId) {
        let depth = std::mem::replace(&mut self.depth, 1);
        line::written_type(self, ty);
        self.depth = depth;
    }
}

impl Printer<'_, '_> {
    /// Binding strength that an expression needs at a place.
    fn wanted(&self, e: ExprId, place: Place, last: bool) -> u8 {
        match place {
            Place::Contents => level::SEQUENCE,
            Place::Statement if last => level::LET,
            Place::Body | Place::Forked | Place::Claimed | Place::Lock if last => self.end,
            Place::Then if line::takes_else(self.program, e, self.depth) => level::ASSIGN,
            Place::Statement | Place::Then => level::PREFIX,
            Place::Value | Place::Body | Place::Forked | Place::Claimed | Place::Lock => level::ASSIGN,
            Place::Left(op) => level::BINARY + op.level(),
            Place::Right(op) => level::BINARY + op.level() + 1,
            Place::Under(_) => level::UNARY,
            Place::Receiver => level::POSTFIX,
        }
    }

    /// Writes an expression that is no atom, where it needs a binding strength.
    fn compound(&mut self, e: ExprId, wanted: u8) {
        let expr = self.program.expr(e);
        let binds = match (expr, style(expr)) {
            (Expr::Seq(_), _) => level::SEQUENCE,
            (_, Style::Block) => level::LET,
            (Expr::Assign { .. }, _) => level::ASSIGN,
            (Expr::Binary(op, ..), _) => level::BINARY + op.level(),
            (Expr::Unary(..) | Expr::New(_), _) => level::UNARY,
            (_, Style::Value) => level::POSTFIX,
            (_, Style::Prefix | Style::Form | Style::Clause) => level::PREFIX,
        };
        let (open, close) = match style(expr) {
            _ if binds >= wanted => ("", ""),
            Style::Block => ("{ ", " }"),
            _ => ("(", ")"),
        };
        // A let at the end takes all that follows it, so it needs brackets where something does.
        let end = if open.is_empty() && wanted > level::LET { level::PREFIX } else { level::LET };
        let end = std::mem::replace(&mut self.end, end);
        self.depth -= 1;
        self.put(Kind::Plain, open);
        line::row(self, e);
        self.put(Kind::Plain, close);
        self.depth += 1;
        self.end = end;
    }

    /// `e.fd`, where `e` may be a path itself.
    fn path(&mut self, e: ExprId) {
        let mut fields = Vec::new();
        let mut start = e;
        while fields.len() < LONGEST
            && let Expr::Field { recv, field } = self.program.expr(start)
        {
            fields.push(field);
            start = recv;
        }
        match self.program.expr(start) {
            Expr::Field { .. } => self.put(Kind::Omitted, "…"),
            _ => {
                let depth = self.depth;
                self.depth = depth.saturating_sub(1);
                self.expr(start, Place::Receiver, false);
                self.depth = depth;
            }
        }
        for field in fields.into_iter().rev() {
            self.put(Kind::Plain, ".");
            self.put(Kind::Member, self.program.text(field));
        }
    }
}

/// A string literal as it would be written, at most two dozen characters of it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for (i, c) in text.chars().enumerate() {
        if i == 24 {
            out.push('…');
            break;
        }
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
