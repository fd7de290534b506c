//! A derivation as one page that needs nothing else: the source at the left, the tree at the right. The page has the derivation as
//! JSON and shows of the tree what is unfolded and in view, so that large ones open at once.

use super::Document;
use crate::page;
use racefree_answers::derivation::json;
use racefree_answers::derivation::outline::OutlineBounds;
use racefree_answers::rules;
use racefree_kernel::RuleId;
use serde_json::json;
use std::collections::BTreeSet;

/// The derivation as a page.
pub(super) fn render(document: &Document<'_>) -> String {
    let order = document.outline.order.iter();
    let used: BTreeSet<RuleId> = order.map(|&id| document.shape().step(id).rule).collect();
    let explained = |id: RuleId| rules::rule(racefree_systems::system(id.system()), racefree_systems::rule(id));
    let head = json!({
        "page": "derivation",
        "source": document.source,
        "remarks": document.remarks(),
        "rules": used.into_iter().map(explained).collect::<Vec<_>>(),
    });
    let (head, title) = (head.to_string(), format!("A derivation for {}", document.options.file));
    // The answer's members follow; it is not read once more only to be written again.
    let with = |answer: &str| format!("{},{}", head.trim_end_matches('}'), answer.trim().trim_start_matches('{'));
    let answer = json::render(document);
    match first(document) {
        Some(first) => page::app_and_rest(&title, &with(&json::render(&first)), &answer),
        None => page::app(&title, &with(&answer)),
    }
}

/// Number of judgments that a page with more than `LARGE` shows first.
const FIRST: usize = 2_000;
const LARGE: usize = 3_000;

/// First view of a large page: the first levels, and the paths to failing premises.
fn first<'c>(document: &Document<'c>) -> Option<Document<'c>> {
    let extent = OutlineBounds { depth: None, judgments: FIRST, ..document.outline.extent };
    let large = document.outline.shown() > LARGE;
    large.then(|| Document::new(document.derived, document.source, extent, document.options).ok()).flatten()
}
