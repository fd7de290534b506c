//! Lines of a sheet, written and read.

use super::blanks::Blank;
use super::judgment::{Judgment, ascii};
use super::tree::{Last, Step, Tree};
use crate::grade::Grade;
use crate::handed;

/// Mark of a blank.
pub const GAP: &str = "____";

/// A line as it is handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Number of the line in the text, from 1.
    pub line: usize,
    /// Number, as `1.3`.
    pub number: String,
    /// The premise; of the root, none.
    pub premise: String,
    /// The judgment or side condition.
    pub judgment: String,
    /// Rule, `holds` or `fails`.
    pub last: String,
}

/// Columns of a line: number, premise, judgment, last.
type Columns = [String; 4];

/// The sheet; with its blanks, or filled in.
pub fn written(tree: &Tree, blanks: bool) -> String {
    let lines: Vec<Columns> =
        tree.steps.iter().filter(|step| step.shown).map(|step| columns(tree, step, blanks)).collect();
    self::text(&lines)
}

/// Lines with their columns one below the other.
pub fn text(lines: &[Columns]) -> String {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let pad = |text: &str, width: usize| format!("{text}{}", " ".repeat(width.saturating_sub(text.chars().count())));
    let line = |[number, premise, judgment, last]: &Columns| {
        let row = [pad(number, widths[0]), pad(premise, widths[1]), pad(judgment, widths[2]), last.clone()].join("  ");
        format!("{}\n", row.trim_end())
    };
    lines.iter().map(line).collect()
}

/// The columns of a line; with its blanks, or filled in.
pub fn columns(tree: &Tree, step: &Step, blanks: bool) -> Columns {
    let is_blank = |blank: Blank| blanks && step.blanks.contains(&blank);
    let gap = |blank: Blank, text: &str| if is_blank(blank) { GAP.to_owned() } else { text.to_owned() };
    let judgment = match step.last {
        _ if is_blank(Blank::Judgment) => GAP.to_owned(),
        Last::Rule(_) if !step.judgment.turnstile.is_empty() => {
            let mut shown = step.judgment.clone();
            for (at, blank) in [(1, Blank::Env), (2, Blank::Locks)] {
                if let Some(part) = shown.context.get_mut(at) {
                    *part = gap(blank, part);
                }
            }
            let of_locks = shown.object.starts_with('{');
            let object = gap(if of_locks { Blank::Locks } else { Blank::Type }, &shown.object);
            Judgment { object, ..shown }.text()
        }
        Last::Rule(_) | Last::Holds(_) => ascii(&step.text),
    };
    let last = match step.last {
        Last::Rule(rule) => format!("[{}]", gap(Blank::Rule, tree.book.rule(rule).name)),
        Last::Holds(holds) => gap(Blank::Verdict, if holds { "holds" } else { "fails" }),
    };
    let indent = "  ".repeat(step.number.matches('.').count());
    [format!("{indent}{}", step.number), tree.premise_name(step).to_owned(), judgment, last]
}

/// Reads the lines of a sheet.
///
/// # Errors
///
/// The grade of what is no sheet.
pub fn read(text: &str) -> Result<Vec<Line>, Grade> {
    let mut lines: Vec<Line> = Vec::new();
    for (line, text) in handed::lines(text) {
        let place = format!("line {line}");
        let read = one(line, text)
            .ok_or_else(|| Grade::unreadable(&place, "a line has a number, a premise, a judgment and [RULE]"))?;
        if lines.iter().any(|other| other.number == read.number) {
            return Err(Grade::unreadable(place, format!("the number {} stands there twice", read.number)));
        }
        if lines.len() > 2_000 {
            return Err(Grade::unreadable(place, "it has too many lines"));
        }
        lines.push(read);
    }
    if lines.is_empty() { Err(Grade::unreadable("", "the sheet is empty")) } else { Ok(lines) }
}

fn one(line: usize, text: &str) -> Option<Line> {
    let (number, rest) = text.trim().split_once(char::is_whitespace)?;
    let number = number.trim_end_matches('.');
    let is_number =
        number.split('.').all(|part| !part.is_empty() && part.len() < 6 && part.bytes().all(|b| b.is_ascii_digit()));
    if !is_number || number.len() > 600 {
        return None;
    }
    // The root is the premise of nothing.
    let (premise, rest) = match number.contains('.') {
        true => rest.trim().split_once(char::is_whitespace)?,
        false => ("", rest),
    };
    let rest = rest.trim();
    let (judgment, last) = match rest.strip_suffix(']') {
        Some(open) => {
            let (judgment, rule) = open.rsplit_once('[')?;
            (judgment, rule.to_owned())
        }
        None => {
            let (judgment, word) = rest.rsplit_once(char::is_whitespace).unwrap_or(("", rest));
            match matches!(word, "holds" | "fails" | GAP) {
                true => (judgment, word.to_owned()),
                false => (rest, String::new()),
            }
        }
    };
    let (premise, judgment) = (premise.to_owned(), judgment.trim().to_owned());
    Some(Line { line, number: number.to_owned(), premise, judgment, last })
}
