//! SARIF 2.1.0: a result a pair, the second access as a related location, call paths as code flows.

use crate::sarif::{InFile, Results};
use racefree_answers::json::Places;
use racefree_answers::pairing::answered::{Answered, PairVerdict, ToldPair};
use serde_json::{Value, json};
use std::io;

/// The rule of all results: id, message, and reason.
pub const RULE: [&str; 3] = [
    "race-pair",
    "two accesses that may race",
    "Two threads can make them in parallel, of one object that both know, without a lock in common, one of them writes, and no stage of the \
     analysis removes the pair.",
];

/// Adds the results of a file.
pub fn results(answered: &Answered<'_>, to: &mut Results<'_>) -> io::Result<()> {
    let places = Places::new(answered.text());
    let file = InFile::new(&answered.name, &places);
    answered.shown().try_for_each(|told| to.add(&result(answered, &file, told)))
}

fn result(answered: &Answered<'_>, file: &InFile<'_>, told: &ToldPair) -> Value {
    let (a, b) = told.left.pair;
    let ((first, at), (second, with)) = (answered.access(a), answered.access(b));
    let mut text = format!("{} and {} of {} may race", first.name(), second.name(), told.left.field);
    if let Some(judged) = &told.judged {
        text.push_str(&format!(". {}: {}", judged.verdict.name(), judged.why));
    }
    let level = match told.judged.as_ref().map(|j| j.verdict) {
        Some(PairVerdict::Real) => "error",
        Some(PairVerdict::FalseAlarm) => "note",
        Some(PairVerdict::Unknown) | None => "warning",
    };
    let flows: Vec<Value> = told
        .left
        .threads
        .iter()
        .map(|t| {
            let flow = |side: usize, e| {
                let steps =
                    answered.path(&t.paths[side], e).into_iter().map(|s| json!({ "location": file.location(s) }));
                json!({ "locations": steps.collect::<Vec<_>>() })
            };
            json!({ "threadFlows": [flow(0, a), flow(1, b)] })
        })
        .collect();
    let mut result = file.result(RULE[0], level, &text, at);
    result["relatedLocations"] = json!([file.related(1, with, &format!("the {}", second.name()))]);
    result["codeFlows"] = flows.into();
    result
}
