//! Explicit locks, which are other locks than the monitors of their objects: pseudo-fields stand for them.

use crate::reading::JavaReading;
use crate::rules::{exp_locked, final_class, final_ref, final_var};
use crate::why::JavaWhy;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_grammar::span::Span;
use racefree_kernel::listener::holds;
use racefree_typeck::env::EnvId;
use racefree_typeck::judgment::Judgment;
use racefree_typeck::locks::Taken;
use racefree_typeck::reading::{Here, Outcome};
use racefree_typeck::types::Ty;

/// The name of the pseudo-field that stands for the explicit lock of an object.
pub const LOCKED: &str = "locked$";

/// The name of the one that stands for its read lock alone.
pub const READ: &str = "read$";

impl JavaReading<'_, '_> {
    /// P; E ⊢final l : t for a path: \[FINAL CLASS\], \[FINAL VAR\], \[FINAL REF\].
    pub(crate) fn final_path(self, env: EnvId, l: Path) -> Outcome<Ty> {
        let step = self.types.borrow().paths.step(l);
        match step {
            Step::Root(Root::Var(x)) if self.program.class_of_constant(x).is_some() => {
                let t = self.lookup(env, x).map_or(Ty::OBJECT, |bound| bound.ty);
                Ok(self.rule(final_class::RULE).concludes_as(Judgment::Final(env, l, t), t))
            }
            Step::Root(Root::Var(x)) => match self.assigned_at(env, x) {
                Some(declared) => self.final_var(env, l, (x, declared)),
                None => self.calculus.final_var(env, l, x),
            },
            Step::Field(e, fd) if self.is_explicit(fd) || self.is_read_lock(fd) => self.final_ref(env, l, e, fd),
            Step::Root(Root::Expr(_) | Root::Open(_)) | Step::Field(..) => self.calculus.final_path(env, l),
        }
    }

    /// \[FINAL VAR\], for a variable that is assigned.
    fn final_var(self, env: EnvId, l: Path, (x, declared): (Name, Span)) -> Outcome<Ty> {
        let conclusion = |t: Option<&Ty>| Judgment::Final(env, l, t.copied().unwrap_or(Ty::ERROR));
        self.rule(final_var::RULE).asked(conclusion, |rule| {
            let t = self.in_scope(rule, env, x)?;
            let is_var = || Err::<(), _>(JavaWhy::LockIsVar { name: x, declared }.by(final_var::NOT_VAR));
            rule.require(final_var::NOT_VAR, is_var)?;
            Ok(t)
        })
    }

    /// \[FINAL REF\], for a pseudo-field: every object has an explicit lock, and a read lock is none of its own.
    fn final_ref(self, env: EnvId, l: Path, e: Path, fd: Name) -> Outcome<Ty> {
        let conclusion = |t: Option<&Ty>| Judgment::Final(env, l, t.copied().unwrap_or(Ty::ERROR));
        self.rule(final_ref::RULE).asked(conclusion, |rule| {
            rule.premise(final_ref::RECEIVER);
            let c = self.known_final(env, e)?;
            if c.is_error() {
                return Ok(Ty::ERROR);
            }
            if self.is_explicit(fd) {
                rule.premise(final_ref::FIELD).holds(true);
                rule.premise(final_ref::FINAL).holds(true);
                rule.premise(final_ref::TYPE).holds(true);
                return Ok(Ty::OBJECT);
            }
            self.no_final_field(rule, c, fd)
        })
    }

    /// \[EXP LOCKED\]
    pub(crate) fn exp_locked(self, here: Here, e: ExprId, lock: ExprId, body: ExprId) -> Ty {
        let (rule, l, place) = (self.of(exp_locked::RULE, here, e), self.path(lock), self.place(lock));
        let read = match self.program.expr(lock) {
            Expr::Field { recv, field } if self.is_read_lock(field) => Some(recv),
            _ => None,
        };
        rule.check_at(exp_locked::LOCK_FINAL, place, || self.is_lock(here.env, read.unwrap_or(lock)));
        self.lock_real(&rule, exp_locked::LOCK_REAL, lock, || self.has_monitor(lock));
        rule.premise(exp_locked::BODY);
        let ls = match self.explicit_of(l, LOCKED) {
            _ if read.is_some() => self.and(here.ls, l, Taken::Sync, place),
            Some(explicit) => self.and(here.ls, explicit, Taken::Sync, place),
            None => here.ls,
        };
        let t = self.expr(here.holding(ls), body);
        rule.concludes(t)
    }

    /// `l.locked$` or `l.read$`; none if no lock of the program is named so: none can be held or needed then.
    fn explicit_of(self, l: Path, name: &str) -> Option<Path> {
        let field = self.program.names.find(name)?;
        Some(self.types.borrow_mut().paths.field(l, field))
    }

    /// The premise `guard-held` of an access: to read, the read lock of an explicit guard is enough.
    pub(crate) fn guards_access(self, here: Here, guard: Path, write: bool) -> Outcome {
        let step = self.types.borrow().paths.step(guard);
        let read = match step {
            Step::Field(l, field) if !write && self.is_explicit(field) => self.explicit_of(l, READ),
            Step::Field(..) | Step::Root(_) => None,
        };
        match read.filter(|&read| self.holds(here.ls, read)) {
            Some(read) => self.lock_elem(here.env, read, here.ls),
            None => self.lock_elem(here.env, guard, here.ls),
        }
    }

    /// The premise `lock-real`: an explicit lock has no monitor.
    pub(crate) fn has_monitor(self, lock: ExprId) -> Outcome {
        let l = self.path(lock);
        let step = self.types.borrow().paths.step(l);
        let explicit = matches!(step, Step::Field(_, field) if self.is_explicit(field));
        holds(!explicit, || JavaWhy::ExplicitAsMonitor(l).cause())
    }

    /// Returns true for the name of the pseudo-field that stands for the explicit lock of an object.
    fn is_explicit(self, field: Name) -> bool {
        self.program.text(field) == LOCKED
    }

    /// Returns true for the name of the one that stands for a read lock, which guards nothing by itself.
    fn is_read_lock(self, field: Name) -> bool {
        self.program.text(field) == READ
    }
}
