//! Owners found for a program of a system that has them.

use super::{Found, Inferred};
use crate::desk::{Desk, Refusal, bad};
use crate::json::{self, Places, VERSION};
use crate::options::{self, InferOptions, WayWord};
use crate::source::Source;
use crate::variant::Rules;
use crate::verdict;
use racefree_grammar::Program;
use racefree_infer::owners::{self, Discovery, Observations};
use racefree_infer::{Budget, Stopped};
use racefree_kernel::System;
use serde_json::{Value, json};

/// Finds the owners of a program.
pub fn infer(
    desk: &Desk,
    source: Source,
    system: &'static dyn System,
    asked: &InferOptions,
) -> Result<Inferred, Refusal> {
    let text = &source.text;
    // Owners are found by the rules of the system beneath; the outer system judges the resulting program.
    let beneath = racefree_systems::beneath(system);
    let rules = options::rules(&asked.rules, beneath, &desk.variant)?;
    let program = match verdict::parse(system, text) {
        Ok(program) => program,
        Err(errors) => return Ok(Inferred::of(source, system, Program::default(), Found::Malformed(errors))),
    };
    let prefixed = |message: String| bad(format!("`{}`: {message}", source.name));
    let budget = Budget::new(desk.clocked(asked.time), &desk.interrupt);
    let (watched, seed) = watched(desk, &program, (asked, &rules), &budget).map_err(prefixed)?;
    let Some(mut found) = owners::discover(&program, text, &rules.options, watched, &budget) else {
        return Ok(Inferred::of(source, system, program, Found::Stopped(Stopped::Time)));
    };
    if system.id() != beneath.id()
        && let Ok(program) = verdict::parse(system, &found.text)
    {
        found.report = system.check(&program, &found.text, &rules.options);
    }
    Ok(Inferred { seed, ..Inferred::of(source, system, program, Found::Owners(Box::new(found))) })
}

/// Observations of runs, and the seed if it has an influence. A program that cannot run yields none.
fn watched(
    desk: &Desk,
    program: &Program,
    (asked, rules): (&InferOptions, &Rules),
    budget: &Budget,
) -> Result<(Observations, Option<u64>), String> {
    let runs = asked.runs(rules)?;
    if asked.by == WayWord::Defaults || program.main.is_none() {
        return Ok((Observations::default(), None));
    }
    let watched = owners::watch(program, &runs, budget, asked.workers(desk))
        .map_err(|errors| errors.first().map_or_else(String::new, |e| format!("it cannot run: {}", e.message)))?;
    Ok((watched, asked.is_random().then_some(runs.seed)))
}

/// The object of the JSON.
pub fn record(source: &Source, system: &dyn System, found: Option<&Discovery>, wrong: Value) -> Value {
    let places = Places::new(&source.text);
    let annotation = |a: &owners::FoundOwner| {
        json!({
            "span": places.place(a.span),
            "text": a.text,
            "from": a.from.name(),
            "evidence": { "objects": a.objects, "threads": a.threads },
        })
    };
    json!({
        "file": source.name,
        "version": VERSION,
        "system": system.name(),
        "program": found.map_or(&source.text, |found| &found.text),
        "checks": found.is_some_and(|found| found.report.is_ok()),
        "runs": found.map_or(0, |found| found.watched.runs),
        "complete": found.is_some_and(|found| found.watched.complete),
        "annotations": found.map_or_else(Vec::new, |found| found.annotations.iter().map(annotation).collect()),
        "wrong": wrong,
    })
}

/// Errors of the program that owners were found for.
pub fn wrong(found: &Discovery) -> Value {
    json::to_value(&json::type_errors(&Places::new(&found.text), &found.report.errors))
}
