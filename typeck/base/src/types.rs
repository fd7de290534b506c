//! Types `t`, interned: equal types are equal numbers.

use hashbrown::HashTable;
use indexmap::IndexSet;
use racefree_grammar::path::{Path, Paths, Substitution};
pub use racefree_program::ClassId;
use racefree_program::predefined::PredefinedType;
use rustc_hash::{FxBuildHasher, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// An interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(pub u32);

impl Ty {
    /// No type, because of an error that was reported; agrees with everything, so that nothing follows from it.
    pub const ERROR: Ty = Ty(0);
    /// `int`
    pub const INT: Ty = Ty(1);
    /// `boolean`
    pub const BOOLEAN: Ty = Ty(2);
    /// `void`
    pub const VOID: Ty = Ty(3);
    /// The type of `null`, below every class type.
    pub const NULL: Ty = Ty(4);
    const FIRST_CLASS: u32 = 8;
    /// First array type.
    const FIRST_ARRAY: u32 = 1 << 31;
    /// `Object`
    pub const OBJECT: Ty = Ty::class(ClassId::OBJECT);
    /// `String`
    pub const STRING: Ty = Ty::class(ClassId::STRING);

    /// A class without ghost arguments.
    pub const fn class(class: ClassId) -> Ty {
        Ty(Ty::FIRST_CLASS + class.0)
    }

    /// A type of a predefined method.
    pub const fn of_predefined(ty: PredefinedType) -> Ty {
        match ty {
            PredefinedType::Int => Ty::INT,
            PredefinedType::Boolean => Ty::BOOLEAN,
            PredefinedType::Object => Ty::OBJECT,
            PredefinedType::String => Ty::STRING,
        }
    }

    /// Returns true for a class type, an array type and null's.
    pub fn is_reference(self) -> bool {
        self.0 >= Ty::NULL.0
    }

    /// Returns true for a class type.
    pub fn is_class(self) -> bool {
        (Ty::FIRST_CLASS..Ty::FIRST_ARRAY).contains(&self.0)
    }

    /// Returns true for an array type.
    pub fn is_array(self) -> bool {
        self.0 >= Ty::FIRST_ARRAY
    }

    /// Returns true for [`Ty::ERROR`].
    pub fn is_error(self) -> bool {
        self == Ty::ERROR
    }
}

/// An array type: its elements, and all locks in it, the guards of the elements last.
#[derive(PartialEq, Eq, Hash)]
struct Array {
    elem: Ty,
    locks: Box<[Path]>,
    guards: u32,
}

#[derive(Clone, Copy)]
struct Applied {
    class: ClassId,
    start: u32,
    len: u32,
}

/// The table of all types of a program, over a table of paths.
#[derive(Default)]
pub struct Types {
    /// The lock expressions.
    pub paths: Paths,
    classes: u32,
    applied: Vec<Applied>,
    args: Vec<Path>,
    table: HashTable<u32>,
    arrays: IndexSet<Array, FxBuildHasher>,
}

fn hash(class: ClassId, args: &[Path]) -> u64 {
    let mut hasher = FxHasher::default();
    (class, args).hash(&mut hasher);
    hasher.finish()
}

impl Types {
    /// No types yet, for a program with a number of classes, `Object` and `String` counted.
    pub(crate) fn new(classes: usize) -> Types {
        Types { classes: classes as u32, ..Types::default() }
    }

    /// `cn<l₁…ₙ>`
    pub fn instance(&mut self, class: ClassId, args: &[Path]) -> Ty {
        if args.is_empty() {
            return Ty::class(class);
        }
        let Types { applied, args: pool, table, classes, .. } = self;
        let of = |a: Applied| a.start as usize..(a.start + a.len) as usize;
        let hashed = hash(class, args);
        let found = table.find(hashed, |&i| {
            let a = applied[i as usize];
            a.class == class && pool[of(a)] == *args
        });
        let first = Ty::FIRST_CLASS + *classes;
        if let Some(&i) = found {
            return Ty(first + i);
        }
        let i = applied.len() as u32;
        applied.push(Applied { class, start: pool.len() as u32, len: args.len() as u32 });
        pool.extend_from_slice(args);
        table.insert_unique(hashed, i, |&i| {
            let a = applied[i as usize];
            hash(a.class, &pool[of(a)])
        });
        Ty(first + i)
    }

    /// The class of a class type.
    #[inline]
    pub fn class_of(&self, ty: Ty) -> Option<ClassId> {
        let class = ty.0.checked_sub(Ty::FIRST_CLASS)?;
        Some(match class.checked_sub(self.classes) {
            None => ClassId(class),
            Some(i) => self.applied.get(i as usize)?.class,
        })
    }

    /// The locks in a type: its ghost arguments, none for most; of an array, those of its elements and their guards.
    #[inline]
    pub fn args(&self, ty: Ty) -> &[Path] {
        match ty.0.checked_sub(Ty::FIRST_CLASS + self.classes) {
            None => &[],
            Some(i) => match self.applied.get(i as usize) {
                Some(a) => &self.args[a.start as usize..(a.start + a.len) as usize],
                None => self.array(ty).map_or(&[], |array| &array.locks),
            },
        }
    }

    fn array(&self, ty: Ty) -> Option<&Array> {
        self.arrays.get_index(ty.0.checked_sub(Ty::FIRST_ARRAY)? as usize)
    }

    /// `t[]<l₁…ₙ>`
    pub fn array_of(&mut self, elem: Ty, guards: &[Path]) -> Ty {
        let locks = self.args(elem).iter().chain(guards).copied().collect();
        let array = Array { elem, locks, guards: guards.len() as u32 };
        Ty(Ty::FIRST_ARRAY + self.arrays.insert_full(array).0 as u32)
    }

    /// The elements of an array type, and their guards.
    pub fn elements(&self, ty: Ty) -> Option<(Ty, &[Path])> {
        let array = self.array(ty)?;
        Some((array.elem, &array.locks[array.locks.len() - array.guards as usize..]))
    }

    /// Returns true for a type with ghost arguments, which substitution can change.
    #[inline]
    pub fn has_args(&self, ty: Ty) -> bool {
        ty.0 >= Ty::FIRST_CLASS + self.classes
    }

    /// θt.
    #[inline]
    pub fn substitute(&mut self, ty: Ty, theta: &Substitution) -> Ty {
        if self.has_args(ty) && !theta.is_empty() { self.substitute_args(ty, theta) } else { ty }
    }

    fn substitute_args(&mut self, ty: Ty, theta: &Substitution) -> Ty {
        let Some(class) = self.class_of(ty) else { return self.substitute_array(ty, theta) };
        let before: SmallVec<[Path; 4]> = self.args(ty).into();
        let after: SmallVec<[Path; 4]> = before.iter().map(|&p| self.paths.substitute(p, theta)).collect();
        if after == before { ty } else { self.instance(class, &after) }
    }

    fn substitute_array(&mut self, ty: Ty, theta: &Substitution) -> Ty {
        let Some((elem, guards)) = self.elements(ty) else { return ty };
        let guards: SmallVec<[Path; 4]> = guards.into();
        let elem = racefree_grammar::stack::deep(|| self.substitute(elem, theta));
        let guards: SmallVec<[Path; 4]> = guards.iter().map(|&p| self.paths.substitute(p, theta)).collect();
        self.array_of(elem, &guards)
    }
}
