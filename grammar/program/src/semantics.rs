//! Choices of the semantics, as data: the calculus, or one of its semantic variants (section 10, D6, D12). An engine reads them; a rule
//! variant says them.

/// `--locks`: D6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
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
        match self {
            Locks::Reentrant => "reentrant",
            Locks::Binary => "binary",
        }
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
