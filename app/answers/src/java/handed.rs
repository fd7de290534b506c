//! Fields that one thread has at a time: the start of a thread hands them over, and the wait for its end takes them back. They need no guard.

use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Method, MethodKind, Program};
use racefree_grammar::name::Name;
use racefree_java::elaborate::{Elaborated, RunBy};
use rustc_hash::FxHashSet;

/// Returns true for a field that the first thread accesses while there is no other, one other thread in code that it runs once, and constructors.
/// Fields of one name are taken for one.
pub(super) fn is_of_one_thread(elaborated: &Elaborated, field: Span) -> bool {
    let program = &elaborated.program;
    let Some(name) = program.fields.iter().find(|f| f.name_span == field || f.span == field).map(|f| f.name) else {
        return false;
    };
    let (mut once, mut in_threads, mut alone): (Option<Span>, bool, bool) = (None, false, false);
    let mut built: Option<FxHashSet<ExprId>> = None;
    for e in (0..program.exprs.len() as u32).map(ExprId::new) {
        let (Expr::Field { recv: owner, field } | Expr::Assign { recv: owner, field, .. }) = program.expr(e) else {
            continue;
        };
        if field != name {
            continue;
        }
        let (span, own) = (program.span(e), program.expr(owner) == Expr::Var(Name::THIS));
        match elaborated.run_by(span) {
            Some(RunBy::Alone) => alone = true,
            Some(RunBy::Once(code)) if once.is_none_or(|other| other == code) => once = Some(code),
            Some(RunBy::OfObject) if own => in_threads = true,
            _ if own && built.get_or_insert_with(|| building(program)).contains(&e) => {}
            _ => return false,
        }
    }
    (alone || once.is_some() || in_threads) && !(in_threads && once.is_some())
}

/// The code of constructors that start no thread: nobody else has the object meanwhile.
fn building(program: &Program) -> FxHashSet<ExprId> {
    let builds = |m: &&Method| matches!(program.kind_of(m), MethodKind::Constructor);
    let starts = |m: &&Method| program.within(m.body).any(|e| matches!(program.expr(e), Expr::Fork(_)));
    program.methods.iter().filter(builds).filter(|m| !starts(m)).flat_map(|m| program.within(m.body)).collect()
}
