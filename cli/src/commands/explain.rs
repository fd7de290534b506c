//! `racefree explain`.

use super::Outcome;
use crate::args::{ExplainArgs, MonitorsArg, RunFormat};
use crate::explaining::judge::{Subject, Verdict, judge};
use crate::explaining::places::within;
use crate::explaining::{clients, open, reach, report, why};
use crate::exploring::cycles::{self, Serial};
use crate::exploring::{Shown, search, shown};
use crate::options;
use crate::running::{Again, failed, interrupt, program};
use crate::terminal::Out;
use racefree_explore::{Cut, Options};
use racefree_interp::drive::Key;
use racefree_interp::monitor::MonitorSet;
use racefree_kernel::TypeError;
use std::io;

/// Says of every type error, silenced error and `holds` whether it is real.
pub fn run(args: &ExplainArgs, out: &mut Out) -> io::Result<Outcome> {
    let exploring = &args.exploring;
    let mut parsed = match program::parse(&args.file, &exploring.rules, exploring.format, out)? {
        Ok(parsed) => parsed,
        Err(outcome) => return Ok(outcome),
    };
    parsed.settle(exploring.rules.defaults);
    let options = match options::explore_options(exploring, &parsed.rules, MonitorSet::ALL) {
        Ok(options) => Options { outcomes: false, ..options },
        Err(message) => return Ok(failed(out, &message)),
    };
    if parsed.program.main.is_none() && args.clients == 0 {
        let errors = parsed.report.errors.iter().chain(&parsed.report.silenced);
        let errors: Vec<_> = errors.map(|e| e.span).collect();
        let suggestion = open::suggestion(&parsed.program, &errors);
        let wrong = !(parsed.report.errors.is_empty() && parsed.report.silenced.is_empty());
        report::open(&parsed, suggestion.as_deref(), exploring.format, out)?;
        return Ok(if wrong { Outcome::Budget } else { Outcome::Fine });
    }
    if parsed.program.main.is_none() {
        let wrong = !(parsed.report.errors.is_empty() && parsed.report.silenced.is_empty());
        if !wrong {
            let suggestion = open::suggestion(&parsed.program, &[]);
            report::open(&parsed, suggestion.as_deref(), exploring.format, out)?;
            return Ok(Outcome::Fine);
        }
        return library(args, &parsed, &options, out);
    }
    let loaded = match program::ready(parsed, exploring.format, out)? {
        Ok(loaded) => loaded,
        Err(outcome) => return Ok(outcome),
    };
    let errors = loaded.report.errors.iter().map(|e| Subject::Error(e, false));
    let silenced = loaded.report.silenced.iter().map(|e| Subject::Error(e, true));
    let holds = loaded.report.escapes.holds.iter().map(|&span| Subject::Holds(span));
    let items: Vec<Subject<'_>> = errors.chain(silenced).chain(holds).collect();
    if items.is_empty() {
        report::nothing(&loaded, exploring.format, out)?;
        return Ok(Outcome::Fine);
    }
    interrupt::listen();
    let searched = search(&loaded.program, exploring, &options, !out.quiet);
    let spans: Vec<_> = items.iter().map(Subject::span).collect();
    let reached = reach::sample(&loaded.program, &options, &spans);
    let unproved = loaded.report.facts.as_ref().map_or(&[][..], |facts| &facts.unproved);
    let mut judged = judge(&loaded.program, &searched.result, &items, &reached, unproved);
    for one in judged.iter_mut().filter(|j| j.verdict == Verdict::FalseAlarm) {
        let block = one.item.claim().and_then(|span| cycles::claimed_at(&loaded.program, span));
        one.why = block.and_then(|block| why::why(&loaded.program, &options, block));
    }
    let in_a_class = |e: &TypeError| loaded.program.tables.program.classes.iter().any(|c| within(e.span, c.span));
    let harmless: Vec<&TypeError> = (judged.iter())
        .filter(|j| j.verdict == Verdict::FalseAlarm)
        .filter_map(|j| match j.item {
            Subject::Error(error, _) if in_a_class(error) => Some(error),
            Subject::Error(..) | Subject::Holds(_) => None,
        })
        .collect();
    let tried = match harmless.is_empty() || args.clients == 0 {
        true => None,
        false => {
            let program = &loaded.program.tables.program;
            Some(clients::find(&loaded.source, program, &loaded.rules, &harmless, &options, args.clients))
        }
    };
    let clients: Vec<report::WithClient> = (tried.iter().flat_map(|t| t.found.iter().zip(&harmless)))
        .map(|(client, error)| report::WithClient::new((error.premise, error.span), client.as_ref(), exploring))
        .collect();
    let mut keys: Vec<Key> = Vec::new();
    for one in &judged {
        let real = if let Verdict::Real(key) = &one.verdict { Some(key) } else { None };
        for key in real.into_iter().chain(&one.discipline).chain(&one.unclear) {
            if !keys.contains(key) {
                keys.push(key.clone());
            }
        }
    }
    let witnesses = if keys.is_empty() { Vec::new() } else { shown::shorten(&loaded, &searched, &keys) };
    let again = Again::exploring(&loaded.source.name, exploring, MonitorsArg::Auto);
    let all: Vec<Shown> = witnesses.iter().map(|w| Shown::new(&loaded, &searched.options, &again, w)).collect();
    let tried = tried.as_ref();
    let blocks: Vec<_> = keys.iter().filter_map(cycles::block).collect();
    let serial = Serial::of(&loaded, &searched, &blocks);
    let told = report::Told {
        loaded: &loaded,
        searched: &searched,
        judged: &judged,
        shown: &all,
        clients: &clients,
        tried,
        serial: &serial,
    };
    match exploring.format {
        RunFormat::Json => told.json(out)?,
        RunFormat::Human => told.human(out)?,
    }
    let has = |is: fn(&Verdict) -> bool| judged.iter().any(|j| is(&j.verdict));
    Ok(match () {
        () if searched.result.cut == Some(Cut::Interrupted) => Outcome::Interrupted,
        () if has(|v| matches!(v, Verdict::Real(_))) => Outcome::Wrong,
        () if clients.iter().any(|c| c.shown.is_some()) => Outcome::Wrong,
        () if has(|v| *v == Verdict::Unknown) => Outcome::Budget,
        () => Outcome::Fine,
    })
}

/// A program without a main expression: its errors are judged by clients alone.
fn library(args: &ExplainArgs, parsed: &program::Parsed, options: &Options, out: &mut Out) -> io::Result<Outcome> {
    let exploring = &args.exploring;
    interrupt::listen();
    let errors: Vec<&TypeError> = parsed.report.errors.iter().chain(&parsed.report.silenced).collect();
    let tried = clients::find(&parsed.source, &parsed.program, &parsed.rules, &errors, options, args.clients);
    let clients: Vec<report::WithClient> = (tried.found.iter().zip(&errors))
        .map(|(client, error)| report::WithClient::new((error.premise, error.span), client.as_ref(), exploring))
        .collect();
    report::library(parsed, &errors, &clients, &tried, exploring.format, out)?;
    let real = clients.iter().any(|c| c.shown.is_some());
    Ok(if real { Outcome::Wrong } else { Outcome::Budget })
}
