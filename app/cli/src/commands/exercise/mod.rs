//! `racefree exercise`: lists, shows, solves and grades exercises.

mod grade;
mod lint;
mod play;

use crate::args::RunFormat;
use crate::args::exercise::{ExerciseAction, ExerciseArgs, OneArgs};
use crate::ending::{Done, Ending};
use crate::exercises::{ask, desk, in_words, shown};
use crate::input;
use crate::terminal::Out;
use racefree_answers::desk::ExerciseRecord;
use racefree_answers::json;
use racefree_answers::options::ExerciseOptions;
use std::io::{self, Write};
use std::path::Path;

/// Carries out an action.
pub fn run(args: &ExerciseArgs, out: &mut Out) -> Done {
    match &args.action {
        ExerciseAction::List { format } => list(*format, out),
        ExerciseAction::Show(one) => told(one, &one.options, out, shown).map(|_| Ending::Fine),
        ExerciseAction::Sheet(one) => part(one, false, out),
        ExerciseAction::Answer(one) => part(one, true, out),
        ExerciseAction::Play(one) => play::run(one, out),
        ExerciseAction::Check { one, answer } => check(one, answer, out),
        ExerciseAction::Lint { files } => lint::run(files, out),
        ExerciseAction::Grade(args) => grade::run(args, out),
    }
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
