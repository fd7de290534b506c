//! The JSON output (format version 1).

use crate::fixes::Repaired;
use crate::verdict::{Judged, Verdict};
use racefree_grammar::SyntaxError;
use racefree_grammar::span::{Files, LineIndex, Span};
use racefree_kernel::report::{Annotations as Counted, Fact, Facts};
use racefree_kernel::{PremiseId, Report, System, TypeError, Warning};
use serde::Serialize;

/// The version of the format.
pub const VERSION: u32 = 1;

records! {
    /// A place: lines and columns from 1, columns in characters.
    #[derive(Clone, Copy, Default)]
    #[allow(missing_docs)]
    pub struct Place {
        pub line: u32,
        pub column: u32,
        pub end_line: u32,
        pub end_column: u32,
        /// Number of the file, from 0, in a program of several files.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub file: Option<u32>,
    }
}

/// A source with the index of its lines.
pub struct Places<'s> {
    text: &'s str,
    lines: LineIndex,
    files: Files<'s>,
    /// Number of characters before each byte; empty if the text is ASCII, where both are the same.
    characters: Vec<u32>,
}

impl<'s> Places<'s> {
    /// Reads through a source once.
    pub fn new(text: &'s str) -> Places<'s> {
        let mut characters = Vec::new();
        if !text.is_ascii() {
            for (before, c) in text.chars().enumerate() {
                characters.extend(std::iter::repeat_n(before as u32, c.len_utf8()));
            }
            characters.push(text.chars().count() as u32);
        }
        Places { text, lines: LineIndex::new(text), files: Files::new(text), characters }
    }

    /// Line and column of a byte offset, in constant time however long the line.
    pub fn position(&self, offset: u32) -> (u32, u32) {
        let whole = self.lines.line(offset);
        let start = self.lines.line_span(self.text, whole).map_or(0, |span| span.start);
        let characters = |offset: u32| self.characters.get(offset as usize).copied().unwrap_or(offset);
        (whole - self.above(offset), characters(offset) - characters(start) + 1)
    }

    /// The place of a span.
    pub fn place(&self, span: Span) -> Place {
        let ((line, column), (end_line, end_column)) = (self.position(span.start), self.position(span.end));
        let file = self.files.at(span.start).map(|file| file.0);
        Place { line, column, end_line, end_column, file }
    }

    /// The line of a span.
    pub fn line(&self, span: Span) -> u32 {
        self.lines.line(span.start) - self.above(span.start)
    }

    /// The line of a span, in a program of several files with its file's name in front.
    pub fn spot(&self, span: Span) -> String {
        let name = self.files.at(span.start).map(|(_, name, _)| name.rsplit(['/', '\\']).next().unwrap_or(name));
        name.map_or_else(|| self.line(span).to_string(), |name| format!("{name}:{}", self.line(span)))
    }

    /// Number of lines above the file that an offset is in.
    fn above(&self, offset: u32) -> u32 {
        self.files.at(offset).map_or(0, |(_, _, start)| self.lines.line(start) - 1)
    }
}

records! {
    struct Related {
        message: String,
        span: Place,
    }

    struct Because {
        rule: &'static str,
        premise: &'static str,
        message: String,
    }

    struct Edit<'a> {
        span: Place,
        text: &'a str,
    }

    /// A repair: a list of edits.
    pub struct Fix<'a> {
        title: &'a str,
        sure: bool,
        edits: Vec<Edit<'a>>,
    }
}

/// Repairs as data.
pub fn fixes<'a>(places: &Places<'_>, fixes: &'a [racefree_grammar::Fix]) -> Vec<Fix<'a>> {
    let edit = |e: &'a racefree_grammar::Edit| Edit { span: places.place(e.span), text: &e.text };
    fixes.iter().map(|f| Fix { title: &f.title, sure: f.sure, edits: f.edits.iter().map(edit).collect() }).collect()
}

records! {
    struct Also {
        rule: &'static str,
        premise: &'static str,
        span: Place,
    }

    /// An error.
    #[derive(Default)]
    pub struct Error<'a> {
        kind: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        rule: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        premise: Option<&'static str>,
        message: String,
        help: Option<String>,
        fixes: Vec<Fix<'a>>,
        span: Place,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        also: Vec<Also>,
        related: Vec<Related>,
        notes: Vec<String>,
        because: Vec<Because>,
    }

    struct Noted<'a> {
        kind: &'static str,
        message: String,
        fixes: Vec<Fix<'a>>,
        span: Place,
    }

    /// Numbers of escapes, which are taken on trust.
    #[derive(Default)]
    pub struct Escapes {
        no_warn: usize,
        holds: usize,
        defaults: usize,
    }
}

/// The escapes of a program without defaults filled in.
pub fn escapes(report: &Report) -> Escapes {
    Escapes { no_warn: report.escapes.no_warn, holds: report.escapes.holds.len(), defaults: 0 }
}

records! {
    #[derive(Default)]
    struct Annotations {
        guarded_by: usize,
        requires: usize,
        ghost: usize,
        thread_local: usize,
        #[serde(rename = "final")]
        finals: usize,
        lines: u32,
    }

    /// The verdict on a program.
    #[cfg_attr(feature = "schemas", schemars(rename = "check"))]
    pub struct Check<'a> {
        file: &'a str,
        version: u32,
        system: &'static str,
        ok: bool,
        #[serde(rename = "type")]
        ty: Option<String>,
        errors: Vec<Error<'a>>,
        silenced: Vec<Error<'a>>,
        warnings: Vec<Noted<'a>>,
        escapes: Escapes,
        annotations: Annotated,
        #[serde(skip_serializing_if = "Option::is_none")]
        unproved: Option<Vec<String>>,
    }

    /// Numbers of annotations, of the kinds in the paper or of those that the system counts.
    #[serde(untagged)]
    enum Annotated {
        Paper(Annotations),
        System(serde_json::Map<String, serde_json::Value>),
    }
}

pub(crate) fn syntax_error<'a>(places: &Places<'_>, error: &'a SyntaxError) -> Error<'a> {
    Error {
        kind: "syntax",
        message: error.message.clone(),
        help: error.help.clone(),
        fixes: fixes(places, &error.fixes),
        span: places.place(error.span),
        ..Error::default()
    }
}

fn type_error<'a>(places: &Places<'_>, error: &'a TypeError) -> Error<'a> {
    let names = |p: PremiseId| (racefree_systems::rule(p.rule()).name, racefree_systems::premise(p).name);
    let also = |e: &TypeError| {
        let (rule, premise) = names(e.premise);
        Also { rule, premise, span: places.place(e.span) }
    };
    let related = |(span, message): &(Span, String)| Related { message: message.clone(), span: places.place(*span) };
    let because = |(premise, message): &(PremiseId, String)| {
        let (rule, premise) = names(*premise);
        Because { rule, premise, message: message.clone() }
    };
    let (rule, premise) = names(error.premise);
    Error {
        kind: "type",
        rule: Some(rule),
        premise: Some(premise),
        message: error.message.clone(),
        help: error.help.clone(),
        fixes: fixes(places, &error.fixes),
        span: places.place(error.span),
        also: error.also.iter().map(also).collect(),
        related: error.related.iter().map(related).collect(),
        notes: error.notes.clone(),
        because: error.because.iter().map(because).collect(),
    }
}

fn warning<'a>(places: &Places<'_>, warning: &'a Warning) -> Noted<'a> {
    Noted {
        kind: warning.kind,
        message: warning.message.clone(),
        fixes: fixes(places, &warning.fixes),
        span: places.place(warning.span),
    }
}

records! {
    struct RepairedProgram<'a> {
        file: &'a str,
        version: u32,
        ok: bool,
        rounds: &'a [Vec<String>],
        cut: bool,
        text: &'a str,
        diff: &'a str,
        errors: Vec<Error<'a>>,
    }
}

/// A repaired program; the places of the remaining errors are in its new text.
pub fn repaired(file: &str, before: &str, repaired: &Repaired) -> String {
    let places = Places::new(&repaired.text);
    line(&RepairedProgram {
        file,
        version: VERSION,
        ok: repaired.verdict.is_ok(),
        rounds: &repaired.rounds,
        cut: repaired.is_cut,
        text: &repaired.text,
        diff: &repaired.difference(file, before),
        errors: match &repaired.verdict {
            Verdict::Syntax(errors) => errors.iter().map(|e| syntax_error(&places, e)).collect(),
            Verdict::Judged(judged) => type_errors(&places, &judged.report.errors),
        },
    })
}

/// Errors, for objects that have them among others.
pub fn type_errors<'a>(places: &Places<'_>, errors: &'a [TypeError]) -> Vec<Error<'a>> {
    errors.iter().map(|e| type_error(places, e)).collect()
}

/// Syntax errors as objects.
pub fn syntax_errors(places: &Places<'_>, errors: &[SyntaxError]) -> serde_json::Value {
    errors.iter().map(|e| to_value(&syntax_error(places, e))).collect()
}

/// Numbers of a program's annotations, by kind.
pub fn annotations(report: &Report) -> serde_json::Value {
    to_value(&Annotations::of(report))
}

impl Annotations {
    fn of(report: &Report) -> Annotations {
        let Counted { guarded_by, requires, ghost, thread_local, finals, lines } = report.annotations;
        Annotations { guarded_by, requires, ghost, thread_local, finals, lines }
    }
}

/// A value on one line.
pub fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

/// The verdict on a program with syntax errors.
pub fn syntax(file: &str, system: &dyn System, places: &Places<'_>, errors: &[SyntaxError]) -> String {
    if system.judges_claims() {
        return line(&crate::atomicity::malformed(file, system, places, errors));
    }
    line(&Check {
        file,
        version: VERSION,
        system: system.name(),
        ok: false,
        ty: None,
        errors: errors.iter().map(|e| syntax_error(places, e)).collect(),
        silenced: Vec::new(),
        warnings: Vec::new(),
        escapes: Escapes::default(),
        annotations: Annotated::Paper(Annotations::default()),
        unproved: None,
    })
}

fn value(fact: &Fact) -> serde_json::Value {
    match fact {
        Fact::Count(n) => (*n).into(),
        Fact::Counts(of) => of.iter().map(|(name, n)| ((*name).to_owned(), serde_json::Value::from(*n))).collect(),
    }
}

/// The verdict on a program that parses.
pub fn check(file: &str, places: &Places<'_>, system: &dyn System, judged: &Judged) -> String {
    let Judged { program, filled, report } = judged;
    let unproved = |facts: &Facts| {
        let fields = racefree_systems::field_names(program);
        facts.unproved.iter().map(|&f| fields[f as usize].clone()).collect()
    };
    line(&Check {
        file,
        version: VERSION,
        system: system.name(),
        ok: report.is_ok(),
        ty: report.main.clone(),
        errors: type_errors(places, &report.errors),
        silenced: type_errors(places, &report.silenced),
        warnings: report.warnings.iter().map(|w| warning(places, w)).collect(),
        escapes: Escapes { defaults: filled.count, ..escapes(report) },
        annotations: match &report.facts {
            Some(facts) => Annotated::System(
                facts.annotations.iter().map(|(name, fact)| ((*name).to_owned(), value(fact))).collect(),
            ),
            None => Annotated::Paper(Annotations::of(report)),
        },
        unproved: report.facts.as_ref().map(unproved),
    })
}

/// An object as a value, by way of its text: for another form than text each type's serialization would be compiled once more.
pub fn to_value(of: &impl Serialize) -> serde_json::Value {
    serde_json::from_str(&line(of)).unwrap_or_default()
}
