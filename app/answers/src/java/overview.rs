//! The most useful of many errors, and the profile that fits.

use super::{FileVerdict, JavaError, JavaVerdict};
use crate::options::JavaOptions;
use racefree_java::Java;
use racefree_java::elaborate::Elaborated;
use racefree_java::profile::{Profile, find};
use racefree_java::tree::Origin;
use std::collections::{BTreeMap, BTreeSet};

/// Errors of many files, in short.
pub struct Overview<'v> {
    /// The most useful errors, each with its file.
    pub first: Vec<(&'v FileVerdict, &'v JavaError)>,
    /// `RULE/premise` with the number of errors and of files, the most frequent first.
    pub premises: Vec<(&'v str, usize, usize)>,
}

/// Rank of an error: one about something that somebody wrote down comes before one that asks for an annotation, and that before one which
/// says no more than that a class has none.
fn rank(error: &JavaError) -> u8 {
    match error.premise() {
        Some((_, "guard-held")) | Some(("JAVA CODE", _)) => 0,
        Some((_, "requires-held")) => 1,
        Some((_, "lock-final" | "guard-final" | "requires-final")) => 2,
        Some(("JAVA ANNOTATION", _)) => 3,
        Some((_, "override-requires")) => 4,
        None => 5,
        Some((_, "fv-shared")) => 6,
        Some(("SHAREABLE", _)) => 7,
        Some((_, "super-shared")) => 8,
        Some((_, "field-type")) => 10,
        Some(("EXP CAST", _)) => 11,
        Some(("LOCAL CLASS", "override")) => 12,
        Some(("EXP THROW", _)) => 13,
        Some(_) => 9,
    }
}

/// The most useful errors, and how many there are of each premise.
pub fn overview(verdict: &JavaVerdict, most: usize) -> Overview<'_> {
    let all = || verdict.files.iter().flat_map(|file| file.errors.iter().map(move |error| (file, error)));
    let mut by_premise: BTreeMap<&str, (usize, BTreeSet<u32>)> = BTreeMap::new();
    for (file, error) in all() {
        let of = by_premise.entry(&error.code).or_default();
        of.0 += 1;
        of.1.insert(file.file.0);
    }
    let mut premises: Vec<_> = by_premise.into_iter().map(|(code, (n, files))| (code, n, files.len())).collect();
    premises.sort_by_key(|&(code, n, _)| (std::cmp::Reverse(n), code));
    let mut ranked: Vec<_> = all().collect();
    ranked.sort_by_key(|(_, error)| rank(error));
    // Of errors with the same words one is enough, and of a file, while there are others.
    let (mut said, mut files) = (BTreeSet::new(), BTreeSet::new());
    let fresh = |it: &(&FileVerdict, &JavaError)| said.insert(it.1.message.clone()) && files.insert(it.0.file.0);
    let mut first: Vec<_> = ranked.iter().copied().filter(fresh).take(most).collect();
    for &(file, error) in &ranked {
        if first.len() < most && !first.iter().any(|(_, other)| std::ptr::eq(*other, error)) {
            first.push((file, error));
        }
    }
    Overview { first, premises }
}

/// The profile for sources that say `@GuardedBy` and nothing else, if none was asked for.
pub fn fitting(java: &Java, elaborated: &Elaborated, options: &JavaOptions) -> Option<&'static Profile> {
    let guards = elaborated.annotations.get("guarded_by").is_some_and(|&n| n > 0);
    let files = java.sources.files();
    let of_source = |at| files[java.sources.place(at).0.index()].origin == Origin::Source;
    let comments = java.comments(0, u32::MAX).iter().any(|note| of_source(note.span));
    if options.profile.is_some() || comments || !guards { None } else { find("guarded-by").ok() }
}
