//! What several tests need.

use racefree_grammar::span::LineIndex;
use racefree_pairs::harness::{Plan, harness, interface};
use racefree_pairs::{Count, HarnessAt, Options, analyse};

/// A program of the corpus.
pub fn entry(path: &str) -> &'static str {
    let found = racefree_corpus::entries().into_iter().find(|e| e.path == path);
    found.unwrap_or_else(|| panic!("{path} is not in the corpus")).source
}

/// The programs of the calculus in the corpus that run, those of the base system and its like.
pub fn closed_programs() -> Vec<&'static str> {
    let runs = |source: &str| {
        let program = racefree_grammar::parse(source).ok();
        program.and_then(|p| racefree_interp::machine::lower(p).ok()).is_some_and(|lowered| !lowered.on_reference())
    };
    let all = racefree_corpus::entries().into_iter().filter(|e| e.header().system() == "base");
    all.map(|e| e.source).filter(|s| runs(s)).collect()
}

/// The pairs after each stage.
pub fn stages(source: &str, options: &Options) -> Vec<u64> {
    let program = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}"));
    analyse(&program, None, options).stages.iter().map(|c| c.pairs).collect()
}

/// The pairs that are left, as kinds and lines.
pub fn left(source: &str, options: &Options) -> Vec<String> {
    let program = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}"));
    let lines = LineIndex::new(source);
    let analysis = analyse(&program, None, options);
    let access = |e| format!("{} {}", analysis.facts.access(e).kind.name(), lines.line(analysis.facts.place(e).start));
    analysis.left().into_iter().map(|(a, b)| format!("{}, {}", access(a), access(b))).collect()
}

/// What the stages leave of an open program with an interface.
pub fn of_interface(source: &str, names: &[&str], options: &Options) -> Vec<Count> {
    let library = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}"));
    let resolved = racefree_program::Resolved::new(&library);
    let names: Vec<String> = names.iter().map(|&n| n.to_owned()).collect();
    let calls = interface(&resolved, &names).unwrap_or_else(|e| panic!("{e}"));
    let harness = harness(&resolved, source, &Plan { calls, threads: 2, warm_up: None });
    let program = racefree_grammar::parse(&harness.text).unwrap_or_else(|e| panic!("{}\n{e:?}", harness.text));
    analyse(&program, Some(HarnessAt { from: harness.from }), options).stages
}
