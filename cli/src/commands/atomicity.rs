//! `racefree atomicity`: `check --system atomicity`, and what inference knows beside the verdict.

use super::{Outcome, check, explain};
use crate::args::{AtomicityArgs, CheckArgs, Format, Points, RunFormat};
use crate::atomicity::{self, Wants};
use crate::input;
use crate::options;
use crate::running::host::Terminal;
use crate::sarif::Log;
use crate::terminal::Out;
use racefree_answers::explaining::methods;
use racefree_answers::fixes::{self, Budget};
use racefree_answers::json::{self, Places};
use racefree_answers::options::{ExplainOptions, Exploring, RuleOptions, named};
use racefree_answers::variant::Rules;
use racefree_answers::verdict;
use racefree_answers::{self as answers, Source};
use racefree_explore::Host;
use racefree_grammar::Program;
use racefree_kernel::{Filled, System};
use std::io::{self, Write};
use std::sync::Arc;

/// Analyses every file.
pub fn run(args: &AtomicityArgs, out: &mut Out) -> io::Result<Outcome> {
    let mut wanted = args.check.clone();
    wanted.options.rules.system = Some("atomicity".to_owned());
    if args.points == Points::Five {
        wanted.options.rules.variant.push("five-points".to_owned());
    }
    if args.ordered_output {
        wanted.options.rules.variant.push("ordered-output".to_owned());
    }
    if args.explain {
        return explained(args, &wanted, out);
    }
    if !args.annotate {
        return check::run_with(&wanted, Wants { strict: args.strict, over: true }, out);
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

/// The verdict on every file, and on each claim of it.
fn explained(args: &AtomicityArgs, wanted: &CheckArgs, out: &mut Out) -> io::Result<Outcome> {
    let mut worst = Outcome::Fine;
    for file in &wanted.files {
        let Some((source, program, rules, analysis)) = analysed(file, wanted, out)? else {
            worst = worst.max(Outcome::Failed);
            continue;
        };
        let by = RuleOptions { system: Some(rules.system.name().to_owned()), ..wanted.options.rules.clone() };
        let json = wanted.format == Format::Json;
        let format = if json { RunFormat::Json } else { RunFormat::Human };
        let threads = u16::try_from(options::cores()).ok();
        let asked = Exploring { rules: by, threads, ..Exploring::default() };
        let terminal: Arc<dyn Host> = Terminal::listen(false);
        let methods = match args.all {
            true => methods::judge(&source, &program, &rules, &analysis, &asked, &terminal),
            false => Ok(Vec::new()),
        };
        let methods = match methods {
            Ok(methods) => methods,
            Err(message) => return Ok(crate::running::failed(out, &message)),
        };
        let question = ExplainOptions { exploring: asked, clients: 0 };
        let places = Places::new(&source.text);
        if json {
            let mut memory = out.in_memory();
            worst = worst.max(explain::answer(file, &question, format, &mut memory)?);
            let text = memory.into_text();
            let record = racefree_answers::atomicity::record(&source.name, &program, &places, &analysis);
            let mut object = serde_json::to_value(record).unwrap_or_default();
            object["explained"] = serde_json::from_str(&text).unwrap_or_default();
            object["explained_methods"] = methods.iter().map(|m| m.json(&places)).collect::<Vec<_>>().into();
            writeln!(out, "{}", json::line(&object))?;
        } else {
            atomicity::human(&source, &analysis, out)?;
            writeln!(out)?;
            worst = worst.max(explain::answer(file, &question, format, out)?);
            methods.iter().try_for_each(|m| writeln!(out, "{}", m.line()))?;
        }
        let warned = args.strict && analysis.methods.iter().any(|m| m.warned);
        if warned || !analysis.errors.is_empty() || methods.iter().any(|m| m.verdict == "real") {
            worst = worst.max(Outcome::Wrong);
        }
    }
    Ok(worst)
}

/// The rules of atomicity over the system that the header names.
fn system(args: &CheckArgs, text: &str) -> Result<&'static dyn System, String> {
    let system = named(args.options.rules.system.as_deref());
    racefree_systems::under(text, system)
}

/// A program that parses, and what is known of it.
type Analysed = (Source, Program, Rules, racefree_atomicity::Analysis);

fn analysed(file: &std::path::Path, args: &CheckArgs, out: &mut Out) -> io::Result<Option<Analysed>> {
    let source = match input::read(file) {
        Ok(source) => source,
        Err(message) => {
            out.complain(&message);
            return Ok(None);
        }
    };
    let rules = system(args, &source.text).and_then(|system| options::rules(&args.options.rules, system));
    let rules = match rules {
        Ok(rules) => rules,
        Err(message) => {
            out.complain(&format!("`{}`: {message}", source.name));
            return Ok(None);
        }
    };
    match verdict::parse(rules.system, &source.text) {
        Ok(program) => {
            let analysis = racefree_atomicity::analyse(&program, &source.text, &rules.options);
            Ok(Some((source, program, rules, analysis)))
        }
        Err(errors) => {
            check::syntax_errors(&source, &errors, out)?;
            Ok(None)
        }
    }
}

fn annotate(source: &Source, args: &CheckArgs, out: &mut Out) -> io::Result<Outcome> {
    let Source { name, text } = source;
    let rules = system(args, text).and_then(|system| options::rules(&args.options.rules, system));
    let rules = match rules {
        Ok(rules) => rules,
        Err(message) => {
            out.complain(&format!("`{name}`: {message}"));
            return Ok(Outcome::Failed);
        }
    };
    match verdict::parse(rules.system, text) {
        Ok(program) => {
            let analysis = racefree_atomicity::analyse(&program, text, &rules.options);
            let (annotated, left) = atomicity::annotated(&program, text, &analysis, &rules.options);
            write!(out, "{annotated}")?;
            for method in left {
                out.complain(&format!(
                    "`{method}` is left without: what holds of all that override it is more than callers rely on that see it through a subclass"
                ));
            }
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
    (rules, judged_by): (&Rules, &answers::Rules),
    log: &mut Log,
    out: &mut Out,
) -> io::Result<Outcome> {
    let Source { name, text } = source;
    let places = Places::new(text);
    if args.format == Format::Sarif || args.format == Format::Human && out.quiet {
        let summary = racefree_atomicity::summary(program, text, &rules.options);
        match args.format {
            Format::Sarif => {
                let (program, budget) = (program.clone(), &mut Budget::default());
                let report =
                    fixes::settled(text, judged_by, program, Filled::default(), summary.report.clone(), budget);
                log.check(name, &places, rules.system, &report, out)?;
            }
            _ => atomicity::brief(source, &summary, out)?,
        }
        let warned = wants.strict && summary.atomic_everywhere < summary.methods;
        return Ok(if summary.errors.is_empty() && !warned { Outcome::Fine } else { Outcome::Wrong });
    }
    let analysis = answers::atomicity::analyse(text, judged_by, program, &rules.options);
    match args.format {
        Format::Human | Format::Sarif => atomicity::human(source, &analysis, out)?,
        Format::Json => {
            writeln!(out, "{}", json::line(&racefree_answers::atomicity::record(name, program, &places, &analysis)))?
        }
    }
    let warned = wants.strict && analysis.methods.iter().any(|m| m.warned);
    Ok(if analysis.errors.is_empty() && !warned { Outcome::Fine } else { Outcome::Wrong })
}
