//! Expressions on one line, with the brackets that they need and no more: for whatever shows parts of programs, such as a
//! trace that shows terms.

use super::parts::{Before, Bracket, End, Part, Place, Text, bracket, own_end, parts, type_parts};
use crate::ast::{ExprId, Program, TypeId};
use crate::name::Name;
use crate::stack::deep;

/// What has a say in how the parts of an expression are written, locks in written types included.
pub trait Hooks {
    /// Writes an expression itself, without brackets around it, and gives true; or has it written as it is.
    fn replace(&mut self, _: ExprId, _: &mut String) -> bool {
        false
    }

    /// An expression that is not replaced begins, so many bytes into the text, behind the bracket that it needs.
    fn begin(&mut self, _: ExprId, _: usize) {}

    /// It ends.
    fn end(&mut self, _: ExprId, _: usize) {}

    /// The scope of a variable begins: until it ends, x is another variable than before.
    fn bind(&mut self, _: Name) {}

    /// The scope ends.
    fn unbind(&mut self, _: Name) {}
}

/// Everything is written as it is.
impl Hooks for () {}

/// An expression as text.
pub fn expression(program: &Program, e: ExprId) -> String {
    let mut out = String::new();
    Line { program, hooks: &mut (), out: &mut out }.expr(e, Place::Contents);
    out
}

/// Appends an expression, parts of it as the hooks say.
pub fn write(program: &Program, e: ExprId, hooks: &mut impl Hooks, out: &mut String) {
    Line { program, hooks, out }.expr(e, Place::Contents);
}

/// Appends an expression where others stand beside it, in brackets if it is more than a value.
pub fn write_operand(program: &Program, e: ExprId, hooks: &mut impl Hooks, out: &mut String) {
    Line { program, hooks, out }.expr(e, Place::Receiver);
}

/// Appends a written type.
pub fn write_type(program: &Program, ty: TypeId, hooks: &mut impl Hooks, out: &mut String) {
    Line { program, hooks, out }.ty(ty);
}

struct Line<'w, H> {
    program: &'w Program,
    hooks: &'w mut H,
    out: &'w mut String,
}

impl<H: Hooks> Line<'_, H> {
    fn expr(&mut self, e: ExprId, place: Place) {
        if self.hooks.replace(e, self.out) {
            return;
        }
        let program = self.program;
        let (open, close) = match bracket(program.expr(e), || end(program, e), place) {
            Bracket::None => ("", ""),
            Bracket::Round => ("(", ")"),
            Bracket::Curly => ("{ ", " }"),
        };
        self.out.push_str(open);
        self.hooks.begin(e, self.out.len());
        let (binds, last) = (program.parts(e).binds, program.parts(e).last());
        deep(|| {
            parts(program, e, &mut |part| {
                let binds = binds.filter(|_| matches!(part, Part::Expr(_, child, _) if Some(child) == last));
                binds.into_iter().for_each(|x| self.hooks.bind(x));
                self.part(part);
                binds.into_iter().for_each(|x| self.hooks.unbind(x));
            });
        });
        self.hooks.end(e, self.out.len());
        self.out.push_str(close);
    }

    fn ty(&mut self, ty: TypeId) {
        type_parts(self.program, ty, &mut |part| self.part(part));
    }

    fn part(&mut self, part: Part) {
        match part {
            Part::Token(before, _) | Part::Type(before, _) | Part::Expr(before, ..) if before == Before::Space => {
                self.out.push(' ');
            }
            _ => {}
        }
        match part {
            Part::Token(_, text) => text.write(self.program, self.out),
            Part::Semi => Text::Fixed(";").write(self.program, self.out),
            Part::Type(_, ty) => self.ty(ty),
            Part::Expr(_, e, place) => self.expr(e, place),
        }
    }
}

/// How an expression ends.
fn end(program: &Program, e: ExprId) -> End {
    let mut e = e;
    loop {
        if let Some(end) = own_end(program, program.expr(e)) {
            return end;
        }
        let mut last = None;
        parts(program, e, &mut |part| last = Some(part));
        // What stands last stands where its own end does not matter.
        e = match last {
            Some(Part::Expr(_, last, place)) if bracket(program.expr(last), || End::Other, place) == Bracket::None => {
                last
            }
            _ => return End::Other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::Expr;
    use crate::parse;

    fn shown(source: &str, hooks: &mut impl Hooks) -> String {
        let program = parse(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
        let mut out = String::new();
        write(&program, program.main.unwrap_or(ExprId(0)), hooks, &mut out);
        out
    }

    #[test]
    fn an_expression_is_written_with_the_brackets_that_it_needs() {
        for source in [
            "let C<a.b, c> x = new C<a.b, c> in { x.f = -1; x.m({ a; b }, fork c) }.d",
            "synchronized a in if (a < b) { if (c) d } else (new C) < (-5).e",
            "fork { holds a; while (b) print \"s\" }",
            "a - (b - c) * !d == {}; let int x = 1 in x; y",
        ] {
            assert_eq!(shown(source, &mut ()), source);
        }
        assert_eq!(shown("{ (a + (b)); ((c.d)) }", &mut ()), "a + b; c.d");
    }

    #[test]
    fn hooks_replace_parts_within_their_scopes_and_are_told_where_the_others_are() {
        /// Puts 1 in for the free occurrences of `x`, and notes where `y` calls are.
        struct Put<'p> {
            program: &'p Program,
            hidden: u32,
            calls: Vec<(usize, usize)>,
        }
        impl Hooks for Put<'_> {
            fn replace(&mut self, e: ExprId, out: &mut String) -> bool {
                let here =
                    self.hidden == 0 && matches!(self.program.expr(e), Expr::Var(x) if self.program.text(x) == "x");
                out.push_str(if here { "1" } else { "" });
                here
            }
            fn begin(&mut self, e: ExprId, at: usize) {
                if matches!(self.program.expr(e), Expr::Call { .. }) {
                    self.calls.push((at, 0));
                }
            }
            fn end(&mut self, e: ExprId, at: usize) {
                if matches!(self.program.expr(e), Expr::Call { .. })
                    && let Some(call) = self.calls.last_mut()
                {
                    call.1 = at;
                }
            }
            fn bind(&mut self, x: Name) {
                self.hidden += u32::from(self.program.text(x) == "x");
            }
            fn unbind(&mut self, x: Name) {
                self.hidden -= u32::from(self.program.text(x) == "x");
            }
        }
        let source = "x; { let C<x> x = x in y.m(x) }; new C<x.f>";
        let program = parse(source).unwrap_or_else(|errors| panic!("{errors:?}"));
        let mut hooks = Put { program: &program, hidden: 0, calls: Vec::new() };
        let mut out = String::new();
        write(&program, program.main.unwrap_or(ExprId(0)), &mut hooks, &mut out);
        assert_eq!(out, "1; { let C<1> x = 1 in y.m(x) }; new C<1.f>");
        assert_eq!(hooks.calls.iter().map(|&(from, to)| &out[from..to]).collect::<Vec<_>>(), ["y.m(x)"]);
    }
}
