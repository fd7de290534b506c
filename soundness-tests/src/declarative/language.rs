//! Section 6: the example language, and `holds` of section 7. Operators look at the least types: `null` is no String for `+`.

use super::expressions::Types;
use super::programs::every;
use super::terms::Type;
use super::{Env, Locks, Reading};
use racefree_grammar::ast::{BinOp, Expr, ExprId, List, UnOp};

impl Reading<'_> {
    pub(super) fn language(&self, env: &Env, ls: &Locks, e: Expr) -> Types {
        match e {
            Expr::Int(_) => self.conclude("EXP LITERAL", &Type::Int),
            Expr::Bool(_) => self.conclude("EXP LITERAL", &Type::Boolean),
            Expr::Null => self.conclude("EXP LITERAL", &Type::Null),
            Expr::Str(_) => self.conclude("EXP LITERAL", &Type::string()),
            Expr::Unit => self.conclude("EXP LITERAL", &Type::Void),
            Expr::Seq(list) => self.exp_seq(env, ls, list),
            Expr::If { cond, then, otherwise } => self.exp_if(env, ls, cond, then, otherwise),
            Expr::While { cond, body } => {
                let holds =
                    every([self.condition("EXP WHILE/condition", env, ls, cond), !self.expr(env, ls, body).is_empty()]);
                self.void_if(holds, "EXP WHILE")
            }
            Expr::Print(value) => {
                let types = self.expr(env, ls, value);
                let holds = types.is_empty() || types != [Type::Void] || self.refuse("EXP PRINT/value");
                self.void_if(holds && !types.is_empty(), "EXP PRINT")
            }
            Expr::Assert(cond) => self.void_if(self.condition("EXP ASSERT/condition", env, ls, cond), "EXP ASSERT"),
            Expr::Holds(l) => self.void_if(self.premise("EXP HOLDS/lock-final", || self.is_lock(env, l)), "EXP HOLDS"),
            Expr::Binary(op, left, right) => self.exp_op(env, ls, op, left, right),
            Expr::Unary(op, of) => {
                let types = self.expr(env, ls, of);
                let t = if op == UnOp::Neg { Type::Int } else { Type::Boolean };
                if types.is_empty() {
                    return types;
                }
                self.operands(types.contains(&t), &t)
            }
            // Section 5.7 has the others.
            _ => Types::new(),
        }
    }

    fn void_if(&self, holds: bool, rule: &'static str) -> Types {
        if holds { self.conclude(rule, &Type::Void) } else { Types::new() }
    }

    /// P; E; ls ⊢ e : boolean
    fn condition(&self, premise: &'static str, env: &Env, ls: &Locks, e: ExprId) -> bool {
        let types = self.expr(env, ls, e);
        !types.is_empty() && (types.contains(&Type::Boolean) || self.refuse(premise))
    }

    fn operands(&self, fit: bool, t: &Type) -> Types {
        if fit {
            return self.conclude("EXP OP", t);
        }
        self.refuse("EXP OP/operands");
        Types::new()
    }

    /// \[EXP OP\]
    fn exp_op(&self, env: &Env, ls: &Locks, op: BinOp, left: ExprId, right: ExprId) -> Types {
        let (s, t) = (self.expr(env, ls, left), self.expr(env, ls, right));
        if s.is_empty() || t.is_empty() {
            return Types::new();
        }
        let both = |u: &Type| s.contains(u) && t.contains(u);
        let reference = |t: &Types| t.contains(&Type::Null) || t.iter().any(Type::is_class);
        let null = |t: &Types| t.contains(&Type::Null);
        let string = |t: &Types| t.contains(&Type::string());
        let joins = (string(&s) && (string(&t) || null(&t))) || (null(&s) && string(&t));
        match op {
            BinOp::Or | BinOp::And => self.operands(both(&Type::Boolean), &Type::Boolean),
            BinOp::Eq | BinOp::Ne => {
                let fit = both(&Type::Int) || both(&Type::Boolean) || (reference(&s) && reference(&t));
                self.operands(fit, &Type::Boolean)
            }
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => self.operands(both(&Type::Int), &Type::Boolean),
            BinOp::Add if joins => self.operands(true, &Type::string()),
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
                self.operands(both(&Type::Int), &Type::Int)
            }
        }
    }

    /// \[EXP SEQ\] and \[EXP HOLDS\]: a `holds` is for the rest of the block.
    fn exp_seq(&self, env: &Env, ls: &Locks, list: List) -> Types {
        let mut locks = ls.clone();
        let mut last = vec![Type::Void];
        let mut all = true;
        for &e in self.program.list(list) {
            last = self.expr(env, &locks, e);
            all &= !last.is_empty();
            if let Expr::Holds(l) = self.program.expr(e) {
                locks.push(self.term(l));
            }
        }
        if !all {
            return Types::new();
        }
        self.concluded("EXP SEQ");
        last
    }

    /// \[EXP IF\]: the types that both branches have; void if there is none.
    fn exp_if(&self, env: &Env, ls: &Locks, cond: ExprId, then: ExprId, otherwise: Option<ExprId>) -> Types {
        let cond = self.condition("EXP IF/condition", env, ls, cond);
        let s = self.expr(env, ls, then);
        let t = otherwise.map_or(vec![Type::Void], |e| self.expr(env, ls, e));
        if !cond || s.is_empty() || t.is_empty() {
            return Types::new();
        }
        self.concluded("EXP IF");
        let has = |types: &Types, t: &Type| types.contains(t) || (types.contains(&Type::Null) && t.is_class());
        let mut common: Types = s.iter().filter(|u| has(&t, u)).cloned().collect();
        common.extend(t.iter().filter(|u| has(&s, u) && !common.contains(u)).cloned().collect::<Vec<_>>());
        if common.is_empty() { vec![Type::Void] } else { common }
    }
}
