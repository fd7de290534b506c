//! Programs with forms of the dialect of Java: every schedule, on the reference engine. A transition is one step that other threads can see and
//! those after it that none can; states are compared without what nothing leads to, and with all that was printed, in its order.
//!
//! Definition: [`crate::plain::explore`], which makes every step by itself and compares states by names. The tests of the answers about Java
//! hold states, traces and all runs equal in their findings, and the numbers of traces to formulas.

mod behind;
mod finds;
mod graph;
mod known;
mod program;
mod rows;
mod sampled;
mod shortest;
mod states;
mod traces;

pub use behind::behind;
pub(crate) use graph::graph;
pub use sampled::sample;
pub use shortest::shortest;

pub(crate) use program::Program;

use crate::meter::Meter;
use crate::options::{Algorithm, Options};
use crate::plain::{Points, Reference};
use crate::result::{Exploration, Outcome};
use racefree_interp::Status;
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::reduction::{Execution, Open, Piece, State};
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;

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

/// Searches from the beginning whenever a piece shows to be open, with all open pieces, behind the steps of earlier searches.
fn with_few_points(
    program: &Lowered,
    options: &Options,
    search: impl Fn(&Lowered, &Open, &Options, &mut Meter<'_>, u64) -> Result<Exploration, Again>,
) -> Exploration {
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
    let reference = Reference::new(program, options, Points::Every);
    let mut state = reference.execution.first();
    for thread in schedule.ids() {
        reference.execution.step_in_place(&mut state, thread)?;
    }
    Some(outcome_of(&reference, &state))
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
