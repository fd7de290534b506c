//! How fast the analysis is: generated programs of so many lines (libraries, lists, accounts, eight forks a thousand lines, half the
//! code locked), for k = 1, 2, 3, with what each costs a line, the peak of memory, and what is left after each stage; and the fast
//! engine beside the definition in Datalog.
//!
//! `cargo run --profile dist -p racefree-pairs-speed -- [LINES…]`: by default 1,000 to 1,000,000. Each figure is that of a process
//! of its own, in processor time, the median of three; parsing is not in it.
#![allow(clippy::print_stdout)]

use racefree_grammar::ast::Program;
use racefree_pairs::{Facts, Mode, Options, Refinement, analyse};
use racefree_pairs_definition::{alias, stages};
use std::fmt::Write as _;
use std::process::Command;

/// Libraries that know each other's threads: each is used by two of them.
const GROUP: usize = 8;

/// A program of about so many lines.
fn program(lines: usize) -> String {
    let mut text = String::new();
    let modules = lines.div_ceil(125).max(1);
    for m in 0..modules {
        module(&mut text, m);
    }
    for first in (0..modules).step_by(GROUP) {
        let group = first..(first + GROUP).min(modules);
        text.push_str("(\n");
        for m in group.clone() {
            let _ = writeln!(text, "let Library{m} l{m} = new Library{m} in");
        }
        text.push_str("{\n");
        for m in group.clone() {
            let other = if m + 1 < group.end { m + 1 } else { first };
            let _ = writeln!(text, "  l{m}.fill(3);\n  fork {{ l{m}.work(1); l{other}.step6(2) }};");
        }
        text.push_str("  0\n});\n");
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

/// Processor time of this thread so far, in seconds.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// The peak of memory, in megabytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// What a process of its own measures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Engine {
    /// The whole analysis, k = 0 to k, as `racefree pairs` does it.
    Whole,
    /// One k by the fast engine, without what the definition leaves out.
    Own,
    /// The same by the definition.
    Datalog,
}

const ENGINES: [(&str, Engine); 3] = [("whole", Engine::Whole), ("own", Engine::Own), ("datalog", Engine::Datalog)];

/// Seconds of processor time, and pairs after each stage.
fn once(program: &Program, engine: Engine, k: u32) -> (f64, Vec<u64>) {
    let paper = Options { mode: Mode::Paper, k: [k; 4], off: vec![Refinement::Threads], ..Options::default() };
    let start = processor();
    let pairs = match engine {
        Engine::Whole => analyse(program, None, &Options { k: [k; 4], ..Options::default() })
            .stages
            .iter()
            .map(|c| c.pairs)
            .collect(),
        Engine::Own => analyse(program, None, &paper).stages.iter().map(|c| c.pairs).collect(),
        Engine::Datalog => {
            let facts = Facts::new(program);
            let points = alias::solve(&facts, k, &paper);
            let derived = stages::derive(&facts, &points, &vec![true; facts.accesses.len()], &paper);
            derived.tuples.iter().map(|t| t.len() as u64).collect()
        }
    };
    (processor() - start, pairs)
}

/// A process of its own: the median of a few runs, and the peak of memory.
fn measure(engine: &str, lines: usize, k: u32) -> Option<(f64, u64, String)> {
    let run = |_| -> Option<(f64, u64, String)> {
        let own = std::env::current_exe().ok()?;
        let output = Command::new(own).args(["--one", engine, &lines.to_string(), &k.to_string()]).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let mut parts = text.trim().splitn(3, ' ');
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.to_owned()))
    };
    let mut runs: Vec<_> = (0..3).filter_map(run).collect();
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let middle = runs.len() / 2;
    (!runs.is_empty()).then(|| runs.swap_remove(middle))
}

/// The part that a process of its own has: `--one ENGINE LINES K`.
fn one(args: &[String]) {
    let [engine, lines, k] = args else { return };
    let engine = ENGINES.into_iter().find(|e| e.0 == engine).map(|e| e.1);
    let (Some(engine), Ok(lines), Ok(k)) = (engine, lines.parse::<usize>(), k.parse()) else { return };
    let source = program(lines);
    let Ok(program) = racefree_grammar::parse(&source) else { return };
    // Short ones several times: the clock is a coarse one.
    let times = (200_000 / lines.max(1)).clamp(1, 100);
    let runs: Vec<(f64, Vec<u64>)> = (0..times).map(|_| once(&program, engine, k)).collect();
    let seconds = runs.iter().map(|r| r.0).sum::<f64>() / times as f64;
    let pairs = runs.last().map(|r| r.1.as_slice()).unwrap_or_default();
    println!("{seconds} {} {pairs:?}", peak());
}

/// What the specification asks for: lines, k, seconds.
const GOALS: [(usize, u32, f64); 5] =
    [(1_000, 3, 0.02), (10_000, 3, 0.3), (100_000, 3, 6.0), (1_000_000, 3, 90.0), (1_000_000, 1, 20.0)];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|a| a == "--one") {
        return one(&args[1..]);
    }
    let sizes: Vec<usize> = args.iter().filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 10_000, 100_000, 1_000_000] } else { sizes };
    println!(
        "{:>9} {:>2} {:>9} {:>6} {:>9} {:>8}  pairs after each stage",
        "lines", "k", "seconds", "goal", "µs a line", "peak MB"
    );
    for &lines in &sizes {
        for k in 1..=3 {
            let Some((seconds, peak, pairs)) = measure("whole", lines, k) else { continue };
            let goal = GOALS.iter().find(|g| (g.0, g.1) == (lines, k)).map_or(String::new(), |g| g.2.to_string());
            let each = seconds * 1e6 / lines as f64;
            println!("{lines:>9} {k:>2} {seconds:>9.3} {goal:>6} {each:>9.1} {peak:>8}  {pairs}");
        }
    }
    println!("\n{:>9} {:>2} {:>9} {:>9} {:>7}  one k, paper mode", "lines", "k", "own", "Datalog", "times");
    for &lines in sizes.iter().filter(|&&n| n <= 10_000) {
        for k in 1..=3 {
            let (Some(own), Some(datalog)) = (measure("own", lines, k), measure("datalog", lines, k)) else { continue };
            println!("{lines:>9} {k:>2} {:>9.4} {:>9.4} {:>7.1}", own.0, datalog.0, datalog.0 / own.0);
        }
    }
}
