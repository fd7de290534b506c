//! Markdown, read as blocks.

use crate::{Block, FOLDER, Inline, Target, document};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::collections::BTreeMap;

/// The events of a chapter, and the faults met.
struct Reader<'t> {
    /// Folder of the file: links start there.
    folder: &'t str,
    events: std::iter::Peekable<Parser<'t>>,
    /// Programs of the chapter that have names.
    programs: BTreeMap<String, String>,
    faults: Vec<String>,
}

/// The blocks of a chapter.
pub fn blocks(text: &str, folder: &str) -> Result<Vec<Block>, Vec<String>> {
    let options = Options::ENABLE_TABLES;
    let mut reader = Reader {
        folder,
        events: Parser::new_ext(text, options).peekable(),
        programs: BTreeMap::new(),
        faults: Vec::new(),
    };
    let blocks = reader.blocks();
    if reader.faults.is_empty() { Ok(blocks) } else { Err(reader.faults) }
}

impl Reader<'_> {
    /// The blocks up to the end of the one around them.
    fn blocks(&mut self) -> Vec<Block> {
        let mut found = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::End(_) => break,
                Event::Start(tag) => found.extend(self.block(tag)),
                Event::Rule => found.push(Block::Break),
                // The lines of a tight list item are no paragraphs.
                inline => {
                    let mut text = Vec::new();
                    self.inline(inline, &mut text);
                    while !matches!(
                        self.events.peek(),
                        None | Some(Event::End(_) | Event::Start(Tag::List(_) | Tag::CodeBlock(_)))
                    ) {
                        if let Some(event) = self.events.next() {
                            self.inline(event, &mut text);
                        }
                    }
                    found.push(Block::Paragraph { text });
                }
            }
        }
        found
    }

    fn block(&mut self, tag: Tag<'_>) -> Option<Block> {
        Some(match tag {
            Tag::Heading { level, .. } => {
                let text = self.inlines();
                Block::Heading { level: depth(level), anchor: anchor(&plain(&text)), text }
            }
            Tag::List(first) => {
                let mut items = Vec::new();
                while let Some(Event::Start(Tag::Item)) = self.events.next() {
                    items.push(self.blocks());
                }
                Block::List { ordered: first.is_some(), items }
            }
            Tag::BlockQuote(_) => Block::Quote { blocks: self.blocks() },
            Tag::CodeBlock(kind) => self.code(&kind),
            Tag::Table(_) => self.table(),
            Tag::Paragraph => {
                let text = self.inlines();
                match directive(&text) {
                    Some(words) => return self.directive(&words),
                    None => Block::Paragraph { text },
                }
            }
            // An inline tag at the begin of a tight list item.
            other => {
                let mut text = Vec::new();
                self.inline(Event::Start(other), &mut text);
                while !matches!(
                    self.events.peek(),
                    None | Some(Event::End(_) | Event::Start(Tag::List(_) | Tag::CodeBlock(_)))
                ) {
                    if let Some(event) = self.events.next() {
                        self.inline(event, &mut text);
                    }
                }
                Block::Paragraph { text }
            }
        })
    }

    fn code(&mut self, kind: &CodeBlockKind<'_>) -> Block {
        let mut text = String::new();
        for event in self.events.by_ref() {
            match event {
                Event::Text(part) => text.push_str(&part),
                _ => break,
            }
        }
        match kind {
            CodeBlockKind::Fenced(word) if &**word == "console" => Block::Transcript { text: transcript(&text) },
            CodeBlockKind::Fenced(word) if matches!(&**word, "rfj" | "java") => {
                let name = named(&text).map_or_else(|| format!("program.{word}"), str::to_owned);
                self.programs.insert(name.clone(), text.clone());
                Block::Program { name, text }
            }
            _ => Block::Code { text },
        }
    }

    fn table(&mut self) -> Block {
        let (mut head, mut rows) = (Vec::new(), Vec::new());
        let mut row = Vec::new();
        while let Some(event) = self.events.next() {
            match event {
                Event::Start(Tag::TableCell) => row.push(self.inlines()),
                Event::End(TagEnd::TableHead) => head = std::mem::take(&mut row),
                Event::End(TagEnd::TableRow) => rows.push(std::mem::take(&mut row)),
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        Block::Table { head, rows }
    }

    /// The parts of a line up to the end of the block around them.
    fn inlines(&mut self) -> Vec<Inline> {
        let mut found = Vec::new();
        while let Some(event) = self.events.next() {
            if matches!(event, Event::End(_)) {
                break;
            }
            self.inline(event, &mut found);
        }
        found
    }

    fn inline(&mut self, event: Event<'_>, into: &mut Vec<Inline>) {
        let mut push = |text: &str| match into.last_mut() {
            Some(Inline::Text { text: last }) => last.push_str(text),
            _ => into.push(Inline::Text { text: text.to_owned() }),
        };
        match event {
            Event::Text(text) => push(&text),
            Event::SoftBreak | Event::HardBreak => push(" "),
            Event::Code(text) => into.push(Inline::Code { text: text.into_string() }),
            Event::Start(Tag::Strong) => into.push(Inline::Strong { text: self.inlines() }),
            Event::Start(Tag::Emphasis) => into.push(Inline::Emphasis { text: self.inlines() }),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let text = self.inlines();
                into.push(Inline::Link { to: target(self.folder, &dest_url), text });
            }
            // A picture is its description.
            Event::Start(Tag::Image { .. }) => into.extend(self.inlines()),
            Event::Html(html) | Event::InlineHtml(html) if html.starts_with("<a id=") || &*html == "</a>" => {}
            other => self.faults.push(format!("nobody shows this: {other:?}")),
        }
    }

    fn directive(&mut self, words: &str) -> Option<Block> {
        let Some((word, argument)) = words.split_once(' ') else {
            self.faults.push(format!("a directive is a word and an argument, and `{words}` is not"));
            return None;
        };
        let name = argument.to_owned();
        match word {
            "rule" => Some(Block::Rule { name }),
            "why" => Some(Block::Why { name }),
            "exercise" => {
                Some(Block::Exercise { name: name.trim_end_matches(".rfj").trim_end_matches(".java").to_owned() })
            }
            "derivation" => self.derivation(argument),
            _ => {
                self.faults.push(format!("there is no directive `{word}`: rule, why, derivation, exercise"));
                None
            }
        }
    }

    /// `file.rfj@LINE:COLUMN`: a program of this chapter, or one below `corpus/`.
    fn derivation(&mut self, argument: &str) -> Option<Block> {
        let Some((file, at)) = argument.split_once('@') else {
            self.faults.push(format!("a derivation is of file.rfj@LINE:COLUMN, and `{argument}` is not"));
            return None;
        };
        let entry = file.strip_prefix("corpus/").and_then(racefree_corpus::entry).map(|entry| entry.source);
        let Some(text) = self.programs.get(file).map(String::as_str).or(entry) else {
            self.faults.push(format!("no program `{file}` in this chapter, nor in the corpus"));
            return None;
        };
        let name = file.rsplit('/').next().unwrap_or(file).to_owned();
        Some(Block::Derivation { name, text: text.to_owned(), at: at.to_owned() })
    }
}

fn depth(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// The words of a directive, if that is all of a paragraph.
fn directive(text: &[Inline]) -> Option<String> {
    plain(text).strip_prefix("{{#")?.strip_suffix("}}").map(str::to_owned)
}

/// The letters of a text.
fn plain(text: &[Inline]) -> String {
    let part = |inline: &Inline| match inline {
        Inline::Text { text } | Inline::Code { text } => text.clone(),
        Inline::Strong { text } | Inline::Emphasis { text } | Inline::Link { text, .. } => plain(text),
    };
    text.iter().map(part).collect()
}

/// Name of a heading in links, as code hosts make it.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The target of a link in a file of a folder.
fn target(folder: &str, url: &str) -> Target {
    let (path, anchor) = url.split_once('#').map_or((url, None), |(path, anchor)| (path, Some(anchor.to_owned())));
    if url.contains("://") || url.starts_with("mailto:") {
        return Target::Address { url: url.to_owned() };
    }
    if path.is_empty() {
        return Target::Here { anchor: anchor.unwrap_or_default() };
    }
    let path = resolved(folder, path);
    let page = path.strip_suffix(".md");
    let chapter = page.and_then(|page| page.strip_prefix(FOLDER)?.strip_prefix('/'));
    match page {
        Some("docs/calculus") => Target::Calculus { anchor: anchor.unwrap_or_default() },
        Some(page) => match chapter.or(document(page)) {
            Some(name) => Target::Chapter { name: name.to_owned(), anchor },
            None => Target::File { path },
        },
        None => match path.strip_prefix("corpus/").and_then(|path| path.strip_suffix(".rfj")) {
            Some(name) => Target::Program { name: name.to_owned() },
            None => Target::File { path },
        },
    }
}

/// Path below the repository, from a folder of it.
fn resolved(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A transcript for readers: without the status of commands, which the tests compare.
fn transcript(text: &str) -> String {
    let status = |line: &&str| line.strip_prefix("? ").is_none_or(|code| code.parse::<u8>().is_err());
    let lines = text
        .lines()
        .filter(status)
        .map(|line| if line == "..." { "  ⋮".to_owned() } else { line.replace("[..]", "…") });
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Name of a program: its first line is a comment with it.
fn named(program: &str) -> Option<&str> {
    let name = program.lines().next()?.strip_prefix("// ")?;
    (name.ends_with(".rfj") || name.ends_with(".java")).then_some(name)
}
