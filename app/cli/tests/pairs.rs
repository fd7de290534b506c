//! `racefree pairs`: its JSON, how it ends, and that what it says of the explorer can be replayed.

use crate::place::Place;
use crate::support::{again, racefree};
use serde_json::Value;

fn pairs(args: &[&str]) -> (i32, Value) {
    let args: Vec<&str> = ["pairs", "--format", "json"].iter().chain(args).copied().collect();
    let run = racefree(&args, "");
    (run.status, run.json())
}

fn stages(answer: &Value) -> Vec<u64> {
    answer["stages"].as_array().expect("stages").iter().map(|s| s["pairs"].as_u64().expect("a count")).collect()
}

#[test]
fn json_has_all_that_is_promised() {
    let (status, answer) = pairs(&["corpus/naik-2006/running-example.rfj"]);
    assert_eq!(status, 1);
    assert_eq!(stages(&answer), [5, 2, 1, 1, 1]);
    for key in ["file", "version", "mode", "k", "exact", "complete", "bodies", "contexts", "objects", "threads"] {
        assert!(!answer[key].is_null(), "{key}");
    }
    assert!(answer["harness"].is_null());
    let pair = &answer["pairs"][0];
    assert_eq!((pair["field"].as_str(), pair["stage"].as_str()), (Some("A.f"), Some("unlocked")));
    assert_eq!(pair["accesses"][0]["kind"], "read");
    assert_eq!(pair["accesses"][0]["span"]["line"], 16);
    assert_eq!(pair["accesses"][1]["span"]["line"], 18);
    assert_eq!(pair["objects"][0][0]["line"], 25);
    assert_eq!(pair["threads"][0]["spawn"][0]["line"], 26);
    assert_eq!(pair["threads"][0]["paths"][0].as_array().map(Vec::len), Some(3));
    assert!(pair["verdict"].is_null() && pair["schedule"].is_null());
}

#[test]
fn the_explorer_judges_pairs() {
    let (status, answer) = pairs(&["--verify", "corpus/naik-2006/jdbf.rfj"]);
    assert_eq!(status, 1);
    for pair in answer["pairs"].as_array().expect("pairs") {
        assert_eq!(pair["verdict"], "REAL");
        assert!(pair["schedule"].as_array().is_some_and(|s| !s.is_empty()));
        let again = again(pair["command"].as_str().expect("a command"));
        assert_eq!(again["races"][0]["field"], "ConnectionSource.used");
    }
    let (status, answer) = pairs(&["--verify", "corpus/naik-2006/fork-join.rfj"]);
    assert_eq!((status, &answer["pairs"][0]["verdict"]), (0, &Value::from("FALSE ALARM")));
}

#[test]
fn an_open_program_gets_a_harness() {
    let file = "corpus/naik-2006/figure-2-open.rfj";
    let (status, answer) = pairs(&[file, "--interface", "Database", "--verify"]);
    assert_eq!(status, 1);
    assert_eq!(answer["harness"]["calls"], 4);
    let all = answer["pairs"].as_array().expect("pairs");
    assert_eq!(all.iter().map(|p| p["threads"].as_array().map_or(0, Vec::len)).sum::<usize>(), 6);
    assert!(all.iter().all(|p| p["verdict"] == "REAL"), "{all:?}");
    let place = Place::new("harness");
    let written = place.file("harness.rfj");
    racefree(&["pairs", "corpus/naik-2006/jdbf-fixed.rfj"], "");
    let run = racefree(&["pairs", file, "--calls", "Database.insert", "--harness", &written], "");
    assert_eq!(run.status, 1, "{}", run.stderr);
    let found = racefree(&["explore", &written, "--format", "json"], "").json();
    assert!(found["races"].as_array().is_some_and(|r| !r.is_empty()));
}

#[test]
fn how_it_ends() {
    let status = |args: &[&str]| {
        let args: Vec<&str> = std::iter::once("pairs").chain(args.iter().copied()).collect();
        racefree(&args, "").status
    };
    assert_eq!(status(&["corpus/naik-2006/jdbf-fixed.rfj"]), 0);
    assert_eq!(status(&["corpus/naik-2006/jdbf-open.rfj", "--interface", "Nothing"]), 2);
    assert_eq!(status(&["corpus/naik-2006/jdbf.rfj", "--time", "0"]), 3);
    let java = racefree(&["pairs", "corpus/java-run", "--time", "0"], "");
    assert_eq!(java.status, 3);
    assert!(
        java.stdout.contains("nothing is known; stopped by its budget (time) in the part `reading`"),
        "{}",
        java.stdout
    );
    assert_eq!(status(&["corpus/naik-2006/jdbf.rfj", "--k", "x"]), 2);
    for k in ["17", "1,2", "-1", ""] {
        assert_eq!(status(&["corpus/naik-2006/jdbf.rfj", &format!("--k={k}")]), 2, "{k}");
    }
    // However it is shown.
    assert_eq!(status(&["corpus/naik-2006/jdbf.rfj", "--why", "28,29"]), 1);
    assert_eq!(status(&["corpus/naik-2006/jdbf-fixed.rfj", "--why", "27,27"]), 0);
    assert_eq!(status(&["corpus/naik-2006/jdbf.rfj", "--why", "1,1"]), 2);
    assert_eq!(status(&["--compare", "corpus/naik-2006/jdbf.rfj", "corpus/naik-2006/jdbf-fixed.rfj"]), 1);
    assert_eq!(status(&["--verify", "--all", "corpus/naik-2006/fork-join.rfj"]), 0);
    for local in ["Nothing", "ConnectionSource.nothing"] {
        assert_eq!(status(&["corpus/naik-2006/jdbf.rfj", "--local", local]), 2, "{local}");
    }
    let run = racefree(&["pairs", "corpus/naik-2006/jdbf.rfj", "--not-parallel", "insert,nothing"], "");
    assert_eq!((run.status, run.stderr.contains("calls `nothing`")), (1, true), "{}", run.stderr);
    let run = racefree(&["pairs", "-"], "class C { int x = }");
    assert_eq!(run.status, 1, "{}", run.stderr);
    let run = racefree(&["pairs", "-"], "class C { int x = 0 }");
    assert_eq!(run.status, 2, "{}", run.stderr);
    let run = racefree(&["pairs", "-"], "y.f");
    assert_eq!(run.status, 2, "{}", run.stderr);
}

#[test]
fn why_a_pair_goes() {
    let why = |file: &str, places: &str| racefree(&["pairs", file, "--why", places], "").stdout;
    let example = "corpus/naik-2006/running-example.rfj";
    assert!(why(example, "14,14").contains("made by one thread") || why(example, "14,14").contains("clock"));
    assert!(why(example, "18,18").contains("no common object") || why(example, "18,18").contains("made by one thread"));
    assert!(why(example, "16,18").contains("unlocked("));
    let fixed = "corpus/naik-2006/jdbf-fixed.rfj";
    assert!(why(fixed, "27,27").contains("a common lock"), "{}", why(fixed, "27,27"));
}

#[test]
fn other_forms() {
    let file = "corpus/naik-2006/jdbf.rfj";
    let sarif: Value = racefree(&["pairs", file, "--format", "sarif"], "").json();
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(5));
    let run = &sarif["runs"][0];
    assert!(run["results"].as_array().is_some_and(|all| all.iter().all(|r| r["ruleId"] == "race-pair")));
    let rules = run["tool"]["driver"]["rules"].as_array().map(|all| all.iter().map(|r| r["id"].clone()).collect());
    assert_eq!(rules, Some(vec![Value::from("syntax"), Value::from("race-pair")]));
    let page = racefree(&["pairs", file, "--format", "html"], "").stdout;
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("://"), "{page}");
    let dot = racefree(&["pairs", file, "--graph", "dot"], "").stdout;
    assert!(dot.starts_with("digraph") && dot.contains("ConnectionSource.used"));
    let all = pairs(&[file, "--all"]).1;
    assert_eq!(all["pairs"].as_array().map(Vec::len), Some(38));
    let table = racefree(&["pairs", "--compare", file, "corpus/naik-2006/tsp-workers.rfj"], "").stdout;
    assert!(table.contains("false alarms of the types that pairs dismisses: 1"), "{table}");
}

#[test]
fn syntax_errors_in_other_forms() {
    let wrong = "class C { int x = }";
    let run = racefree(&["pairs", "-", "--format", "sarif"], wrong);
    assert_eq!((run.status, &run.json()["runs"][0]["results"][0]["ruleId"]), (1, &Value::from("syntax")));
    for form in [["--format", "html"], ["--graph", "dot"]] {
        let run = racefree(&["pairs", "-", form[0], form[1]], wrong);
        assert_eq!((run.status, run.stdout.as_str()), (1, ""));
        assert!(run.stderr.contains("-:1: expected an expression"), "{}", run.stderr);
    }
    let run = racefree(&["pairs", "-", "--format", "sarif"], "y.f");
    assert_eq!(run.status, 2);
    assert!(run.json()["runs"][0]["results"].as_array().is_some_and(Vec::is_empty), "{}", run.stdout);
}

/// The pairs of a program from standard input, and how the command ends.
fn piped(args: &[&str], source: &str) -> (i32, Value) {
    let args: Vec<&str> = ["pairs", "-", "--format", "json"].iter().chain(args).copied().collect();
    let run = racefree(&args, source);
    (run.status, run.json())
}

#[test]
fn assumptions_are_listed_and_no_proof() {
    let source = "class C { int n = 0 void w() { holds this; this.n = 1 } }
        let C c = new C in { fork { c.w() } c.w() }";
    let (status, answer) = piped(&[], source);
    assert_eq!((status, answer["pairs"].as_array().map(Vec::len)), (1, Some(1)));
    let (status, answer) = piped(&["--hints", "holds"], source);
    assert_eq!((status, answer["pairs"].as_array().map(Vec::len)), (0, Some(0)));
    assert_eq!(answer["assumptions"].as_array().map(Vec::len), Some(1));
    let human = racefree(&["pairs", "-", "--hints", "holds"], source).stdout;
    assert!(human.contains("no proof: 1 assumption") && human.contains("every `holds` is true (1 holds)"), "{human}");
    // What a `holds` says ends with its block.
    let after = "class C { int n = 0 void w() { { holds this; 0 }; this.n = 1 } }
        let C c = new C in { fork { c.w() } c.w() }";
    assert_eq!(piped(&["--hints", "holds"], after).0, 1);
    let file = "corpus/naik-2006/jdbf.rfj";
    for hint in [["--local", "ConnectionSource.used"], ["--local", "ConnectionSource"]] {
        let (status, answer) = pairs(&[&[file], &hint[..]].concat());
        assert_eq!((status, stages(&answer)[4], answer["assumptions"].as_array().map(Vec::len)), (0, 0, Some(1)));
    }
    let example = "corpus/naik-2006/running-example.rfj";
    let (status, answer) = pairs(&[example, "--not-parallel", "get,inc"]);
    assert_eq!((status, stages(&answer)[4]), (0, 0), "{answer}");
    let guarded = "class C { final Object l = new Object int n guarded_by this.l = 0 }
        let C c = new C in { fork { synchronized c.l in c.n = 1 } synchronized c.l in c.n = 2; fork { c.n } }";
    let (_, answer) = piped(&["--hints", "guarded_by", "--off", "unique,relative"], guarded);
    // The two writes are believed to hold it, the read is not.
    assert_eq!(answer["pairs"].as_array().map(Vec::len), Some(1), "{answer}");
}

/// A program with nine thousand pairs.
fn many() -> String {
    let writes: Vec<String> = (0..96).map(|i| format!("c.n = {i}")).collect();
    let writes = writes.join("; ");
    format!("class C {{ int n }}\nlet C c = new C in {{ fork {{ {writes} }} fork {{ {writes} }} }}\n")
}

#[test]
fn the_list_is_as_long_as_memory_allows() {
    let (_, whole) = piped(&["--k", "0", "--max-pairs", "1000000"], &many());
    let all = whole["pairs"].as_array().map_or(0, Vec::len);
    assert!(all > 8_000 && whole["not_listed"].is_null(), "{all}");
    let (status, answer) = piped(&["--k", "0", "--max-pairs", "1000000", "--memory", "3"], &many());
    let listed = answer["pairs"].as_array().map_or(0, Vec::len);
    assert!(status == 1 && listed > 0 && listed < all, "{listed} of {all}");
    assert_eq!((&answer["list_stopped"], &answer["not_listed"]), (&Value::from("memory"), &Value::from(all - listed)));
    let told = racefree(&["pairs", "-", "--k", "0", "--max-pairs", "1000000", "--memory", "3"], &many()).stdout;
    assert!(told.contains("counted, not listed (--memory)"), "{}", &told[told.len() - 200..]);
}

#[test]
fn what_is_listed() {
    let file = "corpus/naik-2006/jdbf.rfj";
    for (stage, n) in [("original", 38), ("reachable", 14), ("aliasing", 14), ("escaping", 14), ("unlocked", 5)] {
        let answer = pairs(&[file, "--stage", stage]).1;
        assert_eq!(answer["pairs"].as_array().map(Vec::len), Some(n), "{stage}");
    }
    let (status, answer) = pairs(&[file, "--max-pairs", "4"]);
    assert_eq!(
        (status, answer["pairs"].as_array().map(Vec::len), &answer["not_listed"]),
        (1, Some(0), &Value::from(5))
    );
    assert!(racefree(&["pairs", file, "--max-pairs", "4"], "").stdout.contains("5 pairs are counted, not listed"));
    for view in ["field", "object", "threads"] {
        assert!(racefree(&["pairs", file, "--view", view], "").stdout.contains("5 pairs are left"), "{view}");
    }
    let answer = pairs(&["corpus/naik-2006/running-example.rfj", "--why", "16,18"]).1;
    let why = answer["pairs"][0]["why"].as_str().unwrap_or_default();
    assert!(answer["pairs"].as_array().is_some_and(|p| p.len() == 1) && why.starts_with("unlocked("), "{answer}");
    let page = racefree(&["pairs", file, "--graph", "html"], "").stdout;
    assert!(page.contains("<svg") && page.contains("name=\"viewport\"") && !page.contains("src="), "{page}");
}
