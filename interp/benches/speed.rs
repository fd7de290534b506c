//! How fast programs run: executions per second of the peers' workloads, steps per second with everything on and off.
//!
//!     cargo bench -p racefree-interp --bench speed -- [seconds per figure]
//!
//! One line per figure, for `benchmarks/run.py` to read.

use racefree_interp::detect::{Adjacent, HappensBefore, Lockset};
use racefree_interp::drive::drive;
use racefree_interp::machine::{COARSE, EVERY, Machine, SYNC, Semantics};
use racefree_interp::monitor::{MonitorSet, Monitors};
use racefree_interp::schedule::{Random, Stream};
use racefree_interp::{Limits, Lowered, Observer, lower};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn measure<const POINTS: u8, O: Observer>(program: &Arc<Lowered>, time: Duration, mut obs: O) -> (f64, f64, f64) {
    let mut machine = Machine::new(program.clone(), Semantics::default(), Limits::default());
    let mut rates = Vec::new();
    let mut seed = 1;
    for round in 0..6 {
        let (mut executions, mut steps) = (0u64, 0u64);
        let start = Instant::now();
        while start.elapsed() < time / 6 {
            for _ in 0..200 {
                machine.reset();
                let mut scheduler = Random::new(Stream::seed_of_run(seed, executions));
                drive::<POINTS, _, _>(&mut machine, &mut scheduler, &mut obs);
                executions += 1;
                steps += machine.steps();
            }
        }
        seed += executions;
        let seconds = start.elapsed().as_secs_f64();
        if round > 0 {
            rates.push((executions as f64 / seconds, steps as f64 / seconds));
        }
    }
    rates.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (executions, steps) = rates[rates.len() / 2];
    (executions, steps, steps / executions)
}

/// A fixed number of executions with the happens-before detector, for a profiler.
fn fixed(executions: u64, name: &str) {
    let file = format!("{}/benches/workloads/{name}.rfj", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(file).expect("a workload is readable");
    let program = lower(racefree_grammar::parse(&source).expect("a workload parses")).expect("a workload can run");
    let mut machine = Machine::new(program, Semantics::default(), Limits::default());
    let mut hb = HappensBefore::new();
    for seed in 0..executions {
        machine.reset();
        drive::<COARSE, _, _>(&mut machine, &mut Random::new(seed), &mut hb);
    }
}

#[allow(clippy::print_stdout)]
fn main() {
    let seconds = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(0.6);
    let only = std::env::args().skip(1).find(|a| a.parse::<f64>().is_err() && !a.starts_with('-'));
    let time = Duration::from_secs_f64(seconds);
    if let Some(n) = std::env::var("RACEFREE_EXECUTIONS").ok().and_then(|n| n.parse().ok()) {
        return fixed(n, only.as_deref().unwrap_or("racy-4-4"));
    }
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/workloads");
    let mut files: Vec<_> =
        std::fs::read_dir(dir).expect("the workloads are there").flatten().map(|e| e.path()).collect();
    files.sort();
    for file in files {
        let name = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        if only.as_ref().is_some_and(|o| *o != name) {
            continue;
        }
        let source = std::fs::read_to_string(&file).expect("a workload is readable");
        let program = racefree_grammar::parse(&source).expect("a workload parses");
        let program = lower(program).expect("a workload can run");
        let all = || (HappensBefore::new(), (Monitors::new(MonitorSet::ALL), (Adjacent::new(), Lockset::new())));
        let figures = [
            ("bare", measure::<COARSE, _>(&program, time, ())),
            ("happens-before", measure::<COARSE, _>(&program, time, HappensBefore::new())),
            ("happens-before-acquires", measure::<SYNC, _>(&program, time, HappensBefore::new())),
            ("monitors", measure::<COARSE, _>(&program, time, Monitors::new(MonitorSet::ALL))),
            ("adjacent", measure::<COARSE, _>(&program, time, Adjacent::new())),
            ("lockset", measure::<COARSE, _>(&program, time, Lockset::new())),
            ("all", measure::<COARSE, _>(&program, time, all())),
            ("every-step", measure::<EVERY, _>(&program, time, ())),
        ];
        for (what, (executions, steps, per)) in figures {
            println!("{name} {what} executions/s {executions:.0} steps/s {steps:.0} steps/execution {per:.1}");
        }
    }
}
