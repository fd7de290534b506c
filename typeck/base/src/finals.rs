//! Section 5.6: final expressions and lock sets.

use crate::env::EnvId;
use crate::error::Why;
use crate::judgment::Judgment;
use crate::locks::LockSet;
use crate::open::Question;
use crate::reading::{Asked, Here, Outcome, Reading};
use crate::rules::{final_ref, final_var, lock_elem, lock_set, lock_subset};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_grammar::stack::deep;
use racefree_kernel::PremiseId;
use racefree_kernel::listener::holds;

/// A derivation is finite. One with a chain of more types of final fields than this, each of which needs the next, is taken not to end.
const DEEPEST: u32 = 256;

impl Reading<'_, '_> {
    /// P; E ⊢final l : t. A lock that is not known yet is of any type.
    pub fn is_final(self, env: EnvId, l: Path) -> Outcome<Ty> {
        if self.subject_to(|_| true, || Question::Final(l, env)) && self.is_open(l) {
            return Ok(Ty::ERROR);
        }
        self.known_final(env, l)
    }

    /// P; E ⊢final l : t for a lock that is known.
    pub fn known_final(self, env: EnvId, l: Path) -> Outcome<Ty> {
        let Root::Var(_) = self.root(l) else { return Err(Why::NotAPath { path: l, lock: None }.cause()) };
        self.once(env, l, || match self.extension() {
            Some(own) => own.final_path(self, env, l),
            None => self.final_path(env, l),
        })
    }

    /// P; E ⊢final l : t: \[FINAL VAR\], \[FINAL REF\].
    pub fn final_path(self, env: EnvId, l: Path) -> Outcome<Ty> {
        let step = self.types.borrow().paths.step(l);
        match step {
            Step::Root(Root::Var(x)) => self.final_var(env, l, x),
            Step::Root(Root::Expr(_) | Root::Open(_)) => Err(Why::NotAPath { path: l, lock: None }.cause()),
            Step::Field(e, fd) => deep(|| self.final_ref(env, l, e, fd)),
        }
    }

    /// \[FINAL VAR\]
    pub fn final_var(self, env: EnvId, l: Path, x: Name) -> Outcome<Ty> {
        let conclusion = |t: Option<&Ty>| Judgment::Final(env, l, t.copied().unwrap_or(Ty::ERROR));
        self.rule(final_var::RULE).asked(conclusion, |rule| self.in_scope(rule, env, x))
    }

    /// The premise `in-scope` of \[FINAL VAR\].
    pub fn in_scope(self, rule: &Asked<'_>, env: EnvId, x: Name) -> Outcome<Ty> {
        let not_in_scope = || Why::NotInScope(x).by(final_var::IN_SCOPE);
        let t = self.lookup(env, x).map(|bound| bound.ty).ok_or_else(not_in_scope);
        Ok(rule.require(final_var::IN_SCOPE, || t)?.unwrap_or(Ty::ERROR))
    }

    /// \[FINAL REF\]
    fn final_ref(self, env: EnvId, l: Path, e: Path, fd: Name) -> Outcome<Ty> {
        let conclusion = |t: Option<&Ty>| Judgment::Final(env, l, t.copied().unwrap_or(Ty::ERROR));
        self.rule(final_ref::RULE).asked(conclusion, |rule| {
            rule.premise(final_ref::RECEIVER);
            let c = self.known_final(env, e)?;
            if c.is_error() {
                return Ok(Ty::ERROR);
            }
            rule.premise(final_ref::FIELD);
            let Some(found) = self.field_in(env, c, fd) else { return self.no_final_field(rule, c, fd) };
            let field = &self.program.fields[found.field as usize];
            let open = || Why::NotFinal { path: l, owner: found.owner, field: found.field }.by(final_ref::FINAL);
            rule.require(final_ref::FINAL, || holds(field.is_final || self.may_be_final(found.field), open))?;
            let mut theta = self.theta_of(found.at);
            theta.add(Name::THIS, e);
            let t = self.put_in(&theta, self.written(field.ty));
            rule.require(final_ref::TYPE, || self.finite(l, || self.well_formed(env, t)))?;
            Ok(t)
        })
    }

    /// The premise `field` of \[FINAL REF\] fails, unless the class inherits what is unknown.
    pub fn no_final_field(self, rule: &Asked<'_>, c: Ty, fd: Name) -> Outcome<Ty> {
        rule.premise(final_ref::FIELD).holds(false);
        let unknown = c.is_class() && self.inherits_unknown(c);
        let why = Why::NoField { class: c, field: fd };
        if unknown { Ok(Ty::ERROR) } else { Err(why.by(final_ref::FIELD)) }
    }

    /// The type of a final field, looked at for the sake of `l`.
    fn finite(self, l: Path, judgment: impl FnOnce() -> Outcome) -> Outcome {
        if self.nesting.get() >= DEEPEST {
            return Err(Why::Circular(l).by(final_ref::TYPE));
        }
        self.nesting.set(self.nesting.get() + 1);
        let outcome = judgment();
        self.nesting.set(self.nesting.get() - 1);
        outcome.map_err(|cause| cause.under(final_ref::TYPE, Why::TypeOfPath(l)))
    }

    /// P; E ⊢final l : c for some class type c.
    pub fn is_lock(self, env: EnvId, l: ExprId) -> Outcome {
        let t = self.is_final(env, self.path(l)).map_err(|mut cause| {
            if let Why::NotAPath { lock, .. } = &mut cause.why {
                *lock = Some(l);
            }
            cause
        })?;
        if t.is_class() || t.is_array() || t.is_error() {
            Ok(())
        } else {
            Err(Why::LockNotObject { lock: l, ty: t }.cause())
        }
    }

    /// \[LOCK SET\]: the locks of a method's requires clause. Of several that are none, the cause is the first, but one that the asking
    /// premise takes as holding does not hide another.
    pub fn lock_set(self, env: EnvId, m: u32, asking: PremiseId) -> Outcome {
        let requires = self.program.list(self.program.methods[m as usize].requires);
        self.rule(lock_set::RULE).asked(
            |_| Judgment::LockSet(env, m),
            |rule| {
                let mut outcome: Outcome = Ok(());
                for &l in requires {
                    let Err(cause) = rule.require(lock_set::ELEMENT, || self.is_lock(env, l)) else { continue };
                    if outcome.as_ref().err().is_none_or(|first| self.excuses(asking, first)) {
                        outcome = Err(cause);
                    }
                }
                outcome
            },
        )
    }

    /// Place of the premise about a requires clause: its locks, or the first if they are not in the declaration.
    pub fn lock_set_at(self, m: u32) -> Span {
        let decl = &self.program.methods[m as usize];
        let mut places = self.program.list(decl.requires).iter().map(|l| self.program.span(*l));
        let Some(first) = places.next() else { return decl.span };
        let all = places.fold(first, Span::to);
        if decl.span.contains(all) { all } else { first }
    }

    /// \[LOCK ELEM\]: P; E ⊢ l ∈ ls
    pub fn lock_elem(self, env: EnvId, l: Path, ls: LockSet) -> Outcome {
        self.rule(lock_elem::RULE).asked(
            |_| Judgment::LockElem(env, l, ls.id),
            |rule| {
                let held = self.holds(ls, l) || self.subject_to(|_| true, || Question::Held(l, ls.id));
                rule.require(lock_elem::SAME, || holds(held, || Why::Reported.cause())).map(|_| ())
            },
        )
    }

    /// \[LOCK SUBSET\], for a call: the locks of ls₁ that are not in ls.
    pub(crate) fn lock_subset(self, here: Here, call: ExprId, ls1: &[Path]) -> Vec<Path> {
        let rule = self.rule(lock_subset::RULE);
        let mut missing = Vec::new();
        for &l in ls1 {
            rule.premise(lock_subset::ELEMENT);
            if self.lock_elem(here.env, l, here.ls).is_err() {
                missing.push(l);
            }
        }
        rule.concludes_as(Judgment::LockSubset(here.env, call, here.ls.id), missing)
    }
}
