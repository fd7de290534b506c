//! Variables of Java that nothing reads but their own changes, as the `n` of `while (!stop) n++`. States that differ in their values alone go on
//! alike, so searches take them for one.

use racefree_grammar::ast::{BinOp, Expr, ExprId, Extended, Program};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Adds the scopes of such variables of a method.
pub(super) fn add(program: &Program, method: ExprId, scopes: &mut FxHashSet<ExprId>) {
    let all: Vec<ExprId> = program.within(method).collect();
    let mut uses: FxHashMap<Name, i64> = FxHashMap::default();
    for &e in &all {
        if let Expr::Var(x) = program.expr(e) {
            *uses.entry(x).or_default() += 1;
        }
    }
    for e in dropped(program, &all) {
        let Expr::Extended(Extended::SetVar { var, value }) = program.expr(e) else { continue };
        let Expr::Var(x) = program.expr(var) else { continue };
        if program.within(value).all(|e| is_plain(program, e)) {
            let own = program.within(value).filter(|&e| program.expr(e) == Expr::Var(x)).count() as i64 + 1;
            *uses.entry(x).or_default() -= own;
        }
    }
    for &e in &all {
        if let Expr::Extended(Extended::LetVar { var, body, .. }) = program.expr(e)
            && uses.get(&var).is_none_or(|&n| n == 0)
        {
            scopes.insert(body);
        }
    }
}

/// The expressions whose values nobody takes.
fn dropped(program: &Program, all: &[ExprId]) -> FxHashSet<ExprId> {
    let (mut found, mut open) = (FxHashSet::default(), Vec::new());
    for &e in all {
        match program.expr(e) {
            Expr::Seq(list) => open.extend(program.list(list).split_last().map_or(&[][..], |(_, first)| first)),
            Expr::While { body, .. } => open.push(body),
            Expr::Var(_) | Expr::New(_) | forms!(literal | member | operator | owned | extended) => {}
            Expr::Let { .. } | Expr::Sync { .. } | Expr::Fork(_) | Expr::Atomic(_) | Expr::If { .. } => {}
        }
    }
    while let Some(e) = open.pop() {
        if !found.insert(e) {
            continue;
        }
        match program.expr(e) {
            Expr::Seq(list) => open.extend(program.list(list).last()),
            Expr::If { then, otherwise, .. } => open.extend([Some(then), otherwise].into_iter().flatten()),
            Expr::Let { body, .. } | Expr::Sync { body, .. } => open.push(body),
            Expr::Extended(Extended::LetVar { body, .. } | Extended::Label { ty: None, body, .. }) => open.push(body),
            Expr::Var(_) | Expr::New(_) | Expr::Fork(_) | Expr::Atomic(_) | Expr::While { .. } => {}
            forms!(literal | member | operator | owned | extended) => {}
        }
    }
    found
}

/// Returns true for an expression that throws nothing and that nobody sees.
fn is_plain(program: &Program, e: ExprId) -> bool {
    match program.expr(e) {
        Expr::Var(_) | Expr::Unary(..) | forms!(literal) => true,
        Expr::Binary(op, ..) => !matches!(op, BinOp::Div | BinOp::Rem),
        Expr::New(_) | forms!(member | block | operator | owned | extended) => false,
    }
}
