//! A trace as one self-contained page to step through. The page's script makes everything from the data; nothing of the
//! program is put into markup.

use crate::page::assemble;
use racefree_answers::trace::{Title, Trace, cut};
use serde::Serialize;

const PAGE: &str = include_str!("page.html");
/// The style of pages.
pub const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

#[derive(Serialize)]
struct Data<'a> {
    title: &'a Title<'a>,
    trace: &'a Trace,
    source: &'a str,
    cut: Option<String>,
}

/// The page.
pub fn render(trace: &Trace, title: &Title<'_>, source: &str) -> String {
    let data = Data { title, trace, source, cut: cut(trace) };
    // Nothing in it can fail to be written.
    let json = serde_json::to_string(&data).unwrap_or_default();
    assemble(PAGE, title.file, STYLE, SCRIPT, &json)
}
