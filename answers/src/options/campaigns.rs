//! The options of campaigns: programs that are generated or enumerated, and what rules make of them.

use super::RuleOptions;
use std::fmt;
use std::str::FromStr;

/// A share of a job: `I/N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Share {
    /// Index, from 0.
    pub index: u64,
    /// Number of shards, at least 1.
    pub of: u64,
}

impl Share {
    /// All of it.
    pub const WHOLE: Share = Share { index: 0, of: 1 };
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Share, String> {
        let parts = text.split_once('/').and_then(|(i, n)| Some(Share { index: i.parse().ok()?, of: n.parse().ok()? }));
        match parts {
            Some(share) if share.index < share.of && share.of <= 1 << 12 => Ok(share),
            _ => Err("a shard is written I/N, with I from 0 to N - 1 and N at most 4096".to_owned()),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

string_words!(Share);

options! {
    /// Options of `fuzz`.
    pub struct FuzzOptions {
        /// How many programs the campaign has, over all its shards: 100000, or as many as --time allows.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub programs: Option<u64>,
        /// Begin no further program after so many seconds.
        #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// The seed. Without it, one is drawn and printed.
        #[arg(long, value_name = "N")]
        pub seed: Option<u64>,
        /// Look at every N-th program alone, beginning with number I: the shards 0/N to N-1/N are the whole campaign.
        #[arg(long, value_name = "I/N")]
        pub shard: Share = Share::WHOLE,
        /// Workers; without it, as many as there are processors. The programs and the counts are the same with any number.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
        pub threads: Option<u64>,
        /// Leave out the vacuity guard.
        #[arg(long)]
        pub no_guard: bool,
        #[both(flatten)]
        pub rules: RuleOptions,
    }

    /// Options of `certify`.
    pub struct CertifyOptions {
        /// Which programs: a name, or what may occur in them.
        #[arg(long, value_name = "SIGNATURE")]
        pub signature: String = "locks".to_owned(),
        /// Programs of at most so many nodes.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(racefree_soundness::certificate::NODES))]
        pub nodes: u64 = 15,
        /// The type system; without it, the base.
        #[arg(long, value_name = "NAME", value_parser = super::system_name)]
        pub system: Option<String>,
        /// Check by a rule variant: a built-in name, a premise, or a TOML file; without it, by the rules as they stand.
        #[arg(long, value_name = "V")]
        pub variant: Option<String>,
        /// Do the I-th of N shares of the work, I from 0 on.
        #[arg(long, value_name = "I/N")]
        pub shard: Share = Share::WHOLE,
        /// So many workers. The certificate is the same with any number.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
        pub threads: u64 = 1,
        /// Stop after so many seconds.
        #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Stop when the lists of bodies that are being made need so many megabytes of memory, all workers together.
        #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
        pub memory: u64 = 2_048,
    }

    /// Options of `diff`.
    pub struct DiffOptions {
        /// A rule set: base, a built-in variant, a premise that is off, or a TOML file.
        #[arg(value_name = "A")]
        pub a: String,
        /// Another one.
        #[arg(value_name = "B")]
        pub b: String,
        /// All programs over this signature are looked at first (`racefree certify --help` says how it is written).
        #[arg(long, value_name = "SIGNATURE")]
        pub signature: String = "classes=1 fields=1 locals=1 forks=1 +guards +int".to_owned(),
        /// Those of at most so many nodes.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(racefree_soundness::certificate::NODES))]
        pub nodes: u64 = 13,
        /// Then so many generated ones, half of them made with the freedom of A, half with that of B.
        #[arg(long, value_name = "N")]
        pub programs: u64 = 2_000,
        /// The seed of the generated ones.
        #[arg(long, value_name = "N")]
        pub seed: u64 = 1,
        /// Show so many programs of each sort.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
        pub keep: u64 = 2,
        /// Stop after so many seconds.
        #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Stop when the lists of bodies need so many megabytes of memory.
        #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
        pub memory: u64 = 2_048,
        /// The type system; without it, the base.
        #[arg(skip)]
        pub system: Option<String>,
    }

    /// Options of `curve`.
    pub struct CurveOptions {
        /// Rule sets beside the base: built-in variants, premises that are off, or TOML files.
        #[arg(value_name = "V")]
        pub variants: Vec<String>,
        /// So many programs, each looked at as it is and with one random edit.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
        pub programs: u64 = 2_000,
        /// Their seed. The curves are the same for the same seed.
        #[arg(long, value_name = "N")]
        pub seed: u64 = 1,
        /// Programs are counted together whose sizes differ by less than so many tokens.
        #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(1..=10_000))]
        pub bin: u64 = 20,
        /// Stop after so many seconds.
        #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// The type system; without it, the base.
        #[arg(skip)]
        pub system: Option<String>,
    }

    /// Options of `matrix`.
    pub struct MatrixOptions {
        /// Only this variant: a name, a premise, or a TOML file. What is not in the matrix is searched for.
        #[arg(value_name = "V", conflicts_with_all = ["search", "docs", "update"])]
        pub variant: Option<String>,
        /// Search anew for this variant, or for a premise, instead of showing what is known.
        #[arg(long, value_name = "V", conflicts_with_all = ["docs", "update", "file"])]
        pub search: Option<String>,
        /// How many seconds a search takes in all, by default 60; with --update, by default 540.
        #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
        pub time: Option<u64>,
        /// The type system; without it, the base.
        #[arg(skip)]
        pub system: Option<String>,
    }
}
