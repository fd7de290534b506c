//! The options of `overhead`.

use super::{LocksWord, MAX_STEPS, RuleOptions, Scheduling};

options! {
    /// Options of `overhead`.
    pub struct OverheadOptions {
        /// Number of rounds to measure; each measures every configuration once.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
        pub rounds: u32 = 11,
        /// Number of runs in one measurement; by default, as many as take about ten milliseconds.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub runs: Option<u64>,
        /// Time limit in seconds; the results measured by then are printed.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Seed of every random choice.
        #[arg(long, value_name = "N")]
        pub seed: u64 = 0,
        /// Scheduler, which chooses the thread that steps.
        #[arg(long, value_name = "SCHEDULER")]
        pub scheduler: Scheduling = Scheduling::RANDOM,
        /// Maximum number of reduction steps in a run.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub max_steps: u64 = MAX_STEPS,
        /// Kind of locks: the owner of a reentrant lock may acquire it again, that of a binary lock waits for itself.
        #[arg(long, value_name = "LOCKS")]
        pub locks: LocksWord = LocksWord::Reentrant,
        #[both(flatten)]
        pub rules: RuleOptions,
    }
}
