//! Tables below the rules: P with its classes and members, interned types and locks, environments, lock sets.

use crate::captures::Captures;
use crate::env::{Binding, Env, EnvId};
use crate::error::{Cause, IdleHolds};
use crate::extended::{Fresh, LabelInScope};
use crate::locks::{LockSet, Locks, Taken};
use crate::open::Open;
use crate::options::Options;
use crate::supertypes::Supertypes;
use crate::types::{ClassId, Ty, Types};
use racefree_grammar::ast::{ExprId, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root};
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_kernel::PremiseId;
use racefree_kernel::listener::Cause as _;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

/// The locks in a type.
pub(crate) type Args = SmallVec<[Path; 4]>;

/// P, and what the rules look up in it.
pub(crate) struct Tables<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: Cow<'p, Options>,
    pub(crate) classes: Supertypes<'p>,
    pub(crate) types: RefCell<Types>,
    pub(crate) envs: RefCell<Env>,
    pub(crate) locks: RefCell<Locks>,
    /// P; E ⊢final l : t, once it is derived; none while it is looked at.
    pub(crate) finals: RefCell<FxHashMap<(EnvId, Path), Option<Ty>>>,
    /// The number of types of final fields that are looked at, one for the sake of the other.
    pub(crate) nesting: Cell<u32>,
    /// FV(e) of the forks around an expression.
    pub(crate) captures: RefCell<Captures>,
    /// Each `holds` of a lock that is held anyway.
    pub(crate) idle: RefCell<Vec<IdleHolds>>,
    /// The parts that an open program leaves open.
    pub(crate) open: Option<Open>,
    /// Accesses where `this` is fresh.
    pub(crate) fresh: Fresh,
    /// Thread-local classes that are caught, with the clauses.
    pub(crate) caught: OnceCell<Vec<(ClassId, Span)>>,
    /// Every label.
    pub(crate) labels: RefCell<Vec<LabelInScope>>,
}

impl<'p> Tables<'p> {
    /// Tables of a program; of an open one, whose variables from a name on are locks that are not known yet.
    pub(crate) fn new(program: &'p Program, options: Cow<'p, Options>, slots: Option<Name>) -> Tables<'p> {
        let mut types = Types::new(program.classes.len() + ClassId::PREDEFINED as usize);
        if let Some(first) = slots {
            types.paths.open_from(first);
        }
        let classes = Supertypes::new(program, &mut types);
        Tables {
            program,
            options,
            fresh: Fresh::of(&classes),
            caught: OnceCell::new(),
            classes,
            types: RefCell::new(types),
            envs: RefCell::default(),
            locks: RefCell::default(),
            finals: RefCell::default(),
            nesting: Cell::default(),
            captures: RefCell::default(),
            idle: RefCell::default(),
            open: None,
            labels: RefCell::default(),
        }
    }

    // Types and locks.

    /// An expression as a lock.
    pub(crate) fn path(&self, e: ExprId) -> Path {
        self.types.borrow_mut().paths.of_expr(self.program, e)
    }

    /// The lock `x`.
    pub(crate) fn var(&self, x: Name) -> Path {
        self.types.borrow_mut().paths.var(x)
    }

    /// The root of a lock.
    pub(crate) fn root(&self, l: Path) -> Root {
        self.types.borrow().paths.root(l)
    }

    /// The class of a class type.
    pub(crate) fn class_of(&self, t: Ty) -> Option<ClassId> {
        self.types.borrow().class_of(t)
    }

    /// l₁…ₙ of cn<l₁…ₙ>
    pub(crate) fn args(&self, t: Ty) -> Args {
        self.types.borrow().args(t).into()
    }

    /// cn<x₁…ₙ>, the type of `this` in a class.
    pub(crate) fn this_type(&self, class: ClassId) -> Ty {
        let Some(decl) = self.classes.decl(class) else { return Ty::class(class) };
        let args: Args = self.program.ghosts_of(&decl).iter().map(|g| self.var(g.name)).collect();
        self.types.borrow_mut().instance(class, &args)
    }

    /// A type as it is written; [`Ty::ERROR`] if it means nothing.
    pub(crate) fn written_result(&self, t: TypeId) -> Ty {
        match self.program.ty(t).kind {
            TypeKind::Int => Ty::INT,
            TypeKind::Boolean => Ty::BOOLEAN,
            TypeKind::Void => Ty::VOID,
            TypeKind::Class { name, args } => match self.classes.find(name) {
                Some(cn) if self.classes.ghosts(cn) == args.len as usize => {
                    let args: Args = self.program.list(args).iter().map(|&l| self.path(l)).collect();
                    self.types.borrow_mut().instance(cn, &args)
                }
                _ => Ty::ERROR,
            },
            TypeKind::Array { elem, .. } => {
                let elem = deep(|| self.written(elem));
                let guards: Args = self.program.guards_of_array(t).iter().map(|&l| self.path(l)).collect();
                if elem.is_error() { elem } else { self.types.borrow_mut().array_of(elem, &guards) }
            }
        }
    }

    /// A type as it is written, of what has a value.
    pub(crate) fn written(&self, t: TypeId) -> Ty {
        match self.written_result(t) {
            Ty::VOID => Ty::ERROR,
            t => t,
        }
    }

    /// The immediate supertype of a class type; [`Ty::ERROR`] if it is unknown; none for `Object` and what is no class type.
    pub(crate) fn supertype(&self, t: Ty) -> Option<Ty> {
        if t.is_array() {
            return Some(Ty::OBJECT);
        }
        if self.classes.problem(self.class_of(t)?).is_some() {
            return Some(Ty::ERROR);
        }
        self.classes.supertype(t, &mut self.types.borrow_mut())
    }

    /// The immediate supertype on the way to `target`; [`Ty::ERROR`] if it is unknown.
    pub(crate) fn step_up(&self, t: Ty, target: ClassId) -> Option<Ty> {
        let interface = self.classes.toward(t, target, &mut self.types.borrow_mut());
        interface.or_else(|| self.supertype(t))
    }

    /// A class type seen at a class that its class inherits from.
    pub(crate) fn seen_at(&self, t: Ty, class: ClassId) -> Ty {
        self.classes.as_ancestor(t, class, &mut self.types.borrow_mut())
    }

    /// The class inherits from an unknown one, because of an error that is reported where that is declared.
    pub(crate) fn inherits_unknown(&self, c: Ty) -> bool {
        self.class_of(c).is_none_or(|c| self.classes.get(c).broken())
    }

    /// A premise that fails for this reason is taken as holding, or its off reading is in force.
    pub(crate) fn excuses(&self, premise: PremiseId, cause: &Cause) -> bool {
        self.options.takes(premise, cause.part())
    }

    // E and ls.

    /// E(x)
    pub(crate) fn bound(&self, env: EnvId, x: Name) -> Option<Binding> {
        self.envs.borrow_mut().get(env, x)
    }

    /// E, t x; or E, ghost t x
    pub(crate) fn extend(
        &self,
        before: EnvId,
        (name, ty): (Name, Ty),
        ghost: bool,
        span: Span,
        bound: Option<ExprId>,
    ) -> EnvId {
        self.envs.borrow_mut().extend(Binding { name, ty, ghost, var: false, span, bound, before })
    }

    /// ls ∪ {l}
    pub(crate) fn and(&self, ls: LockSet, l: Path, taken: Taken, span: Span) -> LockSet {
        self.locks.borrow_mut().extend(ls, l, taken, span)
    }

    /// l ∈ ls
    pub(crate) fn holds(&self, ls: LockSet, l: Path) -> bool {
        self.locks.borrow_mut().holds(ls, l)
    }

    /// The elements of ls, in the order in which they were taken.
    pub(crate) fn elements(&self, ls: LockSet) -> Vec<Path> {
        let mut held: Vec<Path> = self.locks.borrow().elements(ls.id).map(|held| held.lock).collect();
        held.reverse();
        held
    }
}
