//! Measures the inference (README): `cargo bench -p racefree-infer`, or a part of it:
//! `cargo bench -p racefree-infer -- corpus generated maps fixpoint modules chain race`. Times are processor times.
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

/// Processor time of this process so far, in seconds, where the system says it; else the time of day.
fn processor(start: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)?.parse::<f64>().ok());
    ticks.map_or_else(|| start.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

/// Processor time of this thread so far, in seconds, where the system says it; else the time of day.
fn of_thread() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let ran = stat.split_whitespace().next().and_then(|ran| ran.parse::<f64>().ok());
    ran.map_or_else(of_day, |ran| ran / 1e9)
}

/// The time of day: for what is shorter than the system's ticks, of which the best of many is taken.
fn of_day() -> f64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |t| t.as_secs_f64())
}

/// The most memory that this process had so far, in megabytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmHWM:"));
    line.and_then(|l| l.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn timed(name: &str, source: &str, way: Option<Way>) {
    let program = parse(source).unwrap_or_else(|e| panic!("{name}: {:?}", e.first()));
    let lines = source.lines().count();
    let now = Instant::now();
    let start = processor(now);
    let found = infer(&program, source, &Settings::default(), way, None);
    let seconds = (processor(now) - start).max(0.01);
    match found {
        Ok(a) => println!(
            "{name}: {lines} lines, {} in {seconds:.2} s ({:.0} lines/s), {} annotations, {} ghosts a class, ok {}, peak {} MB",
            a.by.name(),
            lines as f64 / seconds,
            a.size(),
            a.ghosts,
            a.ok,
            peak()
        ),
        Err(problem) => println!("{name}: {problem:?}"),
    }
}

/// The programs of the corpus that check, erased.
fn erased() -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for entry in racefree_corpus::entries() {
        let program = match parse(entry.source) {
            Ok(program) if entry.header().claim("check") == Some("ok") && entry.header().system() == "base" => program,
            _ => continue,
        };
        if program.no_warns.is_empty() && entry.header().list("option").is_empty() {
            all.push((entry.path, erase(&program, entry.source, false)));
        }
    }
    all
}

fn corpus() {
    let (mut all, mut by_ghosts, mut runs, mut of_runs) = (0, [0; 4], 0, 0);
    let (mut fixpoint, mut sat, mut defaults, mut classes) = (0, 0, 0, 0);
    let (mut annotations, mut lines) = (0, 0);
    let none = |e: Problem| panic!("{e:?}");
    for (path, text) in erased() {
        let program = parse(&text).unwrap_or_else(|e| panic!("{path}: {:?}", e.first()));
        let settings = Settings::default();
        let of = |way| infer(&program, &text, &settings, way, None).unwrap_or_else(none);
        let answer: Answer = of(None);
        all += 1;
        by_ghosts[if answer.ok { answer.ghosts as usize } else { 3 }] += 1;
        annotations += answer.size();
        lines += racefree_infer::words::lines_of_code(&text);
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
            let limits = racefree_infer::run::Limits { steps: 20_000, ..Default::default() };
            let seen = Runs { runs: 30, limits, ..Runs::default() };
            match infer_by_runs(&program, &text, &settings, &seen, None) {
                Ok(answer) if answer.ok => runs += 1,
                _ => println!("  by run not: {path}"),
            }
        }
    }
    println!("corpus, erased: {all} programs, by auto {by_ghosts:?} with 0, 1, 2 ghosts a class, not at all");
    let ratio = fixpoint as f64 / sat as f64;
    println!("  size where fixpoint does: fixpoint {fixpoint}, sat {sat}, {ratio:.2} times");
    println!("  by 30 random runs: {runs} of {of_runs}");
    let per = annotations as f64 * 1000.0 / lines as f64;
    println!("  {annotations} annotations in {lines} lines of code, {per:.0} per 1,000");
    println!("  classes in programs that the defaults make check: {defaults} of {classes}");
}

/// Generated well-typed programs, erased.
fn generated(many: u64) {
    use racefree_soundness::generate::{Settings as Size, program};
    let options = racefree_typeck::Options::default();
    let (mut ok, mut ghosts, mut failed) = (0, 0, Vec::new());
    for seed in 0..many {
        let size = if seed % 4 == 0 { Size::wide() } else { Size::small() };
        let source = program(&options, size, seed).source();
        let tree = parse(&source).unwrap_or_else(|e| panic!("{:?}", e.first()));
        let text = erase(&tree, &source, false);
        let tree = parse(&text).unwrap_or_else(|e| panic!("{:?}", e.first()));
        match infer(&tree, &text, &Settings::default(), None, None) {
            Ok(answer) if answer.ok => {
                ok += 1;
                ghosts += u64::from(answer.ghosts > 0);
            }
            _ => failed.push((seed, source.contains("holds "))),
        }
    }
    let holds = failed.iter().filter(|f| f.1).count();
    println!(
        "generated, erased: {ok} of {many} by auto, {ghosts} of them by ghosts; {holds} that do not have a `holds`: {failed:?}"
    );
}

/// Looks at nothing.
struct Blind;

impl racefree_interp::Observer for Blind {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
}

/// Programs whose runs are long: threads that put money on accounts, look for keys in a list that is handed its lock, and make objects.
const LONG: [(&str, &str); 3] = [
    (
        "accounts",
        "class Account {\n  int balance = 0\n  void deposit(int x) { synchronized this in this.balance = this.balance + x }\n}\n\
         class Box { int v = 0 }\n\
         let Account a = new Account in let Account b = new Account in {\n\
         fork { let Box n = new Box in while (n.v < 20000) { n.v = n.v + 1; a.deposit(n.v); b.deposit(1) } };\n\
         let Box n = new Box in while (n.v < 20000) { n.v = n.v + 1; b.deposit(n.v); a.deposit(1) }\n}\n",
    ),
    (
        "list",
        "class Node {\n  int key = 0\n  Node next = null\n  void init(int k, Node n) { this.key = k; this.next = n }\n\
         boolean has(int k) { if (this.key == k) true else if (this.next == null) false else this.next.has(k) }\n}\n\
         class Table {\n  Node head = null\n  void put(int k) { synchronized this in let Node n = new Node in { n.init(k, this.head); \
         this.head = n } }\n  boolean has(int k) { synchronized this in if (this.head == null) false else this.head.has(k) }\n}\n\
         class Box { int v = 0 }\n\
         let Table t = new Table in {\n\
         fork { let Box n = new Box in while (n.v < 100) { n.v = n.v + 1; t.put(n.v) } };\n\
         let Box n = new Box in while (n.v < 2000) { n.v = n.v + 1; t.has(0) }\n}\n",
    ),
    (
        "objects",
        "class Cell {\n  int v = 0\n  void add(int x) { this.v = this.v + x }\n}\n\
         class Shelf {\n  Cell last = null\n  Cell put(Cell c) { synchronized this in { this.last = c; this.last.add(1); this.last } }\n}\n\
         class Box { int v = 0 }\n\
         let Shelf s = new Shelf in {\n\
         fork { let Box n = new Box in while (n.v < 10000) { n.v = n.v + 1; s.put(new Cell) } };\n\
         let Box n = new Box in while (n.v < 10000) { n.v = n.v + 1; s.put(new Cell) }\n}\n",
    ),
];

/// The time of a number of runs, without FindLocks' maps and with them, the program made ready first each time, and the better of
/// several rounds of each in turn; and how many steps they are.
fn maps_of(
    program: &racefree_grammar::Program,
    runs: &Runs,
    rounds: u32,
    clock: impl Fn() -> f64,
) -> Option<([f64; 2], u64)> {
    use racefree_interp::drive::{RunOptions, drive_by};
    racefree_interp::lower(program.clone()).ok()?;
    let (mut times, mut steps) = ([f64::MAX; 2], 0);
    for i in 0..2 * rounds as usize {
        let start = clock();
        if i % 2 == 0 {
            steps = 0;
            let lowered = racefree_interp::lower(program.clone()).ok()?;
            let mut machine = racefree_interp::machine::Machine::new(lowered, runs.semantics, runs.limits);
            for run in 0..runs.runs {
                machine.reset();
                let seed = racefree_interp::schedule::Stream::seed_of_run(runs.seed, run);
                let options = RunOptions { seed, limits: runs.limits, ..RunOptions::default() };
                drive_by(&mut machine, &options, &mut Blind, &mut || true);
                steps += machine.steps();
            }
        } else {
            racefree_infer::run::make(program, runs);
        }
        times[i % 2] = (clock() - start).min(times[i % 2]);
    }
    Some((times, steps))
}

/// Runs with FindLocks' maps and without them: long ones, where events count, and the short ones of the corpus, where a run does.
fn maps() {
    for (name, text) in LONG {
        let program = parse(text).unwrap_or_else(|e| panic!("{name}: {:?}", e.first()));
        let runs = Runs { runs: 10, ..Runs::default() };
        let ([without, with], steps) =
            maps_of(&program, &runs, 5, of_thread).unwrap_or_else(|| panic!("{name} does not run"));
        println!(
            "long runs ({name}): {} steps each, {:.1} ns a step, with maps {:.1}, {:.2} times",
            steps / runs.runs,
            without * 1e9 / steps as f64,
            with * 1e9 / steps as f64,
            with / without
        );
    }
    let limits = racefree_infer::run::Limits { steps: 20_000, ..Default::default() };
    let mut ratios: Vec<(f64, &str)> = Vec::new();
    let (mut with, mut without, mut all) = (0.0, 0.0, 0);
    for (path, text) in erased() {
        let program = parse(&text).unwrap_or_else(|e| panic!("{path}: {:?}", e.first()));
        let runs = Runs { runs: 300, limits, ..Runs::default() };
        let Some((times, steps)) = program.main.and_then(|_| maps_of(&program, &runs, 20, of_day)) else { continue };
        without += times[0];
        with += times[1];
        all += steps;
        ratios.push((times[1] / times[0], path));
    }
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let many = ratios.len();
    println!(
        "runs of the corpus: {many} programs, {} runs of {} steps, {:.2} µs a run, with maps {:.2} µs, {:.2} times in all; median {:.2}, \
         at most {:.2} ({})",
        300 * many,
        all / (300 * many as u64),
        without * 1e6 / (300 * many) as f64,
        with * 1e6 / (300 * many) as f64,
        with / without,
        ratios[many / 2].0,
        ratios[many - 1].0,
        ratios[many - 1].1
    );
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|w| w == name);
    if wants("corpus") {
        corpus();
    }
    if wants("generated") {
        generated(10_000);
    }
    if wants("maps") {
        maps();
    }
    if wants("fixpoint") {
        for lines in [1_000, 10_000, 100_000] {
            timed("plain classes", &plain(lines), Some(Way::Fixpoint));
        }
    }
    if wants("modules") {
        for lines in [1_000, 10_000, 100_000] {
            timed("modules with a ghost each", &modules(lines), None);
        }
    }
    if wants("race") {
        // The last thread forgets the lock.
        for lines in [1_000, 4_200, 30_000] {
            let text = chain(lines);
            let (before, after) = text.rsplit_once("synchronized l in ").unwrap_or((&text, ""));
            timed("one chain of ghosts with a race", &format!("{before}{after}"), None);
        }
    }
    if wants("chain") {
        for lines in [1_000, 4_200, 30_000] {
            timed("one chain of ghosts", &chain(lines), None);
        }
    }
}
