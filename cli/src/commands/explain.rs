//! `racefree explain`.

use super::Outcome;
use crate::args::{ExplainArgs, RunFormat};
use crate::explaining::told::told;
use crate::explaining::{clients, open, report};
use crate::options;
use crate::running::{failed, interrupt, program};
use crate::terminal::Out;
use racefree_explore::Options;
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
    let answered = told(&loaded, exploring, &options, args.clients, !out.quiet, |told| match exploring.format {
        RunFormat::Json => told.json(out),
        RunFormat::Human => told.human(out),
    });
    match answered {
        Some((outcome, written)) => written.map(|()| outcome),
        None => {
            report::nothing(&loaded, exploring.format, out)?;
            Ok(Outcome::Fine)
        }
    }
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
