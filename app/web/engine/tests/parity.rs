//! The module answers, byte for byte, what the native engine answers with the limits of a page: of each program of the corpus check,
//! derivation, explorations, explanations and runs. The small module beside it answers the same or refuses. `RACEFREE_WASM`
//! says where the module is (`app/web/build engine`); node runs it.
//! Every tenth program is asked about, or as `RACEFREE_CASES` says, so many of them.

// What is skipped, and how much was compared, is said.
#![allow(clippy::print_stderr)]

use racefree_corpus::Entry;
use racefree_engine::answer;
use racefree_explore::{Host, Progress, SystemHost};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
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

/// A module that node runs.
struct Module {
    node: Child,
    asked: ChildStdin,
    told: BufReader<ChildStdout>,
}

impl Module {
    /// None if there is no node.
    fn new(root: &Path, module: &Path) -> Option<Module> {
        let mut node = Command::new("node");
        let node = node.arg(root.join("app/web/ui/test/answers.mjs")).arg(module);
        let mut node = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (asked, told) = (node.stdin.take()?, BufReader::new(node.stdout.take()?));
        Some(Module { node, asked, told })
    }

    fn ask(&mut self, question: &str) -> String {
        writeln!(self.asked, "{question}").expect("node reads");
        let mut told = String::new();
        self.told.read_line(&mut told).expect("node answers");
        told.trim_end().to_owned()
    }

    fn end(self) {
        let Module { mut node, asked, .. } = self;
        drop(asked);
        node.wait().expect("node ends");
    }
}

/// Some programs of the corpus, all of it if `RACEFREE_CASES` says so.
fn programs() -> Vec<Entry> {
    let corpus = racefree_corpus::entries();
    let cases = std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(corpus.len() / 10);
    let step = (corpus.len() / cases.max(1)).max(1);
    corpus.into_iter().step_by(step).collect()
}

/// The module of a name, if it was made and there is node; else that it is skipped is said.
fn module(name: &str) -> Option<Module> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let Some(engine) = std::env::var_os("RACEFREE_WASM") else {
        eprintln!("skipped: RACEFREE_WASM does not say where the module is");
        return None;
    };
    let module = Module::new(&root, &root.join(engine).with_file_name(name));
    if module.is_none() {
        eprintln!("skipped: there is no node");
    }
    module
}

#[test]
fn the_module_answers_what_the_native_engine_answers() {
    let Some(mut engine) = module("engine.wasm") else { return };
    let (programs, mut compared, mut answers) = (programs(), 0, 0);
    for entry in &programs {
        for question in questions(entry.path, entry.source) {
            let question = question.to_string();
            let (theirs, ours) = (engine.ask(&question), answer(&question, Arc::new(Page)));
            assert!(theirs == ours, "{question}\nnatively: {ours}\nthe module: {theirs}");
            answers += usize::from(!ours.starts_with("{\"error\""));
            compared += 1;
        }
    }
    engine.end();
    assert!(answers * 2 > compared && compared >= 10 * programs.len(), "only {answers} of {compared} are answers");
    eprintln!("{compared} answers are the same, {answers} of them no refusals");
}

#[test]
fn the_small_module_answers_the_same_or_refuses() {
    let Some(mut judge) = module("judge.wasm") else { return };
    let (programs, mut compared, mut refused) = (programs(), 0, 0);
    for Entry { path, source } in &programs {
        for ask in ["check", "derivation", "outline", "fmt", "tokens"] {
            let question = json!({ "ask": ask, "program": { "name": path, "text": source } }).to_string();
            let (theirs, ours) = (judge.ask(&question), answer(&question, Arc::new(Page)));
            let other = theirs.starts_with("{\"error\"");
            assert!(theirs == ours || other, "{question}\nnatively: {ours}\nthe module: {theirs}");
            refused += usize::from(other);
            compared += 1;
        }
    }
    judge.end();
    // Those of other systems it refuses.
    assert!(refused * 2 < compared, "{refused} of {compared} are refused");
    eprintln!("{compared} answers of the small module, {refused} of them refusals, the others the same");
}
