//! How many events a second the monitor of serializability takes from a file in the standard format of RAPID, reading included.
//!
//!     cargo run --release -p racefree-interp --example rapid -- --make 500000 > trace.std
//!     cargo run --release -p racefree-interp --example rapid -- trace.std [times]
//!
//! What is made has eight threads, sixteen locks and a thousand cells; blocks hold the locks of what they access, so all is
//! serializable and no tool may stop early.

#![allow(clippy::disallowed_methods, reason = "it measures")]
#![allow(clippy::print_stdout, clippy::print_stderr)]

use racefree_interp::schedule::Stream;
use racefree_interp::serial::{Graph, Online, rapid};
use std::fmt::Write;
use std::time::Instant;

const THREADS: u32 = 8;
const LOCKS: u32 = 16;
const CELLS: u32 = 1_000;

/// A trace of about so many events.
fn make(events: u64) -> String {
    let (mut stream, mut text) = (Stream::new(1), String::new());
    let mut made = u64::from(THREADS) - 1;
    for t in 1..THREADS {
        let _ = writeln!(text, "T0|fork(T{t})|1");
    }
    // Of each thread what is left of its block, the last first.
    let mut left: Vec<Vec<String>> = vec![Vec::new(); THREADS as usize];
    let mut held = vec![false; LOCKS as usize];
    while made < events || left.iter().any(|block| !block.is_empty()) {
        let t = stream.below(THREADS);
        let block = &mut left[t as usize];
        if block.is_empty() {
            let lock = stream.below(LOCKS);
            if made >= events || held[lock as usize] {
                continue;
            }
            held[lock as usize] = true;
            block.push(format!("end|{lock}"));
            block.push(format!("rel(L{lock})|{lock}"));
            for _ in 0..1 + stream.below(8) {
                let cell = stream.below(CELLS / LOCKS) * LOCKS + lock;
                block.push(format!("{}(V{cell})|{lock}", if stream.one_in(3) { "w" } else { "r" }));
            }
            block.push(format!("acq(L{lock})|{lock}"));
            block.push(format!("begin|{lock}"));
        }
        if let Some(event) = block.pop() {
            if let Some(lock) =
                event.strip_prefix("rel(L").and_then(|rest| rest.split(')').next()?.parse::<usize>().ok())
            {
                held[lock] = false;
            }
            let _ = writeln!(text, "T{t}|{event}");
            made += 1;
        }
    }
    text
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--make", events] => print!("{}", make(events.parse().unwrap_or(100_000))),
        [file, ref times @ ..] => {
            let times = times.first().and_then(|n| n.parse().ok()).unwrap_or(5);
            for _ in 0..times {
                let start = Instant::now();
                let text = match std::fs::read_to_string(file) {
                    Ok(text) => text,
                    Err(error) => return eprintln!("{file}: {error}"),
                };
                let (mut online, mut events, mut closed) = (Online::new(Graph::All), 0u64, 0u64);
                let read = rapid::read(&text, |step| {
                    events += 1;
                    closed += u64::from(online.step(step).is_some());
                });
                if let Err(error) = read {
                    return eprintln!("{file}: {error}");
                }
                let seconds = start.elapsed().as_secs_f64();
                println!("{events} events, {closed} close a cycle, {:.2} M events/s", events as f64 / seconds / 1e6);
            }
        }
        [] => eprintln!("a file in the standard format of RAPID, or --make EVENTS"),
    }
}
