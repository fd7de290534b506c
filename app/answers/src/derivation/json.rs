//! A derivation as JSON: a flat array of judgments, those below first, each once; premises name judgments by their id.

use super::Document;
use super::outline::{Item, PremiseView};
use crate::json::{self, Place, VERSION};
use racefree_kernel::statement::Limits;
use racefree_kernel::{JudgmentWriter, NodeId};

records! {
    /// A derivation: its judgments, each with those that it follows from.
    #[cfg_attr(feature = "schemas", schemars(rename = "derivation"))]
    pub struct DerivationRecord<'a> {
        /// The file.
        file: &'a str,
        /// The version of the format.
        version: u32,
        /// The type system.
        system: &'a str,
        /// The derivation.
        pub(crate) derivation: Judgments,
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
        nodes: Vec<Judgment>,
        /// Environments that the judgments name.
        environments: Vec<Environment>,
        /// The premises that fail.
        failures: Vec<FailureRecord>,
    }

    struct Judgment {
        id: usize,
        /// Number of the judgment in the whole derivation; the option `below` takes it.
        key: u32,
        rule: &'static str,
        judgment: String,
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

    struct Environment {
        name: String,
        bindings: String,
    }

    struct FailureRecord {
        node: usize,
        message: String,
    }
}

/// The derivation as one line of JSON.
pub fn render(document: &Document<'_>) -> String {
    json::line(&record(document)) + "\n"
}

/// The derivation as an object.
pub fn record<'a>(document: &Document<'a>) -> DerivationRecord<'a> {
    let outline = &document.outline;
    let limits = Limits { expression: 120, environment: 80, ..Limits::default() };
    let mut notation = document.derived.writer(limits);
    let shown: Vec<NodeId> = outline.order.iter().copied().filter(|&id| outline.is_visible(id)).collect();
    let mut ids = vec![None; document.shape().len()];
    for (i, id) in shown.iter().enumerate() {
        ids[id.0 as usize] = Some(i);
    }
    let nodes = shown.iter().map(|&id| judgment(document, &mut *notation, &ids, id)).collect();
    let environments = notation.new_environments().into_iter();
    let failures = document.failures().0.into_iter();
    DerivationRecord {
        file: document.options.file,
        version: VERSION,
        system: document.options.system,
        derivation: Judgments {
            holds: document.holds(),
            assumed: document.trust().0,
            judgments: outline.order.len(),
            shown: shown.len(),
            nodes,
            environments: environments
                .map(|(name, bindings)| Environment { name, bindings: bindings.text().to_owned() })
                .collect(),
            failures: failures
                .filter_map(|f| Some(FailureRecord { node: ids[f.node.0 as usize]?, message: f.sentence }))
                .collect(),
        },
    }
}

fn judgment(document: &Document<'_>, notation: &mut dyn JudgmentWriter, ids: &[Option<usize>], id: NodeId) -> Judgment {
    let (outline, node) = (&document.outline, document.shape().step(id));
    let premise = |item: Item| {
        let (evidence, above) = match item.shown {
            PremiseView::Judgment(above) | PremiseView::Again(above) => ("derivation", ids[above.0 as usize]),
            PremiseView::Holds => ("holds", None),
            PremiseView::Assumed => ("assumed", None),
            PremiseView::Fails => ("fails", None),
        };
        let statement = above.is_none().then(|| notation.premise(id, item.premise, item.nth).text().to_owned());
        Premise { premise: racefree_systems::premise(item.premise).name, evidence, node: above, statement }
    };
    let premises = outline.items(id).into_iter().map(premise).collect();
    let substitution = notation.substitution(id).map(|said| said.text().to_owned());
    Judgment {
        id: ids[id.0 as usize].unwrap_or_default(),
        key: id.0,
        rule: racefree_systems::rule(node.rule).name,
        judgment: notation.conclusion(id).text().to_owned(),
        span: document.positions.place(document.places[id.0 as usize]),
        holds: node.holds,
        substitution,
        hidden: Some(outline.hidden(id)).filter(|&n| n > 0),
        premises,
    }
}
