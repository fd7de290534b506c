//! What section 3 asks of the definition of the type system underneath. The rules are the same over both.

mod base;
mod owners;

pub(super) use base::Base;
pub(super) use owners::Owners;

use super::atomicities::Lock;
use super::theta::Step;
use racefree_grammar::ast::{ExprId, Field, Program, TypeId};
use racefree_grammar::name::Name;
use racefree_kernel::TypeError;
use racefree_typeck::model::Cn;

/// The field of an access.
pub(super) struct FieldAt<'p> {
    pub(super) field: &'p Field,
    /// The class that declares it.
    pub(super) class: Cn,
    /// `guarded_by l`
    pub(super) guard: Option<Lock>,
    /// `write_guarded_by l`
    pub(super) write_guard: Option<Lock>,
    /// θ, but for `this`
    pub(super) theta: Step,
}

/// Where a lock is written: in a class, in a method, or in its head.
#[derive(Clone, Copy, Default)]
pub(super) struct Written {
    pub(super) class: Option<Cn>,
    pub(super) head: Option<usize>,
}

/// Types, members, and θ.
pub(super) trait Beneath<'p> {
    /// The class of an expression's type.
    fn class_of(&self, e: ExprId) -> Option<Cn>;
    /// A class and its superclasses, the nearest first.
    fn above(&self, cn: Cn) -> Vec<Cn>;
    /// P; E ⊢ field ∈ c
    fn field(&self, recv: ExprId, fd: Name) -> Option<FieldAt<'p>>;
    /// θ of a call that runs a method that a class declares, but for `this` and the parameters.
    fn of_call(&self, recv: ExprId, es: &[ExprId], class: Cn, m: usize) -> Step;
    /// θ for a written type, some names being variables.
    fn of_written(&self, t: TypeId, variable: &dyn Fn(Name) -> bool) -> Step;
    /// What the overridden method calls its ghosts or formals, in the overriding one.
    fn of_overridden(&self, class: Cn, m: usize, above: Cn, over: usize) -> Step;
    /// A lock that is written, if it is one.
    fn lock(&self, at: Written, l: ExprId, variable: &dyn Fn(Name) -> bool) -> Option<Lock>;
    /// The requires set of a method.
    fn requires(&self, class: Cn, m: usize) -> Vec<Lock>;
    /// The formal owners that are never `self` in a class or in one of its methods.
    fn not_self(&self, class: Cn, m: Option<usize>) -> Vec<String>;
    /// D-A3: whether an error of the system is tolerated.
    fn tolerates(&self, error: &TypeError) -> bool;
}

/// An expression as a path: its names, what is no path being a name that nothing has.
pub(super) fn path(program: &Program, l: &racefree_typeck::model::Lock) -> Vec<String> {
    let root = match l.root {
        racefree_grammar::path::Root::Var(x) => program.text(x),
        _ => NO_PATH,
    };
    std::iter::once(root).chain(l.fields.iter().map(|&fd| program.text(fd))).map(str::to_owned).collect()
}

/// What is no path.
const NO_PATH: &str = "(no path)";
