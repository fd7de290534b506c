//! `racefree variants matrix`.

use super::Outcome;
use super::variants::wrap;
use crate::terminal::Out;
use racefree_kernel::Kind;
use racefree_soundness::matrix::{self, Budget, Entry, Example};
use racefree_soundness::variant;
use racefree_typeck::rules::{BOOK, premise_name};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Shows the matrix that is known.
pub fn show(json: bool, out: &mut Out) -> io::Result<Outcome> {
    let entries = match matrix::committed() {
        Ok(entries) => entries,
        Err(message) => {
            out.complain(&message);
            return Ok(Outcome::Failed);
        }
    };
    if json {
        writeln!(out, "{}", serde_json::to_string(&entries)?)?;
        return Ok(Outcome::Fine);
    }
    writeln!(
        out,
        "{}",
        out.bold(
            "Each variant with the smallest program found that it accepts, that the base rejects, and that goes wrong"
        )
    )?;
    for entry in &entries {
        line(entry, out)?;
    }
    Ok(Outcome::Fine)
}

fn line(entry: &Entry, out: &mut Out) -> io::Result<()> {
    let what = |e: &Example| {
        let minimal = if e.one_minimal { ", 1-minimal" } else { "" };
        format!("{} tokens{minimal}: {} {}", e.tokens, e.kind, e.detail)
    };
    writeln!(out)?;
    writeln!(out, "{}", out.bold(&entry.variant))?;
    if let Some(reason) = &entry.none_because {
        for line in wrap(&format!("no counterexample: {reason}"), out.width.min(100) - 2) {
            writeln!(out, "  {line}")?;
        }
    }
    for example in entry.smallest.iter().chain(&entry.race) {
        writeln!(out, "  {}", what(example))?;
        for line in example.program.lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out, "  schedule {}", example.schedule)?;
    }
    Ok(())
}

/// Searches anew for one variant.
pub fn search(name: &str, seconds: u64, json: bool, out: &mut Out) -> io::Result<Outcome> {
    let time = Duration::from_secs(seconds.max(1));
    let budget = Budget { seeds: 3, hunt: time, reduce: time / 2 };
    let found = variant::find(name).and_then(|v| matrix::search(&v, budget));
    match found {
        Err(message) => {
            out.complain(&message);
            Ok(Outcome::Failed)
        }
        Ok(entry) => {
            if json {
                writeln!(out, "{}", serde_json::to_string(&entry)?)?;
            } else {
                line(&entry, out)?;
            }
            Ok(if entry.smallest.is_some() { Outcome::Wrong } else { Outcome::Budget })
        }
    }
}

/// Writes pages for people: an index, and a page for each premise and variant.
pub fn docs(folder: &Path, out: &mut Out) -> io::Result<Outcome> {
    let entries = match matrix::committed() {
        Ok(entries) => entries,
        Err(message) => {
            out.complain(&message);
            return Ok(Outcome::Failed);
        }
    };
    let pages = folder.join("premises");
    std::fs::create_dir_all(&pages)?;
    let racefree = std::env::current_exe()?;
    let mut index = String::from(
        "# Why every premise is there\n\nEach page shows what a rule variant lets through: the smallest program found that the \
         variant accepts and the base rules reject, the derivation with the premise marked *assumed*, and the run that goes \
         wrong. All programs were found by the search. `racefree variants matrix --docs docs` writes these pages.\n\n\
         | variant | what goes wrong | tokens | with a race |\n| --- | --- | --- | --- |\n",
    );
    for entry in &entries {
        let file = format!("{}.md", slug(&entry.variant));
        let (what, tokens) = match &entry.smallest {
            Some(e) => (format!("{} {}", e.kind, e.detail), e.tokens.to_string()),
            None => ("no counterexample found".to_owned(), String::new()),
        };
        let race = match (&entry.race, &entry.smallest) {
            (Some(r), _) => r.tokens.to_string(),
            (None, Some(e)) if e.kind == "race" => e.tokens.to_string(),
            _ => String::new(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(index, "| [{}](premises/{file}) | {what} | {tokens} | {race} |", entry.variant);
        std::fs::write(pages.join(&file), page(entry, &pages, &racefree)?)?;
    }
    std::fs::write(folder.join("premises.md"), index)?;
    writeln!(out, "{} pages in {}", entries.len() + 1, folder.display())?;
    Ok(Outcome::Fine)
}

fn slug(name: &str) -> String {
    let plain: String = name.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    plain.split('-').filter(|s| !s.is_empty()).collect::<Vec<_>>().join("-")
}

fn page(entry: &Entry, pages: &Path, racefree: &Path) -> io::Result<String> {
    let mut text = format!("# {}\n\n", entry.variant);
    // Writing to a string cannot fail.
    if let Ok(variant) = variant::find(&entry.variant) {
        if !variant.description.is_empty() {
            let _ = writeln!(text, "{}\n", variant.description);
        }
        for id in variant.off.iter().filter_map(|name| BOOK.find_premise(name)) {
            let rule = BOOK.rule(id.rule());
            let _ = writeln!(text, "```\n[{}]  {}", rule.name, rule.conclusion);
            for premise in rule.premises.iter().filter(|p| p.kind != Kind::Malformed) {
                let mark = if premise.kind == Kind::Checks { "?" } else { "→" };
                let _ = writeln!(text, "  {:18} {mark} {}", premise.name, premise.statement);
            }
            let _ = writeln!(text, "```\n\n**{}**: {}\n", premise_name(id), BOOK.premise(id).why);
        }
    }
    if let Some(reason) = &entry.none_because {
        let _ = writeln!(text, "**No counterexample:** {reason}.\n");
    }
    let both =
        [(&entry.smallest, "The smallest program found"), (&entry.race, "The smallest program found with a race")];
    for (n, (example, title)) in both.into_iter().enumerate() {
        let Some(e) = example else { continue };
        let name = format!("{}{}.rfj", slug(&entry.variant), if n == 0 { "" } else { "-race" });
        let header = format!("// {}: {} {}. Schedule: {}\n", entry.variant, e.kind, e.detail, e.schedule);
        let file = pages.join(&name);
        std::fs::write(&file, format!("{header}{}", e.program))?;
        let minimal = if e.one_minimal { "; no single edit makes it smaller" } else { "" };
        let _ =
            writeln!(text, "## {title}\n\n{} tokens{minimal}. What goes wrong: {} {}.\n", e.tokens, e.kind, e.detail);
        let _ = writeln!(text, "```\n{}```\n", e.program);
        let shown = |args: &[&str]| -> io::Result<String> {
            let output = Command::new(racefree).args(args).arg(&name).current_dir(pages).output()?;
            Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
        };
        let variant = ["--variant", &entry.variant, "--color", "never"];
        let base = shown(&["check", "--color", "never"])?;
        let _ = writeln!(
            text,
            "The base rules reject it (or, for a change of the semantics, accept it):\n\n```\n{base}\n```\n"
        );
        let mut args = vec!["check", "--derivation", "text"];
        args.extend(variant);
        let _ = writeln!(text, "By the variant:\n\n```\n{}\n```\n", shown(&args)?);
        let replay = format!("replay:{}", e.schedule);
        let mut args =
            vec!["run", "--trace", "text", "--monitors", "all", "--detectors", "all", "--scheduler", &replay];
        args.extend(variant);
        let _ = writeln!(text, "The run:\n\n```\n{}\n```\n", shown(&args)?);
    }
    Ok(text)
}
