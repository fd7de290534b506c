//! Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas, *Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction*,
//! JACM 2017, section 6): beginnings of runs that are still to be made, in the order in which they were asked for.

use crate::space::{Kind, Target};
use racefree_grammar::index;
use racefree_interp::index::Packed;
use racefree_interp::machine::pack::ThreadName;

index! {
    /// A node of a wakeup tree.
    WakeupId;
}

/// A wakeup tree by its first root, if there is one.
pub type WakeupTree = Packed<WakeupId>;

/// Action that a thread is about to do, as other threads see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    /// The thread.
    pub thread: ThreadName,
    /// Its kind.
    pub kind: Kind,
    /// Its cell or lock.
    pub target: Target,
}

#[derive(Clone, Copy, Debug)]
struct WakeupNode {
    action: Action,
    child: WakeupTree,
    next: WakeupTree,
}

/// The nodes of several trees.
#[derive(Clone, Debug, Default)]
pub struct WakeupTrees {
    nodes: Vec<WakeupNode>,
    free: Vec<WakeupId>,
}

impl WakeupTrees {
    /// A node without children, before `next`.
    fn add(&mut self, action: Action, child: WakeupTree, next: WakeupTree) -> WakeupId {
        let node = WakeupNode { action, child, next };
        match self.free.pop() {
            Some(at) => {
                self.nodes[at.index()] = node;
                at
            }
            None => {
                self.nodes.push(node);
                WakeupId(self.nodes.len() as u32 - 1)
            }
        }
    }

    /// Returns the action of a node.
    pub fn action(&self, node: WakeupId) -> Action {
        self.nodes[node.index()].action
    }

    /// Its first child.
    pub fn child(&self, node: WakeupId) -> WakeupTree {
        self.nodes[node.index()].child
    }

    /// The node beside it.
    pub fn next(&self, node: WakeupId) -> WakeupTree {
        self.nodes[node.index()].next
    }

    /// Removes the first root. Returns its action, its children, and the other roots.
    pub fn take(&mut self, first: WakeupId) -> (Action, WakeupTree, WakeupTree) {
        let WakeupNode { action, child, next } = self.nodes[first.index()];
        self.free.push(first);
        (action, child, next)
    }

    /// Hangs a new last child below `parent`, or a new last root if there is no parent.
    pub fn append(&mut self, parent: Option<WakeupId>, roots: &mut WakeupTree, action: Action) -> WakeupId {
        let new = self.add(action, Packed::NONE, Packed::NONE);
        let first = match parent {
            Some(parent) => &mut self.nodes[parent.index()].child,
            None => roots,
        };
        let Some(mut last) = first.get() else {
            *first = Packed::some(new);
            return new;
        };
        while let Some(next) = self.next(last).get() {
            last = next;
        }
        self.nodes[last.index()].next = Packed::some(new);
        new
    }
}
