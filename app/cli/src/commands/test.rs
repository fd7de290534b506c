//! `racefree test`.

use crate::args::{RunFormat, TestArgs};
use crate::ending::{Done, Halt, written};
use crate::options;
use crate::running::{Line, program, save_schedule, tested as show};
use crate::terminal::Out;
use racefree_answers::options::TestingOptions;
use racefree_answers::testing;
use std::io::Write;

/// Runs a program under many schedules.
pub fn run(args: &TestArgs, out: &mut Out) -> Done {
    let asked = TestingOptions { running: options::seeded(&args.options.running), ..args.options.clone() };
    let loaded = program::load(&args.file, &asked.running.rules, &asked.running.start, args.format, out)?;
    let (desk, _) = options::desk(false);
    let progress = Line::new(!out.quiet);
    let job = testing::job(&asked);
    let of = job.all.map_or(String::new(), |n| format!(" of {n}"));
    let tell = |done| progress.tell(|s| format!("{done}{of} schedules, {s} s{}", job.left(done, s as f64)));
    let tested = testing::test(&desk, loaded, &asked, &tell);
    drop(progress);
    let tested = tested.map_err(Halt::refused(args.format))?;
    let kept = match (&args.save_schedule, &tested.result.failure) {
        (Some(path), Some(failure)) => {
            let (locks, schedule) = (tested.options.run.semantics.locks, failure.shortened.schedule.clone());
            save_schedule(path, &tested.loaded, locks, schedule)
        }
        _ => Ok(()),
    };
    let ending = written(kept, tested.ending, out);
    let saved = args.save_schedule.as_ref().map(|path| path.display().to_string());
    match args.format {
        RunFormat::Json => writeln!(out, "{}", tested.json(saved.as_deref()))?,
        RunFormat::Human => show::human(&tested, saved.as_deref(), out)?,
    }
    Ok(ending)
}
