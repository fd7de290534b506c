//! The result of many runs as people read it.

use super::schedules as table;
use crate::diagnostics::Artist;
use crate::ending::Ending;
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::options as words;
use racefree_answers::running::{findings, replay};
use racefree_answers::testing::Tested;
use std::io::{self, Write};

pub fn human(tested: &Tested, saved: Option<&str>, out: &mut Out) -> io::Result<()> {
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
