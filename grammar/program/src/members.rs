//! Fields and methods by class and name, inherited ones included (calculus, section 5.4: \[FIELD DECLARED\], \[FIELD
//! INHERITED\], \[METHOD DECLARED\], \[METHOD INHERITED\], ghosts aside).

use crate::by_name::{ByName, by_name};
use crate::classes::{ClassId, Classes};
use crate::predefined::Predefined;
use racefree_grammar::ast::{self, MethodKind, Program, Run, TypeKind};
use racefree_grammar::name::Name;
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

/// Members of a sort, each by the class that declares it and its index.
type Index = ByName<(ClassId, u32)>;

/// Indices that find members in large classes and in long chains of classes.
#[derive(Default)]
struct Indices {
    fields: OnceCell<Index>,
    methods: OnceCell<Index>,
}

/// A class with more members than this finds them by the index.
const LARGE: usize = 16;
/// Number of superclasses searched one by one, before the index over the whole hierarchy is used.
const WALK: usize = 8;

/// A sort of members: those of a class, the name of one, and the index of all.
#[derive(Clone, Copy)]
struct Sort {
    run: fn(&ast::Class) -> Run,
    name: fn(&Program, usize) -> Name,
    index: fn(&Indices) -> &OnceCell<Index>,
}

const FIELDS: Sort = Sort { run: |c| c.fields, name: |p, f| p.fields[f].name, index: |i| &i.fields };
const METHODS: Sort = Sort { run: |c| c.methods, name: |p, m| p.methods[m].name, index: |i| &i.methods };

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
        self.own(FIELDS, class, name).map(FieldId)
    }

    /// The method that a class itself declares under a name, by its index in [`Program::methods`].
    #[inline]
    pub fn own_method(&self, class: ClassId, name: Name) -> Option<u32> {
        self.own(METHODS, class, name)
    }

    #[inline(always)]
    fn own(&self, sort: Sort, class: ClassId, name: Name) -> Option<u32> {
        let run = (sort.run)(&self.decl(class)?);
        if run.len() > LARGE {
            return self.index(sort).get(name)?.find(class).filter(|&(owner, _)| owner == class).map(|(_, m)| m);
        }
        run.indices().find(|&m| (sort.name)(self.program, m) == name).map(|m| m as u32)
    }

    /// The member of a name that a class declares or inherits from a superclass, with the class that declares it.
    #[inline(always)]
    fn of_class(&self, sort: Sort, class: ClassId, name: Name) -> Option<(ClassId, u32)> {
        let mut at = class;
        for _ in 0..WALK {
            if let Some(found) = self.own(sort, at, name) {
                return Some((at, found));
            }
            at = self.get(at).superclass()?;
        }
        self.index(sort).get(name)?.find(at)
    }

    /// The field of a name that a class declares or inherits, with the class that declares it.
    #[inline]
    pub fn field(&self, class: ClassId, name: Name) -> Option<(ClassId, FieldId)> {
        let of_interface = |&c: &ClassId| Some((c, self.own_field(c, name)?));
        let of_class = self.of_class(FIELDS, class, name).map(|(owner, f)| (owner, FieldId(f)));
        of_class.or_else(|| self.interfaces(class).iter().find_map(of_interface))
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
        self.of_class(METHODS, class, name)
    }

    fn predefined_method(&self, class: ClassId, name: Name) -> Option<(ClassId, MethodId)> {
        let text = self.program.text(name);
        // Methods of `String` hide those of `Object`.
        let mut found = Predefined::ALL.into_iter().rev().filter(|m| m.name() == text);
        let found = found.find(|&m| self.below(class, m.class()))?;
        Some((found.class(), MethodId::Predefined(found)))
    }

    fn index(&self, sort: Sort) -> &Index {
        (sort.index)(&self.indices).get_or_init(|| {
            let mut declared = Vec::new();
            for (id, run) in self.iter().filter_map(|(id, _)| Some((id, (sort.run)(&self.decl(id)?)))) {
                let name = |member| (sort.name)(self.program, member);
                declared.extend(run.indices().map(|member| (id, name(member), (id, member as u32))));
            }
            by_name(&self.classes, declared)
        })
    }
}
