//! Times the stages of `racefree check` on generated programs, in one process: `racefree-stages [LINES…]`.
//!
//! Each figure is the median of seven runs, in processor time. `atomicity` is the check with atomicities, `lines/s` parse and check
//! together, `with` parse and check with atomicities, `ratio` what that takes to what parse and check take.

#![allow(clippy::print_stdout)]

use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Extras;
use racefree_typeck::{Options, check, derive};
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Instant;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Seconds that the processor was at work for this process, so that other programs do not count; where the system does not tell, seconds
/// since the start.
fn now() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let told = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    told.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Of each of some things to do, the median of seven times, one of each in turn.
fn medians<const N: usize>(mut runs: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [[0.0; 7]; N];
    for round in 0..7 {
        for (run, times) in runs.iter_mut().zip(&mut times) {
            let start = now();
            run();
            times[round] = now() - start;
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[3]
    })
}

fn main() {
    let given: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if given.is_empty() { vec![1_000, 10_000, 100_000, 1_000_000] } else { given };
    println!("nanoseconds a line");
    println!(
        "{:>10} {:>10} {:>8} {:>8} {:>8} {:>8} {:>10} {:>12} {:>12} {:>6}",
        "lines", "bytes", "lex", "parse", "check", "derive", "atomicity", "lines/s", "with", "ratio"
    );
    for size in sizes {
        let source = racefree_large::program(size);
        let lines = source.lines().count() as f64;
        let options = Options::default();
        let program = racefree_grammar::parse(&source).unwrap_or_default();
        let [lex, parse, checked, derived, atomicity] = medians([
            &mut || _ = black_box(Lexer::new(&source, Extras::default()).count()),
            &mut || _ = black_box(racefree_grammar::parse(&source).is_ok()),
            &mut || assert!(check(&program, &source, &options).is_ok(), "the generated program is well typed"),
            &mut || _ = black_box(derive(&program, &source, &options).0.is_ok()),
            &mut || _ = black_box(racefree_atomicity::summary(&program, &source, &options).atomic_everywhere),
        ]);
        let per_line = |seconds: f64| seconds / lines * 1e9;
        println!(
            "{:>10} {:>10} {:>8.1} {:>8.1} {:>8.1} {:>8.1} {:>10.1} {:>12.0} {:>12.0} {:>6.2}",
            lines,
            source.len(),
            per_line(lex),
            per_line(parse),
            per_line(checked),
            per_line(derived),
            per_line(atomicity),
            lines / (parse + checked),
            lines / (parse + atomicity),
            (parse + atomicity) / (parse + checked)
        );
    }
}
