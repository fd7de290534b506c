//! Verdicts on Java source, in each format.

pub mod human;
pub mod sarif;

use crate::args::CheckArgs;
use crate::ending::{Done, Ending};
use crate::short::Lines;
use crate::terminal::Out;
use racefree_answers::java::json::Objects;
use racefree_answers::java::{self, JavaVerdict};
use racefree_java::profile::{self, Constructors};
use std::io::{self, Write};

/// A line for each error and warning, and for each assumption if they are wanted.
pub fn lines(verdict: &JavaVerdict, assumptions: bool, out: &mut Out) -> io::Result<()> {
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
pub fn objects(verdict: &JavaVerdict, (several, with_places): (bool, bool), out: &mut Out) -> io::Result<()> {
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
