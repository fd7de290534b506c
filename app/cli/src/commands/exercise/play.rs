//! `racefree exercise play`: an exercise in the terminal, with hints and feedback. Line by line, so that it works in a pipe.

use crate::args::exercise::OneArgs;
use crate::ending::{Done, Ending};
use crate::exercises::{ask, desk, in_words, shown};
use crate::terminal::Out;
use racefree_answers::desk::ExerciseItem;
use racefree_answers::options::ExerciseOptions;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

/// Lets the user solve an exercise.
pub fn run(one: &OneArgs, out: &mut Out) -> Done {
    let desk = desk();
    let record = ask(one, &desk, &one.options)?;
    let Some(exercise) = record.exercises.first() else { return Ok(Ending::Failed) };
    let sheet = record.sheet.as_deref().unwrap_or_default();
    shown(&record, out)?;
    let file = in_file(exercise).then(|| begin(exercise, sheet)).transpose()?;
    if let Some(file) = &file {
        writeln!(out, "\nEdit `{}`, then press Enter.", file.display())?;
    }
    writeln!(out, "`hint` gives a hint, `answer` the answer, `quit` ends.")?;
    let mut hints = exercise.hints.iter();
    let mut input = io::stdin().lock();
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(Ending::Wrong);
        }
        let handed = match (line.trim(), &file) {
            ("quit" | "q", _) => return Ok(Ending::Wrong),
            ("hint" | "h", _) => {
                writeln!(out, "{}", hints.next().map_or("There is no further hint.", String::as_str))?;
                continue;
            }
            ("answer", _) => {
                let solved = ask(one, &desk, &ExerciseOptions { solve: true, ..one.options.clone() })?;
                out.verbatim(solved.answer.as_deref().unwrap_or_default())?;
                continue;
            }
            ("", None) => continue,
            (_, None) => line,
            (_, Some(file)) => match std::fs::read(file) {
                Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Err(error) => {
                    writeln!(out, "`{}` cannot be read: {error}", file.display())?;
                    continue;
                }
            },
        };
        let graded = ask(one, &desk, &ExerciseOptions { handed: Some(handed), ..one.options.clone() })?;
        let Some(grade) = &graded.grade else { return Ok(Ending::Failed) };
        writeln!(out, "{}", in_words(grade))?;
        if grade.verdict == "right" {
            return Ok(Ending::Fine);
        }
    }
}

/// Returns true if the answer is too long for a line.
fn in_file(exercise: &ExerciseItem) -> bool {
    matches!(exercise.kind, "derivation" | "annotate" | "repair")
}

/// Writes the sheet to a file in the current folder; one that is there is gone on with.
fn begin(exercise: &ExerciseItem, sheet: &str) -> Result<PathBuf, String> {
    let (stem, own) = exercise.file.rsplit_once('.').unwrap_or(("exercise", "rfj"));
    let extension = if exercise.kind == "derivation" { "txt" } else { own };
    // The exercise itself may lie there.
    let file = PathBuf::from(format!("{stem}.answer.{extension}"));
    let made = std::fs::OpenOptions::new().write(true).create_new(true).open(&file);
    let written = made.and_then(|mut new| new.write_all(sheet.as_bytes()));
    match written {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(format!("`{}` cannot be written: {error}", file.display()))
        }
        _ => Ok(file),
    }
}
