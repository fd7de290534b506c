//! State of a run for a stepper: the redex of each thread, the enabled threads, the reasons why others are not, the
//! heap, and the faults of the state.

use super::{Loaded, replay};
use crate::json::{Place, VERSION};
use crate::trace::collect::{Words, redex};
use crate::trace::{FieldValue, HeldLock, Step};
use racefree_explore::Options;
use racefree_explore::plain::{Points, Reference, access, faults};
use racefree_interp::Status;
use racefree_interp::drive::{Key, end_steps, start_steps, step};
use racefree_interp::machine::Machine;
use racefree_interp::names;
use racefree_interp::options::{Limits, Semantics};
use racefree_interp::reduction::{Execution, Names, State};
use racefree_interp::schedule::Schedule;
use racefree_interp::value::{ObjectId, ThreadId};

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
        /// `ready`, `blocked`, `finished`, `exception` or `stuck`.
        pub state: &'static str,
        /// True if the thread is enabled.
        pub can_step: bool,
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
    let mut machine = Machine::new(loaded.program.clone(), semantics, limits);
    let mut words = Words::new(&loaded.source.text);
    let run = Execution::new(&loaded.program.tables, semantics);
    let mut state = run.first();
    start_steps(&mut machine);
    let mut last = None;
    for (at, thread) in schedule.ids().enumerate() {
        let known = thread.index() < machine.state().threads.len() && machine.steps() < limits.steps;
        let next = if known { run.step(&state, thread) } else { None };
        let Some((next, event)) = next.and_then(|(next, _)| Some((next, step(&mut machine, thread)?))) else {
            let why = match machine.state().limit {
                Some(limit) => limit.message(machine.limits()),
                None => why_not(&machine, &mut words, thread),
            };
            return Err(format!("the schedule does not fit at step {}: {why}", at + 1));
        };
        state = next;
        last = Some(event);
    }
    end_steps(&mut machine);
    let last = last.map(|event| words.step(&machine, &event));
    let terms = Names::of(&run, &state);
    let threads = (0..machine.state().threads.len() as u32).map(ThreadId);
    let threads = threads.map(|t| thread(&machine, &mut words, (&run, &state, &terms), t)).collect();
    let faults = faults_of(loaded, semantics, &state, &machine, &mut words);
    let enabled = (0..machine.state().threads.len() as u32).any(|t| machine.status(ThreadId(t)) == Status::Ready);
    Ok(StateAnswer {
        file: loaded.source.name.clone(),
        version: VERSION,
        system: loaded.rules.system.name(),
        schedule: replay::inline(schedule),
        steps: machine.steps(),
        last,
        threads,
        heap: heap(&machine, &mut words),
        output: machine.output(),
        faults,
        over: (!enabled).then(|| over(&machine).to_owned()),
    })
}

/// A thread of a state.
fn thread(
    machine: &Machine,
    words: &mut Words<'_>,
    (run, state, terms): (&Execution<'_>, &State, &Names),
    t: ThreadId,
) -> ThreadState {
    let end = words.end(machine, t);
    let ready = machine.status(t) == Status::Ready;
    let waits = match (end.state, end.what.clone(), end.held_by) {
        ("blocked", Some(lock), Some(held_by)) => {
            let holds = words.holds(machine, ThreadId(held_by));
            let taken = holds.iter().find(|held| held.object == lock).map(|held| held.line);
            Some(Wait { lock, held_by, taken })
        }
        _ => None,
    };
    let variable = |(name, value)| FieldValue { name, value };
    let term = run.term(state, terms, t).abridged(TERM);
    ThreadState {
        thread: t.0,
        name: names::thread(machine.state(), t),
        state: end.state,
        can_step: ready,
        why_not: (!ready).then(|| why_not(machine, words, t)),
        variables: match ready || end.state == "blocked" {
            true => run.variables(state, terms, t).into_iter().map(variable).collect(),
            false => Vec::new(),
        },
        term: term.redex.is_some().then(|| term.parts().map(str::to_owned)),
        redex: end.redex,
        span: end.span,
        value: end.what.filter(|_| waits.is_none()),
        waits,
        holds: words.holds(machine, t),
    }
}

/// Every object, its fields and its lock; literals are of interest only as locks.
pub fn heap(machine: &Machine, words: &mut Words<'_>) -> Vec<ObjectState> {
    let all = (0..machine.state().heap.objects.len() as u32).map(ObjectId);
    let shown = all.filter(|&o| {
        let object = machine.state().heap.object(o);
        object.serial != 0 || object.owner().is_some()
    });
    let one = |o: ObjectId| {
        let object = *machine.state().heap.object(o);
        let owner = object.owner();
        ObjectState {
            name: words.object(machine, o),
            fields: words.fields(machine, o),
            locked_by: owner.map(|t| t.0),
            count: owner.map_or(0, |_| object.count),
        }
    };
    shown.map(one).collect()
}

/// Faults of a state: races, a deadlock, stuck threads.
pub fn faults_of(
    loaded: &Loaded,
    semantics: Semantics,
    state: &State,
    machine: &Machine,
    words: &mut Words<'_>,
) -> Vec<Fault> {
    let options = Options { semantics, ..Options::default() };
    let reference = Reference::new(&loaded.program, &options, Points::Every);
    let tables = &loaded.program.tables;
    let one = |(key, threads): (Key, Vec<ThreadId>)| {
        let who: Vec<String> = threads.iter().map(ThreadId::to_string).collect();
        let who = who.join(" and ");
        let message = match &key {
            Key::Race(field, ..) => {
                let about = threads.first().and_then(|&t| access(&reference, state, t));
                let of = about.map_or_else(String::new, |a| format!(" of {}", words.object(machine, a.object)));
                format!("RACE on {}{of}: threads {who} are about to access it", tables.field_name(*field))
            }
            Key::Deadlock(_) => format!("DEADLOCK: threads {who} wait for each other"),
            Key::Waiting(_) => format!("LOST NOTIFICATION: thread {who} waits for ever"),
            Key::Stuck(_) => format!("STUCK: thread {who}: no reduction rule fits what it does next"),
            Key::Exception(exception, _) => format!("EXCEPTION: {}", exception.name()),
            Key::Monitor(monitor, _) => format!("MONITOR: `{}` fires", monitor.name()),
        };
        let threads = threads.iter().map(|t| t.0).collect();
        Fault { kind: crate::exploring::shown::kind(&key), threads, message }
    };
    faults(&reference, state).into_iter().map(one).collect()
}

/// Reason why a thread cannot step.
pub fn why_not(machine: &Machine, words: &mut Words<'_>, thread: ThreadId) -> String {
    if thread.index() >= machine.state().threads.len() {
        return format!("there is no thread {thread}");
    }
    match machine.status(thread) {
        Status::Ready => format!("thread {thread} can step"),
        Status::Finished(_) => format!("thread {thread} has finished"),
        Status::Ended(exception) => format!("thread {thread} has ended with {exception}"),
        Status::Stuck | Status::Waiting { .. } => {
            format!("thread {thread} is stuck: no reduction rule fits what it does next")
        }
        Status::Blocked { lock, owner } => {
            let name = words.object(machine, lock);
            let holds = words.holds(machine, owner);
            let taken = holds
                .iter()
                .find(|l| l.object == name)
                .map_or(String::new(), |l| format!(", taken at line {}", l.line));
            let program = &machine.program().tables.program;
            let wanted = redex(machine, thread).map(|site| words.places.line(site.span(program)));
            let at = wanted.map_or(String::new(), |line| format!(" at line {line}"));
            let held = if owner == thread { "it holds itself".to_owned() } else { format!("thread {owner} holds") };
            format!("thread {thread} waits{at} for the lock of {name}, which {held}{taken}")
        }
    }
}

/// Ending of a run in which no thread is enabled.
pub fn over(machine: &Machine) -> &'static str {
    let threads = || (0..machine.state().threads.len() as u32).map(ThreadId);
    let rests = |t: ThreadId| matches!(machine.status(t), Status::Blocked { .. } | Status::Stuck);
    match (machine.deadlock(), threads().any(rests)) {
        (Some(_), _) => "a deadlock",
        (None, true) => "some threads are not finished",
        (None, false) => "the program is over",
    }
}
