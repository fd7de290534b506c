//! Livelocks are found where a search that takes the definition by its word finds them: a state that is reached, from which none of the states
//! that follow it is an end, in a program that has one.
#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{options, program};
use racefree_explore::plain::{Points, Reference, faults};
use racefree_explore::{Algorithm, livelocks};
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::reduction::State;
use std::collections::{BTreeMap, BTreeSet};

/// Programs with the number of their livelocks, by hand.
const PROGRAMS: &[(&str, usize)] = &[
    // The flag is set under the lock that the one who waits for it holds.
    (
        "class S { boolean up guarded_by this = false } let S s = new S in { fork { synchronized s in s.up = true }; \
      synchronized s in while (!s.up) 0 }",
        1,
    ),
    // The same, but the lock is given back between two looks.
    (
        "class S { boolean up guarded_by this = false } let S s = new S in { fork { synchronized s in s.up = true }; \
      while (synchronized s in !s.up) 0 }",
        0,
    ),
    // The flag may be copied too early.
    (
        "class S { boolean stop guarded_by this = false  boolean go guarded_by this = false } let S s = new S in { \
      fork { synchronized s in s.stop = s.go }; fork { synchronized s in s.go = true }; \
      fork { while (synchronized s in !s.stop) 0 } }",
        1,
    ),
    // The setter dies of a missing object if it is first.
    (
        "class S { boolean up guarded_by this = false  S next guarded_by this = null } let S s = new S in { \
      fork { synchronized s in { s.next.stop(); s.up = true } }; fork { synchronized s in s.next = s }; \
      while (synchronized s in !s.up) 0 } ",
        1,
    ),
    // No schedule ends.
    ("class S { boolean up guarded_by this = false } let S s = new S in while (synchronized s in !s.up) 0", 0),
    // A deadlock, and somebody who waits for its threads: the deadlock says it.
    (
        "class S { boolean up guarded_by this = false } let S s = new S in let S a = new S in let S b = new S in { \
      fork { synchronized a in synchronized b in synchronized s in s.up = true }; \
      fork { synchronized b in synchronized a in 0 }; while (synchronized s in !s.up) 0 }",
        0,
    ),
    // Two who let each other go first.
    (
        "class S { int turn guarded_by this = 0 } let S s = new S in { \
      fork { while (synchronized s in s.turn == 1) synchronized s in if (s.turn == 1) s.turn = 2 else 0 }; \
      fork { while (synchronized s in s.turn == 2) synchronized s in if (s.turn == 2) s.turn = 1 else 0 }; \
      synchronized s in s.turn = 1 }",
        0,
    ),
];

fn source(text: &str) -> String {
    text.replace("S next guarded_by this = null }", "S next guarded_by this = null  void stop() { 0 } }")
}

#[test]
fn they_are_those_that_somebody_has_counted() {
    for (text, count) in PROGRAMS {
        let program = program(&source(text));
        let found = livelocks(&program, &options(Algorithm::States));
        assert_eq!(found.len(), *count, "{text}\n{found:?}");
        assert_eq!(by_definition(&program), *count > 0, "{text}: by definition");
    }
}

#[test]
fn corpus_programs_have_those_that_the_definition_finds() {
    let (mut some, mut looked_at) = (0, 0);
    for entry in racefree_corpus::entries() {
        let loops = entry.source.contains("while");
        let Some(program) = racefree_grammar::parse(entry.source).ok().and_then(|p| racefree_interp::lower(p).ok())
        else {
            continue;
        };
        if !loops || program.on_reference() {
            continue;
        }
        let options = options(Algorithm::States);
        let states = racefree_explore::explore(&program, &options);
        if !states.complete() || states.states > 200 {
            continue;
        }
        looked_at += 1;
        let found = !livelocks(&program, &options).is_empty();
        some += usize::from(found);
        assert_eq!(found, by_definition(&program), "{}", entry.path);
    }
    assert!(looked_at >= 10, "{looked_at} programs, {some} with livelocks");
}

/// Every single step, every state by name, and from each state the ends among all that follow it.
fn by_definition(program: &Lowered) -> bool {
    let options = options(Algorithm::Plain);
    let reference = Reference::new(program, &options, Points::Every);
    let mut numbers: BTreeMap<(Vec<u32>, usize), usize> = BTreeMap::new();
    let (mut states, mut follow): (Vec<State>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    let mut number = |state: State, states: &mut Vec<State>| {
        let key = (reference.execution.words(&state), state.output.len());
        *numbers.entry(key).or_insert_with(|| {
            states.push(state);
            states.len() - 1
        })
    };
    number(reference.first().state, &mut states);
    while follow.len() < states.len() {
        let state = states[follow.len()].clone();
        let next = reference.enabled(&state).into_iter().filter_map(|t| reference.transition(&state, t));
        let next: Vec<usize> = next.map(|next| number(next.state, &mut states)).collect();
        follow.push(next);
        assert!(states.len() < 100_000, "too many states");
    }
    let is_final = |at: usize| follow[at].is_empty();
    let is_end = |at: usize| {
        is_final(at) || faults(&reference, &states[at]).iter().any(|f| matches!(f.0, Key::Deadlock(_) | Key::Stuck(_)))
    };
    let can_end = |from: usize| {
        let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(at) = open.pop() {
            if is_end(at) {
                return true;
            }
            open.extend(follow[at].iter().copied().filter(|next| seen.insert(*next)));
        }
        false
    };
    (0..states.len()).any(is_final) && (0..states.len()).any(|at| !can_end(at))
}
