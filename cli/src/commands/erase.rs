//! `racefree erase`.

use super::Outcome;
use crate::args::EraseArgs;
use crate::input;
use crate::terminal::Out;
use std::io::{self, Write};

/// Prints a program without its annotations.
pub fn run(args: &EraseArgs, out: &mut Out) -> io::Result<Outcome> {
    let source = match input::read(&args.file) {
        Ok(source) => source,
        Err(message) => {
            out.complain(&message);
            return Ok(Outcome::Failed);
        }
    };
    match racefree_grammar::parse(&source.text) {
        Ok(program) => {
            out.write_all(racefree_infer::erase(&program, &source.text, args.finals).as_bytes())?;
            Ok(Outcome::Fine)
        }
        Err(errors) => {
            super::check::syntax_errors(&source, &errors, out)?;
            Ok(Outcome::Wrong)
        }
    }
}
