//! A derivation as one page that needs nothing else: the source at the left, the tree at the right. The page has the derivation as
//! JSON and shows of the tree what is unfolded and in view, so that large ones open at once.

use super::Document;
use crate::page;
use racefree_answers::derivation::json;
use racefree_kernel::RuleId;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The derivation as a page.
pub(super) fn render(document: &Document<'_>) -> String {
    let order = document.outline.order().iter();
    let used: BTreeSet<RuleId> = order.map(|&id| document.shape().step(id).rule).collect();
    let head = json!({
        "page": "derivation",
        "source": document.source,
        "remarks": document.remarks(),
        "rules": used.into_iter().map(rule).collect::<Vec<_>>(),
    });
    // The answer's members follow; it is not read once more only to be written again.
    let (head, answer) = (head.to_string(), json::render(document));
    let data = format!("{},{}", head.trim_end_matches('}'), answer.trim().trim_start_matches('{'));
    page::app(&format!("A derivation for {}", document.options.file), &data)
}

/// A rule that the page explains.
fn rule(id: RuleId) -> Value {
    let rule = racefree_systems::rule(id);
    let premises = rule.premises.iter().map(|premise| {
        json!({ "name": premise.name, "statement": premise.statement, "why": premise.why, "checks": premise.is_switch() })
    });
    json!({
        "rule": rule.name,
        "section": rule.section,
        "conclusion": rule.conclusion,
        "note": rule.note,
        "premises": premises.collect::<Vec<_>>(),
    })
}
