//! SARIF 2.1.0: one log for all files of a call, for code-scanning services and editors.

use racefree_answers::json::{Place, Places};
use racefree_grammar::{Edit, Fix, SyntaxError};
use racefree_kernel::{PremiseId, Report, System, TypeError};
use racefree_systems::{BASE, premise_name};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The results collected so far, as text: that takes a tenth of the memory of trees of values.
#[derive(Default)]
pub struct Log {
    /// One after the other, as they stand in the log.
    results: String,
    /// The systems by which files were checked.
    systems: Vec<&'static dyn System>,
    /// The rules of what is no type system: id, what a result says, and why.
    rules: Vec<[&'static str; 3]>,
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

/// How deep results stand in the log.
const INDENT: &str = "        ";

/// Where the results go. No text can be mistaken for it: quotes in texts are escaped.
const RESULTS: &str = "\"results\": []";

impl Log {
    /// Adds results of any sort.
    pub fn add(&mut self, results: impl IntoIterator<Item = Value>) {
        for result in results {
            self.separate();
            for line in format!("{result:#}").split_inclusive('\n') {
                self.results.push_str(INDENT);
                self.results.push_str(line);
            }
        }
    }

    fn separate(&mut self) {
        self.results.push_str(if self.results.is_empty() { "\n" } else { ",\n" });
    }

    /// Results are by this rule, and not by the premises of a system if no file is checked.
    pub fn rule(&mut self, id: &'static str, what: &'static str, why: &'static str) {
        self.rules.push([id, what, why]);
    }

    /// Adds what another log has.
    pub fn append(&mut self, other: Log) {
        if let Some(results) = other.results.strip_prefix('\n') {
            self.separate();
            self.results.push_str(results);
        }
        other.systems.into_iter().for_each(|system| self.judged_by(system));
    }

    fn judged_by(&mut self, system: &'static dyn System) {
        if self.systems.iter().all(|known| known.id() != system.id()) {
            self.systems.push(system);
        }
    }

    /// Adds a file with syntax errors.
    pub fn syntax(&mut self, file: &str, places: &Places<'_>, errors: &[SyntaxError]) {
        self.add(errors.iter().map(|error| {
            let mut text = error.message.clone();
            if let Some(help) = &error.help {
                text.push_str(&format!(". Help: {help}"));
            }
            json!({
                "ruleId": "syntax",
                "level": "error",
                "message": { "text": text },
                "locations": [location(file, places.place(error.span))],
                "fixes": fixes(file, places, &error.fixes),
            })
        }));
    }

    /// Adds a checked file.
    pub fn check(&mut self, file: &str, places: &Places<'_>, system: &'static dyn System, report: &Report) {
        self.judged_by(system);
        self.add(report.errors.iter().map(|error| type_error(file, places, error)));
        self.add(report.silenced.iter().map(|error| {
            let mut result = type_error(file, places, error);
            result["suppressions"] = json!([{ "kind": "inSource", "justification": "no_warn" }]);
            result
        }));
        self.add(report.warnings.iter().map(|warning| {
            json!({
                "ruleId": warning.kind,
                "level": "warning",
                "message": { "text": warning.message },
                "locations": [location(file, places.place(warning.span))],
                "fixes": fixes(file, places, &warning.fixes),
            })
        }));
    }

    /// Writes the whole log.
    pub fn finish(self, out: &mut impl Write) -> io::Result<()> {
        let systems = if self.systems.is_empty() && self.rules.is_empty() { vec![BASE] } else { self.systems };
        let own = self.rules.iter().map(|[id, what, why]| {
            json!({ "id": id, "shortDescription": { "text": what }, "fullDescription": { "text": why } })
        });
        let rules: Vec<Value> =
            std::iter::once(json!({ "id": "syntax", "shortDescription": { "text": "syntax error" } }))
                .chain(own)
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
                "results": [],
            }],
        });
        let log = format!("{log:#}");
        let (before, after) = log.split_once(RESULTS).unwrap_or((&log, ""));
        write!(out, "{before}\"results\": [{}", self.results)?;
        writeln!(out, "{}]{after}", if self.results.is_empty() { "" } else { "\n      " })
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
