//! The methods of the library that a program may call: those whose names are words of its text, or of other methods that it may call. A method
//! with another name is left out of a run, and all that only it needs.

use super::{FILES, declared};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// Names of methods that nothing has to write to call them: those that statements, operators and threads call.
const ALWAYS: &[&str] = &[
    "addSuppressed",
    "apply",
    "cloned",
    "close",
    "compareTo",
    "described",
    "enterThread",
    "equals",
    "failed",
    "getCause",
    "getClass",
    "getLocalizedMessage",
    "getMessage",
    "hasNext",
    "hash",
    "hashCode",
    "iterator",
    "lockOfBox",
    "made",
    "name",
    "next",
    "none",
    "ofMain",
    "ordinal",
    "present",
    "racefreeBegin",
    "run",
    "same",
    "sameClass",
    "toString",
    "valueOf",
];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').filter(|word| !word.is_empty())
}

/// The name under which a member of a class is looked for: a method's own; of a field, a constructor and a class in it that of the class.
fn name_of<'t>(line: &'t str, class: &'t str) -> &'t str {
    let head = line.split(['=', '{', ';']).next().unwrap_or_default();
    let is_class = words(head).any(|word| matches!(word, "class" | "interface" | "enum" | "record"));
    match head.split_once('(') {
        Some((before, _)) if !is_class => words(before).last().unwrap_or(class),
        _ => class,
    }
}

/// A line of the library, and its class if that is not one that every program has.
type Line = (Option<&'static str>, &'static str);

/// The texts of the library's members, by the names under which they are looked for.
fn members() -> &'static HashMap<&'static str, Vec<Line>> {
    static MEMBERS: OnceLock<HashMap<&str, Vec<Line>>> = OnceLock::new();
    MEMBERS.get_or_init(|| {
        let mut all: HashMap<&str, Vec<Line>> = HashMap::new();
        for (package, _, text) in FILES {
            let (mut class, mut name) = ("", "");
            for line in text.lines() {
                if let Some(next) = declared(line) {
                    (class, name) = (next, next);
                } else if line.starts_with("    ") && !line.starts_with("     ") && !line.starts_with("    }") {
                    name = name_of(line, class);
                }
                all.entry(name).or_default().push(((*package != "java.lang").then_some(class), line));
            }
        }
        all
    })
}

/// The words of a program and of all that it may need of the library: a method of the library whose name is none of them is not called. A method
/// of a class that nothing names needs nothing, since there is no object of it.
pub(crate) fn needed<'t>(texts: impl Iterator<Item = &'t str>) -> HashSet<&'t str> {
    let mut found: HashSet<&'t str> = HashSet::new();
    let mut unnamed: HashMap<&str, Vec<&'static str>> = HashMap::new();
    let mut open: Vec<&'t str> = ALWAYS.to_vec();
    open.extend(texts.flat_map(words));
    while let Some(word) = open.pop() {
        if !found.insert(word) {
            continue;
        }
        open.extend(unnamed.remove(word).into_iter().flatten().flat_map(words));
        for &(class, line) in members().get(word).into_iter().flatten() {
            match class.filter(|class| !found.contains(class)) {
                None => open.extend(words(line)),
                Some(class) => unnamed.entry(class).or_default().push(line),
            }
        }
    }
    found
}
