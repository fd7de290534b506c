//! Forms of the dialect, each with its rule, and rules in place of some of the calculus.

use crate::fresh::Fresh;
use crate::reading::{Forms, JavaReading};
use crate::rules::shareable_volatile_field;
use racefree_grammar::ast::{Class, Dialect, Expr, ExprId, Extended, Field, MethodKind};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_kernel::{PremiseId, RuleId};
use racefree_typeck::Extension;
use racefree_typeck::env::{Binding, EnvId};
use racefree_typeck::error::{Difference, Wrong};
use racefree_typeck::judgment::MethodId;
use racefree_typeck::reading::{Declared, Here, Outcome, Reading};
use racefree_typeck::supertypes::Supertypes;
use racefree_typeck::types::{ClassId, Ty};

impl Forms {
    /// The tables of a program; none for one of the calculus.
    pub(crate) fn of(classes: &Supertypes<'_>) -> Option<Box<dyn Extension>> {
        if classes.program.dialect != Dialect::Java {
            return None;
        }
        Some(Box::new(Forms {
            fresh: Fresh::of(classes),
            caught: Default::default(),
            labels: Default::default(),
            assigned: Default::default(),
        }))
    }

    /// The rules, for a reading.
    fn on<'r, 'p>(&'r self, calculus: Reading<'r, 'p>) -> JavaReading<'r, 'p> {
        JavaReading { calculus, forms: self }
    }
}

impl Extension for Forms {
    fn expr<'r>(&'r self, reading: Reading<'r, '_>, here: Here, e: ExprId) -> Ty {
        let java = self.on(reading);
        match reading.program.expr(e) {
            Expr::Field { recv, field } => java.exp_ref(here, e, recv, field),
            Expr::Assign { recv, field, value } => java.exp_assign(here, e, (recv, field), value),
            Expr::Sync { lock, body } => java.exp_sync(here, e, (lock, body), || java.has_monitor(lock)),
            Expr::Fork(body) => java.exp_fork2(here, e, body),
            Expr::If { cond, then, otherwise } => java.exp_if(here, e, cond, (then, otherwise)),
            Expr::While { cond, body } => java.exp_while(here, e, cond, body),
            Expr::Extended(form) => java.extended(here, e, form),
            Expr::New(_)
            | Expr::Var(_)
            | Expr::Call { .. }
            | Expr::Let { .. }
            | Expr::Atomic(_)
            | Expr::Seq(_)
            | forms!(literal | operator | owned) => reading.calculus(here, e),
        }
    }

    fn final_path<'r>(&'r self, reading: Reading<'r, '_>, env: EnvId, l: Path) -> Outcome<Ty> {
        self.on(reading).final_path(env, l)
    }

    fn constant<'r>(&'r self, reading: Reading<'r, '_>, env: EnvId, x: Name) -> Option<Binding> {
        self.on(reading).constant(env, x)
    }

    fn well_formed<'r>(&'r self, reading: Reading<'r, '_>, env: EnvId, t: Ty) -> Outcome {
        self.on(reading).type_array(env, t)
    }

    fn subtype<'r>(&'r self, reading: Reading<'r, '_>, env: EnvId, s: Ty, t: Ty) -> bool {
        self.on(reading).subtype_array(env, s, t)
    }

    fn shared<'r>(&'r self, reading: Reading<'r, '_>, t: Ty) -> bool {
        self.on(reading).array_shared(t)
    }

    fn member<'r>(&'r self, reading: Reading<'r, '_>, here: Here, m: u32) {
        match reading.program.kind_of(&reading.program.methods[m as usize]) {
            MethodKind::Plain | MethodKind::Abstract => reading.method_declared(here, m),
            MethodKind::Constructor => self.on(reading).constructor(here, m),
            MethodKind::StaticInitializer => self.on(reading).static_init(here, m),
        }
    }

    fn supertypes<'r>(&'r self, reading: Reading<'r, '_>, rule: &Declared<'r>, g: EnvId, class: (ClassId, &Class)) {
        self.on(reading).supertypes(rule, g, class);
    }

    fn inherits_local<'r>(&'r self, reading: Reading<'r, '_>, rule: &Declared<'r>, class: ClassId) {
        self.on(reading).inherits_local(rule, class);
    }

    fn overridden_shared<'r>(
        &'r self,
        reading: Reading<'r, '_>,
        class: ClassId,
        m: u32,
    ) -> Option<(ClassId, MethodId)> {
        self.on(reading).overridden_shared(class, m)
    }

    fn overrides_ok<'r>(&'r self, reading: Reading<'r, '_>, rule: &Declared<'r>, m: (ClassId, u32), wrong: &mut Wrong) {
        self.on(reading).overrides_ok(rule, m, wrong);
    }

    fn inherits_ok<'r>(
        &'r self,
        reading: Reading<'r, '_>,
        rule: &Declared<'r>,
        class: (ClassId, &Class),
        wrong: &mut Wrong,
    ) {
        self.on(reading).inherits_ok(rule, class, wrong);
    }

    fn may_differ<'r>(&'r self, reading: Reading<'r, '_>, difference: &Difference) -> bool {
        self.on(reading).may_differ(difference)
    }

    fn shareable(&self, field: &Field) -> Option<(RuleId, PremiseId)> {
        field.volatile.then_some((shareable_volatile_field::RULE, shareable_volatile_field::FIELD_TYPE))
    }
}

impl JavaReading<'_, '_> {
    /// P; E; ls ⊢ e : t for a form of the dialect.
    fn extended(self, here: Here, e: ExprId, form: Extended) -> Ty {
        use Extended::*;
        match form {
            ClassConst(x) => self.exp_class(here, e, x),
            LetVar { ty, var, bound, body } => self.exp_let_var(here, e, (ty, var), (bound, body)),
            SetVar { var, value } => self.exp_set_var(here, e, var, value),
            Make { ty, constructor, args } => self.exp_new(here, e, ty, (constructor, self.program.list(args))),
            Delegate { up, constructor, args } => self.exp_delegate(here, e, up, constructor, self.program.list(args)),
            Any { ty, args } => self.exp_any(here, e, ty, self.program.list(args)),
            Cast { ty, value } => self.exp_cast(here, e, ty, value),
            InstanceOf { ty, value } => self.exp_instanceof(here, e, ty, value),
            NewArray { ty, length } => self.exp_new_array(here, e, ty, length),
            Element { array, index } => self.element_ref(here, e, array, index),
            SetElement { array, index, value } => self.element_assign(here, e, (array, index), value),
            Length(array) => self.exp_length(here, e, array),
            Label { ty, label, body } => self.exp_label(here, e, (ty, label), body),
            Exit { label, value } => self.exp_exit(here, e, label, value),
            Throw(value) => self.exp_throw(here, e, value),
            Try { parts, finally } => self.exp_try(here, e, self.program.parts_of_try(parts, finally)),
            Catch { ty, var, body } => self.exp_catch(here, e, (ty, var), body),
            Locked { lock, body } => self.exp_locked(here, e, lock, body),
        }
    }
}
