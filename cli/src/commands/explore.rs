//! `racefree explore`.

use super::Outcome;
use crate::args::{ExploreArgs, RunFormat};
use crate::exploring::{Searched, Shown, graph, json, search, shown, words};
use crate::options;
use crate::running::{Again, Loaded, count, failed, interrupt, program, write_file};
use crate::terminal::Out;
use racefree_explore::{Algorithm, Cut};
use racefree_interp::schedule::ScheduleFile;
use std::io::{self, Write};
use std::path::Path;

/// So many findings are drawn; the others are counted.
const DRAWN: usize = 50;

/// Explores a program.
pub fn run(args: &ExploreArgs, out: &mut Out) -> io::Result<Outcome> {
    let exploring = &args.exploring;
    let loaded = match program::load(&args.file, &exploring.rules, exploring.format, out)? {
        Ok(loaded) => loaded,
        Err(outcome) => return Ok(outcome),
    };
    let monitors = options::monitors(args.monitors, loaded.accepted, &loaded.rules);
    let options = match options::explore_options(exploring, &loaded.rules, monitors) {
        Ok(options) => options,
        Err(message) => return Ok(failed(out, &message)),
    };
    interrupt::listen();
    let again = Again::exploring(&loaded.source.name, exploring, args.monitors);
    if let Some(form) = args.graph {
        let how = graph::How { form, nodes: args.graph_nodes, file: args.graph_file.as_deref() };
        return graph::draw(&loaded, &options, &again, &how, out);
    }
    let searched = search(&loaded.program, exploring, &options, !out.quiet);
    let found = &searched.result.found;
    // All of them for tools; people see some.
    let most = if exploring.format == RunFormat::Json || args.save_schedules.is_some() { found.len() } else { DRAWN };
    let keys: Vec<_> = found.iter().take(most).map(|f| f.key.clone()).collect();
    let witnesses = if keys.is_empty() { Vec::new() } else { shown::shorten(&loaded, &searched, &keys) };
    let all: Vec<Shown> = witnesses.iter().map(|w| Shown::new(&loaded, &searched.options, &again, w)).collect();
    let mut written = true;
    if let Some(directory) = &args.save_schedules
        && let Err(message) = save(directory, &loaded, &searched, &all)
    {
        out.complain(&message);
        written = false;
    }
    let outcome = match searched.result.cut {
        Some(Cut::Interrupted) => Outcome::Interrupted,
        _ if !found.is_empty() => Outcome::Wrong,
        Some(_) => Outcome::Budget,
        None => Outcome::Fine,
    };
    match exploring.format {
        RunFormat::Json => writeln!(out, "{}", json::explore(&loaded, &searched, &all, args.outcomes))?,
        RunFormat::Human => human(args, &loaded, &searched, &all, outcome, out)?,
    }
    Ok(if written { outcome } else { Outcome::Failed })
}

/// A file for each finding: `race-1.schedule`.
fn save(directory: &Path, loaded: &Loaded, searched: &Searched, all: &[Shown]) -> Result<(), String> {
    std::fs::create_dir_all(directory)
        .map_err(|error| format!("the directory `{}` cannot be made: {error}", directory.display()))?;
    for (i, shown) in all.iter().enumerate() {
        let file = ScheduleFile {
            program: loaded.program.tables.digest(),
            locks: searched.options.semantics.locks,
            schedule: shown.schedule.clone(),
        };
        let name = format!("{}-{}.schedule", shown::kind(&shown.key), i + 1);
        write_file(&directory.join(name), "schedule", &file.to_string())?;
    }
    Ok(())
}

fn human(
    args: &ExploreArgs,
    loaded: &Loaded,
    searched: &Searched,
    all: &[Shown],
    outcome: Outcome,
    out: &mut Out,
) -> io::Result<()> {
    let found = &searched.result.found;
    if out.quiet && outcome == Outcome::Fine {
        return Ok(());
    }
    for shown in all.iter().take(DRAWN) {
        shown.draw(loaded, out)?;
        writeln!(out, "To see it ({}):\n  {}\n", shown.size(), shown.command)?;
    }
    if found.len() > DRAWN {
        writeln!(out, "and {} more; --format json lists them all\n", found.len() - DRAWN)?;
    }
    if !out.quiet {
        outcomes(args, searched, out)?;
    }
    if let Some(note) = &searched.note {
        writeln!(out, "{note}")?;
    }
    let verdict = match found.as_slice() {
        [] if searched.result.complete() => "nothing goes wrong in any schedule".to_owned(),
        [] => "nothing wrong was found so far".to_owned(),
        [one] => shown::headline(loaded, &one.key),
        [first, others @ ..] => {
            let others = count(others.len() as u64, "other problem");
            format!("{} and {others}", shown::headline(loaded, &first.key))
        }
    };
    let summary = format!("{}: {verdict}; {}", loaded.source.name, words::completeness(searched));
    writeln!(out, "{}", out.bold(&summary))
}

/// How runs end.
fn outcomes(args: &ExploreArgs, searched: &Searched, out: &mut Out) -> io::Result<()> {
    let result = &searched.result;
    let (unit, note) = match result.algorithm {
        Algorithm::States | Algorithm::Plain => ("final state", " (states are not told apart by what was printed)"),
        Algorithm::Dpor | Algorithm::Sync => ("trace", ""),
        Algorithm::Dfs => ("schedule", ""),
    };
    match result.outcomes.len() {
        // A search that was stopped says nothing about those that it has not met.
        0 if result.complete() => writeln!(out, "No run comes to an end.\n")?,
        0 => {}
        1 if result.complete() => writeln!(out, "One outcome{note}:")?,
        n if result.complete() => writeln!(out, "{n} outcomes{note}:")?,
        n => writeln!(out, "{} so far{note}:", count(n as u64, "outcome"))?,
    }
    for outcome in result.outcomes.iter().take(args.outcomes) {
        let value = json::result(outcome).unwrap_or("?");
        writeln!(out, "  {}: the main thread ends with {value}", count(outcome.count, unit))?;
        let others: Vec<&str> = outcome.threads.iter().filter(|t| !t.starts_with("0: ")).map(String::as_str).collect();
        for (what, lines) in [("threads", others), ("heap", strs(&outcome.heap)), ("printed", strs(&outcome.output))] {
            if !lines.is_empty() {
                writeln!(out, "    {what:<8} {}", lines.join(if what == "printed" { " | " } else { ", " }))?;
            }
        }
    }
    if result.outcomes.len() > args.outcomes {
        writeln!(out, "  and {} more (--outcomes)", result.outcomes.len() - args.outcomes)?;
    }
    if !result.outcomes.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

fn strs(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}
