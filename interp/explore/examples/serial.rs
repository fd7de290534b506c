//! What the monitor of serializability costs: runs and explorations of programs with atomic blocks, bare, watched, and in runs with
//! the blocks left out that types accept (all of these here).
//!
//!     cargo run --release -p racefree-explore --example serial -- [rounds]
//!
//! Processor time of the process, the median of some rounds, what is compared by turns.
#![allow(clippy::print_stdout)]

use racefree_explore::{Algorithm, Options, explore};
use racefree_interp::drive::{Detectors, RunOptions, TestOptions, test};
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::{Lowered, lower};
use std::sync::Arc;

/// The bodies of threads, and what stands before them.
struct Workload {
    name: &'static str,
    classes: &'static str,
    lets: &'static str,
    call: &'static str,
}

const WORKLOADS: [Workload; 3] = [
    Workload {
        name: "increments",
        classes: "class A { int n guarded_by this  atomic synchronized void inc() { this.n = this.n + 1 } }",
        lets: "let A a = new A in",
        call: "a.inc()",
    },
    Workload {
        name: "transfers",
        classes: "class Account { int n guarded_by this }
            class Bank { atomic void move(Account from, Account to) {
              synchronized from in synchronized to in { from.n = from.n - 1; to.n = to.n + 1 } } }",
        lets: "let Bank b = new Bank in let Account c = new Account in let Account d = new Account in",
        call: "b.move(c, d)",
    },
    Workload {
        name: "movers",
        classes: "class A { int n guarded_by this }
            thread_local class T { int q
              atomic void work(A a) { this.q = this.q + 1; this.q = this.q + 2; this.q = this.q + 3; this.q = this.q + 4;
                synchronized a in a.n = a.n + this.q } }",
        lets: "let A a = new A in",
        call: "(new T).work(a)",
    },
];

impl Workload {
    /// So many threads, each with so many calls.
    fn program(&self, threads: usize, calls: usize) -> Result<Arc<Lowered>, String> {
        let body = vec![self.call; calls].join("; ");
        let forks = format!("fork {{ {body} }}; ").repeat(threads - 1);
        let source = format!("{}\n{} {{ {forks}{body} }}", self.classes, self.lets);
        let program = racefree_grammar::parse(&source).map_err(|errors| format!("{errors:?}"))?;
        lower(program).map_err(|errors| format!("{errors:?}"))
    }
}

/// Processor time of the process in seconds, as far as the system says.
fn now() -> f64 {
    let said = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = said.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// The medians of what each takes, by turns.
fn by_turns(rounds: usize, work: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let mut times = vec![Vec::new(); work.len()];
    for _ in 0..rounds {
        for (one, times) in work.iter_mut().zip(&mut times) {
            let start = now();
            one();
            times.push(now() - start);
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or(0.0)
    };
    times.into_iter().map(median).collect()
}

fn main() -> Result<(), String> {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5);
    let serializable = MonitorSet::NONE.with(Monitor::Serializable);
    for workload in &WORKLOADS {
        let program = workload.program(4, 40)?;
        let blocks: Arc<[bool]> = vec![false; program.tables.program.exprs.len()].into();
        let runs = |monitors, blocks| {
            let run = RunOptions { detectors: Detectors::NONE, monitors, blocks, ..RunOptions::default() };
            let options = TestOptions { run, runs: 20_000, ..TestOptions::default() };
            std::hint::black_box(test(&program, &options, &mut |_| true).runs);
        };
        let times = by_turns(
            rounds,
            &mut [&mut || runs(MonitorSet::NONE, None), &mut || runs(serializable, None), &mut || {
                runs(serializable, Some(blocks.clone()))
            }],
        );
        let factor = |i: usize| times[i] / times[0];
        println!(
            "runs, {}: bare {:.2} s, watched {:.2} times, watched less {:.2} times",
            workload.name,
            times[0],
            factor(1),
            factor(2)
        );
    }
    for (algorithm, name, sizes) in
        [(Algorithm::Dpor, "traces", [(4, 3), (3, 4), (3, 4)]), (Algorithm::States, "states", [(4, 8), (4, 6), (4, 2)])]
    {
        for (workload, (threads, calls)) in WORKLOADS.iter().zip(sizes) {
            let program = workload.program(threads, calls)?;
            let one = |monitors| {
                let options = Options { algorithm, monitors, outcomes: false, ..Options::default() };
                std::hint::black_box(explore(&program, &options).found.len());
            };
            let times = by_turns(rounds, &mut [&mut || one(MonitorSet::NONE), &mut || one(serializable)]);
            println!(
                "explore, {name}, {} ({threads} threads, {calls} calls): bare {:.2} s, with the monitor {:.2} times",
                workload.name,
                times[0],
                times[1] / times[0]
            );
        }
    }
    Ok(())
}
