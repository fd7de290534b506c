//! Questions and answers: each answer fits its schema, on every program of the corpus; what cannot be answered is said.

use racefree_answers::desk::{Desk, Limits};
use racefree_answers::protocol::schemas;
use racefree_corpus::entries;
use racefree_explore::{Host, Progress, SystemHost};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

fn desk() -> Desk {
    Desk::new(Limits::BROWSER, Arc::new(SystemHost))
}

fn ask(question: &Value) -> Value {
    serde_json::from_str(&desk().ask(&question.to_string())).expect("an answer is JSON")
}

fn about(what: &str, text: &str, options: Value) -> Value {
    ask(&json!({ "ask": what, "program": { "name": "a.rfj", "text": text }, "options": options }))
}

fn validator(schema: &str) -> jsonschema::Validator {
    jsonschema::validator_for(&serde_json::from_str(schema).expect("JSON")).expect("a schema")
}

fn failure(answer: &Value) -> &str {
    answer["error"]["kind"].as_str().unwrap_or("an answer")
}

#[test]
fn every_answer_fits_its_schema() {
    let known: BTreeMap<&str, _> = schemas::WRITTEN.iter().map(|&(name, schema)| (name, validator(schema))).collect();
    let fits = |name: &str, value: &Value, what: &str| {
        let errors: Vec<String> =
            known[name].iter_errors(value).map(|e| format!("{e} at {}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{what}: {}", errors.join("; "));
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let cheap = json!({ "max_states": 2_000, "max_runs": 200, "max_steps": 500, "outcomes": 3, "clients": 3, "graph_nodes": 20, "time": 1.0 });
    let asks = "check fmt tokens outline tree derivation run state explore graph explain trace";
    for (at, entry) in entries().into_iter().enumerate() {
        for (nth, what) in asks.split(' ').enumerate() {
            // Searches are asked about a program in four each, in turn, the others about every second one.
            let turns = if (8..11).contains(&nth) { 4 } else { 2 };
            if at % turns != nth % turns {
                continue;
            }
            let question = json!({
                "ask": what,
                "program": { "name": entry.path, "text": entry.source },
                "options": if nth >= 6 { cheap.clone() } else { json!({}) },
            });
            fits("request", &question, what);
            let answer = ask(&question);
            let schema = match () {
                () if answer["error"].is_object() => "failed",
                () if what == "check" && answer["claims"].is_array() => "atomicity",
                // A program with syntax errors has no other answer.
                () if answer["ok"] == json!(false) && what != "check" => "check",
                () => what,
            };
            fits(schema, &answer, &format!("{what} {}", entry.path));
            *counts.entry(format!("{what}: {schema}")).or_default() += 1;
        }
    }
    let examples = ask(&json!({ "ask": "examples" }));
    fits("examples", &examples, "examples");
    let mut shown = 0;
    for system in racefree_systems::SYSTEMS {
        for (id, _) in system.book().premises() {
            let name = racefree_systems::premise_name(id);
            let why = ask(&json!({ "ask": "why", "options": { "name": name, "system": system.name() } }));
            fits("why", &why, &name);
            shown += usize::from(why["example"]["derivation"]["assumed"].as_u64().is_some_and(|assumed| assumed > 0));
        }
    }
    assert!(shown >= 100, "{shown} premises with a program");
    fits("systems", &ask(&json!({ "ask": "systems" })), "systems");
    for system in racefree_systems::SYSTEMS {
        let rules = ask(&json!({ "ask": "rules", "options": { "system": system.name() } }));
        fits("rules", &rules, system.name());
        assert_eq!(rules["rules"].as_array().map(Vec::len), Some(system.book().rules().count()));
    }
    for what in asks.split(' ') {
        let floor = if matches!(what, "explore" | "graph" | "explain") { 60 } else { 125 };
        assert!(counts[&format!("{what}: {what}")] >= floor, "{counts:#?}");
    }
}

#[test]
fn java_is_judged_lowered_and_annotated() {
    let schema = |name| validator(schemas::WRITTEN.iter().find(|(known, _)| *known == name).expect("a schema").1);
    let ask = |what: &str, text: &str, options: Value| {
        ask(&json!({ "ask": what, "program": { "name": "A.java", "text": text }, "options": options }))
    };
    let text = "class A {\n    int n /*# guarded_by this */;\n    int get() { return n; }\n}\n";
    let verdict = ask("java", text, json!({}));
    assert!(schema("java").is_valid(&verdict), "{verdict}");
    let error = &verdict["errors"][0];
    assert_eq!((&error["premise"], &error["span"]["line"]), (&json!("guard-held"), &json!(3)), "{verdict}");
    assert_eq!(ask("java", text, json!({ "off": ["EXP REF/guard-held"] }))["ok"], json!(true));
    // Without an annotation there is nothing that Error Prone's check would say.
    let bare = "class A {\n    private int n;\n    synchronized void up() { n++; }\n}\n";
    assert_eq!(ask("java", bare, json!({ "profile": "guarded-by" }))["ok"], json!(true));
    let missing = ask("java", bare, json!({}));
    assert_eq!(
        (&missing["ok"], &missing["warnings"][0]["kind"]),
        (&json!(true), &json!("missing_annotation")),
        "{missing}"
    );
    let raced = bare.replace("}\n}", "}\n    int get() { return n; }\n}");
    assert_eq!(ask("java", &raced, json!({}))["ok"], json!(false));
    assert_eq!(failure(&ask("java", bare, json!({ "profile": "guarded" }))), "bad-request");
    let annotated = ask("annotate", bare, json!({ "style": "annotations" }));
    assert!(schema("rewritten").is_valid(&annotated), "{annotated}");
    let text = annotated["text"].as_str().expect("a text");
    assert!(text.contains("    @GuardedBy(\"this\") private int n;"), "{text}");
    assert_eq!(ask("java", text, json!({}))["ok"], json!(true), "{text}");
    // An annotation is of all names of a declaration, and a comment of one.
    let two = ask(
        "annotate",
        "class A {\n    int a, b;\n    synchronized void up() { a++; b++; }\n}\n",
        json!({ "style": "annotations" }),
    );
    let both = "int a /*# guarded_by this */, b /*# guarded_by this */;";
    assert!(two["text"].as_str().is_some_and(|text| text.contains(both)), "{two}");
    let lowered = ask("lower", text, json!({}));
    assert!(schema("rewritten").is_valid(&lowered), "{lowered}");
    assert_eq!(about("check", lowered["text"].as_str().expect("a text"), json!({}))["ok"], json!(true), "{lowered}");
    // What is no Java is an error at a place, and no failure.
    let broken = ask("java", "class A { int f( }", json!({}));
    assert!(schema("java").is_valid(&broken) && broken["errors"][0]["kind"] == "syntax", "{broken}");
    assert_eq!(ask("java", "", json!({}))["ok"], json!(true));
}

/// The questions of a page, about a program whose name is one of Java: each is answered in Java's lines, and what is not about Java is refused.
#[test]
fn a_page_asks_about_java() {
    let text = "class A {\n    int n;\n    synchronized void up() { n++; }\n    public static void main(String[] s) {\n        \
                A a = new A();\n        new Thread(() -> a.up()).start();\n        a.n = 2;\n        \
                System.out.println(a.n);\n    }\n}\n";
    let about = |what: &str, options: Value| {
        ask(&json!({ "ask": what, "program": { "name": "A.java", "text": text }, "options": options }))
    };
    let fits = |schema: &str, answer: &Value| {
        let written = schemas::WRITTEN.iter().find(|(known, _)| *known == schema).expect("a schema").1;
        let errors: Vec<_> = validator(written).iter_errors(answer).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{schema}: {errors:?}");
    };
    let check = about("check", json!({}));
    fits("java", &check);
    assert_eq!((&check["language"], &check["errors"][0]["span"]["line"]), (&json!("java"), &json!(2)), "{check}");
    let derivation = about("derivation", json!({}));
    fits("derivation", &derivation);
    let failing = &derivation["derivation"]["failures"][0]["message"];
    assert!(failing.as_str().is_some_and(|m| m.contains("guarded-or-final fails at 2:9")), "{failing}");
    let explored = about("explore", json!({}));
    fits("explore", &explored);
    assert!(explored["races"].as_array().is_some_and(|races| !races.is_empty()), "{explored}");
    // The schedule of the race, step by step: each step of a reader's is on a line of the text.
    let schedule = explored["races"][0]["schedule"].clone();
    let trace = about("trace", json!({ "schedule": schedule }));
    fits("trace", &trace);
    assert!(trace["races"].as_array().is_some_and(|races| !races.is_empty()), "{trace}");
    let (mut at, mut lines) = (Vec::new(), Vec::new());
    loop {
        let state = about("state", json!({ "schedule": at }));
        fits("state", &state);
        let Some(thread) = state["threads"].as_array().expect("threads").iter().find(|t| t["can_step"] == true) else {
            assert!(state["over"].is_string(), "{state}");
            break;
        };
        lines.push(thread["span"]["line"].as_u64());
        let stride = thread["stride"].as_u64().unwrap_or(1);
        at.extend(std::iter::repeat_n(thread["thread"].clone(), stride as usize));
        assert!(at.len() < 2_000, "{state}");
    }
    assert!(lines.len() < at.len() / 2, "{lines:?}");
    for line in [4, 5, 6, 7, 8, 3] {
        assert!(lines.contains(&Some(line)), "line {line} is passed over: {lines:?}");
    }
    fits("graph", &about("graph", json!({})));
    assert_eq!(failure(&about("fmt", json!({}))), "bad-request");
    assert_eq!(failure(&about("infer", json!({}))), "bad-request");
}

const RACY: &str = "class C { int f } let C c = new C in { fork { c.f = 1 }; c.f = 2 }";

#[test]
fn what_cannot_be_answered_is_said() {
    let deep = format!("{}1", "fork ".repeat(2_000));
    assert_eq!(failure(&about("check", &deep, json!({}))), "too-deep");
    assert_eq!(failure(&about("check", &" ".repeat(300_000), json!({}))), "too-large");
    assert_eq!(failure(&about("run", "class C { }", json!({}))), "cannot-run");
    assert_eq!(failure(&about("check", RACY, json!({ "off": ["EXP REF/nothing"] }))), "bad-request");
    assert_eq!(failure(&about("check", RACY, json!({ "colour": "red" }))), "bad-request");
    assert_eq!(failure(&about("explore", RACY, json!({ "algorithm": "dpr" }))), "bad-request");
    assert_eq!(failure(&about("state", RACY, json!({ "schedule": "7*3" }))), "bad-request");
    assert_eq!(failure(&ask(&json!({ "ask": "everything" }))), "bad-request");
    assert_eq!(failure(&serde_json::from_str(&desk().ask("{")).expect("JSON")), "bad-request");
    assert_eq!(failure(&ask(&json!({ "ask": "check" }))), "bad-request");
    assert_eq!(failure(&ask(&json!({ "ask": "why", "options": { "name": "EXP REF/gard-held" } }))), "bad-request");
    assert_eq!(failure(&ask(&json!({ "ask": "why" }))), "bad-request");
    assert_eq!(
        about("explore", RACY, json!({ "algorithm": "dpr" }))["error"]["message"].as_str(),
        Some("there is no algorithm `dpr`; did you mean `dpor`?")
    );
}

#[test]
fn a_state_says_who_can_step_and_what_is_wrong() {
    let guarded = "class C { int f guarded_by this } let C c = new C in { fork { synchronized c in { c.f = 1 } }; synchronized c in c.f = 2 }";
    let run = about("run", guarded, json!({ "seed": 1 }));
    let steps: Vec<u64> = run["schedule"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    let (mut waits, mut over) = (0, 0);
    for n in 0..=steps.len() {
        let state = about("state", guarded, json!({ "schedule": &steps[..n] }));
        let threads = state["threads"].as_array().expect("threads");
        for thread in threads {
            assert_eq!(thread["can_step"].as_bool(), Some(thread["why_not"].is_null()), "{thread}");
            waits += usize::from(thread["waits"]["held_by"].is_number());
        }
        over += usize::from(state["over"].is_string());
        assert_eq!(state["faults"], json!([]));
    }
    assert_eq!(over, 1);
    assert!(waits > 0);
    let found = about("explore", RACY, json!({}));
    let schedule = &found["races"][0]["schedule"];
    let kinds = |n: usize| {
        let steps = &schedule.as_array().expect("a schedule")[..n];
        about("state", RACY, json!({ "schedule": steps }))["faults"].to_string()
    };
    let n = schedule.as_array().map_or(0, Vec::len);
    assert!((0..=n).any(|n| kinds(n).contains("RACE on C.f")), "{found}");
}

#[test]
fn what_stands_above_a_judgment_is_asked_for_by_its_key() {
    let all = about("derivation", RACY, json!({}));
    let nodes = all["derivation"]["nodes"].as_array().expect("judgments");
    let root = nodes.first().expect("one");
    for node in nodes {
        let part = about("derivation", RACY, json!({ "below": node["key"], "depth": 1 }));
        let part = part["derivation"]["nodes"].as_array().expect("judgments").first().expect("one").clone();
        assert_eq!((&part["judgment"], &part["rule"]), (&node["judgment"], &node["rule"]));
    }
    assert!(nodes.len() > 5 && root["holds"] == json!(false));
}

/// A host that has had enough after some calls.
struct Impatient(std::sync::atomic::AtomicU32);

impl Host for Impatient {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn progress(&self, _: &Progress) -> bool {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 3
    }
}

#[test]
fn a_host_ends_a_search_and_is_its_only_clock() {
    let forks: String = (1..11).map(|n| format!("fork {{ synchronized c in {{ c.f = c.f + {n} }} }}; ")).collect();
    let many = format!("class C {{ int f guarded_by this }} let C c = new C in {{ {forks} 1 }}");
    for algorithm in ["states", "dpor"] {
        let desk = Desk::new(Limits::NATIVE, Arc::new(Impatient(0.into())));
        let question = json!({
            "ask": "explore", "program": { "name": "a.rfj", "text": many }, "options": { "algorithm": algorithm, "time": 0.000_001 },
        });
        let answer: Value = serde_json::from_str(&desk.ask(&question.to_string())).expect("JSON");
        assert_eq!((&answer["cut"], &answer["complete"]), (&json!("interrupted"), &json!(false)), "{algorithm}");
    }
}

#[test]
fn the_questions_of_the_page_have_answers() {
    let page = include_str!("../../../docs/protocol.md");
    let questions: Vec<&str> = page.lines().filter(|line| line.starts_with("{\"ask\"")).collect();
    assert_eq!(questions.len(), 3);
    for question in questions {
        let answer: Value = serde_json::from_str(&desk().ask(question)).expect("JSON");
        assert_eq!(failure(&answer), "an answer", "{question}");
    }
    for (name, _) in
        schemas::WRITTEN.iter().filter(|(name, _)| !["request", "failed", "atomicity", "rewritten"].contains(name))
    {
        assert!(page.contains(&format!("| `{name}` |")), "{name} is not on the page");
    }
}

/// A run with store buffers is made turn by turn, and ends as the search says.
#[test]
fn a_run_with_store_buffers_is_made_turn_by_turn() {
    let source = "class M { int x guarded_by this int y guarded_by this } let M m = new M in { \
                  fork { m.x = 1; m.y }; fork { m.y = 1; m.x } }";
    let program = json!({ "name": "m.rfj", "text": source });
    let explore = json!({ "memory_model": "tso", "outcomes_by": "threads" });
    let explored = ask(&json!({ "ask": "explore", "program": program, "options": explore }));
    let needs = &explored["beyond"]["outcomes"][0];
    assert_eq!(needs["threads"], json!(["0: 0", "0.1: 0", "0.2: 0"]), "{explored}");
    let state = |schedule: &str| {
        let options = json!({ "memory_model": "tso", "schedule": schedule });
        ask(&json!({ "ask": "state", "program": program, "options": options }))
    };
    let schedule = needs["schedule"].as_str().expect("turns");
    let end = state(schedule);
    let values: Vec<&Value> = end["threads"].as_array().expect("threads").iter().map(|t| &t["value"]).collect();
    assert_eq!((values, &end["over"]), (vec![&json!("0"); 3], &json!("the program is over")), "{end}");
    // Before the write is performed it waits, and memory has the old value.
    let (before, _) = schedule.rsplit_once('!').expect("a write that has waited");
    let before = before.rsplit_once(',').expect("turns").0;
    let buffers =
        state(before)["threads"].as_array().expect("threads").iter().map(|t| t["buffer"].clone()).collect::<Vec<_>>();
    let waits = json!([{ "object": "M#1", "field": "x", "value": "1", "can_perform": true }]);
    assert!(buffers.contains(&waits), "{buffers:?}");
    for (wrong, words) in
        [("0,1!0", "no write at place 0"), ("0*x", "is neither a thread"), ("9", "there is no thread 9")]
    {
        let message = state(wrong)["error"]["message"].to_string();
        assert!(message.contains(words), "{wrong}: {message}");
    }
}
