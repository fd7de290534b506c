//! Rows of grades, as they are written and read again.

use crate::table::csv_line;
use racefree_answers::json;
use racefree_exercises::grade::Verdict;
use racefree_exercises::{Row, Table};
use std::fmt::Write;

/// Columns of a table.
const COLUMNS: [&str; 7] = ["student", "exercise", "points", "max", "verdict", "where", "message"];

/// The head of a table, as CSV.
pub fn head() -> String {
    csv_line(&COLUMNS)
}

/// A row as CSV.
pub fn csv(row: &Row) -> String {
    let max = row.max.to_string();
    csv_line(&[&row.student, &row.exercise, &row.points, &max, row.verdict.name(), &row.place, &row.message])
}

/// A row for people.
pub fn human(row: &Row) -> String {
    let place = if row.place.is_empty() { String::new() } else { format!("{}: ", row.place) };
    let points = format!("{}/{}", row.points, row.max);
    let line = format!(
        "{:<16} {:<24} {points:>6} {:<10} {place}{}",
        row.student,
        row.exercise,
        row.verdict.name(),
        row.message
    );
    format!("{}\n", line.trim_end())
}

/// The summaries for people.
pub fn summaries(table: &Table) -> String {
    let mut out = String::new();
    for summary in &table.exercises {
        let verdicts: Vec<String> = summary.verdicts.iter().map(|(verdict, n)| format!("{n} {verdict}")).collect();
        let (name, mean, max) = (&summary.exercise, &summary.mean, summary.max);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name}: mean {mean} of {max}; {}", verdicts.join(", "));
        for (place, n) in summary.faults.iter().take(3) {
            let _ = writeln!(out, "    first fault at {place}: {n}");
        }
    }
    out
}

/// All grades, as one object.
pub fn object(table: &Table) -> String {
    json::line(table) + "\n"
}

/// Complete rows at the beginning of a file that was interrupted: the verdict of each, and the length of them all in bytes. They are of
/// these students and exercises, in this order. Fails if the file is no table of grades, or of others.
pub fn complete<'e>(
    text: &str,
    mut wanted: impl Iterator<Item = (String, &'e str)>,
) -> Result<(Vec<Verdict>, usize), String> {
    if text.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let mut rest = text.strip_prefix(&head()).ok_or("it is no table of grades: its first line is another")?;
    let mut verdicts = Vec::new();
    // No cell has an end of line in it: control characters are escaped.
    while let Some((line, after)) = rest.split_once("\r\n") {
        let of = wanted.next().map(|(student, exercise)| csv_line(&[&student, exercise, ""]));
        let cells = of.and_then(|of| line.strip_prefix(of.trim_end()));
        let mut cells = cells.ok_or("its rows are of other students or exercises")?.split(',');
        let verdict = cells.nth(2).and_then(Verdict::of);
        verdicts.push(verdict.ok_or_else(|| format!("row {} is no grade", verdicts.len() + 1))?);
        rest = after;
    }
    Ok((verdicts, text.len() - rest.len()))
}
