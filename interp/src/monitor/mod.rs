//! The monitors of section 9.4: invariants that well-typed programs keep, checked at every step.

mod confinement;
mod exclusion;
mod finals;
mod fired;
mod guard;
mod holds;
mod requires;
mod serializable;
mod value;

pub use fired::{Fired, Violation};
pub use serializable::Serializable;

use crate::event::{Event, EventKind, Local, Site};
use crate::in_place::clone_in_place;
use crate::machine::Lowered;
use crate::observe::{Observer, Rewind, View};
use crate::value::{ThreadId, Value};
use fired::Wrong;

/// A monitor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Monitor {
    /// A guarded field is accessed with its guard held.
    Guard,
    /// A method is called with the locks that it requires.
    Requires,
    /// A field without guard that is not final stays with the thread that allocated the object.
    Confinement,
    /// Values have their declared types.
    Value,
    /// A final field is written once, before it is read.
    Final,
    /// No thread is stuck.
    Progress,
    /// A lock's count is the number of `in_sync` frames of its owner.
    Exclusion,
    /// `holds l` is true.
    Holds,
    /// No step closes a cycle of transactions, of programs with atomic blocks: [`Serializable`].
    Serializable,
    /// The guard of an object, of programs with owners, is held at its accesses: [`crate::reduction::owners`].
    Owner,
}

impl Monitor {
    /// Every monitor, those of section 9.4 in its order.
    pub const ALL: &[Monitor] = <Monitor as strum::VariantArray>::VARIANTS;

    /// Its name in section 9.4.
    pub fn name(self) -> &'static str {
        self.into()
    }

    fn bit(self) -> u16 {
        1 << self as u8
    }
}

/// A set of monitors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MonitorSet(u16);

impl MonitorSet {
    /// All of them.
    pub const ALL: MonitorSet = MonitorSet((1 << Monitor::ALL.len()) - 1);
    /// None.
    pub const NONE: MonitorSet = MonitorSet(0);

    /// Set of some names; a name of none counts for nothing.
    pub fn named(names: &[&str]) -> MonitorSet {
        let named = Monitor::ALL.iter().copied().filter(|monitor| names.contains(&monitor.name()));
        named.fold(MonitorSet::NONE, MonitorSet::with)
    }

    /// The set with one more.
    #[must_use]
    pub fn with(self, monitor: Monitor) -> MonitorSet {
        MonitorSet(self.0 | monitor.bit())
    }

    /// The set without one.
    #[must_use]
    pub fn without(self, monitor: Monitor) -> MonitorSet {
        MonitorSet(self.0 & !monitor.bit())
    }

    /// Returns true if it has this one.
    #[inline]
    pub fn has(self, monitor: Monitor) -> bool {
        self.0 & monitor.bit() != 0
    }
}

/// Number of monitors that fired last and are found at once.
const RECENT: usize = 32;

/// The monitors, as an observer.
#[derive(Debug)]
pub struct Monitors {
    set: MonitorSet,
    found: Vec<Fired>,
    /// Some of `found`, as [`key`]s, each at the place of its site; 0 for none.
    recent: [u64; RECENT],
    stop: bool,
}

clone_in_place!(Monitors { set, found, recent, stop });

/// Tells a monitor at a place apart from all others; not 0.
#[inline]
fn key(monitor: Monitor, site: Site) -> u64 {
    u64::from(site.number()) << 8 | (monitor as u64 + 1)
}

/// Returns the place of a key in [`Monitors::recent`].
#[inline]
fn place(site: Site) -> usize {
    site.number() as usize % RECENT
}

impl Rewind for Monitors {
    #[inline]
    fn rewind(&mut self, to: &Self) {
        self.forget_from(to.found.len());
    }
}

impl Monitors {
    /// Watches whole runs.
    pub fn new(set: MonitorSet) -> Monitors {
        Monitors { set, found: Vec::new(), recent: [0; RECENT], stop: false }
    }

    /// Monitors that are [`Observer::done`] when the first of them fires.
    pub fn until_first(set: MonitorSet) -> Monitors {
        Monitors { stop: true, ..Monitors::new(set) }
    }

    /// Forgets what fired.
    pub fn forget(&mut self) {
        self.forget_from(0);
    }

    /// Monitors that fired, once for each monitor and place.
    pub fn found(&self) -> &[Fired] {
        &self.found
    }

    /// Returns true if a monitor is known at once to have fired at a place.
    #[inline(always)]
    fn knows(&self, monitor: Monitor, site: Site) -> bool {
        self.recent[place(site)] == key(monitor, site)
    }

    #[inline(always)]
    fn check(&mut self, monitor: Monitor, view: View<'_>, site: Site, wrong: impl FnOnce() -> Option<Wrong>) {
        if self.set.has(monitor)
            && !self.knows(monitor, site)
            && let Some(wrong) = wrong()
        {
            self.fire(monitor, view.id, site, wrong, view.steps);
        }
    }

    #[cold]
    fn fire(&mut self, monitor: Monitor, thread: ThreadId, site: Site, wrong: Wrong, steps: u64) {
        // A key that is missing has not fired, unless another one took its place.
        let recent = &mut self.recent[place(site)];
        if *recent == 0 || self.found.iter().all(|v| v.site != site || v.monitor != monitor) {
            self.found.push(Fired { monitor, thread, site, steps, wrong });
        }
        *recent = key(monitor, site);
    }

    /// Back to the first `count` violations.
    #[inline]
    fn forget_from(&mut self, count: usize) {
        for fired in self.found.drain(count.min(self.found.len())..) {
            self.recent[place(fired.site)] = 0;
        }
        // One that is left may have given its place to one that is gone.
        for fired in &self.found {
            self.recent[place(fired.site)] = key(fired.monitor, fired.site);
        }
    }
}

impl Observer for Monitors {
    const EVENTS: bool = false;
    const LOCAL: bool = false;
    const MONITORS: bool = true;
    const RETURNS: bool = true;

    fn start(&mut self, _: &Lowered) {
        self.forget();
    }

    fn monitored(&mut self, view: View<'_>, event: &Event) {
        let at = event.site;
        match event.kind {
            EventKind::Read { object, field, value: _ } => {
                self.check(Monitor::Guard, view, at, || guard::at_access(view, object, field, false));
                self.check(Monitor::Confinement, view, at, || confinement::at_access(view, object, field));
                self.check(Monitor::Final, view, at, || finals::at_read(view, object, field));
            }
            EventKind::Write { object, field, value, old: _ } => {
                self.check(Monitor::Guard, view, at, || guard::at_access(view, object, field, true));
                self.check(Monitor::Confinement, view, at, || confinement::at_access(view, object, field));
                self.check(Monitor::Final, view, at, || finals::at_write(view, field));
                self.check(Monitor::Value, view, at, || value::stored(view, object, field, value));
            }
            EventKind::InitWrite { object, field, value } => {
                self.check(Monitor::Confinement, view, at, || confinement::at_access(view, object, field));
                self.check(Monitor::Value, view, at, || value::stored(view, object, field, value));
            }
            EventKind::Call { method, .. } => {
                self.check(Monitor::Requires, view, at, || requires::at_call(view, method));
                self.check(Monitor::Value, view, at, || value::passed(view, method));
            }
            EventKind::Acquire { object, .. } | EventKind::Release { object, .. } => {
                self.check(Monitor::Exclusion, view, at, || exclusion::of_lock(view, object));
            }
            EventKind::Local(Local::Let) => self.check(Monitor::Value, view, at, || value::bound(view)),
            EventKind::Local(Local::Holds) => self.check(Monitor::Holds, view, at, || holds::asserted(view)),
            EventKind::Local(_)
            | EventKind::Alloc { .. }
            | EventKind::Fork { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Begin { .. }
            | EventKind::End { .. }
            | EventKind::Throw { .. }
            | EventKind::Join { .. }
            | EventKind::Wait { .. }
            | EventKind::Notify { .. } => {}
        }
    }

    #[inline]
    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        let at = Site::expr(view.program.tables.program.methods[method as usize].body);
        self.check(Monitor::Value, view, at, || value::returned(view, method, value));
    }

    #[inline]
    fn wants_returns(&self) -> bool {
        self.set.has(Monitor::Value)
    }

    fn stuck(&mut self, view: View<'_>) {
        self.check(Monitor::Progress, view, view.site(), || Some(Wrong::Stuck));
    }

    #[inline(always)]
    fn stops(&self) -> bool {
        self.stop
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.stop && !self.found.is_empty()
    }
}
