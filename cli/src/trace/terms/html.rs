//! Terms as one self-contained page to step through, back and forth. The page's script makes everything from the data;
//! nothing of the program is put into markup.

use super::StateTerms;
use crate::page::assemble;
use crate::trace::html::STYLE;
use racefree_answers::trace::{RaceMark, Step, Title, Trace, cut};
use serde::Serialize;

const PAGE: &str = include_str!("terms.html");
const TERMS: &str = include_str!("terms.css");
const SCRIPT: &str = include_str!("terms.js");

#[derive(Serialize)]
struct TermsData<'a> {
    title: &'a Title<'a>,
    steps: &'a [Step],
    races: &'a [RaceMark],
    states: &'a [StateTerms],
    cut: Option<String>,
}

/// The page.
pub fn render(states: &[StateTerms], trace: &Trace, title: &Title<'_>) -> String {
    let data = TermsData { title, steps: &trace.steps, races: &trace.races, states, cut: cut(trace) };
    // Nothing in it can fail to be written.
    let json = serde_json::to_string(&data).unwrap_or_default();
    assemble(PAGE, title.file, &format!("{STYLE}{TERMS}"), SCRIPT, &json)
}
