//! What a search works in: the states of the run at hand, and lists that the next search uses again.

use super::pool::SharedState;
use super::run::{Run, Sequence};
use super::wakeup::{Action, WakeupTree, WakeupTrees};
use crate::state::Turn;
use racefree_interp::index::Packed;

/// A state of the run at hand, and what is to be done there.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) state: Vec<u32>,
    /// The sleep set: steps with which other branches begin, those under way among them.
    pub(super) sleep: Vec<Action>,
    /// The wakeup tree.
    pub(super) tree: WakeupTree,
    /// Whether a first step was chosen.
    pub(super) started: bool,
    /// Whether the run up to here closes a cycle of transactions.
    pub(super) closes: bool,
    /// Where sleep set and wakeup tree are, if other workers know the state too; `sleep` is a part of the former then.
    pub(super) shared: Option<SharedState>,
}

/// What a search works in, for the next one.
#[derive(Default)]
pub struct Scratch {
    pub(super) frames: Vec<Frame>,
    pub(super) run: Run,
    pub(super) nodes: WakeupTrees,
    pub(super) v: Sequence,
    pub(super) turns: Vec<Turn>,
}

/// So many states of a run are kept for their memory.
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
        (root.tree, root.started, root.closes, root.shared) = (Packed::NONE, false, false, None);
        self
    }
}
