//! The options of `atomicity`.

use super::RuleOptions;

words! {
    /// Numbers of basic atomicities.
    "number of atomicities" pub enum PointsWord {
        /// Seven, with left and right movers.
        Seven = "seven",
        /// Five, without left and right movers.
        Five = "five",
    }
}

options! {
    /// Claims of atomicity, beside the rules.
    pub struct ClaimOptions {
        /// Explain each claim that fails: show the shortest schedule that closes a cycle of transactions, or report that none does.
        #[arg(long)]
        pub explain: bool,
        /// With --explain: also explain each method with a warning, as if it were claimed to be atomic.
        #[arg(long, requires = "explain")]
        pub all: bool,
        /// Number of basic atomicities: seven, or the papers' five, in which a fork is atomic.
        #[arg(long, value_name = "N")]
        pub points: PointsWord = PointsWord::Seven,
        /// Treat the order of output as part of the outcome, so that print is not a mover.
        #[arg(long)]
        pub ordered_output: bool,
    }

    /// Options of `atomicity`.
    pub struct AtomicityOptions {
        #[both(flatten)]
        pub claims: ClaimOptions,
        #[both(flatten)]
        pub rules: RuleOptions,
    }
}

impl ClaimOptions {
    /// Rules that judge a program's claims: those of atomicity over the system in its header.
    pub fn rules(&self, rules: &RuleOptions, text: &str) -> Result<RuleOptions, String> {
        let system = match &rules.system {
            Some(name) => racefree_systems::find(name)?,
            None => racefree_systems::over(racefree_systems::BASE).unwrap_or(racefree_systems::BASE),
        };
        let system = racefree_systems::under(text, system)?.name().to_owned();
        let variants = [(self.points == PointsWord::Five, "five-points"), (self.ordered_output, "ordered-output")];
        let variants = variants.into_iter().filter(|(on, _)| *on).map(|(_, name)| name.to_owned());
        let variant = rules.variant.iter().cloned().chain(variants).collect();
        Ok(RuleOptions { system: Some(system), variant, ..rules.clone() })
    }
}
