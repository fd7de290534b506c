//! The course: the chapters of `docs/book/src` as data, which a page shows beside the program.
//!
//! A chapter is Markdown. A `rfj` or `java` block is a program, and goes by the name in its first line if that is a comment with a file name; a
//! `console` block is a transcript. A paragraph `{{#word argument}}` is filled in by the page: see [`Block`].

mod block;
mod read;

pub use block::{Block, Inline, Target};

use include_dir::{Dir, include_dir};
use serde::Serialize;

/// Folder of the chapters in the repository.
const FOLDER: &str = "docs/book/src";

static CHAPTERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src");

/// Documents that chapters and the page link to, which are read in the page too: path in the repository, text.
const DOCUMENTS: [(&str, &str); 13] = [
    ("docs/exercises", include_str!("../../exercises.md")),
    ("docs/playground", include_str!("../../playground.md")),
    ("docs/tour", include_str!("../../tour.md")),
    ("docs/inference", include_str!("../../inference.md")),
    ("docs/owners", include_str!("../../owners.md")),
    ("docs/atomicity", include_str!("../../atomicity.md")),
    ("docs/variants", include_str!("../../variants.md")),
    ("docs/findings", include_str!("../../findings.md")),
    ("docs/premises", include_str!("../../premises.md")),
    ("docs/memory", include_str!("../../memory.md")),
    ("docs/explorer", include_str!("../../explorer.md")),
    ("docs/kills", include_str!("../../kills.md")),
    ("docs/tutorials/researcher", include_str!("../../tutorials/researcher.md")),
];

/// The part of the contents that the documents are in.
const PART: &str = "Documents";

/// Name of a document that a page has, by its path without the extension.
fn document(path: &str) -> Option<&'static str> {
    DOCUMENTS.iter().map(|document| document.0).find(|name| *name == path)
}

/// The file that lists the chapters.
const CONTENTS: &str = "SUMMARY.md";

/// The course.
#[derive(Clone, Debug, Serialize)]
pub struct Course {
    /// The chapters, in their order.
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Clone, Debug, Serialize)]
pub struct Chapter {
    /// Name: that of its file, without the extension.
    pub name: String,
    /// Title in the list of contents.
    pub title: String,
    /// Part of the course that it belongs to.
    pub part: String,
    /// The text.
    pub blocks: Vec<Block>,
}

/// The course, read. A fault of a chapter is an error with its file.
///
/// # Errors
///
/// Every fault: a chapter that is not there, a directive that nobody knows.
pub fn course() -> Result<Course, Vec<String>> {
    let contents = text(CONTENTS).ok_or_else(|| vec![format!("there is no {CONTENTS}")])?;
    let (mut chapters, mut faults) = (Vec::new(), Vec::new());
    let mut part = String::new();
    for line in contents.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            title.clone_into(&mut part);
        }
        let link = line.trim_start_matches("- ").strip_prefix('[').and_then(|rest| rest.strip_suffix(".md)"));
        let Some((title, name)) = link.and_then(|rest| rest.split_once("](")) else { continue };
        let Some(source) = text(&format!("{name}.md")) else {
            faults.push(format!("{CONTENTS}: there is no chapter `{name}.md`"));
            continue;
        };
        match read::blocks(source, FOLDER) {
            Ok(blocks) => chapters.push(Chapter {
                name: name.to_owned(),
                title: title.to_owned(),
                part: if part == "Summary" { String::new() } else { part.clone() },
                blocks,
            }),
            Err(wrong) => faults.extend(wrong.iter().map(|message| format!("{name}.md: {message}"))),
        }
    }
    for (name, source) in DOCUMENTS {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        match read::blocks(source, folder) {
            Ok(blocks) => chapters.push(Chapter {
                name: name.to_owned(),
                title: source.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned(),
                part: PART.to_owned(),
                blocks,
            }),
            Err(wrong) => faults.extend(wrong.iter().map(|message| format!("{name}.md: {message}"))),
        }
    }
    if faults.is_empty() { Ok(Course { chapters }) } else { Err(faults) }
}

fn text(file: &str) -> Option<&'static str> {
    CHAPTERS.get_file(file)?.contents_utf8()
}
