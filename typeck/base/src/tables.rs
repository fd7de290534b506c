//! Tables below the rules: P with its classes and members, interned types and locks, environments, lock sets.

use crate::captures::Captures;
use crate::cx::Cx;
use crate::env::{Binding, Env, EnvId};
use crate::error::Cause;
use crate::extension::{Extension, Language};
use crate::locks::{IdleHolds, LockSet, Locks, Taken};
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
use std::cell::{Cell, RefCell};

/// The locks in a type.
pub type Args = SmallVec<[Path; 4]>;

/// P, and what the rules look up in it.
pub struct Tables<'p> {
    /// P
    pub program: &'p Program,
    pub(crate) language: Language,
    /// Premises off, readings in force.
    pub options: Cow<'p, Options>,
    /// The classes, with their supertypes.
    pub classes: Supertypes<'p>,
    /// Types and lock expressions.
    pub types: RefCell<Types>,
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
    /// The rules that the language has above the calculus.
    pub(crate) extension: Option<Box<dyn Extension>>,
}

impl<'p> Tables<'p> {
    /// Tables of a program; of an open one, whose variables from a name on are locks that are not known yet.
    pub(crate) fn new(
        program: &'p Program,
        language: Language,
        options: Cow<'p, Options>,
        slots: Option<Name>,
    ) -> Tables<'p> {
        let mut types = Types::new(program.classes.len() + ClassId::PREDEFINED as usize);
        if let Some(first) = slots {
            types.paths.open_from(first);
        }
        let classes = Supertypes::new(program, &mut types);
        Tables {
            program,
            language,
            options,
            extension: (language.extension)(&classes),
            classes,
            types: RefCell::new(types),
            envs: RefCell::default(),
            locks: RefCell::default(),
            finals: RefCell::default(),
            nesting: Cell::default(),
            captures: RefCell::default(),
            idle: RefCell::default(),
            open: None,
        }
    }

    /// The tables after the last judgment.
    pub(crate) fn into_cx<R>(self, source: &'p str, heard: R) -> Cx<'p, R> {
        let Tables { program, language, extension, options, classes, types, envs, locks, idle, .. } = self;
        let (locks, mut idle) = (locks.into_inner(), idle.into_inner());
        idle.extend(locks.needless().map(|held| IdleHolds { span: held.span, lock: held.lock, anyway: false }));
        Cx {
            program,
            source,
            classes,
            types: types.into_inner(),
            env: envs.into_inner(),
            locks,
            options,
            heard,
            templates: language.templates,
            annotated: true,
            casts: extension.is_some(),
            idle,
        }
    }

    // Types and locks.

    /// An expression as a lock.
    pub fn path(&self, e: ExprId) -> Path {
        self.types.borrow_mut().paths.of_expr(self.program, e)
    }

    /// The lock `x`.
    pub fn var(&self, x: Name) -> Path {
        self.types.borrow_mut().paths.var(x)
    }

    /// The root of a lock.
    pub fn root(&self, l: Path) -> Root {
        self.types.borrow().paths.root(l)
    }

    /// The class of a class type.
    pub fn class_of(&self, t: Ty) -> Option<ClassId> {
        self.types.borrow().class_of(t)
    }

    /// l₁…ₙ of cn<l₁…ₙ>
    pub fn args(&self, t: Ty) -> Args {
        self.types.borrow().args(t).into()
    }

    /// cn<x₁…ₙ>, the type of `this` in a class.
    pub fn this_type(&self, class: ClassId) -> Ty {
        let Some(decl) = self.classes.decl(class) else { return Ty::class(class) };
        let args: Args = self.program.ghosts_of(&decl).iter().map(|g| self.var(g.name)).collect();
        self.types.borrow_mut().instance(class, &args)
    }

    /// A type as it is written; [`Ty::ERROR`] if it means nothing.
    pub fn written_result(&self, t: TypeId) -> Ty {
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
    pub fn written(&self, t: TypeId) -> Ty {
        match self.written_result(t) {
            Ty::VOID => Ty::ERROR,
            t => t,
        }
    }

    /// The immediate supertype of a class type; [`Ty::ERROR`] if it is unknown; none for `Object` and what is no class type.
    pub fn supertype(&self, t: Ty) -> Option<Ty> {
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
    pub fn seen_at(&self, t: Ty, class: ClassId) -> Ty {
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

    /// The environment that binds a variable, with the binding.
    pub(crate) fn binding(&self, env: EnvId, x: Name) -> Option<(EnvId, Binding)> {
        self.envs.borrow_mut().binding(env, x)
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
        self.envs.borrow_mut().extend(Binding { name, ty, ghost, span, bound, before })
    }

    /// ls ∪ {l}
    pub fn and(&self, ls: LockSet, l: Path, taken: Taken, span: Span) -> LockSet {
        self.locks.borrow_mut().extend(ls, l, taken, span)
    }

    /// l ∈ ls
    pub fn holds(&self, ls: LockSet, l: Path) -> bool {
        self.locks.borrow_mut().holds(ls, l)
    }

    /// The elements of ls, in the order in which they were taken.
    pub(crate) fn elements(&self, ls: LockSet) -> Vec<Path> {
        let mut held: Vec<Path> = self.locks.borrow().elements(ls.id).map(|held| held.lock).collect();
        held.reverse();
        held
    }
}
