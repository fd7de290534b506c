//! Open programs' questions: a program in which annotations are missing is judged all the same, and what its missing locks,
//! `final`s and `thread_local`s would have to be is noted instead of decided.
//!
//! In such a program a *slot* stands where a lock is missing ([`racefree_grammar::path::Open`]). Where a rule asks something of a
//! lock, a field or a class that is not known yet, the recorder is asked first. [`Notes`] writes the question down, with the
//! premise and the place that it belongs to, and answers as if it held; every other recorder says no, which is compiled away. So
//! the constraints that inference solves come out of the rules themselves, and no rule is written a second time.

use crate::cx::Cx;
use crate::env::EnvId;
use crate::judgment::Judgment;
use crate::locks::LocksId;
use crate::options::Options;
use crate::types::ClassId;
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::{Evidence, NodeId, PremiseId, Recorder, RuleId, Silent, Tree};

/// What a rule asks of something that is open.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// l ∈ ls
    Held(Path, LocksId),
    /// l ≡ l'
    Same(Path, Path),
    /// ls = ls', after substitution.
    SameSets(Vec<Path>, Vec<Path>),
    /// P; E ⊢final l : c for some c
    Final(Path, EnvId),
    /// A field is declared `final`.
    FinalField(u32),
    /// The lock, a ghost argument, is of the class.
    ArgType(Path, ClassId, EnvId),
    /// A class is thread-local.
    Local(ClassId),
    /// A field is guarded or final, or its class is thread-local.
    Protected(u32),
    /// A class is shared, or the class that declares the field is not.
    SharedField(u32, ClassId),
    /// The superclass, the second, is shared, or the class is not.
    SharedSuper(ClassId, ClassId),
    /// The class that declares what a method overrides is thread-local, or the method's own class is not.
    Overrides(u32, ClassId),
    /// The class of a variable that is free in a fork is shared.
    Captured(ClassId),
    /// So are those of all variables that start the lock and are bound in this E, outside the fork.
    CapturedLock(Path, EnvId),
}

/// A recorder that may be asked.
pub trait Asked: Recorder<Judgment> {
    /// Whether it answers at all.
    const ASKS: bool = false;
    /// What is asked from now on is asked for this premise at this place.
    #[inline(always)]
    fn at(&mut self, _: PremiseId, _: Span, _: Option<u32>) {}
    /// Whether something is to be taken as holding.
    #[inline(always)]
    fn ask(&mut self, _: impl FnOnce() -> Question) -> bool {
        false
    }
}

impl Asked for Silent {}
impl Asked for Tree<Judgment> {}

/// A question that was asked.
#[derive(Clone, Debug)]
pub struct Note {
    /// The premise that asks.
    pub premise: PremiseId,
    /// The place that an error would be at.
    pub span: Span,
    /// The method that it is in.
    pub method: Option<u32>,
    /// What is asked.
    pub question: Question,
}

/// Notes questions and answers as if all was well.
#[derive(Default, Debug)]
pub struct Notes {
    /// For each class of the program, whether it may be made `thread_local`.
    pub local: Vec<bool>,
    /// For each field, whether it may be made `final`.
    pub finals: Vec<bool>,
    /// What was asked, in order.
    pub notes: Vec<Note>,
    at: Option<(PremiseId, Span, Option<u32>)>,
    /// For each class by number, whether it may be made `thread_local`.
    by_number: Vec<bool>,
    /// For each field, and each method, the number of its class.
    owners: (Vec<ClassId>, Vec<ClassId>),
    pauses: u32,
}

impl Recorder<Judgment> for Notes {
    const RECORDS: bool = false;
    fn open(&mut self, _: RuleId) {}
    fn premise(&mut self, _: PremiseId) {}
    fn adopt(&mut self, _: RuleId, _: PremiseId) {}
    fn evidence(&mut self, _: Evidence) {}
    fn withdraw(&mut self) {}
    fn close(&mut self, _: impl FnOnce() -> Judgment) -> Option<NodeId> {
        None
    }
    fn holds(&mut self) {}
    fn pause(&mut self) {
        self.pauses += 1;
    }
    fn resume(&mut self) {
        self.pauses -= 1;
    }
    fn is_paused(&self) -> bool {
        self.pauses > 0
    }
}

impl Notes {
    /// For a program whose classes, by their places, may be made thread-local as said, and whose fields final.
    pub fn new(local: Vec<bool>, finals: Vec<bool>) -> Notes {
        Notes { local, finals, ..Notes::default() }
    }

    /// Whether a class may be made `thread_local`.
    pub fn may_be_local(&self, class: ClassId) -> bool {
        self.by_number.get(class.index()).is_some_and(|&open| open)
    }

    /// The class that declares a field.
    pub fn class_of_field(&self, field: u32) -> ClassId {
        self.owners.0[field as usize]
    }

    /// The class that declares a method.
    pub fn class_of_method(&self, method: u32) -> ClassId {
        self.owners.1[method as usize]
    }

    /// Whether a question is open; if it is not, the rule decides.
    fn is_open(&self, question: &Question) -> bool {
        match *question {
            Question::Local(c) | Question::Captured(c) => self.may_be_local(c),
            Question::FinalField(f) => self.finals[f as usize],
            Question::SharedField(f, c) => self.may_be_local(c) || self.may_be_local(self.class_of_field(f)),
            Question::SharedSuper(c, d) => self.may_be_local(c) || self.may_be_local(d),
            Question::Overrides(m, d) => self.may_be_local(d) || self.may_be_local(self.class_of_method(m)),
            _ => true,
        }
    }
}

impl Asked for Notes {
    const ASKS: bool = true;

    fn at(&mut self, premise: PremiseId, span: Span, method: Option<u32>) {
        if self.pauses == 0 {
            self.at = Some((premise, span, method));
        }
    }

    fn ask(&mut self, question: impl FnOnce() -> Question) -> bool {
        let question = question();
        let open = self.is_open(&question);
        let needed = !matches!(question, Question::Local(_) | Question::FinalField(_));
        if open
            && needed
            && self.pauses == 0
            && let Some((premise, span, method)) = self.at
        {
            self.notes.push(Note { premise, span, method, question });
        }
        open
    }
}

/// Judges a program with slots, which are the variables from the name `slots` on: the premises that fail whatever the slots
/// are, and the context with the notes and all that they refer to.
pub fn questions<'p>(
    program: &'p Program,
    options: &'p Options,
    notes: Notes,
    slots: Name,
) -> (Vec<(PremiseId, Span)>, Cx<'p, Notes>) {
    let mut cx = Cx::with_slots(program, "", options, notes, Some(slots));
    let owners = &mut cx.recorder.owners;
    owners.0 = vec![ClassId::OBJECT; program.fields.len()];
    owners.1 = vec![ClassId::OBJECT; program.methods.len()];
    let mut by_number = vec![false; cx.classes.len()];
    for (i, class) in program.classes.iter().enumerate() {
        let id = cx.classes.of_declaration(i);
        owners.0[class.fields.indices()].fill(id);
        owners.1[class.methods.indices()].fill(id);
        by_number[id.index()] = cx.recorder.local.get(i).is_some_and(|&open| open);
    }
    cx.recorder.by_number = by_number;
    cx.prog();
    let failures = std::mem::take(&mut cx.errors);
    let failures = failures.iter().filter(|failure| !failure.cause.is_reported());
    (failures.map(|failure| (failure.premise, failure.span)).collect(), cx)
}

impl<R: Asked> Cx<'_, R> {
    /// Whether a type has an argument that is not known yet.
    pub(crate) fn has_open_args(&self, t: crate::types::Ty) -> bool {
        self.types.args(t).iter().any(|&l| self.types.paths.is_open(l))
    }

    /// Whether a lock is, or may be, the same as another one.
    pub(crate) fn same_lock(&mut self, a: Path, b: Path) -> bool {
        a == b
            || R::ASKS
                && (self.types.paths.is_open(a) || self.types.paths.is_open(b))
                && self.recorder.ask(|| Question::Same(a, b))
    }

    /// Whether two types are the same, or may be: of one class, with the same arguments.
    pub(crate) fn same_type(&mut self, s: crate::types::Ty, t: crate::types::Ty) -> bool {
        if s == t {
            return true;
        }
        if !R::ASKS || self.types.class_of(s) != self.types.class_of(t) || self.types.class_of(s).is_none() {
            return false;
        }
        let (s, t): (Vec<Path>, Vec<Path>) = (self.types.args(s).into(), self.types.args(t).into());
        s.len() == t.len() && s.into_iter().zip(t).fold(true, |same, (a, b)| self.same_lock(a, b) && same)
    }

    /// A member is used of an object whose type is `at` where it is declared: that type must be known there.
    #[inline]
    pub(crate) fn needed(&mut self, premise: PremiseId, e: ExprId, at: crate::types::Ty) {
        if R::ASKS && self.types.has_args(at) {
            self.recorder.at(premise, self.program.span(e), self.method);
            let (env, args): (_, Vec<Path>) = (self.env.id(), self.types.args(at).into());
            for l in args {
                self.recorder.ask(|| Question::Final(l, env));
            }
        }
    }
}
