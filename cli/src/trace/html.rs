//! A trace as one self-contained page to step through.

use crate::page;
use racefree_answers::trace::{Title, Trace, cut};
use serde::Serialize;

#[derive(Serialize)]
struct Data<'a> {
    page: &'static str,
    title: &'a Title<'a>,
    trace: &'a Trace,
    source: &'a str,
    cut: Option<String>,
}

/// The page.
pub fn render(trace: &Trace, title: &Title<'_>, source: &str) -> String {
    let data = Data { page: "trace", title, trace, source, cut: cut(trace) };
    // Serialization cannot fail: all parts are plain data.
    let json = serde_json::to_string(&data).unwrap_or_default();
    page::app(&format!("{} · racefree trace", title.file), &json)
}
