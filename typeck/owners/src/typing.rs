//! P, the current E, D and ls, and the tables that judgments refer to by number.

use crate::error::{At, Blamed, Outcome};
use crate::owner::{Formals, Lists, OBJECTS_OWNER, Owner, Owners, Ty};
use crate::signature::{FieldType, Signature};
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths};
use racefree_grammar::span::Span;
use racefree_kernel::{Options, PremiseId, ReadingId};
use racefree_program::{ClassId, FieldId, MethodId, Resolved};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// D-O1: one `otherThread` for `thisThread` at every fork.
pub const ONE_OTHER_THREAD: ReadingId = ReadingId(0);
/// D-O5: \[EXP REF\] substitutes `this`, then o₁…oₙ one after the other.
pub const IN_SEQUENCE: ReadingId = ReadingId(1);
/// D-O5: \[EXP INVOKE\] substitutes σ, then `this`, then the arguments.
pub const IN_TWO_STEPS: ReadingId = ReadingId(2);
/// D-O14: fields without `guarded_by` are let through, and may race.
pub const RACY_FIELDS: ReadingId = ReadingId(3);
/// D-O13: `unique` may be put for a formal with a clause `where f != self`.
pub const WHERE_OF_UNIQUE: ReadingId = ReadingId(4);
/// D-O13: a method has all clauses of its class, whatever its type of `this`.
pub const WHERE_OF_ANY_THIS: ReadingId = ReadingId(5);
/// D-O15: the type of `this` in an override may say anything of the formals that the overridden method's class does not have.
pub const OWN_FORMALS_NARROWED: ReadingId = ReadingId(6);

/// Mode in which a lock is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// r
    Read,
    /// w, which includes r
    Write,
}

/// E, by its number: what it extends is kept in [`Typing::bindings`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EnvId(pub u32);

/// ls, by its number: 0 is ls₀, any other one adds a lock to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocksId(pub u32);

/// `t x`, and the environment that it extends.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// E
    pub outer: EnvId,
    /// t
    pub ty: Ty,
    /// x
    pub name: Name,
    /// Span of the declaration.
    pub span: Span,
    /// Not a value.
    pub ghost: bool,
    /// Number of forks around the declaration.
    pub level: u32,
    /// Meaning of the name before this binding, as in [`Typing::by_name`].
    pub(crate) hidden: u32,
    /// Span of the move, if the variable was moved.
    pub(crate) moved: Option<Span>,
    /// Number of its moves in the list of moves.
    pub(crate) moves: u32,
}

/// Conclusion of a rule.
#[derive(Clone, Copy, Debug)]
pub enum Judgment {
    /// ⊢ P : t
    Program(Ty),
    /// P ⊢ defn
    Class(ClassId),
    /// P; E ⊢ wf
    Env(EnvId),
    /// P; E ⊢ t
    Type(EnvId, Ty),
    /// P; E ⊢owner o
    Owner(EnvId, Owner),
    /// P; E ⊢lock l
    Lock(EnvId, Owner),
    /// P; E ⊢ l ∈ ls
    Held(EnvId, Owner, LocksId),
    /// P; E ⊢ s <: t
    Subtype(EnvId, Ty, Ty),
    /// P; E ⊢ field
    Field(EnvId, FieldId),
    /// P; E ⊢ meth
    Method(EnvId, MethodId),
    /// P ⊢ field ∈ c
    FieldIn(FieldId, ClassId),
    /// P ⊢ meth ∈ c
    MethodIn(MethodId, ClassId),
    /// P; E ⊢final p : t
    Final(EnvId, Path, Ty),
    /// P; E; ls ⊢ e ⇐ t
    Give(EnvId, LocksId, ExprId, Ty),
    /// P; E; ls ⊢ e : t \[owned\]
    Expr(EnvId, LocksId, ExprId, Ty, bool),
    /// P; E; ls ⊢ eᵢ; …; eₙ : t, an end of a sequence, by the index of eᵢ in [`Program::lists`] and the number of elements.
    Rest(EnvId, LocksId, u32, u32, Ty),
}

/// P, the current E, D and ls, and the tables.
pub struct Typing<'p> {
    /// P
    pub program: &'p Program,
    /// Its classes and members.
    pub resolved: Resolved<'p>,
    /// Options, which say what premises are off.
    pub options: &'p Options,
    /// Declarations that errors, or fields that may race, make doubtful.
    pub(crate) blamed: Vec<Blamed>,
    /// All paths met.
    pub paths: Paths,
    /// All lists of owners met.
    pub lists: Lists,
    /// All bindings made; those of the current environment by their `outer`.
    pub bindings: Vec<Binding>,
    /// The lock sets after the first: each as what it adds to which other one.
    pub(crate) lock_sets: Vec<(LocksId, Owner, Mode)>,
    /// The current E.
    pub(crate) env: EnvId,
    /// Meaning of each name in E: one more than its binding; 0 for nothing.
    pub(crate) by_name: Vec<u32>,
    /// The formals in E.
    pub(crate) formals: Rc<Formals>,
    /// The formals of the current class: a name that is one means that, in scope or not.
    pub(crate) class_formals: Rc<Formals>,
    /// The formals of the current class with a clause `where f != self`.
    pub(crate) not_self: Formals,
    /// The part of it that the current method knows, if that is not all.
    pub(crate) repeated: Option<Formals>,
    /// Number of forks around the current expression.
    pub(crate) level: u32,
    /// All forks met, each with the number of the one around it, as in [`At`].
    pub(crate) forks: Vec<(At, Span)>,
    /// The fork around the current expression.
    pub(crate) at: At,
    /// ls
    pub(crate) ls: LocksId,
    /// The variables moved so far, in order: M of an expression is the end of it that the expression added.
    pub(crate) moved: Vec<u32>,
    /// Number of variables of unique type in scope.
    pub(crate) uniques: u32,
    /// The types of fields, and the signatures of methods, each in the formals of its class.
    pub(crate) field_types: Vec<FieldType>,
    pub(crate) signatures: FxHashMap<MethodId, Rc<Signature>>,
    /// cn<f₁…ₙ> of each class.
    pub(crate) own_types: Vec<Ty>,
    /// The formals of each class.
    pub(crate) declared: Vec<Rc<Formals>>,
    /// The owners that each class gives its superclass, in its formals.
    pub(crate) supers: Vec<Owners>,
    /// For each class a superclass far above, as its owners see it.
    pub(crate) jumps: Vec<(ClassId, Owners)>,
    /// Paths whose finality is being asked for.
    pub(crate) finals: Vec<Path>,
    pub(crate) known_finals: FxHashMap<(EnvId, u32, Path), Outcome<Ty>>,
}

/// The formals that a class declares.
fn formals_of(program: &Program, resolved: &Resolved<'_>, class: ClassId) -> Rc<Formals> {
    match resolved.decl(class) {
        Some(decl) => Rc::new(program.formals_of(&decl).iter().map(|f| f.name).collect()),
        None if class == ClassId::OBJECT => Rc::new(Formals::from_iter([OBJECTS_OWNER])),
        None => Rc::default(),
    }
}

impl<'p> Typing<'p> {
    /// The tables of a program before its first judgment.
    pub(crate) fn new(program: &'p Program, options: &'p Options) -> Typing<'p> {
        let resolved = Resolved::new(program);
        let declared = resolved.iter().map(|(class, _)| formals_of(program, &resolved, class)).collect();
        let mut typing = Typing {
            program,
            options,
            blamed: Vec::new(),
            forks: Vec::new(),
            at: At::default(),
            paths: Paths::default(),
            lists: Lists::default(),
            bindings: Vec::new(),
            lock_sets: Vec::new(),
            env: EnvId(0),
            by_name: vec![0; program.names.len()],
            formals: Rc::default(),
            class_formals: Rc::default(),
            not_self: Formals::default(),
            repeated: None,
            level: 0,
            ls: LocksId(0),
            moved: Vec::new(),
            uniques: 0,
            field_types: Vec::new(),
            signatures: FxHashMap::default(),
            own_types: Vec::new(),
            supers: Vec::new(),
            jumps: Vec::new(),
            finals: Vec::new(),
            known_finals: FxHashMap::default(),
            declared,
            resolved,
        };
        typing.own_types = typing.types_of_this();
        typing.field_types = typing.declared_fields();
        typing.add_superclasses();
        typing
    }

    /// True if a premise is switched off.
    pub(crate) fn is_off(&self, premise: PremiseId) -> bool {
        self.options.off.is_off(premise)
    }
}

/// ls₀
pub const FIRST_LOCKS: [(Owner, Mode); 3] =
    [(Owner::THIS_THREAD, Mode::Write), (Owner::UNIQUE, Mode::Write), (Owner::READONLY, Mode::Read)];
