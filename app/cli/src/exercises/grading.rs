//! A submission, graded, and its report.

use super::rows;
use super::submissions::{Student, read};
use crate::args::exercise::{GradeArgs, GradeFormat};
use racefree_answers::desk::Desk;
use racefree_exercises::grade::Verdict;
use racefree_exercises::table::escaped;
use racefree_exercises::vary::Names;
use racefree_exercises::{Exercise, Feedback, Grade, Ready, Row};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Submission to grade.
pub struct Job<'a> {
    pub student: &'a Student,
    pub stem: &'a str,
    pub ready: &'a Ready,
}

/// A grade with what a summary needs of it.
pub type Graded = (Row, String, u64);

pub fn student(job: &Job<'_>) -> String {
    escaped(&job.student.name.to_string_lossy())
}

/// Grades a submission. Returns its row, its report, and the names of the report's folder and file.
pub fn one(desk: &Desk, args: &GradeArgs, job: &Job<'_>) -> (Graded, String, (std::ffi::OsString, String)) {
    let name = job.student.name.to_string_lossy();
    let exercise = &job.ready.exercise;
    let names = args.vary.then(|| Names::new(exercise, &name));
    let grade = match read(job.student, job.stem, exercise) {
        Err(grade) => grade,
        Ok(None) => Grade::missing(),
        Ok(Some(bytes)) => match (&names, std::str::from_utf8(&bytes)) {
            (Some(names), Ok(text)) => job.ready.grade(desk, names.taken_back(text).as_bytes()),
            _ => job.ready.grade(desk, &bytes),
        },
    };
    let feedback = Feedback::level(args.feedback).unwrap_or_default();
    let mut row = Row::new(&name, exercise, &grade, feedback);
    if let Some(names) = &names {
        row.message = names.put_in_prose(&row.message);
    }
    let report = report(exercise, &row);
    let points = grade.hundredths(exercise.points, exercise.all_or_nothing);
    ((row, grade.place(Feedback::Place), points), report, (job.student.name.clone(), format!("{}.txt", job.stem)))
}

pub fn write_report(folder: &Path, name: &str, report: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(name), report)
}

/// Report for a student.
fn report(exercise: &Exercise, row: &Row) -> String {
    let told: Vec<&str> = [row.place.as_str(), &row.message].into_iter().filter(|part| !part.is_empty()).collect();
    let Exercise { title, task, .. } = exercise;
    let (points, max, verdict) = (&row.points, row.max, row.verdict.name());
    format!("{title}\n{task}\n\n{verdict}: {points} of {max} points\n{}\n", told.join(": ")).trim_end().to_owned()
        + "\n"
}

/// The file that rows are written to, if they are, and the verdicts of the rows that it has.
pub fn output(args: &GradeArgs, all: &[Job<'_>]) -> Result<(Option<File>, Vec<Verdict>), String> {
    let Some(path) = &args.output else { return Ok((None, Vec::new())) };
    let wrong = |why: String| format!("`{}`: {why}", path.display());
    let failed = |error: io::Error| wrong(format!("it cannot be written: {error}"));
    if !args.resume {
        let mut file = File::create(path).map_err(failed)?;
        if args.format == GradeFormat::Csv {
            file.write_all(rows::head().as_bytes()).map_err(failed)?;
        }
        return Ok((Some(file), Vec::new()));
    }
    if args.format != GradeFormat::Csv {
        return Err("`--resume` goes on with a table: `--format csv`".to_owned());
    }
    let text = if path.exists() { crate::input::read_results(path)? } else { String::new() };
    let wanted = all.iter().map(|job| (student(job), job.ready.exercise.name.as_str()));
    let (known, length) = rows::complete(&text, wanted).map_err(wrong)?;
    let mut file = File::options().create(true).truncate(false).write(true).open(path).map_err(failed)?;
    file.set_len(length as u64).map_err(failed)?;
    io::Seek::seek(&mut file, io::SeekFrom::End(0)).map_err(failed)?;
    if length == 0 {
        file.write_all(rows::head().as_bytes()).map_err(failed)?;
    }
    Ok((Some(file), known))
}
