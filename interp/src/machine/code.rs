//! The machine's code: a step of the calculus is one instruction, except that `Move`, `Jump`, `Return` and `Ghost` only move values
//! and control about, which substitution does for nothing.

pub use crate::program::Reg;
use crate::program::{ClassId, FieldAt, LockPath, MethodId, Tables, Ty};
use crate::value::Value;
use racefree_grammar::ast::{BinOp, ExprId, UnOp};
use racefree_grammar::name::Name;

racefree_grammar::index! {
    /// A position in [`Code::instrs`].
    Pc;
    /// A piece of code: an index of [`Lowered::codes`].
    CodeId;
    /// A name by which code reads or writes fields.
    FieldName;
    /// A name by which code calls methods.
    MethodName;
    /// The type of a let: an index of [`Code::types`].
    LetType;
    /// A lock: an index of [`Code::paths`].
    PathAt;
}

impl Pc {
    /// The first.
    pub const START: Pc = Pc(0);

    /// The next position.
    #[inline(always)]
    #[must_use]
    pub fn next(self) -> Pc {
        Pc(self.0 + 1)
    }
}

/// A run of [`Code::args`] or of [`Code::paths`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Args {
    /// The first.
    pub start: u32,
    /// Their number.
    pub len: u32,
}

impl Args {
    /// The positions.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// An instruction. `dst` is always the register for the value of the redex.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instr {
    // Free: no step.
    /// Copies a register.
    Move { dst: Reg, src: Reg },
    /// Goes on elsewhere.
    Jump { to: Pc },
    /// Hands a value to the caller's frame, or ends the thread.
    Return { src: Reg },
    /// Starts on a ghost variable in code: the start of its path goes to `dst`, and `done` counts its fields from 0.
    Ghost { dst: Reg, done: Reg, this: Reg, class: ClassId, ghost: u32 },

    // Steps.
    /// \[RED REF\] of the next field of a ghost variable's path; free, and over, when there is no further field.
    GhostStep { dst: Reg, done: Reg, this: Reg, class: ClassId, ghost: u32 },
    /// \[RED NEW\]; the ghost arguments are a run of [`Code::paths`].
    New { dst: Reg, class: ClassId, ghosts: Args, init: CodeId },
    /// \[RED INIT\]; register 0 is the object.
    InitWrite { src: Reg, at: FieldAt },
    /// \[RED INIT\]: `init o ()` → `o`
    Built,
    /// \[RED REF\]
    Read { dst: Reg, obj: Reg, name: FieldName },
    /// \[RED ASSIGN\]
    Write { dst: Reg, obj: Reg, name: FieldName, src: Reg },
    /// \[RED INVOKE\]; the arguments are a run of [`Code::args`]. A `tail` call is all that is left of its frame.
    Invoke { dst: Reg, recv: Reg, name: MethodName, args: Args, tail: bool },
    /// \[RED LET\]
    Let { dst: Reg, src: Reg, ty: LetType },
    /// \[RED ACQUIRE\]
    Acquire { lock: Reg },
    /// \[RED RELEASE\] of the lock taken last
    Release,
    /// \[RED ATOMIC\]: a block begins
    Begin,
    /// \[RED ATOMIC\]: the block begun last ends
    End,
    /// \[RED FORK\]
    Fork { dst: Reg, body: CodeId },
    /// `v; e` → `e`
    Seq,
    /// `if (v) e else e`
    If { cond: Reg, otherwise: Pc },
    /// `while (e) e'` → `if (e) (e'; while (e) e')`
    While,
    /// `v && e` (`on` true), `v || e` (`on` false): goes on if `v` is `on`, else the value is `v`.
    Logic { dst: Reg, src: Reg, on: bool, end: Pc },
    /// `v op v`
    Binary { op: BinOp, dst: Reg, a: Reg, b: Reg },
    /// `op v`
    Unary { op: UnOp, dst: Reg, a: Reg },
    /// `print v`
    Print { dst: Reg, a: Reg },
    /// `assert v`
    Assert { dst: Reg, a: Reg },
    /// `holds l`
    Holds { dst: Reg, path: PathAt },
}

impl Instr {
    /// Calls `f` with each register of the instruction, and true if it is written (else it is read). The arguments of
    /// calls, and the registers in paths and captures, are not among them.
    pub(crate) fn registers(&mut self, mut f: impl FnMut(&mut Reg, bool)) {
        match self {
            Instr::Move { dst, src } | Instr::Let { dst, src, .. } | Instr::Logic { dst, src, .. } => {
                f(src, false);
                f(dst, true);
            }
            Instr::Return { src } | Instr::InitWrite { src, .. } => f(src, false),
            Instr::Ghost { dst, done, this, .. } => {
                f(this, false);
                f(dst, true);
                f(done, true);
            }
            Instr::GhostStep { dst, done, this, .. } => {
                f(this, false);
                f(dst, false);
                f(done, false);
            }
            Instr::New { dst, .. } | Instr::Fork { dst, .. } | Instr::Holds { dst, .. } => f(dst, true),
            Instr::Read { dst, obj, .. } => {
                f(obj, false);
                f(dst, true);
            }
            Instr::Write { dst, obj, src, .. } => {
                f(obj, false);
                f(src, false);
                f(dst, true);
            }
            Instr::Invoke { dst, recv, .. } => {
                f(recv, false);
                f(dst, true);
            }
            Instr::Acquire { lock } => f(lock, false),
            Instr::If { cond, .. } => f(cond, false),
            Instr::Binary { dst, a, b, .. } => {
                f(a, false);
                f(b, false);
                f(dst, true);
            }
            Instr::Unary { dst, a, .. } | Instr::Print { dst, a } | Instr::Assert { dst, a } => {
                f(a, false);
                f(dst, true);
            }
            Instr::Built
            | Instr::Release
            | Instr::Begin
            | Instr::End
            | Instr::Jump { .. }
            | Instr::Seq
            | Instr::While => {}
        }
    }
}

/// Kind of a piece of code.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CodeKind {
    /// The main expression.
    #[default]
    Main,
    /// A method, an index of the program's methods.
    Method(u32),
    /// The initialisers of a class, those of its superclasses first; for all classes without fields, those of `Object`.
    Init(ClassId),
    /// The body of a fork.
    Fork(ExprId),
}

/// A piece of code. A frame of it starts as a copy of `template`: `this` if there is one, the parameters or captured
/// variables, the other variables and temporaries, then the constants.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its kind.
    pub what: CodeKind,
    /// The instructions.
    pub instrs: Vec<Instr>,
    /// For each instruction the redex that it stands for.
    pub sites: Vec<ExprId>,
    /// The registers at the start.
    pub template: Vec<Value>,
    /// From this register on, registers are constants.
    pub constants: Reg,
    /// The arguments of calls.
    pub args: Vec<Reg>,
    /// Ghost arguments of `new`, locks of `holds`.
    pub paths: Vec<LockPath>,
    /// The types of let variables.
    pub types: Vec<Ty>,
    /// For the body of a fork: the parent's register and this code's for each captured variable.
    pub captures: Vec<(Reg, Reg)>,
    /// The live registers at each instruction; empty if the code has too many.
    pub live: Vec<u64>,
    /// For each instruction, its access.
    pub(crate) accesses: Vec<super::sites::AccessAt>,
    /// The variables in scope at each `new`, by its position; empty unless they are [kept](super::lower_with_scopes).
    pub scopes: Vec<(Pc, InScope)>,
}

/// The variables in scope at a `new`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InScope {
    /// Its number in the program: there are more than expressions, as subclasses repeat initialisers.
    pub number: u32,
    /// Their names, innermost functions first.
    pub names: Vec<Name>,
    /// The register of each.
    pub regs: Vec<Reg>,
}

impl Code {
    /// Puts the registers of a new frame on the stack.
    #[inline(always)]
    pub(crate) fn begin(&self, stack: &mut Vec<Value>) {
        stack.extend_from_slice(&self.template);
    }

    /// The variables in scope at a `new`, if they are kept.
    #[inline]
    pub fn scope(&self, at: Pc) -> Option<&InScope> {
        let i = self.scopes.binary_search_by_key(&at, |s| s.0).ok()?;
        Some(&self.scopes[i].1)
    }
}

/// A method as it is called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Its code.
    pub code: CodeId,
    /// Its number of parameters.
    pub arity: u32,
    /// The requires set; registers 0, 1… are `this` and the parameters.
    pub requires: Vec<LockPath>,
    /// The types of the parameters.
    pub params: Vec<Ty>,
    /// The result type.
    pub ret: Ty,
    /// True if the result type is the same everywhere: it has no ghost arguments.
    pub plain: bool,
}

/// Quick meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QuickName<T> {
    /// The classes in which it means `what`.
    pub(crate) from: ClassId,
    pub(crate) to: ClassId,
    pub(crate) what: Option<T>,
    /// True if the name has a meaning in other classes, which the tables of the program have.
    pub(crate) more: bool,
}

/// A program ready to run.
#[derive(Clone)]
pub struct Lowered {
    /// The declarations.
    pub tables: Tables,
    /// All code.
    pub codes: Vec<Code>,
    /// The code of the main expression.
    pub main: CodeId,
    /// The methods of the program, by index.
    pub methods: Vec<Callee>,
    /// True if there is an atomic block.
    pub has_blocks: bool,
    /// The names of fields that occur in code.
    pub(crate) field_names: Vec<(Name, QuickName<FieldAt>)>,
    /// The names of methods that occur in code.
    pub(crate) method_names: Vec<(Name, QuickName<MethodId>)>,
    /// For each class, true if no other thread can see an object of it before it is built.
    pub private_until_built: Vec<bool>,
    /// For each class, the values of the fields before they are initialised.
    pub(crate) defaults: Vec<Vec<Value>>,
    /// For each class, the values that its initialisers give the fields, if these are constants of the right types and no other
    /// thread can see the object before it is built.
    pub(crate) constants: Vec<Option<Vec<Value>>>,
    /// Number of instructions of the longest code.
    pub(crate) longest: u32,
    /// The accesses in code by number.
    pub(crate) accesses: Vec<super::sites::Numbered>,
    /// For each field, true if detectors and monitors are told of its accesses.
    pub(crate) watched: Vec<bool>,
    /// For each field, true if no code assigns it, and no other thread can see an object before it is initialised: every read of
    /// it gives the value of its init-write, and is a local step ([`super::points`]).
    pub(crate) fixed: Vec<bool>,
    /// For each class, the slots of its final fields come from [`Tables::fields`]; here slot → field, by class.
    pub(crate) layout: Vec<Vec<crate::program::FieldId>>,
}

impl Lowered {
    /// The code of a number.
    #[inline]
    pub fn code(&self, id: CodeId) -> &Code {
        &self.codes[id.index()]
    }

    /// Returns the meaning of the field name `name` for an object of class `class`.
    #[inline]
    pub(crate) fn field(&self, class: ClassId, name: FieldName) -> Option<FieldAt> {
        let (text, fast) = &self.field_names[name.index()];
        if fast.from <= class && class < fast.to {
            fast.what
        } else if fast.more {
            self.tables.field_of(class, *text)
        } else {
            None
        }
    }

    /// Returns the meaning of the method name `name` for an object of class `class`.
    #[inline]
    pub(crate) fn method(&self, class: ClassId, name: MethodName) -> Option<MethodId> {
        let (text, fast) = &self.method_names[name.index()];
        if fast.from <= class && class < fast.to {
            fast.what
        } else if fast.more {
            self.tables.method_of(class, *text)
        } else {
            None
        }
    }

    /// Returns true if no thread can see a field change: reads of it are local steps.
    #[inline]
    pub fn is_fixed(&self, field: crate::program::FieldId) -> bool {
        self.fixed[field.index()]
    }

    /// The fields of the objects of a class, by slot.
    pub fn fields_of(&self, class: ClassId) -> &[crate::program::FieldId] {
        &self.layout[class.index()]
    }
}
