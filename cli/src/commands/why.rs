//! `racefree why RULE/premise`: one page that says what a premise is for, on the terminal and as a page of its own.

use super::Outcome;
use super::variants::wrap;
use crate::args::{DerivationForm, WhyArgs, WhyFormat};
use crate::derivation;
use crate::page::{self, escaped};
use crate::terminal::Out;
use crate::trace::{self, Look};
use racefree_answers::derivation::Options;
use racefree_answers::json;
use racefree_answers::matrix::words;
use racefree_answers::why::{self, Page, Shown};
use racefree_systems::BASE;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Prints the page.
pub fn run(args: &WhyArgs, out: &mut Out) -> io::Result<Outcome> {
    let width = out.width.min(100);
    let page = why::page(args.system.map_or(BASE, |system| system.0), &args.rule);
    let printed = page.and_then(|page| match args.format {
        WhyFormat::Human => text(&page, width),
        WhyFormat::Json => page.record().map(|record| json::line(&record)),
        WhyFormat::Html => html(&page, width),
    });
    match printed {
        Ok(printed) => writeln!(out, "{}", printed.trim_end())?,
        Err(message) => {
            out.complain(&message);
            return Ok(Outcome::Failed);
        }
    }
    Ok(Outcome::Fine)
}

/// The derivation and the run of a program, as text.
fn drawn(shown: &Shown, width: usize) -> Result<(String, String), String> {
    let options = Options { file: &shown.name, ..Options::default() };
    let look = derivation::Look { width, color: false };
    let derivation =
        derivation::render(DerivationForm::Text, &*shown.derived(), &shown.example.program, &options, look)?;
    Ok((derivation, trace::table(&shown.trace, Look { width, color: false, all_steps: true })))
}

/// What the programs are.
const TITLES: [&str; 2] = ["The smallest program that goes wrong without it", "The smallest with a race"];

fn text(page: &Page, width: usize) -> Result<String, String> {
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
    for (title, shown) in TITLES.into_iter().zip(&page.shown) {
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

/// One page that needs nothing else and runs nothing.
fn html(page: &Page, width: usize) -> Result<String, String> {
    let mut body = format!("<h1>{}</h1>\n<pre>{}</pre>\n", escaped(&page.title()), escaped(&page.rule_text()));
    for (name, why) in page.reasons() {
        let _ = writeln!(body, "<h2>{}</h2>\n<p>{}</p>", escaped(&name), escaped(&why));
    }
    for (title, shown) in TITLES.into_iter().zip(&page.shown) {
        let (derivation, trace) = drawn(shown, width)?;
        let _ = writeln!(
            body,
            "<h2>{title}</h2>\n<p><strong>{}</strong>: {}.</p>\n<pre>{}</pre>\n<h3>Its derivation, with the premise assumed</h3>\n<pre>{}</pre>\n<h3>What goes wrong</h3>\n<pre>{}</pre>\n<p>To see it:</p>\n<pre>{}</pre>",
            escaped(&words::wrong(&shown.example)),
            escaped(words::meaning(&shown.example)),
            escaped(&shown.example.program),
            escaped(&derivation),
            escaped(&trace),
            escaped(&shown.command),
        );
    }
    for line in page.without.iter().filter(|_| page.shown.is_empty()) {
        let _ = writeln!(body, "<p>{}</p>", escaped(line));
    }
    Ok(page::plain(&page.title(), STYLE, &body))
}

/// The style of the page.
const STYLE: &str = "\
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; color: #1a1a1a; background: #fff }\n\
    pre { font: .875rem/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; background: #f2f2f2; border-radius: .25rem }\n\
    @media (prefers-color-scheme: dark) { body { color: #eee; background: #161616 } pre { background: #262626 } }\n\
";
