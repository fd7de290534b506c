//! Programs rewritten: without their annotations, and from one system to another.

use crate::desk::{Refusal, bad, well_formed};
use crate::json::VERSION;
use crate::source::Source;
use crate::variant::Rules;
use racefree_grammar::ast::Dialect;
use racefree_infer::Settings;
use racefree_kernel::System;
use racefree_owners::translate;
use serde::Serialize;

/// A program with its annotations removed or translated.
#[derive(Serialize, Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "rewritten"))]
pub struct Rewritten {
    /// The file.
    pub file: String,
    /// The version of the format.
    pub version: u32,
    /// The program.
    pub text: String,
    /// Limits of the translation, in sentences.
    pub notes: Vec<String>,
}

/// Takes the annotations out of a program. Fails if it is none.
pub fn erased(source: Source, system: &'static dyn System, finals: bool) -> Result<Rewritten, Refusal> {
    let (program, Source { name, text }) = well_formed(source, &Rules::of(system))?;
    let text = match program.dialect {
        // A program without owners is still input for their discovery.
        Dialect::Owners => translate::print(&racefree_program::erase(&program)),
        Dialect::Base | Dialect::Java => racefree_infer::erase(&program, &text, finals),
    };
    Ok(Rewritten { file: name, version: VERSION, text, notes: Vec::new() })
}

/// Translates a base program to one with owners, or back: its erasure, with the annotations that make it check if there are some. That a
/// program with owners checks is promised only of programs without escapes and without paths through ghosts.
/// Fails if it is no program, or of that sort already.
pub fn translated(source: Source, system: &'static dyn System, to: &'static dyn System) -> Result<Rewritten, Refusal> {
    if system.dialect() == to.dialect() {
        let of = match to.dialect() {
            Dialect::Base | Dialect::Java => "a program of the base already",
            Dialect::Owners => "a program with owners already",
        };
        return Err(bad(format!("`{}` is {of}", source.name)).into());
    }
    let (program, Source { name, .. }) = well_formed(source, &Rules::of(system))?;
    if let Some((_, word)) = program.extension() {
        return Err(
            bad(format!("`{name}` has `{word}`, a form of Java, for which there are no rules of owners")).into()
        );
    }
    let mut notes = Vec::new();
    let text = match to.dialect() {
        Dialect::Owners => {
            notes.extend(
                translate::beyond(&program).map(|why| format!("{why}: if it checks, its translation need not")),
            );
            let over = program.claim().and_then(|_| racefree_systems::over(to));
            translate::print_for(over.unwrap_or(to).name(), &translate::to_owners(&program))
        }
        Dialect::Base | Dialect::Java => {
            let text = racefree_grammar::printer::print(&racefree_program::erase(&program));
            let erased = racefree_grammar::parse(&text).ok();
            let found =
                erased.and_then(|erased| racefree_infer::infer(&erased, &text, &Settings::default(), None, None).ok());
            let found = found.filter(|answer| answer.ok);
            if found.is_none() {
                notes.push("no annotations of the base make it check; this is its erasure".to_owned());
            }
            found.map_or(text, |answer| answer.text)
        }
    };
    Ok(Rewritten { file: name, version: VERSION, text, notes })
}
