//! Where an expression or a type stands: what is in scope there, which locks are held.

use crate::tree::{Cn, Fd, Few, Mn, Path, T, Var};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Its name.
    pub name: Var,
    /// Its type.
    pub ty: T,
    /// Whether it is a ghost.
    pub ghost: bool,
}

/// E. Scopes are copied for every expression that stands a little differently; their variables are only when one of the copies
/// gets others.
#[derive(Clone, Debug, Default)]
pub struct Vars(Rc<Vec<Binding>>);

impl Deref for Vars {
    type Target = Vec<Binding>;

    #[inline]
    fn deref(&self) -> &Vec<Binding> {
        &self.0
    }
}

impl DerefMut for Vars {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<Binding> {
        Rc::make_mut(&mut self.0)
    }
}

impl From<Vec<Binding>> for Vars {
    fn from(vars: Vec<Binding>) -> Vars {
        Vars(Rc::new(vars))
    }
}

/// Where an expression or a type stands.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// E
    pub vars: Vars,
    /// Names that are in scope, but must not be used: in a fork, variables of types that are not shared.
    pub hidden: Few<Var, 6>,
    /// ls
    pub locks: Few<Path, 3>,
    /// Paths that what is being made relies on: the receiver of a call or an access, the arguments of a type that is wanted.
    pub relied: Few<Path, 3>,
    /// Methods with names from this one on are not called, so that calls come to an end.
    pub rank: Mn,
    /// Objects of classes with names from this one on are not made, so that initialisers come to an end.
    pub makes: Cn,
    /// The field that several threads shall meet at.
    pub hot: Option<(Path, Fd)>,
    /// The call that is wanted: of an override, or from two threads.
    pub callee: Option<(Path, Mn)>,
    /// What calls shall pass.
    pub passed: Option<Path>,
    /// How many more threads may be forked.
    pub forks: u8,
}

impl Scope {
    /// E(x)
    pub fn get(&self, x: Var) -> Option<&Binding> {
        self.vars.iter().rev().find(|b| b.name == x)
    }

    /// l ∈ ls
    pub fn holds(&self, l: &Path) -> bool {
        self.locks.contains(l)
    }
}
