//! Terms as one self-contained page to step through, back and forth.

use super::StateTerms;
use crate::page;
use racefree_answers::trace::{RaceMark, Step, Title, Trace, cut};
use serde::Serialize;

#[derive(Serialize)]
struct TermsData<'a> {
    page: &'static str,
    title: &'a Title<'a>,
    steps: &'a [Step],
    races: &'a [RaceMark],
    states: &'a [StateTerms],
    cut: Option<String>,
}

/// The page.
pub fn render(states: &[StateTerms], trace: &Trace, title: &Title<'_>) -> String {
    let data = TermsData { page: "terms", title, steps: &trace.steps, races: &trace.races, states, cut: cut(trace) };
    // Serialization cannot fail: all parts are plain data.
    let json = serde_json::to_string(&data).unwrap_or_default();
    page::app(&format!("{} · racefree terms", title.file), &json)
}
