//! One protocol for pages, editors and graders: a question as JSON, and as its answer the object that the command line prints with
//! `--format json`.
//!
//! ```json
//! {"ask": "check", "program": {"name": "a.rfj", "text": "class A {}"}, "options": {"off": ["EXP REF/guard-held"]}}
//! ```
//!
//! Questions know nothing of each other. What goes wrong with one is an answer too: `{"error": {"kind", "message"}}`. The schemas of
//! questions and answers are in `schemas/`, made from the types that are read and written.
//!
//! | module | questions |
//! | --- | --- |
//! | `programs` | `check`, `fmt`, `tokens`, `outline`, `tree`, `derivation`, `examples`, `rules`, `systems`, `why`, `fix`, `erase`, `translate`, `atomicity` |
//! | `runs` | `run`, `trace`, `state`, `test`, `overhead` |
//! | `searches` | `explore`, `graph`, `explain` |
//! | [`schemas`] | the schemas |

mod programs;
mod request;
mod runs;
pub mod schemas;
mod searches;

pub use programs::{Formatted, Outline, Symbol, Token, Tokens, Tree};
pub use request::{
    Asked, DerivationOptions, ExamplesOptions, NoOptions, ProgramText, Request, SystemOptions, WhyOptions,
};

#[cfg(feature = "campaigns")]
use crate::campaigns;
use crate::json::Places;
use crate::options::{self, RuleOptions};
use crate::running::{Loaded, Parsed, refused};
use crate::source::Source;
use crate::variant::{self, Rules};
use crate::{fixes, json, verdict};
use racefree_explore::Host;
use racefree_grammar::builder::MAX_DEPTH;
use racefree_grammar::{Program, SyntaxError};
use racefree_interp::CannotRun;
use racefree_kernel::{Filled, System};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What may be asked for at most.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of a program.
    pub text: usize,
    /// Levels of nesting.
    pub depth: u32,
    /// Steps of a run.
    pub steps: u64,
    /// States of a search.
    pub states: u64,
    /// Megabytes of a search.
    pub memory: u64,
    /// Seconds of a search.
    pub time: f64,
    /// Judgments of an answer.
    pub judgments: usize,
    /// Workers of a search.
    pub threads: usize,
}

impl Limits {
    /// Where memory and patience are the only limits.
    pub const NATIVE: Limits = Limits {
        text: 1 << 30,
        depth: MAX_DEPTH,
        steps: u64::MAX,
        states: u64::MAX,
        memory: 1 << 24,
        time: 1e9,
        judgments: usize::MAX,
        threads: 1,
    };
    /// In a browser, whose stack does not grow.
    pub const BROWSER: Limits = Limits {
        text: 256 << 10,
        depth: 1_000,
        steps: 20_000,
        states: 2_000_000,
        memory: 512,
        time: 600.0,
        judgments: 20_000,
        threads: 1,
    };
}

/// What went wrong with a question.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// It is no question, or one with a word that means nothing.
    BadRequest,
    /// The program is too large.
    TooLarge,
    /// It nests too deeply.
    TooDeep,
    /// The program cannot run.
    CannotRun,
    /// Our error.
    Internal,
}

/// What went wrong, in words.
#[derive(Serialize, Debug, Clone, PartialEq, Eq, JsonSchema)]
pub struct Failure {
    /// The sort.
    pub kind: FailureKind,
    /// A sentence.
    pub message: String,
}

/// An answer that is none.
#[derive(Serialize, Debug, Clone, JsonSchema)]
#[schemars(rename = "failed")]
pub struct Failed {
    /// Why.
    pub error: Failure,
}

/// A bad request.
pub(crate) fn bad(message: impl Into<String>) -> Failure {
    Failure { kind: FailureKind::BadRequest, message: message.into() }
}

/// An answer as it is written.
fn written(answer: &impl Serialize) -> Result<String, Refusal> {
    let internal = |e: serde_json::Error| Failure { kind: FailureKind::Internal, message: e.to_string() }.into();
    serde_json::to_string(answer).map_err(internal)
}

/// Where questions are answered.
#[derive(Clone)]
pub struct Desk {
    /// What may be asked for.
    pub limits: Limits,
    /// The program that searches run in.
    pub host: Arc<dyn Host>,
    /// The variants that there are by name.
    pub variant: FindVariant,
    /// Set where what is going on is to end.
    pub interrupt: Arc<AtomicBool>,
}

/// The variant of a name, or as it is written.
pub type FindVariant = fn(&'static dyn System, &str) -> Result<variant::Variant, String>;

impl Desk {
    /// A desk that knows variants by built-in names, and as they are written in TOML.
    pub fn new(limits: Limits, host: Arc<dyn Host>) -> Desk {
        Desk { limits, host, variant: written_variant, interrupt: Arc::default() }
    }

    /// Whether what is going on is to end.
    pub fn interrupted(&self) -> bool {
        self.interrupt.load(Ordering::SeqCst)
    }

    /// Tells when what begins now is to end, which may take so many seconds.
    pub fn until(&self, time: Option<f64>) -> impl Fn() -> bool + Sync + '_ {
        let start = self.host.now();
        move || self.interrupted() || time.is_some_and(|time| (self.host.now() - start).as_secs_f64() >= time)
    }

    /// Answers a question that is written as JSON.
    pub fn ask(&self, request: &str) -> String {
        self.read(request, Desk::answer)
    }

    /// Answers one about a text and its types; of others it says that it does not. A page asks these first, so that it need not wait
    /// for what runs programs: from here nothing of that is reached.
    pub fn judge(&self, request: &str) -> String {
        self.read(request, Desk::judged)
    }

    fn read(&self, request: &str, answer: impl Fn(&Desk, &Asked) -> Result<String, Failure>) -> String {
        let answer = Asked::read(request).and_then(|asked| answer(self, &asked));
        answer.unwrap_or_else(|error| json::line(&Failed { error }))
    }

    /// Answers a question.
    ///
    /// # Errors
    ///
    /// Why there is no answer.
    pub fn answer(&self, asked: &Asked) -> Result<String, Failure> {
        let answered: Result<String, Refusal> = match &asked.request {
            Request::Examples(options) => programs::examples(options.name.as_deref()),
            Request::Why(options) => programs::why(options),
            Request::Systems(_) => written(&crate::rules::systems()),
            Request::Run(options) => runs::run(self, self.source(asked)?, options),
            Request::Trace(options) => runs::trace(self, self.source(asked)?, options),
            Request::State(options) => runs::state(self, self.source(asked)?, options),
            Request::Explore(options) => searches::explore(self, self.source(asked)?, options),
            Request::Infer(options) => {
                crate::inferring::infer(self, self.source(asked)?, options).map(|found| found.json(options.by))
            }
            Request::Erase(options) => programs::erase(self.source(asked)?, options),
            Request::Translate(options) => programs::translate(self.source(asked)?, options),
            Request::Fix(rules) => programs::fix(self, self.source(asked)?, rules),
            Request::Atomicity(options) => programs::atomicity(self, self.source(asked)?, options),
            #[cfg(feature = "campaigns")]
            Request::Pairs(options) => crate::pairing::answer(self, self.source(asked)?, options),
            #[cfg(feature = "campaigns")]
            Request::Test(options) => runs::test(self, self.source(asked)?, options),
            #[cfg(feature = "campaigns")]
            Request::Overhead(options) => runs::overhead(self, self.source(asked)?, options),
            #[cfg(feature = "campaigns")]
            Request::Fuzz(options) => campaigns::fuzz(self, options).map_err(refused_word),
            #[cfg(feature = "campaigns")]
            Request::Certify(options) => campaigns::certify(self, options).map_err(refused_word),
            #[cfg(feature = "campaigns")]
            Request::Diff(options) => campaigns::diff(self, options).map_err(refused_word),
            #[cfg(feature = "campaigns")]
            Request::Curve(options) => campaigns::curve(self, options).map_err(refused_word),
            #[cfg(feature = "campaigns")]
            Request::Matrix(options) => campaigns::matrix::answer(self, options).map_err(refused_word),
            Request::Graph(options) => searches::graph(self, self.source(asked)?, options),
            Request::Explain(options) => searches::explain(self, self.source(asked)?, options),
            Request::Check(_)
            | Request::Fmt(_)
            | Request::Tokens(_)
            | Request::Outline(_)
            | Request::Tree(_)
            | Request::Derivation(_)
            | Request::Rules(_) => return self.judged(asked),
        };
        answered.or_else(Refusal::answered)
    }

    /// Answers a question about a text and its types.
    fn judged(&self, asked: &Asked) -> Result<String, Failure> {
        let source = || self.source(asked);
        let answered = match &asked.request {
            Request::Tokens(_) => programs::tokens(&source()?),
            Request::Rules(options) => programs::rule_list(options.system.as_deref()),
            Request::Fmt(rules) => programs::fmt(self, source()?, rules),
            Request::Outline(rules) => programs::outline(self, source()?, rules),
            Request::Tree(rules) => programs::tree(self, source()?, rules),
            Request::Check(rules) => programs::check(self, self.sized(asked)?, rules, self.limits.depth),
            Request::Derivation(options) => programs::derivation(self, source()?, options),
            _ => Err(bad("this engine judges programs, and runs none").into()),
        };
        answered.or_else(Refusal::answered)
    }

    /// The program of a question, if it may be asked about.
    fn source(&self, asked: &Asked) -> Result<Source, Failure> {
        let source = self.sized(asked)?;
        // Errors of syntax are for the answer; here it counts whether it may be asked at all.
        let options = racefree_grammar::Options { depth: Some(self.limits.depth), ..Default::default() };
        let errors = racefree_grammar::parse_with(&source.text, options).err();
        errors.and_then(|errors| too_deep(&errors)).map_or(Ok(source), Err)
    }

    /// The program of a question, if it is not too large.
    fn sized(&self, asked: &Asked) -> Result<Source, Failure> {
        let ProgramText { name, text } = asked.program.as_ref().ok_or_else(|| bad("there is no program"))?;
        if text.len() > self.limits.text {
            let message = format!("the program has {} bytes, and {} is the most", text.len(), self.limits.text);
            return Err(Failure { kind: FailureKind::TooLarge, message });
        }
        Ok(Source { name: name.clone(), text: text.clone() })
    }
}

/// That a program nests too deeply, if that is among its errors.
fn too_deep(errors: &[SyntaxError]) -> Option<Failure> {
    let deep = |message: &str| message.contains("nested deeper than") || message.contains("brackets are open");
    let error = errors.iter().find(|e| deep(&e.message))?;
    Some(Failure { kind: FailureKind::TooDeep, message: error.message.clone() })
}

/// Why a program has no answer.
#[derive(Debug)]
pub enum Refusal {
    /// It is none: its errors of syntax are the answer.
    Malformed {
        /// Its text.
        source: Source,
        /// The system that it is of.
        system: &'static dyn System,
        /// The errors, with repairs that were tried out.
        errors: Vec<SyntaxError>,
    },
    /// It cannot run.
    CannotRun(Source, Vec<CannotRun>),
    /// Something is wrong with the question.
    Failure(Failure),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal::Failure(failure)
    }
}

impl Refusal {
    /// What is answered all the same.
    fn answered(self) -> Result<String, Failure> {
        match self {
            Refusal::Malformed { source, system, errors } => {
                Ok(json::syntax(&source.name, system, &Places::new(&source.text), &errors))
            }
            Refusal::CannotRun(source, errors) => {
                let (_, message) = refused(&source.text, &errors);
                Err(Failure { kind: FailureKind::CannotRun, message })
            }
            Refusal::Failure(failure) => Err(failure),
        }
    }
}

/// A word of a question that means nothing.
#[cfg(feature = "campaigns")]
fn refused_word(message: String) -> Refusal {
    bad(message).into()
}

/// A variant by name, or as it is written.
fn written_variant(system: &'static dyn System, name: &str) -> Result<variant::Variant, String> {
    match name.contains('=') && !name.contains(":=") {
        true => variant::from_toml(system, "variant", name),
        false => variant::find_in(system, name),
    }
}

impl Desk {
    fn rules(&self, words: &RuleOptions, text: &str) -> Result<Rules, Failure> {
        rules(words, text, self.variant)
    }

    fn parsed(&self, source: Source, words: &RuleOptions) -> Result<Parsed, Refusal> {
        parsed(source, words, self.variant)
    }

    fn loaded(&self, source: Source, words: &RuleOptions) -> Result<Loaded, Refusal> {
        ready(self.parsed(source, words)?)
    }
}

/// The system of a program, and the rules that the options name.
///
/// # Errors
///
/// A word that means nothing.
pub fn rules(words: &RuleOptions, text: &str, variant: FindVariant) -> Result<Rules, Failure> {
    let system = options::system(words.system.as_deref(), text).map_err(bad)?;
    // What reads variants is half as large as what judges by them.
    let rules = if cfg!(feature = "few") {
        options::plain_rules(words, system)
    } else {
        options::rules(words, system, &variant)
    };
    rules.map_err(bad)
}

/// A program that parses, judged.
///
/// # Errors
///
/// Why there is none.
pub fn parsed(source: Source, words: &RuleOptions, variant: FindVariant) -> Result<Parsed, Refusal> {
    let rules = rules(words, &source.text, variant)?;
    let (mut program, source) = well_formed(source, &rules, words.defaults)?;
    let filled = match words.defaults {
        true => verdict::fill_in(rules.system, &mut program, &source.text).map_err(bad)?,
        false => Filled::default(),
    };
    Ok(Parsed::of(source, program, filled, rules))
}

/// A program that parses.
pub(crate) fn well_formed(source: Source, rules: &Rules, defaults: bool) -> Result<(Program, Source), Refusal> {
    match verdict::parse(rules.system, &source.text) {
        Ok(program) => Ok((program, source)),
        Err(errors) => {
            let judged_by = verdict::Rules::of_variant(rules, defaults);
            let errors = fixes::settled_syntax(&source.text, &judged_by, errors);
            Err(Refusal::Malformed { source, system: rules.system, errors })
        }
    }
}

/// A program that can run.
///
/// # Errors
///
/// It cannot.
pub fn ready(parsed: Parsed) -> Result<Loaded, Refusal> {
    parsed.ready().map_err(|(source, errors)| Refusal::CannotRun(source, errors))
}
