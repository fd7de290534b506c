//! P; E; ls ⊢ e & a for what refers to a member: reads, writes, calls, `new`.

use super::atomicities::{A, Lock, Put};
use super::over::FieldAt;
use super::theta::{Step, Theta};
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
            Some(cn) => self.substitute(at, &self.init(cn), &Theta(vec![self.of_written(at, t)])),
        }
    }

    /// init(cn<x…>), as far as it is known.
    pub(super) fn init(&self, cn: Cn) -> A {
        match cn {
            Cn::Declared(i) => self.known.borrow().inits[i].clone(),
            Cn::Object | Cn::String => MOVER,
        }
    }

    /// θ for a type that is written at a place.
    pub(super) fn of_written(&self, at: &At, t: TypeId) -> Step {
        self.beneath.of_written(t, &|x| at.env.iter().any(|(y, _)| *y == x))
    }

    /// \[ATOM REF\]  a; b
    pub(super) fn atom_ref(&self, at: &At, recv: ExprId, fd: Name) -> A {
        self.all([self.expr(at, recv), self.read(at, recv, fd)])
    }

    /// What it is to read the field.
    fn read(&self, at: &At, recv: ExprId, fd: Name) -> A {
        let Some(found) = self.beneath.field(recv, fd) else { return CONST };
        let seen = |l: &Lock| self.seen(recv, &found, l);
        match (&found.guard, &found.write_guard) {
            _ if found.field.is_final => CONST,
            (Some(_), _) if !self.on(atom_ref::GUARD) => MOVER,
            (Some(l), _) => self.test(at, seen(l), &MOVER, &ERROR),
            (None, Some(_)) if !self.on(atom_ref::WRITE_GUARD) => MOVER,
            (None, Some(l)) => self.test(at, seen(l), &MOVER, &ATOMIC),
            (None, None) if self.class(found.class).is_some_and(|class| class.thread_local) => MOVER,
            (None, None) if self.is_local(recv) && !self.on(atom_ref::LOCAL) => MOVER,
            (None, None) if self.on(atom_ref::UNGUARDED) => ATOMIC,
            (None, None) => MOVER,
        }
    }

    /// \[ATOM ASSIGN\]  a; a'; b
    pub(super) fn atom_assign(&self, at: &At, recv: ExprId, fd: Name, value: ExprId) -> A {
        self.all([self.expr(at, recv), self.expr(at, value), self.write(at, recv, fd)])
    }

    /// `e.fd--` reads the field and sets it to null.
    pub(super) fn atom_take(&self, at: &At, recv: ExprId, fd: Name) -> A {
        self.all([self.expr(at, recv), self.read(at, recv, fd), self.write(at, recv, fd)])
    }

    /// What it is to write the field.
    fn write(&self, at: &At, recv: ExprId, fd: Name) -> A {
        let Some(found) = self.beneath.field(recv, fd) else { return CONST };
        let seen = |l: &Lock| self.seen(recv, &found, l);
        match (&found.guard, &found.write_guard) {
            _ if found.field.is_final => CONST,
            (Some(_), _) if !self.on(atom_assign::GUARD) => MOVER,
            (Some(l), _) => self.test(at, seen(l), &MOVER, &ERROR),
            (None, Some(l)) if !self.on(atom_assign::WRITE_GUARD) => self.test(at, seen(l), &MOVER, &ERROR),
            (None, Some(l)) => self.test(at, seen(l), &ATOMIC, &ERROR),
            (None, None) if self.class(found.class).is_some_and(|class| class.thread_local) => MOVER,
            (None, None) if self.is_local(recv) && !self.on(atom_assign::LOCAL) => MOVER,
            (None, None) if self.on(atom_assign::UNGUARDED) => ATOMIC,
            (None, None) => MOVER,
        }
    }

    /// [e/this, l…/x…]l
    fn seen(&self, recv: ExprId, found: &FieldAt<'_>, l: &Lock) -> Put {
        self.theta(found.theta.clone(), vec![(Name::THIS, self.path(recv))]).of(self.program, l)
    }

    /// Whether the class of an expression's type is thread_local.
    fn is_local(&self, e: ExprId) -> bool {
        self.beneath.class_of(e).and_then(|cn| self.class(cn)).is_some_and(|class| class.thread_local)
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
        let Some(cn) = self.beneath.class_of(recv) else { return CONST };
        let found = self.beneath.above(cn).into_iter().find_map(|c| Some((c, self.own_method(c, mn)?)));
        let mut b = match found {
            Some((c, m)) => self.target(at, c, m, recv, es),
            None => match (cn, self.program.text(mn)) {
                (Cn::String, "substring" | "concat") => MOVER,
                (_, "equals") | (Cn::String, "length" | "charAt" | "indexOf") => CONST,
                _ => return CONST,
            },
        };
        let declares = found.is_some_and(|(_, m)| self.known.borrow().declared[m].is_some());
        if self.on(atom_invoke::DISPATCH) && !declares && cn != Cn::String {
            for (c, m) in self.below(cn, mn) {
                b = b.join(&self.target(at, c, m, recv, es));
            }
        }
        b
    }

    /// The subclasses of a class that declare a method.
    fn below(&self, cn: Cn, mn: Name) -> Vec<(Cn, usize)> {
        let classes = (0..self.program.classes.len()).map(Cn::Declared).filter(|&c| c != cn);
        let below = classes.filter(|&c| self.beneath.above(c).contains(&cn));
        below.filter_map(|c| Some((c, self.own_method(c, mn)?))).collect()
    }

    /// θa for one method that may run. What θ does not put elsewhere means nothing here.
    fn target(&self, at: &At, class: Cn, m: usize, recv: ExprId, es: &[ExprId]) -> A {
        let this = (Name::THIS, self.path(recv));
        let a = self.of_method(m);
        if !self.on(atom_invoke::SUBSTITUTION) {
            return self.substitute(at, &a, &Theta(vec![Step { vars: vec![this], formals: Vec::new() }]));
        }
        let params = self.program.params_of(&self.program.methods[m]).iter().map(|param| param.name);
        let params = params.zip(es.iter().map(|&e| self.path(e)));
        let theta = self.theta(self.beneath.of_call(recv, es, class, m), once(this).chain(params).collect());
        let literal = self.options.reads(crate::system::GHOSTS_FIRST);
        let puts = |l: &Lock| literal || theta.puts(self.program, l);
        a.put(&|l| self.here(at, if puts(l) { theta.of(self.program, l) } else { Put::Either }))
    }
}
