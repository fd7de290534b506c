//! `racefree variants`.

use super::matrix;
use crate::args::{VariantsAction, VariantsArgs};
use crate::ending::{Done, Ending};
use crate::options;
use crate::terminal::Out;
use racefree_answers::variant::{self, Part, Variant};
use racefree_kernel::System;
use racefree_soundness::matrix as matrix_of;
use racefree_systems::{BASE, premise_name};
use std::io::Write;

/// Lists the variants, or shows one.
pub fn run(args: &VariantsArgs, out: &mut Out) -> Done {
    let system = racefree_answers::options::named(args.system.as_deref());
    match &args.action {
        None | Some(VariantsAction::List) => list(system, out),
        Some(VariantsAction::Diff(diff)) => super::diff::run(system, diff, out),
        Some(VariantsAction::Curve(curve)) => super::curve::run(system, curve, out),
        Some(VariantsAction::Show { variant }) => show(&options::variant(system, variant)?, out),
        Some(VariantsAction::Matrix(args)) => matrix::run(system, args, out),
    }
}

fn list(system: &'static dyn System, out: &mut Out) -> Done {
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
    let part = Part::ALL.iter().map(|part| format!("{}: {}", part.name(), matrix::part_meaning(part.name())));
    let part = part.collect::<Vec<_>>().join("; ");
    let how = format!(
        "A part of a premise is written after it, as in \"EXP NEW/type (scope)\": what fails for that reason is let through, and \
         nothing else. {part}. Several at once are joined by +, as in \"EXP REF/guard-held + binary-locks\"."
    );
    out.paragraph("", &how, out.width.min(100))?;
    Ok(Ending::Fine)
}

fn show(variant: &Variant, out: &mut Out) -> Done {
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
        writeln!(out, "  of that only a part is off, {part}: {}", matrix::part_meaning(part))?;
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
    Ok(Ending::Fine)
}
