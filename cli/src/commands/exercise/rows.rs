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

/// Student, exercise and verdict of a row.
pub type Known = (String, String, Verdict);

/// Complete rows at the beginning of a file that was interrupted: student, exercise and verdict of each, and the length of them all in
/// bytes.
///
/// # Errors
///
/// The file is no table of grades.
pub fn complete(text: &str) -> Result<(Vec<Known>, usize), String> {
    if text.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let Some(rest) = text.strip_prefix(&head()) else {
        return Err("it is no table of grades: its first line is another".to_owned());
    };
    let (mut rows, mut length) = (Vec::new(), text.len() - rest.len());
    let mut rest = rest;
    // No cell has an end of line in it: control characters are escaped.
    while let Some((line, after)) = rest.split_once("\r\n") {
        let cells = cells(line).filter(|cells| cells.len() == COLUMNS.len());
        let read = cells.and_then(|cells| Some((cells[0].clone(), cells[1].clone(), Verdict::of(&cells[4])?)));
        rows.push(read.ok_or_else(|| format!("row {} is no grade", rows.len() + 1))?);
        length += line.len() + 2;
        rest = after;
    }
    Ok((rows, length))
}

/// The cells of a line of CSV, without the `'` before what looks like a formula.
fn cells(line: &str) -> Option<Vec<String>> {
    let mut cells = Vec::new();
    let mut rest = line;
    loop {
        let mut cell = String::new();
        if let Some(mut quoted) = rest.strip_prefix('"') {
            loop {
                let end = quoted.find('"')?;
                cell.push_str(&quoted[..end]);
                quoted = &quoted[end + 1..];
                let Some(more) = quoted.strip_prefix('"') else { break };
                cell.push('"');
                quoted = more;
            }
            rest = quoted;
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            cell.push_str(&rest[..end]);
            rest = &rest[end..];
        }
        let plain = cell.strip_prefix('\'').filter(|plain| plain.starts_with(['=', '+', '-', '@'])).map(str::to_owned);
        cells.push(plain.unwrap_or(cell));
        match rest.strip_prefix(',') {
            Some(more) => rest = more,
            None => return rest.is_empty().then_some(cells),
        }
    }
}
