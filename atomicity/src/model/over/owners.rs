//! The system of owners: `thisThread`, `unique`, `readonly` are held, kᵢ is not.

use super::{Beneath, FieldAt, Written, path};
use crate::model::atomicities::{Lock, Put};
use crate::model::theta::{Meaning, Step};
use racefree_grammar::ast::{Expr, ExprId, Program, Special, TypeId};
use racefree_grammar::name::Name;
use racefree_kernel::{Options, TypeError};
use racefree_owners::model::{FieldOf, Owner, Type, Typed, typed};
use racefree_owners::rules::{exp_assign, exp_ref, exp_take, field};
use racefree_typeck::model::Cn;

pub(in crate::model) struct Owners<'p> {
    program: &'p Program,
    typed: Typed<'p>,
}

impl<'p> Owners<'p> {
    pub(in crate::model) fn new(program: &'p Program, options: &'p Options) -> Owners<'p> {
        Owners { program, typed: typed(program, options) }
    }

    /// An owner as a lock, if it is one.
    fn owner(&self, o: &Owner) -> Option<Lock> {
        let owned = |f: Name, path| Lock { owner: Some(self.program.text(f).to_owned()), path };
        match o {
            Owner::Special(_) | Owner::Other(_) => None,
            Owner::Formal(f) => Some(owned(*f, Vec::new())),
            Owner::Path(p) => Some(Lock::path(path(self.program, p))),
            Owner::Qualified(f, p) => Some(owned(*f, path(self.program, p))),
        }
    }

    fn meaning(&self, o: &Owner) -> Meaning {
        match o {
            Owner::Special(Special::Own) => Meaning::Own,
            Owner::Special(Special::ThisThread | Special::Unique | Special::Readonly) => Meaning::Is(Put::Held),
            Owner::Other(_) => Meaning::Is(Put::Unheld),
            Owner::Formal(g) => Meaning::Formal(self.program.text(*g).to_owned()),
            Owner::Path(_) | Owner::Qualified(..) => Meaning::Is(self.owner(o).map_or(Put::Either, Put::Lock)),
        }
    }

    /// [o/f]
    fn step(&self, formals: Vec<(Name, Owner)>) -> Step {
        let text = |f: Name| if f.index() < self.program.names.len() { self.program.text(f) } else { "" };
        let formals = formals.iter().map(|(f, o)| (text(*f).to_owned(), self.meaning(o))).collect();
        Step { formals, vars: Vec::new() }
    }

    /// The guard that an assignment or a take needs, as it is called there.
    fn needed(&self, e: ExprId) -> Option<Put> {
        let (recv, fd) = match self.program.expr(e) {
            Expr::Assign { recv, field, .. } => (recv, field),
            Expr::Move(of) => match self.program.expr(of) {
                Expr::Field { recv, field } => (recv, field),
                _ => return None,
            },
            _ => return None,
        };
        let found = self.field(recv, fd)?;
        let mut theta = found.theta;
        theta.vars.push((Name::THIS, path(self.program, &racefree_typeck::model::Lock::of(self.program, recv))));
        Some(theta.of(self.program, &found.guard.or(found.write_guard)?))
    }
}

impl<'p> Beneath<'p> for Owners<'p> {
    fn class_of(&self, e: ExprId) -> Option<Cn> {
        match self.typed.ty(e)? {
            Type::Class(cn, _) => Some(*cn),
            _ => None,
        }
    }

    fn above(&self, cn: Cn) -> Vec<Cn> {
        self.typed.above(cn)
    }

    fn field(&self, recv: ExprId, fd: Name) -> Option<FieldAt<'p>> {
        let FieldOf { class, guard, write_guard, formals, .. } = self.typed.field(recv, fd)?;
        let Cn::Declared(i) = class else { return None };
        let field = self.program.fields_of(&self.program.classes.at(i)).iter().find(|f| f.name == fd)?;
        let lock = |o: Option<Owner>| self.owner(&o?);
        Some(FieldAt { field, class, guard: lock(guard), write_guard: lock(write_guard), theta: self.step(formals) })
    }

    fn of_call(&self, recv: ExprId, es: &[ExprId], class: Cn, m: usize) -> Step {
        self.step(self.typed.sigma(recv, es, class, &self.program.methods[m]))
    }

    fn of_written(&self, t: TypeId, variable: &dyn Fn(Name) -> bool) -> Step {
        self.step(self.typed.written(t, variable))
    }

    fn of_overridden(&self, class: Cn, m: usize, above: Cn, over: usize) -> Step {
        let methods = &self.program.methods;
        self.step(self.typed.renamed(class, &methods[m], above, &methods[over]))
    }

    fn lock(&self, at: Written, l: ExprId, variable: &dyn Fn(Name) -> bool) -> Option<Lock> {
        let head = at.head.map(|m| &self.program.methods[m]);
        let l = self.owner(&self.typed.lock(at.class.unwrap_or(Cn::Object), head, l, variable))?;
        let no_path = l.path.first().is_some_and(|x| x == super::NO_PATH);
        (l.owner.is_some() || !no_path).then_some(l)
    }

    fn requires(&self, class: Cn, m: usize) -> Vec<Lock> {
        self.typed.requires(class, &self.program.methods[m]).iter().filter_map(|o| self.owner(o)).collect()
    }

    fn not_self(&self, class: Cn, m: Option<usize>) -> Vec<String> {
        let formals = self.typed.not_self(class, m.map(|m| &self.program.methods[m]));
        formals.into_iter().map(|f| self.program.text(f).to_owned()).collect()
    }

    /// What lacks its guard shows as error, and a field without one as atomic. Not so a write of what may be `readonly`, whose test is
    /// decided as held; and a field of unique type without a guard is no race alone.
    fn tolerates(&self, error: &TypeError) -> bool {
        match error.premise {
            exp_ref::GUARD_HELD => true,
            exp_assign::GUARD_HELD | exp_take::GUARD_HELD => {
                let at = |e: &ExprId| self.program.span(*e) == error.span;
                let mut writes = (0..self.program.exprs.len() as u32).map(ExprId::new).filter(at);
                match writes.find_map(|e| self.needed(e)) {
                    Some(Put::Lock(l)) => l.owner.is_none(),
                    Some(put) => matches!(put, Put::Unheld),
                    None => false,
                }
            }
            field::GUARDED => self.program.fields.iter().find(|f| f.span == error.span).is_some_and(|f| {
                let first = self.program.locks_of(f.ty).first();
                first.is_none_or(|&o| self.program.expr(o) != Expr::Special(Special::Unique))
            }),
            _ => false,
        }
    }
}
