//! SARIF 2.1.0 of verdicts on Java source.

use crate::sarif::{InFile, Log, suppressed};
use crate::terminal::Out;
use racefree_answers::java::{JavaError, JavaVerdict};
use racefree_answers::json::Places;
use racefree_java::tree::FileNo;
use serde_json::{Value, json};
use std::io;

/// Adds the results of all files.
pub fn add(verdict: &JavaVerdict, log: &mut Log, out: &mut Out) -> io::Result<()> {
    log.judges();
    for file in &verdict.files {
        let source = verdict.source(file.file);
        let places = Places::new(&source.text);
        let here = InFile::new(&source.name, &places);
        let mut to = log.to(out);
        for error in &file.errors {
            to.add(&result(verdict, &here, file.file, error))?;
        }
        for error in &file.silenced {
            let result = result(verdict, &here, file.file, error);
            to.add(&suppressed(result, "an annotation silences it"))?;
        }
        for warning in &file.warnings {
            to.add(&here.result(warning.kind, "warning", &warning.message, warning.span))?;
        }
    }
    Ok(())
}

fn result(verdict: &JavaVerdict, here: &InFile<'_>, file: FileNo, error: &JavaError) -> Value {
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
    result
}
