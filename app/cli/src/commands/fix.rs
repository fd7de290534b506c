//! `racefree check --fix`: a program repaired, as a difference or in place.

use super::check::Gathered;
use crate::args::{CheckArgs, Format};
use crate::atomic_file;
use crate::diagnostics::Artist;
use crate::ending::{Done, Ending};
use crate::short::Lines;
use crate::terminal::Out;
use racefree_answers::Source;
use racefree_answers::fixes::{self, Choice, Repaired};
use racefree_answers::json::{self, Places};
use racefree_answers::{Rules, Verdict, count};
use racefree_grammar::SyntaxError;
use std::io::{self, Write};
use std::path::Path;

/// Repairs one program.
pub fn run(
    source: &Source,
    path: &Path,
    choice: Choice,
    args: &CheckArgs,
    rules: &Rules,
    kept: &mut Gathered,
    out: &mut Out,
) -> Done {
    let Source { name, text } = source;
    let repaired = fixes::repair(text, rules, fixes::ROUNDS, choice);
    if let Some(n) = repaired.missing {
        let offered = match repaired.unsure().len() {
            0 => "none is offered".to_owned(),
            1 => "1 is offered".to_owned(),
            most => format!("1 to {most} are offered"),
        };
        return Err(format!("there is no repair {n} of `{name}`: {offered}. Nothing was changed").into());
    }
    let is_file = path.as_os_str() != "-";
    if args.write
        && is_file
        && *text != repaired.text
        && let Err(error) = atomic_file::rewrite(path, text, &repaired.text)
    {
        return Err(format!("cannot write `{name}`: {error}").into());
    }
    if matches!(args.format, Format::Human | Format::Short) {
        if args.write && !is_file {
            out.verbatim(&atomic_file::in_form_of(text, &repaired.text))?;
        } else if !args.write || args.diff {
            out.verbatim(&repaired.difference(name, text))?;
        }
        if let Verdict::Judged(judged) = &repaired.verdict {
            kept.whys.note(&judged.report.errors);
        }
    }
    let (places, lines) = (Places::new(&repaired.text), Lines::new(name, &repaired.text));
    match (args.format, &repaired.verdict) {
        (Format::Human, _) => left(name, &repaired, out)?,
        (Format::Json, _) => writeln!(out, "{}", json::repaired(name, text, &repaired))?,
        (Format::Short, Verdict::Syntax(errors)) => lines.syntax(errors, out)?,
        (Format::Short, Verdict::Judged(judged)) => lines.report(&judged.report, out)?,
        (Format::Sarif, Verdict::Syntax(errors)) => kept.log.syntax(name, &places, errors, out)?,
        (Format::Sarif, Verdict::Judged(judged)) => kept.log.check(name, &places, rules.system, &judged.report, out)?,
    }
    Ok(if repaired.verdict.is_ok() { Ending::Fine } else { Ending::Wrong })
}

/// Prints the repairs made and the errors left, on standard error if the program itself is on standard output.
fn left(name: &str, repaired: &Repaired, out: &mut Out) -> io::Result<()> {
    let edits: usize = repaired.rounds.iter().map(Vec::len).sum();
    let count = |n: usize, of: &str| count(n as u64, of);
    let done = match edits {
        0 => "nothing to repair".to_owned(),
        n => format!("{} in {}", count(n, "repair"), count(repaired.rounds.len(), "round")),
    };
    let rest = match &repaired.verdict {
        verdict if verdict.is_ok() => "ok".to_owned(),
        Verdict::Syntax(errors) => {
            let unseen: Vec<&SyntaxError> = errors.iter().filter(|e| e.is_rest()).collect();
            let left = count(errors.len() - unseen.len(), "syntax error");
            match unseen.first() {
                Some(first) => {
                    let line = Places::new(&repaired.text).line(first.span);
                    format!("{left} left, and more from line {line} on that were not looked at")
                }
                None => format!("{left} left"),
            }
        }
        Verdict::Judged(judged) => format!("{} left", count(judged.report.errors.len(), "error")),
    };
    let artist = Artist::new(name, &repaired.text, out);
    match &repaired.verdict {
        Verdict::Syntax(errors) => errors.iter().take(20).try_for_each(|e| artist.syntax_error(e, out))?,
        Verdict::Judged(judged) => {
            judged.report.errors.iter().take(20).try_for_each(|e| artist.type_error(e, false, out))?;
        }
    }
    let (places, unsure) = (Places::new(&repaired.text), repaired.unsure());
    if !unsure.is_empty() {
        writeln!(
            out,
            "Not applied, since they are guesses (`--fix=N` applies one, `--fix=all` the first of each error):"
        )?;
        for (n, (span, fix)) in unsure.iter().take(20).enumerate() {
            writeln!(out, "  {}  line {}: {}", n + 1, places.line(*span), fix.title)?;
        }
        writeln!(out)?;
    }
    let more = if repaired.is_cut { "; the search for repairs ended at its limit, another run goes on" } else { "" };
    out.summary(&format!("{name}: {done}; {rest}{more}"))
}
