//! Schedules, for people.

use crate::terminal::Out;
use racefree_answers::running::Loaded;
use racefree_answers::trace::{Step, collect};
use racefree_interp::drive::RunOptions;
use racefree_interp::schedule::Schedule;
use std::io::{self, Write};

/// Prints the schedule as a table: each thread with its number of steps, from line to line.
pub fn table(loaded: &Loaded, options: &RunOptions, schedule: &Schedule, out: &mut Out) -> io::Result<()> {
    let (program, text) = (&loaded.program, &loaded.source.text);
    let how = (options.semantics, options.limits);
    let trace = collect::collect(program, text, how, schedule, options.detectors, 1_000_000);
    let mut first = 0u64;
    writeln!(out, "\n  {:<10}{:>7}  {:<9}{:<9}last of these", "thread", "steps", "line", "to line")?;
    for &(thread, steps) in schedule.runs() {
        let own = trace.steps.get(first as usize..(first + steps) as usize).unwrap_or_default();
        first += steps;
        let line = |s: &Step| s.span.map_or(String::new(), |p| p.line.to_string());
        let seen = own.iter().rev().find(|s| !s.is_local()).or(own.last());
        let (from, to) = (own.first().map_or(String::new(), line), own.last().map_or(String::new(), line));
        let last = seen.map_or("", |s| &s.text);
        let name = format!("thread {thread}");
        writeln!(out, "  {}", format!("{name:<10}{steps:>7}  {from:<9}{to:<9}{last}").trim_end())?;
    }
    Ok(())
}
