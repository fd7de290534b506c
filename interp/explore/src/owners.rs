//! The monitors of run-time owners in every schedule (`owners.md`, section 3): one run of each Mazurkiewicz trace by `dpor`, each made
//! once more, step by step, by the reference engine, which carries the ghosts.
//!
//! One run stands for all that are equivalent: what is held is the accessing thread's own, and a region is changed by the thread that
//! holds it or under the lock of the field that it is taken from. In a program with errors two threads may hold one region, and steps that
//! only one thread can see may be told apart by their order; of these some may be missed. `soundness-tests/tests/owners_runs.rs` holds
//! the two equal, schedule by schedule.

use crate::explore;
use crate::options::{Algorithm, EachRun, Options};
use crate::result::Found;
use racefree_grammar::Program;
use racefree_interp::drive::{Key, OWNERS_STEPS, schedule_of, watched};
use racefree_interp::machine::{Lowered, Machine};
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::options::Semantics;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

/// Breaches that the monitors of run-time owners report in the runs of a program.
#[derive(Clone, Debug)]
pub struct Breaches {
    /// Breaches, each with a schedule, in the order of the keys.
    pub found: Vec<Found>,
    /// Number of traces watched.
    pub traces: u64,
    /// True if these are all.
    pub complete: bool,
}

/// The traces that are watched, one after the other.
struct Watcher {
    program: Arc<Lowered>,
    source: Arc<Program>,
    semantics: Semantics,
    machine: Machine,
    found: BTreeMap<Key, Schedule>,
    traces: u64,
    steps: u64,
    /// True if a run was too long to be watched to its end.
    cut: bool,
}

/// Watches one run of each trace of the erasure `program` of `source`, in `most` reference steps together.
pub fn breaches(program: &Arc<Lowered>, source: &Arc<Program>, options: &Options, most: u64) -> Breaches {
    let watcher = Watcher {
        program: program.clone(),
        source: source.clone(),
        semantics: options.semantics,
        machine: Machine::new(program.clone(), options.semantics, options.limits),
        found: BTreeMap::new(),
        traces: 0,
        steps: 0,
        cut: false,
    };
    let watcher = Arc::new(Mutex::new(watcher));
    let (own, callers) = (options.control.another(), options.control.clone());
    let (stop, each) = (own.clone(), watcher.clone());
    let each = EachRun::new(move |choices, limit| {
        let mut watcher = each.lock().unwrap_or_else(PoisonError::into_inner);
        watcher.look(choices);
        watcher.cut |= limit;
        if watcher.steps >= most || callers.interrupt.load(Relaxed) {
            stop.interrupt.store(true, Relaxed);
        }
    });
    let options = Options {
        algorithm: Algorithm::Dpor,
        monitors: MonitorSet::NONE,
        until_unsound: false,
        outcomes: false,
        ends: false,
        control: own,
        each: Some(each),
        ..options.clone()
    };
    let complete = explore(program, &options).complete();
    let mut watcher = watcher.lock().unwrap_or_else(PoisonError::into_inner);
    let found = std::mem::take(&mut watcher.found).into_iter();
    let found = found.map(|(key, schedule)| Found { key, schedule }).collect();
    Breaches { found, traces: watcher.traces, complete: complete && !watcher.cut }
}

impl Watcher {
    fn look(&mut self, choices: &[ThreadId]) {
        let schedule = schedule_of(&mut self.machine, choices);
        self.traces += 1;
        self.steps += schedule.steps();
        self.cut |= schedule.steps() > OWNERS_STEPS as u64;
        for violation in watched(&self.program, &self.source, self.semantics, &schedule) {
            let key = Key::Monitor(violation.monitor, violation.site);
            self.found.entry(key).or_insert_with(|| schedule.prefix(violation.steps));
        }
    }
}

/// The monitors that watch run-time owners.
pub fn monitors() -> MonitorSet {
    MonitorSet::NONE.with(Monitor::Owner).with(Monitor::Requires).with(Monitor::Value)
}
