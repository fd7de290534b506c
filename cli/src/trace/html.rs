//! A trace as one self-contained page to step through. The page's script makes everything from the data; nothing of the
//! program is put into markup.

use super::{Title, Trace, cut};
use serde::Serialize;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
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
    // Nothing in it can fail to be written. Within JSON, `<` stands in strings only: so no tag can end the script.
    let json = serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c");
    let mut page = String::with_capacity(PAGE.len() + STYLE.len() + SCRIPT.len() + json.len());
    for part in PAGE.split_inclusive("-->") {
        match part.split_once("<!--") {
            Some((before, "style-->")) => page.extend([before, "<style>\n", STYLE, "</style>"]),
            Some((before, "data-->")) => {
                page.extend([before, "<script type=\"application/json\" id=\"data\">", &json, "</script>"]);
            }
            Some((before, "script-->")) => page.extend([before, "<script>\n", SCRIPT, "</script>"]),
            _ => page.push_str(part),
        }
    }
    page
}
