//! An early end: wherever the budget ends, the answer says in which part, and what it has is sound. No test asks a clock: a budget ends at the n-th
//! look.

use crate::support::closed_programs;
use racefree_grammar::ast::Program;
use racefree_kernel::{Budget, Stopped};
use racefree_pairs::{Analysis, Options, Phase, Stage, Watch, analyse};
use std::collections::BTreeMap;
use std::fmt::Write as _;

fn within(program: &Program, looks: u64) -> Analysis<'_> {
    analyse(program, None, &Options { watch: Watch::from(Budget::of_looks(looks)), ..Options::default() })
}

/// Ends an analysis at its first looks, and then at some of those that follow; about how many there are, by part.
fn ended_everywhere(program: &Program) -> BTreeMap<Phase, u64> {
    let whole = analyse(program, None, &Options::default());
    let mut parts = BTreeMap::new();
    let mut before = (None, Phase::Reading);
    let (mut looks, mut step);
    looks = 0;
    loop {
        (looks, step) = (looks + 1 + looks / 8, 1 + looks / 8);
        let ended = within(program, looks);
        let Some(early) = ended.stopped else {
            assert_eq!((ended.left(), ended.k, &ended.stages), (whole.left(), whole.k, &whole.stages));
            break;
        };
        assert_eq!(early.why, Stopped::Time);
        *parts.entry(early.phase).or_default() += step;
        // Later ends have more.
        let now = (ended.k, early.phase);
        assert!(now >= before, "{now:?} behind {before:?}");
        before = now;
        assert!(!ended.complete());
        assert_eq!(ended.read(), early.phase > Phase::Facts, "{early:?}");
        assert_eq!(ended.answered(), ended.k.is_some());
        if !ended.read() {
            assert!(ended.left().is_empty() && ended.stages.is_empty());
            continue;
        }
        let left = ended.left();
        for pair in whole.left() {
            assert!(left.contains(&pair), "{early:?} loses a pair");
        }
        assert!(ended.count(Stage::Original) >= ended.count_left());
    }
    parts
}

#[test]
fn an_analysis_may_end_at_any_look() {
    for source in closed_programs().into_iter().step_by(32) {
        let program = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}"));
        ended_everywhere(&program);
    }
}

#[test]
fn a_part_that_takes_long_looks_often() {
    let program = racefree_grammar::parse(&long(12)).unwrap_or_else(|e| panic!("{e:?}"));
    let short = racefree_grammar::parse(&long(4)).unwrap_or_else(|e| panic!("{e:?}"));
    let (few, many) = (ended_everywhere(&short), ended_everywhere(&program));
    for phase in [Phase::Facts, Phase::Objects, Phase::Threads, Phase::Locks, Phase::Pairs] {
        let (few, many) = (few.get(&phase).copied().unwrap_or(0), many.get(&phase).copied().unwrap_or(0));
        assert!(many >= 2 && many > few, "{phase:?}: {few} looks, of three times as much {many}");
    }
}

#[test]
fn a_flag_that_is_up_ends_it_at_once() {
    let program = racefree_grammar::parse(&long(2)).unwrap_or_else(|e| panic!("{e:?}"));
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let watch = Watch::from(Budget::new(None, &flag));
    let ended = analyse(&program, None, &Options { watch, ..Options::default() });
    let early = ended.stopped.expect("an early end");
    assert_eq!((early.why, early.phase), (Stopped::Interrupted, Phase::Facts));
    assert!(!ended.read() && ended.pairs(Stage::Original).is_empty());
}

/// A program whose parts all take long: classes with locks, called by threads.
fn long(classes: usize) -> String {
    let mut text = String::new();
    for i in 0..classes {
        let _ = writeln!(text, "class C{i} {{ int n = 0 Object o = new Object ");
        for m in 0..4 {
            let _ = writeln!(
                text,
                "int m{m}(C{i} c) {{ synchronized this.o in (c.n = this.n; this.n = c.n; c.m{}(this)) }}",
                (m + 1) % 4
            );
        }
        let _ = writeln!(text, "}}");
    }
    for i in 0..classes {
        let _ = writeln!(text, "let C{i} c{i} = new C{i} in");
    }
    let _ = writeln!(text, "{{");
    for i in 0..classes {
        let _ = writeln!(text, "fork {{ c{i}.m0(c{i}) }}; fork {{ c{i}.n = c{i}.m1(c{i}) }};");
    }
    text + "0 }"
}
