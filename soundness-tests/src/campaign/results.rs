//! The results of a campaign as they are written down, to go on from or to join with others.

use super::Tally;
use crate::shard;
use crate::variant::{Rules, said};
use racefree_systems::BASE;
use serde::{Deserialize, Serialize};

/// The format of the files. It is another one also when seeds give other programs: counts of two streams do not add up.
const VERSION: u32 = 3;

/// A shard of a campaign's programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ShardState {
    /// Index, from 0.
    pub shard: u64,
    /// Number of shards, at least 1.
    pub of: u64,
    /// All its programs before this one were looked at.
    pub next: u64,
}

fn numbers(shards: &[ShardState]) -> Vec<(u64, u64)> {
    shards.iter().map(|s| (s.shard, s.of)).collect()
}

/// Results of a campaign, or of shards of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// Version of the format.
    pub version: u32,
    /// The type system; not written if it is the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The rules, as `--variant` takes them.
    pub variant: String,
    /// The seed.
    pub seed: u64,
    /// Programs of the whole campaign; nothing if time is the bound.
    pub planned: Option<u64>,
    /// State of each shard.
    #[serde(rename = "shares")]
    pub shards: Vec<ShardState>,
    /// Seconds of work.
    pub seconds: f64,
    /// The counts.
    pub tally: Tally,
}

/// Why a text is no results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// Broken file.
    Broken(String),
    /// Complete file of another version.
    Version(u32),
}

impl std::fmt::Display for Unusable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unusable::Broken(why) => write!(f, "holds no results of a campaign: {why}"),
            Unusable::Version(version) => {
                write!(f, "is in version {version} of the format, and only version {VERSION} is read")
            }
        }
    }
}

impl Results {
    /// Empty results.
    pub fn new(rules: &Rules, seed: u64, planned: Option<u64>, (shard, of): (u64, u64)) -> Results {
        let shards = vec![ShardState { shard, of, next: 0 }];
        let (system, variant) = (said(rules.system), rules.spelled());
        Results { version: VERSION, system, variant, seed, planned, shards, seconds: 0.0, tally: Tally::default() }
    }

    /// Reads written results.
    ///
    /// # Errors
    ///
    /// Reason why the text is unusable.
    pub fn read(text: &str) -> Result<Results, Unusable> {
        #[derive(Deserialize)]
        struct Any {
            version: u32,
        }
        let broken = |why: &str| Unusable::Broken(why.to_owned());
        if text.trim().is_empty() {
            return Err(broken("it is empty"));
        }
        let any: Any = serde_json::from_str(text).map_err(|e| broken(&e.to_string()))?;
        if any.version != VERSION {
            return Err(Unusable::Version(any.version));
        }
        let results: Results = serde_json::from_str(text).map_err(|e| broken(&e.to_string()))?;
        let shards = &results.shards;
        if shards.is_empty() || shards.iter().any(|s| s.shard >= s.of) {
            return Err(broken("its shards are not shares of anything"));
        }
        if shard::twice(&numbers(shards)).is_some() {
            return Err(broken("its shards have programs in common"));
        }
        if results.planned.is_some_and(|n| shards.iter().any(|s| s.next > n)) {
            return Err(broken("more programs were looked at than there are"));
        }
        if !results.seconds.is_finite() || results.seconds < 0.0 {
            return Err(broken("it took no time that there is"));
        }
        Ok(results)
    }

    /// Difference that makes it another campaign than `other`, if there is one.
    pub fn differs(&self, other: &Results) -> Option<String> {
        let programs = |n: Option<u64>| n.map_or("no number of".to_owned(), |n| n.to_string());
        if self.seed != other.seed {
            return Some(format!("the seeds are {} and {}", self.seed, other.seed));
        }
        if self.system != other.system {
            let name = |system: &Option<String>| system.clone().unwrap_or_else(|| BASE.name().to_owned());
            return Some(format!("the systems are `{}` and `{}`", name(&self.system), name(&other.system)));
        }
        if self.variant != other.variant {
            return Some(format!("the rules are `{}` and `{}`", self.variant, other.variant));
        }
        (self.planned != other.planned)
            .then(|| format!("one is of {} programs, the other of {}", programs(self.planned), programs(other.planned)))
    }

    /// Joins the results of shards of one campaign.
    ///
    /// # Errors
    ///
    /// Why they do not belong together.
    pub fn join(&mut self, other: &Results) -> Result<(), String> {
        if let Some(why) = self.differs(other) {
            return Err(format!("these are results of different campaigns: {why}"));
        }
        let all: Vec<ShardState> = self.shards.iter().chain(&other.shards).copied().collect();
        if let Some((i, j)) = shard::twice(&numbers(&all)) {
            let (a, b) = (all[i], all[j]);
            return Err(match (a.shard, a.of) == (b.shard, b.of) {
                true => format!("shard {}/{} is there twice", a.shard, a.of),
                false => format!("shards {}/{} and {}/{} have programs in common", a.shard, a.of, b.shard, b.of),
            });
        }
        self.shards = all;
        self.shards.sort_unstable();
        self.seconds += other.seconds;
        self.tally.add(&other.tally);
        Ok(())
    }

    /// Returns true if every program of its shards was looked at.
    pub fn finished(&self) -> bool {
        self.planned.is_some_and(|n| self.shards.iter().all(|s| s.next >= n))
    }

    /// Returns true if all shards are there.
    pub fn whole(&self) -> bool {
        shard::covers(&numbers(&self.shards))
    }

    /// The shards that are not there, if all were cut alike and those are few.
    pub fn missing(&self) -> Vec<String> {
        let Some(of) = self.shards.first().map(|s| s.of).filter(|&of| of <= 4096) else { return Vec::new() };
        if self.shards.iter().any(|s| s.of != of) {
            return Vec::new();
        }
        let there = |i: u64| self.shards.iter().any(|s| s.shard == i);
        (0..of).filter(|&i| !there(i)).map(|i| format!("{i}/{of}")).collect()
    }
}
