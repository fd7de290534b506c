//! `racefree atomicity` on Java source.

use super::input;
use crate::args::{AtomicityArgs, CheckArgs, Format};
use crate::atomicity;
use crate::diagnostics::Artist;
use crate::ending::{Done, Ending};
use crate::gathered::Gathered;
use crate::options;
use crate::short::Lines;
use crate::terminal::Out;
use racefree_answers::java::repairs::Judge;
use racefree_answers::java::{self, CodeError, JavaAtomicity};
use racefree_answers::json::{self, Places};
use racefree_answers::options::{ClaimOptions, RuleOptions};
use racefree_answers::{self as answers, Problem, count};
use racefree_systems::{BASE, over};
use std::io::{self, Write};
use std::path::PathBuf;

/// Infers the atomicities of Java files, which are one program.
pub fn run(
    paths: &[PathBuf],
    args: &CheckArgs,
    wants: Option<&AtomicityArgs>,
    kept: &mut Gathered,
    out: &mut Out,
) -> Done {
    if let Some(option) = refused(args, wants) {
        return Err(
            format!("`{option}` is not for atomicities of Java; `racefree atomicity` infers and judges them").into()
        );
    }
    let claims = wants.map_or_else(ClaimOptions::default, |wants| wants.claims.clone());
    let system = over(BASE).unwrap_or(BASE);
    let words = RuleOptions { system: Some(system.name().to_owned()), ..args.options.rules.clone() };
    let words = claims.rules(&words, "")?;
    let base = RuleOptions { defaults: words.defaults, ..RuleOptions::default() };
    let base = java::rules(&base, &args.java_options, &|words| options::rules(words, BASE))?;
    let rules = options::rules(&words, system)?;
    let (library, threads) = input::around(&args.java);
    let files = input::read(paths, &args.java.stubs, threads)?;
    let judge = Judge { files, library, words, options: args.java_options.clone(), rules, threads };
    let name = match paths {
        [one] => one.display().to_string(),
        several => count(several.len() as u64, "file"),
    };
    let found = java::atomicity(&judge, &base, &name)?;
    present(&found, args, wants, &judge, kept, out)
}

/// The first option that has no meaning here.
fn refused(args: &CheckArgs, wants: Option<&AtomicityArgs>) -> Option<&'static str> {
    let given = [
        (args.derivation.is_some(), "--derivation"),
        (args.fix.is_some(), "--fix"),
        (wants.is_some_and(|wants| wants.annotate), "--annotate"),
        (wants.is_some_and(|wants| wants.claims.explain), "--explain"),
    ];
    let given = given.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option);
    given.or(args.adopt.given())
}

fn present(
    found: &JavaAtomicity,
    args: &CheckArgs,
    wants: Option<&AtomicityArgs>,
    judge: &Judge,
    kept: &mut Gathered,
    out: &mut Out,
) -> Done {
    let JavaAtomicity { source, program, analysis, .. } = found;
    let strict = wants.is_some_and(|wants| wants.strict);
    match args.format {
        Format::Human => {
            let artist = Artist::new(&source.name, &source.text, out);
            for CodeError { code, span, message } in &found.of_code {
                let problem = Problem::new(*code, message.clone(), vec![(*span, "here".to_owned())]);
                artist.problem(&problem, out)?;
            }
        }
        Format::Short => {
            let lines = Lines::new(&source.name, &source.text);
            found.of_code.iter().try_for_each(|e| lines.line(e.span, "error", e.code, &e.message, out))?;
        }
        Format::Json | Format::Sarif => {}
    }
    if args.format == Format::Json {
        let places = Places::new(&source.text);
        let record = answers::atomicity::java_record(&source.name, judge.rules.system, &places, found);
        writeln!(out, "{}", json::line(&record))?;
    } else {
        let of_code = found.of_code.len();
        atomicity::analysed(source, args, program, &judge.rules, (analysis, of_code), kept, out)?;
    }
    if matches!(args.format, Format::Human | Format::Short) {
        assumed(found, args, out)?;
    }
    let warned = strict && analysis.methods.iter().any(|m| m.warned);
    Ok(if analysis.errors.is_empty() && found.of_code.is_empty() && !warned { Ending::Fine } else { Ending::Wrong })
}

/// Prints the assumptions of the atomicities: code outside that is taken for one step, and those of `check`.
fn assumed(found: &JavaAtomicity, args: &CheckArgs, out: &mut Out) -> io::Result<()> {
    let places = Places::new(&found.source.text);
    if args.java_options.assumptions {
        for &span in &found.analysis.assumed {
            let call = span.text(&found.source.text).lines().next().unwrap_or_default();
            writeln!(out, "  assumed to be one step: `{call}` (line {})", places.spot(span))?;
        }
    }
    let (calls, trusted) = (found.analysis.assumed.len(), found.assumptions);
    if calls + trusted > 0 && !out.quiet {
        let of_code = count(calls as u64, "call");
        let of_check = count(trusted as u64, "assumption");
        writeln!(out, "  under these: {of_code} of code outside taken for one step each, and {of_check} of `check`")?;
    }
    Ok(())
}
