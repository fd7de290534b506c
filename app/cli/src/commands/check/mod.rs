//! `racefree check`.

mod derive;
mod one;

use super::{java, settled};
use crate::args::java::Language;
use crate::args::{AtomicityArgs, CheckArgs, DerivationForm, Format};
use crate::ending::{Done, Ending, Halt};
use crate::gathered::Gathered;
use crate::input;
use crate::java::show_profile;
use crate::parallel::{in_order, size};
use crate::sarif::Log;
use crate::terminal::Out;
use std::io;
use std::path::PathBuf;

/// Checks every file, by the rules of atomicity if its command asks for that.
pub fn run(args: &CheckArgs, wants: Option<&AtomicityArgs>, out: &mut Out) -> Done {
    if let Some(form) = args.derivation {
        let whole_page = matches!(form, DerivationForm::Latex | DerivationForm::Html);
        if args.format != Format::Human {
            return Err("a derivation as JSON is `--derivation json`, without `--format`".into());
        }
        if whole_page && args.files.len() > 1 {
            return Err("a derivation as LaTeX or HTML is one document, so it takes one FILE".into());
        }
    }
    if args.show {
        return show_profile(args, out);
    }
    let input::java::Found { programs, java, wrong } = input::java::find(&args.files, args.language == Language::Java);
    wrong.iter().for_each(|message| out.complain(message));
    let mut worst = if wrong.is_empty() { Ending::Fine } else { Ending::Failed };
    let mut kept = Gathered::default();
    let one = |path: &PathBuf, kept: &mut Gathered, out: &mut Out| {
        let done = input::read(path).map_err(Halt::from);
        let done = done.and_then(|source| one::check(&source, path, args, wants, kept, out));
        settled(done, out)
    };
    if let [path] = &programs[..] {
        worst = one(path, &mut kept, out)?;
    } else {
        let blank = out.in_memory();
        let work = |path: &PathBuf| {
            let (mut of_file, mut out) = (Gathered { log: Log::part(), ..Gathered::default() }, blank.in_memory());
            one(path, &mut of_file, &mut out).map(|outcome| (outcome, of_file, out))
        };
        let all = in_order(&programs, size, work, |answer| {
            let (outcome, of_file, text) = answer?;
            worst = worst.max(outcome);
            kept.log.append(of_file.log, out)?;
            kept.whys.append(of_file.whys);
            out.replay(text)?;
            if out.is_left() { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
        });
        // Nobody reads of the other programs.
        match all {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(worst),
            all => all?,
        }
    }
    worst = worst.max(of_java(&java, args, wants, &mut kept, out)?);
    match args.format {
        Format::Human => kept.whys.tell(if args.files.len() > 1 { "" } else { "  " }, out)?,
        Format::Sarif => kept.log.finish(out)?,
        Format::Short | Format::Json => {}
    }
    Ok(worst)
}

/// Checks the Java files of a call, by the rules of atomicity if those are asked for.
fn of_java(
    java: &[PathBuf],
    args: &CheckArgs,
    wants: Option<&AtomicityArgs>,
    kept: &mut Gathered,
    out: &mut Out,
) -> Done {
    if java.is_empty() {
        let none = |option| Err(format!("`{option}` is for Java, and there is no Java file").into());
        return args.adopt.given().map_or(Ok(Ending::Fine), none);
    }
    let of_claims = |name: &str| racefree_systems::over(racefree_systems::BASE).is_some_and(|over| over.name() == name);
    if wants.is_some() || args.options.rules.system.as_deref().is_some_and(of_claims) {
        return java::atomicity::run(java, args, wants, kept, out);
    }
    java::check(java, args, kept, out)
}
