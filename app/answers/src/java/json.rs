//! Verdicts on Java source as objects: one for each file, and one for all.

use super::{FileVerdict, JavaError, JavaVerdict, assumed};
use crate::json::{Place, Places, VERSION, line};
use racefree_java::tree::FileNo;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

records! {
    struct RelatedRecord<'a> {
        message: &'a str,
        file: &'a str,
        role: &'static str,
        span: Place,
    }

    struct BecauseRecord<'a> {
        rule: &'a str,
        premise: &'a str,
        message: &'a str,
    }

    struct ErrorRecord<'a> {
        kind: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        rule: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        premise: Option<&'a str>,
        java_kind: &'static str,
        message: &'a str,
        file: &'a str,
        span: Place,
        related: Vec<RelatedRecord<'a>>,
        notes: &'a [String],
        because: Vec<BecauseRecord<'a>>,
    }

    struct WarningRecord<'a> {
        kind: &'static str,
        message: &'a str,
        span: Place,
    }

    struct AssumedRecord<'a> {
        kind: &'static str,
        /// The type, member or text that is taken on trust.
        what: &'a str,
        span: Place,
    }

    /// The verdict on a Java file.
    #[cfg_attr(feature = "schemas", schemars(rename = "java"))]
    pub struct JavaFileRecord<'a> {
        file: &'a str,
        version: u32,
        language: &'static str,
        system: &'static str,
        ok: bool,
        errors: Vec<ErrorRecord<'a>>,
        silenced: Vec<ErrorRecord<'a>>,
        warnings: Vec<WarningRecord<'a>>,
        assumptions: &'a BTreeMap<&'static str, usize>,
        /// Each with its place, with `assumptions` among the options.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        assumed: Vec<AssumedRecord<'a>>,
        /// Number of errors that the baseline knows.
        #[serde(skip_serializing_if = "Option::is_none")]
        known: Option<usize>,
        /// Number of errors outside of what changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        outside: Option<usize>,
        lines: u32,
    }

    /// The end of the verdict on several files.
    pub struct JavaSummary<'a> {
        summary: bool,
        version: u32,
        language: &'static str,
        ok: bool,
        files: usize,
        errors: usize,
        assumptions: BTreeMap<&'static str, usize>,
        annotations: &'a BTreeMap<&'static str, usize>,
        /// Annotations by kind in 1,000 lines of code.
        annotations_per_1000_lines: BTreeMap<&'static str, f64>,
        lines: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        fitting_profile: Option<&'static str>,
    }
}

/// Writer of the objects.
pub struct Objects<'v> {
    verdict: &'v JavaVerdict,
    /// Assumptions have their places.
    with_places: bool,
    places: RefCell<HashMap<u32, Rc<Places<'v>>>>,
}

impl<'v> Objects<'v> {
    /// Writer about a verdict.
    pub fn new(verdict: &'v JavaVerdict, with_places: bool) -> Objects<'v> {
        Objects { verdict, with_places, places: RefCell::default() }
    }

    fn places(&self, file: FileNo) -> Rc<Places<'v>> {
        let text = || self.verdict.sources.at(self.verdict.sources.files()[file.index()].span);
        self.places.borrow_mut().entry(file.0).or_insert_with(|| Rc::new(Places::new(text()))).clone()
    }

    fn name(&self, file: FileNo) -> &'v str {
        &self.verdict.sources.files()[file.index()].name
    }

    fn error(&self, file: FileNo, error: &'v JavaError) -> ErrorRecord<'v> {
        let split = error.premise();
        let because = error.because.iter().filter_map(|(code, message)| {
            code.split_once('/').map(|(rule, premise)| BecauseRecord { rule, premise, message })
        });
        let related = error.related.iter().map(|r| RelatedRecord {
            message: &r.message,
            file: self.name(r.file),
            role: r.role,
            span: self.places(r.file).place(r.span),
        });
        ErrorRecord {
            kind: if split.is_some() { "type" } else { "syntax" },
            rule: split.map(|(rule, _)| rule),
            premise: split.map(|(_, premise)| premise),
            java_kind: error.java_kind,
            message: &error.message,
            file: self.name(file),
            span: self.places(file).place(error.span),
            related: related.collect(),
            notes: &error.notes,
            because: because.collect(),
        }
    }

    /// Assumptions of a file, if they are wanted.
    fn assumed(&self, file: FileNo) -> Vec<AssumedRecord<'v>> {
        if !self.with_places {
            return Vec::new();
        }
        let places = self.places(file);
        let all = self.verdict.assumed_in(file);
        all.into_iter().map(|(kind, what, span)| AssumedRecord { kind, what, span: places.place(span) }).collect()
    }

    /// A file's object.
    pub fn file(&self, of: &'v FileVerdict) -> String {
        let places = self.places(of.file);
        line(&JavaFileRecord {
            file: self.name(of.file),
            version: VERSION,
            language: "java",
            system: "base",
            ok: of.errors.is_empty(),
            errors: of.errors.iter().map(|e| self.error(of.file, e)).collect(),
            silenced: of.silenced.iter().map(|e| self.error(of.file, e)).collect(),
            warnings: of
                .warnings
                .iter()
                .map(|w| WarningRecord { kind: w.kind, message: &w.message, span: places.place(w.span) })
                .collect(),
            assumptions: &of.assumptions,
            assumed: self.assumed(of.file),
            known: Some(of.known.len()).filter(|n| *n > 0),
            outside: Some(of.outside.len()).filter(|n| *n > 0),
            lines: of.lines,
        })
    }

    /// The object at the end.
    pub fn summary(&self) -> String {
        let verdict = self.verdict;
        let lines = verdict.lines();
        let share = |&n: &usize| (n as f64 * 1e5 / f64::from(lines.max(1))).round() / 100.0;
        line(&JavaSummary {
            summary: true,
            version: VERSION,
            language: "java",
            ok: verdict.errors() == 0,
            files: verdict.files.len(),
            errors: verdict.errors(),
            assumptions: assumed(&verdict.assumptions).into_iter().collect(),
            annotations: &verdict.annotations,
            annotations_per_1000_lines: verdict.annotations.iter().map(|(&kind, n)| (kind, share(n))).collect(),
            lines,
            fitting_profile: verdict.fitting.map(|profile| profile.name),
        })
    }
}
