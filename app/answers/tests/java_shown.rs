//! What people see of programs in Java is Java: no name that the elaboration makes, no line that the file has not, no object that it does not
//! speak of.

use crate::java_run::{all, answer_with, programs};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Members of answers that are not words about the program: its own text, paths, commands, and what it prints.
const APART: &[&str] = &["source", "file", "command", "commands", "output", "printed", "value", "old", "what"];

/// Each string of an answer with the member that it is in, and each line; steps inside the library are shown only if somebody asks for them.
fn each(answer: &Value, key: &str, is_shown: bool, see: &mut dyn FnMut(&str, bool, &Value)) {
    match answer {
        Value::Object(all) => {
            let is_shown = is_shown && all.get("inside").is_none();
            let all = all.iter().filter(|(key, _)| !APART.contains(&key.as_str()));
            all.for_each(|(key, v)| each(v, key, is_shown, see));
        }
        Value::Array(all) => all.iter().for_each(|v| each(v, key, is_shown, see)),
        leaf => see(key, is_shown, leaf),
    }
}

/// The reason why a word is none of Java, if it is none.
fn is_foreign(word: &str, text: &str, is_shown: bool) -> Option<&'static str> {
    let is_named = |name: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    let (class, number) = word.split_once('#').unwrap_or((word, ""));
    let begins = number.starts_with(|c: char| c.is_ascii_digit());
    match () {
        () if word.to_lowercase().contains("racefree") => Some("a name of the library's own"),
        () if word.contains("$class") => Some("the holder of static members"),
        () if word.contains('$') && word.starts_with(char::is_lowercase) => Some("a number or class behind a name"),
        () if is_shown && begins && class == "Object" && !is_named("Object") => {
            Some("an object that the program does not make")
        }
        () => None,
    }
}

fn look(path: &Path, text: &str, what: &str, answer: &Value, wrong: &mut Vec<String>) {
    let last = text.lines().count() as u64;
    let mut tell = |message: String| wrong.push(format!("{}: {what}: {message}", path.display()));
    let mut see = |key: &str, is_shown: bool, leaf: &Value| match leaf {
        Value::Number(line) if key.ends_with("line") && line.as_u64().is_none_or(|line| line > last) => {
            tell(format!("line {line} of {last}"));
        }
        Value::String(said) => {
            for word in said.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '#' | '@')) {
                if let Some(why) = is_foreign(word, text, is_shown).filter(|_| !text.contains(word)) {
                    tell(format!("`{key}` says {said:?}: `{word}` is {why}"));
                }
            }
        }
        _ => {}
    };
    each(answer, "", true, &mut see);
    for step in answer["steps"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|step| step["event"] == "alloc" && step["inside"] != true)
    {
        let said = step["text"].as_str().unwrap_or_default();
        let made = said.strip_prefix("new ").and_then(|made| made.split(['#', '[']).next());
        let makes = |class: &str| text.contains(class.rsplit('.').next().unwrap_or(class));
        if made.is_some_and(|class| !makes(class) && !class.starts_with("anonymous")) {
            tell(format!("a step is {said:?}"));
        }
    }
}

#[test]
fn what_is_shown_of_a_program_in_java_is_java() {
    let mut wrong = Vec::new();
    for path in programs().into_iter().step_by(if all() { 3 } else { 12 }) {
        let text = fs::read_to_string(&path).expect("text");
        let asked = [
            ("trace", json!({ "seed": 1, "max_steps": 500 })),
            ("graph", json!({ "graph_nodes": 12 })),
            ("explain", json!({ "max_states": 30, "clients": 0 })),
        ];
        for (what, options) in asked {
            // Those that use the library most are explored too.
            if what == "trace" || path.parent().is_some_and(|folder| folder.ends_with("library")) {
                look(&path, &text, what, &answer_with(what, &path, &text, options), &mut wrong);
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The steps of a run that are shown, in words.
fn shown(text: &str) -> Vec<String> {
    let trace = answer_with("trace", "A.java".as_ref(), text, json!({ "seed": 1 }));
    let steps = trace["steps"].as_array().unwrap_or_else(|| panic!("{trace}"));
    let seen = steps.iter().filter(|step| step["event"] != "local" && step["inside"] != true);
    seen.map(|step| step["text"].as_str().expect("words").to_owned()).collect()
}

#[test]
fn a_call_of_the_library_says_what_it_gives() {
    let text = "import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*;\npublic class A { public static void main(String[] args) {\n\
        AtomicInteger n = new AtomicInteger(4); n.incrementAndGet(); n.set(1);\n\
        ReentrantLock l = new ReentrantLock(); l.lock(); l.isLocked();\n} }";
    let steps = shown(text);
    let wanted = [
        "call A.main",
        "new AtomicInteger#1",
        "call AtomicInteger#1.incrementAndGet → 5",
        "call AtomicInteger#1.set",
        "new ReentrantLock#1",
        "call ReentrantLock#1.lock",
        "call ReentrantLock#1.isLocked → true",
    ];
    assert_eq!(steps, wanted);
}
