//! `racefree atomicity`: `check --system atomicity`, and what inference knows beside the verdict.

use super::{check, each};
use crate::args::{AtomicityArgs, Format, RunFormat};
use crate::atomicity;
use crate::ending::{Done, Ending, Halt};
use crate::terminal::Out;
use crate::{explaining, input, options};
use racefree_answers::desk::{self, Desk};
use racefree_answers::options::RuleOptions;
use racefree_answers::running::Parsed;
use racefree_answers::{self as answers, Source};
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
    each(&args.check.files, out, |file, out| {
        if input::is_java(file) {
            let (option, instead) = match args.annotate {
                true => ("--annotate", "without it the atomicities are printed as a table"),
                false => ("--explain", "`racefree test` shows a schedule that parts a claimed method"),
            };
            let name = file.display();
            return Err(format!("`{name}` is Java, and `{option}` is for programs of the calculus; {instead}").into());
        }
        let source = input::read(file)?;
        let rules = args.claims.rules(&args.check.options.rules, &source.text);
        let rules = rules.map_err(|message| format!("`{}`: {message}", source.name))?;
        if args.annotate { annotate(source, &rules, out) } else { explained(source, &rules, args, &desk, out) }
    })
}

/// The verdict on a file, and on each claim of it.
fn explained(source: Source, rules: &RuleOptions, args: &AtomicityArgs, desk: &Desk, out: &mut Out) -> Done {
    let format = if args.check.format == Format::Json { RunFormat::Json } else { RunFormat::Human };
    let explained =
        answers::atomicity::explained(desk, source, rules, args.claims.all).map_err(Halt::refused(format))?;
    if format == RunFormat::Json {
        writeln!(out, "{}", explained.json())?;
    } else {
        atomicity::human(&explained.parsed.source, &explained.analysis, 0, out)?;
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
    for (method, why) in left {
        out.complain(&format!("`{method}` is left without: {why}"));
    }
    Ok(if analysis.errors.is_empty() { Ending::Fine } else { Ending::Wrong })
}
