//! Objects that are filled in before anybody else has them, and only read from then on: a volatile or final field, or a guarded one, may show
//! them to other threads, though their class is one of one thread's objects.

use super::settled::is_settled;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, Field, MethodKind, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_java::elaborate::Elaborated;
use rustc_hash::FxHashSet;

/// Classes of the library whose objects nobody changes.
const VALUES: &[&str] =
    &["String", "Integer", "Long", "Boolean", "Double", "Float", "Short", "Byte", "Character", "BigDecimal"];

/// Returns true for the name of a class of values that nobody changes.
pub(super) fn is_value(class: &str) -> bool {
    VALUES.contains(&class)
}

/// Returns true for a field at a place whose objects are of such a class.
pub(super) fn shows_filled_objects(elaborated: &Elaborated, text: &str, field: Span) -> bool {
    let program = &elaborated.program;
    let at = program.fields.iter().find(|f| f.name_span == field || f.span == field);
    at.is_some_and(|f| class_of(program, f.ty).is_some_and(|class| is_filled_first(program, text, program.text(class))))
}

fn class_of(program: &Program, ty: TypeId) -> Option<Name> {
    match program.ty(ty).kind {
        TypeKind::Class { name, .. } => Some(name),
        TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Array { .. } => None,
    }
}

/// Returns true for a class without subclasses and methods that write, whose fields have plain values, or collections of such that nobody changes: constructors write them, and code that has
/// made the object and has not passed it on.
fn is_filled_first(program: &Program, text: &str, class: &str) -> bool {
    let Some(it) = program.classes.iter().find(|it| program.text(it.name) == class) else { return false };
    let fields = program.fields_of(it);
    let builds = || {
        let own = program.methods_of(it).iter().filter(|m| matches!(program.kind_of(m), MethodKind::Constructor));
        own.map(|m| m.span).collect::<Vec<Span>>()
    };
    let is_plain = |f: &Field| match program.ty(f.ty).kind {
        TypeKind::Int | TypeKind::Boolean => true,
        TypeKind::Class { name, .. } if is_value(program.text(name)) => true,
        TypeKind::Class { .. } | TypeKind::Array { .. } => is_settled(text, f, program.text(f.name), &builds()),
        TypeKind::Void => false,
    };
    let extends = |of: &racefree_grammar::ast::Class| of.extends.and_then(|ty| class_of(program, ty)) == Some(it.name);
    let own_super = it.extends.and_then(|ty| class_of(program, ty)).is_some_and(|of| program.text(of) != "Object");
    if fields.is_empty() || own_super || program.classes.iter().any(extends) || !fields.iter().all(is_plain) {
        return false;
    }
    let names: FxHashSet<Name> = fields.iter().map(|f| f.name).collect();
    let writes = |e: &ExprId| matches!(program.expr(*e), Expr::Assign { field, .. } if names.contains(&field));
    let mut free: FxHashSet<ExprId> = FxHashSet::default();
    for method in program.methods.iter().filter(|m| matches!(program.kind_of(m), MethodKind::Constructor)) {
        let own = |e: &ExprId| matches!(program.expr(*e), Expr::Assign { recv, .. } if program.expr(recv) == Expr::Var(Name::THIS));
        free.extend(program.within(method.body).filter(|e| writes(e) && own(e)));
    }
    for e in (0..program.exprs.len() as u32).map(ExprId::new) {
        // Another name of an object that is there already says nothing of who has it.
        if let Expr::Let { ty, var, bound, body } = program.expr(e)
            && class_of(program, ty) == Some(it.name)
            && program.span(bound).text(text).starts_with("new ")
        {
            free.extend(filled(program, var, body).into_iter().filter(writes));
        }
    }
    (0..program.exprs.len() as u32).map(ExprId::new).filter(writes).all(|e| free.contains(&e))
}

/// The assignments to fields of a variable's object in front of all other uses of the variable, outside of loops.
fn filled(program: &Program, var: Name, body: ExprId) -> Vec<ExprId> {
    let is_it = |e: ExprId| program.expr(e) == Expr::Var(var);
    let (mut writes, mut of_fields, mut in_loops) = (Vec::new(), FxHashSet::default(), FxHashSet::default());
    for e in program.within(body) {
        if let Expr::Assign { recv, .. } = program.expr(e)
            && is_it(recv)
        {
            writes.push(e);
            of_fields.insert(recv);
        }
        if let Expr::Field { recv, .. } = program.expr(e)
            && is_it(recv)
        {
            of_fields.insert(recv);
        }
        if let Expr::While { .. } = program.expr(e) {
            in_loops.extend(program.within(e));
        }
    }
    let others = program.within(body).filter(|e| is_it(*e) && !of_fields.contains(e));
    let shown = others.map(|e| program.span(e).start).min().unwrap_or(u32::MAX);
    writes.retain(|e| program.span(*e).end <= shown && !in_loops.contains(e));
    writes
}
