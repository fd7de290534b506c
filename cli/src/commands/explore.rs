//! `racefree explore`.

use super::Outcome;
use crate::args::{ByArg, ExploreArgs, RunFormat};
use crate::exploring::cycles::{self, Serial};
use crate::exploring::{Searched, Shown, causes, graph, json, outcomes, owners, search, shown, words};
use crate::json::Places;
use crate::options;
use crate::running::{Again, Loaded, count, failed, interrupt, program, write_file};
use crate::terminal::Out;
use racefree_explore::{Algorithm, Cut, Options};
use racefree_interp::drive::Key;
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
        Ok(options) => Options { watched: options::watched(args.watch, &loaded), ..options },
        Err(message) => return Ok(failed(out, &message)),
    };
    interrupt::listen();
    let again = Again::exploring(&loaded.source.name, exploring, args.monitors);
    if let Some(form) = args.graph {
        let how = graph::How { form, nodes: args.graph_nodes, file: args.graph_file.as_deref() };
        return graph::draw(&loaded, &options, &again, &how, out);
    }
    let mut searched = search(&loaded.program, exploring, &options, !out.quiet);
    searched.result.found.extend(owners::breaches(&loaded, &options));
    let searched = searched;
    let found = &searched.result.found;
    // All of them for tools; people see some.
    let most = if exploring.format == RunFormat::Json || args.save_schedules.is_some() { found.len() } else { DRAWN };
    let keys: Vec<_> = found.iter().map(|f| f.key.clone()).collect();
    let groups = causes::by_cause(&loaded, &keys);
    let all_of_them = exploring.format == RunFormat::Json || args.save_schedules.is_some();
    // People see one race for each cause.
    let keys: Vec<Key> = match all_of_them {
        true => keys,
        false => groups.iter().take(most).map(|(first, _)| first.clone()).collect(),
    };
    let by = args.outcomes_by.unwrap_or_else(|| outcomes::usual(&searched.result.outcomes));
    let mut ends = outcomes::by(&searched.result.outcomes, by);
    ends.truncate(args.outcomes.max(1));
    if exploring.format == RunFormat::Json || !out.quiet {
        outcomes::schedules(&loaded, &searched.options, &mut ends, by);
    }
    let witnesses = if keys.is_empty() { Vec::new() } else { shown::shorten(&loaded, &searched, &keys) };
    let all: Vec<Shown> = witnesses.iter().map(|w| Shown::new(&loaded, &searched.options, &again, w)).collect();
    let blocks: Vec<_> = all.iter().filter_map(|shown| cycles::block(&shown.key)).collect();
    let serial = Serial::of(&loaded, &searched, &blocks);
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
        RunFormat::Json => {
            let mut object = json::explore(&loaded, &searched, &all, &serial, args.outcomes);
            object["outcomes_by"] = json::ends(by, &ends);
            object["causes"] = json::causes(&loaded, &groups);
            writeln!(out, "{object}")?;
        }
        RunFormat::Human => {
            let (loaded, searched, all) = (&loaded, &searched, &all[..]);
            let told = Told { args, loaded, searched, all, serial: &serial, groups: &groups, by, ends: &ends };
            human(&told, outcome, out)?;
        }
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

/// Everything there is to tell.
struct Told<'a> {
    args: &'a ExploreArgs,
    loaded: &'a Loaded,
    searched: &'a Searched,
    all: &'a [Shown],
    serial: &'a Serial,
    groups: &'a [(Key, Vec<Key>)],
    by: ByArg,
    ends: &'a [outcomes::End],
}

fn human(told: &Told<'_>, outcome: Outcome, out: &mut Out) -> io::Result<()> {
    let Told { loaded, searched, all, serial, groups, .. } = *told;
    let found = &searched.result.found;
    if out.quiet && outcome == Outcome::Fine {
        return Ok(());
    }
    for shown in all.iter().take(DRAWN) {
        shown.draw(loaded, serial, out)?;
        writeln!(out, "To see it ({}):\n  {}", shown.size(), shown.command)?;
        let others = groups.iter().find(|(first, _)| *first == shown.key).map_or(&[][..], |(_, others)| others);
        if !others.is_empty() {
            let n = count(others.len() as u64, "more race");
            writeln!(out, "  {n} of the same cause, {}; --format json lists them all", lines(loaded, others))?;
        }
        writeln!(out)?;
    }
    if groups.len() > DRAWN {
        writeln!(out, "and {} more; --format json lists them all\n", groups.len() - DRAWN)?;
    }
    if !out.quiet {
        ends(told, out)?;
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

/// `with the accesses in lines 5, 9 and 12`
fn lines(loaded: &Loaded, races: &[Key]) -> String {
    let (program, places) = (&loaded.program.tables.program, Places::new(&loaded.source.text));
    let sites = races.iter().filter_map(|k| if let Key::Race(_, a, b) = k { Some([*a, *b]) } else { None }).flatten();
    let mut lines: Vec<u32> = sites.map(|site| places.line(site.span(program))).collect();
    lines.sort_unstable();
    lines.dedup();
    let shown: Vec<String> = lines.iter().take(8).map(u32::to_string).collect();
    let more = if lines.len() > 8 { ", …" } else { "" };
    format!("with the accesses in line{} {}{more}", if lines.len() == 1 { "" } else { "s" }, shown.join(", "))
}

/// How runs end, by what they are told apart by.
fn ends(told: &Told<'_>, out: &mut Out) -> io::Result<()> {
    let Told { args, searched, loaded, by, ends, .. } = *told;
    let result = &searched.result;
    let (unit, note) = match result.algorithm {
        Algorithm::States | Algorithm::Plain => ("final state", " (states are not told apart by what was printed)"),
        Algorithm::Dpor | Algorithm::Sync => ("trace", ""),
        Algorithm::Dfs => ("schedule", ""),
    };
    let what = match by {
        ByArg::Output => "by what was printed",
        ByArg::Heap => "by the heap",
        ByArg::Threads => "by how the threads end",
        ByArg::All => "in all",
    };
    let all = outcomes::by(&result.outcomes, by).len();
    match all {
        // A search that was stopped says nothing about those that it has not met.
        0 if result.complete() => writeln!(out, "No run comes to an end.\n")?,
        0 => {}
        1 if result.complete() => writeln!(out, "One outcome {what}{note}:")?,
        n if result.complete() => writeln!(out, "{n} outcomes {what}{note}:")?,
        n => writeln!(out, "{} {what} so far{note}:", count(n as u64, "outcome"))?,
    }
    for end in ends {
        let outcome = &end.outcome;
        let parts =
            [("printed", &outcome.output, " | "), ("heap", &outcome.heap, ", "), ("threads", &outcome.threads, ", ")];
        let shown = parts.into_iter().filter(|(_, lines, _)| !lines.is_empty());
        let said: Vec<String> = shown.map(|(what, lines, sep)| format!("{what} {}", lines.join(sep))).collect();
        let said = if said.is_empty() { "nothing".to_owned() } else { said.join("; ") };
        writeln!(out, "  {}: {said}", count(outcome.count, unit))?;
        if let Some(schedule) = &end.schedule {
            let name = crate::running::command::quoted(&loaded.source.name);
            writeln!(out, "    racefree run {name} --scheduler 'replay:{schedule}'")?;
        }
    }
    if all > ends.len() {
        writeln!(out, "  and {} more (--outcomes)", all - ends.len())?;
    }
    let by_default = args.outcomes_by.is_none() && result.outcomes.len() > all;
    if by_default {
        let n = result.outcomes.len();
        writeln!(out, "  ({n} in all: --outcomes-by output, heap, threads or all tells them apart by that)")?;
    }
    if !result.outcomes.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}
