//! Baseline: findings that are known, so that new ones alone count. A finding is known by what it is about, not by its line.

use super::members::{Identity, plain};
use super::{FileVerdict, JavaError, JavaVerdict};
use crate::json::VERSION;
use racefree_grammar::Span;
use racefree_java::tree::FileNo;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Findings of one identity.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    identity: Identity,
    /// Number of them.
    count: usize,
    /// Of a field that nothing protects: the methods that use it without the lock. One more is a new finding; none are named by older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unlocked: Option<BTreeSet<String>>,
}

/// Findings of one identity: their number, and the methods that are known to use the field without the lock.
type Known = (usize, Option<BTreeSet<String>>);

/// The file of a baseline.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    version: u32,
    findings: Vec<Entry>,
}

/// Known findings.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    known: BTreeMap<Identity, Known>,
}

impl Baseline {
    /// The findings of a verdict.
    pub fn of(verdict: &JavaVerdict) -> Baseline {
        let mut known: BTreeMap<Identity, Known> = BTreeMap::new();
        for file in &verdict.files {
            for error in file.errors.iter().chain(&file.known) {
                let entry = known.entry(identity(verdict, file, error)).or_default();
                entry.0 += 1;
                let methods = unlocked(verdict, error);
                if !methods.is_empty() {
                    entry.1.get_or_insert_default().extend(methods);
                }
            }
        }
        Baseline { known }
    }

    /// Reads a file. Fails if it is none of a baseline.
    pub fn read(text: &str) -> Result<Baseline, String> {
        let record: Record = serde_json::from_str(text).map_err(|e| format!("it is no baseline: {e}"))?;
        if record.version != VERSION {
            return Err(format!("it is of version {}, and this is version {VERSION}", record.version));
        }
        let mut known: BTreeMap<Identity, Known> = BTreeMap::new();
        for Entry { identity, count, unlocked } in record.findings {
            let entry = known.entry(identity).or_default();
            entry.0 += count;
            if let Some(methods) = unlocked {
                entry.1.get_or_insert_default().extend(methods);
            }
        }
        Ok(Baseline { known })
    }

    /// The text of the file: one finding a line, in order, so that two branches are merged as text.
    pub fn text(&self) -> String {
        let entry = |(identity, (count, unlocked)): (&Identity, &Known)| {
            let entry = Entry { identity: identity.clone(), count: *count, unlocked: unlocked.clone() };
            format!("    {}", serde_json::to_string(&entry).unwrap_or_default())
        };
        let all: Vec<String> = self.known.iter().map(entry).collect();
        let all = if all.is_empty() { String::new() } else { format!("\n{}\n  ", all.join(",\n")) };
        format!("{{\n  \"version\": {VERSION},\n  \"findings\": [{all}]\n}}\n")
    }

    /// Number of findings.
    pub fn count(&self) -> usize {
        self.known.values().map(|known| known.0).sum()
    }

    /// Takes known findings out of the errors of a verdict. Gives back the entries that match nothing any more, each with the number: of
    /// the files that were checked, and of files that are gone.
    pub fn apply(&self, verdict: &mut JavaVerdict, is_gone: &dyn Fn(&str) -> bool) -> Vec<(Identity, usize)> {
        let mut left = self.known.clone();
        for i in 0..verdict.files.len() {
            let errors = std::mem::take(&mut verdict.files[i].errors);
            let (mut new, mut known) = (Vec::new(), Vec::new());
            for error in errors {
                let methods = unlocked(verdict, &error);
                match left.get_mut(&identity(verdict, &verdict.files[i], &error)) {
                    Some((n, all)) if *n > 0 && all.as_ref().is_none_or(|all| methods.is_subset(all)) => {
                        *n -= 1;
                        known.push(error);
                    }
                    _ => new.push(error),
                }
            }
            (verdict.files[i].errors, verdict.files[i].known) = (new, known);
        }
        let checked: Vec<String> = verdict.sources.files().iter().map(|f| plain(&f.name)).collect();
        let stale = |id: &Identity| checked.contains(&id.file) || is_gone(&id.file);
        left.into_iter().map(|(id, (n, _))| (id, n)).filter(|(id, n)| *n > 0 && stale(id)).collect()
    }
}

/// Identity of an error.
pub fn identity(verdict: &JavaVerdict, file: &FileVerdict, error: &JavaError) -> Identity {
    let of = &verdict.sources.files()[file.file.index()];
    verdict.members.identity(&of.name, whole(of.span, error.span), &error.code, &error.message)
}

/// The methods that use the field of an error without the lock.
fn unlocked(verdict: &JavaVerdict, error: &JavaError) -> BTreeSet<String> {
    let name = |&(file, span): &(FileNo, Span)| {
        verdict.members.name_at(whole(verdict.sources.files()[file.index()].span, span))
    };
    error.unlocked.iter().map(name).collect()
}

/// A place of a file as one of the whole text.
pub fn whole(file: Span, span: Span) -> Span {
    Span::new(file.start + span.start, file.start + span.end)
}
