//! Classes and fields that the translation makes.

use super::{Known, STATICS};
use crate::facts::Facts;
use racefree_grammar::ast::{Class, Dialect, Expr, Extended, Field, List, Program, Run, TypeExpr, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::ClassId;

/// Classes and fields that the translation makes.
#[derive(Clone, Copy)]
pub(super) struct Own {
    /// An object of a class that the sources do not have.
    pub(super) outside: TypeId,
    /// One that a call gives back, or that a harness gives. One object stands for all of them: to tell them apart takes most of the time.
    pub(super) given: TypeId,
    /// One that one thread at a time may use; each of its classes is below this one.
    pub(super) confined: TypeId,
    /// An array.
    pub(super) array: TypeId,
    /// The cell of a variable.
    pub(super) cell: TypeId,
    /// Objects that an object of the library was given.
    pub(super) contents: Name,
    /// The state of an object that one thread at a time may use.
    pub(super) state: Name,
    /// The object whose monitor is the explicit lock.
    pub(super) lock: Name,
    /// The object whose monitor is the half of it that readers hold.
    pub(super) shared: Name,
    /// The elements of an array.
    pub(super) elements: Name,
    /// The value of a cell.
    pub(super) value: Name,
    /// The class that has what is thrown.
    pub(super) thrown: Name,
    /// Synchronized wrappers of collections, if there are such.
    pub(super) wrappers: Option<Wrappers>,
}

/// Synchronized wrappers: their methods lock them, and who goes through the elements has to.
#[derive(Clone, Copy)]
pub(super) struct Wrappers {
    /// One around an object that nobody else has.
    pub(super) alone: TypeId,
    /// One around another object.
    pub(super) around: TypeId,
    /// The state of the first.
    pub(super) state: Name,
    /// The object that the second is around.
    pub(super) of: Name,
}

/// A class of the translation's own.
pub(super) fn class(program: &mut Program, name: &str, extends: Option<TypeId>, fields: &[Name]) -> Name {
    let name = program.names.intern(name);
    let object = program.names.intern("Object");
    let ty = program.add_type(TypeKind::Class { name: object, args: List::default() }, Span::NONE);
    let start = program.fields.len() as u32;
    for &name in fields {
        program.fields.push(Field {
            is_final: false,
            readonly: false,
            volatile: true,
            ty,
            name,
            name_span: Span::NONE,
            guard: None,
            more_guards: List::default(),
            write_guard: None,
            init: None,
            span: Span::NONE,
        });
    }
    let end = program.fields.len() as u32;
    program.classes.push(Class {
        name,
        name_span: Span::NONE,
        span: Span::NONE,
        thread_local: false,
        ghosts: Run::default(),
        owners: None,
        extends,
        guard: None,
        more_guards: List::default(),
        interface: false,
        more_supertypes: Run::default(),
        fields: Run { start, end },
        methods: Run { start: program.methods.len() as u32, end: program.methods.len() as u32 },
    });
    name
}

/// True for a class that a stub declares, or of which the sources do not have all supertypes: objects of other classes may have it.
pub(crate) fn is_foreign(facts: &Facts<'_>, class: ClassId) -> bool {
    let named = |of: ClassId| facts.program().text(facts.resolved.get(of).name);
    let direct = facts.resolved.direct_interfaces(class).iter();
    facts.resolved.interfaces(class).iter().any(|&above| named(above) == FOREIGN)
        || direct.into_iter().any(|&(above, _)| named(above) == STUB)
}

/// True for a class whose objects may be of any class: those from outside, functions whose interface is not known, and foreign ones.
pub(crate) fn is_open(facts: &Facts<'_>, class: ClassId) -> bool {
    let named = |of: ClassId| facts.program().text(facts.resolved.get(of).name);
    let name = named(class);
    [OUTSIDE, GIVEN].contains(&name)
        || name.contains(super::callbacks::FUNCTION)
        || facts.resolved.interfaces(class).iter().any(|&above| named(above) == FOREIGN)
}

/// The type of the value of a cell, for the class of the cells of variables.
pub(crate) fn value_of_cell(facts: &Facts<'_>, class: ClassId) -> Option<TypeId> {
    let decl = facts.resolved.decl(class).filter(|decl| decl.name_span == Span::NONE)?;
    let is_cell = facts.program().text(decl.name).starts_with(CELL);
    let field = decl.fields.indices().next().filter(|_| is_cell)?;
    Some(facts.program().fields[field].ty)
}

/// Beginning of the names of the classes of cells.
pub(super) const CELL: &str = "cell$";

/// The name of the class of objects from outside.
const OUTSIDE: &str = "outside$";

/// The name of the class of those that a call gives back.
const GIVEN: &str = "given$";

/// The classes of the objects of code outside of the sources, in a program that was Java: what its calls give back, and what is made of its classes.
pub(crate) fn given(facts: &Facts<'_>) -> Option<[ClassId; 2]> {
    let class = |name| facts.resolved.find(facts.program().names.find(name)?);
    (facts.program().dialect == Dialect::Java).then(|| Some([class(GIVEN)?, class(OUTSIDE)?])).flatten()
}

/// The names of the interfaces that mark classes: some of whose supertypes nothing declares, and those of stubs.
const FOREIGN: &str = "foreign$";
const STUB: &str = "stub$";

/// Marks the foreign classes, and those of stubs.
fn mark(program: &mut Program, known: &Known) {
    let declared = program.classes.len();
    let marks = [FOREIGN, STUB].map(|name| {
        let name = class(program, name, None, &[]);
        program.add_type(TypeKind::Class { name, args: List::default() }, Span::NONE)
    });
    program.classes[declared..].iter_mut().for_each(|mark| mark.interface = true);
    for c in 0..declared {
        let class = program.classes[c];
        let Some(is_stub) = known.foreign.get(&class.name_span) else { continue };
        let above =
            class.more_supertypes.indices().map(|t| TypeId::new(t as u32)).chain([marks[usize::from(*is_stub)]]);
        let start = program.types.len() as u32;
        for TypeExpr { kind, span } in above.map(|ty| program.ty(ty)).collect::<Vec<_>>() {
            program.add_type(kind, span);
        }
        program.classes[c].more_supertypes = Run { start, end: program.types.len() as u32 };
    }
}

/// The classes of synchronized wrappers.
fn wrappers(program: &mut Program, known: &Known, outside: TypeId) -> Option<Wrappers> {
    known.wrapped.iter().find(|at| known.synchronizes(**at))?;
    let [state, of] = [ALONE, AROUND].map(|name| program.names.intern(name));
    let [alone, around] = [(super::WRAPPER, state), ("library wrapper", of)].map(|(name, field)| {
        let name = class(program, name, Some(outside), &[field]);
        program.add_type(TypeKind::Class { name, args: List::default() }, Span::NONE)
    });
    Some(Wrappers { alone, around, state, of })
}

/// The field that has the state of an object of the library.
pub(super) const STATE: &str = "contents";

/// The field that has the state of a synchronized wrapper of an object that nobody else has.
pub(super) const ALONE: &str = "wrapped";

/// The field that has the object which any other wrapper is around.
pub(super) const AROUND: &str = "wrapped$";

/// Adds the translation's own classes. Every class of the sources without a superclass is below that of outside objects, as it may be a
/// subclass of one.
pub(super) fn own(program: &mut Program, known: &Known) -> Own {
    mark(program, known);
    let [contents, state, lock, shared, elements, value] =
        ["contents$", STATE, "lock$", SHARED, "elements", "value$"].map(|name| program.names.intern(name));
    let named =
        |program: &mut Program, name| program.add_type(TypeKind::Class { name, args: List::default() }, Span::NONE);
    let declared = program.classes.len();
    let readers = class(program, SHARED, None, &[]);
    let readers = named(program, readers);
    // Each object has one of its own, which costs time: without explicit locks none does.
    let is_locked = |e: &Expr| matches!(e, Expr::Extended(Extended::Locked { .. }));
    let outside = match program.exprs.iter().any(is_locked) {
        true => class(program, OUTSIDE, None, &[contents, lock, shared]),
        false => class(program, OUTSIDE, None, &[contents]),
    };
    let outside = named(program, outside);
    let object = program.names.intern("Object");
    let object = named(program, object);
    for (name, ty) in [(lock, object), (shared, readers)] {
        let init = program.add(Expr::New(ty), Span::NONE);
        if let Some(field) = program.fields.iter_mut().rev().find(|f| f.name == name) {
            field.init = Some(init);
        }
    }
    let given = class(program, GIVEN, Some(outside), &[]);
    let given = named(program, given);
    let confined = class(program, "library object", Some(outside), &[state]);
    let confined = named(program, confined);
    let array = class(program, "array", Some(outside), &[elements]);
    let array = named(program, array);
    let wrappers = wrappers(program, known, outside);
    let cell = class(program, CELL, None, &[value]);
    let cell = named(program, cell);
    class(program, "thrown$$class", None, &[value]);
    let thrown = program.names.intern("thrown$");
    for name in [Some(state), Some(elements), wrappers.map(|w| w.state)].into_iter().flatten() {
        // Accesses of these race; the others are no fields of the sources.
        if let Some(field) = program.fields.iter_mut().rev().find(|f| f.name == name) {
            field.volatile = false;
        }
    }
    let is_root = |program: &Program, c: &Class| {
        let known = c.extends.is_some_and(|t| match program.ty(t).kind {
            TypeKind::Class { name, .. } => program.classes[..declared].iter().any(|of| of.name == name),
            _ => false,
        });
        !known && !c.interface && !program.text(c.name).ends_with(STATICS)
    };
    for i in 0..declared {
        if is_root(program, &program.classes[i]) {
            program.classes[i].extends = Some(outside);
        }
    }
    Own { outside, given, confined, array, cell, contents, state, lock, shared, elements, value, thrown, wrappers }
}

/// The fields that have the half of a lock that several readers may hold, and its whole.
pub(crate) fn halves(program: &Program) -> Option<(Name, Name)> {
    Some((program.names.find(SHARED)?, program.names.find("lock$")?))
}

/// The name of the field that has the half of a lock that readers hold, and of the class of its objects.
const SHARED: &str = "shared$";
