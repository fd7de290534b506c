//! Interface of the rules to the type system underneath: types and members of expressions, the locks held, guards of
//! fields, and the substitution of a declaration's ghosts or formal owners where it is used. The rules are the same
//! over every system that answers.
//!
//! | module | over what |
//! | --- | --- |
//! | `base` | types against races, and the dialect of Java |
//! | `owners` | the system of owners; the whole is EPAJ |

mod base;
mod owners;

pub(crate) use base::OverBase;
pub(crate) use owners::OverOwners;

use crate::locks::{Lock, Locks};
use crate::theta::Mapping;
use racefree_grammar::ast::{ExprId, List, TypeId};
use racefree_grammar::name::Name;
use racefree_kernel::TypeError;
use racefree_program::{ClassId, MethodId, Resolved};
use smallvec::SmallVec;

/// Guard of a field, in the words of the class that declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// The lock.
    pub lock: Lock,
    /// True for `write_guarded_by`, false for `guarded_by`.
    pub only_writes: bool,
}

/// The typing derivation, as far as the rules use it.
pub trait Types<'p> {
    /// Classes and members.
    fn classes(&self) -> &Resolved<'p>;
    /// The class of an expression's type.
    fn class_of(&self, e: ExprId) -> Option<ClassId>;
    /// True if an expression is a string.
    fn is_string(&self, e: ExprId) -> bool;
    /// The field that an access uses, and the class that declares it.
    fn field(&self, e: ExprId) -> Option<(u32, ClassId)>;
    /// The method that a call resolves to.
    fn method(&self, e: ExprId) -> Option<MethodId>;
    /// Returns the guards of a field that a class declares: all are needed.
    fn guards(&self, locks: &mut Locks<'p>, class: ClassId, field: u32) -> SmallVec<[Guard; 1]>;
    /// The guards of the elements of an array.
    fn elements(&self, locks: &mut Locks<'p>, array: ExprId) -> Vec<Lock>;
    /// True for an access of an object that no other thread has yet, in a method.
    fn is_fresh(&self, access: ExprId, recv: ExprId, method: Option<u32>) -> bool;
    /// θ of an access, but for `this`.
    fn of_access(&self, locks: &mut Locks<'p>, e: ExprId, recv: ExprId) -> Mapping;
    /// θ of a call that runs a method of the receiver's class or of a subclass, but for `this` and the parameters. What is not known
    /// of a subclass is not put in.
    fn of_call(&self, locks: &mut Locks<'p>, e: ExprId, recv: ExprId, args: List, m: u32) -> Mapping;
    /// θ of the initialisers of a class that is written with its arguments.
    fn of_written(&self, locks: &mut Locks<'p>, ty: TypeId, in_scope: &dyn Fn(Name) -> bool) -> Mapping;
    /// Returns the substitution of an overridden method's ghosts or formal owners by those of the method that overrides
    /// it; it leaves out the parameters.
    fn of_overridden(&self, locks: &mut Locks<'p>, m: u32, over: u32) -> Mapping;
    /// Returns the substitution of an overriding method's ghosts or formal owners by those of the method that it
    /// overrides; it leaves out those that are not known.
    fn of_overriding(&self, locks: &mut Locks<'p>, m: u32, over: u32) -> Mapping;
    /// A lock that is written in a class, in a method or in its head.
    fn written(
        &self,
        locks: &mut Locks<'p>,
        at: Option<(ClassId, Option<u32>)>,
        l: ExprId,
        in_scope: &dyn Fn(Name) -> bool,
    ) -> Lock;
    /// The locks of [EXP …] at an expression.
    fn locks_at(&self, locks: &mut Locks<'p>, e: ExprId) -> Vec<Lock>;
    /// The requires set of a method.
    fn requires(&self, locks: &mut Locks<'p>, m: u32) -> Vec<Lock>;
    /// The formal owners that are never `self` in a class or in one of its methods.
    fn not_self(&self, class: ClassId, method: Option<u32>) -> Vec<Name>;
    /// True if an error of the system is tolerated (D-A3): what it is about shows as error or atomic.
    fn tolerates(&self, error: &TypeError) -> bool;
    /// E and ls at an expression, as text.
    fn context(&self, e: ExprId, source: &str) -> Option<(String, String)>;
}
