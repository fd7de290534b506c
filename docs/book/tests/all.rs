//! Every chapter is read, and whatever it names is there: rules, premises, judgments, exercises, programs, files, headings.

use racefree_answers::desk::{Desk, Limits};
use racefree_course::{Block, Course, Inline, Target, course};
use racefree_explore::SystemHost;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

fn read() -> Course {
    course().unwrap_or_else(|faults| panic!("{}", faults.join("\n")))
}

fn ask(question: &Value) -> Value {
    let desk = Desk { exercise: racefree_exercises::ask, ..Desk::new(Limits::NATIVE, Arc::new(SystemHost)) };
    serde_json::from_str(&desk.ask(&question.to_string())).expect("JSON")
}

/// The blocks of a chapter, those within others too.
fn all(blocks: &[Block]) -> Vec<&Block> {
    let mut found = Vec::new();
    for block in blocks {
        found.push(block);
        match block {
            Block::Quote { blocks } => found.extend(all(blocks)),
            Block::List { items, .. } => items.iter().for_each(|item| found.extend(all(item))),
            _ => {}
        }
    }
    found
}

/// The links of a text.
fn links(text: &[Inline]) -> Vec<&Target> {
    let mut found = Vec::new();
    for inline in text {
        match inline {
            Inline::Link { to, text } => {
                found.push(to);
                found.extend(links(text));
            }
            Inline::Strong { text } | Inline::Emphasis { text } => found.extend(links(text)),
            Inline::Text { .. } | Inline::Code { .. } => {}
        }
    }
    found
}

fn links_of(block: &Block) -> Vec<&Target> {
    match block {
        Block::Heading { text, .. } | Block::Paragraph { text } => links(text),
        Block::Table { head, rows } => rows.iter().chain([head]).flatten().flat_map(|cell| links(cell)).collect(),
        _ => Vec::new(),
    }
}

fn anchors(blocks: &[Block]) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for block in blocks {
        if let Block::Heading { anchor, .. } = block {
            found.insert(anchor.as_str());
        }
    }
    found
}

#[test]
fn all_that_chapters_name_is_there() {
    let course = read();
    assert!(course.chapters.len() >= 17, "{}", course.chapters.len());
    let rules = ask(&json!({ "ask": "rules" }));
    let rules: BTreeSet<&str> =
        rules["rules"].as_array().expect("rules").iter().filter_map(|rule| rule["rule"].as_str()).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let calculus = std::fs::read_to_string(root.join("docs/calculus.md")).expect("the definition");
    let (mut wrong, mut counts) = (Vec::new(), [0; 5]);
    for chapter in &course.chapters {
        for block in all(&chapter.blocks) {
            let fault = match block {
                Block::Rule { name } => {
                    counts[0] += 1;
                    (!rules.contains(name.as_str())).then(|| format!("no rule {name}"))
                }
                Block::Why { name } => {
                    counts[1] += 1;
                    let why = ask(&json!({ "ask": "why", "options": { "name": name } }));
                    why["reason"].is_null().then(|| format!("no reason for {name}: {why}"))
                }
                Block::Derivation { name, text, at } => {
                    counts[2] += 1;
                    let program = json!({ "name": name, "text": text });
                    let derived = ask(&json!({ "ask": "derivation", "program": program, "options": { "at": at } }));
                    derived["derivation"]["nodes"]
                        .is_null()
                        .then(|| format!("no judgment at {at} of {name}: {derived}"))
                }
                Block::Exercise { name } => {
                    counts[3] += 1;
                    let exercise = ask(&json!({ "ask": "exercise", "options": { "name": name } }));
                    exercise["exercises"][0]["task"].is_null().then(|| format!("no exercise {name}"))
                }
                other => {
                    let mut missing = Vec::new();
                    for target in links_of(other) {
                        counts[4] += 1;
                        let there = match target {
                            Target::Chapter { name, anchor } => course.chapters.iter().any(|c| {
                                c.name == *name
                                    && anchor.as_ref().is_none_or(|a| anchors(&c.blocks).contains(a.as_str()))
                            }),
                            Target::Here { anchor } => anchors(&chapter.blocks).contains(anchor.as_str()),
                            Target::Calculus { anchor } => {
                                anchor.is_empty()
                                    || calculus.contains(&format!("<a id=\"{anchor}\">"))
                                    || heading(&calculus, anchor)
                            }
                            Target::Program { name } => root.join("corpus").join(format!("{name}.rfj")).is_file(),
                            Target::File { path } => root.join(path).exists(),
                            Target::Address { .. } => true,
                        };
                        if !there {
                            missing.push(format!("no {target:?}"));
                        }
                    }
                    (!missing.is_empty()).then(|| missing.join("; "))
                }
            };
            wrong.extend(fault.map(|fault| format!("{}: {fault}", chapter.name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let floors = [8, 8, 1, 20, 60];
    assert!(counts.iter().zip(floors).all(|(count, floor)| *count >= floor), "{counts:?}");
}

/// Returns true if a page has a heading of that name.
fn heading(page: &str, anchor: &str) -> bool {
    let named = |line: &str| {
        let kept = line.trim_start_matches('#').trim().to_lowercase();
        let kept = kept.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>()
    };
    page.lines().filter(|line| line.starts_with('#')).any(|line| named(line) == anchor)
}

#[test]
fn programs_and_transcripts_are_as_readers_need_them() {
    let course = read();
    let first = course.chapters.iter().find(|chapter| chapter.name == "01-races").expect("the first chapter");
    let program = first.blocks.iter().find_map(|block| match block {
        Block::Program { name, text } => Some((name.as_str(), text.as_str())),
        _ => None,
    });
    assert!(program.is_some_and(|(name, text)| name == "lost.rfj" && text.contains("fork { a.deposit(10) }")));
    for chapter in &course.chapters {
        for block in all(&chapter.blocks) {
            if let Block::Transcript { text } = block {
                let status = text.lines().any(|line| line.strip_prefix("? ").is_some_and(|n| n.parse::<u8>().is_ok()));
                assert!(!status && !text.lines().any(|line| line == "..."), "{}: {text}", chapter.name);
            }
        }
    }
}

/// A document that a chapter links to is read in the page, and so are the documents that these link to, as far as the page has them.
#[test]
fn documents_are_read_beside_the_chapters() {
    let course = read();
    let document = |name: &str| course.chapters.iter().find(|c| c.name == name).unwrap_or_else(|| panic!("{name}"));
    assert!(document("docs/exercises").part == "Documents" && document("docs/exercises").title == "Exercises");
    let to = |name: &str| -> Vec<String> {
        let blocks = all(&document(name).blocks);
        let targets = blocks.iter().flat_map(|block| links_of(block).into_iter().cloned()).collect::<Vec<_>>();
        targets
            .iter()
            .filter_map(|to| if let Target::Chapter { name, .. } = to { Some(name.clone()) } else { None })
            .collect()
    };
    assert!(to("docs/exercises").contains(&"docs/playground".to_owned()), "{:?}", to("docs/exercises"));
    // Few links of the chapters lead out of the page.
    let chapters = course.chapters.iter().filter(|c| c.part != "Documents");
    let out = chapters.flat_map(|c| all(&c.blocks)).flat_map(links_of).filter(|to| matches!(to, Target::File { .. }));
    assert!(out.count() <= 10);
}
