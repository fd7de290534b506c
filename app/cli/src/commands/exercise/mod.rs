//! `racefree exercise`: lists, shows, solves and grades exercises.

mod grade;
mod platforms;
mod play;
mod rows;
mod submissions;

use crate::args::RunFormat;
use crate::args::exercise::{ExerciseAction, ExerciseArgs, OneArgs};
use crate::ending::{Done, Ending};
use crate::input;
use crate::running::host::Terminal;
use crate::terminal::Out;
use racefree_answers::desk::{Desk, ExerciseRecord};
use racefree_answers::options::ExerciseOptions;
use racefree_answers::{Source, is_java, json};
use racefree_exercises::file::SOLUTION;
use racefree_exercises::{Budget, Exercise, ready};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Carries out an action.
pub fn run(args: &ExerciseArgs, out: &mut Out) -> Done {
    match &args.action {
        ExerciseAction::List { format } => list(*format, out),
        ExerciseAction::Show(one) => told(one, &one.options, out, shown).map(|_| Ending::Fine),
        ExerciseAction::Sheet(one) => part(one, false, out),
        ExerciseAction::Answer(one) => part(one, true, out),
        ExerciseAction::Play(one) => play::run(one, out),
        ExerciseAction::Check { one, answer } => check(one, answer, out),
        ExerciseAction::Lint { files } => lint(files, out),
        ExerciseAction::Grade(args) => grade::run(args, out),
    }
}

/// Desk for one exercise, at which a person waits.
fn desk() -> Desk {
    Budget { time: 120.0, memory: 2_048 }.desk(Terminal::listen(true))
}

/// An exercise: a file, or one that is built in.
fn exercise(one: &OneArgs) -> Result<Exercise, String> {
    let path = Path::new(&one.exercise);
    if one.exercise == "-" || path.exists() {
        return of_file(path).and_then(|(name, read)| read.map_err(|fault| format!("`{name}`: {fault}")));
    }
    let file = racefree_exercises::ask::find(&one.exercise).map_err(|failure| failure.message)?;
    file.exercise().map_err(|fault| format!("`{}`: {fault}", file.name))
}

/// The exercise in a file, with the solution that stands beside it, or the fault of its header; and the name of the file.
fn of_file(path: &Path) -> Result<(String, Result<Exercise, String>), String> {
    let Source { name, text } = input::read_text(path)?;
    let beside = path.with_extension(SOLUTION.trim_start_matches('.'));
    let solution = (is_java(&name) && beside.exists()).then(|| input::read_text(&beside)).transpose()?;
    let exercise = Exercise::read(&name, &text);
    Ok((name, exercise.map(|e| Exercise { solution: solution.map(|source| source.text), ..e })))
}

/// Asks about an exercise.
fn ask(one: &OneArgs, desk: &Desk, options: &ExerciseOptions) -> Result<ExerciseRecord, String> {
    racefree_exercises::ask::of(desk, exercise(one)?, options).map_err(|failure| failure.message)
}

fn list(format: RunFormat, out: &mut Out) -> Done {
    let all = racefree_exercises::ask(&desk(), None, &ExerciseOptions::default()).map_err(|failure| failure.message)?;
    if format == RunFormat::Json {
        writeln!(out, "{}", json::line(&all))?;
        return Ok(Ending::Fine);
    }
    for exercise in &all.exercises {
        writeln!(out, "{:<34} {:<10} {:>2}  {}", exercise.name, exercise.kind, exercise.points, exercise.title)?;
    }
    Ok(Ending::Fine)
}

/// Asks about an exercise, and shows the answer.
fn told(
    one: &OneArgs,
    options: &ExerciseOptions,
    out: &mut Out,
    human: impl FnOnce(&ExerciseRecord, &mut Out) -> io::Result<()>,
) -> Done<ExerciseRecord> {
    let record = ask(one, &desk(), options)?;
    match one.format {
        RunFormat::Json => writeln!(out, "{}", json::line(&record))?,
        RunFormat::Human => human(&record, out)?,
    }
    Ok(record)
}

/// Shows the task, the program with the numbers of its lines, and the form of an answer of one line.
fn shown(record: &ExerciseRecord, out: &mut Out) -> io::Result<()> {
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

/// Prints the sheet, or the answer.
fn part(one: &OneArgs, solve: bool, out: &mut Out) -> Done {
    told(one, &ExerciseOptions { solve, ..one.options.clone() }, out, |record, out| {
        let text = if solve { &record.answer } else { &record.sheet };
        out.verbatim(text.as_deref().unwrap_or_default())
    })?;
    Ok(Ending::Fine)
}

/// Grades one answer.
fn check(one: &OneArgs, answer: &Path, out: &mut Out) -> Done {
    let handed = Some(input::read_text(answer)?.text);
    let record = told(one, &ExerciseOptions { handed, ..one.options.clone() }, out, |record, out| {
        record.grade.iter().try_for_each(|grade| writeln!(out, "{}", in_words(grade)))
    })?;
    Ok(match record.grade.map(|grade| grade.verdict) {
        Some("right") => Ending::Fine,
        Some("undecided") => Ending::Budget,
        Some(_) => Ending::Wrong,
        None => Ending::Failed,
    })
}

/// A grade in a line.
fn in_words(grade: &racefree_answers::desk::GradeRecord) -> String {
    let stars = grade.stars.map_or_else(String::new, |stars| format!(" {}", "*".repeat(stars.into())));
    let parts = [grade.place.as_str(), grade.message.as_str()];
    let told: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let colon = if told.is_empty() { "" } else { ": " };
    format!("{}{stars}, {} of {}{colon}{}", grade.verdict, grade.points, grade.max, told.join(": "))
}

fn lint(files: &[PathBuf], out: &mut Out) -> Done {
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
