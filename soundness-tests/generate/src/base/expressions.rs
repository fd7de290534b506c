//! Expressions of a type that is wanted.

use super::Generator;
use super::paths::Reach;
use super::scope::Scope;
use super::world::{Names, Theta};
use crate::tree::{Args, ClassName, Expr, NO_PATH, OBJECT, Path, STRING, THIS, Type};
use racefree_grammar::ast::BinOp;
use racefree_kernel::PremiseId;
use racefree_typeck::rules::{exp_invoke, exp_new, exp_ref, exp_sync, type_c};

/// Puts an expression into the locks that it needs.
pub fn locked(needs: &[Path], e: Expr) -> Expr {
    needs.iter().rev().fold(e, |e, l| Expr::Sync(Box::new(l.expr()), Box::new(e)))
}

impl Generator<'_, '_> {
    /// An expression of a type, where a premise asks for it; with the premise off, perhaps one of another type.
    pub fn expected(&mut self, premise: PremiseId, scope: &Scope, want: &Type, depth: u32) -> Expr {
        if !self.tempted(premise) {
            return self.expression(scope, want, depth);
        }
        let mut others = self.readable(scope, 1, |t| !self.w.subtype(t, want));
        // The same class with other ghosts, or a class for a class: an error that is not noticed at once.
        if let Type::Class(c, _) = want
            && self.c.percent(60)
        {
            let near = |r: &Reach| matches!(&r.ty, Type::Class(d, _) if d == c);
            match others.iter().any(near) {
                true => others.retain(near),
                false => others.retain(|r| matches!(r.ty, Type::Class(..))),
            }
        }
        if self.c.percent(60)
            && let Some(r) = self.c.pick(&others)
        {
            return locked(&r.needs, r.path.expr());
        }
        let other = self.class_type(scope, exp_new::TYPE, scope.makes);
        match other {
            Type::Class(..) => Expr::New(other),
            _ => Expr::Int(1),
        }
    }

    /// An expression of a type.
    pub fn expression(&mut self, scope: &Scope, want: &Type, depth: u32) -> Expr {
        if depth > 0
            && let Type::Class(_, args) = want
        {
            let relied = self.relied_on(scope, args);
            if !relied.is_empty() && self.c.percent(40) {
                let mut inner = scope.clone();
                inner.relied.extend_from_slice(args);
                if let Some(act) = self.access(&inner, 1) {
                    let value = self.expression(scope, want, 0);
                    return Expr::Seq(vec![act, value]);
                }
            }
        }
        let mut weights = [60, 40, 6, 0, 0, 0];
        if depth > 0 {
            (weights[3], weights[4], weights[5]) = (8, 5, self.s.extras);
        }
        match self.c.weighted(weights) {
            0 => {}
            1 => {
                if let Some(e) = self.new_of(scope, want) {
                    return e;
                }
            }
            2 if !matches!(want, Type::Class(c, _) if *c != STRING) || self.c.percent(40) => return self.literal(want),
            2 => {}
            3 => {
                if let Some(e) = self.call(scope, depth - 1, Some(want)) {
                    return e;
                }
            }
            5 => {
                if let Some(e) = self.computed(scope, want) {
                    return e;
                }
            }
            _ => {
                let act = self.statement(&mut scope.clone(), depth - 1);
                let value = self.expression(scope, want, depth - 1);
                return Expr::Seq(vec![act, value]);
            }
        }
        let steps = if depth > 0 { 2 } else { 1 };
        let fits = self.readable(scope, steps, |t| self.w.subtype(t, want));
        if let Some(r) = self.c.pick(&fits) {
            return self.read(r);
        }
        self.new_of(scope, want).unwrap_or_else(|| self.literal(want))
    }

    /// The value of a path, with the locks that it needs, unless reads may do without.
    pub fn read(&mut self, r: &Reach) -> Expr {
        if !r.needs.is_empty() && self.tempted(exp_ref::GUARD_HELD) {
            return r.path.expr();
        }
        locked(&r.needs, r.path.expr())
    }

    /// A literal of a type.
    pub fn literal(&mut self, want: &Type) -> Expr {
        match want {
            Type::Int => Expr::Int(self.c.below(2) as i32),
            Type::Bool => Expr::Bool(self.c.percent(50)),
            Type::Class(STRING, _) => Expr::Str(self.c.below(3) as u8),
            Type::Void => Expr::Unit,
            Type::Class(..) | Type::Null => Expr::Null,
        }
    }

    /// A new object of a class type or one below, or a value made of others.
    pub(super) fn new_of(&mut self, scope: &Scope, want: &Type) -> Option<Expr> {
        match want {
            Type::Class(STRING, _) | Type::Void | Type::Null => None,
            Type::Int if self.c.percent(20) => {
                let (a, b) = (self.expression(scope, &Type::Int, 0), Expr::Int(1));
                Some(Expr::Binary(BinOp::Add, Box::new(a), Box::new(b)))
            }
            Type::Int | Type::Bool => Some(self.literal(want)),
            Type::Class(c, _) => {
                let below: Names = (self.w.classes.iter())
                    .map(|class| class.name)
                    .filter(|&d| d < scope.makes && self.w.inherits(d, *c))
                    .collect();
                if *c == OBJECT && self.c.percent(if below.is_empty() { 100 } else { 50 }) {
                    return Some(Expr::New(Type::plain(OBJECT)));
                }
                if self.tempted(exp_new::TYPE) {
                    let d = *self.c.pick(&below)?;
                    return self.class_with_arguments(scope, d, true).map(Expr::New);
                }
                // A class below, half of the time that there is one.
                let lower: Names = below.iter().copied().filter(|d| d != c).collect();
                let from = if !lower.is_empty() && self.c.percent(50) { &lower } else { &below };
                let d = *self.c.pick(from)?;
                match self.unified(scope, d, want) {
                    None if d != *c && below.contains(c) => Some(Expr::New(*want)),
                    made => made.map(Expr::New),
                }
            }
        }
    }

    /// A type of class `d` below `want`.
    fn unified(&mut self, scope: &Scope, d: ClassName, want: &Type) -> Option<Type> {
        let Type::Class(c, args) = want else { return None };
        if d == *c {
            return Some(*want);
        }
        let class = self.w.class(d)?;
        let ghosts: Args = class.ghosts.iter().map(|(_, x)| Path::var(*x)).collect();
        let up = self.w.ancestor(&Type::Class(d, ghosts), *c)?;
        let Type::Class(_, up_args) = &up else { return None };
        let mut theta = Theta::new();
        for (u, a) in up_args.iter().zip(args) {
            if u.fields.is_empty() && ghosts.contains(u) && !theta.iter().any(|(x, _)| *x == u.root) {
                theta.push((u.root, *a));
            }
        }
        let Some(Type::Class(_, own)) = self.class_with_arguments(scope, d, false) else { return None };
        let put = |ghost: &Path| theta.iter().find(|(x, _)| *x == ghost.root).map(|(_, put)| *put);
        let t = Type::Class(d, own.iter().zip(&ghosts).map(|(own, ghost)| put(ghost).unwrap_or(*own)).collect());
        (self.w.subtype(&t, want) && self.w.well_formed(scope, &t)).then_some(t)
    }

    /// A call, of a method whose result has the type that is wanted.
    pub fn call(&mut self, scope: &Scope, depth: u32, want: Option<&Type>) -> Option<Expr> {
        let rank = scope.rank;
        let callable = |t: &Type| self.w.methods(t).iter().any(|&mn| mn < rank);
        let wanted = scope.callee.is_some() && (scope.passed.is_some() || self.c.percent(70));
        let callee = scope.callee.as_ref().filter(|_| wanted);
        let receiver = callee.and_then(|(path, _)| self.readable_path(scope, path)).filter(|r| callable(&r.ty));
        let callee = callee.filter(|_| receiver.is_some());
        let receivers = match receiver {
            Some(receiver) => vec![receiver],
            None => {
                let mut receivers = self.readable(scope, 1, callable);
                self.prefer_sure(scope, &mut receivers);
                // A receiver that can change, and a method whose parameters' types mention it.
                let mutable = |g: &Self, r: &Reach| !r.is_final && !g.naming_this(&r.ty, rank).is_empty();
                if self.tempted(type_c::ARG_FINAL) && receivers.iter().any(|r| mutable(self, r)) {
                    receivers.retain(|r| mutable(self, r));
                }
                receivers
            }
        };
        let r = *self.c.pick(&receivers)?;
        let mut methods: Names = self.w.methods(&r.ty).into_iter().filter(|&mn| mn < scope.rank).collect();
        if let Some((_, mn)) = callee.filter(|(_, mn)| methods.contains(mn)) {
            methods = Names::from_iter([*mn]);
        }
        if !r.is_final {
            let naming = self.naming_this(&r.ty, rank);
            methods.retain(|mn| naming.is_empty() || naming.contains(mn));
        }
        if !scope.locks.is_empty() && methods.len() > 1 && self.c.percent(50) {
            let needs = |w: &super::World<'_>, mn| w.method(&r.ty, mn).is_some_and(|(_, m)| !m.requires.is_empty());
            if methods.iter().any(|&mn| needs(&self.w, mn)) {
                methods.retain(|&mut mn| needs(&self.w, mn));
            }
        }
        let mn = *self.c.pick(&methods)?;
        let (at, found) = self.w.method(&r.ty, mn)?;
        let found = found.signature();
        let only_this = self.w.options.reads(racefree_typeck::options::INVOKE_SUBSTITUTES_THIS_ONLY);
        let mut theta = Theta::from_iter([(THIS, r.path)]);
        let mut args = Vec::new();
        let mut inner = scope.clone();
        inner.relied.push(r.path);
        let scope = &inner;
        for (i, (t, x)) in found.params.iter().enumerate() {
            let s = self.w.instance(&at, &theta, t);
            if !self.w.well_formed(scope, &s) && !self.w.off(exp_invoke::ARGS) {
                return None;
            }
            let mentions = |t: &Type| matches!(t, Type::Class(_, args) if args.iter().any(|l| l.root == *x));
            let in_types = found.params[i + 1..].iter().any(|(t, _)| mentions(t)) || mentions(&found.ret);
            let dependent = in_types || found.requires.iter().any(|l| l.root == *x);
            let arg = match dependent && !only_this {
                true => self.path_of(scope, &s, in_types)?,
                false => match self.passed(scope, &s) {
                    Some(path) => path.expr(),
                    None => self.expected(exp_invoke::ARGS, scope, &s, depth),
                },
            };
            if !only_this {
                theta.push((*x, arg.path().unwrap_or(Path::var(NO_PATH))));
            }
            args.push(arg);
        }
        let ret = self.w.instance(&at, &theta, &found.ret);
        if !self.w.well_formed(scope, &ret) && !self.w.off(exp_invoke::TYPE) {
            return None;
        }
        if want.is_some_and(|want| !self.w.subtype(&ret, want)) {
            return None;
        }
        let mut needs = r.needs;
        if !self.tempted(exp_invoke::REQUIRES_HELD) {
            for l in &found.requires {
                let l = self.w.instance_path(&at, &theta, l);
                if scope.holds(&l) || needs.contains(&l) {
                    continue;
                }
                if !self.lockable(scope, &l) {
                    return None;
                }
                needs.push(l);
            }
        }
        Some(locked(&needs, Expr::Call(Box::new(r.path.expr()), mn, args)))
    }

    /// Methods of a type that can be called here and have a parameter whose type mentions `this`.
    pub(super) fn naming_this(&self, t: &Type, rank: u8) -> Names {
        let mut methods = self.w.methods(t);
        let names = |t: &Type| matches!(t, Type::Class(_, args) if args.iter().any(|l| l.root == THIS));
        methods.retain(|&mut mn| {
            mn < rank && self.w.method(t, mn).is_some_and(|(_, m)| m.params.iter().any(|(t, _)| names(t)))
        });
        methods
    }

    /// The object that calls shall pass, where it fits.
    fn passed(&mut self, scope: &Scope, want: &Type) -> Option<Path> {
        let path = scope.passed.as_ref()?;
        let ty = &scope.get(path.root)?.ty;
        (self.w.subtype(ty, want) && self.c.percent(70)).then_some(*path)
    }

    /// `new c.mn(…)`, of a type that is wanted, with the object's methods called right away.
    pub fn call_of_new(&mut self, scope: &Scope, want: &Type) -> Option<Expr> {
        let mut makes: Names = (self.w.classes.iter())
            .filter(|c| c.name < scope.makes && !self.w.methods(&Type::plain(c.name)).is_empty())
            .map(|c| c.name)
            .collect();
        if self.tempted(exp_sync::LOCK_REAL) {
            let ghostly = |c: &ClassName| self.w.class(*c).is_some_and(|c| !c.ghosts.is_empty());
            if makes.iter().any(ghostly) {
                makes.retain(|c| ghostly(c));
            }
        }
        let c = *self.c.pick(&makes)?;
        let ill = self.tempted(exp_new::TYPE);
        let mut t = self.class_with_arguments(scope, c, ill)?;
        let by_field = |t: &Type| matches!(t, Type::Class(_, args) if args.iter().any(|l| !l.fields.is_empty()));
        if self.tempted(exp_sync::LOCK_REAL) && !by_field(&t) {
            t = self.class_with_arguments(scope, c, ill)?;
        }
        let mut methods = self.w.methods(&t);
        methods.retain(|&mut mn| {
            self.w.method(&t, mn).is_some_and(|(at, m)| {
                m.requires.is_empty() && self.w.subtype(&self.w.instance(&at, &[], &m.ret), want)
            })
        });
        let mn = *self.c.pick(&methods)?;
        let (at, found) = self.w.method(&t, mn)?;
        let found = found.signature();
        // The receiver's substitute is no path, and a parameter's need not be one.
        let mut this = Theta::from_iter([(THIS, Path::var(NO_PATH))]);
        this.extend(found.params.iter().map(|(_, x)| (*x, Path::var(NO_PATH))));
        let ret = self.w.instance(&at, &this, &found.ret);
        if !found.requires.is_empty() || !self.w.subtype(&ret, want) || !self.w.well_formed(scope, &ret) {
            return None;
        }
        let mut args = Vec::new();
        for (s, _) in &found.params {
            let s = self.w.instance(&at, &this, s);
            if !self.w.well_formed(scope, &s) {
                return None;
            }
            args.push(self.expression(scope, &s, 0));
        }
        Some(Expr::Call(Box::new(Expr::New(t)), mn, args))
    }

    /// A path of a type that code can read without more locks: a final one, or one that is held and that no type mentions.
    fn path_of(&mut self, scope: &Scope, want: &Type, in_types: bool) -> Option<Expr> {
        let mut fits = self.readable(scope, 1, |t| self.w.subtype(t, want));
        let any = self.w.off(type_c::ARG_FINAL);
        fits.retain(|r| {
            r.needs.is_empty() && (any || self.final_type(scope, r).is_some() || !in_types && scope.holds(&r.path))
        });
        if let Some(path) = self.passed(scope, want)
            && fits.iter().any(|r| r.path == path)
        {
            return Some(path.expr());
        }
        if fits.iter().any(|r| scope.holds(&r.path)) && self.c.percent(50) {
            fits.retain(|r| scope.holds(&r.path));
        }
        self.c.pick(&fits).map(|r| r.path.expr())
    }
}
