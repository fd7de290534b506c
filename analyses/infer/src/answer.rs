//! Results of inference, as data.

use crate::clauses::Instance;
use crate::edits::Annotation;
use racefree_grammar::span::Span;
use racefree_kernel::{Report, Stopped};

/// A way to find annotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Way {
    /// Greatest fixpoint (section 4).
    Fixpoint,
    /// Satisfiability (section 5).
    Sat,
    /// Runs (section 6).
    Run,
    /// Section 7 of the calculus, as a baseline.
    Defaults,
}

impl Way {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An annotation that was found, with the reasons for it.
#[derive(Clone, Debug)]
pub struct Inferred {
    /// Annotation.
    pub annotation: Annotation,
    /// `fixpoint`, `sat`, `run`, `completed` or `default`.
    pub by: &'static str,
    /// The accesses that hold the lock, and by what; or else what asks for the annotation.
    pub because: Vec<(String, Span)>,
    /// Other guards that would do.
    pub also: Vec<String>,
    /// Observations of runs.
    pub seen: Option<Witnessed>,
}

/// Amount of evidence for an annotation from runs; no events where no run came by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Witnessed {
    /// Accesses of the field, with the lock held.
    pub events: u64,
    /// Number of objects accessed.
    pub objects: u64,
}

/// A candidate that does not do.
#[derive(Clone, Debug)]
pub struct Refuted {
    /// Lock that would be written.
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
    /// Candidates tried.
    pub candidates: Vec<Refuted>,
    /// A schedule that shows the reason.
    pub schedule: Option<Vec<u32>>,
    /// The nearest edit of the program: the lock, as it is named there, and where it would have to be taken.
    pub edit: Option<Vec<(String, Span)>>,
    /// Lock that it is given nevertheless: its candidate, held at some accesses, and at the others none is.
    pub given: Option<String>,
    /// Candidates that some accesses hold, with the number of these.
    pub held: Vec<(String, usize)>,
    /// Accesses that need a guard.
    pub accesses: Vec<Span>,
    /// Accesses without the lock that is given or, if none is, without the one that most hold.
    pub lacking: Vec<Span>,
    /// Methods that would have to be `synchronized` for the field to be guarded by `this`, if that is enough.
    pub synchronized: Vec<u32>,
}

/// Fact seen in every run, but without a proof.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// Message.
    pub message: String,
    /// Place of the fact.
    pub span: Span,
    /// Premises that exclude it, together with what else was seen.
    pub core: Vec<Instance>,
}

/// The answer to a program.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The way that found it.
    pub by: Way,
    /// True if the text checks.
    pub ok: bool,
    /// True if the search was complete: no budget ran out, and for runs every schedule was seen.
    pub complete: bool,
    /// Reason for an early end of the search. If the text does not check then, it is no answer.
    pub stopped: Option<Stopped>,
    /// True if no smaller annotation is a solution.
    pub proved_best: bool,
    /// Greatest number of new ghosts of a class.
    pub ghosts: u32,
    /// Paths were searched up to this depth.
    pub depth: u32,
    /// The program with the annotations.
    pub text: String,
    /// Report of `check` on that text.
    pub report: Report,
    /// The annotations, in the order of the text.
    pub inferred: Vec<Inferred>,
    /// The fields without protection.
    pub failed: Vec<Failed>,
    /// Core, if nothing checks: premises that no annotation satisfies together.
    pub core: Vec<Instance>,
    /// Facts shown by every run, without a proof.
    pub dropped: Vec<Dropped>,
    /// Premises by which the checker rejected a solution of the constraints, which is a bug of inference: the solution
    /// was excluded, and the search went on.
    pub rejected: Vec<String>,
    /// Statistics of the search and of its coverage.
    pub statistics: Vec<(&'static str, f64)>,
}

impl Answer {
    /// Number of annotations found: one for each guard, `final`, `thread_local`, required lock, ghost and argument.
    pub fn size(&self) -> usize {
        self.inferred.len()
    }
}
