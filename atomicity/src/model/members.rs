//! P; E; ls ⊢ e & a for what refers to a member: reads, writes, calls, `new`.

use super::atomicities::{A, Lock};
use super::lookup::Theta;
use super::{At, CONST, MOVER, Model};
use crate::rules::{atom_assign, atom_class, atom_invoke, atom_ref};
use racefree_grammar::ast::{Basic, ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_typeck::model::Cn;
use std::iter::once;

const ATOMIC: A = A::Is(Basic::Atomic);
const ERROR: A = A::Is(Basic::Error);

impl Model<'_> {
    /// \[ATOM NEW\]  [l…/x…]init(cn<x…>)
    pub(super) fn atom_new(&self, at: &At, t: TypeId) -> A {
        let TypeKind::Class { name, .. } = self.program.ty(t).kind else { return MOVER };
        match Cn::of(self.program, name) {
            None => MOVER,
            Some(_) if !self.on(atom_class::INIT) => MOVER,
            Some(cn) => self.substitute(at, &self.init(cn), &Theta(vec![self.ghosts_written(t)])),
        }
    }

    /// init(cn<x…>), as far as it is known.
    pub(super) fn init(&self, cn: Cn) -> A {
        match cn {
            Cn::Declared(i) => self.known.borrow().inits[i].clone(),
            Cn::Object | Cn::String => MOVER,
        }
    }

    /// \[ATOM REF\]  a; b
    pub(super) fn atom_ref(&self, at: &At, recv: ExprId, fd: Name) -> A {
        let a = self.expr(at, recv);
        let Some((field, cn, ls)) = self.field_in(recv, fd) else { return a };
        let class = self.class(cn);
        let seen = |l: ExprId| self.seen(recv, self.ghosts(cn, &ls), l);
        let guard = class.and_then(|class| self.program.guard_of(class, field));
        let b = match (guard, field.write_guard) {
            _ if field.is_final => CONST,
            (Some(_), _) if !self.on(atom_ref::GUARD) => MOVER,
            (Some(l), _) => self.test(at, seen(l), &MOVER, &ERROR),
            (None, Some(_)) if !self.on(atom_ref::WRITE_GUARD) => MOVER,
            (None, Some(l)) => self.test(at, seen(l), &MOVER, &ATOMIC),
            (None, None) if class.is_some_and(|class| class.thread_local) => MOVER,
            (None, None) if self.is_local(recv) && !self.on(atom_ref::LOCAL) => MOVER,
            (None, None) => {
                if self.on(atom_ref::UNGUARDED) {
                    ATOMIC
                } else {
                    MOVER
                }
            }
        };
        self.all([a, b])
    }

    /// \[ATOM ASSIGN\]  a; a'; b
    pub(super) fn atom_assign(&self, at: &At, recv: ExprId, fd: Name, value: ExprId) -> A {
        let (a, a2) = (self.expr(at, recv), self.expr(at, value));
        let Some((field, cn, ls)) = self.field_in(recv, fd) else { return self.all([a, a2]) };
        let class = self.class(cn);
        let seen = |l: ExprId| self.seen(recv, self.ghosts(cn, &ls), l);
        let guard = class.and_then(|class| self.program.guard_of(class, field));
        let b = match (guard, field.write_guard) {
            _ if field.is_final => CONST,
            (Some(_), _) if !self.on(atom_assign::GUARD) => MOVER,
            (Some(l), _) => self.test(at, seen(l), &MOVER, &ERROR),
            (None, Some(l)) if !self.on(atom_assign::WRITE_GUARD) => self.test(at, seen(l), &MOVER, &ERROR),
            (None, Some(l)) => self.test(at, seen(l), &ATOMIC, &ERROR),
            (None, None) if class.is_some_and(|class| class.thread_local) => MOVER,
            (None, None) if self.is_local(recv) && !self.on(atom_assign::LOCAL) => MOVER,
            (None, None) => {
                if self.on(atom_assign::UNGUARDED) {
                    ATOMIC
                } else {
                    MOVER
                }
            }
        };
        self.all([a, a2, b])
    }

    /// [e/this, l…/x…]l
    fn seen(&self, recv: ExprId, ghosts: Vec<(Name, Option<Lock>)>, l: ExprId) -> Option<Lock> {
        self.theta(ghosts, vec![(Name::THIS, self.lock(recv))]).of(&self.lock(l)?, self)
    }

    /// Whether the class of an expression's type is thread_local.
    fn is_local(&self, e: ExprId) -> bool {
        self.class_type(e).and_then(|(cn, _)| self.class(cn)).is_some_and(|class| class.thread_local)
    }

    /// \[ATOM INVOKE\]  a; a₁;…;aₙ; b
    pub(super) fn atom_invoke(&self, at: &At, recv: ExprId, mn: Name, es: &[ExprId]) -> A {
        let a = self.expr(at, recv);
        let args: Vec<A> = es.iter().map(|&e| self.expr(at, e)).collect();
        let args = if self.on(atom_invoke::ARGS) { args } else { Vec::new() };
        self.all(once(a).chain(args).chain(once(self.called(at, recv, mn, es))))
    }

    /// b: the join over the methods that may run, each with θ.
    fn called(&self, at: &At, recv: ExprId, mn: Name, es: &[ExprId]) -> A {
        let Some((cn, ls)) = self.class_type(recv) else { return CONST };
        let found =
            self.supertypes(cn, ls.clone()).into_iter().find_map(|(c, ls)| Some((self.own_method(c, mn)?, c, ls)));
        let mut b = match &found {
            Some((m, c, ls)) => self.target(at, *m, self.ghosts(*c, ls), recv, es),
            None => match (cn, self.program.text(mn)) {
                (Cn::String, "substring" | "concat") => MOVER,
                (_, "equals") | (Cn::String, "length" | "charAt" | "indexOf") => CONST,
                _ => return CONST,
            },
        };
        let declares = found.is_some_and(|(m, ..)| self.known.borrow().declared[m].is_some());
        if self.on(atom_invoke::DISPATCH) && !declares && cn != Cn::String {
            for (c, m) in self.below(cn, mn) {
                b = b.join(&self.target(at, m, self.ghosts_of_subclass(c, cn, &ls), recv, es));
            }
        }
        b
    }

    /// The subclasses of a class that declare a method.
    fn below(&self, cn: Cn, mn: Name) -> Vec<(Cn, usize)> {
        let classes = (0..self.program.classes.len()).map(Cn::Declared).filter(|&c| c != cn);
        let below = classes.filter(|&c| self.supertypes(c, Vec::new()).iter().any(|(above, _)| *above == cn));
        below.filter_map(|c| Some((c, self.own_method(c, mn)?))).collect()
    }

    /// The ghosts of a subclass that stand for one of a class: what they are at a type of that class.
    fn ghosts_of_subclass(&self, c: Cn, cn: Cn, ls: &[Option<Lock>]) -> Vec<(Name, Option<Lock>)> {
        let own = self.class(c).map_or(&[][..], |class| self.program.ghosts_of(class));
        let own_locks = own.iter().map(|g| Some(Lock(vec![self.program.text(g.name).to_owned()]))).collect();
        let seen = self.supertypes(c, own_locks).into_iter().find(|(above, _)| *above == cn);
        let pairs = seen.into_iter().flat_map(|(_, over)| over.into_iter().zip(ls));
        let plain = |l: Option<Lock>| own.iter().find(|g| l == Some(Lock(vec![self.program.text(g.name).to_owned()])));
        pairs.filter_map(|(over, l)| Some((plain(over)?.name, l.clone()))).collect()
    }

    /// θa for one method that may run. What θ does not put elsewhere means nothing here.
    fn target(&self, at: &At, m: usize, ghosts: Vec<(Name, Option<Lock>)>, recv: ExprId, es: &[ExprId]) -> A {
        let this = (Name::THIS, self.lock(recv));
        let a = self.of_method(m);
        if !self.on(atom_invoke::SUBSTITUTION) {
            return self.substitute(at, &a, &Theta(vec![vec![this]]));
        }
        let params = self.program.params_of(&self.program.methods[m]).iter().map(|param| param.name);
        let params = params.zip(es.iter().map(|&e| self.lock(e)));
        let theta = self.theta(ghosts, once(this).chain(params).collect());
        let literal = self.options.reads(crate::system::GHOSTS_FIRST);
        a.put(&|l| self.here(at, theta.of(l, self).filter(|_| literal || theta.puts(&l.0[0], self))))
    }
}
