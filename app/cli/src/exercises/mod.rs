//! Exercises: where they are read, and how they and their grades are written.
//!
//! | module | contents |
//! | --- | --- |
//! | [`submissions`] | a folder of submissions |
//! | [`grading`] | one submission, graded, and its report |
//! | [`rows`], [`platforms`] | tables of grades, and what learning platforms read |

pub mod grading;
pub mod platforms;
pub mod rows;
pub mod submissions;

use crate::args::exercise::OneArgs;
use crate::input;
use crate::running::host::Terminal;
use crate::terminal::Out;
use racefree_answers::desk::{Desk, ExerciseRecord};
use racefree_answers::options::ExerciseOptions;
use racefree_answers::{Source, is_java};
use racefree_exercises::file::SOLUTION;
use racefree_exercises::{Budget, Exercise};
use std::io::{self, Write};
use std::path::Path;

/// Desk for one exercise, at which a person waits.
pub fn desk() -> Desk {
    Budget { time: 120.0, memory: 2_048 }.desk(Terminal::listen(true))
}

/// The exercise in a file, with the solution that stands beside it, or the fault of its header; and the name of the file.
pub fn of_file(path: &Path) -> Result<(String, Result<Exercise, String>), String> {
    let Source { name, text } = input::read_text(path)?;
    let beside = path.with_extension(SOLUTION.trim_start_matches('.'));
    let solution = (is_java(&name) && beside.exists()).then(|| input::read_text(&beside)).transpose()?;
    let exercise = Exercise::read(&name, &text);
    Ok((name, exercise.map(|e| Exercise { solution: solution.map(|source| source.text), ..e })))
}

/// An exercise: a file, or one that is built in.
pub fn exercise(one: &OneArgs) -> Result<Exercise, String> {
    let path = Path::new(&one.exercise);
    if one.exercise == "-" || path.exists() {
        return of_file(path).and_then(|(name, read)| read.map_err(|fault| format!("`{name}`: {fault}")));
    }
    let file = racefree_exercises::ask::find(&one.exercise).map_err(|failure| failure.message)?;
    file.exercise().map_err(|fault| format!("`{}`: {fault}", file.name))
}

/// Asks about an exercise.
pub fn ask(one: &OneArgs, desk: &Desk, options: &ExerciseOptions) -> Result<ExerciseRecord, String> {
    racefree_exercises::ask::of(desk, exercise(one)?, options).map_err(|failure| failure.message)
}

/// Shows the task, the program with the numbers of its lines, and the form of an answer of one line.
pub fn shown(record: &ExerciseRecord, out: &mut Out) -> io::Result<()> {
    let Some(exercise) = record.exercises.first() else { return Ok(()) };
    let points = racefree_answers::count(u64::from(exercise.points), "point");
    let title = out.bold(&exercise.title);
    writeln!(out, "{title}  ({}, {points})\n\n{}\n", exercise.kind, exercise.task)?;
    let text = exercise.text.as_deref().unwrap_or_default();
    let program = text.lines().enumerate().skip_while(|(_, line)| line.starts_with("//!"));
    for (at, line) in program {
        writeln!(out, "{:>3} | {line}", at + 1)?;
    }
    if matches!(exercise.kind, "predict" | "schedule") {
        let sheet = record.sheet.as_deref().unwrap_or_default();
        let form: Vec<&str> = sheet.lines().skip(1).map(|line| line.trim_start_matches("# ")).collect();
        writeln!(out, "\n{}", form.join("\n"))?;
    }
    Ok(())
}

/// A grade in a line.
pub fn in_words(grade: &racefree_answers::desk::GradeRecord) -> String {
    let stars = grade.stars.map_or_else(String::new, |stars| format!(" {}", "*".repeat(stars.into())));
    let parts = [grade.place.as_str(), grade.message.as_str()];
    let told: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let colon = if told.is_empty() { "" } else { ": " };
    format!("{}{stars}, {} of {}{colon}{}", grade.verdict, grade.points, grade.max, told.join(": "))
}
