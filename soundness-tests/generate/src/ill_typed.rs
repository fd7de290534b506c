//! Ill-typed programs that run: closed, well scoped, with the right numbers of arguments. A program is made with every premise
//! switched off; then some of its expressions are exchanged for others without a look at their types. They fork, lock, race, wait for each
//! other, throw and get stuck.

use crate::Choices;
use crate::base::{Settings, decode};
use crate::tree::{E, EQUALS, Fd, Mn, Part, T, THIS, Tree, Var};
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
    methods: Vec<(Mn, usize)>,
    fields: Vec<Fd>,
    /// Variables and ghosts in scope.
    scope: Vec<Var>,
    /// Percentage of expressions that are exchanged.
    often: u32,
}

impl Slips<'_> {
    fn expr(&mut self, e: &mut E) {
        if let E::Holds(_) = e {
            return;
        }
        if self.c.percent(self.often) {
            self.slip(e);
        }
        if matches!(e, E::Seq(_) | E::Sync(..)) && self.c.percent(10) {
            *e = E::Atomic(Part::new(std::mem::replace(e, E::Null)));
        }
        if let E::Let(_, x, bound, body) = e {
            self.expr(bound);
            self.scope.push(*x);
            self.expr(body);
            self.scope.pop();
            return;
        }
        e.children_mut().for_each(|child| self.expr(child));
    }

    /// A variable in scope, or a value without one.
    fn atom(&mut self) -> E {
        let x = if self.c.percent(70) { self.c.pick(&self.scope).copied() } else { None };
        match (x, self.c.below(6)) {
            (Some(x), _) => E::Var(x),
            (None, 0) => E::Null,
            (None, 1) => E::Str(self.c.below(4) as u8),
            (None, 2) => E::Bool(self.c.percent(50)),
            (None, 3) => E::New(T::plain(crate::tree::OBJECT)),
            (None, 4) => E::Int(self.c.below(5) as i32 - 1),
            (None, _) => {
                let char_at = EQUALS + 2;
                E::Call(Part::new(E::Str(3)), char_at, vec![E::Int(self.c.below(4) as i32 - 1)])
            }
        }
    }

    /// One expression in the place of another.
    fn slip(&mut self, e: &mut E) {
        let whole = std::mem::replace(e, E::Null);
        *e = match whole {
            E::Var(_) | E::Int(_) | E::Bool(_) | E::Null | E::Str(_) | E::Unit | E::New(_) if self.c.percent(75) => {
                self.atom()
            }
            E::Field(of, fd) => E::Field(of, self.c.pick(&self.fields).copied().unwrap_or(fd)),
            E::Assign(of, fd, value) => E::Assign(of, self.c.pick(&self.fields).copied().unwrap_or(fd), value),
            E::Call(of, mn, mut args) if mn > EQUALS => {
                args.iter_mut().for_each(|arg| *arg = E::Int(self.c.below(4) as i32 - 1));
                E::Call(of, mn, args)
            }
            E::Call(of, mn, args) => {
                let same: Vec<Mn> = self.methods.iter().filter(|m| m.1 == args.len()).map(|m| m.0).collect();
                E::Call(of, self.c.pick(&same).copied().unwrap_or(mn), args)
            }
            E::Sync(_, body) if self.c.percent(30) => *body,
            E::Sync(lock, body) if self.c.percent(50) => {
                let inner = E::Sync(lock.clone(), body.clone());
                E::Sync(lock, Part::new(E::Seq(vec![inner, *body])))
            }
            E::Sync(_, body) => E::Sync(Part::new(self.atom()), body),
            E::Bin(op, a, b) => {
                let ops = [BinOp::Div, BinOp::Rem, BinOp::Div, BinOp::Sub, BinOp::Lt, BinOp::Ge, BinOp::Eq, op];
                E::Bin(*self.c.pick(&ops).unwrap_or(&op), a, b)
            }
            E::Var(_)
            | E::Int(_)
            | E::Bool(_)
            | E::Null
            | E::Str(_)
            | E::Unit
            | E::New(_)
            | E::Let(..)
            | E::Fork(_)
            | E::Atomic(_)
            | E::Seq(_)
            | E::If(..)
            | E::While(..)
            | E::Print(_)
            | E::Assert(_)
            | E::Holds(_)
            | E::Un(..)
            | E::Move(_) => self.around(whole),
        };
    }

    /// An expression in a thread, under a lock, behind a claim that one is held, before another one, or asserted.
    fn around(&mut self, e: E) -> E {
        let part = Part::new(e);
        match self.c.below(8) {
            0 | 1 => match self.c.pick(&self.scope) {
                Some(&x) => E::Seq(vec![E::Holds(Part::new(E::Var(x))), *part]),
                None => E::Atomic(part),
            },
            2 | 3 => E::Sync(Part::new(self.atom()), part),
            4 => E::Seq(vec![E::Print(part), E::Int(0)]),
            5 => E::Seq(vec![E::Assert(part), E::Int(1)]),
            6 => E::Bin(BinOp::Div, part, Part::new(E::Int(self.c.below(2) as i32))),
            _ => E::Seq(vec![E::Fork(part), self.atom()]),
        }
    }
}
