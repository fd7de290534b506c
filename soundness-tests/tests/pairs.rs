//! Race pairs against the explorer: no race that some schedule has is missing from the pairs, for every k and with every
//! refinement switched off; analyses with a deliberate mistake are caught; the definition in Datalog says the same.
//!
//! `RACEFREE_CASES=1000000 cargo test --release -p racefree-soundness --test all missing -- --nocapture` looks at a million programs of
//! each sort; `RACEFREE_SEED=N` begins elsewhere, so that shards of it can run apart.
#![allow(clippy::unwrap_used)]

mod features;
pub mod generator;
mod laws;
mod oracle;
mod planted;
mod precision;
mod scenes;

use crate::support::well_typed;
use oracle::{Seen, campaign, ways};
pub use precision::fuzzed;
use racefree_pairs::{Options, analyse};

#[test]
fn no_race_of_the_corpus_is_missing() {
    let mut seen = Seen::default();
    for entry in racefree_corpus::entries().into_iter().filter(|e| e.header().system() == "base") {
        if racefree_grammar::parse(entry.source).is_ok()
            && let Err(message) = seen.look(entry.source, &ways())
        {
            panic!("{}: {message}", entry.path);
        }
    }
    assert!(seen.programs > 250 && seen.races > 100, "{seen:?}");
}

#[test]
fn no_race_of_an_ill_typed_program_is_missing() {
    let seen = campaign("ill typed", 250, generator::program);
    assert!(seen.racy * 4 > seen.programs && seen.complete * 2 > seen.programs, "{seen:?}");
}

#[test]
fn no_race_of_a_random_program_is_missing() {
    let seen = campaign("random", 150, racefree_generate::ill_typed::source);
    assert!(seen.programs > 100, "{seen:?}");
}

#[test]
fn no_race_of_a_near_miss_is_missing() {
    let seen = campaign("near misses", 200, fuzzed(&["EXP REF/guard-held", "EXP ASSIGN/guard-held"]));
    assert!(seen.races > 20, "{seen:?}");
}

#[test]
fn no_race_of_a_well_typed_program_is_missing() {
    let seen = campaign("well typed", 150, fuzzed(&[]));
    assert_eq!((seen.races, seen.left()), (0, 0), "{seen:?}");
}

/// Pairs that are left in programs that check without escapes, with the reason for which the analysis cannot see that they are
/// apart. The corpus has none.
const LEFT_IN_WELL_TYPED: [(&str, &str); 0] = [];

#[test]
fn what_checks_without_escapes_has_no_pair() {
    for (path, lowered) in well_typed() {
        let analysis = analyse(&lowered.tables.program, None, &Options::default());
        let explained = LEFT_IN_WELL_TYPED.iter().any(|l| l.0 == path);
        assert_eq!(analysis.left().is_empty(), !explained, "{path}");
    }
}
