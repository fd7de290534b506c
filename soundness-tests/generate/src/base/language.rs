//! The example language (section 6): conditions, loops, recursion, strings, output, assertions. Everything ends by
//! construction: a loop counts in a field of an object that nothing else knows, recursion uses up a parameter.

use super::Generator;
use super::expressions::locked;
use super::paths::is_class;
use super::scope::{Binding, Scope};
use super::world::Names;
use crate::tree::{EQUALS, Expr, Method, OBJECT, Path, STRING, THIS, Type};
use racefree_grammar::ast::{BinOp, UnOp};
use racefree_typeck::rules::{env_x, exp_sync};
use smallvec::SmallVec;

fn bin(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

fn call(recv: Expr, built_in: u8, args: Vec<Expr>) -> Expr {
    Expr::Call(Box::new(recv), EQUALS + built_in, args)
}

impl Generator<'_, '_> {
    /// A statement of the example language.
    pub(super) fn extra(&mut self, scope: &mut Scope, depth: u32) -> Expr {
        let made = match self.c.below(9) {
            0 | 1 => {
                let cond = self.condition(scope);
                let then = self.statement(scope, depth - 1);
                let otherwise =
                    if self.c.percent(40) { Some(Box::new(self.statement(scope, depth - 1))) } else { None };
                Some(Expr::If(Box::new(cond), Box::new(then), otherwise))
            }
            2 => Some(Expr::Print(Box::new(self.expression(scope, &Type::Int, 0)))),
            3 => {
                let s = Type::plain(STRING);
                Some(Expr::Print(Box::new(self.computed(scope, &s).unwrap_or(Expr::Str(0)))))
            }
            4 | 5 => Some(Expr::Assert(Box::new(self.assertion(scope)))),
            6 | 7 => self.counted(scope, depth),
            _ => self.held(scope, depth),
        };
        made.unwrap_or_else(|| Expr::Print(Box::new(Expr::Str(1))))
    }

    fn condition(&mut self, scope: &Scope) -> Expr {
        match self.c.percent(70) {
            true => self.computed(scope, &Type::Bool).unwrap_or(Expr::Bool(true)),
            false => self.expression(scope, &Type::Bool, 0),
        }
    }

    /// An assertion, more often true than not.
    fn assertion(&mut self, scope: &Scope) -> Expr {
        let vars: Names = scope.vars.iter().filter(|b| !b.ghost).map(|b| b.name).collect();
        let vars: Names = vars.into_iter().filter(|x| !scope.hidden.contains(x)).collect();
        if self.c.percent(70)
            && let Some(&x) = self.c.pick(&vars)
        {
            return bin(BinOp::Eq, Expr::Var(x), Expr::Var(x));
        }
        self.condition(scope)
    }

    /// A value made by an operator or by a method of `String` or `Object`.
    pub(super) fn computed(&mut self, scope: &Scope, want: &Type) -> Option<Expr> {
        let s = Type::plain(STRING);
        Some(match want {
            Type::Int => match self.c.below(5) {
                0 => bin(BinOp::Add, self.expression(scope, &Type::Int, 0), Expr::Int(1)),
                1 => bin(BinOp::Sub, self.expression(scope, &Type::Int, 0), Expr::Int(1)),
                2 => Expr::Unary(
                    UnOp::Neg,
                    Box::new(bin(BinOp::Mul, self.expression(scope, &Type::Int, 0), Expr::Int(2))),
                ),
                3 => call(self.expression(scope, &s, 0), 1, Vec::new()),
                _ => call(self.expression(scope, &s, 0), 3, vec![self.literal(&s), Expr::Int(0)]),
            },
            Type::Bool => match self.c.below(7) {
                0 => bin(BinOp::Eq, self.expression(scope, &Type::Int, 0), Expr::Int(0)),
                1 => bin(BinOp::Lt, self.expression(scope, &Type::Int, 0), self.expression(scope, &Type::Int, 0)),
                2 => bin(BinOp::Ne, self.expression(scope, &Type::plain(OBJECT), 0), Expr::Null),
                3 => {
                    let object = Type::plain(OBJECT);
                    bin(BinOp::Eq, self.expression(scope, &object, 0), self.expression(scope, &object, 0))
                }
                4 => Expr::Unary(UnOp::Not, Box::new(self.expression(scope, &Type::Bool, 0))),
                5 => {
                    let op = if self.c.percent(50) { BinOp::And } else { BinOp::Or };
                    bin(op, self.expression(scope, &Type::Bool, 0), self.expression(scope, &Type::Bool, 0))
                }
                _ => {
                    let object = Type::plain(OBJECT);
                    call(self.expression(scope, &s, 0), 0, vec![self.expression(scope, &object, 0)])
                }
            },
            Type::Class(STRING, _) => match self.c.below(4) {
                0 | 1 => bin(BinOp::Add, self.expression(scope, &s, 0), self.expression(scope, &s, 0)),
                2 => call(self.expression(scope, &s, 0), 5, vec![self.expression(scope, &s, 0)]),
                _ => call(Expr::Str(3), 4, vec![Expr::Int(0), Expr::Int(self.c.below(3) as i32)]),
            },
            _ => return None,
        })
    }

    /// `let c x = new c in while (x.fd < n) { x.fd = x.fd + 1; e }`, `x` not free in e.
    fn counted(&mut self, scope: &mut Scope, depth: u32) -> Option<Expr> {
        let counts = |(t, fd): &(u8, u8)| {
            self.w.class(*t).is_some_and(|c| c.fields.iter().any(|f| f.name == *fd && f.ty == Type::Int && !f.is_final))
        };
        let all: SmallVec<[(u8, u8); 8]> =
            self.w.classes.iter().flat_map(|c| c.fields.iter().map(|f| (c.name, f.name))).filter(counts).collect();
        let all: SmallVec<[(u8, u8); 8]> = all.into_iter().filter(|(c, _)| *c < scope.makes).collect();
        let (c, fd) = *self.c.pick(&all)?;
        let t = self.class_with_arguments(scope, c, false)?;
        let x = self.fresh(scope, env_x::FRESH);
        let mut inner = scope.clone();
        inner.vars.push(Binding { name: x, ty: t, ghost: false });
        let guard = self.w.field(&t, fd)?.1.guard;
        let mut needs: Vec<Path> = Vec::new();
        if let Some(guard) = guard {
            let guard = self.w.instance_path(&t, &[(THIS, Path::var(x))], &guard);
            if !inner.holds(&guard) {
                if !self.lockable(&inner, &guard) {
                    return None;
                }
                needs.push(guard);
            }
        }
        let field = || Expr::Field(Box::new(Expr::Var(x)), fd);
        let count = Expr::Assign(Box::new(Expr::Var(x)), fd, Box::new(bin(BinOp::Add, field(), Expr::Int(1))));
        let cond = bin(BinOp::Lt, locked(&needs, field()), Expr::Int(1 + self.c.below(2) as i32));
        inner.vars.pop();
        inner.hidden.push(x);
        inner.forks = 0;
        let body = Expr::Seq(vec![locked(&needs, count), self.statement(&mut inner, depth - 1)]);
        Some(Expr::Let(t, x, Box::new(Expr::New(t)), Box::new(Expr::While(Box::new(cond), Box::new(body)))))
    }

    /// `holds l; e` where l is held.
    fn held(&mut self, scope: &mut Scope, depth: u32) -> Option<Expr> {
        let held: Vec<Path> = scope.locks.iter().filter(|l| self.w.final_path(scope, l).is_some()).cloned().collect();
        if let Some(l) = self.c.pick(&held).cloned() {
            let body = self.statement(scope, depth - 1);
            return Some(Expr::Seq(vec![Expr::Holds(Box::new(l.expr())), body]));
        }
        let mut all = self.reaches(scope, 1, is_class);
        all.retain(|r| !r.ghost && r.is_final && r.needs.is_empty());
        if self.w.off(exp_sync::LOCK_FINAL) {
            return None;
        }
        let l = self.c.pick(&all)?.path;
        scope.locks.push(l);
        let body = self.statement(scope, depth - 1);
        scope.locks.pop();
        let held = Expr::Seq(vec![Expr::Holds(Box::new(l.expr())), body]);
        Some(Expr::Sync(Box::new(l.expr()), Box::new(held)))
    }

    /// The body of a method with a call of itself in front, as long as an `int` parameter is positive, which is one less then.
    pub(super) fn with_fuel(&mut self, decl: &Method, body: Expr) -> Expr {
        let Some((_, x)) = decl.params.iter().find(|(t, _)| *t == Type::Int) else { return body };
        let same = |y: &u8| match y == x {
            true => bin(BinOp::Sub, Expr::Var(*x), Expr::Int(1)),
            false => Expr::Var(*y),
        };
        let again =
            Expr::Call(Box::new(Expr::Var(THIS)), decl.name, decl.params.iter().map(|(_, y)| same(y)).collect());
        let cond = bin(BinOp::Gt, Expr::Var(*x), Expr::Int(0));
        Expr::Seq(vec![Expr::If(Box::new(cond), Box::new(again), None), body])
    }
}
