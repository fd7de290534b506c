//! The judgments that rules conclude, as data for derivations.

use crate::env::EnvId;
use crate::locks::LocksId;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::ExprId;
use racefree_grammar::path::Path;
pub use racefree_program::MethodId;

/// A field found in a class type.
#[derive(Clone, Copy, Debug)]
pub struct FieldFound {
    /// Its index.
    pub field: u32,
    /// The class that declares it.
    pub owner: ClassId,
    /// The class type, seen at that class.
    pub at: Ty,
}

/// A method found in a class type.
#[derive(Clone, Copy, Debug)]
pub struct MethodFound {
    /// The method.
    pub method: MethodId,
    /// The class that declares it.
    pub owner: ClassId,
    /// The class type, seen at that class.
    pub at: Ty,
}

/// A judgment.
#[derive(Clone, Copy, Debug)]
pub enum Judgment {
    /// ⊢ P : t
    Program(Ty),
    /// P ⊢ defn
    Class(ClassId),
    /// P; E ⊢ wf
    Env(EnvId),
    /// P; E ⊢ field, by its index
    Field(EnvId, u32),
    /// P; E ⊢ meth, by its index
    Method(EnvId, u32),
    /// P; E ⊢ t
    WellFormed(EnvId, Ty),
    /// P; E ⊢ s <: t
    Subtype(EnvId, Ty, Ty),
    /// P; E ⊢ ci, the class of a type instantiated
    Instance(EnvId, Ty),
    /// P; E ⊢ field ∈ c; `at` is the instance of the class that declares it
    FieldIn {
        /// E
        env: EnvId,
        /// c
        class: Ty,
        /// The field's index.
        field: u32,
        /// c at the class that declares the field.
        at: Ty,
    },
    /// P; E ⊢ meth ∈ c
    MethodIn {
        /// E
        env: EnvId,
        /// c
        class: Ty,
        /// The method.
        method: MethodId,
        /// c at the class that declares the method.
        at: Ty,
    },
    /// P ⊢ t shared
    Shared(Ty),
    /// P ⊢ field shareable
    Shareable(u32),
    /// P; E; c ⊢ meth
    OverrideOk(EnvId, Ty, u32),
    /// P; E ⊢final l : t
    Final(EnvId, Path, Ty),
    /// P; E ⊢ ls, the requires set of a method
    LockSet(EnvId, u32),
    /// P; E ⊢ l ∈ ls
    LockElem(EnvId, Path, LocksId),
    /// P; E ⊢ θls' ⊆ ls, for a call
    LockSubset(EnvId, ExprId, LocksId),
    /// P; E; ls ⊢ e : t
    Expr {
        /// E
        env: EnvId,
        /// ls
        locks: LocksId,
        /// e
        expr: ExprId,
        /// t
        ty: Ty,
    },
    /// P; E; ls ⊢ eᵢ; …; eₙ : t, the end of a sequence
    Rest {
        /// E
        env: EnvId,
        /// ls
        locks: LocksId,
        /// eᵢ, by its index in the program's lists
        first: u32,
        /// t
        ty: Ty,
    },
}
