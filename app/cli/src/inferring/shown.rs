//! Results of inference: written back, printed, or told.

use super::report;
use crate::args::RunFormat;
use crate::args::infer::InferArgs;
use crate::atomic_file;
use crate::diagnostics::Artist;
use crate::ending::Done;
use crate::terminal::Out;
use crate::verdict::{DRAWN, syntax_errors};
use racefree_answers::Source;
use racefree_answers::inferring::{Found, Inferred};
use racefree_kernel::TypeError;
use std::io::{self, Write};
use std::path::Path;

pub fn show(path: &Path, inferred: &Inferred, args: &InferArgs, out: &mut Out) -> Done {
    let Source { name, text } = &inferred.source;
    if args.in_place
        && let Some((found, ok)) = inferred.text()
        && (ok || args.partial)
        && found != text
        && let Err(error) = atomic_file::rewrite(path, text, found)
    {
        return Err(format!("cannot write `{name}`: {error}; it is as it was").into());
    }
    if args.format == RunFormat::Json {
        writeln!(out, "{}", inferred.json(args.options.by))?;
    }
    let outcome = inferred.ending();
    match &inferred.found {
        Found::CannotRun(message) => out.complain(&format!("{name}: {message}")),
        Found::Stopped(stopped) => out.complain(&format!("{name}: {}, before an answer", report::stop(*stopped))),
        _ if args.format == RunFormat::Json => {}
        Found::Malformed(errors) => syntax_errors(&inferred.source, errors, out)?,
        Found::NoProgram(errors) => {
            draw(name, text, errors, out)?;
            let many = errors.len();
            let what = if many == 1 { "error" } else { "errors" };
            out.summary(&format!("{name}: {many} {what} that no annotation can mend"))?;
        }
        Found::Annotations(answer, explained) => {
            told(inferred, &report::report(inferred, answer, explained.as_ref()), &[], args, out)?;
        }
        Found::Owners(found) => {
            let errors = if args.diff { &[][..] } else { &found.report.errors };
            told(inferred, &report::of_owners(name, text, found), errors, args, out)?;
        }
    }
    Ok(outcome)
}

/// Prints the program, the difference or the report, and errors that are left where the program is not read with them.
fn told(inferred: &Inferred, told: &str, left: &[TypeError], args: &InferArgs, out: &mut Out) -> io::Result<()> {
    let Source { name, text } = &inferred.source;
    let Some((found, _)) = inferred.text() else { return Ok(()) };
    if args.report {
        return out.write_all(told.as_bytes());
    }
    if args.diff {
        out.verbatim(&racefree_answers::difference::unified((name, name), text, found))?;
    } else if !args.in_place {
        out.verbatim(found)?;
    }
    out.flush()?;
    draw(name, found, left, out)?;
    if !out.quiet {
        out.aside(told);
    }
    Ok(())
}

fn draw(name: &str, text: &str, errors: &[TypeError], out: &mut Out) -> io::Result<()> {
    let artist = Artist::new(name, text, out);
    errors.iter().take(DRAWN).try_for_each(|error| artist.type_error(error, false, out))
}
