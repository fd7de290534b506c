//! Times the stages of `racefree check` on generated programs, in one process: `racefree-stages [LINES…]`.
//!
//! Each figure is the median of seven runs. `atomicity` is the check with atomicities, `lines/s` parse and check together, `with` parse
//! and check with atomicities, `ratio` what that takes to what parse and check take.

#![allow(clippy::print_stdout)]

use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Extras;
use racefree_typeck::{Options, check, derive};
use std::hint::black_box;
use std::time::Instant;

fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..7)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
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
        let source = racefree_generate::program(size);
        let lines = source.lines().count() as f64;
        let options = Options::default();
        let lex = median(|| {
            black_box(Lexer::new(&source, Extras::default()).count());
        });
        let parse = median(|| {
            black_box(racefree_grammar::parse(&source).is_ok());
        });
        let program = racefree_grammar::parse(&source).unwrap_or_default();
        let checked = median(|| {
            assert!(check(&program, &source, &options).is_ok(), "the generated program is well typed");
        });
        let derived = median(|| {
            black_box(derive(&program, &source, &options).0.is_ok());
        });
        let atomicity = median(|| {
            black_box(racefree_atomicity::summary(&program, &source, &options).atomic_everywhere);
        });
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
