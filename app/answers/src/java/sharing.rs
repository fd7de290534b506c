//! Classes that say nothing of threads, and of whose objects a thread gets one: they are shared, and their fields have errors of their own,
//! which say more than that a thread may not have the object.

use racefree_grammar::ast::{Class, TypeKind};
use racefree_java::elaborate::Elaborated;
use racefree_kernel::Report;
use racefree_typeck::rules::exp_fork2;
use std::collections::{BTreeMap, BTreeSet};

/// Most times that files are judged anew because a class is found to be shared.
pub(super) const ROUNDS: usize = 2;

/// The classes that are thread-local for want of a word, and that are those of a variable which a new thread has; and those of the fields
/// of these. By where their names begin.
pub(super) fn forked(elaborated: &Elaborated, report: &Report) -> BTreeSet<u32> {
    let program = &elaborated.program;
    let errors = report.errors.iter().filter(|error| error.premise == exp_fork2::FV_SHARED);
    let words = errors.flat_map(|error| error.message.split('`').skip(1).step_by(2));
    let local = |name: &&str| elaborated.local_by_default.contains(*name);
    let names: BTreeSet<&str> = words.filter(local).collect();
    if names.is_empty() {
        return BTreeSet::new();
    }
    let by_name: BTreeMap<&str, &Class> =
        program.classes.iter().map(|class| (program.text(class.name), class)).collect();
    let (mut found, mut todo) = (BTreeSet::new(), names.into_iter().collect::<Vec<_>>());
    while let Some(class) = todo.pop().and_then(|name| by_name.get(name)) {
        if found.insert(class.name_span.start) {
            let of_field = |ty| match program.ty(ty).kind {
                TypeKind::Class { name, .. } => Some(program.text(name)),
                _ => None,
            };
            todo.extend(program.fields_of(class).iter().filter_map(|field| of_field(field.ty)).filter(local));
        }
    }
    found
}
