//! Result of an elaboration: the program, and all that was found on the way.

use super::alone::{Alone, RunBy};
use super::running::Refusal;
use crate::acts::Acts;
use crate::origins::Origins;
use crate::tree::uses::Resolved;
use crate::world::Assumptions;
use racefree_grammar::ast::Program;
use racefree_grammar::name::Name;
use racefree_grammar::{Fix, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The role of a place beside an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The declaration that the error is about.
    Declaration,
    /// Something else.
    Other,
}

/// Error that the elaboration finds, in annotations above all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// `RULE/premise`: `JAVA ANNOTATION/place` and its like.
    pub premise: &'static str,
    /// Its place.
    pub span: Span,
    /// A sentence without its full stop.
    pub message: String,
    /// Other places that matter.
    pub related: Vec<(Span, String, Role)>,
}

/// Warnings silenced in a declaration (`@SuppressWarnings`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// The declaration.
    pub span: Span,
    /// Kinds, as [`racefree_grammar::ast::NoWarn::kinds`]; none means every kind.
    pub kinds: Vec<String>,
}

/// Something worth saying that is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint {
    /// Name of the sort: `not_atomic`.
    pub kind: &'static str,
    /// Its place.
    pub span: Span,
    /// A sentence without its full stop.
    pub message: String,
    /// The repair, if the code says which it is.
    pub repair: Option<Fix>,
}

impl Lint {
    /// A remark without a repair.
    pub fn new(kind: &'static str, span: Span, message: impl Into<String>) -> Lint {
        Lint { kind, span, message: message.into(), repair: None }
    }
}

/// Java source as a program of the calculus, with all that was found on the way.
#[derive(Default)]
pub struct Elaborated {
    /// The program. Its spans are of the text of the run.
    pub program: Program,
    /// Its names as Java has them.
    pub origins: Origins,
    /// Assumptions: nothing is trusted in silence.
    pub assumptions: Assumptions,
    /// Errors, by place. One that stands in a constructor's initialisers may be there for each constructor; the base's errors too.
    pub problems: Vec<Finding>,
    /// Errors of these that a line or a declaration silences.
    pub silenced: Vec<Finding>,
    /// Warnings silenced in declarations.
    pub suppressed: Vec<Suppression>,
    /// Remarks that are no errors.
    pub lints: Vec<Lint>,
    /// Number of annotations by kind.
    pub annotations: BTreeMap<&'static str, usize>,
    /// Uses of names by sort.
    pub uses: BTreeMap<&'static str, Resolved>,
    /// Locks of the uses of an object's contents, in words, by the place of the field's name.
    pub contents: FxHashMap<Span, String>,
    /// Calls of the library that run no task: those of collections and texts.
    pub library_stores: FxHashSet<Span>,
    /// Calls of the library that run tasks in several threads: those in a collection that they are given.
    pub library_starts: FxHashSet<Span>,
    /// Calls whose threads have all ended when they return.
    pub library_together: FxHashSet<Span>,
    /// Waits for the end of tasks that may be over before.
    pub library_short: FxHashSet<Span>,
    /// Calls of the library that run a task which they are given in another thread, and whose class says nothing of it.
    pub library_forks: FxHashSet<Span>,
    /// Calls of methods that the sources do not declare, or of which it is not known which is called, by place.
    pub library_calls: FxHashMap<Span, LibraryCall>,
    /// Uses of fields of objects whose class is not known, by place, with the field's name; true for an assignment.
    pub library_fields: FxHashMap<Span, (Name, bool)>,
    /// References to methods, by place, whose interface is not of the sources.
    pub library_references: FxHashSet<Span>,
    /// Functions, by place, whose interface is not known.
    pub library_functions: FxHashSet<Span>,
    /// Parameters of functions that the library calls, and references to methods: what they get is from there.
    pub library_received: FxHashSet<Span>,
    /// Places at which an object of `java.util.concurrent` is made.
    pub library_concurrent: FxHashSet<Span>,
    /// Names of methods that override one of a type outside of the sources, or may do so.
    pub library_overrides: FxHashSet<Span>,
    /// Calls on objects of the library that threads need a lock for, by place: true, if the object changes.
    pub library_uses: FxHashMap<Span, bool>,
    /// Uses among them that go through the elements, which a synchronized wrapper leaves to its caller to lock.
    pub library_iterates: FxHashSet<Span>,
    /// Arguments that a call of the library looks into, where they are such objects, by place: true, if it changes them.
    pub library_arguments: FxHashMap<Span, bool>,
    /// Places at which such an object is made, with its class; and parameters that may be one.
    pub library_made: FxHashMap<Span, String>,
    /// Places at which an object of the library is made.
    pub library_new: FxHashSet<Span>,
    /// Types that are written and that the sources do not declare, with their names.
    pub library_types: FxHashMap<Span, String>,
    /// Calls that make an object around another one, which gives it to nobody.
    pub library_wrapped: FxHashSet<Span>,
    /// Places at which a lock is made that several threads may have.
    pub library_permits: FxHashSet<Span>,
    /// Names of methods that override another one, or may override one of an external class: `requires` is an error there.
    pub overriding: FxHashSet<Span>,
    /// Classes that are thread-local because nothing says that they are shared, by their names in the program.
    pub local_by_default: FxHashSet<String>,
    /// Arrays that nobody writes, by where the names of their fields begin: all threads may have them.
    pub tables: FxHashSet<u32>,
    /// Arrays of which each task has elements of its own, by where a use of their variable, or the name of their field begins.
    pub apart: FxHashSet<u32>,
    /// Classes whose objects threads take out of one container and change, by where their names begin, with such a change.
    pub shown: BTreeMap<u32, Span>,
    /// Blocks that hold two locks in an order of their own.
    pub ordered: Vec<super::ordered::Ordered>,
    /// Places that run while there is no other thread: [`Elaborated::is_alone`].
    pub(super) alone: Alone,
    /// Comments that silence errors of the elaboration.
    pub silencing: Vec<Span>,
    /// Of a program that is to run, what does not, by place.
    pub refusals: Vec<Refusal>,
    /// Values of which a run takes one of many, by place.
    pub chosen: Vec<super::running::Chosen>,
    /// The program has numbers at random without a seed.
    pub(super) unseeded: bool,
    /// Java's names of classes, as `Class.getName` has them, by their names in the program.
    pub binary_names: Vec<(Name, String)>,
    /// Messages of what may be null, by place.
    pub null_messages: Vec<super::running::NullMessage>,
    /// Interfaces that classes of the library which nobody can name are known by.
    pub stand_ins: Vec<(Name, String)>,
    /// First modifiers of declarations, by where the base's errors about them begin: [`Elaborated::place`].
    pub(super) first_modifiers: FxHashMap<u32, Span>,
}

/// A call of code outside of the sources, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryCall {
    /// The name of the method.
    pub name: Name,
    /// The number of its arguments.
    pub arguments: usize,
    /// The object that it is called on is the first operand.
    pub on_object: bool,
    /// The class of that object is not known: any method of the name may be called.
    pub any_class: bool,
    /// Something may be kept of what it is given.
    pub keeps: bool,
    /// Value of the call.
    pub gives: Gives,
    /// Meaning of the call to other threads.
    pub acts: Acts,
}

/// Value of a call of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// Anything: something new, what it is given, and what that has.
    Anything,
    /// The object that it is called on.
    Itself,
    /// Something that this object has.
    Part,
    /// Nothing of all that: the call is of a text, which asks others for no more than their own texts.
    Nothing,
}

impl Elaborated {
    /// Leaves the kinds of the elaboration's own errors out of what the base is to silence: it knows none of them.
    pub(super) fn forget_own_kinds(&mut self) {
        for mut escape in std::mem::take(&mut self.program.no_warns) {
            let all = escape.kinds.len();
            escape.kinds.retain(|kind| !crate::kinds::is_own(kind));
            if escape.kinds.len() == all || !escape.kinds.is_empty() {
                self.program.no_warns.push(escape);
            } else if !self.silencing.contains(&escape.span) {
                let message = "this `no_warn` silences nothing".to_owned();
                self.lints.push(Lint::new("unused_no_warn", escape.span, message));
            }
        }
    }

    /// Returns true for a place in `main` that runs while there is no other thread, so that it needs no lock.
    pub fn is_alone(&self, span: Span) -> bool {
        self.alone.contains(span)
    }

    /// Statements of `main` that run while there is no other thread.
    pub fn alone(&self) -> &[Span] {
        self.alone.statements()
    }

    /// The thread that runs the code at a place; none, if any may.
    pub fn run_by(&self, span: Span) -> Option<RunBy> {
        self.alone.thread_of(span)
    }

    /// Returns true if accesses at these places are in front of one meeting of two threads, each of one thread, or behind it.
    pub fn is_handed_over(&self, accesses: &[Span]) -> bool {
        self.alone.is_handed_over(accesses)
    }

    /// Returns true for a variable that has another number in each of the threads that run a lambda.
    pub fn is_own_index(&self, lambda: Span, variable: &str) -> bool {
        self.alone.is_own_index(lambda, variable)
    }

    /// Returns true if a declaration silences an error, by its premise and place.
    pub fn is_suppressed(&self, premise: &str, span: Span) -> bool {
        let kind = crate::kinds::premise_kind(premise);
        let silences = |s: &Suppression| s.span.contains(span) && (s.kinds.is_empty() || s.kinds.contains(&kind));
        self.suppressed.iter().any(silences)
    }
}
