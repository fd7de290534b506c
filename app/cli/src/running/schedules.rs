//! Schedules: those to replay, from the command line and from files; and as a table.

use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::running::{Loaded, replay};
use racefree_answers::trace::{Step, collect};
use racefree_interp::drive::RunOptions;
use racefree_interp::machine::Lowered;
use racefree_interp::options::Locks;
use racefree_interp::schedule::Schedule;
use std::io::{self, Write};

/// Prints the schedule as a table: each thread with its number of steps, from line to line.
pub fn table(loaded: &Loaded, options: &RunOptions, schedule: &Schedule, out: &mut Out) -> io::Result<()> {
    let trace = collect::collect(&loaded.program, &loaded.source.text, options, schedule, 1_000_000);
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

/// Greatest number of steps that are shown of a schedule, the last ones.
const SHOWN: usize = 16;

/// Prints the last steps of a schedule of Java that others can see, with their lines.
pub fn steps(loaded: &Loaded, options: &RunOptions, schedule: &Schedule, out: &mut Out) -> io::Result<()> {
    let trace = collect::collect(&loaded.program, &loaded.source.text, options, schedule, 1_000_000);
    let seen: Vec<&Step> = trace.steps.iter().filter(|s| !s.is_local()).collect();
    let shown = &seen[seen.len().saturating_sub(SHOWN)..];
    if shown.len() < seen.len() {
        writeln!(out, "  … {} before", count((seen.len() - shown.len()) as u64, "step"))?;
    }
    let mut before = None;
    for step in shown {
        let who = if before == Some(step.thread) { String::new() } else { format!("thread {}", step.thread) };
        before = Some(step.thread);
        let line = step.span.map_or(String::new(), |p| format!("line {}", p.line));
        let holds: Vec<String> = step.holds.iter().map(|l| l.words()).collect();
        let holds = if holds.is_empty() { String::new() } else { format!("   holds {}", holds.join(", ")) };
        let race = if step.races.is_empty() { "" } else { "   ◀ race" };
        writeln!(out, "  {who:<10}{line:<10}{}{holds}{race}", step.text)?;
    }
    Ok(())
}

/// The schedule that `replay:WHAT` names: one that is written out, or the contents of a file.
pub fn schedule(what: &str, program: &Lowered, locks: Locks) -> Result<Schedule, String> {
    if replay::is_inline(what) {
        return replay::parse(what).map_err(|e| format!("`replay:{what}` is no schedule: {e}"));
    }
    let text = std::fs::read(what).map_err(|e| format!("cannot read the schedule `{what}`: {e}"))?;
    let text = String::from_utf8(text).map_err(|_| format!("`{what}` is no schedule file: it is not UTF-8"))?;
    replay::of_file(&text, program, locks).map_err(|e| format!("`{what}`: {e}"))
}
