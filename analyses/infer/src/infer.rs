//! Inference: from a program to an answer.

use crate::answer::{Answer, Failed, Inferred, Way};
use crate::baseline::by_defaults;
use crate::by_sat::by_sat;
use crate::clauses::Lit;
use crate::edits::{self, Annotation, Style};
use crate::erase::erased;
use crate::failures::failures;
use crate::fixpoint::{self, Fixpoint};
use crate::partial::still_failing;
use crate::reasons::reasons;
use crate::run::{Runs, by_run};
use crate::sat;
use crate::slots::{Facts, Settings, Template};
use crate::system::{Breadth, System};
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_java_rules::Java;
use racefree_java_rules::typed;
use racefree_kernel::{Budget, Report, Stopped, System as _, TypeError};
use racefree_typeck::rules::{exp_holds, exp_sync, shareable};

/// Why there is no answer.
#[derive(Debug)]
pub enum Problem {
    /// P is no program of ConcurrentJava: its errors without annotations.
    NoProgram(Vec<TypeError>),
    /// Program that cannot run, so nothing can be learned from runs.
    CannotRun(String),
    /// The budget was over before an answer.
    Stopped(Stopped),
}

impl From<Stopped> for Problem {
    fn from(stopped: Stopped) -> Problem {
        Problem::Stopped(stopped)
    }
}

/// Inputs common to all ways.
pub(crate) struct Task<'a> {
    pub program: &'a Program,
    pub source: &'a str,
    pub settings: &'a Settings,
    pub facts: Facts,
    pub style: Style,
    pub budget: Budget,
}

/// Finds annotations for a program, by `fixpoint`, `sat`, `defaults`, or by `fixpoint` and then `sat` (`None`).
pub fn infer(
    program: &Program,
    source: &str,
    settings: &Settings,
    way: Option<Way>,
    style: Option<Style>,
) -> Result<Answer, Problem> {
    let task = task(program, source, settings, style)?;
    match way {
        Some(Way::Fixpoint) => by_fixpoint(&task).map(|found| found.0),
        Some(Way::Defaults) => Ok(by_defaults(&task)),
        Some(Way::Run) => infer_by_runs(program, source, settings, &Runs::default(), Some(task.style)),
        Some(Way::Sat) | None => {
            let (answer, failed) = by_fixpoint(&task)?;
            if answer.ok && way.is_none() { Ok(answer) } else { by_sat(&task, answer, &failed) }
        }
    }
}

/// Finds annotations for a program by `run`.
pub fn infer_by_runs(
    program: &Program,
    source: &str,
    settings: &Settings,
    runs: &Runs,
    style: Option<Style>,
) -> Result<Answer, Problem> {
    let task = task(program, source, settings, style)?;
    let (first, failed) = by_fixpoint(&task)?;
    match by_run(&task, runs, &failed) {
        // As by satisfiability: the first way's answer, marked as stopped.
        Err(Problem::Stopped(stopped)) => Ok(Answer { stopped: Some(stopped), complete: false, ..first }),
        found => found,
    }
}

/// Says of the fields that fail in an answer why, by what runs show.
pub fn look_at_runs(
    program: &Program,
    source: &str,
    settings: &Settings,
    runs: &Runs,
    answer: &mut Answer,
) -> Result<(), Problem> {
    let task = task(program, source, settings, None)?;
    crate::run::look(&task, runs, answer)
}

fn task<'a>(
    program: &'a Program,
    source: &'a str,
    settings: &'a Settings,
    style: Option<Style>,
) -> Result<Task<'a>, Problem> {
    let budget = Budget::new(settings.time, &settings.interrupt);
    let facts = facts(program, source, settings)?;
    let style = style.unwrap_or_else(|| edits::style_of(program, source));
    Ok(Task { program, source, settings, facts, style, budget })
}

/// Facts about a program of ConcurrentJava.
pub fn facts(program: &Program, source: &str, settings: &Settings) -> Result<Facts, Problem> {
    let plain = erased(program);
    // Most fields are without guard now: no sentence about each is needed.
    let mut options = settings.options.clone();
    options.off.switch_off(shareable::GUARDED_OR_FINAL);
    options.without_repairs |= settings.limits.library;
    let (report, types) = typed(&plain, source, &options);
    // In the dialect of Java more premises rest on annotations that are erased: those of the guards of arrays, of `wait`, of exceptions. What
    // none mends fails in the answer.
    let rests = program.dialect == Dialect::Java && !settings.limits.library;
    let malformed = |e: &TypeError| Java.book().premise(e.premise).kind == racefree_kernel::Kind::Malformed;
    let allowed = |e: &TypeError| {
        let lock = e.premise == exp_sync::LOCK_FINAL || e.premise.rule() == exp_holds::RULE;
        lock || settings.limits.library || rests && !malformed(e)
    };
    let errors: Vec<TypeError> = report.errors.into_iter().filter(|e| !allowed(e)).collect();
    if !errors.is_empty() {
        return Err(Problem::NoProgram(errors));
    }
    Ok(Facts::new(program, &types))
}

/// Report of the checker on a text.
pub(crate) fn check(text: &str, settings: &Settings) -> Report {
    match racefree_grammar::parse(text) {
        Ok(program) => racefree_java_rules::check(&program, text, &settings.options),
        // Unreachable: insertions keep a program one. It would be no answer.
        Err(errors) => {
            let failed =
                |e: racefree_grammar::SyntaxError| TypeError::new(shareable::GUARDED_OR_FINAL, e.span, e.message);
            Report { errors: errors.into_iter().map(failed).collect(), ..Report::default() }
        }
    }
}

/// An answer from a solution, before its omissions are judged.
pub(crate) fn answer(task: &Task<'_>, system: &mut System<'_>, values: &[bool], way: Way, ghosts: u32) -> Answer {
    let mut found = edits::annotations(system, task.source, values);
    if task.settings.class_guards {
        found = edits::fold_guards(task.program, task.source, found);
    }
    let text = edits::insert(task.source, &found, task.style, &[]);
    let reasons = reasons(system, task.source, values);
    let inferred = |annotation: Annotation| Inferred {
        because: annotation.lit.and_then(|lit| reasons.get(&lit)).cloned().unwrap_or_default(),
        by: way.name(),
        also: Vec::new(),
        seen: None,
        annotation,
    };
    let inferred: Vec<Inferred> = found.into_iter().map(inferred).collect();
    let statistics = vec![
        ("slots", system.slots.len() as f64),
        ("literals", system.meanings.len() as f64),
        ("clauses", system.clauses.len() as f64),
    ];
    Answer { ghosts, statistics, ..of_text(task, way, text, inferred) }
}

/// An answer of nothing but a text with annotations.
pub(crate) fn of_text(task: &Task<'_>, by: Way, text: String, inferred: Vec<Inferred>) -> Answer {
    let report = check(&text, task.settings);
    Answer {
        by,
        ok: report.is_ok(),
        complete: true,
        stopped: None,
        proved_best: false,
        ghosts: 0,
        depth: task.settings.depth,
        text,
        report,
        inferred,
        failed: Vec::new(),
        core: Vec::new(),
        dropped: Vec::new(),
        rejected: Vec::new(),
        statistics: Vec::new(),
    }
}

/// The constraints with the greatest number of ghosts, as weighted clauses (WCNF) with the meanings of the variables: a
/// violated premise costs its weight in a partial answer, an annotation costs nothing.
pub fn dump(program: &Program, source: &str, settings: &Settings) -> Result<String, Problem> {
    let facts = facts(program, source, settings)?;
    let template = Template::new(program, &facts, settings, settings.ghosts, |_| true);
    let system =
        System::new(&template, source, settings, Breadth::All, &Budget::new(settings.time, &settings.interrupt))?;
    Ok(crate::wcnf::write(&system, &sat::component::weights(&system, &facts)))
}

/// Annotations of a library, and the fields that they do not protect.
pub struct Found {
    /// The annotations, by place.
    pub annotations: Vec<Annotation>,
    /// The fields without protection.
    pub failed: Vec<Failed>,
}

/// Finds annotations by the fixpoint, whether or not the program checks with them: that is for the caller to judge. The program's places
/// need not be those of a text that parses to it.
///
/// # Errors
///
/// The budget is over.
pub fn of_library(program: &Program, source: &str, settings: &Settings, budget: &Budget) -> Result<Found, Stopped> {
    let facts = facts(program, source, settings).unwrap_or_else(|_| Facts::none(program));
    budget.check()?;
    let template = Template::new(program, &facts, settings, 0, |_| false);
    let mut system = System::new(&template, source, settings, Breadth::All, budget)?;
    budget.check()?;
    let solved = fixpoint::solve(&system, &facts);
    budget.check()?;
    let annotations = edits::annotations(&system, source, &solved.values);
    let failed = failures(&mut system, source, &solved);
    Ok(Found { annotations, failed })
}

/// The first way, and all that fails in it.
fn by_fixpoint(task: &Task<'_>) -> Result<(Answer, Vec<Failed>), Problem> {
    let template = Template::new(task.program, &task.facts, task.settings, 0, |_| false);
    let mut system = System::new(&template, task.source, task.settings, Breadth::All, &task.budget)?;
    let solved = fixpoint::solve(&system, &task.facts);
    let mut answer = answer(task, &mut system, &solved.values, Way::Fixpoint, 0);
    for inferred in &mut answer.inferred {
        inferred.also = others(&system, &solved, inferred.annotation.lit);
    }
    let failed = failures(&mut system, task.source, &solved);
    if !answer.ok {
        answer.failed = still_failing(task, &answer, &failed);
        comment(task, &mut answer);
    }
    Ok((answer, failed))
}

/// Comments beside the fields that fail, if they are wanted.
pub(crate) fn comment(task: &Task<'_>, answer: &mut Answer) {
    if task.settings.comments && !answer.failed.is_empty() {
        let annotations: Vec<Annotation> = answer.inferred.iter().map(|i| i.annotation.clone()).collect();
        let beside = |f: &Failed| {
            let span = task.program.fields[f.field as usize].name_span;
            (span.end, format!("no annotation found: {}", f.reason))
        };
        let comments: Vec<(u32, String)> = answer.failed.iter().map(beside).collect();
        answer.text = edits::insert(task.source, &annotations, task.style, &comments);
        answer.report = check(&answer.text, task.settings);
    }
}

/// Other guards of a field that survived.
fn others(system: &System<'_>, solved: &Fixpoint, lit: Option<Lit>) -> Vec<String> {
    let Some(lit) = lit else { return Vec::new() };
    let Some(slot) = crate::others::guard(system, lit) else { return Vec::new() };
    let alive = slot.choices().filter(|&(other, _)| other != lit && solved.survivors.has(other));
    alive.map(|(_, l)| system.text(l)).collect()
}
