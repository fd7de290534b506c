//! `racefree infer` and `racefree erase`: output, JSON, exit status.

use crate::support::{every, racefree};

const PLAIN: &str = "class Account {\n  int balance = 0\n  int deposit(int x) {\n    this.balance = this.balance + x\n  }\n}\n\
                     let Account a = new Account in {\n  fork { synchronized a in a.deposit(10) }\n  fork { synchronized a in \
                     a.deposit(10) }\n}\n";

/// A guard that stays in a partial answer, though a call does not hold it, is no field that fails.
#[test]
fn the_report_and_the_text_of_a_partial_answer_say_the_same() {
    let source = "class A { int x
 void inc() { this.x = this.x + 1 }
 synchronized void set() { this.x = 1 }
 synchronized void two() { this.x = 2; this.inc() }
}
let A a = new A in { fork { a.set(); a.two() } a.inc(); a.set() }
";
    for by in ["fixpoint", "sat"] {
        let report = racefree(&["infer", "-", "--by", by, "--report"], source).stdout;
        let text = racefree(&["infer", "-", "--by", by], source).stdout;
        assert!(text.contains("int x guarded_by this"), "{text}");
        assert!(report.contains("A.x guarded_by this is not kept everywhere") && !report.contains("fails"), "{report}");
    }
}

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
    let value = run.json();
    let keys = "file version by ok complete proved_best ghosts depth text size annotations per_kloc inferred failed core \
        dropped errors statistics";
    for key in keys.split(' ') {
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
    let value = run.json();
    assert_eq!((&value["ok"], &value["by"]), (&serde_json::json!(false), &serde_json::json!("sat")));
    assert!(value["core"].as_array().is_some_and(|core| core.len() > 1), "{value}");
    assert_eq!(value["failed"][0]["field"], "balance");
    assert_eq!(value["errors"][0]["premise"], "guarded-or-final");
    let by_runs = racefree(&["infer", "-", "--by", "run", "--seed", "1", "--format", "json"], &racy);
    let value = by_runs.json();
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

/// A program of the corpus without its annotations.
fn erased(path: &str) -> String {
    let run = racefree(&["erase", path], "");
    assert_eq!(run.status, 0, "{path}: {}", run.stderr);
    run.stdout
}

fn json(args: &[&str], input: &str) -> (i32, serde_json::Value) {
    let run = racefree(&[&["infer", "-", "--format", "json"], args].concat(), input);
    let value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e} {args:?}\n{}{}", run.stdout, run.stderr));
    (run.status, value)
}

/// JdbF of the paper on race pairs: published, and as its authors repaired it.
#[test]
fn jdbf_erased_inferred_checked_and_explored() {
    let fixed = erased("corpus/naik-2006/jdbf-fixed.rfj");
    assert!(!fixed.contains("guarded_by") && !fixed.contains("<ghost"));
    let found = racefree(&["infer", "-"], &fixed);
    assert_eq!(found.status, 0, "{}", found.stderr);
    assert!(found.stdout.contains("class ConnectionSource<ghost Object lock>"), "{}", found.stdout);
    assert!(found.stdout.contains("boolean used guarded_by lock = false"), "{}", found.stdout);
    assert!(
        found.stderr.contains("checks with 19 annotations, found by sat; no smaller annotation does"),
        "{}",
        found.stderr
    );
    assert_eq!(racefree(&["check", "-"], &found.stdout).status, 0);
    let explored = |text: &str| {
        let run = racefree(&["explore", "-", "--format", "json", "--algorithm", "dpor"], text);
        let mut value: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        let ends: Vec<_> = ["complete", "executions", "deadlocks", "outcomes"].map(|key| value[key].take()).into();
        assert_eq!((run.status, &value["races"]), (0, &serde_json::json!([])));
        ends
    };
    // Annotations do not run.
    assert_eq!(explored(&fixed), explored(&found.stdout));

    let published = erased("corpus/naik-2006/jdbf.rfj");
    let (status, value) = json(&["--explain", "--seed", "1"], &published);
    assert_eq!((status, &value["ok"]), (1, &serde_json::json!(false)));
    assert_eq!(value["failed"][0]["field"], "used");
    let lines: Vec<u64> =
        value["core"].as_array().expect("a core").iter().filter_map(|i| i["span"]["line"].as_u64()).collect();
    assert!(lines.contains(&25), "{lines:?}");
    assert!(value["explained"].as_array().expect("verdicts").iter().any(|v| v["verdict"] == "real"), "{value}");
}

#[test]
fn what_is_left_is_explained() {
    let (status, value) = json(&["--explain", "--seed", "1"], &erased("corpus/types-against-races/lock-equality.rfj"));
    assert_eq!(status, 1);
    let verdict = &value["explained"][0];
    assert_eq!(verdict["verdict"], "false-alarm", "{value}");
    let (_, value) =
        json(&["--explain", "--seed", "1"], &erased("corpus/rose-swamy-hicks-2005/read-only-after-start.rfj"));
    assert_eq!(value["failed"][0]["reason"], "read-only", "{value}");
    let know = value["explained"][0]["would_have_to_know"].as_str().unwrap_or_default();
    assert!(know.contains("not written any more"), "{value}");
    let text = racefree(&["infer", "-", "--explain", "--seed", "1", "--report"], PLAIN);
    assert_eq!((text.status, text.stdout.contains("FALSE ALARM")), (0, false));
    let racy = PLAIN.replace("synchronized a in ", "");
    let text = racefree(&["infer", "-", "--explain", "--seed", "1", "--report"], &racy);
    assert!(text.stdout.contains("REAL: "), "{}", text.stdout);
}

/// Every way with every flag, on programs of all sorts: an exit status of the interface, JSON that is one object, no panic.
#[test]
fn each_way_takes_each_flag() {
    let deep = format!("{}1{}\n", "(".repeat(3_000), ")".repeat(3_000));
    let cyclic = "class A extends B { }\nclass B extends A { }\n0";
    let inputs = [
        "",
        PLAIN,
        &PLAIN.replace("synchronized a in ", ""),
        "class Lib {\n  int x = 0\n  void set() { this.x = 1 }\n  void safe() { synchronized this in this.set() }\n}\n",
        &deep,
        cyclic,
        "class A { final A a = new A }\nnew A",
        "let Object l = new Object in while (true) { synchronized l in 1 }",
        "\u{feff}class A { int x = 0 }\nnew A",
        "print missing",
    ];
    let flags: &[&[&str]] = &[
        &[],
        &["--no-thread-local"],
        &["--no-final", "--class-guards"],
        &["--depth", "0"],
        &["--ghosts", "0", "--comments"],
        &["--style", "comments", "--threads", "2"],
        &["--explain", "--max-steps", "200"],
        &["--constructor-holds-lock"],
        &["--memory", "1"],
    ];
    let mut statuses = std::collections::BTreeSet::new();
    for (i, input) in inputs.iter().enumerate() {
        for by in ["auto", "fixpoint", "sat", "run", "defaults"] {
            // All flags for some inputs, one for the others, so that it does not take long.
            for flag in
                flags.iter().skip(if i < 3 { 0 } else { i % 8 }).take(if i < 3 { 9 } else { 2 }).step_by(every(2))
            {
                let fixed =
                    ["infer", "-", "--format", "json", "--by", by, "--runs", "3", "--seed", "1", "--max-steps", "300"];
                let rest: Vec<&str> = if flag.contains(&"--max-steps") { fixed[..10].to_vec() } else { fixed.to_vec() };
                let run = racefree(&[&rest[..], flag].concat(), input);
                let what = format!("{by} {flag:?} input {i}\n{}{}", run.stdout, run.stderr);
                assert!([0, 1, 2, 3].contains(&run.status), "{what}");
                assert!(!run.stderr.contains("panicked"), "{what}");
                if run.status != 2 {
                    let value: serde_json::Value =
                        serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e} {what}"));
                    assert_eq!(value["ok"] == true, run.status == 0, "{what}");
                }
                statuses.insert(run.status);
            }
        }
    }
    assert!(statuses.contains(&0) && statuses.contains(&1) && statuses.contains(&2), "{statuses:?}");
}

#[test]
fn a_library_gets_guards_and_nothing_that_a_client_could_break() {
    let library =
        "class Lib {\n  int x = 0\n  void set() { this.x = 1 }\n  void safe() { synchronized this in this.set() }\n}\n";
    let (status, value) = json(&[], library);
    assert_eq!(status, 0, "{value}");
    let kinds: Vec<&str> =
        value["inferred"].as_array().expect("annotations").iter().filter_map(|i| i["kind"].as_str()).collect();
    assert_eq!(kinds, ["guarded_by", "requires"], "{value}");
    assert_eq!(json(&["--by", "run"], library).0, 2);
}

#[test]
fn what_runs_have_seen_is_told() {
    let (status, value) = json(&["--by", "run", "--explore"], PLAIN);
    assert_eq!(status, 0, "{value}");
    assert_eq!(value["complete"], true);
    assert!(value["statistics"]["traces"].as_u64().is_some_and(|n| n >= 2), "{value}");
    let guard = &value["inferred"][0];
    assert_eq!((&guard["kind"], &guard["by"]), (&serde_json::json!("guarded_by"), &serde_json::json!("run")));
    assert!(guard["seen"]["events"].as_u64().is_some_and(|n| n >= 8), "{value}");
    let report = racefree(&["infer", "-", "--by", "run", "--explore", "--report"], PLAIN).stdout;
    assert!(report.contains("accesses of 2 objects") || report.contains("of 1 object"), "{report}");
    for part in ["guarded_by this", "sites", "traces"] {
        assert!(report.contains(part), "{part}\n{report}");
    }
}
