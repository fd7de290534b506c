//! The number of traces of a program in Java, held to formulas; and the search for traces, held to that for states.

use crate::java_run::{all, answer_with, lines, programs};
use serde_json::{Value, json};
use std::fs;

/// A program whose threads run these bodies.
fn program(fields: &str, bodies: &[&str], after: &str) -> String {
    let starts: String = (0..bodies.len()).map(|n| format!("t{n}.start(); ")).collect();
    let threads: String =
        bodies.iter().enumerate().map(|(n, body)| format!("Thread t{n} = new Thread(() -> {{ {body} }}); ")).collect();
    format!(
        "import java.util.concurrent.atomic.*;\npublic class A {{\n{fields}\npublic static void main(String[] s) throws InterruptedException {{\n{threads}{starts}{after}\n}} }}"
    )
}

fn explored(text: &str, algorithm: &str) -> Value {
    answer_with("explore", "A.java".as_ref(), text, json!({ "algorithm": algorithm, "max_runs": 5_000 }))
}

#[test]
fn traces_are_as_many_as_the_formula_says() {
    let up = "synchronized (A.class) { x++; }";
    let cases: &[(&str, &str, &[&str], &str, u64)] = &[
        ("each order of three blocks on one lock", "static int x;", &[up, up, up], "", 6),
        (
            "two blocks each: 4 over 2",
            "static int x;",
            &[
                "synchronized (A.class) { x++; } synchronized (A.class) { x++; }",
                "synchronized (A.class) { x++; } synchronized (A.class) { x++; }",
            ],
            "",
            6,
        ),
        ("each order of three writes", "static volatile int x;", &["x = 1;", "x = 2;", "x = 3;"], "", 6),
        (
            "two reads commute; a write goes before, between, after them",
            "static volatile int x;",
            &["int a = x;", "int a = x;", "x = 1;"],
            "",
            4,
        ),
        ("different elements commute", "static int[] x = new int[3];", &["x[0] = 1;", "x[1] = 1;", "x[2] = 1;"], "", 1),
        ("one element does not", "static int[] x = new int[3];", &["x[0] = 1;", "x[0] = 2;"], "", 2),
        ("a join orders", "static int x;", &["x = 1;"], "t0.join(); int a = x;", 1),
        ("and without one there are two orders", "static int x;", &["x = 1;"], "int a = x;", 2),
        (
            "an atomic step is one step",
            "static AtomicInteger x = new AtomicInteger();",
            &["x.incrementAndGet();", "x.incrementAndGet();", "x.incrementAndGet();"],
            "",
            6,
        ),
        (
            "different locks commute",
            "static final Object a = new Object(), b = new Object(); static int x, y;",
            &["synchronized (a) { x++; }", "synchronized (b) { y++; }"],
            "",
            1,
        ),
        ("what is printed keeps its order", "", &["System.out.println(1);", "System.out.println(2);"], "", 2),
    ];
    for (what, fields, bodies, after, traces) in cases {
        let text = program(fields, bodies, after);
        let found = explored(&text, "dpor");
        assert_eq!((&found["executions"], &found["complete"]), (&json!(traces), &json!(true)), "{what}: {found}");
    }
}

/// The errors and the outcomes of an exploration.
fn findings(explored: &Value) -> Vec<Value> {
    let sorted = |list: &Value, of: &dyn Fn(&Value) -> Value| {
        let mut all: Vec<String> = list.as_array().into_iter().flatten().map(|one| of(one).to_string()).collect();
        all.sort();
        json!(all)
    };
    let race = |race: &Value| {
        let at =
            |n: usize| (race["accesses"][n]["span"]["line"].clone(), race["accesses"][n]["span"]["column"].clone());
        let mut both = [at(0), at(1)];
        both.sort_by_key(|both| format!("{both:?}"));
        json!([race["field"], both])
    };
    let count = |key: &str| json!(explored[key].as_array().map_or(0, Vec::len));
    vec![
        sorted(&explored["races"], &race),
        count("deadlocks"),
        count("waiting"),
        count("exceptions"),
        sorted(&explored["outcomes_by"]["outcomes"], &|outcome| json!([outcome["output"], outcome["threads"]])),
    ]
}

#[test]
fn a_run_of_each_trace_shows_what_all_states_show() {
    let (mut compared, mut defined) = (0, 0);
    for path in programs().into_iter().step_by(if all() { 4 } else { 16 }) {
        let text = fs::read_to_string(&path).expect("text");
        // A livelock has runs without end, and no trace to count.
        if !lines(&text, "livelock").is_empty() {
            continue;
        }
        let asked =
            |algorithm: &str| answer_with("explore", &path, &text, json!({ "algorithm": algorithm, "max_runs": 40 }));
        let by_traces = asked("dpor");
        // A loop that waits has traces without end.
        if by_traces["complete"] != true {
            continue;
        }
        compared += 1;
        let by_states = asked("states");
        assert_eq!(findings(&by_traces), findings(&by_states), "{}", path.display());
        // The definition, which does not tell states apart by what was printed, of the smallest.
        let at_most = |key: &str, most| by_states[key].as_u64().is_some_and(|n| n <= most);
        if at_most("states", 12) && at_most("steps", 400) {
            let defined_by = asked("plain");
            if defined_by["complete"] == true {
                defined += 1;
                assert_eq!(findings(&defined_by)[..4], findings(&by_traces)[..4], "{}", path.display());
            }
        }
    }
    let least = if all() { (14, 1) } else { (2, 0) };
    assert!(compared >= least.0 && defined >= least.1, "{compared} programs, {defined} of them by the definition");
}
