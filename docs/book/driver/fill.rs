//! Markdown of a chapter, filled in: programs coloured, directives replaced, links out of the book followed.

use crate::ask::{Library, Rule};
use crate::exercise;
use crate::html;
use crate::link::Shown;
use crate::outside::Outside;
use crate::rules;
use std::collections::BTreeMap;
use std::path::Path;

/// Everything that chapters are filled in from.
pub struct Filler<'w> {
    /// Folder of the workspace.
    pub workspace: &'w Path,
    /// The library that answers.
    pub library: Library,
    /// Rules of the base.
    pub rules: Vec<Rule>,
    /// Places of files outside the book.
    pub outside: Outside<'w>,
}

/// A chapter to fill in.
pub struct Source<'t> {
    /// Its path below the workspace, for messages and links.
    pub path: &'t str,
    /// The way from its page to the site's root: `""`, or `"../"`.
    pub root: &'t str,
    /// The Markdown.
    pub text: &'t str,
}

impl Filler<'_> {
    /// The chapter, filled in.
    ///
    /// # Errors
    ///
    /// Every fault, with its place.
    pub fn fill(&self, source: &Source<'_>) -> Result<String, Vec<String>> {
        let programs = programs(source.text);
        let (mut out, mut faults) = (String::new(), Vec::new());
        let mut lines = source.text.lines().enumerate();
        while let Some((at, line)) = lines.next() {
            let filled = if let Some(kind) = line.strip_prefix("```") {
                let block: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
                match kind {
                    "rfj" => self.program(&block.join("\n"), source.root),
                    "console" => Ok(transcript(&block)),
                    _ => Ok(format!("{line}\n{}\n```", block.join("\n"))),
                }
            } else if let Some(directive) = line.strip_prefix("{{#").and_then(|rest| rest.strip_suffix("}}")) {
                self.directive(directive, &programs, source.root)
            } else {
                Ok(self.outside.line(line, source))
            };
            match filled {
                Ok(text) => out.push_str(&text),
                Err(message) => faults.push(format!("{}:{}: {message}", source.path, at + 1)),
            }
            out.push('\n');
        }
        if faults.is_empty() { Ok(out) } else { Err(faults) }
    }

    fn program(&self, text: &str, root: &str) -> Result<String, String> {
        let name = named(text).unwrap_or("program.rfj");
        let open = html::open(&Shown::new(name, text), root, "Open in the playground");
        Ok(block(&format!("{}<p>{open}</p>", html::program(&self.library, text)?)))
    }

    fn directive(&self, directive: &str, programs: &BTreeMap<&str, String>, root: &str) -> Result<String, String> {
        let (word, argument) = directive.split_once(' ').ok_or("a directive is a word and an argument")?;
        let filled = match word {
            "rule" => rules::shown(rules::find(&self.rules, argument)?, None, root),
            "why" => rules::reason(&self.library, &self.library.why(argument)?, root)?,
            "derivation" => self.derivation(argument, programs, root)?,
            "exercise" => exercise::shown(&self.library, self.workspace, argument, root)?,
            _ => return Err(format!("there is no directive `{word}`: rule, why, derivation, exercise")),
        };
        Ok(block(&filled))
    }

    /// `file.rfj@LINE:COLUMN`: a program of this page, or one below `corpus/`.
    fn derivation(&self, argument: &str, programs: &BTreeMap<&str, String>, root: &str) -> Result<String, String> {
        let (file, at) = argument.split_once('@').ok_or("a derivation is of file.rfj@LINE:COLUMN")?;
        let entry = file.strip_prefix("corpus/").and_then(racefree_corpus::entry).map(|entry| entry.source);
        let text = programs.get(file).map(String::as_str).or(entry);
        let text = text.ok_or_else(|| format!("no program `{file}` on this page, nor in the corpus"))?;
        Ok(html::derivation(&self.library.derivation(file, text, at)?, root))
    }
}

/// A transcript for readers: without the status of commands, which the tests compare; `...` stands for lines left out.
fn transcript(block: &[&str]) -> String {
    let status = |line: &str| line.strip_prefix("? ").is_some_and(|code| code.parse::<u8>().is_ok());
    let shown = block.iter().filter(|line| !status(line)).map(|line| if *line == "..." { "  ⋮" } else { line });
    format!("```text\n{}\n```", shown.collect::<Vec<_>>().join("\n").trim_end())
}

/// A block of HTML that Markdown leaves alone: without lines that are empty.
fn block(html: &str) -> String {
    format!("\n{}\n", html.replace('\n', "&#10;"))
}

/// Name of a program: its first line is a comment with it.
fn named(program: &str) -> Option<&str> {
    let name = program.lines().next()?.strip_prefix("// ")?;
    name.ends_with(".rfj").then_some(name)
}

/// Programs of a page that have names.
fn programs(page: &str) -> BTreeMap<&str, String> {
    let blocks = page.split("```rfj\n").skip(1).filter_map(|rest| Some(rest.split_once("\n```")?.0));
    blocks.filter_map(|program| Some((named(program)?, format!("{program}\n")))).collect()
}
