//! SARIF 2.1.0: one log for all files of a call, for code-scanning services and editors.

use crate::terminal::Out;
use racefree_answers::json::{Place, Places};
use racefree_grammar::{Edit, Fix, Span, SyntaxError};
use racefree_kernel::{PremiseId, Report, System, TypeError};
use racefree_systems::{BASE, premise_name};
use serde_json::{Value, json};
use std::collections::BTreeSet;
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
    /// Rules that results name.
    named: BTreeSet<String>,
}

/// A premise as an id of a log's rules, which may be of several systems.
fn rule_id(premise: PremiseId) -> String {
    match racefree_systems::system(premise.system()) {
        base if base.id() == BASE.id() => premise_name(premise),
        other => format!("{}: {}", other.name(), premise_name(premise)),
    }
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

    fn region(&self, span: Span) -> Value {
        let Place { line, column, end_line, end_column, .. } = self.places.place(span);
        json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
    }

    /// A place in it.
    pub fn location(&self, span: Span) -> Value {
        json!({ "physicalLocation": { "artifactLocation": { "uri": self.uri }, "region": self.region(span) } })
    }

    /// A related place of a result: its index among those, and its message.
    pub fn related(&self, id: usize, span: Span, message: &str) -> Value {
        let mut location = self.location(span);
        (location["id"], location["message"]) = (id.into(), json!({ "text": message }));
        location
    }

    /// A result at a place, without anything beside it.
    pub fn result(&self, rule: &str, level: &str, text: &str, span: Span) -> Value {
        json!({ "ruleId": rule, "level": level, "message": { "text": text }, "locations": [self.location(span)] })
    }

    /// An error with its repairs.
    fn error(&self, rule: &str, text: &str, span: Span, fixes: &[Fix]) -> Value {
        let replacement =
            |edit: &Edit| json!({ "deletedRegion": self.region(edit.span), "insertedContent": { "text": edit.text } });
        let fix = |fix: &Fix| {
            let replacements: Vec<Value> = fix.edits.iter().map(replacement).collect();
            json!({
                "description": { "text": fix.title },
                "artifactChanges": [{ "artifactLocation": { "uri": self.uri }, "replacements": replacements }],
                "properties": { "sure": fix.sure },
            })
        };
        let mut result = self.result(rule, "error", text, span);
        if !fixes.is_empty() {
            result["fixes"] = fixes.iter().map(fix).collect();
        }
        result
    }

    fn type_error(&self, error: &TypeError) -> Value {
        let mut text = error.message.clone();
        error.notes.iter().for_each(|note| text.push_str(&format!(". {note}")));
        error.help.iter().for_each(|help| text.push_str(&format!(". Help: {help}")));
        let mut result = self.error(&rule_id(error.premise), &text, error.span, &error.fixes);
        if !error.related.is_empty() {
            let related = error.related.iter().enumerate();
            result["relatedLocations"] =
                related.map(|(i, (span, message))| self.related(i + 1, *span, message)).collect();
        }
        result
    }
}

/// A result that does not count, for a reason.
pub fn suppressed(mut result: Value, why: &str) -> Value {
    result["suppressions"] = json!([{ "kind": "inSource", "justification": why }]);
    result
}

/// A rule, with all that services for code scanning show of it.
fn described(id: &str, what: &str, why: &str) -> Value {
    json!({
        "id": id,
        "shortDescription": { "text": what },
        "fullDescription": { "text": why },
        "help": { "text": format!("{what}: {why}") },
    })
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
    /// Adds a result.
    pub fn add(&mut self, result: &Value) -> io::Result<()> {
        self.log.next(self.out)?;
        if let Some(id) = result["ruleId"].as_str().filter(|id| !self.log.named.contains(*id)) {
            self.log.named.insert(id.to_owned());
        }
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
        self.named.extend(part.named);
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
            to.add(&file.error("syntax", &text, error.span, &error.fixes))
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
        report.errors.iter().try_for_each(|error| to.add(&file.type_error(error)))?;
        report.silenced.iter().try_for_each(|error| to.add(&suppressed(file.type_error(error), "no_warn")))?;
        report.warnings.iter().try_for_each(|warning| {
            let mut result = file.error(warning.kind, &warning.message, warning.span, &warning.fixes);
            result["level"] = "warning".into();
            to.add(&result)
        })
    }

    /// Writes the rest of the log.
    pub fn finish(mut self, out: &mut Out) -> io::Result<()> {
        self.begin(out)?;
        let systems = if self.systems.is_empty() && self.rules.is_empty() { vec![BASE] } else { self.systems };
        let own = self.rules.iter().map(|[id, what, why]| described(id, what, why));
        let rules: Vec<Value> = std::iter::once(described("syntax", "syntax error", "the text is no program"))
            .chain(own)
            .chain(
                (systems.iter().flat_map(|system| system.book().premises()))
                    .filter(|(_, premise)| premise.is_reported())
                    .map(|(id, premise)| described(&rule_id(id), premise.statement, premise.why)),
            )
            .collect();
        let known: Vec<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
        let others = self.named.iter().filter(|id| !known.contains(&id.as_str()));
        let others: Vec<Value> = others.map(|id| described(id, id, "the message of the result says why")).collect();
        let rules: Vec<Value> = rules.into_iter().chain(others).collect();
        let driver = json!({ "name": "racefree", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
        let tool = format!("{:#}", json!({ "driver": driver })).replace('\n', "\n      ");
        let close = if self.results { "\n      ]" } else { "]" };
        writeln!(out, "{close},\n      \"tool\": {tool}\n    }}\n  ]\n}}")
    }
}
