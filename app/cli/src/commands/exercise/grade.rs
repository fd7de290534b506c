//! `racefree exercise grade`: a folder of submissions, graded by several workers, the rows written one by one in order.

use super::submissions::{Student, exercises, read, students};
use super::{platforms, rows};
use crate::args::exercise::{GradeArgs, GradeFormat};
use crate::ending::{Done, Ending};
use crate::options::cores;
use crate::parallel::in_order_by;
use crate::running::host::Terminal;
use crate::running::interrupt;
use crate::terminal::Out;
use racefree_answers::desk::Desk;
use racefree_exercises::grade::Verdict;
use racefree_exercises::table::escaped;
use racefree_exercises::vary::Names;
use racefree_exercises::{Budget, Exercise, Feedback, Grade, Ready, Row, Table};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Submission to grade.
struct Job<'a> {
    student: &'a Student,
    stem: &'a str,
    ready: &'a Ready,
}

/// A grade with what a summary needs of it.
type Graded = (Row, String, u64);

/// Grades a folder.
pub fn run(args: &GradeArgs, out: &mut Out) -> Done {
    let host = Terminal::listen(false);
    // Exercises are the author's own, and each is looked at once.
    let patient = Budget { time: 120.0, memory: 2_048 }.desk(host.clone());
    let exercises = exercises(&patient, &args.exercises)?;
    let students = students(&args.submissions, &exercises)?;
    let is_of_one = matches!(args.format, GradeFormat::Gradescope | GradeFormat::Github);
    if is_of_one && students.len() != 1 {
        return Err(format!(
            "`{}` has {} students, and this format is about one",
            args.submissions.display(),
            students.len()
        )
        .into());
    }
    for (student, file) in students.iter().flat_map(|student| student.strange.iter().map(move |file| (student, file))) {
        out.complain(&format!("`{}/{file}` is a submission of no exercise", student.name.to_string_lossy()));
    }
    let jobs =
        students.iter().flat_map(|student| exercises.iter().map(move |(stem, ready)| Job { student, stem, ready }));
    let jobs: Vec<Job<'_>> = jobs.collect();
    let (file, done) = output(args, &jobs)?;
    let mut sink: Box<dyn Write> = match file {
        Some(file) => Box::new(file),
        None => {
            if args.format == GradeFormat::Csv {
                out.write_all(rows::head().as_bytes())?;
            }
            Box::new(&mut *out)
        }
    };
    let desk = Budget { time: args.time, memory: args.memory }.desk(host);
    let Some(graded) = rest(args, &desk, &jobs[done.len()..], &mut *sink)? else {
        sink.flush()?;
        return Ok(Ending::Interrupted);
    };
    let undecided = graded.iter().any(|row| row.0.verdict == Verdict::Undecided);
    let table = Table::new(graded);
    let end = match args.format {
        GradeFormat::Csv => String::new(),
        GradeFormat::Human => format!("\n{}", rows::summaries(&table)),
        GradeFormat::Json => rows::object(&table),
        GradeFormat::Gradescope => platforms::gradescope(&table),
        GradeFormat::Github => platforms::github(&table),
        GradeFormat::Junit => platforms::junit(&table),
    };
    sink.write_all(end.as_bytes())?;
    let undecided = undecided || done.contains(&Verdict::Undecided);
    Ok(if undecided { Ending::Budget } else { Ending::Fine })
}

/// Grades the submissions that are left and writes their rows. Returns nothing if it was interrupted.
fn rest(args: &GradeArgs, desk: &Desk, jobs: &[Job<'_>], sink: &mut dyn Write) -> io::Result<Option<Vec<Graded>>> {
    // A search that was interrupted says nothing of its submission.
    let work = |job: &Job<'_>| {
        let graded = (!interrupt::interrupted()).then(|| one(desk, args, job));
        graded.filter(|_| !interrupt::interrupted())
    };
    let workers = args.threads.map_or_else(cores, usize::from);
    let (mut graded, mut stopped) = (Vec::new(), false);
    let finished = in_order_by(
        workers,
        jobs,
        |_| 0,
        work,
        |result| {
            let Some((row, report, name)) = result else {
                stopped = true;
                return Err(io::Error::from(io::ErrorKind::Interrupted));
            };
            if let Some(folder) = &args.reports {
                write_report(&folder.join(&name.0), &name.1, &report)?;
            }
            let text = match args.format {
                GradeFormat::Csv => rows::csv(&row.0),
                GradeFormat::Human => rows::human(&row.0),
                GradeFormat::Json | GradeFormat::Gradescope | GradeFormat::Github | GradeFormat::Junit => String::new(),
            };
            graded.push(row);
            sink.write_all(text.as_bytes())
        },
    );
    if stopped {
        return Ok(None);
    }
    finished.map(|()| Some(graded))
}

/// The file that rows are written to, if they are, and the verdicts of the rows that it has.
fn output(args: &GradeArgs, all: &[Job<'_>]) -> Result<(Option<File>, Vec<Verdict>), String> {
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

fn student(job: &Job<'_>) -> String {
    escaped(&job.student.name.to_string_lossy())
}

/// Grades a submission. Returns its row, its report, and the names of the report's folder and file.
fn one(desk: &Desk, args: &GradeArgs, job: &Job<'_>) -> (Graded, String, (std::ffi::OsString, String)) {
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

/// Report for a student.
fn report(exercise: &Exercise, row: &Row) -> String {
    let told: Vec<&str> = [row.place.as_str(), &row.message].into_iter().filter(|part| !part.is_empty()).collect();
    let Exercise { title, task, .. } = exercise;
    let (points, max, verdict) = (&row.points, row.max, row.verdict.name());
    format!("{title}\n{task}\n\n{verdict}: {points} of {max} points\n{}\n", told.join(": ")).trim_end().to_owned()
        + "\n"
}

fn write_report(folder: &Path, name: &str, report: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(name), report)
}
