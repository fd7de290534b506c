//! Semantics of a run: the calculus, or one of its semantic variants (section 10, D6, D12), and the limits of a run.

/// `--locks`: D6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Locks {
    /// Java's: the owner may acquire again.
    #[default]
    Reentrant,
    /// The paper's two states: a second acquire by the owner blocks.
    Binary,
}

impl Locks {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Semantic choices of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Semantics {
    /// D6.
    pub locks: Locks,
    /// The variant `null-lock-is-free` (D12): `synchronized null in e` goes on into `e`.
    pub null_lock_is_free: bool,
    /// A planted bug: the release of an inner, re-entrant acquire frees the lock.
    pub inner_release_frees: bool,
    /// A planted bug: to the ghosts of owners, a fork captures variables that were moved before, too.
    pub forks_capture_the_moved: bool,
}

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
