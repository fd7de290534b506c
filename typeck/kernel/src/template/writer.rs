//! Writing judgments by templates alone.

use super::{Syntax, Templates};
use crate::derivation::NodeId;
use crate::rule::PremiseId;
use crate::statement::{Limits, Statement};
use crate::system::JudgmentWriter;

/// Writes the judgments of a system as its rules are declared, environments in full.
pub struct Writer<S> {
    /// Constituents of judgments and terms.
    pub syntax: S,
    /// Templates of the rules.
    pub templates: &'static Templates,
}

impl<S: Syntax> JudgmentWriter for Writer<S> {
    fn conclusion(&mut self, id: NodeId) -> Statement {
        self.templates.concluded(&mut self.syntax, id)
    }

    fn premise(&mut self, id: NodeId, premise: PremiseId, nth: usize) -> Statement {
        let bindings = self.templates.bindings(&self.syntax, id);
        self.templates.stated(&mut self.syntax, &bindings, premise, nth)
    }

    fn set_limits(&mut self, limits: Limits) {
        self.syntax.set_limits(limits);
    }
}
