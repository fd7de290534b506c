//! Annotations inferred for Java source: those of the elaborated program, put into the Java text. Inference has no algorithm of its own here.
//!
//! | module | contents |
//! | --- | --- |
//! | `difference` | the texts as a unified difference |
//! | `placer` | annotations as edits of the text |
//! | `limits` | annotations that are never proposed |
//! | `findings` | fields that no annotation protects, and errors that are left |

mod difference;
mod findings;
mod limits;
mod placer;

use super::{JavaFile, check, elaborated_until};
use crate::options::{AnnotateOptions, NotationWord, RuleOptions};
use crate::variant::Rules;
use racefree_infer::{Budget, Settings, Stopped};
use racefree_java::Java;
use racefree_java::declare::Find;
use racefree_java::elaborate::Elaborated;
use racefree_java::tree::FileNo;
use racefree_kernel::Until;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Annotations for Java files.
pub struct Annotated {
    /// Files that change: number and new text.
    pub files: Vec<(FileNo, String)>,
    /// Number of annotations put in.
    pub count: usize,
    /// True if the texts check with them.
    pub ok: bool,
    /// Annotations with no place in the text, as `CLASS.member: annotation`.
    pub unplaced: Vec<String>,
    /// What no annotation mends, a sentence each, with its place in front.
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
    let (words, mut texts) = (RuleOptions::default(), files.clone());
    let mut rules = rules;
    // One budget for all: reading, elaborating, searching, and judging what was found.
    let budget = Budget::new(options.time, &interrupt);
    rules.options.until = Until(Some(budget.clone()));
    let around = (threads, &rules.options.until);
    let (java, elaborated) = elaborated_until(files, library(), &words, &options.java, around)?;
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
    let (mut annotated, failed) = match inferred(&java, &elaborated, &settings, options.style, &budget) {
        Ok(found) => found,
        Err(stopped) => return Ok((java, Annotated::cut(stopped))),
    };
    annotated.files.iter().for_each(|(file, text)| texts[file.index()].bytes = text.clone().into_bytes());
    let verdict = check(texts, library(), &words, &options.java, &rules, threads)?;
    annotated.stopped = budget.stopped();
    if annotated.stopped.is_some() {
        return Ok((java, annotated));
    }
    annotated.ok = verdict.files.iter().all(|file| file.errors.is_empty());
    annotated.findings = findings::of(&java, &elaborated, &failed, &verdict);
    Ok((java, annotated))
}

fn inferred(
    java: &Java,
    elaborated: &Elaborated,
    settings: &Settings,
    notation: NotationWord,
    budget: &Budget,
) -> Result<(Annotated, Vec<racefree_infer::Failed>), Stopped> {
    let found = racefree_infer::of_library(&elaborated.program, java.sources.text(), settings, budget)?;
    let mut placer = placer::Placer::new(java, elaborated, notation);
    found.annotations.iter().for_each(|annotation| placer.place(annotation));
    let files = placer.files();
    let placer::Placer { unplaced, count, .. } = placer;
    let annotated = Annotated { files, count, ok: false, unplaced, findings: Vec::new(), stopped: None };
    Ok((annotated, found.failed))
}

impl Annotated {
    /// An answer that ended before it began.
    fn cut(stopped: Stopped) -> Annotated {
        let (files, unplaced, findings) = Default::default();
        Annotated { files, count: 0, ok: false, unplaced, findings, stopped: Some(stopped) }
    }

    /// The unified difference of a changed file.
    pub fn difference(&self, java: &Java, (file, text): &(FileNo, String)) -> String {
        let of = &java.sources.files()[file.index()];
        difference::unified(&of.name, java.sources.at(of.span), text)
    }
}
