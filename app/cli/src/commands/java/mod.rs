//! `racefree check` on Java source.

mod adopt;
mod fix;
mod human;
mod sarif;

use super::check::Gathered;
use crate::args::java::{AnnotateArgs, LowerArgs};
use crate::args::{CheckArgs, Format};
use crate::atomic_file;
use crate::ending::{Done, Ending};
use crate::inferring::report;
use crate::input::java as input;
use crate::options;
use crate::running::interrupt;
use crate::short::Lines;
use crate::terminal::Out;
use racefree_answers::count as counted;
use racefree_answers::java::json::Objects;
use racefree_answers::java::repairs::Judge;
use racefree_answers::java::{self, JavaVerdict};
use racefree_answers::options::RuleOptions;
use racefree_infer::Stopped;
use racefree_java::profile::{self, Constructors};
use racefree_systems::BASE;
use std::io::{self, Write};
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

/// Puts inferred annotations into Java files.
pub fn annotate(args: &AnnotateArgs, out: &mut Out) -> Done {
    let rules = java::rules(&RuleOptions::default(), &args.options.java, &|words| options::rules(words, BASE))?;
    let (library, threads) = (|| input::around(&args.java).0, input::around(&args.java).1);
    let paths = input::java_alone(&args.files)?;
    let files = input::read(&paths, &args.java.stubs, threads)?;
    interrupt::listen();
    let (java, annotated) = java::annotate(files, library, rules, &args.options, interrupt::flag(), threads)?;
    for changed in &annotated.files {
        let path = &paths[changed.file.index()];
        if args.write && path.as_os_str() != "-" {
            let bytes = changed.bytes.as_ref().ok_or_else(|| io::Error::other("its encoding has no such letter"));
            bytes
                .and_then(|bytes| atomic_file::rewrite_bytes(path, &changed.read, bytes))
                .map_err(|e| format!("cannot write `{}`: {e}; it is as it was", path.display()))?;
        }
        if args.diff || !args.write {
            out.verbatim(&annotated.difference(&java, changed))?;
        }
    }
    annotated.unplaced.iter().for_each(|what| out.complain(&format!("no place in the text: {what}")));
    annotated.findings.iter().for_each(|what| out.complain(what));
    let (count, files) = (annotated.count as u64, annotated.files.len() as u64);
    let checks = match annotated.stopped {
        Some(stopped) => format!("; {}, and nothing is known of what is left", report::stop(stopped)),
        None if annotated.ok => "; the program checks with them".to_owned(),
        None => "; some errors are left".to_owned(),
    };
    out.summary(&format!("{} in {}{checks}", counted(count, "annotation"), counted(files, "file")))?;
    Ok(match annotated.stopped {
        Some(Stopped::Interrupted) => Ending::Interrupted,
        Some(Stopped::Time | Stopped::Memory) => Ending::Budget,
        None if annotated.ok => Ending::Fine,
        None => Ending::Wrong,
    })
}

/// A line for each error and warning, and for each assumption if they are wanted.
fn lines(verdict: &JavaVerdict, assumptions: bool, out: &mut Out) -> io::Result<()> {
    for file in &verdict.files {
        let source = verdict.source(file.file);
        let lines = Lines::new(&source.name, &source.text);
        file.errors.iter().try_for_each(|e| lines.line(e.span, "error", &e.code, &e.message, out))?;
        file.warnings.iter().try_for_each(|w| lines.line(w.span, "warning", w.kind, &w.message, out))?;
        let assumed = if assumptions { verdict.assumed_in(file.file) } else { Vec::new() };
        assumed.into_iter().try_for_each(|(kind, what, span)| lines.line(span, "assumed", kind, what, out))?;
    }
    Ok(())
}

/// An object for each file, and one for all of them if there are several.
fn objects(verdict: &JavaVerdict, (several, with_places): (bool, bool), out: &mut Out) -> io::Result<()> {
    let objects = Objects::new(verdict, with_places);
    verdict.files.iter().try_for_each(|file| writeln!(out, "{}", objects.file(file)))?;
    if several { writeln!(out, "{}", objects.summary()) } else { Ok(()) }
}

/// Prints a profile's options.
pub fn show_profile(args: &CheckArgs, out: &mut Out) -> Done {
    let of = java::profile(&args.java_options)?;
    writeln!(out, "{}: {}", of.name, of.about)?;
    let constructors = match of.constructors {
        Constructors::Fresh => "fresh",
        Constructors::Lock => "lock",
        Constructors::Unaided => "none",
        Constructors::Unchecked => "fresh",
    };
    writeln!(out, "  --constructors {constructors}")?;
    if of.constructors == Constructors::Unchecked {
        writeln!(out, "  what constructors and initialisers do with their own class is not checked")?;
    }
    for premise in of.off {
        writeln!(out, "  --off \"{premise}\"")?;
    }
    if of.only_annotated {
        writeln!(out, "  what is not annotated is not checked; locks are compared as text; a read lock is enough")?;
    }
    if of.at_modifiers {
        writeln!(out, "  errors about a declaration stand at its first modifier or annotation")?;
    }
    let others = profile::PROFILES.iter().filter(|other| other.name != of.name).map(|other| other.name);
    writeln!(out, "other profiles: {}", others.collect::<Vec<_>>().join(", "))?;
    Ok(Ending::Fine)
}
