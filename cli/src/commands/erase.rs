//! `racefree erase`.

use super::Outcome;
use crate::args::EraseArgs;
use crate::input;
use crate::terminal::Out;
use racefree_answers::options::system;
use racefree_answers::verdict;
use racefree_grammar::ast::Dialect;
use std::io;

/// Prints a program without its annotations.
pub fn run(args: &EraseArgs, out: &mut Out) -> io::Result<Outcome> {
    let source = match input::read(&args.file) {
        Ok(source) => source,
        Err(message) => {
            out.complain(&message);
            return Ok(Outcome::Failed);
        }
    };
    let system = match system(args.system.as_deref(), &source.text) {
        Ok(system) => system,
        Err(message) => {
            out.complain(&format!("`{}`: {message}", source.name));
            return Ok(Outcome::Failed);
        }
    };
    match verdict::parse(system, &source.text) {
        Ok(program) if program.dialect == Dialect::Owners => {
            // Without owners it is still a program to find them for.
            let erased = racefree_program::erase(&program);
            out.verbatim(&racefree_owners::translate::print(&erased))?;
            Ok(Outcome::Fine)
        }
        Ok(program) => {
            out.verbatim(&racefree_infer::erase(&program, &source.text, args.finals))?;
            Ok(Outcome::Fine)
        }
        Err(errors) => {
            super::check::syntax_errors(&source, &errors, out)?;
            Ok(Outcome::Wrong)
        }
    }
}
