//! Over the system of owners, which gives EPAJ: locks are paths and formal owners `f$p`; `thisThread`, `unique` and `readonly` are held,
//! and what belongs to another thread is not.

use super::{Guard, Types};
use crate::locks::{Lock, Locks};
use crate::theta::{Mapping, Meaning};
use crate::tree::TestOutcome;
use racefree_grammar::ast::{Expr, ExprId, List, Program, Special, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Paths;
use racefree_grammar::span::Span;
use racefree_kernel::TypeError;
use racefree_owners::owner::{Owner, Theta};
use racefree_owners::rules::{exp_assign, exp_ref, exp_take, field};
use racefree_owners::typed::Typed;
use racefree_program::{ClassId, FieldId, MethodId, Resolved};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::{OnceCell, RefCell};

pub(crate) struct OverOwners<'p> {
    classes: Resolved<'p>,
    /// Typed program; a cell, since a question may make new types.
    typed: RefCell<Typed<'p>>,
    /// The class that each method is in.
    owners: Vec<ClassId>,
    /// Expressions that write fields, by place.
    writes: OnceCell<FxHashMap<Span, ExprId>>,
}

/// The assignments and takes of a program, by place.
fn writes(program: &Program) -> FxHashMap<Span, ExprId> {
    let all = (0..program.exprs.len() as u32).map(ExprId::new);
    let writes = all.filter(|&e| matches!(program.expr(e), Expr::Assign { .. } | Expr::Move(_)));
    writes.map(|e| (program.span(e), e)).collect()
}

impl<'p> OverOwners<'p> {
    pub(crate) fn new(typed: Typed<'p>) -> OverOwners<'p> {
        let classes = Resolved::new(typed.resolved().program);
        let owners = classes.classes_of_methods();
        OverOwners { classes, typed: RefCell::new(typed), owners, writes: OnceCell::new() }
    }

    /// The guard of the field of an access, as it is called there.
    fn guard_at(&self, e: ExprId) -> Option<Owner> {
        let (f, class) = self.field(e)?;
        let (recv, _) = self.typed.borrow().access(e)?;
        let mut typed = self.typed.borrow_mut();
        let declared = typed.field(FieldId(f));
        Some(typed.at(recv, class, declared.guard.or(declared.write_guard)?))
    }

    /// [o/f] as it is in the table of locks.
    fn step(&self, locks: &mut Locks<'p>, theta: &Theta) -> Mapping {
        let typed = self.typed.borrow();
        let formals = theta.formals().map(|(f, o)| (f, meaning(locks, typed.paths(), o))).collect();
        Mapping { formals, ..Mapping::default() }
    }

    /// Returns the owners that are locks, as locks.
    fn locks(&self, locks: &mut Locks<'p>, owners: Vec<Owner>) -> Vec<Lock> {
        let typed = self.typed.borrow();
        owners.into_iter().filter_map(|o| lock(locks, typed.paths(), o)).collect()
    }
}

/// An owner as a lock, if it is one.
fn lock(locks: &mut Locks<'_>, paths: &Paths, o: Owner) -> Option<Lock> {
    match o {
        Owner::Special(_) | Owner::Other(_) => None,
        Owner::Formal(f) => Some(locks.owned(f, None)),
        Owner::Path(p) => {
            let path = locks.from(paths, p);
            Some(locks.lock(path))
        }
        Owner::Qualified(f, p) => {
            let path = locks.from(paths, p);
            Some(locks.owned(f, Some(path)))
        }
    }
}

/// Returns the meaning of a formal owner: another, itself where it is used, or a test that is decided.
fn meaning(locks: &mut Locks<'_>, paths: &Paths, o: Owner) -> Meaning {
    match o {
        Owner::Special(Special::Own) => Meaning::Own,
        Owner::Special(Special::ThisThread | Special::Unique | Special::Readonly) => Meaning::Is(TestOutcome::Held),
        Owner::Other(_) => Meaning::Is(TestOutcome::Unheld),
        Owner::Formal(g) => Meaning::Formal(g),
        Owner::Path(_) | Owner::Qualified(..) => {
            Meaning::Is(lock(locks, paths, o).map_or(TestOutcome::Either, TestOutcome::Lock))
        }
    }
}

impl<'p> Types<'p> for OverOwners<'p> {
    fn classes(&self) -> &Resolved<'p> {
        &self.classes
    }

    fn class_of(&self, e: ExprId) -> Option<ClassId> {
        self.typed.borrow().class_of(e)
    }

    fn is_string(&self, e: ExprId) -> bool {
        self.typed.borrow().is_string(e)
    }

    fn field(&self, e: ExprId) -> Option<(u32, ClassId)> {
        let typed = self.typed.borrow();
        let (recv, name) = typed.access(e)?;
        let (class, FieldId(f)) = self.classes.field(typed.class_of(recv)?, name)?;
        Some((f, class))
    }

    fn method(&self, e: ExprId) -> Option<MethodId> {
        let Expr::Call { recv, method, .. } = self.classes.program.expr(e) else { return None };
        Some(self.classes.method(self.class_of(recv)?, method)?.1)
    }

    fn guards(&self, locks: &mut Locks<'p>, _: ClassId, field: u32) -> SmallVec<[Guard; 1]> {
        let typed = self.typed.borrow();
        let declared = typed.field(FieldId(field));
        let mut guard =
            |o: Option<Owner>, only_writes| lock(locks, typed.paths(), o?).map(|lock| Guard { lock, only_writes });
        guard(declared.guard, false).or_else(|| guard(declared.write_guard, true)).into_iter().collect()
    }

    fn elements(&self, _: &mut Locks<'p>, _: ExprId) -> Vec<Lock> {
        Vec::new()
    }

    fn is_fresh(&self, _: ExprId, _: ExprId, _: Option<u32>) -> bool {
        false
    }

    fn of_access(&self, locks: &mut Locks<'p>, e: ExprId, recv: ExprId) -> Mapping {
        let Some((_, class)) = self.field(e) else { return Mapping::default() };
        let theta = self.typed.borrow_mut().instance(recv, class);
        self.step(locks, &theta)
    }

    fn of_call(&self, locks: &mut Locks<'p>, _: ExprId, recv: ExprId, args: List, m: u32) -> Mapping {
        let args = self.classes.program.list(args);
        let theta = self.typed.borrow_mut().sigma(recv, args, self.owners[m as usize], m);
        self.step(locks, &theta)
    }

    fn of_written(&self, locks: &mut Locks<'p>, ty: TypeId, in_scope: &dyn Fn(Name) -> bool) -> Mapping {
        let theta = self.typed.borrow_mut().written(ty, in_scope);
        self.step(locks, &theta)
    }

    fn of_overridden(&self, locks: &mut Locks<'p>, m: u32, over: u32) -> Mapping {
        let (class, owner) = (self.owners[m as usize], self.owners[over as usize]);
        let theta = self.typed.borrow_mut().renamed(class, m, owner, over).unwrap_or_default();
        self.step(locks, &theta)
    }

    fn of_overriding(&self, locks: &mut Locks<'p>, m: u32, over: u32) -> Mapping {
        // The formals of the overridden method that stand for one of the overriding method, the other way round.
        let theirs = self.of_overridden(locks, m, over);
        let mut step = Mapping::default();
        for (f, meaning) in theirs.formals {
            if let Meaning::Formal(g) = meaning {
                step.formals.push((g, Meaning::Formal(f)));
            }
        }
        step
    }

    fn written(
        &self,
        locks: &mut Locks<'p>,
        at: Option<(ClassId, Option<u32>)>,
        l: ExprId,
        in_scope: &dyn Fn(Name) -> bool,
    ) -> Lock {
        let (class, method) = at.unwrap_or((ClassId::OBJECT, None));
        let o = self.typed.borrow_mut().lock(class, method, l, in_scope);
        let typed = self.typed.borrow();
        lock(locks, typed.paths(), o).unwrap_or_else(|| {
            // A special owner is no lock: an expression that is no path.
            let path = locks.paths.no_path();
            locks.lock(path)
        })
    }

    fn locks_at(&self, locks: &mut Locks<'p>, e: ExprId) -> Vec<Lock> {
        let typed = self.typed.borrow();
        let Some(point) = typed.point(e) else { return Vec::new() };
        let held: Vec<Owner> = typed.locks(point).collect();
        drop(typed);
        self.locks(locks, held)
    }

    fn requires(&self, locks: &mut Locks<'p>, m: u32) -> Vec<Lock> {
        let held = self.typed.borrow_mut().requires(self.owners[m as usize], m);
        self.locks(locks, held)
    }

    fn not_self(&self, class: ClassId, method: Option<u32>) -> Vec<Name> {
        self.typed.borrow_mut().not_self(class, method)
    }

    /// A read without its guard, and a write whose guard is a path or of another thread: both show as error. A write of what may be
    /// `readonly` does not, since a test of that is decided as held. A field without a guard shows as atomic; of unique type it is not
    /// let through, as its object may be taken twice.
    fn tolerates(&self, error: &TypeError) -> bool {
        match error.premise {
            exp_ref::GUARD_HELD => true,
            exp_assign::GUARD_HELD | exp_take::GUARD_HELD => {
                let writes = self.writes.get_or_init(|| writes(self.classes.program));
                let guard = writes.get(&error.span).and_then(|&e| self.guard_at(e));
                matches!(guard, Some(Owner::Path(_) | Owner::Other(_)))
            }
            field::GUARDED => {
                let at = |f: &usize| self.classes.program.fields[*f].span == error.span;
                let found = (0..self.classes.program.fields.len()).find(at).map(|f| FieldId(f as u32));
                found.is_some_and(|f| !self.typed.borrow().is_unique(f))
            }
            _ => false,
        }
    }

    fn context(&self, e: ExprId, _: &str) -> Option<(String, String)> {
        let typed = self.typed.borrow();
        let point = typed.point(e)?;
        let locks: Vec<String> = typed.locks(point).map(|o| typed.show_owner(o)).collect();
        Some((typed.env_text(point), locks.join(", ")))
    }
}
