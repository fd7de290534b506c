//! Races in Java's sense that no schedule puts side by side: two accesses of one run that nothing orders. There is none in a program in which
//! no two accesses can happen next to each other (Adve and Hill 1990), if whatever tells threads of each other also orders them. So programs are
//! looked at again, in sampled runs, that have such a race, or that learn by the library of others which nothing orders: `size()`, `tryLock()`.

use crate::options::Options;
use crate::result::Found;
use racefree_interp::drive::{Finding, Key, RunOptions, SchedulerKind, replay, run_while};
use racefree_interp::machine::Lowered;
use racefree_interp::reduction::Execution;
use racefree_interp::schedule::{Schedule, Stream};
use racefree_interp::value::ThreadId;
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
        // Turns of growing length, choices at random, and priorities.
        let scheduler =
            if run % 8 == 0 { SchedulerKind::RoundRobin(run as u32 / 8 + 1) } else { SchedulerKind::Random };
        let limits = options.limits;
        let how = RunOptions { semantics: options.semantics, limits, scheduler, seed: run, ..RunOptions::default() };
        let result = match run % 2 {
            0 => run_while(program, &how, &mut || options.control.goes_on(options.algorithm)),
            _ => replay(program, &how, &by_priority(program, options, run)),
        };
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

/// Steps of a run by priorities.
const LONGEST: u64 = 10_000;

/// A run of the thread with the highest priority, which is drawn when it starts; one before a step that others can see falls behind now and
/// then, as in probabilistic concurrency testing (Burckhardt and others 2010).
fn by_priority(program: &Lowered, options: &Options, number: u64) -> Schedule {
    let run = Execution::new(&program.tables, options.semantics);
    let (mut state, mut random, mut made) = (run.first(), Stream::new(number), Schedule::default());
    let (mut priorities, mut lowest) = (Vec::new(), 0_i64);
    while made.steps() < LONGEST {
        while priorities.len() < state.threads.len() {
            priorities.push(1 + i64::from(random.below(1 << 20)));
        }
        let ready = (0..state.threads.len() as u32).map(ThreadId).filter(|&t| run.may_step(&state, t));
        let Some(thread) = ready.max_by_key(|t| priorities[t.index()]) else { break };
        let is_seen = run.redex(&state, thread).is_some_and(|redex| run.is_visible(&state, thread, &redex));
        if is_seen && random.below(SELDOM) == 0 {
            lowest -= 1;
            priorities[thread.index()] = lowest;
            continue;
        }
        if run.step_in_place(&mut state, thread).is_none() {
            break;
        }
        made.push(thread, 1);
    }
    made
}

/// Steps that others can see for one before which a thread falls behind.
const SELDOM: u32 = 12;
