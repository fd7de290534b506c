//! Failures by their cause: the premises that the unchanged rules demand and the rules in force do not. Each cause with the smallest
//! failure that it has, a race if it has one.

use super::{KeptFailure, Summary};
use crate::derivation::outline::OutlineBounds;
use crate::derivation::{Document, Options as Wanted, json};
use crate::variant::Rules;
use racefree_grammar::span::LineIndex;
use racefree_grammar::{Program, Span};
use racefree_kernel::{Evidence, NodeId, Options, PremiseId};
use racefree_soundness::campaign::premises;
use racefree_systems::{premise, premise_name};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Cause of failures.
pub struct Cause<'s> {
    /// The premises that are missing; none if the unchanged rules accept the programs too.
    pub premises: Vec<PremiseId>,
    /// Number of programs, by violated property.
    pub programs: BTreeMap<String, u64>,
    /// The smallest failure that was made of them.
    pub smallest: Option<&'s KeptFailure>,
}

impl Cause<'_> {
    /// The premises in words.
    pub fn name(&self) -> String {
        let names: Vec<String> = self.premises.iter().map(|&id| premise_name(id)).collect();
        if names.is_empty() { "accepted by the unchanged rules too".to_owned() } else { names.join(" and ") }
    }
}

impl Summary {
    /// The causes, those of most programs first. What a failure comes down to when it is made small counts.
    pub fn causes(&self) -> Vec<Cause<'_>> {
        let tally = &self.results.tally;
        let mut counts = tally.causes.clone();
        // Of a campaign that was cut short, not all that was found is counted yet.
        if counts.values().flat_map(BTreeMap::values).sum::<u64>() < self.all().len() as u64 {
            counts.clear();
            for found in self.all() {
                *counts.entry(found.cause.clone()).or_default().entry(found.property.clone()).or_default() += 1;
            }
        }
        let comes_to = |cause: &str| {
            let of_it = self.failures.iter().filter(|kept| kept.failure.found.cause == cause);
            of_it
                .min_by_key(|kept| kept.failure.found.index)
                .map_or(cause.to_owned(), |kept| kept.failure.cause.clone())
        };
        let mut all: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        for (cause, of) in &counts {
            let programs = all.entry(comes_to(cause)).or_default();
            for (property, n) in of {
                *programs.entry(property.clone()).or_default() += n;
            }
        }
        let made = |(cause, programs): (String, BTreeMap<String, u64>)| {
            let own = self.failures.iter().filter(|kept| kept.failure.cause == cause);
            let smallest = own.min_by_key(|kept| {
                let Failed { property, tokens, program } = Failed::of(kept);
                (property != "race", tokens, program)
            });
            Cause { premises: premises(&cause), programs, smallest }
        };
        let mut causes: Vec<Cause<'_>> = all.into_iter().map(made).collect();
        causes.sort_by_key(|cause| std::cmp::Reverse(cause.programs.values().sum::<u64>()));
        causes
    }
}

/// Parts of a failure that order it among others.
struct Failed<'k> {
    property: &'k str,
    tokens: usize,
    program: &'k str,
}

impl<'k> Failed<'k> {
    fn of(kept: &'k KeptFailure) -> Failed<'k> {
        let failure = &kept.failure;
        Failed { property: &failure.property, tokens: failure.tokens, program: &failure.program }
    }
}

/// The smallest judgment around a place that assumes a premise: where it begins.
fn assuming(rules: &Rules, program: &Program, text: &str, at: Span) -> Option<u32> {
    let (_, derived) = rules.system.derive(program, text, &rules.options);
    let (shape, places) = (derived.shape(), derived.places());
    let own = |id: NodeId| shape.children(id).iter().any(|child| child.evidence == Evidence::Assumed);
    // Of judgments that nobody can ask for, the one below them is asked for.
    let assumes = |id: &NodeId| {
        own(*id)
            || shape.children(*id).iter().any(|child| match child.evidence {
                Evidence::Node(above) => !derived.is_selectable(above) && own(above),
                Evidence::Holds | Evidence::Assumed | Evidence::Fails => false,
            })
    };
    let nodes = (0..places.len() as u32).map(NodeId).filter(|id| derived.is_selectable(*id)).filter(assumes);
    let around = nodes.map(|id| places[id.0 as usize]).filter(|place| place.contains(at));
    around.min_by_key(|place| place.end - place.start).map(|place| place.start)
}

/// Rejection of a program by the unchanged rules.
pub struct Rejected {
    /// The line of the error.
    pub line: u32,
    /// Place of the derivation that lets it through, as `LINE:COLUMN`: of the judgment that assumes a premise there, else of the error.
    pub at: String,
    /// The error.
    pub message: String,
}

/// The first error of a program by the unchanged rules.
pub fn rejected(rules: &Rules, text: &str) -> Option<Rejected> {
    let program = crate::verdict::parse(rules.system, text).ok()?;
    let error = rules.system.check(&program, text, &Options::default()).errors.into_iter().next()?;
    let start = assuming(rules, &program, text, error.span).unwrap_or(error.span.start);
    let lines = LineIndex::new(text);
    let (line, column) = lines.line_column(text, start);
    let (line, at) = (lines.line(error.span.start), format!("{line}:{column}"));
    Some(Rejected { line, at, message: error.message })
}

/// Derivation of a program by the rules in force, from the judgment at a place on, given to a function that shows it. If no judgment begins
/// there, it is that of the whole program.
pub fn derived<T>(
    rules: &Rules,
    text: &str,
    at: Option<&str>,
    show: impl Fn(&dyn racefree_kernel::Derived, &Wanted<'_>) -> Result<T, String>,
) -> Option<T> {
    let program = crate::verdict::parse(rules.system, text).ok()?;
    let (_, derived) = rules.system.derive(&program, text, &rules.options);
    let wanted = |at| Wanted { file: "smallest.rfj", system: rules.system.name(), at, ..Wanted::default() };
    show(&*derived, &wanted(at)).or_else(|_| show(&*derived, &wanted(None))).ok()
}

impl Cause<'_> {
    /// The cause as JSON, with the derivation of its smallest failure.
    pub(super) fn json(&self, rules: Option<&Rules>) -> Value {
        let smallest = self.smallest.map(|kept| {
            let text = &kept.failure.program;
            let rejected = rules.and_then(|rules| rejected(rules, text));
            let at = rejected.as_ref().map(|rejected| rejected.at.as_str());
            let extent = OutlineBounds { depth: None, judgments: usize::MAX, levels: u32::MAX, whole: true };
            let derivation = rules.and_then(|rules| {
                derived(rules, text, at, |derived, wanted| {
                    Document::new(derived, text, extent, wanted).map(|document| json::render(&document))
                })
            });
            let derivation = derivation.and_then(|text| serde_json::from_str::<Value>(&text).ok());
            json!({
                "index": kept.failure.found.index, "program": text, "tokens": kept.failure.tokens,
                "property": kept.failure.property, "detail": kept.failure.detail, "schedule": kept.failure.schedule,
                "file": kept.file, "command": kept.command, "at": at,
                "message": rejected.as_ref().map(|rejected| &rejected.message), "derivation": derivation,
            })
        });
        let missing = |&id: &PremiseId| json!({ "premise": premise_name(id), "why": premise(id).why });
        json!({
            "premises": self.premises.iter().map(missing).collect::<Vec<_>>(),
            "programs": self.programs, "smallest": smallest,
        })
    }
}
