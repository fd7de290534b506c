//! Laws: what must hold between two analyses, and how hostile input ends.

use crate::support::{closed_programs, entry, stages};
use racefree_pairs::harness::{Plan, harness, interface};
use racefree_pairs::{HarnessAt, Options, analyse};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

#[test]
fn layout_changes_places_alone() {
    for source in closed_programs().into_iter().step_by(4) {
        let program = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}"));
        let printed = racefree_grammar::printer::print(&program);
        assert_eq!(stages(source, &Options::default()), stages(&printed, &Options::default()), "{printed}");
    }
}

#[test]
fn a_harness_is_an_ordinary_program() {
    let mut open = 0;
    for entry in racefree_corpus::entries() {
        let Ok(library) = racefree_grammar::parse(entry.source) else { continue };
        if library.main.is_some() || entry.header().system() != "base" || entry.is_java() {
            continue;
        }
        let resolved = racefree_program::Resolved::new(&library);
        let Ok(calls) = interface(&resolved, &[]) else { continue };
        open += 1;
        let made = harness(&resolved, entry.source, &Plan { calls, threads: 2, warm_up: None });
        let program = racefree_grammar::parse(&made.text).unwrap_or_else(|e| panic!("{}\n{e:?}", made.text));
        let options = Options::default();
        let with = analyse(&program, Some(HarnessAt { from: made.from }), &options);
        let closed = analyse(&program, None, &options);
        let mut left = closed.left();
        left.retain(|&(a, b)| [a, b].iter().all(|&e| closed.facts.place(e).start < made.from));
        assert_eq!(with.left(), left, "{}", entry.path);
    }
    assert!(open >= 3, "only {open} open programs");
}

#[test]
fn names_of_classes_in_another_order() {
    let source = entry("naik-2006/jdbf-fixed.rfj");
    let at = source.find("class Database {").unwrap_or(0);
    let main = source.find("let Database v").unwrap_or(0);
    let first = source.find("class Connection {").unwrap_or(0);
    let moved = format!("{}\n{}\n{}", &source[at..main], &source[first..at], &source[main..]);
    assert_eq!(stages(source, &Options::default()), stages(&moved, &Options::default()));
}

#[test]
fn hostile_programs_end() {
    let start = Instant::now();
    let deep = 3_000;
    let nested = format!("let Object x = new Object in {}x{}", "synchronized x in (".repeat(deep), ")".repeat(deep));
    // What it costs is not quadratic in the depth of threads.
    let forks = format!("let Object x = new Object in {}x{}", "fork { ".repeat(10 * deep), " }".repeat(10 * deep));
    let mut classes = String::new();
    for i in 0..20_000 {
        let _ = writeln!(classes, "class C{i} extends C{} {{ }}", i + 1);
    }
    let _ = writeln!(classes, "class C20000 {{ int n = 0 }} let C0 c = new C0 in {{ fork {{ c.n = 1 }} c.n = 2 }}");
    let itself = "class A { A a = new A int n = 0 } let A a = new A in { fork { a.a.n = 1 } a.a.n }".to_owned();
    let none = "let int x = 1 in x".to_owned();
    for (source, left) in [(nested, 0), (forks, 0), (classes, 2), (itself, 1), (none, 0), (String::new(), 0)] {
        let Ok(program) = racefree_grammar::parse(&source) else { continue };
        let analysis = analyse(&program, None, &Options::default());
        // How many are left of one that never ends its first `new` is not said.
        let (found, wanted) = (analysis.left().len(), left);
        assert!(found == wanted || (wanted > 0 && found > 0), "{found}: {}", &source[..source.len().min(200)]);
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
