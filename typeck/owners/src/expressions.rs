//! P; E; D; ls ⊢ e : t \[owned\] ▹ M: what the rules say of each form.

use crate::edits::Hint;
use crate::judgments::Value;
use crate::owner::{Owner, Theta, Ty};
use crate::rules::{
    exp_assert, exp_atomic, exp_fork, exp_holds, exp_if, exp_let, exp_literal, exp_move, exp_new, exp_op, exp_print,
    exp_seq, exp_sync, exp_var, exp_while,
};
use crate::typed::Point;
use crate::typing::{Blamed, Judgment, Mode, Typing};
use racefree_grammar::ast::{BinOp, Expr, ExprId, TypeId, UnOp};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_kernel::{Evidence, PremiseId, Recorder, RuleId};
use racefree_program::ClassId;

/// Result of a rule for a form: the type, and true if the value is held by nobody else.
pub(crate) type Found = (Ty, bool);

impl<R: Recorder<Judgment>> Typing<'_, R> {
    /// P; E; D; ls ⊢ e : t
    pub(crate) fn expr(&mut self, e: ExprId) -> Value {
        let start = self.moved.len();
        let (ty, owned) = deep(|| self.form(e));
        if let Some(points) = &mut self.points {
            points[e.index()] = Some(Point { env: self.env, locks: self.locks_id, ty, owned });
        }
        // A sequence of one element is that element.
        let node = match self.program.expr(e) {
            Expr::Seq(list) if list.len == 1 => None,
            _ => {
                let locks = self.locks();
                self.recorder.close(|| Judgment::Expr(self.env, locks, e, ty))
            }
        };
        Value { at: e, ty, owned, node, moved: (start, self.moved.len()) }
    }

    fn form(&mut self, e: ExprId) -> Found {
        match self.program.expr(e) {
            Expr::Var(x) => self.exp_var(e, x),
            Expr::Int(_) => self.exp_literal(Ty::Int),
            Expr::Bool(_) => self.exp_literal(Ty::Boolean),
            Expr::Str(_) => self.exp_literal(Ty::STRING),
            Expr::Null => self.exp_literal(Ty::Null),
            Expr::Unit | Expr::Special(_) | Expr::Qualified { .. } => self.exp_literal(Ty::Void),
            Expr::Holds(l) => {
                self.recorder.open(exp_holds::RULE);
                self.holds_lock(l);
                (Ty::Void, true)
            }
            Expr::New(ty) => self.exp_new(e, ty),
            Expr::Move(of) => match self.program.expr(of) {
                Expr::Field { recv, field } => self.exp_take(e, recv, field),
                _ => self.exp_move(e, of),
            },
            Expr::Field { recv, field } => self.exp_ref(e, recv, field),
            Expr::Assign { recv, field, value } => self.exp_assign(e, recv, field, value),
            Expr::Call { recv, method, args } => self.exp_invoke(e, recv, method, args),
            Expr::Let { ty, var, bound, body } => self.exp_let(ty, var, bound, body),
            Expr::Sync { lock, body } => self.exp_sync(lock, body),
            Expr::Fork(body) => self.exp_fork(e, body),
            Expr::Seq(list) => self.exp_seq(list.start, list.len),
            Expr::If { cond, then, otherwise } => self.exp_if(cond, then, otherwise),
            Expr::While { cond, body } => self.exp_while(e, cond, body),
            Expr::Print(value) => {
                self.recorder.open(exp_print::RULE);
                let found = self.part(exp_print::VALUE, value);
                if found.ty == Ty::Void {
                    let asked = self.fails(exp_print::VALUE, "there is no value to print".to_owned());
                    self.recorder.evidence(Evidence::Fails);
                    self.fail(value, asked);
                }
                (Ty::Void, true)
            }
            Expr::Assert(cond) => {
                self.condition(exp_assert::RULE, exp_assert::CONDITION, cond);
                (Ty::Void, true)
            }
            Expr::Atomic(body) => {
                self.recorder.open(exp_atomic::RULE);
                let found = self.part(exp_atomic::BODY, body);
                (found.ty, found.owned)
            }
            Expr::Binary(op, left, right) => self.exp_op2(e, op, left, right),
            Expr::Unary(op, operand) => self.exp_op1(e, op, operand),
        }
    }

    /// Reports what was found wrong at an expression.
    fn fail(&mut self, e: ExprId, asked: crate::typing::Asked) {
        if let Err(cause) = asked {
            self.report(self.program.span(e), cause);
        }
    }

    /// A premise that is P; E; D; ls ⊢ e : t, whatever t is.
    pub(crate) fn part(&mut self, premise: PremiseId, e: ExprId) -> Value {
        self.premise(premise);
        self.expr(e)
    }

    fn exp_literal(&mut self, t: Ty) -> Found {
        self.recorder.open(exp_literal::RULE);
        (t, true)
    }

    fn exp_new(&mut self, e: ExprId, ty: TypeId) -> Found {
        self.recorder.open(exp_new::RULE);
        let t = self.meant(ty);
        let span = self.program.span(e);
        self.check(exp_new::NOT_STRING, span, |it| {
            it.side(exp_new::NOT_STRING, t != Ty::STRING, |_| {
                "a string is made by a literal or an operation, not by `new`".to_owned()
            })
        });
        self.about_type(t);
        self.check(exp_new::TYPE, span, |it| it.written(ty, false));
        (t, true)
    }

    fn exp_var(&mut self, e: ExprId, x: Name) -> Found {
        self.recorder.open(exp_var::RULE);
        let span = self.program.span(e);
        let Some(binding) = self.binding(x) else {
            self.recorder.premise(exp_var::IN_SCOPE);
            self.recorder.evidence(Evidence::Fails);
            let name = self.program.text(x);
            let text = if self.has_formal(x) {
                format!("`{name}` is a formal owner, and no value")
            } else {
                format!("there is no variable `{name}` here")
            };
            self.report(span, vec![(exp_var::IN_SCOPE, text)]);
            return (Ty::Error, true);
        };
        self.recorder.premise(exp_var::IN_SCOPE);
        self.recorder.holds();
        let t = self.type_of(binding);
        let moved = self.moved_at(binding);
        self.about_type(t);
        let errors = self.errors.len();
        self.check(exp_var::LIVE, span, |it| {
            it.side(exp_var::LIVE, moved.is_none(), |it| {
                let x = it.program.text(x);
                format!("`{x}` was moved, and what it denotes has another holder")
            })
        });
        if let (Some(at), true) = (moved, self.errors.len() > errors) {
            self.errors[errors].related.push((at, "it is moved here".to_owned()));
        }
        let ghost = self.bindings[binding as usize].ghost;
        self.check(exp_var::NOT_GHOST, span, |it| {
            it.side(exp_var::NOT_GHOST, !ghost, |_| {
                "`this` is no value in an initialiser: the object would escape while it is built".to_owned()
            })
        });
        (t, false)
    }

    fn exp_move(&mut self, e: ExprId, x: ExprId) -> Found {
        self.recorder.open(exp_move::RULE);
        let value = self.part(exp_move::VARIABLE, x);
        let unique = self.is_unique(value.ty) || value.ty == Ty::Error;
        self.about_type(value.ty);
        self.hint = (!unique).then_some(Hint::Moves(e));
        self.check(exp_move::UNIQUE, self.program.span(e), |it| {
            it.side(exp_move::UNIQUE, unique, |it| {
                let (x, t) = (it.text_of(x), it.show(value.ty));
                format!("`{x}` is of type `{t}`: only what is `unique` is moved; leave the `--` out")
            })
        });
        if let Expr::Var(x) = self.program.expr(x)
            && let Some(binding) = self.binding(x)
        {
            self.move_out(binding, self.program.span(e));
        }
        (value.ty, true)
    }

    fn exp_let(&mut self, ty: TypeId, x: Name, bound: ExprId, body: ExprId) -> Found {
        self.recorder.open(exp_let::RULE);
        let t = self.meant(ty);
        let name = self.program.text(x);
        self.expect(exp_let::BOUND, bound, t, |_| format!("`{name}` cannot be bound to this"));
        self.premise(exp_let::ENV);
        self.env_x(ty, x, self.program.ty(ty).span);
        let binding = self.env.0 - 1;
        let value = self.part(exp_let::BODY, body);
        self.unbind();
        if self.moved_at(binding).is_some() {
            let all = self.moved.len();
            while self.moved.last() == Some(&binding) {
                self.moved.pop();
            }
            if self.moved.len() == all {
                self.moved.retain(|&moved| moved != binding);
            }
        }
        let path = self.paths.of_expr(self.program, bound);
        (self.without(value.ty, x, path), value.owned)
    }

    /// The least supertype of a let's body that is well formed with \[e₁/x\]; void, if there is none.
    fn without(&mut self, t: Ty, x: Name, path: Path) -> Ty {
        let Ty::Class(mut class, mut owners) = t else { return t };
        let mentions = |it: &Self, owners| {
            it.lists.get(owners).iter().any(|&o| match o {
                Owner::Path(p) | Owner::Qualified(_, p) => it.paths.root(p) == Root::Var(x),
                _ => false,
            })
        };
        if !mentions(self, owners) {
            return t;
        }
        let mut theta = Theta::default();
        theta.vars.add(x, path);
        loop {
            let put = self.put(Ty::Class(class, owners), &theta);
            self.recorder.pause();
            let fits = self.well_formed(put).is_ok();
            self.recorder.resume();
            if fits {
                return put;
            }
            let up = self.resolved.get(class).superclass();
            let seen = up.and_then(|up| self.seen_as(class, owners, up).map(|owners| (up, owners)));
            let Some((up, seen)) = seen else { return Ty::Void };
            (class, owners) = (up, seen);
        }
    }

    fn exp_sync(&mut self, lock: ExprId, body: ExprId) -> Found {
        self.recorder.open(exp_sync::RULE);
        let path = self.paths.of_expr(self.program, lock);
        self.check(exp_sync::LOCK_FINAL, self.program.span(lock), |it| it.final_lock(exp_sync::LOCK_FINAL, path));
        if let Root::Expr(_) = self.paths.root(path) {
            // A lock that is no path is code that runs, with errors of its own.
            self.expr(lock);
        }
        let before = self.hold(Owner::Path(path), Mode::Write);
        let value = self.part(exp_sync::BODY, body);
        self.release(before);
        (value.ty, value.owned)
    }

    fn exp_fork(&mut self, e: ExprId, body: ExprId) -> Found {
        self.recorder.open(exp_fork::RULE);
        let same_thread = self.reading(exp_fork::FRESH_THREAD);
        let same_locks = self.reading(exp_fork::EMPTY_LOCK_SET);
        self.level += u32::from(!same_thread);
        if !same_thread {
            let start = self.program.span(e).start;
            self.forks.push(Span::new(start, start + "fork".len() as u32));
        }
        let ls = if same_locks { self.ls.clone() } else { self.lock_sets[0].clone() };
        let outer = self.exchange(ls);
        let mark = self.moved.len();
        self.premise(exp_fork::BODY);
        self.expr(body);
        self.take_back(mark);
        self.exchange(outer);
        self.level -= u32::from(!same_thread);
        self.forks.truncate(self.level as usize);
        if !self.reading(exp_fork::CAPTURES_MOVE) && self.uniques > 0 {
            for x in self.code_variables(body) {
                if let Some(binding) = self.binding(x)
                    && self.is_unique(self.bindings[binding as usize].ty)
                    && self.moved_at(binding).is_none()
                {
                    self.move_out(binding, self.program.span(e));
                }
            }
        }
        (Ty::Int, true)
    }

    /// Looks at a premise with an off reading: whether that is in force.
    fn reading(&mut self, premise: PremiseId) -> bool {
        let off = self.is_off(premise);
        self.recorder.premise(premise);
        self.recorder.evidence(if off { Evidence::Assumed } else { Evidence::Holds });
        off
    }

    /// The variables that are free in the code of an expression, its types aside.
    pub(crate) fn code_variables(&self, e: ExprId) -> Vec<Name> {
        let mut found = Vec::new();
        self.collect_variables(e, &mut Vec::new(), &mut found);
        found
    }

    fn collect_variables(&self, e: ExprId, bound: &mut Vec<Name>, found: &mut Vec<Name>) {
        if let Expr::Var(x) = self.program.expr(e) {
            if !bound.contains(&x) && !found.contains(&x) {
                found.push(x);
            }
            return;
        }
        let parts = self.program.parts(e);
        let last = parts.last();
        for child in parts.children() {
            let binds = parts.binds.filter(|_| Some(child) == last);
            bound.extend(binds);
            deep(|| self.collect_variables(child, bound, found));
            if binds.is_some() {
                bound.pop();
            }
        }
    }

    /// \[EXP SEQ\], \[EXP HOLDS\]: the elements from one on.
    fn exp_seq(&mut self, start: u32, len: u32) -> Found {
        let (last, all) = (start + len - 1, start..start + len);
        let before = (self.ls.len(), self.locks());
        for i in all.clone().take_while(|&i| i != last) {
            let first = self.program.lists[i as usize];
            if let Expr::Holds(l) = self.program.expr(first) {
                self.recorder.open(exp_holds::RULE);
                let lock = self.holds_lock(l);
                self.hold(lock, Mode::Write);
                self.premise(exp_holds::BODY);
                continue;
            }
            self.recorder.open(exp_seq::RULE);
            self.part(exp_seq::FIRST, first);
            self.premise(exp_seq::LAST);
        }
        let value = self.expr(self.program.lists[last as usize]);
        self.release(before);
        // The first of them is the whole sequence, which the caller closes.
        for i in all.skip(1).take_while(|&i| i != last).collect::<Vec<_>>().into_iter().rev() {
            let locks = self.locks();
            self.recorder.close(|| Judgment::Rest(self.env, locks, i, start + len - i, value.ty));
        }
        (value.ty, value.owned)
    }

    /// The lock of a `holds`: a formal alone is `f$this`.
    fn holds_lock(&mut self, l: ExprId) -> Owner {
        let this = self.paths.var(Name::THIS);
        let lock = match self.read_owner(l, &|it, x| it.binding(x).is_some(), &|it, f| it.is_formal(f)) {
            Owner::Formal(f) => Owner::Qualified(f, this),
            lock => lock,
        };
        self.check(exp_holds::LOCK_FINAL, self.program.span(l), |it| it.lock(lock, None));
        lock
    }

    fn exp_if(&mut self, cond: ExprId, then: ExprId, otherwise: Option<ExprId>) -> Found {
        self.condition(exp_if::RULE, exp_if::CONDITION, cond);
        let mark = self.moved.len();
        let a = self.part(exp_if::THEN, then);
        let Some(otherwise) = otherwise else { return (Ty::Void, true) };
        let moved = self.take_back(mark);
        let b = self.part(exp_if::ELSE, otherwise);
        self.put_back(moved);
        (self.join(a.ty, b.ty), a.owned && b.owned)
    }

    fn exp_while(&mut self, e: ExprId, cond: ExprId, body: ExprId) -> Found {
        let mark = self.moved.len();
        self.condition(exp_while::RULE, exp_while::CONDITION, cond);
        self.part(exp_while::BODY, body);
        let moved = self.moved.get(mark).copied();
        self.about = self.moved[mark..].iter().filter_map(|&b| class_of(self.bindings[b as usize].ty)).collect();
        let holds = self.check(exp_while::LOOP, self.program.span(e), |it| {
            it.side(exp_while::LOOP, moved.is_none(), |it| {
                let x = moved.map_or("", |b| it.program.text(it.bindings[b as usize].name));
                format!("`{x}` is moved in the loop: in the next round it has another holder")
            })
        });
        if !holds {
            self.take_back(mark);
        }
        (Ty::Void, true)
    }

    /// A premise that is P; E; D; ls ⊢ e : boolean, the first of its rule.
    fn condition(&mut self, rule: RuleId, premise: PremiseId, e: ExprId) {
        self.recorder.open(rule);
        let t = self.part(premise, e).ty;
        if t != Ty::Boolean && t != Ty::Error {
            let asked =
                self.fails(premise, format!("a condition is a `boolean`, and this is of type `{}`", self.show(t)));
            self.recorder.evidence(Evidence::Fails);
            self.fail(e, asked);
        }
    }

    fn exp_op2(&mut self, e: ExprId, op: BinOp, left: ExprId, right: ExprId) -> Found {
        use BinOp::{Add, And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        self.recorder.open(exp_op::RULE);
        let (s, t) = (self.part(exp_op::OPERAND, left).ty, self.part(exp_op::OPERAND, right).ty);
        let string = |t| t == Ty::STRING || t == Ty::Null;
        let both = |wanted| s == wanted && t == wanted;
        let (fits, result) = match op {
            Or | And => (both(Ty::Boolean), Ty::Boolean),
            Eq | Ne => (both(Ty::Int) || both(Ty::Boolean) || s.is_reference() && t.is_reference(), Ty::Boolean),
            Lt | Le | Gt | Ge => (both(Ty::Int), Ty::Boolean),
            Add if s == Ty::STRING || t == Ty::STRING => (string(s) && string(t), Ty::STRING),
            _ => (both(Ty::Int), Ty::Int),
        };
        let fits = fits || s == Ty::Error || t == Ty::Error;
        self.check(exp_op::OPERANDS, self.program.span(e), |it| {
            it.side(exp_op::OPERANDS, fits, |it| {
                format!("`{}` is not defined for `{}` and `{}`", op.text(), it.show(s), it.show(t))
            })
        });
        (result, true)
    }

    fn exp_op1(&mut self, e: ExprId, op: UnOp, operand: ExprId) -> Found {
        self.recorder.open(exp_op::RULE);
        let t = if op == UnOp::Neg { Ty::Int } else { Ty::Boolean };
        let s = self.part(exp_op::OPERAND, operand).ty;
        self.check(exp_op::OPERANDS, self.program.span(e), |it| {
            it.side(exp_op::OPERANDS, s == t || s == Ty::Error, |it| {
                format!("`{}` takes one `{}`, not `{}`", op.text(), it.show(t), it.show(s))
            })
        });
        (t, true)
    }
}

/// The class of a type becomes confused.
pub(crate) fn class_of(t: Ty) -> Option<Blamed> {
    match t {
        Ty::Class(class, _) if class != ClassId::STRING => Some(Blamed::Confused(class)),
        _ => None,
    }
}
