//! From a file to a program that can run.

use super::failed;
use crate::args::RunFormat;
use crate::commands::Outcome;
use crate::commands::check::DRAWN;
use crate::diagnostics::Artist;
use crate::terminal::Out;
use crate::{input, options};
use racefree_answers::json::{self, Places};
use racefree_answers::options::RuleOptions;
use racefree_answers::protocol::{self, Refusal};
use racefree_answers::running::{self, Loaded, Parsed};
use racefree_answers::{Source, count};
use racefree_kernel::System;
use std::io::{self, Write};
use std::path::Path;

/// Reads a program, and says on standard error if the type checker rejects it. What cannot run is shown; then there is an
/// outcome only.
pub fn load(file: &Path, rules: &RuleOptions, format: RunFormat, out: &mut Out) -> io::Result<Result<Loaded, Outcome>> {
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

/// Reads a program, and finds the system that it is of.
pub fn read(file: &Path, system: Option<&str>, out: &mut Out) -> Result<(Source, &'static dyn System), Outcome> {
    let source = input::read(file).map_err(|message| failed(out, &message))?;
    match racefree_answers::options::system(system, &source.text) {
        Ok(system) => Ok((source, system)),
        Err(message) => Err(failed(out, &format!("`{}`: {message}", source.name))),
    }
}

/// Reads, parses and checks a program.
pub fn parse(file: &Path, args: &RuleOptions, format: RunFormat, out: &mut Out) -> io::Result<Result<Parsed, Outcome>> {
    let source = match read(file, args.system.as_deref(), out) {
        Ok((source, _)) => source,
        Err(outcome) => return Ok(Err(outcome)),
    };
    match protocol::parsed(source, args, options::variant) {
        Ok(parsed) => Ok(Ok(parsed)),
        Err(refusal) => refused(refusal, format, out).map(Err),
    }
}

/// Makes a program ready to run.
pub fn ready(parsed: Parsed, format: RunFormat, out: &mut Out) -> io::Result<Result<Loaded, Outcome>> {
    match protocol::ready(parsed) {
        Ok(loaded) => Ok(Ok(loaded)),
        Err(refusal) => refused(refusal, format, out).map(Err),
    }
}

/// Shows why a program has no answer.
pub fn refused(refusal: Refusal, format: RunFormat, out: &mut Out) -> io::Result<Outcome> {
    match refusal {
        Refusal::Malformed { source, errors, .. } if format == RunFormat::Human => {
            crate::commands::check::syntax_errors(&source, &errors, out)?;
            Ok(Outcome::Wrong)
        }
        Refusal::Malformed { source: Source { name, text }, system, errors } => {
            writeln!(out, "{}", json::syntax(&name, system, &Places::new(&text), &errors))?;
            Ok(Outcome::Wrong)
        }
        Refusal::CannotRun(Source { name, text }, errors) => {
            let (problems, why) = running::refused(&text, &errors);
            if format == RunFormat::Human {
                let artist = Artist::new(&name, &text, out);
                problems.iter().take(DRAWN).try_for_each(|problem| artist.problem(problem, out))?;
            }
            Ok(failed(out, &format!("`{name}` cannot run: {why}")))
        }
        Refusal::Failure(failure) => Ok(failed(out, &failure.message)),
    }
}
