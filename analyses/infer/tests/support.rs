//! Programs, erased, and what is inferred for them.

use racefree_grammar::{Program, parse};
use racefree_infer::{Answer, Problem, Settings, Way, erase, infer};

/// A program that parses.
pub fn parsed(source: &str) -> Program {
    parse(source).unwrap_or_else(|errors| panic!("{source}\n{errors:?}"))
}

/// A program of the corpus, erased.
pub fn erased(path: &str) -> String {
    let entries = racefree_corpus::entries();
    let entry = entries.iter().find(|e| e.path == path).unwrap_or_else(|| panic!("no {path}"));
    erase(&parsed(entry.source), entry.source, false)
}

/// What a way finds.
pub fn by(way: Option<Way>, source: &str, settings: &Settings) -> Result<Answer, Problem> {
    infer(&parsed(source), source, settings, way, None)
}

/// The errors of an answer, as `RULE/premise @ line`.
pub fn errors(answer: &Answer) -> Vec<String> {
    let lines = racefree_grammar::span::LineIndex::new(&answer.text);
    let name = racefree_infer::words::name;
    let mut all: Vec<_> = answer.report.errors.iter().flat_map(racefree_kernel::TypeError::all).collect();
    all.sort_by_key(|e| e.span);
    all.into_iter().map(|e| format!("{} @ {}", name(e.premise), lines.line(e.span.start))).collect()
}

/// How many cases: `RACEFREE_CASES` for more or fewer than usual.
pub fn cases(usual: usize) -> usize {
    std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// The programs of the corpus that check without escapes, by path, with their text erased.
pub fn erased_programs() -> Vec<(&'static str, String)> {
    let entries = racefree_corpus::entries().into_iter().filter(|e| {
        let header = e.header();
        header.system() == "base"
            && !e.is_java()
            && header.claim("check") == Some("ok")
            && header.list("option").is_empty()
    });
    let text = |e: &racefree_corpus::Entry| {
        let program = parsed(e.source);
        program.no_warns.is_empty().then(|| (e.path, erase(&program, e.source, false)))
    };
    entries.filter_map(|e| text(&e)).collect()
}
