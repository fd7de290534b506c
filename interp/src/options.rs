//! Limits of a run, beside the choices of its semantics.

pub use racefree_program::semantics::{Locks, Semantics};

/// Maximum of text in all strings together, in UTF-16 units; more counts as too many objects.
pub const MAX_TEXT: usize = 1 << 26;

/// Limits of a run, at which it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Reduction steps.
    pub steps: u64,
    /// Nested calls of one thread.
    pub calls: u32,
    /// Threads.
    pub threads: u32,
    /// Objects.
    pub objects: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 1_000_000, calls: 500_000, threads: 4_096, objects: 4_000_000 }
    }
}

/// The limit that stopped a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Limit {
    /// [`Limits::steps`]
    Steps,
    /// [`Limits::calls`]
    Calls,
    /// [`Limits::threads`]
    Threads,
    /// [`Limits::objects`]
    Objects,
    /// The replayed schedule ended before the run did.
    Schedule,
    /// The caller wanted no more.
    Interrupted,
}

impl Limit {
    /// A sentence without its full stop.
    pub fn message(self, limits: &Limits) -> String {
        match self {
            Limit::Steps => format!("the run was stopped after {} steps", limits.steps),
            Limit::Calls => format!("a thread nested more than {} calls", limits.calls),
            Limit::Threads => format!("the program started more than {} threads", limits.threads),
            Limit::Objects => format!("the program made more than {} objects", limits.objects),
            Limit::Interrupted => "the run was interrupted".to_owned(),
            Limit::Schedule => "the schedule ended before the run did".to_owned(),
        }
    }
}
