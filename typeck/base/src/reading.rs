//! The reading of the rules: its methods, in the modules named after the sections of the calculus, are the rules, each written
//! once. Judgments are functions of P, E, ls and their subject; whatever comes out of them besides is a listener's.

use crate::Base;
use crate::env::{Binding, EnvId};
use crate::error::{At, Cause, Why};
use crate::extension::Extension;
use crate::judgment::Judgment;
use crate::locks::LockSet;
use crate::open::{Open, Question};
use crate::rules::final_ref;
use crate::tables::Tables;
use crate::types::Ty;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::RuleId;
use racefree_kernel::applied::{Applied, Reporting};
use racefree_kernel::listener::{self, Calculus, Listeners};
use std::ops::Deref;

impl Calculus for Base {
    type Judgment = Judgment;
    type At = At;
    type Cause = Cause;
    type Constraint = Question;
    type Key = Known;

    fn key(judgment: &Judgment) -> Option<Known> {
        match *judgment {
            Judgment::Final(env, l, _) => Some(Known::Final(env, l)),
            Judgment::Env(env) => Some(Known::Env(env)),
            _ => None,
        }
    }
}

/// A judgment that is derived once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Known {
    /// P; E ⊢final l : t
    Final(EnvId, Path),
    /// P; E ⊢ wf
    Env(EnvId),
}

/// An error as it is found: the premise, the place, and why. Becomes a [`racefree_kernel::TypeError`] when it is shown.
pub type Failure = listener::Failure<Base>;

/// A judgment's outcome.
pub type Outcome<T = ()> = listener::Outcome<Base, T>;

/// A rule for a judgment that is asked for.
pub type Asked<'r> = Applied<'r, Base>;

/// A rule for an expression or a declaration.
pub type Declared<'r> = Reporting<'r, Base>;

/// Number of the innermost form around an expression, of a language above the calculus, which gives the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Around(pub u32);

impl Around {
    /// In none of them.
    pub const NOTHING: Around = Around(u32::MAX);
}

/// E; ls, and what is around an expression.
#[derive(Clone, Copy, Debug)]
pub struct Here {
    /// E
    pub env: EnvId,
    /// ls
    pub ls: LockSet,
    /// The method that it is in.
    pub method: Option<u32>,
    /// It is in a fork.
    pub forked: bool,
    /// The forms of a language above the calculus that it is in.
    pub around: Around,
}

impl Here {
    /// ∅; ∅
    pub(crate) const NOWHERE: Here =
        Here { env: EnvId::EMPTY, ls: LockSet::EMPTY, method: None, forked: false, around: Around::NOTHING };

    /// In another environment.
    pub fn within(self, env: EnvId) -> Here {
        Here { env, ..self }
    }

    /// Holding other locks.
    pub fn holding(self, ls: LockSet) -> Here {
        Here { ls, ..self }
    }

    /// The same, as an error keeps it.
    pub fn at(self) -> At {
        At { env: self.env, locks: self.ls.id, method: self.method, forked: self.forked }
    }
}

/// A program that is read, and its listeners.
#[derive(Clone, Copy)]
pub struct Reading<'r, 'p> {
    tables: &'r Tables<'p>,
    pub(crate) listeners: Listeners<'r, Base>,
}

impl<'r, 'p> Deref for Reading<'r, 'p> {
    type Target = &'r Tables<'p>;

    fn deref(&self) -> &&'r Tables<'p> {
        &self.tables
    }
}

/// A rule for an expression.
pub struct OfExpr<'r> {
    rule: Declared<'r>,
    /// E; ls
    pub here: Here,
    /// The expression.
    pub e: ExprId,
}

impl<'r> Deref for OfExpr<'r> {
    type Target = Declared<'r>;

    fn deref(&self) -> &Declared<'r> {
        &self.rule
    }
}

impl OfExpr<'_> {
    /// P; E; ls ⊢ e : t
    pub fn concludes(self, ty: Ty) -> Ty {
        let judgment = Judgment::Expr { env: self.here.env, locks: self.here.ls.id, expr: self.e, ty };
        self.concludes_as(judgment, ty)
    }

    /// The rule concludes something else.
    pub(crate) fn concludes_as<T>(self, judgment: Judgment, value: T) -> T {
        self.rule.concludes_as(judgment, value)
    }
}

impl<'r, 'p> Reading<'r, 'p> {
    /// A reading with listeners.
    pub(crate) fn new(tables: &'r Tables<'p>, listeners: Listeners<'r, Base>) -> Self {
        Reading { tables, listeners }
    }

    /// The same reading without a listener: for auxiliary judgments, which are not recorded.
    pub fn quiet(self) -> Reading<'r, 'p> {
        Reading { listeners: Listeners::NOBODY, ..self }
    }

    /// A rule for a judgment that is asked for.
    #[inline]
    pub fn rule(self, rule: RuleId) -> Asked<'r> {
        Applied::begin(&self.tables.options, self.listeners, rule)
    }

    /// A rule without premises.
    pub(crate) fn axiom(self, rule: RuleId, judgment: Judgment) {
        self.rule(rule).concludes_as(judgment, ());
    }

    /// A rule for a declaration.
    pub fn declared(self, rule: RuleId, here: Here, span: Span) -> Declared<'r> {
        Reporting::new(self.rule(rule), here.at(), span)
    }

    /// A rule for an expression.
    #[inline]
    pub fn of(self, rule: RuleId, here: Here, e: ExprId) -> OfExpr<'r> {
        OfExpr { rule: self.declared(rule, here, self.place(e)), here, e }
    }

    /// A judgment about what the program leaves open holds under a constraint.
    pub(crate) fn subject_to(self, open: impl FnOnce(&Open) -> bool, constraint: impl FnOnce() -> Question) -> bool {
        let holds = self.open.as_ref().is_some_and(open);
        if holds {
            self.listeners.tell(|l| l.constrains(constraint()));
        }
        holds
    }

    /// E(x), class constants included.
    pub fn lookup(self, env: EnvId, x: Name) -> Option<Binding> {
        self.tables.bound(env, x).or_else(|| self.extension()?.constant(self, env, x))
    }

    /// P; E ⊢final l : t, which is derived once: the table below \[FINAL VAR\] and \[FINAL REF\]. A judgment that needs itself has no
    /// derivation.
    pub(crate) fn once(self, env: EnvId, l: Path, derive: impl FnOnce() -> Outcome<Ty>) -> Outcome<Ty> {
        let known = self.finals.borrow().get(&(env, l)).copied();
        match known {
            Some(None) => return Err(Why::Circular(l).by(final_ref::TYPE)),
            Some(Some(t)) if self.listeners.recalls(&Judgment::Final(env, l, t)) => return Ok(t),
            Some(Some(_)) | None => self.finals.borrow_mut().insert((env, l), None),
        };
        let outcome = derive();
        match outcome {
            Ok(t) => self.finals.borrow_mut().insert((env, l), Some(t)),
            Err(_) => self.finals.borrow_mut().remove(&(env, l)),
        };
        outcome
    }

    /// The environment that binds a variable, with the binding.
    pub fn binding(self, env: EnvId, x: Name) -> Option<(EnvId, Binding)> {
        self.tables.binding(env, x)
    }

    /// The rules that the language of the program has above the calculus.
    #[inline]
    pub fn extension(self) -> Option<&'r dyn Extension> {
        self.tables.extension.as_deref()
    }

    /// The same, for a type that is none of the calculus.
    pub(crate) fn of_extension(self, t: Ty) -> Option<&'r dyn Extension> {
        self.extension().filter(|_| t.is_array())
    }

    /// The place of an expression.
    pub fn place(self, e: ExprId) -> Span {
        self.program.span(e)
    }
}
