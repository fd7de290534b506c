//! Baseline of pairs: those that are known, so that new ones alone count. A pair is known by its field and by what its two accesses are in, not by
//! their lines.

use super::answered::{Answered, ToldPair};
use crate::java::members::{Members, plain};
use crate::json::VERSION;
use racefree_grammar::Span;
use racefree_pairs::{AccessId, Stage};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An access, but for its line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Access {
    /// The file, with slashes.
    file: String,
    /// The innermost class, with its package.
    class: String,
    /// The method with the types of its parameters, or the field that is declared there.
    method: String,
    /// Read or written.
    kind: String,
}

/// Identity of a pair.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PairIdentity {
    field: String,
    /// The accesses, in order.
    accesses: [Access; 2],
}

/// Pairs of one identity.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    identity: PairIdentity,
    /// Number of them.
    count: usize,
}

/// The file of a baseline.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    version: u32,
    pairs: Vec<Entry>,
}

/// Known pairs.
#[derive(Clone, Debug, Default)]
pub struct PairsBaseline {
    known: BTreeMap<PairIdentity, usize>,
}

impl PairsBaseline {
    /// The pairs that are left. Fails if some of them are not listed, or the program is no Java.
    pub fn of(answered: &Answered<'_>) -> Result<PairsBaseline, String> {
        let left = || answered.told.iter().chain(&answered.known).filter(|told| told.stage == Stage::Unlocked);
        if !answered.analysis.answered() || left().count() as u64 != answered.analysis.count_left() {
            return Err(
                "not all pairs are listed, so they are no baseline; give it more --time, --memory or --max-pairs"
                    .to_owned(),
            );
        }
        let members = members(answered)?;
        let mut known = BTreeMap::new();
        left().for_each(|told| *known.entry(identity(answered, members, told)).or_default() += 1);
        Ok(PairsBaseline { known })
    }

    /// Reads a file. Fails if it is none of a baseline of pairs.
    pub fn read(text: &str) -> Result<PairsBaseline, String> {
        let record: Record = serde_json::from_str(text).map_err(|e| format!("it is no baseline of pairs: {e}"))?;
        if record.version != VERSION {
            return Err(format!("it is of version {}, and this is version {VERSION}", record.version));
        }
        let mut known = BTreeMap::new();
        record.pairs.into_iter().for_each(|entry| *known.entry(entry.identity).or_default() += entry.count);
        Ok(PairsBaseline { known })
    }

    /// The text of the file: one identity a line, in order, so that two branches are merged as text.
    pub fn text(&self) -> String {
        let entry = |(identity, count): (&PairIdentity, &usize)| {
            let entry = Entry { identity: identity.clone(), count: *count };
            format!("    {}", serde_json::to_string(&entry).unwrap_or_default())
        };
        let all: Vec<String> = self.known.iter().map(entry).collect();
        let all = if all.is_empty() { String::new() } else { format!("\n{}\n  ", all.join(",\n")) };
        format!("{{\n  \"version\": {VERSION},\n  \"pairs\": [{all}]\n}}\n")
    }

    /// Number of pairs.
    pub fn count(&self) -> usize {
        self.known.values().sum()
    }

    /// Takes the known pairs out of those that are told. Gives back the entries that match nothing any more, each with the number; of an answer
    /// that has not all pairs none is known to. Fails if the program is no Java.
    pub fn apply(&self, answered: &mut Answered<'_>) -> Result<Vec<(PairIdentity, usize)>, String> {
        let members = members(answered)?;
        let mut left = self.known.clone();
        let known = |told: &ToldPair| {
            let rest =
                left.get_mut(&identity(answered, members, told)).filter(|n| told.stage == Stage::Unlocked && **n > 0);
            rest.map(|n| *n -= 1).is_some()
        };
        let known: Vec<bool> = answered.told.iter().map(known).collect();
        let mut known = known.into_iter();
        let (known, new) = std::mem::take(&mut answered.told).into_iter().partition(|_| known.next() == Some(true));
        (answered.known, answered.told) = (known, new);
        let all = answered.analysis.complete() && answered.cut.is_none() && answered.listed() == answered.total;
        Ok(left.into_iter().filter(|(_, n)| *n > 0 && all).collect())
    }
}

fn members<'s>(answered: &Answered<'s>) -> Result<&'s Members, String> {
    answered.source.members.as_deref().ok_or_else(|| "a baseline is for Java".to_owned())
}

/// Identity of a pair of a program in Java; none of another one.
pub fn identity_of(answered: &Answered<'_>, told: &ToldPair) -> Option<PairIdentity> {
    members(answered).ok().map(|members| identity(answered, members, told))
}

fn identity(answered: &Answered<'_>, members: &Members, told: &ToldPair) -> PairIdentity {
    let access = |e: AccessId| {
        let (kind, at) = answered.access(e);
        let file = file(answered, at);
        let of = members.identity(&file, at, kind.name(), "");
        Access { file: of.file, class: of.class, method: of.method, kind: of.kind }
    };
    let mut accesses = [told.left.pair.0, told.left.pair.1].map(access);
    accesses.sort();
    PairIdentity { field: told.left.field.clone(), accesses }
}

/// The name of the file of a place.
fn file(answered: &Answered<'_>, at: Span) -> String {
    let of = answered.source.files.iter().rfind(|file| file.span.start <= at.start);
    plain(of.map_or(&answered.name, |file| &file.name))
}

impl PairIdentity {
    /// A number for it that is the same on every machine, `nth` telling pairs of one identity apart.
    pub fn fingerprint(&self, nth: usize) -> String {
        let [a, b] = &self.accesses;
        let (class, method) = (format!("{}|{}", a.class, b.class), format!("{}|{}", a.method, b.method));
        let (file, kind) = (format!("{}|{}", a.file, b.file), format!("race-pair {} {}", a.kind, b.kind));
        crate::java::members::Identity { file, class, method, field: self.field.clone(), kind }.fingerprint(nth)
    }

    /// As people read it.
    pub fn words(&self) -> String {
        let [a, b] = &self.accesses;
        let place = |of: &Access| format!("{} in {}.{}", of.kind, of.class, of.method);
        format!("{}: {} and {} of {}", a.file, place(a), place(b), self.field)
    }
}
