//! Section 5.3: fields and methods.

use crate::error::{Cause, Role};
use crate::judgment::Judgment;
use crate::locks::{LockSet, Taken};
use crate::options::CONSTRUCTOR_HOLDS_LOCK;
use crate::reading::{Declared, Here, Reading};
use crate::rules::{field, method};
use crate::terms::{Bound, Terms};
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Class, ExprId, Field, MethodKind};
use racefree_grammar::name::Name;
use racefree_kernel::PremiseId;
use racefree_kernel::listener::Standing;

impl Reading<'_, '_> {
    /// \[FIELD\], for field number `f` of a class; E = G, c this. The guard of the class is reported once, by the first field that
    /// takes it.
    pub(crate) fn field(self, here: Here, (id, class): (ClassId, &Class), f: u32, first_to_take: bool) {
        let decl = &self.program.fields[f as usize];
        let rule = self.declared(field::RULE, here, decl.span);
        rule.check(field::TYPE, || self.means(here.env, decl.ty));
        for guard in self.program.guards_of(class, decl) {
            self.guard_final(&rule, here, guard, decl.guard.is_none() && !first_to_take);
        }
        match decl.init {
            Some(init) => self.initialiser(&rule, here, init, decl),
            None => {
                rule.premise(field::INIT).holds(true);
                rule.premise(field::INIT_THIS).holds(true);
            }
        }
        self.own(&rule, field::RULE, here, || self.field_terms(here, (id, class), decl));
        rule.concludes_as(Judgment::Field(here.env, f), ());
    }

    /// The premise `guard-final`; of a guard that was reported before only if it holds.
    fn guard_final(self, rule: &Declared<'_>, here: Here, guard: ExprId, reported: bool) {
        if !reported {
            rule.check(field::GUARD_FINAL, || self.is_lock(here.env, guard));
            return;
        }
        let excused = |cause: Box<Cause>| self.excuses(field::GUARD_FINAL, &cause);
        if self.quiet().is_lock(here.env, guard).map_or_else(excused, |()| true) {
            let _ = rule.require(field::GUARD_FINAL, || self.is_lock(here.env, guard));
        }
    }

    /// The metavariables of \[FIELD\]; c is the class, c' the type of the guard.
    fn field_terms(self, here: Here, (id, class): (ClassId, &Class), decl: &Field) -> Terms {
        let guard = self.program.guard_of(class, decl).map(|l| self.path(l));
        let of_guard = guard.and_then(|l| self.quiet().is_final(here.env, l).ok());
        let terms = Terms::default().bind("t", self.written(decl.ty));
        let terms = terms.bind("l", guard.map(Bound::Lock)).bind("c'", of_guard);
        let terms = terms.bind("e", decl.init.map(Bound::Expression));
        let terms = terms.bind("c", self.this_type(id));
        terms.bind("final", Bound::Word(decl.is_final)).bind("guarded_by", Bound::Word(guard.is_some()))
    }

    /// The premises `init` and `init-this` of \[FIELD\]: `this` is a ghost there (D2), unless a variant says otherwise.
    fn initialiser(self, rule: &Declared<'_>, here: Here, init: ExprId, decl: &Field) {
        let holds_lock = self.options.reads(CONSTRUCTOR_HOLDS_LOCK);
        let ghost = !holds_lock && rule.in_force(field::INIT_THIS);
        if holds_lock {
            rule.premise(field::INIT_THIS).stands(Standing::Taken);
        }
        let Some(this) = self.lookup(here.env, Name::THIS) else { return };
        let env = if ghost { self.extend(this.before, (Name::THIS, this.ty), true, this.span, None) } else { here.env };
        let ls = match holds_lock {
            true => self.and(LockSet::EMPTY, self.var(Name::THIS), Taken::Constructor, this.span),
            false => LockSet::EMPTY,
        };
        let t = self.written(decl.ty);
        self.has_type(rule, here.within(env).holding(ls), field::INIT, init, t, Role::Field(decl.name));
    }

    /// The parameters of method number `m` extend the environment.
    pub fn parameters(self, rule: &Declared<'_>, here: Here, m: u32, premise: PremiseId) -> Here {
        let params = self.program.params_of(&self.program.methods[m as usize]);
        rule.premise(premise);
        let and = |here: Here, param: &racefree_grammar::ast::Param| {
            here.within(self.env_x(here, (param.ty, param.name), param.span, None))
        };
        if params.is_empty() {
            self.env_this(rule, premise, here.env);
        }
        params.iter().fold(here, and)
    }

    /// Holding the locks that method number `m` requires.
    pub fn required(self, here: Here, m: u32) -> Here {
        let requires = self.program.list(self.program.methods[m as usize].requires).iter();
        here.holding(requires.fold(here.ls, |ls, &l| self.and(ls, self.path(l), Taken::Requires, self.place(l))))
    }

    /// \[METHOD\], for method number `m` of a class; E = G, c this. One without a body has only its head.
    pub fn method_declared(self, here: Here, m: u32) {
        let decl = &self.program.methods[m as usize];
        let here = Here { method: Some(m), ..here };
        let (rule, params) = (self.declared(method::RULE, here, decl.span), self.program.params_of(decl));
        let inner = self.parameters(&rule, here, m, method::PARAMS);
        let t = self.written_result(decl.ret);
        rule.at(inner.at());
        rule.check(method::RETURN_TYPE, || self.means_result(inner.env, decl.ret));
        let at = self.lock_set_at(m);
        rule.check_at(method::REQUIRES_FINAL, at, || self.lock_set(inner.env, m, method::REQUIRES_FINAL));
        let inner = self.required(inner, m);
        // The body of a void method has any type.
        if t == Ty::VOID || self.program.kind_of(decl) == MethodKind::Abstract {
            self.part(&rule, inner, method::BODY, decl.body);
        } else {
            self.has_type(&rule, inner, method::BODY, decl.body, t, Role::Result(decl.name));
        }
        let places = || params.iter().map(|param| param.span).collect();
        self.own_premises(&rule, method::RULE, inner, places, || {
            let xs = params.iter().map(|param| Bound::Variable(param.name)).collect();
            let ts = params.iter().map(|param| self.written(param.ty).into()).collect();
            let terms = Terms::default().each("tᵢ", ts).each("xᵢ", xs).bind("t", t);
            terms.bind("ls", self.held_term(inner)).bind("e", Bound::Expression(decl.body))
        });
        rule.concludes_as(Judgment::Method(here.env, m), ());
    }
}
