//! Sections 5.4, 5.7 and 6: P; E ⊢ e : t, and the members that expressions use.

use crate::rules::{
    exp_assert, exp_assign, exp_atomic, exp_fork, exp_if, exp_invoke, exp_let, exp_literal, exp_new, exp_op, exp_print,
    exp_ref, exp_seq, exp_sub, exp_sync, exp_var, exp_while, field_declared, field_inherited, method_declared,
    method_inherited,
};
use crate::typing::{EnvId, Judgment, Ty, Typing};
use racefree_grammar::ast::{BinOp, Expr, ExprId, List, UnOp};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use racefree_kernel::{PremiseId, Recorder, RuleId};
use racefree_program::{ClassId, FieldId};

impl<R: Recorder<Judgment>> Typing<'_, R> {
    /// P; E ⊢ e : t
    pub(crate) fn expr(&mut self, env: EnvId, e: ExprId) -> Ty {
        let t = deep(|| match self.program.expr(e) {
            Expr::Var(x) => self.exp_var(env, e, x),
            Expr::Int(_) => self.exp_literal(Ty::Int),
            Expr::Bool(_) => self.exp_literal(Ty::Boolean),
            Expr::Str(_) => self.exp_literal(Ty::STRING),
            Expr::Null => self.exp_literal(Ty::Null),
            // What has no rule is none of ConcurrentJava, by [PROG/plain].
            Expr::Unit | Expr::Holds(_) | Expr::Move(_) | Expr::Special(_) | Expr::Qualified { .. } => {
                self.exp_literal(Ty::Void)
            }
            Expr::New(ty) => {
                self.recorder.open(exp_new::RULE);
                let t = self.meant(ty);
                let wrong = |_: &Self| "a string is made by a literal or an operation, not by `new`".to_owned();
                self.check(exp_new::NOT_STRING, self.program.span(e), t != Ty::STRING, wrong);
                self.premise(exp_new::TYPE);
                self.written(ty, false)
            }
            Expr::Field { recv, field } => self.exp_ref(env, e, recv, field),
            Expr::Assign { recv, field, value } => self.exp_assign(env, e, (recv, field, value)),
            Expr::Call { recv, method, args } => self.exp_invoke(env, e, (recv, method, args)),
            Expr::Let { ty, var, bound, body } => {
                self.recorder.open(exp_let::RULE);
                let (x, t) = (self.program.text(var), self.meant(ty));
                self.expect(exp_let::BOUND, env, bound, t, |wants| format!("`{x}` {wants}"));
                self.premise(exp_let::ENV);
                let inner = self.env_x(env, ty, var, self.program.ty(ty).span);
                self.part(exp_let::BODY, inner, body)
            }
            Expr::Sync { lock, body } => {
                self.recorder.open(exp_sync::RULE);
                let t = self.part(exp_sync::LOCK, env, lock);
                let wrong = |it: &Self| format!("only an object has a lock, and this is of type `{}`", it.show(t));
                self.check(exp_sync::LOCK, self.program.span(lock), t.is_reference() || t == Ty::Error, wrong);
                self.part(exp_sync::BODY, env, body)
            }
            Expr::Fork(body) => {
                self.recorder.open(exp_fork::RULE);
                self.part(exp_fork::BODY, env, body);
                Ty::Int
            }
            Expr::Atomic(body) => {
                self.recorder.open(exp_atomic::RULE);
                self.part(exp_atomic::BODY, env, body)
            }
            Expr::Seq(list) => self.exp_seq(env, list.start, list.len),
            Expr::If { cond, then, otherwise } => {
                self.condition(exp_if::RULE, exp_if::CONDITION, env, cond);
                let t = self.part(exp_if::THEN, env, then);
                otherwise.map_or(Ty::Void, |otherwise| {
                    let s = self.part(exp_if::ELSE, env, otherwise);
                    self.join(t, s)
                })
            }
            Expr::While { cond, body } => {
                self.condition(exp_while::RULE, exp_while::CONDITION, env, cond);
                self.part(exp_while::BODY, env, body);
                Ty::Void
            }
            Expr::Print(value) => {
                self.recorder.open(exp_print::RULE);
                let t = self.part(exp_print::VALUE, env, value);
                let wrong = |_: &Self| "there is no value to print".to_owned();
                self.check(exp_print::VALUE, self.program.span(value), t != Ty::Void, wrong);
                Ty::Void
            }
            Expr::Assert(cond) => {
                self.condition(exp_assert::RULE, exp_assert::CONDITION, env, cond);
                Ty::Void
            }
            Expr::Binary(op, left, right) => self.exp_op2(env, e, (op, left, right)),
            Expr::Unary(op, operand) => {
                self.recorder.open(exp_op::RULE);
                let t = if op == UnOp::Neg { Ty::Int } else { Ty::Boolean };
                let s = self.part(exp_op::OPERAND, env, operand);
                let wrong = |it: &Self| format!("`{}` takes one `{}`, not `{}`", op.text(), it.show(t), it.show(s));
                self.check(exp_op::OPERANDS, self.program.span(e), s == t || s == Ty::Error, wrong);
                t
            }
        });
        // A sequence of one element is that element.
        if !matches!(self.program.expr(e), Expr::Seq(list) if list.len == 1) {
            self.recorder.close(|| Judgment::Expr(env, e, t));
        }
        t
    }

    /// A premise that is P; E ⊢ e : t, whatever t is.
    fn part(&mut self, premise: PremiseId, env: EnvId, e: ExprId) -> Ty {
        self.premise(premise);
        self.expr(env, e)
    }

    /// A premise that is P; E ⊢ e : t for this t, by \[EXP SUB\]. To `void` any value is discarded.
    pub(crate) fn expect(
        &mut self,
        premise: PremiseId,
        env: EnvId,
        e: ExprId,
        t: Ty,
        wrong: impl FnOnce(&str) -> String,
    ) {
        let s = self.part(premise, env, e);
        if t == Ty::Void || t == Ty::Error {
            return;
        }
        if self.is_subtype(s, t) {
            self.recorder.adopt(exp_sub::RULE, exp_sub::EXPR);
            self.premise(exp_sub::SUBTYPE);
            self.subtype(s, t);
            self.recorder.close(|| Judgment::Expr(env, e, t));
            return;
        }
        let wants = |it: &Self| wrong(&format!("is of type `{}`, and this is of type `{}`", it.show(t), it.show(s)));
        self.check(premise, self.program.span(e), false, wants);
    }

    fn condition(&mut self, rule: RuleId, premise: PremiseId, env: EnvId, cond: ExprId) {
        self.recorder.open(rule);
        self.expect(premise, env, cond, Ty::Boolean, |wants| format!("a condition {wants}"));
    }

    fn exp_literal(&mut self, t: Ty) -> Ty {
        self.recorder.open(exp_literal::RULE);
        t
    }

    fn exp_var(&mut self, env: EnvId, e: ExprId, x: Name) -> Ty {
        self.recorder.open(exp_var::RULE);
        let found = self.binding(env, x);
        let wrong = |it: &Self| format!("there is no variable `{}` here", it.program.text(x));
        self.check(exp_var::IN_SCOPE, self.program.span(e), found.is_some(), wrong);
        found.map_or(Ty::Error, |binding| binding.ty)
    }

    /// The class of a receiver: P; E ⊢ e : c.
    fn receiver(&mut self, premise: PremiseId, env: EnvId, recv: ExprId, of: &str) -> Option<ClassId> {
        match self.part(premise, env, recv) {
            Ty::Class(class) => Some(class),
            Ty::Error => None,
            t => {
                let wrong = |it: &Self| format!("only objects have {of}, and this is of type `{}`", it.show(t));
                self.check(premise, self.program.span(recv), false, wrong);
                None
            }
        }
    }

    /// P ⊢ field ∈ c, by \[FIELD DECLARED\] and \[FIELD INHERITED\], and its type.
    fn field_in(&mut self, premises: [PremiseId; 2], e: ExprId, class: ClassId, fd: Name) -> Option<(FieldId, Ty)> {
        let [known, field] = premises;
        let found = self.resolved.field(class, fd);
        let wrong = |it: &Self| format!("`{}` has no field `{}`", it.show(Ty::Class(class)), it.program.text(fd));
        let broken = self.resolved.get(class).broken();
        self.check(known, self.program.span(e), found.is_some() || broken, wrong);
        let (owner, f) = found?;
        self.premise(field);
        let (declared, inherited) = (field_declared::RULE, (field_inherited::RULE, field_inherited::SUPERCLASS));
        self.member_in(declared, inherited, class, owner, |class| Judgment::FieldIn(f, class));
        Some((f, self.meant(self.program.fields[f.index()].ty)))
    }

    /// A member in the class that declares it, and in those below it.
    fn member_in(
        &mut self,
        declared: RuleId,
        (inherited, superclass): (RuleId, PremiseId),
        class: ClassId,
        owner: ClassId,
        judgment: impl Fn(ClassId) -> Judgment,
    ) {
        let between = self.resolved.ancestors(class).take_while(|&c| c != owner).count();
        for _ in 0..between {
            self.recorder.open(inherited);
            self.premise(superclass);
        }
        self.axiom(declared, judgment(owner));
        let below: Vec<ClassId> = self.resolved.ancestors(class).take(between).collect();
        for class in below.into_iter().rev() {
            self.recorder.close(|| judgment(class));
        }
    }

    fn exp_ref(&mut self, env: EnvId, e: ExprId, recv: ExprId, fd: Name) -> Ty {
        self.recorder.open(exp_ref::RULE);
        let class = self.receiver(exp_ref::RECEIVER, env, recv, "fields");
        let premises = [exp_ref::FIELD_KNOWN, exp_ref::FIELD];
        class.and_then(|class| self.field_in(premises, e, class, fd)).map_or(Ty::Error, |found| found.1)
    }

    fn exp_assign(&mut self, env: EnvId, e: ExprId, (recv, fd, value): (ExprId, Name, ExprId)) -> Ty {
        self.recorder.open(exp_assign::RULE);
        let class = self.receiver(exp_assign::RECEIVER, env, recv, "fields");
        let premises = [exp_assign::FIELD_KNOWN, exp_assign::FIELD];
        let Some((f, t)) = class.and_then(|class| self.field_in(premises, e, class, fd)) else {
            self.part(exp_assign::VALUE, env, value);
            return Ty::Error;
        };
        let name = self.program.text(fd);
        let is_final = self.program.fields[f.index()].is_final;
        let wrong = |_: &Self| format!("`{name}` is final: its initialiser alone sets it");
        self.check(exp_assign::NOT_FINAL, self.program.span(e), !is_final, wrong);
        self.expect(exp_assign::VALUE, env, value, t, |wants| format!("the field `{name}` {wants}"));
        t
    }

    fn exp_invoke(&mut self, env: EnvId, e: ExprId, (recv, mn, args): (ExprId, Name, List)) -> Ty {
        self.recorder.open(exp_invoke::RULE);
        let (name, place) = (self.program.text(mn), self.program.span(e));
        let class = self.receiver(exp_invoke::RECEIVER, env, recv, "methods");
        let found = class.and_then(|class| {
            let found = self.resolved.method(class, mn);
            let wrong = |it: &Self| format!("`{}` has no method `{name}`", it.show(Ty::Class(class)));
            let broken = self.resolved.get(class).broken();
            self.check(exp_invoke::METHOD_KNOWN, place, found.is_some() || broken, wrong);
            Some((class, found?))
        });
        let (mut params, mut ret) = (Vec::new(), Ty::Error);
        if let Some((class, (owner, m))) = found {
            self.premise(exp_invoke::METHOD);
            let (declared, inherited) = (method_declared::RULE, (method_inherited::RULE, method_inherited::SUPERCLASS));
            self.member_in(declared, inherited, class, owner, |class| Judgment::MethodIn(m, class));
            (params, ret) = self.signature(m);
            let (wanted, given) = (params.len(), args.len as usize);
            let wrong = |_: &Self| format!("`{name}` takes {wanted} arguments, and is given {given}");
            self.check(exp_invoke::ARITY, place, wanted == given, wrong);
        }
        for i in 0..args.len as usize {
            let t = params.get(i).copied().unwrap_or(Ty::Error);
            let arg = self.program.list(args)[i];
            self.expect(exp_invoke::ARGS, env, arg, t, |wants| format!("parameter {} of `{name}` {wants}", i + 1));
        }
        ret
    }

    fn exp_op2(&mut self, env: EnvId, e: ExprId, (op, left, right): (BinOp, ExprId, ExprId)) -> Ty {
        use BinOp::{Add, And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        self.recorder.open(exp_op::RULE);
        let (s, t) = (self.part(exp_op::OPERAND, env, left), self.part(exp_op::OPERAND, env, right));
        let string = |t| t == Ty::STRING || t == Ty::Null;
        let both = |wanted| s == wanted && t == wanted;
        let (fits, result) = match op {
            Or | And => (both(Ty::Boolean), Ty::Boolean),
            Eq | Ne => (both(Ty::Int) || both(Ty::Boolean) || s.is_reference() && t.is_reference(), Ty::Boolean),
            Lt | Le | Gt | Ge => (both(Ty::Int), Ty::Boolean),
            Add if s == Ty::STRING || t == Ty::STRING => (string(s) && string(t), Ty::STRING),
            _ => (both(Ty::Int), Ty::Int),
        };
        let wrong = |it: &Self| format!("`{}` is not defined for `{}` and `{}`", op.text(), it.show(s), it.show(t));
        let unknown = s == Ty::Error || t == Ty::Error;
        self.check(exp_op::OPERANDS, self.program.span(e), fits || unknown, wrong);
        result
    }

    /// \[EXP SEQ\]: the elements from one on.
    fn exp_seq(&mut self, env: EnvId, start: u32, len: u32) -> Ty {
        let (last, all) = (start + len - 1, start..start + len);
        for i in all.clone().take_while(|&i| i != last) {
            self.recorder.open(exp_seq::RULE);
            self.part(exp_seq::FIRST, env, self.program.lists[i as usize]);
            self.premise(exp_seq::LAST);
        }
        let t = self.expr(env, self.program.lists[last as usize]);
        // The first of them is the whole sequence, which the caller closes.
        for i in all.skip(1).take_while(|&i| i != last).collect::<Vec<_>>().into_iter().rev() {
            self.recorder.close(|| Judgment::Rest(env, i, start + len - i, t));
        }
        t
    }
}
