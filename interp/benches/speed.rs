//! How fast programs run: executions per second of the peers' workloads, steps per second with everything on and off.
//!
//!     cargo bench -p racefree-interp --bench speed -- [seconds per figure] [workload [figure]]
//!
//! One line per figure, for `benchmarks/run.py` to read.

use racefree_interp::detect::{Adjacent, HappensBefore, Lockset};
use racefree_interp::drive::Beginning;
use racefree_interp::machine::{COARSE, EVERY, Machine, SYNC, Semantics};
use racefree_interp::monitor::{MonitorSet, Monitors};
use racefree_interp::observe::{Observer, Rewind, View};
use racefree_interp::schedule::{Random, Stream};
use racefree_interp::{Event, Limits, Lowered, lower};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Counts the events that others can see.
#[derive(Clone)]
struct Count(u64);

impl Observer for Count {
    const LOCAL: bool = false;

    fn event(&mut self, _: View<'_>, _: &Event) {
        self.0 += 1;
    }
}

impl Rewind for Count {}

fn measure<const POINTS: u8, O: Rewind>(program: &Arc<Lowered>, time: Duration, mut obs: O) -> (f64, f64, f64) {
    let mut machine = Machine::new(program.clone(), Semantics::default(), Limits::default());
    let beginning = Beginning::<POINTS, O>::new::<Random>(&mut machine, &mut obs);
    let mut rates = Vec::new();
    let mut seed = 1;
    for round in 0..6 {
        let (mut executions, mut steps) = (0u64, 0u64);
        let start = Instant::now();
        while start.elapsed() < time / 6 {
            for _ in 0..200 {
                let mut scheduler = Random::new(Stream::seed_of_run(seed, executions));
                beginning.drive(&mut machine, &mut scheduler, &mut obs);
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

#[allow(clippy::print_stdout)]
fn main() {
    let seconds = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(0.6);
    let words: Vec<String> =
        std::env::args().skip(1).filter(|a| a.parse::<f64>().is_err() && !a.starts_with('-')).collect();
    let wanted = |place: usize, name: &str| words.get(place).is_none_or(|word| word == name);
    let time = Duration::from_secs_f64(seconds);
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/workloads");
    let mut files: Vec<_> =
        std::fs::read_dir(dir).expect("the workloads are there").flatten().map(|e| e.path()).collect();
    files.sort();
    for file in files {
        let name = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        if !wanted(0, &name) {
            continue;
        }
        let source = std::fs::read_to_string(&file).expect("a workload is readable");
        let program = racefree_grammar::parse(&source).expect("a workload parses");
        let program = lower(program).expect("a workload can run");
        let all = || (HappensBefore::new(), (Monitors::new(MonitorSet::ALL), (Adjacent::new(), Lockset::new())));
        macro_rules! figure {
            ($what:literal, $points:ident, $observer:expr) => {
                if wanted(1, $what) {
                    let (executions, steps, per) = measure::<$points, _>(&program, time, $observer);
                    println!(
                        "{name} {} executions/s {executions:.0} steps/s {steps:.0} steps/execution {per:.1}",
                        $what
                    );
                }
            };
        }
        figure!("bare", COARSE, ());
        figure!("events", COARSE, Count(0));
        figure!("happens-before", COARSE, HappensBefore::new());
        figure!("happens-before-acquires", SYNC, HappensBefore::new());
        figure!("monitors", COARSE, Monitors::new(MonitorSet::ALL));
        figure!("adjacent", COARSE, Adjacent::new());
        figure!("lockset", COARSE, Lockset::new());
        figure!("all", COARSE, all());
        figure!("every-step", EVERY, ());
    }
}
