//! Blocks of a run that are not serializable, as the run goes: the monitor of [`crate::monitor`], fed with the events of the reference engine.

use crate::event::{Event, Site};
use crate::monitor::{Fired, Monitor, MonitorSet};
use crate::serial::{Graph, Numbers, Online};
use racefree_grammar::ast::{Expr, Program};

/// The graph of transactions so far.
pub(super) struct Blocks {
    numbers: Numbers,
    online: Online,
    pub(super) found: Vec<Fired>,
}

impl Blocks {
    /// Watches a run, if that is asked for, and the program claims that something is atomic.
    pub(super) fn of(program: &Program, monitors: MonitorSet) -> Option<Blocks> {
        let claims = program.exprs.iter().any(|e| matches!(e, Expr::Atomic(_)));
        let watched = claims && monitors.has(Monitor::Serializable);
        watched.then(|| Blocks { numbers: Numbers::default(), online: Online::new(Graph::All), found: Vec::new() })
    }

    /// A step, with the number of steps by then.
    pub(super) fn step(&mut self, event: &Event, steps: u64) {
        let Some(step) = self.numbers.step(event) else { return };
        let Some(block) = self.online.step(step) else { return };
        let site = Site::expr(block);
        if self.found.iter().all(|fired| fired.site != site) {
            self.found.push(Fired::cycle(step.thread, site, steps));
        }
    }
}
