//! `racefree variants matrix`.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `pages` | a page for each entry, and their index |
//! | `update` | searching for all of it |

mod pages;
mod update;

pub use pages::part_meaning;

use super::Outcome;
use super::variants::wrap;
use crate::args::matrix::MatrixArgs;
use crate::args::values::TableFormat;
use crate::options;
use crate::running::failed;
use crate::table::{Style, Table};
use crate::terminal::Out;
use racefree_answers::matrix::words;
use racefree_answers::variant::Rules;
use racefree_kernel::System;
use racefree_soundness::generate::systems::makes;
use racefree_soundness::matrix::{self, Budget, Entry, Example, Matrix};
use racefree_soundness::owners;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// Shows, searches, updates or writes pages.
pub fn run(system: &'static dyn System, args: &MatrixArgs, out: &mut Out) -> io::Result<Outcome> {
    if let Err(message) = searches(system, args) {
        return Ok(failed(out, &message));
    }
    let format = if args.json { TableFormat::Json } else { args.format };
    if let Some(name) = &args.search {
        return search(system, name, args.time.unwrap_or(SEARCH_SECONDS), format, out);
    }
    if let Some(file) = &args.update {
        return update::run(system, args, file, out);
    }
    let known = match &args.file {
        Some(file) => read(file),
        None => matrix::committed(system),
    };
    match (known, &args.docs) {
        (Err(message), _) => Ok(failed(out, &message)),
        (Ok(known), _) if known.entries.is_empty() => Ok(failed(out, "this matrix is empty: it says nothing")),
        (Ok(known), Some(folder)) => pages::write(system, &known, folder, out),
        (Ok(known), None) => match &args.variant {
            None => show(system, &known, format, out),
            Some(name) => one(system, &known, name, args, out),
        },
    }
}

/// One line of the matrix: a variant that is in it; what a variant that only adds premises amounts to; or a search.
fn one(
    system: &'static dyn System,
    known: &Matrix,
    name: &str,
    args: &MatrixArgs,
    out: &mut Out,
) -> io::Result<Outcome> {
    let format = if args.json { TableFormat::Json } else { args.format };
    let found = options::variant(system, name).and_then(|v| Ok((v.rules()?, v)));
    let (rules, variant) = match found {
        Ok(found) => found,
        Err(message) => return Ok(failed(out, &message)),
    };
    // By what it is called, or by what it amounts to.
    let spelled = rules.spelled();
    if let Some(entry) = known.entry(&variant.name).or_else(|| known.entry(&spelled)) {
        entry_alone(system, known, entry, format, out)?;
        return Ok(Outcome::Fine);
    }
    if rules.only_adds() {
        let entry = Entry {
            variant: variant.name.clone(),
            smallest: None,
            race: None,
            none_because: Some(ONLY_ADDS.to_owned()),
            bounds: Vec::new(),
            company: None,
            programs: 0,
            apart: 0,
        };
        entry_alone(system, known, &entry, format, out)?;
        return Ok(Outcome::Fine);
    }
    match makes(system) {
        Ok(()) => search(system, name, args.time.unwrap_or(SEARCH_SECONDS), format, out),
        Err(message) => Ok(failed(out, &message)),
    }
}

/// A search takes so long by default.
const SEARCH_SECONDS: u64 = 60;

/// Why a variant that only adds premises has no counterexample.
const ONLY_ADDS: &str = "it only adds premises, so it accepts nothing that the base rejects; `racefree variants diff` shows what it \
    rejects and the base accepts";

/// What is told, and of which system.
#[derive(Serialize)]
struct Told<'a, T> {
    system: &'static str,
    #[serde(flatten)]
    what: &'a T,
}

fn json<T: Serialize>(system: &'static dyn System, what: &T) -> io::Result<String> {
    Ok(serde_json::to_string(&Told { system: system.name(), what })?)
}

fn entry_alone(
    system: &'static dyn System,
    known: &Matrix,
    entry: &Entry,
    format: TableFormat,
    out: &mut Out,
) -> io::Result<()> {
    match format {
        TableFormat::Json => writeln!(out, "{}", json(system, entry)?),
        TableFormat::Human => line(known, entry, out),
        format => write!(out, "{}", table(&[entry]).written(format.style().unwrap_or(Style::Csv))),
    }
}

/// The lines as a table.
fn table(entries: &[&Entry]) -> Table {
    let row = |entry: &&Entry| {
        let of = |example: &Option<Example>| match example {
            Some(e) => [e.tokens.to_string(), words::wrong(e), e.schedule.clone(), e.program.trim_end().to_owned()],
            None => Default::default(),
        };
        let (smallest, race) = (of(&entry.smallest), of(&entry.race));
        let mut row = vec![entry.variant.clone()];
        row.extend(smallest.into_iter().chain(race));
        row.push(entry.none_because.clone().unwrap_or_default());
        row
    };
    let head = vec![
        "variant",
        "tokens",
        "what goes wrong",
        "schedule",
        "program",
        "tokens of a race",
        "race",
        "its schedule",
        "its program",
        "why there is none",
    ];
    Table { title: "variants matrix".to_owned(), head, rows: entries.iter().map(row).collect() }
}

/// Whether programs can be searched for as the arguments say.
fn searches(system: &dyn System, args: &MatrixArgs) -> Result<(), String> {
    match (&args.search, &args.update) {
        (None, None) => Ok(()),
        (None, Some(_)) if system.name() == "owners" && args.stage.iter().all(|stage| stage == "search") => Ok(()),
        (None, Some(_)) if system.name() == "owners" => {
            Err("programs with owners are made at random and not enumerated: --stage search is the only stage"
                .to_owned())
        }
        (Some(_), _) if system.name() == "owners" => Ok(()),
        _ => makes(system),
    }
}

fn read(file: &Path) -> Result<Matrix, String> {
    let text = crate::input::read_results(file)?;
    serde_json::from_str(&text).map_err(|e| format!("`{}` is no matrix: {e}", file.display()))
}

/// Shows the matrix that is known.
fn show(system: &'static dyn System, known: &Matrix, format: TableFormat, out: &mut Out) -> io::Result<Outcome> {
    if format == TableFormat::Json {
        writeln!(out, "{}", json(system, known)?)?;
        return Ok(Outcome::Fine);
    }
    if let Some(style) = format.style() {
        write!(out, "{}", table(&known.entries.iter().collect::<Vec<_>>()).written(style))?;
        return Ok(Outcome::Fine);
    }
    let title =
        "Each variant with the smallest program found that it accepts, that the base rejects, and that goes wrong";
    writeln!(out, "{}", out.bold(title))?;
    let entries = &known.entries;
    for entry in entries {
        line(known, entry, out)?;
    }
    let with = entries.iter().filter(|e| e.smallest.is_some()).count();
    writeln!(out)?;
    writeln!(out, "{with} of {} lines have a program.", entries.len())?;
    Ok(Outcome::Fine)
}

fn line(known: &Matrix, entry: &Entry, out: &mut Out) -> io::Result<()> {
    writeln!(out)?;
    writeln!(out, "{}", out.bold(&entry.variant))?;
    for sentence in words::without(known, entry) {
        for line in wrap(&sentence, out.width.min(100) - 2) {
            writeln!(out, "  {line}")?;
        }
    }
    for example in entry.smallest.iter().chain(&entry.race) {
        writeln!(out, "  {}: {}", words::wrong(example), words::size(example))?;
        for line in example.program.lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out, "  {}", words::schedule(example))?;
    }
    Ok(())
}

/// The programs of the corpus that are of a system.
fn corpus_of(system: &dyn System) -> Vec<&'static str> {
    let of_it = racefree_corpus::entries().into_iter().filter(|e| e.header().system() == system.name());
    of_it.map(|e| e.source).collect()
}

/// Searches anew for one variant.
fn search(
    system: &'static dyn System,
    name: &str,
    seconds: u64,
    format: TableFormat,
    out: &mut Out,
) -> io::Result<Outcome> {
    let time = Duration::from_secs(seconds.max(1));
    // Hunts from three seeds, what they find made small, and races from two: each a sixth of the time.
    let budget = Budget { seeds: 3, hunt: time / 12, reduce: time / 24, proof: time / 72 };
    let of_owners = |rules: &Rules| owners::matrix::search_one(rules, &corpus_of(system), 0, time);
    let found = options::variant(system, name).and_then(|v| match system.name() {
        "owners" => v.rules().map(|rules| of_owners(&rules)),
        _ => matrix::search(&v, &[], budget),
    });
    match found {
        Err(message) => Ok(failed(out, &message)),
        Ok(entry) => {
            entry_alone(system, &Matrix::default(), &entry, format, out)?;
            Ok(if entry.smallest.is_some() { Outcome::Wrong } else { Outcome::Budget })
        }
    }
}
