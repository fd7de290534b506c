//! Variants of the rules as people read them: their list, the page of one, and what is known of them.
//!
//! | module | contents |
//! | --- | --- |
//! | [`difference`] | programs on which two rule sets differ |
//! | [`curve`], `drawing` | which share of programs each rule set accepts |
//! | [`matrix`] | the smallest program that each variant lets through |
//! | [`pages`] | a page for each of them, and their index |

pub mod curve;
pub mod difference;
pub mod drawing;
pub mod matrix;
pub mod pages;

use crate::terminal::Out;
use pages::part_meaning;
use racefree_answers::variant::{self, Part, Variant};
use racefree_kernel::System;
use racefree_soundness::matrix as matrix_of;
use racefree_systems::{BASE, premise_name};
use std::io::{self, Write};

pub fn list(system: &'static dyn System, out: &mut Out) -> io::Result<()> {
    writeln!(out, "{}", out.bold("The literal readings of the paper, and changes of the semantics"))?;
    for variant in variant::named(system) {
        writeln!(out, "  {}", variant.name)?;
        out.paragraph("      ", &variant.description, out.width.min(100) - 6)?;
    }
    writeln!(out, "\n{}", out.bold("Premises that can be switched off, each of which makes a variant"))?;
    let parts = matrix_of::parts(system);
    for (id, _) in system.book().switches() {
        let name = premise_name(id);
        let own: Vec<&str> =
            parts.iter().filter(|v| v.off == [name.as_str()]).filter_map(|v| v.only.as_deref()).collect();
        let own = if own.is_empty() { String::new() } else { format!("    parts: {}", own.join(", ")) };
        writeln!(out, "  {name}{own}")?;
    }
    writeln!(out)?;
    let part = Part::ALL.iter().map(|part| format!("{}: {}", part.name(), part_meaning(part.name())));
    let part = part.collect::<Vec<_>>().join("; ");
    let how = format!(
        "A part of a premise is written after it, as in \"EXP NEW/type (scope)\": what fails for that reason is let through, and \
         nothing else. {part}. Several at once are joined by +, as in \"EXP REF/guard-held + binary-locks\"."
    );
    out.paragraph("", &how, out.width.min(100))?;
    Ok(())
}

pub fn show(variant: &Variant, out: &mut Out) -> io::Result<()> {
    writeln!(out, "{}", out.bold(&variant.name))?;
    out.paragraph("  ", &variant.description, out.width.min(100) - 2)?;
    for name in &variant.off {
        let book = variant.system.as_deref().map_or(Ok(BASE), racefree_systems::find).map(|system| system.book());
        if let Ok(book) = book
            && let Some(id) = book.find_premise(name)
        {
            let premise = book.premise(id);
            writeln!(out, "  off: {}    {}", premise_name(id), premise.statement)?;
            writeln!(out, "       {}", premise.why)?;
            if let Some(off) = premise.off {
                writeln!(out, "       in force instead: {off}")?;
            }
        }
    }
    for (verb, own) in [("added", &variant.add), ("changed", &variant.change)] {
        for written in own {
            writeln!(out, "  {verb}: {}    {}", written.premise.get_ref(), written.condition.get_ref())?;
            if !written.sentence.is_empty() {
                writeln!(out, "       {}", written.sentence)?;
            }
        }
    }
    if let Some(part) = &variant.only {
        writeln!(out, "  of that only a part is off, {part}: {}", part_meaning(part))?;
    }
    for reading in &variant.readings {
        writeln!(out, "  reading: {reading}")?;
    }
    for change in &variant.semantics {
        writeln!(out, "  semantics: {change}")?;
    }
    writeln!(out, "\nAs a TOML file:")?;
    writeln!(out, "\n  name = {:?}", variant.name)?;
    writeln!(out, "  description = {:?}", variant.description)?;
    if let Some(system) = &variant.system {
        writeln!(out, "  system = {system:?}")?;
    }
    for (key, values) in [("off", &variant.off), ("readings", &variant.readings), ("semantics", &variant.semantics)] {
        if !values.is_empty() {
            writeln!(out, "  {key} = {values:?}")?;
        }
    }
    if let Some(part) = &variant.only {
        writeln!(out, "  only = {part:?}")?;
    }
    for (table, own) in [("add", &variant.add), ("change", &variant.change)] {
        for written in own {
            writeln!(out, "\n  [[{table}]]")?;
            writeln!(out, "  premise = {:?}", written.premise.get_ref())?;
            writeln!(out, "  condition = {:?}", written.condition.get_ref())?;
            if !written.sentence.is_empty() {
                writeln!(out, "  sentence = {:?}", written.sentence)?;
            }
        }
    }
    Ok(())
}
