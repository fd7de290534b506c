//! Steps of every thread in a run: [`mod@collect`] runs a schedule once more and turns its events into these data, from
//! which all forms of traces are made.

pub mod collect;
pub mod json;

use crate::json::{Place, VERSION};
use crate::running::Loaded;
use racefree_interp::drive::RunResult;
use schemars::JsonSchema;
use serde::Serialize;

/// The steps of a run.
#[derive(Serialize, JsonSchema, Debug)]
pub struct Trace {
    /// The threads, by number.
    pub threads: Vec<Lane>,
    /// The steps, or the first of them.
    pub steps: Vec<Step>,
    /// How many steps the run had.
    pub total: u64,
    /// What a step of one thread lets another thread do.
    pub orders: Vec<Order>,
    /// The races.
    pub races: Vec<RaceMark>,
}

/// A thread.
#[derive(Serialize, JsonSchema, Debug)]
pub struct Lane {
    /// Its number.
    pub thread: u32,
    /// Its name, which does not depend on the schedule.
    pub name: String,
    /// The step that forked it; none for the main thread.
    pub forked_at: Option<u64>,
    /// How far it is at the end of the trace.
    pub end: End,
}

/// How far a thread is.
#[derive(Serialize, JsonSchema, Debug, Clone)]
pub struct End {
    /// `finished`, `exception`, `blocked`, `stuck`, or `ready`.
    pub state: &'static str,
    /// The value, the exception, or the lock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// The thread that holds the lock that it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_by: Option<u32>,
    /// Where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Place>,
    /// What it would do next: the source text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redex: Option<String>,
}

impl End {
    /// Status in a few words.
    pub fn words(&self) -> String {
        let what = self.what.as_deref().unwrap_or_default();
        match (self.state, self.held_by) {
            ("finished", _) => format!("finished: {what}"),
            ("exception", _) => format!("ended with {what}"),
            ("blocked", Some(by)) => format!("waits for {what}, which thread {by} holds"),
            ("stuck", _) => "is stuck".to_owned(),
            _ => "could go on".to_owned(),
        }
    }
}

/// A field with its value.
#[derive(Serialize, JsonSchema, Debug, Clone, PartialEq, Eq)]
pub struct FieldValue {
    /// The field.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A lock that a thread holds.
#[derive(Serialize, JsonSchema, Debug, Clone)]
pub struct HeldLock {
    /// The object.
    pub object: String,
    /// How often.
    pub count: u32,
    /// The line where it was taken first.
    pub line: u32,
}

impl HeldLock {
    /// `Account#1`, `Account#1 ×2`
    pub fn words(&self) -> String {
        if self.count == 1 { self.object.clone() } else { format!("{} ×{}", self.object, self.count) }
    }
}

/// A step.
#[derive(Serialize, JsonSchema, Debug, Default)]
pub struct Step {
    /// Its number, from 1.
    pub step: u64,
    /// The thread that made it.
    pub thread: u32,
    /// The event of section 8, or `local`.
    pub event: &'static str,
    /// In words.
    pub text: String,
    /// The redex: its source text, in one line.
    pub redex: String,
    /// Where the redex stands.
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
    /// How often the lock is held now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// What is thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exception: Option<String>,
    /// The fields of a new object.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldValue>,
    /// The locks that the thread holds after the step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<HeldLock>,
    /// The races that it is an access of: indices of [`Trace::races`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub races: Vec<usize>,
}

impl Step {
    /// Returns true if no other thread can notice it.
    pub fn is_local(&self) -> bool {
        self.event == "local"
    }
}

/// Why a step of one thread comes before a step of another.
#[derive(Serialize, JsonSchema, Debug)]
pub struct Order {
    /// `fork`, or `lock`.
    pub kind: &'static str,
    /// The fork or the release.
    pub from: u64,
    /// The first step of the new thread, or the acquire.
    pub to: u64,
}

/// A race.
#[derive(Serialize, JsonSchema, Debug)]
pub struct RaceMark {
    /// `Class.field`
    pub field: String,
    /// The object.
    pub object: String,
    /// What found it.
    pub detector: &'static str,
    /// The steps of the two accesses; none for an access that was about to happen and did not.
    pub steps: [Option<u64>; 2],
    /// The threads of the two accesses.
    pub threads: [u32; 2],
}

/// What a trace is of.
#[derive(Serialize, JsonSchema, Clone, Debug)]
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
    /// How the run ended.
    pub status: &'static str,
    /// What the program printed.
    pub output: &'a [String],
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
