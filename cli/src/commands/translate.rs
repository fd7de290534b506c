//! `racefree translate`.

use super::Outcome;
use crate::args::TranslateArgs;
use crate::input;
use crate::terminal::Out;
use racefree_answers::options::system;
use racefree_answers::{Source, verdict};
use racefree_grammar::ast::Dialect;
use racefree_infer::Settings;
use racefree_kernel::System;
use racefree_owners::translate;
use std::io;

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
    let system = match system(args.system.as_deref(), &source.text) {
        Ok(system) => system,
        Err(message) => {
            out.complain(&format!("`{}`: {message}", source.name));
            return Ok(Outcome::Failed);
        }
    };
    if args.to == "base" {
        return to_base(&source, system, out);
    }
    if system.dialect() == Dialect::Owners {
        out.complain(&format!("`{}` is a program with owners already", source.name));
        return Ok(Outcome::Failed);
    }
    let program = match verdict::parse(system, &source.text) {
        Ok(program) => program,
        Err(errors) => {
            super::check::syntax_errors(&source, &errors, out)?;
            return Ok(Outcome::Wrong);
        }
    };
    if let Some(why) = translate::beyond(&program) {
        out.complain(&format!("`{}`: {why}: if it checks, its translation need not", source.name));
    }
    let owners = if program.claim().is_some() { "owners+atomicity" } else { "owners" };
    out.verbatim(&translate::print_for(owners, &translate::to_owners(&program)))?;
    Ok(Outcome::Fine)
}

/// Prints a program with owners as one of the base: its erasure, with the annotations that make it check if there are some.
fn to_base(source: &Source, system: &dyn System, out: &mut Out) -> io::Result<Outcome> {
    if system.dialect() != Dialect::Owners {
        out.complain(&format!("`{}` is a program of the base already", source.name));
        return Ok(Outcome::Failed);
    }
    let program = match verdict::parse(system, &source.text) {
        Ok(program) => program,
        Err(errors) => {
            super::check::syntax_errors(source, &errors, out)?;
            return Ok(Outcome::Wrong);
        }
    };
    let text = racefree_grammar::printer::print(&racefree_program::erase(&program));
    let found = match racefree_grammar::parse(&text) {
        Ok(erased) => racefree_infer::infer(&erased, &text, &Settings::default(), None, None).ok(),
        Err(_) => None,
    };
    let found = found.filter(|answer| answer.ok);
    if found.is_none() {
        out.complain(&format!("`{}`: no annotations of the base make it check; this is its erasure", source.name));
    }
    out.verbatim(&found.map_or(text, |answer| answer.text))?;
    Ok(Outcome::Fine)
}
