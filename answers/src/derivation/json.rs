//! A derivation as JSON: a flat array of judgments, those below first, each once; premises name judgments by their id.
//!
//! It is written node by node, so that the whole of a large derivation takes no more memory than its text.

use super::Document;
use super::outline::PremiseView;
use crate::json::{Place, VERSION};
use racefree_kernel::NodeId;
use racefree_kernel::statement::Limits;
use serde::Serialize;

records! {
    /// The object, for its schema: it is written piece by piece.
    #[cfg_attr(test, schemars(rename = "derivation"))]
    pub struct DerivationRecord {
        /// The file.
        file: String,
        /// The version of the format.
        version: u32,
        /// The type system.
        system: String,
        /// The derivation.
        derivation: Judgments,
    }

    /// A derivation.
    pub(crate) struct Judgments {
        /// True if the judgment at the root holds.
        holds: bool,
        /// Number of assumed premises.
        assumed: usize,
        /// Number of judgments in the whole derivation.
        judgments: usize,
        /// Number of judgments in `nodes`.
        shown: usize,
        /// Judgments.
        nodes: Vec<Judgment<'static>>,
        /// Environments that the judgments name.
        environments: Vec<Environment<'static>>,
        /// The premises that fail.
        failures: Vec<FailureRecord>,
    }

    struct Judgment<'a> {
        id: usize,
        /// Number of the judgment in the whole derivation; the option `below` takes it.
        key: u32,
        rule: &'static str,
        judgment: &'a str,
        span: Place,
        holds: bool,
        /// Substitution into the declaration of the member in use, with its result, where it changes something.
        #[serde(skip_serializing_if = "Option::is_none")]
        substitution: Option<String>,
        /// Number of judgments above this one that `--depth` left out; its premises are left out with them.
        #[serde(skip_serializing_if = "Option::is_none")]
        hidden: Option<usize>,
        premises: Vec<Premise>,
    }

    struct Premise {
        premise: &'static str,
        evidence: &'static str,
        /// The judgment, if a judgment is the evidence.
        #[serde(skip_serializing_if = "Option::is_none")]
        node: Option<usize>,
        /// Statement of the premise, if no judgment states it.
        #[serde(skip_serializing_if = "Option::is_none")]
        statement: Option<String>,
    }

    struct Environment<'a> {
        name: &'a str,
        bindings: &'a str,
    }

    struct FailureRecord {
        node: usize,
        message: String,
    }
}

/// The derivation as one line of JSON.
pub fn render(document: &Document<'_>) -> String {
    let outline = &document.outline;
    let derivation = document.shape();
    let limits = Limits { expression: 120, environment: 80, ..Limits::default() };
    let mut notation = document.derived.writer(limits);
    let shown: Vec<NodeId> = outline.order.iter().copied().filter(|&id| outline.is_visible(id)).collect();
    let mut ids = vec![usize::MAX; derivation.len()];
    for (i, id) in shown.iter().enumerate() {
        ids[id.0 as usize] = i;
    }
    let (file, system) = (text(&document.options.file), text(&document.options.system));
    let (holds, assumed, judgments) = (document.holds(), document.trust().0, outline.order.len());
    let mut out = format!(
        r#"{{"file":{file},"version":{VERSION},"system":{system},"derivation":{{"holds":{holds},"assumed":{assumed},"judgments":{judgments},"shown":{},"nodes":["#,
        shown.len()
    );
    for (i, &id) in shown.iter().enumerate() {
        let node = derivation.step(id);
        let mut premises = Vec::new();
        for item in outline.items(id) {
            let (evidence, above) = match item.shown {
                PremiseView::Judgment(above) | PremiseView::Again(above) => ("derivation", Some(ids[above.0 as usize])),
                PremiseView::Holds => ("holds", None),
                PremiseView::Assumed => ("assumed", None),
                PremiseView::Fails => ("fails", None),
            };
            let statement = above.is_none().then(|| notation.premise(id, item.premise, item.nth).text().to_owned());
            premises.push(Premise {
                premise: racefree_systems::premise(item.premise).name,
                evidence,
                node: above,
                statement,
            });
        }
        let hidden = Some(outline.hidden(id)).filter(|&n| n > 0);
        let substitution = notation.substitution(id).map(|said| said.text().to_owned());
        let conclusion = notation.conclusion(id);
        let judgment = Judgment {
            id: i,
            key: id.0,
            rule: racefree_systems::rule(node.rule).name,
            judgment: conclusion.text(),
            span: document.positions.place(document.places[id.0 as usize]),
            holds: node.holds,
            substitution,
            hidden,
            premises,
        };
        separate(&mut out);
        out.push_str(&text(&judgment));
    }
    out.push_str(r#"],"environments":["#);
    for (name, bindings) in notation.new_environments() {
        separate(&mut out);
        out.push_str(&text(&Environment { name: &name, bindings: bindings.text() }));
    }
    out.push_str(r#"],"failures":["#);
    for failure in document.failures().0 {
        let node = ids[failure.node.0 as usize];
        if node != usize::MAX {
            separate(&mut out);
            out.push_str(&text(&FailureRecord { node, message: failure.sentence }));
        }
    }
    out.push_str("]}}\n");
    out
}

/// A comma, unless the array begins.
fn separate(out: &mut String) {
    if !out.ends_with('[') {
        out.push(',');
    }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}
