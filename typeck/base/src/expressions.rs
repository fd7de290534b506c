//! Section 5.7: expressions, P; E; ls ⊢ e : t. Those that use a member of an object are in `access`, those of section 6 in
//! `language`.

use crate::error::{Role, Why};
use crate::judgment::Judgment;
use crate::locks::Taken;
use crate::options::ANY_LOCK;
use crate::reading::{Declared, Here, OfExpr, Outcome, Reading};
use crate::rules::{exp_let, exp_new, exp_sub, exp_sync, exp_var};
use crate::terms::{Bound, Terms};
use crate::types::Ty;
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Root, Substitution};
use racefree_grammar::stack::deep;
use racefree_kernel::PremiseId;
use racefree_kernel::applied::Applied;
use racefree_kernel::listener::holds;

impl<'r> Reading<'r, '_> {
    /// P; E; ls ⊢ e : t, the least type of e. [`Ty::ERROR`] after an error that leaves no type.
    pub fn expr(self, here: Here, e: ExprId) -> Ty {
        match self.extension() {
            Some(own) => deep(|| own.expr(self, here, e)),
            None => deep(|| self.calculus(here, e)),
        }
    }

    /// P; E; ls ⊢ e : t, by the rules of the calculus.
    pub fn calculus(self, here: Here, e: ExprId) -> Ty {
        match self.program.expr(e) {
            Expr::New(c) => self.exp_new(here, e, c),
            Expr::Var(x) => self.exp_var(here, e, x),
            Expr::Field { recv, field } => self.exp_ref(here, e, recv, field),
            Expr::Assign { recv, field, value } => self.exp_assign(here, e, recv, field, value),
            Expr::Call { recv, method, args } => self.exp_invoke(here, e, recv, method, self.program.list(args)),
            Expr::Let { ty, var, bound, body } => self.exp_let(here, e, (ty, var), (bound, body)),
            Expr::Sync { lock, body } => self.exp_sync(here, e, (lock, body), || Ok(())),
            Expr::Fork(body) => self.exp_fork2(here, e, body, |_, _| ()),
            Expr::Int(_) => self.exp_literal(here, e, Ty::INT),
            Expr::Bool(_) => self.exp_literal(here, e, Ty::BOOLEAN),
            Expr::Str(_) => self.exp_literal(here, e, Ty::STRING),
            Expr::Null => self.exp_literal(here, e, Ty::NULL),
            // The forms of other languages are no expressions of the calculus.
            Expr::Unit | forms!(owned | extended) => self.exp_literal(here, e, Ty::VOID),
            Expr::Seq(list) => self.exp_seq(here, e, list),
            Expr::If { cond, then, otherwise } => {
                self.exp_if((here, e), cond, (then, otherwise), |s, t| self.least_common(here.env, s, t))
            }
            Expr::While { cond, body } => self.exp_while(here, e, (cond, body), Ty::VOID),
            Expr::Print(value) => self.exp_print(here, e, value),
            Expr::Assert(cond) => self.exp_assert(here, e, cond),
            Expr::Atomic(body) => self.exp_atomic(here, e, body),
            Expr::Holds(l) => self.exp_holds_alone(here, e, l),
            Expr::Binary(op, left, right) => self.exp_op2(here, e, op, left, right),
            Expr::Unary(op, operand) => self.exp_op1(here, e, op, operand),
        }
    }

    /// A premise that is P; E; ls ⊢ e : t, whatever t is.
    pub fn part(self, rule: &Declared<'r>, here: Here, premise: PremiseId, e: ExprId) -> Ty {
        rule.premise(premise);
        self.expr(here, e)
    }

    /// P; E; ls ⊢ e : t for a t that is known. With the premise switched off, e has whatever type it has.
    pub fn has_type(self, rule: &Declared<'r>, here: Here, premise: PremiseId, e: ExprId, t: Ty, role: Role) {
        let s = self.part(rule, here, premise, e);
        rule.at(here.at());
        rule.check_at(premise, self.place(e), || self.exp_sub(here, e, (s, t), role));
    }

    /// \[EXP SUB\], for an expression that was found to be of type s.
    fn exp_sub(self, here: Here, e: ExprId, (s, t): (Ty, Ty), role: Role) -> Outcome {
        let rule = Applied::subsumption(&self.options, self.listeners, exp_sub::RULE, exp_sub::EXPR);
        let conclusion = |_: Option<&()>| Judgment::Expr { env: here.env, locks: here.ls.id, expr: e, ty: t };
        rule.asked(conclusion, |rule| {
            rule.premise(exp_sub::SUBTYPE);
            if self.below(here.env, s, t) {
                return Ok(());
            }
            let wrong = Why::WrongType { expr: e, found: s, wanted: t, role };
            rule.require(exp_sub::SUBTYPE, || Err::<(), _>(wrong.cause())).map(drop)
        })
    }

    /// \[EXP NEW\]
    fn exp_new(self, here: Here, e: ExprId, c: TypeId) -> Ty {
        let rule = self.of(exp_new::RULE, here, e);
        let t = self.instantiable(&rule, c);
        self.own(&rule, exp_new::RULE, here, || self.new_terms(here, t));
        rule.concludes(t)
    }

    /// The premises `not-string` and `type` of \[EXP NEW\]; the type c.
    pub fn instantiable(self, rule: &OfExpr<'r>, c: TypeId) -> Ty {
        let t = self.written_result(c);
        rule.check(exp_new::NOT_STRING, || holds(t != Ty::STRING, || Why::NewString.cause()));
        rule.check(exp_new::TYPE, || self.means(rule.here.env, c));
        t
    }

    /// The metavariables of \[EXP NEW\].
    pub fn new_terms(self, here: Here, c: Ty) -> Terms {
        Terms::default().bind("c", c).bind("ls", self.held_term(here))
    }

    /// \[EXP VAR\]
    fn exp_var(self, here: Here, e: ExprId, x: Name) -> Ty {
        let (rule, bound) = (self.of(exp_var::RULE, here, e), self.lookup(here.env, x));
        rule.check(exp_var::IN_SCOPE, || bound.map(drop).ok_or_else(|| Why::NotInScope(x).cause()));
        let Some(bound) = bound else { return rule.concludes(Ty::ERROR) };
        let ghost = || Why::GhostRuns { name: x, declared: bound.span }.cause();
        rule.check(exp_var::NOT_GHOST, || holds(!bound.ghost, ghost));
        self.own(&rule, exp_var::RULE, here, || {
            let terms = Terms::default().bind("x", Bound::Variable(x)).bind("ghost", Bound::Word(bound.ghost));
            terms.bind("t", bound.ty).bind("ls", self.held_term(here))
        });
        rule.concludes(bound.ty)
    }

    /// \[EXP LET\]
    fn exp_let(self, here: Here, e: ExprId, (ty, x): (TypeId, Name), (e1, e2): (ExprId, ExprId)) -> Ty {
        let (rule, t1) = (self.of(exp_let::RULE, here, e), self.written(ty));
        self.has_type(&rule, here, exp_let::BOUND, e1, t1, Role::Variable(x));
        rule.premise(exp_let::ENV);
        let inner = here.within(self.env_x(here, (ty, x), self.program.ty(ty).span, Some(e1)));
        let t2 = self.part(&rule, inner, exp_let::BODY, e2);
        let t = self.result_of_let(&rule, inner, x, (e1, e2), t2);
        self.own(&rule, exp_let::RULE, here, || {
            let terms = Terms::default().bind("x", Bound::Variable(x)).bind("t₁", t1);
            let terms = terms.bind("e₁", Bound::Expression(e1)).bind("e₂", Bound::Expression(e2));
            terms.bind("t₂", t).bind("ls", self.held_term(here))
        });
        rule.concludes(t)
    }

    /// The premise `result` (D5): the least supertype of t₂ in which [e₁/x] is well formed.
    fn result_of_let(self, rule: &OfExpr<'r>, inner: Here, x: Name, (e1, e2): (ExprId, ExprId), t2: Ty) -> Ty {
        rule.premise(exp_let::RESULT);
        let mentions = self.args(t2).iter().any(|&l| self.root(l) == Root::Var(x));
        if !mentions && !self.has_open(t2) {
            match t2 {
                Ty::VOID => rule.premise(exp_let::RESULT).holds(true),
                Ty::ERROR => {}
                _ => drop(self.well_formed(rule.here.env, t2)),
            }
            return t2;
        }
        let mut theta = Substitution::default();
        theta.add(x, self.path(e1));
        let put_in = |t| self.types.borrow_mut().substitute(t, &theta);
        if self.has_open(t2) {
            // Arguments that mention x become what is no path, which stands for the least supertype without them.
            return put_in(t2);
        }
        let mut up = t2;
        while up.is_class() || up.is_array() {
            match self.quiet().well_formed(rule.here.env, put_in(up)) {
                Ok(()) => return self.generalised(rule, inner, e2, (t2, up), put_in(up)),
                Err(cause) if self.excuses(exp_let::RESULT, &cause) => {
                    let _ = rule.require(exp_let::RESULT, || Err::<(), _>(cause));
                    return t2;
                }
                Err(_) => up = self.supertype(up).unwrap_or(Ty::OBJECT),
            }
        }
        up
    }

    /// The body of a let has by \[EXP SUB\] the supertype of its type that the let goes by, outside as `t`.
    fn generalised(self, rule: &OfExpr<'r>, inner: Here, e2: ExprId, (t2, up): (Ty, Ty), t: Ty) -> Ty {
        if up != t2 {
            let _ = self.exp_sub(inner, e2, (t2, up), Role::Variable(Name::THIS));
            rule.premise(exp_let::RESULT);
        }
        let _ = self.well_formed(rule.here.env, t);
        t
    }

    /// \[EXP SYNC\], with what a language asks in `lock-real` besides.
    pub fn exp_sync(self, here: Here, e: ExprId, (e1, e2): (ExprId, ExprId), further: impl FnOnce() -> Outcome) -> Ty {
        let (rule, l, place) = (self.of(exp_sync::RULE, here, e), self.path(e1), self.place(e1));
        match self.options.reads(ANY_LOCK) {
            true => self.any_lock(&rule, e1),
            false => drop(rule.check_at(exp_sync::LOCK_FINAL, place, || self.is_lock(here.env, e1))),
        }
        self.lock_real(&rule, exp_sync::LOCK_REAL, e1, further);
        rule.premise(exp_sync::BODY);
        let t = self.expr(here.holding(self.and(here.ls, l, Taken::Sync, place)), e2);
        self.own(&rule, exp_sync::RULE, here, || {
            let c = self.quiet().is_final(here.env, l).unwrap_or(Ty::ERROR);
            let terms = Terms::default().bind("e₁", Bound::Expression(e1)).bind("e₂", Bound::Expression(e2));
            terms.bind("t", t).bind("c", c).bind("ls", self.held_term(here))
        });
        rule.concludes(t)
    }

    /// The premise `lock-real`: what is locked exists at run time. What is no path is code that runs, with errors of its own.
    pub fn lock_real(self, rule: &OfExpr<'r>, premise: PremiseId, lock: ExprId, further: impl FnOnce() -> Outcome) {
        let (here, l) = (rule.here, self.path(lock));
        let ghost = match self.root(l) {
            _ if self.options.reads(ANY_LOCK) => None,
            Root::Var(x) => self.lookup(here.env, x).filter(|b| b.ghost),
            Root::Expr(_) | Root::Open(_) => {
                self.expr(here, lock);
                None
            }
        };
        rule.check_at(premise, self.place(lock), || match ghost {
            Some(ghost) => Err(Why::GhostRuns { name: ghost.name, declared: ghost.span }.cause()),
            None => further(),
        });
    }

    /// The premise `lock-final` where every object may be locked.
    fn any_lock(self, rule: &OfExpr<'r>, e1: ExprId) {
        let c = self.part(rule, rule.here, exp_sync::LOCK_FINAL, e1);
        let is_object = c.is_class() || c.is_error() || c == Ty::NULL;
        let not_object = || Why::LockNotObject { lock: e1, ty: c }.by(exp_sync::LOCK_FINAL);
        rule.check_at(exp_sync::LOCK_FINAL, self.place(e1), || holds(is_object, not_object));
    }
}
