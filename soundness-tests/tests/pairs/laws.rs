//! What must hold between two analyses: of one program in two ways, and of two programs that mean the same.

use super::generator;
use super::oracle::{cases, ways};
use proptest::prelude::*;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::{Extras, Token};
use racefree_pairs::stages::pair;
use racefree_pairs::{Facts, Mode, Options, Pair, Refinement, Stage, analyse};
use racefree_pairs_definition::{alias, stages};

/// The fast engines and the definition in Datalog, on programs that are mostly ill typed: the same after each stage.
#[test]
fn the_definition_says_the_same_of_ill_typed_programs() {
    for seed in cases(60) {
        let source = generator::program(seed);
        let program = racefree_grammar::parse(&source).unwrap();
        let zero = Options { k: [0; 4], off: vec![Refinement::Threads], ..Options::default() };
        let paper = |k| Options { mode: Mode::Paper, k: [k; 4], ..Options::default() };
        for way in [zero, paper(1), paper(2), paper(3)] {
            let facts = Facts::new(&program);
            let counted = vec![true; facts.accesses.len()];
            let points = alias::solve(&facts, way.k[0], &way);
            let derived = stages::derive(&facts, &points, &counted, &way);
            let fast = analyse(&program, None, &way);
            for (tuples, count) in derived.tuples.iter().zip(&fast.stages[1..]) {
                let ordered: u64 = tuples.iter().map(|(e, i, d, j)| if e == d && i != j { 2 } else { 1 }).sum();
                let mut pairs: Vec<Pair> = tuples.iter().map(|(e, _, d, _)| (*e, *d)).collect();
                pairs.sort_unstable();
                pairs.dedup();
                let wanted = (pairs.len() as u64, ordered);
                assert_eq!((count.pairs, count.tuples), wanted, "seed {seed}, {way:?}, {:?}\n{source}", count.stage);
            }
        }
    }
}

/// The stages of a program, its accesses by number.
fn all_stages(source: &str, options: &Options) -> Vec<Vec<Pair>> {
    let program = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}\n{source}"));
    let analysis = analyse(&program, None, options);
    Stage::ALL.map(|s| analysis.pairs(s)).to_vec()
}

/// Every name but those that the language knows, in another form.
fn renamed(source: &str) -> String {
    const KNOWN: [&str; 9] =
        ["Object", "String", "this", "equals", "length", "charAt", "indexOf", "substring", "concat"];
    let mut text = String::new();
    let mut at = 0;
    for (start, token, end) in Lexer::new(source, Extras::default()).collect::<Vec<_>>() {
        let (start, end) = (start as usize, end as usize);
        text.push_str(&source[at..start]);
        let name = &source[start..end];
        if matches!(token, Token::Ident(_)) && !KNOWN.contains(&name) {
            text.push_str("other_");
        }
        text.push_str(name);
        at = end;
    }
    text.push_str(&source[at..]);
    text
}

/// The classes in the opposite order, and where each byte of them has gone.
fn turned(source: &str) -> (String, impl Fn(u32) -> u32) {
    let program = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}"));
    let spans: Vec<_> = program.classes.iter().map(|c| c.span).collect();
    let mut text = String::new();
    let mut moved = Vec::new();
    for s in spans.iter().rev() {
        moved.push((s.start, s.end, text.len() as u32));
        text.push_str(&source[s.start as usize..s.end as usize]);
        text.push('\n');
    }
    let rest = spans.last().map_or(0, |s| s.end);
    moved.push((rest, u32::MAX, text.len() as u32));
    text.push_str(&source[rest as usize..]);
    let to = move |at: u32| moved.iter().find(|m| m.0 <= at && at < m.1).map_or(at, |m| at - m.0 + m.2);
    (text, to)
}

#[test]
fn names_layout_and_the_order_of_classes_change_places_alone() {
    for seed in cases(60) {
        let source = generator::program(seed);
        let options = Options::default();
        let all = all_stages(&source, &options);
        assert_eq!(all, all_stages(&renamed(&source), &options), "{source}");
        let program = racefree_grammar::parse(&source).unwrap();
        assert_eq!(all, all_stages(&racefree_grammar::printer::print(&program), &options), "{source}");
        let (text, to) = turned(&source);
        let other = racefree_grammar::parse(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let (facts, other) = (Facts::new(&program), analyse(&other, None, &options));
        let at = |e| {
            let (span, field) = (facts.place(e), facts.program().text(facts.access(e).field));
            let (start, len) = (to(span.start), span.end - span.start);
            let same = |d: &racefree_pairs::AccessId| {
                let (access, place) = (other.facts.access(*d), other.facts.place(*d));
                (place.start, place.end - place.start) == (start, len)
                    && access.kind == facts.access(e).kind
                    && other.facts.program().text(access.field) == field
            };
            other.facts.access_ids().find(same).unwrap_or_else(|| panic!("{source}"))
        };
        for (pairs, stage) in all.iter().zip(Stage::ALL) {
            let mut moved: Vec<Pair> = pairs.iter().map(|&(a, b)| pair(at(a), at(b))).collect();
            moved.sort_unstable();
            assert_eq!(moved, other.pairs(stage), "{}\n{source}", stage.name());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Switching a refinement off never removes a pair, and neither does a smaller k; each stage is a part of the one before;
    /// what is counted is what is listed.
    #[test]
    fn laws(seed in 0u64..1_000_000) {
        let source = generator::program(seed);
        let program = racefree_grammar::parse(&source).unwrap();
        let full = analyse(&program, None, &Options::default());
        let every = full.pairs(Stage::Original);
        for count in &full.stages {
            prop_assert_eq!(count.pairs, full.pairs(count.stage).len() as u64, "{}\n{}", count.stage.name(), source);
        }
        for counts in full.stages.windows(2) {
            prop_assert!(counts[1].pairs <= counts[0].pairs, "{source}");
        }
        for way in ways() {
            let other = analyse(&program, None, &way);
            for &p in &every {
                prop_assert!(other.stage_of(p) >= full.stage_of(p), "{way:?} {p:?}\n{source}");
            }
        }
    }
}
