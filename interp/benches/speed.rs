//! How fast programs run: executions per second of the peers' workloads, steps per second with everything on and off.
//!
//!     cargo bench -p racefree-interp --bench speed -- [seconds per figure] [workload [figure]]
//!     cargo bench -p racefree-interp --bench speed -- x10000 [workload [figure]]
//!
//! The workloads are those beside this file and those of the explorer. The line `work` says the least and the most reads, writes,
//! acquires and forks of an execution, by which `benches/shuttle` is held to the workloads.
//!
//! `test-accepted` is what `racefree test` does with a program that the rules accept: choices at acquires only, happens-before and all
//! monitors. One line per figure, for `benches/compare.py` to read. The figures of a workload take turns, a short round each, so
//! that a slower moment of the machine hits all of them; `cost` is the median over the rounds of what a round of `all`
//! takes, relative to the round of `bare` beside it. With `x` a figure is so many executions, once, for tools that
//! count instructions.

#![allow(clippy::disallowed_methods, reason = "it measures")]

use racefree_interp::Semantics;
use racefree_interp::detect::{Adjacent, HappensBefore, Lockset};
use racefree_interp::drive::{Beginning, drive};
use racefree_interp::machine::{Acquires, Coarse, Every, Machine, SchedulingPoints};
use racefree_interp::monitor::{MonitorSet, Monitors};
use racefree_interp::observe::{Observer, Rewind, View};
use racefree_interp::schedule::{Random, Stream};
use racefree_interp::{Event, EventKind, Limits, Lowered, lower};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Counts the events that others can see: reads, writes, acquires, forks, and all.
#[derive(Clone, Default)]
struct Count([u64; 5]);

impl Observer for Count {
    const LOCAL: bool = false;

    fn event(&mut self, _: View<'_>, event: &Event) {
        self.0[4] += 1;
        match event.kind {
            EventKind::Read { .. } => self.0[0] += 1,
            EventKind::Write { .. } => self.0[1] += 1,
            EventKind::Acquire { count: 1, .. } => self.0[2] += 1,
            EventKind::Fork { .. } => self.0[3] += 1,
            _ => {}
        }
    }
}

impl Rewind for Count {}

/// The least and the most that an execution does.
#[allow(clippy::print_stdout)]
fn work(name: &str, program: &Arc<Lowered>) {
    let mut machine = Machine::new(program.clone(), Semantics::default(), Limits::default());
    let mut ranges = [(u64::MAX, 0); 5];
    for seed in 0..20_000 {
        let mut count = Count::default();
        machine.reset();
        drive::<Coarse, _, _>(&mut machine, &mut Random::new(seed), &mut count);
        ranges.iter_mut().zip(count.0).for_each(|(range, n)| *range = (range.0.min(n), range.1.max(n)));
    }
    let [reads, writes, acquires, forks, _] = ranges.map(|(least, most)| format!("{least}-{most}"));
    println!("{name} work reads {reads} writes {writes} acquires {acquires} forks {forks}");
}

/// How long executions are made: for a time, or for so many of them.
#[derive(Clone, Copy)]
enum Length {
    Time(Duration),
    Count(u64),
}

/// What is measured, ready to be made again and again: so many executions, so many steps, in so many seconds.
type Figure = Box<dyn FnMut(Length) -> (u64, u64, f64)>;

fn figure<P: SchedulingPoints, O: Rewind + 'static>(program: &Arc<Lowered>, mut obs: O) -> Figure {
    let mut machine = Machine::new(program.clone(), Semantics::default(), Limits::default());
    let beginning = Beginning::<P, O>::new::<Random>(&mut machine, &mut obs);
    let mut seed = 1;
    Box::new(move |length| {
        let (mut executions, mut steps) = (0u64, 0u64);
        let start = Instant::now();
        loop {
            for _ in 0..100 {
                let mut scheduler = Random::new(Stream::seed_of_run(seed, executions));
                beginning.drive(&mut machine, &mut scheduler, &mut obs);
                executions += 1;
                steps += machine.steps();
            }
            if match length {
                Length::Time(time) => start.elapsed() >= time,
                Length::Count(count) => executions >= count,
            } {
                break;
            }
        }
        seed += executions;
        (executions, steps, start.elapsed().as_secs_f64())
    })
}

/// So many rounds are counted; one before them is not.
const ROUNDS: u32 = 12;

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// The figures of a workload, in turns.
#[allow(clippy::print_stdout)]
fn measure(name: &str, figures: &mut [(&str, Figure)], length: Length) {
    let (rounds, length) = match length {
        Length::Time(time) => (ROUNDS + 1, Length::Time(time / (ROUNDS + 1))),
        count @ Length::Count(_) => (1, count),
    };
    let mut rates = vec![Vec::new(); figures.len()];
    let mut per = vec![0.0; figures.len()];
    for round in 0..rounds {
        for (at, (_, figure)) in figures.iter_mut().enumerate() {
            let (executions, steps, seconds) = figure(length);
            per[at] = steps as f64 / executions as f64;
            if round > 0 || rounds == 1 {
                rates[at].push(executions as f64 / seconds);
            }
        }
    }
    for (at, (what, _)) in figures.iter().enumerate() {
        let rate = median(rates[at].clone());
        println!("{name} {what} executions/s {rate:.0} steps/s {:.0} steps/execution {:.1}", rate * per[at], per[at]);
    }
    let rates_of = |wanted| figures.iter().zip(&rates).find(|(f, _)| f.0 == wanted).map(|(_, rates)| rates);
    if let (Some(bare), Some(all)) = (rates_of("bare"), rates_of("all")) {
        println!("{name} cost {:.3}", median(bare.iter().zip(all).map(|(bare, all)| bare / all).collect()));
    }
}

fn main() {
    let arguments = || std::env::args().skip(1);
    let seconds = arguments().find_map(|a| a.parse().ok()).unwrap_or(0.6);
    let count = arguments().find_map(|a| a.strip_prefix('x')?.parse().ok()).map(Length::Count);
    let length = count.unwrap_or(Length::Time(Duration::from_secs_f64(seconds)));
    let words: Vec<String> =
        arguments().filter(|a| a.trim_start_matches('x').parse::<f64>().is_err() && !a.starts_with('-')).collect();
    // Several figures of a workload can be asked for.
    let workload = |name: &str| words.first().is_none_or(|word| word == name || word == "any");
    let wanted = |name: &str| words.len() < 2 || words[1..].iter().any(|word| word == name);
    let folders = ["/benches/workloads", "/../explore/benches/workloads"];
    let files = folders.map(|folder| std::fs::read_dir(format!("{}{folder}", env!("CARGO_MANIFEST_DIR"))));
    let files = files.into_iter().flat_map(|files| files.expect("the workloads are there").flatten());
    let mut files: Vec<_> = files.map(|file| file.path()).collect();
    files.sort();
    for file in files {
        let name = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        if !workload(&name) {
            continue;
        }
        let source = std::fs::read_to_string(&file).expect("a workload is readable");
        let program = racefree_grammar::parse(&source).expect("a workload parses");
        let program = lower(program).expect("a workload can run");
        if wanted("work") {
            work(&name, &program);
        }
        let mut figures: Vec<(&str, Figure)> = Vec::new();
        macro_rules! figure {
            ($what:literal, $points:ident, $observer:expr) => {
                if wanted($what) {
                    figures.push(($what, figure::<$points, _>(&program, $observer)));
                }
            };
        }
        let all = (HappensBefore::new(), (Monitors::new(MonitorSet::ALL), (Adjacent::new(), Lockset::new())));
        figure!("bare", Coarse, ());
        figure!("all", Coarse, all);
        figure!("events", Coarse, Count::default());
        figure!("happens-before", Coarse, HappensBefore::new());
        figure!("happens-before-acquires", Acquires, HappensBefore::new());
        let accepted = (HappensBefore::until_first(), Monitors::until_first(MonitorSet::ALL));
        figure!("test-accepted", Acquires, accepted);
        figure!("monitors", Coarse, Monitors::new(MonitorSet::ALL));
        figure!("adjacent", Coarse, Adjacent::new());
        figure!("lockset", Coarse, Lockset::new());
        figure!("every-step", Every, ());
        measure(&name, &mut figures, length);
    }
}
