//! Fields with their places in objects, and methods, by name (calculus, sections 5.4 and 8).

use super::error::CannotRun;
use super::paths::{Declared, LockPath, Ty, resolve_path, resolve_type};
use racefree_grammar::ast::{self, ExprId};
use racefree_grammar::name::Name;
use racefree_program::by_name::by_name;
use racefree_program::{ByName, ClassId, FieldId, MethodId, Predefined, Problem, Resolved};

racefree_grammar::index! {
    /// The place of a field in the objects of a class.
    FieldSlot;
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// The class that declares it.
    pub owner: ClassId,
    /// Its place in the objects of that class and of its subclasses.
    pub slot: FieldSlot,
    /// Declared `final`.
    pub is_final: bool,
    /// Its guard; register 0 is `this`, the object.
    pub guard: Option<LockPath>,
    /// Its type; register 0 is `this`, the object.
    pub ty: Ty,
    /// Its initialiser.
    pub init: Option<ExprId>,
}

/// Location of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldAt {
    /// The field.
    pub field: FieldId,
    /// Its place in the object.
    pub slot: FieldSlot,
}

type FieldTables = (Vec<Field>, ByName<FieldAt>, Vec<u32>);

/// The fields of a program, with their places in objects, and the number of fields of each class's objects.
pub(crate) fn fields(resolved: &Resolved<'_>, errors: &mut Vec<CannotRun>) -> FieldTables {
    let program = resolved.program;
    let mut places = vec![(FieldSlot(0), ClassId::OBJECT); program.fields.len()];
    let mut sizes = vec![0u32; resolved.len()];
    let mut declared = Vec::with_capacity(program.fields.len());
    for (id, class) in resolved.iter() {
        let mut size = class.superclass().map_or(0, |c| sizes[c.index()]);
        for f in resolved.decl(id).map_or(Default::default(), |c| c.fields).indices() {
            let slot = FieldSlot(size);
            places[f] = (slot, id);
            declared.push((id, program.fields[f].name, FieldAt { field: FieldId(f as u32), slot }));
            size += 1;
        }
        sizes[id.index()] = size;
    }
    let resolve = |(f, &(slot, owner)): (&ast::Field, &(FieldSlot, ClassId))| {
        let mut scope = Declared { program, classes: resolved, class: Some((owner, true)), variables: Vec::new() };
        let guard = resolved.decl(owner).and_then(|c| program.guard_of(&c, f));
        let guard = guard.and_then(|g| resolve_path(program, &mut scope, g, "FIELD/guard-final", errors));
        let ty = resolve_type(program, resolved, &mut scope, f.ty, errors);
        Field { name: f.name, owner, slot, is_final: f.is_final, guard, ty, init: f.init }
    };
    (program.fields.iter().zip(&places).map(resolve).collect(), by_name(resolved, declared), sizes)
}

type MethodTables = (ByName<MethodId>, Vec<ClassId>, Vec<Vec<LockPath>>);

/// The methods of a program, their declaring classes, and the ghost arguments of the superclass of each class.
pub(crate) fn methods(resolved: &Resolved<'_>, errors: &mut Vec<CannotRun>) -> MethodTables {
    let program = resolved.program;
    let mut owners = vec![ClassId::OBJECT; program.methods.len()];
    let mut extends = vec![Vec::new(); resolved.len()];
    let mut declared = Vec::with_capacity(program.methods.len());
    for (id, _) in resolved.iter() {
        let Some(decl) = resolved.decl(id) else {
            let named = |m: Predefined| Some((id, program.names.find(m.name())?, MethodId::Predefined(m)));
            declared.extend(Predefined::ALL.into_iter().filter(|m| m.class() == id).filter_map(named));
            continue;
        };
        extends[id.index()] = class_header(resolved, id, &decl, errors);
        let again = resolved.problems_of(id).into_iter().filter(|p| matches!(p, Problem::MethodAgain { .. }));
        errors.extend(again.filter_map(|p| CannotRun::of(p, resolved)));
        for m in decl.methods.indices() {
            owners[m] = id;
            declared.push((id, program.methods[m].name, MethodId::Declared(m as u32)));
        }
    }
    (by_name(resolved, declared), owners, extends)
}

/// The types of the ghosts (in the empty environment) and the superclass. `this` may occur in the superclass: the literal
/// reading of D1 has to be able to run.
fn class_header(resolved: &Resolved<'_>, id: ClassId, decl: &ast::Class, errors: &mut Vec<CannotRun>) -> Vec<LockPath> {
    let program = resolved.program;
    let mut nothing = Declared { program, classes: resolved, class: None, variables: Vec::new() };
    for ghost in program.ghosts_of(decl) {
        resolve_type(program, resolved, &mut nothing, ghost.ty, errors);
    }
    let mut scope = Declared { program, classes: resolved, class: Some((id, true)), variables: Vec::new() };
    if let Some(guard) = decl.guard {
        resolve_path(program, &mut scope, guard, "FIELD/guard-final", errors);
    }
    match decl.extends.map(|t| resolve_type(program, resolved, &mut scope, t, errors)) {
        Some(Ty::Class(_, args)) => args,
        Some(Ty::Int | Ty::Boolean | Ty::Void) | None => Vec::new(),
    }
}
