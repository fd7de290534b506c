//! Programs whose number of traces is known, by size.

use std::fmt::Write as _;

/// `let Class name0 = new Class in let Class name1 = …`
fn lets(class: &str, name: &str, n: usize) -> String {
    (0..n).map(|i| format!("let {class} {name}{i} = new {class} in\n")).collect()
}

/// Threads; what they give is nothing that tells states apart.
fn forks(bodies: impl IntoIterator<Item = String>) -> String {
    bodies.into_iter().fold(String::new(), |text, body| text + "fork { " + &body + "; 0 };\n")
}

/// n threads, each one unlocked write of one field.
pub fn writers(n: usize) -> String {
    let forks = forks((0..n).map(|i| format!("c.x = {i}")));
    format!("class C {{ int x }}\nlet C c = new C in {{\n{forks}0 }}")
}

/// n writers and one reader.
pub fn writers_and_reader(n: usize) -> String {
    let forks = forks((0..n).map(|i| format!("c.x = {i}")).chain(["c.x".to_owned()]));
    format!("class C {{ int x }}\nlet C c = new C in {{\n{forks}0 }}")
}

/// One writer and n readers.
pub fn readers(n: usize) -> String {
    let forks = forks((0..n).map(|_| "c.x".to_owned()).chain(["c.x = 1".to_owned()]));
    format!("class C {{ int x }}\nlet C c = new C in {{\n{forks}0 }}")
}

/// n threads, each k locked sections of one lock.
pub fn sections(n: usize, k: usize) -> String {
    let forks = forks((0..n).map(|_| vec!["synchronized c in c.x = c.x + 1"; k].join("; ")));
    format!("class C {{ int x guarded_by this }}\nlet C c = new C in {{\n{forks}0 }}")
}

/// n threads, each k unlocked `x = x + 1`.
pub fn increments(n: usize, k: usize) -> String {
    let forks = forks((0..n).map(|_| vec!["c.x = c.x + 1"; k].join("; ")));
    format!("class C {{ int x }}\nlet C c = new C in {{\n{forks}0 }}")
}

/// A thread locks A, then B, the other one B, then A.
pub fn crossed() -> String {
    let forks = forks([
        "synchronized a in synchronized b in {}".to_owned(),
        "synchronized b in synchronized a in {}".to_owned(),
    ]);
    format!("class C {{ }}\nlet C a = new C in let C b = new C in {{\n{forks}0 }}")
}

/// n philosophers, each one left stick first; if `reversed`, the last one right first.
pub fn philosophers(n: usize, reversed: bool) -> String {
    let eat = |i: usize| {
        let (mut left, mut right) = (i, (i + 1) % n);
        if reversed && i == n - 1 {
            std::mem::swap(&mut left, &mut right);
        }
        format!("synchronized s{left} in synchronized s{right} in {{}}")
    };
    format!("class Stick {{ }}\n{}{{\n{}0 }}", lets("Stick", "s", n), forks((0..n).map(eat)))
}

/// m pairs of threads, each pair contending for one lock.
pub fn pairs(m: usize) -> String {
    let forks = forks((0..2 * m).map(|i| format!("synchronized c{} in {{}}", i / 2)));
    format!("class C {{ }}\n{}{{\n{forks}0 }}", lets("C", "c", m))
}

/// Abdulla et al. 2014: thread i sets cell i to cell i − 1 plus one; one thread looks for the last cell that is 0.
pub fn lastzero(n: usize) -> String {
    let search = (1..=n).fold("{}".to_owned(), |rest, i| format!("if (c{i}.v != 0) {{ {rest} }}"));
    let forks = forks((1..=n).map(|i| format!("c{i}.v = c{}.v + 1", i - 1)).chain([search]));
    format!("class Cell {{ int v }}\n{}{{\n{forks}0 }}", lets("Cell", "c", n + 1))
}

/// Flanagan and Godefroid 2005: n threads each look for a free block for an inode, among 26 of them.
pub fn filesystem(n: usize) -> String {
    const BLOCKS: usize = 26;
    const INODES: usize = 32;
    let mut text = "class Block { boolean busy int number Block next }\nclass Inode { int block }\nclass Files {\n  \
        void search(Block b, Inode i) {\n    let boolean done = synchronized b in {\n      if (b.busy) { false } else \
        { b.busy = true; i.block = b.number + 1; true }\n    } in if (!done) { this.search(b.next, i) }\n  }\n  void \
        make(Block b, Inode i) {\n    synchronized i in if (i.block == 0) { this.search(b, i) }\n  }\n}\n"
        .to_owned();
    text += &lets("Block", "b", BLOCKS);
    text += &lets("Inode", "i", n.min(INODES));
    text += "let Files fs = new Files in {\n";
    for b in 0..BLOCKS {
        let _ = writeln!(text, "b{b}.number = {b}; b{b}.next = b{};", (b + 1) % BLOCKS);
    }
    text + &forks((0..n).map(|t| format!("fs.make(b{}, i{})", t % INODES * 2 % BLOCKS, t % INODES))) + "0 }"
}

/// Flanagan and Godefroid 2005: n threads each put four messages into a hash table of 128 cells.
pub fn indexer(n: usize) -> String {
    const SIZE: usize = 128;
    let mut text =
        "class Cell { int word Cell next }\nclass Table {\n  void put(Cell c, int w) {\n    let boolean done = \
        synchronized c in {\n      if (c.word == 0) { c.word = w; true } else { false }\n    } in if (!done) { \
        this.put(c.next, w) }\n  }\n}\n"
            .to_owned();
    text += &lets("Cell", "c", SIZE);
    text += "let Table t = new Table in {\n";
    for c in 0..SIZE {
        let _ = writeln!(text, "c{c}.next = c{};", (c + 1) % SIZE);
    }
    let thread = |tid: usize| {
        let puts = (1..=4).map(|m| m * 11 + tid).map(|w| format!("t.put(c{}, {w})", w * 7 % SIZE));
        puts.collect::<Vec<_>>().join("; ")
    };
    text + &forks((0..n).map(thread)) + "0 }"
}
