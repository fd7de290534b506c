//! Derivations as data.
//!
//! A derivation is a graph without cycles, since a judgment can be evidence for several premises; [`outline`] makes the
//! tree of it that every form shows: each judgment with its premises once, elsewhere a reference, and no more of it than
//! asked for or than is reasonable. `select` finds the judgment at a place of the source, [`mod@json`] writes all of it.

pub mod json;
pub mod outline;
mod select;

use crate::json::Places;
use outline::{OutlineBounds, ShownJudgments};
use racefree_grammar::Span;
use racefree_kernel::{Derived, Evidence, NodeId, PremiseId, Role, Shape};
use racefree_systems::premise_name;

/// Options of a shown derivation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The name that the program goes by.
    pub file: &'a str,
    /// The type system by which it is judged.
    pub system: &'a str,
    /// Number of levels; without it, as many as are reasonable for the form.
    pub depth: Option<usize>,
    /// The judgment about the outermost expression or declaration that begins at this place, as `LINE:COLUMN`; without, all of it.
    pub at: Option<&'a str>,
    /// Restricts it to the judgments that lead to the first premise that fails.
    pub failing: bool,
    /// Restricts it to the judgments above the one of this number.
    pub below: Option<u32>,
}

/// `1 premise is`, `2 premises are`.
fn are(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what} is") } else { format!("{n} {what}s are") }
}

/// A premise that fails.
#[derive(Clone, Debug)]
pub struct FailedPremise {
    /// The judgment whose premise it is.
    pub node: NodeId,
    /// Name and place of the premise, without a full stop.
    pub sentence: String,
}

/// Greatest number of failing premises that are listed.
const LISTED: usize = 10;

/// A derivation, or a part of it, as it is to be shown.
pub struct Document<'c> {
    /// The derivation.
    pub derived: &'c dyn Derived,
    /// The program's text.
    pub source: &'c str,
    /// The tree that is shown.
    pub outline: ShownJudgments<'c>,
    /// Place in the source of each judgment's subject, by [`NodeId`].
    pub places: Vec<Span>,
    /// Lines and columns.
    pub positions: Places<'c>,
    /// Options of the request.
    pub options: &'c Options<'c>,
}

impl<'c> Document<'c> {
    /// Document of the selected part of a derivation, up to `extent`. Fails if `at` is no place, or no judgment is about it.
    pub fn new(
        derived: &'c dyn Derived,
        source: &'c str,
        extent: OutlineBounds,
        options: &'c Options<'c>,
    ) -> Result<Document<'c>, String> {
        let places = derived.places();
        let root = match options.at {
            Some(at) => select::at(derived, source, &places, at)?,
            None if options.below.is_some() => select::key(derived, options.below)?,
            None if options.failing => select::failing(derived).ok_or("no premise fails")?,
            None => derived.shape().root().ok_or("nothing was derived")?,
        };
        let outline = ShownJudgments::new(derived.shape(), root, extent);
        Ok(Document { derived, source, outline, places, positions: Places::new(source), options })
    }

    /// The whole tree.
    pub fn shape(&self) -> &'c Shape {
        self.derived.shape()
    }

    /// Role of a judgment's rule in the display.
    pub fn role(&self, id: NodeId) -> Role {
        racefree_systems::rule(self.shape().step(id).rule).role
    }

    /// Remarks for the reader: the size of the derivation, the parts left out, the premises that fail.
    pub fn remarks(&self) -> Vec<String> {
        let outline = &self.outline;
        let (shown, all) = (outline.shown(), outline.order.len());
        let mut remarks = Vec::new();
        if shown == all {
            remarks.push(if all == 1 {
                "1 judgment.".to_owned()
            } else {
                format!("{all} judgments, all of them shown.")
            });
        } else {
            let levels = format!("{} levels of {}", outline.cut(), outline.levels);
            let but = match (self.options.depth.is_none() && !self.holds(), outline.shows_failures()) {
                (false, _) => "",
                (true, true) => ", and all that leads to a premise that fails",
                (true, false) => ", and some of what leads to premises that fail",
            };
            remarks.push(format!(
                "{shown} of {all} judgments are shown, from {levels}{but}. `--depth N` shows N levels, `--at LINE:COLUMN` what is about one place."
            ));
        }
        if self.shape().is_abridged() {
            remarks.push(
                "The derivation is so large that many judgments were not kept; they stand as side conditions."
                    .to_owned(),
            );
        }
        let (assumed, holds) = self.trust();
        if assumed > 0 {
            remarks.push(format!("{} taken on trust, marked as assumed.", are(assumed, "premise")));
        }
        if holds > 0 {
            remarks.push(format!("{} held because a `holds` says so, which is taken on trust.", are(holds, "lock")));
        }
        if !outline.extent.whole && outline.skips_sub {
            remarks.push("[EXP SUB] is not shown where it changes no type.".to_owned());
        }
        remarks
    }

    /// Line and column of a judgment's subject, from 1.
    pub fn position(&self, id: NodeId) -> (u32, u32) {
        self.positions.position(self.places[id.0 as usize].start)
    }

    /// Numbers of premises assumed, and of locks held because a `holds` says so.
    pub fn trust(&self) -> (usize, usize) {
        let derivation = self.shape();
        let assumed = |id: NodeId| derivation.children(id).iter().filter(|c| c.evidence == Evidence::Assumed).count();
        let order = self.outline.order.iter();
        order.fold((0, 0), |(premises, locks), &id| {
            (premises + assumed(id), locks + usize::from(self.role(id) == Role::Trust))
        })
    }

    /// Returns true if the judgment at the root holds.
    pub fn holds(&self) -> bool {
        self.shape().step(self.outline.root).holds
    }

    /// The premises that fail, the first of them; and how many more there are.
    pub fn failures(&self) -> (Vec<FailedPremise>, usize) {
        let derivation = self.shape();
        let mut found = Vec::new();
        let mut more = 0;
        for &id in &self.outline.order {
            for child in derivation.children(id).iter().filter(|child| child.evidence == Evidence::Fails) {
                if found.len() == LISTED {
                    more += 1;
                } else {
                    found.push(self.failure(id, child.premise));
                }
            }
        }
        (found, more)
    }

    /// Failure in the words of errors: by the rule of the innermost expression or declaration.
    fn failure(&self, node: NodeId, premise: PremiseId) -> FailedPremise {
        let (mut at, mut outer) = (node, premise);
        while !matches!(self.role(at), Role::Subject | Role::Trust)
            && let Some((below, through)) = self.outline.below(at)
        {
            (at, outer) = (below, through);
        }
        let (line, column) = self.position(at);
        let because =
            if outer == premise { String::new() } else { format!(", because {} does", premise_name(premise)) };
        FailedPremise { node, sentence: format!("{} fails at {line}:{column}{because}", premise_name(outer)) }
    }
}
