//! Expressions on one line: what a writer may change, and what is before and behind a part.

use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::name::Name;
use racefree_grammar::parse;
use racefree_grammar::printer::line::{Kind, Line, Place, after, before, row, takes_else};

/// Everything in brackets, two elements of a list, 1 for the free occurrences of `x`; words are marked.
struct Marked<'p> {
    program: &'p Program,
    hidden: u32,
    out: String,
}

impl<'p> Line<'p> for Marked<'p> {
    const MOST: usize = 2;

    fn program(&self) -> &'p Program {
        self.program
    }

    fn put(&mut self, kind: Kind, text: &str) {
        match kind {
            Kind::Keyword if text != " " => self.out.push_str(&text.to_uppercase()),
            Kind::Member => self.out.push_str(&format!("#{text}")),
            Kind::Class => self.out.push_str(&format!("@{text}")),
            _ => self.out.push_str(text),
        }
    }

    fn expr(&mut self, e: ExprId, _: Place, last: bool) {
        match self.program.expr(e) {
            Expr::Var(x) if self.hidden == 0 && self.program.text(x) == "x" => self.out.push('1'),
            _ if self.program.children(e).next().is_none() => row(self, e),
            _ => {
                self.out.push_str(if last { "[" } else { "(" });
                row(self, e);
                self.out.push_str(if last { "]" } else { ")" });
            }
        }
    }

    fn bind(&mut self, x: Name) {
        self.hidden += u32::from(self.program.text(x) == "x");
    }

    fn unbind(&mut self) {
        self.hidden = self.hidden.saturating_sub(1);
    }
}

fn written(source: &str, write: impl FnOnce(&mut Marked<'_>, ExprId)) -> String {
    let program = parse(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    let mut out = Marked { program: &program, hidden: 0, out: String::new() };
    write(&mut out, program.main.unwrap_or(ExprId::new(0)));
    out.out
}

#[test]
fn forms_are_written_as_the_table_has_them() {
    for (source, expected) in [
        ("let C<a.b, c> x = new C in x.f", "LET @C<(a.#b), c> x = NEW @C IN [x.#f]"),
        ("x; y; let int x = x in 2", "1; y; …"),
        ("let int x = x in x + -3", "LET INT x = 1 IN [x + -3]"),
        (
            "synchronized a in if (b) c.m(1, \"s\", true) else {}",
            "SYNCHRONIZED a IN [IF (b) (c.#m(1, \"s\", …)) ELSE {}]",
        ),
        ("fork { holds a; while (!b) null }", "FORK [(HOLDS a); [WHILE ((!b)) NULL]]"),
    ] {
        assert_eq!(written(source, |out, e| row(out, e)), expected, "{source}");
    }
}

#[test]
fn what_stands_before_and_behind_a_part_is_the_rest() {
    let around = |source, nth| {
        let done = |out: &mut Marked<'_>, i: usize| out.out.push_str(&i.to_string());
        (written(source, |out, e| before(out, e, nth, done)), written(source, |out, e| after(out, e, nth)))
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(around("a.m(b, c, d)", 0), pair("", ".#m(b, c, d)"));
    assert_eq!(around("a.m(b, c, d)", 2), pair("0.#m(1, ", ", d)"));
    assert_eq!(around("let int x = 1 in x + 1", 0), pair("LET INT x = ", " IN [x + 1]"));
    assert_eq!(around("if (a) b else c", 1), pair("IF (0) ", " ELSE c"));
}

#[test]
fn an_else_is_taken_by_an_if_at_the_end() {
    for (source, expected) in [
        ("if (a) b", true),
        ("fork synchronized a in while (b) if (c) d", true),
        ("if (a) b else if (c) d", true),
        ("if (a) b else c", false),
        ("a.f = { if (b) c }", false),
        ("let int x = 1 in if (a) b", false),
    ] {
        let program = parse(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
        let main = program.main.unwrap_or(ExprId::new(0));
        assert_eq!(takes_else(&program, main, 6), expected, "{source}");
        assert!(!takes_else(&program, main, 0) || matches!(program.expr(main), Expr::If { .. }));
    }
}
