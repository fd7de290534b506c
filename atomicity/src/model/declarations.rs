//! Programs, classes, methods, overriding; the least consistent assignment.

use super::atomicities::{A, Put};
use super::theta::{Step, Theta};
use super::{At, CONST, MOVER, Model};
use crate::rules::{atom_class, atom_method, atom_override, atom_prog};
use crate::system::NEAREST_DECLARED;
use racefree_grammar::ast::{Atom, AtomId, Basic, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use racefree_typeck::model::Cn;
use std::collections::BTreeSet;
use std::iter::once;

impl Model<'_> {
    /// \[ATOM PROG\], with the least consistent assignment.
    pub(super) fn prog(&self) {
        self.assign();
        *self.failed.borrow_mut() = Some(BTreeSet::new());
        if let Some(main) = self.program.main {
            let a = self.expr(&At::default(), main);
            self.premise(atom_prog::NO_ERROR, self.program.span(main), a.at(&[]) != Basic::Error);
        }
        (0..self.program.classes.len()).for_each(|i| self.atom_class(i));
    }

    /// Every method and initialiser starts at const, and the rules are applied until nothing changes.
    fn assign(&self) {
        self.known.borrow_mut().declared = self.declarations();
        while (0..self.program.classes.len()).filter(|&i| self.again(i)).count() > 0 {}
    }

    /// What methods declare.
    pub(super) fn declarations(&self) -> Vec<Option<A>> {
        let methods =
            (0..self.program.methods.len()).map(|m| (m, self.program.clauses_of(&self.program.methods[m]).atomicity));
        methods.map(|(m, a)| Some(self.written(&self.in_method(m), a?))).collect()
    }

    /// What a method's body is, by the assignment so far.
    pub(super) fn body(&self, m: usize) -> A {
        self.expr(&self.in_method(m), self.program.methods[m].body)
    }

    /// Applies the rules to a class and its methods; whether that changes what one of them is.
    fn again(&self, i: usize) -> bool {
        let init = self.initialised(i);
        let mut changed = std::mem::replace(&mut self.known.borrow_mut().inits[i], init.clone()) != init;
        for m in self.program.classes.at(i).methods.indices() {
            let body = self.body(m);
            changed |= std::mem::replace(&mut self.known.borrow_mut().bodies[m], body.clone()) != body;
        }
        changed
    }

    /// G, c this
    fn in_class(&self, i: usize) -> At {
        let ghosts = self.program.ghosts_of(&self.program.classes.at(i)).iter();
        let env = ghosts.map(|g| (g.name, self.class_of(g.ty))).chain(once((Name::THIS, Some(Cn::Declared(i)))));
        let class = Cn::Declared(i);
        At { env: env.collect(), class: Some(class), not_self: self.beneath.not_self(class, None), ..At::default() }
    }

    /// G, c this, arg*; ls
    fn in_method(&self, m: usize) -> At {
        let class = self.program.classes.iter().position(|class| class.methods.indices().contains(&m));
        let Some(i) = class else { return At::default() };
        let (mut at, cn) = (self.in_class(i), Cn::Declared(i));
        at.env.extend(self.program.params_of(&self.program.methods[m]).iter().map(|p| (p.name, self.class_of(p.ty))));
        at.not_self = self.beneath.not_self(cn, Some(m));
        at.held = self.beneath.requires(cn, m).into_iter().map(|l| self.named(&at, l)).collect();
        at.within = Some(m);
        at
    }

    /// What callers see of a method.
    pub(super) fn of_method(&self, m: usize) -> A {
        let known = self.known.borrow();
        known.declared[m].clone().unwrap_or_else(|| known.bodies[m].clone())
    }

    /// A written atomicity.
    fn written(&self, at: &At, a: AtomId) -> A {
        deep(|| match self.program.atom(a) {
            Atom::Basic(basic) => A::Is(basic),
            Atom::Held { lock, then, otherwise } => {
                let (then, otherwise) = (self.written(at, then), self.written(at, otherwise));
                let l = self.written_lock(at, lock, true).map_or(Put::Either, Put::Lock);
                self.test(at, l, &then, &otherwise)
            }
        })
    }

    /// The locks of a written atomicity.
    fn written_locks(&self, a: AtomId) -> Vec<ExprId> {
        match self.program.atom(a) {
            Atom::Basic(_) => Vec::new(),
            Atom::Held { lock, then, otherwise } => {
                deep(|| [vec![lock], self.written_locks(then), self.written_locks(otherwise)].concat())
            }
        }
    }

    /// \[ATOM CLASS\]
    fn atom_class(&self, i: usize) {
        let class = &self.program.classes.at(i);
        for field in self.program.fields_of(class) {
            let guarded = field.is_final || self.program.guard_of(class, field).is_some();
            let of_one_thread = self.class_of(field.ty).and_then(|cn| self.class(cn)).is_some_and(|c| c.thread_local);
            let holds = class.thread_local || guarded || !of_one_thread;
            self.premise(atom_class::UNGUARDED_TYPE, field.span, holds);
        }
        self.initialised(i);
        class.methods.indices().for_each(|m| self.atom_method(i, m));
    }

    /// init(cn<x…>) = mover; init(c); a₁;…;aₙ, this… not held
    fn initialised(&self, i: usize) -> A {
        let (class, at) = (&self.program.classes.at(i), self.in_class(i));
        let above = class.extends.and_then(|t| Some((t, self.class_of(t)?)));
        let above = above.map_or(CONST, |(t, cn)| {
            let theta = Theta(vec![self.of_written(&at, t)]);
            self.substitute(&at, &self.init(cn), &theta)
        });
        let inits = self.program.fields_of(class).iter().filter_map(|f| f.init).map(|e| self.expr(&at, e));
        self.all([MOVER, above].into_iter().chain(inits)).put(&|l| match l.path.first().is_some_and(|x| x == "this") {
            true => Put::Unheld,
            false => Put::Lock(l.clone()),
        })
    }

    /// \[ATOM METHOD\]
    fn atom_method(&self, i: usize, m: usize) {
        let (method, at) = (&self.program.methods[m], self.in_method(m));
        let b = self.expr(&at, method.body);
        for l in self.program.clauses_of(method).atomicity.map_or(Vec::new(), |a| self.written_locks(a)) {
            let is_final = self.written_lock(&at, l, true).is_some_and(|l| self.is_final(&at, &l));
            self.premise(atom_method::DECLARED_FINAL, method.span, is_final);
        }
        if let Some(a) = &self.known.borrow().declared[m] {
            self.premise(atom_method::DECLARED, method.span, b.below(a));
        }
        let above = self.beneath.above(Cn::Declared(i)).into_iter().skip(1);
        let overridden = above.filter_map(|c| Some((c, self.own_method(c, method.name)?)));
        let counted = if self.options.reads(NEAREST_DECLARED) { 1 } else { usize::MAX };
        for (c, over) in overridden.take(counted) {
            self.promised(&at, m, over, self.beneath.of_overridden(Cn::Declared(i), m, c, over));
        }
        if !method.atomic && self.overrides_atomic(&at, method.name) && self.on(atom_override::CLAIMED) {
            self.claim(self.head(m), &b, &at.held);
        }
    }

    /// The premise `declared` of \[ATOM OVERRIDE\], a method that m overrides, directly or not, seen with those ghosts.
    fn promised(&self, at: &At, m: usize, over: usize, ghosts: Step) {
        let (method, overridden) = (&self.program.methods[m], &self.program.methods[over]);
        let promised = self.known.borrow().declared[over].clone();
        if let Some(promised) = promised {
            let var = |x: Name| vec![self.program.text(x).to_owned()];
            let own = self.program.params_of(method).iter().map(|p| var(p.name));
            let params = self.program.params_of(overridden).iter().map(|p| p.name).zip(own);
            let vars = once((Name::THIS, var(Name::THIS))).chain(params).chain(ghosts.vars).collect();
            let theta = Theta(vec![Step { vars, formals: ghosts.formals }]);
            let holds = self.of_method(m).below(&self.substitute(at, &promised, &theta));
            self.premise(atom_override::DECLARED, method.span, holds);
        }
    }

    /// Whether the class that a place is in has a superclass with an atomic method of that name.
    fn overrides_atomic(&self, at: &At, mn: Name) -> bool {
        let Some(cn) = at.class else { return false };
        let mut above = self.beneath.above(cn).into_iter().skip(1).filter_map(|c| self.own_method(c, mn));
        above.any(|m| self.program.methods[m].atomic)
    }
}
