//! Prints how long it takes to find a counterexample of each variant from nothing, as a table:
//! `cargo run --profile dist -p racefree-soundness --example kills [SECONDS [SEEDS [NAME [SYSTEM]]]]`, by default 60 seconds of processor
//! time and 10 seeds for every variant that the committed matrix has a counterexample of, on one core. Parts of premises and several
//! premises together, the work of a longer search, are looked for only if NAME is a part of theirs.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use racefree_soundness::hunt::Hunt;
use racefree_soundness::{matrix, variant};
use std::time::Duration;

/// Processor time of the process in seconds, as far as the system says.
fn now() -> f64 {
    let said = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = said.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

fn main() -> Result<(), String> {
    let argument = |i: usize| std::env::args().nth(i);
    let seconds = argument(1).and_then(|s| s.parse().ok()).unwrap_or(60.0);
    let seeds: u64 = argument(2).and_then(|s| s.parse().ok()).unwrap_or(10);
    let name = argument(3).unwrap_or_default();
    let system = argument(4).map_or(Ok(racefree_systems::BASE), |system| racefree_systems::find(&system))?;
    println!("| variant | killed | median, s | longest, s | programs, median | what goes wrong | tokens, 1-minimal |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for entry in matrix::committed(system)?.entries.into_iter().filter(|e| e.variant.contains(&name)) {
        let Some(example) = entry.smallest else { continue };
        let variant = variant::find_in(system, &entry.variant)?;
        if name.is_empty() && (variant.only.is_some() || variant.off.len() > 1) {
            continue;
        }
        let rules = variant.rules()?;
        let (mut times, mut programs, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        for seed in 0..seeds {
            let start = now();
            let mut hunt = Hunt::new(&rules, seed);
            let mut kill = None;
            while kill.is_none() && now() - start < seconds {
                kill = hunt.run(Duration::from_millis(100));
            }
            times.push(kill.as_ref().map_or(f64::INFINITY, |_| now() - start));
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
