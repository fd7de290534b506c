//! Section 5.7: expressions that use a member of an object: \[EXP REF\], \[EXP ASSIGN\], \[EXP INVOKE\]; \[LOCK SUBSET\].

use crate::cx::Cx;
use crate::error::{Asker, Cause, Checked, Missing, Role, Why};
use crate::explain::NAMED;
use crate::judgment::{Judgment, MethodId};
use crate::lookup::{FieldFound, MethodFound, Theta};
use crate::open::Asked;
use crate::rules::{exp_assign, exp_invoke, exp_ref, lock_subset};
use crate::side::Bindings;
use crate::types::Ty;
use racefree_grammar::ast::{Expr, ExprId, List};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_kernel::PremiseId;
use racefree_kernel::condition::{Bound, Terms};
use smallvec::SmallVec;

impl<'p, R: Asked> Cx<'p, R> {
    /// The type of a receiver, if it is an object's; else the premise `receiver` of the rule fails.
    fn receiver(&mut self, premise: PremiseId, e: ExprId, recv: ExprId, what: &'static str) -> Option<Ty> {
        self.premise(premise);
        let c = self.expr(recv);
        if c.is_class() {
            return Some(c);
        }
        if !c.is_error() {
            let cause = Why::NoMembers { receiver: recv, ty: c, what }.cause();
            self.fail(premise, self.program.span(e), cause);
        }
        None
    }

    /// The guard of a field, with the receiver substituted: [e/this]l.
    pub(crate) fn guard(&mut self, found: &FieldFound, recv: ExprId) -> Option<Path> {
        let class = self.classes.decl(found.owner)?;
        let guard = self.program.guard_of(&class, &self.program.fields[found.field as usize])?;
        if self.program.expr(guard) == Expr::Var(Name::THIS) {
            return Some(self.types.paths.of_expr(self.program, recv));
        }
        let theta = self.theta(found.at, recv);
        let l = self.types.paths.of_expr(self.program, guard);
        Some(theta.path(&mut self.types, l))
    }

    /// [lᵢ/xᵢ, e/this], for a member of the class type `at`.
    pub(crate) fn theta(&mut self, at: Ty, recv: ExprId) -> Theta {
        let ghosts = self.classes.ghost_substitution(at, &self.types);
        let mut theta = Theta::new(ghosts, self.options.reads(crate::options::SUBSTITUTE_IN_TWO_STEPS));
        theta.add(Name::THIS, self.types.paths.of_expr(self.program, recv));
        theta
    }

    /// [e/this]t for a field's type.
    fn field_type(&mut self, found: &FieldFound, recv: ExprId) -> Ty {
        let t = self.resolve_value(self.program.fields[found.field as usize].ty);
        if !self.types.has_args(t) {
            return t;
        }
        let theta = self.theta(found.at, recv);
        theta.ty(&mut self.types, t)
    }

    /// \[EXP REF\]
    pub(crate) fn exp_ref(&mut self, e: ExprId, recv: ExprId, fd: Name) -> Ty {
        self.open(exp_ref::RULE);
        let Some(c) = self.receiver(exp_ref::RECEIVER, e, recv, "fields") else {
            return self.conclude(e, Ty::ERROR);
        };
        self.premise(exp_ref::FIELD);
        let Some(found) = self.field_in(c, fd) else {
            self.unknown_field(exp_ref::FIELD_KNOWN, e, c, fd);
            return self.conclude(e, Ty::ERROR);
        };
        self.given(exp_ref::FIELD_KNOWN);
        self.needed(exp_ref::FIELD_KNOWN, e, found.at);
        let guard = self.guard(&found, recv);
        if let Some(guard) = guard {
            self.check(exp_ref::GUARD_HELD, self.program.span(e), |cx| {
                if cx.lock_elem(guard) { Ok(()) } else { Err(cx.guard_missing(e, recv, found, guard, false)) }
            });
        }
        let t = self.field_type(&found, recv);
        self.check(exp_ref::TYPE, self.program.span(e), |cx| cx.well_formed_for(e, recv, t));
        self.own(exp_ref::RULE, self.program.span(e), |cx| {
            let init = cx.program.fields[found.field as usize].init;
            cx.member_terms(c, recv, &found, guard, t).bind("e'", init.map(Bound::Expression).into())
        });
        self.conclude(e, t)
    }

    /// \[EXP ASSIGN\]
    pub(crate) fn exp_assign(&mut self, e: ExprId, recv: ExprId, fd: Name, value: ExprId) -> Ty {
        self.open(exp_assign::RULE);
        let Some(c) = self.receiver(exp_assign::RECEIVER, e, recv, "fields") else {
            self.premise(exp_assign::VALUE);
            self.expr(value);
            return self.conclude(e, Ty::ERROR);
        };
        self.premise(exp_assign::FIELD);
        let Some(found) = self.field_in(c, fd) else {
            self.unknown_field(exp_assign::FIELD_KNOWN, e, c, fd);
            self.premise(exp_assign::VALUE);
            self.expr(value);
            return self.conclude(e, Ty::ERROR);
        };
        self.given(exp_assign::FIELD_KNOWN);
        self.needed(exp_assign::FIELD_KNOWN, e, found.at);
        let field = &self.program.fields[found.field as usize];
        self.check(exp_assign::NOT_FINAL, self.program.span(e), |_| {
            if field.is_final { Err(Why::AssignsFinal(found.field).cause()) } else { Ok(()) }
        });
        let guard = self.guard(&found, recv);
        if let Some(guard) = guard {
            self.check(exp_assign::GUARD_HELD, self.program.span(e), |cx| {
                if cx.lock_elem(guard) { Ok(()) } else { Err(cx.guard_missing(e, recv, found, guard, true)) }
            });
        }
        let t = self.field_type(&found, recv);
        self.expect(exp_assign::VALUE, value, t, Role::Field(fd));
        self.check(exp_assign::TYPE, self.program.span(e), |cx| cx.well_formed_for(e, recv, t));
        self.own(exp_assign::RULE, self.program.span(e), |cx| {
            let init = cx.program.fields[found.field as usize].init;
            let terms = cx.member_terms(c, recv, &found, guard, t).bind("e'", Bound::Expression(value));
            terms.bind("e''", init.map(Bound::Expression).into())
        });
        self.conclude(e, t)
    }

    /// What \[EXP REF\] and \[EXP ASSIGN\] both bind.
    fn member_terms(&mut self, c: Ty, recv: ExprId, found: &FieldFound, guard: Option<Path>, t: Ty) -> Bindings {
        let field = &self.program.fields[found.field as usize];
        let terms = Terms::default().bind("e", Bound::Expression(recv)).bind("c", Self::ty_term(c));
        let terms = terms.bind("l", guard.map(Bound::Lock).into()).bind("t", Self::ty_term(t));
        let terms = terms.bind("final", Bound::Word(field.is_final));
        terms.bind("guarded_by", Bound::Word(guard.is_some())).bind("ls", self.held_term())
    }

    /// \[EXP INVOKE\]
    pub(crate) fn exp_invoke(&mut self, e: ExprId, recv: ExprId, mn: Name, args: List) -> Ty {
        self.open(exp_invoke::RULE);
        let receiver = self.receiver(exp_invoke::RECEIVER, e, recv, "methods");
        let Some(c) = receiver else { return self.only_arguments(e, args, Ty::ERROR) };
        self.premise(exp_invoke::METHOD);
        let Some(found) = self.method_in(c, mn) else {
            self.unknown_method(e, c, mn);
            return self.only_arguments(e, args, Ty::ERROR);
        };
        self.given(exp_invoke::METHOD_KNOWN);
        self.needed(exp_invoke::METHOD_KNOWN, e, found.at);
        let arity = self.arity(found.method);
        if arity != args.len as usize {
            let cause = Why::WrongArity { method: found.method, name: mn, given: args.len }.cause();
            self.fail(exp_invoke::ARITY, self.program.span(e), cause);
            let t = self.return_type(found.method);
            let t = if self.types.has_args(t) { Ty::ERROR } else { t };
            return self.only_arguments(e, args, t);
        }
        self.given(exp_invoke::ARITY);
        let theta = self.invoke_theta(&found, recv, args);
        for j in 0..arity {
            let arg = self.program.list(args)[j];
            let declared = self.param_type(found.method, j);
            let s = theta.as_ref().map_or(declared, |theta| theta.ty(&mut self.types, declared));
            if R::RECORDS || self.types.has_args(s) {
                self.check(exp_invoke::ARGS, self.program.span(arg), |cx| cx.well_formed_for(e, recv, s));
            }
            self.expect(exp_invoke::ARGS, arg, s, Role::Param(j as u32, mn));
        }
        let requires = self.requires(found.method);
        if R::RECORDS || requires.len > 0 {
            self.check(exp_invoke::REQUIRES_HELD, self.program.span(e), |cx| {
                let locks = cx.lock_subset(e, requires, theta.as_ref());
                let Some(&first) = locks.first() else { return Ok(()) };
                let missing = cx.missing(first);
                Err(Why::RequiresNotHeld { call: e, found, locks, missing }.cause())
            });
        }
        let t = self.return_type(found.method);
        let t = theta.as_ref().map_or(t, |theta| theta.ty(&mut self.types, t));
        if R::RECORDS || t != Ty::VOID {
            self.check(exp_invoke::TYPE, self.program.span(e), |cx| cx.well_formed_for(e, recv, t));
        }
        let places = |cx: &mut Self| cx.program.list(args).iter().map(|&arg| cx.program.span(arg)).collect();
        self.own_premises(exp_invoke::RULE, self.program.span(e), places, |cx| {
            let terms = cx.call_terms(&found, theta.as_ref(), args);
            let terms = terms.bind("e", Bound::Expression(recv)).bind("c", Self::ty_term(c));
            terms.bind("t", Self::ty_term(t)).bind("ls", cx.held_term())
        });
        self.conclude(e, t)
    }

    /// What \[EXP INVOKE\] binds of the method and the arguments.
    fn call_terms(&mut self, found: &MethodFound, theta: Option<&Theta>, args: List) -> Bindings {
        let (program, n) = (self.program, args.len as usize);
        let declared = match found.method {
            MethodId::Declared(m) => Some(&program.methods[m as usize]),
            MethodId::Predefined(_) => None,
        };
        let ys = (0..n).map(|j| declared.map(|m| Bound::Variable(program.params_of(m)[j].name)).into()).collect();
        let mut types = Vec::with_capacity(n);
        for j in 0..n {
            let s = self.param_type(found.method, j);
            types.push(Self::ty_term(theta.map_or(s, |theta| theta.ty(&mut self.types, s))));
        }
        let mut required = Vec::new();
        for &l in program.list(self.requires(found.method)) {
            let l = self.types.paths.of_expr(program, l);
            required.push(theta.map_or(l, |theta| theta.path(&mut self.types, l)));
        }
        let es = program.list(args).iter().map(|&arg| Bound::Expression(arg)).collect();
        let terms = Terms::default().each("eᵢ", es).each("sᵢ", types).each("yᵢ", ys);
        terms.bind("ls'", Bound::Locks(required)).bind("e'", declared.map(|m| Bound::Expression(m.body)).into())
    }

    /// P; E ⊢ t for the type of a member, with the receiver and the arguments put in.
    fn well_formed_for(&mut self, used: ExprId, receiver: ExprId, ty: Ty) -> Checked {
        self.well_formed(ty).map_err(|cause| cause.asked_by(Asker::Member { used, receiver, ty }))
    }

    #[cold]
    fn guard_missing(
        &mut self,
        access: ExprId,
        receiver: ExprId,
        found: FieldFound,
        l: Path,
        write: bool,
    ) -> Box<Cause> {
        let missing = self.missing(l);
        Why::GuardNotHeld { access, receiver, found, missing, write }.cause()
    }

    /// What is to know of a lock that is not held.
    fn missing(&mut self, lock: Path) -> Missing {
        let held: SmallVec<[Path; NAMED]> =
            self.locks.elements(self.locks.id()).take(NAMED).map(|held| held.lock).collect();
        self.quietly(|cx| {
            let needed = cx.final_path(lock);
            let (mut aliases, mut bound) = (0, 0);
            for (i, l) in held.into_iter().enumerate() {
                bound |= u8::from(cx.is_bound_to(l, lock) || cx.is_bound_to(lock, l)) << i;
                // Different text, and yet the types are related.
                if let (Ok(t), Ok(s)) = (&needed, cx.final_path(l)) {
                    let related = cx.is_subtype(s, *t) || cx.is_subtype(*t, s);
                    aliases |= u8::from(related && s != Ty::OBJECT && *t != Ty::OBJECT) << i;
                }
            }
            let root = match cx.types.paths.root(lock) {
                Root::Var(x) => cx.env.get(x),
                Root::Expr(_) | Root::Open(_) => None,
            };
            let (ghost, local) = root.map_or((false, false), |b| (b.ghost, b.bound.is_some()));
            Missing { lock, is_final: needed.is_ok(), aliases, bound, ghost, local }
        })
    }

    /// Whether a variable was bound to another one by a let.
    fn is_bound_to(&self, x: Path, y: Path) -> bool {
        let (Step::Root(Root::Var(x)), Step::Root(Root::Var(y))) = (self.types.paths.step(x), self.types.paths.step(y))
        else {
            return false;
        };
        let bound = self.env.get(x).and_then(|binding| binding.bound);
        bound.is_some_and(|e| self.program.expr(e) == Expr::Var(y))
    }

    /// The premise `field-known` fails, unless what the class inherits is unknown anyway.
    #[cold]
    fn unknown_field(&mut self, premise: PremiseId, e: ExprId, class: Ty, field: Name) {
        if !self.inherits_unknown(class) {
            self.fail(premise, self.program.span(e), Why::NoField { class, field }.cause());
        }
    }

    /// The premise `method-known` fails, unless what the class inherits is unknown anyway.
    #[cold]
    fn unknown_method(&mut self, e: ExprId, class: Ty, method: Name) {
        if !self.inherits_unknown(class) {
            self.fail(exp_invoke::METHOD_KNOWN, self.program.span(e), Why::NoMethod { class, method }.cause());
        }
    }

    /// Whether what the class of a type inherits is unknown, because of an error that is reported where it is declared.
    pub(crate) fn inherits_unknown(&self, class: Ty) -> bool {
        self.types.class_of(class).is_none_or(|c| self.classes.get(c).broken())
    }

    /// After an error in a call the arguments are still looked at.
    fn only_arguments(&mut self, e: ExprId, args: List, t: Ty) -> Ty {
        self.premise(exp_invoke::ARGS);
        for i in 0..args.len {
            let arg = self.program.list(args)[i as usize];
            self.expr(arg);
        }
        self.conclude(e, t)
    }

    /// θ = [lᵢ/xᵢ, e/this, e₁/y₁, …, eₙ/yₙ] for a call (D3); none where nothing in the method mentions a variable.
    pub(crate) fn invoke_theta(
        &mut self,
        found: &crate::lookup::MethodFound,
        recv: ExprId,
        args: List,
    ) -> Option<Theta> {
        let MethodId::Declared(m) = found.method else { return None };
        let method = &self.program.methods[m as usize];
        let plain = |cx: &mut Self, t| {
            let t = cx.resolve(t);
            !cx.types.has_args(t)
        };
        if method.requires.len == 0
            && plain(self, method.ret)
            && self.program.params_of(method).iter().all(|p| plain(self, p.ty))
        {
            return None;
        }
        let mut theta = self.theta(found.at, recv);
        if !self.options.reads(crate::options::INVOKE_SUBSTITUTES_THIS_ONLY) {
            for (param, i) in self.program.params_of(method).iter().zip(0..) {
                let arg = self.program.list(args)[i];
                theta.add(param.name, self.types.paths.of_expr(self.program, arg));
            }
        }
        Some(theta)
    }

    /// \[LOCK SUBSET\]: the locks of θls' that are not in ls.
    fn lock_subset(&mut self, e: ExprId, requires: List, theta: Option<&Theta>) -> Vec<Path> {
        self.open(lock_subset::RULE);
        let mut missing = Vec::new();
        for i in 0..requires.len {
            let l = self.program.list(requires)[i as usize];
            let l = self.types.paths.of_expr(self.program, l);
            let l = theta.map_or(l, |theta| theta.path(&mut self.types, l));
            self.premise(lock_subset::ELEMENT);
            if !self.lock_elem(l) {
                missing.push(l);
            }
        }
        self.close(|cx| Judgment::LockSubset(cx.env.id(), e, cx.locks.id()));
        missing
    }
}
