//! The options of `overhead`.

use super::{LocksWord, MAX_STEPS, RuleOptions, Scheduling};

options! {
    /// Options of `overhead`.
    pub struct OverheadOptions {
        /// Measure so many rounds; in each, every way to watch has its turn.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
        pub rounds: u32 = 11,
        /// So many runs make one measurement. Without it, as many as take about ten milliseconds.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub runs: Option<u64>,
        /// Stop after so many seconds; what was measured by then is printed.
        #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// The seed of every random choice.
        #[arg(long, value_name = "N")]
        pub seed: u64 = 0,
        /// What chooses the thread that steps.
        #[arg(long, value_name = "SCHEDULER")]
        pub scheduler: Scheduling = Scheduling::RANDOM,
        /// Stop a run after so many reduction steps.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub max_steps: u64 = MAX_STEPS,
        /// Whether the owner of a lock may acquire it again.
        #[arg(long, value_name = "LOCKS")]
        pub locks: LocksWord = LocksWord::Reentrant,
        #[both(flatten)]
        pub rules: RuleOptions,
    }
}
