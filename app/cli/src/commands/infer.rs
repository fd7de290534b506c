//! `racefree infer`.

use super::settled;
use crate::args::RunFormat;
use crate::args::infer::InferArgs;
use crate::diagnostics::Artist;
use crate::ending::{Done, Ending, Halt};
use crate::inferring::report;
use crate::running::{Line, interrupt, write_file};
use crate::terminal::Out;
use crate::verdict::{DRAWN, syntax_errors};
use crate::{atomic_file, input, options};
use racefree_answers::Source;
use racefree_answers::desk::Desk;
use racefree_answers::inferring::{self, Found, Inferred};
use racefree_answers::options::InferOptions;
use racefree_kernel::TypeError;
use std::io::{self, Write};
use std::path::Path;

/// Infers annotations for every file.
pub fn run(args: &InferArgs, out: &mut Out) -> Done {
    let one_text = args.format == RunFormat::Human && !args.diff && !args.report && !args.in_place;
    if args.files.len() > 1 && one_text {
        return Err("several files need `--diff`, `--report`, `--in-place` or `--format json`".into());
    }
    if args.in_place && args.files.iter().any(|f| f.as_os_str() == "-") {
        return Err("`--in-place` needs a file, not standard input".into());
    }
    let (desk, _) = options::desk(false);
    let mut worst = Ending::Fine;
    for path in &args.files {
        if interrupt::interrupted() {
            return Ok(Ending::Interrupted);
        }
        let done = input::read(path).map_err(Halt::from).and_then(|source| one(path, source, args, &desk, out));
        worst = worst.max(settled(done, out)?);
    }
    Ok(worst)
}

fn one(path: &Path, source: Source, args: &InferArgs, desk: &Desk, out: &mut Out) -> Done {
    if let Some(file) = &args.dump
        && let Ok(Some(clauses)) = inferring::constraints(desk, &source.text, &args.options)
    {
        write_file(file, "clauses", &clauses)?;
    }
    let seed = args.options.seed.unwrap_or_else(options::drawn);
    let asked = InferOptions { seed: Some(seed), ..args.options.clone() };
    let words = |seconds| format!("looking for annotations, {seconds} s");
    let inferred = Line::during(!out.quiet, words, || inferring::infer(desk, source, &asked))
        .map_err(Halt::refused(args.format))?;
    if let Some(seed) = inferred.seed.filter(|_| args.options.seed.is_none() && !out.quiet) {
        out.complain(&format!("seed {seed}"));
    }
    show(path, &inferred, args, out)
}

fn show(path: &Path, inferred: &Inferred, args: &InferArgs, out: &mut Out) -> Done {
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
