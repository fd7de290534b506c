//! Section 5.7: expressions that use a member of an object: \[EXP REF\], \[EXP ASSIGN\], \[EXP INVOKE\].

use crate::error::{Asker, Cause, Lacking, Role, Why};
use crate::judgment::{FieldFound, MethodFound, MethodId};
use crate::lookup::{Theta, arity};
use crate::open::Question;
use crate::reading::{Here, OfExpr, Outcome, Reading};
use crate::rules::{exp_assign, exp_invoke, exp_ref};
use crate::terms::{Bound, Terms};
use crate::types::Ty;
use racefree_grammar::ast::{ExprId, Field};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_kernel::PremiseId;
use racefree_kernel::listener::holds;

/// A field that an expression uses, with θ.
pub struct Used {
    c: Ty,
    /// The field.
    pub found: FieldFound,
    /// θ = [lᵢ/xᵢ, e/this]
    pub theta: Theta,
}

/// The premises of \[EXP REF\] that find the field.
pub const REF: [PremiseId; 3] = [exp_ref::RECEIVER, exp_ref::FIELD, exp_ref::FIELD_KNOWN];

/// The same of \[EXP ASSIGN\].
pub const ASSIGN: [PremiseId; 3] = [exp_assign::RECEIVER, exp_assign::FIELD, exp_assign::FIELD_KNOWN];

impl<'r> Reading<'r, '_> {
    /// The premise `receiver`: P; E; ls ⊢ e : c; none if there is no such c.
    fn receiver(self, rule: &OfExpr<'r>, premise: PremiseId, e: ExprId, what: &'static str) -> Option<Ty> {
        let c = self.part(rule, rule.here, premise, e);
        if !c.is_class() && !c.is_error() {
            rule.check(premise, || Err(Why::NoMembers { receiver: e, ty: c, what }.cause()));
        }
        c.is_class().then_some(c)
    }

    /// The premises `receiver`, `field` and `field-known`: (… fd …) ∈ c, with θ = [lᵢ/xᵢ, e/this].
    pub fn used(self, rule: &OfExpr<'r>, premises: [PremiseId; 3], e: ExprId, fd: Name) -> Option<Used> {
        let [receiver, field, known] = premises;
        let c = self.receiver(rule, receiver, e, "fields")?;
        rule.premise(field);
        let Some(found) = self.field_in(rule.here.env, c, fd) else {
            if !self.inherits_unknown(c) {
                rule.check(known, || Err(Why::NoField { class: c, field: fd }.cause()));
            }
            return None;
        };
        self.known_there(rule, known, found.at);
        Some(Used { c, found, theta: self.theta(found.at, e) })
    }

    /// A member is known; the ghost arguments of the receiver are final, as far as they are open.
    fn known_there(self, rule: &OfExpr<'r>, premise: PremiseId, at: Ty) {
        rule.check(premise, || {
            for l in self.args(at) {
                self.subject_to(|_| true, || Question::Final(l, rule.here.env));
            }
            Ok(())
        });
    }

    /// θl for the guard l of a field.
    fn guard(self, used: &Used) -> Option<Path> {
        let class = self.classes.decl(used.found.owner)?;
        let l = self.program.guard_of(&class, self.declaration(used))?;
        Some(self.put_in_lock(&used.theta, l))
    }

    /// A field that is used, as it is declared.
    pub fn declaration(self, used: &Used) -> &'r Field {
        &self.program.fields[used.found.field as usize]
    }

    /// θt for the type t of a field.
    pub fn field_type(self, used: &Used) -> Ty {
        self.put_in(&used.theta, self.written(self.declaration(used).ty))
    }

    /// The premise `guard-held`: P; E ⊢ θl ∈ ls.
    fn guard_held(self, here: Here, access: (ExprId, ExprId), used: &Used, l: Path, write: bool) -> Outcome {
        self.lock_elem(here.env, l, here.ls).map_err(|_| self.guard_missing(here, access, used, l, write))
    }

    /// The cause of an access, of a receiver, without the guard.
    #[cold]
    pub fn guard_missing(
        self,
        here: Here,
        (access, receiver): (ExprId, ExprId),
        used: &Used,
        l: Path,
        write: bool,
    ) -> Box<Cause> {
        let missing = self.missing(here, l);
        Why::GuardNotHeld { access, receiver, found: used.found, missing, write }.cause()
    }

    /// θ = [lᵢ/xᵢ, e/this]
    pub fn theta(self, at: Ty, e: ExprId) -> Theta {
        Theta::of_use(&self.classes, &mut self.types.borrow_mut(), &self.options, at, e)
    }

    /// P; E ⊢ θt for the type of a member.
    pub fn member_type(self, here: Here, used: ExprId, receiver: ExprId, ty: Ty) -> Outcome {
        self.well_formed(here.env, ty).map_err(|cause: Box<Cause>| cause.asked_by(Asker::Member { used, receiver, ty }))
    }

    /// \[EXP REF\]
    pub(crate) fn exp_ref(self, here: Here, whole: ExprId, e: ExprId, fd: Name) -> Ty {
        let rule = self.of(exp_ref::RULE, here, whole);
        // P; E ⊢ ([final] t fd [guarded_by l] = e') ∈ c
        let Some(used) = self.used(&rule, REF, e, fd) else { return rule.concludes(Ty::ERROR) };
        let guard = self.guard(&used);
        // P; E ⊢ [e/this]l ∈ ls
        if let Some(l) = guard {
            rule.check(exp_ref::GUARD_HELD, || self.guard_held(here, (whole, e), &used, l, false));
        }
        // P; E ⊢ [e/this]t
        let t = self.field_type(&used);
        rule.check(exp_ref::TYPE, || self.member_type(here, whole, e, t));
        self.own(&rule, exp_ref::RULE, here, || self.ref_terms(here, e, &used, guard, t));
        rule.concludes(t)
    }

    /// \[EXP ASSIGN\]
    pub(crate) fn exp_assign(self, here: Here, whole: ExprId, e: ExprId, fd: Name, e2: ExprId) -> Ty {
        let rule = self.of(exp_assign::RULE, here, whole);
        // P; E ⊢ (t fd [guarded_by l] = e'') ∈ c
        let Some(used) = self.used(&rule, ASSIGN, e, fd) else {
            self.part(&rule, here, exp_assign::VALUE, e2);
            return rule.concludes(Ty::ERROR);
        };
        let not_final = || Why::AssignsFinal(used.found.field).cause();
        rule.check(exp_assign::NOT_FINAL, || holds(!self.declaration(&used).is_final, not_final));
        let guard = self.guard(&used);
        // P; E ⊢ [e/this]l ∈ ls
        if let Some(l) = guard {
            rule.check(exp_assign::GUARD_HELD, || self.guard_held(here, (whole, e), &used, l, true));
        }
        // P; E; ls ⊢ e' : [e/this]t
        let t = self.field_type(&used);
        self.has_type(&rule, here, exp_assign::VALUE, e2, t, Role::Field(fd));
        rule.check(exp_assign::TYPE, || self.member_type(here, whole, e, t));
        self.own(&rule, exp_assign::RULE, here, || self.assign_terms(here, (e, e2), &used, guard, t));
        rule.concludes(t)
    }

    /// The metavariables of \[EXP REF\].
    pub fn ref_terms(self, here: Here, e: ExprId, used: &Used, guard: Option<Path>, t: Ty) -> Terms {
        let init = self.declaration(used).init;
        self.member_terms(here, e, used, guard, t).bind("e'", init.map(Bound::Expression))
    }

    /// The metavariables of \[EXP ASSIGN\].
    pub fn assign_terms(
        self,
        here: Here,
        (e, value): (ExprId, ExprId),
        used: &Used,
        guard: Option<Path>,
        t: Ty,
    ) -> Terms {
        let terms = self.member_terms(here, e, used, guard, t).bind("e'", Bound::Expression(value));
        terms.bind("e''", self.declaration(used).init.map(Bound::Expression))
    }

    /// The metavariables that both bind.
    fn member_terms(self, here: Here, e: ExprId, used: &Used, guard: Option<Path>, t: Ty) -> Terms {
        let terms = Terms::default().bind("e", Bound::Expression(e)).bind("c", used.c);
        let terms = terms.bind("l", guard.map(Bound::Lock)).bind("t", t);
        let terms = terms.bind("final", Bound::Word(self.declaration(used).is_final));
        terms.bind("guarded_by", Bound::Word(guard.is_some())).bind("ls", self.held_term(here))
    }

    /// \[EXP INVOKE\]
    pub(crate) fn exp_invoke(self, here: Here, whole: ExprId, e: ExprId, mn: Name, es: &[ExprId]) -> Ty {
        let rule = self.of(exp_invoke::RULE, here, whole);
        // P; E; ls ⊢ e : c
        let c = self.receiver(&rule, exp_invoke::RECEIVER, e, "methods");
        let Some(c) = c else { return self.unknown_call(rule, es, Ty::ERROR) };
        // P; E ⊢ (t mn(sⱼ yⱼ ʲ∈¹…ⁿ) requires ls' {e'}) ∈ c
        let Some(m) = self.method(&rule, c, mn) else { return self.unknown_call(rule, es, Ty::ERROR) };
        if !self.arity_fits(&rule, exp_invoke::ARITY, m.method, mn, es) {
            return self.unknown_call(rule, es, self.returned(m.method));
        }
        let theta = self.theta_of_call(m, e, es);
        // P; E ⊢ θsⱼ  and  P; E; ls ⊢ eⱼ : θsⱼ
        self.passes(&rule, (whole, e), (m.method, mn, es), &theta, exp_invoke::ARGS);
        // P; E ⊢ θls' ⊆ ls
        rule.check(exp_invoke::REQUIRES_HELD, || self.requires_held(here, whole, m, &theta));
        // P; E ⊢ θt
        let t = self.put_in(&theta, self.returned(m.method));
        rule.check(exp_invoke::TYPE, || self.member_type(here, whole, e, t));
        let places = || es.iter().map(|&arg| self.place(arg)).collect();
        let terms = || self.call_terms(here, (c, e), (m, es), &theta).bind("t", t);
        self.own_premises(&rule, exp_invoke::RULE, here, places, terms);
        rule.concludes(t)
    }

    /// A call of what is not known, or with too many or too few arguments. Its type is known without them, if it mentions none.
    fn unknown_call(self, rule: OfExpr<'r>, es: &[ExprId], t: Ty) -> Ty {
        for &e in es {
            self.part(&rule, rule.here, exp_invoke::ARGS, e);
        }
        rule.concludes(if self.args(t).is_empty() { t } else { Ty::ERROR })
    }

    /// θ = [lᵢ/xᵢ, e/this, e₁/y₁, …, eₙ/yₙ]
    fn theta_of_call(self, m: MethodFound, e: ExprId, es: &[ExprId]) -> Theta {
        let mut theta = self.theta(m.at, e);
        theta.arguments(&self.classes, &mut self.types.borrow_mut(), &self.options, m.method, es);
        theta
    }

    /// The premise `args`: P; E ⊢ θsⱼ and P; E; ls ⊢ eⱼ : θsⱼ.
    pub fn passes(
        self,
        rule: &OfExpr<'r>,
        (whole, e): (ExprId, ExprId),
        (method, mn, es): (MethodId, Name, &[ExprId]),
        theta: &Theta,
        args: PremiseId,
    ) {
        for (&arg, j) in es.iter().zip(0..) {
            let s = self.put_in(theta, self.param(method, j).0);
            rule.check_at(args, self.place(arg), || self.member_type(rule.here, whole, e, s));
            self.has_type(rule, rule.here, args, arg, s, Role::Param(j as u32, mn));
        }
    }

    /// The premises `method` and `method-known`: (t mn(sⱼ yⱼ) requires ls' {e'}) ∈ c.
    fn method(self, rule: &OfExpr<'r>, c: Ty, mn: Name) -> Option<MethodFound> {
        rule.premise(exp_invoke::METHOD);
        let found = self.method_in(rule.here.env, c, mn).filter(|m| self.is_called(m.method));
        match found {
            Some(m) => self.known_there(rule, exp_invoke::METHOD_KNOWN, m.at),
            None if self.inherits_unknown(c) => {}
            None => {
                let unknown = || Err(Why::NoMethod { class: c, method: mn }.cause());
                rule.check(exp_invoke::METHOD_KNOWN, unknown);
            }
        }
        found
    }

    /// Returns true for a member that a call may find.
    fn is_called(self, method: MethodId) -> bool {
        match method {
            MethodId::Declared(m) => self.program.kind_of(&self.program.methods[m as usize]).is_called(),
            MethodId::Predefined(_) => true,
        }
    }

    /// The premise `arity`.
    pub fn arity_fits(
        self,
        rule: &OfExpr<'r>,
        premise: PremiseId,
        method: MethodId,
        name: Name,
        es: &[ExprId],
    ) -> bool {
        let fits = arity(self.program, method) == es.len();
        rule.check(premise, || holds(fits, || Why::WrongArity { method, name, given: es.len() as u32 }.cause()));
        fits
    }

    /// The premise `requires-held`: P; E ⊢ θls' ⊆ ls.
    fn requires_held(self, here: Here, call: ExprId, found: MethodFound, theta: &Theta) -> Outcome {
        self.subset_held(here, call, found, theta).map_err(|lacking| Why::RequiresNotHeld(lacking).cause())
    }

    /// P; E ⊢ θls' ⊆ ls
    pub fn subset_held(self, here: Here, call: ExprId, found: MethodFound, theta: &Theta) -> Result<(), Lacking> {
        let ls: Vec<Path> = self.requires(found.method).iter().map(|&l| self.put_in_lock(theta, l)).collect();
        let locks = self.lock_subset(here, call, &ls);
        match locks.first() {
            Some(&first) => Err(Lacking { call, found, missing: self.missing(here, first), locks }),
            None => Ok(()),
        }
    }

    /// The metavariables of \[EXP INVOKE\], all but t.
    fn call_terms(self, here: Here, (c, e): (Ty, ExprId), (m, es): (MethodFound, &[ExprId]), theta: &Theta) -> Terms {
        let params: Vec<_> = (0..es.len()).map(|j| self.param(m.method, j)).collect();
        let ys = params.iter().map(|&(_, y)| y.map(Bound::Variable).into()).collect();
        let types = params.iter().map(|&(t, _)| self.put_in(theta, t).into()).collect();
        let required = self.requires(m.method).iter().map(|&l| self.put_in_lock(theta, l)).collect();
        let body = match m.method {
            MethodId::Declared(m) => Some(self.program.methods[m as usize].body),
            MethodId::Predefined(_) => None,
        };
        let es = es.iter().map(|&arg| Bound::Expression(arg)).collect();
        let terms = Terms::default().each("eᵢ", es).each("sᵢ", types).each("yᵢ", ys);
        let terms = terms.bind("ls'", Bound::Locks(required)).bind("e'", body.map(Bound::Expression));
        terms.bind("e", Bound::Expression(e)).bind("c", c).bind("ls", self.held_term(here))
    }
}
