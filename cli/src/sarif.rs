//! SARIF 2.1.0: one log for all files of a call, for code-scanning services and editors.

use crate::json::{Place, Places};
use racefree_grammar::{Edit, Fix, SyntaxError};
use racefree_kernel::{PremiseId, Report, System, TypeError};
use racefree_systems::{BASE, premise_name};
use serde_json::{Value, json};

/// The results collected so far.
#[derive(Default)]
pub struct Log {
    results: Vec<Value>,
    /// The systems by which files were checked.
    systems: Vec<&'static dyn System>,
}

/// A premise as an id of a log's rules, which may be of several systems.
fn rule_id(premise: PremiseId) -> String {
    match racefree_systems::system(premise.system()) {
        base if base.id() == BASE.id() => premise_name(premise),
        other => format!("{}: {}", other.name(), premise_name(premise)),
    }
}

/// A place in a file.
pub fn location(file: &str, place: Place) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(file) },
            "region": {
                "startLine": place.line,
                "startColumn": place.column,
                "endLine": place.end_line,
                "endColumn": place.end_column,
            }
        }
    })
}

/// Repairs, as SARIF has them.
fn fixes(file: &str, places: &Places<'_>, fixes: &[Fix]) -> Vec<Value> {
    let replacement = |edit: &Edit| {
        let place = location(file, places.place(edit.span));
        json!({
            "deletedRegion": place["physicalLocation"]["region"],
            "insertedContent": { "text": edit.text },
        })
    };
    let one = |fix: &Fix| {
        json!({
            "description": { "text": fix.title },
            "artifactChanges": [{
                "artifactLocation": { "uri": uri(file) },
                "replacements": fix.edits.iter().map(replacement).collect::<Vec<_>>(),
            }],
            "properties": { "sure": fix.sure },
        })
    };
    fixes.iter().map(one).collect()
}

/// A file name as a relative or absolute URI.
fn uri(file: &str) -> String {
    let mut out = String::new();
    for byte in file.replace('\\', "/").bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte as char),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

impl Log {
    /// Adds a file with syntax errors.
    pub fn syntax(&mut self, file: &str, places: &Places<'_>, errors: &[SyntaxError]) {
        for error in errors {
            let mut text = error.message.clone();
            if let Some(help) = &error.help {
                text.push_str(&format!(". Help: {help}"));
            }
            self.results.push(json!({
                "ruleId": "syntax",
                "level": "error",
                "message": { "text": text },
                "locations": [location(file, places.place(error.span))],
                "fixes": fixes(file, places, &error.fixes),
            }));
        }
    }

    /// Adds a checked file.
    pub fn check(&mut self, file: &str, places: &Places<'_>, system: &'static dyn System, report: &Report) {
        if self.systems.iter().all(|known| known.id() != system.id()) {
            self.systems.push(system);
        }
        for error in &report.errors {
            let result = type_error(file, places, error);
            self.results.push(result);
        }
        for error in &report.silenced {
            let mut result = type_error(file, places, error);
            result["suppressions"] = json!([{ "kind": "inSource", "justification": "no_warn" }]);
            self.results.push(result);
        }
        for warning in &report.warnings {
            self.results.push(json!({
                "ruleId": warning.kind,
                "level": "warning",
                "message": { "text": warning.message },
                "locations": [location(file, places.place(warning.span))],
                "fixes": fixes(file, places, &warning.fixes),
            }));
        }
    }

    /// Adds results of another sort, about rules that are not the type systems'.
    pub fn add(&mut self, results: Vec<Value>) {
        self.results.extend(results);
    }

    /// The whole log.
    pub fn finish(self) -> String {
        let systems = if self.systems.is_empty() { vec![BASE] } else { self.systems };
        let rules: Vec<Value> =
            std::iter::once(json!({ "id": "syntax", "shortDescription": { "text": "syntax error" } }))
                .chain(
                    (systems.iter().flat_map(|system| system.book().premises()))
                        .filter(|(_, premise)| premise.is_reported())
                        .map(|(id, premise)| {
                            json!({
                                "id": rule_id(id),
                                "shortDescription": { "text": premise.statement },
                                "fullDescription": { "text": premise.why },
                            })
                        }),
                )
                .collect();
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "racefree",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }},
                "columnKind": "unicodeCodePoints",
                "results": self.results,
            }],
        });
        format!("{log:#}")
    }
}

fn type_error(file: &str, places: &Places<'_>, error: &TypeError) -> Value {
    let mut text = error.message.clone();
    for note in &error.notes {
        text.push_str(&format!(". {note}"));
    }
    if let Some(help) = &error.help {
        text.push_str(&format!(". Help: {help}"));
    }
    let related: Vec<Value> = error
        .related
        .iter()
        .enumerate()
        .map(|(i, (span, message))| {
            let mut place = location(file, places.place(*span));
            place["id"] = json!(i + 1);
            place["message"] = json!({ "text": message });
            place
        })
        .collect();
    json!({
        "ruleId": rule_id(error.premise),
        "level": "error",
        "message": { "text": text },
        "locations": [location(file, places.place(error.span))],
        "relatedLocations": related,
        "fixes": fixes(file, places, &error.fixes),
    })
}
