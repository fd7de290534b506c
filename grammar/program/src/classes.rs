//! The class hierarchy, numbered in preorder: `cn` is below `cn'` exactly if its number lies in the range of `cn'`.

use crate::interfaces::Interfaces;
use crate::problem::SuperProblem;
use racefree_grammar::ast::{self, Program};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

racefree_grammar::index! {
    /// A class by its number: `Object` is 0, `String` 1, and the others follow in preorder of the hierarchy, classes with the same
    /// superclass in the order of the program.
    ClassId;
}

impl ClassId {
    /// The root of the class hierarchy.
    pub const OBJECT: ClassId = ClassId(0);
    /// The predefined class of strings.
    pub const STRING: ClassId = ClassId(1);
    /// Number of predefined classes; they come before those of the program.
    pub const PREDEFINED: u32 = 2;

    /// The number that a class has until the classes are numbered: by its place in the program.
    #[inline]
    pub(crate) fn placed(place: usize) -> ClassId {
        ClassId(ClassId::PREDEFINED + place as u32)
    }
}

/// A class as resolved before any type is looked at. Every class has one, so rare properties are stored elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Its name.
    pub name: Name,
    /// Its superclass; for `Object`, one that is none.
    pub(crate) superclass: ClassId,
    /// One past the last of its subclasses, with [`FLAGS`] in the topmost bits, which class numbers leave free.
    pub(crate) end: u32,
}

/// Flag of a class declared `thread_local`.
pub(crate) const LOCAL: u32 = 1 << 31;
/// Flag of a class whose superclass, or one further up, has a problem.
pub(crate) const BROKEN: u32 = 1 << 30;
/// Flag of a class with ghost parameters.
pub(crate) const GHOSTS: u32 = 1 << 29;
/// All flags. A class takes more than eight bytes of a source, and a source has at most 4 GiB.
const FLAGS: u32 = LOCAL | BROKEN | GHOSTS;

impl Class {
    /// The superclass of `Object`.
    pub(crate) const NO_SUPERCLASS: ClassId = ClassId(u32::MAX);

    /// Its superclass: `Object`, if the written one is wrong; none for `Object`.
    #[inline]
    pub fn superclass(&self) -> Option<ClassId> {
        (self.superclass != Class::NO_SUPERCLASS).then_some(self.superclass)
    }

    /// One past the last of its subclasses.
    #[inline]
    pub fn end(&self) -> ClassId {
        ClassId(self.end & !FLAGS)
    }

    /// Returns true if it is declared `thread_local`.
    #[inline]
    pub fn thread_local(&self) -> bool {
        self.end & LOCAL != 0
    }

    /// Returns true if the class has ghost parameters.
    #[inline]
    pub fn has_ghosts(&self) -> bool {
        self.end & GHOSTS != 0
    }

    /// Returns true if its superclass, or one further up, has a problem: its inherited members are unknown.
    #[inline]
    pub fn broken(&self) -> bool {
        self.end & BROKEN != 0
    }
}

/// All classes of a program.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    pub(crate) all: Vec<Class>,
    /// One more than the number of each class, by name; 0 if there is none.
    pub(crate) by_name: Vec<u32>,
    /// Numbers by index in [`Program::classes`]; none, if the classes are declared in the order of their numbers.
    pub(crate) numbers: Vec<ClassId>,
    /// Indices by number, in the order of those that are declared; none in the same case.
    pub(crate) declared: Vec<u32>,
    /// Problems with superclasses, by index in [`Program::classes`].
    pub(crate) problems: FxHashMap<u32, SuperProblem>,
    /// Superclasses may lack their arguments.
    pub(crate) skeleton: bool,
    /// Further supertypes, if there are any.
    pub(crate) interfaces: Option<Box<Interfaces>>,
}

impl Classes {
    /// Numbers the classes of a program.
    pub fn new(program: &Program) -> Classes {
        let mut classes = Classes::default();
        classes.read(program);
        classes
    }

    /// Returns a class by its number.
    #[inline]
    pub fn get(&self, class: ClassId) -> &Class {
        &self.all[class.index()]
    }

    /// The class of a name; the first in the program, if several are declared.
    #[inline]
    pub fn find(&self, name: Name) -> Option<ClassId> {
        self.by_name.get(name.index())?.checked_sub(1).map(ClassId)
    }

    /// The number of a class of [`Program::classes`].
    #[inline]
    pub fn of_declaration(&self, index: usize) -> ClassId {
        self.numbers.get(index).copied().unwrap_or_else(|| ClassId::placed(index))
    }

    /// The index of a class in [`Program::classes`]; `Object` and `String` have none.
    #[inline]
    pub fn declared(&self, class: ClassId) -> Option<u32> {
        let nth = class.0.checked_sub(ClassId::PREDEFINED)?;
        Some(self.declared.get(nth as usize).copied().unwrap_or(nth))
    }

    /// Returns the problem with the superclass of a class.
    pub fn problem(&self, class: ClassId) -> Option<SuperProblem> {
        self.problems.get(&self.declared(class)?).copied()
    }

    /// The number of the ghost parameters of a class.
    #[inline]
    pub fn ghosts(&self, program: &Program, class: ClassId) -> usize {
        self.declaration(program, class).map_or(0, |class| class.ghosts.len())
    }

    /// The declaration of a class; `Object` and `String` have none.
    #[inline]
    pub fn declaration(&self, program: &Program, class: ClassId) -> Option<ast::Class> {
        program.classes.get(self.declared(class)? as usize).copied()
    }

    /// Every class, superclasses before their subclasses.
    pub fn iter(&self) -> impl Iterator<Item = (ClassId, &Class)> {
        self.all.iter().enumerate().map(|(i, c)| (ClassId(i as u32), c))
    }

    /// Number of classes, `Object` and `String` among them.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns true if `sub` is `sup` or inherits from it.
    #[inline]
    pub fn below(&self, sub: ClassId, sup: ClassId) -> bool {
        sup <= sub && sub < self.all[sup.index()].end()
            || self.interfaces.is_some() && self.interfaces(sub).contains(&sup)
    }

    /// A class and its superclasses, up to `Object`.
    pub fn ancestors(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(Some(class), |&c| self.get(c).superclass())
    }
}
