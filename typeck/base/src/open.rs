//! Open programs: a program in which annotations are missing is judged all the same, and what its missing locks, `final`s and
//! `thread_local`s would have to be is a constraint.
//!
//! In such a program a *slot* stands where a lock is missing ([`racefree_grammar::path::Open`]). Where a rule asks something of a
//! lock, a field or a class that is not known yet, the judgment holds, and [`Notes`] writes down under which constraint, with the
//! premise and the place that it belongs to. So the constraints that inference solves come out of the rules themselves, and no rule
//! is written a second time.

use crate::cx::Cx;
use crate::env::EnvId;
use crate::error::At;
use crate::locks::LocksId;
use crate::options::Options;
use crate::reading::Reading;
use crate::tables::Tables;
use crate::types::{ClassId, Ty};
use crate::{Base, Language};
use racefree_grammar::ast::Program;
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::listener::{Listener, Listeners};
use racefree_kernel::{PremiseId, RuleId};
use std::borrow::Cow;
use std::cell::RefCell;

/// A constraint on something that is open.
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
    /// The lock, a ghost argument, is of the class.
    ArgType(Path, ClassId, EnvId),
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

/// A question that was asked.
#[derive(Clone, Debug)]
pub struct Note {
    /// The premise that asks.
    pub premise: PremiseId,
    /// The place that an error would be at.
    pub span: Span,
    /// The method that it is in.
    pub method: Option<u32>,
    /// The constraint.
    pub question: Question,
}

/// The classes and fields that an open program leaves open.
#[derive(Default, Debug)]
pub(crate) struct Open {
    /// The classes, by number, that may be made `thread_local`.
    local: Vec<bool>,
    /// The fields that may be made `final`.
    finals: Vec<bool>,
}

impl Open {
    /// A class may be made `thread_local`.
    pub(crate) fn local(&self, class: ClassId) -> bool {
        self.local.get(class.index()).is_some_and(|&open| open)
    }
}

/// The constraints of an open program.
#[derive(Default, Debug)]
pub struct Notes {
    /// For each class of the program, whether it may be made `thread_local`.
    pub local: Vec<bool>,
    /// For each field, whether it may be made `final`.
    pub finals: Vec<bool>,
    /// The constraints, in the order of the rules.
    pub notes: Vec<Note>,
    /// For each field, and each method, the number of its class.
    owners: (Vec<ClassId>, Vec<ClassId>),
    /// The premise and the place that constraints belong to, for each rule that has begun.
    open: Vec<Option<(PremiseId, Span, Option<u32>)>>,
}

impl Listener<Base> for Notes {
    fn opens(&mut self, _: RuleId) {
        self.open.push(self.open.last().copied().flatten());
    }

    fn subsumes(&mut self, rule: RuleId, _: PremiseId) {
        self.opens(rule);
    }

    fn premise(&mut self, premise: PremiseId) {
        if let Some(at) = self.open.last_mut()
            && at.is_some_and(|(of, ..)| of != premise && of.rule() == premise.rule())
        {
            *at = None;
        }
    }

    fn concludes(&mut self, _: &crate::Judgment) {
        self.open.pop();
    }

    fn asks_for(&mut self, premise: PremiseId, span: Span, at: &At) {
        if let Some(open) = self.open.last_mut() {
            *open = Some((premise, span, at.method));
        }
    }

    fn constrains(&mut self, question: Question) {
        if let Some(&Some((premise, span, method))) = self.open.last() {
            self.notes.push(Note { premise, span, method, question });
        }
    }
}

impl Notes {
    /// For a program whose classes, by their places, may be made thread-local as said, and whose fields final.
    pub fn new(local: Vec<bool>, finals: Vec<bool>) -> Notes {
        Notes { local, finals, ..Notes::default() }
    }

    /// The class that declares a field.
    pub fn class_of_field(&self, field: u32) -> ClassId {
        self.owners.0[field as usize]
    }

    /// The class that declares a method.
    pub fn class_of_method(&self, method: u32) -> ClassId {
        self.owners.1[method as usize]
    }
}

impl Language {
    /// Judges a program with slots, which are the variables from the name `slots` on: the premises that fail whatever the slots
    /// are, and the context with the constraints and all that they refer to.
    pub fn questions<'p>(
        self,
        program: &'p Program,
        options: &'p Options,
        mut notes: Notes,
        slots: Name,
    ) -> (Vec<(PremiseId, Span)>, Cx<'p, Notes>) {
        let mut tables = Tables::new(program, self, Cow::Borrowed(options), Some(slots));
        let mut open = Open { local: vec![false; tables.classes.len()], finals: notes.finals.clone() };
        notes.owners = (tables.classes.classes_of_fields(), tables.classes.classes_of_methods());
        for i in 0..program.classes.len() {
            let id = tables.classes.of_declaration(i);
            open.local[id.index()] = notes.local.get(i).is_some_and(|&open| open);
        }
        tables.open = Some(open);
        let notes = RefCell::new(notes);
        let (_, found) = Listeners::errors_of(Some(&notes), |listeners| Reading::new(&tables, listeners).prog());
        (found.iter().map(|failure| (failure.premise, failure.span)).collect(), tables.into_cx("", notes.into_inner()))
    }
}

impl Tables<'_> {
    /// A lock is not known yet.
    pub(crate) fn is_open(&self, l: Path) -> bool {
        self.open.is_some() && self.types.borrow().paths.is_open(l)
    }

    /// A type has an argument that is not known yet.
    pub(crate) fn has_open(&self, t: Ty) -> bool {
        self.open.is_some() && self.args(t).iter().any(|&l| self.is_open(l))
    }

    /// A field may be made `final`.
    pub(crate) fn may_be_final(&self, field: u32) -> bool {
        self.open.as_ref().is_some_and(|open| open.finals[field as usize])
    }
}

impl Reading<'_, '_> {
    /// Two types are the same, or may be: of one class, with the same arguments.
    pub(crate) fn same_type(self, s: Ty, t: Ty) -> bool {
        s == t || self.class_of(s).is_some() && self.class_of(s) == self.class_of(t) && self.same_locks(s, t)
    }

    /// The arguments of two types of one class may be the same.
    pub(crate) fn same_locks(self, s: Ty, t: Ty) -> bool {
        let same = |(l, m)| {
            let open = self.is_open(l) || self.is_open(m);
            l == m || open && self.subject_to(|_| true, || Question::Same(l, m))
        };
        let pairs = self.args(s).into_iter().zip(self.args(t));
        self.open.is_some() && pairs.filter(|&pair| !same(pair)).count() == 0
    }
}
