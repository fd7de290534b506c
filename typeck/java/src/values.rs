//! Values of the dialect of Java: class constants, variables that are assigned, casts, values from outside.

use crate::reading::JavaReading;
use crate::rules::{exp_any, exp_cast, exp_class, exp_fork2, exp_instanceof, exp_let_var, exp_set_var};
use crate::why::JavaWhy;
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::free::Occurrence;
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_kernel::listener::holds;
use racefree_typeck::captures::Capture;
use racefree_typeck::env::{Binding, EnvId};
use racefree_typeck::error::{Role, Why};
use racefree_typeck::reading::Here;
use racefree_typeck::types::{ClassId, Ty};

impl JavaReading<'_, '_> {
    /// Binding of a constant `C.class` in every environment; none for every other name.
    #[cold]
    pub(crate) fn constant(self, env: EnvId, name: Name) -> Option<Binding> {
        let class = self.program.class_of_constant(name)?;
        let declared = self.program.names.find(&format!("{class}$class")).and_then(|name| self.classes.find(name));
        // A class of one thread, or of ghosts that nothing stands for, has no object that all threads know.
        let declared = declared.filter(|&c| !self.classes.get(c).thread_local() && !self.classes.get(c).has_ghosts());
        let ty = self.this_type(declared.unwrap_or(ClassId::OBJECT));
        Some(Binding { name, ty, ghost: false, span: Span::NONE, bound: None, before: env })
    }

    /// \[EXP CLASS\]
    pub(crate) fn exp_class(self, here: Here, e: ExprId, x: Name) -> Ty {
        let t = self.lookup(here.env, x).map_or(Ty::OBJECT, |binding| binding.ty);
        self.of(exp_class::RULE, here, e).concludes(t)
    }

    /// \[EXP LET VAR\]
    pub(crate) fn exp_let_var(self, here: Here, e: ExprId, (ty, x): (TypeId, Name), (e1, e2): (ExprId, ExprId)) -> Ty {
        let (rule, t1) = (self.of(exp_let_var::RULE, here, e), self.written(ty));
        self.has_type(&rule, here, exp_let_var::BOUND, e1, t1, Role::Variable(x));
        rule.premise(exp_let_var::ENV);
        let env = self.env_x(here, (ty, x), self.program.ty(ty).span, Some(e1));
        self.forms.assigned.borrow_mut().insert(env);
        let t = self.part(&rule, here.within(env), exp_let_var::BODY, e2);
        rule.concludes(self.without(x, t))
    }

    /// Place of the declaration of a variable that is assigned.
    pub(crate) fn assigned_at(self, env: EnvId, x: Name) -> Option<Span> {
        let (declared, bound) = self.binding(env, x)?;
        self.forms.assigned.borrow().contains(&declared).then_some(bound.span)
    }

    /// \[EXP FORK₂\], with the premise `fv-not-var`.
    pub(crate) fn exp_fork2(self, here: Here, e: ExprId, body: ExprId) -> Ty {
        self.calculus.exp_fork2(here, e, body, |rule, &Capture { occurrence: Occurrence { name, at }, own, .. }| {
            if let Some(declared) = self.assigned_at(here.env, name) {
                let captured =
                    || if own { JavaWhy::CapturedVar { name, declared }.cause() } else { Why::Reported.cause() };
                rule.check_at(exp_fork2::FV_NOT_VAR, self.place(at), || Err(captured()));
            }
        })
    }

    /// The least supertype of a type that does not mention a variable, which ends here (D5).
    pub(crate) fn without(self, x: Name, mut t: Ty) -> Ty {
        while self.args(t).iter().any(|&l| self.root(l) == Root::Var(x)) {
            t = self.supertype(t).unwrap_or(Ty::OBJECT);
        }
        t
    }

    /// \[EXP SET VAR\]
    pub(crate) fn exp_set_var(self, here: Here, e: ExprId, var: ExprId, value: ExprId) -> Ty {
        let rule = self.of(exp_set_var::RULE, here, e);
        let Expr::Var(x) = self.program.expr(var) else { return rule.concludes(Ty::ERROR) };
        let t = self.part(&rule, here, exp_set_var::VARIABLE, var);
        if let Some(Binding { span: declared, .. }) = self.lookup(here.env, x) {
            let is_var = self.assigned_at(here.env, x).is_some();
            rule.check(exp_set_var::IS_VAR, || holds(is_var, || JavaWhy::NotVar { name: x, declared }.cause()));
        }
        self.has_type(&rule, here, exp_set_var::VALUE, value, t, Role::Variable(x));
        rule.concludes(t)
    }

    /// \[EXP ANY\]
    pub(crate) fn exp_any(self, here: Here, e: ExprId, ty: TypeId, es: &[ExprId]) -> Ty {
        let rule = self.of(exp_any::RULE, here, e);
        rule.check(exp_any::TYPE, || self.means_result(here.env, ty));
        for &arg in es {
            self.part(&rule, here, exp_any::ARGS, arg);
        }
        rule.concludes(self.written_result(ty))
    }

    /// \[EXP CAST\]
    pub(crate) fn exp_cast(self, here: Here, e: ExprId, ty: TypeId, value: ExprId) -> Ty {
        let (rule, t) = (self.of(exp_cast::RULE, here, e), self.written(ty));
        let s = self.part(&rule, here, exp_cast::VALUE, value);
        rule.check(exp_cast::TYPE, || self.means(here.env, ty));
        let up = self.quiet().below(here.env, s, t) || !t.is_reference();
        rule.check(exp_cast::LOCAL, || {
            let quiet = self.quiet();
            let shared = up || !quiet.shared(s) || quiet.shared(t);
            holds(shared, || JavaWhy::CastLocal { found: s, wanted: t }.cause())
        });
        let unknown = || JavaWhy::CastGhosts { found: s, wanted: t }.cause();
        rule.check(exp_cast::GHOST_ARGS, || holds(up || self.determines(s, t), unknown));
        rule.concludes(t)
    }

    /// Every lock in t is one that an object of type s has there: t has none, or is below s with them in the arguments of s.
    fn determines(self, s: Ty, t: Ty) -> bool {
        let locks = self.args(t);
        if let (Some((from, guards)), Some((to, others))) = (self.elements_of(s), self.elements_of(t)) {
            let plain = |t: Ty| !t.is_array() && self.args(t).is_empty();
            let alike = || plain(from) && plain(to) && self.quiet().shared(from) == self.quiet().shared(to);
            let nested = from.is_array() && to.is_array();
            return guards == others
                && (from == to || if nested { deep(|| self.determines(from, to)) } else { alike() });
        }
        let (Some(c), Some(d)) = (self.class_of(s), self.class_of(t)) else { return locks.is_empty() };
        if locks.is_empty() {
            return true;
        }
        // The ghosts of d that its type at c mentions.
        let own = self.this_type(d);
        let seen = self.args(self.seen_at(own, c));
        let all = self.classes.below(d, c) && self.args(own).iter().all(|ghost| seen.contains(ghost));
        all && self.seen_at(t, c) == s
    }

    /// \[EXP INSTANCEOF\]
    pub(crate) fn exp_instanceof(self, here: Here, e: ExprId, ty: TypeId, value: ExprId) -> Ty {
        let rule = self.of(exp_instanceof::RULE, here, e);
        self.part(&rule, here, exp_instanceof::VALUE, value);
        rule.check(exp_instanceof::TYPE, || self.means(here.env, ty));
        rule.concludes(Ty::BOOLEAN)
    }
}
