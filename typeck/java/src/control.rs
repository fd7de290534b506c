//! Control of the dialect of Java: labels, exceptions, loops, threads.

use crate::reading::{JavaReading, Label};
use crate::rules::{exp_catch, exp_exit, exp_label, exp_throw, exp_try};
use crate::why::JavaWhy;
use racefree_grammar::ast::{Expr, ExprId, Extended, TryParts, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::listener::holds;
use racefree_typeck::error::Role;
use racefree_typeck::reading::{Around, Here, Outcome};
use racefree_typeck::types::{ClassId, Ty};
use rustc_hash::FxHashSet;

impl JavaReading<'_, '_> {
    /// \[EXP LABEL\]
    pub(crate) fn exp_label(self, here: Here, e: ExprId, (ty, name): (Option<TypeId>, Name), body: ExprId) -> Ty {
        let (rule, t) = (self.of(exp_label::RULE, here, e), ty.map(|ty| self.written(ty)));
        if let Some(ty) = ty {
            rule.check(exp_label::TYPE, || self.means(here.env, ty));
        }
        let label = Label { name, ty: t, around: here.around };
        self.forms.labels.borrow_mut().push(label);
        let around = Around(self.forms.labels.borrow().len() as u32 - 1);
        let inner = Here { around, ..here };
        match t {
            Some(t) => self.has_type(&rule, inner, exp_label::BODY, body, t, Role::Result(name)),
            None => _ = self.part(&rule, inner, exp_label::BODY, body),
        }
        rule.concludes(t.unwrap_or(Ty::VOID))
    }

    /// \[EXP EXIT\]
    pub(crate) fn exp_exit(self, here: Here, e: ExprId, name: Name, value: Option<ExprId>) -> Ty {
        let rule = self.of(exp_exit::RULE, here, e);
        let label = {
            let labels = self.forms.labels.borrow();
            let at = |scope: Around| labels.get(scope.0 as usize).copied();
            std::iter::successors(at(here.around), |label| at(label.around)).find(|label| label.name == name)
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
    pub(crate) fn exp_throw(self, here: Here, e: ExprId, value: ExprId) -> Ty {
        let rule = self.of(exp_throw::RULE, here, e);
        let ty = self.part(&rule, here, exp_throw::VALUE, value);
        if !ty.is_reference() && !ty.is_error() {
            rule.check_at(exp_throw::VALUE, self.place(value), || {
                Err(JavaWhy::ThrowsNoObject { expr: value, ty }.cause())
            });
        }
        // No other thread's: a new object is unknown to others, and what comes from outside is taken on trust.
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
    pub(crate) fn exp_try(self, here: Here, e: ExprId, parts: TryParts<'_>) -> Ty {
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

    /// \[EXP IF\]
    pub(crate) fn exp_if(self, here: Here, e: ExprId, cond: ExprId, (then, otherwise): (ExprId, Option<ExprId>)) -> Ty {
        self.calculus.exp_if((here, e), cond, (then, otherwise), |s, t| self.either(here, s, t))
    }

    /// \[EXP WHILE\]: a loop that never ends is of every type.
    pub(crate) fn exp_while(self, here: Here, e: ExprId, cond: ExprId, body: ExprId) -> Ty {
        let never = self.program.expr(cond) == Expr::Bool(true);
        self.calculus.exp_while(here, e, (cond, body), if never { Ty::ERROR } else { Ty::VOID })
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
    pub(crate) fn exp_catch(self, here: Here, e: ExprId, (ty, x): (TypeId, Name), body: ExprId) -> Ty {
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
        let caught = self.forms.caught.get_or_init(|| self.caught_local());
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
}
