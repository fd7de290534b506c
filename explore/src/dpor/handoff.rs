//! Hand-off of a branch of a worker's run, and resumption of another worker's branch ([`super::pool`]).

use super::pool::{Job, SharedFrame, SharedState};
use super::run::dependent;
use super::{Dpor, Frame};
use crate::stepper::Stepper;
use racefree_interp::index::Packed;
use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

impl<S: Stepper> Dpor<'_, S> {
    /// Shares the run down to the first state where a branch waits.
    #[cold]
    pub(super) fn hand_off(&mut self) {
        let depth = self.run.events.len();
        let (frames, nodes, run) = (&mut self.frames[..=depth], &mut self.nodes, &self.run);
        self.pool.add(|| {
            let under_way = |i: usize| run.events.get(i).map(|e| e.action);
            let may_start = |i: usize, f: &Frame| match (&f.shared, f.tree.get()) {
                (Some(shared), _) => lock(shared).may_start().is_some(),
                (None, Some(first)) if f.started => {
                    under_way(i).is_none_or(|action| dependent(action, nodes.action(first)))
                }
                (None, _) => false,
            };
            let at = frames.iter().enumerate().position(|(i, f)| may_start(i, f))?;
            let mut states = Vec::with_capacity(at + 1);
            for (i, frame) in frames[..=at].iter_mut().enumerate() {
                let shared = frame.shared.get_or_insert_with(|| {
                    let mut shared = SharedFrame { sleep: frame.sleep.clone(), ..SharedFrame::default() };
                    shared.tree = nodes.move_to(frame.tree, &mut shared.nodes);
                    frame.tree = Packed::NONE;
                    under_way(i).into_iter().for_each(|action| shared.enter(action));
                    Arc::new(Mutex::new(shared))
                });
                if let Some(action) = under_way(i)
                    && i < at
                {
                    lock(shared).enter(action);
                }
                states.push(shared.clone());
            }
            Some(Job { run: run.events[..at].iter().map(|e| e.action.thread).collect(), states })
        });
    }

    /// Makes a run again that another worker has handed off.
    pub(super) fn resume(&mut self, job: Job) {
        while !self.run.events.is_empty() {
            self.run.pop();
        }
        let counts = self.found.counts;
        let mut states = job.states.into_iter();
        for (depth, thread) in job.run.into_iter().enumerate() {
            self.enter_shared(depth, states.next());
            if let Some(turn) = self.turn_of(depth, thread) {
                self.execute(depth, &turn, Packed::NONE);
            }
        }
        self.enter_shared(self.run.events.len(), states.next());
        self.found.counts = counts;
    }

    fn enter_shared(&mut self, depth: usize, shared: Option<SharedState>) {
        let frame = &mut self.frames[depth];
        frame.started = true;
        // Not the present sleep set of the state before: that may be later than this branch.
        match &shared {
            Some(shared) => frame.sleep.clone_from(&lock(shared).sleep),
            None => frame.sleep.clear(),
        }
        frame.shared = shared;
    }
}

pub(super) fn lock(shared: &SharedState) -> std::sync::MutexGuard<'_, SharedFrame> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
