//! What inference found, as data.

use crate::budget::Stopped;
use crate::clauses::Instance;
use crate::edits::Annotation;
use racefree_grammar::span::Span;
use racefree_kernel::Report;

/// A way to find annotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Greatest fixpoint (section 4).
    Fixpoint,
    /// Satisfiability (section 5).
    Sat,
    /// From runs (section 6).
    Run,
    /// Section 7 of the calculus, as a baseline.
    Defaults,
}

impl Way {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Way::Fixpoint => "fixpoint",
            Way::Sat => "sat",
            Way::Run => "run",
            Way::Defaults => "defaults",
        }
    }
}

/// An annotation that was found, with the reasons for it.
#[derive(Clone, Debug)]
pub struct Inferred {
    /// It.
    pub annotation: Annotation,
    /// `fixpoint`, `sat`, `run`, `completed` or `default`.
    pub by: &'static str,
    /// The accesses that hold the lock, and by what; or else what asks for the annotation.
    pub because: Vec<(String, Span)>,
    /// Other guards that would do.
    pub also: Vec<String>,
    /// What runs have seen of it.
    pub seen: Option<Witnessed>,
}

/// How much was seen of what an annotation is about: no event at all for what no run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Witnessed {
    /// Accesses of the field, with the lock held.
    pub events: u64,
    /// Of so many objects.
    pub objects: u64,
}

/// A candidate that does not do.
#[derive(Clone, Debug)]
pub struct Refuted {
    /// What would be written.
    pub lock: String,
    /// The first premise that it would break.
    pub refuted_by: Option<Instance>,
    /// The accesses and calls at the root of that.
    pub roots: Vec<Instance>,
    /// A schedule in which the lock is not held.
    pub schedule: Option<Vec<u32>>,
}

/// A field that no annotation protects.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The field.
    pub field: u32,
    /// Why, in a word or a sentence.
    pub reason: String,
    /// What was tried.
    pub candidates: Vec<Refuted>,
    /// A schedule that shows the reason.
    pub schedule: Option<Vec<u32>>,
    /// The nearest edit of the program: the lock, as it is named there, and where it would have to be taken.
    pub edit: Option<Vec<(String, Span)>>,
    /// Methods that would have to be `synchronized` for the field to be guarded by `this`, if that is enough.
    pub synchronized: Vec<u32>,
}

/// What was seen in every run, but cannot be proved.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// It.
    pub message: String,
    /// What it is about.
    pub span: Span,
    /// Premises that exclude it, together with what else was seen.
    pub core: Vec<Instance>,
}

/// The answer to a program.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The way that found it.
    pub by: Way,
    /// Whether the text checks.
    pub ok: bool,
    /// Whether the search was complete: no budget ran out, and for runs every schedule was seen.
    pub complete: bool,
    /// What ended the search before it was over. If the text does not check, it is no answer.
    pub stopped: Option<Stopped>,
    /// Whether no smaller annotation does.
    pub proved_best: bool,
    /// How many new ghosts a class has at most.
    pub ghosts: u32,
    /// Paths were searched up to this depth.
    pub depth: u32,
    /// The program with the annotations.
    pub text: String,
    /// What `check` says of that text.
    pub report: Report,
    /// The annotations, in the order of the text.
    pub inferred: Vec<Inferred>,
    /// The fields without protection.
    pub failed: Vec<Failed>,
    /// If nothing checks: premises that no annotation satisfies together.
    pub core: Vec<Instance>,
    /// What every run showed, and no proof was found for.
    pub dropped: Vec<Dropped>,
    /// Premises by which the checker rejected a solution of the constraints, which is a mistake of this program: the solution was
    /// excluded, and the search went on.
    pub rejected: Vec<String>,
    /// Numbers: of the search, and of what was covered.
    pub statistics: Vec<(&'static str, f64)>,
}

impl Answer {
    /// How many annotations were found: one for each guard, `final`, `thread_local`, required lock, ghost and argument.
    pub fn size(&self) -> usize {
        self.inferred.len()
    }
}
