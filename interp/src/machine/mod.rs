//! The fast engine: the calculus on a flat state, with the program compiled once.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`code`] | instructions, one a reduction step |
//! | `lower`, `function`, `live`, `sites` | from the syntax tree to code |
//! | [`state`] | heap, threads |
//! | `ready`, `threads` | enabled and waiting threads; sets of threads |
//! | `step`, `unwind`, `ghosts` | the reduction rules; exceptions on their way out; ghost variables in code |
//! | [`observer`] | the interface of observers |
//! | [`points`] | kinds of scheduling points |
//! | `pending` | pending steps of threads; the reason why a thread cannot step |
//! | `alloc`, `spare` | new objects and threads; threads kept for their memory |
//! | [`intern`] | interning: sequences of words, each kept once |
//! | [`pack`] | threads and heaps by themselves, for explorations of many schedules |
//! | `hash` | states compared independently of the schedule that led to them |
//!
//! Every step of a thread is one step of the calculus. The caller decides the steps of a thread between two choices of
//! the scheduler, by a type parameter: a kind of [scheduling points](points).

mod alloc;
pub mod code;
mod function;
mod ghosts;
mod hash;
pub mod intern;
mod live;
mod lower;
pub mod observer;
pub mod pack;
mod pending;
pub mod points;
mod ready;
pub(crate) mod sites;
mod spare;
pub mod state;
mod step;
mod threads;
mod unwind;

pub use code::Lowered;
pub use lower::{lower, lower_named, lower_watching, lower_with_scopes};
pub use points::{Acquires, Atoms, Coarse, Every, SchedulingPoints, Visible};
pub use sites::{AccessNumber, NextCell};
pub use threads::ThreadSet;

use crate::in_place::clone_in_place;
use crate::options::{Limit, Limits, Semantics};
use crate::pending::Status;
use crate::value::{ThreadId, Value};
use observer::{Observer, View};
use ready::Ready;
use spare::Spare;
use state::{FlatThread, Heap, Life};
use std::sync::Arc;
use step::run::tell_turn;
use step::{Choose, Turn};

/// `⟨H; T⟩` and the output.
#[derive(Default, Debug)]
pub struct FlatState {
    /// `H`
    pub heap: Heap,
    /// `T`
    pub threads: Vec<FlatThread>,
    /// The values printed, each with its thread.
    pub output: Vec<(ThreadId, Value)>,
    /// The limit that was hit.
    pub limit: Option<Limit>,
    /// A thread of a wait-for cycle, once there is one.
    pub cycle: Option<ThreadId>,
    ready: Ready,
}

clone_in_place!(FlatState { heap, threads, limit, cycle, ready; output });

/// A machine with its current state.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Lowered>,
    semantics: Semantics,
    limits: Limits,
    state: FlatState,
    steps: u64,
    /// Number of steps before the last turn, and its thread.
    turn: u64,
    last: ThreadId,
    /// Progress of that turn.
    stage: Turn,
    /// Threads of earlier runs, and those forked by the thread that steps.
    spare: Spare,
    /// The threads from this number on have not made their first local steps; none between steps.
    settled: usize,
}

/// A state to come back to.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    state: FlatState,
    steps: u64,
}

impl std::fmt::Debug for Lowered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lowered({:016x})", self.tables.digest())
    }
}

impl Machine {
    /// A machine in the first state of a program. Call [`Machine::start`] before the first step.
    pub fn new(program: Arc<Lowered>, semantics: Semantics, limits: Limits) -> Machine {
        let (state, spare) = (FlatState::default(), Spare::default());
        let mut machine = Machine {
            program,
            semantics,
            limits,
            state,
            steps: 0,
            turn: 0,
            last: ThreadId::MAIN,
            stage: Turn::default(),
            spare,
            settled: 0,
        };
        machine.reset();
        machine
    }

    /// Back to the first state.
    pub fn reset(&mut self) {
        let FlatState { heap, threads, output, limit, cycle, ready } = &mut self.state;
        heap.reset(&self.program);
        output.clear();
        ready.clear();
        (*limit, *cycle, self.steps) = (None, None, 0);
        self.spare.keep(threads, 0);
        let mut main = self.spare.pop().unwrap_or_default();
        main.begin(&self.program, self.program.main, ThreadId::MAIN, 0, 0, &[]);
        threads.push(main);
        ready.add_thread();
    }

    /// Brings the main thread to its first scheduling point.
    pub fn start<P: SchedulingPoints, O: Observer>(&mut self, obs: &mut O) {
        obs.start(&self.program);
        self.settled = 0;
        self.settle::<P, O>(obs);
    }

    /// Lets a thread go on to its next scheduling point: one step that others can see, and the local ones after it.
    /// Returns the number of steps of the thread; none if it cannot step.
    #[inline]
    pub fn advance<P: SchedulingPoints, O: Observer>(&mut self, thread: ThreadId, obs: &mut O) -> u64 {
        if !self.state.ready.threads.contains(thread) {
            return 0;
        }
        self.go::<P, O>(thread, 0, obs, &mut |_| None).1
    }

    /// Step up to which a thread that alone can step may go on to its next turn, if the run is not to go beyond
    /// `steps`.
    pub(crate) fn until(&self, steps: u64) -> u64 {
        steps.min(self.limits.steps).saturating_sub(step::turn::longest(&self.program))
    }

    /// [`Machine::advance`] of a thread that is ready, of the same again as long as it alone can step, and of threads
    /// that are then `choose`n, while the run has made fewer steps than `until`. Returns the thread that was chosen to
    /// go on, if there is one, and the number of steps of the last turn.
    #[inline(always)]
    pub(crate) fn go<P: SchedulingPoints, O: Observer>(
        &mut self,
        thread: ThreadId,
        until: u64,
        obs: &mut O,
        choose: Choose<'_>,
    ) -> (Option<ThreadId>, u64) {
        self.settled = self.state.threads.len();
        let chosen = self.run_thread::<P, O>(thread, false, until, obs, choose);
        let (steps, settling) = (self.steps - self.turn, self.last.index() >= self.settled);
        tell_turn(obs, settling, self.last, steps);
        self.settled += usize::from(settling);
        if self.settled < self.state.threads.len() || self.spare.forked() > 0 {
            self.settle::<P, O>(obs);
        }
        (chosen, steps)
    }

    /// Makes one reduction step of a thread. Returns true if there was one.
    pub fn step<O: Observer>(&mut self, thread: ThreadId, obs: &mut O) -> bool {
        self.advance::<Every, O>(thread, obs) > 0
    }

    /// Threads that have not made their first local steps make them.
    #[inline(never)]
    fn settle<P: SchedulingPoints, O: Observer>(&mut self, obs: &mut O) {
        self.spare.join(&mut self.state.threads);
        while self.settled < self.state.threads.len() {
            let thread = ThreadId(self.settled as u32);
            self.run_thread::<P, O>(thread, true, 0, obs, &mut |_| None);
            tell_turn(obs, true, thread, self.steps - self.turn);
            self.settled += 1;
        }
    }

    /// The threads that can step. A thread that is stuck is among them until it is asked to step.
    #[inline]
    pub fn ready(&self) -> &ThreadSet {
        &self.state.ready.threads
    }

    /// Finds the stuck threads: a thread is found to be stuck when it is asked to step, and this asks all others.
    pub fn find_stuck<O: Observer>(&mut self, obs: &mut O) {
        if self.state.ready.threads.is_empty() {
            return;
        }
        for thread in self.state.ready.threads.clone().iter() {
            if self.status(thread) == Status::Stuck {
                self.state.threads[thread.index()].life = Life::Stuck;
                self.state.ready.threads.remove(thread);
                let Machine { program, semantics, state, steps, .. } = self;
                let FlatState { heap, threads, .. } = state;
                let stuck = &threads[thread.index()];
                obs.stuck(View::of_thread(program, *semantics, heap, stuck, thread, *steps));
                obs.ran(thread, 0);
            }
        }
    }

    /// Ends the threads that have no step to make: their expression is all but a value, or they are stuck.
    pub fn let_end<O: Observer>(&mut self, obs: &mut O) {
        for thread in self.state.ready.threads.clone().iter() {
            if self.state.threads[thread.index()].life == Life::Running {
                self.run_thread::<Every, O>(thread, true, 0, obs, &mut |_| None);
            }
        }
        self.find_stuck(obs);
    }

    /// Ends the run at a limit.
    pub fn stop(&mut self, limit: Limit) {
        self.state.limit.get_or_insert(limit);
    }

    /// Number of steps since the first state.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The state.
    pub fn state(&self) -> &FlatState {
        &self.state
    }

    /// The program.
    pub fn program(&self) -> &Arc<Lowered> {
        &self.program
    }

    /// The semantics in force.
    pub fn semantics(&self) -> Semantics {
        self.semantics
    }

    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The lines printed so far.
    pub fn output(&self) -> Vec<String> {
        self.state.output.iter().map(|&(_, v)| self.show(v)).collect()
    }

    /// A value as `print` shows it.
    pub fn show(&self, v: Value) -> String {
        match v {
            Value::Void => "void".to_owned(),
            Value::Null => "null".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) => n.to_string(),
            Value::Object(o) => {
                let heap = &self.state.heap;
                heap.string(o).unwrap_or_else(|| self.program.tables.class_name(heap.object(o).class).to_owned())
            }
        }
    }

    /// Remembers the current state in `into`, whose memory is used again.
    pub fn snapshot(&self, into: &mut Snapshot) {
        into.state.clone_from(&self.state);
        into.steps = self.steps;
    }

    /// Goes back to a state of this program.
    pub fn restore(&mut self, from: &Snapshot) {
        // Threads keep their memory: surplus threads are kept for later, and missing ones are taken from those.
        let (threads, count) = (&mut self.state.threads, from.state.threads.len());
        if threads.len() > count {
            self.spare.keep(threads, count);
        }
        while threads.len() < count
            && let Some(thread) = self.spare.pop()
        {
            threads.push(thread);
        }
        self.state.clone_from(&from.state);
        self.steps = from.steps;
    }
}
