//! Grades in the formats of platforms: Gradescope's `results.json`, the text that a grader of GitHub Classroom hands to its reporter, and JUnit's XML.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use racefree_exercises::grade::Verdict;
use racefree_exercises::{Row, Table};
use serde_json::{Value, json};
use std::fmt::Write;

/// The feedback of a row in a sentence.
fn said(row: &Row) -> String {
    let parts = [row.verdict.name(), &row.place, &row.message];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

fn points(row: &Row) -> f64 {
    row.points.parse().unwrap_or_default()
}

fn is_right(row: &Row) -> bool {
    row.verdict == Verdict::Right
}

/// `results.json` of an autograder of Gradescope; the folder of submissions has one student.
pub fn gradescope(table: &Table) -> String {
    let test = |row: &Row| {
        json!({
            "name": row.exercise,
            "score": points(row),
            "max_score": row.max,
            "status": if is_right(row) { "passed" } else { "failed" },
            "output": said(row),
            "visibility": "visible",
        })
    };
    let tests: Vec<Value> = table.rows.iter().map(test).collect();
    format!("{}\n", json!({ "output_format": "text", "tests": tests }))
}

/// The base64 text that a grader of GitHub Classroom hands to its reporter; the folder of submissions has one student.
pub fn github(table: &Table) -> String {
    let status = |row: &Row| match row.verdict {
        Verdict::Right => "pass",
        Verdict::Undecided => "error",
        _ => "fail",
    };
    let test = |row: &Row| {
        json!({
            "name": row.exercise,
            "status": status(row),
            "score": points(row),
            "message": said(row),
            "test_code": "",
            "filename": "",
            "line_no": 0,
            "duration": 0,
        })
    };
    let whole = ["error", "fail"].into_iter().find(|worst| table.rows.iter().any(|row| status(row) == *worst));
    let most: f64 = table.rows.iter().map(|row| row.max as f64).sum();
    let tests: Vec<Value> = table.rows.iter().map(test).collect();
    let result = json!({ "version": 1, "status": whole.unwrap_or("pass"), "max_score": most, "tests": tests });
    format!("{}\n", BASE64_STANDARD.encode(result.to_string()))
}

/// JUnit's XML: a case for each exercise of each student.
pub fn junit(table: &Table) -> String {
    let failed = table.rows.iter().filter(|row| !is_right(row)).count();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"racefree\" tests=\"{}\" failures=\"{failed}\">\n",
        table.rows.len()
    );
    for row in &table.rows {
        let (student, exercise) = (quoted(&row.student), quoted(&row.exercise));
        // Writing to a string cannot fail.
        let _ = match is_right(row) {
            true => writeln!(out, "  <testcase classname={student} name={exercise}/>"),
            false => writeln!(
                out,
                "  <testcase classname={student} name={exercise}><failure message={}/></testcase>",
                quoted(&said(row))
            ),
        };
    }
    out + "</testsuite>\n"
}

/// A value of an attribute of XML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 has no other control characters.
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out + "\""
}
