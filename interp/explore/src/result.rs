//! Result of an exploration.

use crate::options::Algorithm;
use racefree_interp::drive::Key;
use racefree_interp::options::Limit;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::Exception;

/// An error in some schedule. Each [`Key`] is found once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The error.
    pub key: Key,
    /// A schedule that leads to it: of a race, up to and with both accesses.
    pub schedule: Schedule,
}

/// Reason why an exploration is not complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// [`crate::Budget::steps`]
    Steps,
    /// [`crate::Budget::states`]
    States,
    /// [`crate::Budget::time`]
    Time,
    /// [`crate::Budget::memory`]
    Memory,
    /// A limit of single runs.
    Limit(Limit),
    /// Some run comes to what does not run.
    Refused,
    /// The caller asked to stop.
    Interrupted,
    /// The wanted error has been found.
    Found,
    /// All states were covered, but [`Algorithm::Plain`] looks for no cycles of transactions.
    Cycles,
}

/// Name of the main thread in an outcome.
const MAIN: &str = "0";

/// End of a thread with a value that nobody reads.
const FINISHED: &str = "finished";

/// Outcome of runs, up to the names of objects that no program can tell apart.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The final heap, locks left out: the fields of every object that is not a string, in the order of their names.
    pub heap: Vec<String>,
    /// The end of each thread: `0: 3`, `0.1: NullPointer`, `0.2: blocked`.
    pub threads: Vec<String>,
    /// The lines printed, sorted; none where states are not told apart by them ([`crate::Options::outputs`]).
    pub output: Option<Vec<String>>,
    /// Number of traces (states: final states) that end so.
    pub count: u64,
    /// The number of traces where `count` is one of final states, if they were [counted](crate::Options::traces).
    pub traces: Option<u64>,
}

impl Outcome {
    /// Returns true if some thread waits for ever.
    pub fn waits(&self) -> bool {
        self.threads.iter().any(|end| end.ends_with(": blocked") || end.ends_with(": waiting"))
    }

    /// Drops the counts, for comparisons.
    #[must_use]
    pub fn uncounted(self) -> Outcome {
        Outcome { count: 0, traces: None, ..self }
    }

    /// The part that somebody can observe: nobody reads the value that a forked thread ends with.
    #[must_use]
    pub fn observable(mut self) -> Outcome {
        for thread in &mut self.threads {
            let Some((name, end)) = thread.split_once(": ") else { continue };
            let waits = ["blocked", "stuck"].contains(&end);
            if name != MAIN && !waits && Exception::named(end).is_none() {
                *thread = format!("{name}: {FINISHED}");
            }
        }
        self.uncounted()
    }
}

/// Result of an exploration.
#[derive(Clone, Default, Debug)]
pub struct Exploration {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The reason why it is not complete, if it is not.
    pub cut: Option<Cut>,
    /// Runs, each of another trace; for [`Algorithm::States`] the number of final states.
    pub executions: u64,
    /// The number of traces, if they were [counted](crate::Options::traces) over states; `u64::MAX` if there are more.
    pub traces: Option<u64>,
    /// Number of executions that end with a thread that waits for a lock for ever.
    pub blocked: u64,
    /// Different states that they end in, if these were asked for.
    pub ends: u64,
    /// Runs given up because others cover them; optimal reduction has none.
    pub redundant: u64,
    /// States seen. The algorithms that follow runs do not tell equal ones apart.
    pub states: u64,
    /// Transitions between them.
    pub transitions: u64,
    /// Reduction steps made.
    pub steps: u64,
    /// Bytes of memory for states and what belongs to them.
    pub memory: usize,
    /// No schedule comes to an end, as is known where all states are, those that differ only in what was printed taken for one.
    pub endless: bool,
    /// Errors, in the order of the keys.
    pub found: Vec<Found>,
    /// Outcomes, in order; of a search that was cut short, not all that were met need be there.
    pub outcomes: Vec<Outcome>,
    /// Schedules of outcomes, in their order, where the search has them.
    pub ways: Vec<Schedule>,
    /// Methods that some schedule calls, by their number in the program; of a search that was cut short, those called so far.
    pub reached: Vec<bool>,
}

impl Exploration {
    /// Returns true if every schedule was covered.
    pub fn complete(&self) -> bool {
        self.cut.is_none()
    }

    /// Returns true if every schedule was covered, though perhaps not looked at for everything.
    pub fn covered(&self) -> bool {
        matches!(self.cut, None | Some(Cut::Cycles))
    }

    /// Returns an error that cannot be in a well-typed program: a race, a firing monitor, a stuck thread.
    pub fn unsound(&self) -> Option<&Found> {
        self.found.iter().find(|f| unsound(&f.key))
    }

    /// The races found.
    pub fn races(&self) -> impl Iterator<Item = &Found> {
        self.found.iter().filter(|f| matches!(f.key, Key::Race(..)))
    }
}

/// Returns true if the error cannot happen in a well-typed program.
pub fn unsound(key: &Key) -> bool {
    match key {
        Key::Race(..) | Key::Monitor(..) | Key::Stuck(_) => true,
        Key::Deadlock(_) | Key::Waiting(_) | Key::Livelock(..) | Key::Exception(..) => false,
    }
}
