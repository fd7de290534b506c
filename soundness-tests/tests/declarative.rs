//! The checker agrees with the declarative reading of the rules: on the verdict, and on which premises fail.

mod support;

use racefree_corpus::entries;
use racefree_grammar::ast::Program;
use racefree_interp::arbitrary;
use racefree_soundness::declarative::{Rules, judge};
use racefree_soundness::enumerate::{Universe, with_body, with_main};
use racefree_soundness::generate::{self, Settings};
use racefree_soundness::tree::Tree;
use racefree_soundness::variant;
use racefree_typeck::rules::{BOOK, premise_name};
use racefree_typeck::{Options, check};
use std::collections::{BTreeMap, BTreeSet};
use support::{Mutants, cases, options};

/// What was exercised.
#[derive(Default)]
struct Seen {
    accepted: u64,
    rejected: u64,
    skipped: u64,
    rules: BTreeMap<&'static str, u64>,
    refused: BTreeMap<String, u64>,
    wrong: Vec<String>,
}

fn rules(options: &Options) -> Rules {
    Rules {
        off: options.off.iter().map(premise_name).collect(),
        super_may_mention_this: options.reads(racefree_typeck::options::SUPER_MAY_MENTION_THIS),
        invoke_substitutes_this_only: options.reads(racefree_typeck::options::INVOKE_SUBSTITUTES_THIS_ONLY),
        substitute_in_two_steps: options.reads(racefree_typeck::options::SUBSTITUTE_IN_TWO_STEPS),
        constructor_holds_lock: options.reads(racefree_typeck::options::CONSTRUCTOR_HOLDS_LOCK),
    }
}

impl Seen {
    /// One program by one set of rules, both ways.
    fn compare(&mut self, program: &Program, source: &str, options: &Options) {
        let report = check(program, source, options);
        let errors = report.errors.iter().chain(&report.silenced);
        let premises: BTreeSet<String> = errors.map(|e| premise_name(e.premise)).collect();
        let verdict = judge(program, &rules(options));
        if verdict.meaningless && !options.off.is_empty() {
            // To assume that a type is well formed whose class does not exist means nothing.
            self.skipped += 1;
            return;
        }
        if verdict.derivable {
            self.accepted += 1;
        } else {
            self.rejected += 1;
        }
        for (rule, n) in &verdict.applied {
            *self.rules.entry(rule).or_default() += n;
        }
        for premise in &verdict.refused {
            *self.refused.entry(premise.clone()).or_default() += 1;
        }
        // The checker goes on after an error as if the premise held, so it may find more; it must not find less.
        let agree = verdict.derivable == premises.is_empty()
            && verdict.derivable == verdict.refused.is_empty()
            && (verdict.meaningless || verdict.refused.is_subset(&premises));
        if !agree {
            let off: Vec<String> = options.off.iter().map(premise_name).collect();
            self.wrong.push(format!(
                "off {off:?}: the checker fails {premises:?}, the reading {:?} ({})\n{source}\n",
                verdict.refused, verdict.derivable
            ));
        }
    }

    /// Fails if there was a disagreement, or too little to disagree about: programs accepted and rejected, rules that
    /// concluded and premises that failed.
    fn done(&self, what: &str, accepted: u64, rejected: u64, rules: usize, premises: usize) {
        let shown: Vec<&str> = self.wrong.iter().take(5).map(String::as_str).collect();
        assert!(self.wrong.is_empty(), "{} disagreements in {what}\n{}", self.wrong.len(), shown.join("\n"));
        assert!(self.accepted >= accepted && self.rejected >= rejected, "{} and {}", self.accepted, self.rejected);
        let (concluded, failed) = (self.rules.len(), self.refused.len());
        assert!(concluded >= rules && failed >= premises, "{what}: {concluded} rules, {failed} premises");
    }
}

#[test]
fn on_the_corpus() {
    let mut seen = Seen::default();
    for entry in entries() {
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let mut options = options(&entry, &entry.header());
        options.no_warn.clear();
        seen.compare(&program, entry.source, &options);
    }
    // All rules of sections 5.1, 5.3, 5.7, 6 and 7; nearly all premises.
    seen.done("the corpus", 100, 60, 21, 50);
}

#[test]
fn on_mutants_of_the_corpus() {
    let mutants = Mutants::new();
    let mut seen = Seen::default();
    for seed in 0..cases(4_000) {
        let source = mutants.get(seed);
        let Ok(program) = racefree_grammar::parse(&source) else { continue };
        seen.compare(&program, &source, &Options::default());
    }
    seen.done("mutants", cases(4_000) / 100, cases(4_000) / 20, 21, 40);
}

#[test]
fn on_random_programs() {
    let mut seen = Seen::default();
    for seed in 0..cases(2_000) {
        let source = arbitrary::program(seed);
        let program = racefree_grammar::parse(&source).expect("parses");
        seen.compare(&program, &source, &Options::default());
    }
    seen.done("random programs", 0, cases(2_000) / 2, 10, 10);
}

#[test]
fn on_all_small_programs() {
    let mut seen = Seen::default();
    for (signature, nodes) in [("methods", 10), ("ghosts", 10), ("local", 8), ("paths", 9), ("all", 6)] {
        let universe = Universe { signature: signature.parse().expect("a preset"), nodes };
        universe.skeletons(&mut |skeleton| {
            let parts = universe.parts(&skeleton);
            let mut compare = |tree: &Tree| seen.compare(&tree.program(), "", &Options::default());
            compare(&skeleton.tree);
            for (m, list) in parts.bodies.iter().enumerate() {
                list.iter().flat_map(|l| l.iter()).for_each(|body| compare(&with_body(&skeleton, m, body)));
            }
            parts.mains.iter().flat_map(|l| l.iter()).for_each(|main| compare(&with_main(&skeleton, main)));
            true
        });
    }
    seen.done("small programs", 1_000, 5_000, 12, 15);
}

#[test]
fn on_generated_programs() {
    let base = Options::default();
    let mut seen = Seen::default();
    for seed in 0..cases(1_500) {
        let settings = if seed % 3 == 0 { Settings::wide() } else { Settings::small() };
        let tree = generate::program(&base, settings, seed);
        seen.compare(&tree.program(), &tree.source(), &base);
    }
    seen.done("generated programs", cases(1_500), 0, 15, 0);
    // And programs that use the freedom of a premise that is off.
    let premises = BOOK.switches().map(|(id, _)| id);
    let mut seen = Seen::default();
    for premise in premises {
        let mut free = Options::default();
        free.off.switch_off(premise);
        for seed in 0..cases(1_500) / 50 {
            let tree = generate::program(&free, Settings::small(), seed);
            seen.compare(&tree.program(), &tree.source(), &free);
            seen.compare(&tree.program(), &tree.source(), &base);
        }
    }
    seen.done("programs generated with freedom", 1_000, cases(1_500) / 10, 15, 20);
}

#[test]
fn with_the_literal_readings() {
    let mutants = Mutants::new();
    let mut seen = Seen::default();
    for variant in variant::named(racefree_systems::BASE).into_iter().filter(|v| !v.readings.is_empty()) {
        let literal = variant.rules().expect("rules").options;
        for entry in entries() {
            let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
            seen.compare(&program, entry.source, &literal);
        }
        for seed in 0..cases(400) {
            let tree = generate::program(&literal, Settings::small(), seed);
            seen.compare(&tree.program(), &tree.source(), &literal);
            let source = mutants.get(seed);
            if let Ok(program) = racefree_grammar::parse(&source) {
                seen.compare(&program, &source, &literal);
            }
        }
    }
    seen.done("literal readings", 1_000, 500, 21, 40);
}

#[test]
fn with_one_premise_off() {
    let mutants = Mutants::new();
    let premises: Vec<_> = BOOK.switches().map(|(id, _)| id).collect();
    let mut seen = Seen::default();
    for entry in entries() {
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        for &premise in &premises {
            let mut options = Options::default();
            options.off.switch_off(premise);
            seen.compare(&program, entry.source, &options);
        }
    }
    for seed in 0..cases(4_000) {
        let source = mutants.get(seed);
        let Ok(program) = racefree_grammar::parse(&source) else { continue };
        let mut options = Options::default();
        options.off.switch_off(premises[seed as usize % premises.len()]);
        seen.compare(&program, &source, &options);
    }
    seen.done("one premise off", 5_000, 5_000, 21, 50);
}
