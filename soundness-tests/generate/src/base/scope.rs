//! Context of an expression or a type: the scope and the lock set.

use crate::tree::{ClassName, FieldName, MethodName, Path, Type, Var};
use smallvec::SmallVec;

/// A variable in scope.
#[derive(Clone, Copy, Debug, Default)]
pub struct Binding {
    /// Its name.
    pub name: Var,
    /// Its type.
    pub ty: Type,
    /// True if it is a ghost.
    pub ghost: bool,
}

/// Context of an expression or a type.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// E
    pub vars: SmallVec<[Binding; 6]>,
    /// Names that are in scope, but must not be used: in a fork, variables of types that are not shared.
    pub hidden: SmallVec<[Var; 6]>,
    /// ls
    pub locks: SmallVec<[Path; 3]>,
    /// Paths on which the current expression relies: receiver of a call or an access, arguments of a wanted type.
    pub relied: SmallVec<[Path; 3]>,
    /// Methods with names from this one on are not called, so that calls come to an end.
    pub rank: MethodName,
    /// Objects of classes with names from this one on are not made, so that initialisers come to an end.
    pub makes: ClassName,
    /// The field that several threads shall conflict on.
    pub hot: Option<(Path, FieldName)>,
    /// The call that is wanted: of an override, or from two threads.
    pub callee: Option<(Path, MethodName)>,
    /// Argument that calls shall pass.
    pub passed: Option<Path>,
    /// Number of further threads that may be forked.
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
