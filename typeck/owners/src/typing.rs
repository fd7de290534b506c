//! P, E, D and ls, and how a rule is applied: what it opens, which premises it looks at, what it concludes.

use crate::edits::Hint;
use crate::owner::{Formals, Lists, OBJECTS_OWNER, Owner, Owners, Ty};
use crate::signature::{FieldType, Signature};
use crate::typed::Point;
use racefree_grammar::ast::{ExprId, Program, Special};
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths};
use racefree_grammar::span::Span;
use racefree_kernel::{Evidence, Options, PremiseId, ReadingId, Recorder, TypeError};
use racefree_program::{ClassId, FieldId, MethodId, Resolved};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
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

/// Name in messages of an owner that is another thread, before its number.
pub(crate) const OTHER_THREAD: &str = "otherThread#";

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

/// A lock set, by its number in [`Typing::lock_sets`].
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
    /// P; E; ls ⊢ e : t
    Expr(EnvId, LocksId, ExprId, Ty),
    /// P; E; ls ⊢ eᵢ; …; eₙ : t, an end of a sequence, by the index of eᵢ in [`Program::lists`] and the number of elements.
    Rest(EnvId, LocksId, u32, u32, Ty),
}

/// Why something that was asked for does not hold: each premise that failed because of the next, with a sentence.
pub type Cause = Vec<(PremiseId, String)>;
/// Answer to a premise: the thing asked for, or the cause of the failure.
pub type Asked<T = ()> = Result<T, Cause>;

/// P, the current E, D and ls, with what was found.
pub struct Typing<'p, R> {
    /// P
    pub program: &'p Program,
    /// Its classes and members.
    pub resolved: Resolved<'p>,
    /// Options, which say what premises are off.
    pub options: &'p Options,
    /// Recorder of the derivation.
    pub recorder: R,
    /// Errors, in the order in which they are found.
    pub errors: Vec<TypeError>,
    /// Declarations that the errors make doubtful.
    pub blamed: Vec<Blamed>,
    /// Blame of the next error, if it is known; otherwise anything is doubtful.
    pub(crate) about: SmallVec<[Blamed; 2]>,
    /// Hint for the repair of the next error, if it is known.
    pub(crate) hint: Option<Hint>,
    /// The same of errors that were found, by their number.
    pub(crate) hints: Vec<(usize, Hint)>,
    /// All paths met.
    pub paths: Paths,
    /// All lists of owners met.
    pub lists: Lists,
    /// All bindings made; those of the current environment by their `outer`.
    pub bindings: Vec<Binding>,
    /// The lock sets that judgments name; the first is ls₀.
    pub lock_sets: Vec<Vec<(Owner, Mode)>>,
    /// The current E.
    pub(crate) env: EnvId,
    /// Meaning of each name in E: one more than its binding; 0 for nothing.
    pub(crate) by_name: Vec<u32>,
    /// The formals in E, by name: those with the current stamp.
    pub(crate) formals: Vec<u32>,
    pub(crate) not_self: FxHashMap<Name, u32>,
    /// The formals of the current class: a name that is one means that, in scope or not.
    pub(crate) class_formals: Rc<Formals>,
    pub(crate) stamp: u32,
    /// Number of forks around the current expression.
    pub(crate) level: u32,
    /// Spans of these forks, the outermost first.
    pub(crate) forks: Vec<Span>,
    /// ls
    pub(crate) ls: Vec<(Owner, Mode)>,
    pub(crate) locks_id: LocksId,
    /// The variables moved so far, in order: M of an expression is the end of it that the expression added.
    pub(crate) moved: Vec<u32>,
    /// Number of variables of unique type in scope.
    pub(crate) uniques: u32,
    /// The types of fields, and the signatures of methods, each in the formals of its class.
    pub(crate) field_types: Vec<Option<FieldType>>,
    pub(crate) signatures: FxHashMap<MethodId, Rc<Signature>>,
    /// cn<f₁…ₙ> of each class that was asked for.
    pub(crate) own_types: Vec<Option<Ty>>,
    /// The formals of each class.
    pub(crate) declared: Vec<Rc<Formals>>,
    /// The owners that each class gives its superclass, in its formals.
    pub(crate) supers: Vec<Owners>,
    /// For each class a superclass far above, as its owners see it.
    pub(crate) jumps: Vec<(ClassId, Owners)>,
    /// Paths whose finality is being asked for.
    pub(crate) finals: Vec<Path>,
    pub(crate) known_finals: FxHashMap<(EnvId, u32, Path), Asked<Ty>>,
    /// Judgment of each expression, where it is kept.
    pub(crate) points: Option<Vec<Option<Point>>>,
}

/// Declaration that an error makes doubtful (section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blamed {
    /// A field was accessed without its guard, or has none.
    Field(FieldId),
    /// A method was called without a lock, or overrides one that needs fewer.
    Method(u32),
    /// The owners of a type of this class are wrong, or a unique object of it was moved twice.
    Confused(ClassId),
    /// Anything.
    All,
}

/// The formals that a class declares.
fn formals_of(program: &Program, resolved: &Resolved<'_>, class: ClassId) -> Rc<Formals> {
    match resolved.decl(class) {
        Some(decl) => Rc::new(program.formals_of(&decl).iter().map(|f| f.name).collect()),
        None if class == ClassId::OBJECT => Rc::new(Formals::from_iter([OBJECTS_OWNER])),
        None => Rc::default(),
    }
}

impl<'p, R: Recorder<Judgment>> Typing<'p, R> {
    /// Nothing is judged yet.
    pub fn new(program: &'p Program, options: &'p Options, recorder: R) -> Typing<'p, R> {
        let resolved = Resolved::new(program);
        let declared = resolved.iter().map(|(class, _)| formals_of(program, &resolved, class)).collect();
        let ls = vec![
            (Owner::THIS_THREAD, Mode::Write),
            (Owner::UNIQUE, Mode::Write),
            (Owner::Special(Special::Readonly), Mode::Read),
        ];
        let mut typing = Typing {
            program,
            options,
            recorder,
            errors: Vec::new(),
            blamed: Vec::new(),
            about: SmallVec::new(),
            hint: None,
            hints: Vec::new(),
            forks: Vec::new(),
            paths: Paths::default(),
            lists: Lists::default(),
            bindings: Vec::new(),
            lock_sets: vec![ls.clone()],
            env: EnvId(0),
            by_name: vec![0; program.names.len()],
            formals: vec![0; program.names.len()],
            not_self: FxHashMap::default(),
            class_formals: Rc::default(),
            stamp: 1,
            level: 0,
            ls,
            locks_id: LocksId(0),
            moved: Vec::new(),
            uniques: 0,
            field_types: vec![None; program.fields.len()],
            signatures: FxHashMap::default(),
            own_types: vec![None; resolved.iter().count()],
            supers: Vec::new(),
            jumps: Vec::new(),
            finals: Vec::new(),
            known_finals: FxHashMap::default(),
            points: None,
            declared,
            resolved,
        };
        typing.supers = typing.superclass_owners();
        typing.jumps = typing.far_superclasses();
        typing
    }

    // Premises.

    /// Marks the premise that the next judgment establishes.
    pub(crate) fn premise(&mut self, premise: PremiseId) {
        self.recorder.premise(premise);
    }

    /// True if a premise is switched off.
    pub(crate) fn is_off(&self, premise: PremiseId) -> bool {
        self.options.off.is_off(premise)
    }

    /// Looks at a premise of an expression or declaration at `span`: what is asked fails it, unless it is off. Whether it
    /// holds, or is off.
    pub(crate) fn check(&mut self, premise: PremiseId, span: Span, asks: impl FnOnce(&mut Self) -> Asked) -> bool {
        let asked = self.ask(premise, asks);
        let holds = asked.map_err(|cause| self.report(span, cause)).is_ok();
        self.about.clear();
        self.hint = None;
        holds
    }

    /// Reports a cause, the first of which is a premise of an expression or declaration.
    pub(crate) fn report(&mut self, span: Span, cause: Cause) {
        let Some(&(premise, _)) = cause.first() else { return };
        let message = cause.last().map_or_else(String::new, |(_, text)| text.clone());
        let because = cause[1..].to_vec();
        let about = std::mem::take(&mut self.about);
        if about.is_empty() {
            self.blamed.push(Blamed::All);
        }
        self.blamed.extend(about);
        if let Some(hint) = self.hint.take() {
            self.hints.push((self.errors.len(), hint));
        }
        let related = self.other_threads(&message);
        self.errors.push(TypeError { because, related, ..TypeError::new(premise, span, message) });
    }

    /// Returns the fork for each `otherThread#n` in a message, with a note that this name is of the thread that forks.
    fn other_threads(&self, message: &str) -> Vec<(Span, String)> {
        let mut found: Vec<(Span, String)> = Vec::new();
        for named in message.split(OTHER_THREAD).skip(1) {
            let digits = named.find(|c: char| !c.is_ascii_digit()).unwrap_or(named.len());
            let number = named[..digits].parse::<usize>().unwrap_or(0);
            let Some(&fork) = number.checked_sub(1).and_then(|i| self.forks.get(i)) else { continue };
            let text = format!("this fork starts another thread; `{OTHER_THREAD}{number}` is the one that forks");
            if !found.iter().any(|(_, known)| *known == text) {
                found.push((fork, text));
            }
        }
        found
    }

    /// Looks at a premise of what is asked for itself.
    pub(crate) fn ask<T: Default>(&mut self, premise: PremiseId, asks: impl FnOnce(&mut Self) -> Asked<T>) -> Asked<T> {
        self.recorder.premise(premise);
        if self.is_off(premise) {
            self.recorder.evidence(Evidence::Assumed);
            return Ok(T::default());
        }
        match asks(self) {
            Ok(found) => {
                self.recorder.holds();
                Ok(found)
            }
            Err(mut cause) => {
                // A side condition fails here; after a judgment that does not hold it goes without saying.
                self.recorder.evidence(Evidence::Fails);
                let text = cause.first().map_or_else(String::new, |(_, text)| text.clone());
                if cause.first().is_none_or(|(first, _)| *first != premise) {
                    cause.insert(0, (premise, text));
                }
                Err(cause)
            }
        }
    }

    /// A side condition.
    pub(crate) fn side(&mut self, premise: PremiseId, holds: bool, wrong: impl FnOnce(&Self) -> String) -> Asked {
        self.ask(premise, |it| if holds { Ok(()) } else { Err(vec![(premise, wrong(it))]) })
    }

    /// Returns the failure of a side condition.
    pub(crate) fn fails(&self, premise: PremiseId, text: String) -> Asked {
        Err(vec![(premise, text)])
    }
}
