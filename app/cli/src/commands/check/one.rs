//! The check of one program of the calculus.

use super::derive::derive;
use crate::args::{AtomicityArgs, CheckArgs, Format};
use crate::commands::fix;
use crate::ending::{Done, Ending};
use crate::gathered::Gathered;
use crate::short::Lines;
use crate::terminal::Out;
use crate::{atomicity, options, verdict};
use racefree_answers::fixes::{self, Budget};
use racefree_answers::json::{self, Places};
use racefree_answers::verdict::{Judged, fill_in, parse, unjudged};
use racefree_answers::{self as answers, Source};
use racefree_kernel::Filled;
use std::io::Write;
use std::path::Path;

/// Checks a program.
pub fn check(
    source: &Source,
    path: &Path,
    args: &CheckArgs,
    wants: Option<&AtomicityArgs>,
    kept: &mut Gathered,
    out: &mut Out,
) -> Done {
    let Source { name, text } = source;
    let named = |message| format!("`{name}`: {message}");
    let words = wants.map(|wants| wants.claims.rules(&args.options.rules, text)).transpose().map_err(named);
    let rules = words.and_then(|words| {
        let words = words.as_ref().unwrap_or(&args.options.rules);
        let system = answers::options::system(words.system.as_deref(), text).map_err(named)?;
        options::rules(words, system)
    });
    let rules = rules?;
    if let Some(choice) = args.fix {
        return fix::run(source, path, choice, args, &rules, kept, out);
    }
    let unjudged = if args.options.rules.system.is_none() { unjudged(text, rules.system) } else { None };
    let mut program = match parse(rules.system, text) {
        Ok(program) => program,
        Err(mut errors) => {
            fixes::settle_syntax(text, &rules, &mut errors, &mut Budget::default());
            match args.format {
                Format::Human => verdict::syntax_errors(source, &errors, out)?,
                Format::Short => Lines::new(name, text).syntax(&errors, out)?,
                Format::Json => writeln!(out, "{}", json::syntax(name, rules.system, &Places::new(text), &errors))?,
                Format::Sarif => kept.log.syntax(name, &Places::new(text), &errors, out)?,
            }
            return Ok(Ending::Wrong);
        }
    };
    let filled = match args.options.rules.defaults {
        true => fill_in(rules.system, &mut program, text),
        false => Ok(Filled::default()),
    };
    let filled = filled?;
    if let Some(form) = args.derivation {
        return derive(source, args, form, (&program, &filled), &rules, kept, out);
    }
    if rules.system.judges_claims() {
        return atomicity::present(source, args, wants, &program, &rules, kept, out);
    }
    let mut report = rules.system.check(&program, text, &rules.options);
    fixes::settle_errors(text, &rules, &program, &mut report.errors, &mut Budget::default());
    report.warnings.extend(unjudged);
    kept.whys.note(&report.errors);
    let (system, judged) = (rules.system, Judged { program, filled, report });
    let Judged { filled, report, .. } = &judged;
    match args.format {
        Format::Human => verdict::human(source, report, filled, &rules, out)?,
        Format::Short => Lines::new(name, text).report(report, out)?,
        Format::Json => writeln!(out, "{}", json::check(name, &Places::new(text), system, &judged))?,
        Format::Sarif => kept.log.check(name, &Places::new(text), system, report, out)?,
    }
    Ok(if report.is_ok() { Ending::Fine } else { Ending::Wrong })
}
