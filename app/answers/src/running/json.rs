//! The result of a run: the object `run` of the interface.

use super::Loaded;
use crate::json::{Place, Places, VERSION};
use racefree_interp::drive::{self, Finding, RunResult, Thrown};
use racefree_interp::machine::Lowered;
use racefree_interp::monitor::Violation;
use racefree_interp::schedule::Schedule;
use racefree_interp::{Site, ThreadId};

records! {
    /// One of the two accesses of a race.
    pub struct AccessRecord {
        /// The thread.
        pub thread: u32,
        /// `read`, `write` or `init`.
        pub kind: &'static str,
        /// Place of the access.
        pub span: Place,
    }

    /// A race.
    pub struct RaceRecord {
        /// `Class.field`
        pub field: String,
        /// The object.
        pub object: String,
        /// The accesses.
        pub accesses: [AccessRecord; 2],
        /// Detector that found the race.
        pub detector: &'static str,
        /// Thread of each step up to the race.
        pub schedule: Vec<u32>,
    }

    /// A thread of a deadlock.
    pub struct WaitRecord {
        /// The thread.
        pub thread: u32,
        /// Object whose lock the thread waits for.
        pub waits_for: String,
        /// Thread that holds the lock.
        pub held_by: u32,
        /// Place where the thread waits.
        pub span: Place,
        /// Place where the lock was taken.
        pub taken: Place,
    }

    /// A deadlock.
    pub struct DeadlockRecord {
        /// Threads of the cycle; each waits for the next.
        pub cycle: Vec<WaitRecord>,
        /// Thread of each step up to the deadlock.
        pub schedule: Vec<u32>,
    }

    /// A monitor that fired.
    pub struct MonitorRecord {
        /// Name of the monitor.
        pub monitor: &'static str,
        /// Thread whose step made it fire.
        pub thread: u32,
        /// Message in words.
        pub message: String,
        /// Place of the step.
        pub span: Place,
        /// Thread of each step up to it; absent in the record of a run, which has the schedule.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub schedule: Option<Vec<u32>>,
    }

    /// Threads that wait for ever: nobody is left who could wake them.
    pub struct WaitingRecord {
        /// The threads, with the places at which they wait.
        pub waits: Vec<StuckRecord>,
        /// Thread of each step up to there.
        pub schedule: Vec<u32>,
    }

    /// A livelock: threads that go on for ever.
    pub struct LivelockRecord {
        /// The threads that go on for ever, with the first place that each comes back to.
        pub goes_on: Vec<StuckRecord>,
        /// Threads that wait meanwhile, with the places at which they do.
        pub waits: Vec<StuckRecord>,
        /// False if no schedule ends from there; else the schedule has gone round once, and another one may end.
        pub can_end: bool,
        /// Thread of each step up to there.
        pub schedule: Vec<u32>,
    }

    /// An exception.
    pub struct ExceptionRecord {
        /// Thread that the exception ended.
        pub thread: u32,
        /// Name of the exception.
        pub exception: &'static str,
        /// Class and message of the exception, of a program in Java.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub what: Option<String>,
        /// Place where it was thrown.
        pub span: Place,
        /// Thread of each step up to the exception.
        pub schedule: Vec<u32>,
    }

    /// A stuck thread: no rule applies to it.
    pub struct StuckRecord {
        /// The thread.
        pub thread: u32,
        /// Place of the redex.
        pub span: Place,
        /// Thread of each step up to it; absent in the record of a run, which has the schedule.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub schedule: Option<Vec<u32>>,
    }

    /// A finding: something that goes wrong in a run.
    #[serde(untagged)]
    pub enum FindingRecord {
        /// A race.
        Race(RaceRecord),
        /// A deadlock.
        Deadlock(DeadlockRecord),
        /// A livelock.
        Livelock(LivelockRecord),
        /// Threads that wait for ever.
        Waiting(WaitingRecord),
        /// An exception.
        Exception(ExceptionRecord),
        /// A monitor.
        Monitor(MonitorRecord),
        /// A stuck thread.
        Stuck(StuckRecord),
    }

    /// A run.
    #[cfg_attr(feature = "schemas", schemars(rename = "run"))]
    pub struct RunRecord {
        /// The file.
        pub file: String,
        /// The version of the format.
        pub version: u32,
        /// The type system.
        pub system: &'static str,
        /// Seed; null if it has no influence.
        pub seed: Option<u64>,
        /// The scheduler.
        pub scheduler: String,
        /// Number of reduction steps.
        pub steps: u64,
        /// `done`, `deadlock`, `waiting`, `exception`, `stuck`, `not-run` or `step-limit`.
        pub status: &'static str,
        /// Value of the main expression.
        pub result: Option<String>,
        /// Output of the program.
        pub output: Vec<String>,
        /// The races.
        pub races: Vec<RaceRecord>,
        /// The monitors that fired.
        pub monitors: Vec<MonitorRecord>,
        /// The exceptions that ended threads.
        pub exceptions: Vec<ExceptionRecord>,
        /// Deadlock that ended the run.
        pub deadlock: Option<DeadlockRecord>,
        /// Threads that wait for ever to be notified; absent if there are none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub waiting: Option<WaitingRecord>,
        /// The stuck threads.
        pub stuck: Vec<StuckRecord>,
        /// The thread of each step.
        pub schedule: Vec<u32>,
        /// Alarms of Atomizer, if it watched the run.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub alarms: Option<serde_json::Value>,
    }
}

/// The thread of each step.
pub fn ids(schedule: &Schedule) -> Vec<u32> {
    schedule.ids().map(|t| t.0).collect()
}

struct RunWriter<'a> {
    places: Places<'a>,
    program: &'a Lowered,
}

impl RunWriter<'_> {
    fn at(&self, site: Site) -> Place {
        self.places.place(site.span(&self.program.tables.program))
    }

    fn race(&self, race: &drive::Race, schedule: &Schedule) -> RaceRecord {
        let access = |a: &drive::RaceAccess| AccessRecord {
            thread: a.thread.0,
            kind: a.access.name(),
            span: self.places.place(a.span),
        };
        RaceRecord {
            field: race.field.clone(),
            object: race.object.clone(),
            accesses: [access(&race.accesses[0]), access(&race.accesses[1])],
            detector: race.detector.name(),
            schedule: ids(schedule),
        }
    }

    fn deadlock(&self, deadlock: &drive::Deadlock, schedule: &Schedule) -> DeadlockRecord {
        let waits = |w: &drive::Waits| WaitRecord {
            thread: w.thread.0,
            waits_for: w.waits_for.clone(),
            held_by: w.held_by.0,
            span: self.places.place(w.span),
            taken: self.places.place(w.taken),
        };
        DeadlockRecord { cycle: deadlock.cycle.iter().map(waits).collect(), schedule: ids(schedule) }
    }

    fn monitor(&self, violation: &Violation, schedule: Option<&Schedule>) -> MonitorRecord {
        MonitorRecord {
            monitor: violation.monitor.name(),
            thread: violation.thread.0,
            message: violation.message.clone(),
            span: self.at(violation.site),
            schedule: schedule.map(ids),
        }
    }

    fn exception(&self, thrown: &Thrown, schedule: &Schedule) -> ExceptionRecord {
        ExceptionRecord {
            thread: thrown.thread.0,
            exception: thrown.exception.name(),
            what: thrown.what.clone(),
            span: self.places.place(thrown.span),
            schedule: ids(schedule),
        }
    }

    fn waiting(&self, waiters: &drive::Waiters, schedule: &Schedule) -> WaitingRecord {
        WaitingRecord { waits: waiters.threads.iter().map(|w| self.stuck(w, None)).collect(), schedule: ids(schedule) }
    }

    fn livelock(&self, livelock: &drive::Livelock, schedule: &Schedule) -> LivelockRecord {
        let at = |all: &[(ThreadId, Site)]| all.iter().map(|t| self.stuck(t, None)).collect();
        LivelockRecord {
            goes_on: at(&livelock.threads),
            waits: at(&livelock.waits),
            can_end: livelock.can_end,
            schedule: ids(schedule),
        }
    }

    fn stuck(&self, &(thread, site): &(ThreadId, Site), schedule: Option<&Schedule>) -> StuckRecord {
        StuckRecord { thread: thread.0, span: self.at(site), schedule: schedule.map(ids) }
    }
}

/// A finding as the objects RACE, EXCEPTION, MONITOR … with the schedule that shows it.
pub fn finding(text: &str, program: &Lowered, finding: &Finding, schedule: &Schedule) -> FindingRecord {
    let writer = RunWriter { places: Places::new(text), program };
    match finding {
        Finding::Race(race) => FindingRecord::Race(writer.race(race, schedule)),
        Finding::Deadlock(deadlock) => FindingRecord::Deadlock(writer.deadlock(deadlock, schedule)),
        Finding::Waiting(waiters) => FindingRecord::Waiting(writer.waiting(waiters, schedule)),
        Finding::Livelock(livelock) => FindingRecord::Livelock(writer.livelock(livelock, schedule)),
        Finding::Exception(thrown) => FindingRecord::Exception(writer.exception(thrown, schedule)),
        Finding::Monitor(violation) => FindingRecord::Monitor(writer.monitor(violation, Some(schedule))),
        &Finding::Stuck(thread, site) => FindingRecord::Stuck(writer.stuck(&(thread, site), Some(schedule))),
    }
}

/// The object `run`; the seed is none where it has no influence.
pub fn run(loaded: &Loaded, seed: Option<u64>, result: &RunResult) -> RunRecord {
    let Loaded { source, program, rules, .. } = loaded;
    let writer = RunWriter { places: Places::new(&source.text), program };
    RunRecord {
        file: source.name.clone(),
        version: VERSION,
        system: rules.system.name(),
        seed,
        scheduler: result.scheduler.clone(),
        steps: result.steps,
        status: result.status.name(),
        result: result.result.clone(),
        output: result.output.clone(),
        races: result.races.iter().map(|race| writer.race(race, &race.schedule)).collect(),
        monitors: result.monitors.iter().map(|violation| writer.monitor(violation, None)).collect(),
        exceptions: result.exceptions.iter().map(|thrown| writer.exception(thrown, &thrown.schedule)).collect(),
        deadlock: result.deadlock.as_ref().map(|deadlock| writer.deadlock(deadlock, &result.schedule)),
        waiting: result.waiters.as_ref().map(|waiters| writer.waiting(waiters, &result.schedule)),
        stuck: result.stuck.iter().map(|stuck| writer.stuck(stuck, None)).collect(),
        schedule: ids(&result.schedule),
        alarms: None,
    }
}
