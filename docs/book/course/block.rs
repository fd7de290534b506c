//! Parts of a chapter.

use serde::Serialize;

/// A part of a chapter that stands by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Block {
    /// A heading; `anchor` names it in links.
    Heading { level: u8, anchor: String, text: Vec<Inline> },
    /// A paragraph.
    Paragraph { text: Vec<Inline> },
    /// A list.
    List { ordered: bool, items: Vec<Vec<Block>> },
    /// A quotation.
    Quote { blocks: Vec<Block> },
    /// A table, with the text of each cell.
    Table { head: Vec<Vec<Inline>>, rows: Vec<Vec<Vec<Inline>>> },
    /// Text as it is.
    Code { text: String },
    /// Text of a terminal, without the status of commands; `⋮` stands for lines left out, and `…` for a part of one.
    Transcript { text: String },
    /// A program, which can be opened in the editor.
    Program { name: String, text: String },
    /// A rule, with its premises.
    Rule { name: String },
    /// The reason for a premise, and its smallest program.
    Why { name: String },
    /// The derivation of the judgment that begins at a place of a program.
    Derivation { name: String, text: String, at: String },
    /// An exercise.
    Exercise { name: String },
    /// A line between parts.
    Break,
}

/// A part of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Inline {
    /// Plain text.
    Text { text: String },
    /// Text in the letters of programs.
    Code { text: String },
    /// Strong text.
    Strong { text: Vec<Inline> },
    /// Stressed text.
    Emphasis { text: Vec<Inline> },
    /// A link.
    Link { to: Target, text: Vec<Inline> },
}

/// The target of a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Target {
    /// A chapter, or a heading of it.
    Chapter { name: String, anchor: Option<String> },
    /// A heading of the same chapter.
    Here { anchor: String },
    /// A place of the definition: a rule, a premise, a decision, a word.
    Calculus { anchor: String },
    /// A program of the corpus.
    Program { name: String },
    /// Another file of the repository, by its path.
    File { path: String },
    /// An address.
    Address { url: String },
}
