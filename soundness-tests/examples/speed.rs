//! Prints how many programs a second are generated, also checked, and also explored in every schedule, on one core and on all:
//! `cargo run --release -p racefree-soundness --example speed [PROGRAMS]`.
#![allow(clippy::print_stdout)]

use racefree_soundness::campaign::program;
use racefree_soundness::judge::Judge;
use racefree_soundness::variant::Rules;
use racefree_typeck::check;
use std::time::Instant;

/// What is measured.
#[derive(Clone, Copy)]
enum Upto {
    Generated,
    Checked,
    Explored,
}

fn work(upto: Upto, from: u64, to: u64) -> u64 {
    let rules = Rules::base();
    let mut judge = Judge::new(&rules);
    let mut sum = 0;
    for index in from..to {
        let tree = program(&rules, 1, index);
        sum += tree.classes.len() as u64;
        if matches!(upto, Upto::Generated) {
            continue;
        }
        let program = tree.program();
        sum += u64::from(check(&program, "", &rules.options).is_ok());
        if matches!(upto, Upto::Explored)
            && let Some(lowered) = Judge::lower(program)
        {
            sum += judge.explored(&lowered).1.states;
        }
    }
    sum
}

fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(20_000);
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    println!("| programs a second | one core | {cores} cores |");
    println!("| --- | --- | --- |");
    for (upto, name) in [
        (Upto::Generated, "generated"),
        (Upto::Checked, "and checked"),
        (Upto::Explored, "and explored in every schedule"),
    ] {
        let rate = |workers: u64| {
            let start = Instant::now();
            let sum: u64 = std::thread::scope(|scope| {
                let all: Vec<_> = (0..workers).map(|w| scope.spawn(move || work(upto, w * n, (w + 1) * n))).collect();
                all.into_iter().filter_map(|worker| worker.join().ok()).sum()
            });
            std::hint::black_box(sum);
            (workers * n) as f64 / start.elapsed().as_secs_f64()
        };
        println!("| {name} | {:.0} | {:.0} |", rate(1), rate(cores));
    }
}
