//! Questions of the protocol: the kind of question, the program, and the options.

use crate::desk::{Failure, bad};
#[cfg(feature = "java")]
use crate::options::{AnnotateOptions, JavaCheckOptions, LowerOptions};
use crate::options::{
    AtomicityOptions, DerivationOptions, EraseOptions, ExamplesOptions, ExerciseOptions, ExplainOptions,
    ExploreOptions, GraphOptions, InferOptions, NoOptions, Options, PairsOptions, RuleOptions, Running, SystemOptions,
    TranslateOptions, WhyOptions,
};
#[cfg(feature = "campaigns")]
use crate::options::{
    CertifyOptions, CurveOptions, DiffOptions, FuzzOptions, MatrixOptions, OverheadOptions, TestingOptions,
};
use crate::source::Source;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use strum::IntoEnumIterator;

/// Questions, each with its options.
macro_rules! requests {
    ($($(#[doc = $doc:literal])* $(#[cfg($($cfg:tt)*)])? $name:ident($options:ty),)*) => {
        /// A question with its options.
        #[derive(strum::EnumIter, strum::IntoStaticStr, Debug, Clone)]
        #[strum(serialize_all = "kebab-case")]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schemas", schemars(tag = "ask", content = "options", rename_all = "kebab-case"))]
        pub enum Request { $($(#[doc = $doc])* $(#[cfg($($cfg)*)])? $name($options),)* }

        impl Request {
            /// Its options.
            fn options(&mut self) -> &mut dyn Options {
                match self { $($(#[cfg($($cfg)*)])? Request::$name(options) => options,)* }
            }
        }
    };
}

requests! {
    /// Type checks the program and suggests repairs for its errors.
    Check(RuleOptions),
    /// Lays the program out.
    Fmt(RuleOptions),
    /// Lists the tokens of the program.
    Tokens(NoOptions),
    /// Lists the declarations of the program.
    Outline(RuleOptions),
    /// Prints the syntax tree of the program.
    Tree(RuleOptions),
    /// Derives the typing judgment of the program, or the part of the derivation above one judgment.
    Derivation(DerivationOptions),
    /// Runs the program once.
    Run(Running),
    /// Traces every thread of a run, step by step.
    Trace(Running),
    /// Shows the state that a schedule leads to.
    State(Running),
    /// Explores all runs of the program.
    Explore(ExploreOptions),
    /// Lists the states of the program and the transitions between them.
    Graph(GraphOptions),
    /// Decides for each type error whether it is real.
    Explain(ExplainOptions),
    /// Lists the examples, or shows the text of one.
    Examples(ExamplesOptions),
    /// Lists the exercises, or shows one; makes its sheet or its answer, or grades what was handed in.
    Exercise(ExerciseOptions),
    /// Shows the purpose of a premise.
    Why(WhyOptions),
    /// Lists the rules of a type system.
    Rules(SystemOptions),
    /// Lists the type systems and their variants.
    Systems(NoOptions),
    /// Repairs the program and lists the errors that remain.
    Fix(RuleOptions),
    /// Infers annotations with which the program checks.
    Infer(InferOptions),
    /// Removes the annotations of the program.
    Erase(EraseOptions),
    /// Translates the program to another type system.
    Translate(TranslateOptions),
    /// Infers which methods are atomic and judges the claims of atomicity.
    Atomicity(AtomicityOptions),
    /// Finds the pairs of accesses that may race.
    Pairs(PairsOptions),
    /// Type checks a Java file.
    #[cfg(feature = "java")]
    Java(JavaCheckOptions),
    /// Prints a Java file as a program of the calculus.
    #[cfg(feature = "java")]
    Lower(LowerOptions),
    /// Infers annotations for a Java file, and puts them into its text.
    #[cfg(feature = "java")]
    Annotate(AnnotateOptions),
    /// Runs the program under many schedules.
    #[cfg(feature = "campaigns")]
    Test(TestingOptions),
    /// Measures the cost of race detectors.
    #[cfg(feature = "campaigns")]
    Overhead(OverheadOptions),
    /// Generates well-typed programs and looks for one that goes wrong.
    #[cfg(feature = "campaigns")]
    Fuzz(FuzzOptions),
    /// Enumerates the programs up to a size and looks for a well-typed one that goes wrong.
    #[cfg(feature = "campaigns")]
    Certify(CertifyOptions),
    /// Finds programs that only one of two rule sets accepts.
    #[cfg(feature = "campaigns")]
    Diff(DiffOptions),
    /// Measures the share of programs that each rule set accepts.
    #[cfg(feature = "campaigns")]
    Curve(CurveOptions),
    /// Finds for each premise and variant the smallest program that shows its purpose.
    #[cfg(feature = "campaigns")]
    Matrix(MatrixOptions),
}

/// A question as JSON has it.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename = "Request", transform = super::schemas::options_may_be_left_out))]
pub struct Asked {
    /// The program that the question is about; some questions need none.
    pub program: Option<Source>,
    /// The question, with its options.
    #[cfg_attr(feature = "schemas", schemars(flatten))]
    pub request: Request,
}

/// The parts of a question, before its options are read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    ask: String,
    program: Option<Source>,
    #[serde(default)]
    options: Map<String, Value>,
}

impl Asked {
    /// Returns true for a question about a program in Java.
    pub fn is_java(&self) -> bool {
        self.program.as_ref().is_some_and(|program| crate::source::is_java(&program.name))
    }

    /// Reads a question. An option of another question is ignored, so that a page may say its options once; an option of none is
    /// refused.
    pub fn read(text: &str) -> Result<Asked, Failure> {
        let Parts { ask, program, options } = serde_json::from_str(text).map_err(|e| bad(e.to_string()))?;
        let known: BTreeSet<&str> = Request::iter().flat_map(|mut request| request.names()).collect();
        if let Some(unknown) = options.keys().find(|option| !known.contains(option.as_str())) {
            let near = crate::names::suggestion(unknown, known);
            return Err(bad(format!("there is no option `{unknown}`{near}")));
        }
        let mut request = Request::named(&ask)?;
        crate::options::set(request.options(), &options).map_err(|e| bad(e.to_string()))?;
        Ok(Asked { program, request })
    }
}

impl Request {
    /// The question of this name, with no options given.
    fn named(ask: &str) -> Result<Request, Failure> {
        Request::iter().find(|request| <&str>::from(request) == ask).ok_or_else(|| {
            let all: Vec<String> = Request::iter().map(|request| format!("`{}`", <&str>::from(request))).collect();
            bad(format!("unknown variant `{ask}`, expected one of {}", all.join(", ")))
        })
    }

    /// Names of its options.
    fn names(&mut self) -> Vec<&'static str> {
        self.options().fields().into_iter().map(|(name, _)| name).collect()
    }
}
