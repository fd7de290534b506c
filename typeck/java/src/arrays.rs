//! Arrays of the dialect of Java. An access of an element is one of a field that all guards of the array type guard.

use crate::reading::JavaReading;
use crate::rules::{array_shared, exp_assign, exp_length, exp_new_array, exp_ref, subtype_array, type_array};
use crate::why::JavaWhy;
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_grammar::stack::deep;
use racefree_kernel::PremiseId;
use racefree_kernel::listener::holds;
use racefree_typeck::env::EnvId;
use racefree_typeck::error::{Cause, Role, Why};
use racefree_typeck::judgment::Judgment;
use racefree_typeck::reading::{Here, OfExpr, Outcome};
use racefree_typeck::tables::Args;
use racefree_typeck::types::Ty;
use std::rc::Rc;

impl<'r> JavaReading<'r, '_> {
    /// The elements of an array type, and their guards.
    pub(crate) fn elements_of(self, t: Ty) -> Option<(Ty, Args)> {
        self.types.borrow().elements(t).map(|(elem, guards)| (elem, guards.into()))
    }

    /// \[TYPE ARRAY\]
    pub(crate) fn type_array(self, env: EnvId, t: Ty) -> Outcome {
        let Some((elem, guards)) = self.elements_of(t) else { return Ok(()) };
        let conclusion = |_: Option<&()>| Judgment::WellFormed(env, t);
        self.rule(type_array::RULE).asked(conclusion, |rule| {
            rule.premise(type_array::ELEM);
            deep(|| self.well_formed(env, elem))?;
            for &l in &guards {
                rule.require(type_array::GUARD_FINAL, || {
                    let not_final = |cause: Box<_>| {
                        Cause::under(cause, type_array::GUARD_FINAL, Why::Of(Rc::new(JavaWhy::ArrayGuard(l))))
                    };
                    self.is_final(env, l).map(drop).map_err(not_final)
                })?;
            }
            if !guards.is_empty() {
                let local = || JavaWhy::LocalElements(elem).by(type_array::ELEM_SHARED);
                rule.require(type_array::ELEM_SHARED, || holds(self.shared(elem), local))?;
            }
            Ok(())
        })
    }

    /// \[ARRAY SHARED\]
    pub(crate) fn array_shared(self, t: Ty) -> bool {
        let rule = self.rule(array_shared::RULE);
        let shared = self.elements_of(t).is_some_and(|(_, guards)| !guards.is_empty());
        rule.premise(array_shared::GUARDED).holds(shared);
        rule.concludes_as(Judgment::Shared(t), shared)
    }

    /// \[SUBTYPE ARRAY\], for an array type s that is not t.
    pub(crate) fn subtype_array(self, env: EnvId, s: Ty, t: Ty) -> bool {
        if t == Ty::OBJECT {
            let rule = self.rule(subtype_array::RULE);
            rule.premise(subtype_array::GUARDS).holds(true);
            rule.premise(subtype_array::ELEM).holds(true);
            rule.premise(subtype_array::ELEM_SHARED).holds(true);
            return rule.concludes_as(Judgment::Subtype(env, s, t), true);
        }
        let (Some((from, guards)), Some((to, others))) = (self.elements_of(s), self.elements_of(t)) else {
            return false;
        };
        let plain = |t: Ty| t.is_reference() && self.args(t).is_empty();
        let elements = from == to || plain(from) && plain(to) && deep(|| self.quiet().below(env, from, to));
        let unlike = || Why::Reported.cause();
        let conclusion = |_: Option<&()>| Judgment::Subtype(env, s, t);
        let outcome = self.rule(subtype_array::RULE).asked(conclusion, |rule| {
            rule.require(subtype_array::GUARDS, || holds(guards == others, unlike))?;
            rule.premise(subtype_array::ELEM).holds(elements);
            holds(elements, unlike)?;
            let alike = || from == to || self.quiet().shared(from) == self.quiet().shared(to);
            rule.require(subtype_array::ELEM_SHARED, || holds(alike(), unlike)).map(drop)
        });
        outcome.is_ok()
    }

    /// The premise `receiver`: P; E; ls ⊢ e : t[]<l₁…ₙ>.
    fn array(self, rule: &OfExpr<'r>, premise: PremiseId, e: ExprId) -> Option<(Ty, Args)> {
        let ty = self.part(rule, rule.here, premise, e);
        if !ty.is_array() && !ty.is_error() {
            rule.check(premise, || Err(JavaWhy::NotArray { expr: e, ty }.cause()));
        }
        self.elements_of(ty)
    }

    /// A premise that wants an int.
    fn int(self, rule: &OfExpr<'r>, premise: PremiseId, e: ExprId, what: &'static str) {
        let ty = self.part(rule, rule.here, premise, e);
        if ty != Ty::INT && !ty.is_error() {
            rule.check_at(premise, self.place(e), || Err(JavaWhy::NotInt { what, expr: e, ty }.cause()));
        }
    }

    /// The premise `guard-held`, for each guard of an element.
    fn element_held(self, rule: &OfExpr<'r>, premise: PremiseId, array: ExprId, guards: &[Path], write: bool) {
        let here = rule.here;
        for &l in guards {
            // An array in a field of a fresh object may be known by another name, but its guard has this name in no other place.
            let fresh = self.is_unknown_guard(rule.e, l) && self.is_alone_with_array(here, rule.e, array);
            rule.check(premise, || {
                holds(fresh || self.guards_access(here, l, write).is_ok(), || {
                    let missing = self.missing(here, l);
                    JavaWhy::ElementNotHeld { access: rule.e, array, missing, write }.cause()
                })
            });
        }
    }

    /// The guard of an element is `this`, or a path over a field of it that was not read before the access.
    fn is_unknown_guard(self, access: ExprId, l: Path) -> bool {
        let (mut at, mut first) = (l, None);
        while let Step::Field(e, field) = self.types.borrow().paths.step(at) {
            (at, first) = (e, Some(field));
        }
        self.root(l) == Root::Var(Name::THIS) && first.is_none_or(|field| !self.forms.fresh.has_read(access, field))
    }

    /// The array is in a field that no other thread can access now.
    fn is_alone_with_array(self, here: Here, access: ExprId, array: ExprId) -> bool {
        let Expr::Field { recv, field } = self.program.expr(array) else { return false };
        let class = self.lookup(here.env, Name::THIS).and_then(|this| self.class_of(this.ty));
        let owner = class.and_then(|class| self.classes.field(class, field)).map(|(owner, _)| owner);
        owner.is_some_and(|owner| self.is_alone(here, access, recv, owner))
    }

    /// Reads an element, by \[EXP REF\].
    pub(crate) fn element_ref(self, here: Here, e: ExprId, array: ExprId, index: ExprId) -> Ty {
        let rule = self.of(exp_ref::RULE, here, e);
        let found = self.array(&rule, exp_ref::RECEIVER, array);
        if let Some((_, guards)) = &found {
            rule.premise(exp_ref::FIELD).holds(true);
            rule.premise(exp_ref::FIELD_KNOWN).holds(true);
            self.element_held(&rule, exp_ref::GUARD_HELD, array, guards, false);
            rule.premise(exp_ref::TYPE).holds(true);
        }
        self.int(&rule, exp_ref::INDEX, index, "index");
        rule.concludes(found.map_or(Ty::ERROR, |(elem, _)| elem))
    }

    /// Assigns an element, by \[EXP ASSIGN\].
    pub(crate) fn element_assign(self, here: Here, e: ExprId, (array, index): (ExprId, ExprId), value: ExprId) -> Ty {
        let rule = self.of(exp_assign::RULE, here, e);
        let found = self.array(&rule, exp_assign::RECEIVER, array);
        if let Some((_, guards)) = &found {
            for premise in [exp_assign::FIELD, exp_assign::FIELD_KNOWN, exp_assign::NOT_FINAL] {
                rule.premise(premise).holds(true);
            }
            self.element_held(&rule, exp_assign::GUARD_HELD, array, guards, true);
        }
        let elem = found.as_ref().map_or(Ty::ERROR, |&(elem, _)| elem);
        self.has_type(&rule, here, exp_assign::VALUE, value, elem, Role::Element);
        if found.is_some() {
            rule.premise(exp_assign::TYPE).holds(true);
        }
        self.int(&rule, exp_assign::INDEX, index, "index");
        rule.concludes(elem)
    }

    /// \[EXP NEW ARRAY\]
    pub(crate) fn exp_new_array(self, here: Here, e: ExprId, ty: TypeId, length: ExprId) -> Ty {
        let rule = self.of(exp_new_array::RULE, here, e);
        rule.check(exp_new_array::TYPE, || self.means(here.env, ty));
        self.int(&rule, exp_new_array::LENGTH, length, "length");
        rule.concludes(self.written(ty))
    }

    /// \[EXP LENGTH\]
    pub(crate) fn exp_length(self, here: Here, e: ExprId, array: ExprId) -> Ty {
        let rule = self.of(exp_length::RULE, here, e);
        self.array(&rule, exp_length::RECEIVER, array);
        rule.concludes(Ty::INT)
    }
}
