//! End of a campaign that found something: a cause after the other, each with its smallest failure, and the derivation that lets it through.

use crate::args::DerivationForm;
use crate::derivation::{self, Look};
use crate::terminal::Out;
use racefree_answers::campaigns::fuzz::{Cause, KeptFailure, Rejected, Summary, derived, options, rejected};
use racefree_answers::count;
use racefree_answers::running::command::quoted;
use racefree_systems::premise;
use std::io::{self, Write};
use std::path::Path;

/// Greatest number of causes shown in full.
const IN_FULL: usize = 5;

/// Prints the causes of what went wrong.
pub fn print(summary: &Summary, out: &mut Out) -> io::Result<()> {
    let causes = summary.causes();
    let all = summary.results.tally.failures();
    let found = format!("{}, {}", count(all, "counterexample"), count(causes.len() as u64, "cause"));
    writeln!(out, "{}", out.bold(&found))?;
    for (at, cause) in causes.iter().enumerate() {
        let programs: Vec<String> = cause.programs.iter().map(|(property, n)| format!("{n} × {property}")).collect();
        let line = format!("{}: {}", cause.name(), programs.join(", "));
        writeln!(out, "\n{}", out.bold(&line))?;
        if let (true, Some(kept)) = (at < IN_FULL, cause.smallest) {
            in_full(summary, cause, kept, out)?;
        }
    }
    Ok(())
}

/// A cause with its smallest failure.
fn in_full(summary: &Summary, cause: &Cause<'_>, kept: &KeptFailure, out: &mut Out) -> io::Result<()> {
    let KeptFailure { failure, file, command } = kept;
    for &missing in &cause.premises {
        writeln!(out, "  {}", premise(missing).why)?;
    }
    let what = format!("the smallest is program {}: {} {}", failure.found.index, failure.property, failure.detail);
    writeln!(out, "  {}; {} tokens, {}\n", what.trim_end(), failure.tokens, failure.smallness())?;
    out.indented("    ", &failure.program)?;
    writeln!(out)?;
    match (file, command) {
        (None, _) => writeln!(out, "  it could not be written; schedule {}", failure.schedule)?,
        (Some(_), Some(command)) => writeln!(out, "  {command}")?,
        (Some(file), None) => writeln!(out, "  {}", file.display())?,
    }
    let Some(rules) = &summary.rules else { return Ok(()) };
    let Some(Rejected { line, at, message }) = rejected(rules, &failure.program) else { return Ok(()) };
    writeln!(out, "  the unchanged rules say, in line {line}: {message}\n")?;
    let look = Look { width: out.width.saturating_sub(4), color: false };
    let tree = derived(rules, &failure.program, Some(&at), |derived, wanted| {
        derivation::render(DerivationForm::Text, derived, &failure.program, wanted, look)
    });
    if let Some(tree) = tree {
        writeln!(out, "  let through by these rules:\n")?;
        out.indented("    ", tree.trim_end())?;
    }
    if let Some(file) = file {
        writeln!(out, "  as LaTeX: {}", typeset(summary, file, failure.program.lines().count(), &at))?;
    }
    Ok(())
}

/// The command that typesets the derivation; in the file, lines with its history stand above the program.
fn typeset(summary: &Summary, file: &Path, lines: usize, at: &str) -> String {
    let above = crate::input::read_results(file).map_or(0, |text| text.lines().count().saturating_sub(lines));
    let rules = options(summary.results.system.as_deref(), &summary.results.variant);
    let (line, column) = at.split_once(':').unwrap_or((at, "1"));
    let line = line.parse::<usize>().unwrap_or(1) + above;
    let file = quoted(&file.display().to_string());
    format!("racefree check {file}{rules} --derivation latex --at {line}:{column}")
}
