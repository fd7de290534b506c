//! A state graph as a page to click through, self-contained.

use crate::page;
use racefree_answers::exploring::graph::picture::Picture;
use serde::Serialize;

#[derive(Serialize)]
struct GraphData<'a> {
    page: &'static str,
    #[serde(flatten)]
    picture: &'a Picture<'a>,
}

/// The page.
pub fn render(picture: &Picture<'_>) -> String {
    // Serialization cannot fail: all parts are plain data.
    let json = serde_json::to_string(&GraphData { page: "graph", picture }).unwrap_or_default();
    page::app(&format!("{}: states", picture.file), &json)
}
