//! How fast explorations are: `cargo bench -p racefree-explore --bench speed -- ALGORITHM FILE…` prints for each
//! program what was covered, and how fast.
//! `-- auto FILE…` compares runs and then states with each of them.
//! `-- shortest FILE…` compares the search for a shortest schedule of everything that is found with the exploration.
//! `-- known ALGORITHM` does the same for the larger programs whose numbers of traces are known, `-- small ALGORITHM N` for N
//! small generated programs together.

#![allow(clippy::disallowed_methods, reason = "it measures")]
#![allow(clippy::print_stdout, clippy::unwrap_used, dead_code, missing_docs)]

#[path = "../tests/support/programs.rs"]
mod programs;
#[path = "../tests/support/small.rs"]
mod small;

use cpu_time::ProcessTime;
use racefree_explore::{Algorithm, Budget, Options, auto, explore, shortest};
use racefree_interp::{Limits, Lowered, lower};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["known", algorithm] => {
            let algorithm = algorithm.parse()?;
            heading();
            for (name, source) in known() {
                one(&name, &source, algorithm)?;
            }
            Ok(())
        }
        ["auto", files @ ..] => {
            println!("{:<24}{:>12}{:>12}{:>12}{:>8}  answer", "program", "states, ms", "dpor, ms", "auto, ms", "ratio");
            files.iter().try_for_each(|file| both(file))
        }
        ["shortest", files @ ..] => {
            println!("{:<24}{:>10}{:>12}{:>14}{:>8}", "program", "findings", "states, ms", "shortest, ms", "ratio");
            files.iter().try_for_each(|file| witnesses(file))
        }
        ["small", algorithm, n] => many(algorithm.parse()?, n.parse()?),
        [algorithm, files @ ..] => {
            let algorithm = algorithm.parse()?;
            heading();
            for file in files {
                one(file.rsplit('/').next().unwrap_or(file), &std::fs::read_to_string(file)?, algorithm)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The larger rows of the table of known numbers of traces.
fn known() -> Vec<(String, String)> {
    let mut all = vec![
        ("writers 9".to_owned(), programs::writers(9)),
        ("readers 16".to_owned(), programs::readers(16)),
        ("sections 3 4".to_owned(), programs::sections(3, 4)),
        ("increments 4 1".to_owned(), programs::increments(4, 1)),
        ("increments 3 2".to_owned(), programs::increments(3, 2)),
        ("increments 2 6".to_owned(), programs::increments(2, 6)),
        ("philosophers 14".to_owned(), programs::philosophers(14, false)),
        ("pairs 14".to_owned(), programs::pairs(14)),
    ];
    all.extend([10, 12, 15].map(|n| (format!("lastzero {n}"), programs::lastzero(n))));
    all.extend([19, 22, 26].map(|n| (format!("filesystem {n}"), programs::filesystem(n))));
    all.extend([12, 14, 15].map(|n| (format!("indexer {n}"), programs::indexer(n))));
    all
}

fn heading() {
    println!("{:<40}{:>10}{:>12}{:>12}{:>11}{:>12}{:>10}", "program", "states", "edges", "runs", "s", "/s", "MB");
}

fn ready(source: &str) -> Result<Arc<Lowered>, Box<dyn Error>> {
    let program = racefree_grammar::parse(source).map_err(|e| format!("{e:?}"))?;
    Ok(lower(program).map_err(|e| format!("{e:?}"))?)
}

fn one(name: &str, source: &str, algorithm: Algorithm) -> Result<(), Box<dyn Error>> {
    let program = ready(source)?;
    let limits = Limits { steps: 10_000_000, ..Limits::default() };
    let options = Options { algorithm, limits, ..Options::default() };
    let start = Instant::now();
    let result = explore(&program, &options);
    let seconds = start.elapsed().as_secs_f64();
    let count = if algorithm.keeps_states() { result.states } else { result.executions };
    println!(
        "{name:<40}{:>10}{:>12}{:>12}{seconds:>11.6}{:>12.0}{:>10.1}{}",
        result.states,
        result.transitions,
        result.executions,
        count as f64 / seconds,
        result.memory as f64 / 1e6,
        result.cut.map_or(String::new(), |c| format!("  {c:?}")),
    );
    Ok(())
}

/// The search over states, and the one for a shortest schedule of each finding: medians of seven, in turns, in milliseconds of processor time.
fn witnesses(file: &str) -> Result<(), Box<dyn Error>> {
    let program = ready(&std::fs::read_to_string(file)?)?;
    let options = Options { algorithm: Algorithm::States, ..Options::default() };
    let (mut times, mut findings) = ([const { Vec::new() }; 2], 0);
    for _ in 0..7 {
        let start = ProcessTime::now();
        let keys: Vec<_> = explore(&program, &options).found.into_iter().map(|found| found.key).collect();
        times[0].push(start.elapsed().as_secs_f64() * 1e3);
        let start = ProcessTime::now();
        findings = shortest(&program, &options, &keys).len();
        times[1].push(start.elapsed().as_secs_f64() * 1e3);
    }
    let [states, schedules] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    let name = file.rsplit('/').next().unwrap_or(file);
    println!("{name:<24}{findings:>10}{states:>12.2}{schedules:>14.2}{:>8.2}", schedules / states);
    Ok(())
}

/// Runs and then states, and each of them for at most ten seconds: medians of seven, in turns, in milliseconds of processor time; and how many
/// times longer than the faster one both take, five milliseconds aside.
fn both(file: &str) -> Result<(), Box<dyn Error>> {
    let program = ready(&std::fs::read_to_string(file)?)?;
    let budget = Budget { time: Some(Duration::from_secs(10)), ..Budget::default() };
    let options = Options { budget, ..Options::default() };
    let alone = |algorithm| explore(&program, &Options { algorithm, ..options.clone() });
    let mut times = [const { Vec::new() }; 3];
    let mut answer = "";
    for _ in 0..7 {
        for (at, times) in times.iter_mut().enumerate() {
            if times.iter().any(|&t| t > 5_000.0) {
                continue;
            }
            let start = ProcessTime::now();
            let result = match at {
                0 => alone(Algorithm::States),
                1 => alone(Algorithm::Dpor),
                _ => auto(&program, &options, &options).result,
            };
            answer = if at == 2 { result.algorithm.name() } else { answer };
            let late = !result.complete();
            times.push(if late { f64::INFINITY } else { start.elapsed().as_secs_f64() * 1e3 });
        }
    }
    let [states, dpor, both] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    let ratio = (both - 5.0).max(0.0) / states.min(dpor);
    let name = file.rsplit('/').next().unwrap_or(file);
    println!("{name:<24}{states:>12.3}{dpor:>12.3}{both:>12.3}{ratio:>8.2}  {answer}");
    Ok(())
}

/// Small programs, one after the other.
fn many(algorithm: Algorithm, n: u64) -> Result<(), Box<dyn Error>> {
    let programs = (0..n).map(|seed| ready(&small::program(seed))).collect::<Result<Vec<_>, _>>()?;
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let budget = Budget { states: 10_000, ..Budget::default() };
    let options = Options { algorithm, limits, budget, outcomes: false, ..Options::default() };
    let (mut runs, mut edges) = (0, 0);
    let start = Instant::now();
    for program in &programs {
        let result = explore(program, &options);
        runs += result.executions;
        edges += result.transitions;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{n} small programs, {edges} edges, {runs} runs: {seconds:.3} s, {:.0} programs/s", n as f64 / seconds);
    Ok(())
}
