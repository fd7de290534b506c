//! Owners evaluated: of types, of locks; the tests that a lock is held, and that a value has its declared owners.

use super::{Breach, Owners};
use crate::program::ClassId;
use crate::reduction::State;
use crate::reduction::context::{Binding, Env, GhostPath};
use crate::value::{ObjectId, ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId, Special, TypeId};
use racefree_grammar::name::Name;

/// ω
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Omega {
    /// `self`
    Itself,
    /// thread i
    Thread(ThreadId),
    /// `readonly`
    Readonly,
    /// An object, whose lock guards.
    Object(ObjectId),
    /// ρ
    Region(u32),
    /// ρ$o: o, if ρ becomes self, else the owner that ρ becomes.
    RegionAt(u32, ObjectId),
    /// `unique`, where a type is written.
    Unique,
    /// Unknown owner, not told by any argument, or a path through null: it agrees with everything.
    Unknown,
}

/// Purpose for which a lock is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Read,
    Write,
}

/// Scope in which owners are evaluated.
#[derive(Clone, Copy)]
pub(super) struct OwnerScope<'s> {
    pub(super) state: &'s State,
    pub(super) env: &'s Env,
    pub(super) formals: &'s [(Name, Omega)],
    pub(super) thread: ThreadId,
}

impl OwnerScope<'_> {
    /// The value of a variable.
    fn variable(&self, x: Name) -> Option<Value> {
        match self.env.get(&x)? {
            Binding::Value(v) => Some(*v),
            Binding::Ghost(_) | Binding::Cell(_) => None,
        }
    }

    fn formal(&self, f: Name) -> Omega {
        self.formals.iter().find(|(g, _)| *g == f).map_or(Omega::Unknown, |(_, o)| *o)
    }
}

impl Owners<'_> {
    /// The owners of a written type; none, if it is one of the erasure alone.
    pub(super) fn owners_of(&self, ty: TypeId, scope: &OwnerScope<'_>) -> Vec<Omega> {
        if ty.index() >= self.source.types.len() {
            return Vec::new();
        }
        self.source.locks_of(ty).iter().map(|&o| self.owner(o, scope)).collect()
    }

    fn owner(&self, o: ExprId, scope: &OwnerScope<'_>) -> Omega {
        match self.source.expr(o) {
            Expr::Special(Special::Own) => Omega::Itself,
            Expr::Special(Special::ThisThread) => Omega::Thread(scope.thread),
            Expr::Special(Special::Readonly) => Omega::Readonly,
            Expr::Special(Special::Unique) => Omega::Unique,
            Expr::Var(f) if scope.variable(f).is_none() => self.regions.resolve(scope.formal(f)),
            Expr::Qualified { formal, path } => {
                let formal = self.regions.resolve(scope.formal(formal));
                if formal == Omega::Itself {
                    self.self_qualified.set(self.self_qualified.get() + 1);
                }
                self.at(formal, self.path(path, scope))
            }
            _ => self.path(o, scope).map_or(Omega::Unknown, Omega::Object),
        }
    }

    /// ω$p
    fn at(&self, o: Omega, p: Option<ObjectId>) -> Omega {
        match (self.regions.resolve(o), p) {
            (Omega::Itself, p) => p.map_or(Omega::Unknown, Omega::Object),
            (Omega::Region(r), Some(p)) => Omega::RegionAt(r, p),
            (o, _) => o,
        }
    }

    /// Returns the object that a path denotes.
    fn path(&self, p: ExprId, scope: &OwnerScope<'_>) -> Option<ObjectId> {
        let (mut at, mut fields) = (p, Vec::new());
        loop {
            match self.source.expr(at) {
                Expr::Field { recv, field } => {
                    fields.push(field);
                    at = recv;
                }
                Expr::Var(x) => {
                    fields.reverse();
                    return self.denote(scope.state, &GhostPath { root: scope.variable(x)?, fields });
                }
                _ => return None,
            }
        }
    }

    /// A lock evaluated; an unqualified formal is that of the object.
    pub(super) fn lock(&self, l: ExprId, of: Option<ObjectId>, scope: &OwnerScope<'_>) -> Omega {
        match self.source.expr(l) {
            Expr::Var(f) if scope.variable(f).is_none() => self.at(scope.formal(f), of),
            _ => self.owner(l, scope),
        }
    }

    /// Returns true if a lock is held.
    pub(super) fn held(&self, lock: Omega, mode: Mode, scope: &OwnerScope<'_>) -> bool {
        match self.regions.resolve(lock) {
            Omega::Thread(i) => i == scope.thread,
            Omega::Readonly => mode == Mode::Read,
            Omega::Object(o) => {
                let lock = scope.state.object(o).and_then(|o| o.lock);
                lock.is_some_and(|(owner, _)| owner == scope.thread)
            }
            Omega::Region(r) | Omega::RegionAt(r, _) => self.regions.holder(r) == Some(scope.thread),
            Omega::Unknown => true,
            Omega::Itself | Omega::Unique => false,
        }
    }

    /// The owners of an object, seen as one of a class above.
    pub(super) fn seen(&self, state: &State, o: ObjectId, above: ClassId) -> Option<Vec<Omega>> {
        let classes = &self.run.tables.classes;
        let mut class = state.object(o)?.class;
        let mut owners = self.objects.get(o.index())?.clone();
        while class != above {
            let declared = &self.source.classes[classes.declared(class)? as usize];
            let formals: Vec<(Name, Omega)> = self.names_of(class).into_iter().zip(owners.iter().copied()).collect();
            let (env, thread) = (Env::default(), ThreadId::MAIN);
            let scope = OwnerScope { state, env: &env, formals: &formals, thread };
            let written = declared.extends.map_or(&[][..], |t| self.source.locks_of(t));
            owners = match written {
                [] => owners.first().copied().into_iter().collect(),
                written => written.iter().map(|&o| self.owner(o, &scope)).collect(),
            };
            class = classes.get(class).superclass()?;
        }
        Some(owners)
    }

    /// Returns the owners bound to the formals of a class in an object of it.
    pub(super) fn formals_of(&self, state: &State, o: ObjectId, class: ClassId) -> Option<Vec<(Name, Omega)>> {
        Some(self.names_of(class).into_iter().zip(self.seen(state, o, class)?).collect())
    }

    /// Returns true if a type has the two formals of its own class, swapped.
    fn is_swapped(&self, ty: TypeId, class: ClassId) -> bool {
        let written: Vec<Expr> = self.source.locks_of(ty).iter().map(|&o| self.source.expr(o)).collect();
        match (&self.names_of(class)[..], &written[..]) {
            (&[f, g], &[Expr::Var(first), Expr::Var(second)]) => (first, second) == (g, f) && f != g,
            _ => false,
        }
    }

    /// A value comes to a place with a declared type: an object held by one thread alone changes hands, any other one
    /// must have the declared owners.
    pub(super) fn receives(&mut self, ty: TypeId, value: Value, scope: &OwnerScope<'_>) -> Option<Breach> {
        let o = value.object()?;
        let class = self.class_of(ty)?;
        let has = self.seen(scope.state, o, class)?;
        let wanted = self.owners_of(ty, scope);
        self.exercised.swapped += u64::from(self.is_swapped(ty, class));
        for (i, (&has, &wanted)) in has.iter().zip(&wanted).enumerate() {
            let (has, wanted) = (self.regions.resolve(has), self.regions.resolve(wanted));
            let open = matches!(has, Omega::Region(_));
            let fits = match wanted {
                Omega::Unknown => true,
                Omega::Unique => open,
                wanted if i == 0 && open => {
                    self.exercised.given += u64::from(!matches!(wanted, Omega::Region(_)));
                    self.regions.becomes(has, wanted);
                    true
                }
                wanted => has == Omega::Unknown || has == wanted,
            };
            if !fits {
                return Some(Breach::Value);
            }
        }
        None
    }
}
