//! A derivation as one page that needs nothing else: the source at the left, the tree at the right.
//!
//! The page has the derivation as JSON and builds a part of the tree when it is unfolded, so that large ones open at once.

use super::Document;
use crate::page::assemble;
use racefree_answers::derivation::Offsets;
use racefree_answers::derivation::outline::PremiseView;
use racefree_grammar::Span;
use racefree_kernel::statement::{Limits, Sort, Statement};
use racefree_kernel::{NodeId, RuleId};
use serde::Serialize;
use serde_json::{Value, json};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// The parts of the script, which share one scope.
const SCRIPT: [&str; 6] = [
    include_str!("statements.js"),
    include_str!("source.js"),
    include_str!("tree.js"),
    include_str!("pointing.js"),
    include_str!("cards.js"),
    include_str!("start.js"),
];

/// A judgment, in short since a page has many.
#[derive(Serialize)]
struct Node {
    /// Its rule, by its place in `rules`.
    r: usize,
    /// Its conclusion: kinds and texts by turns.
    s: Vec<Value>,
    /// Where in the source its subject starts, in UTF-16 units, as the page counts.
    a: u32,
    /// And where that ends.
    b: u32,
    /// Whether it does not hold.
    #[serde(skip_serializing_if = "is_false")]
    f: bool,
    /// Whether it needs no line of its own.
    #[serde(skip_serializing_if = "is_false")]
    t: bool,
    /// Whether it is about an expression or a declaration.
    #[serde(skip_serializing_if = "is_false")]
    e: bool,
    /// How many judgments are left out above it.
    #[serde(skip_serializing_if = "is_zero")]
    x: usize,
    /// Its premises: number in the rule, evidence, and the judgment or what is said.
    c: Vec<(usize, u8, Value)>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
fn is_false(b: &bool) -> bool {
    !*b
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// The derivation as a page.
pub(super) fn render(document: &Document<'_>) -> String {
    let script = format!("'use strict';\n(() => {{\n{}}})();\n", SCRIPT.concat());
    assemble(PAGE, document.options.file, STYLE, &script, &data(document).to_string())
}

/// Everything that the page shows.
fn data(document: &Document<'_>) -> Value {
    let outline = &document.outline;
    let derivation = document.shape();
    let shown: Vec<NodeId> = outline.order().iter().copied().filter(|&id| outline.is_visible(id)).collect();
    let mut ids = vec![0; derivation.len()];
    for (i, id) in shown.iter().enumerate() {
        ids[id.0 as usize] = i;
    }
    let units = Offsets::new(document.source, char::len_utf16);
    let mut notation = document.derived.writer(Limits { expression: 80, environment: 16, locks: 40 });
    let mut rules = Rules::default();
    let mut nodes = Vec::with_capacity(shown.len());
    for &id in &shown {
        let node = derivation.step(id);
        let place = document.places[id.0 as usize];
        let mut premises = Vec::new();
        for item in outline.items(id) {
            let (evidence, what) = match item.shown {
                PremiseView::Judgment(above) => (0, json!(ids[above.0 as usize])),
                PremiseView::Again(above) if outline.is_visible(above) => (1, json!(ids[above.0 as usize])),
                PremiseView::Again(above) => (2, json!(pieces(&notation.conclusion(above)))),
                PremiseView::Holds => (2, json!(pieces(&notation.premise(id, item.premise, item.nth)))),
                PremiseView::Assumed => (3, json!(pieces(&notation.premise(id, item.premise, item.nth)))),
                PremiseView::Fails => (4, json!(pieces(&notation.premise(id, item.premise, item.nth)))),
            };
            premises.push((item.premise.index(), evidence, what));
        }
        nodes.push(Node {
            r: rules.index(node.rule),
            s: pieces(&notation.conclusion(id)),
            a: units.of(place.start),
            b: units.of(place.end),
            f: !node.holds,
            t: outline.is_trivial(id),
            e: document.derived.is_selectable(id) && place != Span::NONE,
            x: outline.hidden(id),
            c: premises,
        });
    }
    let environments: Vec<Value> =
        notation.new_environments().iter().map(|(name, text)| json!([name, pieces(text)])).collect();
    let (failures, more) = document.failures();
    let failing = failures.len() + more;
    let mut fails: Vec<String> = failures.into_iter().map(|failure| format!("{}.", failure.sentence)).collect();
    if more > 0 {
        fails.push(format!("So do {more} more premises."));
    }
    json!({
        "file": document.options.file,
        "source": document.source,
        "holds": document.holds(),
        "trusts": document.trust() != (0, 0),
        "remarks": document.remarks(),
        "failures": fails,
        "failing": failing,
        "rules": rules.into_json(),
        "environments": environments,
        "nodes": nodes,
    })
}

/// A statement's sorts and texts by turns.
fn pieces(statement: &Statement) -> Vec<Value> {
    let mut out = Vec::new();
    for (sort, text) in statement.pieces() {
        let sort = match sort {
            Sort::Plain => 0,
            Sort::Keyword => 1,
            Sort::Variable => 2,
            Sort::Class => 3,
            Sort::Member => 4,
            Sort::Literal => 5,
            Sort::Meta => 6,
            Sort::Omitted => 7,
        };
        out.extend([json!(sort), json!(text)]);
    }
    out
}

/// The rules that a page explains, in the order in which it needs them.
#[derive(Default)]
struct Rules {
    used: Vec<RuleId>,
}

impl Rules {
    fn index(&mut self, rule: RuleId) -> usize {
        let known = self.used.iter().position(|&used| used == rule);
        known.unwrap_or_else(|| {
            self.used.push(rule);
            self.used.len() - 1
        })
    }

    fn into_json(self) -> Vec<Value> {
        let rule = |id: RuleId| {
            let rule = racefree_systems::rule(id);
            let premises = rule.premises.iter();
            let premises =
                premises.map(|premise| json!([premise.name, premise.mark(), premise.statement, premise.why]));
            json!([rule.name, rule.section, rule.conclusion, rule.note, premises.collect::<Vec<_>>()])
        };
        self.used.into_iter().map(rule).collect()
    }
}
