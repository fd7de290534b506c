//! From a file to a program that can run.

use super::failed;
use crate::args::{RuleArgs, RunFormat};
use crate::commands::Outcome;
use crate::diagnostics::Artist;
use crate::input;
use crate::options;
use crate::terminal::Out;
use racefree_answers::json::{self, Places};
use racefree_answers::running::{Loaded, Parsed, refused};
use racefree_answers::{Source, count, verdict};
use racefree_kernel::Filled;
use std::io::{self, Write};
use std::path::Path;

/// So many errors are drawn; the others are counted.
const DRAWN: usize = 200;

/// Reads a program, and says on standard error if the type checker rejects it. What cannot run is shown; then there is an
/// outcome only.
pub fn load(file: &Path, rules: &RuleArgs, format: RunFormat, out: &mut Out) -> io::Result<Result<Loaded, Outcome>> {
    let parsed = match parse(file, rules, format, out)? {
        Ok(parsed) => parsed,
        Err(outcome) => return Ok(Err(outcome)),
    };
    let loaded = ready(parsed, format, out)?;
    if let Ok(loaded) = &loaded {
        let name = &loaded.source.name;
        let (errors, silenced) = (loaded.report.errors.len() as u64, loaded.report.silenced.len() as u64);
        if errors > 0 {
            let what = count(errors, "type error");
            out.complain(&format!("the checker rejects `{name}` ({what}, see `racefree check`); it runs all the same"));
        } else if silenced > 0 {
            let what = count(silenced, "type error");
            out.complain(&format!("in `{name}` {what} silenced by no_warn: nothing promises that it has no race"));
        }
    }
    Ok(loaded)
}

/// Reads, parses and checks a program.
pub fn parse(file: &Path, args: &RuleArgs, format: RunFormat, out: &mut Out) -> io::Result<Result<Parsed, Outcome>> {
    let source = match input::read(file) {
        Ok(source) => source,
        Err(message) => return Ok(Err(failed(out, &message))),
    };
    let Source { name, text } = &source;
    let system = options::system(args.system, text).map_err(|message| format!("`{name}`: {message}"));
    let rules = match system.and_then(|system| options::rules(args, system)) {
        Ok(rules) => rules,
        Err(message) => return Ok(Err(failed(out, &message))),
    };
    let mut program = match verdict::parse(rules.system, text) {
        Ok(program) => program,
        Err(errors) if format == RunFormat::Json => {
            writeln!(out, "{}", json::syntax(name, rules.system, &Places::new(text), &errors))?;
            return Ok(Err(Outcome::Wrong));
        }
        Err(errors) => {
            let artist = Artist::new(name, text, out);
            for error in errors.iter().take(DRAWN) {
                artist.syntax_error(error, out)?;
            }
            let summary = format!("{name}: {}", count(errors.len() as u64, "syntax error"));
            out.summary(&summary)?;
            return Ok(Err(Outcome::Wrong));
        }
    };
    let filled = match args.defaults {
        true => verdict::fill_in(rules.system, &mut program, text),
        false => Ok(Filled::default()),
    };
    match filled {
        Ok(filled) => Ok(Ok(Parsed::of(source, program, filled, rules))),
        Err(message) => Ok(Err(failed(out, &message))),
    }
}

/// Makes a program ready to run.
pub fn ready(parsed: Parsed, format: RunFormat, out: &mut Out) -> io::Result<Result<Loaded, Outcome>> {
    let (Source { name, text }, errors) = match parsed.ready() {
        Ok(loaded) => return Ok(Ok(loaded)),
        Err(refusal) => refusal,
    };
    let (problems, why) = refused(&text, &errors);
    if format == RunFormat::Human {
        let artist = Artist::new(&name, &text, out);
        problems.iter().take(DRAWN).try_for_each(|problem| artist.problem(problem, out))?;
    }
    Ok(Err(failed(out, &format!("`{name}` cannot run: {why}"))))
}
