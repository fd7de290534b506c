//! Sheets of every rule: derivations of programs of the corpus, with all blank, filled in by the tools.

use crate::support::{desk, exercise};
use racefree_exercises::mutants::mutants;
use racefree_exercises::ready::said;
use racefree_exercises::sheet::Last;
use racefree_exercises::{Ready, Verdict};
use std::collections::BTreeSet;

#[test]
fn the_answers_of_all_rules_are_right() {
    let desk = desk();
    let (mut sheets, mut rules) = (0, BTreeSet::new());
    let mut mistakes = 0;
    for (at, entry) in racefree_corpus::entries().into_iter().enumerate() {
        let header = entry.header();
        // The witnesses of the rules, and some of the others.
        if header.claim("proves").is_none() && at % 6 != 0 {
            continue;
        }
        let lines = format!("exercise: derivation\nsystem: {}\nblank: all", header.system());
        let exercise = exercise(&lines, racefree_corpus::program_text(entry.source));
        // Some are no programs, and some have too many judgments for a sheet.
        let Ok(ready) = Ready::new(&desk, exercise) else { continue };
        let answer = ready.answer(&desk).unwrap();
        let grade = ready.grade(&desk, answer.as_bytes());
        assert_eq!(grade.verdict, Verdict::Right, "{}: {}", entry.path, said(&grade));
        sheets += 1;
        for step in &ready.tree().unwrap().steps {
            if let Last::Rule(rule) = step.last {
                rules.insert(racefree_systems::rule(rule).name);
            }
        }
        for mutant in mutants(&ready, &answer, if sheets % 4 == 0 { 16 } else { 0 }) {
            let grade = ready.grade(&desk, mutant.handed.as_bytes());
            let place = grade.fault.clone().unwrap_or_default().place;
            assert_eq!(place, mutant.place, "{}: {}", entry.path, said(&grade));
            mistakes += 1;
        }
    }
    assert!(sheets >= 120 && mistakes >= 400, "{sheets} sheets, {mistakes} mistakes");
    // Rules of the dialect of Java are for what Java becomes: no exercise is about them.
    let written = racefree_systems::BASE.book().rules().filter(|(_, rule)| rule.section != "J");
    let missing: Vec<&str> = (written.map(|(_, rule)| rule.name)).filter(|name| !rules.contains(name)).collect();
    assert!(missing.is_empty(), "no sheet has {missing:?}");
}
