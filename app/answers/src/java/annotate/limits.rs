//! Annotations that are never proposed: promises that nobody keeps, and guards of what is itself a lock.

use racefree_infer::{Limits, Promise, lock_fields};
use racefree_java::Java;
use racefree_java::elaborate::Elaborated;
use racefree_java::tree::{FileNo, MethodKind, Origin};
use rustc_hash::FxHashMap;

/// Limits of a search for annotations of Java source.
pub(super) fn of(java: &Java, elaborated: &Elaborated) -> Limits {
    let origin = |file: FileNo| java.sources.files()[file.index()].origin;
    let of_source =
        java.methods.iter().filter(|method| origin(java.classes[method.class.index()].file) == Origin::Source);
    let methods: FxHashMap<_, _> = of_source.map(|method| (method.name_span, method)).collect();
    let promise = |method: &racefree_grammar::ast::Method| match methods.get(&method.name_span) {
        // A method made for a lambda, a constructor or a bridge has no place for an annotation.
        None => Promise::Never,
        Some(written) if written.kind != MethodKind::Plain => Promise::Never,
        Some(_) if elaborated.overriding.contains(&method.name_span) => Promise::Never,
        Some(written) if written.modifiers.is_private() => Promise::Free,
        Some(_) => Promise::Kept,
    };
    let promises = elaborated.program.methods.iter().map(promise).collect();
    Limits { library: true, promises, unguarded: lock_fields(&elaborated.program) }
}
