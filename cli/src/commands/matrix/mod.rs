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
use crate::options;
use crate::running::failed;
use crate::terminal::Out;
use racefree_answers::matrix::words;
use racefree_answers::variant::Rules;
use racefree_kernel::System;
use racefree_soundness::generate::systems::makes;
use racefree_soundness::matrix::{self, Budget, Entry, Matrix};
use racefree_soundness::owners;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// Shows, searches, updates or writes pages.
pub fn run(system: &'static dyn System, args: &MatrixArgs, out: &mut Out) -> io::Result<Outcome> {
    if let Err(message) = searches(system, args) {
        return Ok(failed(out, &message));
    }
    if let Some(name) = &args.search {
        return search(system, name, args.time.unwrap_or(10), args.json, out);
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
        (Ok(known), Some(folder)) => pages::write(system, &known, folder, out),
        (Ok(known), None) => show(&known, args.json, out),
    }
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
fn show(known: &Matrix, json: bool, out: &mut Out) -> io::Result<Outcome> {
    if json {
        writeln!(out, "{}", serde_json::to_string(known)?)?;
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
fn search(system: &'static dyn System, name: &str, seconds: u64, json: bool, out: &mut Out) -> io::Result<Outcome> {
    let time = Duration::from_secs(seconds.max(1));
    let budget = Budget { seeds: 3, hunt: time, reduce: time / 2 };
    let of_owners = |rules: &Rules| owners::matrix::search_one(rules, &corpus_of(system), 0, time);
    let found = options::variant(system, name).and_then(|v| match system.name() {
        "owners" => v.rules().map(|rules| of_owners(&rules)),
        _ => matrix::search(&v, &[], budget),
    });
    match found {
        Err(message) => Ok(failed(out, &message)),
        Ok(entry) => {
            if json {
                writeln!(out, "{}", serde_json::to_string(&entry)?)?;
            } else {
                line(&Matrix::default(), &entry, out)?;
            }
            Ok(if entry.smallest.is_some() { Outcome::Wrong } else { Outcome::Budget })
        }
    }
}
