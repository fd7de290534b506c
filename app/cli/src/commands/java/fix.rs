//! `racefree check --fix` on Java: files repaired, as a difference or in place.

use super::judge;
use crate::args::{CheckArgs, Format};
use crate::atomic_file;
use crate::ending::{Done, Ending};
use crate::gathered::Gathered;
use crate::java::{human, lines, objects, sarif};
use crate::terminal::Out;
use racefree_answers::fixes::Choice;
use racefree_answers::java::repairs::{Tries, repair};
use std::path::PathBuf;

/// Most verdicts of a call.
const TRIES: usize = 2_000;

/// Repairs Java files, which are one program.
pub fn run(paths: &[PathBuf], choice: Choice, args: &CheckArgs, kept: &mut Gathered, out: &mut Out) -> Done {
    if let Choice::Also(_) = choice {
        return Err("`--fix=N` is for programs of the calculus; of Java there are `--fix` and `--fix=all`"
            .to_owned()
            .into());
    }
    if args.java_options.guard_comments {
        return Err("`--guard-comments` reads comments otherwise than they are written, so `--fix` does not take it"
            .to_owned()
            .into());
    }
    let judge = judge(paths, args)?;
    let repaired = repair(&judge, choice == Choice::All, &Tries::new(TRIES))?;
    for file in &repaired.files {
        let path = &paths[file.file.index()];
        if args.write && path.as_os_str() != "-" {
            atomic_file::rewrite_bytes(path, &file.read, &file.bytes)
                .map_err(|e| format!("cannot write `{}`: {e}; it is as it was", path.display()))?;
        }
    }
    let verdict = &repaired.verdict;
    let outcome = if verdict.errors() == 0 { Ending::Fine } else { Ending::Wrong };
    match args.format {
        Format::Json => objects(verdict, (paths.len() > 1, false), out)?,
        Format::Sarif => sarif::add(verdict, &mut kept.log, out)?,
        Format::Short => lines(verdict, false, out)?,
        Format::Human => human::repaired(&repaired, !args.write || args.diff, out)?,
    }
    Ok(outcome)
}
