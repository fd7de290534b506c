//! Section 5.7: expressions, P; E; ls ⊢ e : t. Those that use a member of an object are in `access`.

use crate::cx::Cx;
use crate::env::EnvId;
use crate::error::{Checked, IdleHolds, Role, Why};
use crate::judgment::Judgment;
use crate::locks::{Mark, Taken};
use crate::open::Asked;
use crate::rules::{exp_let, exp_new, exp_sub, exp_sync, exp_var};
use crate::types::Ty;
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::stack::deep;
use racefree_kernel::condition::{Bound, Terms};
use racefree_kernel::{Evidence, PremiseId};

impl<'p, R: Asked> Cx<'p, R> {
    /// P; E; ls ⊢ e : t: the least type of e. [`Ty::ERROR`] after an error that leaves no type.
    pub(crate) fn expr(&mut self, e: ExprId) -> Ty {
        match self.program.expr(e) {
            Expr::Var(x) => self.exp_var(e, x),
            Expr::Int(_) => self.exp_literal(e, Ty::INT),
            Expr::Bool(_) => self.exp_literal(e, Ty::BOOLEAN),
            Expr::Str(_) => self.exp_literal(e, Ty::STRING),
            Expr::Null => self.exp_literal(e, Ty::NULL),
            // What owners are written with is no expression of the base's.
            Expr::Unit | Expr::Special(_) | Expr::Qualified { .. } | Expr::Move(_) => self.exp_literal(e, Ty::VOID),
            Expr::New(c) => self.exp_new(e, c),
            Expr::Field { recv, field } => deep(|| self.exp_ref(e, recv, field)),
            Expr::Assign { recv, field, value } => deep(|| self.exp_assign(e, recv, field, value)),
            Expr::Call { recv, method, args } => deep(|| self.exp_invoke(e, recv, method, args)),
            Expr::Let { ty, var, bound, body } => deep(|| self.exp_let(e, ty, var, bound, body)),
            Expr::Sync { lock, body } => deep(|| self.exp_sync(e, lock, body)),
            Expr::Fork(body) => deep(|| self.exp_fork2(e, body)),
            Expr::Seq(list) => deep(|| self.exp_seq(e, list)),
            Expr::If { cond, then, otherwise } => deep(|| self.exp_if(e, cond, then, otherwise)),
            Expr::While { cond, body } => deep(|| self.exp_while(e, cond, body)),
            Expr::Print(value) => deep(|| self.exp_print(e, value)),
            Expr::Assert(cond) => deep(|| self.exp_assert(e, cond)),
            Expr::Atomic(body) => deep(|| self.exp_atomic(e, body)),
            Expr::Holds(l) => deep(|| self.exp_holds_alone(e, l)),
            Expr::Binary(op, left, right) => deep(|| self.exp_op2(e, op, left, right)),
            Expr::Unary(op, operand) => deep(|| self.exp_op1(e, op, operand)),
        }
    }

    /// P; E; ls ⊢ e : t for a t that is known, by \[EXP SUB\]. With the premise switched off, e has whatever type it has.
    pub(crate) fn expect(&mut self, premise: PremiseId, e: ExprId, t: Ty, role: Role) {
        self.premise(premise);
        let s = self.expr(e);
        self.check(premise, self.program.span(e), |cx| cx.exp_sub(e, s, t, role));
    }

    /// \[EXP SUB\], for an expression that was found to be of type s.
    fn exp_sub(&mut self, e: ExprId, s: Ty, t: Ty, role: Role) -> Checked {
        self.recorder.adopt(exp_sub::RULE, exp_sub::EXPR);
        self.premise(exp_sub::SUBTYPE);
        let holds = self.subtype(s, t);
        if !holds {
            self.recorder.evidence(Evidence::Fails);
        }
        self.conclude(e, t);
        if holds { Ok(()) } else { Err(Why::WrongType { expr: e, found: s, wanted: t, role }.cause()) }
    }

    /// \[EXP NEW\]
    fn exp_new(&mut self, e: ExprId, c: TypeId) -> Ty {
        self.open(exp_new::RULE);
        let ty = self.resolve(c);
        if ty == Ty::STRING {
            self.fail(exp_new::NOT_STRING, self.program.span(e), Why::NewString.cause());
        } else {
            self.given(exp_new::NOT_STRING);
        }
        self.check(exp_new::TYPE, self.program.span(e), |cx| cx.well_formed_written(c));
        self.own(exp_new::RULE, self.program.span(e), |cx| {
            Terms::default().bind("c", Self::ty_term(ty)).bind("ls", cx.held_term())
        });
        self.conclude(e, ty)
    }

    /// \[EXP VAR\]
    #[inline]
    fn exp_var(&mut self, e: ExprId, x: Name) -> Ty {
        self.open(exp_var::RULE);
        let Some(&binding) = self.env.get(x) else {
            self.fail(exp_var::IN_SCOPE, self.program.span(e), Why::NotInScope(x).cause());
            return self.conclude(e, Ty::ERROR);
        };
        self.given(exp_var::IN_SCOPE);
        if binding.ghost {
            self.check(exp_var::NOT_GHOST, self.program.span(e), |_| {
                Err(Why::GhostRuns { name: x, declared: binding.span }.cause())
            });
        } else {
            self.given(exp_var::NOT_GHOST);
        }
        self.own(exp_var::RULE, self.program.span(e), |cx| {
            let terms = Terms::default().bind("x", Bound::Variable(x)).bind("ghost", Bound::Word(binding.ghost));
            terms.bind("t", Self::ty_term(binding.ty)).bind("ls", cx.held_term())
        });
        self.conclude(e, binding.ty)
    }

    /// \[EXP LET\]
    fn exp_let(&mut self, e: ExprId, ty: TypeId, x: Name, bound: ExprId, body: ExprId) -> Ty {
        self.open(exp_let::RULE);
        let outer = self.env.id();
        let t1 = self.resolve_value(ty);
        self.expect(exp_let::BOUND, bound, t1, Role::Variable(x));
        self.premise(exp_let::ENV);
        let place = self.program.ty(ty).span;
        self.env_x(ty, x, place, Some(bound));
        self.premise(exp_let::BODY);
        let t2 = self.expr(body);
        let inner = self.env.id();
        self.env.pop_to(outer);
        let t = self.let_result(x, bound, body, inner, t2);
        self.own(exp_let::RULE, self.program.span(e), |cx| {
            let terms = Terms::default().bind("x", Bound::Variable(x)).bind("t₁", Self::ty_term(t1));
            let terms = terms.bind("e₁", Bound::Expression(bound)).bind("e₂", Bound::Expression(body));
            terms.bind("t₂", Self::ty_term(t)).bind("ls", cx.held_term())
        });
        self.conclude(e, t)
    }

    /// The type of a let outside the let (D5): the least supertype of t₂ in which [e₁/x] is well formed.
    fn let_result(&mut self, x: Name, bound: ExprId, body: ExprId, inner: EnvId, t2: Ty) -> Ty {
        let mentions = |cx: &Self, t| {
            cx.types.args(t).iter().any(|&l| cx.types.paths.root(l) == Root::Var(x)) || R::ASKS && cx.has_open_args(t)
        };
        self.premise(exp_let::RESULT);
        if !mentions(self, t2) {
            if t2 == Ty::VOID {
                self.given(exp_let::RESULT);
            } else if R::RECORDS && !t2.is_error() {
                let _ = self.well_formed(t2);
            }
            return t2;
        }
        let mut theta = racefree_grammar::path::Substitution::default();
        theta.add(x, self.types.paths.of_expr(self.program, bound));
        if R::ASKS && self.has_open_args(t2) {
            // Arguments that mention x become what is no path, which stands for the least supertype without them.
            return self.types.substitute(t2, &theta);
        }
        let mut at = t2;
        loop {
            let t = self.types.substitute(at, &theta);
            let Err(cause) = self.quietly(|cx| cx.well_formed(t)) else {
                if R::RECORDS {
                    if at != t2 {
                        self.body_generalised(body, inner, t2, at);
                        self.premise(exp_let::RESULT);
                    }
                    let _ = self.well_formed(t);
                }
                return t;
            };
            if self.excuses(exp_let::RESULT, &cause) {
                self.recorder.evidence(Evidence::Assumed);
                return t2;
            }
            match self.supertype(at) {
                Some(up) if up.is_error() => return up,
                Some(up) => at = up,
                None => return Ty::OBJECT,
            }
        }
    }

    /// In the tree, the body of a let has by \[EXP SUB\] the supertype of its type that the let goes by (D5).
    fn body_generalised(&mut self, body: ExprId, env: EnvId, t2: Ty, t: Ty) {
        self.recorder.adopt(exp_sub::RULE, exp_sub::EXPR);
        self.premise(exp_sub::SUBTYPE);
        self.climb_to(env, t2, t);
        let locks = self.locks.id();
        self.close(|_| Judgment::Expr { env, locks, expr: body, ty: t });
    }

    /// \[EXP SYNC\]
    fn exp_sync(&mut self, e: ExprId, lock: ExprId, body: ExprId) -> Ty {
        self.open(exp_sync::RULE);
        let span = self.program.span(lock);
        self.check(exp_sync::LOCK_FINAL, span, |cx| cx.final_lock(lock));
        let path = self.types.paths.of_expr(self.program, lock);
        if let Root::Expr(_) = self.types.paths.root(path) {
            // What is no path is code that runs, with errors of its own.
            self.expr(lock);
        }
        self.check(exp_sync::LOCK_REAL, span, |cx| match cx.types.paths.root(path) {
            Root::Var(x) => match cx.env.get(x) {
                Some(binding) if binding.ghost => Err(Why::GhostRuns { name: x, declared: binding.span }.cause()),
                _ => Ok(()),
            },
            Root::Expr(_) | Root::Open(_) => Ok(()),
        });
        let mark = self.locks.mark();
        self.locks.push(path, Taken::Sync, span);
        self.premise(exp_sync::BODY);
        let t = self.expr(body);
        self.leave_locks(mark);
        self.own(exp_sync::RULE, self.program.span(e), |cx| {
            let c = cx.quietly(|cx| cx.final_path(path)).unwrap_or(Ty::ERROR);
            let terms = Terms::default().bind("e₁", Bound::Expression(lock)).bind("e₂", Bound::Expression(body));
            terms.bind("t", Self::ty_term(t)).bind("c", Self::ty_term(c)).bind("ls", cx.held_term())
        });
        self.conclude(e, t)
    }

    /// Goes back to an earlier lock set; a `holds` that nothing needed is reported.
    pub(crate) fn leave_locks(&mut self, mark: Mark) {
        let idle = &mut self.idle;
        self.locks.back_to(mark, |held| {
            if held.taken == Taken::Holds && !held.used {
                idle.push(IdleHolds { span: held.span, lock: held.lock, anyway: false });
            }
        });
    }
}
