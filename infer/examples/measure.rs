//! Measures the inference (README, "Inference"): `cargo run --release -p racefree-infer --example measure`.
#![allow(clippy::print_stdout)]

use racefree_grammar::parse;
use racefree_infer::{Answer, Problem, Runs, Settings, Way, erase, infer, infer_by_runs};
use std::fmt::Write;
use std::time::Instant;

/// Modules of a list and what owns it, each with a lock handed on by a ghost.
fn modules(lines: usize) -> String {
    let (mut p, mut main) = (String::new(), String::new());
    for i in 0..lines / 27 {
        let _ = write!(
            p,
            "class Node{i} {{\n  int key = 0\n  Node{i} next = null\n  void init(int k, Node{i} n) {{\n    this.key = k;\n    \
             this.next = n\n  }}\n  boolean has(int k) {{\n    if (this.key == k) true\n    else if (this.next == null) false\n    \
             else this.next.has(k)\n  }}\n}}\nclass Table{i} {{\n  Node{i} head = null\n  void put(int k) {{\n    \
             synchronized this in {{\n      let Node{i} node = new Node{i} in {{\n        node.init(k, this.head);\n        \
             this.head = node\n      }}\n    }}\n  }}\n}}\n"
        );
        let _ = writeln!(main, "let Table{i} t{i} = new Table{i} in {{ fork {{ t{i}.put(1) }}; t{i}.put(2) }};");
    }
    // Each in a block of its own, so that scopes stay small.
    let blocks: Vec<String> = main.lines().map(|line| format!("{{ {} }}", line.trim_end_matches(';'))).collect();
    format!("{p}{{\n{}\n}}\n", blocks.join(";\n"))
}

/// Modules that need no ghost.
fn plain(lines: usize) -> String {
    let mut p = String::new();
    let mut blocks = Vec::new();
    for i in 0..lines / 10 {
        let _ = write!(
            p,
            "class A{i} {{\n  int v = 0\n  void set(int x) {{\n    this.v = this.v + x\n  }}\n  int get() {{\n    synchronized this in \
             this.v\n  }}\n}}\n"
        );
        blocks.push(format!("{{ let A{i} a = new A{i} in {{ fork {{ synchronized a in a.set(1) }}; a.get() }} }}"));
    }
    format!("{p}{{\n{}\n}}\n", blocks.join(";\n"))
}

/// One chain of classes, whose lock all hand on.
fn chain(lines: usize) -> String {
    let mut p = String::from("class C0 {\n  int v = 0\n  void put(int x) {\n    this.v = x\n  }\n}\n");
    let many = lines / 7;
    for i in 1..many {
        let _ = write!(
            p,
            "class C{i} {{\n  int n = 0\n  C{0} next = new C{0}\n  void put(int x) {{\n    this.n = x; this.next.put(x)\n  }}\n}}\n",
            i - 1
        );
    }
    let top = many - 1;
    p + &format!(
        "let Object l = new Object in\nlet C{top} top = new C{top} in {{\n  fork {{ synchronized l in top.put(1) }}\n  fork {{ \
         synchronized l in top.put(2) }}\n}}\n"
    )
}

fn timed(name: &str, source: &str, way: Option<Way>) {
    let program = parse(source).unwrap_or_else(|e| panic!("{name}: {:?}", e.first()));
    let lines = source.lines().count();
    let start = Instant::now();
    let found = infer(&program, source, &Settings::default(), way, None);
    let seconds = start.elapsed().as_secs_f64();
    match found {
        Ok(a) => println!(
            "{name}: {lines} lines, {} in {seconds:.2} s ({:.0} lines/s), {} annotations, {} ghosts, ok {}",
            a.by.name(),
            lines as f64 / seconds,
            a.size(),
            a.ghosts,
            a.ok
        ),
        Err(problem) => println!("{name}: {problem:?}"),
    }
}

fn corpus() {
    let (mut all, mut by_ghosts, mut runs, mut of_runs) = (0, [0; 4], 0, 0);
    let (mut fixpoint, mut sat, mut defaults, mut classes) = (0, 0, 0, 0);
    let none = |e: Problem| panic!("{e:?}");
    for entry in racefree_corpus::entries() {
        let program = match parse(entry.source) {
            Ok(program) if entry.header().claim("check") == Some("ok") && entry.header().system() == "base" => program,
            _ => continue,
        };
        if !program.no_warns.is_empty() || !entry.header().list("option").is_empty() {
            continue;
        }
        let text = erase(&program, entry.source, false);
        let program = parse(&text).unwrap_or_else(|e| panic!("{}: {:?}", entry.path, e.first()));
        let settings = Settings::default();
        let of = |way| infer(&program, &text, &settings, way, None).unwrap_or_else(none);
        let answer: Answer = of(None);
        all += 1;
        by_ghosts[if answer.ok { answer.ghosts as usize } else { 3 }] += 1;
        if answer.by == Way::Fixpoint {
            fixpoint += answer.size();
            sat += of(Some(Way::Sat)).size();
        }
        classes += program.classes.len();
        if of(Some(Way::Defaults)).ok {
            defaults += program.classes.len();
        }
        if program.main.is_some() {
            of_runs += 1;
            let seen = Runs {
                runs: 30,
                limits: racefree_infer::run::Limits { steps: 20_000, ..Default::default() },
                ..Runs::default()
            };
            match infer_by_runs(&program, &text, &settings, &seen, None) {
                Ok(answer) if answer.ok => runs += 1,
                _ => println!("  by run not: {}", entry.path),
            }
        }
    }
    println!("corpus, erased: {all} programs, by auto {by_ghosts:?} with 0, 1, 2 ghosts a class, not at all");
    println!("  size where fixpoint does: fixpoint {fixpoint}, sat {sat}");
    println!("  by 30 random runs: {runs} of {of_runs}");
    println!("  classes in programs that the defaults make check: {defaults} of {classes}");
}

fn main() {
    corpus();
    for lines in [1_000, 10_000, 100_000] {
        timed("plain classes", &plain(lines), Some(Way::Fixpoint));
    }
    for lines in [1_000, 10_000, 100_000] {
        timed("modules with a ghost each", &modules(lines), None);
    }
    for lines in [1_000, 4_200, 30_000] {
        timed("one chain of ghosts", &chain(lines), None);
    }
}
