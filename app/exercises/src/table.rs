//! Rows and summaries of graded submissions.

use crate::exercise::Exercise;
use crate::grade::{Feedback, Grade, Verdict, decimal};
use serde::Serialize;
use std::collections::BTreeMap;

/// Grade of one exercise of one student.
#[derive(Serialize, Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The student: name of the folder.
    pub student: String,
    /// The exercise.
    pub exercise: String,
    /// Points, as a decimal number.
    pub points: String,
    /// Points for a right answer.
    pub max: u32,
    /// Verdict.
    pub verdict: Verdict,
    /// Place of the first fault.
    #[serde(rename = "where")]
    pub place: String,
    /// Feedback for the student.
    pub message: String,
}

impl Row {
    /// The row of a grade.
    pub fn new(student: &str, exercise: &Exercise, grade: &Grade, feedback: Feedback) -> Row {
        let stars = grade.stars.map_or_else(String::new, |stars| "*".repeat(usize::from(stars)));
        let message =
            [stars, grade.message(feedback)].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        Row {
            student: escaped(student),
            exercise: exercise.name.clone(),
            points: decimal(grade.hundredths(exercise.points, exercise.all_or_nothing)),
            max: exercise.points,
            verdict: grade.verdict,
            place: escaped(&grade.place(feedback)),
            message: escaped(&message),
        }
    }
}

/// A name without control characters or what turns a line around, as it can be shown.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let strange = c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if strange { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// All grades.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Table {
    /// The version of the format.
    pub version: u32,
    /// Rows, by student and exercise.
    pub rows: Vec<Row>,
    /// Summaries, by exercise.
    pub exercises: Vec<Summary>,
}

/// Summary of an exercise.
#[derive(Serialize, Clone, Debug)]
pub struct Summary {
    /// The exercise.
    pub exercise: String,
    /// Number of students.
    pub students: usize,
    /// Mean of the points.
    pub mean: String,
    /// Points for a right answer.
    pub max: u32,
    /// Number of grades with each verdict.
    pub verdicts: BTreeMap<&'static str, usize>,
    /// Places of first faults with their counts, the most frequent first.
    pub faults: Vec<(String, usize)>,
}

/// First faults of a summary that are listed.
const FAULTS: usize = 10;

impl Table {
    /// A table of rows, with the places of their faults and points in hundredths.
    pub fn new(rows: Vec<(Row, String, u64)>) -> Table {
        let mut of: BTreeMap<&str, Vec<&(Row, String, u64)>> = BTreeMap::new();
        rows.iter().for_each(|row| of.entry(&row.0.exercise).or_default().push(row));
        let exercises = of.into_iter().map(|(exercise, rows)| Summary::of(exercise, &rows)).collect();
        Table { version: 1, rows: rows.into_iter().map(|row| row.0).collect(), exercises }
    }
}

impl Summary {
    fn of(exercise: &str, rows: &[&(Row, String, u64)]) -> Summary {
        let mut verdicts = BTreeMap::new();
        let mut faults: BTreeMap<&str, usize> = BTreeMap::new();
        for (row, place, _) in rows {
            *verdicts.entry(row.verdict.name()).or_default() += 1;
            if !place.is_empty() {
                *faults.entry(place).or_default() += 1;
            }
        }
        let mut faults: Vec<(String, usize)> = faults.into_iter().map(|(place, n)| (place.to_owned(), n)).collect();
        faults.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        faults.truncate(FAULTS);
        let points: u64 = rows.iter().map(|row| row.2).sum();
        Summary {
            exercise: exercise.to_owned(),
            students: rows.len(),
            mean: decimal(points / rows.len().max(1) as u64),
            max: rows.first().map_or(0, |row| row.0.max),
            verdicts,
            faults,
        }
    }
}
