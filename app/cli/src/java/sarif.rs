//! SARIF 2.1.0 of verdicts on Java source.

use crate::sarif::{InFile, Log, suppressed};
use crate::terminal::Out;
use racefree_answers::java::baseline::identity;
use racefree_answers::java::members::Identity;
use racefree_answers::java::{FileVerdict, JavaError, JavaVerdict};
use racefree_answers::json::Places;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;

/// Adds the results of all files.
pub fn add(verdict: &JavaVerdict, log: &mut Log, out: &mut Out) -> io::Result<()> {
    log.judges();
    let mut seen = HashMap::new();
    for file in &verdict.files {
        let source = verdict.source(file.file);
        let places = Places::new(&source.text);
        let here = InFile::new(&source.name, &places);
        let mut to = log.to(out);
        for error in &file.errors {
            to.add(&result(verdict, &here, (file, error), &mut seen))?;
        }
        for (all, why) in [(&file.known, "a known finding of the baseline"), (&file.outside, "outside of what changed")]
        {
            for error in all {
                let mut result = result(verdict, &here, (file, error), &mut seen);
                result["suppressions"] = json!([{ "kind": "external", "justification": why }]);
                to.add(&result)?;
            }
        }
        for error in &file.silenced {
            let result = result(verdict, &here, (file, error), &mut seen);
            to.add(&suppressed(result, "an annotation silences it"))?;
        }
        for warning in &file.warnings {
            to.add(&here.result(warning.kind, "warning", &warning.message, warning.span))?;
        }
    }
    Ok(())
}

/// A result, with a fingerprint by what it is about; `seen` counts those of one identity.
fn result(
    verdict: &JavaVerdict,
    here: &InFile<'_>,
    (of, error): (&FileVerdict, &JavaError),
    seen: &mut HashMap<Identity, usize>,
) -> Value {
    let file = of.file;
    let identity = identity(verdict, of, error);
    let nth = seen.entry(identity.clone()).or_default();
    let fingerprint = identity.fingerprint(*nth);
    *nth += 1;
    let text = std::iter::once(&error.message).chain(&error.notes).cloned().collect::<Vec<_>>().join(". ");
    let related = (error.related.iter().zip(1..)).map(|(related, id)| {
        let source = verdict.source(related.file);
        let places = Places::new(&source.text);
        let there = InFile::new(&source.name, &places);
        let of = if related.file == file { here } else { &there };
        of.related(id, related.span, &related.message)
    });
    let mut result = here.result(&error.code, "error", &text, error.span);
    result["relatedLocations"] = related.collect();
    result["properties"] = json!({ "java_kind": error.java_kind });
    result["partialFingerprints"] = json!({ "racefree/v1": fingerprint });
    result
}
