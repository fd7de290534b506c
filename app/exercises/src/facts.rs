//! Facts about a program, found by the tools within a budget: its verdict, and the events of its schedules.

use crate::grade::Grade;
use racefree_answers::Source;
use racefree_answers::desk::{Desk, Limits, Refusal, parsed, ready};
use racefree_answers::exploring;
use racefree_answers::options::{Exploring, RuleOptions, Running, explore_options};
use racefree_answers::running::{Loaded, Parsed, refused, run_options};
use racefree_explore::{Cut, Host, Options, Outcome};
use racefree_grammar::Span;
use racefree_grammar::span::LineIndex;
use racefree_interp::drive::{self, Key, RunStatus};
use racefree_interp::event::Site;
use racefree_interp::monitor::MonitorSet;
use racefree_kernel::TypeError;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Budget of a question: time and memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Seconds.
    pub time: f64,
    /// Megabytes.
    pub memory: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { time: 10.0, memory: 512 }
    }
}

impl Budget {
    /// A desk that answers within it, by one worker, so that answers do not depend on how many there are.
    pub fn desk(self, host: Arc<dyn Host>) -> Desk {
        Desk::new(Limits { time: self.time, memory: self.memory, threads: 1, ..Limits::NATIVE }, host)
    }
}

/// Lines of the text, each once.
pub type Lines = BTreeSet<u32>;

/// Lines in words: ` (lines 7 and 9)`.
pub fn at(lines: &Lines) -> String {
    let all: Vec<String> = lines.iter().map(u32::to_string).collect();
    match all.split_last() {
        None => String::new(),
        Some((one, [])) => format!(" (line {one})"),
        Some((last, others)) => format!(" (lines {} and {last})", others.join(", ")),
    }
}

/// Events in the schedules of a program.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Fields with a race, each with the lines of two accesses.
    pub races: BTreeMap<String, Lines>,
    /// Lines at which threads wait for each other in some schedule.
    pub deadlock: Option<Lines>,
    /// Lines at which threads wait for ever to be notified in some schedule.
    pub waiting: Option<Lines>,
    /// Line at which some schedule throws an exception that nobody catches.
    pub exception: Option<Lines>,
    /// True if some sampled run of Java does not come to an end: a thread that looks again and again waits for nobody.
    pub endless: bool,
    /// Line at which a thread cannot go on, though it waits for nobody: then nothing that is claimed of all schedules holds.
    pub stuck: Option<Lines>,
    /// Final states.
    pub outcomes: Vec<Outcome>,
    /// Reason why not every schedule was covered, if not.
    pub cut: Option<String>,
}

impl Facts {
    /// The facts, if every schedule was covered.
    ///
    /// # Errors
    ///
    /// The grade of what is undecided.
    pub fn complete(self) -> Result<Facts, Grade> {
        match &self.cut {
            Some(why) => Err(Grade::undecided(why.clone())),
            None => Ok(self),
        }
    }

    /// Values at the ends of all runs: of a field, `Account#1.balance`, or what was printed, in order of the lines.
    pub fn values(&self, of: &str) -> BTreeSet<String> {
        self.outcomes.iter().map(|outcome| value(outcome, of)).collect()
    }
}

/// The word for what a program prints.
pub const OUTPUT: &str = "output";

/// Value of a field at the end of a run, `Account#1.balance`, or its output.
fn value(outcome: &Outcome, of: &str) -> String {
    if of == OUTPUT {
        return outcome.output.as_deref().unwrap_or_default().join(" ");
    }
    let Some((object, field)) = of.rsplit_once('.') else { return "?".to_owned() };
    let fields =
        outcome.heap.iter().find_map(|line| line.strip_prefix(object)?.strip_prefix(" { ")?.strip_suffix(" }"));
    let value = fields.and_then(|fields| {
        crate::header::commas(fields).into_iter().find_map(|pair| pair.strip_prefix(field)?.strip_prefix(": "))
    });
    value.unwrap_or("missing").to_owned()
}

/// A text, judged.
///
/// # Errors
///
/// The grade of what is no program of the system.
pub fn judged(desk: &Desk, rules: &RuleOptions, name: &str, text: &str) -> Result<Parsed, Grade> {
    let source = Source { name: name.to_owned(), text: text.to_owned() };
    parsed(source, rules, desk.variant).map_err(|refusal| refusal_of(text, refusal))
}

/// A text that can run.
///
/// # Errors
///
/// The grade of what cannot.
pub fn loaded(desk: &Desk, rules: &RuleOptions, name: &str, text: &str) -> Result<Loaded, Grade> {
    able(text, judged(desk, rules, name, text)?)
}

/// The program of a text, made able to run.
///
/// # Errors
///
/// The grade of what cannot.
pub fn able(text: &str, parsed: Parsed) -> Result<Loaded, Grade> {
    ready(parsed).map_err(|refusal| refusal_of(text, refusal))
}

fn refusal_of(text: &str, refusal: Refusal) -> Grade {
    match refusal {
        Refusal::Malformed { errors, .. } => {
            let error = errors.first();
            let line = error.map_or(1, |e| LineIndex::new(text).line(e.span.start));
            let message = error.map_or("it is no program", |e| &e.message);
            Grade::unreadable(format!("line {line}"), format!("syntax error: {message}"))
        }
        Refusal::CannotRun(_, errors) => {
            let mut grade = Grade::unreadable("", format!("the program cannot run: {}", refused(text, &errors).1));
            grade.verdict = crate::grade::Verdict::Wrong;
            grade
        }
        Refusal::Failure(failure) => Grade::unreadable("", failure.message),
    }
}

/// Type errors in the notation of the corpus, `EXP REF/guard-held @ 7`, sorted, each once.
pub fn errors(parsed: &Parsed) -> BTreeSet<String> {
    let lines = LineIndex::new(&parsed.source.text);
    let name = |e: &TypeError| format!("{} @ {}", racefree_systems::premise_name(e.premise), lines.line(e.span.start));
    parsed.report.errors.iter().flat_map(TypeError::all).map(name).collect()
}

/// Runs of a program in Java that are sampled to see whether they end, and the most steps of one.
const RUNS: u64 = 12;
const LONG: u64 = 20_000;

/// Returns true if the run of a seed is longer than any that an exercise is about.
fn is_endless(rules: &RuleOptions, loaded: &Loaded, seed: u64) -> bool {
    let asked = Running { rules: rules.clone(), seed: Some(seed), max_steps: LONG, ..Running::default() };
    let result = drive::run(&loaded.program, &run_options(&asked, loaded));
    result.status == RunStatus::StepLimit && result.limit.is_some()
}

/// Explores every schedule of a program.
///
/// # Errors
///
/// The grade of what cannot be explored at all.
pub fn explored(desk: &Desk, rules: &RuleOptions, loaded: &Loaded) -> Result<Facts, Grade> {
    let asked = desk.exploring(&Exploring { rules: rules.clone(), ..Exploring::default() });
    let options = explore_options(&asked, &loaded.rules, MonitorSet::NONE, &desk.host);
    let options = options.map_err(|message| Grade::unreadable("", message))?;
    let options = Options { outputs: true, ..options };
    let result = exploring::search(&loaded.program, &asked, &options).result;
    let mut facts = Facts { outcomes: result.outcomes, ..Facts::default() };
    let text = LineIndex::new(&loaded.source.text);
    let tables = &loaded.program.tables;
    // Of Java, a place in the library is told by the call of it.
    let lines = |sites: &[Site]| {
        let spans = sites.iter().map(|site| site.span(&tables.program));
        spans
            .filter(|span| *span != Span::NONE && !tables.java.is_library(*span))
            .map(|span| text.line(span.start))
            .collect()
    };
    for found in &result.found {
        match &found.key {
            Key::Race(field, a, b) => drop(facts.races.entry(tables.field_name(*field)).or_insert(lines(&[*a, *b]))),
            Key::Deadlock(sites) => drop(facts.deadlock.get_or_insert(lines(sites))),
            Key::Waiting(sites) => drop(facts.waiting.get_or_insert(lines(sites))),
            Key::Exception(_, site) => drop(facts.exception.get_or_insert(lines(&[*site]))),
            Key::Stuck(site) => drop(facts.stuck.get_or_insert(lines(&[*site]))),
            Key::Livelock(..) => facts.endless = true,
            Key::Monitor(..) => {}
        }
    }
    facts.endless |= loaded.program.on_reference() && (0..RUNS).any(|seed| is_endless(rules, loaded, seed));
    facts.cut = result.cut.map(|cut| {
        let what = match cut {
            Cut::Time => "the time for it ran out",
            Cut::Memory => "the memory for it ran out",
            Cut::Steps | Cut::States | Cut::Limit(_) => "there are too many",
            Cut::Refused => "the program comes to what does not run",
            Cut::Interrupted => "it was interrupted",
            Cut::Found | Cut::Cycles => "the search ended early",
        };
        format!("not every schedule was looked at: {what}")
    });
    Ok(facts)
}
