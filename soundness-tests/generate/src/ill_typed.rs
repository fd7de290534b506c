//! Ill-typed programs that run: closed, well scoped, with the right numbers of arguments. A program is made with every premise
//! switched off; then some of its expressions are exchanged for others without a look at their types. They fork, lock, race, wait for each
//! other, throw and get stuck.

use crate::Choices;
use crate::base::{Settings, decode};
use crate::tree::{EQUALS, Expr, FieldName, MethodName, THIS, Tree, Type, Var};
use racefree_grammar::ast::BinOp;
use racefree_typeck::Options;
use racefree_typeck::rules::{BOOK, exp_assign, exp_fork2, exp_invoke, exp_ref, prog};

/// The text of the program of a seed.
pub fn source(seed: u64) -> String {
    program(seed).source()
}

/// The program of a seed.
pub fn program(seed: u64) -> Tree {
    let mut choices = Choices::seeded(seed);
    // A program that only races runs far; one with values of any type is stuck soon.
    let wild = choices.percent(40);
    let guards = [exp_ref::GUARD_HELD, exp_assign::GUARD_HELD, exp_invoke::REQUIRES_HELD, exp_fork2::EMPTY_LOCK_SET];
    let mut options = Options::default();
    let all = BOOK.premises().map(|(premise, _)| premise).filter(|&premise| premise != prog::FIELDS_ONCE);
    all.filter(|premise| wild || guards.contains(premise)).for_each(|premise| options.off.switch_off(premise));
    let settings = Settings { temptation: if wild { 10 } else { 45 }, ..settings() };
    let (mut tree, choices) = decode(&options, settings, choices);
    let methods = tree.classes.iter().flat_map(|c| &c.methods).map(|m| (m.name, m.params.len())).collect();
    let fields = tree.classes.iter().flat_map(|c| &c.fields).map(|f| f.name).collect();
    let mut slips = Slips { c: choices, methods, fields, scope: Vec::new(), often: if wild { 7 } else { 6 } };
    for class in &mut tree.classes {
        let inside: Vec<Var> = class.ghosts.iter().map(|(_, x)| *x).chain([THIS]).collect();
        for init in class.fields.iter_mut().filter_map(|f| f.init.as_mut()) {
            slips.scope.clone_from(&inside);
            slips.expr(init);
        }
        for method in &mut class.methods {
            slips.scope.clone_from(&inside);
            slips.scope.extend(method.params.iter().map(|(_, x)| *x));
            slips.expr(&mut method.body);
        }
    }
    slips.scope.clear();
    slips.expr(&mut tree.main);
    tree
}

fn settings() -> Settings {
    Settings { classes: 4, lets: 3, forks: 2, depth: 4, rich: 100, extras: 60, ..Settings::wide() }
}

/// Exchanges expressions.
struct Slips<'c> {
    c: Choices<'c>,
    /// Methods of the program, with the number of parameters of each.
    methods: Vec<(MethodName, usize)>,
    fields: Vec<FieldName>,
    /// Variables and ghosts in scope.
    scope: Vec<Var>,
    /// Percentage of expressions that are exchanged.
    often: u32,
}

impl Slips<'_> {
    fn expr(&mut self, e: &mut Expr) {
        if let Expr::Holds(_) = e {
            return;
        }
        if self.c.percent(self.often) {
            self.slip(e);
        }
        if matches!(e, Expr::Seq(_) | Expr::Sync(..)) && self.c.percent(10) {
            *e = Expr::Atomic(Box::new(std::mem::replace(e, Expr::Null)));
        }
        if let Expr::Let(_, x, bound, body) = e {
            self.expr(bound);
            self.scope.push(*x);
            self.expr(body);
            self.scope.pop();
            return;
        }
        e.children_mut().for_each(|child| self.expr(child));
    }

    /// A variable in scope, or a value without one.
    fn atom(&mut self) -> Expr {
        let x = if self.c.percent(70) { self.c.pick(&self.scope).copied() } else { None };
        match (x, self.c.below(6)) {
            (Some(x), _) => Expr::Var(x),
            (None, 0) => Expr::Null,
            (None, 1) => Expr::Str(self.c.below(4) as u8),
            (None, 2) => Expr::Bool(self.c.percent(50)),
            (None, 3) => Expr::New(Type::plain(crate::tree::OBJECT)),
            (None, 4) => Expr::Int(self.c.below(5) as i32 - 1),
            (None, _) => {
                let char_at = EQUALS + 2;
                Expr::Call(Box::new(Expr::Str(3)), char_at, vec![Expr::Int(self.c.below(4) as i32 - 1)])
            }
        }
    }

    /// One expression in the place of another.
    fn slip(&mut self, e: &mut Expr) {
        let whole = std::mem::replace(e, Expr::Null);
        *e = match whole {
            Expr::Var(_) | Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Str(_) | Expr::Unit | Expr::New(_)
                if self.c.percent(75) =>
            {
                self.atom()
            }
            Expr::Field(of, fd) => Expr::Field(of, self.c.pick(&self.fields).copied().unwrap_or(fd)),
            Expr::Assign(of, fd, value) => Expr::Assign(of, self.c.pick(&self.fields).copied().unwrap_or(fd), value),
            Expr::Call(of, mn, mut args) if mn > EQUALS => {
                args.iter_mut().for_each(|arg| *arg = Expr::Int(self.c.below(4) as i32 - 1));
                Expr::Call(of, mn, args)
            }
            Expr::Call(of, mn, args) => {
                let same: Vec<MethodName> = self.methods.iter().filter(|m| m.1 == args.len()).map(|m| m.0).collect();
                Expr::Call(of, self.c.pick(&same).copied().unwrap_or(mn), args)
            }
            Expr::Sync(_, body) if self.c.percent(30) => *body,
            Expr::Sync(lock, body) if self.c.percent(50) => {
                let inner = Expr::Sync(lock.clone(), body.clone());
                Expr::Sync(lock, Box::new(Expr::Seq(vec![inner, *body])))
            }
            Expr::Sync(_, body) => Expr::Sync(Box::new(self.atom()), body),
            Expr::Binary(op, a, b) => {
                let ops = [BinOp::Div, BinOp::Rem, BinOp::Div, BinOp::Sub, BinOp::Lt, BinOp::Ge, BinOp::Eq, op];
                Expr::Binary(*self.c.pick(&ops).unwrap_or(&op), a, b)
            }
            Expr::Var(_)
            | Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Str(_)
            | Expr::Unit
            | Expr::New(_)
            | Expr::Let(..)
            | Expr::Fork(_)
            | Expr::Atomic(_)
            | Expr::Seq(_)
            | Expr::If(..)
            | Expr::While(..)
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Holds(_)
            | Expr::Unary(..)
            | Expr::Move(_) => self.around(whole),
        };
    }

    /// An expression in a thread, under a lock, behind a claim that one is held, before another one, or asserted.
    fn around(&mut self, e: Expr) -> Expr {
        let part = Box::new(e);
        match self.c.below(8) {
            0 | 1 => match self.c.pick(&self.scope) {
                Some(&x) => Expr::Seq(vec![Expr::Holds(Box::new(Expr::Var(x))), *part]),
                None => Expr::Atomic(part),
            },
            2 | 3 => Expr::Sync(Box::new(self.atom()), part),
            4 => Expr::Seq(vec![Expr::Print(part), Expr::Int(0)]),
            5 => Expr::Seq(vec![Expr::Assert(part), Expr::Int(1)]),
            6 => Expr::Binary(BinOp::Div, part, Box::new(Expr::Int(self.c.below(2) as i32))),
            _ => Expr::Seq(vec![Expr::Fork(part), self.atom()]),
        }
    }
}
