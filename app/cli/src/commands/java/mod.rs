//! `racefree check` on Java source.

mod adopt;
pub mod annotate;
pub mod atomicity;
mod fix;

use crate::args::java::LowerArgs;
use crate::args::{CheckArgs, Format};
use crate::ending::{Done, Ending};
use crate::gathered::Gathered;
use crate::input::java as input;
use crate::java::{human, lines, objects, sarif};
use crate::options;
use crate::terminal::Out;
use racefree_answers::java;
use racefree_answers::java::repairs::Judge;
use racefree_answers::options::RuleOptions;
use racefree_systems::BASE;
use std::path::PathBuf;

/// Checks Java files, which are one program.
pub fn check(paths: &[PathBuf], args: &CheckArgs, kept: &mut Gathered, out: &mut Out) -> Done {
    if args.derivation.is_some() {
        let what = "`--derivation` is for programs of the calculus; `racefree lower FILE.java` prints Java as one";
        return Err(what.to_owned().into());
    }
    if let Some(choice) = args.fix {
        return fix::run(paths, choice, args, kept, out);
    }
    let judge = judge(paths, args)?;
    let mut verdict = judge.verdict()?;
    if let Some(path) = &args.adopt.write_baseline {
        return Ok(adopt::write(&verdict, path, out)?);
    }
    adopt::apply(&mut verdict, &args.adopt, out)?;
    match args.format {
        Format::Human => human::show(&verdict, &judge, args, out)?,
        Format::Short => lines(&verdict, args.java_options.assumptions, out)?,
        Format::Json => objects(&verdict, (paths.len() > 1, args.java_options.assumptions), out)?,
        Format::Sarif => sarif::add(&verdict, &mut kept.log, out)?,
    }
    Ok(if verdict.errors() == 0 { Ending::Fine } else { Ending::Wrong })
}

/// The files with all that a verdict on them depends on.
fn judge(paths: &[PathBuf], args: &CheckArgs) -> Result<Judge, String> {
    let words = args.options.rules.clone();
    let rules = java::rules(&words, &args.java_options, &|words| options::rules(words, BASE))?;
    let (library, threads) = input::around(&args.java);
    let files = input::read(paths, &args.java.stubs, threads)?;
    Ok(Judge { files, library, words, options: args.java_options.clone(), rules, threads })
}

/// Prints Java files as a program of the calculus.
pub fn lower(args: &LowerArgs, out: &mut Out) -> Done {
    let (library, threads) = input::around(&args.java);
    let files = input::read(&input::java_alone(&args.files)?, &args.java.stubs, threads)?;
    let words = RuleOptions { defaults: args.options.defaults, ..RuleOptions::default() };
    let (_, elaborated) = java::elaborated(files, library, &words, &args.options.java, threads)?;
    out.verbatim(&java::lowered(&elaborated))?;
    Ok(Ending::Fine)
}
