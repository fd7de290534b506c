//! Campaigns over programs with owners: `cargo run -p racefree-soundness --example owners [PROGRAMS [FIRST]]` looks at a number of
//! generated programs with three near misses each, translates as many base programs, and watches run-time owners and what is not
//! proved. One of these alone: `-- theorem|translated|runtime|watching [PROGRAMS [FIRST]]`; `-- discovered [PROGRAMS [FIRST [RUNS]]]`
//! erases programs and finds their annotations again.
#![allow(clippy::print_stdout)]

use racefree_soundness::owners::{campaign, discovery, runtime, watching};
use std::ops::Range;
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual: u64| words.get(i).and_then(|arg| arg.parse().ok()).unwrap_or(usual);
    let first = number(2, 0);
    let seeds = first..first + number(1, 1_000);
    match words.first().map(String::as_str) {
        Some("theorem") => theorem(seeds),
        Some("translated") => translated(seeds),
        Some("runtime") => watched(seeds),
        Some("watching") => watching(seeds),
        Some("discovered") => discovered(seeds, number(3, 20)),
        _ => {
            let (programs, first) = (number(0, 1_000), number(1, 0));
            let seeds = first..first + programs;
            theorem(seeds.clone());
            translated(seeds.clone());
            watched(seeds.clone());
            watching(seeds);
        }
    }
}

/// What was looked at, in how long, and the first of what went wrong.
fn told(seen: &dyn std::fmt::Debug, start: Instant, wrong: &[String]) {
    println!("{seen:?} in {:?}, {} failures", start.elapsed(), wrong.len());
    wrong.iter().take(5).for_each(|wrong| println!("{wrong}\n"));
}

fn theorem(seeds: Range<u64>) {
    let start = Instant::now();
    let mut seen = campaign::theorem(seeds, 3);
    let failures: Vec<String> = std::mem::take(&mut seen.found).iter().map(|found| found.told()).collect();
    told(&seen, start, &failures);
}

fn translated(seeds: Range<u64>) {
    let start = Instant::now();
    let seen = campaign::translated(seeds);
    let campaign::Translated { accepted, within, by_initialisers, exceptions } = &seen;
    let known = by_initialisers.len();
    told(&format!("translated {within} of {accepted} base programs, {known} not by initialisers"), start, exceptions);
}

fn watched(seeds: Range<u64>) {
    let start = Instant::now();
    let mut seen = runtime::generated(seeds, 3, 4);
    let failures = std::mem::take(&mut seen.failures);
    told(&seen, start, &failures);
}

fn watching(seeds: Range<u64>) {
    let start = Instant::now();
    let mut seen = watching::generated(seeds, 3, 3);
    let differences = std::mem::take(&mut seen.differences);
    told(&seen, start, &differences);
}

fn discovered(seeds: Range<u64>, runs: u64) {
    let start = Instant::now();
    let mut seen = discovery::rediscovered(seeds, runs);
    let failures: Vec<String> =
        std::mem::take(&mut seen.failures).into_iter().map(|(why, text)| format!("{why}\n{text}")).collect();
    told(&seen, start, &failures);
}
