//! Verdicts as people read them: errors drawn, a summary, and what the verdict takes on trust.

use crate::diagnostics::Artist;
use crate::terminal::Out;
use racefree_answers::json::Places;
use racefree_answers::variant::Rules;
use racefree_answers::{Source, count};
use racefree_grammar::SyntaxError;
use racefree_kernel::{Filled, Readings, Report};
use std::io::{self, Write};

/// Greatest number of errors of one file that are drawn; the others are counted. Formats for tools have them all.
pub const DRAWN: usize = 200;

/// Draws the syntax errors of a file and counts them.
pub fn syntax_errors(source: &Source, errors: &[SyntaxError], out: &mut Out) -> io::Result<()> {
    let Source { name, text } = source;
    let artist = Artist::new(name, text, out);
    errors.iter().take(DRAWN).try_for_each(|error| artist.syntax_error(error, out))?;
    let more = if errors.len() > DRAWN { format!(", the first {DRAWN} of them shown") } else { String::new() };
    out.summary(&format!("{name}: {}{more}", count(errors.len() as u64, "syntax error")))
}

/// Draws the errors of a program, and says how it ends.
pub fn human(source: &Source, report: &Report, filled: &Filled, rules: &Rules, out: &mut Out) -> io::Result<()> {
    let Source { name, text } = source;
    let drawn = !report.errors.is_empty() || !(out.quiet || report.silenced.is_empty() && report.warnings.is_empty());
    if drawn {
        let artist = Artist::new(name, text, out);
        report.errors.iter().take(DRAWN).try_for_each(|error| artist.type_error(error, false, out))?;
        if !out.quiet {
            report.silenced.iter().take(DRAWN).try_for_each(|error| artist.type_error(error, true, out))?;
            report.warnings.iter().take(DRAWN).try_for_each(|warning| artist.warning(warning, out))?;
        }
    }
    if out.quiet && report.is_ok() {
        return Ok(());
    }
    let summary = match (&report.main, report.errors.len()) {
        (Some(ty), 0) => format!("{name}: ok, the main expression is of type {ty}"),
        (None, 0) => format!("{name}: ok, an open program (it has no main expression, so it cannot run)"),
        (_, n) if n > DRAWN => {
            format!("{name}: {n} errors, the first {DRAWN} of them shown; `--format json` lists them all")
        }
        (_, n) => format!("{name}: {}", count(n as u64, "error")),
    };
    out.summary(&summary)?;
    trust(text, report, filled, rules, out)
}

/// Prints the assumptions of the verdict: an escaped program is not to be taken for a proved one.
fn trust(text: &str, report: &Report, filled: &Filled, rules: &Rules, out: &mut Out) -> io::Result<()> {
    escapes(text, report, out)?;
    let Rules { system, options, .. } = rules;
    let mut readings = options.readings;
    for (reading, trust) in system.variants().iter().filter_map(|v| Some((v.reading?, v.trust?))) {
        if options.reads(reading) {
            writeln!(out, "  taken on trust: {trust}")?;
            readings = readings.without(reading);
        }
    }
    if filled.count > 0 {
        let what = &filled.what;
        writeln!(out, "  filled in: {what} (`racefree fmt --defaults` prints the program with them)")?;
    }
    if !options.off.is_empty() || readings != Readings::default() {
        let off: Vec<String> = options.off.iter().map(racefree_systems::premise_name).collect();
        let off = if off.is_empty() { String::new() } else { format!(": without {}", off.join(", ")) };
        let part =
            options.only.map(|part| format!(", and of that only its part `{}`", part.name())).unwrap_or_default();
        writeln!(out, "  checked by a variant of the rules{off}{part}")?;
    }
    Ok(())
}

/// The escapes that a program uses.
pub fn escapes(text: &str, report: &Report, out: &mut Out) -> io::Result<()> {
    let places = Places::new(text);
    let lines = |spans: &mut dyn Iterator<Item = racefree_grammar::Span>| {
        let mut lines: Vec<String> = spans.map(|s| places.line(s).to_string()).collect();
        lines.dedup();
        if lines.len() > 12 {
            lines.truncate(12);
            lines.push("…".to_owned());
        }
        format!("line{} {}", if lines.len() == 1 { "" } else { "s" }, lines.join(", "))
    };
    if !report.silenced.is_empty() {
        let at = lines(&mut report.silenced.iter().map(|e| e.span));
        writeln!(out, "  taken on trust: {} silenced by no_warn ({at})", count(report.silenced.len() as u64, "error"))?;
    }
    if !report.escapes.holds.is_empty() {
        let at = lines(&mut report.escapes.holds.iter().copied());
        writeln!(out, "  taken on trust: {} holds ({at})", report.escapes.holds.len())?;
    }
    Ok(())
}
