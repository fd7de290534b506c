//! Lines of the matrix for people, as a table and as JSON.

use crate::args::TableFormat;
use crate::ending::{Done, Ending};
use crate::table::Table;
use crate::terminal::Out;
use racefree_answers::campaigns::matrix::{self, MatrixLine};
use racefree_answers::matrix::words;
use racefree_kernel::System;
use racefree_soundness::matrix::{Entry, Example, Matrix};
use std::io::{self, Write};

/// Prints one line of the matrix.
pub fn one(
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

/// Shows the matrix that is known.
pub fn show(system: &'static dyn System, known: &Matrix, format: TableFormat, out: &mut Out) -> Done {
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
