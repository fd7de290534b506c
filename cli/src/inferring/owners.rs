//! `racefree infer` of a program of the system of owners.

use crate::args::infer::InferArgs;
use crate::args::{RunFormat, SchedulerArg};
use crate::atomic_file;
use crate::commands::Outcome;
use crate::diagnostics::Artist;
use crate::options;
use crate::running::interrupt;
use crate::terminal::Out;
use racefree_answers::json::{self, Places, VERSION};
use racefree_answers::{Source, verdict};
use racefree_infer::Budget;
use racefree_infer::owners::{self, Discovery, From, Runs, Watched};
use racefree_interp::{Limits, Semantics};
use racefree_kernel::System;
use racefree_owners::Eprfj;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// Finds the owners of a program.
pub fn one(
    path: &Path,
    source: &Source,
    system: &'static dyn System,
    args: &InferArgs,
    out: &mut Out,
) -> io::Result<Outcome> {
    let Source { name, text } = source;
    // Owners are found by their own rules; what is over them judges the program that comes out.
    let rules = match options::rules(&args.rules, &Eprfj) {
        Ok(rules) => rules,
        Err(message) => {
            out.complain(&message);
            return Ok(Outcome::Failed);
        }
    };
    let program = match verdict::parse(system, text) {
        Ok(program) => program,
        Err(errors) => {
            match args.format {
                RunFormat::Human => crate::commands::check::syntax_errors(source, &errors, out)?,
                RunFormat::Json => {
                    let wrong = json::syntax_errors(&Places::new(text), &errors);
                    writeln!(out, "{}", answer(name, system, text, None, wrong))?;
                }
            }
            return Ok(Outcome::Wrong);
        }
    };
    let watched = match watched(&program, args, out) {
        Ok(watched) => watched,
        Err(message) => {
            out.complain(&format!("`{name}`: {message}"));
            return Ok(Outcome::Failed);
        }
    };
    let budget = Budget::new(args.time, &interrupt::flag());
    let Some(mut found) = owners::discover(&program, text, &rules.options, watched, &budget) else {
        out.complain(&format!("{name}: --time ran out before an answer"));
        return Ok(Outcome::Budget);
    };
    if system.id() != Eprfj.id()
        && let Ok(program) = verdict::parse(system, &found.text)
    {
        found.report = system.check(&program, &found.text, &rules.options);
    }
    let checks = found.report.is_ok();
    let outcome = if checks { Outcome::Fine } else { Outcome::Wrong };
    if args.in_place
        && (checks || args.partial)
        && found.text != *text
        && let Err(error) = atomic_file::rewrite(path, text, &found.text)
    {
        out.complain(&format!("cannot write `{name}`: {error}; it is as it was"));
        return Ok(Outcome::Failed);
    }
    if args.format == RunFormat::Json {
        let wrong = json::errors(&Places::new(&found.text), &found.report.errors).into();
        writeln!(out, "{}", answer(name, system, text, Some(&found), wrong))?;
        return Ok(outcome);
    }
    let told = report(name, text, &found);
    if args.report {
        out.write_all(told.as_bytes())?;
        return Ok(outcome);
    }
    if args.diff {
        out.verbatim(&super::diff::unified(name, text, &found.text))?;
    } else if !args.in_place {
        out.verbatim(&found.text)?;
    }
    out.flush()?;
    if !checks && !args.diff {
        let artist = Artist::new(name, &found.text, out);
        for error in found.report.errors.iter().take(crate::commands::check::DRAWN) {
            artist.type_error(error, false, out)?;
        }
    }
    if !out.quiet {
        out.aside(&told);
    }
    Ok(outcome)
}

/// What runs show. A program that cannot run has none.
fn watched(program: &racefree_grammar::Program, args: &InferArgs, out: &mut Out) -> Result<Watched, String> {
    let SchedulerArg::Kind(scheduler) = args.scheduler else {
        return Err("`infer` runs a program often, so it takes no `replay:` scheduler".to_owned());
    };
    if args.by == crate::args::infer::WayArg::Defaults || program.main.is_none() {
        return Ok(Watched::default());
    }
    let lowered = racefree_interp::lower(program.clone())
        .map_err(|errors| errors.first().map_or_else(String::new, |e| format!("it cannot run: {}", e.message)))?;
    let random = !args.explore && args.scheduler.is_random();
    let seed = args.seed.unwrap_or_else(options::drawn);
    if args.seed.is_none() && random && !out.quiet {
        out.complain(&format!("seed {seed}"));
    }
    let limits = Limits { steps: args.max_steps, ..Limits::default() };
    let semantics = Semantics { locks: options::locks(args.locks), ..Semantics::default() };
    let (runs, exhaustive, threads) = (args.runs, args.explore, args.threads.map_or(1, usize::from));
    Ok(owners::watch::watch(&lowered, &Runs { runs, seed, scheduler, exhaustive, threads, semantics, limits }))
}

/// The object of the JSON.
fn answer(
    name: &str,
    system: &dyn System,
    source: &str,
    found: Option<&Discovery>,
    wrong: serde_json::Value,
) -> serde_json::Value {
    let places = Places::new(source);
    let annotation = |a: &owners::Annotation| {
        json!({
            "span": places.place(a.span),
            "text": a.text,
            "from": a.from.name(),
            "evidence": { "objects": a.objects, "threads": a.threads },
        })
    };
    json!({
        "file": name,
        "version": VERSION,
        "system": system.name(),
        "program": found.map_or(source, |found| &found.text),
        "checks": found.is_some_and(|found| found.report.is_ok()),
        "runs": found.map_or(0, |found| found.watched.runs),
        "complete": found.is_some_and(|found| found.watched.complete),
        "annotations": found.map_or_else(Vec::new, |found| found.annotations.iter().map(annotation).collect()),
        "wrong": wrong,
    })
}

/// For people: each annotation with where it comes from, what is still wrong.
fn report(name: &str, source: &str, found: &Discovery) -> String {
    let mut out = String::new();
    let places = Places::new(source);
    let wrong = found.report.errors.len();
    let verdict = match wrong {
        0 => "checks".to_owned(),
        1 => "1 error is left".to_owned(),
        n => format!("{n} errors are left"),
    };
    let all = if found.watched.complete { ", which are all schedules" } else { "" };
    let _ = writeln!(out, "{name}: {verdict}, after {} runs{all}", found.watched.runs);
    for a in &found.annotations {
        let seen = match a.objects {
            0 => String::new(),
            n => format!(": {n} objects, at most {} threads each", a.threads),
        };
        let what = a.span.text(source);
        let what = if what.len() > 40 || what.contains('\n') { "" } else { what };
        let _ = writeln!(out, "  line {}: {what} {}  ({}{seen})", places.line(a.span), a.text, a.from.name());
    }
    for error in &found.report.errors {
        let premise = racefree_systems::premise_name(error.premise);
        let line = places.line(found.origin(error.span));
        let _ = writeln!(out, "  line {line}: still wrong: {premise}: {}", error.message);
    }
    let count = |from: From| found.annotations.iter().filter(|a| a.from == from).count();
    let _ = writeln!(
        out,
        "{} annotations: {} watched, {} propagated, {} by default, {} given",
        found.annotations.len(),
        count(From::Watched),
        count(From::Propagated),
        count(From::Default),
        count(From::Given)
    );
    out
}
