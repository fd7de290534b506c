//! Running programs: once ([`run`]), or under many schedules until something goes wrong ([`test()`]), and making the schedule
//! that shows it short ([`shorten`]).

mod beginning;
mod overhead;
mod owners;
mod reference;
mod report;
mod run;
mod shorten;
mod test;
mod told;
mod watch;

pub use beginning::Beginning;
pub use overhead::{Overhead, Work};
pub use owners::{STEPS as OWNERS_STEPS, in_words, schedule_of, watched};
pub use reference::{Printed, run_reference};
pub use report::{Deadlock, Finding, Key, Livelock, Race, RaceAccess, RunResult, RunStatus, Thrown, Waiters, Waits};
pub use run::{SchedulerKind, drive, drive_by, drive_coarse, replay, replay_while, run, run_while, run_with};
pub use shorten::{Effort, Shortened, shorten, shorten_while};
pub use test::{Failure, TestOptions, TestResult, test};
pub use told::{Tell, drive_told, end_steps, races, start_steps, step};
pub use watch::{Detectors, Watch};

use crate::monitor::MonitorSet;
use crate::options::{Limits, Semantics};
use racefree_grammar::ast::Program;
use std::sync::Arc;

/// Scheduling points of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Points {
    /// Before every access and every outermost acquire ([`crate::machine::Coarse`]).
    #[default]
    Accesses,
    /// Before outermost acquires only ([`crate::machine::Acquires`]): faster, and complete up to the first race.
    Acquires,
}

/// Options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The seed of every random choice.
    pub seed: u64,
    /// The scheduler.
    pub scheduler: SchedulerKind,
    /// The semantics of the program.
    pub semantics: Semantics,
    /// The limits at which it is stopped.
    pub limits: Limits,
    /// The scheduling points.
    pub points: Points,
    /// The race detectors that watch.
    pub detectors: Detectors,
    /// The monitors that watch.
    pub monitors: MonitorSet,
    /// The fields whose accesses detectors and monitors are told of, by [`crate::program::FieldId`]; none: all. The
    /// others are proved to be free of races, by any means that the caller trusts.
    pub watched: Option<Arc<[bool]>>,
    /// The atomic blocks that the monitor of serializability looks at, by expression; none: all. The others are proved
    /// to be serializable in the same sense.
    pub blocks: Option<Arc<[bool]>>,
    /// The program with owners that was erased: its run-time owners are watched, if the monitors include them.
    pub owners: Option<Arc<Program>>,
    /// True if the run stops at the first race, firing monitor or deadlock; else it goes on to its end.
    pub stop_at_first: bool,
}

impl RunOptions {
    /// Returns true if there can be a block that the monitor of serializability has to look at.
    pub(crate) fn looks_at_blocks(&self) -> bool {
        let left = self.blocks.as_ref().is_none_or(|blocks| blocks.contains(&true));
        left && self.monitors.has(crate::monitor::Monitor::Serializable)
    }
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions {
            seed: 0,
            scheduler: SchedulerKind::Random,
            semantics: Semantics::default(),
            limits: Limits::default(),
            points: Points::Accesses,
            detectors: Detectors::default(),
            monitors: MonitorSet::ALL,
            watched: None,
            blocks: None,
            owners: None,
            stop_at_first: false,
        }
    }
}
