//! Small-scope certificates: "all K programs of at most n nodes over this signature: J well typed, none goes wrong in any
//! schedule".
//!
//! The work is split by numbers: each well-typed main expression of each skeleton has one, and part `i` of `n` has those that are `i` modulo
//! `n`. What a part finds is a sum, the digest included, so the certificate does not depend on how the work was split, and a
//! part can stop after any main expression and go on later.

mod digest;
mod run;

pub use digest::Digest;
pub use run::{Bounds, EnumerationCounts, Stop, kind, work, written};

use crate::enumerate::{Signature, Universe};
use crate::shard;
use crate::variant::{self, Rules};
use racefree_kernel::System;
use racefree_systems::BASE;
use serde::{Deserialize, Serialize};

/// The format of the files.
pub const VERSION: u32 = 1;

/// Claim of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The type system; not written if it is the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The signature, as it is written.
    pub signature: String,
    /// n
    pub nodes: usize,
    /// The rules, as `--variant` takes them.
    pub variant: String,
}

impl Claim {
    /// The programs.
    ///
    /// # Errors
    ///
    /// A sentence that names the mistake in the signature.
    pub fn universe(&self) -> Result<Universe, String> {
        let signature: Signature = self.signature.parse()?;
        Ok(Universe { signature: signature.within(self.system()?), nodes: self.nodes })
    }

    fn system(&self) -> Result<&'static dyn System, String> {
        self.system.as_deref().map_or(Ok(BASE), racefree_systems::find)
    }

    /// The rules.
    ///
    /// # Errors
    ///
    /// A sentence that names the mistake in the variant.
    pub fn rules(&self) -> Result<Rules, String> {
        variant::find_in(self.system()?, &self.variant)?.rules()
    }
}

/// A program that is well typed and goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WrongProgram {
    /// Its tokens.
    pub tokens: usize,
    /// Its source.
    pub program: String,
    /// `race`, `monitor` or `stuck`.
    pub kind: String,
    /// A schedule, as `--scheduler replay:` takes it.
    pub schedule: String,
}

/// Counts of a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Skeletons: declarations without bodies.
    pub skeletons: u64,
    /// Number of well-typed skeletons. Only they are completed.
    pub well_typed_skeletons: u64,
    /// K
    pub programs: u64,
    /// J
    pub well_typed: u64,
    /// Number of programs of J with more than one thread.
    pub threads: u64,
    /// Number of programs of J with more than one trace, or a thread that waits for ever: schedules make a difference.
    pub contended: u64,
    /// Traces explored.
    pub traces: u64,
    /// Number of programs of J whose exploration was cut short without a failure.
    pub unknown: u64,
    /// Number of programs of J that go wrong.
    pub wrong: u64,
    /// A sum over all skeletons, each with its verdict, all well-typed bodies and main expressions, and all well-typed programs, each
    /// with what becomes of it.
    pub digest: Digest,
}

impl Totals {
    /// Adds what another part counted.
    pub fn add(&mut self, other: &Totals) {
        self.skeletons = self.skeletons.saturating_add(other.skeletons);
        self.well_typed_skeletons = self.well_typed_skeletons.saturating_add(other.well_typed_skeletons);
        self.programs = self.programs.saturating_add(other.programs);
        self.well_typed = self.well_typed.saturating_add(other.well_typed);
        self.threads = self.threads.saturating_add(other.threads);
        self.contended = self.contended.saturating_add(other.contended);
        self.traces = self.traces.saturating_add(other.traces);
        self.unknown = self.unknown.saturating_add(other.unknown);
        self.wrong = self.wrong.saturating_add(other.wrong);
        self.digest.add(&other.digest);
    }
}

/// Checkpoint of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Skeletons that are finished.
    pub skeletons: u64,
    /// Main expressions of those.
    pub before: u64,
    /// Main expressions of the next skeleton that are finished.
    pub mains: u64,
}

/// A shard of the work: its counts so far, and the checkpoint from which it goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Index, from 0.
    pub shard: u64,
    /// Number of shards, at least 1.
    pub of: u64,
    /// Checkpoint; none when it is finished.
    pub position: Option<Position>,
    /// Counts so far.
    pub tally: Totals,
    /// The first few programs that go wrong, small ones first.
    pub wrong: Vec<WrongProgram>,
}

impl Shard {
    /// A part that has done nothing so far.
    pub fn new(shard: u64, of: u64) -> Shard {
        Shard { shard, of, position: Some(Position::default()), tally: Totals::default(), wrong: Vec::new() }
    }
}

/// A certificate, or a part of one, finished or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// [`VERSION`]
    pub version: u32,
    /// Claim.
    #[serde(flatten)]
    pub claim: Claim,
    /// The sum of the parts.
    pub total: Totals,
    /// Programs that go wrong.
    pub wrong: Vec<WrongProgram>,
    /// The parts, while there is something to do or to add; none when it is complete.
    pub parts: Vec<Shard>,
}

/// Supported sizes, in nodes.
pub const NODES: std::ops::RangeInclusive<u64> = 4..=60;

/// Greatest number of parts: a certificate that claims more is not read.
const PARTS: usize = 1 << 14;

/// Greatest number of failures kept.
pub const KEPT: usize = 10;

impl Certificate {
    /// Empty certificate: shard `i` of `n`, in a number of parts.
    pub fn new(claim: Claim, shard: u64, of: u64, parts: u64) -> Certificate {
        let parts = (0..parts).map(|t| Shard::new(shard + of * t, of * parts)).collect();
        Certificate { version: VERSION, claim, total: Totals::default(), wrong: Vec::new(), parts }.summed()
    }

    /// The sums of the parts; when all parts of the whole are there and finished, they are dropped.
    #[must_use]
    pub fn summed(mut self) -> Certificate {
        if self.parts.is_empty() {
            return self;
        }
        self.total = Totals::default();
        self.wrong = Vec::new();
        for part in &self.parts {
            self.total.add(&part.tally);
            self.wrong.extend(part.wrong.iter().cloned());
        }
        self.wrong.sort();
        self.wrong.truncate(KEPT);
        if self.finished() && shard::covers(&self.numbers()) {
            self.parts.clear();
        }
        self
    }

    /// Returns true if all programs have been looked at.
    pub fn complete(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns true if its whole job is done: all of it, or its shard.
    pub fn finished(&self) -> bool {
        self.parts.iter().all(|p| p.position.is_none())
    }

    /// Returns true if it proves its claim: complete, about some program, and nothing goes wrong or is unknown.
    pub fn holds(&self) -> bool {
        self.complete() && !self.vacuous() && self.total.wrong == 0 && self.total.unknown == 0
    }

    /// Returns true if no program that it is about is well typed: then it says nothing.
    pub fn vacuous(&self) -> bool {
        self.complete() && self.total.well_typed == 0
    }

    /// Returns true if another computation of the same claim came to the same: counts, digest and counterexamples.
    pub fn agrees(&self, other: &Certificate) -> bool {
        self.total == other.total && self.wrong == other.wrong
    }

    /// Joins shards of one claim.
    ///
    /// # Errors
    ///
    /// A sentence that says why they do not belong together.
    pub fn merge(all: Vec<Certificate>) -> Result<Certificate, String> {
        let mut all = all.into_iter();
        let Some(mut merged) = all.next() else { return Err("there is nothing to merge".to_owned()) };
        for other in all {
            if other.claim != merged.claim {
                return Err(format!(
                    "`{}`, n = {}, {} and `{}`, n = {}, {} are two claims",
                    merged.claim.signature,
                    merged.claim.nodes,
                    merged.claim.variant,
                    other.claim.signature,
                    other.claim.nodes,
                    other.claim.variant
                ));
            }
            if other.complete() || merged.complete() {
                return Err("one of them is complete already".to_owned());
            }
            merged.parts.extend(other.parts);
        }
        merged.parts_are_apart()?;
        Ok(merged.summed())
    }

    fn numbers(&self) -> Vec<(u64, u64)> {
        self.parts.iter().map(|p| (p.shard, p.of)).collect()
    }

    fn parts_are_apart(&self) -> Result<(), String> {
        let Some((j, i)) = shard::twice(&self.numbers()) else { return Ok(()) };
        let (a, b) = (&self.parts[i], &self.parts[j]);
        Err(format!("part {}/{} and part {}/{} have programs in common", a.shard, a.of, b.shard, b.of))
    }

    /// Reads a written certificate.
    ///
    /// # Errors
    ///
    /// Reason why it is no certificate.
    pub fn read(text: &str) -> Result<Certificate, String> {
        let certificate: Certificate = serde_json::from_str(text).map_err(|e| format!("is no certificate: {e}"))?;
        let parts = &certificate.parts;
        if certificate.version != VERSION {
            return Err(format!("is of version {}, which is another format", certificate.version));
        }
        if !NODES.contains(&(certificate.claim.nodes as u64)) {
            return Err(format!("is about programs of {} nodes, which are not looked at", certificate.claim.nodes));
        }
        if parts.len() > PARTS || parts.iter().any(|p| p.of == 0 || p.shard >= p.of) {
            return Err("is no certificate: its parts are not shares of anything".to_owned());
        }
        certificate.parts_are_apart().map_err(|why| format!("is no certificate: {why}"))?;
        Ok(certificate)
    }
}
