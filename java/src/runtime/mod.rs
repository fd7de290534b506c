//! The library that programs run with, in Java: the classes that people write concurrent programs with, made of monitors and of the
//! primitives of [`racefree_program::primitives`]. A class is read when a program names it.

mod needed;

pub(crate) use needed::needed;

use crate::declare::Find;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The files: package, name and text.
const FILES: &[(&str, &str, &str)] = &[
    ("java.lang", "<library java.lang: lang>", include_str!("../../library/lang.java")),
    ("java.lang", "<library java.lang: throwables>", include_str!("../../library/throwables.java")),
    ("java.lang", "<library java.lang: numbers>", include_str!("../../library/numbers.java")),
    ("java.lang", "<library java.lang: chance>", include_str!("../../library/chance.java")),
    ("java.lang", "<library java.lang: scoped>", include_str!("../../library/scoped.java")),
    ("java.lang", "<library java.lang: text>", include_str!("../../library/text.java")),
    ("java.lang", "<library java.lang: builders>", include_str!("../../library/builders.java")),
    ("java.io", "<library java.io: io>", include_str!("../../library/io.java")),
    ("java.util", "<library java.util: util>", include_str!("../../library/util.java")),
    ("java.util", "<library java.util: deques>", include_str!("../../library/deques.java")),
    ("java.util", "<library java.util: compare>", include_str!("../../library/compare.java")),
    ("java.util", "<library java.util: maps>", include_str!("../../library/maps.java")),
    ("java.util", "<library java.util: trees>", include_str!("../../library/trees.java")),
    ("java.util", "<library java.util: tables>", include_str!("../../library/tables.java")),
    ("java.util", "<library java.util: arrays>", include_str!("../../library/arrays.java")),
    ("java.util", "<library java.util: collections>", include_str!("../../library/collections.java")),
    ("java.util", "<library java.util: objects>", include_str!("../../library/objects.java")),
    ("java.util", "<library java.util: random>", include_str!("../../library/random.java")),
    ("java.util", "<library java.util: dates>", include_str!("../../library/dates.java")),
    ("java.util", "<library java.util: bits>", include_str!("../../library/bits.java")),
    ("java.time", "<library java.time: time>", include_str!("../../library/time.java")),
    ("java.time.format", "<library java.time.format: formats>", include_str!("../../library/formats.java")),
    ("java.text", "<library java.text: patterns>", include_str!("../../library/patterns.java")),
    ("java.math", "<library java.math: decimals>", include_str!("../../library/decimals.java")),
    ("java.math", "<library java.math: integers>", include_str!("../../library/integers.java")),
    ("java.util", "<library java.util: timers>", include_str!("../../library/timers.java")),
    ("java.util.function", "<library java.util.function: function>", include_str!("../../library/function.java")),
    ("java.util.stream", "<library java.util.stream: stream>", include_str!("../../library/stream.java")),
    ("java.util.stream", "<library java.util.stream: numbered>", include_str!("../../library/numbered.java")),
    ("java.util.stream", "<library java.util.stream: parallel>", include_str!("../../library/parallel.java")),
    ("java.util.stream", "<library java.util.stream: collectors>", include_str!("../../library/collectors.java")),
    ("java.util.regex", "<library java.util.regex: regex>", include_str!("../../library/regex.java")),
    (
        "java.util.concurrent",
        "<library java.util.concurrent: concurrent>",
        include_str!("../../library/concurrent.java"),
    ),
    ("java.util.concurrent", "<library java.util.concurrent: executors>", include_str!("../../library/executors.java")),
    ("java.util.concurrent", "<library java.util.concurrent: barriers>", include_str!("../../library/barriers.java")),
    ("java.util.concurrent", "<library java.util.concurrent: queues>", include_str!("../../library/queues.java")),
    ("java.util.concurrent", "<library java.util.concurrent: sorted>", include_str!("../../library/sorted.java")),
    ("java.util.concurrent", "<library java.util.concurrent: pools>", include_str!("../../library/pools.java")),
    ("java.util.concurrent", "<library java.util.concurrent: shared>", include_str!("../../library/shared.java")),
    ("java.util.concurrent", "<library java.util.concurrent: futures>", include_str!("../../library/futures.java")),
    (
        "java.util.concurrent.atomic",
        "<library java.util.concurrent.atomic: atomic>",
        include_str!("../../library/atomic.java"),
    ),
    (
        "java.util.concurrent.locks",
        "<library java.util.concurrent.locks: locks>",
        include_str!("../../library/locks.java"),
    ),
    (
        "java.util.concurrent.locks",
        "<library java.util.concurrent.locks: synchronizers>",
        include_str!("../../library/synchronizers.java"),
    ),
    (
        "java.util.concurrent.locks",
        "<library java.util.concurrent.locks: parking>",
        include_str!("../../library/parking.java"),
    ),
    (
        "java.util.concurrent.locks",
        "<library java.util.concurrent.locks: stamped>",
        include_str!("../../library/stamped.java"),
    ),
];

/// The class that a line declares at its beginning, if it does.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    if line.starts_with([' ', '}', '/']) {
        return None;
    }
    words.find(|word| matches!(*word, "class" | "interface" | "enum" | "record"))?;
    words.next()
}

/// The number of the file of each class, by its qualified name.
fn classes() -> &'static HashMap<String, usize> {
    static CLASSES: OnceLock<HashMap<String, usize>> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let of_file = |(n, (package, _, text)): (usize, &(&str, &str, &str))| {
            let package = (*package).to_owned();
            let all: Vec<_> = text.lines().filter_map(declared).map(|name| (format!("{package}.{name}"), n)).collect();
            all
        };
        FILES.iter().enumerate().flat_map(of_file).collect()
    })
}

/// The package of the public class of a simple name, but for those that need no import.
pub(crate) fn package_of(simple: &str) -> Option<&'static str> {
    let is_public = |line: &str| line.starts_with("public ") && declared(line) == Some(simple);
    let of_package = |(package, _, text): &&(&str, &str, &str)| *package != "java.lang" && text.lines().any(is_public);
    FILES.iter().find(of_package).map(|(package, ..)| *package)
}

/// Names that are in front of a bracket.
fn called(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.match_indices('(').filter_map(|(at, _)| {
        let start = text[..at].rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |n| n + 1);
        (start < at).then(|| &text[start..at])
    })
}

/// The method of a class of the library that a name is nearly that of, if the library has no method of that name at all.
pub(crate) fn near_method(class: &str, name: &str, is_near: impl Fn(&str, &str) -> bool) -> Option<&'static str> {
    static KNOWN: OnceLock<std::collections::HashSet<&'static str>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| FILES.iter().flat_map(|(.., text)| called(text)).collect());
    if known.contains(name) {
        return None;
    }
    FILES.iter().find_map(|(.., text)| {
        let start = text
            .lines()
            .find(|line| declared(line) == Some(class))
            .map(|line| line.as_ptr() as usize - text.as_ptr() as usize)?;
        let end = text[start..].find("\n}").map_or(text.len(), |n| start + n);
        // A letter is left out more often than one is written twice.
        called(&text[start..end]).filter(|method| is_near(name, method)).max_by_key(|method| method.len())
    })
}

/// Finds the classes of the library.
pub fn library() -> Find {
    Arc::new(|name: &str| {
        let (_, file, text) = FILES[*classes().get(name)?];
        Some((file.to_owned(), text.as_bytes().to_vec()))
    })
}

/// The names of all classes of the library, in order.
pub fn names() -> Vec<&'static str> {
    let mut all: Vec<&str> = classes().keys().map(String::as_str).collect();
    all.sort_unstable();
    all
}
