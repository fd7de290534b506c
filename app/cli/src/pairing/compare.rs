//! Comparison over many files: types × pairs × explorer.

use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::pairing::answered::Answered;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Row of one file: types, pairs, explorer.
#[derive(Clone, Debug)]
pub struct Row {
    /// The file.
    pub file: String,
    /// The types accept it.
    pub accepted: bool,
    /// Number of pairs left.
    pub pairs: u64,
    /// `race`, `none` or `not ended`.
    pub explorer: &'static str,
}

impl Row {
    /// The row of an answer whose program was explored.
    pub fn new(answered: &Answered<'_>, accepted: bool, explorer: &'static str) -> Row {
        Row { file: answered.name.clone(), accepted, pairs: answered.analysis.count_left(), explorer }
    }

    fn cell(&self) -> (bool, bool, &'static str) {
        (self.accepted, self.pairs > 0, self.explorer)
    }
}

/// Writes the table.
pub fn table(rows: &[Row], out: &mut Out) -> io::Result<()> {
    let mut cells: BTreeMap<(bool, bool, &'static str), u64> = BTreeMap::new();
    for row in rows {
        *cells.entry(row.cell()).or_default() += 1;
    }
    writeln!(out, "{:<8} {:<12} {:<10} {:>6}", "types", "pairs", "explorer", "files")?;
    for ((accepted, left, explorer), n) in &cells {
        let types = if *accepted { "accept" } else { "reject" };
        let pairs = if *left { "pairs left" } else { "no pair left" };
        writeln!(out, "{types:<8} {pairs:<12} {explorer:<10} {n:>6}")?;
    }
    let dismissed = cells.get(&(false, false, "none")).copied().unwrap_or(0);
    writeln!(out, "{}; false alarms of the types that pairs dismisses: {dismissed}", count(rows.len() as u64, "file"))
}

/// The same for tools.
pub fn json(rows: &[Row]) -> serde_json::Value {
    let row = |r: &Row| {
        serde_json::json!({ "file": r.file, "types": if r.accepted { "accept" } else { "reject" }, "pairs": r.pairs,
            "explorer": r.explorer })
    };
    serde_json::json!({ "version": racefree_answers::json::VERSION, "compare": rows.iter().map(row).collect::<Vec<_>>() })
}
