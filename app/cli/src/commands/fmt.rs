//! `racefree fmt`.

use super::settled;
use crate::args::{FmtArgs, FmtFormat, RunFormat};
use crate::atomic_file;
use crate::ending::{Done, Ending, Halt};
use crate::input;
use crate::parallel::{in_order, size};
use crate::terminal::Out;
use racefree_answers::Source;
use racefree_answers::desk::Refusal;
use racefree_answers::options::named;
use racefree_grammar::{Options, Program, parse_with, printer, sexp};
use racefree_systems::BASE;
use std::io::Write;
use std::path::Path;

/// Prints every file in the canonical layout; or compares, or rewrites.
pub fn run(args: &FmtArgs, out: &mut Out) -> Done {
    let mut worst = Ending::Fine;
    let mut paths = args.files.iter();
    in_order(
        &args.files,
        size,
        |path| formatted(path, args),
        |formatted| {
            let Some(path) = paths.next() else { return Ok(()) };
            let done = formatted.and_then(|formatted| put(path, formatted, args, out));
            worst = worst.max(settled(done, out)?);
            Ok(())
        },
    )?;
    Ok(worst)
}

/// A file, and its text in the canonical layout.
fn formatted(path: &Path, args: &FmtArgs) -> Done<(Source, String)> {
    let source = input::read(path)?;
    let dialect = args.system.as_deref().map(|name| named(Some(name)).dialect());
    let fill_in = |program: &mut Program| {
        BASE.fill_in(program);
    };
    let formatted = match args.format {
        FmtFormat::Text if args.defaults => printer::format_with(&source.text, fill_in),
        FmtFormat::Text => printer::format_in(&source.text, dialect),
        FmtFormat::Sexp => parse_with(&source.text, Options { dialect, ..Options::default() }).map(|mut program| {
            if args.defaults {
                fill_in(&mut program);
            }
            sexp::line(&program) + "\n"
        }),
    };
    match formatted {
        Ok(text) => Ok((source, text)),
        Err(errors) => Err(Halt::refused(RunFormat::Human)(Refusal::Malformed { source, system: BASE, errors })),
    }
}

fn put(path: &Path, (source, formatted): (Source, String), args: &FmtArgs, out: &mut Out) -> Done {
    let formatted = match args.format {
        FmtFormat::Text => atomic_file::in_form_of(&source.text, &formatted),
        FmtFormat::Sexp => formatted.as_str().into(),
    };
    if args.check {
        if formatted == source.text {
            return Ok(Ending::Fine);
        }
        let (a, b) = (source.text.lines(), formatted.lines());
        let line = a.zip(b).take_while(|(a, b)| a == b).count() + 1;
        writeln!(out, "{}: not in the canonical layout, from line {line} on", source.name)?;
        return Ok(Ending::Wrong);
    }
    if !args.write || source.name == "-" {
        out.verbatim(&formatted)?;
        return Ok(Ending::Fine);
    }
    if formatted != source.text
        && let Err(error) = atomic_file::rewrite(path, &source.text, &formatted)
    {
        return Err(format!("cannot write `{}`: {error}; it is as it was", source.name).into());
    }
    Ok(Ending::Fine)
}
