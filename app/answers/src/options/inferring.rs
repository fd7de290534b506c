//! The options of questions that put annotations into programs and take them out.

use super::{LocksWord, MAX_STEPS, RuleOptions, Scheduling};
use racefree_infer::{Style, Way};

words! {
    /// Ways to find annotations.
    "way to find annotations" pub enum WayWord {
        /// `fixpoint`, and if that finds none, `sat`.
        Auto = "auto",
        /// The greatest fixpoint: fast, without new ghosts.
        Fixpoint = "fixpoint",
        /// Satisfiability: finds ghosts and the fewest annotations, or explains why there are none.
        Sat = "sat",
        /// Inference from the locks that runs of the program hold.
        Run = "run",
        /// The paper's heuristics (section 6.2), as a baseline.
        Defaults = "defaults",
    }

    /// Styles of annotations.
    "style" pub enum StyleWord {
        /// Annotations as keywords of the language.
        Plain = "plain",
        /// Annotations in comments.
        Comments = "comments",
    }
}

same_words! {
    StyleWord => Style { Plain, Comments }
}

impl WayWord {
    /// The way, if one was chosen; runs are a way of their own.
    pub fn chosen(self) -> Option<Way> {
        match self {
            WayWord::Auto | WayWord::Run => None,
            WayWord::Fixpoint => Some(Way::Fixpoint),
            WayWord::Sat => Some(Way::Sat),
            WayWord::Defaults => Some(Way::Defaults),
        }
    }
}

options! {
    /// Options of `infer`.
    pub struct InferOptions {
        /// The way to find annotations.
        #[arg(long, value_name = "WAY")]
        pub by: WayWord = WayWord::Auto,
        /// Maximum number of fields in the path of a lock.
        #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(..=16))]
        pub depth: u32 = 3,
        /// Maximum number of new ghosts for a class.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=16))]
        pub ghosts: u32 = 3,
        /// Make no class thread-local.
        #[arg(long)]
        pub no_thread_local: bool,
        /// Make no field final.
        #[arg(long)]
        pub no_final: bool,
        /// Style of the annotations; by default, the style of the file.
        #[arg(long, value_name = "STYLE")]
        pub style: Option<StyleWord>,
        /// Put a comment beside each field that fails.
        #[arg(long)]
        pub comments: bool,
        /// Write one guard for a class if all its guards are the same.
        #[arg(long)]
        pub class_guards: bool,
        /// Explain each remaining error as `racefree explain` does (real or a false alarm), and report what runs show of each field that
        /// fails.
        #[arg(long)]
        pub explain: bool,
        /// With `--by run`, or for a program with owners: number of runs.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub runs: u64 = 100,
        /// With `--by run`: scheduler, which chooses the thread that steps.
        #[arg(long, value_name = "SCHEDULER")]
        pub scheduler: Scheduling = Scheduling::RANDOM,
        /// With `--by run`: seed of every random choice; by default, one is drawn and printed.
        #[arg(long, value_name = "N")]
        pub seed: Option<u64>,
        /// With `--by run`: explore every schedule instead, one run for each trace.
        #[arg(long, visible_alias = "exhaustive")]
        pub explore: bool,
        /// With `--by run`: compare names of locks without the object that they start from, as FindLocks does.
        #[arg(long)]
        pub unrooted: bool,
        /// With `--by run`: kind of locks. The owner of a reentrant lock may acquire it again; a binary lock makes it wait for itself.
        #[arg(long, value_name = "LOCKS")]
        pub locks: LocksWord = LocksWord::Reentrant,
        /// Time limit in seconds.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Memory limit for the constraints, in megabytes.
        #[arg(long, value_name = "MB|2G", value_parser = super::megabytes)]
        pub memory: Option<u64>,
        /// Maximum number of reduction steps in a run.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub max_steps: u64 = MAX_STEPS,
        /// Number of workers; by default, one for each core. It does not change the answer.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
        pub threads: Option<u16>,
        #[both(flatten)]
        pub rules: RuleOptions,
    }

    /// Options of `erase`.
    pub struct EraseOptions {
        /// Take out `final` too.
        #[arg(long)]
        pub finals: bool,
        /// The type system, if the program does not name one in a line `//! system: NAME` at its top.
        #[arg(long, value_name = "NAME", value_parser = super::system_name)]
        pub system: Option<String>,
    }

    /// Options of `translate`.
    pub struct TranslateOptions {
        /// The system to translate to.
        #[arg(long, value_name = "NAME", value_parser = ["base", "owners"])]
        pub to: String,
        /// The type system, if the program does not name one in a line `//! system: NAME` at its top.
        #[arg(long, value_name = "NAME", value_parser = super::system_name)]
        pub system: Option<String>,
    }
}
