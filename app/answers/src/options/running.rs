//! The options of a run.

use super::{DetectorWord, LocksWord, MemoryWord, Monitoring, RuleOptions, Watch};
use crate::names;
use crate::running::replay;
use crate::variant::Rules;
use racefree_grammar::ast::Dialect;
use racefree_interp::drive::{Detectors, SchedulerKind};
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::options::{Locks, Semantics};
use racefree_interp::schedule::Schedule;
use racefree_interp::serial::atomizer::Atomizer;
use racefree_interp::value::ThreadId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The ways in which Atomizer looks, each by its name.
const WAYS: [(&str, Atomizer); 2] = [("atomizer", Atomizer::Online), ("atomizer-offline", Atomizer::Offline)];

/// Default bound on the reduction steps of a run.
pub const MAX_STEPS: u64 = 1_000_000;

/// The same, of a program of Java.
pub const MAX_STEPS_OF_JAVA: u64 = 100_000_000;

/// The scheduler of a run.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub enum Scheduling {
    /// A scheduler by name.
    Kind(SchedulerKind),
    /// `replay:` and a file or a schedule.
    Replay(String),
}

impl FromStr for Scheduling {
    type Err = String;

    fn from_str(text: &str) -> Result<Scheduling, String> {
        match text.strip_prefix("replay:") {
            Some("") => Err("`replay:` is followed by a file or a schedule, as in replay:0*12,1*3,0".to_owned()),
            Some(what) => Ok(Scheduling::Replay(what.to_owned())),
            None => text.parse().map(Scheduling::Kind).map_err(|message: String| {
                let name = text.split(':').next().unwrap_or(text);
                let near = names::suggestion(name, ["random", "pct", "pos", "round-robin", "replay"]);
                format!("{message}{near}")
            }),
        }
    }
}

impl fmt::Display for Scheduling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scheduling::Kind(kind) => kind.fmt(f),
            Scheduling::Replay(what) => write!(f, "replay:{what}"),
        }
    }
}

string_words!(Scheduling);

impl Scheduling {
    /// Random choices among the enabled threads.
    pub const RANDOM: Scheduling = Scheduling::Kind(SchedulerKind::Random);

    /// The scheduler, if it is not a schedule that is replayed.
    pub fn kind(&self) -> Option<SchedulerKind> {
        match self {
            Scheduling::Kind(kind) => Some(*kind),
            Scheduling::Replay(_) => None,
        }
    }

    /// Returns true if it makes random choices.
    pub fn is_random(&self) -> bool {
        match self {
            Scheduling::Kind(SchedulerKind::Random | SchedulerKind::Pct(_) | SchedulerKind::Pos) => true,
            Scheduling::Kind(SchedulerKind::RoundRobin(_)) | Scheduling::Replay(_) => false,
        }
    }
}

/// A schedule: written out, as in `0*12,1*3,0`, or the thread of each step.
#[derive(Deserialize, Serialize, Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ScheduleText {
    /// Text, as `--scheduler replay:` takes it.
    Written(String),
    /// Thread of each step, as in answers.
    Steps(Vec<u32>),
}

impl ScheduleText {
    /// The schedule.
    pub fn read(&self) -> Result<Schedule, String> {
        match self {
            ScheduleText::Written(text) if text.is_empty() => Ok(Schedule::default()),
            ScheduleText::Written(text) => replay::parse(text),
            ScheduleText::Steps(steps) => Ok(steps.iter().map(|&t| ThreadId(t)).collect()),
        }
    }
}

options! {
    /// The start of a program in Java.
    pub struct StartOptions {
        /// Of Java: the `assert` statements are checked, as by `java -ea`.
        #[arg(long, visible_alias = "ea")]
        pub enable_assertions: bool,
        /// Of Java: the arguments that `main` is given.
        #[arg(last = true, value_name = "ARGUMENTS")]
        pub arguments: Vec<String>,
    }

    /// Options of a run, or of many.
    pub struct Running {
        /// Seed of every random choice; by default, one is drawn and printed. The same seed gives the same run on every machine.
        #[arg(long, value_name = "N")]
        pub seed: Option<u64>,
        /// Scheduler, which chooses the thread that steps: random, pct:D, pos, round-robin or round-robin:Q, and for `run` replay:WHAT.
        #[arg(long, value_name = "SCHEDULER")]
        pub scheduler: Scheduling = Scheduling::RANDOM,
        /// Schedule to replay instead of a scheduler.
        #[arg(skip)]
        pub schedule: Option<ScheduleText>,
        /// Memory model of `state`: with store buffers a schedule has turns like `1!0`, too: thread 1 performs the oldest write that waits.
        #[arg(skip)]
        pub memory_model: Option<MemoryWord>,
        /// Maximum number of reduction steps in a run; the default of a program in Java is a hundred times as many.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub max_steps: u64 = MAX_STEPS,
        /// Kind of locks: reentrant (the owner may acquire a lock again, as in Java), or binary (it waits for itself, as in the paper).
        #[arg(long, value_name = "LOCKS")]
        pub locks: LocksWord = LocksWord::Reentrant,
        /// Race detectors to run. Alarms of lockset can be false, so they do not count as failures.
        #[arg(long = "detector", value_name = "DETECTOR", value_delimiter = ',', default_value = "happens-before")]
        pub detectors: Option<Vec<DetectorWord>>,
        /// Monitors of the invariants that well-typed programs keep: all, none, or auto. With auto, a program that the checker accepts
        /// with no error silenced is watched by all monitors, and any other program by `holds` only, because the checker has already
        /// reported the rest.
        #[arg(long, value_name = "WHICH")]
        pub monitors: Monitoring = Monitoring::Auto,
        /// Accesses that detectors and monitors watch: all, or only those to fields that the types do not prove free of races. For
        /// atomic blocks: all, or only those that the types do not prove serializable.
        #[arg(long, value_name = "WHICH")]
        pub watch: Watch = Watch::All,
        #[both(flatten)]
        pub rules: RuleOptions,
        #[both(flatten)]
        pub start: StartOptions,
    }
}

#[cfg(feature = "campaigns")]
options! {
    /// Options of `overhead`.
    pub struct OverheadOptions {
        /// Number of rounds to measure; each measures every configuration once.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
        pub rounds: u32 = 11,
        /// Number of runs in one measurement; by default, as many as take about ten milliseconds.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub runs: Option<u64>,
        /// Time limit in seconds; the results measured by then are printed.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Seed of every random choice.
        #[arg(long, value_name = "N")]
        pub seed: u64 = 0,
        /// Scheduler, which chooses the thread that steps.
        #[arg(long, value_name = "SCHEDULER")]
        pub scheduler: Scheduling = Scheduling::RANDOM,
        /// Maximum number of reduction steps in a run.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub max_steps: u64 = MAX_STEPS,
        /// Kind of locks: the owner of a reentrant lock may acquire it again, that of a binary lock waits for itself.
        #[arg(long, value_name = "LOCKS")]
        pub locks: LocksWord = LocksWord::Reentrant,
        #[both(flatten)]
        pub rules: RuleOptions,
    }
}

options! {
    /// Options of `test`.
    pub struct TestingOptions {
        /// Number of schedules to run; by default 1000, or as many as --time allows.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        pub runs: Option<u64>,
        /// Time limit in seconds: no further run is started after it.
        #[arg(long, value_name = "SECONDS|10m|2h", value_parser = super::seconds)]
        pub time: Option<f64>,
        /// Number of runs at a time. It does not change the result.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        pub threads: u16 = 1,
        #[both(flatten)]
        pub running: Running,
    }
}

impl Running {
    /// The race detectors that watch.
    pub fn watching(&self) -> Detectors {
        let Some(named) = &self.detectors else { return Detectors::default() };
        let has = |detector| named.contains(&detector);
        Detectors {
            adjacent: has(DetectorWord::Adjacent),
            happens_before: has(DetectorWord::HappensBefore),
            lockset: has(DetectorWord::Lockset),
        }
    }

    /// Modes of Atomizer to apply to a run.
    pub fn atomizer(&self) -> Vec<(&'static str, Atomizer)> {
        let named = self.detectors.as_deref().unwrap_or_default();
        WAYS.into_iter().filter(|(way, _)| named.iter().any(|word| word.name() == *way)).collect()
    }

    /// Returns true if a schedule is replayed.
    pub fn replays(&self) -> bool {
        self.schedule.is_some() || self.scheduler.kind().is_none()
    }
}

/// Semantics of programs.
pub fn semantics(locks: Locks, rules: &Rules) -> Semantics {
    match locks {
        Locks::Binary => Semantics { locks: Locks::Binary, ..rules.semantics },
        Locks::Reentrant => rules.semantics,
    }
}

/// `--monitors`, for a program that the rules accept with no error silenced, or another one.
pub fn monitors(which: Monitoring, accepted: bool, rules: &Rules) -> MonitorSet {
    match which {
        Monitoring::All => all_monitors(rules),
        Monitoring::None => MonitorSet::NONE,
        // Blocks in a program have it watched under any rules.
        Monitoring::Auto if accepted => MonitorSet::named(rules.system.promises()).with(Monitor::Serializable),
        Monitoring::Auto => MonitorSet::NONE.with(Monitor::Holds).with(Monitor::Serializable),
    }
}

/// Every monitor that says something of the programs of a system: the erasure of one with owners has fields without guard, which
/// are no thread's own.
pub fn all_monitors(rules: &Rules) -> MonitorSet {
    match rules.system.dialect() {
        Dialect::Owners => MonitorSet::ALL.without(Monitor::Confinement),
        Dialect::Base | Dialect::Java => MonitorSet::ALL,
    }
}

/// `random scheduler, seed 42`; without the seed where it has no influence.
pub fn describe(asked: &Running) -> String {
    match (&asked.scheduler, asked.seed) {
        _ if asked.replays() => "a replayed schedule".to_owned(),
        (kind, Some(seed)) => format!("{kind} scheduler, seed {seed}"),
        (kind, None) => format!("{kind} scheduler"),
    }
}
