//! Options of questions that look something up: derivations, examples, exercises, rules.

use super::RuleOptions;

options! {
    /// No options; any that are given are ignored.
    pub struct NoOptions {}

    /// Options of `derivation`.
    pub struct DerivationOptions {
        /// With --derivation: number of levels to show.
        #[arg(long, value_name = "N", requires = "derivation")]
        pub depth: Option<usize>,
        /// With --derivation: show only one judgment, that about the outermost expression or declaration that begins at this place
        /// (one that fails is preferred). If none begins there, the judgment is about the smallest that contains the place.
        #[arg(long, value_name = "LINE:COLUMN", requires = "derivation")]
        pub at: Option<String>,
        /// With --derivation: show only the judgments that lead to the first premise that fails.
        #[arg(long, requires = "derivation", conflicts_with = "at")]
        pub failing: bool,
        /// Key of the judgment whose derivation to show.
        #[arg(skip)]
        pub below: Option<u32>,
        /// Maximum number of judgments: the first levels, and those that lead to premises that fail.
        #[arg(skip)]
        pub judgments: Option<usize>,
        #[both(flatten)]
        pub rules: RuleOptions,
    }

    /// Options of `examples`.
    pub struct ExamplesOptions {
        /// Name of the example in the list, or the last part of its name.
        #[arg(value_name = "NAME")]
        pub name: Option<String>,
    }

    /// Options of `exercise`.
    pub struct ExerciseOptions {
        /// Name of the exercise in the list, or the last part of its name; not needed if the program is one.
        #[arg(skip)]
        pub name: Option<String>,
        /// Text of the answer to grade.
        #[arg(skip)]
        pub handed: Option<String>,
        /// Extent of the feedback: 0 right or wrong, 1 the place, 2 the part and the reason, 3 the expected part.
        #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=3))]
        pub feedback: u8 = 2,
        /// Compute a right answer.
        #[arg(skip)]
        pub solve: bool,
        /// Student for whom the names of the program vary.
        #[arg(long, value_name = "STUDENT")]
        pub vary: Option<String>,
    }

    /// Options of `why`.
    pub struct WhyOptions {
        /// A premise, as in "EXP REF/guard-held", or a rule.
        #[arg(value_name = "RULE[/premise]", required = true)]
        pub name: Option<String>,
        /// The type system; by default, the base.
        #[arg(long, value_name = "NAME", value_parser = crate::options::system_name)]
        pub system: Option<String>,
    }

    /// The options of a question about a system.
    pub struct SystemOptions {
        /// The type system; by default, the base.
        #[arg(long, value_name = "NAME", value_parser = crate::options::system_name)]
        pub system: Option<String>,
    }
}
