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
//! | `programs` | `check`, `fmt`, `tokens`, `outline`, `tree`, `derivation`, `examples`, `rules`, `systems`, `why` |
//! | `runs` | `run`, `trace`, `state` |
//! | `searches` | `explore`, `graph`, `explain` |
//! | [`schemas`] | the schemas |

mod programs;
mod runs;
pub mod schemas;
mod searches;

pub use programs::{Formatted, Outline, Symbol, Token, Tokens, Tree};

use crate::options::{self, RuleOptions};
use crate::running::{Loaded, Parsed, refused};
use crate::source::Source;
use crate::variant::{self, Rules};
use crate::{json, verdict};
use racefree_explore::Host;
use racefree_grammar::SyntaxError;
use racefree_grammar::builder::MAX_DEPTH;
use racefree_kernel::{Filled, System};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What can be asked.
#[derive(Deserialize, Serialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// Is it well typed, and if not, why and what would help?
    Check,
    /// How is it laid out?
    Fmt,
    /// What are its tokens?
    Tokens,
    /// What does it declare?
    Outline,
    /// What is its syntax tree?
    Tree,
    /// Why is it well typed, or not? A derivation, or what stands above one judgment of it.
    Derivation,
    /// What happens in one run?
    Run,
    /// What did every thread do in a run, step by step?
    Trace,
    /// What is the state after some steps?
    State,
    /// What happens in all runs?
    Explore,
    /// Which states are there, and what leads from one to another?
    Graph,
    /// Are its type errors real?
    Explain,
    /// Which examples are there; or the text of one.
    Examples,
    /// What is a premise for?
    Why,
    /// Which rules has a system?
    Rules,
    /// Which systems are there, with which variants?
    Systems,
}

/// A program.
#[derive(Deserialize, Serialize, JsonSchema, Debug, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct ProgramText {
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A schedule: written out, as in `0*12,1*3,0`, or the thread of each step.
#[derive(Deserialize, Serialize, JsonSchema, Debug, Clone)]
#[serde(untagged)]
pub enum ScheduleText {
    /// As `--scheduler replay:` takes it.
    Written(String),
    /// As answers have it.
    Steps(Vec<u32>),
}

// The words of `RuleOptions` stand here once more: what is flattened into another structure cannot refuse unknown words (serde).
/// By which rules, and how. What a question has no use for is ignored.
#[derive(Deserialize, Serialize, JsonSchema, Debug, Clone, Default)]
#[serde(default, deny_unknown_fields)]
pub struct AskOptions {
    /// The type system; without it, what the program says, or the base.
    pub system: Option<String>,
    /// Rule variants, by name or as they are written in TOML.
    pub variant: Vec<String>,
    /// Premises switched off.
    pub off: Vec<String>,
    /// Kinds of errors that are silenced.
    pub no_warn: Vec<String>,
    /// Decision D1: a constructor holds the lock of its object.
    pub constructor_holds_lock: bool,
    /// Decision D-O14: fields of the system of owners may be without a guard.
    pub racy_fields: bool,
    /// Whether missing annotations are filled in.
    pub defaults: bool,
    /// `derivation`: the judgment about what begins there, `LINE:COLUMN`.
    pub at: Option<String>,
    /// `derivation`: what leads to the first premise that fails.
    pub failing: bool,
    /// `derivation`: the judgment of this `key`.
    pub below: Option<u32>,
    /// `derivation`: so many levels.
    pub depth: Option<usize>,
    /// `derivation`: so many judgments at most, the first levels, and what leads to premises that fail.
    pub judgments: Option<usize>,
    /// `run`: what chooses the thread that steps. Without it, random.
    pub scheduler: Option<String>,
    /// `run`: the seed; without it, 0, so that an answer is the same always.
    pub seed: Option<u64>,
    /// `run`, `trace`, `state`: the schedule. `graph`: what leads to the state that it begins with.
    pub schedule: Option<ScheduleText>,
    /// The most steps of a run.
    pub max_steps: Option<u64>,
    /// `reentrant` or `binary`.
    pub locks: Option<String>,
    /// `run`: `happens-before`, `adjacent`, `lockset`.
    pub detectors: Option<Vec<String>>,
    /// `auto`, `all` or `none`.
    pub monitors: Option<String>,
    /// `all` or `unproved`.
    pub watch: Option<String>,
    /// `explore`, `explain`: `auto`, `dpor`, `states`, `sync`, `dfs` or `plain`.
    pub algorithm: Option<String>,
    /// The most states.
    pub max_states: Option<u64>,
    /// The most runs.
    pub max_runs: Option<u64>,
    /// The most seconds.
    pub time: Option<f64>,
    /// The most megabytes.
    pub memory: Option<u64>,
    /// `explore`: so many outcomes are listed.
    pub outcomes: Option<usize>,
    /// `explore`: what they are told apart by: `output`, `heap`, `threads` or `all`.
    pub outcomes_by: Option<String>,
    /// `graph`: at most so many states.
    pub graph_nodes: Option<u32>,
    /// `explain`: the most other main expressions that are tried.
    pub clients: Option<usize>,
    /// `examples`: which. `why`: the premise, as `RULE/premise`, or the rule.
    pub name: Option<String>,
}

/// A question.
#[derive(Deserialize, Serialize, JsonSchema, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What is asked.
    pub ask: Ask,
    /// About which program; `examples` and `why` need none.
    pub program: Option<ProgramText>,
    /// By which rules, and how.
    #[serde(default)]
    pub options: AskOptions,
}

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
#[derive(Serialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
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
#[derive(Serialize, JsonSchema, Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The sort.
    pub kind: FailureKind,
    /// A sentence.
    pub message: String,
}

/// An answer that is none.
#[derive(Serialize, JsonSchema, Debug, Clone)]
#[schemars(rename = "failed")]
pub struct Failed {
    /// Why.
    pub error: Failure,
}

/// A bad request.
fn bad(message: impl Into<String>) -> Failure {
    Failure { kind: FailureKind::BadRequest, message: message.into() }
}

/// An answer as it is written.
fn written(answer: &impl Serialize) -> Result<String, Failure> {
    let internal = |e: serde_json::Error| Failure { kind: FailureKind::Internal, message: e.to_string() };
    serde_json::to_string(answer).map_err(internal)
}

/// Where questions are answered.
pub struct Desk {
    /// What may be asked for.
    pub limits: Limits,
    /// The program that searches run in.
    pub host: Arc<dyn Host>,
}

impl Desk {
    /// Answers a question that is written as JSON.
    pub fn ask(&self, request: &str) -> String {
        self.read(request, Desk::answer)
    }

    /// Answers one about a text and its types; of others it says that it does not. A page asks these first, so that it need not wait
    /// for what runs programs: from here nothing of that is reached.
    pub fn judge(&self, request: &str) -> String {
        self.read(request, Desk::judged)
    }

    fn read(&self, request: &str, answer: impl Fn(&Desk, &Request) -> Result<String, Failure>) -> String {
        let request = serde_json::from_str(request).map_err(|e| bad(e.to_string()));
        let answer = request.and_then(|request: Request| answer(self, &request));
        answer.unwrap_or_else(|error| json::line(&Failed { error }))
    }

    /// Answers a question.
    ///
    /// # Errors
    ///
    /// Why there is no answer.
    pub fn answer(&self, request: &Request) -> Result<String, Failure> {
        let options = &request.options;
        let source = || self.source(request);
        match request.ask {
            Ask::Examples => programs::examples(options.name.as_deref()),
            Ask::Why => programs::why(options),
            Ask::Systems => written(&crate::rules::systems()),
            Ask::Run => runs::run(self, source()?, options),
            Ask::Trace => runs::trace(self, source()?, options),
            Ask::State => runs::state(self, source()?, options),
            Ask::Explore => searches::explore(self, source()?, options),
            Ask::Graph => searches::graph(self, source()?, options),
            Ask::Explain => searches::explain(self, source()?, options),
            _ => self.judged(request),
        }
    }

    /// Answers a question about a text and its types.
    fn judged(&self, request: &Request) -> Result<String, Failure> {
        let options = &request.options;
        let source = || self.source(request);
        match request.ask {
            Ask::Tokens => programs::tokens(&source()?),
            Ask::Rules => programs::rule_list(options.system.as_deref()),
            Ask::Fmt => programs::fmt(&source()?, options),
            Ask::Outline => programs::outline(&source()?, options),
            Ask::Tree => programs::tree(&source()?, options),
            Ask::Check => programs::check(&self.sized(request)?, options, self.limits.depth),
            Ask::Derivation => programs::derivation(&source()?, options, self.limits.judgments),
            _ => Err(bad("this engine judges programs, and runs none")),
        }
    }

    /// The program of a question, if it may be asked about.
    fn source(&self, request: &Request) -> Result<Source, Failure> {
        let source = self.sized(request)?;
        // Errors of syntax are for the answer; here it counts whether it may be asked at all.
        let options = racefree_grammar::Options { depth: Some(self.limits.depth), ..Default::default() };
        let errors = racefree_grammar::parse_with(&source.text, options).err();
        errors.and_then(|errors| too_deep(&errors)).map_or(Ok(source), Err)
    }

    /// The program of a question, if it is not too large.
    fn sized(&self, request: &Request) -> Result<Source, Failure> {
        let ProgramText { name, text } = request.program.as_ref().ok_or_else(|| bad("there is no program"))?;
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

/// The system of a program, and the rules that the options name.
fn rules(options: &AskOptions, text: &str) -> Result<Rules, Failure> {
    let system = options::system(options.system.as_deref(), text).map_err(bad)?;
    let words = rule_options(options);
    // What reads variants is half as large as what judges by them.
    let rules = if cfg!(feature = "few") {
        options::plain_rules(&words, system)
    } else {
        options::rules(&words, system, &variant)
    };
    rules.map_err(bad)
}

fn rule_options(options: &AskOptions) -> RuleOptions {
    let AskOptions { system, variant, off, no_warn, constructor_holds_lock, racy_fields, defaults, .. } =
        options.clone();
    RuleOptions { system, variant, off, no_warn, constructor_holds_lock, racy_fields, defaults }
}

/// A variant by name, or as it is written.
fn variant(system: &'static dyn System, name: &str) -> Result<variant::Variant, String> {
    match name.contains('=') && !name.contains(":=") {
        true => variant::from_toml(system, "variant", name),
        false => variant::find_in(system, name),
    }
}

/// A program that parses; or the answer that has its syntax errors.
fn parsed(source: Source, options: &AskOptions) -> Result<Result<Parsed, String>, Failure> {
    let rules = rules(options, &source.text)?;
    let mut program = match verdict::parse(rules.system, &source.text) {
        Ok(program) => program,
        Err(_) => return programs::check(&source, options, MAX_DEPTH).map(Err),
    };
    let filled = match options.defaults {
        true => verdict::fill_in(rules.system, &mut program, &source.text).map_err(bad)?,
        false => Filled::default(),
    };
    Ok(Ok(Parsed::of(source, program, filled, rules)))
}

/// A program that can run.
fn ready(parsed: Parsed) -> Result<Loaded, Failure> {
    parsed.ready().map_err(|(source, errors)| {
        let (_, message) = refused(&source.text, &errors);
        Failure { kind: FailureKind::CannotRun, message }
    })
}

/// One of several words.
fn word<T: Copy>(what: &str, word: &str, words: &[(&str, T)]) -> Result<T, Failure> {
    let found = words.iter().find(|(known, _)| *known == word);
    found.map(|&(_, means)| means).ok_or_else(|| {
        let near = crate::names::suggestion(word, words.iter().map(|&(known, _)| known));
        bad(format!("there is no {what} `{word}`{near}"))
    })
}
