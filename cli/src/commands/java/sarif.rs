//! SARIF 2.1.0 of verdicts on Java source.

use crate::sarif::{InFile, Log, Text};
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
            to.add(&result(verdict, &here, file.file, error, None))?;
        }
        for error in &file.silenced {
            to.add(&result(verdict, &here, file.file, error, Some("an annotation silences it")))?;
        }
        for warning in &file.warnings {
            to.add(&json!({
                "ruleId": warning.kind,
                "level": "warning",
                "message": { "text": warning.message },
                "locations": [here.location(warning.span)],
            }))?;
        }
    }
    Ok(())
}

fn result(verdict: &JavaVerdict, here: &InFile<'_>, file: FileNo, error: &JavaError, silenced: Option<&str>) -> Value {
    let text = std::iter::once(&error.message).chain(&error.notes).cloned().collect::<Vec<_>>().join(". ");
    let related: Vec<Value> = (error.related.iter().enumerate())
        .map(|(i, related)| {
            let source = verdict.source(related.file);
            let places = Places::new(&source.text);
            let there = InFile::new(&source.name, &places);
            let mut location =
                if related.file == file { here.location(related.span) } else { there.location(related.span) };
            location.id = Some(i + 1);
            location.message = Some(Text::new(&related.message));
            json!(location)
        })
        .collect();
    let mut result = json!({
        "ruleId": error.code,
        "level": "error",
        "message": { "text": text },
        "locations": [here.location(error.span)],
        "relatedLocations": related,
        "properties": { "java_kind": error.java_kind },
    });
    if let Some(why) = silenced {
        result["suppressions"] = json!([{ "kind": "inSource", "justification": why }]);
    }
    result
}
