//! `--time` is the time of the whole command. It is measured in processor time of one worker, which no other load changes.

use crate::support::every;
use std::io::Write;
use std::process::{Command, Stdio};

/// Methods of two classes that call each other without end.
const ENDLESS: &str = "class A {
  int x = 0
  int m0(B p) { this.x = this.x + 1; p.m0(this); 0 }
  int m1(B p) { p.m1(this); this.x }
}
class B {
  int y = 0
  int m0(A p) { this.y = p.x; p.m0(this); 0 }
  int m1(A p) { p.x = this.y; p.m1(this); 1 }
}
let A a = new A in
let B b = new B in {
  fork { a.m0(b) }
  fork { b.m0(a) }
  fork { a.m1(b) }
  b.m1(a)
}
";

/// Six threads that use forty fields each in its own order: thousands of races.
fn many() -> String {
    let declared: String = (0..40).map(|i| format!("  int f{i} = 0\n")).collect();
    let used = |t: usize| (0..40).map(|i| format!("c.f{i} = c.f{} + 1", (i + t) % 40)).collect::<Vec<_>>();
    let forks: String = (0..6).map(|t| format!("  fork {{ {} }}\n", used(t).join("; "))).collect();
    format!("class C {{\n{declared}}}\nlet C c = new C in {{\n{forks}  0 }}\n")
}

/// Seventy threads that take one lock: hundreds of thousands of ends.
fn ends() -> String {
    let forks = "  fork { synchronized c in { c.n = c.n + 1 } };\n".repeat(70);
    format!("class C {{ int n guarded_by this = 0 }}\nlet C c = new C in {{\n{forks}  0 }}\n")
}

/// Runs a command line, and says how many seconds of processor time it took.
fn seconds(command: &str, input: &str) -> f64 {
    let script = format!("'{}' {command} >/dev/null 2>&1; times", env!("CARGO_BIN_EXE_racefree"));
    let mut child =
        Command::new("sh").args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a shell");
    child.stdin.take().expect("standard input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // The second line is about the children: user, system.
    let line = text.lines().last().unwrap_or_default();
    let time = |word: &str| {
        let (minutes, seconds) = word.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.replace(',', ".").parse::<f64>().ok()?)
    };
    line.split_whitespace().filter_map(time).sum()
}

#[test]
fn no_command_takes_longer_than_it_may() {
    for (i, text) in [ENDLESS.to_owned(), many(), ends()].into_iter().enumerate() {
        // In everyday runs each with one of them.
        for command in
            ["explore - --format json", "explain -", "test -"].into_iter().skip(i % every(3)).step_by(every(3))
        {
            let took = seconds(&format!("{command} --time 1 --threads 1"), &text);
            // A tenth, and a moment to begin and to end.
            assert!(took <= 1.1 + 0.25, "racefree {command} --time 1 takes {took} s of processor time");
        }
    }
}
