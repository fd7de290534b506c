//! The purpose of a premise, as text and as a page of its own.

use crate::args::DerivationForm;
use crate::terminal::wrap;
use crate::trace::{self, TraceLook};
use crate::{derivation, page};
use racefree_answers::derivation::Options;
use racefree_answers::json::line;
use racefree_answers::matrix::words;
use racefree_answers::why::{Page, WhyPage};
use serde_json::json;
use std::fmt::Write as _;

pub fn text(page: &Page, width: usize) -> Result<String, String> {
    let mut text = page.rule_text();
    for (name, why) in page.reasons() {
        let _ = writeln!(text, "\n{name}");
        for line in wrap(&why, width.saturating_sub(4)) {
            let _ = writeln!(text, "    {line}");
        }
    }
    if page.premise.is_none() {
        let _ = writeln!(text, "\n`racefree why \"RULE/premise\"` shows what goes wrong without one.");
    }
    let indent = |block: &str| {
        block.trim_end().lines().map(|l| format!("    {l}\n").replace("    \n", "\n")).collect::<String>()
    };
    for (number, shown) in page.shown.iter().enumerate() {
        let title = title(number, page.shown.len());
        let example = &shown.example;
        let (derivation, trace) = drawn(shown, width)?;
        let _ = writeln!(text, "\n{title}: {} ({} tokens)", words::wrong(example), example.tokens);
        let _ = writeln!(text, "    {}.\n", words::meaning(example));
        let _ = writeln!(text, "{}", indent(&example.program));
        let _ = writeln!(text, "Its derivation, with the premise assumed:\n\n{}", indent(&derivation));
        let _ = writeln!(text, "What goes wrong, {}:\n\n{}", words::schedule(example), indent(&trace));
        let _ = writeln!(text, "To see it:\n  {}", shown.command);
    }
    for (n, line) in page.without.iter().filter(|_| page.shown.is_empty()).enumerate() {
        let line = if n == 0 { format!("\n{line}.") } else { line.clone() };
        let _ = writeln!(text, "{line}");
    }
    if let Some(path) = page.witness() {
        let name = path.trim_end_matches(".rfj");
        let _ = writeln!(text, "\nIn the corpus, rejected by it alone: racefree examples show {name}");
    }
    Ok(text)
}

/// Self-contained page.
pub fn html(page: &Page) -> Result<String, String> {
    Ok(page::app(&page.title(), &line(&json!({ "page": "why", "why": page.record()? }))))
}

/// The derivation and the run of a program, as text.
fn drawn(shown: &WhyPage, width: usize) -> Result<(String, String), String> {
    let options = Options { file: &shown.name, system: shown.system(), ..Options::default() };
    let look = derivation::Look { width, color: false };
    let derivation =
        derivation::render(DerivationForm::Text, &*shown.derived(), &shown.example.program, &options, look)?;
    Ok((derivation, trace::table(&shown.trace, TraceLook { width, color: false, all_steps: true })))
}

/// Title of a program.
fn title(number: usize, of: usize) -> &'static str {
    match (number, of) {
        (0, 2) => "The smallest program that has a race without it",
        (0, _) => "The smallest program that goes wrong without it",
        (_, _) => "The smallest that goes wrong, before it comes to a race",
    }
}
