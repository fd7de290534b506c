//! Turns of threads in a state, looked up or computed, and the states that they lead to.

use super::{Closed, Extra, Slot, Space, Step, StepId, TRANSACTIONS, put, successor, there};
use crate::state::Turn;
use racefree_interp::machine::SchedulingPoints;
use racefree_interp::machine::pack::ThreadName;
use std::sync::Arc;

impl<P: SchedulingPoints> Space<P> {
    /// The step that the thread of a slot makes in a state.
    #[inline(never)]
    pub fn step(&mut self, slot: Slot, state: &[u32]) -> StepId {
        let known = &self.known;
        match known.end(known.begin(slot, state), state) {
            Some(step) => step,
            None => self.work_out(slot, state),
        }
    }

    /// Returns the turn of the thread of a slot in a state, if it is there.
    #[inline(always)]
    pub fn turn(&mut self, slot: Slot, name: ThreadName, state: &[u32]) -> Option<Turn> {
        if there(state, slot) == 0 {
            return None;
        }
        let step = self.step(slot, state);
        Some(Turn { name, slot, step: *self.known.at(step) })
    }

    /// Returns the turn of the thread of a name in a state, if it is there.
    #[inline]
    pub fn turn_of(&mut self, name: ThreadName, state: &[u32]) -> Option<Turn> {
        self.turn(self.known.thread_slot(name)?, name, state)
    }

    /// Collects the turns of all threads in a state.
    #[inline]
    pub fn turns(&mut self, state: &[u32], turns: &mut Vec<Turn>) {
        turns.clear();
        for at in 0..self.known.threads().len() {
            let (slot, name) = self.known.threads()[at];
            turns.extend(self.turn(slot, name, state));
        }
    }

    /// The state after a transition, and the blocks through which it closes cycles.
    #[inline]
    pub fn successor(&mut self, state: &[u32], Turn { slot, step, .. }: &Turn, next: &mut Vec<u32>) -> Closed {
        successor(&self.known, state, *slot, step, next);
        if !self.known.has_transactions() {
            return None;
        }
        let (number, closed) = self.transact(state, step);
        put(next, TRANSACTIONS, number);
        closed
    }

    /// Returns the rare effects of a transition.
    #[inline]
    pub fn extra(&self, step: &Step) -> Option<&Arc<Extra>> {
        self.known.extra(step.extra)
    }
}
