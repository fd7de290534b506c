//! The options of `pairs`.

use racefree_pairs::{MAX_K, Mode, Refinement, Stage};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

words! {
    /// Readings of the rules of Naik, Aiken and Whaley.
    "mode" pub enum ModeWord {
        /// A removed pair never races.
        Sound = "sound",
        /// The paper's own rules.
        Paper = "paper",
    }

    /// Annotations to trust.
    "sort of hints" pub enum Hint {
        /// Accesses hold their guard if the checker does not miss it there.
        GuardedBy = "guarded_by",
        /// Objects of thread-local classes do not escape.
        ThreadLocal = "thread_local",
        /// A `holds` is true: the rest of its block holds the lock that it names.
        Holds = "holds",
    }

    /// Stages of the analysis, the last first.
    "stage" pub enum StageWord {
        /// Pairs without a common lock.
        Unlocked = "unlocked",
        /// Accesses to fields of the same name, at least one a write.
        Original = "original",
        /// Pairs that two threads make in parallel.
        Reachable = "reachable",
        /// Pairs that may access the same object.
        Aliasing = "aliasing",
        /// Pairs on an object that more than one thread knows.
        Escaping = "escaping",
    }
}

same_words! {
    ModeWord => Mode { Sound, Paper }
    StageWord => Stage { Unlocked, Original, Reachable, Aliasing, Escaping }
}

/// Number of allocation sites that name an object, in each stage: one number, or four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SitesByStage(pub [u32; 4]);

impl FromStr for SitesByStage {
    type Err = String;

    fn from_str(text: &str) -> Result<SitesByStage, String> {
        let wrong = || format!("k is a number from 0 to {MAX_K}, or four of them: 3 or 1,2,3,3");
        let numbers: Result<Vec<u32>, _> = text.split(',').map(|n| n.trim().parse::<u32>()).collect();
        let numbers = numbers.map_err(|_| wrong())?;
        match *numbers.as_slice() {
            _ if numbers.iter().any(|&n| n > MAX_K) => Err(wrong()),
            [n] => Ok(SitesByStage([n; 4])),
            [r, a, e, u] => Ok(SitesByStage([r, a, e, u])),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for SitesByStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, a, e, u] = self.0;
        if [a, e, u] == [r; 3] { write!(f, "{r}") } else { write!(f, "{r},{a},{e},{u}") }
    }
}

string_words!(SitesByStage);

/// The name of a refinement, if there is one of it.
#[cfg(feature = "clap")]
fn refinement(text: &str) -> Result<String, String> {
    find_refinement(text).map(|refinement| refinement.name().to_owned())
}

/// The refinement of a name.
pub(crate) fn find_refinement(text: &str) -> Result<Refinement, String> {
    let names = || Refinement::ALL.iter().map(|r| r.name()).collect::<Vec<_>>().join(", ");
    text.parse().map_err(|_| format!("there is no refinement `{text}`; there are {}", names()))
}

#[cfg(feature = "clap")]
fn two(text: &str) -> Result<(String, String), String> {
    match text.split_once(',') {
        Some((a, b)) if !a.trim().is_empty() && !b.trim().is_empty() => Ok((a.trim().to_owned(), b.trim().to_owned())),
        _ => Err("two are written A,B".to_owned()),
    }
}

options! {
    /// Options of `pairs`.
    pub struct PairsOptions {
        /// The type system, if the program does not name one in a line `//! system: NAME` at its top.
        #[arg(long, value_name = "NAME", value_parser = super::system_name)]
        pub system: Option<String>,
        /// Reading of the rules: sound (a removed pair never races), or paper (the rules of Naik, Aiken and Whaley, which miss races).
        #[arg(long, value_name = "MODE")]
        pub mode: ModeWord = ModeWord::Sound,
        /// Number of allocation sites that name an object (by default 3; of Java fewer where 3 would take very long); or four numbers, for reachable,
        /// aliasing, escaping, unlocked.
        #[arg(long, value_name = "N")]
        pub k: Option<SitesByStage>,
        /// Switch off a refinement of the sound mode.
        #[arg(long, value_name = "NAME", value_parser = refinement, value_delimiter = ',')]
        pub off: Vec<String>,
        /// For an open program: call the methods of this class, or this method (`C.m`).
        #[arg(long, alias = "entry", value_name = "C|C.m", value_delimiter = ',')]
        pub interface: Vec<String>,
        /// For an open program: make only these calls, one thread for each; a single call is made by two threads.
        #[arg(long, value_name = "A.m,B.n", value_delimiter = ',', conflicts_with = "interface")]
        pub calls: Vec<String>,
        /// Assume that two threads never run in parallel, each named by the method that it calls or the line of its fork.
        #[arg(long, value_name = "A,B", value_parser = two)]
        pub not_parallel: Vec<(String, String)>,
        /// Assume that no two threads access a class's fields, or a field, at the same time.
        #[arg(long, value_name = "C|C.f", value_delimiter = ',')]
        pub local: Vec<String>,
        /// Trust the annotations of this sort.
        #[arg(long, value_name = "SORT", value_delimiter = ',')]
        pub hints: Vec<Hint>,
        /// Verify each remaining pair with the explorer: REAL, FALSE ALARM or UNKNOWN.
        #[arg(long)]
        pub verify: bool,
        /// List the pairs that this stage leaves.
        #[arg(long, value_name = "NAME")]
        pub stage: StageWord = StageWord::Unlocked,
        /// List every original pair with the last stage that keeps it.
        #[arg(long)]
        pub all: bool,
        /// Explain why a pair was removed or remains: two places, LINE or LINE:COLUMN.
        #[arg(long, value_name = "A,B", value_parser = two)]
        pub why: Option<(String, String)>,
        /// Time limit in seconds.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Memory limit for the facts, in megabytes.
        #[arg(long, value_name = "MB|2G", value_parser = super::megabytes)]
        pub memory: Option<u64>,
        /// Maximum number of pairs to list; the others are only counted.
        #[arg(long, value_name = "N")]
        pub max_pairs: usize = 100_000,
    }
}
