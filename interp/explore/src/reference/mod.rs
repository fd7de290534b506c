//! Programs with forms of the dialect of Java: every schedule, on the reference engine. A transition is one step that other threads can see and
//! those after it that none can; states are compared without what nothing leads to, and with all that was printed, in its order.
//!
//! Definition: [`crate::plain::explore`], which makes every step by itself and compares states by names. The tests of the answers about Java
//! hold states, traces and all runs equal in their findings, and the numbers of traces to formulas.

mod behind;
mod finds;
mod graph;
mod sampled;
mod shortest;
mod states;
mod traces;

pub use behind::behind;
pub(crate) use graph::graph;
pub use sampled::sample;
pub use shortest::shortest;

use crate::meter::Meter;
use crate::options::{Algorithm, Options};
use crate::plain::{Points, Reference, faults_but_stuck};
use crate::result::{Exploration, Outcome};
use racefree_interp::Status;
use racefree_interp::drive::Key;
use racefree_interp::event::{EventKind, Site};
use racefree_interp::machine::Lowered;
use racefree_interp::options::Limits;
use racefree_interp::program::MethodId;
use racefree_interp::reduction::{Execution, Open, Piece, Redex, State};
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
use rustc_hash::FxHashMap;

/// Explores a program with forms of Java: by traces, if the options ask for that, else by states.
pub fn explore(program: &Lowered, options: &Options) -> Exploration {
    match options.algorithm {
        Algorithm::Dpor => with_few_points(program, options, traces::explore),
        Algorithm::States | Algorithm::Plain => with_few_points(program, options, states::explore),
    }
}

/// A piece that is not used as was assumed, and the steps until that showed.
struct Again {
    piece: Piece,
    steps: u64,
}

/// A search with these open pieces, behind steps of earlier ones.
type Search = fn(&Lowered, &Open, &Options, &mut Meter<'_>, u64) -> Result<Exploration, Again>;

/// Searches from the beginning whenever a piece shows to be open.
fn with_few_points(program: &Lowered, options: &Options, search: Search) -> Exploration {
    let (mut open, mut meter, mut before) = (Open::default(), Meter::new(options), 0);

    loop {
        match search(program, &open, options, &mut meter, before) {
            Ok(result) => return result,
            Err(Again { piece, steps }) => {
                open.insert(piece);
                before = steps;
            }
        }
    }
}

/// Steps that nobody can see, after which a thread rests all the same: it may never come to one that others see.
const LONGEST: u32 = 20_000;
/// The same for accesses that something keeps apart.
const MOST_USES: u32 = 1_000;

/// Steps that a thread makes in a row.
#[derive(Clone, Copy, Debug)]
struct Burst {
    thread: ThreadId,
    steps: u32,
    /// Steps up to the last one that others can see, that gives a lock back, or that starts a thread.
    needed: u32,
    /// Steps that could also come later: the first ones of a new thread, and those behind the end that a thread waited for.
    settles: bool,
    /// The threads, as bits, whose end it waited for; the last bit: one with a great number.
    joins: u64,
}

/// A program, and what the searches over it have in common.
pub(crate) struct Program<'p> {
    reference: Reference<'p>,
    limits: Limits,
    /// Numbers of the texts that were printed.
    outputs: FxHashMap<String, u32>,
    /// The pieces whose accesses are points of choice, if others are none.
    open: Option<&'p Open>,
}

/// The state after a transition, and how it came about.
pub(crate) struct Next {
    pub(crate) state: State,
    by: Vec<Burst>,
    /// The methods that were called.
    called: Vec<u32>,
    /// A piece that is not used as was assumed.
    opened: Option<Piece>,
}

impl Next {
    fn new(state: State) -> Next {
        Next { state, by: Vec::new(), called: Vec::new(), opened: None }
    }
}

impl<'p> Program<'p> {
    /// A program in which all steps that other threads can see are points of choice.
    pub(crate) fn new(program: &'p Lowered, options: &Options) -> Program<'p> {
        let reference = Reference::new(program, options, Points::Every);
        Program { reference, limits: options.limits, outputs: FxHashMap::default(), open: None }
    }

    /// The same, but accesses to pieces that are not open are none, nor are the ends of critical sections.
    fn with_open(program: &'p Lowered, options: &Options, open: &'p Open) -> Program<'p> {
        Program { open: Some(open), ..Program::new(program, options) }
    }

    fn execution(&self) -> Execution<'p> {
        self.reference.execution
    }

    /// The first state, the main thread before its first step that others can see.
    fn first(&self) -> Next {
        let mut next = Next::new(self.execution().first());
        self.go(&mut next, ThreadId::MAIN, true, false);
        next
    }

    /// A transition of a thread, if it can go on.
    pub(crate) fn transition(&self, state: &State, thread: ThreadId) -> Option<Next> {
        let mut next = Next::new(state.clone());
        self.go(&mut next, thread, false, false);
        if next.by.is_empty() {
            return None;
        }
        self.settle(&mut next, state.threads.len());
        Some(next)
    }

    /// Lets new threads, and those that waited for the end of another one, make the steps that nobody can see.
    fn settle(&self, next: &mut Next, before: usize) {
        let mut known = before;
        loop {
            let mut moved = false;
            let mut other = 0;
            while other < next.state.threads.len() {
                let id = ThreadId(other as u32);
                let is_new = other >= known;
                if next.opened.is_none() && (is_new || self.execution().has_joined(&next.state, id)) {
                    let bursts = next.by.len();
                    self.go(next, id, true, true);
                    moved |= next.by.len() > bursts;
                }
                other += 1;
            }
            known = next.state.threads.len();
            if !moved {
                return;
            }
        }
    }

    /// Lets a thread make its next step, unless it `settles`, and those after it that nobody can see.
    fn go(&self, next: &mut Next, thread: ThreadId, local: bool, settles: bool) {
        let run = self.execution();
        let (first, threads) = (next.state.clone(), next.state.threads.len());
        let (mut steps, mut needed, mut uses, mut joins) = (0, 1, 0, 0);
        while steps < LONGEST && uses < MOST_USES {
            let Some(redex) = run.next_redex(&next.state, thread) else { break };
            let is_point = self.is_point(next, thread, &redex, &mut uses);
            if (local || steps > 0) && is_point || next.opened.is_some() {
                break;
            }
            let Some(event) = run.step_of(&mut next.state, thread, redex) else {
                // No rule applies: the thread is stuck, and the state is that in front of the step.
                next.state = first;
                for _ in 0..steps {
                    run.step_in_place(&mut next.state, thread);
                }
                break;
            };
            steps += 1;
            if let EventKind::Call { method: MethodId::Declared(m), .. } = event.kind {
                next.called.push(m);
            }
            if let EventKind::Join { child } = event.kind {
                joins |= 1 << child.0.min(63);
            }
            // Nobody sees when a lock is given back, and yet others wait for it.
            if let EventKind::Fork { .. }
            | EventKind::Release { count: 0, .. }
            | EventKind::Wait { .. }
            | EventKind::Notify { .. } = event.kind
            {
                needed = steps;
            }
        }
        if steps > 0 {
            // Others need the threads that it starts.
            let settles = settles && next.state.threads.len() == threads;
            next.by.push(Burst { thread, steps, needed, settles, joins });
        }
    }

    /// Returns true if other threads may go on in front of a step. Counts accesses that need no such point.
    fn is_point(&self, next: &mut Next, thread: ThreadId, redex: &Redex, uses: &mut u32) -> bool {
        let run = self.execution();
        if !run.is_visible(&next.state, thread, redex) {
            return false;
        }
        let Some(open) = self.open else { return true };
        match run.note_uses(&mut next.state, thread, redex, open) {
            Ok(true) => {
                *uses += 1;
                false
            }
            Ok(false) => !run.ends_section(&next.state, thread, redex),
            Err(piece) => {
                next.opened = Some(piece);
                true
            }
        }
    }

    /// The state in words, with the number of what was printed.
    fn key(&mut self, state: &State) -> Box<[u32]> {
        self.key_in(state, Vec::new()).into()
    }

    /// The same, in memory that is used again.
    fn key_in(&mut self, state: &State, memory: Vec<u32>) -> Vec<u32> {
        let mut words = self.execution().words_in(state, memory);
        let printed = printed(self.execution(), state);
        let next = self.outputs.len() as u32;
        words.push(*self.outputs.entry(printed).or_insert(next));
        words
    }

    /// Errors in a state, with the threads that each is due to, but for threads that no rule applies to.
    fn faults(&self, state: &State) -> Vec<(Key, Vec<ThreadId>)> {
        let mut all = faults_but_stuck(&self.reference, state);
        for thread in self.reference.threads(state) {
            if let Some((_, at)) = self.execution().uncaught(state, thread)
                && let Some(sort) = self.execution().uncaught_sort(state, thread)
            {
                all.push((Key::Exception(sort, Site::expr(at)), vec![thread]));
            }
        }
        all
    }

    /// The error of a thread that makes no transition: none, if it has ended, or waits.
    fn stuck(&self, state: &State, thread: ThreadId) -> Option<Key> {
        let run = self.execution();
        run.may_step(state, thread).then(|| run.shown_site_of(state, thread).map(Key::Stuck)).flatten()
    }

    /// Returns true if all threads have ended, or wait.
    fn is_final(&self, state: &State) -> bool {
        self.reference.threads(state).all(|t| !self.execution().may_step(state, t))
    }

    fn outcome(&self, state: &State) -> Outcome {
        outcome_of(&self.reference, state)
    }
}

/// Describes a final state in words.
pub(crate) fn outcome_of(reference: &Reference<'_>, state: &State) -> Outcome {
    let run = reference.execution;
    let end = |t: ThreadId| match run.status(state, t) {
        Status::Finished(_) => "finished".to_owned(),
        Status::Ended(x) => run.uncaught_text(state, t).unwrap_or_else(|| x.name().to_owned()),
        Status::Blocked { .. } => "blocked".to_owned(),
        Status::Waiting { .. } => "waiting".to_owned(),
        Status::Stuck | Status::Ready => "stuck".to_owned(),
    };
    let name = |t: ThreadId| state.thread_path(t).iter().fold("0".to_owned(), |name, fork| format!("{name}.{fork}"));
    let mut threads: Vec<String> = reference.threads(state).map(|t| format!("{}: {}", name(t), end(t))).collect();
    threads.sort();
    let output = printed(run, state).lines().map(str::to_owned).collect();
    Outcome { heap: Vec::new(), threads, output: Some(output), count: 0, traces: None }
}

/// The outcome of a run by a schedule. None if that does not fit.
pub fn outcome(program: &Lowered, options: &Options, schedule: &Schedule) -> Option<Outcome> {
    let program = Program::new(program, options);
    let mut state = program.execution().first();
    for thread in schedule.ids() {
        program.execution().step_in_place(&mut state, thread)?;
    }
    Some(program.outcome(&state))
}

/// The output, in order.
fn printed(run: Execution<'_>, state: &State) -> String {
    state.output.iter().map(|&(_, v)| run.show_value(state, v)).collect()
}

/// The schedule of these steps. The first steps of a thread are put off until it goes on; those of a thread that does not are left out, unless
/// `keep` wants them.
fn schedule(bursts: impl Iterator<Item = Burst>, keep: &[ThreadId]) -> Schedule {
    let (mut made, mut waiting) = (Schedule::default(), Vec::new());
    for Burst { thread, steps, settles, .. } in bursts {
        let at = waiting.iter().position(|w: &(ThreadId, u32)| w.0 == thread);
        if settles {
            match at {
                Some(at) => waiting[at].1 += steps,
                None => waiting.push((thread, steps)),
            }
            continue;
        }
        if let Some(at) = at {
            made.push(thread, u64::from(waiting.remove(at).1));
        }
        made.push(thread, u64::from(steps));
    }
    for (thread, steps) in waiting {
        if keep.contains(&thread) {
            made.push(thread, u64::from(steps));
        }
    }
    made
}

/// The schedule of all of these steps.
fn whole(bursts: Vec<Burst>) -> Schedule {
    let all: Vec<ThreadId> = bursts.iter().map(|burst| burst.thread).collect();
    schedule(bursts.into_iter(), &all)
}

/// The steps of a schedule without those that others do not see behind the last one that they do, of threads that the fault is not due to and whose end
/// nobody waited for.
fn needed(mut bursts: Vec<Burst>, threads: &[ThreadId]) -> Vec<Burst> {
    let mut known = threads.to_vec();
    let joined = bursts.iter().fold(0, |all, burst| all | burst.joins);
    for at in (1..bursts.len()).rev() {
        let burst = &mut bursts[at];
        let is_joined = joined & 1 << burst.thread.0.min(63) != 0;
        if !burst.settles && !is_joined && !known.contains(&burst.thread) {
            known.push(burst.thread);
            burst.steps = burst.needed;
        }
    }
    bursts
}

/// The schedule up to a fault: of a race, with both accesses.
fn schedule_of(key: &Key, threads: &[ThreadId], bursts: Vec<Burst>) -> Schedule {
    let last = bursts.iter().rev().find(|b| !b.settles).map(|b| b.thread);
    // In a deadlock the other threads have ended.
    let bursts = if matches!(key, Key::Race(..)) { needed(bursts, threads) } else { bursts };
    // A thread waits for ever once no other one can go on.
    if matches!(key, Key::Waiting(_)) {
        return whole(bursts);
    }
    let mut made = schedule(bursts.into_iter(), threads);
    if matches!(key, Key::Race(..)) {
        let mut order = threads.to_vec();
        // The one that ran last goes first, so that there is no switch between.
        order.sort_by_key(|t| Some(*t) != last);
        order.into_iter().for_each(|t| made.push(t, 1));
    }
    made
}
