//! A page to click through, self-contained. Its script makes everything from the data; nothing of the program is put into
//! markup.

use crate::page::assemble;
use racefree_answers::exploring::graph::picture::Picture;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
pub fn render(picture: &Picture<'_>) -> String {
    // Nothing in it can fail to be written.
    let json = serde_json::to_string(picture).unwrap_or_default();
    assemble(PAGE, picture.file, STYLE, SCRIPT, &json)
}
