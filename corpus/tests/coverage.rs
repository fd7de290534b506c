//! Every rule is proved by some program, and every premise that can be switched off is the sole cause of some rejection.

use racefree_corpus::entries;
use racefree_typeck::rules::{BOOK, premise_name};
use racefree_typeck::{Options, derive};
use std::collections::{BTreeMap, BTreeSet};

/// Premises that are the sole cause of no rejection, and why none can be.
const MASKED: &[(&str, &str)] = &[
    ("ENV GHOST/type", "ghost-type of the class's rule asks for P; ∅ ⊢ t, which implies P; E ⊢ t"),
    ("ENV GHOST/fresh", "ghost-type of the class's rule asks for distinct ghosts, and E holds nothing else"),
];

/// Rules that no tree shows, and why.
const UNSEEN: &[(&str, &str)] = &[(
    "SHAREABLE",
    "stands for what the two rules for shareable fields have in common; there is no such rule to apply",
)];

#[test]
fn every_rule_is_proved_by_a_program() {
    let mut proved: BTreeMap<&str, usize> = BOOK.rules().map(|(_, rule)| (rule.name, 0)).collect();
    let mut claimed_in_vain = Vec::new();
    for entry in entries() {
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let options = Options::default();
        let (report, cx) = derive(&program, entry.source, &options);
        if !report.is_ok() {
            continue;
        }
        let derivation = cx.recorder.finish();
        let used: BTreeSet<&str> = derivation.nodes().map(|(_, node)| BOOK.rule(node.rule).name).collect();
        for claim in entry.header().list("proves") {
            if !used.contains(claim) && !UNSEEN.iter().any(|(name, _)| *name == claim) {
                claimed_in_vain.push(format!("{} does not use [{claim}]", entry.path));
            }
        }
        for name in used {
            *proved.entry(name).or_default() += 1;
        }
    }
    let missing: Vec<_> = proved
        .iter()
        .filter(|&(name, &n)| n == 0 && !UNSEEN.iter().any(|(unseen, _)| unseen == name))
        .map(|(name, _)| *name)
        .collect();
    assert!(missing.is_empty(), "no well-typed program of the corpus uses {missing:?}");
    assert!(claimed_in_vain.is_empty(), "{}", claimed_in_vain.join("\n"));
}

#[test]
fn every_rule_has_a_program_that_says_so() {
    let said: BTreeSet<String> = entries()
        .iter()
        .flat_map(|e| e.header().list("proves").into_iter().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let missing: Vec<_> = BOOK
        .rules()
        .map(|(_, rule)| rule.name)
        .filter(|name| !said.contains(*name) && !UNSEEN.iter().any(|(unseen, _)| unseen == name))
        .collect();
    assert!(missing.is_empty(), "no `proves` line for {missing:?}");
    let unknown: Vec<_> = said.iter().filter(|name| BOOK.find_rule(name).is_none()).collect();
    assert!(unknown.is_empty(), "`proves` lines for no rule: {unknown:?}");
}

#[test]
fn every_premise_is_the_sole_cause_of_a_rejection() {
    let sole: BTreeSet<String> = entries()
        .iter()
        .flat_map(|e| e.header().list("sole-cause").into_iter().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let mut missing = Vec::new();
    for (id, premise) in BOOK.premises() {
        let name = premise_name(id);
        let masked = MASKED.iter().any(|(masked, _)| *masked == name);
        if premise.is_switch() && !masked && !sole.contains(&name) {
            missing.push(name.clone());
        }
        assert!(!(masked && sole.contains(&name)), "{name} is said to be masked, and is the sole cause of a rejection");
    }
    assert!(missing.is_empty(), "no program is rejected by these alone: {missing:?}");
}
