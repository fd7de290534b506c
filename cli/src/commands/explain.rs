//! `racefree explain`.

use super::Outcome;
use crate::args::{ExplainArgs, RuleArgs, RunFormat};
use crate::explaining;
use crate::options;
use crate::running::host::Terminal;
use crate::running::{failed, program};
use crate::terminal::Out;
use racefree_answers::explaining::told::told;
use racefree_answers::explaining::{clients, open, report};
use racefree_answers::json::line;
use racefree_answers::options::{Exploring, all_monitors, explore_options};
use racefree_answers::running::Parsed;
use racefree_answers::verdict;
use racefree_explore::{Host, Options};
use racefree_kernel::TypeError;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Which program, and how its errors are to be judged.
pub struct Question<'a> {
    /// The file.
    pub file: &'a Path,
    /// By which rules.
    pub rules: &'a RuleArgs,
    /// How schedules are covered.
    pub asked: &'a Exploring,
    /// How to print the answer.
    pub format: RunFormat,
    /// The most clients.
    pub clients: usize,
}

/// Says of every type error, silenced error and `holds` whether it is real.
pub fn run(args: &ExplainArgs, out: &mut Out) -> io::Result<Outcome> {
    let (rules, format) = (&args.exploring.rules, args.exploring.format);
    let asked = &options::exploring(&args.exploring);
    answer(&Question { file: &args.file, rules, asked, format, clients: args.clients }, out)
}

/// Answers it.
pub fn answer(question: &Question<'_>, out: &mut Out) -> io::Result<Outcome> {
    let Question { file, rules, asked, format, clients } = *question;
    let mut parsed = match program::parse(file, rules, format, out)? {
        Ok(parsed) => parsed,
        Err(outcome) => return Ok(outcome),
    };
    let unjudged = verdict::unjudged(&parsed.source.text, parsed.rules.system);
    if let Some(warning) = unjudged.filter(|_| rules.system.is_none()) {
        out.complain(&format!("`{}`: {}", parsed.source.name, warning.message));
    }
    parsed.settle(rules.defaults, asked.time);
    let terminal = Terminal::listen(!out.quiet);
    let host: Arc<dyn Host> = terminal.clone();
    let options = match explore_options(asked, &parsed.rules, all_monitors(&parsed.rules), &host) {
        Ok(options) => Options { outcomes: false, ..options },
        Err(message) => return Ok(failed(out, &message)),
    };
    if parsed.program.main.is_none() {
        let errors = parsed.report.errors.iter().chain(&parsed.report.silenced);
        let errors: Vec<_> = errors.map(|e| e.span).collect();
        if clients > 0 && !errors.is_empty() {
            return library(question, &parsed, &options, &terminal, out);
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
    question: &Question<'_>,
    parsed: &Parsed,
    options: &Options,
    terminal: &Terminal,
    out: &mut Out,
) -> io::Result<Outcome> {
    let errors: Vec<&TypeError> = parsed.report.errors.iter().chain(&parsed.report.silenced).collect();
    let tried = clients::find(&parsed.source, &parsed.program, &parsed.rules, &errors, options, question.clients);
    let clients: Vec<report::WithClient> = (tried.found.iter().zip(&errors))
        .map(|(client, error)| report::WithClient::new((error.premise, error.span), client.as_ref(), question.asked))
        .collect();
    terminal.clear();
    match question.format {
        RunFormat::Json => writeln!(out, "{}", line(&report::library(parsed, &clients, &tried)))?,
        RunFormat::Human => explaining::library(&parsed.source, &errors, &clients, &tried, out)?,
    }
    let real = clients.iter().any(|c| c.shown.is_some());
    Ok(if real { Outcome::Wrong } else { Outcome::Budget })
}
