//! Programs of any syntax as strategies, and the forms of expressions that they have.

use proptest::prelude::*;
use racefree_generate::{Choices, open};
use racefree_grammar::Program;
use racefree_grammar::ast::{Dialect, Expr, UnOp};

/// Programs of every form.
pub fn programs() -> impl Strategy<Value = Program> {
    programs_in(Dialect::Base)
}

/// Programs of every form of a dialect.
pub fn programs_in(dialect: Dialect) -> impl Strategy<Value = Program> {
    let row = prop::collection::vec(any::<u8>().prop_map(u16::from), 0..600);
    row.prop_map(move |row| open::program(dialect, Choices::given(&row)))
}

/// How often each form of syntax occurs in a program, by its name in [`FORMS`].
pub fn forms(program: &Program) -> Vec<(&'static str, usize)> {
    FORMS.iter().map(|&(name, has)| (name, program.exprs.iter().filter(|e| has(program, **e)).count())).collect()
}

/// A form of expression: its name, and what recognises it.
type Form = (&'static str, fn(&Program, Expr) -> bool);

/// Every form of expression, with the combinations that are easily printed wrongly.
pub const FORMS: &[Form] = &[
    ("variable", |_, e| matches!(e, Expr::Var(_))),
    ("negative literal", |_, e| matches!(e, Expr::Int(..0))),
    ("literal", |_, e| matches!(e, Expr::Int(0..))),
    ("smallest literal", |_, e| e == Expr::Int(i32::MIN)),
    ("boolean", |_, e| matches!(e, Expr::Bool(_))),
    ("null", |_, e| e == Expr::Null),
    ("string", |_, e| matches!(e, Expr::Str(_))),
    ("{}", |_, e| e == Expr::Unit),
    ("new", |_, e| matches!(e, Expr::New(_))),
    ("field access", |_, e| matches!(e, Expr::Field { .. })),
    ("assignment", |_, e| matches!(e, Expr::Assign { .. })),
    ("call", |_, e| matches!(e, Expr::Call { .. })),
    ("let", |_, e| matches!(e, Expr::Let { .. })),
    ("synchronized", |_, e| matches!(e, Expr::Sync { .. })),
    ("fork", |_, e| matches!(e, Expr::Fork(_))),
    ("atomic", |_, e| matches!(e, Expr::Atomic(_))),
    ("sequence", |_, e| matches!(e, Expr::Seq(_))),
    ("if without else", |_, e| matches!(e, Expr::If { otherwise: None, .. })),
    ("if with else", |_, e| matches!(e, Expr::If { otherwise: Some(_), .. })),
    ("while", |_, e| matches!(e, Expr::While { .. })),
    ("print", |_, e| matches!(e, Expr::Print(_))),
    ("assert", |_, e| matches!(e, Expr::Assert(_))),
    ("holds", |_, e| matches!(e, Expr::Holds(_))),
    ("operator", |_, e| matches!(e, Expr::Binary(..))),
    ("unary operator", |_, e| matches!(e, Expr::Unary(..))),
    ("negated negative literal", |p, e| matches!(e, Expr::Unary(UnOp::Neg, e) if matches!(p.expr(e), Expr::Int(..0)))),
    ("dangling if before an else", |p, e| {
        matches!(e, Expr::If { then, otherwise: Some(_), .. }
            if matches!(p.expr(then), Expr::If { otherwise: None, .. }))
    }),
    (
        "let that is not last",
        |p, e| matches!(e, Expr::Seq(list) if p.list(list).iter().rev().skip(1).any(|&e| matches!(p.expr(e), Expr::Let { .. }))),
    ),
    (
        "sequence in a sequence",
        |p, e| matches!(e, Expr::Seq(list) if p.list(list).iter().any(|&e| matches!(p.expr(e), Expr::Seq(_)))),
    ),
    (
        "prefix form as an operand",
        |p, e| matches!(e, Expr::Binary(_, l, r) if [l, r].iter().any(|&e| matches!(p.expr(e), Expr::Fork(_) | Expr::Sync { .. }))),
    ),
    ("prefix form as a receiver", |p, e| {
        matches!(e, Expr::Call { recv, .. } | Expr::Field { recv, .. }
            if matches!(p.expr(recv), Expr::Fork(_) | Expr::If { .. } | Expr::Assign { .. }))
    }),
];
