//! Store buffers: the litmus tests of the corpus have the outcomes that their headers say, under each memory model; a search written
//! independently, over instructions instead of terms, finds the same.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use racefree_corpus::Entry;
use racefree_explore::plain::{Reached, buffered, buffered_by_definition};
use racefree_explore::{Algorithm, Options, Outcome, explore};
use racefree_interp::lower;
use racefree_interp::machine::Lowered;
use racefree_interp::reduction::Order;
use std::collections::BTreeSet;
use std::sync::Arc;

type Words = BTreeSet<String>;

fn litmus() -> Vec<Entry> {
    racefree_corpus::entries().into_iter().filter(|entry| entry.path.starts_with("litmus/")).collect()
}

fn program(source: &str) -> Arc<Lowered> {
    lower(racefree_grammar::parse(source).unwrap()).unwrap()
}

/// What a header speaks of: the ends of forked threads, or the fields of objects, in order.
fn word(outcome: &Outcome, observed: &str) -> String {
    let values: Vec<&str> = match observed {
        "threads" => {
            outcome.threads.iter().filter_map(|end| end.strip_prefix("0.")?.split_once(": ")).map(|end| end.1).collect()
        }
        "heap" => {
            let fields = outcome.heap.iter().flat_map(|object| object.split([',', '{', '}']));
            fields.filter_map(|field| field.split_once(": ")).map(|field| field.1.trim()).collect()
        }
        other => panic!("nobody observes `{other}`"),
    };
    values.join("/")
}

fn said(entry: &Entry, model: &str) -> Words {
    entry.header().claim(model).unwrap().split_whitespace().map(str::to_owned).collect()
}

fn observed(entry: &Entry) -> String {
    entry.header().claim("observed").unwrap().to_owned()
}

fn reached(entry: &Entry, order: Order) -> Vec<Reached> {
    let result = buffered(&program(entry.source), &Options::default(), order);
    assert_eq!(result.cut, None, "{}", entry.path);
    result.reached
}

fn words<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>, entry: &Entry) -> Words {
    outcomes.into_iter().map(|outcome| word(outcome, &observed(entry))).collect()
}

#[test]
fn litmus_tests_have_their_outcomes() {
    for entry in litmus() {
        let program = program(entry.source);
        for algorithm in [Algorithm::States, Algorithm::Dpor, Algorithm::Plain] {
            let outcomes = explore(&program, &Options { algorithm, ..Options::default() }).outcomes;
            assert_eq!(words(&outcomes, &entry), said(&entry, "sc"), "{}, {algorithm}", entry.path);
        }
        for (order, model) in [(Order::Tso, "tso"), (Order::Pso, "pso")] {
            let all = reached(&entry, order);
            assert_eq!(
                words(all.iter().map(|one| &one.outcome), &entry),
                said(&entry, model),
                "{}, {model}",
                entry.path
            );
        }
    }
}

#[test]
fn runs_without_waiting_writes_are_those_without_buffers() {
    for entry in litmus() {
        let plain = explore(&program(entry.source), &Options { algorithm: Algorithm::Plain, ..Options::default() });
        let without: BTreeSet<Outcome> = plain.outcomes.into_iter().map(Outcome::uncounted).collect();
        for order in [Order::Tso, Order::Pso] {
            let all = reached(&entry, order).into_iter().filter(|one| one.waited.is_empty());
            let found: BTreeSet<Outcome> = all.map(|one| Outcome { output: None, ..one.outcome }).collect();
            assert_eq!(found, without, "{}", entry.path);
        }
    }
}

#[test]
fn writes_that_wait_where_their_thread_does_add_nothing() {
    let ends = |all: Vec<Reached>| -> BTreeSet<(Outcome, usize)> {
        all.into_iter().map(|one| (one.outcome, one.waited.len())).collect()
    };
    for entry in litmus() {
        for order in [Order::Tso, Order::Pso] {
            let all = buffered_by_definition(&program(entry.source), &Options::default(), order);
            assert_eq!(ends(reached(&entry, order)), ends(all.reached), "{}, {order:?}", entry.path);
        }
    }
}

#[test]
fn programs_without_races_have_no_other_outcome() {
    let mut tried = 0;
    for entry in racefree_corpus::plain_entries() {
        let header = entry.header();
        let fits = header.claim("race") == Some("none") && header.claim("explore") == Some("complete");
        let Some(program) = racefree_grammar::parse(entry.source).ok().filter(|_| fits).and_then(|p| lower(p).ok())
        else {
            continue;
        };
        for order in [Order::Tso, Order::Pso] {
            let budget = racefree_explore::Budget { states: 200, ..Options::default().budget };
            let result = buffered(&program, &Options { budget, ..Options::default() }, order);
            if result.cut.is_some() {
                continue;
            }
            tried += 1;
            let beyond: Vec<&Reached> = result.reached.iter().filter(|one| !one.waited.is_empty()).collect();
            assert!(beyond.is_empty(), "{}: {beyond:?}", entry.path);
        }
    }
    assert!(tried > 100, "{tried}");
}

/// An instruction of a thread over the fields `x` (0) and `y` (1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    Write(usize, i32),
    Read(usize),
    /// A lock is taken and given back.
    Fence,
}

/// The program of the instructions; each thread ends with what it has read, digit by digit.
fn source(threads: &[Vec<Op>]) -> String {
    let name = |at: usize| ["x", "y"][at];
    let thread = |ops: &Vec<Op>| {
        let reads = ops.iter().filter(|op| matches!(op, Op::Read(_))).count();
        let end = (1..reads).fold("r0".to_owned(), |all, read| format!("10 * ({all}) + r{read}"));
        let mut text = if reads == 0 { "7".to_owned() } else { end };
        let mut read = reads;
        for op in ops.iter().rev() {
            text = match op {
                Op::Write(at, value) => format!("m.{} = {value}; {text}", name(*at)),
                Op::Fence => format!("synchronized m in 0; {text}"),
                Op::Read(at) => {
                    read -= 1;
                    format!("let int r{read} = m.{} in {{ {text} }}", name(*at))
                }
            };
        }
        format!("fork {{ {text} }}")
    };
    let threads: Vec<String> = threads.iter().map(thread).collect();
    format!("class M {{ int x  int y }} let M m = new M in {{ {} }}", threads.join("; "))
}

/// A thread: the next instruction, the digits read, the writes that wait.
type Cpu = (usize, Option<i32>, Vec<(usize, i32)>);

/// The ends of the threads and the fields, by trying everything.
fn tried(program: &[Vec<Op>], order: Option<Order>) -> Words {
    let start: (Vec<Cpu>, [i32; 2]) = (program.iter().map(|_| (0, None, Vec::new())).collect(), [0, 0]);
    let (mut known, mut open, mut ends) = (BTreeSet::from([start.clone()]), vec![start], Words::new());
    while let Some((cpus, memory)) = open.pop() {
        let mut next = Vec::new();
        for (i, (at, read, buffer)) in cpus.iter().enumerate() {
            for (place, &(field, value)) in buffer.iter().enumerate() {
                let first = match order {
                    Some(Order::Pso) => buffer[..place].iter().all(|older| older.0 != field),
                    Some(Order::Tso) | None => place == 0,
                };
                if first {
                    let (mut cpus, mut memory) = (cpus.clone(), memory);
                    cpus[i].2.remove(place);
                    memory[field] = value;
                    next.push((cpus, memory));
                }
            }
            // Without an order nothing ever waits: a thread does nothing else before its write is performed.
            if order.is_none() && !buffer.is_empty() {
                continue;
            }
            let Some(op) = program[i].get(*at) else { continue };
            let mut cpus = cpus.clone();
            cpus[i].0 += 1;
            match *op {
                Op::Write(field, value) => cpus[i].2.push((field, value)),
                Op::Fence if buffer.is_empty() => {}
                Op::Fence => continue,
                Op::Read(field) => {
                    let own = buffer.iter().rev().find(|write| write.0 == field).map(|write| write.1);
                    cpus[i].1 = Some(10 * read.unwrap_or(0) + own.unwrap_or(memory[field]));
                }
            }
            // Sequential consistency: the write is performed in the same step.
            if order.is_none()
                && let Some((field, value)) = cpus[i].2.pop()
            {
                let mut memory = memory;
                memory[field] = value;
                next.push((cpus, memory));
            } else {
                next.push((cpus, memory));
            }
        }
        if next.is_empty() {
            let reads: Vec<String> = cpus.iter().map(|cpu| cpu.1.unwrap_or(7).to_string()).collect();
            ends.insert(format!("{} {memory:?}", reads.join("/")));
        }
        open.extend(next.into_iter().filter(|state| known.insert(state.clone())));
    }
    ends
}

fn agrees(threads: &[Vec<Op>]) {
    let source = source(threads);
    let program = program(&source);
    let end = |outcome: &Outcome| {
        let fields: Vec<i32> = word(outcome, "heap").split('/').map(|value| value.parse().unwrap()).collect();
        format!("{} {fields:?}", word(outcome, "threads"))
    };
    for order in [Order::Tso, Order::Pso] {
        let found = buffered(&program, &Options::default(), order).reached;
        let all: Words = found.iter().map(|one| end(&one.outcome)).collect();
        assert_eq!(all, tried(threads, Some(order)), "{order:?}: {source}");
        let without: Words = found.iter().filter(|one| one.waited.is_empty()).map(|one| end(&one.outcome)).collect();
        assert_eq!(without, tried(threads, None), "{source}");
    }
}

const OPS: [Op; 5] = [Op::Write(0, 1), Op::Write(1, 2), Op::Read(0), Op::Read(1), Op::Fence];

#[test]
fn all_pairs_of_two_instructions_agree_with_a_search_over_instructions() {
    for code in 0..OPS.len().pow(4) {
        let op = |digit: u32| OPS[code / OPS.len().pow(digit) % OPS.len()];
        let pairs = OPS.len().pow(2);
        // The other half is the same with the threads exchanged.
        if code % pairs <= code / pairs {
            agrees(&[vec![op(0), op(1)], vec![op(2), op(3)]]);
        }
    }
}

#[test]
fn longer_ones_agree_too() {
    let mut random = 1_u64;
    let mut op = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let value = 1 + (random >> 40) as i32 % 3;
        match OPS[(random >> 33) as usize % OPS.len()] {
            Op::Write(field, _) => Op::Write(field, value),
            other => other,
        }
    };
    for case in 0..60 {
        let threads = if case % 3 == 0 { 3 } else { 2 };
        let length = if threads == 3 { 2 } else { 4 };
        let program: Vec<Vec<Op>> = (0..threads).map(|_| (0..length).map(|_| op()).collect()).collect();
        agrees(&program);
    }
}
