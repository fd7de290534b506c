//! Forward along a run, and back.

use super::run::dependent;
use super::wakeup::{Action, WakeupTree};
use super::{Dpor, Frame, LONGEST};
use crate::result::Cut;
use crate::space::Kind;
use crate::state::Turn;
use racefree_interp::index::Packed;
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::options::Limit;

impl Dpor<'_> {
    /// Makes a step, if one is enabled here. At the end of a run, asks for its alternatives.
    #[inline]
    pub(super) fn forward(&mut self) -> bool {
        if self.found.cut == Some(Cut::Memory) {
            return false;
        }
        let depth = self.run.events.len();
        let frame = &mut self.frames[depth];
        if let Some(first) = frame.tree.get() {
            let (action, subtree, rest) = self.nodes.take(first);
            (frame.tree, frame.started) = (rest, true);
            return match self.turn_of(depth, action.thread) {
                Some(turn) => {
                    self.execute(depth, &turn, subtree);
                    true
                }
                // A wakeup sequence can always be run.
                None => {
                    self.found.counts.redundant += 1;
                    self.forward()
                }
            };
        }
        if frame.started {
            return false;
        }
        frame.started = true;
        self.choose(depth)
    }

    /// The first step at a state where any will do.
    fn choose(&mut self, depth: usize) -> bool {
        // The thread that has just gone goes on, if it can.
        if let Some(last) = self.run.events.last().map(|e| e.action.thread)
            && self.run.steps < self.options.limits.steps
            && depth < LONGEST
            && !self.frames[depth].sleep.iter().any(|a| a.thread == last)
            && let Some(turn) = self.turn_of(depth, last)
        {
            self.execute(depth, &turn, Packed::NONE);
            return true;
        }
        let frame = &self.frames[depth];
        let (mut best, mut asleep, mut limit): (Option<Turn>, _, _) = (None, false, false);
        if self.run.steps < self.options.limits.steps && depth < LONGEST {
            for at in 0..self.space.known().threads().len() {
                let (slot, name) = self.space.known().threads()[at];
                let Some(turn) = self.space.turn(slot, name, &frame.state) else { continue };
                limit |= turn.step.kind == Kind::Limit;
                if !turn.step.kind.goes() {
                    continue;
                }
                if frame.sleep.iter().any(|a| a.thread == name) {
                    asleep = true;
                } else {
                    best = Some(turn);
                    break;
                }
            }
        } else {
            self.found.cut.get_or_insert(Cut::Limit(Limit::Steps));
            limit = true;
        }
        match best {
            Some(turn) => {
                self.execute(depth, &turn, Packed::NONE);
                true
            }
            None => {
                if asleep {
                    self.found.counts.redundant += 1;
                } else {
                    self.finish(depth, limit);
                }
                false
            }
        }
    }

    /// Returns the turn of the thread of a name, if it can go on.
    pub(super) fn turn_of(&mut self, depth: usize, name: ThreadName) -> Option<Turn> {
        let turn = self.space.turn_of(name, &self.frames[depth].state);
        turn.filter(|turn| turn.step.kind.goes())
    }

    #[inline]
    pub(super) fn execute(&mut self, depth: usize, turn: &Turn, tree: WakeupTree) {
        let step = &turn.step;
        let action = Action { thread: turn.name, kind: step.kind, target: step.target };
        let extra = self.space.extra(step).cloned();
        let wrong = extra.as_ref().is_some_and(|e| !e.wrong.is_empty());
        let event = self.run.next();
        let mut raced = std::mem::take(&mut self.raced);
        raced.clear();
        self.run.push(action, step, extra, |earlier| raced.push(earlier));
        for &earlier in &raced {
            self.raced(earlier, event);
        }
        self.raced = raced;
        if wrong {
            self.note(event);
        }
        self.found.counts.transitions += 1;
        self.found.counts.steps += u64::from(step.steps);
        // The state after it.
        if self.frames.len() == depth + 1 {
            self.frames.push(Frame::default());
        }
        let (before, after) = self.frames.split_at_mut(depth + 1);
        let (frame, next) = (&mut before[depth], &mut after[0]);
        let closed = self.space.successor(&frame.state, turn, &mut next.state);
        next.closes = frame.closes || closed.is_some();
        next.sleep.clear();
        next.sleep.extend(frame.sleep.iter().filter(|&&a| !dependent(a, action)));
        next.tree = tree;
        next.started = false;
        // In later branches it is asleep.
        frame.sleep.push(action);
        for key in closed.iter().flat_map(|keys| &**keys) {
            self.closed(event, key);
        }
    }

    /// Takes the last step back.
    pub(super) fn back(&mut self) -> bool {
        if self.run.events.is_empty() || self.found.cut == Some(Cut::Memory) {
            return false;
        }
        self.run.pop();
        true
    }
}
