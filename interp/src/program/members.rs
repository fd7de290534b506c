//! Fields and methods by name (calculus, sections 4 and 5.4: FieldsOnce, MethodsOncePerClass, members looked up).

use super::classes::{ClassId, Classes};
use super::error::{CannotRun, Kind};
use super::paths::{Declared, LockPath, Ty, resolve_path, resolve_type};
use crate::ops::Builtin;
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// A field by its index in [`Program::fields`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FieldId(pub u32);

impl FieldId {
    /// Its position in tables of fields.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// The class that declares it.
    pub owner: ClassId,
    /// Its place in the objects of that class and of its subclasses.
    pub slot: u32,
    /// Declared `final`.
    pub is_final: bool,
    /// Its guard; register 0 is `this`, the object.
    pub guard: Option<LockPath>,
    /// Its type; register 0 is `this`, the object.
    pub ty: Ty,
    /// Its initialiser.
    pub init: Option<ExprId>,
}

/// Where a field is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldAt {
    /// Which field.
    pub field: FieldId,
    /// Its place in the object.
    pub slot: u32,
}

/// What runs when a method is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MethodRef {
    /// A method of the program, an index of [`Program::methods`].
    Declared(u32),
    /// A method of `Object` or `String`.
    Builtin(Builtin),
}

/// The members of one name, by the classes that have them.
#[derive(Clone, Debug)]
pub struct Member<T> {
    /// From this class on, up to the next entry: what the name means there.
    segments: Vec<(ClassId, Option<T>)>,
}

/// The methods of one name.
pub type Methods = Member<MethodRef>;

impl<T: Copy> Member<T> {
    /// What the name means for an object of this class.
    #[inline]
    pub fn find(&self, class: ClassId) -> Option<T> {
        let after = match self.segments.len() {
            0..=6 => self.segments.iter().take_while(|s| s.0 <= class).count(),
            _ => self.segments.partition_point(|s| s.0 <= class),
        };
        self.segments.get(after.checked_sub(1)?)?.1
    }

    /// Declarations by class, sorted; an inner one hides an outer one in its classes.
    fn new(classes: &Classes, mut declared: Vec<(ClassId, T)>) -> Member<T> {
        declared.sort_by_key(|d| d.0);
        let mut segments: Vec<(ClassId, Option<T>)> = Vec::new();
        let mut open: Vec<(ClassId, T)> = Vec::new();
        let put = |segments: &mut Vec<(ClassId, Option<T>)>, at, what| match segments.last_mut() {
            Some(last) if last.0 == at => last.1 = what,
            _ => segments.push((at, what)),
        };
        for (class, what) in declared {
            while let Some(&(end, _)) = open.last()
                && end <= class
            {
                open.pop();
                put(&mut segments, end, open.last().map(|o| o.1));
            }
            open.push((classes.get(class).end, what));
            put(&mut segments, class, Some(what));
        }
        while let Some((end, _)) = open.pop() {
            put(&mut segments, end, open.last().map(|o| o.1));
        }
        Member { segments }
    }

    /// The parts of the class order, each from its first class on.
    pub(crate) fn segments(&self) -> &[(ClassId, Option<T>)] {
        &self.segments
    }
}

type FieldTables = (Vec<Field>, FxHashMap<Name, Member<FieldAt>>, Vec<u32>);

/// The fields of a program, with their places in objects, and the number of fields of each class's objects.
pub(crate) fn fields(program: &Program, classes: &Classes, errors: &mut Vec<CannotRun>) -> FieldTables {
    let mut slots = vec![0u32; program.fields.len()];
    let mut owners = vec![ClassId::OBJECT; program.fields.len()];
    let mut sizes = vec![0u32; classes.len()];
    let mut declared: FxHashMap<Name, Vec<(ClassId, FieldAt)>> = FxHashMap::default();
    for (id, class) in classes.iter() {
        let mut size = class.parent.map_or(0, |p| sizes[p.index()]);
        let run = class.declared.map_or(Default::default(), |d| program.classes[d as usize].fields);
        for f in run.indices() {
            (slots[f], owners[f]) = (size, id);
            let at = FieldAt { field: FieldId(f as u32), slot: size };
            declared.entry(program.fields[f].name).or_default().push((id, at));
            size += 1;
        }
        sizes[id.index()] = size;
    }
    for list in declared.values_mut() {
        list.sort_by_key(|d| d.0);
        once(classes, list, |at| {
            let f = &program.fields[at.field.index()];
            let message = format!("the class has a field `{}` already, declared or inherited", program.text(f.name));
            errors.push(CannotRun::new(Kind::Hierarchy, "PROG/fields-once", message, f.name_span));
        });
    }
    let names = declared.into_iter().map(|(name, list)| (name, Member::new(classes, list))).collect();
    let resolve = |(i, f): (usize, &racefree_grammar::ast::Field)| {
        let owner = owners[i];
        let mut scope = Declared { program, classes, class: Some((owner, true)), variables: Vec::new() };
        let class = classes.get(owner).declared.map(|d| &program.classes[d as usize]);
        let guard = class.and_then(|c| program.guard_of(c, f));
        let guard = guard.and_then(|g| resolve_path(program, &mut scope, g, "FIELD/guard-final", errors));
        let ty = resolve_type(program, classes, &mut scope, f.ty, errors);
        Field { name: f.name, owner, slot: slots[i], is_final: f.is_final, guard, ty, init: f.init }
    };
    (program.fields.iter().enumerate().map(resolve).collect(), names, sizes)
}

/// Calls `again` for each declaration in a class that has, or inherits, an earlier one of the name.
fn once<T>(classes: &Classes, sorted: &[(ClassId, T)], mut again: impl FnMut(&T)) {
    let mut reach = ClassId(0);
    for (class, what) in sorted {
        if *class < reach {
            again(what);
        }
        reach = reach.max(classes.get(*class).end);
    }
}

type MethodTables = (FxHashMap<Name, Methods>, Vec<ClassId>, Vec<Vec<LockPath>>);

/// The methods of a program, who declares them, and the ghost arguments that each class gives its superclass.
pub(crate) fn methods(program: &Program, classes: &Classes, errors: &mut Vec<CannotRun>) -> MethodTables {
    let mut owners = vec![ClassId::OBJECT; program.methods.len()];
    let mut extends = vec![Vec::new(); classes.len()];
    let mut declared: FxHashMap<Name, Vec<(ClassId, MethodRef)>> = FxHashMap::default();
    for b in Builtin::ALL {
        if let Some(name) = program.names.find(b.name()) {
            let class = if b.of_string() { ClassId::STRING } else { ClassId::OBJECT };
            declared.entry(name).or_default().push((class, MethodRef::Builtin(b)));
        }
    }
    for (id, class) in classes.iter() {
        let Some(index) = class.declared else { continue };
        let decl = &program.classes[index as usize];
        extends[id.index()] = class_header(program, classes, id, decl, errors);
        for m in decl.methods.indices() {
            owners[m] = id;
            let method = &program.methods[m];
            let list = declared.entry(method.name).or_default();
            if list.last().is_some_and(|d| d.0 == id) {
                let message = format!("the class has two methods `{}`", program.text(method.name));
                errors.push(CannotRun::new(Kind::Hierarchy, "PROG/methods-once", message, method.name_span));
            } else {
                list.push((id, MethodRef::Declared(m as u32)));
            }
        }
    }
    (declared.into_iter().map(|(name, list)| (name, Member::new(classes, list))).collect(), owners, extends)
}

/// The types of the ghosts (in the empty environment) and the superclass. `this` may occur in the superclass: the literal
/// reading of D1 has to be able to run.
fn class_header(
    program: &Program,
    classes: &Classes,
    id: ClassId,
    decl: &racefree_grammar::ast::Class,
    errors: &mut Vec<CannotRun>,
) -> Vec<LockPath> {
    let mut nothing = Declared { program, classes, class: None, variables: Vec::new() };
    for ghost in program.ghosts_of(decl) {
        resolve_type(program, classes, &mut nothing, ghost.ty, errors);
    }
    let mut scope = Declared { program, classes, class: Some((id, true)), variables: Vec::new() };
    if let Some(guard) = decl.guard {
        resolve_path(program, &mut scope, guard, "FIELD/guard-final", errors);
    }
    match decl.extends.map(|t| resolve_type(program, classes, &mut scope, t, errors)) {
        Some(Ty::Class(_, args)) => args,
        Some(Ty::Int | Ty::Boolean | Ty::Void) | None => Vec::new(),
    }
}
