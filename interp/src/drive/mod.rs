//! Running programs: once ([`run`]), or under many schedules until something goes wrong ([`test()`]), and making the schedule
//! that shows it short ([`shorten`]).

mod beginning;
mod overhead;
mod owners;
mod report;
mod run;
mod shorten;
mod test;
mod watch;

pub use beginning::Beginning;
pub use overhead::{Overhead, Work};
pub use owners::{STEPS as OWNERS_STEPS, in_words, schedule_of, watched};
pub use report::{Deadlock, Finding, Key, Race, RaceAccess, RunResult, RunStatus, Thrown, Waits};
pub use run::{SchedulerKind, drive, drive_by, replay, replay_while, run, run_while, run_with};
pub use shorten::{Effort, Shortened, shorten, shorten_while};
pub use test::{Failure, TestOptions, TestResult, test};
pub use watch::{Detectors, Watch};

use crate::monitor::MonitorSet;
use crate::options::{Limits, Semantics};
use racefree_grammar::ast::Program;
use std::sync::Arc;

/// Where a scheduler chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Points {
    /// Before every access and every outermost acquire ([`crate::machine::Coarse`]).
    #[default]
    Accesses,
    /// Before outermost acquires only ([`crate::machine::Acquires`]): faster, and complete up to the first race.
    Acquires,
}

/// What to run with.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The seed of every random choice.
    pub seed: u64,
    /// What chooses.
    pub scheduler: SchedulerKind,
    /// What the program means.
    pub semantics: Semantics,
    /// When to give up.
    pub limits: Limits,
    /// Where there are choices.
    pub points: Points,
    /// Which race detectors watch.
    pub detectors: Detectors,
    /// Which monitors watch.
    pub monitors: MonitorSet,
    /// The fields whose accesses detectors and monitors are told of, by [`crate::program::FieldId`]; none: all. The others are
    /// proved to be free of races, by whatever the caller trusts.
    pub watched: Option<Arc<[bool]>>,
    /// The atomic blocks that the monitor of serializability looks at, by expression; none: all. The others are proved to be
    /// serializable, likewise.
    pub blocks: Option<Arc<[bool]>>,
    /// The program with owners that was erased: its run-time owners are watched, as far as the monitors say so.
    pub owners: Option<Arc<Program>>,
    /// Whether the run stops at the first race, firing monitor or deadlock, or goes on to its end.
    pub stop_at_first: bool,
}

impl RunOptions {
    /// Whether there can be a block that the monitor of serializability has to look at.
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
