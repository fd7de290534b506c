//! Type errors and warnings, as data.

use crate::options::Part;
use racefree_grammar::span::Span;
use racefree_kernel::PremiseId;

/// A premise that does not hold, at a place of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeError {
    /// The premise of the innermost rule for an expression or declaration.
    pub premise: PremiseId,
    /// The expression or declaration that the premise is about; the main place is its first token.
    pub span: Span,
    /// What is wrong, for a reader who does not know the paper.
    pub message: String,
    /// What is at that place, in a few words.
    pub label: String,
    /// An edit that would help.
    pub help: Option<String>,
    /// Other places that matter.
    pub related: Vec<(Span, String)>,
    /// What else one should know, a sentence each.
    pub notes: Vec<String>,
    /// The chain of judgments below: each premise that failed because of the next.
    pub because: Vec<(PremiseId, String)>,
}

/// Why a judgment that was asked for does not hold. Becomes a [`TypeError`] when a rule reports it.
#[derive(Clone, Debug, Default)]
pub struct Cause {
    /// The premise that fails.
    pub premise: Option<PremiseId>,
    /// What is wrong.
    pub message: String,
    /// What is at the main place, in a few words.
    pub label: String,
    /// An edit that would help.
    pub help: Option<String>,
    /// Other places that matter.
    pub related: Vec<(Span, String)>,
    /// What else one should know.
    pub notes: Vec<String>,
    /// Why, in turn.
    pub because: Option<Box<Cause>>,
    /// An error was reported where the reason lies; this one is not to be.
    pub reported: bool,
}

/// The outcome of a judgment that only checks.
pub type Checked<T = ()> = Result<T, Box<Cause>>;

impl Cause {
    /// A cause in a sentence.
    pub fn new(message: impl Into<String>) -> Box<Cause> {
        Box::new(Cause { message: message.into(), ..Cause::default() })
    }

    /// A cause in a sentence, by a premise.
    pub fn of(premise: PremiseId, message: impl Into<String>) -> Box<Cause> {
        Box::new(Cause { premise: Some(premise), message: message.into(), ..Cause::default() })
    }

    /// The premise that the chain of judgments below ends in.
    pub fn deepest(&self) -> Option<PremiseId> {
        let (mut at, mut deepest) = (Some(self), None);
        while let Some(cause) = at {
            deepest = cause.premise.or(deepest);
            at = cause.because.as_deref();
        }
        deepest
    }

    /// Which part of its premise the failure is about.
    pub fn part(&self) -> Part {
        Part::of(self.deepest())
    }

    /// What follows from an error that was reported elsewhere.
    pub fn reported() -> Box<Cause> {
        Box::new(Cause { reported: true, ..Cause::default() })
    }

    /// Adds what is at the main place.
    pub fn label(mut self: Box<Self>, label: impl Into<String>) -> Box<Cause> {
        self.label = label.into();
        self
    }

    /// Adds an edit that would help.
    pub fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Cause> {
        self.help = Some(help.into());
        self
    }

    /// Adds a place that matters.
    pub fn relate(mut self: Box<Self>, span: Span, text: impl Into<String>) -> Box<Cause> {
        if span != Span::NONE {
            self.related.push((span, text.into()));
        }
        self
    }

    /// Adds a sentence.
    pub fn note(mut self: Box<Self>, note: impl Into<String>) -> Box<Cause> {
        self.notes.push(note.into());
        self
    }

    /// Puts `premise` above: it fails because of `self`.
    pub fn under(self: Box<Self>, premise: PremiseId, message: impl Into<String>) -> Box<Cause> {
        let reported = self.reported;
        let mut above = Cause::of(premise, message);
        above.reported = reported;
        above.because = Some(self);
        above
    }
}

/// Something worth saying of a program that is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// A name for the sort of warning, such as `unused_no_warn`.
    pub kind: &'static str,
    /// Where.
    pub span: Span,
    /// What.
    pub message: String,
}
