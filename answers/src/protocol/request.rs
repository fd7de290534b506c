//! Questions as they are asked: which one, about which program, with which options.

use super::{Failure, bad};
use crate::options::{
    AtomicityOptions, EraseOptions, ExplainOptions, ExploreOptions, GraphOptions, InferOptions, RuleOptions, Running,
    TranslateOptions,
};
#[cfg(feature = "campaigns")]
use crate::options::{
    CertifyOptions, CurveOptions, DiffOptions, FuzzOptions, MatrixOptions, OverheadOptions, PairsOptions,
    TestingOptions,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use strum::IntoEnumIterator;

/// A question with its options.
#[derive(Deserialize, Serialize, strum::EnumIter, Debug, Clone, JsonSchema)]
#[serde(tag = "ask", content = "options", rename_all = "kebab-case")]
pub enum Request {
    /// Is it well typed, and if not, why and what would help?
    Check(RuleOptions),
    /// How is it laid out?
    Fmt(RuleOptions),
    /// What are its tokens?
    Tokens(NoOptions),
    /// What does it declare?
    Outline(RuleOptions),
    /// What is its syntax tree?
    Tree(RuleOptions),
    /// Why is it well typed, or not? A derivation, or what stands above one judgment of it.
    Derivation(DerivationOptions),
    /// What happens in one run?
    Run(Running),
    /// What did every thread do in a run, step by step?
    Trace(Running),
    /// What is the state after some steps?
    State(Running),
    /// What happens in all runs?
    Explore(ExploreOptions),
    /// Which states are there, and what leads from one to another?
    Graph(GraphOptions),
    /// Are its type errors real?
    Explain(ExplainOptions),
    /// Which examples are there; or the text of one.
    Examples(ExamplesOptions),
    /// What is a premise for?
    Why(WhyOptions),
    /// Which rules has a system?
    Rules(SystemOptions),
    /// Which systems are there, with which variants?
    Systems(NoOptions),
    /// What is left of it when it is repaired?
    Fix(RuleOptions),
    /// Which annotations make it check?
    Infer(InferOptions),
    /// What is it without annotations?
    Erase(EraseOptions),
    /// What is it in another system?
    Translate(TranslateOptions),
    /// Which methods are atomic, and do the claims hold?
    Atomicity(AtomicityOptions),
    /// Which pairs of accesses may race?
    #[cfg(feature = "campaigns")]
    Pairs(PairsOptions),
    /// What happens in many runs?
    #[cfg(feature = "campaigns")]
    Test(TestingOptions),
    /// What do race detectors cost?
    #[cfg(feature = "campaigns")]
    Overhead(OverheadOptions),
    /// Does a generated well-typed program go wrong?
    #[cfg(feature = "campaigns")]
    Fuzz(FuzzOptions),
    /// Does any program up to a size go wrong that is well typed?
    #[cfg(feature = "campaigns")]
    Certify(CertifyOptions),
    /// Which programs does only one of two rule sets accept?
    #[cfg(feature = "campaigns")]
    Diff(DiffOptions),
    /// Which share of programs does each rule set accept?
    #[cfg(feature = "campaigns")]
    Curve(CurveOptions),
    /// What is each premise for, and each variant?
    #[cfg(feature = "campaigns")]
    Matrix(MatrixOptions),
}

options! {
    /// No options: what is said is ignored.
    pub struct NoOptions {}

    /// Options of `derivation`.
    pub struct DerivationOptions {
        /// With --derivation: show only so many levels.
        #[arg(long, value_name = "N", requires = "derivation")]
        pub depth: Option<usize>,
        /// With --derivation: show only the judgment about the outermost expression or declaration that begins at this place, one that
        /// fails first; if none begins there, about the smallest that stands there.
        #[arg(long, value_name = "LINE:COLUMN", requires = "derivation")]
        pub at: Option<String>,
        /// With --derivation: show only what leads to the first premise that fails.
        #[arg(long, requires = "derivation", conflicts_with = "at")]
        pub failing: bool,
        /// The judgment of this `key`.
        #[arg(skip)]
        pub below: Option<u32>,
        /// So many judgments at most: the first levels, and what leads to premises that fail.
        #[arg(skip)]
        pub judgments: Option<usize>,
        #[both(flatten)]
        pub rules: RuleOptions,
    }

    /// Options of `examples`.
    pub struct ExamplesOptions {
        /// The example: its name in the list, or the last part of it.
        #[arg(value_name = "NAME")]
        pub name: Option<String>,
    }

    /// Options of `why`.
    pub struct WhyOptions {
        /// A premise, as in "EXP REF/guard-held", or a rule.
        #[arg(value_name = "RULE[/premise]", required = true)]
        pub name: Option<String>,
        /// The type system; without it, the base.
        #[arg(long, value_name = "NAME", value_parser = crate::options::system_name)]
        pub system: Option<String>,
    }

    /// The options of a question about a system.
    pub struct SystemOptions {
        /// The type system; without it, the base.
        #[arg(long, value_name = "NAME", value_parser = crate::options::system_name)]
        pub system: Option<String>,
    }
}

/// A program.
#[derive(Deserialize, Serialize, Debug, Clone, Default, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgramText {
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A question as it is written.
#[derive(Serialize, Debug, Clone, JsonSchema)]
#[schemars(rename = "Request", transform = super::schemas::options_may_be_left_out)]
pub struct Asked {
    /// About which program; some questions need none.
    pub program: Option<ProgramText>,
    /// What is asked.
    #[serde(flatten)]
    pub request: Request,
}

/// The parts of a question, before its options are read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    ask: String,
    program: Option<ProgramText>,
    #[serde(default)]
    options: Map<String, Value>,
}

impl Asked {
    /// Reads a question. An option of another question is ignored, so that a page may say its options once; an option of none is
    /// refused.
    ///
    /// # Errors
    ///
    /// A failure that names the mistake.
    pub fn read(text: &str) -> Result<Asked, Failure> {
        let Parts { ask, program, options } = serde_json::from_str(text).map_err(|e| bad(e.to_string()))?;
        let known = known_options();
        if let Some(unknown) = options.keys().find(|option| !known.contains(option.as_str())) {
            let near = crate::names::suggestion(unknown, known.iter().map(String::as_str));
            return Err(bad(format!("there is no option `{unknown}`{near}")));
        }
        let request =
            serde_json::from_value(json!({ "ask": ask, "options": options })).map_err(|e| bad(e.to_string()))?;
        Ok(Asked { program, request })
    }
}

/// The options of all questions.
fn known_options() -> BTreeSet<String> {
    let options = Request::iter().filter_map(|request| match serde_json::to_value(request) {
        Ok(mut written) => written["options"].as_object_mut().map(std::mem::take),
        Err(_) => None,
    });
    options.flat_map(|options| options.into_iter().map(|(name, _)| name)).collect()
}
