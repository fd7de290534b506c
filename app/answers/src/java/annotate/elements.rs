//! Guards of the elements of arrays: inference knows none, so those of the fields beside are tried, and the checker judges each.

use crate::java::JavaVerdict;
use racefree_grammar::ast::TypeKind;
use racefree_infer::edits::{Annotation, Kind};
use racefree_java::Java;
use racefree_java::elaborate::Elaborated;
use racefree_java::tree::Origin;
use std::collections::BTreeSet;

/// Greatest number of guards that are tried: each is a check of all.
const TRIED: usize = 24;

/// Number of bytes that all these checks may read together.
const TEXT: usize = 20_000_000;

/// A guard to try.
pub(super) struct Trial {
    /// Offsets behind the opening brackets of the type, in the text of the run.
    pub(super) brackets: Vec<u32>,
    /// The lock.
    pub(super) lock: String,
    /// The field, by its place in the program.
    pub(super) field: usize,
}

/// Guards to try for the arrays that shared objects have without one.
pub(super) fn trials(java: &Java, elaborated: &Elaborated, found: &[Annotation], verdict: &JavaVerdict) -> Vec<Trial> {
    let program = &elaborated.program;
    let is_wrong = verdict.files.iter().flat_map(|file| &file.errors).any(|error| error.code.ends_with("/field-type"));
    let mut trials = Vec::new();
    for (c, class) in program.classes.iter().enumerate().filter(|(_, class)| is_wrong && !class.thread_local) {
        for f in class.fields.indices() {
            let field = &program.fields[f];
            let Some(brackets) = brackets(java, elaborated, f) else { continue };
            let of_class = |a: &&Annotation| a.class == Some(c as u32) && a.kind == Kind::GuardedBy;
            let own = |a: &&Annotation| a.member.as_deref() == Some(program.text(field.name));
            let guards = found.iter().filter(of_class);
            let written = program.fields_of(class).iter().filter_map(|field| field.guard);
            let written = written.map(|guard| java.sources.at(program.span(guard)).to_owned());
            // That of the field itself comes first.
            let text = |a: &Annotation| {
                elaborated.origins.written_lock(&super::placer::of_class(program.text(class.name), &a.text))
            };
            let first = guards.clone().filter(own).map(text);
            let locks: Vec<String> = first.chain(guards.map(text)).chain(written).collect();
            let mut seen = BTreeSet::new();
            for lock in locks.into_iter().filter(|lock| !lock.is_empty() && seen.insert(lock.clone())) {
                trials.push(Trial { brackets: brackets.clone(), lock, field: f });
            }
        }
    }
    trials.truncate(TRIED.min(TEXT / java.sources.text().len().max(1)));
    trials
}

/// The brackets of a field's type that have no guard: none if they have, or stand elsewhere.
fn brackets(java: &Java, elaborated: &Elaborated, field: usize) -> Option<Vec<u32>> {
    let field = &elaborated.program.fields[field];
    let TypeKind::Array { guards: 0, .. } = elaborated.program.ty(field.ty).kind else { return None };
    let written = java.fields.iter().find(|written| written.name_span == field.name_span)?;
    let (file, _) = java.sources.place(written.name_span);
    if java.sources.files()[file.index()].origin != Origin::Source {
        return None;
    }
    let text = java.sources.at(written.ty.span);
    let all: Vec<u32> = text.match_indices('[').map(|(at, _)| written.ty.span.start + at as u32 + 1).collect();
    // Brackets in type arguments and annotations are others.
    (!all.is_empty() && !text.contains(['<', '@', '#'])).then_some(all)
}
