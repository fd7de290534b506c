//! Explorations as people read them: findings drawn, outcomes, methods that nothing calls.

use crate::ending::Ending;
use crate::explaining::draw;
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::exploring::json::{self, UnreachedRecord};
use racefree_answers::exploring::shown;
use racefree_answers::exploring::{Beyond, Explored, words};
use racefree_answers::json::Places;
use racefree_answers::options::{By, ExploreOptions, Monitoring};
use racefree_answers::running::{Again, Loaded};
use racefree_explore::{Algorithm, Outcome};
use racefree_interp::drive::Key;
use std::io::{self, Write};

/// Greatest number of findings that are drawn; the others are counted.
pub const DRAWN: usize = 50;

/// Prints an exploration.
pub fn human(asked: &ExploreOptions, loaded: &Loaded, explored: &Explored, out: &mut Out) -> io::Result<()> {
    let Explored { searched, all, serial, groups, .. } = explored;
    let found = &searched.result.found;
    if out.quiet && explored.ending == Ending::Fine {
        return Ok(());
    }
    for shown in all.iter().take(DRAWN) {
        draw(loaded, shown, serial, out)?;
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
        ends(asked, loaded, explored, out)?;
        with_buffers(loaded, explored, out)?;
        unreached(loaded, explored, out)?;
    }
    if let Some(note) = &searched.note {
        writeln!(out, "{note}")?;
    }
    if !out.quiet && found.iter().any(|f| matches!(f.key, Key::Race(..))) {
        writeln!(
            out,
            "These are the runs under sequential consistency. Java allows more of a program with races (docs/memory.md)."
        )?;
    }
    let headline = |key: &Key| {
        let seen = all.iter().find(|shown| shown.key == *key);
        seen.map_or_else(|| shown::headline(loaded, key), |shown| shown.headline(loaded))
    };
    // Races of one cause are one finding.
    let verdict = match groups.as_slice() {
        [] if !explored.endless.is_empty() => words::never_ends(&explored.endless),
        [] if searched.result.complete() => "nothing goes wrong in any schedule".to_owned(),
        [] => "nothing wrong was found so far".to_owned(),
        [(one, _)] => headline(one),
        [(first, _), others @ ..] => {
            let others = count(others.len() as u64, "other finding");
            format!("{} and {others}", headline(first))
        }
    };
    out.summary(&format!("{}: {verdict}; {}", loaded.source.name, words::completeness(searched)))
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

/// Greatest number of methods that are named.
const METHODS: usize = 8;

/// Names the methods that no schedule calls.
fn unreached(loaded: &Loaded, explored: &Explored, out: &mut Out) -> io::Result<()> {
    let all = json::unreached(loaded, &explored.searched);
    let name = |m: &UnreachedRecord| format!("`{}` (line {})", m.method, m.span.line);
    let mut names: Vec<String> = all.iter().take(METHODS).map(name).collect();
    if all.len() > METHODS {
        names.push(format!("{} more (--format json lists them all)", all.len() - METHODS));
    }
    let Some(last) = names.pop() else { return Ok(()) };
    let (covered, names) = (explored.searched.result.covered(), names.join(", "));
    match (covered, names.as_str()) {
        (true, "") => writeln!(out, "No schedule calls {last}.\n"),
        (true, names) => writeln!(out, "No schedule calls {names} or {last}.\n"),
        (false, "") => writeln!(out, "Not called so far: {last}.\n"),
        (false, names) => writeln!(out, "Not called so far: {names} and {last}.\n"),
    }
}

/// `printed 1 | 2; heap M#1 { x: 1 }`
fn said(outcome: &Outcome) -> String {
    let output = outcome.output.as_deref().unwrap_or_default();
    let parts = [("printed", output, " | "), ("heap", &outcome.heap, ", "), ("threads", &outcome.threads, ", ")];
    let shown = parts.into_iter().filter(|(_, lines, _)| !lines.is_empty());
    let said: Vec<String> = shown.map(|(what, lines, sep)| format!("{what} {}", lines.join(sep))).collect();
    if said.is_empty() { "nothing".to_owned() } else { said.join("; ") }
}

/// Prints the outcomes that need store buffers.
fn with_buffers(loaded: &Loaded, explored: &Explored, out: &mut Out) -> io::Result<()> {
    let Some(beyond) = &explored.beyond else { return Ok(()) };
    let (program, places) = (&loaded.program.tables.program, Places::new(&loaded.source.text));
    match beyond.outcomes.len() {
        0 => writeln!(out, "No outcome needs store buffers ({}); {}.", beyond.model, beyond.extent())?,
        n => {
            let what = if n == 1 { "One outcome needs".to_owned() } else { format!("{n} outcomes need") };
            writeln!(out, "{what} store buffers ({}); {}:", beyond.model, beyond.extent())?;
        }
    }
    let most = explored.most_outcomes();
    for (one, command) in beyond.outcomes.iter().zip(&beyond.commands).take(most) {
        writeln!(out, "  {}", said(&one.outcome))?;
        for w in &one.waited {
            let line = places.line(w.site.span(program));
            writeln!(out, "    {} waits (line {line})", Beyond::waits(loaded, w))?;
        }
        command.iter().try_for_each(|command| writeln!(out, "    {command}"))?;
    }
    if beyond.outcomes.len() > most {
        writeln!(out, "  and {} more (--outcomes)", beyond.outcomes.len() - most)?;
    }
    writeln!(out)
}

/// Prints the outcomes, by their projection.
fn ends(asked: &ExploreOptions, loaded: &Loaded, explored: &Explored, out: &mut Out) -> io::Result<()> {
    let (result, by, ends) = (&explored.searched.result, explored.by, &explored.ends);
    let is_sampled = result.executions == 0 && !result.outcomes.is_empty();
    let unit = match result.algorithm {
        _ if is_sampled => "sampled run",
        Algorithm::States | Algorithm::Plain => "final state",
        Algorithm::Dpor => "trace",
    };
    let note = match result.outcomes.iter().all(|o| o.output.is_some()) {
        true => "",
        false => " (states are not told apart by what was printed)",
    };
    let what = match by {
        By::Output => "by what was printed",
        By::Heap => "by the heap",
        By::Threads => "by how the threads end",
        By::All => "in all",
    };
    let all = explored.different;
    let covered = result.covered();
    match all {
        // A search that was stopped proves nothing about outcomes not seen.
        0 if covered => writeln!(out, "No run comes to an end.\n")?,
        0 => {}
        1 if covered => writeln!(out, "One outcome {what}{note}:")?,
        n if covered => writeln!(out, "{n} outcomes {what}{note}:")?,
        n if is_sampled => {
            let outcomes = count(n as u64, "outcome");
            writeln!(
                out,
                "No run had ended yet. A few runs at random have {outcomes} {what}{note}, and others may have more:"
            )?;
        }
        n => writeln!(out, "{} {what} so far{note}:", count(n as u64, "outcome"))?,
    }
    let again = Again::exploring(&loaded.source.name, &asked.exploring, Monitoring::Auto);
    for end in ends {
        let (outcome, said) = (&end.outcome, said(&end.outcome));
        let traces = outcome.traces.map_or(String::new(), |all| format!(", {}", words::traces(all)));
        let waits = match end.waiting {
            0 => String::new(),
            all if all == outcome.count => ", and a thread waits for ever".to_owned(),
            some => format!(", and in {some} of them a thread waits for ever"),
        };
        writeln!(out, "  {}{traces}: {said}{waits}", count(outcome.count, unit))?;
        if let Some(schedule) = &end.schedule {
            writeln!(out, "    {}", again.command(None, false, schedule))?;
        }
    }
    if all > ends.len() {
        writeln!(out, "  and {} more (--outcomes)", all - ends.len())?;
    }
    let by_default = asked.outcomes_by.is_none() && result.outcomes.len() > all;
    if by_default {
        let n = result.outcomes.len();
        writeln!(out, "  (--outcomes-by heap, threads or all tells more of them apart: {n} in all)")?;
    }
    if !result.outcomes.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}
