//! `racefree explain`.

use super::Outcome;
use crate::args::{ExplainArgs, RunFormat};
use crate::explaining;
use crate::options;
use crate::running::host::Terminal;
use crate::running::{failed, program};
use crate::terminal::Out;
use racefree_answers::explaining::told::told;
use racefree_answers::explaining::{clients, open, report};
use racefree_answers::json::line;
use racefree_answers::options::{ExplainOptions, Exploring, all_monitors, explore_options};
use racefree_answers::running::Parsed;
use racefree_answers::verdict;
use racefree_explore::Options;
use racefree_kernel::TypeError;
use std::io::{self, Write};
use std::path::Path;

/// Says of every type error, silenced error and `holds` whether it is real.
pub fn run(args: &ExplainArgs, out: &mut Out) -> io::Result<Outcome> {
    answer(&args.file, &args.options, args.format, out)
}

/// Says it of a file.
pub fn answer(file: &Path, question: &ExplainOptions, format: RunFormat, out: &mut Out) -> io::Result<Outcome> {
    let ExplainOptions { exploring: asked, clients } = question;
    let (rules, clients) = (&asked.rules, *clients);
    let mut parsed = match program::parse(file, rules, format, out)? {
        Ok(parsed) => parsed,
        Err(outcome) => return Ok(outcome),
    };
    let unjudged = verdict::unjudged(&parsed.source.text, parsed.rules.system);
    if let Some(warning) = unjudged.filter(|_| rules.system.is_none()) {
        out.complain(&format!("`{}`: {}", parsed.source.name, warning.message));
    }
    parsed.settle(rules.defaults, asked.time);
    let (desk, terminal) = options::desk(!out.quiet);
    let asked = &desk.exploring(asked);
    let options = match explore_options(asked, &parsed.rules, all_monitors(&parsed.rules), &desk.host) {
        Ok(options) => Options { outcomes: false, ..options },
        Err(message) => return Ok(failed(out, &message)),
    };
    if parsed.program.main.is_none() {
        let errors = parsed.report.errors.iter().chain(&parsed.report.silenced);
        let errors: Vec<_> = errors.map(|e| e.span).collect();
        if clients > 0 && !errors.is_empty() {
            return library(&parsed, (asked, clients), &options, (format, &terminal), out);
        }
        let suggestion = open::suggestion(&parsed.program, &errors);
        match format {
            RunFormat::Json => writeln!(out, "{}", line(&report::open(&parsed, suggestion)))?,
            RunFormat::Human => explaining::open(&parsed, suggestion.as_deref(), out)?,
        }
        return Ok(if errors.is_empty() { Outcome::Fine } else { Outcome::Budget });
    }
    let loaded = match program::ready(parsed, format, out)? {
        Ok(loaded) => loaded,
        Err(outcome) => return Ok(outcome),
    };
    let answered = told(&loaded, asked, &options, clients, |told| {
        terminal.clear();
        match format {
            RunFormat::Json => writeln!(out, "{}", line(&told.json())),
            RunFormat::Human => explaining::verdicts(told, out),
        }
    });
    match answered {
        Some((ending, written)) => written.map(|()| ending.into()),
        None => {
            match format {
                RunFormat::Json => writeln!(out, "{}", line(&report::nothing(&loaded)))?,
                RunFormat::Human => explaining::nothing(&loaded, out)?,
            }
            Ok(Outcome::Fine)
        }
    }
}

/// A program without a main expression: its errors are judged by clients alone.
fn library(
    parsed: &Parsed,
    (asked, clients): (&Exploring, usize),
    options: &Options,
    (format, terminal): (RunFormat, &Terminal),
    out: &mut Out,
) -> io::Result<Outcome> {
    let errors: Vec<&TypeError> = parsed.report.errors.iter().chain(&parsed.report.silenced).collect();
    let tried = clients::find(&parsed.source, &parsed.program, &parsed.rules, &errors, options, clients);
    let clients: Vec<report::WithClient> = (tried.found.iter().zip(&errors))
        .map(|(client, error)| report::WithClient::new((error.premise, error.span), client.as_ref(), asked))
        .collect();
    terminal.clear();
    match format {
        RunFormat::Json => writeln!(out, "{}", line(&report::library(parsed, &clients, &tried)))?,
        RunFormat::Human => explaining::library(&parsed.source, &errors, &clients, &tried, out)?,
    }
    let real = clients.iter().any(|c| c.shown.is_some());
    Ok(if real { Outcome::Wrong } else { Outcome::Budget })
}
