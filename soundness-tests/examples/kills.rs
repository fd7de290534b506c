//! Prints how long it takes to find a counterexample of each variant from nothing, as a table:
//! `cargo run --profile dist -p racefree-soundness --example kills [SECONDS [SEEDS [NAME]]]`, by default 60 seconds and 10 seeds for every
//! variant that the committed matrix has a counterexample of, on one core. Parts of premises and several premises together, the
//! work of a longer search, are looked for only if NAME is a part of theirs.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use racefree_soundness::hunt::Hunt;
use racefree_soundness::{matrix, variant};
use std::time::{Duration, Instant};

fn main() -> Result<(), String> {
    let argument = |i: usize| std::env::args().nth(i);
    let seconds = argument(1).and_then(|s| s.parse().ok()).unwrap_or(60.0);
    let seeds: u64 = argument(2).and_then(|s| s.parse().ok()).unwrap_or(10);
    let name = argument(3).unwrap_or_default();
    println!("| variant | killed | median, s | longest, s | programs, median | what goes wrong | tokens, 1-minimal |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for entry in matrix::committed(racefree_systems::BASE)?.entries.into_iter().filter(|e| e.variant.contains(&name)) {
        let Some(example) = entry.smallest else { continue };
        let variant = variant::find(&entry.variant)?;
        if name.is_empty() && (variant.only.is_some() || variant.off.len() > 1) {
            continue;
        }
        let rules = variant.rules()?;
        let (mut times, mut programs, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        for seed in 0..seeds {
            let start = Instant::now();
            let mut hunt = Hunt::new(&rules, seed);
            let kill = hunt.run(Duration::from_secs_f64(seconds));
            times.push(kill.as_ref().map_or(f64::INFINITY, |_| start.elapsed().as_secs_f64()));
            programs.push(hunt.effort.programs);
            kinds.extend(kill.map(|k| k.kind.name()));
        }
        times.sort_by(f64::total_cmp);
        programs.sort_unstable();
        let killed = kinds.len();
        kinds.sort_unstable();
        kinds.dedup();
        let middle = times.len() / 2;
        println!(
            "| {} | {killed}/{seeds} | {:.3} | {:.3} | {} | {} | {} |",
            entry.variant,
            times.get(middle).unwrap_or(&f64::NAN),
            times.last().unwrap_or(&f64::NAN),
            programs.get(middle).unwrap_or(&0),
            kinds.join(", "),
            example.tokens
        );
    }
    Ok(())
}
