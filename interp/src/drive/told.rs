//! Runs for callers in no hurry, of which each has only to be told of the steps. An observer of its own would be one more copy of
//! the machine in the caller's crate; these runs are compiled here, once.

use super::run::{drive, drive_while};
use super::{RunOptions, Watch};
use crate::detect::RawRace;
use crate::event::Event;
use crate::machine::{Coarse, Every, Lowered, Machine};
use crate::monitor::MonitorSet;
use crate::observe::{Observer, View};
use crate::schedule::{Replay, Schedule, Scheduler};
use crate::value::ThreadId;
use std::sync::Arc;

/// Function that is told of the steps of a run.
pub type Tell<'a> = dyn FnMut(View<'_>, &Event) + 'a;

struct Told<'a, 't>(&'a mut Tell<'t>);

impl Observer for Told<'_, '_> {
    fn event(&mut self, view: View<'_>, event: &Event) {
        (self.0)(view, event);
    }

    fn stops(&self) -> bool {
        false
    }
}

/// [`drive`] with points at accesses; a function is told of every step.
pub fn drive_told(machine: &mut Machine, scheduler: &mut dyn Scheduler, tell: &mut Tell<'_>) {
    drive::<Coarse, _, _>(machine, &mut &mut *scheduler, &mut Told(tell));
}

/// Begins a run in single steps.
pub fn start_steps(machine: &mut Machine) {
    machine.start::<Every, _>(&mut ());
}

/// Makes one step of a thread. Returns its event, if there is a step to make.
pub fn step(machine: &mut Machine, thread: ThreadId) -> Option<Event> {
    let mut last = None;
    machine.step(thread, &mut Told(&mut |_, event| last = Some(*event)));
    last
}

/// Ends the threads that have no step to make.
pub fn end_steps(machine: &mut Machine) {
    machine.let_end(&mut ());
}

/// Races of a schedule, by detector, which is run in single steps.
pub fn races(program: &Arc<Lowered>, options: &RunOptions, schedule: &Schedule) -> Vec<RawRace> {
    if program.on_reference() {
        return super::reference::races(program, options, schedule);
    }
    let mut machine = Machine::new(program.clone(), options.semantics, options.limits);
    let mut watch = Watch::new(options.detectors, MonitorSet::NONE, false);
    drive_while::<Every, _, _>(
        &mut machine,
        &mut (&mut Replay::new(schedule) as &mut dyn Scheduler),
        &mut watch,
        &mut || true,
    );
    let Watch { happens_before, adjacent, lockset, .. } = &watch;
    let happens_before = happens_before.iter().flat_map(|d| d.races());
    let adjacent = adjacent.iter().flat_map(|d| d.races());
    happens_before.chain(adjacent).chain(lockset.iter().flat_map(|d| d.races())).copied().collect()
}
