//! One run.

use super::report::RunResult;
use super::watch::Watch;
use super::{Points, RunOptions};
use crate::machine::{Acquires, Coarse, Every, Lowered, Machine, SchedulingPoints};
use crate::observe::Observer;
use crate::options::Limit;
use crate::schedule::{Halt, Pct, Pos, Random, Replay, RoundRobin, Schedule, Scheduler};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A scheduler by name; replay and interactive ones are values ([`replay`], [`run_with`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SchedulerKind {
    /// `random`
    Random,
    /// `pct:D`
    Pct(u32),
    /// `pos`
    Pos,
    /// `round-robin`, `round-robin:Q`
    RoundRobin(u32),
}

impl fmt::Display for SchedulerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SchedulerKind::Random => f.write_str("random"),
            SchedulerKind::Pct(depth) => write!(f, "pct:{depth}"),
            SchedulerKind::Pos => f.write_str("pos"),
            SchedulerKind::RoundRobin(1) => f.write_str("round-robin"),
            SchedulerKind::RoundRobin(quantum) => write!(f, "round-robin:{quantum}"),
        }
    }
}

impl FromStr for SchedulerKind {
    type Err = String;

    fn from_str(text: &str) -> Result<SchedulerKind, String> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        let number = match number.map(u32::from_str) {
            None => None,
            Some(Ok(n)) if n > 0 => Some(n),
            Some(_) => return Err(format!("`{text}`: the number after the colon is a positive integer")),
        };
        match (name, number) {
            ("random", None) => Ok(SchedulerKind::Random),
            ("pct", n) => Ok(SchedulerKind::Pct(n.unwrap_or(3))),
            ("pos", None) => Ok(SchedulerKind::Pos),
            ("round-robin", n) => Ok(SchedulerKind::RoundRobin(n.unwrap_or(1))),
            _ => Err(format!("there is no scheduler `{text}`; there are random, pct:D, pos, round-robin, replay:FILE")),
        }
    }
}

/// Lets a machine in its first state run until no thread can step, a limit is hit, the observer is done, or the
/// scheduler ends the run.
pub fn drive<P: SchedulingPoints, S: Scheduler, O: Observer>(
    machine: &mut Machine,
    scheduler: &mut S,
    obs: &mut O,
) -> Option<Halt> {
    drive_while::<P, S, O>(machine, scheduler, obs, &mut || true)
}

/// [`drive`] as long as `go_on` returns true; it is asked now and then.
pub(super) fn drive_while<P: SchedulingPoints, S: Scheduler, O: Observer>(
    machine: &mut Machine,
    scheduler: &mut S,
    obs: &mut O,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Halt> {
    scheduler.start();
    machine.start::<P, O>(obs);
    let halt = choices::<P, S, O>(machine, scheduler, obs, go_on);
    finish(machine, halt, obs)
}

/// Maximum of steps between two calls of `go_on`.
pub(super) const ASK: u64 = 1 << 16;

/// Completes a run: finds the threads that are over or stuck, which shows only at its end.
pub(super) fn finish<O: Observer>(machine: &mut Machine, halt: Option<Halt>, obs: &mut O) -> Option<Halt> {
    if halt == Some(Halt::EndOfSchedule) {
        // No schedule names a thread that has no step left to make.
        machine.let_end(obs);
    }
    machine.find_stuck(obs);
    if halt == Some(Halt::EndOfSchedule) && !machine.ready().is_empty() {
        machine.stop(Limit::Schedule);
    }
    halt
}

/// Lets the threads step that the scheduler picks.
pub(super) fn choices<P: SchedulingPoints, S: Scheduler, O: Observer>(
    machine: &mut Machine,
    scheduler: &mut S,
    obs: &mut O,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Halt> {
    let most = machine.limits().steps;
    let mut ask = most.min(machine.steps().saturating_add(ASK));
    // A scheduler that does not notice the question need not be asked.
    let until = |machine: &Machine, ask| if S::idle_alone() { machine.until(ask) } else { 0 };
    let mut alone = until(machine, ask);
    let stops = obs.stops();
    let mut chosen = None;
    loop {
        // If a thread has been chosen there is nothing to look at.
        let thread = match chosen {
            Some(thread) => thread,
            None => {
                if machine.ready().is_empty() || machine.state().limit.is_some() || stops && obs.done() {
                    return None;
                }
                if machine.steps() >= ask {
                    if machine.steps() >= most {
                        machine.stop(Limit::Steps);
                        return None;
                    }
                    if !go_on() {
                        machine.stop(Limit::Interrupted);
                        return None;
                    }
                    ask = most.min(machine.steps().saturating_add(ASK));
                    alone = until(machine, ask);
                }
                match scheduler.pick(machine) {
                    Ok(thread) => thread,
                    Err(halt) => return Some(halt),
                }
            }
        };
        (chosen, _) = machine.go::<P, O>(thread, alone, obs, &mut |ready| scheduler.pick_among(ready));
    }
}

/// The number of scheduling points of a plain run, which PCT takes as the length of runs. It depends on the program
/// only. `None` if `go_on` did not let it come to its end.
fn length(machine: &mut Machine, go_on: &mut dyn FnMut() -> bool) -> Option<u32> {
    #[derive(Default)]
    struct Count(u32);
    impl Observer for Count {
        const EVENTS: bool = false;
        const LOCAL: bool = false;
        const TURNS: bool = true;
        fn ran(&mut self, _: crate::value::ThreadId, _: u64) {
            self.0 = self.0.saturating_add(1);
        }
        fn done(&self) -> bool {
            self.0 > 100_000
        }
    }
    let mut count = Count::default();
    machine.reset();
    drive_while::<Coarse, _, _>(machine, &mut RoundRobin::new(1), &mut count, go_on);
    let interrupted = machine.state().limit == Some(Limit::Interrupted);
    machine.reset();
    (!interrupted).then_some(count.0)
}

/// The program, lowered for the fields that are watched; blocks are about all of them.
pub(super) fn watching(program: &Arc<Lowered>, options: &RunOptions) -> Arc<Lowered> {
    let blocks = program.has_blocks && options.looks_at_blocks();
    match &options.watched {
        Some(fields) if !blocks => crate::machine::lower_watching(program, fields),
        _ => program.clone(),
    }
}

/// Runs a program once.
pub fn run(program: &Arc<Lowered>, options: &RunOptions) -> RunResult {
    run_while(program, options, &mut || true)
}

/// [`run`] as long as `go_on` returns true; it is asked now and then. The limit of the result is [`Limit::Interrupted`]
/// if it does not.
pub fn run_while(program: &Arc<Lowered>, options: &RunOptions, go_on: &mut dyn FnMut() -> bool) -> RunResult {
    if program.on_reference() {
        return super::run_reference(program, options, None, go_on, &mut |_, _| {});
    }
    let program = watching(program, options);
    let mut machine = Machine::new(program, options.semantics, options.limits);
    let mut watch = Watch::new(options.detectors, options.monitors, options.stop_at_first).of(options);
    drive_by(&mut machine, options, &mut watch, go_on);
    let mut result = machine.result(&watch, options.seed, options.scheduler.to_string(), false);
    super::owners::look(machine.program(), options, &mut result);
    result
}

/// [`drive`] with the scheduler and the seed of the options, as long as `go_on` returns true; it is asked now and then.
pub fn drive_by<O: Observer>(
    machine: &mut Machine,
    options: &RunOptions,
    obs: &mut O,
    go_on: &mut dyn FnMut() -> bool,
) {
    if options.points == Points::Accesses {
        drive_coarse(machine, options, obs, go_on);
        return;
    }
    // Each kind of scheduler and of points is one more copy of the machine: the others share theirs.
    match scheduler(machine, options, go_on) {
        Some(make) => {
            drive_while::<Acquires, _, _>(machine, &mut make(options.seed), obs, go_on);
        }
        None => interrupt::<O>(machine, obs),
    }
}

/// [`drive_by`] with points at accesses, regardless of the options.
pub fn drive_coarse<O: Observer>(
    machine: &mut Machine,
    options: &RunOptions,
    obs: &mut O,
    go_on: &mut dyn FnMut() -> bool,
) {
    if options.scheduler == SchedulerKind::Random {
        drive_while::<Coarse, _, _>(machine, &mut Random::new(options.seed), obs, go_on);
        return;
    }
    match scheduler(machine, options, go_on) {
        Some(make) => {
            drive_while::<Coarse, _, _>(machine, &mut make(options.seed), obs, go_on);
        }
        None => interrupt::<O>(machine, obs),
    }
}

/// A run that ends before its first step.
fn interrupt<O: Observer>(machine: &mut Machine, obs: &mut O) {
    machine.start::<Coarse, O>(obs);
    machine.stop(Limit::Interrupted);
}

/// Makes a scheduler of a seed.
pub(super) type Maker = Box<dyn Fn(u64) -> Box<dyn Scheduler>>;

/// The scheduler that the options name, as a function of the seed; `None` if `go_on` did not let the run end that
/// measures the length of runs.
pub(super) fn scheduler(machine: &mut Machine, options: &RunOptions, go_on: &mut dyn FnMut() -> bool) -> Option<Maker> {
    Some(match options.scheduler {
        SchedulerKind::Random => Box::new(|seed| Box::new(Random::new(seed))),
        SchedulerKind::Pos => Box::new(|seed| Box::new(Pos::new(seed))),
        SchedulerKind::RoundRobin(quantum) => Box::new(move |_| Box::new(RoundRobin::new(quantum))),
        SchedulerKind::Pct(depth) => {
            let length = length(machine, go_on)?;
            Box::new(move |seed| Box::new(Pct::new(seed, depth, length)))
        }
    })
}

/// Runs a program once with a scheduler of the caller's, which is asked at every single step.
pub fn run_with(program: &Arc<Lowered>, options: &RunOptions, scheduler: &mut dyn Scheduler, name: &str) -> RunResult {
    run_with_while(program, options, scheduler, name, &mut || true)
}

fn run_with_while(
    program: &Arc<Lowered>,
    options: &RunOptions,
    scheduler: &mut dyn Scheduler,
    name: &str,
    go_on: &mut dyn FnMut() -> bool,
) -> RunResult {
    let program = watching(program, options);
    let mut machine = Machine::new(program, options.semantics, options.limits);
    let mut watch = Watch::new(options.detectors, options.monitors, options.stop_at_first).of(options);
    let halt = drive_while::<Every, _, _>(&mut machine, &mut &mut *scheduler, &mut watch, go_on);
    let mut result = machine.result(&watch, options.seed, name.to_owned(), halt.is_some());
    if let Some(Halt::Replay(error)) = halt {
        result.replay_error = Some(error);
    }
    super::owners::look(machine.program(), options, &mut result);
    result
}

/// Runs a schedule once more, exactly. The schedule is the limit.
pub fn replay(program: &Arc<Lowered>, options: &RunOptions, schedule: &Schedule) -> RunResult {
    replay_while(program, options, schedule, &mut || true)
}

/// [`replay`] as long as `go_on` returns true, as [`run_while`].
pub fn replay_while(
    program: &Arc<Lowered>,
    options: &RunOptions,
    schedule: &Schedule,
    go_on: &mut dyn FnMut() -> bool,
) -> RunResult {
    if program.on_reference() {
        return super::run_reference(program, options, Some(schedule), go_on, &mut |_, _| {});
    }
    let limits = crate::options::Limits { steps: u64::MAX, ..options.limits };
    let options = RunOptions { limits, ..options.clone() };
    run_with_while(program, &options, &mut Replay::new(schedule), "replay", go_on)
}
