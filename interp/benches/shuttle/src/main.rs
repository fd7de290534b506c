//! The workloads of the interpreter's benchmark, written for shuttle: the same threads, which make the same accesses and take the
//! same locks.
//!
//!     cargo run --release -- WORKLOAD EXECUTIONS [SEED]
//!
//! prints how many executions a second the random scheduler makes, and the least and the most reads, writes, acquires and forks of one,
//! by which `compare.py` holds a twin to its workload. What a lock protects stands in its mutex, as programs for shuttle have it; what no
//! lock protects is an atomic.

#![allow(clippy::disallowed_methods, reason = "it measures")]

mod counters;
mod heaps;
mod shapes;
mod work;

use shuttle::scheduler::RandomScheduler;
use shuttle::{Config, FailurePersistence, MaxSteps, Runner};
use std::time::Instant;

/// The twin of a workload.
fn twin(name: &str) -> Option<Box<dyn Fn() + Send + Sync>> {
    let words: Vec<&str> = name.split('-').collect();
    if let [kind, a, b] = words[..]
        && let (Ok(a), Ok(b)) = (a.parse::<usize>(), b.parse::<usize>())
    {
        return match kind {
            "racy" => Some(Box::new(move || counters::racy(&vec![b; a]))),
            "increments" => Some(Box::new(|| counters::racy(&[2, 2, 2, 1]))),
            "locked" => Some(Box::new(move || counters::locked(a, b))),
            "bank" => Some(Box::new(move || counters::bank(a, b))),
            "phil" => Some(Box::new(move || counters::philosophers(a, b, false))),
            "philosophers" => Some(Box::new(move || counters::philosophers(a, b, true))),
            _ => None,
        };
    }
    let twin: fn() = match name {
        "barrier" => shapes::barrier,
        "buffer" => shapes::buffer,
        "flags" => shapes::flags,
        "ghosts" => heaps::ghosts,
        "ghost-list" => heaps::ghost_list,
        "hand-over-hand" => heaps::hand_over_hand,
        "list" => heaps::list,
        "pairs-6" => shapes::pairs,
        "private-lock" => shapes::private_lock,
        "readers-writers" => shapes::readers_writers,
        "recursion" => shapes::recursion,
        "search-tree" => heaps::search_tree,
        "spin" => shapes::spin,
        "tree" => shapes::tree,
        _ => return None,
    };
    Some(Box::new(twin))
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize| arguments.get(at).and_then(|word| word.parse::<u64>().ok());
    let (Some(name), Some(executions)) = (arguments.get(1), number(2)) else {
        eprintln!("usage: WORKLOAD EXECUTIONS [SEED]");
        return;
    };
    let Some(twin) = twin(name) else {
        println!("{name} has no twin");
        return;
    };
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    config.max_steps = MaxSteps::FailAfter(1_000_000);
    config.silence_warnings = true;
    let scheduler = RandomScheduler::new_from_seed(number(3).unwrap_or(1), executions as usize);
    let start = Instant::now();
    Runner::new(scheduler, config).run(move || {
        twin();
        work::over();
    });
    let rate = executions as f64 / start.elapsed().as_secs_f64();
    println!("{name} execs/s {rate:.0} work {}", work::done());
}
