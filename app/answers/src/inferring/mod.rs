//! Annotations found for a program that has none.
//!
//! | module | contents |
//! | --- | --- |
//! | [`explained`] | the verdicts on the errors that are left |
//! | `json` | the result, as an object |
//! | `owners` | the same for a system with owners |

pub mod explained;
mod json;
mod owners;

pub use explained::ExplainedErrors;

use crate::desk::{Desk, Refusal, bad};
use crate::json::{Places, syntax_errors, to_value, type_errors};
use crate::options::{self, InferOptions, WayWord};
use crate::source::{Ending, Source};
use crate::variant::Rules;
use json::Writer;
use racefree_grammar::ast::Dialect;
use racefree_grammar::{Program, SyntaxError};
use racefree_infer::owners::Discovery;
use racefree_infer::{Answer, Problem, Runs, Settings, Stopped, Way};
use racefree_interp::Limits;
use racefree_interp::drive::SchedulerKind;
use racefree_kernel::{System, TypeError};
use racefree_systems::BASE;
use serde_json::{Value, json};

/// A program and the result of inference for it.
pub struct Inferred {
    /// The program's text.
    pub source: Source,
    /// Its system.
    pub system: &'static dyn System,
    /// Its syntax tree.
    pub program: Program,
    /// The seed of the runs that were made at random.
    pub seed: Option<u64>,
    /// Result of inference.
    pub found: Found,
}

/// Annotations, or why there are none.
pub enum Found {
    /// Source that is no program.
    Malformed(Vec<SyntaxError>),
    /// Program with errors that no annotation can mend.
    NoProgram(Vec<TypeError>),
    /// Program that cannot run.
    CannotRun(String),
    /// A budget ran out before an answer.
    Stopped(Stopped),
    /// Annotations of the base, and verdicts on the errors that are left.
    Annotations(Box<Answer>, Option<ExplainedErrors>),
    /// Owners.
    Owners(Box<Discovery>),
}

impl InferOptions {
    pub(crate) fn scheduler(&self) -> Result<SchedulerKind, String> {
        self.scheduler
            .kind()
            .ok_or_else(|| "`infer` runs a program often, so it takes no `replay:` scheduler".to_owned())
    }

    /// Returns true if runs depend on a seed.
    pub(crate) fn is_random(&self) -> bool {
        !self.explore && self.scheduler.is_random()
    }

    fn workers(&self, desk: &Desk) -> usize {
        let threads = if desk.host.starts_threads() { desk.limits.threads } else { 1 };
        self.threads.map_or(threads, usize::from)
    }

    fn settings(&self, desk: &Desk, rules: &Rules) -> Settings {
        Settings {
            options: rules.options.clone(),
            depth: self.depth,
            ghosts: self.ghosts,
            thread_local: !self.no_thread_local,
            finals: !self.no_final,
            class_guards: self.class_guards,
            comments: self.comments,
            time: desk.clocked(self.time),
            memory: self.memory,
            interrupt: desk.interrupt.clone(),
            threads: self.workers(desk),
            ..Settings::default()
        }
    }

    fn runs(&self, rules: &Rules) -> Result<Runs, String> {
        let (scheduler, seed) = (self.scheduler()?, self.seed.unwrap_or_default());
        let limits = Limits { steps: self.max_steps, ..Limits::default() };
        let semantics = options::semantics(self.locks.into(), rules);
        let (runs, explore, unrooted) = (self.runs, self.explore, self.unrooted);
        Ok(Runs { runs, seed, scheduler, explore, unrooted, semantics, limits })
    }
}

/// The constraints of a program, as WCNF.
pub fn constraints(desk: &Desk, text: &str, asked: &InferOptions) -> Result<Option<String>, String> {
    let rules = rules(desk, text, asked)?;
    let program = racefree_grammar::parse(text).ok();
    Ok(program.and_then(|program| racefree_infer::dump(&program, text, &asked.settings(desk, &rules)).ok()))
}

fn rules(desk: &Desk, text: &str, asked: &InferOptions) -> Result<Rules, String> {
    let system = options::system(asked.rules.system.as_deref(), text)?;
    if system.id() != BASE.id() {
        return Err(format!("`infer` finds annotations of the system `{}`, not of `{}`", BASE.name(), system.name()));
    }
    options::rules(&asked.rules, system, &desk.variant)
}

/// Finds annotations.
pub fn infer(desk: &Desk, source: Source, asked: &InferOptions) -> Result<Inferred, Refusal> {
    if asked.rules.defaults {
        let message = "`--defaults` fills in what `infer` looks for; `infer --by defaults` says how far it gets";
        return Err(bad(message).into());
    }
    if asked.time.is_some_and(|t| !t.is_finite() || t < 0.0) {
        return Err(bad("`--time` takes a number of seconds").into());
    }
    match options::system(asked.rules.system.as_deref(), &source.text) {
        Ok(system) if system.dialect() == Dialect::Owners => owners::infer(desk, source, system, asked),
        _ => annotations(desk, source, asked),
    }
}

fn annotations(desk: &Desk, source: Source, asked: &InferOptions) -> Result<Inferred, Refusal> {
    let text = &source.text;
    let rules = rules(desk, text, asked).map_err(|message| bad(format!("`{}`: {message}", source.name)))?;
    let settings = asked.settings(desk, &rules);
    let program = match racefree_grammar::parse(text) {
        Ok(program) => program,
        Err(errors) => return Ok(Inferred::of(source, rules.system, Program::default(), Found::Malformed(errors))),
    };
    let runs = asked.by == WayWord::Run || asked.explain && program.main.is_some();
    let runs = runs.then(|| asked.runs(&rules)).transpose()?;
    let seed = runs.as_ref().filter(|_| asked.is_random()).map(|runs| runs.seed);
    let runs = runs.unwrap_or_default();
    let style = asked.style.map(Into::into);
    let found = match asked.by {
        WayWord::Run => racefree_infer::infer_by_runs(&program, text, &settings, &runs, style),
        way => racefree_infer::infer(&program, text, &settings, way.chosen(), style),
    };
    let found = found.and_then(|mut answer| {
        if asked.explain && !answer.ok && program.main.is_some() && answer.by != Way::Run {
            racefree_infer::look_at_runs(&program, text, &settings, &runs, &mut answer)?;
        }
        Ok(answer)
    });
    let found = match found {
        Err(Problem::NoProgram(errors)) => Found::NoProgram(errors),
        Err(Problem::CannotRun(message)) => Found::CannotRun(message),
        Err(Problem::Stopped(stopped)) => Found::Stopped(stopped),
        Ok(answer) => {
            let wanted = asked.explain && !answer.ok;
            let system = rules.system;
            let explained = wanted.then(|| explained::explain(desk, &source, &program, &answer, (asked, rules)));
            let found = Found::Annotations(Box::new(answer), explained.transpose()?);
            return Ok(Inferred { seed, ..Inferred::of(source, system, program, found) });
        }
    };
    Ok(Inferred { seed, ..Inferred::of(source, rules.system, program, found) })
}

impl Inferred {
    fn of(source: Source, system: &'static dyn System, program: Program, found: Found) -> Inferred {
        Inferred { source, system, program, seed: None, found }
    }

    /// Annotated program, and whether it checks.
    pub fn text(&self) -> Option<(&str, bool)> {
        match &self.found {
            Found::Annotations(answer, _) => Some((&answer.text, answer.ok)),
            Found::Owners(found) => Some((&found.text, found.report.is_ok())),
            Found::Malformed(_) | Found::NoProgram(_) | Found::CannotRun(_) | Found::Stopped(_) => None,
        }
    }

    /// Ending of inference.
    pub fn ending(&self) -> Ending {
        let stop = |stopped: Stopped| match stopped {
            Stopped::Time | Stopped::Memory => Ending::Budget,
            Stopped::Interrupted => Ending::Interrupted,
        };
        match &self.found {
            Found::Malformed(_) | Found::NoProgram(_) => Ending::Wrong,
            Found::CannotRun(_) => Ending::Failed,
            Found::Stopped(stopped) => stop(*stopped),
            Found::Owners(found) if found.report.is_ok() => Ending::Fine,
            Found::Owners(_) => Ending::Wrong,
            Found::Annotations(answer, _) => match (answer.ok, answer.stopped) {
                (_, Some(Stopped::Interrupted)) => Ending::Interrupted,
                // The runs that were left out might have shown another guard to be wrong.
                (true, Some(stopped)) if answer.by == Way::Run => stop(stopped),
                (true, _) => Ending::Fine,
                (false, Some(stopped)) => stop(stopped),
                (false, None) => Ending::Wrong,
            },
        }
    }

    /// Answer as JSON; `by` is the requested way.
    pub fn json(&self, by: WayWord) -> String {
        let Inferred { source, system, program, found, .. } = self;
        let places = Places::new(&source.text);
        let none = |complete: bool, wrong: Value| match system.dialect() {
            Dialect::Owners => owners::record(source, *system, None, wrong).to_string(),
            Dialect::Base | Dialect::Java => self.writer(program).none(by.name(), complete, wrong),
        };
        match found {
            Found::Malformed(errors) => none(true, syntax_errors(&places, errors)),
            Found::NoProgram(wrong) => none(true, to_value(&type_errors(&places, wrong))),
            Found::CannotRun(message) => none(true, json!([{ "kind": "run", "message": message }])),
            Found::Stopped(_) => none(false, json!([])),
            Found::Annotations(answer, explained) => {
                self.writer(program).answer(answer, explained.as_ref().map(|e| e.json.clone()))
            }
            Found::Owners(found) => owners::record(source, *system, Some(found), owners::wrong(found)).to_string(),
        }
    }

    fn writer<'a>(&'a self, program: &'a Program) -> Writer<'a> {
        let Source { name, text } = &self.source;
        Writer { file: name, source: text, program, places: Places::new(text) }
    }
}
