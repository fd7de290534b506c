//! Every program of the corpus is held to its `check`, `sole-cause` and `run` lines.

use racefree_corpus::{Entry, Header, entries};
use racefree_grammar::span::LineIndex;
use racefree_kernel::{Options, System, TypeError};
use racefree_systems::premise_name;

/// What the program's system says of it, in the notation of the `check` line, sorted.
fn verdict(system: &dyn System, source: &str, options: &Options) -> Vec<String> {
    let lines = LineIndex::new(source);
    let mut found: Vec<String> = match racefree_grammar::parse(source) {
        Err(errors) => errors.iter().map(|e| format!("syntax @ {}", lines.line(e.span.start))).collect(),
        Ok(program) => {
            let report = system.check(&program, source, options);
            let name = |e: &TypeError| format!("{} @ {}", premise_name(e.premise), lines.line(e.span.start));
            report.errors.iter().flat_map(TypeError::all).map(name).collect()
        }
    };
    found.sort();
    found
}

/// The system that a program is of.
fn system(header: &Header) -> &'static dyn System {
    racefree_systems::find(header.system()).unwrap_or_else(|e| panic!("{e}"))
}

/// The options that a program's `option` lines ask for.
fn options(entry: &Entry, header: &Header) -> Options {
    let (system, mut options) = (system(header), Options::default());
    for option in header.list("option") {
        match option.split_once(' ').unwrap_or((option, "")) {
            ("--off", premise) => {
                let id = system.book().find_premise(premise);
                options.off.switch_off(id.unwrap_or_else(|| panic!("{}: {premise}", entry.path)));
            }
            ("--no-warn", kind) => options.no_warn.push(kind.to_owned()),
            ("--defaults", "") => {}
            (reading, "") => {
                let named = system.variants().iter().find(|v| format!("--{}", v.name) == reading);
                let id = named.and_then(|v| v.reading);
                options.readings.insert(id.unwrap_or_else(|| panic!("{}: unknown option `{option}`", entry.path)));
            }
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
        let (system, expected, options) = (system(&header), expected(&header), options(entry, &header));
        let found = verdict(system, entry.source, &options);
        if expected != found {
            wrong.push(format!("{}:\n    states {expected:?}\n    found  {found:?}", entry.path));
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
            let system = system(&header);
            let Some(id) = system.book().find_premise(premise) else {
                wrong.push(format!("{}: there is no premise `{premise}`", entry.path));
                continue;
            };
            let mut options = options(&entry, &header);
            if verdict(system, entry.source, &options).is_empty() {
                wrong.push(format!("{}: is accepted as it is", entry.path));
            }
            options.off.switch_off(id);
            let left = verdict(system, entry.source, &options);
            // A premise that cannot be switched off is a sole cause if nothing else is reported.
            let only = !racefree_systems::premise(id).is_switch() && left.len() == 1;
            if !left.is_empty() && !only {
                wrong.push(format!("{}: without {premise} still {left:?}", entry.path));
            }
        }
    }
    assert!(tried >= 40, "only {tried} programs name a sole cause");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the writing is what a program is about: what beginners write, and what the reader of programs has to cope with.
const AS_WRITTEN: [&str; 3] = ["beginners/", "escapes/", "syntax/"];

#[test]
fn the_corpus_is_in_the_canonical_layout() {
    let mut seen = 0;
    for entry in entries().into_iter().filter(|e| !AS_WRITTEN.iter().any(|folder| e.path.starts_with(folder))) {
        let formatted = racefree_grammar::printer::format(entry.source).ok();
        // One that does not parse has no layout.
        seen += usize::from(formatted.is_some());
        assert!(formatted.is_none_or(|text| text == entry.source), "racefree fmt --write corpus/{}", entry.path);
    }
    assert!(seen >= 400, "{seen} programs");
}
