//! The words of an error, for every system alike.

use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, TypeError};

/// Sentences about a cause.
#[derive(Clone, Default, Debug)]
pub struct Sentences {
    /// The error in a sentence.
    pub message: String,
    /// A few words for the main place.
    pub label: String,
    /// An edit that would help.
    pub help: Option<String>,
    /// Other places that matter.
    pub related: Vec<(Span, String)>,
    /// Further facts, a sentence each.
    pub notes: Vec<String>,
}

impl Sentences {
    /// The error in a sentence.
    pub fn new(message: impl Into<String>) -> Sentences {
        Sentences { message: message.into(), ..Sentences::default() }
    }

    /// A few words for the main place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Sentences {
        self.label = label.into();
        self
    }

    /// An edit that would help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Sentences {
        self.help = Some(help.into());
        self
    }

    /// Another place that matters.
    #[must_use]
    pub fn relate(mut self, span: Span, text: impl Into<String>) -> Sentences {
        if span != Span::NONE {
            self.related.push((span, text.into()));
        }
        self
    }

    /// A further fact.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Sentences {
        self.notes.push(note.into());
        self
    }

    /// The error of a premise at a place, without repairs.
    pub fn into_error(self, premise: PremiseId, span: Span) -> TypeError {
        let Sentences { message, label, help, related, notes } = self;
        TypeError { label, help, related, notes, ..TypeError::new(premise, span, message) }
    }
}
