//! Sources that are deep, long or garbage: they are parsed, printed or refused in good time, and nothing panics.

#![allow(clippy::disallowed_methods, reason = "it measures")]

use racefree_grammar::ast::Program;
use racefree_grammar::builder::MAX_DEPTH;
use racefree_grammar::{SyntaxError, parse, printer};
use std::time::{Duration, Instant};

const DEEP: usize = 100_000;

/// `open` and `close` so often around `inside`.
fn nest(n: usize, open: &str, inside: &str, close: &str) -> String {
    format!("{}{inside}{}", open.repeat(n), close.repeat(n))
}

/// Fails if something takes much longer than it should on a slow machine.
fn in_time<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    assert!(start.elapsed() < Duration::from_secs(20), "{what} took {:?}", start.elapsed());
    result
}

fn parsed(what: &str, source: &str) -> Program {
    match in_time(what, || parse(source)) {
        Ok(program) => program,
        Err(errors) => panic!("{what}: {:?}", &errors[..errors.len().min(3)]),
    }
}

fn refused(what: &str, source: &str) -> Vec<SyntaxError> {
    match in_time(what, || parse(source)) {
        Ok(_) => panic!("{what} is no program"),
        Err(errors) => errors,
    }
}

/// Failure with the source that is never done with.
fn all_end(sources: Vec<String>) {
    let (done, ended) = std::sync::mpsc::channel();
    let copy = sources.clone();
    std::thread::spawn(move || {
        for source in &copy {
            let _ = parse(source);
            if done.send(()).is_err() {
                return;
            }
        }
    });
    for source in &sources {
        ended.recv_timeout(Duration::from_secs(20)).unwrap_or_else(|e| panic!("{e}: {source}"));
    }
}

/// Shapes that nest: a name, what to write before, in the middle and behind.
const SHAPES: &[(&str, &str, &str, &str)] = &[
    ("round brackets", "(", "x", ")"),
    ("braces", "{", "x", "}"),
    ("blocks with a statement before", "{ x; ", "x", "}"),
    ("blocks with a statement after", "{", "x", "} x "),
    ("forks", "fork ", "x", ""),
    ("fork blocks", "fork { x; ", "x", "}"),
    ("field accesses", "", "x", ".f"),
    ("calls", "", "x", ".f()"),
    ("arguments", "x.f(", "x", ")"),
    ("two arguments", "x.f(y, ", "x", ")"),
    ("lets", "let int x = 1 in ", "x", ""),
    ("lets in lets", "let int x = { ", "1", " } in x"),
    ("minuses", "- ", "x", ""),
    ("nots", "!", "x", ""),
    ("ifs", "if (c) ", "x", ""),
    ("ifs in conditions", "if (", "x", ") y"),
    ("ifs with else", "if (c) { ", "x", "} else y"),
    ("else chain", "if (c) y else ", "x", ""),
    ("whiles", "while (c) ", "x", ""),
    ("synchronized", "synchronized x in { y; ", "x", "}"),
    ("synchronized as a lock", "synchronized (", "x", ") in y"),
    ("assignments", "x.f = ", "x", ""),
    ("sum", "x + ", "x", ""),
    ("sum to the right", "x + (", "x", ")"),
    ("sum of products", "x * (x + ", "x", ")"),
];

#[test]
fn deep_programs_are_parsed() {
    for (what, open, inside, close) in SHAPES {
        parsed(what, &nest(DEEP, open, inside, close));
    }
    parsed("a long sequence", &"x.f(1); ".repeat(DEEP));
    parsed("a long class", &format!("class C {{ {} }}", "int f guarded_by this = 1; ".repeat(DEEP)));
    parsed("long ghost arguments", &format!("new C<{}>", vec!["x.f.g"; DEEP].join(", ")));
}

#[test]
fn deep_programs_are_printed() {
    for (i, (what, open, inside, close)) in SHAPES.iter().enumerate() {
        let n = if i % 8 == 3 { DEEP } else { DEEP / 10 };
        let program = parsed(what, &nest(n, open, inside, close));
        let text = in_time(what, || printer::print(&program));
        let again = parsed(what, &text);
        assert!(in_time(what, || program.same_syntax(&again)), "{what}: printed as something else");
    }
}

#[test]
fn deep_sources_are_formatted() {
    let comments = [
        nest(DEEP, "( // c\n", "x", ")"),
        nest(DEEP, "let int x = 1 in // c\n", "x", ""),
        nest(DEEP / 4, "fork { // c\n", "x", "}"),
        nest(DEEP / 4, "if (c) /* c */ ", "x", ""),
        nest(DEEP / 4, "/*# synchronized */ x in { y; ", "x", " // c\n}"),
        nest(DEEP / 4, "x.f(/* c */ ", "x", ")"),
        "x; // c\n".repeat(DEEP),
        "// c\n".repeat(DEEP),
        "x //# no_warn a\n + ".repeat(DEEP) + "x",
        "/* c */ ".repeat(DEEP),
    ];
    for source in comments {
        let what = &source[..16];
        let formatted = in_time(what, || printer::format(&source)).expect(what);
        let again = in_time(what, || printer::format(&formatted)).expect(what);
        assert!(formatted == again, "{what}: not idempotent");
    }
}

#[test]
fn deeper_than_the_limit_is_a_clear_error() {
    let too_deep = MAX_DEPTH as usize + 1;
    for (open, close) in [("fork ", ""), ("- ", ""), ("let int x = 1 in ", ""), ("", ".f"), ("x.f(", ")")] {
        let errors = refused("too deep", &nest(too_deep, open, "x", close));
        assert_eq!(errors.len(), 1, "{open}");
        assert!(errors[0].message.contains("nested deeper than 250000 levels"), "{}", errors[0].message);
        assert!(errors[0].help.is_some());
    }
    // Brackets alone leave no trace in the syntax.
    parsed("brackets", &nest(too_deep, "(", "x", ")"));
}

#[test]
fn brackets_that_are_never_closed_are_refused() {
    for (open, expected) in [("(", "this `(` is never closed"), ("{", "this `{` is never closed"), ("x.f(", "`(`")] {
        let errors = refused(open, &open.repeat(DEEP));
        assert!(errors.iter().any(|e| e.message.contains(expected)), "{open}: {:?}", &errors[..1]);
        assert!(errors.len() <= 250, "{open}: {}", errors.len());
    }
    for close in [")", "}", "};", ");"] {
        let errors = refused(close, &close.repeat(DEEP));
        assert!(!errors.is_empty() && errors.len() <= 250, "{close}: {}", errors.len());
    }
}

#[test]
fn an_error_deep_inside_is_found_where_it_is() {
    for (open, close) in [("{ ", "}"), ("fork { x; ", "}"), ("x.f({ ", "})"), ("if (c) { ", "} else { y }")] {
        let source = nest(DEEP, open, "new C(1)", close);
        let errors = refused(open, &source);
        assert_eq!(errors.len(), 1, "{open}: {:?}", &errors[..2]);
        assert_eq!(errors[0].message, "`new C` takes no arguments");
        assert_eq!(errors[0].span.start as usize, open.len() * DEEP + 5);
    }
}

#[test]
fn comments_nest_as_deeply_as_one_likes() {
    parsed("comments", &nest(DEEP, "/*", " x ", "*/"));
    parsed("annotation comments", &nest(DEEP, "/*#", " x ", "*/"));
    let errors = refused("open comments", &"/*".repeat(DEEP));
    assert_eq!(errors.len(), 1);
    let errors = refused("open annotation comments", &("x ".to_owned() + &"/*# ".repeat(DEEP)));
    assert_eq!(errors.len(), 1001);
    assert_eq!(errors[0].message, "this comment is never closed");
}

#[test]
fn early_returns_of_large_sources_are_repaired_for_sure() {
    let class =
        |i: usize| format!("class C{i} {{ {} }}\n", "int f(int x) { if (x > 0) return 1; return 2 }\n".repeat(20));
    for n in [60, 600] {
        let source: String = (0..n).map(class).collect();
        let errors = refused("early returns", &source);
        assert!(source.len() > 50_000 && errors.len() > 1_000, "{}", errors.len());
        let sure = errors.iter().filter(|e| e.fixes.iter().any(|fix| fix.sure)).count();
        assert!(sure >= 1_000, "{sure} of {}", errors.len());
    }
}

/// A fixed row of pseudo-random numbers.
fn numbers() -> impl FnMut() -> usize {
    let mut state = 1u64;
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize
    }
}

#[test]
fn what_repairs_look_for_ends_in_any_order() {
    let words = "if else ( ) { } ; , . = + - * < > -> ? : := ++ -- += in do for let int new var try fork void super while \
                 final return synchronized catch finally switch break static public volatile throw implements import \
                 requires guarded_by class this null print assert a b 1 \"s\" A Thread System.out.println( @ [ ]";
    let words: Vec<&str> = words.split_whitespace().collect();
    // The statements that have others in them, more often.
    let nested: Vec<&str> =
        "if else ( a ) { } return 1 ; fork let int x = in synchronized while do for -> ,".split(' ').collect();
    let mut next = numbers();
    let mut soup = |words: &[&str]| {
        let n = next() % 24 + 1;
        (0..n).map(|_| words[next() % words.len()]).collect::<Vec<_>>().join(" ")
    };
    let mut sources = Vec::new();
    for i in 0..25_000 {
        let soup = soup(if i % 8 == 0 { &words } else { &nested });
        sources.push(match i % 5 {
            0 => soup,
            1 => format!("class A {{ {soup} }}\nnew A"),
            _ => format!("class A {{ int m() {{ {soup} }} }}\nnew A"),
        });
    }
    all_end(sources);
}

#[test]
fn a_million_tokens_of_garbage_are_refused() {
    let words = "class { } ( ) ; let in if else x 1 + = int fork < > . synchronized holds \"s\" C , new return for \
        guarded_by";
    let words: Vec<&str> = words.split(' ').collect();
    let mut next = numbers();
    for skip in [0, 3, 7] {
        let mut source = String::new();
        for i in 0..1_000_000 {
            source.push_str(words[next() % (words.len() - skip) + skip]);
            source.push(if i % 16 == 15 { '\n' } else { ' ' });
        }
        let errors = refused("garbage", &source);
        assert!(errors.windows(2).all(|w| w[0].span.start <= w[1].span.start));
    }
}
