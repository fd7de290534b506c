//! `racefree atomicity`: `check --system atomicity`, and what inference knows beside the verdict.

use super::check::{self, Gathered};
use super::settled;
use crate::args::{AtomicityArgs, CheckArgs, Format, RunFormat};
use crate::atomicity;
use crate::ending::{Done, Ending, Halt};
use crate::short::Lines;
use crate::terminal::Out;
use crate::{explaining, input, options};
use racefree_answers::desk::{self, Desk};
use racefree_answers::fixes::{self, Budget};
use racefree_answers::json::{self, Places};
use racefree_answers::options::RuleOptions;
use racefree_answers::running::Parsed;
use racefree_answers::variant::Rules;
use racefree_answers::{self as answers, Source};
use racefree_grammar::Program;
use std::io::Write;

/// Analyses every file.
pub fn run(args: &AtomicityArgs, out: &mut Out) -> Done {
    if !args.annotate && !args.claims.explain {
        return check::run(&args.check, Some(args), out);
    }
    if args.claims.explain && matches!(args.check.format, Format::Short | Format::Sarif) {
        return Err("with --explain the format is human or json".into());
    }
    let (desk, _) = options::desk(false);
    let mut worst = Ending::Fine;
    for file in &args.check.files {
        let wanted = input::read(file).and_then(|source| {
            let rules = args.claims.rules(&args.check.options.rules, &source.text);
            Ok((rules.map_err(|message| format!("`{}`: {message}", source.name))?, source))
        });
        let done = wanted.map_err(Halt::from).and_then(|(rules, source)| match args.annotate {
            true => annotate(source, &rules, out),
            false => explained(source, &rules, args, &desk, out),
        });
        worst = worst.max(settled(done, out)?);
    }
    Ok(worst)
}

/// The verdict on a file, and on each claim of it.
fn explained(source: Source, rules: &RuleOptions, args: &AtomicityArgs, desk: &Desk, out: &mut Out) -> Done {
    let format = if args.check.format == Format::Json { RunFormat::Json } else { RunFormat::Human };
    let explained =
        answers::atomicity::explained(desk, source, rules, args.claims.all).map_err(Halt::refused(format))?;
    if format == RunFormat::Json {
        writeln!(out, "{}", explained.json())?;
    } else {
        atomicity::human(&explained.parsed.source, &explained.analysis, out)?;
        writeln!(out)?;
        explaining::print(&explained.explained, out)?;
        explained.methods.iter().try_for_each(|m| writeln!(out, "{}", m.line()))?;
    }
    Ok(explained.ending(args.strict))
}

fn annotate(source: Source, rules: &RuleOptions, out: &mut Out) -> Done {
    let Parsed { source, program, rules, .. } =
        desk::parsed(source, rules, options::variant).map_err(Halt::refused(RunFormat::Human))?;
    let analysis = racefree_atomicity::analyse(&program, &source.text, &rules.options);
    let (annotated, left) = atomicity::annotated(&program, &source.text, &analysis, &rules.options);
    write!(out, "{annotated}")?;
    for method in left {
        out.complain(&format!(
            "`{method}` is left without: what holds of all that override it is more than callers rely on that see it through a subclass"
        ));
    }
    Ok(if analysis.errors.is_empty() { Ending::Fine } else { Ending::Wrong })
}

/// Judges a program of the system, and prints the requested form.
pub fn present(
    source: &Source,
    args: &CheckArgs,
    wants: Option<&AtomicityArgs>,
    program: &Program,
    rules: &Rules,
    kept: &mut Gathered,
    out: &mut Out,
) -> Done {
    let strict = wants.is_some_and(|wants| wants.strict);
    let Source { name, text } = source;
    let places = Places::new(text);
    let brief = args.format == Format::Human && out.quiet;
    if brief || matches!(args.format, Format::Sarif | Format::Short) {
        let mut summary = racefree_atomicity::summary(program, text, &rules.options);
        match args.format {
            Format::Short => {
                let lines = Lines::new(name, text);
                lines.excused(&summary.assumes, "assumed to be no error", out)?;
                lines.errors(&summary.errors, out)?;
                lines.warnings(&summary.report, out)?;
            }
            Format::Sarif => {
                let report = &mut summary.report;
                fixes::settle_errors(text, rules, program, &mut report.errors, &mut Budget::default());
                kept.log.check(name, &places, rules.system, report, out)?;
            }
            Format::Human | Format::Json => atomicity::brief(source, &summary, out)?,
        }
        let warned = strict && summary.atomic_everywhere < summary.methods;
        return Ok(if summary.errors.is_empty() && !warned { Ending::Fine } else { Ending::Wrong });
    }
    let analysis = answers::atomicity::analyse(text, rules, program);
    kept.whys.note(analysis.assumes.iter().chain(&analysis.errors));
    match args.format {
        Format::Human | Format::Short | Format::Sarif => atomicity::human(source, &analysis, out)?,
        Format::Json => writeln!(
            out,
            "{}",
            json::line(&racefree_answers::atomicity::record(name, rules.system, program, &places, &analysis))
        )?,
    }
    let warned = strict && analysis.methods.iter().any(|m| m.warned);
    Ok(if analysis.errors.is_empty() && !warned { Ending::Fine } else { Ending::Wrong })
}
