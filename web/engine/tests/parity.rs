//! The module answers, byte for byte, what the native engine answers with the limits of a page: of each program of the corpus check,
//! derivation, explorations, explanations and runs. `RACEFREE_WASM` says where the module is (`web/build engine`); node runs it.
//! Every tenth program is asked about, or as `RACEFREE_CASES` says, so many of them.

use racefree_engine::answer;
use racefree_explore::{Host, Progress, SystemHost};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// A host as a page is one.
struct Page;

impl Host for Page {
    fn now(&self) -> Duration {
        SystemHost.now()
    }

    fn progress(&self, _: &Progress) -> bool {
        true
    }

    fn starts_threads(&self) -> bool {
        false
    }
}

/// What is asked of a program. Searches end by what they counted, never by the clock.
fn questions(name: &str, text: &str) -> Vec<Value> {
    let ask = |what: &str, options: Value| json!({ "ask": what, "program": { "name": name, "text": text }, "options": options });
    let search = |algorithm: &str| json!({ "algorithm": algorithm, "max_states": 5_000, "max_runs": 300, "clients": 20, "time": 600 });
    let mut all = vec![
        ask("check", json!({})),
        ask("derivation", json!({})),
        ask("explore", search("dpor")),
        ask("explore", search("states")),
        ask("explain", search("dpor")),
    ];
    all.extend((1..=5).map(|seed| ask("run", json!({ "seed": seed }))));
    all
}

#[test]
fn the_module_answers_what_the_native_engine_answers() {
    let Some(module) = std::env::var_os("RACEFREE_WASM") else {
        return eprintln!("skipped: RACEFREE_WASM does not say where the module is");
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let script = root.join("web/ui/test/answers.mjs");
    let node =
        Command::new("node").arg(script).arg(root.join(module)).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut node) = node else {
        return eprintln!("skipped: there is no node");
    };
    let (mut asked, told) = (node.stdin.take().expect("piped"), node.stdout.take().expect("piped"));
    let mut told = BufReader::new(told);
    let corpus = racefree_corpus::entries();
    let cases = std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(corpus.len() / 10);
    let (mut compared, mut answers) = (0, 0);
    for entry in corpus.iter().step_by((corpus.len() / cases.max(1)).max(1)) {
        for question in questions(entry.path, entry.source) {
            let question = question.to_string();
            writeln!(asked, "{question}").expect("node reads");
            let mut theirs = String::new();
            told.read_line(&mut theirs).expect("node answers");
            let ours = answer(&question, Arc::new(Page));
            assert!(theirs.trim_end() == ours, "{question}\nnatively: {ours}\nthe module: {theirs}");
            answers += usize::from(!ours.starts_with("{\"error\""));
            compared += 1;
        }
    }
    drop(asked);
    node.wait().expect("node ends");
    assert!(answers * 2 > compared && compared >= 10 * cases.min(10), "only {answers} of {compared} are answers");
    eprintln!("{compared} answers are the same, {answers} of them no refusals");
}
