//! Verdicts on Java source, as people read them.

use crate::args::CheckArgs;
use crate::diagnostics::Artist;
use crate::terminal::Out;
use crate::verdict::DRAWN;
use racefree_answers::count;
use racefree_answers::java::repairs::{Judge, RepairedJava, Tries};
use racefree_answers::java::{self, FileVerdict, JavaError, JavaVerdict, JavaWarning, Overview};
use racefree_answers::json::Places;
use racefree_grammar::Fix;
use std::io::{self, Write};

/// Greatest number of errors that are all drawn; of more, the most useful are, and the others counted.
const ALL: usize = 20;
/// Number of the most useful errors.
const FIRST: usize = 3;

/// Prints a verdict.
pub fn show(verdict: &JavaVerdict, judge: &Judge, args: &CheckArgs, out: &mut Out) -> io::Result<()> {
    let errors = verdict.errors();
    let several = verdict.files.len() > 1;
    if errors > ALL && several && !args.all_errors {
        few(verdict, out)?;
    } else {
        let (mut left, tries) = (DRAWN, Tries::of(verdict));
        for file in &verdict.files {
            let shown = &file.errors[..file.errors.len().min(left)];
            left -= shown.len();
            draw(verdict, file, shown, &|error| judge.repairs(verdict, file, error, &tries), out)?;
            warnings(verdict, file, &|warning| judge.repairs_of_warning(verdict, file, warning, &tries), out)?;
        }
        if errors > DRAWN {
            writeln!(out, "the first {DRAWN} errors of {errors} are shown; `--format short` lists all\n")?;
        }
    }
    if args.java_options.assumptions {
        assumptions(verdict, out)?;
    }
    summary(verdict, out)
}

/// Draws errors of a file, each with its repairs.
fn draw(
    verdict: &JavaVerdict,
    file: &FileVerdict,
    errors: &[JavaError],
    repairs: &dyn Fn(&JavaError) -> Vec<Fix>,
    out: &mut Out,
) -> io::Result<()> {
    if errors.is_empty() {
        return Ok(());
    }
    let source = verdict.source(file.file);
    let artist = Artist::new(&source.name, &source.text, out);
    errors.iter().try_for_each(|error| {
        artist.problem_and_help(&error.problem(file.file, &verdict.sources), &repairs(error), out)
    })
}

fn warnings(
    verdict: &JavaVerdict,
    file: &FileVerdict,
    repairs: &dyn Fn(&JavaWarning) -> Vec<Fix>,
    out: &mut Out,
) -> io::Result<()> {
    if out.quiet || (file.warnings.is_empty() && file.silenced.is_empty()) {
        return Ok(());
    }
    let source = verdict.source(file.file);
    let places = Places::new(&source.text);
    let mut say = |span, message: &str| {
        let place = places.place(span);
        writeln!(out, "{}:{}:{}: warning: {message}", source.name, place.line, place.column)
    };
    for warning in &file.warnings {
        let help = repairs(warning).first().map_or(String::new(), |fix| format!("\n  Help: {}", fix.title));
        say(warning.span, &format!("{}{help}", warning.message))?;
    }
    file.silenced.iter().try_for_each(|e| say(e.span, &format!("silenced: {}", e.message)))?;
    writeln!(out)
}

/// Draws the most useful errors, and counts all of them.
fn few(verdict: &JavaVerdict, out: &mut Out) -> io::Result<()> {
    let Overview { first, premises } = java::overview(verdict, FIRST);
    for &(file, error) in &first {
        draw(verdict, file, std::slice::from_ref(error), &|_| Vec::new(), out)?;
    }
    writeln!(out, "These {} of the errors are the most useful to begin with. All by premise:", first.len())?;
    let width = premises.iter().map(|(_, n, _)| n.to_string().len()).max().unwrap_or(0);
    for (code, n, files) in premises {
        writeln!(out, "  {n:>width$}  {code}, in {}", count(files as u64, "file"))?;
    }
    writeln!(out, "`--all-errors` draws them all, `--format short` lists them.\n")
}

/// Lists what is assumed.
fn assumptions(verdict: &JavaVerdict, out: &mut Out) -> io::Result<()> {
    for file in &verdict.files {
        let of = &verdict.sources.files()[file.file.index()];
        let (name, places) = (&of.name, Places::new(verdict.sources.at(of.span)));
        for (kind, what, span) in verdict.assumed_in(file.file) {
            let place = places.place(span);
            let what = if what.is_empty() { String::new() } else { format!(": `{what}`") };
            writeln!(out, "{name}:{}:{}: assumed: {kind}{what}", place.line, place.column)?;
        }
    }
    for (sort, uses) in &verdict.uses {
        let share = 100.0 * uses.resolved as f64 / uses.all.max(1) as f64;
        writeln!(out, "{sort}: {share:.1} % of {} uses of what the sources declare are resolved", uses.all)?;
    }
    writeln!(out)
}

/// The last lines: files, errors, assumptions, and the profile that fits.
fn summary(verdict: &JavaVerdict, out: &mut Out) -> io::Result<()> {
    let (errors, assumed) = (count(verdict.errors() as u64, "error"), verdict.assumptions.total() as u64);
    let annotations: usize = verdict.annotations.values().sum();
    let files = match &verdict.files[..] {
        [one] => verdict.source(one.file).name,
        several => count(several.len() as u64, "file"),
    };
    let lines = count(u64::from(verdict.lines()), "line");
    let sorts = java::assumed(&verdict.assumptions);
    let sorts: Vec<String> = sorts.iter().map(|(sort, n)| format!("{sort} {n}")).collect();
    let sorts = if sorts.is_empty() { String::new() } else { format!(" ({})", sorts.join(", ")) };
    out.summary(&format!(
        "{files}: {errors}, checked under {}{sorts}; {lines} of code, {}",
        count(assumed, "assumption"),
        count(annotations as u64, "annotation")
    ))?;
    match verdict.fitting {
        Some(profile) if !out.quiet => {
            writeln!(
                out,
                "The sources say `@GuardedBy` and nothing else: `--profile {}` checks that alone.",
                profile.name
            )
        }
        _ => Ok(()),
    }
}

/// Most guesses that are listed.
const GUESSES: usize = 20;

/// Prints the difference that repairs make, if it is wanted, the repairs that are guesses, and what is left.
pub fn repaired(repaired: &RepairedJava, with_difference: bool, out: &mut Out) -> io::Result<()> {
    if with_difference {
        repaired.files.iter().try_for_each(|file| out.verbatim(&file.difference))?;
    }
    if !repaired.guesses.is_empty() {
        writeln!(out, "Not applied, since they are guesses (`--fix=all` applies the first of each error):")?;
        for (name, line, titles) in repaired.guesses.iter().take(GUESSES) {
            writeln!(out, "  {name}:{line}: {}", titles.join("; or: "))?;
        }
    }
    let (made, errors) = (repaired.made.len() as u64, repaired.verdict.errors() as u64);
    let warnings: u64 = repaired.verdict.files.iter().map(|file| file.warnings.len() as u64).sum();
    let done = match made {
        0 if errors + warnings == 0 => "nothing to repair".to_owned(),
        0 => "no sure repair".to_owned(),
        _ => format!("{} in {}", count(made, "repair"), count(repaired.rounds as u64, "round")),
    };
    let warned = if warnings == 0 { String::new() } else { format!(" and {}", count(warnings, "warning")) };
    let more = if repaired.is_cut { "; the search ended at its limit" } else { "" };
    out.summary(&format!("{done}; {}{warned} left{more}", count(errors, "error")))
}
