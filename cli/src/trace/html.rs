//! A trace as one self-contained page to step through. The page's script makes everything from the data; nothing of the
//! program is put into markup.

use super::{Title, Trace, cut};
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
    assemble(PAGE, STYLE, SCRIPT, &json)
}

/// A page from its parts: markup with comments where style, data and script go.
pub fn assemble(markup: &str, style: &str, script: &str, json: &str) -> String {
    // Within JSON, `<` stands in strings only: so no tag can end the script.
    let json = json.replace('<', "\\u003c");
    let mut page = String::with_capacity(markup.len() + style.len() + script.len() + json.len());
    for part in markup.split_inclusive("-->") {
        match part.split_once("<!--") {
            Some((before, "style-->")) => page.extend([before, "<style>\n", style, "</style>"]),
            Some((before, "data-->")) => {
                page.extend([before, "<script type=\"application/json\" id=\"data\">", &json, "</script>"]);
            }
            Some((before, "script-->")) => page.extend([before, "<script>\n", script, "</script>"]),
            _ => page.push_str(part),
        }
    }
    page
}
