//! Owners, locks, types, and the one simultaneous substitution θ of owners for formals and paths for variables.

use indexmap::{IndexMap, IndexSet};
use racefree_grammar::ast::{Expr, ExprId, Program, Special};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths, Substitution};
use racefree_program::ClassId;
use racefree_program::predefined::PredefinedType;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::ops::Deref;
use std::rc::Rc;

/// The formal owner of `Object`: a name that no program has.
pub const OBJECTS_OWNER: Name = Name(u32::MAX);
/// The owner of the parameter of `equals`, likewise.
pub const OTHERS_OWNER: Name = Name(u32::MAX - 1);

/// o, and l: an owner or a lock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Owner {
    /// `self`, `thisThread`, `readonly`, `unique`
    Special(Special),
    /// kᵢ: another thread than the one that runs the expression, `otherThread#i` in messages.
    Other(u32),
    /// f
    Formal(Name),
    /// p
    Path(Path),
    /// `f$p`
    Qualified(Name, Path),
}

impl Owner {
    /// `unique`
    pub const UNIQUE: Owner = Owner::Special(Special::Unique);
    /// `thisThread`
    pub const THIS_THREAD: Owner = Owner::Special(Special::ThisThread);
    /// `self`
    pub const OWN: Owner = Owner::Special(Special::Own);
    /// `readonly`
    pub const READONLY: Owner = Owner::Special(Special::Readonly);

    /// The owner that is written; a name alone may be a formal.
    pub fn written(program: &Program, paths: &mut Paths, o: ExprId, is_formal: bool) -> Owner {
        match program.expr(o) {
            Expr::Special(special) => Owner::Special(special),
            Expr::Var(x) if is_formal => Owner::Formal(x),
            Expr::Qualified { formal, path } => Owner::Qualified(formal, paths.of_expr(program, path)),
            _ => Owner::Path(paths.of_expr(program, o)),
        }
    }

    /// The formal f of `f` and `f$p`.
    pub fn formal(self) -> Option<Name> {
        match self {
            Owner::Formal(f) | Owner::Qualified(f, _) => Some(f),
            Owner::Special(_) | Owner::Other(_) | Owner::Path(_) => None,
        }
    }

    /// θo, given θf of its [formal](Owner::formal), if that is substituted, and θp of paths: `θ(f$p)` is θp if θf is self, `g$θp` if it
    /// is a formal g, else θf. None where θp is no path.
    pub fn put(self, of: Option<Owner>, path: impl FnOnce(Path) -> Option<Path>) -> Option<Owner> {
        match self {
            Owner::Special(_) | Owner::Other(_) => Some(self),
            Owner::Formal(_) => Some(of.unwrap_or(self)),
            Owner::Path(p) => path(p).map(Owner::Path),
            Owner::Qualified(f, p) => match of.unwrap_or(Owner::Formal(f)) {
                Owner::OWN => path(p).map(Owner::Path),
                Owner::Formal(g) => path(p).map(|p| Owner::Qualified(g, p)),
                other => Some(other),
            },
        }
    }
}

/// o₁…ₙ, by its number in [`Lists`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Owners(pub u32);

/// t
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ty {
    /// Unknown because of an error.
    #[default]
    Error,
    /// int
    Int,
    /// boolean
    Boolean,
    /// void
    Void,
    /// The type of `null`.
    Null,
    /// `cn<o₁…ₙ>`; `String` has no owners.
    Class(ClassId, Owners),
}

impl Ty {
    /// String
    pub const STRING: Ty = Ty::Class(ClassId::STRING, Owners(0));

    /// True if the values of the type are objects, or null.
    pub fn is_reference(self) -> bool {
        matches!(self, Ty::Class(..) | Ty::Null)
    }

    /// The class of a class type.
    pub fn class(self) -> Option<ClassId> {
        if let Ty::Class(class, _) = self { Some(class) } else { None }
    }

    /// The type of a predefined method's result.
    pub fn predefined(ty: PredefinedType) -> Ty {
        match ty {
            PredefinedType::Int => Ty::Int,
            PredefinedType::Boolean => Ty::Boolean,
            PredefinedType::Object | PredefinedType::String => Ty::STRING,
        }
    }
}

/// Lists of owners, each by a number.
#[derive(Debug)]
pub struct Lists(IndexSet<Rc<[Owner]>, FxBuildHasher>);

impl Default for Lists {
    fn default() -> Lists {
        Lists(IndexSet::from_iter([Rc::default()]))
    }
}

impl Lists {
    /// The number of a list.
    pub fn add(&mut self, owners: &[Owner]) -> Owners {
        let known = self.0.get_index_of(owners);
        Owners(known.unwrap_or_else(|| self.0.insert_full(owners.into()).0) as u32)
    }

    /// The list of a number.
    #[inline]
    pub fn get(&self, owners: Owners) -> Rc<[Owner]> {
        self.0[owners.0 as usize].clone()
    }

    /// The first owner of a list.
    #[inline]
    pub fn first(&self, owners: Owners) -> Option<Owner> {
        self.0[owners.0 as usize].first().copied()
    }
}

/// Names in order, the formals of a class or of a method's types.
#[derive(Clone, Default, Debug)]
pub struct Formals {
    list: Vec<Name>,
    set: FxHashSet<Name>,
}

impl Formals {
    /// Adds one that is not there yet.
    pub(crate) fn push(&mut self, f: Name) {
        self.list.push(f);
        self.set.insert(f);
    }

    /// True if `f` is one of the formals.
    #[inline]
    pub fn contains(&self, f: &Name) -> bool {
        self.set.contains(f)
    }
}

impl FromIterator<Name> for Formals {
    fn from_iter<T: IntoIterator<Item = Name>>(names: T) -> Formals {
        let list: Vec<Name> = names.into_iter().collect();
        Formals { set: list.iter().copied().collect(), list }
    }
}

impl Deref for Formals {
    type Target = [Name];

    fn deref(&self) -> &[Name] {
        &self.list
    }
}

/// θ: owners for formals and paths for variables, all put in at once.
#[derive(Clone, Default, Debug)]
pub struct Theta {
    formals: IndexMap<Name, Owner, FxBuildHasher>,
    /// [p/x]
    pub vars: Substitution,
}

impl Theta {
    /// Adds [o/f]. A formal that is there already keeps what it has.
    pub fn add(&mut self, f: Name, o: Owner) {
        self.formals.entry(f).or_insert(o);
    }

    /// θ with \[p/x\].
    #[must_use]
    pub fn with(mut self, x: Name, p: Path) -> Theta {
        self.vars.add(x, p);
        self
    }

    /// θf
    #[inline]
    pub fn get(&self, f: Name) -> Option<Owner> {
        self.formals.get(&f).copied()
    }

    /// The formals and what is put for each.
    pub fn formals(&self) -> impl Iterator<Item = (Name, Owner)> + '_ {
        self.formals.iter().map(|(&f, &o)| (f, o))
    }

    /// θo
    pub fn apply(&self, o: Owner, paths: &mut Paths) -> Owner {
        let of = o.formal().and_then(|f| self.get(f));
        o.put(of, |p| Some(paths.substitute(p, &self.vars))).unwrap_or(o)
    }
}

impl FromIterator<(Name, Owner)> for Theta {
    fn from_iter<T: IntoIterator<Item = (Name, Owner)>>(owners: T) -> Theta {
        let mut theta = Theta::default();
        owners.into_iter().for_each(|(f, o)| theta.add(f, o));
        theta
    }
}
