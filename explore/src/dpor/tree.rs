//! Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas, *Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction*,
//! JACM 2017, section 6): beginnings of runs that are still to be made, in the order in which they were asked for.

use crate::space::{Kind, NONE};
use racefree_interp::machine::pack::ThreadName;

/// What a thread is about to do, as far as it matters to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    /// Whose.
    pub thread: ThreadName,
    /// What.
    pub kind: Kind,
    /// To which cell or lock.
    pub target: u32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    action: Action,
    child: u32,
    next: u32,
}

/// Nodes of several trees. A tree is the number of its first root, or [`NONE`].
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    nodes: Vec<Node>,
    free: Vec<u32>,
}

impl Nodes {
    /// A node without children, before `next`.
    pub fn add(&mut self, action: Action, child: u32, next: u32) -> u32 {
        let node = Node { action, child, next };
        match self.free.pop() {
            Some(at) => {
                self.nodes[at as usize] = node;
                at
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    /// Forgets all trees.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.free.clear();
    }

    /// What a node is to do.
    pub fn action(&self, node: u32) -> Action {
        self.nodes[node as usize].action
    }

    /// Its first child.
    pub fn child(&self, node: u32) -> u32 {
        self.nodes[node as usize].child
    }

    /// The node beside it.
    pub fn next(&self, node: u32) -> u32 {
        self.nodes[node as usize].next
    }

    /// Takes the first root away: what it is to do, its children, and the other roots.
    pub fn take(&mut self, first: u32) -> (Action, u32, u32) {
        let Node { action, child, next } = self.nodes[first as usize];
        self.free.push(first);
        (action, child, next)
    }

    /// Hangs a new last child below `parent`, or a new last root if there is no parent.
    pub fn append(&mut self, parent: u32, roots: &mut u32, action: Action) -> u32 {
        let new = self.add(action, NONE, NONE);
        let first = if parent == NONE { *roots } else { self.nodes[parent as usize].child };
        if first == NONE {
            if parent == NONE {
                *roots = new;
            } else {
                self.nodes[parent as usize].child = new;
            }
            return new;
        }
        let mut last = first;
        while self.nodes[last as usize].next != NONE {
            last = self.nodes[last as usize].next;
        }
        self.nodes[last as usize].next = new;
        new
    }

    /// Takes a whole tree away, into the nodes of somebody else.
    pub fn move_to(&mut self, roots: u32, other: &mut Nodes) -> u32 {
        // Siblings first to last; a copy's children are filled in when its turn comes.
        let mut first = NONE;
        let mut work = vec![(roots, NONE)];
        while let Some((mut from, parent)) = work.pop() {
            while from != NONE {
                let (action, child, next) = self.take(from);
                let new = other.append(parent, &mut first, action);
                if child != NONE {
                    work.push((child, new));
                }
                from = next;
            }
        }
        first
    }
}
