//! The words that options take.

use crate::names;
use racefree_explore::Algorithm;
use racefree_interp::options::Locks;

/// Finds the word of a text; `what` is the noun for an error.
///
/// # Errors
///
/// There is none; the nearest are named.
pub(crate) fn find<T: Copy>(what: &str, text: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T, String> {
    all.iter().copied().find(|&word| name(word) == text).ok_or_else(|| {
        let near = names::suggestion(text, all.iter().map(|&word| name(word)));
        format!("there is no {what} `{text}`{near}")
    })
}

words! {
    /// Kinds of locks.
    "sort of locks" pub enum LocksWord {
        /// The owner may acquire again.
        Reentrant = "reentrant",
        /// A second acquire by the owner blocks.
        Binary = "binary",
    }

    /// Sets of monitors.
    "set of monitors" pub enum Monitoring {
        /// As the type checker's verdict suggests.
        Auto = "auto",
        /// All of them.
        All = "all",
        /// None.
        None = "none",
    }

    /// Accesses that detectors and monitors look at.
    "set of fields" pub enum Watch {
        /// All.
        All = "all",
        /// Those to fields that are not proved.
        Unproved = "unproved",
    }

    /// Race detectors, and Atomizer.
    "detector" pub enum DetectorWord {
        /// Two threads are about to access a field at the same time.
        Adjacent = "adjacent",
        /// Two accesses that neither forks nor locks order.
        HappensBefore = "happens-before",
        /// No lock protects a field throughout (Eraser); may be wrong.
        Lockset = "lockset",
        /// A block is not of the form right movers, one step, left movers (Atomizer); may be wrong. Of `run` only.
        Atomizer = "atomizer",
        /// The same, with the locks of the whole run known beforehand.
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
        /// Scheduling points at acquires only, up to the first race.
        Sync = "sync",
        /// Every schedule.
        Dfs = "dfs",
        /// Every state by the definition; slow.
        Plain = "plain",
    }

    /// Projections by which outcomes are told apart.
    "way to tell outcomes apart" pub enum By {
        /// What was printed.
        Output = "output",
        /// The objects in the end.
        Heap = "heap",
        /// How each thread ended.
        Threads = "threads",
        /// All of that.
        All = "all",
    }
}

same_words! {
    LocksWord => Locks { Reentrant, Binary }
}

impl AlgorithmWord {
    /// The algorithm; none for dpor and states by turns.
    pub fn chosen(self) -> Option<Algorithm> {
        match self {
            AlgorithmWord::Auto => None,
            AlgorithmWord::States => Some(Algorithm::States),
            AlgorithmWord::Dpor => Some(Algorithm::Dpor),
            AlgorithmWord::Sync => Some(Algorithm::Sync),
            AlgorithmWord::Dfs => Some(Algorithm::Dfs),
            AlgorithmWord::Plain => Some(Algorithm::Plain),
        }
    }
}
