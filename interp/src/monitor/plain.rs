//! The monitors of section 9.4 on every step: each of them is asked about every event that it can concern.
//! [`Monitors`], which skips the steps that the declarations show to be right, is held to it by `tests/watchers.rs`
//! (`monitors_are_plain_monitors`).

use super::{Fired, MonitorSet, Monitors};
use crate::event::Event;
use crate::machine::Lowered;
use crate::observe::{Observer, View};
use crate::value::Value;

/// The monitors, which look at every step.
#[derive(Clone, Debug)]
pub struct PlainMonitors(Monitors);

impl PlainMonitors {
    /// Watches whole runs.
    pub fn new(set: MonitorSet) -> PlainMonitors {
        PlainMonitors(Monitors::new(set))
    }

    /// Monitors that fired, once for each monitor and place.
    pub fn found(&self) -> &[Fired] {
        self.0.found()
    }
}

impl Observer for PlainMonitors {
    const RETURNS: bool = true;

    fn start(&mut self, program: &Lowered) {
        self.0.start(program);
    }

    fn event(&mut self, view: View<'_>, event: &Event) {
        self.0.look(view, event);
    }

    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        self.0.returned(view, method, value);
    }

    fn wants_returns(&self) -> bool {
        self.0.wants_returns()
    }

    fn stuck(&mut self, view: View<'_>) {
        self.0.stuck(view);
    }
}
