//! Of every system, every rule is proved by some program, and every premise that can be switched off is the sole cause of some
//! rejection. And each derivation is one: what stands for the premises of a rule is about them, and fails where an error is.

use racefree_corpus::{Entry, entries};
use racefree_kernel::{Evidence, Limits, NodeId, Options, Shape, System, TypeError};
use racefree_systems::{SYSTEMS, premise_name, rule};
use std::collections::BTreeSet;

/// Premises that are the sole cause of no rejection, and why none can be.
const MASKED: &[(&str, &str, &str)] = &[
    ("base", "ENV GHOST/type", "ghost-type of the class's rule asks for P; ∅ ⊢ t, which implies P; E ⊢ t"),
    ("base", "ENV GHOST/fresh", "ghost-type of the class's rule asks for distinct ghosts, and E holds nothing else"),
];

/// Rules that no tree shows, and why.
const UNSEEN: &[(&str, &str, &str)] = &[(
    "base",
    "SHAREABLE",
    "stands for what the two rules for shareable fields have in common; there is no such rule to apply",
)];

fn is_in(table: &[(&str, &str, &str)], system: &dyn System, name: &str) -> bool {
    table.iter().any(|(of, what, _)| *of == system.name() && *what == name)
}

/// The programs of a system.
fn programs(system: &dyn System) -> Vec<Entry> {
    entries().into_iter().filter(|entry| entry.header().system() == system.name()).collect()
}

/// What the programs of a system say under a key.
fn said(system: &dyn System, key: &str) -> BTreeSet<String> {
    let all = programs(system).into_iter().map(|entry| entry.header());
    all.flat_map(|header| header.list(key).into_iter().map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn every_rule_is_proved_by_a_program_that_says_so() {
    for system in SYSTEMS {
        let mut proved: BTreeSet<&str> = BTreeSet::new();
        for entry in programs(system) {
            let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
            let options = Options::default();
            let (report, derived) = system.derive(&program, entry.source, &options);
            if !report.is_ok() {
                continue;
            }
            let used: BTreeSet<&str> = derived.shape().steps().map(|(_, step)| rule(step.rule).name).collect();
            for claim in entry.header().list("proves") {
                let uses = used.contains(claim) || is_in(UNSEEN, system, claim);
                assert!(uses, "{} does not use [{claim}]", entry.path);
            }
            proved.extend(used);
        }
        let said = said(system, "proves");
        // The rules of another system are looked at there.
        let own = system.book().rules().filter(|(id, _)| id.system() == system.id());
        for (_, rule) in own.filter(|(_, rule)| !is_in(UNSEEN, system, rule.name)) {
            let name = rule.name;
            assert!(proved.contains(name), "no well-typed program of `{}` uses [{name}]", system.name());
            assert!(said.contains(name), "no program of `{}` has a line `proves: {name}`", system.name());
        }
        let unknown: Vec<_> = said.iter().filter(|name| system.book().find_rule(name).is_none()).collect();
        assert!(unknown.is_empty(), "`proves` lines for no rule: {unknown:?}");
    }
}

#[test]
fn every_premise_is_the_sole_cause_of_a_rejection() {
    for system in SYSTEMS {
        let sole = said(system, "sole-cause");
        for (id, premise) in system.book().premises().filter(|(id, _)| id.system() == system.id()) {
            let name = premise_name(id);
            let (masked, sole) = (is_in(MASKED, system, &name), sole.contains(&name));
            let is_missing = premise.is_switch() && !masked && !sole;
            assert!(!is_missing, "no program of `{}` is rejected by {name} alone", system.name());
            assert!(!(masked && sole), "{name} is said to be masked, and is the sole cause of a rejection");
        }
    }
}

/// What is wrong with the tree of a derivation, errors being what was reported.
fn faults(shape: &Shape, errors: &[&TypeError]) -> Vec<String> {
    let mut faults = Vec::new();
    for (id, step) in shape.steps() {
        let children = shape.children(id);
        if !children.is_sorted_by_key(|child| child.premise) {
            faults.push(format!("the premises of a [{}] are in disorder", rule(step.rule).name));
        }
        for child in children {
            let name = premise_name(child.premise);
            if child.premise.rule() != step.rule {
                faults.push(format!("{name} is a premise of a [{}]", rule(step.rule).name));
            }
            if matches!(child.evidence, Evidence::Node(above) if above >= id) {
                faults.push(format!("{name} stands behind what it is for"));
            }
        }
    }
    let root = shape.root().map(|root| shape.step(root));
    if root.is_none_or(|root| root.holds != errors.is_empty()) {
        faults.push("the root holds though there are errors, or fails though there are none".to_owned());
    }
    let failing: BTreeSet<_> = shape
        .steps()
        .flat_map(|(id, _)| shape.children(id))
        .filter(|child| match child.evidence {
            Evidence::Node(above) => !shape.step(above).holds,
            evidence => evidence == Evidence::Fails,
        })
        .map(|child| child.premise)
        .collect();
    let missing = errors.iter().filter(|error| !failing.contains(&error.premise));
    faults.extend(missing.map(|error| format!("{} fails nowhere in the tree", premise_name(error.premise))));
    faults
}

#[test]
fn every_derivation_of_every_system_is_one_and_can_be_written() {
    for system in SYSTEMS {
        let mut derived_some = 0;
        for entry in entries() {
            let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
            let options = Options::default();
            let (report, derived) = system.derive(&program, entry.source, &options);
            let verdict = system.check(&program, entry.source, &options);
            assert_eq!((&report.errors, &report.main), (&verdict.errors, &verdict.main), "{}", entry.path);
            let errors: Vec<&TypeError> =
                report.errors.iter().chain(&report.silenced).flat_map(TypeError::all).collect();
            let faults = faults(derived.shape(), &errors);
            assert!(faults.is_empty(), "{} by `{}`: {}", entry.path, system.name(), faults.join(", "));
            assert_eq!(derived.places().len(), derived.shape().len());
            let mut writer = derived.writer(Limits::default());
            for i in (0..derived.shape().len()).step_by(7) {
                assert!(!writer.conclusion(NodeId(i as u32)).is_empty());
            }
            derived_some += 1;
        }
        assert!(derived_some > 200, "{derived_some}");
    }
}
