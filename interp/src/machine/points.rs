//! Kinds of scheduling points: where a thread's turn ends, and the scheduler chooses anew.
//!
//! | kind | a point is before | why it loses nothing |
//! | --- | --- | --- |
//! | [`Every`] | every step | |
//! | [`Visible`] | reads, writes, outermost acquires and releases, forks | no other thread can notice the steps between |
//! | [`Atoms`] | the same without forks | a fork can be moved before the steps of other threads since its last step |
//! | [`Coarse`] | reads, writes, outermost acquires | so can a release |
//! | [`Acquires`] | outermost acquires | accesses without a race are ordered by the acquires |
//!
//! Reads are of fields that other threads may see change. A field that no code assigns, of objects that no other
//! thread can see before they are initialised, is fixed: every read of it gives the value of its init-write, regardless
//! of others, and is as local a step as a call. By happens-before (section 9.3) it can race with the init-write, if the
//! object was handed over by a race: detectors go on to look at it.

/// A kind of scheduling points, chosen statically: the machine is compiled once for each kind that is used. Its
/// constants name the steps before which a point is; before outermost acquires there always is one.
pub trait SchedulingPoints: 'static + Send + Sync + std::fmt::Debug {
    /// Its name, for figures.
    const NAME: &'static str;
    /// Before every step, local ones included.
    const LOCAL: bool = false;
    /// Before reads, writes and, where another thread may see the object, init-writes.
    const ACCESSES: bool = false;
    /// Before outermost releases.
    const RELEASES: bool = false;
    /// Before forks.
    const FORKS: bool = false;
}

/// Every step is a scheduling point.
#[derive(Clone, Copy, Debug)]
pub enum Every {}

/// Before every step that another thread can notice; the local ones after it go with it.
#[derive(Clone, Copy, Debug)]
pub enum Visible {}

/// As [`Visible`], but a fork goes with the step before it: one shared access a turn.
#[derive(Clone, Copy, Debug)]
pub enum Atoms {}

/// As [`Atoms`], but a release goes with the step before it, too: every left mover does.
#[derive(Clone, Copy, Debug)]
pub enum Coarse {}

/// Before outermost acquires only. With the happens-before detector watching, and as long as it has found nothing,
/// nothing is lost: accesses without a race are ordered by the acquires, no matter which thread's turn comes between
/// them. Steps after a race may be missed.
#[derive(Clone, Copy, Debug)]
pub enum Acquires {}

impl SchedulingPoints for Every {
    const NAME: &'static str = "every step";
    const LOCAL: bool = true;
    const ACCESSES: bool = true;
    const RELEASES: bool = true;
    const FORKS: bool = true;
}

impl SchedulingPoints for Visible {
    const NAME: &'static str = "visible steps";
    const ACCESSES: bool = true;
    const RELEASES: bool = true;
    const FORKS: bool = true;
}

impl SchedulingPoints for Atoms {
    const NAME: &'static str = "accesses, acquires and releases";
    const ACCESSES: bool = true;
    const RELEASES: bool = true;
}

impl SchedulingPoints for Coarse {
    const NAME: &'static str = "accesses and acquires";
    const ACCESSES: bool = true;
}

impl SchedulingPoints for Acquires {
    const NAME: &'static str = "acquires";
}
