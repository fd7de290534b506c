//! One protocol for pages, editors and graders: a question as JSON, and as its answer the object that the command line prints with
//! `--format json`.
//!
//! ```json
//! {"ask": "check", "program": {"name": "a.rfj", "text": "class A {}"}, "options": {"off": ["EXP REF/guard-held"]}}
//! ```
//!
//! Questions know nothing of each other. What goes wrong with one is an answer too: `{"error": {"kind", "message"}}`. The schemas of
//! questions and answers are in `docs/schemas/`, made from the types that are read and written.
//!
//! | module | questions |
//! | --- | --- |
//! | `request` | what can be asked, each with its options |
//! | `program`, `refusal` | from a text to a program; why a question has no answer |
//! | `programs` | `check`, `fmt`, `tokens`, `outline`, `tree`, `derivation`, `examples`, `rules`, `systems`, `why`, `fix`, `erase`, `translate`, `atomicity` |
//! | `runs` | `run`, `trace`, `state`, `test`, `overhead` |
//! | `searches` | `explore`, `graph`, `explain` |
//! | `java` | `java`, `lower`, `annotate` |
//! | `exercise` | `exercise`, which the crate above answers |
//! | [`schemas`] | the schemas |

mod exercise;
#[cfg(feature = "java")]
mod java;
mod program;
mod programs;
mod refusal;
mod request;
mod runs;
pub mod schemas;
mod searches;

pub use exercise::{AnswerExercise, ChoicesRecord, ExerciseItem, ExerciseRecord, GradeRecord, MarkRecord, SheetLine};
pub use program::{parsed, ready, rules};
pub use programs::{Formatted, Outline, Symbol, Token, Tokens, Tree};
pub use refusal::{Failed, Failure, FailureKind, Refusal};
pub use request::{
    Asked, DerivationOptions, ExamplesOptions, ExerciseOptions, NoOptions, Request, SystemOptions, WhyOptions,
};

#[cfg(feature = "campaigns")]
use crate::campaigns;
use crate::json;
use crate::source::Source;
use crate::variant;
use program::too_deep;
pub(crate) use program::well_formed;
pub use racefree_explore::{Host, Progress, SystemHost};
use racefree_grammar::builder::MAX_DEPTH;
use racefree_kernel::System;
pub(crate) use refusal::bad;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Limits on the size of a request.
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
    /// Limits of a native build: memory and patience only.
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
    /// Limits in a browser, whose stack does not grow.
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

/// An answer as it is written.
fn written(answer: &impl Serialize) -> Result<String, Refusal> {
    let internal = |e: serde_json::Error| Failure { kind: FailureKind::Internal, message: e.to_string() }.into();
    serde_json::to_string(answer).map_err(internal)
}

/// Environment in which requests are answered.
#[derive(Clone)]
pub struct Desk {
    /// Limits on requests.
    pub limits: Limits,
    /// The program that searches run in.
    pub host: Arc<dyn Host>,
    /// The variants that there are by name.
    pub variant: FindVariant,
    /// Function that answers questions about exercises.
    pub exercise: AnswerExercise,
    /// Flag that ends the current job.
    pub interrupt: Arc<AtomicBool>,
}

/// The variant of a name, or as it is written.
pub type FindVariant = fn(&'static dyn System, &str) -> Result<variant::Variant, String>;

impl Desk {
    /// A desk that knows variants by built-in names, and as they are written in TOML.
    pub fn new(limits: Limits, host: Arc<dyn Host>) -> Desk {
        Desk { limits, host, variant: written_variant, exercise: exercise::none, interrupt: Arc::default() }
    }

    /// Returns true if the current job is to end.
    pub fn interrupted(&self) -> bool {
        self.interrupt.load(Ordering::SeqCst)
    }

    /// Returns a predicate that is true once the job is interrupted or its time in seconds has passed.
    pub fn until(&self, time: Option<f64>) -> impl Fn() -> bool + Sync + '_ {
        let start = self.host.now();
        move || self.interrupted() || time.is_some_and(|time| (self.host.now() - start).as_secs_f64() >= time)
    }

    /// Seconds of an analysis that looks at the clock of the system. A page has none: it ends an analysis by ending the worker.
    pub fn clocked(&self, time: Option<f64>) -> Option<f64> {
        time.filter(|_| self.host.starts_threads())
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
    pub fn answer(&self, asked: &Asked) -> Result<String, Failure> {
        #[cfg(feature = "java")]
        if asked.is_java()
            && let Some(answered) = java::answer(self, asked)
        {
            return answered.or_else(Refusal::answered);
        }
        if cfg!(not(feature = "java")) && asked.is_java() {
            return Err(bad("this engine was built without Java; `racefree play FILE.java` has it"));
        }
        let answered: Result<String, Refusal> = match &asked.request {
            Request::Examples(options) => programs::examples(options.name.as_deref()),
            Request::Why(options) => programs::why(options),
            Request::Exercise(options) => {
                let source = asked.program.as_ref().map(|_| self.source(asked)).transpose()?;
                return written(&(self.exercise)(self, source, options)?).or_else(Refusal::answered);
            }
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
            Request::Pairs(options) => crate::pairing::answer(self, self.source(asked)?, options),
            #[cfg(feature = "java")]
            Request::Java(options) => java::check(self, self.sized(asked)?, options),
            #[cfg(feature = "java")]
            Request::Lower(options) => java::lower(self, self.sized(asked)?, options),
            #[cfg(feature = "java")]
            Request::Annotate(options) => java::annotate(self, self.sized(asked)?, options),
            #[cfg(feature = "campaigns")]
            Request::Test(options) => runs::test(self, self.source(asked)?, options),
            #[cfg(feature = "campaigns")]
            Request::Overhead(options) => runs::overhead(self, self.source(asked)?, options),
            #[cfg(feature = "campaigns")]
            Request::Fuzz(_) | Request::Certify(_) | Request::Diff(_) | Request::Curve(_) | Request::Matrix(_) => {
                campaigns::answer(self, &asked.request).map_err(Refusal::from)
            }
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
        if asked.is_java() && cfg!(feature = "few") {
            return Err(bad("this engine judges no Java"));
        }
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
        if asked.is_java() {
            return Ok(source);
        }
        // Errors of syntax are for the answer; here it counts whether it may be asked at all.
        let options = racefree_grammar::Options { depth: Some(self.limits.depth), ..Default::default() };
        let errors = racefree_grammar::parse_with(&source.text, options).err();
        errors.and_then(|errors| too_deep(&errors)).map_or(Ok(source), Err)
    }

    /// The program of a question, if it is not too large.
    fn sized(&self, asked: &Asked) -> Result<Source, Failure> {
        let source = asked.program.as_ref().ok_or_else(|| bad("there is no program"))?;
        let (size, most) = (source.text.len(), self.limits.text);
        if size > most {
            let message = format!("the program has {size} bytes, and {most} is the most");
            return Err(Failure { kind: FailureKind::TooLarge, message });
        }
        Ok(source.clone())
    }
}

/// A variant by name, or as it is written.
fn written_variant(system: &'static dyn System, name: &str) -> Result<variant::Variant, String> {
    match name.contains('=') && !name.contains(":=") {
        true => variant::from_toml(system, "variant", name),
        false => crate::options::find_variant(system, name),
    }
}
