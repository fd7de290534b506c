//! Common beginning of all runs of a program: its steps up to the first choice of a scheduler are made once.

use super::run::{choices, finish};
use crate::machine::{Machine, SchedulingPoints, Snapshot};
use crate::observe::Rewind;
use crate::schedule::{Halt, Scheduler};
use std::marker::PhantomData;

/// Approximate maximum length of a beginning.
const MOST: u64 = 10_000;

/// The beginning of every run, and the observer after it. Runs of one machine only.
#[derive(Debug)]
pub struct Beginning<P, O> {
    state: Snapshot,
    seen: O,
    points: PhantomData<P>,
}

impl<P: SchedulingPoints, O: Rewind> Beginning<P, O> {
    /// The beginning of the runs under schedulers of this type, which are asked nothing.
    pub fn new<S: Scheduler>(machine: &mut Machine, obs: &mut O) -> Beginning<P, O> {
        machine.reset();
        machine.start::<P, O>(obs);
        while S::idle_alone()
            && machine.ready().len() == 1
            && let Some(alone) = machine.ready().nth(0)
            && machine.state().limit.is_none()
            && !obs.done()
            && machine.steps() < machine.limits().steps.min(MOST)
        {
            machine.advance::<P, O>(alone, obs);
        }
        let mut state = Snapshot::default();
        machine.snapshot(&mut state);
        Beginning { state, seen: obs.clone(), points: PhantomData }
    }

    /// A run from here to its end, as [`super::drive`] from the first state would be.
    #[inline]
    pub fn drive<S: Scheduler>(&self, machine: &mut Machine, scheduler: &mut S, obs: &mut O) -> Option<Halt> {
        self.drive_while(machine, scheduler, obs, &mut || true)
    }

    /// The same, as long as `go_on` returns true; it is asked now and then.
    #[inline]
    pub(super) fn drive_while<S: Scheduler>(
        &self,
        machine: &mut Machine,
        scheduler: &mut S,
        obs: &mut O,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Halt> {
        scheduler.start();
        machine.restore(&self.state);
        obs.rewind(&self.seen);
        let halt = choices::<P, S, O>(machine, scheduler, obs, go_on);
        finish(machine, halt, obs)
    }
}
