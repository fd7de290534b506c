//! `racefree check --fix`: a program repaired, as a difference or in place.

use crate::args::{CheckArgs, Format};
use crate::atomic_file;
use crate::ending::{Done, Ending};
use crate::fixing::left;
use crate::gathered::Gathered;
use crate::short::Lines;
use crate::terminal::Out;
use racefree_answers::fixes::{self, Choice};
use racefree_answers::json::{self, Places};
use racefree_answers::{Rules, Source, Verdict};
use std::io::Write;
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
