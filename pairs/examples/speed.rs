//! How fast the analysis is: generated programs of so many lines (libraries, lists, accounts, eight forks a thousand lines, half the
//! code locked), for k = 1, 2, 3, with what is left after each stage.
//!
//! `cargo run --profile dist -p racefree-pairs --example speed [LINES…]`, one size a run for the peak of memory.
#![allow(clippy::print_stdout)]

use racefree_pairs::{Options, analyse};
use std::fmt::Write as _;
use std::time::Instant;

/// A program of about so many lines.
fn program(lines: usize) -> String {
    let mut text = String::new();
    let modules = lines.div_ceil(125).max(1);
    for m in 0..modules {
        module(&mut text, m);
    }
    for m in 0..modules {
        let _ = writeln!(
            text,
            "(let Library{m} l{m} = new Library{m} in {{\n  l{m}.fill(3);\n  fork {{ l{m}.work(1) }}\n}});"
        );
    }
    text
}

/// Accounts, a list of them, and a library that uses both; every other method locks.
fn module(text: &mut String, m: usize) {
    let _ = writeln!(
        text,
        "class Account{m} {{\n  int balance = 0\n  int limit = 10\n  synchronized int deposit(int x) {{\n    this.balance = this.balance + x\n  }}\n  \
         int get() {{\n    this.balance\n  }}\n  synchronized void move(Account{m} to, int x) {{\n    this.balance = this.balance - x;\n    to.deposit(x)\n  }}\n}}\n\
         class Node{m} {{\n  Account{m} item = null\n  Node{m} next = null\n  void init(Account{m} a, Node{m} n) {{\n    this.item = a;\n    this.next = n\n  }}\n  \
         int sum() {{\n    if (this.next == null) this.item.get()\n    else this.item.get() + this.next.sum()\n  }}\n}}\n\
         class List{m} {{\n  Node{m} head = null\n  int size = 0\n  synchronized void add(Account{m} a) {{\n    let Node{m} n = new Node{m} in {{\n      \
         n.init(a, this.head);\n      this.head = n;\n      this.size = this.size + 1\n    }}\n  }}\n  synchronized int sum() {{\n    if (this.head == null) 0 else this.head.sum()\n  }}\n  \
         int length() {{\n    this.size\n  }}\n}}"
    );
    let _ = writeln!(
        text,
        "class Library{m} {{\n  List{m} list = new List{m}\n  Account{m} main = new Account{m}\n  int count = 0"
    );
    let _ = writeln!(
        text,
        "  void fill(int n) {{\n    let Account{m} a = new Account{m} in {{\n      a.balance = n;\n      this.list.add(a)\n    }}\n  }}"
    );
    for i in 0..12 {
        let sync = if i % 2 == 0 { "synchronized " } else { "" };
        let next = if i < 11 { format!("this.step{}(n + 1)", i + 1) } else { "this.list.length()".to_owned() };
        let _ = writeln!(
            text,
            "  {sync}int step{i}(int n) {{\n    this.count = this.count + n;\n    this.main.deposit(n);\n    {next}\n  }}"
        );
    }
    let _ = writeln!(
        text,
        "  int work(int n) {{\n    this.fill(n);\n    this.step0(n);\n    synchronized this in {{\n      this.count = this.list.sum()\n    }}\n    this.main.get()\n  }}\n}}"
    );
}

/// The peak of memory, in megabytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 10_000, 100_000] } else { sizes };
    println!("{:>9} {:>2} {:>9} {:>8}  stages", "lines", "k", "seconds", "peak MB");
    for lines in sizes {
        let source = program(lines);
        let Ok(program) = racefree_grammar::parse(&source) else { continue };
        for k in 1..=3 {
            let start = Instant::now();
            let analysis = analyse(&program, None, &Options { k: [k; 4], ..Options::default() });
            let seconds = start.elapsed().as_secs_f64();
            let counts: Vec<u64> = analysis.stages.iter().map(|c| c.pairs).collect();
            let parts: Vec<String> =
                analysis.stages.iter().map(|c| format!("{:.2}", c.milliseconds / 1000.0)).collect();
            let lines = source.lines().count();
            println!("{lines:>9} {k:>2} {seconds:>9.3} {:>8}  {counts:?} {}", peak(), parts.join(" "));
        }
    }
}
