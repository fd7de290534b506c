//! The memo of transitions: the step of a thread depends on the thread and on few objects. It is a decision tree: at
//! each node one object is looked at, and its present number leads on, until the transition is reached.

use super::memo::Memo;
use super::{OVER, PartNumber, Slot, StepId};
use racefree_grammar::index;
use racefree_interp::index::Packed;
use racefree_interp::machine::pack::ThreadName;

index! {
    /// A node of the decision tree.
    NodeId;
}

/// Target of an edge of the decision tree, in four bytes: a node (the topmost bit is set), a transition, or unknown
/// (all bits are).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link(u32);

impl Link {
    const NODE: u32 = 1 << 31;
    const UNKNOWN: Link = Link(u32::MAX);

    fn node(node: NodeId) -> Link {
        Link(node.0 | Link::NODE)
    }

    /// A transition.
    #[inline(always)]
    pub fn step(step: StepId) -> Link {
        Link(step.0)
    }

    /// The transition, if it is one.
    #[inline(always)]
    pub fn reached(self) -> StepId {
        StepId(self.0)
    }

    /// Returns true if it is a node, or unknown.
    #[inline(always)]
    fn goes_on(self) -> bool {
        self.0 >= Link::NODE
    }

    /// The node that it is.
    #[inline(always)]
    fn to(self) -> NodeId {
        NodeId(self.0 & !Link::NODE)
    }
}

/// Part of a state that is looked at, in four bytes: a whole slot or (the topmost bit is set) only the owner of the
/// lock there. Most threads are blocked most of the time, and no other change of the object matters to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotPart(u32);

impl SlotPart {
    const OWNER: u32 = 1 << 31;

    /// The whole of a slot.
    pub fn whole(slot: Slot) -> SlotPart {
        SlotPart(slot.0)
    }

    /// Only the owner of the lock.
    pub fn owner(slot: Slot) -> SlotPart {
        SlotPart(slot.0 | SlotPart::OWNER)
    }

    #[inline(always)]
    fn is_owner(self) -> bool {
        self.0 & SlotPart::OWNER != 0
    }

    #[inline(always)]
    fn slot(self) -> Slot {
        Slot(self.0 & !SlotPart::OWNER)
    }

    /// Owners come first.
    fn order(self) -> u32 {
        self.0 ^ SlotPart::OWNER
    }
}

/// Number of values at a node that are looked up without a search. There are few owners.
const FEW: usize = 8;

/// An edge of the decision tree.
#[derive(Clone, Copy, Debug)]
enum TreeEdge {
    /// The present number in the slot of a thread.
    Root(Slot, PartNumber),
    /// A value that is seen at a node.
    Branch(NodeId, u32),
}

/// Root for a thread.
#[derive(Clone, Copy, Debug)]
struct Root {
    to: Link,
    /// The part to look at there, if it is a node.
    look: SlotPart,
}

/// The tree. It only grows.
#[derive(Debug, Default)]
pub struct DecisionTree {
    /// Roots of threads, by slot and number.
    roots: Vec<Vec<Root>>,
    /// The owner of the lock of an object, by slot and number.
    owners: Vec<Vec<Packed<ThreadName>>>,
    /// The part to look at, by node.
    nodes: Vec<SlotPart>,
    /// Links of the first few values at a node; the others are in the memo.
    first: Vec<[Link; FEW]>,
    memo: Memo,
}

impl DecisionTree {
    /// Forgets all but the number of slots.
    pub fn clear(&mut self) {
        self.roots.iter_mut().for_each(Vec::clear);
        self.owners.iter_mut().for_each(Vec::clear);
        self.nodes.clear();
        self.first.clear();
        self.memo.clear();
    }

    /// A slot more.
    pub fn add_slot(&mut self) {
        self.roots.push(Vec::new());
        self.owners.push(Vec::new());
    }

    /// A thread of a slot. One that is over has no transition.
    pub fn add_thread(&mut self, slot: Slot, number: PartNumber, over: bool) {
        let to = if over { Link::step(OVER) } else { Link::UNKNOWN };
        self.put(TreeEdge::Root(slot, number), to);
    }

    /// The next object of a slot: its lock has this owner, or none.
    pub fn add_object(&mut self, slot: Slot, owner: Packed<ThreadName>) {
        self.owners[slot.index()].push(owner);
    }

    /// Begins to look for the step that the thread of a slot makes in a state; one that is not there yet makes none.
    #[inline]
    pub fn begin(&self, slot: Slot, state: &[u32]) -> Link {
        let Some(number) = there(state, slot).checked_sub(1) else { return Link::step(OVER) };
        let root = self.roots[slot.index()][number as usize];
        // Owners are looked up at once.
        if root.to.goes_on() && !root.look.is_owner() {
            let key = Memo::key(root.to.0, self.look(root.look, state));
            self.memo.touch(key);
        }
        root.to
    }

    /// The step, if it is known.
    #[inline(always)]
    pub fn end(&self, mut at: Link, state: &[u32]) -> Option<StepId> {
        while at.goes_on() {
            if at == Link::UNKNOWN {
                return None;
            }
            at = self.branch(at.to(), self.seen(at.to(), state));
        }
        Some(at.reached())
    }

    /// Returns the link of a value that is seen at a node.
    #[inline]
    fn branch(&self, node: NodeId, seen: u32) -> Link {
        if (seen as usize) < FEW {
            return self.first[node.index()][seen as usize];
        }
        self.memo.get(Memo::key(Link::node(node).0, seen)).map_or(Link::UNKNOWN, Link)
    }

    /// Returns the value that is seen at a node.
    #[inline]
    fn seen(&self, node: NodeId, state: &[u32]) -> u32 {
        self.look(self.nodes[node.index()], state)
    }

    /// Returns the value that a look at a state sees.
    #[inline]
    fn look(&self, look: SlotPart, state: &[u32]) -> u32 {
        let number = there(state, look.slot());
        if !look.is_owner() || number == 0 {
            return number;
        }
        self.owners[look.slot().index()][number as usize - 1].raw().wrapping_add(1)
    }

    /// Remembers the step of the thread of a slot in a state, which depends on the parts `looked` at alone.
    pub fn remember(&mut self, slot: Slot, state: &[u32], looked: &mut Vec<SlotPart>, step: StepId) {
        let number = PartNumber(state[slot.index()]);
        let mut edge = TreeEdge::Root(slot, number);
        let mut at = self.roots[slot.index()].get(number.index() - 1).map_or(Link::UNKNOWN, |root| root.to);
        while at != Link::UNKNOWN {
            if !at.goes_on() {
                return;
            }
            let look = self.nodes[at.to().index()];
            looked.retain(|&l| l != look);
            let seen = self.seen(at.to(), state);
            (edge, at) = (TreeEdge::Branch(at.to(), seen), self.branch(at.to(), seen));
        }
        looked.sort_unstable_by_key(|look| look.order());
        looked.dedup();
        for &look in &*looked {
            let node = NodeId(self.nodes.len() as u32);
            self.nodes.push(look);
            self.first.push([Link::UNKNOWN; FEW]);
            self.put(edge, Link::node(node));
            edge = TreeEdge::Branch(node, self.seen(node, state));
        }
        self.put(edge, Link::step(step));
    }

    fn put(&mut self, edge: TreeEdge, to: Link) {
        match edge {
            TreeEdge::Root(slot, number) => {
                let none = SlotPart::owner(slot);
                let look = self.nodes.get(to.to().index()).copied().unwrap_or(none);
                let roots = &mut self.roots[slot.index()];
                if roots.len() < number.index() {
                    roots.resize(number.index(), Root { to: Link::UNKNOWN, look: none });
                }
                roots[number.index() - 1] = Root { to, look };
            }
            TreeEdge::Branch(node, seen) if (seen as usize) < FEW => {
                self.first[node.index()][seen as usize] = to;
            }
            TreeEdge::Branch(node, seen) => self.memo.insert(Memo::key(Link::node(node).0, seen), to.0),
        }
    }

    /// Bytes in use, roots aside.
    pub fn memory(&self) -> usize {
        self.memo.memory() + self.nodes.capacity() * 4 * (1 + FEW)
    }

    /// Bytes in use for the root of a thread.
    pub const ROOT: usize = size_of::<Root>();
}

/// Returns the number in a slot of a state; 0 if there is nothing yet.
#[inline]
pub fn there(state: &[u32], slot: Slot) -> u32 {
    state.get(slot.index()).copied().unwrap_or(0)
}
