//! Reads, writes, calls and `new`: what refers to a member of a class, with its locks as they are called here.

use super::{Checker, Site, escaping};
use crate::judgment::Judgment;
use crate::locks::{Kind, Lock};
use crate::options::GHOSTS_FIRST;
use crate::over::Guard;
use crate::reading::{Reading, Rule};
use crate::rules::{atom_assign, atom_class, atom_invoke, atom_new, atom_ref};
use crate::theta::{Mapping, Theta};
use crate::tree::{TestOutcome, Tree};
use racefree_grammar::ast::{Basic, Expr, ExprId, List, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_kernel::PremiseId;
use racefree_program::{ClassId, MethodId, Predefined};
use smallvec::SmallVec;

/// The premises of \[ATOM REF\] about the field.
const READ: [PremiseId; 4] = [atom_ref::GUARD, atom_ref::WRITE_GUARD, atom_ref::LOCAL, atom_ref::UNGUARDED];
/// The same of \[ATOM ASSIGN\].
const WRITE: [PremiseId; 4] =
    [atom_assign::GUARD, atom_assign::WRITE_GUARD, atom_assign::LOCAL, atom_assign::UNGUARDED];

/// A guard that an access needs, as the access names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Needed {
    /// The lock.
    pub(crate) lock: TestOutcome,
    /// The lock that is enough to read, if there is one.
    pub(crate) to_read: Option<TestOutcome>,
}

/// Protection of a field, its guards as the access names them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FieldKind {
    /// It is final.
    Final,
    /// `guarded_by`: all of them are needed.
    Guarded(SmallVec<[Needed; 1]>),
    /// `write_guarded_by`
    WriteGuarded(TestOutcome),
    /// Of a thread_local class, or of an object that no other thread has yet.
    Local,
    /// None of these.
    Plain,
}

impl<'r, 'c: 'r, 'p> Reading<'r, 'c, 'p> {
    /// \[ATOM REF\]
    pub(super) fn atom_ref(&mut self, e: ExprId, recv: ExprId) -> Tree {
        let rule = self.of(atom_ref::RULE, e);
        let first = self.part(&rule, atom_ref::RECEIVER, recv);
        let access = self.access(&rule, e, recv, false);
        self.trees.then(first, access)
    }

    /// \[ATOM ASSIGN\]
    pub(super) fn atom_assign(&mut self, e: ExprId, recv: ExprId, value: ExprId) -> Tree {
        let rule = self.of(atom_assign::RULE, e);
        let first = self.part(&rule, atom_assign::RECEIVER, recv);
        let before = self.then_part(first, &rule, atom_assign::VALUE, value);
        let access = self.access(&rule, e, recv, true);
        self.trees.then(before, access)
    }

    /// Returns the atomicity of an access to the field, without those of receiver and value.
    fn access(&mut self, rule: &Rule<'r>, e: ExprId, recv: ExprId, writes: bool) -> Tree {
        let [guard, write_guard, local, unguarded] = if writes { WRITE } else { READ };
        let Some(kind) = self.field_kind(e, recv) else { return Tree::CONST };
        match kind {
            FieldKind::Final => Tree::CONST,
            FieldKind::Guarded(all) => match rule.in_force(guard) {
                true => self.guarded(&all, writes),
                false => Tree::basic(Basic::Mover),
            },
            FieldKind::WriteGuarded(lock) => match (writes, rule.in_force(write_guard)) {
                (false, true) => self.test(lock, Basic::Mover, Basic::Atomic),
                (false, false) => Tree::basic(Basic::Mover),
                (true, true) => self.test(lock, Basic::Atomic, Basic::Error),
                (true, false) => self.test(lock, Basic::Mover, Basic::Error),
            },
            FieldKind::Local => {
                // The off reading is about fields of other classes.
                rule.premise(local).holds(true);
                Tree::basic(Basic::Mover)
            }
            FieldKind::Plain => {
                let receiver = self.types.class_of(recv);
                let is_local = receiver.is_some_and(|class| self.classes().get(class).thread_local());
                let moves = match is_local && !self.in_force(local) {
                    true => rule.taken(local),
                    false => !rule.in_force(unguarded),
                };
                Tree::basic(if moves { Basic::Mover } else { Basic::Atomic })
            }
        }
    }

    /// `e.fd--` sets the field to null: a read, and after that a write.
    pub(super) fn atom_take(&mut self, e: ExprId, of: ExprId, recv: ExprId) -> Tree {
        let rule = self.of(atom_assign::RULE, e);
        rule.premise(atom_assign::RECEIVER).holds(true);
        rule.premise(atom_assign::VALUE);
        let read = self.of(atom_ref::RULE, of);
        let first = self.part(&read, atom_ref::RECEIVER, recv);
        let access = self.access(&read, e, recv, false);
        let before = self.trees.then(first, access);
        self.concludes(Judgment::Expr(of, before));
        let write = self.access(&rule, e, recv, true);
        self.trees.then(before, write)
    }

    /// \[ATOM NEW\]  [l…/x…]init(cn<x…>)
    pub(super) fn atom_new(&mut self, e: ExprId, ty: TypeId) -> Tree {
        let rule = self.of(atom_new::RULE, e);
        rule.premise(atom_new::INIT).holds(true);
        let Some(class) = self.classes().class_of_type(ty) else { return Tree::basic(Basic::Mover) };
        if !self.in_force(atom_class::INIT) {
            return Tree::basic(Basic::Mover);
        }
        let init = self.inits[class.index()];
        if init.as_basic().is_some() {
            return init;
        }
        let ghosts = self.of_written(ty);
        self.substitute(init, |locks, lock| ghosts.of(locks, lock))
    }

    /// \[ATOM INVOKE\]
    pub(super) fn atom_invoke(&mut self, e: ExprId, recv: ExprId, args: List) -> Tree {
        let rule = self.of(atom_invoke::RULE, e);
        let mut a = self.part(&rule, atom_invoke::RECEIVER, recv);
        let all = self.in_force(atom_invoke::ARGS);
        for &arg in self.program.list(args) {
            let then = self.then_part(a, &rule, atom_invoke::ARGS, arg);
            a = if all { then } else { a };
        }
        let b = self.called(&rule, e, recv, args);
        self.trees.then(a, b)
    }

    /// θb for a call: what the methods are that may run.
    fn called(&mut self, rule: &Rule<'r>, e: ExprId, recv: ExprId, args: List) -> Tree {
        let Some(found) = self.types.method(e) else { return Tree::CONST };
        let dispatches = rule.in_force(atom_invoke::DISPATCH);
        let passing = (rule.in_force(atom_invoke::SUBSTITUTION), escaping(rule.in_force(atom_invoke::ESCAPING)));
        let mut b = match found {
            MethodId::Predefined(Predefined::Substring | Predefined::Concat) => Tree::basic(Basic::Mover),
            MethodId::Predefined(_) => Tree::CONST,
            MethodId::Declared(m) => self.target(e, m, (recv, args), passing),
        };
        let declares = matches!(found, MethodId::Declared(m) if self.declared[m as usize].is_some());
        if dispatches && !declares && found != MethodId::Predefined(Predefined::StringEquals) {
            for &(_, m) in self.overriding(recv, found).iter() {
                let other = self.target(e, m, (recv, args), passing);
                b = self.trees.join(b, other);
            }
        }
        if let MethodId::Declared(m) = found
            && self.is_unimplemented(recv, m)
        {
            return self.assumed(e);
        }
        b
    }

    /// θa for one method that may run.
    fn target(
        &mut self,
        e: ExprId,
        m: u32,
        (recv, args): (ExprId, List),
        (whole, escaping): (bool, TestOutcome),
    ) -> Tree {
        let mut here = self.of_method(m);
        if here.as_basic().is_none() {
            let theta = self.theta(m, e, (recv, args), whole);
            here = self.substituted(here, &theta, whole, escaping);
        }
        self.note_call(e, m, here);
        here
    }

    /// A call counts, with what it is with the locks held there.
    pub(super) fn note_call(&mut self, e: ExprId, m: u32, a: Tree) {
        if !self.counts {
            return;
        }
        let held = if a.as_basic().is_none() { self.locks_at(e) } else { Vec::new() };
        let atomicity = self.trees.at(a, |l| held.contains(&l));
        let (caller, span) = (self.within, self.program.span(e));
        self.calls.push(Site { method: m, at: e, span, caller, atomicity });
    }
}

impl<'c, 'p> Checker<'c, 'p> {
    /// Returns the protection of the field of an access.
    pub(crate) fn field_kind(&mut self, e: ExprId, recv: ExprId) -> Option<FieldKind> {
        let (f, class) = self.types.field(e)?;
        if self.program.fields[f as usize].is_final {
            return Some(FieldKind::Final);
        }
        if self.types.is_fresh(e, recv, self.within.method()) || self.setting.is_alone(self.program.span(e)) {
            return Some(FieldKind::Local);
        }
        let guards = self.types.guards(&mut self.trees.locks, class, f);
        Some(match guards[..] {
            [Guard { lock, only_writes: true }] => FieldKind::WriteGuarded(self.seen(lock, e, recv)),
            [] if self.classes().get(class).thread_local() => FieldKind::Local,
            [] => FieldKind::Plain,
            _ => {
                let all = guards.iter().map(|guard| {
                    let to_read = self.trees.locks.read_lock(guard.lock);
                    let to_read = to_read.map(|lock| self.seen(lock, e, recv));
                    Needed { lock: self.seen(guard.lock, e, recv), to_read }
                });
                FieldKind::Guarded(all.collect())
            }
        })
    }

    /// Returns the protection of the elements of an array; without guards they are one thread's.
    pub(crate) fn element_kind(&mut self, e: ExprId, array: ExprId) -> FieldKind {
        let recv = if let Expr::Field { recv, .. } = self.program.expr(array) { recv } else { array };
        let guards = self.types.elements(&mut self.trees.locks, array);
        if guards.is_empty()
            || self.types.is_fresh(e, recv, self.within.method())
            || self.setting.is_alone(self.program.span(e))
        {
            return FieldKind::Local;
        }
        let needed = |lock| {
            let to_read = self.trees.locks.read_lock(lock).map(TestOutcome::Lock);
            Needed { lock: TestOutcome::Lock(lock), to_read }
        };
        FieldKind::Guarded(guards.into_iter().map(needed).collect())
    }

    /// (held l₁ ? … mover : error) for guards that are all needed.
    pub(super) fn guarded(&mut self, all: &[Needed], writes: bool) -> Tree {
        all.iter().rev().fold(Tree::basic(Basic::Mover), |a, needed| {
            let otherwise = match needed.to_read.filter(|_| !writes) {
                Some(lock) => self.choose_by(lock, a, Tree::basic(Basic::Error)),
                None => Tree::basic(Basic::Error),
            };
            self.choose_by(needed.lock, a, otherwise)
        })
    }

    /// The guard of the field of an access as its class declares it.
    pub(crate) fn guard_as_written(&mut self, e: ExprId) -> Option<(ClassId, Lock)> {
        let (f, class) = self.types.field(e)?;
        Some((class, self.types.guards(&mut self.trees.locks, class, f).first()?.lock))
    }

    /// The declared methods that a call may run, each with θ.
    pub(crate) fn targets(&mut self, e: ExprId, recv: ExprId) -> Vec<(u32, Mapping)> {
        let Expr::Call { args, .. } = self.program.expr(e) else { return Vec::new() };
        let whole = self.in_force(atom_invoke::SUBSTITUTION);
        self.callees(e, recv).into_iter().map(|m| (m, self.theta(m, e, (recv, args), whole).at_once())).collect()
    }

    /// The lock of a field's declaration as it is called at an access: [e/this, l…/x…]l.
    fn seen(&mut self, lock: Lock, e: ExprId, recv: ExprId) -> TestOutcome {
        let locks = &mut self.trees.locks;
        let this = locks.of(recv);
        if let Kind::Path(path) = locks.kind(lock)
            && (locks.paths.root(path), locks.paths.len(path)) == (Root::Var(Name::THIS), 0)
        {
            return TestOutcome::Lock(locks.lock(this));
        }
        let mut theta = Theta::new(self.types.of_access(locks, e, recv), self.options.reads(GHOSTS_FIRST));
        theta.add(Name::THIS, this);
        theta.of(locks, lock)
    }

    /// [lᵢ/xᵢ] for a written type.
    pub(crate) fn of_written(&mut self, ty: TypeId) -> Mapping {
        let scope = &self.scope;
        let step = self.types.of_written(&mut self.trees.locks, ty, &|x| scope.class(x).is_some());
        self.made.insert(ty, step.clone());
        step
    }

    /// Returns the atomicity for calls on a receiver of the method's own class: the method joined with all that
    /// override it, unless it declares one.
    pub(crate) fn for_callers(&mut self, m: u32) -> Tree {
        let (mut a, class) = (self.of_method(m), self.owners[m as usize]);
        let decl = &self.program.methods[m as usize];
        let below = self.declared_below(class, decl.name);
        if self.declared[m as usize].is_some() || below.is_empty() {
            return a;
        }
        let (whole, escaping) = (self.in_force(atom_invoke::SUBSTITUTION), self.escaping());
        let depth = self.enter_method(m);
        for &(_, other) in below.iter() {
            let ghosts = self.types.of_overriding(&mut self.trees.locks, other, m);
            let mut theta = Theta::new(ghosts, self.options.reads(GHOSTS_FIRST));
            self.renamed(other, m).into_iter().for_each(|(x, own)| theta.add(x, own));
            let of = self.of_method(other);
            let of = self.substituted(of, &theta, whole, escaping);
            a = self.trees.join(a, of);
        }
        self.leave(depth);
        a
    }

    /// θ for a call of a method; by the off reading of `substitution` it is not whole.
    pub(super) fn theta(&mut self, m: u32, e: ExprId, (recv, args): (ExprId, List), whole: bool) -> Theta {
        let this = self.trees.locks.of(recv);
        if !whole {
            let mut theta = Theta::new(Mapping::default(), false);
            theta.add(Name::THIS, this);
            return theta;
        }
        let ghosts = self.types.of_call(&mut self.trees.locks, e, recv, args, m);
        let mut theta = Theta::new(ghosts, self.options.reads(GHOSTS_FIRST));
        theta.add(Name::THIS, this);
        let params = self.program.params_of(&self.program.methods[m as usize]);
        for (param, &arg) in params.iter().zip(self.program.list(args)) {
            theta.add(param.name, self.trees.locks.of(arg));
        }
        theta
    }

    /// θa; a lock of the method that θ does not put elsewhere means nothing here.
    pub(super) fn substituted(&mut self, a: Tree, theta: &Theta, whole: bool, escaping: TestOutcome) -> Tree {
        let literal = !whole || self.options.reads(GHOSTS_FIRST);
        self.substitute_or(escaping, a, |locks, lock| match literal || theta.puts(locks, lock) {
            true => theta.of(locks, lock),
            false if locks.is_constant(lock) => TestOutcome::Lock(lock),
            false => TestOutcome::Either,
        })
    }
}
