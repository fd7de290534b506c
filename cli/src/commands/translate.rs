//! `racefree translate`.

use super::Outcome;
use crate::args::TranslateArgs;
use crate::input;
use crate::options;
use crate::terminal::Out;
use racefree_grammar::ast::Dialect;
use racefree_owners::translate;
use std::io::{self, Write};

/// Prints a base program as one with owners. That it checks is promised only of programs without escapes and without paths
/// through ghosts; of others that is said.
pub fn run(args: &TranslateArgs, out: &mut Out) -> io::Result<Outcome> {
    let source = match input::read(&args.file) {
        Ok(source) => source,
        Err(message) => {
            out.complain(&message);
            return Ok(Outcome::Failed);
        }
    };
    let system = match options::system(None, &source.text) {
        Ok(system) => system,
        Err(message) => {
            out.complain(&format!("`{}`: {message}", source.name));
            return Ok(Outcome::Failed);
        }
    };
    if system.dialect() == Dialect::Owners {
        out.complain(&format!("`{}` is a program with owners already", source.name));
        return Ok(Outcome::Failed);
    }
    let program = match options::parse(system, &source.text) {
        Ok(program) => program,
        Err(errors) => {
            super::check::syntax_errors(&source, &errors, out)?;
            return Ok(Outcome::Wrong);
        }
    };
    if let Some(why) = translate::beyond(&program) {
        out.complain(&format!("`{}`: {why}: if it checks, its translation need not", source.name));
    }
    out.write_all(translate::print(&translate::to_owners(&program)).as_bytes())?;
    Ok(Outcome::Fine)
}
