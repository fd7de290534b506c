//! Memory of a search: the states of the run at hand, and lists that the next search uses again.

use super::run::{Run, Sequence};
use super::wakeup::{Action, WakeupTree, WakeupTrees};
use crate::state::Turn;
use racefree_interp::index::Packed;

/// A state of the run at hand, and the branches left there.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) state: Vec<u32>,
    /// The sleep set: steps with which other branches begin, those under way among them.
    pub(super) sleep: Vec<Action>,
    /// The wakeup tree.
    pub(super) tree: WakeupTree,
    /// True if a first step was chosen.
    pub(super) started: bool,
    /// True if the run up to here closes a cycle of transactions.
    pub(super) closes: bool,
}

/// Memory of a search, for the next one.
#[derive(Default)]
pub struct Scratch {
    pub(super) frames: Vec<Frame>,
    pub(super) run: Run,
    pub(super) nodes: WakeupTrees,
    pub(super) v: Sequence,
    pub(super) turns: Vec<Turn>,
}

/// Number of states of a run that are kept for their memory.
const KEPT: usize = 64;

impl Scratch {
    /// Ready for a search: the run has no step, and its first state nothing in it.
    pub(super) fn cleared(mut self) -> Scratch {
        self.run.clear();
        self.nodes.clear();
        self.frames.truncate(KEPT);
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        let root = &mut self.frames[0];
        root.state.clear();
        root.sleep.clear();
        (root.tree, root.started, root.closes) = (Packed::NONE, false, false);
        self
    }
}
