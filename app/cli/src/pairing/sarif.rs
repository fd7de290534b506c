//! SARIF 2.1.0: a result a pair, the second access as a related location, call paths as code flows.

use crate::sarif::{InFile, Results};
use racefree_answers::json::Places;
use racefree_answers::pairing::answered::{Answered, PairVerdict, ToldPair};
use racefree_answers::pairing::baseline::{PairIdentity, identity_of};
use racefree_answers::pairing::lines::PartFile;
use racefree_grammar::span::Span;
use serde_json::{Value, json};
use std::collections::HashMap;
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
    let whole = InFile::new(&answered.name, &places);
    let parts: Vec<(&PartFile, Places<'_>)> =
        answered.source.files.iter().map(|f| (f, Places::new(f.span.text(answered.text())))).collect();
    let files = parts.iter().map(|(f, places)| (f.span, InFile::new(&f.name, places))).collect();
    let files = Files { whole, files };
    let mut seen = HashMap::new();
    answered.shown().try_for_each(|told| to.add(&result(answered, &files, told, &mut seen)))?;
    answered.known.iter().try_for_each(|told| {
        let mut result = result(answered, &files, told, &mut seen);
        let why = "a known pair of the baseline";
        result["suppressions"] = json!([{ "kind": "external", "justification": why }]);
        to.add(&result)
    })
}

/// The files of a program.
struct Files<'s> {
    whole: InFile<'s>,
    /// Files of Java, each with its part of the text.
    files: Vec<(Span, InFile<'s>)>,
}

impl<'s> Files<'s> {
    /// The file of a place, and the place in it.
    fn at(&self, span: Span) -> (&InFile<'s>, Span) {
        match self.files.iter().rfind(|(of, _)| of.start <= span.start) {
            Some((of, file)) => (file, Span::new(span.start - of.start, span.end.min(of.end) - of.start)),
            None => (&self.whole, span),
        }
    }

    fn location(&self, span: Span) -> Value {
        let (file, span) = self.at(span);
        file.location(span)
    }
}

/// A result, with a fingerprint by what it is about; `seen` counts those of one identity.
fn result(
    answered: &Answered<'_>,
    files: &Files<'_>,
    told: &ToldPair,
    seen: &mut HashMap<PairIdentity, usize>,
) -> Value {
    let (a, b) = told.left.pair;
    let ((first, at), (second, with)) = (answered.access(a), answered.access(b));
    let mut text = format!("{} and {} of {} may race", first.name(), second.name(), told.left.field);
    if let Some(judged) = &told.judged {
        text.push_str(&format!(". {}: {}", judged.verdict.name(), judged.why));
    }
    let level = match told.judged.as_ref().map(|j| j.verdict) {
        Some(PairVerdict::Real) => "error",
        Some(PairVerdict::FalseAlarm | PairVerdict::NotHere) => "note",
        Some(PairVerdict::Unknown) | None => "warning",
    };
    let flows: Vec<Value> = told
        .left
        .threads
        .iter()
        .map(|t| {
            let flow = |side: usize, e| {
                let steps =
                    answered.path(&t.paths[side], e).into_iter().map(|s| json!({ "location": files.location(s) }));
                json!({ "locations": steps.collect::<Vec<_>>() })
            };
            json!({ "threadFlows": [flow(0, a), flow(1, b)] })
        })
        .collect();
    let (file, at) = files.at(at);
    let mut result = file.result(RULE[0], level, &text, at);
    let (other, with) = files.at(with);
    result["relatedLocations"] = json!([other.related(1, with, &format!("the {}", second.name()))]);
    result["codeFlows"] = flows.into();
    if let Some(identity) = identity_of(answered, told) {
        let nth = seen.entry(identity.clone()).or_default();
        result["partialFingerprints"] = json!({ "racefree/v1": identity.fingerprint(*nth) });
        *nth += 1;
    }
    result
}
