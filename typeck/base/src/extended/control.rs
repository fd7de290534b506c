//! Control of the dialect of Java: labels, exceptions, explicit locks.

use super::JavaWhy;
use crate::error::Role;
use crate::locks::Taken;
use crate::reading::{Here, Outcome, Reading};
use crate::rules::{exp_catch, exp_exit, exp_label, exp_locked, exp_throw, exp_try};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Dialect, Expr, ExprId, Extended, TryParts, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Step};
use racefree_grammar::span::Span;
use racefree_kernel::listener::holds;
use rustc_hash::FxHashSet;

/// A label in scope.
#[derive(Clone, Copy)]
pub(crate) struct LabelInScope {
    name: Name,
    /// None: its exits have no value.
    ty: Option<Ty>,
    around: LabelScope,
}

/// The labels around an expression, by the innermost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LabelScope(u32);

impl LabelScope {
    /// No label is around.
    pub(crate) const NONE: LabelScope = LabelScope(u32::MAX);
}

/// The name of the pseudo-field that stands for the explicit lock of an object.
const LOCKED: &str = "locked$";

/// The name of the one that stands for its read lock alone.
const READ: &str = "read$";

impl Reading<'_, '_> {
    /// \[EXP LABEL\]
    pub(super) fn exp_label(self, here: Here, e: ExprId, (ty, name): (Option<TypeId>, Name), body: ExprId) -> Ty {
        let (rule, t) = (self.of(exp_label::RULE, here, e), ty.map(|ty| self.written(ty)));
        if let Some(ty) = ty {
            rule.check(exp_label::TYPE, || self.means(here.env, ty));
        }
        let label = LabelInScope { name, ty: t, around: here.labels };
        self.labels.borrow_mut().push(label);
        let labels = LabelScope(self.labels.borrow().len() as u32 - 1);
        let inner = Here { labels, ..here };
        match t {
            Some(t) => self.has_type(&rule, inner, exp_label::BODY, body, t, Role::Result(name)),
            None => _ = self.part(&rule, inner, exp_label::BODY, body),
        }
        rule.concludes(t.unwrap_or(Ty::VOID))
    }

    /// \[EXP EXIT\]
    pub(super) fn exp_exit(self, here: Here, e: ExprId, name: Name, value: Option<ExprId>) -> Ty {
        let rule = self.of(exp_exit::RULE, here, e);
        let label = {
            let labels = self.labels.borrow();
            let at = |scope: LabelScope| labels.get(scope.0 as usize).copied();
            std::iter::successors(at(here.labels), |label| at(label.around)).find(|label| label.name == name)
        };
        rule.check(exp_exit::LABEL_KNOWN, || label.map(drop).ok_or_else(|| JavaWhy::NoLabel(name).cause()));
        match (label.map_or(Some(Ty::ERROR), |label| label.ty), value) {
            (Some(t), Some(value)) => self.has_type(&rule, here, exp_exit::VALUE, value, t, Role::Result(name)),
            (t, value) => {
                value.into_iter().for_each(|value| _ = self.expr(here, value));
                let fits = t.is_none_or(Ty::is_error) && value.is_none();
                let wrong = || JavaWhy::ExitValue { label: name, wanted: t.is_some() }.cause();
                rule.check(exp_exit::VALUE, || holds(fits, wrong));
            }
        }
        rule.concludes(Ty::ERROR)
    }

    /// \[EXP THROW\]
    pub(super) fn exp_throw(self, here: Here, e: ExprId, value: ExprId) -> Ty {
        let rule = self.of(exp_throw::RULE, here, e);
        let ty = self.part(&rule, here, exp_throw::VALUE, value);
        if !ty.is_reference() && !ty.is_error() {
            rule.fails(exp_throw::VALUE, self.place(value), JavaWhy::ThrowsNoObject { expr: value, ty }.cause());
        }
        // No other thread's: nobody has what is new, and what comes from outside is taken on trust.
        let exact = matches!(
            self.program.expr(value),
            Expr::New(_) | Expr::Extended(Extended::Make { .. } | Extended::Any { .. })
        );
        rule.check(exp_throw::LOCAL, || match self.class_of(ty).filter(|_| !exact && self.quiet().shared(ty)) {
            Some(c) => self.caught_as_own(c),
            None => Ok(()),
        });
        rule.concludes(Ty::ERROR)
    }

    /// \[EXP TRY\]
    pub(super) fn exp_try(self, here: Here, e: ExprId, parts: TryParts<'_>) -> Ty {
        let rule = self.of(exp_try::RULE, here, e);
        let mut t = self.part(&rule, here, exp_try::BODY, parts.body);
        for &catch in parts.catches {
            let caught = self.part(&rule, here, exp_try::CATCH, catch);
            t = self.either(here, t, caught);
        }
        if let Some(finally) = parts.finally {
            self.part(&rule, here, exp_try::FINALLY, finally);
        }
        rule.concludes(t)
    }

    /// The type of one of two expressions. What is of every type adds nothing.
    fn either(self, here: Here, s: Ty, t: Ty) -> Ty {
        match (s.is_error(), t.is_error()) {
            (true, _) => t,
            (_, true) => s,
            _ => self.least_common(here.env, s, t),
        }
    }

    /// \[EXP CATCH\]
    pub(super) fn exp_catch(self, here: Here, e: ExprId, (ty, x): (TypeId, Name), body: ExprId) -> Ty {
        let rule = self.of(exp_catch::RULE, here, e);
        rule.premise(exp_catch::ENV);
        let (c, span) = (self.written(ty), self.program.ty(ty).span);
        let inner = here.within(self.env_x(here, (ty, x), span, None));
        let plain = self.args(c).is_empty();
        rule.check_at(exp_catch::GHOST_ARGS, span, || holds(plain, || JavaWhy::CatchGhosts(c).cause()));
        let t = self.part(&rule, inner, exp_catch::BODY, body);
        rule.concludes(self.without(x, t))
    }

    /// No catch clause of the program takes an object of a shared class as one of its thread.
    fn caught_as_own(self, class: ClassId) -> Outcome {
        let caught = self.caught.get_or_init(|| self.caught_local());
        match caught.iter().find(|&&(c, _)| self.classes.below(c, class)) {
            Some(&(caught, clause)) => Err(JavaWhy::CaughtAsOwn { caught, clause }.cause()),
            None => Ok(()),
        }
    }

    /// The thread-local classes that catch clauses name, with the clauses; but those all of whose fields are shareable.
    fn caught_local(self) -> Vec<(ClassId, Span)> {
        let clauses = self.program.exprs.iter().filter_map(|e| match e {
            Expr::Extended(Extended::Catch { ty, .. }) => Some(*ty),
            _ => None,
        });
        let named = clauses.filter_map(|ty| Some((self.class_of(self.written(ty))?, self.program.ty(ty).span)));
        let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
        for (class, clause) in named.filter(|&(class, _)| self.classes.get(class).thread_local()) {
            if seen.insert(class) && !self.has_nothing_of_one_thread(class) {
                found.push((class, clause));
            }
        }
        found
    }

    /// Every field that an object of a class may have is shareable: as if the class were shared.
    fn has_nothing_of_one_thread(self, class: ClassId) -> bool {
        let below = self.classes.iter().map(|(c, _)| c).filter(|&c| self.classes.below(c, class));
        let mut fields =
            self.classes.ancestors(class).chain(below).filter_map(|c| self.classes.decl(c)).flat_map(|decl| {
                self.program.fields_of(&decl).iter().map(move |field| (self.program.guard_of(&decl, field), field))
            });
        fields.all(|(guard, field)| {
            (guard.is_some() || field.is_final || field.volatile) && self.quiet().shared(self.written(field.ty))
        })
    }

    /// \[EXP LOCKED\]
    pub(super) fn exp_locked(self, here: Here, e: ExprId, lock: ExprId, body: ExprId) -> Ty {
        let (rule, l, place) = (self.of(exp_locked::RULE, here, e), self.path(lock), self.place(lock));
        let read = match self.program.expr(lock) {
            Expr::Field { recv, field } if self.is_read_lock(field) => Some(recv),
            _ => None,
        };
        rule.check_at(exp_locked::LOCK_FINAL, place, || self.is_lock(here.env, read.unwrap_or(lock)));
        self.lock_real(&rule, exp_locked::LOCK_REAL, lock);
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

    /// Returns true for the explicit lock of an object, which has no monitor.
    pub(crate) fn names_explicit(self, l: Path) -> bool {
        let step = self.types.borrow().paths.step(l);
        matches!(step, Step::Field(_, field) if self.is_explicit(field))
    }

    /// Returns true for the name of the pseudo-field that stands for the explicit lock of an object.
    pub(crate) fn is_explicit(self, field: Name) -> bool {
        self.program.dialect == Dialect::Java && self.program.text(field) == LOCKED
    }

    /// Returns true for the name of the one that stands for a read lock, which guards nothing by itself.
    pub(crate) fn is_read_lock(self, field: Name) -> bool {
        self.program.dialect == Dialect::Java && self.program.text(field) == READ
    }
}
