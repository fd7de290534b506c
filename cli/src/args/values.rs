//! Values of arguments that several commands take.

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
