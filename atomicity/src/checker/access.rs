//! Reads, writes, calls and `new`: what refers to a member of a class, with its locks as they are called here.

use super::{Called, Checker};
use crate::judgment::Judgment;
use crate::locks::Locks;
use crate::rules::{atom_assign, atom_class, atom_invoke, atom_new, atom_ref};
use crate::tree::Tree;
use racefree_grammar::ast::{Basic, Expr, ExprId, List, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Substitution};
use racefree_kernel::{PremiseId, Recorder};
use racefree_program::{ClassId, MethodId, Predefined};
use racefree_typeck::typed::Member;
use racefree_typeck::types::Ty;

/// The premises of \[ATOM REF\] and \[ATOM ASSIGN\] about the field.
struct FieldPremises {
    guard: PremiseId,
    write_guard: PremiseId,
    local: PremiseId,
    unguarded: PremiseId,
}

const READ: FieldPremises = FieldPremises {
    guard: atom_ref::GUARD,
    write_guard: atom_ref::WRITE_GUARD,
    local: atom_ref::LOCAL,
    unguarded: atom_ref::UNGUARDED,
};

const WRITE: FieldPremises = FieldPremises {
    guard: atom_assign::GUARD,
    write_guard: atom_assign::WRITE_GUARD,
    local: atom_assign::LOCAL,
    unguarded: atom_assign::UNGUARDED,
};

/// How a field is kept, its guard as the access names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FieldKind {
    /// It is final.
    Final,
    /// `guarded_by`
    Guarded(Path),
    /// `write_guarded_by`
    WriteGuarded(Path),
    /// Of a thread_local class.
    Local,
    /// None of these.
    Plain,
}

/// θ: at once, or by the literal reading the ghosts first.
#[derive(Clone, Default, Debug)]
pub(crate) struct Theta {
    first: Substitution,
    second: Option<Substitution>,
}

impl Theta {
    /// [lᵢ/xᵢ], and at once or after that what is added.
    pub(crate) fn new(ghosts: Substitution, ghosts_first: bool) -> Theta {
        Theta { first: ghosts, second: ghosts_first.then(Substitution::default) }
    }

    pub(crate) fn add(&mut self, x: Name, path: Path) {
        self.second.as_mut().unwrap_or(&mut self.first).add(x, path);
    }

    /// Whether something is put in for what a lock starts with.
    pub(crate) fn puts(&self, locks: &Locks<'_>, lock: Path) -> bool {
        match locks.paths.root(lock) {
            Root::Var(x) => self.first.get(x).is_some() || self.second.as_ref().is_some_and(|s| s.get(x).is_some()),
            Root::Expr(_) | Root::Open(_) => false,
        }
    }

    /// As one substitution.
    fn at_once(mut self) -> Substitution {
        for &(x, l) in self.second.take().unwrap_or_default().entries() {
            self.first.add(x, l);
        }
        self.first
    }

    /// θl
    pub(crate) fn of(&self, locks: &mut Locks<'_>, lock: Path) -> Path {
        let lock = locks.paths.substitute(lock, &self.first);
        match &self.second {
            Some(second) => locks.paths.substitute(lock, second),
            None => lock,
        }
    }
}

impl<'c, 'p, R: Recorder<Judgment>> Checker<'c, 'p, R> {
    /// \[ATOM REF\]
    pub(super) fn atom_ref(&mut self, e: ExprId, recv: ExprId) -> Tree {
        self.recorder.open(atom_ref::RULE);
        let first = self.part(atom_ref::RECEIVER, recv);
        let access = self.access(e, recv, false);
        self.trees.then(first, access)
    }

    /// \[ATOM ASSIGN\]
    pub(super) fn atom_assign(&mut self, e: ExprId, recv: ExprId, value: ExprId) -> Tree {
        self.recorder.open(atom_assign::RULE);
        let first = self.part(atom_assign::RECEIVER, recv);
        let second = self.part(atom_assign::VALUE, value);
        let access = self.access(e, recv, true);
        let before = self.trees.then(first, second);
        self.trees.then(before, access)
    }

    /// What an access to the field is, receiver and value aside.
    fn access(&mut self, e: ExprId, recv: ExprId, writes: bool) -> Tree {
        let premises = if writes { &WRITE } else { &READ };
        let Some(kind) = self.field_kind(e, recv) else { return Tree::CONST };
        match kind {
            FieldKind::Final => Tree::CONST,
            FieldKind::Guarded(lock) => match self.choose(premises.guard) {
                true => self.test(lock, Basic::Mover, Basic::Error),
                false => Tree::basic(Basic::Mover),
            },
            FieldKind::WriteGuarded(lock) => match (writes, self.choose(premises.write_guard)) {
                (false, true) => self.test(lock, Basic::Mover, Basic::Atomic),
                (false, false) => Tree::basic(Basic::Mover),
                (true, true) => self.test(lock, Basic::Atomic, Basic::Error),
                (true, false) => self.test(lock, Basic::Mover, Basic::Error),
            },
            FieldKind::Local => {
                self.choose(premises.local);
                Tree::basic(Basic::Mover)
            }
            FieldKind::Plain => {
                let receiver = self.typed.point(recv).and_then(|point| self.typed.cx().types.class_of(point.ty));
                let local = receiver.is_some_and(|class| self.classes().get(class).thread_local);
                if local && !self.in_force(premises.local) {
                    self.choose(premises.local);
                    return Tree::basic(Basic::Mover);
                }
                let in_force = self.choose(premises.unguarded);
                Tree::basic(if in_force { Basic::Atomic } else { Basic::Mover })
            }
        }
    }

    /// How the field of an access is kept.
    pub(crate) fn field_kind(&mut self, e: ExprId, recv: ExprId) -> Option<FieldKind> {
        let (f, at) = self.field_of(e)?;
        let field = &self.program.fields[f as usize];
        let class = self.typed.cx().types.class_of(at)?;
        if field.is_final {
            return Some(FieldKind::Final);
        }
        let guard = self.classes().decl(class).and_then(|decl| self.program.guard_of(decl, field));
        Some(match (guard, field.write_guard) {
            (Some(guard), _) => FieldKind::Guarded(self.seen(guard, at, recv)),
            (None, Some(guard)) => FieldKind::WriteGuarded(self.seen(guard, at, recv)),
            (None, None) if self.classes().get(class).thread_local => FieldKind::Local,
            (None, None) => FieldKind::Plain,
        })
    }

    /// The guard of the field of an access as its class declares it.
    pub(crate) fn guard_as_written(&mut self, e: ExprId) -> Option<(ClassId, Path)> {
        let (f, at) = self.field_of(e)?;
        let field = &self.program.fields[f as usize];
        let class = self.typed.cx().types.class_of(at)?;
        let guard = self.classes().decl(class).and_then(|decl| self.program.guard_of(decl, field));
        Some((class, self.trees.locks.of(guard.or(field.write_guard)?)))
    }

    /// The declared methods that a call may run, each with θ.
    pub(crate) fn targets(&mut self, e: ExprId, recv: ExprId) -> Vec<(u32, Substitution)> {
        let Some(Member::Method(found, at)) = self.typed.point(e).and_then(|point| point.member) else {
            return Vec::new();
        };
        let Expr::Call { args, .. } = self.program.expr(e) else { return Vec::new() };
        let mut all = Vec::new();
        if let MethodId::Declared(m) = found {
            let ghosts = self.ghosts_of(at);
            all.push((m, self.theta(m, ghosts, recv, args).at_once()));
            if self.declared[m as usize].is_some() {
                return all;
            }
        }
        for (class, m) in self.overriding(recv, found) {
            let ghosts = self.ghosts_from(class, recv);
            all.push((m, self.theta(m, ghosts, recv, args).at_once()));
        }
        all
    }

    /// The field of an access, and the class type that declares it, as the receiver's type is seen there.
    pub(crate) fn field_of(&self, e: ExprId) -> Option<(u32, Ty)> {
        match self.typed.point(e)?.member? {
            Member::Field(f, at) => Some((f, at)),
            Member::Method(..) => None,
        }
    }

    /// A lock of a member's declaration as it is called here: [e/this, l…/x…]l.
    pub(crate) fn seen(&mut self, lock: ExprId, at: Ty, recv: ExprId) -> Path {
        if let Expr::Var(Name::THIS) = self.program.expr(lock) {
            return self.trees.locks.of(recv);
        }
        let mut theta = Theta::new(self.ghosts_of(at), self.ghosts_first());
        theta.add(Name::THIS, self.trees.locks.of(recv));
        let lock = self.trees.locks.of(lock);
        theta.of(&mut self.trees.locks, lock)
    }

    /// [lᵢ/xᵢ] for a type cn<l₁…ₙ>.
    fn ghosts_of(&mut self, at: Ty) -> Substitution {
        let cx = self.typed.cx();
        let mut theta = Substitution::default();
        if let Some(class) = cx.types.class_of(at).and_then(|class| self.classes().decl(class)) {
            for (ghost, &arg) in self.program.ghosts_of(class).iter().zip(cx.types.args(at)) {
                theta.add(ghost.name, self.trees.locks.from(&cx.types.paths, arg));
            }
        }
        theta
    }

    /// \[ATOM NEW\]  [l…/x…]init(cn<x…>)
    pub(super) fn atom_new(&mut self, ty: TypeId) -> Tree {
        self.recorder.open(atom_new::RULE);
        self.given(atom_new::INIT);
        let TypeKind::Class { name, args } = self.program.ty(ty).kind else { return Tree::basic(Basic::Mover) };
        let Some(class) = self.classes().find(name) else { return Tree::basic(Basic::Mover) };
        if !self.in_force(atom_class::INIT) {
            return Tree::basic(Basic::Mover);
        }
        let (init, ghosts) = (self.inits[class.index()], self.ghosts_written(class, args));
        self.substitute(init, |locks, lock| Some(locks.paths.substitute(lock, &ghosts)))
    }

    /// [lᵢ/xᵢ] for a written type.
    pub(crate) fn ghosts_written(&mut self, class: ClassId, args: List) -> Substitution {
        let mut theta = Substitution::default();
        if let Some(decl) = self.classes().decl(class) {
            for (ghost, &arg) in self.program.ghosts_of(decl).iter().zip(self.program.list(args)) {
                theta.add(ghost.name, self.trees.locks.of(arg));
            }
        }
        theta
    }

    /// \[ATOM INVOKE\]
    pub(super) fn atom_invoke(&mut self, e: ExprId, recv: ExprId, args: List) -> Tree {
        self.recorder.open(atom_invoke::RULE);
        let mut a = self.part(atom_invoke::RECEIVER, recv);
        let all = self.in_force(atom_invoke::ARGS);
        for &arg in self.program.list(args) {
            let of = self.part(atom_invoke::ARGS, arg);
            a = if all { self.trees.then(a, of) } else { a };
        }
        let b = self.called(e, recv, args);
        self.trees.then(a, b)
    }

    /// θb for a call: what the methods are that may run.
    fn called(&mut self, e: ExprId, recv: ExprId, args: List) -> Tree {
        let Some(Member::Method(found, at)) = self.typed.point(e).and_then(|point| point.member) else {
            return Tree::CONST;
        };
        let dispatches = self.choose(atom_invoke::DISPATCH);
        self.choose(atom_invoke::SUBSTITUTION);
        self.choose(atom_invoke::ESCAPING);
        let mut b = match found {
            MethodId::Predefined(Predefined::Substring | Predefined::Concat) => Tree::basic(Basic::Mover),
            MethodId::Predefined(_) => Tree::CONST,
            MethodId::Declared(m) => self.target(e, m, |it| it.ghosts_of(at), recv, args),
        };
        let declares = matches!(found, MethodId::Declared(m) if self.declared[m as usize].is_some());
        if dispatches && !declares && found != MethodId::Predefined(Predefined::StringEquals) {
            for (class, m) in self.overriding(recv, found) {
                let other = self.target(e, m, |it| it.ghosts_from(class, recv), recv, args);
                b = self.trees.join(b, other);
            }
        }
        b
    }

    /// The methods of its name in the subclasses of the receiver's static class.
    pub(crate) fn overriding(&self, recv: ExprId, found: MethodId) -> Vec<(ClassId, u32)> {
        let Some(class) = self.typed.point(recv).and_then(|p| self.typed.cx().types.class_of(p.ty)) else {
            return Vec::new();
        };
        let name = match found {
            MethodId::Declared(m) => Some(self.program.methods[m as usize].name),
            MethodId::Predefined(m) => self.program.names.find(m.name()),
        };
        name.map_or(Vec::new(), |name| self.declared_below(class, name).to_vec())
    }

    /// The methods of a name that the subclasses of a class declare.
    pub(crate) fn declared_below(&self, class: ClassId, name: Name) -> &[(ClassId, u32)] {
        let end = self.classes().get(class).end;
        let Some(all) = self.by_name.get(&name).filter(|_| end.0 > class.0 + 1) else { return &[] };
        &all[all.partition_point(|(c, _)| *c <= class)..all.partition_point(|(c, _)| *c < end)]
    }

    /// The arguments of a superclass, over the ghosts of a class.
    pub(crate) fn superclass_args(&mut self, class: ClassId, top: ClassId) -> Vec<Path> {
        let (mut seen, mut below): (Option<Vec<Path>>, ClassId) = (None, class);
        while below != top {
            let Some((decl, above)) = self.classes().decl(below).zip(self.classes().get(below).superclass) else {
                return Vec::new();
            };
            let written = match decl.extends.map(|ty| self.program.ty(ty).kind) {
                Some(TypeKind::Class { args, .. }) => self.program.list(args),
                _ => &[],
            };
            let mut args: Vec<Path> = written.iter().map(|&l| self.trees.locks.of(l)).collect();
            if let Some(put) = seen.take() {
                let mut ghosts = Substitution::default();
                for (ghost, &l) in self.program.ghosts_of(decl).iter().zip(&put) {
                    ghosts.add(ghost.name, l);
                }
                for l in &mut args {
                    *l = self.trees.locks.paths.substitute(*l, &ghosts);
                }
            }
            (seen, below) = (Some(args), above);
        }
        seen.unwrap_or_default()
    }

    /// Of a subclass of the receiver's static class, the ghosts that stand for one of that class: what they are here.
    fn ghosts_from(&mut self, class: ClassId, recv: ExprId) -> Substitution {
        let cx = self.typed.cx();
        let Some(at) = self.typed.point(recv).map(|point| point.ty) else { return Substitution::default() };
        let Some(top) = cx.types.class_of(at) else { return Substitution::default() };
        let args: Vec<Path> = cx.types.args(at).iter().map(|&l| self.trees.locks.from(&cx.types.paths, l)).collect();
        self.ghosts_at(class, top, &args)
    }

    /// The ghosts of a subclass that stand for one of a class, at a type of that class with these arguments.
    fn ghosts_at(&mut self, class: ClassId, top: ClassId, args: &[Path]) -> Substitution {
        let mut theta = Substitution::default();
        for (over, &arg) in self.superclass_args(class, top).into_iter().zip(args) {
            // A superclass must not mention `this` (D1); where one does, `this` is no ghost all the same.
            if let (Root::Var(x), 0) = (self.trees.locks.paths.root(over), self.trees.locks.paths.len(over))
                && x != Name::THIS
            {
                theta.add(x, arg);
            }
        }
        theta
    }

    /// What a caller sees of a method that has a receiver of the method's own class: the method joined with all that override it.
    pub(crate) fn for_callers(&mut self, m: u32) -> Tree {
        let (mut a, class) = (self.of_method(m), self.owners[m as usize]);
        let decl = &self.program.methods[m as usize];
        let below = self.declared_below(class, decl.name).to_vec();
        if self.declared[m as usize].is_some() || below.is_empty() {
            return a;
        }
        let depth = self.scope.depth();
        self.enter_method(m);
        let ghosts = self.classes().decl(class).map_or(&[][..], |decl| self.program.ghosts_of(decl));
        let args: Vec<Path> = ghosts.iter().map(|ghost| self.trees.locks.paths.var(ghost.name)).collect();
        for (subclass, other) in below {
            let mut theta = Theta::new(self.ghosts_at(subclass, class, &args), self.ghosts_first());
            theta.add(Name::THIS, self.trees.locks.paths.var(Name::THIS));
            let theirs = self.program.params_of(&self.program.methods[other as usize]);
            for (own, theirs) in self.program.params_of(decl).iter().zip(theirs) {
                theta.add(theirs.name, self.trees.locks.paths.var(own.name));
            }
            let of = self.of_method(other);
            let of = self.substituted(of, &theta);
            a = self.trees.join(a, of);
        }
        self.scope.leave(depth);
        a
    }

    /// θ for a call of a method.
    pub(crate) fn theta(&mut self, m: u32, ghosts: Substitution, recv: ExprId, args: List) -> Theta {
        let this = self.trees.locks.of(recv);
        if !self.in_force(atom_invoke::SUBSTITUTION) {
            let mut theta = Theta::default();
            theta.add(Name::THIS, this);
            return theta;
        }
        let mut theta = Theta::new(ghosts, self.ghosts_first());
        theta.add(Name::THIS, this);
        let params = self.program.params_of(&self.program.methods[m as usize]);
        for (param, &arg) in params.iter().zip(self.program.list(args)) {
            theta.add(param.name, self.trees.locks.of(arg));
        }
        theta
    }

    /// θa for one method that may run.
    fn target(
        &mut self,
        e: ExprId,
        m: u32,
        ghosts: impl FnOnce(&mut Self) -> Substitution,
        recv: ExprId,
        args: List,
    ) -> Tree {
        let mut here = self.of_method(m);
        if here.as_basic().is_none() {
            let ghosts = ghosts(self);
            let theta = self.theta(m, ghosts, recv, args);
            here = self.substituted(here, &theta);
        }
        if self.counts {
            let held = if here.as_basic().is_none() { self.locks_at(e) } else { Vec::new() };
            let atomicity = self.trees.at(here, |l| held.contains(&l));
            self.calls.push(Called { method: m, at: e, caller: self.within, atomicity });
        }
        here
    }

    /// θa; a lock of the method that θ does not put elsewhere means nothing here.
    fn substituted(&mut self, a: Tree, theta: &Theta) -> Tree {
        let literal = !self.in_force(atom_invoke::SUBSTITUTION) || self.ghosts_first();
        self.substitute(a, |locks, lock| (literal || theta.puts(locks, lock)).then(|| theta.of(locks, lock)))
    }
}
