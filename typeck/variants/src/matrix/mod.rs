//! The matrix: every `?` premise, its parts and every variant against the smallest program found that it lets through
//! and that goes wrong; and for those without one, the extent of the search. The committed matrices are in `matrix/`
//! beside this crate; the crate `racefree-soundness` searches and verifies them.

pub mod words;

use racefree_kernel::System;
use serde::{Deserialize, Serialize};

/// All programs of at most n nodes over a signature, and none goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bound {
    /// The signature, as it is written.
    pub signature: String,
    /// n
    pub nodes: usize,
    /// Programs enumerated.
    pub programs: u64,
    /// K: programs that the variant accepts and the base does not (for a change of the semantics: both do).
    pub apart: u64,
    /// Of K, programs that cannot run: a name in them means nothing.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cannot_run: u64,
    /// Of K, programs not explored to the end; nothing went wrong so far.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unknown: u64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// A program with what goes wrong in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The source.
    pub program: String,
    /// Its tokens.
    pub tokens: usize,
    /// Its nodes, as enumerations count them.
    #[serde(default)]
    pub nodes: usize,
    /// `race`, `stuck`, `monitor`, `waits for itself`.
    pub kind: String,
    /// Name of the monitor, or of the racy field.
    pub detail: String,
    /// A schedule that shows it, as `--scheduler replay:` takes it. Of a race: up to and with both accesses.
    pub schedule: String,
    /// True if no single edit of the reducer makes it smaller.
    pub one_minimal: bool,
    /// The smaller programs, as far as they were enumerated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<Bound>,
}

impl Example {
    /// Returns true if all smaller programs over the signature were enumerated.
    pub fn is_smallest(&self) -> bool {
        self.below.as_ref().is_some_and(|b| b.programs > 0 && b.nodes + 1 >= self.nodes && b.unknown == 0)
    }
}

/// Search with several premises off together, where one alone does no harm.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JointSearch {
    /// Number of other premises, one at a time.
    pub pairs: u64,
    /// Programs made for that.
    pub programs: u64,
    /// Programs accepted only with both off.
    pub apart: u64,
    /// The variants with several premises off, this one among them and needed, that have a counterexample.
    pub found: Vec<String>,
}

/// A signature that was enumerated for all variants without a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enumerated {
    /// The signature, as it is written.
    pub signature: String,
    /// n
    pub nodes: usize,
    /// Programs of at most n nodes.
    pub programs: u64,
    /// Smaller bound, up to which the tests count once more,
    pub quick: usize,
    /// programs up to it,
    pub quick_programs: u64,
    /// and the number of cases in which one of the variants accepts one that the base does not.
    pub quick_apart: u64,
    /// Variants covered. Those that decide nothing over it have no bound of their own.
    pub variants: Vec<String>,
}

/// The matrix.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matrix {
    /// Enumerations for the variants without a program.
    pub scopes: Vec<Enumerated>,
    /// The lines.
    pub entries: Vec<Entry>,
}

impl Matrix {
    /// The line of a variant.
    pub fn entry(&self, variant: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.variant == variant)
    }

    /// Bounds for a variant: the enumerations, with the programs that it alone accepts.
    pub fn bounds<'m>(&'m self, entry: &'m Entry) -> impl Iterator<Item = Bound> + 'm {
        let scopes = self.scopes.iter().filter(|s| s.variants.contains(&entry.variant));
        scopes.map(|s| {
            let own = entry.bounds.iter().find(|b| b.signature == s.signature).cloned();
            own.unwrap_or_else(|| Bound {
                signature: s.signature.clone(),
                nodes: s.nodes,
                programs: s.programs,
                apart: 0,
                cannot_run: 0,
                unknown: 0,
            })
        })
    }
}

/// A line of the matrix.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The variant.
    pub variant: String,
    /// The smallest program found, whatever goes wrong.
    pub smallest: Option<Example>,
    /// The smallest program found that has a race, if that is another one.
    pub race: Option<Example>,
    /// Reason for the lack of a program, as far as we know.
    pub none_because: Option<String>,
    /// Sizes up to which all programs were explored, where this variant alone accepts some; without a program only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<Bound>,
    /// Premises together with which there is a program; without one only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<JointSearch>,
    /// Programs that were made in search of one.
    pub programs: u64,
    /// Programs accepted by the variant and not by the base.
    pub apart: u64,
}

impl Entry {
    /// The smaller examples of two entries for one variant.
    #[must_use]
    pub fn or_smaller(mut self, other: Entry) -> Entry {
        self.smallest = smaller(self.smallest, other.smallest);
        self.race = smaller(self.race, other.race);
        self.company = other.company.or(self.company);
        self.none_because = other.none_because;
        self.programs += other.programs;
        self.apart += other.apart;
        self.settled()
    }

    /// Takes a bound in the place of the one over that signature.
    pub fn bound(&mut self, bound: Bound) {
        self.bounds.retain(|b| b.signature != bound.signature);
        if bound.apart > 0 {
            self.bounds.push(bound);
            self.bounds.sort_by(|a, b| a.signature.cmp(&b.signature));
        }
    }

    /// Removes the results of unsuccessful searches from an entry with a program.
    #[must_use]
    fn settled(mut self) -> Entry {
        if self.smallest.is_some() {
            self.none_because = None;
            self.company = None;
            self.bounds.clear();
        }
        if self.race.as_ref().map(|r| &r.program) == self.smallest.as_ref().map(|s| &s.program) {
            self.race = None;
        }
        self
    }
}

fn smaller(a: Option<Example>, b: Option<Example>) -> Option<Example> {
    let (Some(a), Some(b)) = (&a, &b) else { return a.or(b) };
    if a.program == b.program {
        let reach = |e: &Example| e.below.as_ref().map_or(0, |b| b.nodes);
        let mut same = a.clone();
        same.one_minimal |= b.one_minimal;
        same.nodes = a.nodes.max(b.nodes);
        same.below = if reach(a) >= reach(b) { a.below.clone() } else { b.below.clone() };
        return Some(same);
    }
    let of = |e: &Example| (e.tokens, !e.one_minimal);
    Some(if of(b) < of(a) { b.clone() } else { a.clone() })
}

/// Premises that another one of the same rule implies: switched off alone they change nothing.
pub const IMPLIED: [&str; 2] = ["ENV GHOST/type", "ENV GHOST/fresh"];

/// The premises of the base that are proved redundant in `proof/Variants.v`, for programs whose annotations mention
/// only names in scope: without all of them no well-typed program has a race, is stuck or makes a monitor fire. Types
/// of ghosts must still be distinct.
pub const PROVED: [&str; 9] = [
    "ENV X/type",
    "EXP NEW/type",
    "TYPE C/arg-type",
    "CLASS3/ghost-type",
    "LOCAL CLASS/ghost-type",
    "FIELD/type",
    "FIELD/guard-final",
    "METHOD/return-type",
    "METHOD/requires-final",
];

/// Committed matrices, by system.
const COMMITTED: [(&str, &str); 4] = [
    ("atomicity", include_str!("../../matrix/atomicity.json")),
    ("base", include_str!("../../matrix/matrix.json")),
    ("concurrent-java", include_str!("../../matrix/concurrent-java.json")),
    ("owners", include_str!("../../matrix/owners.json")),
];

/// The matrix of a system that is committed; of a system that has none, an empty one.
///
/// # Errors
///
/// The file is broken.
pub fn committed(system: &dyn System) -> Result<Matrix, String> {
    let Some((_, text)) = COMMITTED.iter().find(|(name, _)| *name == system.name()) else {
        return Ok(Matrix::default());
    };
    serde_json::from_str(text).map_err(|e| format!("the committed matrix is broken: {e}"))
}
