//! Every program of the corpus is held to its `check`, `sole-cause` and `run` lines.

use racefree_corpus::{Entry, Header, entries};
use racefree_grammar::ast::Program;
use racefree_grammar::span::LineIndex;
use racefree_typeck::rules::{BOOK, premise_name};
use racefree_typeck::{Options, Report, check, model};

/// Judges a program.
type Judge = fn(&Program, &str, &Options) -> Report;

/// What the checker says of a program, in the notation of the `check` line, sorted.
fn verdict(source: &str, options: &Options) -> Vec<String> {
    verdict_by(check, source, options)
}

fn verdict_by(judge: Judge, source: &str, options: &Options) -> Vec<String> {
    let lines = LineIndex::new(source);
    let mut found: Vec<String> = match racefree_grammar::parse(source) {
        Err(errors) => errors.iter().map(|e| format!("syntax @ {}", lines.line(e.span.start))).collect(),
        Ok(program) => {
            let report = judge(&program, source, options);
            let name =
                |e: &racefree_typeck::TypeError| format!("{} @ {}", premise_name(e.premise), lines.line(e.span.start));
            report.errors.iter().map(name).collect()
        }
    };
    found.sort();
    found
}

/// The options that a program's `option` lines ask for.
fn options(entry: &Entry, header: &Header) -> Options {
    let mut options = Options::default();
    for option in header.list("option") {
        match option.split_once(' ').unwrap_or((option, "")) {
            ("--constructor-holds-lock", "") => {
                options.readings.insert(racefree_typeck::options::CONSTRUCTOR_HOLDS_LOCK)
            }
            ("--off", premise) => {
                options
                    .off
                    .switch_off(BOOK.find_premise(premise).unwrap_or_else(|| panic!("{}: {premise}", entry.path)));
            }
            ("--no-warn", kind) => options.no_warn.push(kind.to_owned()),
            ("--defaults", "") => {}
            _ => panic!("{}: unknown option line `{option}`", entry.path),
        }
    }
    options
}

fn expected(header: &Header) -> Vec<String> {
    let mut list: Vec<String> = header
        .list("check")
        .into_iter()
        .filter(|&c| c != "ok")
        .map(|c| c.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    list.sort();
    list
}

#[test]
fn every_program_has_the_verdict_that_it_states() {
    let mut wrong = Vec::new();
    let entries = entries();
    assert!(entries.len() >= 100, "the corpus has shrunk to {} programs", entries.len());
    for entry in &entries {
        let header = entry.header();
        if header.claim("check").is_none() {
            wrong.push(format!("{}: no `check` line", entry.path));
            continue;
        }
        let (expected, options) = (expected(&header), options(entry, &header));
        for (by, judge) in [("checker", check as Judge), ("model", model::check)] {
            let found = verdict_by(judge, entry.source, &options);
            if expected != found {
                wrong.push(format!("{}, by the {by}:\n    states {expected:?}\n    found  {found:?}", entry.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{} programs:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_program_says_all_that_it_must() {
    let mut wrong = Vec::new();
    for entry in entries() {
        let header = entry.header();
        let mut want = |ok: bool, what: &str| {
            if !ok {
                wrong.push(format!("{}: {what}", entry.path));
            }
        };
        want(!header.title.is_empty(), "no title");
        want(header.claim("source").is_some(), "no `source` line");
        let runs = header.claim("run") != Some("cannot");
        for (key, values) in [
            ("deadlock", &["no", "yes"][..]),
            ("exception", &["none", "some", "always"]),
            ("explore", &["complete", "too-big"]),
        ] {
            let claim = header.claim(key);
            want(!runs || claim.is_some_and(|c| values.contains(&c)), &format!("`{key}` is {claim:?}"));
        }
        want(!runs || header.claim("race").is_some(), "no `race` line");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_sole_cause_switched_off_makes_the_program_acceptable() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for entry in entries() {
        let header = entry.header();
        for premise in header.list("sole-cause") {
            tried += 1;
            let Some(id) = BOOK.find_premise(premise) else {
                wrong.push(format!("{}: there is no premise `{premise}`", entry.path));
                continue;
            };
            let mut options = options(&entry, &header);
            if verdict(entry.source, &options).is_empty() {
                wrong.push(format!("{}: is accepted as it is", entry.path));
            }
            options.off.switch_off(id);
            let left = verdict(entry.source, &options);
            // A premise that cannot be switched off is a sole cause if nothing else is reported.
            let only = !BOOK.premise(id).is_switch() && left.len() == 1;
            if !left.is_empty() && !only {
                wrong.push(format!("{}: without {premise} still {left:?}", entry.path));
            }
        }
    }
    assert!(tried >= 40, "only {tried} programs name a sole cause");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
