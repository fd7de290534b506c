//! The checker agrees with the model (`typeck/src/model`): on the verdict, on the type of the main expression, and on which
//! premises fail where.

use crate::support;

use racefree_corpus::plain_entries;
use racefree_grammar::ast::{Expr, Program};
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_interp::schedule::Stream;
use racefree_kernel::{PremiseId, RuleId};
use racefree_soundness::enumerate::{Universe, with_body, with_main};
use racefree_soundness::generate::{self, Settings};
use racefree_soundness::tree::Tree;
use racefree_soundness::variant;
use racefree_typeck::model::{self, Lock, judge};
use racefree_typeck::rules::{BOOK, exp_fork2, premise_name};
use racefree_typeck::{Options, Part, check};
use std::collections::{BTreeMap, BTreeSet};
use support::{Mutants, cases, options};

/// What was exercised.
#[derive(Default)]
pub(crate) struct Seen {
    accepted: u64,
    rejected: u64,
    /// Programs with two or more errors.
    several: u64,
    /// `synchronized` on what is no path.
    odd_locks: u64,
    /// Variables of thread-local types that a fork captures within such a lock.
    captured: u64,
    rules: BTreeMap<RuleId, u64>,
    pub(crate) failed: BTreeMap<PremiseId, u64>,
    wrong: Vec<String>,
}

/// A premise that fails, and where, for a reader.
fn shown(failed: &BTreeSet<(PremiseId, Span)>, source: &str) -> Vec<String> {
    let place = |span: Span| span.text(source).chars().take(30).collect::<String>();
    failed.iter().map(|&(p, span)| format!("{} at {}: {:?}", premise_name(p), span.start, place(span))).collect()
}

impl Seen {
    /// One program by one set of rules, both ways.
    pub(crate) fn compare(&mut self, program: &Program, source: &str, options: &Options) {
        let report = check(program, source, options);
        let errors = report.errors.iter().chain(&report.silenced).flat_map(racefree_kernel::TypeError::all);
        let by_checker: BTreeSet<(PremiseId, Span)> = errors.map(|e| (e.premise, e.span)).collect();
        let verdict = judge(program, options);
        self.count(program, &verdict);
        let main = verdict.main.map(|t| t.text(program, source));
        if verdict.failed == by_checker && main == report.main {
            return;
        }
        let off: Vec<String> = options.off.iter().map(premise_name).collect();
        let only =
            |these: &BTreeSet<_>, those: &BTreeSet<_>| shown(&these.difference(those).copied().collect(), source);
        self.wrong.push(format!(
            "off {off:?} {:?} {:?}: the checker alone fails {:?}, the model alone {:?}; main {:?} and {main:?}\n{source}\n",
            options.only,
            options.readings,
            only(&by_checker, &verdict.failed),
            only(&verdict.failed, &by_checker),
            report.main,
        ));
    }

    fn count(&mut self, program: &Program, verdict: &model::Verdict) {
        match verdict.failed.len() {
            0 => self.accepted += 1,
            n => {
                self.rejected += 1;
                self.several += u64::from(n > 1);
            }
        }
        for (&rule, n) in &verdict.applied {
            *self.rules.entry(rule).or_default() += n;
        }
        for &(premise, _) in &verdict.failed {
            *self.failed.entry(premise).or_default() += 1;
        }
        for e in &program.exprs {
            let Expr::Sync { lock, .. } = *e else { continue };
            if let Root::Expr(_) = Lock::of(program, lock).root {
                self.odd_locks += 1;
                let within: BTreeSet<Span> = program.free(lock).iter().map(|x| program.span(x.at)).collect();
                let captured = |&&(premise, span): &&_| premise == exp_fork2::FV_SHARED && within.contains(&span);
                self.captured += verdict.failed.iter().filter(captured).count() as u64;
            }
        }
    }

    /// Fails if there was a disagreement, or too little to disagree about.
    pub(crate) fn done(&self, what: &str, least: &Least) {
        let shown: Vec<&str> = self.wrong.iter().take(5).map(String::as_str).collect();
        assert!(self.wrong.is_empty(), "{} disagreements in {what}\n{}", self.wrong.len(), shown.join("\n"));
        let had = Least {
            accepted: self.accepted,
            rejected: self.rejected,
            several: self.several,
            rules: self.rules.len(),
            premises: self.failed.len(),
            odd_locks: self.odd_locks,
            captured: self.captured,
        };
        let enough = had.accepted >= least.accepted
            && had.rejected >= least.rejected
            && had.several >= least.several
            && had.rules >= least.rules
            && had.premises >= least.premises
            && had.odd_locks >= least.odd_locks
            && had.captured >= least.captured;
        assert!(enough, "{what}: {had:?}, and at least {least:?}");
    }
}

/// What has to be exercised at least: programs accepted, rejected, rejected for several reasons; rules that were applied,
/// premises that failed; locks that are no paths, thread-local variables captured in them.
#[derive(Debug, Default)]
pub(crate) struct Least {
    pub(crate) accepted: u64,
    pub(crate) rejected: u64,
    pub(crate) several: u64,
    pub(crate) rules: usize,
    pub(crate) premises: usize,
    pub(crate) odd_locks: u64,
    pub(crate) captured: u64,
}

/// The premises that can be switched off.
fn checking() -> Vec<PremiseId> {
    BOOK.switches().map(|(id, _)| id).collect()
}

/// The rules without some premises.
fn without(premises: &[PremiseId]) -> Options {
    let mut options = Options::default();
    premises.iter().for_each(|&premise| options.off.switch_off(premise));
    options
}

#[test]
fn on_the_corpus() {
    let mut seen = Seen::default();
    for entry in plain_entries() {
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let mut options = options(&entry, &entry.header());
        options.no_warn.clear();
        seen.compare(&program, entry.source, &options);
    }
    // All rules of sections 5.1, 5.3, 5.7, 6 and 7; nearly all premises.
    seen.done("the corpus", &Least { accepted: 100, rejected: 60, rules: 21, premises: 50, ..Least::default() });
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
    seen.done(
        "mutants",
        &Least {
            accepted: cases(4_000) / 100,
            rejected: cases(4_000) / 20,
            several: cases(4_000) / 40,
            rules: 21,
            premises: 40,
            ..Least::default()
        },
    );
}

#[test]
fn on_locks_that_are_no_paths() {
    let mutants = Mutants::new();
    let premises = checking();
    let mut seen = Seen::default();
    for seed in 0..cases(6_000) {
        let source = mutants.with_odd_locks(seed);
        let Ok(program) = racefree_grammar::parse(&source) else { continue };
        seen.compare(&program, &source, &Options::default());
        seen.compare(&program, &source, &without(&[premises[seed as usize % premises.len()]]));
    }
    seen.done(
        "locks that are no paths",
        &Least {
            several: cases(6_000) / 4,
            rules: 21,
            premises: 40,
            odd_locks: cases(6_000) * 2 / 3,
            captured: cases(6_000) / 80,
            ..Least::default()
        },
    );
}

#[test]
fn on_random_programs() {
    let mut seen = Seen::default();
    for seed in 0..cases(2_000) {
        let source = racefree_arbitrary::program(seed);
        let program = racefree_grammar::parse(&source).expect("parses");
        seen.compare(&program, &source, &Options::default());
    }
    seen.done(
        "random programs",
        &Least { rejected: cases(2_000) / 2, several: cases(2_000) / 4, rules: 10, premises: 10, ..Least::default() },
    );
}

#[test]
fn on_all_small_programs() {
    let mut seen = Seen::default();
    for (signature, nodes) in [("methods", 10), ("ghosts", 10), ("local", 8), ("paths", 9), ("all", 6)] {
        let universe = Universe { signature: signature.parse().expect("a preset"), nodes };
        universe.skeletons(&mut |skeleton| {
            let parts = universe.parts(&skeleton);
            let mut compare = |tree: &Tree| {
                let source = tree.source();
                let program = racefree_grammar::parse(&source).unwrap_or_else(|_| panic!("{source}"));
                seen.compare(&program, &source, &Options::default());
            };
            compare(&skeleton.tree);
            for (m, list) in parts.bodies.iter().enumerate() {
                list.iter().flat_map(|l| l.iter()).for_each(|body| compare(&with_body(&skeleton, m, body)));
            }
            parts.mains.iter().flat_map(|l| l.iter()).for_each(|main| compare(&with_main(&skeleton, main)));
            true
        });
    }
    seen.done(
        "small programs",
        &Least { accepted: 1_000, rejected: 5_000, several: 1_000, rules: 12, premises: 15, ..Least::default() },
    );
}

#[test]
fn on_generated_programs() {
    let base = Options::default();
    let mut seen = Seen::default();
    for seed in 0..cases(1_500) {
        let settings = if seed % 3 == 0 { Settings::wide() } else { Settings::small() };
        let source = generate::program(&base, settings, seed).source();
        seen.compare(&racefree_grammar::parse(&source).expect("parses"), &source, &base);
    }
    seen.done("generated programs", &Least { accepted: cases(1_500), rules: 15, ..Least::default() });
    // And programs that use the freedom of a premise that is off.
    let mut seen = Seen::default();
    for premise in checking() {
        let free = without(&[premise]);
        for seed in 0..cases(1_500) / 50 {
            let source = generate::program(&free, Settings::small(), seed).source();
            let program = racefree_grammar::parse(&source).expect("parses");
            seen.compare(&program, &source, &free);
            seen.compare(&program, &source, &base);
        }
    }
    let least = Least { accepted: 1_000, rejected: cases(1_500) / 10, rules: 15, premises: 20, ..Least::default() };
    seen.done("programs generated with freedom", &least);
}

#[test]
fn with_the_literal_readings() {
    let mutants = Mutants::new();
    let mut seen = Seen::default();
    for variant in variant::named(racefree_systems::BASE).into_iter().filter(|v| !v.readings.is_empty()) {
        let literal = variant.rules().expect("rules").options;
        for entry in plain_entries() {
            let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
            seen.compare(&program, entry.source, &literal);
        }
        for seed in 0..cases(400) {
            let generated = generate::program(&literal, Settings::small(), seed).source();
            for source in [generated, mutants.get(seed), mutants.with_odd_locks(seed)] {
                if let Ok(program) = racefree_grammar::parse(&source) {
                    seen.compare(&program, &source, &literal);
                }
            }
        }
    }
    let least = Least { accepted: 1_000, rejected: 500, several: 200, rules: 21, premises: 40, ..Least::default() };
    seen.done("literal readings", &least);
}

#[test]
fn with_premises_off() {
    let mutants = Mutants::new();
    let premises = checking();
    let mut seen = Seen::default();
    for entry in plain_entries() {
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        for &premise in &premises {
            seen.compare(&program, entry.source, &without(&[premise]));
        }
    }
    for seed in 0..cases(4_000) {
        let source = mutants.get(seed);
        let Ok(program) = racefree_grammar::parse(&source) else { continue };
        let mut stream = Stream::new(seed);
        let mut any = || premises[stream.below(premises.len() as u32) as usize];
        seen.compare(&program, &source, &without(&[premises[seed as usize % premises.len()]]));
        seen.compare(&program, &source, &without(&[any(), any()]));
        seen.compare(
            &program,
            &source,
            &Options { only: Some(Part::ALL[seed as usize % 4]), ..without(&[any(), any()]) },
        );
    }
    let least = Least { accepted: 5_000, rejected: 5_000, several: 2_000, rules: 21, premises: 50, ..Least::default() };
    seen.done("premises off", &least);
}
