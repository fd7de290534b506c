//! The commands that `check` names below a verdict, each run as it is typed, and the errors of `--format short`.

use crate::support::racefree;
use racefree_answers::why;
use racefree_systems::{BASE, SYSTEMS};

/// The argument of a command `racefree why …`, without its quotes.
fn asked(command: &str) -> &str {
    command.trim().strip_prefix("racefree why ").expect("a command").trim_matches('\'')
}

/// Programs of every system, more than one of them wrong.
const PROGRAMS: [&str; 6] = [
    "corpus/beginners/main-does-not-lock.rfj",
    "corpus/idioms/thread-of-a-superclass-initialiser.rfj",
    "corpus/owners/decisions/d-o13-where.rfj",
    "corpus/atomicity/papers/raytracer.rfj",
    "corpus/concurrent-java/exp-assign-not-final.rfj",
    "corpus/premises/exp-var-in-scope.rfj",
];

#[test]
fn what_a_premise_is_for_is_named_once_below_the_verdict() {
    for program in PROGRAMS {
        let run = racefree(&["check", program], "");
        let (_, below) = run.stdout.rsplit_once(&format!("\n{program}: ")).expect("a summary");
        let named: Vec<&str> = below.lines().filter_map(|line| Some(&line[line.find("racefree why ")?..])).collect();
        let once: std::collections::BTreeSet<&&str> = named.iter().collect();
        assert_eq!(once.len(), named.len(), "{program}: {named:?}");
        // A variable that is not in scope is a misspelling: no program shows what that is for.
        assert_eq!(named.is_empty(), program.ends_with("in-scope.rfj"), "{program}: {below}");
        for command in named {
            let page = racefree(&["why", asked(command)], "");
            assert_eq!(page.status, 0, "{command}: {}", page.stderr);
            assert!(page.stdout.contains('▶'), "{command}: {}", page.stdout);
        }
        let quiet = racefree(&["check", "--quiet", program], "");
        assert!(!quiet.stdout.contains("racefree why"), "{}", quiet.stdout);
    }
}

#[test]
fn of_several_files_it_is_named_once_at_the_end() {
    let run = racefree(&["check", PROGRAMS[0], PROGRAMS[0], PROGRAMS[3]], "");
    assert_eq!(run.stdout.matches("racefree why 'EXP REF/guard-held'").count(), 1, "{}", run.stdout);
    let last = run.stdout.rsplit_once(".rfj: ").expect("a summary").1;
    assert!(last.contains("\nwhat these premises are for:\n  racefree why "), "{last}");
}

#[test]
fn premises_of_annotations_in_java_have_a_page() {
    let page = racefree(&["why", "JAVA ANNOTATION/stub"], "");
    assert_eq!(page.status, 0, "{}", page.stderr);
    assert!(page.stdout.contains("▶ stub") && page.stdout.contains("said of none"), "{}", page.stdout);
    let rule = racefree(&["why", "JAVA ANNOTATION"], "");
    assert!(!rule.stdout.contains('▶') && rule.stdout.contains("JAVA ANNOTATION/place\n"), "{}", rule.stdout);
    let json = racefree(&["why", "--format", "json", "JAVA ANNOTATION/place"], "");
    let object: serde_json::Value = serde_json::from_str(json.stdout.trim()).expect("an object");
    assert_eq!((object["rule"].as_str(), object["premise"].as_str()), (Some("JAVA ANNOTATION"), Some("place")));
    assert_ne!(racefree(&["why", "JAVA ANNOTATION/nothing"], "").status, 0);
}

#[test]
fn explain_names_it_as_well() {
    let run = racefree(&["explain", "corpus/beginners/local-alias.rfj"], "");
    assert!(
        run.stdout.ends_with("\n  what this premise is for: racefree why 'EXP INVOKE/requires-held'\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn every_premise_that_is_named_has_a_page() {
    let mut named = 0;
    for system in SYSTEMS {
        for (id, premise) in system.book().premises().filter(|(_, p)| p.is_reported()) {
            let command = why::command(id);
            assert_eq!(command.is_some(), premise.is_switch());
            let Some(command) = command else { continue };
            let page = why::page(BASE, asked(&command)).unwrap_or_else(|message| panic!("{command}: {message}"));
            assert_eq!(page.premise, Some(id), "{command}");
            named += 1;
        }
    }
    assert!(named > 150, "{named} premises");
}

/// Standard output of `check --format short`.
fn short(files: &[&str], input: &str) -> String {
    let run = racefree(&[&["check", "--format", "short"], files].concat(), input);
    assert_eq!(run.stderr, "");
    run.stdout
}

#[test]
fn errors_a_line_each() {
    let programs = [
        "corpus/beginners/java-class.rfj",
        PROGRAMS[0],
        PROGRAMS[2],
        PROGRAMS[3],
        "corpus/escapes/no-warn-hides-no-other-error.rfj",
    ];
    insta::assert_snapshot!(short(&programs, ""));
}

#[test]
fn a_program_without_errors_has_no_line() {
    let program = "corpus/flanagan-freund-2000/account-synchronized.rfj";
    assert_eq!(short(&["-"], "let Object a = new Object in a"), "");
    assert_eq!(short(&[program], ""), "");
}

#[test]
fn warnings_are_lines_unless_they_are_not_wanted() {
    let program = "class A { int n guarded_by this = 0 }\nlet A a = new A in\n/*# no_warn exp_ref_guard_held */ 1\n";
    let all = short(&["-"], program);
    assert!(all.starts_with("-:3:") && all.contains(": warning[") && all.lines().count() == 1, "{all}");
    assert_eq!(short(&["-", "--quiet"], program), "");
}

#[test]
fn what_a_repair_leaves_is_a_line_each() {
    let run = racefree(
        &["check", "--fix", "--write", "--format", "short", "-"],
        "class A { int n guarded_by this = 0 }\nb\n",
    );
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.ends_with("-:2:1: error[EXP VAR/in-scope]: the variable `b` is not in scope here\n"),
        "{}",
        run.stdout
    );
}
