//! The driver, by small examples; the chapters' form; the whole site.

mod chapters;
mod filling;
mod site;

use racefree_book::ask::Library;
use racefree_book::fill::{Filler, Source};
use racefree_book::outside::Outside;
use std::path::Path;

/// Folder of the workspace.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace")
}

/// A page of the book, filled in; or its faults.
fn filled(workspace: &Path, text: &str) -> Result<String, Vec<String>> {
    let library = Library::default();
    let rules = library.rules().expect("rules");
    let filler = Filler { workspace, library, rules, outside: Outside::new(workspace) };
    filler.fill(&Source { path: "docs/book/src/page.md", root: "", text })
}
