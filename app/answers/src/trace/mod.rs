//! Steps of every thread in a run: [`mod@collect`] runs a schedule once more and turns its events into these data, from
//! which all forms of traces are made; [`words`] puts states and steps into words.

pub mod collect;
pub mod words;

use crate::json::{Place, VERSION};
use crate::running::Loaded;
use racefree_interp::drive::RunResult;
use racefree_interp::event::Access;

records! {
    /// The steps of a run.
    pub struct Trace {
        /// The threads, by number.
        pub threads: Vec<Lane>,
        /// The steps, or the first of them.
        pub steps: Vec<Step>,
        /// Number of steps in the run.
        pub total: u64,
        /// Order between steps of different threads, by forks and locks.
        pub orders: Vec<Order>,
        /// The races.
        pub races: Vec<RaceMark>,
    }

    /// A thread.
    pub struct Lane {
        /// Number of the thread.
        pub thread: u32,
        /// Name of the thread, which does not depend on the schedule.
        pub name: String,
        /// Step that forked the thread; null for the main thread.
        pub forked_at: Option<u64>,
        /// Status of the thread at the end of the trace.
        pub end: End,
    }

    /// Status of a thread.
    #[derive(Clone)]
    pub struct End {
        /// `finished`, `exception`, `blocked`, `waiting`, `stuck`, or `ready`.
        pub state: &'static str,
        /// The value, the exception, or the lock.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub what: Option<String>,
        /// Thread that holds the lock, if the thread waits for one; or the thread whose end it waits for, if there is no lock.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub held_by: Option<u32>,
        /// Place of the redex.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub span: Option<Place>,
        /// Source text of the next step.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub redex: Option<String>,
    }
}

impl End {
    /// Status in a few words.
    pub fn words(&self) -> String {
        let what = self.what.as_deref().unwrap_or_default();
        match (self.state, self.held_by) {
            ("finished", _) => format!("finished: {what}"),
            ("exception", _) => format!("ended with {what}"),
            ("blocked", Some(by)) if self.what.is_none() => format!("waits for the end of thread {by}"),
            ("blocked", Some(by)) => format!("waits for {what}, which thread {by} holds"),
            ("waiting", _) => format!("waits for a notification of {what}"),
            ("stuck", _) => "is stuck".to_owned(),
            _ => "could go on".to_owned(),
        }
    }
}

records! {
    /// A field with its value.
    #[derive(Clone, PartialEq, Eq)]
    pub struct FieldValue {
        /// The field.
        pub name: String,
        /// Value of the field.
        pub value: String,
    }

    /// A lock that a thread holds.
    #[derive(Clone)]
    pub struct HeldLock {
        /// The object.
        pub object: String,
        /// Number of times that it is held.
        pub count: u32,
        /// Line of the first acquire; 0 for one that no line of the program makes.
        pub line: u32,
    }
}

impl HeldLock {
    /// `Account#1`, `Account#1 ×2`
    pub fn words(&self) -> String {
        if self.count == 1 { self.object.clone() } else { format!("{} ×{}", self.object, self.count) }
    }
}

records! {
    /// Value that a call of the library gives.
    #[derive(Clone)]
    pub struct CallResult {
        /// Step of the call.
        pub call: u64,
        /// The value.
        pub value: String,
    }

    /// A step.
    #[derive(Default)]
    pub struct Step {
        /// Number of the step, from 1.
        pub step: u64,
        /// Thread that made the step.
        pub thread: u32,
        /// The event of section 8, or `local`.
        pub event: &'static str,
        /// Step in words.
        pub text: String,
        /// The redex: its source text, in one line.
        pub redex: String,
        /// Place of the redex.
        pub span: Option<Place>,
        /// The object that is made, read, written, called, locked or freed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub object: Option<String>,
        /// The field that is read or written.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub field: Option<String>,
        /// The value that is read, written or printed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub value: Option<String>,
        /// The value that was there before.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub old: Option<String>,
        /// The method that is called.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub method: Option<String>,
        /// The thread that is forked.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub child: Option<u32>,
        /// Number of times that the lock is held after the step.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub count: Option<u32>,
        /// Exception that is thrown.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub exception: Option<String>,
        /// The fields of a new object.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub fields: Vec<FieldValue>,
        /// The locks that the thread holds after the step.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub holds: Vec<HeldLock>,
        /// The call of the library that the step ends, with its value.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub result: Option<CallResult>,
        /// True for a step inside the library of Java: its place is that of the call.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub inside: bool,
        /// Races in which the step is an access: indices of [`Trace::races`].
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub races: Vec<usize>,
    }
}

impl Step {
    /// Returns true if it is not shown unless asked for: no other thread can notice it, or it is inside the library and no part of a race.
    pub fn is_local(&self) -> bool {
        self.event == "local" || self.inside && self.races.is_empty()
    }

    /// The sort of access that it is, if it is one.
    pub(super) fn access(&self) -> Option<Access> {
        match self.event {
            "read" => Some(Access::Read),
            "write" => Some(Access::Write),
            "init-write" => Some(Access::Init),
            _ => None,
        }
    }
}

records! {
    /// Order between steps of two threads: one comes before the other.
    pub struct Order {
        /// `fork`, or `lock`.
        pub kind: &'static str,
        /// The fork or the release.
        pub from: u64,
        /// The first step of the new thread, or the acquire.
        pub to: u64,
    }

    /// A race.
    pub struct RaceMark {
        /// `Class.field`
        pub field: String,
        /// The object.
        pub object: String,
        /// Detector that found the race.
        pub detector: &'static str,
        /// Steps of the two accesses; null for an access that was about to happen and did not.
        pub steps: [Option<u64>; 2],
        /// The threads of the two accesses.
        pub threads: [u32; 2],
    }

    /// Origin of a trace: program, scheduler and ending of its run.
    #[derive(Clone)]
    pub struct Title<'a> {
        /// The file.
        pub file: &'a str,
        /// The version of the format.
        pub version: u32,
        /// The type system.
        pub system: &'a str,
        /// The scheduler.
        pub scheduler: &'a str,
        /// The seed.
        pub seed: Option<u64>,
        /// Ending of the run.
        pub status: &'static str,
        /// Output of the program.
        pub output: &'a [String],
    }

    /// The object.
    #[cfg_attr(feature = "schemas", schemars(rename = "trace"))]
    pub struct TraceDocument<'a> {
        /// The title.
        #[serde(flatten)]
        pub title: &'a Title<'a>,
        /// The trace.
        #[serde(flatten)]
        pub trace: &'a Trace,
    }
}

impl<'a> Title<'a> {
    /// Title of a run.
    pub fn new(loaded: &'a Loaded, seed: Option<u64>, result: &'a RunResult) -> Title<'a> {
        Title {
            file: &loaded.source.name,
            version: VERSION,
            system: loaded.rules.system.name(),
            scheduler: &result.scheduler,
            seed,
            status: result.status.name(),
            output: &result.output,
        }
    }
}

/// A sentence about steps that are not shown; none if all are.
pub fn cut(trace: &Trace) -> Option<String> {
    let shown = trace.steps.len() as u64;
    (shown < trace.total).then(|| format!("only the first {shown} of {} steps are shown", trace.total))
}
