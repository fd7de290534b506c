//! The dialect of Java: what its rules accept never races, as far as a campaign reaches, and rules with a mistake are caught.
#![allow(clippy::unwrap_used)]

use crate::support;

use racefree_corpus::Header;
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_java::Java;
use racefree_java::elaborate::elaborate;
use racefree_java::sources::Sources;
use racefree_java::tree::Origin;
use racefree_java::world::{Assumed, STUBS};
use racefree_kernel::Options;
use racefree_soundness::dialect::campaign::{self, Tally};
use racefree_soundness::variant;
use racefree_systems::BASE;
use std::fs;
use std::path::Path;

/// Programs of the dialect in the corpus, without those that use an escape: name, source.
fn programs() -> Vec<(&'static str, &'static str)> {
    let entries = racefree_corpus::entries().into_iter();
    let all = entries.filter(|e| Dialect::of(e.source) == Dialect::Java).map(|e| (e.path, e.source));
    all.filter(|(_, source)| !source.contains("holds ") && !source.contains("no_warn")).collect()
}

/// Java programs of the corpus that silence no error.
fn java() -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/java")]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.extension().is_some_and(|e| e == "java") {
                true => found.push(fs::read_to_string(path).unwrap()),
                false if path.is_dir() => folders.push(path),
                false => {}
            }
        }
    }
    found
}

/// The program that a Java text is elaborated to; none, if that has errors of its own or assumes more than that foreign code is harmless.
fn elaborated(text: &str) -> Option<Program> {
    let mut sources = Sources::default();
    sources.add("Test.java".to_owned(), text.as_bytes(), Origin::Source).ok()?;
    for (name, text) in STUBS {
        sources.add((*name).to_owned(), text.as_bytes(), Origin::Stub).ok()?;
    }
    let mut java = Java::read(sources, None, 1);
    let made = elaborate(&mut java, Default::default());
    let harmless = |a: &Assumed| matches!(a, Assumed::ExternalType | Assumed::ExternalMember);
    let assumes = Assumed::ALL.into_iter().any(|a| !harmless(&a) && made.assumptions.count(a) > 0);
    let fine = java.problems.is_empty() && made.problems.is_empty() && made.silenced.is_empty() && !assumes;
    fine.then_some(Program { no_warns: Vec::new(), ..made.program })
}

/// Mutants of programs, with their own main expressions and with made ones.
fn campaign(sources: &[&str], options: &Options, seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for source in sources {
        for open in [true, false] {
            let text = campaign::text(source, open).unwrap();
            campaign::mutants(&text, &campaign::parse, options, seeds.clone(), &mut tally);
        }
    }
    tally
}

#[test]
fn programs_of_the_dialect_race_where_their_rules_say_so() {
    let mut racy = Vec::new();
    for (path, source) in programs() {
        let program = campaign::parse(source).unwrap();
        let Ok(ready) = campaign::ready(&program) else { continue };
        let race = (0..8).find_map(|seed| campaign::race(&ready, seed));
        let ok = BASE.check(&program, source, &Options::default()).is_ok();
        assert!(!ok || race.is_none(), "{path} is accepted and races on {}", race.unwrap());
        assert_eq!(ok, Header::read(source).claim("check") == Some("ok"), "{path}");
        racy.extend(race.map(|_| path));
    }
    assert!(racy.len() >= 8, "only {racy:?} race");
}

/// Asserts that no accepted program races, and that there were some.
#[allow(clippy::print_stdout)]
fn nothing_found(tally: &Tally, first: u64, accepted: f64) {
    if let Some(found) = tally.counterexamples.first() {
        panic!("seed {first}: a race on {} in an accepted program\n{}", found.field, found.text);
    }
    let Tally { programs, accepted: kept, mains, ran, .. } = tally;
    println!("seed {first}: {programs} mutants, {kept} accepted, {mains} programs with a main expression, {ran} ran");
    let share = |part: u64, of: u64| part as f64 / of as f64;
    assert!(share(tally.accepted, tally.programs) > accepted, "seed {first}: {tally:?}");
    assert!(share(tally.mains, tally.accepted) > 0.5, "seed {first}: {tally:?}");
    assert!(share(tally.ran, tally.mains) > 0.98, "seed {first}: {tally:?}");
}

#[test]
fn a_campaign_over_the_dialect_finds_nothing_and_is_not_vacuous() {
    let first = support::seed();
    let sources: Vec<&str> = programs().into_iter().map(|p| p.1).collect();
    nothing_found(&campaign(&sources, &Options::default(), first..first + support::cases(12)), first, 0.12);
}

#[test]
fn a_campaign_over_java_finds_nothing_and_is_not_vacuous() {
    let (first, mut tally) = (support::seed(), Tally::default());
    // Seeds of its own for each text: whether it is changed at all is drawn from them.
    let mut seeds = first..first;
    for source in java().into_iter().step_by(support::every(4)) {
        seeds = seeds.end..seeds.end + support::cases(2).max(2);
        campaign::mutants(&source, &elaborated, &Options::default(), seeds.clone(), &mut tally);
    }
    nothing_found(&tally, first, 0.05);
}

/// Premises of the dialect without which a campaign finds a race, each with the program that it begins with.
const PLANTED: [(&str, &str); 10] = [
    ("EXP ASSIGN/early", "exp-assign-early"),
    ("EXP FORK2/fv-not-var", "exp-fork2-fv-not-var"),
    ("EXP LOCKED/lock-final", "exp-locked-lock-final"),
    ("EXP NEW/requires-held", "exp-new-requires-held"),
    ("EXP THROW/local", "exp-throw-local"),
    ("SHAREABLE VOLATILE FIELD/field-type", "shareable-volatile-field-field-type"),
    ("SUBTYPE ARRAY/guards", "subtype-array-guards"),
    ("SUBTYPE ARRAY/elem-shared", "array-of-local"),
    ("EXP CATCH/ghost-args", "caught-object"),
    ("LOCAL CLASS/override", "inherited-from-local"),
];

#[test]
fn a_rule_with_a_mistake_is_caught() {
    let all = programs();
    for (premise, name) in PLANTED {
        let options = variant::find(premise).unwrap().rules().unwrap().options;
        let sources: Vec<&str> = all.iter().filter(|(path, _)| path.contains(name)).map(|p| p.1).collect();
        let caught = (0..300).any(|n| !campaign(&sources, &options, n * 10..n * 10 + 10).counterexamples.is_empty());
        assert!(caught, "{premise} is off, and no program races");
    }
}
