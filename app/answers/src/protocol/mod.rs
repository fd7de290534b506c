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
//! | `programs` | `check`, `fmt`, `tokens`, `outline`, `tree`, `derivation`, `examples`, `rules`, `systems`, `why`, `fix`, `erase`, `translate`, `atomicity` |
//! | `runs` | `run`, `trace`, `state`, `test`, `overhead` |
//! | `searches` | `explore`, `graph`, `explain` |
//! | `java` | `java`, `lower`, `annotate` |
//! | `campaigns` | `fuzz`, `certify`, `diff`, `curve`, `matrix` |
//! | [`schemas`] | the schemas |

#[cfg(feature = "campaigns")]
mod campaigns;
#[cfg(feature = "java")]
mod java;
mod programs;
mod request;
mod runs;
pub mod schemas;
mod searches;

pub use programs::{Formatted, Outline, Symbol, Token, Tokens, Tree};
pub use request::{Asked, Request};

use crate::desk::{Desk, Failed, Failure, FailureKind, Refusal, bad, too_deep};
use crate::json;
use crate::source::Source;
use serde::Serialize;

/// An answer as it is written.
fn written(answer: &impl Serialize) -> Result<String, Refusal> {
    let internal = |e: serde_json::Error| Failure { kind: FailureKind::Internal, message: e.to_string() }.into();
    serde_json::to_string(answer).map_err(internal)
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
                campaigns::answer(self, &asked.request)
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
