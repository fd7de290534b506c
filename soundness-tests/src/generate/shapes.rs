//! Small programs around one shape: a few objects, threads that make a step or two with them, and a block of some steps
//! that is claimed to be atomic. Steps, guards, overriding and held locks are random; because there is little else, the
//! steps meet. Rare features of larger programs are frequent here: loops, operands and arguments that lock, overriding,
//! initialisers that fork, methods whose callers hold the lock, objects of one thread seen as others.

mod steps;

use super::Choices;
use super::blocks::BARE;
use crate::tree::{
    Class, ClassName, EQUALS, Expr, FIRST, Field, FieldName, Method, MethodName, OBJECT, Path, THIS, Tree, Type, Var,
};
use crate::variant::Rules;
use racefree_atomicity::options::{GHOSTS_FIRST, NEAREST_DECLARED};
use racefree_atomicity::rules::{atom_class, atom_invoke};
use racefree_grammar::ast::{BinOp, Dialect};
use racefree_systems::premise_name;

/// The classes: one with a field, one below it, one whose objects are one thread's, one with a ghost, one whose initialiser runs code, one
/// below the one that is below.
const A: ClassName = FIRST;
const B: ClassName = FIRST + 1;
const LOCAL: ClassName = FIRST + 2;
const GHOST: ClassName = FIRST + 3;
const MADE: ClassName = FIRST + 4;
const C: ClassName = FIRST + 5;

/// The field of A, and of the class with a ghost; the lock of its own that A may have; a field of one thread; an object of one thread.
const F: FieldName = 0;
const LOCK: FieldName = 1;
const COUNT: FieldName = 2;
const HELD: FieldName = 3;
/// An object whose ghost is the object that it is in.
const OWN: FieldName = 4;

/// The method that is overridden; one that takes an A; one that takes an object with a ghost.
const M: MethodName = 0;
const N: MethodName = 1;
const TAKES: MethodName = 2;
/// End of the list of methods.
const NONE: MethodName = 3;

/// Protection of the field of A.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    This,
    Writes,
    Open,
    ByLock,
}

/// A variable: the class that its type names, and the object that guards it, if the class has a ghost.
#[derive(Clone, Copy)]
struct Known {
    name: Var,
    class: ClassName,
    ghost: Var,
}

/// Scope.
#[derive(Clone, Default)]
struct Scope {
    vars: Vec<Known>,
    held: Vec<Path>,
    /// Loops and forks do not nest.
    looping: bool,
    forked: bool,
}

/// Makes one.
struct Shape<'c, 'n> {
    c: &'c mut Choices<'n>,
    kept: Kept,
    /// A declared class, by its place in the list above.
    has: [bool; 6],
    /// Overriding of `equals` by A, B and C.
    equals: [bool; 3],
    /// B drops the promise of A, and C does more.
    lets_go: bool,
    /// The class of one thread is below A.
    below: bool,
    /// The field `HELD` of A.
    holds: bool,
    /// The field `OWN` of A.
    owns: bool,
    /// True if M, N and the method of the class with a ghost are called with the lock held.
    needs: [bool; 3],
    /// True if they say so.
    requires: bool,
    /// Accesses may lack their guards.
    bare: bool,
    /// Wrong locks in sixteen: more, if the rules substitute other locks than they should.
    mistaken: usize,
    /// The current method: it calls only later ones.
    from: MethodName,
}

/// Makes a program in which several threads act, one in a block, so that the rules in question decide.
pub fn program(rules: &Rules, c: &mut Choices<'_>) -> Tree {
    let off = |name: &str| rules.options.off.iter().any(|premise| premise_name(premise) == name);
    let bare = BARE.iter().any(|name| off(name));
    let apart = rules.options.off.is_off(atom_class::UNGUARDED_TYPE);
    let kept = [Kept::This, Kept::Writes, Kept::Open, Kept::ByLock][c.weighted([40, 25, 25, 10])];
    let local = apart || c.percent(45);
    let ghosts = if rules.options.reads(GHOSTS_FIRST) { 70 } else { 25 };
    let between = rules.options.reads(NEAREST_DECLARED);
    let has_b = between || c.percent(50);
    let has_c = has_b && (between || c.percent(45));
    let has = [true, has_b, local, c.percent(ghosts), c.percent(20), has_c];
    let compares = c.percent(if between { 50 } else { 20 });
    let equals = [0; 3].map(|_| compares && c.percent(60));
    let (below, holds) = (kept == Kept::Open && c.percent(50), local && apart && c.percent(70));
    let needs = [c.percent(30), c.percent(40), c.percent(70)];
    let requires = c.percent(35);
    let substitutes = !rules.options.off.is_off(atom_invoke::SUBSTITUTION) && !rules.options.reads(GHOSTS_FIRST);
    let mistaken = if substitutes { 1 } else { 6 };
    let owns = has[3] && rules.options.reads(GHOSTS_FIRST);
    let lets_go = has_c && c.percent(if between { 90 } else { 15 });
    let mut shape =
        Shape { c, kept, has, equals, lets_go, below, holds, owns, needs, requires, bare, mistaken, from: M };
    let classes = shape.classes();
    shape.from = M;
    let main = shape.main();
    Tree { classes, main, dialect: Dialect::Base }
}

fn var(x: Var) -> Expr {
    Expr::Var(x)
}

fn of(e: Expr, fd: FieldName) -> Expr {
    Expr::Field(Box::new(e), fd)
}

fn sync(lock: &Path, body: Expr) -> Expr {
    Expr::Sync(Box::new(lock.expr()), Box::new(body))
}

fn bin(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

fn field(name: FieldName, guard: Option<Path>) -> Field {
    Field { name, guard, ..Field::default() }
}

impl Shape<'_, '_> {
    fn has(&self, class: ClassName) -> bool {
        self.has[usize::from(class - FIRST)]
    }

    fn classes(&mut self) -> Vec<Class> {
        let class = |name, local, sup: Option<ClassName>, fields, methods| Class {
            name,
            local,
            sup: Type::plain(sup.unwrap_or(OBJECT)),
            fields,
            methods,
            ..Class::default()
        };
        let this = Known { name: THIS, class: A, ghost: THIS };
        let guard = match self.kept {
            Kept::This | Kept::Writes => Some(Path::var(THIS)),
            Kept::ByLock => Some(Path::var(THIS).field(LOCK)),
            Kept::Open => None,
        };
        let mut fields = vec![Field { write: self.kept == Kept::Writes, ..field(F, guard) }];
        if self.kept == Kept::ByLock {
            let object = Type::plain(OBJECT);
            fields.push(Field { is_final: true, ty: object, init: Some(Expr::New(object)), ..field(LOCK, None) });
        }
        if self.holds {
            let local = Type::plain(LOCAL);
            fields.push(Field { ty: local, init: Some(Expr::New(local)), ..field(HELD, None) });
        }
        if self.owns {
            let own = Type::of(GHOST, &[Path::var(THIS)]);
            fields.push(Field { is_final: true, ty: own, init: Some(Expr::New(own)), ..field(OWN, None) });
        }
        let takes = self.has(GHOST).then(|| {
            self.from = TAKES;
            let z = Known { name: 3, class: GHOST, ghost: THIS };
            let held = if self.needs[1] { vec![Path::var(THIS)] } else { Vec::new() };
            self.method(TAKES, vec![(Type::of(GHOST, &[Path::var(THIS)]), 3)], vec![this, z], held)
        });
        let other = Known { name: 2, class: A, ghost: THIS };
        self.from = N;
        let held = if self.needs[1] { vec![self.lock(other)] } else { Vec::new() };
        let n = self.method(N, vec![(Type::plain(A), 2)], vec![this, other], held);
        self.from = M;
        let own = if self.needs[0] { vec![self.lock(this)] } else { Vec::new() };
        let mut m = self.method(M, Vec::new(), vec![this], own.clone());
        if self.lets_go && self.c.percent(80) {
            m.body = Expr::Int(0);
        }
        let compares = self.compares(A);
        let mut all = vec![class(A, false, None, fields, [m, n].into_iter().chain(takes).chain(compares).collect())];
        if self.has(B) {
            let this = Known { class: B, ..this };
            let mut own_m = self.method(M, Vec::new(), vec![this], own.clone());
            if self.has(C) && (self.lets_go || self.c.percent(50)) {
                // A class in between does little.
                own_m.body = Expr::Int(1);
            }
            let own_m = (!self.has(C) || self.c.percent(85)).then_some(own_m);
            let extra = self.c.percent(30).then(|| field(COUNT, None));
            let compares = self.compares(B);
            all.push(class(
                B,
                false,
                Some(A),
                extra.into_iter().collect(),
                own_m.into_iter().chain(compares).collect(),
            ));
        }
        if self.has(C) {
            let this = Known { class: C, ..this };
            let own_m = self.method(M, Vec::new(), vec![this], own);
            let compares = self.compares(C);
            all.push(class(C, false, Some(B), Vec::new(), [own_m].into_iter().chain(compares).collect()));
        }
        if self.has(LOCAL) {
            all.push(class(LOCAL, true, self.below.then_some(A), vec![field(COUNT, None)], Vec::new()));
        }
        if self.has(GHOST) {
            let this = Known { name: THIS, class: GHOST, ghost: 1 };
            let held = if self.needs[2] { vec![Path::var(1)] } else { Vec::new() };
            self.from = NONE;
            let m = self.method(M, Vec::new(), vec![this], held);
            let ghost = class(GHOST, false, None, vec![field(F, Some(Path::var(1)))], vec![m]);
            all.push(Class { ghosts: vec![(Type::plain(A), 1)], ..ghost });
        }
        if self.has(MADE) {
            let x = Known { name: 1, class: A, ghost: THIS };
            self.from = M;
            let scope = Scope { vars: vec![x], ..Scope::default() };
            let mut steps: Vec<Expr> = (0..1 + self.c.below(2)).map(|_| self.step(&scope, 1)).collect();
            if self.c.percent(60) {
                steps.insert(0, self.fork(&scope, 1));
            }
            let init = Expr::Let(Type::plain(A), 1, Box::new(Expr::New(Type::plain(A))), Box::new(Expr::Seq(steps)));
            let made = Field { is_final: true, init: Some(init), ..field(COUNT, None) };
            all.push(class(MADE, false, None, vec![made], Vec::new()));
        }
        all
    }

    /// A method whose callers hold some locks.
    fn method(&mut self, name: MethodName, params: Vec<(Type, Var)>, vars: Vec<Known>, held: Vec<Path>) -> Method {
        let requires = if self.requires { held.clone() } else { Vec::new() };
        let scope = Scope { vars, held, ..Scope::default() };
        let body = if self.c.percent(15) { Expr::Int(0) } else { self.steps(&scope) };
        let body = if self.c.percent(30) { sync(&Path::var(THIS), body) } else { body };
        let body = if self.c.percent(35) { Expr::Atomic(Box::new(body)) } else { body };
        Method { ret: Type::Int, name, params, requires, body, ..Method::default() }
    }

    /// `equals` of a class, if it has one of its own.
    fn compares(&mut self, class: ClassName) -> Option<Method> {
        let at = if class == C { 2 } else { usize::from(class - A) };
        self.equals[at].then(|| {
            self.from = TAKES;
            let this = Known { name: THIS, class, ghost: THIS };
            let mut method = self.method(EQUALS, vec![(Type::plain(OBJECT), 2)], vec![this], Vec::new());
            let body = std::mem::replace(&mut method.body, Expr::Null);
            let body = if self.c.percent(40) { Expr::Int(0) } else { body };
            (method.ret, method.body) = (Type::Bool, Expr::Seq(vec![body, Expr::Bool(true)]));
            self.from = M;
            method
        })
    }

    /// Objects, and the threads that share them.
    fn main(&mut self) -> Expr {
        let plain = |c| Type::plain(c);
        let made = match self.c.below(10) {
            0..=5 if self.has(C) => C,
            3..=8 if self.has(B) => B,
            _ => A,
        };
        let mut lets: Vec<(Type, Expr, Known)> = Vec::new();
        let known = |name, class| Known { name, class, ghost: THIS };
        if self.below {
            lets.push((plain(LOCAL), Expr::New(plain(LOCAL)), known(4, LOCAL)));
            lets.push((plain(A), var(4), known(1, A)));
        } else {
            lets.push((plain(A), Expr::New(plain(made)), known(1, A)));
        }
        if self.c.percent(50) {
            let second = if self.c.percent(25) { var(1) } else { Expr::New(plain(A)) };
            lets.push((plain(A), second, known(2, A)));
        }
        if self.has(GHOST) {
            let ghost = if lets.iter().any(|l| l.2.name == 2) && self.c.percent(40) { 2 } else { 1 };
            let ty = Type::of(GHOST, &[Path::var(ghost)]);
            lets.push((ty, Expr::New(ty), Known { name: 3, class: GHOST, ghost }));
        }
        let scope = Scope { vars: lets.iter().map(|l| l.2).collect(), ..Scope::default() };
        let mut steps: Vec<Expr> = (0..1 + self.c.below(2)).map(|_| self.fork(&scope, 1)).collect();
        let block = self.steps(&scope);
        let claimed = self.c.percent(75);
        steps.push(if claimed { Expr::Atomic(Box::new(block)) } else { block });
        if self.c.percent(25) {
            steps.swap(0, 1);
        }
        let mut main = Expr::Seq(steps);
        for (ty, bound, known) in lets.into_iter().rev() {
            if !claimed && self.c.percent(30) {
                main = Expr::Atomic(Box::new(main));
            }
            main = Expr::Let(ty, known.name, Box::new(bound), Box::new(main));
        }
        if !claimed && self.c.percent(20) { Expr::Atomic(Box::new(main)) } else { main }
    }
}
