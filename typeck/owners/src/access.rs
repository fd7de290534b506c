//! \[EXP REF\], \[EXP TAKE\], \[EXP ASSIGN\]: fields of objects, and what θ makes of their declarations.

use crate::error::{Blamed, NotHeld, Outcome, Role, Why, class_of, holds};
use crate::expressions::Found;
use crate::giving::Value;
use crate::owner::{Owner, Theta, Ty};
use crate::reading::{Declared, Reading};
use crate::rules::{exp_assign, exp_ref, exp_take};
use crate::signature::FieldType;
use crate::typing::{IN_SEQUENCE, Mode, Typing};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Root, Step};
use racefree_kernel::PremiseId;
use racefree_program::{ClassId, FieldId};
use smallvec::{SmallVec, smallvec};

/// θ, in the steps in which it is carried out: one, but in the literal readings.
pub(crate) type Steps = SmallVec<[Theta; 1]>;

/// A field at a receiver.
struct FieldAt {
    id: FieldId,
    name: Name,
    declared: FieldType,
    steps: Steps,
    /// θt
    ty: Ty,
}

impl<'r, 'p: 'r> Reading<'r, 'p> {
    /// A receiver, and its class if it has members: of anything else it is an error to ask for one.
    pub(crate) fn receiver(
        &mut self,
        rule: &Declared<'r>,
        premise: PremiseId,
        recv: ExprId,
        what: &'static str,
    ) -> (Value, Option<ClassId>) {
        let value = self.part(rule, premise, recv);
        if value.ty.class().is_none() && value.ty != Ty::Error {
            rule.check_at(premise, self.program.span(recv), || Err(Why::NoMembers(value.ty, what).cause()));
        }
        (value, value.ty.class())
    }

    /// The field of a receiver.
    fn field_at(
        &mut self,
        rule: &Declared<'r>,
        [receiver, known, field]: [PremiseId; 3],
        recv: ExprId,
        fd: Name,
    ) -> (Value, Option<FieldAt>) {
        let (value, class) = self.receiver(rule, receiver, recv, "fields");
        let (Ty::Class(_, owners), Some(class)) = (value.ty, class) else { return (value, None) };
        let found = self.resolved.field(class, fd);
        let excused = found.is_some() || self.resolved.get(class).broken();
        rule.check(known, || holds(excused, || Why::NoField(value.ty, fd)));
        let Some((of, id)) = found else { return (value, None) };
        rule.premise(field);
        self.field_in(class, of, id);
        let declared = self.field_types[id.index()];
        let at = self.seen_as(class, owners, of).map(|seen| {
            let theta = self.instance(of, seen);
            let steps = self.field_steps(recv, theta);
            let ty = self.put_all(declared.ty, &steps);
            FieldAt { id, name: fd, declared, steps, ty }
        });
        (value, at)
    }

    /// θl ∈ ls as the premise of an access or a call.
    pub(crate) fn guard_held(
        &mut self,
        (e, member): (ExprId, Name),
        (declared, mode): (Owner, Mode),
        steps: &[Theta],
    ) -> Outcome {
        let lock = self.lock_at(declared, steps);
        self.held(lock, mode, |it| {
            let (at, steps, forked) = (e, SmallVec::from(steps), it.level > 0);
            let (clause, one) = (it.clause(lock), it.one_lock(lock, mode));
            Why::NotHeld(Box::new(NotHeld { at, member, declared, steps, lock, clause, mode, forked, one }))
        })
    }

    /// \[EXP REF\]
    pub(crate) fn exp_ref(&mut self, e: ExprId, recv: ExprId, fd: Name) -> Found {
        let rule = self.of(exp_ref::RULE, e);
        let premises = [exp_ref::RECEIVER, exp_ref::FIELD_KNOWN, exp_ref::FIELD];
        let (_, Some(at)) = self.field_at(&rule, premises, recv, fd) else { return (Ty::Error, true) };
        let guard = at.declared.guard.filter(|_| !self.program.fields[at.id.index()].is_final);
        rule.check(exp_ref::GUARD_HELD, || self.guarded(e, &at, guard, Mode::Read));
        let unique = self.is_unique(at.declared.ty);
        rule.check(exp_ref::BORROW, || {
            holds(!unique, || Why::Borrows(e, fd)).map_err(|cause| cause.blames(class_of(at.declared.ty)))
        });
        rule.check(exp_ref::TYPE, || self.well_formed(at.ty).map_err(|cause| cause.confuses(at.ty)));
        (at.ty, false)
    }

    /// \[EXP TAKE\]
    pub(crate) fn exp_take(&mut self, e: ExprId, recv: ExprId, fd: Name) -> Found {
        let rule = self.of(exp_take::RULE, e);
        let premises = [exp_take::RECEIVER, exp_take::FIELD_KNOWN, exp_take::FIELD];
        let (_, Some(at)) = self.field_at(&rule, premises, recv, fd) else { return (Ty::Error, true) };
        let t = at.declared.ty;
        let unique = self.is_unique(t) || t == Ty::Error;
        rule.check(exp_take::UNIQUE, || {
            holds(unique, || Why::TakesShared(e, fd, t)).map_err(|cause| cause.blames(class_of(t)))
        });
        let is_final = self.program.fields[at.id.index()].is_final;
        rule.check(exp_take::NOT_FINAL, || holds(!is_final, || Why::TakesFinal(fd)));
        rule.check(exp_take::TYPE, || self.well_formed(at.ty).map_err(|cause| cause.confuses(at.ty)));
        let guard = at.declared.guard.or(at.declared.write_guard);
        rule.check(exp_take::GUARD_HELD, || self.guarded(e, &at, guard, Mode::Write));
        (at.ty, true)
    }

    /// \[EXP ASSIGN\]
    pub(crate) fn exp_assign(&mut self, e: ExprId, recv: ExprId, fd: Name, value: ExprId) -> Found {
        let rule = self.of(exp_assign::RULE, e);
        let premises = [exp_assign::RECEIVER, exp_assign::FIELD_KNOWN, exp_assign::FIELD];
        let (to, Some(at)) = self.field_at(&rule, premises, recv, fd) else {
            self.part(&rule, exp_assign::VALUE, value);
            return (Ty::Error, true);
        };
        let is_final = self.program.fields[at.id.index()].is_final;
        rule.check(exp_assign::NOT_FINAL, || holds(!is_final, || Why::AssignsFinal(fd)));
        let from = self.expect(&rule, exp_assign::VALUE, value, at.ty, Role::Field(fd));
        rule.check(exp_assign::TYPE, || self.well_formed(at.ty).map_err(|cause| cause.confuses(at.ty)));
        let guard = at.declared.guard.or(at.declared.write_guard);
        rule.check(exp_assign::GUARD_HELD, || self.guarded(e, &at, guard, Mode::Write));
        let moved = if self.is_unique(to.ty) { self.moves_one_of(&from, recv) } else { None };
        rule.check(exp_assign::APART, || apart(moved).map_err(|cause| cause.confuses(to.ty)));
        (if self.is_unique(at.ty) { Ty::Void } else { at.ty }, true)
    }

    /// The premise `guard-held` of an access.
    fn guarded(&mut self, e: ExprId, at: &FieldAt, guard: Option<Owner>, mode: Mode) -> Outcome {
        let Some(guard) = guard else { return Ok(()) };
        let held = self.guard_held((e, at.name), (guard, mode), &at.steps);
        held.map_err(|cause| cause.blames([Blamed::Field(at.id)]))
    }
}

/// No variable of an expression is moved by another one.
pub(crate) fn apart(moved: Option<Name>) -> Outcome {
    moved.map_or(Ok(()), |x| Err(Why::NotApart(x).cause()))
}

impl Typing<'_> {
    /// θ of a field at a receiver.
    fn field_steps(&mut self, recv: ExprId, theta: Theta) -> Steps {
        let this = self.paths.of_expr(self.program, recv);
        if !self.options.reads(IN_SEQUENCE) {
            return smallvec![theta.with(Name::THIS, this)];
        }
        let first = Theta::default().with(Name::THIS, this);
        std::iter::once(first).chain(theta.formals().map(|one| Theta::from_iter([one]))).collect()
    }

    pub(crate) fn put_all(&mut self, t: Ty, steps: &[Theta]) -> Ty {
        steps.iter().fold(t, |t, theta| self.put(t, theta))
    }

    pub(crate) fn lock_at(&mut self, l: Owner, steps: &[Theta]) -> Owner {
        steps.iter().fold(l, |l, theta| theta.apply(l, &mut self.paths))
    }

    /// The formal of the class that is held for another path.
    fn one_lock(&self, lock: Owner, mode: Mode) -> Option<Name> {
        let held = |f| self.locks().any(|(l, of)| of >= mode && matches!(l, Owner::Qualified(g, _) if g == f));
        match lock {
            Owner::Qualified(f, _) if self.class_formals.contains(&f) && held(f) => Some(f),
            _ => None,
        }
    }

    /// A lock as a clause says it: a formal of the class alone is `f$this`.
    fn clause(&self, lock: Owner) -> Owner {
        match lock {
            Owner::Qualified(f, p)
                if self.class_formals.contains(&f) && self.paths.step(p) == Step::Root(Root::Var(Name::THIS)) =>
            {
                Owner::Formal(f)
            }
            lock => lock,
        }
    }

    /// A variable of e that another expression moves.
    pub(crate) fn moves_one_of(&self, other: &Value, e: ExprId) -> Option<Name> {
        let (from, to) = other.moved;
        let moved = self.moved.get(from..to.min(self.moved.len()))?;
        if moved.is_empty() {
            return None;
        }
        let variables = self.program.code_variables(e);
        moved.iter().map(|&b| self.bindings[b as usize].name).find(|x| variables.contains(x))
    }
}
