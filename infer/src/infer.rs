//! From a program to an answer.

use crate::answer::{Answer, Failed, Inferred, Refuted, Way};
use crate::clauses::{Lit, Meaning};
use crate::edits::{self, Annotation, Style};
use crate::erase::erased;
use crate::fixpoint::{self, Fixpoint};
use crate::reasons::reasons;
use crate::run::{Runs, by_run};
use crate::sat;
use crate::sat::optimum::{Deadline, OutOfTime};
use crate::slots::{Facts, Place, Settings, Template, cone};
use crate::system::{Breadth, System, TooLarge};
use racefree_grammar::Program;
use racefree_kernel::{Report, TypeError};
use racefree_typeck::rules::{exp_assign, exp_holds, exp_ref, exp_sync, final_ref, shareable};
use racefree_typeck::typed::typed;
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// Why there is no answer.
#[derive(Debug)]
pub enum Problem {
    /// P is no program of ConcurrentJava: its errors without annotations.
    NoProgram(Vec<TypeError>),
    /// It cannot run, so nothing can be learned from runs.
    CannotRun(String),
    /// A budget ran out.
    Budget(&'static str),
}

impl From<TooLarge> for Problem {
    fn from(_: TooLarge) -> Problem {
        Problem::Budget("--memory")
    }
}

impl From<OutOfTime> for Problem {
    fn from(_: OutOfTime) -> Problem {
        Problem::Budget("--time")
    }
}

/// What all ways need.
pub(crate) struct Task<'a> {
    pub program: &'a Program,
    pub source: &'a str,
    pub settings: &'a Settings,
    pub facts: Facts,
    pub style: Style,
    pub deadline: Deadline,
}

/// A solution that the checker rejects is blocked so often, and the search goes on.
const BLOCKED: usize = 100;

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
            if answer.ok && way.is_none() { Ok(answer) } else { by_sat(&task, &answer, &failed) }
        }
    }
}

/// Finds annotations for a program by `run`.
///
/// # Errors
///
/// As for [`infer`], and if the program cannot run.
pub fn infer_by_runs(
    program: &Program,
    source: &str,
    settings: &Settings,
    runs: &Runs,
    style: Option<Style>,
) -> Result<Answer, Problem> {
    let task = task(program, source, settings, style)?;
    let (_, failed) = by_fixpoint(&task)?;
    by_run(&task, runs, &failed)
}

fn task<'a>(
    program: &'a Program,
    source: &'a str,
    settings: &'a Settings,
    style: Option<Style>,
) -> Result<Task<'a>, Problem> {
    let time = settings.time.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.min(1e9)));
    let facts = facts(program, source, settings)?;
    let style = style.unwrap_or_else(|| edits::style_of(program, source));
    Ok(Task { program, source, settings, facts, style, deadline: Deadline(time) })
}

/// What is known of a program of ConcurrentJava.
pub fn facts(program: &Program, source: &str, settings: &Settings) -> Result<Facts, Problem> {
    let plain = erased(program);
    let (report, types) = typed(&plain, source, &settings.options);
    let allowed = |e: &TypeError| {
        let missing = e.premise == shareable::GUARDED_OR_FINAL || e.premise == exp_sync::LOCK_FINAL;
        missing || e.premise.rule() == exp_holds::RULE
    };
    let errors: Vec<TypeError> = report.errors.into_iter().filter(|e| !allowed(e)).collect();
    if !errors.is_empty() {
        return Err(Problem::NoProgram(errors));
    }
    Ok(Facts::new(program, &types))
}

/// What the checker says of a text.
pub(crate) fn check(text: &str, settings: &Settings) -> Report {
    match racefree_grammar::parse(text) {
        Ok(program) => racefree_typeck::check(&program, text, &settings.options),
        // Not reached: insertions keep a program one. It would be no answer.
        Err(errors) => {
            let failed =
                |e: racefree_grammar::SyntaxError| TypeError::new(shareable::GUARDED_OR_FINAL, e.span, e.message);
            Report { errors: errors.into_iter().map(failed).collect(), ..Report::default() }
        }
    }
}

/// An answer from a solution, not judged yet by what it lacks.
pub(crate) fn answer(task: &Task<'_>, system: &mut System<'_>, values: &[bool], way: Way, ghosts: u32) -> Answer {
    let mut found = edits::annotations(system, task.source, values);
    if task.settings.class_guards {
        found = edits::fold_guards(task.program, task.source, found);
    }
    let text = edits::insert(task.source, &found, task.style, &[]);
    let report = check(&text, task.settings);
    let reasons = reasons(system, task.source, values);
    let inferred = |annotation: Annotation| Inferred {
        because: annotation.lit.and_then(|lit| reasons.get(&lit)).cloned().unwrap_or_default(),
        by: way.name(),
        also: Vec::new(),
        annotation,
    };
    let inferred: Vec<Inferred> = found.into_iter().map(inferred).collect();
    let statistics = vec![
        ("slots", system.slots.len() as f64),
        ("literals", system.meanings.len() as f64),
        ("clauses", system.clauses.len() as f64),
    ];
    Answer {
        by: way,
        ok: report.is_ok(),
        complete: true,
        out_of_budget: false,
        proved_best: false,
        ghosts,
        depth: task.settings.depth,
        text,
        report,
        inferred,
        failed: Vec::new(),
        core: Vec::new(),
        dropped: Vec::new(),
        statistics,
    }
}

/// The constraints with as many ghosts as there may be, as weighted clauses (WCNF) with the meanings of the variables: a
/// violated premise costs what it weighs in a partial answer, an annotation costs nothing.
///
/// # Errors
///
/// As for [`infer`].
pub fn dump(program: &Program, source: &str, settings: &Settings) -> Result<String, Problem> {
    let facts = facts(program, source, settings)?;
    let template = Template::new(program, &facts, settings, settings.ghosts, |_| true);
    let system = System::new(&template, source, settings, Breadth::All)?;
    Ok(crate::wcnf::write(&system, &sat::component::weights(&system, &facts)))
}

/// The first way, and all that fails in it.
fn by_fixpoint(task: &Task<'_>) -> Result<(Answer, Vec<Failed>), Problem> {
    let template = Template::new(task.program, &task.facts, task.settings, 0, |_| false);
    let mut system = System::new(&template, task.source, task.settings, Breadth::All)?;
    let solved = fixpoint::solve(&system, &task.facts);
    let mut answer = answer(task, &mut system, &solved.values, Way::Fixpoint, 0);
    for inferred in &mut answer.inferred {
        inferred.also = others(&system, &solved, inferred.annotation.lit);
    }
    let failed = failures(&system, &solved);
    if !answer.ok {
        answer.failed = failed.clone();
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
    let Meaning::Choice(slot, _) = system.meanings[lit.var() as usize] else { return Vec::new() };
    let slot = &system.slots[slot as usize];
    if !matches!(slot.place, Place::Guard(_)) {
        return Vec::new();
    }
    let alive = slot.choices().filter(|&(other, _)| other != lit && solved.survivors.has(other));
    alive.map(|(_, l)| system.text(l)).collect()
}

fn failures(system: &System<'_>, solved: &Fixpoint) -> Vec<Failed> {
    let instance = |i: u32| system.instances[i as usize];
    let refuted = |what: String, lit: Lit, roots: Vec<u32>| Refuted {
        lock: what,
        refuted_by: (solved.survivors.reason[lit.var() as usize])
            .and_then(|clause| system.clauses.tag(clause as usize))
            .map(instance),
        roots: roots.into_iter().map(instance).collect(),
        schedule: None,
    };
    let one = |field: &fixpoint::FailedField| {
        let slot = system.slots.iter().find(|s| s.place == Place::Guard(field.field));
        let guards = slot.map(|slot| slot.choices().collect::<Vec<_>>()).unwrap_or_default();
        let mut candidates: Vec<Refuted> = guards
            .into_iter()
            .zip(&field.candidates)
            .map(|((lit, l), (_, roots))| refuted(system.text(l), lit, roots.clone()))
            .collect();
        let nearest = candidates.iter().filter(|c| !c.roots.is_empty()).min_by_key(|c| c.roots.len());
        let edit = nearest.map(|c| (c.lock.clone(), c.roots.iter().map(|r| r.span).collect()));
        let local = system.local_of(system.cx.recorder.class_of_field(field.field));
        if local != Lit::FALSE && local != Lit::TRUE {
            candidates.push(refuted("thread_local".to_owned(), local, solved.survivors.roots(system, local)));
        }
        let assigned = system.finals[field.field as usize] == Lit::FALSE;
        let reason = if assigned { "no-common-lock" } else { "unprotected" };
        Failed { field: field.field, reason: reason.to_owned(), candidates, edit }
    };
    solved.failed.iter().map(one).collect()
}

/// The second way.
fn by_sat(task: &Task<'_>, first: &Answer, failed: &[Failed]) -> Result<Answer, Problem> {
    let Task { program, source, settings, ref facts, deadline, .. } = *task;
    let fields = failed.iter().map(|f| f.field);
    let owner = |f: u32| program.classes.iter().position(|c| c.fields.indices().contains(&(f as usize)));
    let mut start: FxHashSet<u32> = fields.filter_map(|f| owner(f).map(|c| c as u32)).collect();
    start.extend(lacking(program, facts));
    if !first.ok && start.is_empty() {
        start.extend(0..program.classes.len() as u32);
    }
    let cone = cone(program, facts, start);
    let related = |gamma| {
        let template = Template::new(program, facts, settings, gamma, |c| cone.contains(&c));
        attempt(task, &template, Breadth::Related, gamma)
    };
    let all = |gamma| attempt(task, &Template::new(program, facts, settings, gamma, |_| true), Breadth::All, gamma);
    if let Some(found) = related(0)? {
        return Ok(found);
    }
    if first.ok
        && let Some(found) = all(0)?
    {
        return Ok(found);
    }
    for gamma in 1..=settings.ghosts {
        if let Some(found) = related(gamma)? {
            return Ok(found);
        }
    }
    let template = Template::new(program, facts, settings, settings.ghosts, |_| true);
    let mut system = System::new(&template, source, settings, Breadth::All)?;
    if sat::is_solvable(&system) {
        for gamma in 0..=settings.ghosts {
            if let Some(found) = all(gamma)? {
                return Ok(found);
            }
        }
    }
    let core = sat::blame(&system, deadline)?;
    let best = sat::partial(&system, facts, deadline)?;
    let mut answer = answer(task, &mut system, &best.values, Way::Sat, settings.ghosts);
    answer.core = core.iter().map(|&i| system.instances[i as usize]).collect();
    answer.failed = still_failing(task, &answer, failed);
    answer.statistics.push(("queries", best.queries as f64));
    comment(task, &mut answer);
    Ok(answer)
}

/// Classes of which an occurrence lacks arguments.
fn lacking(program: &Program, facts: &Facts) -> Vec<u32> {
    let classes = facts.class_of_type.iter().zip(&program.types).filter_map(|(class, t)| {
        let class = (*class)?;
        let args = matches!(t.kind, racefree_grammar::ast::TypeKind::Class { args, .. } if args.len > 0);
        (!args && !program.classes[class as usize].ghosts.is_empty()).then_some(class)
    });
    classes.collect()
}

/// The best solution of a system that the checker accepts, if there is one.
fn attempt(task: &Task<'_>, template: &Template, breadth: Breadth, gamma: u32) -> Result<Option<Answer>, Problem> {
    let mut system = System::new(template, task.source, task.settings, breadth)?;
    for blocked in 0..BLOCKED {
        let Some(solution) = sat::solve(&system, task.deadline)? else { return Ok(None) };
        let mut answer = answer(task, &mut system, &solution.values, Way::Sat, gamma);
        answer.statistics.push(("queries", solution.queries as f64));
        if answer.ok {
            answer.proved_best = true;
            answer.statistics.push(("blocked", blocked as f64));
            return Ok(Some(answer));
        }
        let lits = to_block(&system, &answer, &solution.values);
        system.block(&lits);
    }
    Ok(None)
}

/// What is wrong with a solution that the checker rejects: a circle of final fields' types, which depends on finals and
/// arguments alone; anything else is a mistake of ours, and the solution as a whole is excluded.
fn to_block(system: &System<'_>, answer: &Answer, values: &[bool]) -> Vec<Lit> {
    let circle = |e: &TypeError| e.because.iter().any(|(premise, _)| *premise == final_ref::TYPE);
    let only_circles = answer.report.errors.iter().all(circle);
    let in_circle = |meaning: Meaning| match meaning {
        Meaning::Final(_) | Meaning::Ghost(..) => true,
        Meaning::Choice(slot, _) => matches!(system.slots[slot as usize].place, Place::Arg(..)),
        Meaning::Local(_) => false,
        Meaning::Constant | Meaning::Both(..) | Meaning::Differ => false,
    };
    let chosen = (1..values.len() as u32).filter(|&v| values[v as usize] && sat::component::counts(system, v));
    chosen.filter(|&v| !only_circles || in_circle(system.meanings[v as usize])).map(Lit::of).collect()
}

/// The fields that errors of a partial answer are about, with what is known of them from the fixpoint.
pub(crate) fn still_failing(task: &Task<'_>, answer: &Answer, known: &[Failed]) -> Vec<Failed> {
    let text = match racefree_grammar::parse(&answer.text) {
        Ok(text) => text,
        Err(_) => return known.to_vec(),
    };
    let mut fields: Vec<u32> = Vec::new();
    for e in &answer.report.errors {
        if e.premise == shareable::GUARDED_OR_FINAL {
            let field = text.fields.iter().position(|f| f.span == e.span);
            fields.extend(field.map(|f| f as u32));
        } else if matches!(e.premise, exp_ref::GUARD_HELD | exp_assign::GUARD_HELD) {
            fields.extend(accessed(&text, e, task));
        }
    }
    fields.sort_unstable();
    fields.dedup();
    let found: Vec<Failed> = known.iter().filter(|f| fields.contains(&f.field)).cloned().collect();
    if found.is_empty() { known.to_vec() } else { found }
}

/// The fields that an access with an error may be of, by the name that is accessed.
fn accessed(text: &Program, e: &TypeError, task: &Task<'_>) -> Vec<u32> {
    use racefree_grammar::ast::Expr;
    let at = text
        .exprs
        .iter()
        .zip(&text.spans)
        .find(|&(expr, span)| *span == e.span && matches!(expr, Expr::Field { .. } | Expr::Assign { .. }));
    let name = match at.map(|a| a.0) {
        Some(&(Expr::Field { field, .. } | Expr::Assign { field, .. })) => text.text(field),
        _ => return Vec::new(),
    };
    let fields = task.program.fields.iter().enumerate();
    fields.filter(|(_, f)| task.program.text(f.name) == name).map(|(f, _)| f as u32).collect()
}

/// The paper's heuristics, as a baseline.
fn by_defaults(task: &Task<'_>) -> Answer {
    let mut filled = task.program.clone();
    let what = racefree_typeck::defaults::fill_in(&mut filled);
    let mut found: Vec<Annotation> = Vec::new();
    for &c in &what.thread_local {
        let class = &task.program.classes[c];
        found.push(Annotation {
            kind: edits::Kind::ThreadLocal,
            class: Some(c as u32),
            member: None,
            text: "thread_local".to_owned(),
            span: class.name_span,
            at: class.span.start,
            lit: None,
        });
    }
    for &f in &what.guarded {
        let field = &task.program.fields[f];
        let class = task.program.classes.iter().position(|c| c.fields.indices().contains(&f));
        found.push(Annotation {
            kind: edits::Kind::GuardedBy,
            class: class.map(|c| c as u32),
            member: Some(task.program.text(field.name).to_owned()),
            text: "this".to_owned(),
            span: field.name_span,
            at: field.name_span.end,
            lit: None,
        });
    }
    found.sort_by_key(|a| a.at);
    let text = edits::insert(task.source, &found, task.style, &[]);
    let report = check(&text, task.settings);
    let default = |annotation| Inferred { annotation, by: "default", because: Vec::new(), also: Vec::new() };
    Answer {
        by: Way::Defaults,
        ok: report.is_ok(),
        complete: true,
        out_of_budget: false,
        proved_best: false,
        ghosts: 0,
        depth: task.settings.depth,
        text,
        report,
        inferred: found.into_iter().map(default).collect(),
        failed: Vec::new(),
        core: Vec::new(),
        dropped: Vec::new(),
        statistics: Vec::new(),
    }
}
