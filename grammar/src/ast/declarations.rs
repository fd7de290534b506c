//! Classes and their members.

use super::{AtomId, ClausesId, ExprId, List, OwnersId, Run, TypeId};
use crate::name::Name;
use crate::span::Span;

/// `defn ::= [thread_local] class cn<garg*> extends c { field* meth* }`
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The class name.
    pub name: Name,
    /// Place of the name.
    pub name_span: Span,
    /// Span from the first keyword to the closing brace.
    pub span: Span,
    /// Declared `thread_local`.
    pub thread_local: bool,
    /// `garg*`, a run of [`Program::ghosts`](super::Program::ghosts).
    pub ghosts: Run,
    /// Extension by the dialect of owners; none elsewhere.
    pub owners: Option<OwnersId>,
    /// The superclass; not written means `Object`.
    pub extends: Option<TypeId>,
    /// A class-level `guarded_by l`: the guard of every field that is not final and has none of its own.
    pub guard: Option<ExprId>,
    /// Further guards: all are needed (dialect of Java).
    pub more_guards: List,
    /// Declared as an `interface` (dialect of Java).
    pub interface: bool,
    /// Further supertypes, a run of [`Program::types`](super::Program::types) (dialect of Java).
    pub more_supertypes: Run,
    /// `field*`, a run of [`Program::fields`](super::Program::fields).
    pub fields: Run,
    /// `meth*`, a run of [`Program::methods`](super::Program::methods).
    pub methods: Run,
}

impl Class {
    /// The word of the dialect of Java in the head of the class, if it has one.
    pub(super) fn extension(&self) -> Option<&'static str> {
        match self {
            Class { interface: true, .. } => Some("interface"),
            Class { more_guards: List { len: 1.., .. }, .. } => Some("guarded_by l, l"),
            Class { more_supertypes, .. } if !more_supertypes.is_empty() => Some("implements"),
            _ => None,
        }
    }
}

/// Parts of a class in the dialect of owners alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Owners {
    /// The formal owners, a run of [`Program::formals`](super::Program::formals): one at least.
    pub formals: Run,
    /// The formals of the clause `where f != self, …`, as variables.
    pub not_self: List,
}

/// `garg ::= ghost t x`
#[derive(Clone, Copy, Debug)]
pub struct Ghost {
    /// The type of the lock.
    pub ty: TypeId,
    /// The ghost variable.
    pub name: Name,
    /// `ghost t x`.
    pub span: Span,
}

/// A formal owner of a class (dialect of owners).
#[derive(Clone, Copy, Debug)]
pub struct Formal {
    /// Its name.
    pub name: Name,
    /// Place of the declaration.
    pub span: Span,
    /// True if it is not written: a class without formals has `<thisOwner>`.
    pub implied: bool,
}

/// `field ::= [final] t fd [guarded_by l | write_guarded_by l] = e`
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Declared `final`, or `readonly`.
    pub is_final: bool,
    /// Declared `readonly`: final, and said so for its readers' sake (dialect of Java).
    pub readonly: bool,
    /// Declared `volatile` (dialect of Java).
    pub volatile: bool,
    /// The declared type.
    pub ty: TypeId,
    /// The field name.
    pub name: Name,
    /// Place of the name.
    pub name_span: Span,
    /// The field's own guard.
    pub guard: Option<ExprId>,
    /// Further guards: all are needed (dialect of Java).
    pub more_guards: List,
    /// The lock that is held at writes only (`write_guarded_by`). Such a field has no other guard.
    pub write_guard: Option<ExprId>,
    /// The initialiser; not written means 0, false or null, by the type.
    pub init: Option<ExprId>,
    /// The whole declaration.
    pub span: Span,
}

impl Field {
    /// Returns true if the guard of the class, if it has one, is that of the field.
    pub fn takes_class_guard(&self) -> bool {
        !self.is_final && !self.volatile && self.guard.is_none() && self.write_guard.is_none()
    }

    /// Word of the dialect of Java that the declaration has, if it has one.
    pub(super) fn extension(&self) -> Option<&'static str> {
        match self {
            Field { volatile: true, .. } => Some("volatile"),
            Field { readonly: true, .. } => Some("readonly"),
            Field { more_guards: List { len: 1.., .. }, .. } => Some("guarded_by l, l"),
            _ => None,
        }
    }
}

/// `meth ::= t mn(arg*) requires ls [atomicity a] { e }`
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Written with `atomic`; [`Method::body`] is then the `atomic …` that it abbreviates.
    pub atomic: bool,
    /// Written with `synchronized`; [`Method::body`], but for an `atomic` around it, is then the `synchronized this in …` that it
    /// abbreviates.
    pub synchronized: bool,
    /// The result type.
    pub ret: TypeId,
    /// The method name.
    pub name: Name,
    /// Place of the name.
    pub name_span: Span,
    /// `arg*`, a run of [`Program::params`](super::Program::params).
    pub params: Run,
    /// The requires set.
    pub requires: List,
    /// Rare clauses, if it has any.
    pub clauses: Option<ClausesId>,
    /// The body; an empty block is [`Expr::Unit`](super::Expr::Unit).
    pub body: ExprId,
    /// The whole declaration.
    pub span: Span,
}

/// Rare clauses of a method's head.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clauses {
    /// The declared type of `this`, if it is written as a parameter (dialect of owners).
    pub receiver: Option<TypeId>,
    /// The locks of the clause `reads`: for reading alone (dialect of owners).
    pub reads: List,
    /// The atomicity that callers rely on.
    pub atomicity: Option<AtomId>,
    /// Sort of the method (dialect of Java).
    pub kind: MethodKind,
}

/// Sorts of methods.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MethodKind {
    /// A method as in the calculus.
    #[default]
    Plain,
    /// A constructor; its result type is void.
    Constructor,
    /// Runs once, before a class is used. In a class that holds the static members of another one.
    StaticInitializer,
    /// Without a body, which is [`Expr::Unit`](super::Expr::Unit).
    Abstract,
}

impl MethodKind {
    /// Returns true for what a call may find, and what overrides: a method, with a body or without.
    pub fn is_called(self) -> bool {
        matches!(self, MethodKind::Plain | MethodKind::Abstract)
    }

    /// Keyword of the sort; empty for a plain method.
    pub fn word(self) -> &'static str {
        match self {
            MethodKind::Plain => "",
            MethodKind::Constructor => "constructor",
            MethodKind::StaticInitializer => "static",
            MethodKind::Abstract => "abstract",
        }
    }
}

/// `arg ::= t x`
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The type.
    pub ty: TypeId,
    /// The variable.
    pub name: Name,
    /// `t x`.
    pub span: Span,
}
