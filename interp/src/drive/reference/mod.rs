//! Runs on the reference engine, of the programs that the fast engine does not know: those with forms of the dialect of Java. A run goes on to
//! the next step that other threads can see, and then chooses among the threads that can step.

mod blocks;
mod choice;
mod order;
mod report;

use super::run::ASK;
use super::{RunOptions, RunResult};
use crate::detect::RawRace;
use crate::event::{Event, EventKind, Site};
use crate::machine::Lowered;
use crate::options::Limit;
use crate::pending::Status;
use crate::reduction::{Execution, Redex, State};
use crate::schedule::{ReplayError, Schedule};
use crate::value::{ThreadId, Value};
use blocks::Blocks;
use choice::Choice;
use order::Order;

/// Steps that no other thread can see, after which another one may go on.
const LONGEST_ALONE: u32 = 10_000;

/// Told of texts as they are printed; the flag is true for those that go to the standard error.
pub type Printed<'a> = dyn FnMut(&str, bool) + 'a;

/// A thread that ended with an exception, and the number of steps by then.
struct Ended {
    thread: ThreadId,
    steps: u64,
}

/// A run so far.
struct Run<'p> {
    program: &'p Lowered,
    execution: Execution<'p>,
    state: State,
    order: Order,
    blocks: Option<Blocks>,
    schedule: Schedule,
    steps: u64,
    ended: Vec<Ended>,
    stuck: Vec<(ThreadId, Option<Site>)>,
    limit: Option<Limit>,
    halted: bool,
    replay_error: Option<ReplayError>,
    /// Numbers of texts told of.
    told: (usize, usize),
}

/// Runs a program once; `schedule` is one to follow, instead of the scheduler of the options.
pub fn run_reference(
    program: &Lowered,
    options: &RunOptions,
    schedule: Option<&Schedule>,
    go_on: &mut dyn FnMut() -> bool,
    printed: &mut Printed<'_>,
) -> RunResult {
    let mut choice = schedule.map_or_else(|| Choice::of(options.scheduler, options.seed), Choice::replay);
    let mut run = Run::new(program, options, first(program, options));
    run.go(options, &mut choice, go_on, printed);
    let name = if schedule.is_some() { "replay".to_owned() } else { options.scheduler.to_string() };
    run.result(options, name)
}

/// The first state of every run.
pub(super) fn first(program: &Lowered, options: &RunOptions) -> State {
    Execution::new(&program.tables, options.semantics).first()
}

/// Runs a program once from its first state.
pub(super) fn run_from(
    program: &Lowered,
    first: State,
    options: &RunOptions,
    go_on: &mut dyn FnMut() -> bool,
) -> RunResult {
    let mut run = Run::new(program, options, first);
    run.go(options, &mut Choice::of(options.scheduler, options.seed), go_on, &mut |_, _| {});
    run.result(options, options.scheduler.to_string())
}

/// Races of a schedule.
pub(super) fn races(program: &Lowered, options: &RunOptions, schedule: &Schedule) -> Vec<RawRace> {
    let mut run = Run::new(program, options, first(program, options));
    run.go(options, &mut Choice::replay(schedule), &mut || true, &mut |_, _| {});
    run.order.races
}

impl<'p> Run<'p> {
    fn new(program: &'p Lowered, options: &RunOptions, first: State) -> Run<'p> {
        Run {
            program,
            execution: Execution::new(&program.tables, options.semantics),
            state: first,
            order: Order::default(),
            blocks: Blocks::of(&program.tables.program, options.monitors),
            schedule: Schedule::default(),
            steps: 0,
            ended: Vec::new(),
            stuck: Vec::new(),
            limit: None,
            halted: false,
            replay_error: None,
            told: (0, 0),
        }
    }
}

impl Run<'_> {
    fn go(
        &mut self,
        options: &RunOptions,
        choice: &mut Choice<'_>,
        go_on: &mut dyn FnMut() -> bool,
        printed: &mut Printed<'_>,
    ) {
        let replays = matches!(choice, Choice::Replay { .. });
        let (mut current, mut alone) = (None, 0);
        let mut ask = ASK;
        loop {
            if self.steps >= options.limits.steps && !replays {
                self.limit = Some(Limit::Steps);
                return;
            }
            if self.state.heap.len() > options.limits.objects as usize {
                self.limit = Some(Limit::Objects);
                return;
            }
            if self.state.threads.len() > options.limits.threads as usize {
                self.limit = Some(Limit::Threads);
                return;
            }
            if self.steps >= ask {
                ask = self.steps + ASK;
                if !go_on() {
                    self.limit = Some(Limit::Interrupted);
                    return;
                }
            }
            // A thread that spins without a step that others can see lets them go on now and then.
            let goes_on = current.filter(|_| !replays && alone < LONGEST_ALONE).and_then(|t| self.local(t));
            alone = if goes_on.is_some() { alone + 1 } else { 0 };
            let next = goes_on.or_else(|| self.choose(choice).map(|t| (t, self.execution.redex(&self.state, t))));
            let Some((thread, redex)) = next else { return };
            current = Some(thread);
            self.step(thread, redex, printed);
            if self.replay_error.is_some()
                || !self.ended.is_empty() && self.execution.refuses(&self.state)
                || options.stop_at_first && (!self.order.races.is_empty() || !self.ended.is_empty() || self.is_parted())
            {
                self.halted = true;
                return;
            }
        }
    }

    /// A thread with its redex, if its next step is one that no other thread can see.
    fn local(&self, t: ThreadId) -> Option<(ThreadId, Option<Redex>)> {
        let redex = self.execution.next_redex(&self.state, t).filter(|_| !self.is_stuck(t))?;
        (!self.execution.is_visible(&self.state, t, &redex)).then_some((t, Some(redex)))
    }

    /// Returns true if a block was found that is not serializable.
    fn is_parted(&self) -> bool {
        self.blocks.as_ref().is_some_and(|blocks| !blocks.found.is_empty())
    }

    /// Returns true for a thread whose step was tried in vain.
    fn is_stuck(&self, t: ThreadId) -> bool {
        self.stuck.iter().any(|stuck| stuck.0 == t)
    }

    fn can_step(&self, t: ThreadId) -> bool {
        !self.is_stuck(t) && self.execution.may_step(&self.state, t)
    }

    fn ready(&self) -> Vec<ThreadId> {
        (0..self.state.threads.len() as u32).map(ThreadId).filter(|&t| self.can_step(t)).collect()
    }

    fn choose(&mut self, choice: &mut Choice<'_>) -> Option<ThreadId> {
        match choice {
            Choice::Replay { schedule, run, used } => {
                let &(thread, length) = schedule.runs().get(*run)?;
                let exists = thread.index() < self.state.threads.len();
                if !exists || !self.can_step(thread) {
                    let status = exists.then(|| self.execution.status(&self.state, thread));
                    self.replay_error = Some(ReplayError { step: self.steps + 1, thread, status });
                    return None;
                }
                *used += 1;
                if *used >= length {
                    (*run, *used) = (*run + 1, 0);
                }
                Some(thread)
            }
            _ => {
                let ready = self.ready();
                choice.among(&self.execution, &self.state, &ready)
            }
        }
    }

    fn step(&mut self, thread: ThreadId, redex: Option<Redex>, printed: &mut Printed<'_>) {
        let site = redex.as_ref().and_then(|redex| self.execution.shown_site_at(&self.state, thread, redex));
        let Some(event) = redex.and_then(|redex| self.execution.step_of(&mut self.state, thread, redex)) else {
            self.stuck.push((thread, site));
            return;
        };
        self.steps += 1;
        self.schedule.push(thread, 1);
        self.order.step(&self.execution, &self.state, &event, site.unwrap_or(event.site), self.steps);
        if let Some(blocks) = &mut self.blocks {
            blocks.step(&event, self.steps);
        }
        if let EventKind::Print { .. } | EventKind::Local(_) = event.kind {
            self.tell(printed);
        }
        self.note_end(&event);
    }

    /// Tells of the texts that are new.
    fn tell(&mut self, printed: &mut Printed<'_>) {
        let text = |run: &Self, v: Value| run.execution.show_value(&run.state, v);
        while let Some(&(_, v)) = self.state.output.get(self.told.0) {
            self.told.0 += 1;
            printed(&text(self, v), false);
        }
        while let Some(&(_, v)) = self.state.errors.get(self.told.1) {
            self.told.1 += 1;
            printed(&text(self, v), true);
        }
    }

    fn note_end(&mut self, event: &Event) {
        let leaves = matches!(event.kind, EventKind::Throw { .. } | EventKind::Release { .. } | EventKind::Local(_));
        // The main thread may have ended so, and daemons go on until it ends the program.
        let is_new = || self.ended.iter().all(|ended| ended.thread != event.thread);
        if leaves && is_new() && self.execution.uncaught(&self.state, event.thread).is_some() {
            self.ended.push(Ended { thread: event.thread, steps: self.steps });
        }
    }

    /// The statuses of all threads.
    fn statuses(&self) -> Vec<(ThreadId, Status)> {
        let status = |t: ThreadId| match self.is_stuck(t) {
            true => Status::Stuck,
            false => self.execution.status(&self.state, t),
        };
        (0..self.state.threads.len() as u32).map(ThreadId).map(|t| (t, status(t))).collect()
    }
}
