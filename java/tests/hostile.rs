//! Texts that nobody should write: no panic, no overflow of the stack, every error within its file.

use crate::corpus::every;
use crate::forms::bodies;
use proptest::prelude::*;
use racefree_java::Java;
use racefree_java::declare::Problem;
use racefree_java::elaborate::{Options, elaborate};
use racefree_java::sources::Sources;
use racefree_java::tree::Origin;

/// Reads, attributes and elaborates a text, and returns the number of its problems.
fn survives(bytes: &[u8]) -> usize {
    let mut sources = Sources::default();
    sources.add("a".into(), b"class Before { }", Origin::Source).expect("a short text");
    let file = sources.add("b".into(), bytes, Origin::Source).expect("a short text");
    let mut java = Java::read(sources, None, 1);
    let place = java.sources.files()[file.index()].span;
    for problem in &java.problems {
        if let Problem::Syntax(e) = problem {
            assert!(place.contains(e.span), "{e:?} is outside {place:?}");
            assert!(!e.message(&java.sources).is_empty());
        }
    }
    for body in bodies(&mut java) {
        for e in &body.expressions {
            assert!(e.span.start <= e.span.end && e.span.end as usize <= java.sources.text().len());
        }
    }
    let elaborated = elaborate(&mut java, Options::default());
    assert!(elaborated.problems.iter().all(|e| place.contains(e.span)));
    java.problems.len()
}

fn nested(before: &str, open: &str, inside: &str, close: &str, after: &str, n: usize) -> String {
    [before, &open.repeat(n), inside, &close.repeat(n), after].concat()
}

/// A method in which what is nested stands.
const METHOD: &str = "class A { A a; A f(A a) { return a; } int x; void m(int[] v) { ";

#[test]
fn deep_expressions_are_read() {
    let (n, m) = (100_000 / every(4), METHOD);
    for (open, inside, close) in [
        ("(", "x", ")"),
        ("f(", "a", ")"),
        ("-(", "x", ")"),
        ("", "x", "+ x"),
        ("a.", "x", ""),
        ("", "this", ".f(a)"),
        ("x > 1 ? ", "x", " : x"),
        ("!", "true", ""),
        ("v[", "0", "]"),
        ("(Object) ", "a", ""),
    ] {
        let n = if open == "(" { n } else { n / 5 };
        let text = nested(&format!("{m} Object o = "), open, inside, close, "; } }", n);
        assert_eq!(survives(text.as_bytes()), 0, "{open}{inside}{close}");
    }
}

#[test]
fn deep_statements_are_read() {
    let n = 20_000 / every(4);
    for (open, inside, close) in [
        ("{", "x = 1;", "}"),
        ("if (true) ", "x = 1;", ""),
        ("while (true) { ", "", " }"),
        ("synchronized (a) {", "", "}"),
    ] {
        assert_eq!(survives(nested(METHOD, open, inside, close, "} }", n).as_bytes()), 0, "{open}");
    }
}

#[test]
fn deep_declarations_are_read() {
    for (before, open, inside, close, after) in [
        ("class A { ", "class B { ", "", "}", "}"),
        ("class A { A", "[]", "", "", " a; }"),
        ("class A<T> { ", "A<", "T", ">", " a; }"),
        ("class A { Object o = ", "new Object() { Object o = ", "1", "; }", "; }"),
        ("class A { Runnable r = ", "() -> ", "1", "", "; }"),
        ("class A { a", ".b", "", "", " f; }"),
        ("class A { int x = ", "switch (1) { default -> ", "1", "; }", "; }"),
    ] {
        survives(nested(before, open, inside, close, after, 2_000).as_bytes());
    }
    survives(nested("", "class B { int b; ", "", "}", "", 5_000).as_bytes());
    let chain: String = (0..10_000).map(|i| format!("class C{i} extends C{} {{ int f{i}; }}\n", i + 1)).collect();
    assert_eq!(survives(chain.as_bytes()), 0);
}

#[test]
fn long_texts_are_read() {
    let n = 20_000 / every(4);
    for (before, repeated, after) in [
        ("class A { ", "/*# guarded_by l */ ", "int f; }"),
        ("class A { ", "/*# guarded_by l */ int f; ", "}"),
        ("class A { ", "int f; //# guarded_by l\n", "}"),
        ("class A { void m() { ", "/*# holds l */ ; ", "} }"),
        ("class A { void m() { ", "{ int x; x = 1; }", "} }"),
        ("class A { void m() { ", "int x = 1; ", "} }"),
        ("class A { int a; ", "void m() { a = 1; } ", "}"),
        ("class A { int x = 1", " + 1", "; }"),
        ("class A { int[] x = { 1", ", 1", "}; }"),
        ("class A { void m(int a", ", int a", ") { } }"),
        ("class A { void m(int a) { switch (a) { ", "case 1: a = 2; break; ", "} } }"),
        ("", "import a.b.C; ", "class A { C c; }"),
    ] {
        survives([before, &repeated.repeat(n), after].concat().as_bytes());
    }
}

#[test]
fn odd_files_are_read() {
    for bytes in [
        &b""[..],
        b"\n",
        b"\xEF\xBB\xBF",
        b"\0",
        b"\xFF\xFE\0c\0l",
        b"//#",
        b"/*#",
        b"/*#*/",
        b"class",
        b"class A {",
        b"}",
        b"@",
        b"package",
    ] {
        survives(bytes);
    }
    survives(&(0..=255u8).cycle().take(20_000).collect::<Vec<u8>>());
    survives(nested("class A { ", "(", "", "", "", 100_000).as_bytes());
    survives(nested("", "{", "", "", "", 100_000).as_bytes());
    survives(nested("class A { int x = ", "\"", "", "", "", 10_001).as_bytes());
}

fn forms() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/forms");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    files.iter().map(|f| std::fs::read_to_string(f).expect("a text")).collect()
}

#[test]
fn truncated_files_are_read() {
    for text in forms() {
        for end in (0..text.len()).step_by(7 * every(3)).filter(|i| text.is_char_boundary(*i)) {
            survives(&text.as_bytes()[..end]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(300), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survives(&bytes);
    }

    #[test]
    fn changed_files_are_read(file in 0..11usize, at in any::<prop::sample::Index>(), length in 0..12usize, put in "[a-z(){};.<>\"'@/*:?=! ]{0,6}") {
        let text = forms().swap_remove(file);
        let (a, b) = (at.index(text.len()), (at.index(text.len()) + length).min(text.len()));
        let changed = [&text.as_bytes()[..a], put.as_bytes(), &text.as_bytes()[b..]].concat();
        survives(&changed);
    }

    #[test]
    fn words_in_any_order_are_read(words in proptest::collection::vec(prop::sample::select(vec![
        "class", "A", "{", "}", "(", ")", ";", "int", "x", "=", "new", "A<", ">", "->", "::", "switch", "case", "default", "if", "else", "for", ":", "try",
        "catch", "finally", "return", "this", "super", ".", ",", "\"s\"", "1", "enum", "record", "interface", "extends", "implements", "import", "static",
        "var", "?", "[", "]", "instanceof", "&&", "!", "yield", "break", "@", "/*# l */", "throw", "synchronized", "package",
    ]), 0..60)) {
        survives(words.join(" ").as_bytes());
    }
}
