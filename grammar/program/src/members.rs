//! Fields and methods by class and name, inherited ones included (calculus, section 5.4: \[FIELD DECLARED\], \[FIELD
//! INHERITED\], \[METHOD DECLARED\], \[METHOD INHERITED\], ghosts aside).

use crate::by_name::{ByName, by_name};
use crate::classes::{ClassId, Classes};
use crate::predefined::Predefined;
use racefree_grammar::ast::{self, MethodKind, Program, Run, TypeKind};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::ops::{Deref, Range};

racefree_grammar::index! {
    /// A field by its index in [`Program::fields`].
    FieldId;
}

/// A method: one that the program declares, or one of `Object` and `String`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MethodId {
    /// An index of [`Program::methods`].
    Declared(u32),
    /// A predefined one.
    Predefined(Predefined),
}

/// Members of one class with very many.
type Large = FxHashMap<(ClassId, Name), u32>;

/// A program with its classes, in which members are looked up.
///
/// Most are found by going up a few classes and comparing names. The indices for programs with very large classes or
/// very long chains of them are made when they are first needed.
pub struct Resolved<'p> {
    /// The syntax tree.
    pub program: &'p Program,
    classes: Classes,
    indices: Indices,
}

/// Indices that find members in large classes and in long chains of classes.
#[derive(Default)]
struct Indices {
    large_fields: OnceCell<Large>,
    large_methods: OnceCell<Large>,
    fields: OnceCell<ByName<(ClassId, u32)>>,
    methods: OnceCell<ByName<(ClassId, u32)>>,
}

/// A class with more members than this finds them by a hash table.
const LARGE: usize = 16;
/// Number of superclasses searched one by one, before the index over the whole hierarchy is used.
const WALK: usize = 8;

/// The fields, or the methods, of a class.
type RunOf = fn(&ast::Class) -> Run;

impl Deref for Resolved<'_> {
    type Target = Classes;

    fn deref(&self) -> &Classes {
        &self.classes
    }
}

impl<'p> Resolved<'p> {
    /// Resolves a program.
    pub fn new(program: &'p Program) -> Resolved<'p> {
        Resolved::by(program, Classes::default())
    }

    /// Resolves a program whose written types may lack their arguments: a superclass without any is the class of that name all the
    /// same.
    pub fn of_skeleton(program: &'p Program) -> Resolved<'p> {
        Resolved::by(program, Classes { skeleton: true, ..Classes::default() })
    }

    fn by(program: &'p Program, mut classes: Classes) -> Resolved<'p> {
        classes.read(program);
        Resolved { program, classes, indices: Indices::default() }
    }

    /// The classes alone.
    pub fn into_classes(self) -> Classes {
        self.classes
    }

    /// A class's declaration; `Object` and `String` have none.
    #[inline]
    pub fn decl(&self, class: ClassId) -> Option<ast::Class> {
        self.classes.declaration(self.program, class)
    }

    /// The class that declares each field.
    pub fn classes_of_fields(&self) -> Vec<ClassId> {
        self.classes_of(self.program.fields.len(), |class| class.fields.indices())
    }

    /// The class that declares each method.
    pub fn classes_of_methods(&self) -> Vec<ClassId> {
        self.classes_of(self.program.methods.len(), |class| class.methods.indices())
    }

    fn classes_of(&self, members: usize, of: impl Fn(&ast::Class) -> Range<usize>) -> Vec<ClassId> {
        let mut found = vec![ClassId::OBJECT; members];
        for (i, class) in self.program.classes.iter().enumerate() {
            found[of(class)].fill(self.of_declaration(i));
        }
        found
    }

    /// The name of the superclass that a class is declared with.
    pub fn superclass_name(&self, class: ClassId) -> Option<Name> {
        match self.program.ty(self.decl(class)?.extends?).kind {
            TypeKind::Class { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The field that a class itself declares under a name.
    #[inline]
    pub fn own_field(&self, class: ClassId, name: Name) -> Option<FieldId> {
        let decl = self.decl(class)?;
        let run = decl.fields;
        if run.len() > LARGE {
            let names = || self.large(|c| c.fields, |f| self.program.fields[f].name);
            return self.indices.large_fields.get_or_init(names).get(&(class, name)).copied().map(FieldId);
        }
        let at = self.program.fields_of(&decl).iter().position(|f| f.name == name)?;
        Some(FieldId(run.start + at as u32))
    }

    /// The method that a class itself declares under a name, by its index in [`Program::methods`].
    #[inline]
    pub fn own_method(&self, class: ClassId, name: Name) -> Option<u32> {
        let decl = self.decl(class)?;
        let run = decl.methods;
        if run.len() > LARGE {
            let names = || self.large(|c| c.methods, |m| self.program.methods[m].name);
            return self.indices.large_methods.get_or_init(names).get(&(class, name)).copied();
        }
        let at = self.program.methods_of(&decl).iter().position(|m| m.name == name)?;
        Some(run.start + at as u32)
    }

    /// The field of a name that a class declares or inherits, with the class that declares it.
    #[inline]
    pub fn field(&self, class: ClassId, name: Name) -> Option<(ClassId, FieldId)> {
        let of_interface = |&c: &ClassId| Some((c, self.own_field(c, name)?));
        self.field_of_class(class, name).or_else(|| self.interfaces(class).iter().find_map(of_interface))
    }

    /// The same, of superclasses alone.
    #[inline]
    fn field_of_class(&self, class: ClassId, name: Name) -> Option<(ClassId, FieldId)> {
        let mut at = class;
        for _ in 0..WALK {
            if let Some(found) = self.own_field(at, name) {
                return Some((at, found));
            }
            at = self.get(at).superclass()?;
        }
        let index = self.indices.fields.get_or_init(|| self.index(|c| c.fields, |f| self.program.fields[f].name));
        index.get(name)?.find(at).map(|(owner, f)| (owner, FieldId(f)))
    }

    /// The method of a name that a class has, with the class that declares it.
    #[inline]
    pub fn method(&self, class: ClassId, name: Name) -> Option<(ClassId, MethodId)> {
        let of_interface = |&c: &ClassId| Some((c, self.own_method(c, name)?));
        let declared = || self.interfaces(class).iter().find_map(of_interface);
        match self.method_of_class(class, name).or_else(declared) {
            Some((owner, m)) => Some((owner, MethodId::Declared(m))),
            None => self.predefined_method(class, name),
        }
    }

    /// The method of a name that runs for an object of a class, by its index, with the class that declares it: that of the class or its
    /// superclasses, or else the nearest of an interface that has a body.
    pub fn implementation(&self, class: ClassId, name: Name) -> Option<(ClassId, u32)> {
        let has_body = |m: u32| self.program.kind_of(&self.program.methods[m as usize]) != MethodKind::Abstract;
        let of_interface = |&c: &ClassId| Some((c, self.own_method(c, name).filter(|&m| has_body(m))?));
        self.method_of_class(class, name).or_else(|| self.interfaces(class).iter().find_map(of_interface))
    }

    /// The method of a name that a class declares or inherits from a superclass, by its index in [`Program::methods`].
    pub fn method_of_class(&self, class: ClassId, name: Name) -> Option<(ClassId, u32)> {
        let mut at = class;
        for _ in 0..WALK {
            if let Some(found) = self.own_method(at, name) {
                return Some((at, found));
            }
            at = self.get(at).superclass()?;
        }
        let index = self.indices.methods.get_or_init(|| self.index(|c| c.methods, |m| self.program.methods[m].name));
        index.get(name)?.find(at)
    }

    fn predefined_method(&self, class: ClassId, name: Name) -> Option<(ClassId, MethodId)> {
        let text = self.program.text(name);
        // Methods of `String` hide those of `Object`.
        let mut found = Predefined::ALL.into_iter().rev().filter(|m| m.name() == text);
        let found = found.find(|&m| self.below(class, m.class()))?;
        Some((found.class(), MethodId::Predefined(found)))
    }

    #[cold]
    fn large(&self, run: RunOf, name: impl Fn(usize) -> Name) -> Large {
        let mut large = Large::default();
        for (i, class) in self.program.classes.iter().enumerate().filter(|(_, c)| run(c).len() > LARGE) {
            for member in run(class).indices() {
                large.entry((self.of_declaration(i), name(member))).or_insert(member as u32);
            }
        }
        large
    }

    #[cold]
    fn index(&self, run: RunOf, name: impl Fn(usize) -> Name) -> ByName<(ClassId, u32)> {
        let mut declared = Vec::new();
        for (id, run) in self.iter().filter_map(|(id, _)| Some((id, run(&self.decl(id)?)))) {
            declared.extend(run.indices().map(|member| (id, name(member), (id, member as u32))));
        }
        by_name(&self.classes, declared)
    }
}
