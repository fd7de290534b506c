//! The classes of a program as the rules look them up: by name, by number, by place in the hierarchy.

mod hierarchy;
mod index;

use crate::types::{ClassId, Ty, Types};
use index::MemberIndex;
use racefree_grammar::ast::{Class, Field, Method, Program};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// What is known of a class before any rule is applied.
#[derive(Clone, Copy, Debug)]
pub struct ClassInfo {
    /// Its name.
    pub name: Name,
    /// Its declaration in [`Program::classes`]; `Object` and `String` have none.
    pub decl: Option<u32>,
    /// Declared `thread_local`.
    pub thread_local: bool,
    /// Its superclass as a type over its own ghosts.
    pub super_ty: Ty,
    /// The class of `super_ty`; `Object` is its own.
    pub superclass: ClassId,
    /// Its superclass is unknown or on a cycle, or that of one of its superclasses is: what it inherits is unknown.
    pub broken: bool,
    /// Steps to `Object`.
    depth: u32,
    /// An ancestor further up, and it as a type over this class's ghosts (skew-binary jump pointers).
    jump: ClassId,
    jump_ty: Ty,
    /// The class's descendants have `enter` from here up to `leave`.
    enter: u32,
    leave: u32,
}

/// What is wrong with the superclass of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuperProblem {
    /// No class of that name.
    Unknown,
    /// It is `String`.
    IsString,
    /// The classes form a cycle.
    Cycle,
    /// It gets too many or too few ghost arguments.
    Arity,
}

/// All classes of a program.
pub struct Classes<'p> {
    program: &'p Program,
    infos: Vec<ClassInfo>,
    by_name: Vec<u32>,
    /// Members of classes with very many.
    large_fields: FxHashMap<(ClassId, Name), u32>,
    large_methods: FxHashMap<(ClassId, Name), u32>,
    /// What is wrong with superclasses.
    pub problems: FxHashMap<ClassId, SuperProblem>,
    field_index: Option<MemberIndex>,
    method_index: Option<MemberIndex>,
}

/// A class with more members than this finds them by a hash table.
const LARGE: usize = 16;
/// A member is looked for in so many superclasses one by one, before the index over the whole hierarchy is used.
const WALK: usize = 8;

impl<'p> Classes<'p> {
    /// Reads the class headers of a program, in the memory of others.
    pub(crate) fn new(
        program: &'p Program,
        types: &mut Types,
        mut infos: Vec<ClassInfo>,
        mut by_name: Vec<u32>,
    ) -> Classes<'p> {
        let info = |name, decl, thread_local| ClassInfo {
            name,
            decl,
            thread_local,
            super_ty: Ty::OBJECT,
            superclass: ClassId::OBJECT,
            broken: false,
            depth: 0,
            jump: ClassId::OBJECT,
            jump_ty: Ty::OBJECT,
            enter: 0,
            leave: 0,
        };
        infos.clear();
        infos.extend([info(Name::OBJECT, None, false), info(Name::STRING, None, false)]);
        by_name.clear();
        by_name.resize(program.names.len(), 0u32);
        by_name[Name::OBJECT.index()] = 1;
        by_name[Name::STRING.index()] = 2;
        for (i, class) in program.classes.iter().enumerate() {
            infos.push(info(class.name, Some(i as u32), class.thread_local));
            let entry = &mut by_name[class.name.index()];
            if *entry == 0 {
                *entry = infos.len() as u32;
            }
        }
        let mut classes = Classes {
            program,
            infos,
            by_name,
            large_fields: FxHashMap::default(),
            large_methods: FxHashMap::default(),
            problems: FxHashMap::default(),
            field_index: None,
            method_index: None,
        };
        classes.superclasses(types);
        classes.hierarchy(types);
        for (i, class) in program.classes.iter().enumerate() {
            let id = ClassId(i as u32 + ClassId::PREDEFINED);
            if class.fields.len() > LARGE {
                for (f, field) in class.fields.indices().zip(program.fields_of(class)) {
                    classes.large_fields.entry((id, field.name)).or_insert(f as u32);
                }
            }
            if class.methods.len() > LARGE {
                for (m, method) in class.methods.indices().zip(program.methods_of(class)) {
                    classes.large_methods.entry((id, method.name)).or_insert(m as u32);
                }
            }
        }
        classes
    }

    /// The memory, for the next program.
    pub(crate) fn into_memory(self) -> (Vec<ClassInfo>, Vec<u32>) {
        (self.infos, self.by_name)
    }

    /// `ty`, which is over the ghosts of the class of `at`, with the ghost arguments of `at` put in for them.
    pub fn instantiate(&self, ty: Ty, at: Ty, types: &mut Types) -> Ty {
        if !types.has_args(ty) || !types.has_args(at) {
            return ty;
        }
        let theta = self.ghost_substitution(at, types);
        types.substitute(ty, &theta)
    }

    /// [lᵢ/xᵢ] for a type cn<l₁…ₙ>.
    pub fn ghost_substitution(&self, at: Ty, types: &Types) -> racefree_grammar::path::Substitution {
        let mut theta = racefree_grammar::path::Substitution::default();
        if let Some(class) = types.class_of(at).and_then(|c| self.decl(c)) {
            for (ghost, &arg) in self.program.ghosts_of(class).iter().zip(types.args(at)) {
                theta.add(ghost.name, arg);
            }
        }
        theta
    }

    /// The class of a name; the first, if several are declared.
    #[inline]
    pub fn find(&self, name: Name) -> Option<ClassId> {
        match self.by_name[name.index()] {
            0 => None,
            i => Some(ClassId(i - 1)),
        }
    }

    /// What is known of a class.
    #[inline]
    pub fn info(&self, class: ClassId) -> &ClassInfo {
        &self.infos[class.index()]
    }

    /// A class's declaration; `Object` and `String` have none.
    #[inline]
    pub fn decl(&self, class: ClassId) -> Option<&'p Class> {
        let program = self.program;
        self.infos[class.index()].decl.map(|i| &program.classes[i as usize])
    }

    /// Number of ghost parameters.
    pub fn ghosts(&self, class: ClassId) -> usize {
        self.decl(class).map_or(0, |c| c.ghosts.len())
    }

    /// Number of classes, `Object` and `String` counted.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.infos.len()
    }

    /// Whether `class` is `ancestor` or inherits from it.
    #[inline]
    pub fn inherits(&self, class: ClassId, ancestor: ClassId) -> bool {
        let (c, a) = (&self.infos[class.index()], &self.infos[ancestor.index()]);
        a.enter <= c.enter && c.enter <= a.leave
    }

    /// `ty` seen at the class `ancestor`, which its class inherits from (or is).
    pub fn as_ancestor(&self, ty: Ty, ancestor: ClassId, types: &mut Types) -> Ty {
        if self.ghosts(ancestor) == 0 {
            return Ty::class(ancestor);
        }
        let mut ty = ty;
        while let Some(class) = types.class_of(ty).filter(|&c| c != ancestor) {
            let info = self.infos[class.index()];
            let far = self.infos[info.jump.index()].depth >= self.infos[ancestor.index()].depth;
            let up = if far { info.jump_ty } else { info.super_ty };
            ty = self.instantiate(up, ty, types);
            if class == ClassId::OBJECT {
                break;
            }
        }
        ty
    }

    /// How many steps up the hierarchy `ancestor` is from `class`, which inherits from it.
    pub fn steps_up(&self, class: ClassId, ancestor: ClassId) -> u32 {
        self.infos[class.index()].depth.saturating_sub(self.infos[ancestor.index()].depth)
    }

    /// The immediate supertype of a class type; none for `Object`.
    pub fn supertype(&self, ty: Ty, types: &mut Types) -> Option<Ty> {
        let class = types.class_of(ty)?;
        if class == ClassId::OBJECT {
            return None;
        }
        Some(self.instantiate(self.infos[class.index()].super_ty, ty, types))
    }

    /// The field that a class itself declares under a name.
    #[inline]
    pub fn own_field(&self, class: ClassId, name: Name) -> Option<u32> {
        let decl = self.decl(class)?;
        if decl.fields.len() > LARGE {
            return self.large_fields.get(&(class, name)).copied();
        }
        let at = self.program.fields_of(decl).iter().position(|f| f.name == name)?;
        Some(decl.fields.start + at as u32)
    }

    /// The method that a class itself declares under a name.
    #[inline]
    pub fn own_method(&self, class: ClassId, name: Name) -> Option<u32> {
        let decl = self.decl(class)?;
        if decl.methods.len() > LARGE {
            return self.large_methods.get(&(class, name)).copied();
        }
        let at = self.program.methods_of(decl).iter().position(|m| m.name == name)?;
        Some(decl.methods.start + at as u32)
    }

    /// The field of a name that a class declares or inherits, with the class that declares it.
    #[inline]
    pub fn field(&mut self, class: ClassId, name: Name) -> Option<(ClassId, u32)> {
        let mut at = class;
        for _ in 0..WALK {
            if let Some(found) = self.own_field(at, name) {
                return Some((at, found));
            }
            if at == ClassId::OBJECT {
                return None;
            }
            at = self.infos[at.index()].superclass;
        }
        if self.field_index.is_none() {
            let of = |c: &'p Class| (c.fields, self.program.fields_of(c).iter().map(|f: &Field| f.name).collect());
            self.field_index = Some(MemberIndex::new(self, of));
        }
        self.field_index.as_ref().and_then(|index| index.nearest(self, at, name))
    }

    /// The method of a name that a class of the program declares or inherits, with the class that declares it.
    pub fn method(&mut self, class: ClassId, name: Name) -> Option<(ClassId, u32)> {
        let mut at = class;
        for _ in 0..WALK {
            if let Some(found) = self.own_method(at, name) {
                return Some((at, found));
            }
            if at == ClassId::OBJECT {
                return None;
            }
            at = self.infos[at.index()].superclass;
        }
        if self.method_index.is_none() {
            let of = |c: &'p Class| (c.methods, self.program.methods_of(c).iter().map(|m: &Method| m.name).collect());
            self.method_index = Some(MemberIndex::new(self, of));
        }
        self.method_index.as_ref().and_then(|index| index.nearest(self, at, name))
    }
}
