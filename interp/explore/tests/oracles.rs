//! Numbers of traces that are known exactly: n!, powers, multinomials, and those of programs from the literature
//! (Flanagan, Godefroid, POPL 2005; Abdulla, Aronis, Jonsson, Sagonas, POPL 2014).
#![allow(missing_docs)]

use crate::support;

use racefree_explore::{Algorithm, Budget, Exploration, Options, explore};
use racefree_interp::drive::Key;
use support::{program, programs::*};

fn exploration(source: &str) -> Exploration {
    let result = explore(&program(source), &Options { algorithm: Algorithm::Dpor, ..Options::default() });
    assert_eq!(result.cut, None);
    assert_eq!(result.redundant, 0);
    assert_eq!(result.outcomes.iter().map(|o| o.count).sum::<u64>(), result.executions);
    let budget = Budget { states: 10_000, ..Budget::default() };
    let over_states = Options { algorithm: Algorithm::States, budget, traces: 10_000, ..Options::default() };
    let traces = explore(&program(source), &over_states).traces;
    assert!(traces.is_none_or(|traces| traces == result.executions), "{traces:?} {}", result.executions);
    result
}

/// The number of traces, and of those that end with threads that wait for ever.
fn traces(source: &str) -> (u64, u64) {
    let result = exploration(source);
    (result.executions, result.blocked)
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

#[test]
fn writers_come_in_any_order() {
    for n in 1..=7 {
        assert_eq!(traces(&writers(n)), (factorial(n as u64), 0), "{n}");
        assert_eq!(traces(&writers_and_reader(n)), (factorial(n as u64 + 1), 0), "{n}");
    }
}

#[test]
fn each_reader_is_before_or_after_the_writer() {
    for n in 1..=13 {
        assert_eq!(traces(&readers(n)), (1 << n, 0), "{n}");
    }
}

#[test]
fn locked_sections_come_in_any_order() {
    for (n, k) in [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (2, 2), (3, 2), (4, 2), (2, 4), (3, 3)] {
        let expected = factorial((n * k) as u64) / factorial(k as u64).pow(n as u32);
        assert_eq!(traces(&sections(n, k)), (expected, 0), "{n} {k}");
    }
}

#[test]
fn unlocked_increments() {
    for (n, expected) in [(1, 1), (2, 4), (3, 36), (4, 576)] {
        assert_eq!(traces(&increments(n, 1)), (expected, 0), "{n}");
    }
}

#[test]
fn two_locks_crossed() {
    let result = exploration(&crossed());
    assert_eq!((result.executions - result.blocked, result.blocked), (2, 1));
    assert_eq!(result.found.iter().filter(|f| matches!(f.key, Key::Deadlock(_))).count(), 1);
}

#[test]
fn dining_philosophers() {
    for n in 2..=8 {
        let (all, blocked) = traces(&philosophers(n, false));
        assert_eq!((all - blocked, blocked), ((1 << n) - 2, 1), "{n}");
        assert_eq!(traces(&philosophers(n, true)), ((1 << n) - 2, 0), "{n}");
    }
}

#[test]
fn disjoint_pairs() {
    for m in 1..=10 {
        assert_eq!(traces(&pairs(m)), (1 << m, 0), "{m}");
    }
}

#[test]
fn last_zero() {
    let expected = [2, 5, 12, 28, 64];
    for n in 1..=10 {
        let formula = (n as u64 + 3) * (1 << n) / 4;
        assert_eq!(formula, expected.get(n - 1).copied().unwrap_or(formula));
        assert_eq!(traces(&lastzero(n)), (formula, 0), "{n}");
    }
}

#[test]
fn file_system() {
    for n in [12, 13, 14, 15, 16, 17, 18, 19] {
        assert_eq!(traces(&filesystem(n)), (1 << n.saturating_sub(13), 0), "{n}");
    }
}

#[test]
fn indexed_messages() {
    for n in [10, 11, 12, 13] {
        assert_eq!(traces(&indexer(n)), (1 << (3 * n.saturating_sub(11)), 0), "{n}");
    }
}

/// The published numbers of states and transitions of the same programs in other tools' models, with the one state more
/// in which the threads have not been forked.
#[test]
fn states_as_in_other_models() {
    let states = |source: &str| {
        let result = explore(&program(source), &Options { algorithm: Algorithm::States, ..Options::default() });
        assert_eq!(result.cut, None);
        (result.states - 1, result.transitions - 1, result.executions)
    };
    assert_eq!(states(&increments(2, 2)), (57, 82, 3));
    assert_eq!(states(&increments(3, 1)), (59, 99, 3));
    assert_eq!(states(&increments(3, 2)), (904, 1_977, 5));
    assert_eq!(states(&increments(4, 2)), (17_231, 51_708, 7));
    assert_eq!(states(&sections(2, 3)), (88, 96, 1));
    assert_eq!(states(&sections(4, 3)), (2_560, 3_072, 1));
    assert_eq!(states(&philosophers(4, true)), (320, 704, 1));
    assert_eq!(states(&philosophers(5, true)), (1_424, 3_976, 1));
}
