//! Failures that no annotation mends: fields whose accesses hold no common lock, with the methods to change, and errors of other sorts.

use crate::java::JavaVerdict;
use racefree_grammar::Span;
use racefree_grammar::span::LineIndex;
use racefree_infer::Failed;
use racefree_java::Java;
use racefree_java::elaborate::Elaborated;
use racefree_java::tree::Method;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Greatest number of methods that a sentence names.
const NAMED: usize = 4;

/// Number of methods in front of a place that are looked at.
const NEAR: usize = 256;

/// Greatest number of fields that are told of.
const TOLD: usize = 200;

/// Greatest number of errors that are listed.
const LISTED: usize = 20;

/// Sentences about the fields that fail, and about the errors that are left, each with its place in front.
pub(super) fn of(java: &Java, elaborated: &Elaborated, failed: &[Failed], verdict: &JavaVerdict) -> Vec<String> {
    let speaker = Speaker::new(java, elaborated);
    let mut all: Vec<String> = failed.iter().take(TOLD).map(|field| speaker.field(field)).collect();
    if failed.len() > TOLD {
        all.push(format!("and {} more fields", failed.len() - TOLD));
    }
    // Places move with the annotations, but lines do not.
    let mut said: FxHashSet<(String, u32)> = FxHashSet::default();
    for field in failed {
        let of = &elaborated.program.fields[field.field as usize];
        let roots = field.candidates.iter().flat_map(|c| &c.roots).map(|root| root.span);
        let places = field.lacking.iter().copied().chain(roots).chain([of.name_span]);
        said.extend(places.map(|at| speaker.place(at)));
    }
    let mut left: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in &verdict.files {
        let source = verdict.source(file.file);
        let lines = LineIndex::new(&source.text);
        for error in &file.errors {
            let line = lines.line(error.span.start);
            if !said.contains(&(source.name.clone(), line)) || !about_locks(&error.code) {
                left.entry(&error.code).or_default().push(format!("{}:{line}: {}", source.name, error.message));
            }
        }
    }
    let mut room = LISTED;
    for (code, errors) in left {
        let why = reason(code);
        let shown = errors.len().min(room);
        room -= shown;
        all.extend(errors[..shown].iter().map(|error| format!("{error} [{code}]; {why}")));
        if shown < errors.len() {
            all.push(format!("and {} more of {code}; {why}", errors.len() - shown));
        }
    }
    all
}

/// Returns true for the premises that the guards of fields decide.
fn about_locks(code: &str) -> bool {
    code.ends_with("/guard-held") || code.ends_with("/requires-held") || code == "SHAREABLE/guarded-or-final"
}

/// Why none of the annotations that are proposed helps.
fn reason(code: &str) -> &'static str {
    match code {
        "SHAREABLE FINAL FIELD/field-type"
        | "SHAREABLE GUARDED FIELD/field-type"
        | "SHAREABLE VOLATILE FIELD/field-type" => {
            "whose objects these are, a `thread_shared` on the class or an `elems_guarded_by` in the brackets of the array says, and neither is inferred"
        }
        "EXP LOCKED/lock-final" | "EXP SYNC/lock-final" => {
            "the lock is assigned somewhere, or is no field: no annotation makes it final"
        }
        "EXP FORK2/fv-shared"
        | "EXP CAST/local"
        | "EXP THROW/local"
        | "CLASS3/super-shared"
        | "LOCAL CLASS/override" => {
            "which classes are shared is for you to say, with `thread_shared` or `thread_local`"
        }
        code if about_locks(code) => "no lock is held at all that needs it",
        _ => "guards, `requires` and `final` have no part in it",
    }
}

struct Speaker<'j> {
    java: &'j Java,
    elaborated: &'j Elaborated,
    /// Lines of the files that were asked for.
    lines: RefCell<FxHashMap<u32, LineIndex>>,
    /// Methods with a body, by where they begin.
    methods: BTreeMap<u32, Vec<usize>>,
    /// The class of each field.
    classes: Vec<usize>,
}

impl<'j> Speaker<'j> {
    fn new(java: &'j Java, elaborated: &'j Elaborated) -> Speaker<'j> {
        let mut methods: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (i, method) in java.methods.iter().enumerate().filter(|(_, method)| method.has_body) {
            methods.entry(method.span.start).or_default().push(i);
        }
        let mut classes = vec![0; elaborated.program.fields.len()];
        for (i, class) in elaborated.program.classes.iter().enumerate() {
            class.fields.indices().for_each(|f| classes[f] = i);
        }
        Speaker { java, elaborated, lines: RefCell::default(), methods, classes }
    }

    /// The innermost method around a place. Methods around one begin before it; few that do so end before it.
    fn method_at(&self, at: Span) -> Option<&'j Method> {
        let before = self.methods.range(..=at.start).rev().take(NEAR).flat_map(|(_, all)| all);
        before.map(|&i| &self.java.methods[i]).find(|method| method.span.contains(at))
    }

    /// A place of the run, as file and line.
    fn place(&self, at: Span) -> (String, u32) {
        let (file, span) = self.java.sources.place(at);
        let of = &self.java.sources.files()[file.index()];
        let mut known = self.lines.borrow_mut();
        let lines = known.entry(file.0).or_insert_with(|| LineIndex::new(self.java.sources.at(of.span)));
        (of.name.clone(), lines.line(span.start))
    }

    /// A field that fails.
    fn field(&self, failed: &Failed) -> String {
        let program = &self.elaborated.program;
        let field = &program.fields[failed.field as usize];
        let raw = program.text(field.name);
        let name = self.elaborated.origins.in_java(raw);
        let (file, line) = self.place(field.name_span);
        let (all, lacking) = (failed.accesses.len(), failed.lacking.len());
        let held = all.saturating_sub(lacking);
        let methods = self.methods(&failed.lacking);
        let said = match &failed.given {
            Some(lock) => {
                let lock = self.lock(failed.field, lock);
                let (verb, them) = if methods.len() == 1 { ("does not", "it") } else { ("do not", "them") };
                let how = match lock.as_str() {
                    "this" => format!("make {them} `synchronized`"),
                    _ => format!("take `{lock}` there"),
                };
                format!("{held} of {all} accesses of `{name}` hold `{lock}`; {} {verb}: {how}", listed(&methods))
            }
            None if self.is_lock(failed) => {
                format!("`{name}` is a lock, and is assigned: make it `final`, so that it names one object")
            }
            None if held == 0 => {
                format!("no lock is held at any of the {all} accesses of `{name}`, in {}", listed(&methods))
            }
            None => {
                let locks: Vec<String> = (failed.held.iter())
                    .map(|(lock, n)| format!("{} at {n} of {all}", self.named(failed, lock)))
                    .collect();
                format!("no lock is held at all accesses of `{name}`: {}", locks.join(", "))
            }
        };
        format!("{file}:{line}: {said}")
    }

    /// A field that was left without a candidate, since it is a lock.
    fn is_lock(&self, failed: &Failed) -> bool {
        failed.candidates.is_empty()
    }

    /// A lock in a sentence: of an explicit one, its monitor is another.
    fn named(&self, failed: &Failed, lock: &str) -> String {
        let explicit = format!("{lock}.locked$");
        let monitor = failed.candidates.iter().any(|candidate| candidate.lock == explicit);
        let of = if monitor { "the monitor of " } else { "" };
        format!("{of}`{}`", self.lock(failed.field, lock))
    }

    fn lock(&self, field: u32, lock: &str) -> String {
        let program = &self.elaborated.program;
        let class = program.text(program.classes[self.classes[field as usize]].name);
        self.elaborated.origins.in_java(&super::placer::of_class(class, lock))
    }

    /// The methods in which places are, each with its line, and those of the places that are in other lines.
    fn methods(&self, places: &[Span]) -> Vec<String> {
        let mut found: BTreeMap<u32, (Option<&str>, Vec<u32>)> = BTreeMap::new();
        for &at in places {
            let (key, name) = match self.method_at(at) {
                Some(method) => (method.name_span.start, Some(self.java.sources.at(method.name_span))),
                None => (at.start, None),
            };
            let lines = &mut found.entry(key).or_insert((name, Vec::new())).1;
            let line = self.place(at).1;
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let said = found.into_iter().map(|(at, (name, mut lines))| {
            let own = self.place(Span::new(at, at)).1;
            lines.retain(|line| *line != own);
            let (more, first) = (lines.len() > 1, lines.first());
            let at =
                first.map_or_else(String::new, |line| format!(", access in {line}{}", if more { " …" } else { "" }));
            match name {
                Some(name) => format!("`{name}` (line {own}{at})"),
                None => format!("line {own}"),
            }
        });
        said.collect()
    }
}

/// Names in a sentence: `a`, `b` and `c`.
fn listed(all: &[String]) -> String {
    match all {
        [] => "initialisers".to_owned(),
        [one] => one.clone(),
        _ if all.len() > NAMED => format!("{} and {} others", all[..NAMED].join(", "), all.len() - NAMED),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}
