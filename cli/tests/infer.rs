//! `racefree infer` and `racefree erase`: output, JSON, exit status.

use crate::support::racefree;

const PLAIN: &str = "class Account {\n  int balance = 0\n  int deposit(int x) {\n    this.balance = this.balance + x\n  }\n}\n\
                     let Account a = new Account in {\n  fork { synchronized a in a.deposit(10) }\n  fork { synchronized a in \
                     a.deposit(10) }\n}\n";

#[test]
fn annotations_are_put_in_and_taken_out() {
    let found = racefree(&["infer", "-"], PLAIN);
    assert_eq!(found.status, 0, "{}", found.stderr);
    assert!(found.stdout.contains("int balance guarded_by this = 0"), "{}", found.stdout);
    assert!(found.stdout.contains("int deposit(int x) requires this {"), "{}", found.stdout);
    assert!(found.stderr.contains("checks with 2 annotations, found by fixpoint"), "{}", found.stderr);
    assert_eq!(racefree(&["check", "-"], &found.stdout).status, 0);
    assert_eq!(racefree(&["erase", "-"], &found.stdout).stdout, PLAIN);
    let again = racefree(&["infer", "-", "--by", "sat", "--quiet"], &found.stdout);
    assert_eq!((again.stdout, again.stderr), (found.stdout, String::new()));
}

#[test]
fn the_ways_to_print_it() {
    let diff = racefree(&["infer", "-", "--diff", "--quiet"], PLAIN).stdout;
    assert!(diff.starts_with("--- -\n+++ -\n@@ -1,6 +1,6 @@\n"), "{diff}");
    assert!(diff.contains("+  int balance guarded_by this = 0\n"), "{diff}");
    let commented = racefree(&["infer", "-", "--style", "comments", "--quiet"], PLAIN).stdout;
    assert!(commented.contains("int balance /*# guarded_by this */ = 0"), "{commented}");
    let report = racefree(&["infer", "-", "--report"], PLAIN).stdout;
    assert!(report.contains("holds a by `synchronized`") || report.contains("requires"), "{report}");
}

#[test]
fn json_has_what_the_interface_says() {
    let run = racefree(&["infer", "-", "--format", "json"], PLAIN);
    let value: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    for key in [
        "file",
        "version",
        "by",
        "ok",
        "complete",
        "proved_best",
        "ghosts",
        "depth",
        "text",
        "size",
        "annotations",
        "per_kloc",
        "inferred",
        "failed",
        "core",
        "dropped",
        "errors",
        "statistics",
    ] {
        assert!(value.get(key).is_some(), "{key}");
    }
    assert_eq!(value["size"], 2);
    assert_eq!(value["inferred"][0]["kind"], "guarded_by");
    assert_eq!(value["inferred"][0]["text"], "this");
}

#[test]
fn a_race_is_blamed() {
    let racy = PLAIN.replace("synchronized a in ", "");
    let run = racefree(&["infer", "-", "--format", "json"], &racy);
    assert_eq!(run.status, 1);
    let value: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((&value["ok"], &value["by"]), (&serde_json::json!(false), &serde_json::json!("sat")));
    assert!(value["core"].as_array().is_some_and(|core| core.len() > 1), "{value}");
    assert_eq!(value["failed"][0]["field"], "balance");
    assert_eq!(value["errors"][0]["premise"], "guarded-or-final");
    let by_runs = racefree(&["infer", "-", "--by", "run", "--seed", "1", "--format", "json"], &racy);
    let value: serde_json::Value = serde_json::from_str(&by_runs.stdout).expect("JSON");
    assert_eq!(value["failed"][0]["reason"], "no-common-lock");
    assert!(value["failed"][0]["candidates"][0]["schedule"].is_array(), "{value}");
}

#[test]
fn bad_input_has_a_clear_error() {
    assert_eq!(racefree(&["infer", "-"], "class A {").status, 1);
    assert_eq!(racefree(&["infer", "-"], "let int x = true in x").status, 1);
    assert_eq!(racefree(&["infer", "/nowhere.rfj"], "").status, 2);
    assert_eq!(racefree(&["infer", "-", "--defaults"], PLAIN).status, 2);
    assert_eq!(racefree(&["infer", "-", "-"], PLAIN).status, 2);
    assert_eq!(racefree(&["infer", "-", "--by", "run"], "class A { int x = 0 }").status, 2);
    assert_eq!(racefree(&["infer", "-", "--time", "0", "--by", "sat"], PLAIN).status, 3);
    assert_eq!(racefree(&["erase", "-"], "class A {").status, 1);
    assert_eq!(racefree(&["infer", "-"], "").status, 0);
}
