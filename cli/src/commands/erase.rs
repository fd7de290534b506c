//! `racefree erase` and `racefree translate`: a program rewritten.

use super::Outcome;
use crate::args::{EraseArgs, RunFormat, TranslateArgs};
use crate::running::program;
use crate::terminal::Out;
use racefree_answers::json::line;
use racefree_answers::options::named;
use racefree_answers::protocol::Refusal;
use racefree_answers::rewriting::{self, Rewritten};
use std::io::{self, Write};

/// Prints a program without its annotations.
pub fn run(args: &EraseArgs, out: &mut Out) -> io::Result<Outcome> {
    match program::read(&args.file, args.options.system.as_deref(), out) {
        Ok((source, system)) => print(rewriting::erased(source, system, args.options.finals), args.format, out),
        Err(outcome) => Ok(outcome),
    }
}

/// Prints a program as one of another system.
pub fn translate(args: &TranslateArgs, out: &mut Out) -> io::Result<Outcome> {
    let to = named(Some(&args.options.to));
    match program::read(&args.file, args.options.system.as_deref(), out) {
        Ok((source, system)) => print(rewriting::translated(source, system, to), args.format, out),
        Err(outcome) => Ok(outcome),
    }
}

fn print(rewritten: Result<Rewritten, Refusal>, format: RunFormat, out: &mut Out) -> io::Result<Outcome> {
    let rewritten = match rewritten {
        Ok(rewritten) => rewritten,
        Err(refusal) => return program::refused(refusal, format, out),
    };
    match format {
        RunFormat::Json => writeln!(out, "{}", line(&rewritten))?,
        RunFormat::Human => {
            rewritten.notes.iter().for_each(|note| out.complain(&format!("`{}`: {note}", rewritten.file)));
            out.verbatim(&rewritten.text)?;
        }
    }
    Ok(Outcome::Fine)
}
