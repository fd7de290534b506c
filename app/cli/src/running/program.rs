//! Programs that can run, from files.

use crate::args::RunFormat;
use crate::diagnostics::Artist;
use crate::ending::{Done, Ending, Halt};
use crate::input::{self, is_java, java};
use crate::options;
use crate::terminal::Out;
use crate::verdict::DRAWN;
use racefree_answers::desk::{self, Refusal};
use racefree_answers::java::running as runs;
use racefree_answers::json::{self, Places};
use racefree_answers::options::{RuleOptions, StartOptions};
use racefree_answers::running::{self, Loaded, Parsed};
use racefree_answers::{Source, count};
use racefree_kernel::System;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Reads a program, and says on standard error if the type checker rejects it. What cannot run is shown; then there is an
/// outcome only.
pub fn load(file: &Path, rules: &RuleOptions, start: &StartOptions, format: RunFormat, out: &mut Out) -> Done<Loaded> {
    let loaded = desk::ready(parse_to(file, (rules, start), format, false)?).map_err(Halt::refused(format))?;
    for one in &loaded.taken {
        out.complain(&one.way);
    }
    let name = &loaded.source.name;
    let (errors, silenced) = (loaded.report.errors.len() as u64, loaded.report.silenced.len() as u64);
    if errors > 0 {
        let what = count(errors, "type error");
        out.complain(&format!("the checker rejects `{name}` ({what}, see `racefree check`); it runs all the same"));
    } else if silenced > 0 {
        let what = count(silenced, "type error");
        out.complain(&format!("in `{name}` {what} silenced by no_warn: nothing promises that it has no race"));
    }
    Ok(loaded)
}

/// Reads a program, and finds the system that it is of.
pub fn read(file: &Path, system: Option<&str>) -> Result<(Source, &'static dyn System), String> {
    let source = input::read(file)?;
    let system = racefree_answers::options::system(system, &source.text);
    Ok((source.clone(), system.map_err(|message| format!("`{}`: {message}", source.name))?))
}

/// Reads, parses and checks a program.
pub fn parse(file: &Path, args: &RuleOptions, start: &StartOptions, format: RunFormat) -> Done<Parsed> {
    parse_to(file, (args, start), format, true)
}

/// The same; of Java the checker is asked only if it is to be `judged`, and then its errors have their repairs.
fn parse_to(
    file: &Path,
    (args, start): (&RuleOptions, &StartOptions),
    format: RunFormat,
    judged: bool,
) -> Done<Parsed> {
    if is_java(file) || file.is_dir() {
        let paths = java::java_alone(&[file.to_owned()])?;
        let files = java::read(&paths, &[PathBuf::from("none")], options::cores())?;
        let rules = desk::rules(args, "", options::variant)?;
        let name = file.display().to_string();
        if !judged {
            return runs::parsed(&name, files, rules, start, false).map_err(Halt::refused(format));
        }
        let mut parsed = runs::parsed(&name, files.clone(), rules, start, true).map_err(Halt::refused(format))?;
        runs::settle(&mut parsed, &files, args)?;
        return Ok(parsed);
    }
    let (source, _) = read(file, args.system.as_deref())?;
    desk::parsed(source, args, options::variant).map_err(Halt::refused(format))
}

/// Shows why a program has no answer.
pub fn refused(refusal: Refusal, format: RunFormat, out: &mut Out) -> io::Result<Ending> {
    match refusal {
        Refusal::Malformed { source, errors, .. } if format == RunFormat::Human => {
            crate::verdict::syntax_errors(&source, &errors, out)?;
            Ok(Ending::Wrong)
        }
        Refusal::Malformed { source: Source { name, text }, system, errors } => {
            writeln!(out, "{}", json::syntax(&name, system, &Places::new(&text), &errors))?;
            Ok(Ending::Wrong)
        }
        Refusal::CannotRun(Source { name, text }, errors) => {
            let (problems, why) = running::refused(&text, &errors);
            if format == RunFormat::Human {
                let artist = Artist::new(&name, &text, out);
                problems.iter().take(DRAWN).try_for_each(|problem| artist.problem(problem, out))?;
            }
            out.complain(&format!("`{name}` cannot run: {why}"));
            Ok(Ending::Failed)
        }
        Refusal::Failure(failure) => {
            out.complain(&failure.message);
            Ok(Ending::Failed)
        }
    }
}
