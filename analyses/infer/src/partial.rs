//! Fields that the errors of a partial answer are about.

use crate::answer::{Answer, Failed};
use crate::clauses::Instance;
use crate::infer::Task;
use racefree_grammar::Program;
use racefree_grammar::ast::Expr;
use racefree_grammar::span::{LineIndex, Span};
use racefree_java_rules::typed;
use racefree_kernel::TypeError;
use racefree_typeck::rules::{exp_assign, exp_invoke, exp_ref, shareable};
use racefree_typeck::typed::Member;
use rustc_hash::{FxHashMap, FxHashSet};

/// Failing fields of a partial answer, with their results from the fixpoint: fields that are not protected, that are
/// accessed without their guard, or because of which a call needs a lock that is not held.
pub(crate) fn still_failing(task: &Task<'_>, answer: &Answer, known: &[Failed]) -> Vec<Failed> {
    let text = match racefree_grammar::parse(&answer.text) {
        Ok(text) => text,
        Err(_) => return known.to_vec(),
    };
    let (_, types) = typed(&text, &answer.text, &task.settings.options);
    let accesses = types.points().filter_map(|(e, point)| match point.member {
        Some(Member::Field(f, _)) => Some((text.span(e), f)),
        _ => None,
    });
    let accesses: FxHashMap<Span, u32> = accesses.collect();
    let of_field: FxHashMap<Span, u32> = (0..).zip(&text.fields).map(|(f, field)| (field.span, f)).collect();
    // Annotations are put into lines, so that calls are in the lines where they were.
    let (lines, before) = (LineIndex::new(&answer.text), LineIndex::new(task.source));
    let (mut fields, mut calls) = (FxHashSet::<u32>::default(), FxHashSet::<u32>::default());
    for error in &answer.report.errors {
        match error.premise {
            shareable::GUARDED_OR_FINAL => fields.extend(of_field.get(&error.span)),
            exp_ref::GUARD_HELD | exp_assign::GUARD_HELD => fields.extend(accesses.get(&error.span)),
            exp_invoke::REQUIRES_HELD => drop(calls.insert(lines.line(error.span.start))),
            _ => {}
        }
    }
    let called =
        |root: &Instance| root.premise == exp_invoke::REQUIRES_HELD && calls.contains(&before.line(root.span.start));
    let calls = |failed: &Failed| failed.candidates.iter().flat_map(|c| &c.roots).any(called);
    known.iter().filter(|failed| fields.contains(&failed.field) || calls(failed)).cloned().collect()
}

/// Fields of a program that an error of its annotated text is about: for an access, those of the accessed name.
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
