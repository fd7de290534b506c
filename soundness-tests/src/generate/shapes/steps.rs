//! Steps of threads and methods: accesses, calls, locks, blocks of them; most under the locks that they need.

use super::{
    A, B, C, COUNT, EQUALS, F, GHOST, HELD, Kept, Known, LOCAL, LOCK, M, MADE, N, NONE, OWN, Scope, Shape, TAKES,
};
use super::{bin, of, sync, var};
use crate::tree::{Expr, OBJECT, Path, THIS, Type, Var};
use racefree_grammar::ast::BinOp;

impl Shape<'_, '_> {
    pub(super) fn fork(&mut self, scope: &Scope, depth: u32) -> Expr {
        let mut inner = Scope { held: Vec::new(), forked: true, ..scope.clone() };
        inner.vars.retain(|x| x.class != LOCAL);
        let body = if self.c.percent(25) { self.steps(&inner) } else { self.step(&inner, depth) };
        Expr::Fork(Box::new(if self.c.percent(25) { Expr::Atomic(Box::new(body)) } else { body }))
    }

    /// Two or three steps in a row, now and then one.
    pub(super) fn steps(&mut self, scope: &Scope) -> Expr {
        let n = [2, 1, 3][self.c.weighted([60, 25, 15])];
        match n {
            1 => self.step(scope, 2),
            n => Expr::Seq((0..n).map(|_| self.step(scope, 1)).collect()),
        }
    }

    /// The lock of what an object's field holds.
    pub(super) fn lock(&self, x: Known) -> Path {
        match x.class {
            GHOST => Path::var(x.ghost),
            _ if self.kept == Kept::ByLock => Path::var(x.name).field(LOCK),
            _ => Path::var(x.name),
        }
    }

    /// Something that is to be done with a lock held, with it, now and then with another one or with none.
    fn guarded(&mut self, scope: &Scope, lock: &Path, e: Expr) -> Expr {
        if scope.held.contains(lock) || self.bare && self.c.percent(35) {
            return e;
        }
        match self.c.below(16) {
            0 => e,
            n if n <= self.mistaken => match self.c.pick(&scope.vars).map(|other| other.name) {
                Some(other) => sync(&Path::var(other), e),
                None => e,
            },
            _ => sync(lock, e),
        }
    }

    fn value(&mut self, scope: &Scope, depth: u32) -> Expr {
        match depth {
            0 => Expr::Int(1),
            _ if self.c.percent(50) => Expr::Int(1),
            depth => self.step(scope, depth - 1),
        }
    }

    /// Makes one step, of type int.
    pub(super) fn step(&mut self, scope: &Scope, depth: u32) -> Expr {
        let Some(&x) = self.c.pick(&scope.vars) else { return Expr::Int(0) };
        let deep = if depth > 0 { 1 } else { 0 };
        let one = |weight: u32, is: bool| if is { weight * deep } else { 0 };
        let ghosts = scope.vars.iter().copied().find(|z| z.class == GHOST && z.ghost == x.name);
        let weights = [
            20,
            20,
            10,
            if x.class != LOCAL && self.from < if x.class == GHOST { NONE } else { TAKES } { 16 } else { 0 },
            one(10, true),
            one(6, true),
            one(6, true),
            one(8, self.has(LOCAL) && !scope.looping),
            one(5, true),
            one(4, !scope.forked),
            one(2, true),
            one(10, self.has(MADE) && scope.vars.iter().all(|x| x.name != THIS)),
        ];
        let part = |it: &mut Self| it.step(scope, depth.saturating_sub(1));
        match self.c.weighted(weights) {
            0 => self.access(scope, x, None),
            1 => {
                let value = self.value(scope, depth);
                self.access(scope, x, Some(value))
            }
            2 => {
                let lock = if self.c.percent(80) { self.lock(x) } else { Path::var(x.name) };
                let mut inner = scope.clone();
                inner.held.push(lock);
                let body = match self.c.below(4) {
                    0 => Expr::Int(0),
                    _ if depth == 0 => self.access(&inner, x, None),
                    1 => Expr::Seq(vec![self.step(&inner, depth - 1), self.step(&inner, depth - 1)]),
                    2 => Expr::Seq(vec![self.one_access(&inner, x), self.one_access(&inner, x)]),
                    _ => self.step(&inner, depth - 1),
                };
                sync(&lock, body)
            }
            3 => self.call(scope, x, ghosts, depth),
            4 => {
                let (a, b) = (part(self), part(self));
                bin(BinOp::Add, a, b)
            }
            5 => Expr::Seq(vec![part(self), part(self)]),
            6 => {
                let cond = match self.c.below(3) {
                    0 => Expr::Bool(true),
                    1 => Expr::Bool(false),
                    _ => bin(BinOp::Eq, part(self), Expr::Int(0)),
                };
                let then = if self.c.percent(40) { Expr::Int(0) } else { part(self) };
                Expr::If(Box::new(cond), Box::new(then), Some(Box::new(part(self))))
            }
            7 => {
                let mut inner = Scope { looping: true, ..scope.clone() };
                inner.vars.retain(|x| x.class != LOCAL);
                let count = || of(var(5), COUNT);
                let next = bin(BinOp::Add, count(), Expr::Int(1));
                let next = Expr::Assign(Box::new(var(5)), COUNT, Box::new(next));
                let turn = Expr::Seq(vec![next, self.step(&inner, depth - 1)]);
                let turns = Expr::While(Box::new(bin(BinOp::Lt, count(), Expr::Int(2))), Box::new(turn));
                let local = Type::plain(LOCAL);
                Expr::Let(local, 5, Box::new(Expr::New(local)), Box::new(Expr::Seq(vec![turns, Expr::Int(0)])))
            }
            8 => {
                let name = 6 + (2 - depth.min(2)) as Var;
                if scope.vars.iter().any(|x| x.name == name) {
                    return part(self);
                }
                let bound =
                    if x.class == GHOST || self.c.percent(30) { Expr::New(Type::plain(A)) } else { var(x.name) };
                let mut inner = scope.clone();
                if x.class == LOCAL && !self.below {
                    return part(self);
                }
                if x.class == A && self.holds && self.c.percent(60) {
                    // An object of one thread, by a field that all see.
                    let local = Known { name, class: LOCAL, ghost: THIS };
                    inner.vars.push(local);
                    let bound = of(var(x.name), HELD);
                    let body = Expr::Seq(vec![self.one_access(&inner, local), self.one_access(&inner, local)]);
                    return Expr::Let(Type::plain(LOCAL), name, Box::new(bound), Box::new(body));
                }
                if x.class == A && self.owns && self.c.percent(60) {
                    // Its lock is the object that it is in, and none of its own.
                    let own = Known { name, class: GHOST, ghost: x.name };
                    inner.vars.push(own);
                    let ty = Type::of(GHOST, &[Path::var(x.name)]);
                    let lock = Path::var(if self.c.percent(50) { name } else { x.name });
                    inner.held.push(lock);
                    inner.held.push(Path::var(x.name));
                    let body = Expr::Seq(vec![self.one_access(&inner, own), self.one_access(&inner, own)]);
                    let bound = of(var(x.name), OWN);
                    return Expr::Let(ty, name, Box::new(bound), Box::new(sync(&lock, body)));
                }
                inner.vars.push(Known { name, class: A, ghost: THIS });
                let body = self.step(&inner, depth - 1);
                Expr::Let(Type::plain(A), name, Box::new(bound), Box::new(body))
            }
            9 => self.fork(scope, depth - 1),
            10 => Expr::Seq(vec![Expr::Print(Box::new(part(self))), Expr::Int(0)]),
            _ => of(Expr::New(Type::plain(MADE)), COUNT),
        }
    }

    /// A read or a write of what an object has, of a number.
    fn one_access(&mut self, scope: &Scope, x: Known) -> Expr {
        let value = self.c.percent(50).then_some(Expr::Int(1));
        self.access(scope, x, value)
    }

    /// A read or a write of what an object has.
    fn access(&mut self, scope: &Scope, x: Known, value: Option<Expr>) -> Expr {
        let mut fields = vec![F];
        if x.class == LOCAL {
            fields = if self.below { vec![F, COUNT] } else { vec![COUNT] };
        } else if x.class == A && self.holds {
            fields.push(HELD);
        }
        let fd = self.c.pick(&fields).copied().unwrap_or(F);
        let target = if fd == HELD { of(var(x.name), HELD) } else { var(x.name) };
        let to = if fd == HELD { COUNT } else { fd };
        let writes = value.is_some();
        let e = match value {
            Some(value) => Expr::Assign(Box::new(target), to, Box::new(value)),
            None => of(target, to),
        };
        let free = fd != F || x.class == LOCAL || x.class != GHOST && self.kept == Kept::Open;
        let open = x.class != GHOST && self.kept == Kept::Writes && !writes;
        match free || open && self.c.percent(70) {
            true => e,
            false => {
                let lock = self.lock(x);
                self.guarded(scope, &lock, e)
            }
        }
    }

    /// A call of a method of an object.
    fn call(&mut self, scope: &Scope, x: Known, ghosts: Option<Known>, depth: u32) -> Expr {
        if x.class == GHOST {
            let call = Expr::Call(Box::new(var(x.name)), M, Vec::new());
            let lock = self.lock(x);
            return if self.needs[2] { self.guarded(scope, &lock, call) } else { call };
        }
        if self.equals.contains(&true) && x.class != LOCAL && self.from == M && self.c.percent(40) {
            // Calls on the object as one of its class, or of any.
            let call = |of: Var| Expr::Call(Box::new(var(of)), EQUALS, vec![var(x.name)]);
            let both = |call| Expr::If(Box::new(call), Box::new(Expr::Int(0)), Some(Box::new(Expr::Int(1))));
            let name = 9;
            return match self.c.percent(40) && scope.vars.iter().all(|y| y.name != name) {
                true => Expr::Let(Type::plain(OBJECT), name, Box::new(var(x.name)), Box::new(both(call(name)))),
                false => both(call(x.name)),
            };
        }
        let objects: Vec<Known> = scope.vars.iter().copied().filter(|y| matches!(y.class, A | B | C)).collect();
        // A method calls those alone that come after it, so that there is no recursion.
        let inside = scope.vars.iter().any(|y| y.name == THIS);
        let which = if self.lets_go && self.c.percent(70) { 2 } else { self.c.below(3) };
        match which {
            0 if ghosts.is_some() && (!inside || self.from < TAKES) => {
                let z = ghosts.map_or(3, |z| z.name);
                let call = Expr::Call(Box::new(var(x.name)), TAKES, vec![var(z)]);
                if self.needs[1] { self.guarded(scope, &Path::var(x.name), call) } else { call }
            }
            1 if !inside || self.from < N => {
                let Some(&y) = self.c.pick(&objects) else { return Expr::Int(0) };
                let call = Expr::Call(Box::new(var(x.name)), N, vec![var(y.name)]);
                let lock = self.lock(y);
                // The lock of the caller's variable that has the name of the parameter is another one.
                let named = scope.vars.iter().any(|z| z.name == 2) && self.mistaken > 1 && self.c.percent(40);
                match self.needs[1] {
                    _ if named => sync(&Path::var(2), call),
                    true => self.guarded(scope, &lock, call),
                    false => call,
                }
            }
            _ if !inside => {
                let call = Expr::Call(Box::new(var(x.name)), M, Vec::new());
                let lock = self.lock(x);
                if self.needs[0] { self.guarded(scope, &lock, call) } else { call }
            }
            _ => {
                let value = if depth > 0 { Some(Expr::Int(0)) } else { None };
                self.access(scope, x, value)
            }
        }
    }
}
