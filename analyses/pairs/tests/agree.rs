//! The fast engines against the definition in Datalog: the same tuples after each stage, the same Many and Esc.

use crate::support::closed_programs;
use racefree_pairs::entries::Entries;
use racefree_pairs::points::InstId;
use racefree_pairs::{Facts, Mode, Options, Refinement, Stage, analyse};
use racefree_pairs_definition::{alias, stages};

/// What both say of a program for one k: pairs and tuples after each stage.
fn compare(source: &str, options: &Options) {
    let program = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}"));
    let facts = Facts::new(&program);
    let counted = vec![true; facts.accesses.len()];
    let points = alias::solve(&facts, options.k[0], options);
    let derived = stages::derive(&facts, &points, &counted, options);
    let fast = analyse(&program, None, options);
    assert!(fast.complete());
    for (i, tuples) in derived.tuples.iter().enumerate() {
        let ordered: u64 = tuples.iter().map(|(e, i, d, j)| if e == d && i != j { 2 } else { 1 }).sum();
        let mut pairs: Vec<_> = tuples.iter().map(|(e, _, d, _)| (*e, *d)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let stage = Stage::ALL[i + 1];
        let count = fast.stages[i + 1];
        assert_eq!(
            (count.pairs, count.tuples),
            (pairs.len() as u64, ordered),
            "{} {options:?}\n{source}",
            stage.name()
        );
        assert!(pairs.iter().all(|&p| fast.stage_of(p) >= Some(stage)), "{} {options:?}\n{source}", stage.name());
    }
    let entries = Entries::new(&facts, &points, options);
    let mut many: Vec<InstId> = derived.many.iter().map(|m| m.0).collect();
    many.sort_unstable();
    assert_eq!(many, points.inst_ids().filter(|&i| entries.many(i)).collect::<Vec<_>>(), "{source}");
}

#[test]
fn the_definition_says_the_same_of_the_corpus() {
    // In paper mode one k stands alone; threads are not told apart in the definition.
    let paper = Options { mode: Mode::Paper, k: [2; 4], ..Options::default() };
    let off = vec![Refinement::Threads];
    let zero = Options { k: [0; 4], off: off.clone(), ..Options::default() };
    let all = closed_programs();
    assert!(all.len() > 200);
    for source in all {
        for eager in [false, true] {
            compare(source, &Options { eager, ..zero.clone() });
            compare(source, &Options { eager, ..paper.clone() });
        }
    }
}
