//! The names of the model, and what it proves redundant or needed, against the rule book.

use super::folder;
use racefree_soundness::matrix::PROVED;
use racefree_typeck::rules::BOOK;
use std::collections::{BTreeMap, BTreeSet};

/// A table of `names.toml`: what is left and right of `=`.
fn table(text: &str, name: &str) -> BTreeMap<String, String> {
    let lines =
        text.lines().skip_while(|line| *line != format!("[{name}]")).skip(1).take_while(|line| !line.starts_with('['));
    let quoted = |text: &str| text.trim().trim_matches('"').to_owned();
    lines.filter_map(|line| line.split_once("\" = ")).map(|(left, right)| (quoted(left), quoted(right))).collect()
}

/// The constructors of `Typing.v` that are rules, each with its named hypotheses; those of a record are its fields.
fn constructors(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut rules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut rule = None;
    for line in text.lines() {
        let word = |text: &str| text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>();
        if let Some(rest) = line.strip_prefix("| ") {
            let name = word(rest);
            rule = name.chars().next().is_some_and(|c| c.is_ascii_uppercase()).then_some(name);
        } else if let Some((_, rest)) = line.split_once(":= PROG {").filter(|_| line.starts_with("Record")) {
            rule = rest.is_empty().then(|| "PROG".to_owned());
        } else if !line.starts_with(' ') {
            rule = None;
        }
        let Some(rule) = &rule else { continue };
        let known = rules.entry(rule.clone()).or_default();
        let field = line.strip_prefix("  ").filter(|rest| rule == "PROG" && !rest.starts_with(' '));
        if let Some(rest) = line.trim_start().strip_prefix('(').or(field) {
            let name = word(rest);
            if rest[name.len()..].starts_with(" :") {
                known.insert(name);
            }
        }
    }
    rules
}

#[test]
fn rules_and_premises_have_their_names_in_the_model() {
    let read = |file: &str| std::fs::read_to_string(folder().join(file)).expect("a file of the model");
    let (names, rules) = (read("names.toml"), constructors(&read("Typing.v")));
    let [constructors, definitions, absent, mut extra] =
        ["constructors", "definitions", "absent", "extra"].map(|name| table(&names, name));
    let stands = |name: &str| match name.split_once('/') {
        Some((rule, hypothesis)) => rules.get(rule).is_some_and(|known| known.contains(hypothesis)),
        None => rules.contains_key(name),
    };
    let (mut wrong, mut used, mut listed) = (Vec::new(), BTreeSet::new(), 0);
    let mut of_book = Vec::new();
    of_book.extend(BOOK.rules().map(|(_, rule)| rule.name.to_owned()));
    of_book.extend(BOOK.premises().map(|(id, _)| BOOK.premise_name(id)));
    for name in &of_book {
        let usual = name.replace([' ', '-'], "_");
        let usual = [usual.clone(), format!("{usual}_")].into_iter().find(|name| stands(name));
        let tables = [&constructors, &definitions, &absent];
        let times = tables.iter().filter(|table| table.contains_key(name)).count();
        listed += times;
        if times + usize::from(usual.is_some()) != 1 {
            wrong.push(format!("{name}: in {times} tables of names.toml, and {usual:?} in Typing.v"));
        }
        used.extend(usual);
        if let Some(constructor) = constructors.get(name) {
            used.insert(constructor.clone());
            if !stands(constructor) {
                wrong.push(format!("{name}: there is no {constructor} in Typing.v"));
            }
        }
        if let Some((file, definition)) = definitions.get(name).and_then(|place| place.split_once('/')) {
            let defined = read(file).lines().any(|line| {
                line.split([' ', '|']).any(|word| word == definition) && !line.trim_start().starts_with("(*")
            });
            if !defined {
                wrong.push(format!("{name}: there is no {definition} in {file}"));
            }
        }
    }
    if listed != constructors.len() + definitions.len() + absent.len() {
        wrong.push(format!("names.toml lists what is no rule or premise: {listed} are"));
    }
    for (rule, hypotheses) in &rules {
        let all = hypotheses.iter().map(|hypothesis| format!("{rule}/{hypothesis}"));
        for name in all.chain([rule.clone()]) {
            if extra.remove(&name).is_none() && !used.contains(&name) {
                wrong.push(format!("{name} of Typing.v is nothing of the book"));
            }
        }
    }
    wrong.extend(extra.keys().map(|name| format!("{name} is listed in vain")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_said_to_be_proved_redundant_is() {
    let text = std::fs::read_to_string(folder().join("Syntax.v")).expect("a file of the model");
    let definition =
        text.split("Definition redundant").nth(1).and_then(|rest| rest.split("=> true").next()).expect("it is there");
    let proved: BTreeSet<&str> =
        definition.split([' ', '|', '\n']).filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).collect();
    // One constructor stands for both sorts of classes.
    let said: BTreeSet<String> =
        PROVED.iter().map(|name| name.replace([' ', '/', '-'], "_").replace("LOCAL_CLASS", "CLASS3")).collect();
    assert_eq!(said.iter().map(String::as_str).collect::<BTreeSet<_>>(), proved);
}

#[test]
fn every_premise_that_checks_is_redundant_or_needed_or_listed_with_a_reason() {
    let read = |file: &str| std::fs::read_to_string(folder().join(file)).expect("a file of the model");
    let (names, syntax, variants) = (read("names.toml"), read("Syntax.v"), read("Variants.v"));
    let (switches, mut neither) = (table(&names, "switches"), table(&names, "neither"));
    let redundant =
        syntax.split("Definition redundant").nth(1).and_then(|rest| rest.split("end.").next()).expect("it is there");
    let mut wrong = Vec::new();
    for (id, _) in BOOK.switches() {
        let name = BOOK.premise_name(id);
        let switch = switches.get(&name).cloned().unwrap_or_else(|| name.replace([' ', '-', '/'], "_"));
        let listed = neither.remove(&name).is_some();
        let proved = !listed && redundant.split([' ', '\n']).any(|word| word == switch);
        let needed = variants.contains(&format!("Theorem {switch}_is_needed : is_needed {switch}."));
        if usize::from(listed) + usize::from(proved) + usize::from(needed) != 1 {
            wrong.push(format!("{name}: listed {listed}, proved redundant {proved}, needed {needed}"));
        }
    }
    wrong.extend(neither.keys().map(|name| format!("{name} is listed in vain")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
