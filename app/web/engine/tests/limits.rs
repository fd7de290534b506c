//! What a page may ask for.

use racefree_engine::answer;
use racefree_explore::SystemHost;
use serde_json::{Value, json};
use std::sync::Arc;

fn asked(question: &Value) -> Value {
    serde_json::from_str(&answer(&question.to_string(), Arc::new(SystemHost))).expect("an answer is JSON")
}

#[test]
fn what_is_too_large_or_too_deep_is_said() {
    let large = asked(&json!({ "ask": "check", "program": { "name": "a", "text": "/".repeat(300_000) } }));
    assert_eq!(large["error"]["kind"], "too-large");
    let deep = format!("{}1", "fork ".repeat(2_000));
    let deep = asked(&json!({ "ask": "check", "program": { "name": "a", "text": deep } }));
    assert_eq!(deep["error"]["kind"], "too-deep");
    assert_eq!(
        serde_json::from_str::<Value>(&answer("]", Arc::new(SystemHost))).expect("JSON")["error"]["kind"],
        "bad-request"
    );
}

#[test]
fn a_run_ends_at_its_limit() {
    let program = json!({ "name": "a", "text": "while (true) 1" });
    let run = asked(&json!({ "ask": "run", "program": program, "options": { "max_steps": 1_000_000 } }));
    assert_eq!((&run["status"], &run["steps"]), (&json!("step-limit"), &json!(20_000)));
}
