//! Programs that can run, from their text. Ill-typed ones run too: seeing the failures behind errors is half the
//! lesson.

use crate::fixes::{self, Budget};
use crate::json::Places;
use crate::options::{Monitoring, Running};
use crate::problem::Problem;
use crate::source::Source;
use crate::variant::Rules;
use racefree_grammar::Span;
use racefree_grammar::ast::Program;
use racefree_interp::CannotRun;
use racefree_interp::machine::{Lowered, lower_named};
use racefree_interp::program::JavaNames;
use racefree_kernel::{Filled, Report, TypeError};
use std::sync::Arc;

/// A program that parses.
#[derive(Clone)]
pub struct Parsed {
    /// The source.
    pub source: Source,
    /// The syntax tree, defaults filled in if wanted.
    pub program: Program,
    /// Annotations filled in.
    pub filled: Filled,
    /// Report of the type checker.
    pub report: Report,
    /// Rules of the checker, and the semantics.
    pub rules: Rules,
    /// Names as Java has them, if it was made of Java.
    pub names: JavaNames,
    /// Parts of the world that a run takes one way, if it was made of Java.
    pub taken: Vec<Taken>,
}

/// A part of the world that a run takes one way, of the many in which it could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The way, as a sentence without its full stop.
    pub way: String,
    /// Reason why a complaint that no schedule shows may be right all the same, if other ways could do worse.
    pub elsewhere: Option<&'static str>,
}

/// A program that can run, with its source.
#[derive(Clone)]
pub struct Loaded {
    /// The source.
    pub source: Source,
    /// The program.
    pub program: Arc<Lowered>,
    /// True if the type checker accepts it, with no error silenced.
    pub accepted: bool,
    /// Report of the type checker.
    pub report: Report,
    /// Rules of the checker, and the semantics.
    pub rules: Rules,
    /// As in [`Parsed::taken`].
    pub taken: Vec<Taken>,
}

impl Parsed {
    /// A program that parses, checked by these rules.
    pub fn of(source: Source, program: Program, filled: Filled, rules: Rules) -> Parsed {
        let report = rules.system.check(&program, &source.text, &rules.options);
        Parsed { source, program, filled, report, rules, names: JavaNames::default(), taken: Vec::new() }
    }

    /// Its errors, and those that are silenced.
    pub fn complaints(&self) -> impl Iterator<Item = &TypeError> {
        self.report.errors.iter().chain(&self.report.silenced)
    }

    /// Keeps only the repairs of errors that do what they say, within a time in seconds; for an answer that shows them.
    pub fn settle(&mut self, time: Option<f64>) {
        let errors = &mut self.report.errors;
        fixes::settle_errors(&self.source.text, &self.rules, &self.program, errors, &mut Budget::within(time));
    }

    /// Makes the program ready to run. The error has its source, and why it cannot run.
    pub fn ready(self) -> Result<Loaded, (Source, Vec<CannotRun>)> {
        let Parsed { source, program, report, rules, names, taken, .. } = self;
        match lower_named(program, names) {
            Ok(program) => {
                let accepted = report.errors.is_empty() && report.silenced.is_empty();
                Ok(Loaded { source, program, accepted, report, rules, taken })
            }
            Err(errors) => Err((source, errors)),
        }
    }
}

impl Loaded {
    /// Refuses observers that only the fast engine has, of a program in Java.
    pub fn runs_by(&self, asked: &Running) -> Result<(), String> {
        match asked.monitors {
            Monitoring::All => self.on_machine("`--monitors all`"),
            _ if asked.atomizer().is_empty() => Ok(()),
            _ => self.on_machine("Atomizer"),
        }
    }

    /// Refuses a request that needs the fast engine, of a program in Java.
    pub fn on_machine(&self, what: &str) -> Result<(), String> {
        match self.program.on_reference() {
            false => Ok(()),
            true => Err(format!(
                "{what} does not know programs in Java yet; `run`, `test`, `explore` and `explain` know them"
            )),
        }
    }
}

/// Why a program cannot run: the causes that have a place, and the first of all in a sentence.
pub fn refused(text: &str, errors: &[CannotRun]) -> (Vec<Problem>, String) {
    let problem = |e: &CannotRun| {
        let code = if e.rule.is_empty() { "cannot run" } else { e.rule };
        Problem::new(code, e.message.clone(), vec![(e.span, "here".to_owned())])
    };
    let problems = errors.iter().filter(|e| e.span != Span::NONE).map(problem).collect();
    let message = errors.first().map_or_else(String::new, |e| match e.span {
        Span::NONE => e.message.clone(),
        span => format!("line {}: {}", Places::new(text).line(span), e.message),
    });
    (problems, message)
}
