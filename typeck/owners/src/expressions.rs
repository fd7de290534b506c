//! P; E; D; ls ⊢ e : t \[owned\] ▹ M: values, variables, locks, threads.

use crate::error::{At, Role, Why, holds};
use crate::giving::Value;
use crate::owner::{Owner, Theta, Ty};
use crate::reading::{Declared, Reading};
use crate::rules::{exp_fork, exp_let, exp_move, exp_new, exp_sync, exp_var};
use crate::typing::{Judgment, LocksId, Mode};
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_kernel::PremiseId;

/// Result of a rule for a form: the type, and true if nothing else holds the value.
pub(crate) type Found = (Ty, bool);

impl<'r, 'p: 'r> Reading<'r, 'p> {
    /// P; E; D; ls ⊢ e : t. A sequence of one element is that element.
    pub(crate) fn expr(&mut self, e: ExprId) -> Value {
        let start = self.moved.len();
        let (ty, owned) = deep(|| self.form(e));
        if !matches!(self.program.expr(e), Expr::Seq(list) if list.len == 1) {
            self.concludes(Judgment::Expr(self.env, self.ls, e, ty, owned));
        }
        Value { at: e, ty, owned, moved: (start, self.moved.len()) }
    }

    fn form(&mut self, e: ExprId) -> Found {
        match self.program.expr(e) {
            Expr::Var(x) => self.exp_var(e, x),
            Expr::Int(_) => self.exp_literal(e, Ty::Int),
            Expr::Bool(_) => self.exp_literal(e, Ty::Boolean),
            Expr::Str(_) => self.exp_literal(e, Ty::STRING),
            Expr::Null => self.exp_literal(e, Ty::Null),
            Expr::Unit | Expr::Special(_) | Expr::Qualified { .. } | Expr::Extended(_) => self.exp_literal(e, Ty::Void),
            Expr::Holds(l) => self.exp_holds(e, l),
            Expr::New(ty) => self.exp_new(e, ty),
            Expr::Move(of) => match self.program.expr(of) {
                Expr::Field { recv, field } => self.exp_take(e, recv, field),
                _ => self.exp_move(e, of),
            },
            Expr::Field { recv, field } => self.exp_ref(e, recv, field),
            Expr::Assign { recv, field, value } => self.exp_assign(e, recv, field, value),
            Expr::Call { recv, method, args } => self.exp_invoke(e, recv, method, args),
            Expr::Let { ty, var, bound, body } => self.exp_let(e, (ty, var), bound, body),
            Expr::Sync { lock, body } => self.exp_sync(e, lock, body),
            Expr::Fork(body) => self.exp_fork(e, body),
            Expr::Seq(list) => self.exp_seq(list),
            Expr::If { cond, then, otherwise } => self.exp_if(e, cond, then, otherwise),
            Expr::While { cond, body } => self.exp_while(e, cond, body),
            Expr::Print(value) => self.exp_print(e, value),
            Expr::Assert(cond) => self.exp_assert(e, cond),
            Expr::Atomic(body) => self.exp_atomic(e, body),
            Expr::Binary(op, left, right) => self.exp_op2(e, op, left, right),
            Expr::Unary(op, operand) => self.exp_op1(e, op, operand),
        }
    }

    /// A premise that is P; E; D; ls ⊢ e : t, whatever t is.
    pub(crate) fn part(&mut self, rule: &Declared<'r>, premise: PremiseId, e: ExprId) -> Value {
        rule.premise(premise);
        self.expr(e)
    }

    /// \[EXP NEW\]
    fn exp_new(&mut self, e: ExprId, ty: TypeId) -> Found {
        let rule = self.of(exp_new::RULE, e);
        let t = self.meant(ty);
        rule.check(exp_new::NOT_STRING, || holds(t != Ty::STRING, || Why::NewString));
        rule.check(exp_new::TYPE, || self.written(ty, false).map_err(|cause| cause.confuses(t)));
        (t, true)
    }

    /// \[EXP VAR\]
    fn exp_var(&mut self, e: ExprId, x: Name) -> Found {
        let rule = self.of(exp_var::RULE, e);
        let Some(binding) = self.binding(x) else {
            let why = Why::NotInScope { name: x, formal: self.has_formal(x) };
            rule.check(exp_var::IN_SCOPE, || Err(why.cause()));
            return (Ty::Error, true);
        };
        rule.premise(exp_var::IN_SCOPE).holds(true);
        let t = self.type_of(binding);
        rule.check(exp_var::LIVE, || match self.moved_at(binding) {
            None => Ok(()),
            Some(at) => Err(Why::Moved(x, at).cause().confuses(t)),
        });
        rule.check(exp_var::NOT_GHOST, || holds(!self.bindings[binding as usize].ghost, || Why::GhostRuns));
        (t, false)
    }

    /// \[EXP MOVE\]
    fn exp_move(&mut self, e: ExprId, x: ExprId) -> Found {
        let rule = self.of(exp_move::RULE, e);
        let ty = self.part(&rule, exp_move::VARIABLE, x).ty;
        let unique = self.is_unique(ty) || ty == Ty::Error;
        let shared = || Why::NotUnique(e, ty);
        rule.check(exp_move::UNIQUE, || holds(unique, shared).map_err(|cause| cause.confuses(ty)));
        if let Expr::Var(x) = self.program.expr(x)
            && let Some(binding) = self.binding(x)
        {
            self.move_out(binding, rule.span());
        }
        (ty, true)
    }

    /// \[EXP LET\]
    fn exp_let(&mut self, e: ExprId, (ty, x): (TypeId, Name), bound: ExprId, body: ExprId) -> Found {
        let rule = self.of(exp_let::RULE, e);
        let t = self.meant(ty);
        self.expect(&rule, exp_let::BOUND, bound, t, Role::Variable(x));
        rule.premise(exp_let::ENV);
        self.env_x(ty, x, self.program.ty(ty).span);
        let binding = self.env.0 - 1;
        let mark = self.moved.len();
        let value = self.part(&rule, exp_let::BODY, body);
        self.unbind();
        self.forget_moves(binding, mark);
        let path = self.typing.paths.of_expr(self.typing.program, bound);
        (self.without(value.ty, x, path), value.owned)
    }

    /// The least supertype of a let's body that is well formed with \[e₁/x\]; void, if there is none.
    fn without(&mut self, t: Ty, x: Name, path: Path) -> Ty {
        let Ty::Class(mut class, mut owners) = t else { return t };
        let mentions = |o: &Owner| match *o {
            Owner::Path(p) | Owner::Qualified(_, p) => self.paths.root(p) == Root::Var(x),
            Owner::Special(_) | Owner::Other(_) | Owner::Formal(_) => false,
        };
        if !self.lists.get(owners).iter().any(mentions) {
            return t;
        }
        let theta = Theta::default().with(x, path);
        loop {
            let put = self.put(Ty::Class(class, owners), &theta);
            if self.quietly(|it| it.well_formed(put).is_ok()) {
                return put;
            }
            let up = self.resolved.get(class).superclass();
            let seen = up.and_then(|up| self.seen_as(class, owners, up).map(|owners| (up, owners)));
            let Some((up, seen)) = seen else { return Ty::Void };
            (class, owners) = (up, seen);
        }
    }

    /// \[EXP SYNC\]
    fn exp_sync(&mut self, e: ExprId, lock: ExprId, body: ExprId) -> Found {
        let rule = self.of(exp_sync::RULE, e);
        let path = self.typing.paths.of_expr(self.typing.program, lock);
        rule.check_at(exp_sync::LOCK_FINAL, self.program.span(lock), || self.final_lock(path));
        if let Root::Expr(_) = self.paths.root(path) {
            // A lock that is no path is code that runs, with errors of its own.
            self.expr(lock);
        }
        let before = self.hold(Owner::Path(path), Mode::Write);
        let value = self.part(&rule, exp_sync::BODY, body);
        self.ls = before;
        (value.ty, value.owned)
    }

    /// \[EXP FORK\]
    fn exp_fork(&mut self, e: ExprId, body: ExprId) -> Found {
        let rule = self.of(exp_fork::RULE, e);
        let fresh = rule.in_force(exp_fork::FRESH_THREAD);
        let outer = (self.ls, self.level, self.at);
        if fresh {
            let start = rule.span().start;
            self.typing.forks.push((outer.2, Span::new(start, start + "fork".len() as u32)));
            self.at = At(self.forks.len() as u32);
            self.level += 1;
        }
        if rule.in_force(exp_fork::EMPTY_LOCK_SET) {
            self.ls = LocksId(0);
        }
        let mark = self.moved.len();
        self.part(&rule, exp_fork::BODY, body);
        self.take_back(mark);
        (self.ls, self.level, self.at) = outer;
        if rule.in_force(exp_fork::CAPTURES_MOVE) && self.uniques > 0 {
            for x in self.program.code_variables(body) {
                if let Some(binding) = self.binding(x)
                    && self.is_unique(self.bindings[binding as usize].ty)
                    && self.moved_at(binding).is_none()
                {
                    self.move_out(binding, rule.span());
                }
            }
        }
        (Ty::Int, true)
    }
}
