//! Which fields the errors of a partial answer are about.

use crate::answer::{Answer, Failed};
use crate::infer::Task;
use racefree_grammar::Program;
use racefree_grammar::ast::Expr;
use racefree_kernel::TypeError;
use racefree_typeck::rules::{exp_assign, exp_ref, shareable};

/// The fields that errors of a partial answer are about, with what is known of them from the fixpoint.
pub(crate) fn still_failing(task: &Task<'_>, answer: &Answer, known: &[Failed]) -> Vec<Failed> {
    let text = match racefree_grammar::parse(&answer.text) {
        Ok(text) => text,
        Err(_) => return known.to_vec(),
    };
    let mut fields: Vec<u32> = answer.report.errors.iter().flat_map(|e| fields_of(&text, e, task.program)).collect();
    fields.sort_unstable();
    fields.dedup();
    // Of a field that the text protects, what is wrong is at the accesses, where `check` says it.
    let bare = |f: u32| {
        let class = text.classes.iter().find(|c| c.fields.indices().contains(&(f as usize)));
        let field = &text.fields[f as usize];
        let guarded = class.is_some_and(|class| class.thread_local || text.guard_of(&class, field).is_some());
        !guarded && !field.is_final
    };
    known.iter().filter(|f| fields.contains(&f.field) && bare(f.field)).cloned().collect()
}

/// The fields of a program that an error of a text, which is the program with annotations, is about: for an access, those of the
/// name that is accessed.
pub fn fields_of(text: &Program, e: &TypeError, program: &Program) -> Vec<u32> {
    if e.premise == shareable::GUARDED_OR_FINAL {
        return text.fields.iter().position(|f| f.span == e.span).map(|f| f as u32).into_iter().collect();
    }
    if !matches!(e.premise, exp_ref::GUARD_HELD | exp_assign::GUARD_HELD) {
        return Vec::new();
    }
    let access = |expr: &Expr| matches!(expr, Expr::Field { .. } | Expr::Assign { .. });
    let mut exprs = text.exprs.iter().zip(&text.spans);
    let name = match exprs.find(|&(expr, span)| *span == e.span && access(expr)) {
        Some((&(Expr::Field { field, .. } | Expr::Assign { field, .. }), _)) => text.text(field),
        _ => return Vec::new(),
    };
    let fields = program.fields.iter().enumerate();
    fields.filter(|(_, f)| program.text(f.name) == name).map(|(f, _)| f as u32).collect()
}
