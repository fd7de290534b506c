//! The words that options take.

use crate::names;
use racefree_explore::Algorithm;
use racefree_interp::options::Locks;
use racefree_interp::reduction::Order;

/// Finds the word of a text; `what` is the noun for an error. The error names the nearest.
pub(crate) fn find<T: Copy>(what: &str, text: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T, String> {
    let word = all.iter().copied().find(|&word| name(word) == text);
    word.ok_or_else(|| unknown(what, text, &mut all.iter().map(|&word| name(word))))
}

fn unknown(what: &str, text: &str, words: &mut dyn Iterator<Item = &'static str>) -> String {
    if let Some(instead) = instead_of(text).filter(|_| what == "algorithm") {
        return instead.to_owned();
    }
    format!("there is no {what} `{text}`{}", names::suggestion(text, words))
}

/// Sentence about an algorithm that there was: what does its work now.
pub fn instead_of(algorithm: &str) -> Option<&'static str> {
    match algorithm {
        "sync" => {
            Some("there is no such search any more: `auto` says whether there is a race, and covers all else too")
        }
        "dfs" => {
            Some("there is no such search any more: `dpor` makes one run of each trace, `plain` every single step")
        }
        _ => None,
    }
}

words! {
    /// Kinds of locks.
    "sort of locks" pub enum LocksWord {
        /// Locks that their owner may acquire again.
        Reentrant = "reentrant",
        /// Locks that block a second acquire by their owner.
        Binary = "binary",
    }

    /// Sets of monitors.
    "set of monitors" pub enum Monitoring {
        /// Monitors that fit the verdict of the type checker.
        Auto = "auto",
        /// Every monitor.
        All = "all",
        /// No monitor.
        None = "none",
    }

    /// Accesses that detectors and monitors look at.
    "set of fields" pub enum Watch {
        /// Every field.
        All = "all",
        /// Fields that the types do not prove free of races.
        Unproved = "unproved",
    }

    /// Race detectors, and Atomizer.
    "detector" pub enum DetectorWord {
        /// Two threads about to access a field at the same time.
        Adjacent = "adjacent",
        /// Two accesses that neither forks nor locks order.
        HappensBefore = "happens-before",
        /// A field that no lock protects throughout (Eraser). Alarms may be false.
        Lockset = "lockset",
        /// A block other than right movers, one step, left movers (Atomizer). Alarms may be false. For `run` only.
        Atomizer = "atomizer",
        /// The same, with the locks of the whole run known beforehand. For `run` only.
        AtomizerOffline = "atomizer-offline",
    }

    /// Ways to cover all schedules.
    "algorithm" pub enum AlgorithmWord {
        /// dpor where it fits, otherwise states.
        Auto = "auto",
        /// Every state once.
        States = "states",
        /// One run of each set of equivalent schedules.
        Dpor = "dpor",
        /// Every state by the definition; slow.
        Plain = "plain",
    }

    /// Memory models.
    "memory model" pub enum MemoryWord {
        /// Sequential consistency: a write is there for everybody at once.
        Sc = "sc",
        /// Total store order: writes wait in a buffer of their thread.
        Tso = "tso",
        /// Partial store order: writes wait in a buffer of their thread and field.
        Pso = "pso",
    }

    /// Projections by which outcomes are told apart.
    "way to tell outcomes apart" pub enum By {
        /// Output of the program.
        Output = "output",
        /// Objects at the end.
        Heap = "heap",
        /// Ending of each thread.
        Threads = "threads",
        /// Output, objects and threads together.
        All = "all",
    }
}

same_words! {
    LocksWord => Locks { Reentrant, Binary }
}

impl MemoryWord {
    /// The order in which writes leave a buffer, if there are buffers.
    pub fn order(self) -> Option<Order> {
        match self {
            MemoryWord::Sc => None,
            MemoryWord::Tso => Some(Order::Tso),
            MemoryWord::Pso => Some(Order::Pso),
        }
    }
}

impl AlgorithmWord {
    /// The algorithm; none for dpor and then states.
    pub fn chosen(self) -> Option<Algorithm> {
        match self {
            AlgorithmWord::Auto => None,
            AlgorithmWord::States => Some(Algorithm::States),
            AlgorithmWord::Dpor => Some(Algorithm::Dpor),
            AlgorithmWord::Plain => Some(Algorithm::Plain),
        }
    }
}
