//! Options of an exploration: the algorithm, the limits, the budget.

use crate::host::Control;
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::options::{Limits, Semantics};
use racefree_interp::serial::Graph;
use racefree_interp::value::ThreadId;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Algorithm that covers the schedules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Algorithm {
    /// A search over states that remembers all of them: ends on programs that spin.
    States,
    /// Optimal dynamic partial order reduction (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014): one run of each Mazurkiewicz
    /// trace.
    #[default]
    Dpor,
    /// The definition ([`crate::plain`]): every state of the reference semantics, one reduction step at a time. Slow.
    Plain,
}

impl Algorithm {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns true if it looks at states, each once; the others make runs.
    pub fn keeps_states(self) -> bool {
        matches!(self, Algorithm::States | Algorithm::Plain)
    }
}

/// Limits at which to give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Reduction steps.
    pub steps: u64,
    /// States, for the algorithms that [keep them](Algorithm::keeps_states); runs, for the others.
    pub states: u64,
    /// Time.
    pub time: Option<Duration>,
    /// Memory for states and what belongs to them, in bytes.
    pub memory: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { steps: u64::MAX, states: u64::MAX, time: None, memory: 4 << 30 }
    }
}

/// Options of an exploration.
#[derive(Clone, Debug)]
pub struct Options {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The semantics of the program.
    pub semantics: Semantics,
    /// Limits of each run: calls, threads, objects and, for the algorithms that follow runs, steps.
    pub limits: Limits,
    /// The budget.
    pub budget: Budget,
    /// The monitors that watch.
    pub monitors: MonitorSet,
    /// The graph in which the monitor of serializability looks for cycles, if it watches.
    pub graph: Graph,
    /// The fields whose races are looked at, by [`racefree_interp::program::FieldId`]; none: all. The others are proved to have none.
    pub watched: Option<Arc<[bool]>>,
    /// True to stop at the first race, firing monitor or stuck thread; deadlocks and exceptions do not count, because
    /// well-typed programs have them too.
    pub until_unsound: bool,
    /// True to tell outcomes apart.
    pub outcomes: bool,
    /// For [`Algorithm::States`]: tells states apart by output. All others but [`Algorithm::Plain`] always know it.
    pub outputs: bool,
    /// For [`Algorithm::States`]: the maximum of pairs of a state and a sleep set over which traces are counted; 0 if
    /// they are not wanted.
    pub traces: usize,
    /// True to count different final states, the order of output left aside.
    pub ends: bool,
    /// For progress and interruption.
    pub control: Arc<Control>,
    /// Callback for each run, for [`Algorithm::Dpor`].
    pub each: Option<EachRun>,
}

type RunCallback = dyn Fn(&[ThreadId], bool) + Send + Sync;

/// Callback for each run when it is over: the thread at each scheduling point, and true if a limit cut it short.
#[derive(Clone)]
pub struct EachRun(Arc<RunCallback>);

impl EachRun {
    /// Calls this.
    pub fn new(each: impl Fn(&[ThreadId], bool) + Send + Sync + 'static) -> EachRun {
        EachRun(Arc::new(each))
    }

    pub(crate) fn tell(&self, choices: &[ThreadId], cut: bool) {
        (self.0)(choices, cut);
    }
}

impl fmt::Debug for EachRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EachRun")
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            algorithm: Algorithm::default(),
            semantics: Semantics::default(),
            limits: Limits::default(),
            budget: Budget::default(),
            monitors: MonitorSet::NONE,
            graph: Graph::All,
            watched: None,
            until_unsound: false,
            outcomes: true,
            outputs: false,
            traces: 0,
            ends: false,
            control: Arc::default(),
            each: None,
        }
    }
}

impl Options {
    /// The graph in which cycles of transactions are looked for, if they are and the program has any.
    pub(crate) fn transactions(&self, program: &Lowered) -> Option<Graph> {
        (program.has_blocks && self.monitors.has(Monitor::Serializable)).then_some(self.graph)
    }

    /// Returns true if a finding is looked at: a race on a watched field, or anything else.
    pub(crate) fn looks_at(&self, key: &Key) -> bool {
        match (key, &self.watched) {
            (Key::Race(field, ..), Some(watched)) => watched.get(field.index()).copied().unwrap_or(true),
            _ => true,
        }
    }
}
