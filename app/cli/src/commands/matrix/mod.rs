//! `racefree variants matrix`.
//!
//! | module | contents |
//! | --- | --- |
//! | `pages` | a page for each entry, and their index |
//! | `update` | searching for all of it |

mod pages;
mod update;

pub use pages::part_meaning;

use crate::args::{MatrixArgs, TableFormat};
use crate::ending::{Done, Ending};
use crate::options;
use crate::table::Table;
use crate::terminal::Out;
use racefree_answers::campaigns::matrix::{self, MatrixLine};
use racefree_answers::matrix::words;
use racefree_answers::options::MatrixOptions;
use racefree_kernel::System;
use racefree_soundness::matrix::{Entry, Example, Matrix, committed};
use std::io::{self, Write};
use std::path::Path;

/// Shows, searches, updates or writes pages.
pub fn run(system: &'static dyn System, args: &MatrixArgs, out: &mut Out) -> Done {
    let asked = MatrixOptions { system: Some(system.name().to_owned()), ..args.options.clone() };
    let format = if args.json { TableFormat::Json } else { args.format };
    if let Some(file) = &args.update {
        return update::run(system, args, file, out);
    }
    let (desk, _) = options::desk(false);
    if let Some(name) = &asked.search {
        return one(system, &Matrix::default(), matrix::search(&desk, name, &asked), format, out);
    }
    let known = match &args.file {
        Some(file) => read(file),
        None => committed(system),
    };
    let known = known?;
    match &args.docs {
        _ if known.entries.is_empty() => Err("this matrix is empty: it says nothing".into()),
        Some(folder) => pages::write(system, &known, folder, out),
        None => match &asked.variant {
            None => show(system, &known, format, out),
            Some(name) => one(system, &known, matrix::line(&desk, &known, name, &asked), format, out),
        },
    }
}

/// Prints one line of the matrix.
fn one(
    system: &'static dyn System,
    known: &Matrix,
    found: Result<MatrixLine, String>,
    format: TableFormat,
    out: &mut Out,
) -> Done {
    let MatrixLine { entry, searched } = found?;
    // A fresh search is not compared with the known entry.
    let nothing = Matrix::default();
    match format {
        TableFormat::Json => writeln!(out, "{}", matrix::json(system, &entry)?)?,
        TableFormat::Human => line(if searched { &nothing } else { known }, &entry, out)?,
        format => write!(out, "{}", table(&[&entry]).written(format))?,
    }
    Ok(match (searched, &entry.smallest) {
        (false, _) => Ending::Fine,
        (true, Some(_)) => Ending::Wrong,
        (true, None) => Ending::Budget,
    })
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

fn read(file: &Path) -> Result<Matrix, String> {
    let text = crate::input::read_results(file)?;
    serde_json::from_str(&text).map_err(|e| format!("`{}` is no matrix: {e}", file.display()))
}

/// Shows the matrix that is known.
fn show(system: &'static dyn System, known: &Matrix, format: TableFormat, out: &mut Out) -> Done {
    if format == TableFormat::Json {
        writeln!(out, "{}", matrix::json(system, known)?)?;
        return Ok(Ending::Fine);
    }
    if format != TableFormat::Human {
        write!(out, "{}", table(&known.entries.iter().collect::<Vec<_>>()).written(format))?;
        return Ok(Ending::Fine);
    }
    let title =
        "Each variant with the smallest program found that it accepts, that the base rejects, and that goes wrong";
    writeln!(out, "{}", out.bold(title))?;
    let entries = &known.entries;
    for entry in entries {
        line(known, entry, out)?;
    }
    let with = entries.iter().filter(|e| e.smallest.is_some()).count();
    writeln!(out, "\n{with} of {} lines have a program.", entries.len())?;
    Ok(Ending::Fine)
}

fn line(known: &Matrix, entry: &Entry, out: &mut Out) -> io::Result<()> {
    writeln!(out, "\n{}", out.bold(&entry.variant))?;
    for sentence in words::without(known, entry) {
        out.paragraph("  ", &sentence, out.width.min(100) - 2)?;
    }
    for example in entry.smallest.iter().chain(&entry.race) {
        writeln!(out, "  {}: {}", words::wrong(example), words::size(example))?;
        out.indented("    ", &example.program)?;
        writeln!(out, "  {}", words::schedule(example))?;
    }
    Ok(())
}
