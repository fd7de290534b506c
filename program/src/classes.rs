//! The class hierarchy, numbered in preorder: `cn` is below `cn'` exactly if its number lies in the range of `cn'`.

use crate::problem::SuperProblem;
use racefree_grammar::ast::{self, Program};
use racefree_grammar::name::Name;

/// A class by its number: `Object` is 0, `String` 1, and the others follow in preorder of the hierarchy, classes with the same
/// superclass in the order of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClassId(pub u32);

impl ClassId {
    /// The root of the class hierarchy.
    pub const OBJECT: ClassId = ClassId(0);
    /// The predefined class of strings.
    pub const STRING: ClassId = ClassId(1);
    /// How many classes there are before those of the program.
    pub const PREDEFINED: u32 = 2;

    /// Its position in tables of classes.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a class before any type is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Its name.
    pub name: Name,
    /// Its index in [`Program::classes`], or one that no class has.
    pub(crate) declared: u32,
    /// Its superclass; for `Object`, itself.
    pub(crate) superclass: ClassId,
    /// One past the last of its subclasses.
    pub end: ClassId,
    /// Steps to `Object`.
    pub depth: u32,
    /// The number of its ghost parameters.
    pub ghosts: u32,
    /// Declared `thread_local`.
    pub thread_local: bool,
    /// What is wrong with its superclass.
    pub problem: Option<SuperProblem>,
    /// Something is wrong with its superclass, or with that of one of its superclasses: what it inherits is unknown.
    pub broken: bool,
}

impl Class {
    /// The index of a class that is not declared.
    pub(crate) const PREDEFINED: u32 = u32::MAX;

    /// Its index in [`Program::classes`]; `Object` and `String` have none.
    #[inline]
    pub fn declared(&self) -> Option<u32> {
        (self.declared != Class::PREDEFINED).then_some(self.declared)
    }

    /// Its superclass: `Object`, if what is written is wrong; none for `Object`.
    #[inline]
    pub fn superclass(&self) -> Option<ClassId> {
        (self.depth > 0).then_some(self.superclass)
    }
}

/// All classes of a program.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    pub(crate) all: Vec<Class>,
    /// By name: one more than the number of the class; 0 if there is none.
    pub(crate) by_name: Vec<u32>,
    /// By index in [`Program::classes`].
    pub(crate) numbers: Vec<ClassId>,
    /// Superclasses may lack their arguments.
    pub(crate) skeleton: bool,
}

impl Classes {
    /// Numbers the classes of a program.
    pub fn new(program: &Program) -> Classes {
        let mut classes = Classes::default();
        classes.read(program);
        classes
    }

    /// What is known of a class.
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
        self.numbers[index]
    }

    /// The declaration of a class; `Object` and `String` have none.
    #[inline]
    pub fn declaration<'p>(&self, program: &'p Program, class: ClassId) -> Option<&'p ast::Class> {
        program.classes.get(self.all[class.index()].declared as usize)
    }

    /// Every class, superclasses before their subclasses.
    pub fn iter(&self) -> impl Iterator<Item = (ClassId, &Class)> {
        self.all.iter().enumerate().map(|(i, c)| (ClassId(i as u32), c))
    }

    /// How many classes there are, `Object` and `String` among them.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether `sub` is `sup` or inherits from it.
    #[inline]
    pub fn below(&self, sub: ClassId, sup: ClassId) -> bool {
        sup <= sub && sub < self.all[sup.index()].end
    }

    /// A class and its superclasses, up to `Object`.
    pub fn ancestors(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::successors(Some(class), |&c| self.get(c).superclass())
    }
}
