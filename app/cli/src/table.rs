//! Tables for documents and spreadsheets: `--format csv|markdown|latex`.

use crate::args::TableFormat;
use crate::derivation::escaped_latex;
use std::fmt::Write;

/// A table of texts.
pub struct Table {
    /// Title, for a caption.
    pub title: String,
    /// The heads of the columns.
    pub head: Vec<&'static str>,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table as text, with a line end; in a format without tables, as CSV.
    pub fn written(&self, format: TableFormat) -> String {
        match format {
            TableFormat::Csv | TableFormat::Human | TableFormat::Json => self.csv(),
            TableFormat::Markdown => self.markdown(),
            TableFormat::Latex => self.latex(),
        }
    }

    /// RFC 4180, with a `'` before a cell that a spreadsheet would take for a formula.
    fn csv(&self) -> String {
        let mut out = csv_line(&self.head);
        for row in &self.rows {
            out.push_str(&csv_line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
        }
        out
    }

    /// GitHub's tables.
    fn markdown(&self) -> String {
        let cell = |text: &str| {
            let code = text.contains('\n') || text.contains(['<', '*', '_']);
            let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
            if code && !one_line.contains('`') { format!("`{one_line}`") } else { one_line }
        };
        let rule: Vec<&str> = self.head.iter().map(|_| "---").collect();
        let mut out = format!("| {} |\n| {} |\n", self.head.join(" | "), rule.join(" | "));
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
        out
    }

    /// A `longtable` (packages longtable and booktabs).
    fn latex(&self) -> String {
        let cell = |text: &str| {
            let lines: Vec<String> = text.trim_end().lines().map(line).collect();
            match lines.len() {
                0 | 1 => lines.concat(),
                _ => format!("\\begin{{tabular}}[t]{{@{{}}l@{{}}}}{}\\end{{tabular}}", lines.join("\\\\")),
            }
        };
        let mut out = format!("% {}\n\\begin{{longtable}}{{{}}}\n\\toprule\n", self.title, "l".repeat(self.head.len()));
        let _ = writeln!(out, "{} \\\\\n\\midrule\\endhead", self.head.join(" & "));
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
            let _ = writeln!(out, "{} \\\\", cells.join(" & "));
        }
        out.push_str("\\bottomrule\n\\end{longtable}\n");
        out
    }
}

/// A line of CSV.
pub fn csv_line(cells: &[&str]) -> String {
    let cell = |text: &&str| {
        let formula = text.starts_with(['=', '+', '-', '@']);
        let text = if formula { format!("'{text}") } else { (*text).to_owned() };
        match text.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text,
        }
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(",") + "\r\n"
}

/// A line of text, its indentation kept.
fn line(text: &str) -> String {
    let rest = text.trim_start();
    format!("{}{}", "~".repeat(text.len() - rest.len()), escaped_latex(rest))
}
