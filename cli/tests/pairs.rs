//! `racefree pairs`: its JSON, how it ends, and that what it says of the explorer can be replayed.

use crate::support::{Run, racefree};
use serde_json::Value;

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", run.stdout, run.stderr))
}

fn pairs(args: &[&str]) -> (i32, Value) {
    let args: Vec<&str> = ["pairs", "--format", "json"].iter().chain(args).copied().collect();
    let run = racefree(&args, "");
    (run.status, json(&run))
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
    assert_eq!(pair["accesses"][0]["span"]["line"], 17);
    assert_eq!(pair["accesses"][1]["span"]["line"], 21);
    assert_eq!(pair["objects"][0][0]["line"], 35);
    assert_eq!(pair["threads"][0]["spawn"][0]["line"], 36);
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
        let command = pair["command"].as_str().expect("a command").replace('\'', "");
        let mut words: Vec<&str> = command.split(' ').skip(1).collect();
        words.extend(["--format", "json"]);
        assert_eq!(json(&racefree(&words, ""))["races"][0]["field"], "ConnectionSource.used");
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
    let harness = std::env::temp_dir().join(format!("racefree-harness-{}.rfj", std::process::id()));
    let written = harness.to_string_lossy().into_owned();
    racefree(&["pairs", "corpus/naik-2006/jdbf-fixed.rfj"], "");
    let run = racefree(&["pairs", file, "--calls", "Database.insert", "--harness", &written], "");
    assert_eq!(run.status, 1, "{}", run.stderr);
    let found = json(&racefree(&["explore", &written, "--format", "json"], ""));
    assert!(found["races"].as_array().is_some_and(|r| !r.is_empty()));
    std::fs::remove_file(harness).expect("the harness was written");
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
    assert_eq!(status(&["corpus/naik-2006/jdbf.rfj", "--k", "x"]), 2);
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
    assert!(why(example, "21,21").contains("no common object") || why(example, "21,21").contains("made by one thread"));
    assert!(why(example, "17,21").contains("unlocked("));
    let fixed = "corpus/naik-2006/jdbf-fixed.rfj";
    assert!(why(fixed, "32,32").contains("a common lock"), "{}", why(fixed, "32,32"));
}

#[test]
fn other_forms() {
    let file = "corpus/naik-2006/jdbf.rfj";
    let sarif: Value = json(&racefree(&["pairs", file, "--format", "sarif"], ""));
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(5));
    let page = racefree(&["pairs", file, "--format", "html"], "").stdout;
    assert!(page.starts_with("<!doctype html>") && !page.contains("http"), "{page}");
    let dot = racefree(&["pairs", file, "--graph", "dot"], "").stdout;
    assert!(dot.starts_with("digraph") && dot.contains("ConnectionSource.used"));
    let all = pairs(&[file, "--all"]).1;
    assert_eq!(all["pairs"].as_array().map(Vec::len), Some(38));
    let table = racefree(&["pairs", "--compare", file, "corpus/naik-2006/tsp-workers.rfj"], "").stdout;
    assert!(table.contains("false alarms of the types that pairs dismisses: 1"), "{table}");
}
