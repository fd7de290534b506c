//! `racefree exercise grade`: a folder of submissions, graded by several workers, the rows written one by one in order.

use crate::args::exercise::{GradeArgs, GradeFormat};
use crate::ending::{Done, Ending};
use crate::exercises::grading::{Graded, Job, one, output, write_report};
use crate::exercises::submissions::{exercises, students};
use crate::exercises::{platforms, rows};
use crate::options::cores;
use crate::parallel::in_order_by;
use crate::running::host::Terminal;
use crate::running::interrupt;
use crate::terminal::Out;
use racefree_answers::desk::Desk;
use racefree_exercises::grade::Verdict;
use racefree_exercises::{Budget, Table};
use std::io::{self, Write};

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
