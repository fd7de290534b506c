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
        /// Satisfiability: ghosts, the fewest annotations, what is to blame if there are none.
        Sat = "sat",
        /// From runs of the program.
        Run = "run",
        /// The paper's heuristics (section 6.2), as a baseline.
        Defaults = "defaults",
    }

    /// Styles of annotations.
    "style" pub enum StyleWord {
        /// As they are.
        Plain = "plain",
        /// In annotation comments.
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
        /// Locks are paths of so many fields at most.
        #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(..=16))]
        pub depth: u32 = 3,
        /// A class gets so many new ghosts at most.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=16))]
        pub ghosts: u32 = 3,
        /// Make no class thread-local.
        #[arg(long)]
        pub no_thread_local: bool,
        /// Make no field final.
        #[arg(long)]
        pub no_final: bool,
        /// How annotations are written; without it, as the file does.
        #[arg(long, value_name = "STYLE")]
        pub style: Option<StyleWord>,
        /// Put a comment beside each field that fails.
        #[arg(long)]
        pub comments: bool,
        /// Where all guards of a class are the same, write one for the class.
        #[arg(long)]
        pub class_guards: bool,
        /// Say of each error that is left whether it is real, as `racefree explain` does, and of each field that fails what runs show.
        #[arg(long)]
        pub explain: bool,
        /// With `--by run`, or of a program with owners: so many runs.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub runs: u64 = 100,
        /// With `--by run`: what chooses the thread that steps.
        #[arg(long, value_name = "SCHEDULER")]
        pub scheduler: Scheduling = Scheduling::RANDOM,
        /// With `--by run`: the seed of every random choice. Without it, one is drawn and printed.
        #[arg(long, value_name = "N")]
        pub seed: Option<u64>,
        /// With `--by run`: every schedule instead, one run of each trace.
        #[arg(long, visible_alias = "exhaustive")]
        pub explore: bool,
        /// With `--by run`: compare names of locks without the object that they start from, as FindLocks does.
        #[arg(long)]
        pub unrooted: bool,
        /// With `--by run`: whether the owner of a lock may acquire it again.
        #[arg(long, value_name = "LOCKS")]
        pub locks: LocksWord = LocksWord::Reentrant,
        /// Give up after so many seconds.
        #[arg(long, value_name = "SECONDS")]
        pub time: Option<f64>,
        /// Give up when the constraints need more than so many megabytes.
        #[arg(long, value_name = "MB")]
        pub memory: Option<u64>,
        /// Stop a run after so many reduction steps.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub max_steps: u64 = MAX_STEPS,
        /// So many workers; by default, one for each core. The answer is the same with any number.
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
        /// The type system, where the program does not say (a line `//! system: NAME` at its top).
        #[arg(long, value_name = "NAME", value_parser = super::system_name)]
        pub system: Option<String>,
    }

    /// Options of `translate`.
    pub struct TranslateOptions {
        /// The system to translate to.
        #[arg(long, value_name = "NAME", value_parser = ["base", "owners"])]
        pub to: String,
        /// The type system, where the program does not say (a line `//! system: NAME` at its top).
        #[arg(long, value_name = "NAME", value_parser = super::system_name)]
        pub system: Option<String>,
    }
}
