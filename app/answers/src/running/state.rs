//! State of a run for a stepper: the redex of each thread, the enabled threads, the reasons why others are not, the
//! heap, and the faults of the state.

use super::buffered::{BufferedRun, Waiting, turns};
use super::steps::Steps;
use super::{Loaded, replay};
use crate::json::{Place, VERSION};
use crate::trace::{FieldValue, HeldLock, Step};
use racefree_interp::options::{Limits, Semantics};
use racefree_interp::reduction::Order;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;

records! {
    /// A fault of a state.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Fault {
        /// `race`, `deadlock`, `stuck`, `exception` or `monitor`.
        pub kind: &'static str,
        /// Threads that cause the fault.
        pub threads: Vec<u32>,
        /// Message in words.
        pub message: String,
    }

    /// A lock that a thread waits for.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Wait {
        /// Object of the lock.
        pub lock: String,
        /// Thread that holds the lock.
        pub held_by: u32,
        /// Line where that thread took it.
        pub taken: Option<u32>,
    }

    /// A thread of a state.
    #[derive(Clone)]
    pub struct ThreadState {
        /// Number of the thread.
        pub thread: u32,
        /// Name of the thread, which does not depend on the schedule.
        pub name: String,
        /// `ready`, `blocked`, `waiting`, `finished`, `exception` or `stuck`.
        pub state: &'static str,
        /// True if the thread is enabled.
        pub can_step: bool,
        /// Number of steps that make one step of a person's: in Java those up to the next line, or to what other threads can see.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stride: Option<u64>,
        /// Reason why it is not enabled, in a sentence.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub why_not: Option<String>,
        /// Thread as a term in three parts: before the redex, the redex, and after it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub term: Option<[String; 3]>,
        /// Variables in scope of the redex, with their values.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub variables: Vec<FieldValue>,
        /// The source text of the redex.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub redex: Option<String>,
        /// Place of the redex.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub span: Option<Place>,
        /// Value or exception with which the thread ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub value: Option<String>,
        /// Lock that the thread waits for.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub waits: Option<Wait>,
        /// Locks that the thread holds, in the order of their acquires.
        pub holds: Vec<HeldLock>,
        /// Writes of the thread that wait, the oldest first; only with store buffers.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub buffer: Vec<Waiting>,
    }

    /// An object of a state.
    #[derive(Clone)]
    pub struct ObjectState {
        /// Name of the object.
        pub name: String,
        /// Fields of the object.
        pub fields: Vec<FieldValue>,
        /// Thread that holds the lock of the object.
        pub locked_by: Option<u32>,
        /// Number of times that it holds the lock.
        pub count: u32,
    }

    /// A state.
    pub struct StateAnswer {
        /// The file.
        pub file: String,
        /// The version of the format.
        pub version: u32,
        /// The type system.
        pub system: &'static str,
        /// Schedule that leads to the state, as `--scheduler replay:` takes it.
        pub schedule: String,
        /// Number of steps in the schedule.
        pub steps: u64,
        /// Last step of the schedule.
        pub last: Option<Step>,
        /// The threads.
        pub threads: Vec<ThreadState>,
        /// Objects; a literal is listed only if it is locked.
        pub heap: Vec<ObjectState>,
        /// Output printed so far.
        pub output: Vec<String>,
        /// Faults of the state.
        pub faults: Vec<Fault>,
        /// Ending of the run in words, if no thread is enabled.
        pub over: Option<String>,
    }
}

/// Greatest number of characters of a term in an answer.
const TERM: usize = 400;

/// The state that a schedule leads to. The error says where the schedule does not fit.
pub fn state(
    loaded: &Loaded,
    (semantics, limits): (Semantics, Limits),
    schedule: &Schedule,
) -> Result<StateAnswer, String> {
    let mut run = Steps::new(loaded, semantics, limits);
    let mut last = None;
    for (at, thread) in schedule.ids().enumerate() {
        let made = run.advance(thread);
        last = Some(made.map_err(|why| format!("the schedule does not fit at step {}: {why}", at + 1))?);
    }
    let last = last.map(|(before, event)| run.told(&before, &event));
    let threads = run.threads().map(|t| thread(&mut run, t)).collect();
    Ok(StateAnswer {
        file: loaded.source.name.clone(),
        version: VERSION,
        system: loaded.rules.system.name(),
        schedule: replay::inline(schedule),
        steps: run.steps,
        last,
        threads,
        heap: run.heap(),
        output: run.output(),
        faults: run.faults(),
        over: run.over().map(str::to_owned),
    })
}

/// A thread of a state.
fn thread(run: &mut Steps<'_>, t: ThreadId) -> ThreadState {
    let end = run.words.end(&run.state, t);
    let ready = end.state == "ready";
    let waits = match (end.state, end.what.clone(), end.held_by) {
        ("blocked", Some(lock), Some(held_by)) => {
            let holds = run.words.holds(&run.state, ThreadId(held_by));
            let taken = holds.iter().find(|held| held.object == lock && held.line > 0).map(|held| held.line);
            Some(Wait { lock, held_by, taken })
        }
        _ => None,
    };
    let variable = |(name, value)| FieldValue { name, value };
    let execution = run.words.run;
    // A program of Java is shown as its text, not as a term of the calculus.
    let of_java = execution.tables.java.has_forms;
    let names = run.words.names(&run.state).clone();
    let term = execution.term(&run.state, &names, t).abridged(TERM);
    ThreadState {
        thread: t.0,
        name: run.state.thread_name(t),
        state: end.state,
        can_step: ready,
        stride: Some(run.stride(t)).filter(|&n| ready && n > 1),
        why_not: (!ready).then(|| run.why_not(t)),
        variables: match (ready || end.state == "blocked") && (!of_java || end.span.is_some() && !run.is_inside(t)) {
            true => execution.variables(&run.state, &names, t).into_iter().map(variable).collect(),
            false => Vec::new(),
        },
        term: (term.redex.is_some() && !of_java).then(|| term.parts().map(str::to_owned)),
        redex: end.redex,
        span: end.span,
        value: end.what.filter(|_| waits.is_none()),
        waits,
        holds: run.words.holds(&run.state, t),
        buffer: Vec::new(),
    }
}

/// The state that turns lead to, with store buffers. The error says where they do not fit.
pub fn buffered(
    loaded: &Loaded,
    (semantics, limits): (Semantics, Limits),
    (order, text): (Order, &str),
) -> Result<StateAnswer, String> {
    let mut run = Steps::new(loaded, semantics, limits);
    let mut made = BufferedRun::new(run.words.run, run.state.clone(), order);
    for (at, turn) in turns(text)?.into_iter().enumerate() {
        made.make(turn, &mut run).map_err(|why| format!("the schedule does not fit at turn {}: {why}", at + 1))?;
    }
    let mut threads = Vec::new();
    for t in run.threads() {
        run.state = made.view(t);
        let mut one = thread(&mut run, t);
        run.state = made.now.memory.clone();
        one.can_step = made.can_step(t);
        if !one.can_step {
            (one.why_not, one.stride) = (Some(made.why_not(t, &mut run)), None);
        }
        one.buffer = made.waiting(t, &mut run);
        threads.push(one);
    }
    let waits = threads.iter().any(|t| t.can_step || !t.buffer.is_empty());
    Ok(StateAnswer {
        file: loaded.source.name.clone(),
        version: VERSION,
        system: loaded.rules.system.name(),
        schedule: text.to_owned(),
        steps: run.steps,
        last: None,
        threads,
        heap: run.heap(),
        output: run.output(),
        faults: run.faults(),
        over: if waits { None } else { run.over().map(str::to_owned) },
    })
}
