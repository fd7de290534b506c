//! Every Java program of the corpus is held to its `check` line.

use crate::judge::judge;
use racefree_corpus::Header;
use racefree_grammar::span::LineIndex;
use racefree_java::elaborate::Options;
use racefree_java::profile::{self, Constructors};
use racefree_java::world::Assumed;
use racefree_java_rules::options::{CONSTRUCTOR_HOLDS_LOCK, CONSTRUCTORS_UNCHECKED, NOT_FRESH};
use racefree_kernel::{Options as Rules, ReadingId};
use racefree_systems::BASE;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the programs.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/java")
}

/// Paths and texts of all programs.
pub(crate) fn programs() -> Vec<(String, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![root()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "java") {
                let name = path.strip_prefix(root()).expect("below").display().to_string();
                found.push((name, fs::read_to_string(&path).expect("text")));
            }
        }
    }
    found.sort();
    found
}

/// Programs of an everyday run: every `nth`, or with `RACEFREE_ALL=1` all of them.
pub(crate) fn some(nth: usize) -> impl Iterator<Item = (String, String)> {
    programs().into_iter().step_by(every(nth))
}

/// Step of an everyday run in a list; with `RACEFREE_ALL=1` all of it is looked at.
pub(crate) fn every(nth: usize) -> usize {
    let all = std::env::var_os("RACEFREE_ALL").is_some_and(|all| all == "1");
    if all { 1 } else { nth }
}

/// The reading of the rules that is some treatment of constructors.
fn reading(constructors: Constructors) -> Option<ReadingId> {
    match constructors {
        Constructors::Fresh => None,
        Constructors::Lock => Some(CONSTRUCTOR_HOLDS_LOCK),
        Constructors::Unaided => Some(NOT_FRESH),
        Constructors::Unchecked => Some(CONSTRUCTORS_UNCHECKED),
    }
}

/// The options of a program's `option` lines.
pub(crate) fn options(header: &Header) -> (Options, Rules) {
    let (mut options, mut rules) = (Options::default(), Rules::default());
    for option in header.list("option") {
        let (name, value) = option.split_once(' ').unwrap_or((option, ""));
        match name {
            "--defaults" => options.defaults = true,
            "--default-classes" => options.default_shared = value == "shared",
            "--constructors" => {
                options.constructors = match value {
                    "lock" => Constructors::Lock,
                    "none" => Constructors::Unaided,
                    _ => Constructors::Fresh,
                };
                reading(options.constructors).into_iter().for_each(|r| rules.readings.insert(r));
            }
            "--no-warn" => rules.no_warn.push(value.to_owned()),
            "--profile" => {
                let profile = profile::find(value).expect("a profile");
                options.constructors = profile.constructors;
                reading(profile.constructors).into_iter().for_each(|r| rules.readings.insert(r));
                options.only_annotated = profile.only_annotated;
                options.at_modifiers = profile.at_modifiers;
                options.guesses_as_paper = profile.guesses_as_paper;
                for premise in profile.off {
                    let id = BASE.book().find_premise(premise);
                    rules.off.switch_off(id.unwrap_or_else(|| panic!("{premise}")));
                }
            }
            _ => panic!("unknown option `{option}`"),
        }
    }
    (options, rules)
}

fn expected(header: &Header, key: &str) -> Vec<String> {
    let all = header.list(key).into_iter().filter(|c| *c != "ok");
    let mut list: Vec<String> = all.map(|c| c.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    list.sort();
    list
}

#[test]
fn every_java_program_has_the_verdict_that_it_states() {
    let mut wrong = Vec::new();
    let programs = programs();
    for (path, source) in &programs {
        let header = Header::read(source);
        if header.claim("check").is_none() || header.title.is_empty() {
            wrong.push(format!("{path}: no title, or no `check` line"));
            continue;
        }
        let (options, rules) = options(&header);
        let lines = LineIndex::new(source);
        let judged = judge(source, options, &rules);
        let mut found: Vec<String> =
            judged.found.iter().map(|(premise, span)| format!("{premise} @ {}", lines.line(span.start))).collect();
        found.sort();
        let states = |key, found: &[String]| {
            let stated = expected(&header, key);
            (found != stated).then(|| format!("{path}:\n    {key} {stated:?}\n    found {found:?}"))
        };
        wrong.extend(states("check", &found));
        if header.claim("assumed").is_some() {
            let all = judged.elaborated.assumptions.iter().filter(|(what, _)| *what == Assumed::Unresolved);
            let mut found: Vec<String> =
                all.map(|(what, at)| format!("{} @ {}", what.text(), lines.line(at.start))).collect();
            found.sort();
            wrong.extend(states("assumed", &found));
        }
    }
    assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}
