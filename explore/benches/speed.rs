//! How fast explorations are: `cargo bench -p racefree-explore --bench speed -- ALGORITHM THREADS FILE…` prints for each
//! program what was covered, and how fast.
#![allow(clippy::print_stdout, missing_docs)]

use racefree_explore::{Algorithm, Options, explore};
use racefree_interp::{Limits, lower};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let [algorithm, threads, files @ ..] = &args[..] else {
        return Ok(());
    };
    let algorithm: Algorithm = algorithm.parse()?;
    println!("{:<40}{:>10}{:>12}{:>12}{:>9}{:>12}{:>10}", "program", "states", "edges", "runs", "s", "/s", "MB");
    for file in files {
        let source = std::fs::read_to_string(file)?;
        let program = racefree_grammar::parse(&source).map_err(|e| format!("{e:?}"))?;
        let program = lower(program).map_err(|e| format!("{e:?}"))?;
        let limits = Limits { steps: 10_000_000, ..Limits::default() };
        let options = Options { algorithm, threads: threads.parse()?, limits, ..Options::default() };
        let start = Instant::now();
        let result = explore(&program, &options);
        let seconds = start.elapsed().as_secs_f64();
        let count = if algorithm == Algorithm::States { result.states } else { result.executions };
        println!(
            "{:<40}{:>10}{:>12}{:>12}{:>9.3}{:>12.0}{:>10.1}{}",
            file.rsplit('/').next().unwrap_or(file),
            result.states,
            result.transitions,
            result.executions,
            seconds,
            count as f64 / seconds,
            result.memory as f64 / 1e6,
            result.cut.map_or(String::new(), |c| format!("  {c:?}")),
        );
    }
    Ok(())
}
