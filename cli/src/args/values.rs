//! Values of arguments that several commands take.

use crate::table::Style;
use clap::ValueEnum;

/// Formats of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people.
    #[value(alias = "text")]
    Human,
    /// One JSON object.
    Json,
    /// One line per row, for spreadsheets.
    Csv,
    /// A table for READMEs and issues.
    Markdown,
    /// A table for papers.
    Latex,
}

impl TableFormat {
    /// Syntax of a table; none for formats without tables.
    pub fn style(self) -> Option<Style> {
        match self {
            TableFormat::Human | TableFormat::Json => None,
            TableFormat::Csv => Some(Style::Csv),
            TableFormat::Markdown => Some(Style::Markdown),
            TableFormat::Latex => Some(Style::Latex),
        }
    }
}
