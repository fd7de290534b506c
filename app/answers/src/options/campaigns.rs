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
    /// The whole job.
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
        /// Number of programs of the campaign, over all its shards; by default 100000, or as many as --time allows.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub programs: Option<u64>,
        /// Time limit in seconds: no further program is begun after it.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Seed of the campaign; by default, one is drawn and printed.
        #[arg(long, value_name = "N")]
        pub seed: Option<u64>,
        /// Test only every N-th program, beginning with number I. The shards 0/N to N-1/N make up the whole campaign.
        #[arg(long, value_name = "I/N")]
        pub shard: Share = Share::WHOLE,
        /// Number of workers; by default, one for each processor. It does not change the programs or the counts.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
        pub threads: Option<u64>,
        /// Omit the vacuity guard.
        #[arg(long)]
        pub no_guard: bool,
        #[both(flatten)]
        pub rules: RuleOptions,
    }

    /// Options of `certify`.
    pub struct CertifyOptions {
        /// Signature of the programs: a name, or the constructs that may occur in them.
        #[arg(long, value_name = "SIGNATURE")]
        pub signature: String = "locks".to_owned(),
        /// Maximum number of nodes of a program.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(racefree_soundness::certificate::NODES))]
        pub nodes: u64 = 15,
        /// The type system; by default, the base.
        #[arg(long, value_name = "NAME", value_parser = super::system_name)]
        pub system: Option<String>,
        /// Check by a rule variant: a built-in name, a premise, or a TOML file; by default, the unchanged rules.
        #[arg(long, value_name = "V")]
        pub variant: Option<String>,
        /// Check without this premise.
        #[arg(long, value_name = "RULE/premise")]
        pub off: Vec<String>,
        /// Do only share I of N of the work, with I from 0 to N - 1.
        #[arg(long, value_name = "I/N")]
        pub shard: Share = Share::WHOLE,
        /// Number of workers. It does not change the certificate.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
        pub threads: u64 = 1,
        /// Time limit in seconds.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Memory limit, in megabytes, for the lists of method bodies of all workers together.
        #[arg(long, value_name = "MB|2G", value_parser = super::megabytes)]
        pub memory: u64 = 2_048,
    }

    /// Options of `diff`.
    pub struct DiffOptions {
        /// First rule set: base, a built-in variant, a premise to switch off, or a TOML file.
        #[arg(value_name = "A")]
        pub a: String,
        /// Second rule set, written the same way.
        #[arg(value_name = "B")]
        pub b: String,
        /// Signature of the programs to enumerate first (`racefree certify --help` describes signatures).
        #[arg(long, value_name = "SIGNATURE")]
        pub signature: String = "classes=1 fields=1 locals=1 forks=1 +guards +int".to_owned(),
        /// Maximum number of nodes of an enumerated program.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(racefree_soundness::certificate::NODES))]
        pub nodes: u64 = 13,
        /// Number of programs to generate after that, half of them with the freedom of A and half with that of B.
        #[arg(long, value_name = "N")]
        pub programs: u64 = 2_000,
        /// Seed of the generated programs.
        #[arg(long, value_name = "N")]
        pub seed: u64 = 1,
        /// Number of programs to show of each sort.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
        pub keep: u64 = 2,
        /// Time limit in seconds.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Memory limit, in megabytes, for the lists of method bodies.
        #[arg(long, value_name = "MB|2G", value_parser = super::megabytes)]
        pub memory: u64 = 2_048,
        /// The type system; by default, the base.
        #[arg(skip)]
        pub system: Option<String>,
    }

    /// Options of `curve`.
    pub struct CurveOptions {
        /// Rule sets to compare with the base: built-in variants, premises to switch off, or TOML files.
        #[arg(value_name = "V")]
        pub variants: Vec<String>,
        /// Number of programs to generate; each is checked as it is and with one random edit.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
        pub programs: u64 = 2_000,
        /// Seed of the programs. Equal seeds give equal curves.
        #[arg(long, value_name = "N")]
        pub seed: u64 = 1,
        /// Width of a bin in tokens: programs of similar size are counted together.
        #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u64).range(1..=10_000))]
        pub bin: u64 = 20,
        /// Time limit in seconds.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// The type system; by default, the base.
        #[arg(skip)]
        pub system: Option<String>,
    }

    /// Options of `matrix`.
    pub struct MatrixOptions {
        /// Show only this variant: a name, a premise, or a TOML file. A variant that is not in the matrix is searched for.
        #[arg(value_name = "V", conflicts_with_all = ["search", "docs", "update"])]
        pub variant: Option<String>,
        /// Search anew for this variant or premise, instead of showing the stored result.
        #[arg(long, value_name = "V", conflicts_with_all = ["docs", "update", "file"])]
        pub search: Option<String>,
        /// Time of the whole search in seconds; by default 60, or 540 with --update.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::whole_seconds)]
        pub time: Option<u64>,
        /// The type system; by default, the base.
        #[arg(skip)]
        pub system: Option<String>,
    }
}
