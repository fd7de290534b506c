//! Questions and commands: what `ask` answers is, byte for byte, what the command prints with `--format json`.

use crate::place::Place;
use crate::support::racefree;
use serde_json::{Value, json};

const COUNTER: &str = "class Counter { int n guarded_by this = 0 int next() { synchronized this in { this.n = this.n + 1; this.n } } int peek() { this.n } }
let Counter c = new Counter in { fork { c.next() }; c.peek() }
";
const ERASED: &str = "class Counter { int n = 0 int next() { synchronized this in { this.n = this.n + 1; this.n } } }
let Counter c = new Counter in { fork { c.next() }; c.next() }
";
const CLAIMED: &str = "//! system: atomicity
class A { int n guarded_by this = 0 atomic int f() { synchronized this in this.n = 1; synchronized this in this.n = 2 } }
let A a = new A in { fork { a.f() }; a.f() }
";

/// The answer to one question, as it is printed.
fn asked(question: &Value) -> String {
    racefree(&["ask"], &format!("{question}\n")).stdout
}

/// Numbers that the clock makes.
fn without_time(answer: &str) -> Value {
    let mut value: Value = serde_json::from_str(answer).unwrap_or_else(|e| panic!("{e}: {answer}"));
    if let Some(object) = value.as_object_mut() {
        object.retain(|key, _| key != "seconds" && key != "statistics");
        if let Some(shards) = object.get_mut("shard_results").and_then(Value::as_object_mut) {
            shards.remove("seconds");
        }
    }
    value
}

#[test]
fn a_question_about_a_program_is_answered_as_by_its_command() {
    let place = Place::new("asked");
    let mut compared = 0;
    // Claims that nobody judges have a warning.
    let unjudged = CLAIMED.replace("//! system: atomicity\n", "");
    for (name, text) in [
        ("counter.rfj", COUNTER),
        ("erased.rfj", ERASED),
        ("claimed.rfj", CLAIMED),
        ("unjudged.rfj", &unjudged),
        ("bad.rfj", "class {"),
    ] {
        let file = place.file(name);
        std::fs::write(&file, text).expect("a file");
        let questions: [(&str, &[&str], Value); 16] = [
            ("check", &["check"], json!({})),
            ("check", &["check", "--off", "EXP REF/guard-held"], json!({ "off": ["EXP REF/guard-held"] })),
            ("fix", &["check", "--fix"], json!({})),
            (
                "run",
                &["run", "--seed", "7", "--detector", "adjacent,atomizer"],
                json!({ "seed": 7, "detectors": ["adjacent", "atomizer"] }),
            ),
            ("test", &["test", "--seed", "7", "--runs", "40"], json!({ "seed": 7, "runs": 40 })),
            ("explore", &["explore", "--outcomes-by", "heap"], json!({ "outcomes_by": "heap" })),
            ("explain", &["explain", "--clients", "9"], json!({ "clients": 9 })),
            ("infer", &["infer", "--by", "fixpoint", "--threads", "1"], json!({ "by": "fixpoint" })),
            (
                "infer",
                &["infer", "--by", "run", "--seed", "3", "--runs", "9"],
                json!({ "by": "run", "seed": 3, "runs": 9 }),
            ),
            ("erase", &["erase", "--finals"], json!({ "finals": true })),
            ("translate", &["translate", "--to", "owners"], json!({ "to": "owners" })),
            ("atomicity", &["atomicity"], json!({})),
            ("atomicity", &["atomicity", "--explain", "--all"], json!({ "explain": true, "all": true })),
            ("pairs", &["pairs"], json!({})),
            (
                "pairs",
                &["pairs", "--verify", "--all", "--k", "1,2,2,2"],
                json!({ "verify": true, "all": true, "k": "1,2,2,2" }),
            ),
            ("pairs", &["pairs", "--hints", "guarded_by"], json!({ "hints": ["guarded_by"] })),
        ];
        for (ask, command, options) in questions {
            let answer = asked(&json!({ "ask": ask, "program": { "name": file, "text": text }, "options": options }));
            let printed = racefree(&[command, &[&file, "--format", "json"]].concat(), "").stdout;
            if answer.starts_with("{\"error\"") {
                assert!(printed.is_empty(), "{name}: {ask}: {answer} {printed}");
            } else if ask == "infer" {
                assert_eq!(without_time(&answer), without_time(&printed), "{name}: {ask}");
            } else {
                assert_eq!(answer, printed, "{name}: {ask}");
            }
            compared += usize::from(!answer.starts_with("{\"error\""));
        }
    }
    assert!(compared >= 50, "{compared} answers");
}

#[test]
fn a_campaign_is_answered_as_by_its_command() {
    let place = Place::new("campaigns-asked");
    let none = place.file("none");
    let fuzz: &[&str] = &["fuzz", "--programs", "40", "--seed", "5", "--no-guard", "--failures", &none];
    let owners: &[&str] =
        &["fuzz", "--system", "owners", "--programs", "40", "--seed", "5", "--no-guard", "--failures", &none];
    let guard = "EXP REF/guard-held";
    for (ask, command, options) in [
        ("fuzz", owners, json!({ "system": "owners", "programs": 40, "seed": 5, "no_guard": true })),
        ("certify", &["certify", "--nodes", "8"], json!({ "nodes": 8 })),
        ("certify", &["certify", "--nodes", "9", "--shard", "1/3"], json!({ "nodes": 9, "shard": "1/3" })),
        ("matrix", &["variants", "matrix"], json!({})),
        ("matrix", &["variants", "matrix", guard], json!({ "variant": guard })),
        (
            "diff",
            &["variants", "diff", "base", guard, "--nodes", "8", "--programs", "9"],
            json!({ "a": "base", "b": guard, "nodes": 8, "programs": 9 }),
        ),
        ("curve", &["variants", "curve", guard, "--programs", "30"], json!({ "variants": [guard], "programs": 30 })),
    ] {
        let answer = asked(&json!({ "ask": ask, "options": options }));
        let printed = racefree(&[command, &["--format", "json"]].concat(), "").stdout;
        assert_eq!(without_time(&answer), without_time(&printed), "{ask}");
    }
    let answer =
        without_time(&asked(&json!({ "ask": "fuzz", "options": { "programs": 40, "seed": 5, "no_guard": true } })));
    let mut printed = without_time(&racefree(&[fuzz, &["--format", "json"]].concat(), "").stdout);
    // The command has looked for earlier failures in its folder.
    assert_eq!(printed["replayed"].take()["wrong"], json!(0));
    assert_eq!(answer, printed);
    let measured = asked(
        &json!({ "ask": "overhead", "program": { "name": "a", "text": ERASED }, "options": { "rounds": 1, "runs": 2 } }),
    );
    assert_eq!(without_time(&measured)["rounds"], json!(1), "{measured}");
}
