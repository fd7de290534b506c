//! The checker of owners agrees with its model (`owners/src/model`): on the verdict, on the type of the main expression, and on which
//! premises fail where; on the corpus, on mutants of it, on generated programs and near misses, by the rules as they stand and by
//! every variant.

use crate::support::{Mutants, cases};
use racefree_grammar::span::Span;
use racefree_interp::schedule::Stream;
use racefree_kernel::{Options, PremiseId, RuleId, TypeError};
use racefree_owners::model::judge;
use racefree_soundness::owners::{Dice, campaign, near_miss, program};
use racefree_soundness::variant;
use std::collections::{BTreeMap, BTreeSet};

/// What was exercised.
#[derive(Default)]
struct Seen {
    accepted: u64,
    rejected: u64,
    several: u64,
    rules: BTreeMap<RuleId, u64>,
    failed: BTreeMap<PremiseId, u64>,
    wrong: Vec<String>,
}

impl Seen {
    /// One program by one set of rules, both ways.
    fn compare(&mut self, source: &str, options: &Options) {
        let Ok(program) = racefree_grammar::parse(source) else { return };
        let report = campaign::rules().system.check(&program, source, options);
        let errors = report.errors.iter().chain(&report.silenced).flat_map(TypeError::all);
        let by_checker: BTreeSet<(PremiseId, Span)> = errors.map(|e| (e.premise, e.span)).collect();
        let verdict = judge(&program, options);
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
        if verdict.failed == by_checker && verdict.main == report.main {
            return;
        }
        let off: Vec<String> = options.off.iter().map(racefree_systems::premise_name).collect();
        let only = |these: &BTreeSet<_>, those: &BTreeSet<_>| shown(these.difference(those).copied(), source);
        self.wrong.push(format!(
            "off {off:?} {:?}: the checker alone fails {:?}, the model alone {:?}; main {:?} and {:?}\n{source}\n",
            options.readings,
            only(&by_checker, &verdict.failed),
            only(&verdict.failed, &by_checker),
            report.main,
            verdict.main,
        ));
    }

    /// Fails if there was a disagreement, or too little to disagree about.
    fn done(&self, what: &str, least: [u64; 3], rules: usize, premises: usize) {
        let first: Vec<&str> = self.wrong.iter().take(4).map(String::as_str).collect();
        assert!(self.wrong.is_empty(), "{} disagreements in {what}\n{}", self.wrong.len(), first.join("\n"));
        let had = [self.accepted, self.rejected, self.several];
        let counted = format!("{what}: {had:?}, {} rules, {} premises", self.rules.len(), self.failed.len());
        assert!(had.iter().zip(least).all(|(had, least)| *had >= least), "{counted}; at least {least:?}");
        assert!(self.rules.len() >= rules && self.failed.len() >= premises, "{counted}; {rules} and {premises} wanted");
    }
}

/// Premises that fail, and where, for a reader.
fn shown(failed: impl Iterator<Item = (PremiseId, Span)>, source: &str) -> Vec<String> {
    let place = |span: Span| span.text(source).chars().take(30).collect::<String>();
    let name = racefree_systems::premise_name;
    failed.map(|(p, span)| format!("{} at {}: {:?}", name(p), span.start, place(span))).collect()
}

/// The rules as they stand, then each variant.
fn rules() -> Vec<Options> {
    let system = campaign::rules().system;
    let switches = system.book().switches().map(|(id, _)| {
        let mut options = Options::default();
        options.off.switch_off(id);
        options
    });
    let named = variant::named(system).into_iter().filter_map(|v| Some(v.rules().ok()?.options));
    std::iter::once(Options::default()).chain(switches).chain(named).collect()
}

#[test]
fn on_the_corpus_by_every_set_of_rules() {
    let mut seen = Seen::default();
    let rules = rules();
    for entry in racefree_corpus::entries().iter().filter(|e| e.header().system() == "owners") {
        rules.iter().for_each(|options| seen.compare(entry.source, options));
    }
    seen.done("the corpus", [1_500, 5_000, 400], 22, 45);
}

#[test]
fn on_mutants_of_the_corpus() {
    let (mutants, rules, mut seen) = (Mutants::of_owners(), rules(), Seen::default());
    let n = cases(6_000);
    for seed in 0..n {
        let source = format!("//! system: owners\n{}", mutants.get(seed));
        seen.compare(&source, &Options::default());
        seen.compare(&source, &rules[Stream::new(seed).below(rules.len() as u32) as usize]);
    }
    seen.done("mutants", [n / 100, n / 4, n / 6], 22, 50);
}

#[test]
fn on_generated_programs_and_near_misses() {
    let (rules, mut seen) = (rules(), Seen::default());
    let n = cases(1_000);
    for seed in 0..n {
        let source = program(seed);
        seen.compare(&source, &Options::default());
        let mut dice = Dice::new(seed ^ 0x0de1);
        for _ in 0..3 {
            let Some(near) = near_miss(&source, &mut dice) else { continue };
            seen.compare(&near, &Options::default());
            seen.compare(&near, &rules[dice.below(rules.len())]);
        }
    }
    seen.done("generated programs", [n, n / 2, n / 10], 18, 20);
}
