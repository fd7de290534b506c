//! `racefree exercise lint`.

use crate::ending::{Done, Ending};
use crate::exercises::{desk, of_file};
use crate::terminal::Out;
use racefree_exercises::file::SOLUTION;
use racefree_exercises::{Exercise, ready};
use std::io::Write;
use std::path::PathBuf;

/// Finds an answer to each exercise, or its fault.
pub fn run(files: &[PathBuf], out: &mut Out) -> Done {
    let desk = desk();
    let built_in = racefree_exercises::file::all().into_iter().filter(|_| files.is_empty());
    let mut all: Vec<(String, Result<Exercise, String>)> =
        built_in.map(|file| (file.name.to_owned(), file.exercise())).collect();
    for file in files.iter().filter(|file| !file.to_string_lossy().ends_with(SOLUTION)) {
        all.push(of_file(file)?);
    }
    let (number, mut faults) = (all.len(), 0_u64);
    for (name, exercise) in all {
        match exercise.and_then(|exercise| ready::lint(&desk, exercise)) {
            Ok(linted) if !out.quiet => {
                writeln!(out, "{name:<34} {:<10} {}", linted.ready.exercise.kind.name(), linted.par)?
            }
            Ok(_) => {}
            Err(fault) => {
                faults += 1;
                writeln!(out, "{name}: {fault}")?;
            }
        }
    }
    let all = racefree_answers::count(number as u64, "exercise");
    out.summary(&format!("{all}, {}", racefree_answers::count(faults, "fault")))?;
    Ok(if faults == 0 { Ending::Fine } else { Ending::Wrong })
}
