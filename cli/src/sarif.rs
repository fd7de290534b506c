//! SARIF 2.1.0: one log for all files of a call, for code-scanning services and editors.

use crate::terminal::Out;
use racefree_answers::json::{Place, Places};
use racefree_grammar::{Edit, Fix, Span, SyntaxError};
use racefree_kernel::{PremiseId, Report, System, TypeError};
use racefree_systems::{BASE, premise_name};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Log written in constant memory: results go out as they come, the tables they refer to at the end.
#[derive(Default)]
pub struct Log {
    /// True if the head before the results is written, by this log or by the one that it is a part of.
    begun: bool,
    /// True if there is a result.
    results: bool,
    /// The systems by which files were checked.
    systems: Vec<&'static dyn System>,
    /// The rules of tools other than type systems: id, message of a result, and reason.
    rules: Vec<[&'static str; 3]>,
}

/// A premise as an id of a log's rules, which may be of several systems.
fn rule_id(premise: PremiseId) -> String {
    match racefree_systems::system(premise.system()) {
        base if base.id() == BASE.id() => premise_name(premise),
        other => format!("{}: {}", other.name(), premise_name(premise)),
    }
}

/// Text for people.
#[derive(Serialize)]
pub struct Text<T> {
    text: T,
}

impl<T> Text<T> {
    /// A text.
    pub fn new(text: T) -> Text<T> {
        Text { text }
    }
}

#[derive(Serialize)]
struct ArtifactLocation<'f> {
    uri: &'f str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation<'f> {
    artifact_location: ArtifactLocation<'f>,
    region: Region,
}

/// A place in a file, with its message.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location<'f> {
    physical_location: PhysicalLocation<'f>,
    /// Index among the related places of a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<usize>,
    /// Message at the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Text<&'f str>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'f> {
    deleted_region: Region,
    inserted_content: Text<&'f str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'f> {
    artifact_location: ArtifactLocation<'f>,
    replacements: Vec<Replacement<'f>>,
}

#[derive(Serialize)]
struct Properties {
    sure: bool,
}

/// A repair, as SARIF has them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix<'f> {
    description: Text<&'f str>,
    artifact_changes: [ArtifactChange<'f>; 1],
    properties: Properties,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    justification: &'static str,
}

const NO_WARN: [Suppression; 1] = [Suppression { kind: "inSource", justification: "no_warn" }];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding<'f> {
    rule_id: &'f str,
    level: &'static str,
    message: Text<&'f str>,
    locations: [Location<'f>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'f>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix<'f>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<[Suppression; 1]>,
}

/// A file that results are in.
pub struct InFile<'s> {
    uri: String,
    places: &'s Places<'s>,
}

impl<'s> InFile<'s> {
    /// A file of a name, as a relative or absolute URI.
    pub fn new(name: &str, places: &'s Places<'s>) -> InFile<'s> {
        let mut uri = String::new();
        for byte in name.replace('\\', "/").bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte as char),
                other => uri.push_str(&format!("%{other:02X}")),
            }
        }
        InFile { uri, places }
    }

    fn region(&self, span: Span) -> Region {
        let Place { line, column, end_line, end_column } = self.places.place(span);
        Region { start_line: line, start_column: column, end_line, end_column }
    }

    /// A place in it.
    pub fn location(&self, span: Span) -> Location<'_> {
        let artifact_location = ArtifactLocation { uri: &self.uri };
        let physical_location = PhysicalLocation { artifact_location, region: self.region(span) };
        Location { physical_location, id: None, message: None }
    }

    fn fixes<'f>(&'f self, fixes: &'f [Fix]) -> Vec<SarifFix<'f>> {
        let replacement = |edit: &'f Edit| Replacement {
            deleted_region: self.region(edit.span),
            inserted_content: Text::new(&edit.text[..]),
        };
        let one = |fix: &'f Fix| SarifFix {
            description: Text::new(&fix.title[..]),
            artifact_changes: [ArtifactChange {
                artifact_location: ArtifactLocation { uri: &self.uri },
                replacements: fix.edits.iter().map(replacement).collect(),
            }],
            properties: Properties { sure: fix.sure },
        };
        fixes.iter().map(one).collect()
    }

    fn type_error(
        &self,
        error: &TypeError,
        suppressions: Option<[Suppression; 1]>,
        to: &mut Results<'_>,
    ) -> io::Result<()> {
        let mut text = error.message.clone();
        for note in &error.notes {
            text.push_str(". ");
            text.push_str(note);
        }
        if let Some(help) = &error.help {
            text.push_str(". Help: ");
            text.push_str(help);
        }
        let related = error.related.iter().enumerate().map(|(i, (span, message))| Location {
            id: Some(i + 1),
            message: Some(Text::new(message)),
            ..self.location(*span)
        });
        to.add(&Finding {
            rule_id: &rule_id(error.premise),
            level: "error",
            message: Text::new(&text),
            locations: [self.location(error.span)],
            related_locations: related.collect(),
            fixes: self.fixes(&error.fixes),
            suppressions,
        })
    }
}

/// Head before the results.
const HEAD: &str = r#"{
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "columnKind": "unicodeCodePoints",
      "results": ["#;

/// Writer of results, one a line.
pub struct Results<'l> {
    log: &'l mut Log,
    out: &'l mut Out,
}

impl Results<'_> {
    /// Adds a result of any sort.
    pub fn add(&mut self, result: &impl Serialize) -> io::Result<()> {
        self.log.next(self.out)?;
        self.out.write_all(b"\n        ")?;
        Ok(serde_json::to_writer(&mut *self.out, result)?)
    }
}

impl Log {
    /// A part of another log.
    pub fn part() -> Log {
        Log { begun: true, ..Log::default() }
    }

    /// Writer of results for an output.
    pub fn to<'l>(&'l mut self, out: &'l mut Out) -> Results<'l> {
        Results { log: self, out }
    }

    /// Another result comes.
    fn next(&mut self, out: &mut Out) -> io::Result<()> {
        self.begin(out)?;
        match std::mem::replace(&mut self.results, true) {
            true => out.write_all(b","),
            false => Ok(()),
        }
    }

    fn begin(&mut self, out: &mut Out) -> io::Result<()> {
        match std::mem::replace(&mut self.begun, true) {
            true => Ok(()),
            false => out.write_all(HEAD.as_bytes()),
        }
    }

    /// Results are by this rule, and not by the premises of a system if no file is checked.
    pub fn rule(&mut self, id: &'static str, what: &'static str, why: &'static str) {
        self.rules.push([id, what, why]);
    }

    /// Takes a part over, whose results are written next.
    pub fn append(&mut self, part: Log, out: &mut Out) -> io::Result<()> {
        part.systems.into_iter().for_each(|system| self.judged_by(system));
        if part.results { self.next(out) } else { Ok(()) }
    }

    /// The results are of the base.
    pub fn judges(&mut self) {
        self.judged_by(BASE);
    }

    fn judged_by(&mut self, system: &'static dyn System) {
        if self.systems.iter().all(|known| known.id() != system.id()) {
            self.systems.push(system);
        }
    }

    /// Adds a file with syntax errors.
    pub fn syntax(&mut self, name: &str, places: &Places<'_>, errors: &[SyntaxError], out: &mut Out) -> io::Result<()> {
        let (file, mut to) = (InFile::new(name, places), self.to(out));
        errors.iter().try_for_each(|error| {
            let mut text = error.message.clone();
            if let Some(help) = &error.help {
                text.push_str(&format!(". Help: {help}"));
            }
            to.add(&Finding {
                rule_id: "syntax",
                level: "error",
                message: Text::new(&text),
                locations: [file.location(error.span)],
                related_locations: Vec::new(),
                fixes: file.fixes(&error.fixes),
                suppressions: None,
            })
        })
    }

    /// Adds a checked file.
    pub fn check(
        &mut self,
        name: &str,
        places: &Places<'_>,
        system: &'static dyn System,
        report: &Report,
        out: &mut Out,
    ) -> io::Result<()> {
        self.judged_by(system);
        let (file, mut to) = (InFile::new(name, places), self.to(out));
        report.errors.iter().try_for_each(|error| file.type_error(error, None, &mut to))?;
        report.silenced.iter().try_for_each(|error| file.type_error(error, Some(NO_WARN), &mut to))?;
        report.warnings.iter().try_for_each(|warning| {
            to.add(&Finding {
                rule_id: warning.kind,
                level: "warning",
                message: Text::new(&warning.message),
                locations: [file.location(warning.span)],
                related_locations: Vec::new(),
                fixes: file.fixes(&warning.fixes),
                suppressions: None,
            })
        })
    }

    /// Writes the rest of the log.
    pub fn finish(mut self, out: &mut Out) -> io::Result<()> {
        self.begin(out)?;
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
        let driver = json!({ "name": "racefree", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
        let tool = format!("{:#}", json!({ "driver": driver })).replace('\n', "\n      ");
        let close = if self.results { "\n      ]" } else { "]" };
        writeln!(out, "{close},\n      \"tool\": {tool}\n    }}\n  ]\n}}")
    }
}
