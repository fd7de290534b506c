//! Races in Java's sense that no schedule puts side by side: two accesses of one run that nothing orders. There is none in a program in which
//! no two accesses can happen next to each other (Adve and Hill 1990), if whatever tells threads of each other also orders them. So programs are
//! looked at again, in sampled runs, that have such a race, or that learn by the library of others which nothing orders: `size()`, `tryLock()`.

use crate::options::Options;
use crate::result::Found;
use racefree_interp::drive::{Finding, Key, RunOptions, SchedulerKind, run_while};
use racefree_interp::machine::Lowered;
use std::sync::Arc;

/// Runs that are sampled.
const RUNS: u64 = 200;
/// The same of a program without a race so far.
const FEWER: u64 = 50;
/// Steps of these together.
const STEPS: u64 = 1_000_000;

/// The races that are not among the findings, each with the run up to its second access.
pub fn behind(program: &Arc<Lowered>, options: &Options, found: &[Found]) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    let has_race = found.iter().any(|f| matches!(f.key, Key::Race(..)));
    if !has_race && !program.tables.java.learns_unordered {
        return all;
    }
    let mut steps = 0;
    for run in 0..if has_race { RUNS } else { FEWER } {
        if steps > STEPS || !options.control.goes_on(options.algorithm) {
            break;
        }
        // Turns of growing length, priorities, and choices at random.
        let scheduler = match run % 8 {
            0 => SchedulerKind::RoundRobin(run as u32 / 8 + 1),
            1 | 3 | 5 | 7 => SchedulerKind::Pct(1 + run as u32 / 2 % 4),
            _ => SchedulerKind::Random,
        };
        let limits = options.limits;
        let how = RunOptions { semantics: options.semantics, limits, scheduler, seed: run, ..RunOptions::default() };
        let result = run_while(program, &how, &mut || options.control.goes_on(options.algorithm));
        steps += result.steps;
        for race in result.races {
            let schedule = race.schedule.clone();
            let key = Finding::Race(race).key();
            if options.looks_at(&key) && found.iter().chain(&all).all(|f| f.key != key) {
                all.push(Found { key, schedule });
            }
        }
    }
    all
}
