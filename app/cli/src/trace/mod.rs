//! `racefree run --trace`: what every thread did, step by step.
//!
//! The forms are made of [`racefree_answers::trace`] alone.

mod mermaid;
pub mod terms;
mod text;

pub use text::render as table;

use crate::args::TraceForm;
use crate::page;
use racefree_answers::json::line;
use racefree_answers::trace::{Title, Trace, TraceDocument, cut};
use racefree_interp::Semantics;
use racefree_interp::program::Tables;
use racefree_interp::schedule::Schedule;
use serde_json::json;

/// Options of a shown trace.
#[derive(Clone, Copy, Debug)]
pub struct TraceLook {
    /// Columns of the terminal.
    pub width: usize,
    /// True if it is coloured.
    pub color: bool,
    /// True if local steps are shown.
    pub all_steps: bool,
}

/// Greatest number of steps that a form can show.
pub fn most(form: TraceForm) -> usize {
    match form {
        TraceForm::Json => 1_000_000,
        TraceForm::Text | TraceForm::Std => 200_000,
        TraceForm::Html => 5_000,
        TraceForm::Mermaid | TraceForm::Terms => 20_000,
        TraceForm::TermsHtml => 2_000,
    }
}

/// Run of a program.
#[derive(Clone, Copy)]
pub struct Ran<'a> {
    /// The program.
    pub tables: &'a Tables,
    /// Its source.
    pub source: &'a str,
    /// Semantics.
    pub semantics: Semantics,
    /// The schedule.
    pub schedule: &'a Schedule,
}

/// A trace in some form.
pub fn render(form: TraceForm, trace: Trace, title: &Title<'_>, ran: Ran<'_>, look: TraceLook) -> String {
    match form {
        // That of events alone has nothing of these data ([`crate::running::report`]).
        TraceForm::Text | TraceForm::Std => table(&trace, look),
        TraceForm::Json => line(&TraceDocument { title, trace: &trace }) + "\n",
        TraceForm::Html => html(&trace, title, ran.source),
        TraceForm::Mermaid => mermaid::render(&trace, look),
        TraceForm::Terms => terms::text(ran, trace, look),
        TraceForm::TermsHtml => terms::html(ran, trace, title),
    }
}

/// A trace as one self-contained page to step through.
pub fn html(trace: &Trace, title: &Title<'_>, source: &str) -> String {
    let data = json!({ "page": "trace", "title": title, "trace": trace, "source": source, "cut": cut(trace) });
    page::app(&format!("{} · racefree trace", title.file), &data.to_string())
}
