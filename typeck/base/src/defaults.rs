//! Default annotations (calculus, section 7; section 6.2 of the paper): guesses for classes that say nothing.

use racefree_grammar::ast::{Class, Program, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

/// Annotations filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// Classes made `thread_local`, by index.
    pub thread_local: Vec<usize>,
    /// Fields that got `guarded_by this`, by index.
    pub guarded: Vec<usize>,
}

impl Filled {
    /// Number of annotations filled in.
    #[allow(clippy::len_without_is_empty)] // a count of two sorts of things, not a collection
    pub fn len(&self) -> usize {
        self.thread_local.len() + self.guarded.len()
    }
}

/// Fills in what is missing: a class with no annotation and no `synchronized` method is `thread_local`; an unguarded
/// field of a shared class that is not final is guarded by `this`.
pub fn fill_in(program: &mut Program) -> Filled {
    let mut filled = Filled::default();
    for i in 0..program.classes.len() {
        let class = program.classes[i];
        if !annotated(program, &class) {
            program.classes[i].thread_local = true;
            filled.thread_local.push(i);
            continue;
        }
        if class.thread_local || class.guard.is_some() {
            continue;
        }
        for f in class.fields.indices() {
            let field = program.fields[f];
            if field.takes_class_guard() {
                // Placed where the field's name ends, so that messages about the guard point at the field.
                let place = Span::new(field.name_span.start, field.name_span.end);
                let this = program.add(racefree_grammar::ast::Expr::Var(Name::THIS), place);
                program.fields[f].guard = Some(this);
                filled.guarded.push(f);
            }
        }
    }
    filled
}

/// Returns true if a class has any annotation of the type system, or a `synchronized` method.
fn annotated(program: &Program, class: &Class) -> bool {
    let instance = |ty| matches!(program.ty(ty).kind, TypeKind::Class { args, .. } if args.len > 0);
    class.thread_local
        || class.guard.is_some()
        || !class.ghosts.is_empty()
        || class.extends.is_some_and(instance)
        || program.fields_of(class).iter().any(|f| f.guard.is_some() || instance(f.ty))
        || program.methods_of(class).iter().any(|m| {
            m.synchronized
                || m.requires.len > 0
                || instance(m.ret)
                || program.params_of(m).iter().any(|p| instance(p.ty))
        })
}

/// Filled-in annotations, in words.
pub fn describe(filled: &Filled, program: &Program) -> String {
    let list = |names: Vec<&str>| {
        let shown = names.iter().take(8).copied().collect::<Vec<_>>().join(", ");
        if names.len() > 8 { format!("{shown}, …") } else { shown }
    };
    let mut parts = Vec::new();
    if !filled.thread_local.is_empty() {
        let names = filled.thread_local.iter().map(|&i| program.text(program.classes[i].name)).collect();
        parts.push(format!("{} thread_local ({})", filled.thread_local.len(), list(names)));
    }
    if !filled.guarded.is_empty() {
        let names = filled.guarded.iter().map(|&f| program.text(program.fields[f].name)).collect();
        parts.push(format!("{} guarded_by this ({})", filled.guarded.len(), list(names)));
    }
    parts.join("; ")
}
