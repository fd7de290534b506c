//! The verdict that is reached a few methods at a time is that on the whole tree, and so is what is said of errors that were found so.

use crate::support::{Mutants, cases, options};
use racefree_corpus::plain_entries;
use racefree_grammar::ast::Dialect;
use racefree_kernel::PremiseId;
use racefree_soundness::generate::{self, Settings};
use racefree_typeck::pieces::{PIECE, accepts, rejects};
use racefree_typeck::rules::BOOK;
use racefree_typeck::{Options, check};

/// How many programs were accepted in pieces, and how many were not; of how many of these nothing was said but by the whole tree.
#[derive(Default, Debug)]
struct Seen {
    accepted: u64,
    left: u64,
    untold: u64,
}

impl Seen {
    /// A source by one set of rules, both ways.
    fn compare(&mut self, source: &str, options: &Options, piece: u32) {
        let dialect = Some(Dialect::Base);
        let parsed = racefree_grammar::parse_with(source, racefree_grammar::Options { dialect, ..Default::default() });
        let whole = parsed.ok().map(|program| check(&program, source, options));
        let plain = |report: &racefree_typeck::Report| {
            report.is_ok() && report.silenced.is_empty() && report.warnings.iter().all(|w| !w.idle_holds)
        };
        match accepts(source, options, piece) {
            Some(report) => {
                self.accepted += 1;
                assert_eq!(Some(format!("{report:?}")), whole.map(|whole| format!("{whole:?}")), "{source}");
            }
            None => {
                self.left += 1;
                // Words that the tree is asked about are not in what is tried here.
                assert!(!whole.as_ref().is_some_and(plain), "not taken: {source}");
                match rejects(source, options, piece) {
                    Some(report) => {
                        assert_eq!(Some(format!("{report:?}")), whole.map(|w| format!("{w:?}")), "{source}")
                    }
                    None => self.untold += u64::from(whole.is_some()),
                }
            }
        }
    }
}

fn without(premise: PremiseId) -> Options {
    let mut options = Options::default();
    options.off.switch_off(premise);
    options
}

#[test]
fn on_the_corpus() {
    let mut seen = Seen::default();
    for entry in plain_entries() {
        let options = options(&entry, &entry.header());
        for piece in [0, 1, 40, PIECE] {
            seen.compare(entry.source, &options, piece);
        }
    }
    assert!(seen.accepted > 400 && seen.left > 200 && seen.untold < 20, "{seen:?}");
}

#[test]
fn on_mutants_and_generated_programs() {
    let mutants = Mutants::new();
    let premises: Vec<PremiseId> = BOOK.switches().map(|(id, _)| id).collect();
    let mut seen = Seen::default();
    for seed in 0..cases(3_000) {
        let off = without(premises[seed as usize % premises.len()]);
        let settings = if seed % 3 == 0 { Settings::wide() } else { Settings::small() };
        let generated = generate::program(&Options::default(), settings, seed).source();
        for source in [mutants.get(seed), mutants.with_odd_locks(seed), generated] {
            seen.compare(&source, &Options::default(), 1 + seed as u32 % 200);
            seen.compare(&source, &off, 1 + seed as u32 % 100);
        }
    }
    let Seen { accepted, left, untold } = seen;
    assert!(accepted > cases(3_000) * 3 / 2 && left > cases(3_000) && untold < left / 100, "{seen:?}");
}
