//! Expressions as text, abbreviated to a length.
//!
//! An expression is written to some depth, what is deeper being `…`; the greatest depth at which it is short enough is
//! taken. Nothing looks further into the expression than the length allows, so a judgment about a large one costs no more
//! than one about a small one.

use super::{Sort, Statement};
use racefree_grammar::ast::{Expr, ExprId, List, Program, TypeId, TypeKind, UnOp};
use racefree_grammar::name::Name;

/// The text grew longer than it may.
struct Full;

type Written = Result<(), Full>;

/// The deepest that an expression is ever written out.
const DEEPEST: u32 = 6;
/// Fields of a path, elements of a sequence, arguments: so many are written out.
const LONGEST: usize = 6;

/// How tightly an expression must bind to stand somewhere without brackets.
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
    written(out, program, limit, |printer, depth| printer.expr(e, depth, level::SEQUENCE));
}

/// Appends e₁; …; eₙ, an end of a sequence, in at most `limit` characters.
pub fn sequence(out: &mut Statement, program: &Program, elements: &[ExprId], limit: usize) {
    written(out, program, limit, |printer, depth| printer.elements(elements, depth));
}

fn written(
    out: &mut Statement,
    program: &Program,
    limit: usize,
    mut write: impl FnMut(&mut Printer<'_, '_>, u32) -> Written,
) {
    let point = out.point();
    for depth in (1..=DEEPEST).rev() {
        let mut printer = Printer { out, program, left: limit as isize };
        if write(&mut printer, depth).is_ok() {
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
    /// Characters left.
    left: isize,
}

impl<'p> Printer<'_, 'p> {
    fn put(&mut self, sort: Sort, text: &str) -> Written {
        self.out.push(sort, text);
        self.left -= text.chars().count() as isize;
        if self.left < 0 { Err(Full) } else { Ok(()) }
    }

    fn plain(&mut self, text: &str) -> Written {
        self.put(Sort::Plain, text)
    }

    fn keyword(&mut self, text: &str) -> Written {
        self.put(Sort::Keyword, text)
    }

    fn name(&mut self, sort: Sort, name: Name) -> Written {
        self.put(sort, self.program.text(name))
    }

    /// `e`, to so many levels, in a place that wants it to bind so tightly.
    fn expr(&mut self, e: ExprId, depth: u32, place: u8) -> Written {
        let expr = self.program.expr(e);
        match expr {
            Expr::Var(x) if x == Name::THIS => return self.put(Sort::Variable, "this"),
            Expr::Var(x) => return self.name(Sort::Variable, x),
            Expr::Int(n) => return self.put(Sort::Literal, &n.to_string()),
            Expr::Bool(b) => return self.keyword(if b { "true" } else { "false" }),
            Expr::Null => return self.keyword("null"),
            Expr::Str(text) => return self.put(Sort::Literal, &quoted(self.program.text(text))),
            Expr::Unit => return self.plain("{}"),
            Expr::Field { .. } => return self.path(e, depth),
            _ if depth == 0 => return self.put(Sort::Omitted, "…"),
            _ => {}
        }
        let needs = match expr {
            Expr::Seq(_) => level::SEQUENCE,
            Expr::Let { .. } => level::LET,
            Expr::Assign { .. } => level::ASSIGN,
            Expr::Binary(op, ..) => level::BINARY + op.level(),
            Expr::Unary(..) => level::UNARY,
            Expr::Call { .. } => level::POSTFIX,
            Expr::New(_) => level::UNARY,
            _ => level::PREFIX,
        };
        let (open, close) = match expr {
            _ if needs >= place => ("", ""),
            Expr::Seq(_) | Expr::Let { .. } => ("{ ", " }"),
            _ => ("(", ")"),
        };
        // A let at the end takes all that follows it, so it needs brackets where something does.
        let end = if open.is_empty() && place > level::LET { level::PREFIX } else { level::LET };
        self.plain(open)?;
        self.compound(expr, depth - 1, end)?;
        self.plain(close)
    }

    /// What is no atom, its parts to so many levels; `end` is for a part at the end that no bracket follows.
    fn compound(&mut self, expr: Expr, depth: u32, end: u8) -> Written {
        match expr {
            Expr::New(ty) => {
                self.keyword("new ")?;
                self.ty(ty)
            }
            Expr::Assign { recv, field, value } => {
                self.expr(recv, depth, level::POSTFIX)?;
                self.plain(".")?;
                self.name(Sort::Member, field)?;
                self.plain(" = ")?;
                self.expr(value, depth, level::ASSIGN)
            }
            Expr::Call { recv, method, args } => {
                self.expr(recv, depth, level::POSTFIX)?;
                self.plain(".")?;
                self.name(Sort::Member, method)?;
                self.plain("(")?;
                self.arguments(args, depth)?;
                self.plain(")")
            }
            Expr::Let { ty, var, bound, body } => {
                self.keyword("let ")?;
                self.ty(ty)?;
                self.plain(" ")?;
                self.name(Sort::Variable, var)?;
                self.plain(" = ")?;
                self.expr(bound, depth, level::ASSIGN)?;
                self.keyword(" in ")?;
                self.expr(body, depth, level::SEQUENCE)
            }
            Expr::Sync { lock, body } => {
                self.keyword("synchronized ")?;
                self.expr(lock, depth, level::ASSIGN)?;
                self.keyword(" in ")?;
                self.expr(body, depth, end)
            }
            Expr::Fork(e) | Expr::Print(e) | Expr::Assert(e) | Expr::Holds(e) => {
                self.keyword(match expr {
                    Expr::Fork(_) => "fork ",
                    Expr::Print(_) => "print ",
                    Expr::Assert(_) => "assert ",
                    _ => "holds ",
                })?;
                self.expr(e, depth, end)
            }
            Expr::Seq(list) => {
                let program = self.program;
                self.elements(program.list(list), depth)
            }
            Expr::If { cond, then, otherwise } => {
                self.condition("if ", cond, depth)?;
                let Some(otherwise) = otherwise else { return self.expr(then, depth, end) };
                let takes_else = self.takes_else(then, depth);
                self.expr(then, depth, if takes_else { level::ASSIGN } else { level::PREFIX })?;
                self.keyword(" else ")?;
                self.expr(otherwise, depth, end)
            }
            Expr::While { cond, body } => {
                self.condition("while ", cond, depth)?;
                self.expr(body, depth, end)
            }
            Expr::Binary(op, left, right) => {
                self.expr(left, depth, level::BINARY + op.level())?;
                self.plain(&format!(" {} ", op.text()))?;
                self.expr(right, depth, level::BINARY + op.level() + 1)
            }
            Expr::Unary(op, operand) => {
                self.plain(op.text())?;
                let literal = op == UnOp::Neg && matches!(self.program.expr(operand), Expr::Int(_));
                self.plain(if literal { "(" } else { "" })?;
                self.expr(operand, depth, level::UNARY)?;
                self.plain(if literal { ")" } else { "" })
            }
            _ => Ok(()),
        }
    }

    /// Whether an `else` behind `e`, as far as that is written out, would belong to an `if` in it.
    fn takes_else(&self, e: ExprId, depth: u32) -> bool {
        let mut at = e;
        for _ in 0..=depth {
            at = match self.program.expr(at) {
                Expr::If { otherwise: None, .. } => return true,
                Expr::If { otherwise: Some(e), .. } | Expr::Fork(e) | Expr::Print(e) | Expr::Assert(e) => e,
                Expr::Sync { body, .. } | Expr::While { body, .. } => body,
                _ => return false,
            };
        }
        false
    }

    fn condition(&mut self, keyword: &str, cond: ExprId, depth: u32) -> Written {
        self.keyword(keyword)?;
        self.plain("(")?;
        self.expr(cond, depth, level::SEQUENCE)?;
        self.plain(") ")
    }

    fn elements(&mut self, elements: &[ExprId], depth: u32) -> Written {
        for (i, &element) in elements.iter().enumerate() {
            if i > 0 {
                self.plain("; ")?;
            }
            if i == LONGEST {
                return self.put(Sort::Omitted, "…");
            }
            let last = i + 1 == elements.len();
            self.expr(element, depth, if last { level::LET } else { level::PREFIX })?;
        }
        Ok(())
    }

    fn arguments(&mut self, args: List, depth: u32) -> Written {
        let program = self.program;
        for (i, &arg) in program.list(args).iter().enumerate() {
            if i > 0 {
                self.plain(", ")?;
            }
            if i == LONGEST {
                return self.put(Sort::Omitted, "…");
            }
            self.expr(arg, depth, level::ASSIGN)?;
        }
        Ok(())
    }

    /// `e.fd`, where `e` may be a path itself.
    fn path(&mut self, e: ExprId, depth: u32) -> Written {
        let mut fields = Vec::new();
        let mut start = e;
        while fields.len() < LONGEST
            && let Expr::Field { recv, field } = self.program.expr(start)
        {
            fields.push(field);
            start = recv;
        }
        match self.program.expr(start) {
            Expr::Field { .. } => self.put(Sort::Omitted, "…")?,
            _ => self.expr(start, depth.saturating_sub(1), level::POSTFIX)?,
        }
        for field in fields.into_iter().rev() {
            self.plain(".")?;
            self.name(Sort::Member, field)?;
        }
        Ok(())
    }

    /// A type as written.
    fn ty(&mut self, ty: TypeId) -> Written {
        match self.program.ty(ty).kind {
            TypeKind::Int => self.keyword("int"),
            TypeKind::Boolean => self.keyword("boolean"),
            TypeKind::Void => self.keyword("void"),
            TypeKind::Class { name, args } => {
                self.name(Sort::Class, name)?;
                if args.len == 0 {
                    return Ok(());
                }
                self.plain("<")?;
                self.arguments(args, 1)?;
                self.plain(">")
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str, limit: usize) -> String {
        let program = racefree_grammar::parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let mut out = Statement::default();
        expression(&mut out, &program, program.main.unwrap(), limit);
        assert_eq!(out.pieces().map(|(_, piece)| piece).collect::<String>(), out.text());
        out.text().to_owned()
    }

    #[test]
    fn brackets_stand_where_they_are_needed_and_nowhere_else() {
        for text in [
            "fork { let int x = 1 in x }; 2",
            "fork let int x = 1 in x; 2",
            "if (a) (if (b) c) else d",
            "if (a) if (b) c else d",
            "a.f.g",
            "a.f = b.g = 1",
            "a.m(1, -2).n()",
            "(new A<a.b>).m()",
            "1 + 2 * 3 - 4",
            "(1 + 2) * 3",
            "1 - (2 - 3)",
            "!(a && b) || c",
            "--a - -5",
            "x; y; z",
            "let int x = 1 in print x; x",
            "let int x = (fork a) in x",
            "synchronized a in { b; c }",
            "synchronized a in let int x = 1 in x",
            "if (a) b else c",
            "(if (a) b else c) + 1",
            "while (a < 1) { b; c }",
            "{ let int x = 1 in x }.f",
            "assert a == null; print \"a\\\"b\\\\\\n\"",
            "a.f = { let int x = 1 in x }",
        ] {
            assert_eq!(printed(text, 200), text);
        }
    }

    #[test]
    fn what_is_deep_is_left_out_first() {
        let text = "synchronized a.lock in let Account b = a.get(1, 2) in b.balance = b.balance + 100";
        assert_eq!(printed(text, 100), text);
        assert_eq!(printed(text, 80), "synchronized a.lock in let Account b = a.get(1, 2) in b.balance = …");
        assert_eq!(printed(text, 60), "synchronized a.lock in let Account b = … in …");
        assert_eq!(printed(text, 30), "synchronized a.lock in …");
        assert_eq!(printed(text, 10), "synchroni…");
    }

    #[test]
    fn no_expression_is_too_large() {
        let chain = format!("a{}", ".f".repeat(50_000));
        assert_eq!(printed(&chain, 60), "….f.f.f.f.f.f");
        let sum = vec!["1"; 50_000].join(" + ");
        assert_eq!(printed(&sum, 20), "… + 1 + 1 + 1 + 1");
        let forks = format!("{}1", "fork ".repeat(50_000));
        assert_eq!(printed(&forks, 22), "fork fork fork fork …");
        let text = printed(&format!("\"{}\"", "x".repeat(50_000)), 60);
        assert!(text.chars().count() <= 60, "{text}");
    }
}
