//! Programs of several systems: each answer says by which it was made, and a program without a header is of the system that is named.

use crate::support;
use serde_json::Value;
use support::racefree;

const OWNERS: &str =
    "class T<o> { int x guarded_by o }\nlet T<self> t = new T<self> in\nfork { synchronized t in t.x = 1 }\nt.x\n";

fn json(args: &[&str], program: &str) -> Value {
    let run = racefree(args, program);
    let first = run.stdout.lines().next().unwrap_or_default();
    serde_json::from_str(first).unwrap_or_else(|e| panic!("{args:?}: {e}\n{}{}", run.stdout, run.stderr))
}

#[test]
fn each_json_answer_names_its_system() {
    let of_programs: &[&[&str]] = &[
        &["check", "--format", "json"],
        &["check", "--defaults", "--format", "json"],
        &["check", "--derivation", "json"],
        &["run", "--seed", "1", "--format", "json"],
        &["run", "--seed", "1", "--trace", "json"],
        &["test", "--seed", "1", "--format", "json"],
        &["explore", "--format", "json"],
        &["explain", "--format", "json"],
        &["infer", "--seed", "1", "--runs", "5", "--format", "json"],
        &["pairs", "--format", "json"],
        &["overhead", "--rounds", "1", "--runs", "1", "--format", "json"],
    ];
    for args in of_programs {
        let all: Vec<&str> = args.iter().copied().chain(["--system", "owners", "-"]).collect();
        assert_eq!(json(&all, OWNERS)["system"], "owners", "{args:?}");
    }
    let of_rules: &[&[&str]] = &[
        &["rules", "--format", "json"],
        &["rules", "--kinds", "--format", "json"],
        &["rules", "EXP REF", "--format", "json"],
        &["why", "EXP REF/guard-held", "--format", "json"],
        &["variants", "matrix", "--format", "json"],
        &["variants", "matrix", "EXP REF/borrow", "--format", "json"],
        &["certify", "--signature", "owners", "--nodes", "6", "--format", "json"],
        &["fuzz", "--programs", "2", "--seed", "1", "--no-guard", "--format", "json"],
    ];
    for args in of_rules {
        let all: Vec<&str> = args.iter().copied().chain(["--system", "owners"]).collect();
        assert_eq!(json(&all, "")["system"], "owners", "{args:?}");
    }
    assert_eq!(json(&["rules", "--format", "json"], "")["system"], "base");
    assert_eq!(json(&["atomicity", "--format", "json", "-"], "1")["system"], "atomicity");
    assert_eq!(json(&["fuzz", "--programs", "2", "--seed", "1", "--format", "json"], "")["system"], "base");
}

#[test]
fn atomicity_is_over_the_system_that_the_header_names() {
    let program = format!("//! system: owners\n{OWNERS}");
    let by_command = json(&["atomicity", "--format", "json", "-"], &program);
    assert_eq!(by_command["system"], "owners+atomicity");
    assert_eq!(by_command, json(&["check", "--system", "owners+atomicity", "--format", "json", "-"], &program));
    assert_eq!(racefree(&["check", "--system", "atomicity", "-"], &program).status, 2);
    assert_eq!(racefree(&["check", "--system", "base", "-"], &program).status, 2);
}

#[test]
fn owners_are_found_without_a_header_and_under_another_system() {
    let erased = racefree(&["erase", "--system", "owners", "-"], OWNERS);
    assert_eq!(erased.status, 0, "{}", erased.stderr);
    let bare = erased.stdout.replace("//! system: owners\n", "");
    let locked = bare.replace("\nt.x", "\nsynchronized t in t.x");
    assert!(!locked.contains("guarded_by"), "{locked}");
    for system in ["owners", "owners+atomicity"] {
        let found = json(&["infer", "--system", system, "--seed", "1", "--format", "json", "-"], &locked);
        assert_eq!((&found["system"], &found["checks"]), (&system.into(), &true.into()), "{found}");
        let program = found["program"].as_str().unwrap_or_default();
        assert_eq!(racefree(&["check", "--system", system, "-"], program).status, 0, "{program}");
        assert_eq!(racefree(&["check", "--defaults", "--system", system, "-"], &locked).status, 0);
    }
}
