//! Small programs of two to four threads that contend for two objects: they race, wait for each other, deadlock, throw, and
//! end in different ways.

use racefree_interp::schedule::Stream;
use std::fmt::Write as _;

struct Generator(Stream);

/// A small program; equal seeds give equal programs.
pub fn program(seed: u64) -> String {
    let mut g = Generator(Stream::new(seed));
    let mut text = "class C { int f int g C r }\nlet C a = new C in let C b = new C in {\n".to_owned();
    for _ in 0..1 + g.below(3) {
        let size = 1 + g.below(3);
        let body = g.block(size, 2);
        let _ = writeln!(text, "  fork {body};");
    }
    let size = g.below(3);
    let body = g.block(size, 1);
    let _ = writeln!(text, "  {body}\n}}");
    text
}

impl Generator {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn object(&mut self) -> &'static str {
        self.one(&["a", "a", "a", "b", "b", "a.r"])
    }

    fn block(&mut self, size: usize, depth: u32) -> String {
        let all: Vec<String> = (0..size).map(|_| self.statement(depth)).collect();
        format!("{{ {} }}", all.join("; "))
    }

    fn statement(&mut self, depth: u32) -> String {
        let (o, f) = (self.object(), self.one(&["f", "f", "g"]));
        let size = 1 + self.below(2);
        match self.below(if depth > 0 { 12 } else { 6 }) {
            0 => format!("{o}.{f} = {}", self.below(3)),
            1 => format!("{o}.{f} = {o}.{f} + 1"),
            2 => format!("{o}.{f}"),
            3 => format!("{o}.r = {}", self.one(&["a", "b", "null", "new C"])),
            4 => format!("assert {o}.{f} < 2"),
            5 => format!("print {o}.{f}"),
            6 => format!("if ({o}.{f} == {}) {}", self.below(2), self.block(size, depth - 1)),
            7 => format!("{{ fork {} }}", self.block(size, depth - 1)),
            _ => format!("synchronized {} in {}", self.one(&["a", "b"]), self.block(size, depth - 1)),
        }
    }
}
