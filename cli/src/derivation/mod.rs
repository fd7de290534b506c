//! `racefree check --derivation`: derivations as text, LaTeX, a page and JSON.
//!
//! A derivation is a graph without cycles, since a judgment can be evidence for several premises; [`outline`] makes the
//! tree of it that every form shows: each judgment with its premises once, elsewhere a reference, and no more of it than
//! asked for or than is reasonable. [`select`] finds the judgment at a place of the source.

mod html;
mod json;
mod latex;
mod offsets;
mod outline;
mod paint;
mod select;
#[cfg(test)]
mod tests;
mod text;

use crate::args::DerivationForm;
use offsets::Positions;
use outline::{Extent, Outline};
use racefree_grammar::Span;
use racefree_kernel::{Evidence, Node, NodeId, PremiseId, Tree};
use racefree_typeck::rules::{exp_holds, exp_sub, premise_name};
use racefree_typeck::{Cx, Judgment};

/// What to show of a derivation, and how.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The name that the program goes by.
    pub file: &'a str,
    /// So many levels of it; without, as many as are reasonable for the form.
    pub depth: Option<usize>,
    /// The judgment about the smallest expression or declaration at this place, as `LINE:COLUMN`; without, all of it.
    pub at: Option<&'a str>,
    /// Columns of the terminal.
    pub width: usize,
    /// Whether the terminal shows colours.
    pub color: bool,
}

/// So many judgments are shown if no depth is asked for.
fn reasonable(form: DerivationForm) -> usize {
    match form {
        DerivationForm::Text => 1_500,
        DerivationForm::Latex => 400,
        DerivationForm::Html => 20_000,
        DerivationForm::Json => usize::MAX,
    }
}

/// A derivation as a document of some form, or a part of it.
///
/// # Errors
///
/// A sentence that says why there is nothing to show: `at` is no place, or no judgment is about it.
pub fn render(form: DerivationForm, cx: &Cx<'_, Tree<Judgment>>, options: &Options<'_>) -> Result<String, String> {
    let places = racefree_typeck::statement::places::places(cx);
    let root = match options.at {
        Some(at) => select::at(cx, &places, at)?,
        None => cx.recorder.derivation().root().ok_or("nothing was derived")?,
    };
    let document = Document::new(cx, root, extent(form, options.depth), places, options);
    Ok(match form {
        DerivationForm::Text => text::render(&document),
        DerivationForm::Latex => latex::render(&document),
        DerivationForm::Html => html::render(&document),
        DerivationForm::Json => json::render(&document),
    })
}

fn extent(form: DerivationForm, depth: Option<usize>) -> Extent {
    // No browser likes elements within one another to any depth.
    let levels = if form == DerivationForm::Html { 200 } else { u32::MAX };
    Extent { depth, judgments: reasonable(form), levels, whole: form == DerivationForm::Json }
}

/// `1 premise is`, `2 premises are`.
fn are(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what} is") } else { format!("{n} {what}s are") }
}

/// A premise that fails.
struct Failure {
    /// The judgment whose premise it is.
    node: NodeId,
    /// Which, and where, without a full stop.
    sentence: String,
}

/// Whether errors are named by the rule of a node: it is about an expression or a declaration.
fn names_errors(node: &Node<Judgment>) -> bool {
    match node.judgment {
        Judgment::Expr { .. } | Judgment::Rest { .. } => node.rule != exp_sub::RULE,
        Judgment::Program(_)
        | Judgment::Class(_)
        | Judgment::Field(..)
        | Judgment::Method(..)
        | Judgment::Env(_)
        | Judgment::Shareable(_) => true,
        _ => false,
    }
}

/// So many premises that fail are listed.
const LISTED: usize = 10;

/// What the renderers work from.
struct Document<'c, 'p> {
    cx: &'c Cx<'p, Tree<Judgment>>,
    outline: Outline<'c>,
    /// Where each judgment's subject is in the source, by [`NodeId`].
    places: Vec<Span>,
    positions: Positions<'p>,
    options: &'c Options<'c>,
}

impl<'c, 'p> Document<'c, 'p> {
    fn new(
        cx: &'c Cx<'p, Tree<Judgment>>,
        root: NodeId,
        extent: Extent,
        places: Vec<Span>,
        options: &'c Options<'c>,
    ) -> Document<'c, 'p> {
        let outline = Outline::new(cx.recorder.derivation(), root, extent);
        Document { cx, outline, places, positions: Positions::new(cx.source), options }
    }

    /// What a reader must know of a derivation: how much of it there is, what is left out, which premises fail.
    fn remarks(&self) -> Vec<String> {
        let outline = &self.outline;
        let (shown, all) = (outline.shown(), outline.len());
        let mut remarks = Vec::new();
        if shown == all {
            remarks.push(if all == 1 {
                "1 judgment.".to_owned()
            } else {
                format!("{all} judgments, all of them shown.")
            });
        } else {
            let levels = format!("{} levels of {}", outline.cut(), outline.levels());
            let but = match (self.options.depth.is_none() && !self.holds(), outline.shows_failures()) {
                (false, _) => "",
                (true, true) => ", and all that leads to a premise that fails",
                (true, false) => ", and some of what leads to premises that fail",
            };
            remarks.push(format!(
                "{shown} of {all} judgments are shown, from {levels}{but}. `--depth N` shows N levels, `--at LINE:COLUMN` what is about one place."
            ));
        }
        if self.cx.recorder.derivation().is_abridged() {
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
        if !outline.extent.whole && outline.skips_sub() {
            remarks.push("[EXP SUB] is not shown where it changes no type.".to_owned());
        }
        remarks
    }

    /// Line and column of what a judgment is about, from 1.
    fn position(&self, id: NodeId) -> (u32, u32) {
        self.positions.of(self.places[id.0 as usize].start)
    }

    /// How many premises are assumed, and how many locks are held because a `holds` says so.
    fn trust(&self) -> (usize, usize) {
        let derivation = self.cx.recorder.derivation();
        let assumed = |id: NodeId| derivation.children(id).iter().filter(|c| c.evidence == Evidence::Assumed).count();
        let order = self.outline.order().iter();
        order.fold((0, 0), |(premises, locks), &id| {
            (premises + assumed(id), locks + usize::from(derivation.node(id).rule == exp_holds::RULE))
        })
    }

    fn holds(&self) -> bool {
        self.cx.recorder.derivation().node(self.outline.root()).holds
    }

    /// The premises that fail, the first of them; and how many more there are.
    fn failures(&self) -> (Vec<Failure>, usize) {
        let derivation = self.cx.recorder.derivation();
        let mut found = Vec::new();
        let mut more = 0;
        for &id in self.outline.order() {
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

    /// What fails, by the rule of the innermost expression or declaration, as errors say it.
    fn failure(&self, node: NodeId, premise: PremiseId) -> Failure {
        let derivation = self.cx.recorder.derivation();
        let (mut at, mut outer) = (node, premise);
        while !names_errors(derivation.node(at))
            && let Some((below, through)) = self.outline.below(at)
        {
            (at, outer) = (below, through);
        }
        let (line, column) = self.position(at);
        let because =
            if outer == premise { String::new() } else { format!(", because {} does", premise_name(premise)) };
        Failure { node, sentence: format!("{} fails at {line}:{column}{because}", premise_name(outer)) }
    }
}
