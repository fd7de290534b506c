//! `racefree erase` and `racefree translate`: a program rewritten.

use crate::args::{RewritingArgs, RunFormat};
use crate::ending::{Done, Ending, Halt};
use crate::running::program;
use crate::terminal::Out;
use racefree_answers::desk::Refusal;
use racefree_answers::json::line;
use racefree_answers::options::{EraseOptions, TranslateOptions, named};
use racefree_answers::rewriting::{self, Rewritten};
use std::io::Write;

/// Prints a program without its annotations.
pub fn run(args: &RewritingArgs<EraseOptions>, out: &mut Out) -> Done {
    let (source, system) = program::read(&args.file, args.options.system.as_deref())?;
    print(rewriting::erased(source, system, args.options.finals), args.format, out)
}

/// Prints a program as one of another system.
pub fn translate(args: &RewritingArgs<TranslateOptions>, out: &mut Out) -> Done {
    let to = named(Some(&args.options.to));
    let (source, system) = program::read(&args.file, args.options.system.as_deref())?;
    print(rewriting::translated(source, system, to), args.format, out)
}

fn print(rewritten: Result<Rewritten, Refusal>, format: RunFormat, out: &mut Out) -> Done {
    let rewritten = rewritten.map_err(Halt::refused(format))?;
    match format {
        RunFormat::Json => writeln!(out, "{}", line(&rewritten))?,
        RunFormat::Human => {
            rewritten.notes.iter().for_each(|note| out.complain(&format!("`{}`: {note}", rewritten.file)));
            out.verbatim(&rewritten.text)?;
        }
    }
    Ok(Ending::Fine)
}
