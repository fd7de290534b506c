//! Annotations inferred for Java source: those of the elaborated program, put into the Java text. Inference has no algorithm of its own here.
//!
//! | module | contents |
//! | --- | --- |
//! | `difference` | the texts as a unified difference |
//! | `elements` | guards of the elements of arrays |
//! | `placer` | annotations as edits of the text |
//! | `limits` | annotations that are never proposed |
//! | `findings` | fields that no annotation protects, and errors that are left |

mod elements;
mod findings;
mod limits;
mod placer;

use super::{JavaFile, check, elaborated_until};
use crate::difference;
use crate::options::{AnnotateOptions, RuleOptions};
use crate::variant::Rules;
use racefree_infer::{Budget, Settings, Stopped};
use racefree_java::Java;
use racefree_java::declare::Find;
use racefree_java::tree::FileNo;
use racefree_kernel::Until;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A file that changes.
pub struct Changed {
    /// Its number, that of the file that was given.
    pub file: FileNo,
    /// The new text, as a reader sees it.
    pub text: String,
    /// The bytes that were given.
    pub read: Vec<u8>,
    /// The new bytes: those that were given, with the annotations. None if the encoding of the file has no letter for one.
    pub bytes: Option<Vec<u8>>,
}

/// Annotations for Java files.
pub struct Annotated {
    /// Files that change.
    pub files: Vec<Changed>,
    /// Number of annotations put in.
    pub count: usize,
    /// True if the texts check with them.
    pub ok: bool,
    /// Annotations with no place in the text, as `CLASS.member: annotation`.
    pub unplaced: Vec<String>,
    /// Failures that no annotation mends, a sentence each, with its place in front.
    pub findings: Vec<String>,
    /// Reason for an early end. The annotations are not judged then, and nothing is said of what is left.
    pub stopped: Option<Stopped>,
}

/// Reads Java files, finds annotations by some rules, puts them into the texts, and judges these: an annotation may have no place in
/// the text, and may be about a member of the library.
/// Fails as [`super::elaborated`] does.
pub fn annotate(
    files: Vec<JavaFile>,
    library: impl Fn() -> Option<Find>,
    rules: Rules,
    options: &AnnotateOptions,
    interrupt: Arc<AtomicBool>,
    threads: usize,
) -> Result<(Java, Annotated), String> {
    let (words, mut rules) = (RuleOptions::default(), rules);
    // One budget for all: reading, elaborating, searching, and judging what was found.
    let budget = Budget::new(options.time, &interrupt);
    rules.options.until = Until(Some(budget.clone()));
    let around = (threads, &rules.options.until);
    let (java, elaborated) = elaborated_until(files.clone(), library(), &words, &options.java, around, &|| {})?;
    if let Some(stopped) = budget.stopped() {
        return Ok((java, Annotated::cut(stopped)));
    }
    // Class parameters have no place in the text.
    let settings = Settings {
        options: rules.options.clone(),
        threads,
        ghosts: 0,
        limits: limits::of(&java, &elaborated),
        ..Settings::default()
    };
    let found = match racefree_infer::of_library(&elaborated.program, java.sources.text(), &settings, &budget) {
        Ok(found) => found,
        Err(stopped) => return Ok((java, Annotated::cut(stopped))),
    };
    let mut placer = placer::Placer::new(&java, &elaborated, options.style);
    found.annotations.iter().for_each(|annotation| placer.place(annotation));
    let judged = |placer: &placer::Placer<'_>| {
        let mut texts = files.clone();
        placer.files(&files).into_iter().for_each(|it| {
            texts[it.file.index()].bytes = it.bytes.unwrap_or_else(|| it.text.into_bytes());
        });
        check(texts, library(), &words, &options.java, &rules, threads)
    };
    let mut verdict = judged(&placer)?;
    let mut done = FxHashSet::default();
    for trial in elements::trials(&java, &elaborated, &found.annotations, &verdict) {
        if budget.stopped().is_some() || done.contains(&trial.field) {
            continue;
        }
        let before = placer.clone();
        placer.elements(&trial.brackets, &trial.lock);
        let tried = judged(&placer)?;
        if tried.errors() < verdict.errors() && budget.stopped().is_none() {
            verdict = tried;
            done.insert(trial.field);
        } else {
            placer = before;
        }
    }
    let stopped = budget.stopped();
    let ok = stopped.is_none() && verdict.files.iter().all(|file| file.errors.is_empty());
    let findings = match stopped {
        Some(_) => Vec::new(),
        None => findings::of(&java, &elaborated, &found.failed, &verdict),
    };
    let files = placer.files(&files);
    let placer::Placer { unplaced, count, .. } = placer;
    Ok((java, Annotated { files, count, ok, unplaced, findings, stopped }))
}

impl Annotated {
    /// An answer that ended before it began.
    fn cut(stopped: Stopped) -> Annotated {
        let (files, unplaced, findings) = Default::default();
        Annotated { files, count: 0, ok: false, unplaced, findings, stopped: Some(stopped) }
    }

    /// The unified difference of a changed file.
    pub fn difference(&self, java: &Java, Changed { file, text, .. }: &Changed) -> String {
        let of = &java.sources.files()[file.index()];
        difference::unified((&of.name, &format!("{} (annotated)", of.name)), java.sources.at(of.span), text)
    }
}
