//! Classes that say nothing of threads, and of whose objects a thread gets one: they are shared, and their fields have errors of their own,
//! which say more than that a thread may not have the object.

use super::error::{JavaError, JavaRelated};
use super::speech::Files;
use racefree_grammar::Span;
use racefree_grammar::ast::{Class, TypeKind};
use racefree_java::Java;
use racefree_java::elaborate::Elaborated;
use racefree_kernel::Report;
use racefree_typeck::rules::exp_fork2;
use std::collections::BTreeMap;

/// Most times that files are judged anew because a class is found to be shared.
pub(super) const ROUNDS: usize = 2;

/// Classes by where their names begin, with a place at which a thread gets an object of each, or of a class that leads to it.
pub(super) type Forked = BTreeMap<u32, Span>;

/// The classes that are thread-local for want of a word, and that are those of a variable which a new thread has; and those of the fields
/// of these.
pub(super) fn forked(elaborated: &Elaborated, report: &Report) -> Forked {
    let program = &elaborated.program;
    let local = |name: &&str| elaborated.local_by_default.contains(*name);
    let mut todo: Vec<(&str, Span)> = Vec::new();
    for error in report.errors.iter().filter(|error| error.premise == exp_fork2::FV_SHARED) {
        let words = error.message.split('`').skip(1).step_by(2);
        todo.extend(words.filter(local).map(|name| (name, error.span)));
    }
    let mut found = Forked::new();
    if todo.is_empty() {
        return found;
    }
    todo.reverse();
    let by_name: BTreeMap<&str, &Class> =
        program.classes.iter().map(|class| (program.text(class.name), class)).collect();
    while let Some((name, at)) = todo.pop() {
        let Some(class) = by_name.get(name).filter(|class| !found.contains_key(&class.name_span.start)) else {
            continue;
        };
        found.insert(class.name_span.start, at);
        let of_field = |ty| match program.ty(ty).kind {
            TypeKind::Class { name, .. } => Some(program.text(name)),
            _ => None,
        };
        let fields = program.fields_of(class).iter().filter_map(|field| of_field(field.ty));
        todo.extend(fields.filter(local).map(|name| (name, at)));
    }
    found
}

/// Adds to the errors about fields of such a class where a thread gets an object of it.
pub(super) fn tell(java: &Java, forked: &Forked, files: &mut Files) {
    for field in &java.fields {
        let class = &java.classes[field.class.index()];
        let Some(&at) = forked.get(&class.name_span.start) else { continue };
        let (file, _) = java.sources.place(field.name_span);
        let Some(of) = files.get_mut(&file.0) else { continue };
        let start = java.sources.files()[file.index()].span.start;
        let is_about = |error: &&mut JavaError| {
            let own = Span::new(field.name_span.start - start, field.name_span.end - start);
            error.code == "SHAREABLE/guarded-or-final" && error.span.start == own.start
        };
        for error in of.errors.iter_mut().filter(is_about) {
            let (file, span) = java.sources.place(at);
            let message = format!("a thread gets an object of `{}` here, so it is shared", java.names.text(class.name));
            error.related.push(JavaRelated { file, span, message, role: "other" });
        }
    }
}
