//! `racefree test`.

use crate::args::{RunFormat, TestArgs};
use crate::diagnostics::Artist;
use crate::ending::{Done, Ending, Halt};
use crate::options;
use crate::running::{Line, program, save_schedule, schedules as table};
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::options::{self as words, TestingOptions};
use racefree_answers::running::{findings, replay};
use racefree_answers::testing::{self, Tested};
use std::io::{self, Write};

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
    let mut outcome = tested.ending;
    let unwritten = match (&args.save_schedule, &tested.result.failure) {
        (Some(path), Some(failure)) => {
            let (locks, schedule) = (tested.options.run.semantics.locks, failure.shortened.schedule.clone());
            save_schedule(path, &tested.loaded, locks, schedule).err()
        }
        _ => None,
    };
    if let Some(message) = unwritten {
        out.complain(&message);
        outcome = Ending::Failed;
    }
    let saved = args.save_schedule.as_ref().map(|path| path.display().to_string());
    match args.format {
        RunFormat::Json => writeln!(out, "{}", tested.json(saved.as_deref()))?,
        RunFormat::Human => human(&tested, saved.as_deref(), out)?,
    }
    Ok(outcome)
}

fn human(tested: &Tested, saved: Option<&str>, out: &mut Out) -> io::Result<()> {
    let Tested { loaded, asked, options, result, ending } = tested;
    let name = &loaded.source.name;
    let how = words::describe(asked);
    let runs = count(result.runs, "schedule");
    let Some(failure) = &result.failure else {
        if out.quiet && *ending == Ending::Fine {
            return Ok(());
        }
        let interrupted = if *ending == Ending::Interrupted { "interrupted; " } else { "" };
        out.summary(&format!("{name}: {interrupted}no problem in {runs} ({how})"))?;
        if let Some(limit) = result.limit {
            let (cut, message) = (result.limited, limit.message(&options.run.limits));
            writeln!(out, "  {cut} of them did not come to an end ({message}); nothing is known about how they go on")?;
        }
        if *ending == Ending::Budget && result.interrupted {
            writeln!(out, "  the time was over before all runs were made")?;
        }
        return Ok(());
    };
    // Objects and threads as they are called in the short schedule's own run.
    let short = tested.again(failure);
    let key = failure.finding.key();
    let finding = short.findings().into_iter().find(|f| f.key() == key).unwrap_or_else(|| failure.finding.clone());
    let artist = Artist::new(name, &loaded.source.text, out);
    artist.problem(&findings::problem(loaded, &finding), out)?;
    let schedule = &failure.shortened.schedule;
    let (steps, switches) = (count(schedule.steps(), "step"), replay::switches(schedule));
    let least = if failure.shortened.fewest_switches { ", and with fewer it does not happen" } else { "" };
    writeln!(out, "A short schedule that shows it: {steps}, {switches}{least}")?;
    let command = tested.command(schedule, saved);
    // Tables and traces are of the fast engine.
    if loaded.program.on_reference() {
        writeln!(out, "\nTo see it again:\n  {command}\n")?;
    } else {
        table::table(loaded, &options.run, schedule, out)?;
        writeln!(out, "\nTo see it again:\n  {command}\nTo see every step:\n  {command} --trace text\n")?;
    }
    let nth = result.runs;
    let headline = findings::headline(loaded, &finding);
    let seed = failure.seed;
    out.summary(&format!("{name}: {headline}, in schedule {nth} ({how}; that schedule's own seed is {seed})"))
}
