//! `racefree atomicity`: `check --system atomicity`, and what inference knows beside the verdict.

use super::{Outcome, check};
use crate::args::{AtomicityArgs, CheckArgs, Format, Points, SystemArg};
use crate::atomicity::{self, Wants};
use crate::input::{self, Source};
use crate::json::{self, Places};
use crate::options;
use crate::sarif::Log;
use crate::terminal::Out;
use racefree_grammar::Program;
use racefree_soundness::variant::Rules;
use std::io::{self, Write};

/// Analyses every file.
pub fn run(args: &AtomicityArgs, out: &mut Out) -> io::Result<Outcome> {
    let mut wanted = args.check.clone();
    let system = racefree_systems::find("atomicity").map_err(io::Error::other)?;
    wanted.rules.system = Some(SystemArg(system));
    if args.points == Points::Five {
        wanted.rules.variant.push("five-points".to_owned());
    }
    if args.ordered_output {
        wanted.rules.variant.push("ordered-output".to_owned());
    }
    if !args.annotate {
        return check::run_with(&wanted, Wants { strict: args.strict }, out);
    }
    let mut worst = Outcome::Fine;
    for path in &wanted.files {
        worst = worst.max(match input::read(path) {
            Ok(source) => annotate(&source, &wanted, out)?,
            Err(message) => {
                out.complain(&message);
                Outcome::Failed
            }
        });
    }
    Ok(worst)
}

fn annotate(source: &Source, args: &CheckArgs, out: &mut Out) -> io::Result<Outcome> {
    let Source { name, text } = source;
    let rules = options::system(args.rules.system, text).and_then(|system| options::rules(&args.rules, system));
    let rules = match rules {
        Ok(rules) => rules,
        Err(message) => {
            out.complain(&format!("`{name}`: {message}"));
            return Ok(Outcome::Failed);
        }
    };
    match options::parse(rules.system, text) {
        Ok(program) => {
            let analysis = racefree_atomicity::analyse(&program, text, &rules.options);
            write!(out, "{}", atomicity::annotated(&program, text, &analysis))?;
            Ok(if analysis.errors.is_empty() { Outcome::Fine } else { Outcome::Wrong })
        }
        Err(errors) => {
            check::syntax_errors(source, &errors, out)?;
            Ok(Outcome::Wrong)
        }
    }
}

/// Judges a program of the system, and prints what was asked for.
pub fn present(
    source: &Source,
    args: &CheckArgs,
    wants: Wants,
    program: &Program,
    rules: &Rules,
    log: &mut Log,
    out: &mut Out,
) -> io::Result<Outcome> {
    let Source { name, text } = source;
    let places = Places::new(text);
    if args.format == Format::Sarif || args.format == Format::Human && out.quiet {
        let summary = racefree_atomicity::summary(program, text, &rules.options);
        match args.format {
            Format::Sarif => log.check(name, &places, rules.system, &summary.report),
            _ => atomicity::brief(source, &summary, out)?,
        }
        let warned = wants.strict && summary.atomic_everywhere < summary.methods;
        return Ok(if summary.errors.is_empty() && !warned { Outcome::Fine } else { Outcome::Wrong });
    }
    let analysis = racefree_atomicity::analyse(program, text, &rules.options);
    match args.format {
        Format::Human | Format::Sarif => atomicity::human(source, &analysis, out)?,
        Format::Json => writeln!(out, "{}", json::line(&atomicity::json(name, program, &places, &analysis)))?,
    }
    let warned = wants.strict && analysis.methods.iter().any(|m| m.warned);
    Ok(if analysis.errors.is_empty() && !warned { Outcome::Fine } else { Outcome::Wrong })
}
