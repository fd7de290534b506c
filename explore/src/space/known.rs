//! What is known of a state space: the interned parts, and the memo of transitions. Tables only grow, so a replica catches up
//! by copying what is new.
//!
//! What a thread does depends on the thread and on few objects. The memo is a decision tree: at each node one object is
//! looked at, and what it is now leads on, until the transition is reached.

use super::memo::Memo;
use super::{Extra, ExtraId, Made, OVER, Slot, Step, StepId};
use crate::index::{Packed, index};
use racefree_interp::machine::pack::{ObjectName, Part, ThreadName};
use rustc_hash::FxHashMap;
use std::sync::Arc;

index! {
    /// A node of the decision tree.
    NodeId;
}

/// What an edge of the decision tree leads to, in four bytes: a node (the topmost bit is set), a transition, or nothing yet (all
/// bits are).
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

    /// The transition, if that is what it is.
    #[inline(always)]
    pub fn reached(self) -> StepId {
        StepId(self.0)
    }

    /// Whether it is a node, or nothing.
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

/// What is looked at, in four bytes: what is in a slot or (the topmost bit is set) only the owner of the lock there. Most
/// threads are blocked most of the time, whatever else changes in the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look(u32);

impl Look {
    const OWNER: u32 = 1 << 31;

    /// All that is in a slot.
    pub fn whole(slot: Slot) -> Look {
        Look(slot.0)
    }

    /// Only the owner of the lock.
    pub fn owner(slot: Slot) -> Look {
        Look(slot.0 | Look::OWNER)
    }

    #[inline(always)]
    fn is_owner(self) -> bool {
        self.0 & Look::OWNER != 0
    }

    #[inline(always)]
    fn slot(self) -> Slot {
        Slot(self.0 & !Look::OWNER)
    }

    /// Owners come first.
    fn order(self) -> u32 {
        self.0 ^ Look::OWNER
    }
}

/// So many things that may be seen at a node are looked up without a search. There are few owners.
const FEW: usize = 8;

/// An edge of the decision tree.
#[derive(Clone, Copy, Debug)]
enum TreeEdge {
    /// What the thread of a slot is now.
    Root(Slot, u32),
    /// What is seen at a node.
    Branch(NodeId, u32),
}

/// Where to begin with a thread.
#[derive(Clone, Copy, Debug)]
struct Root {
    to: Link,
    /// What to look at there, if it is a node.
    look: Look,
}

/// What is to be known of a part.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// It is a thread, which may have ended.
    Thread { over: bool },
    /// It is an object whose lock has this owner, or none.
    Object(ThreadName),
}

/// What is known.
#[derive(Debug, Default)]
pub struct Known {
    /// The number of each part among those of its slot, from 1; of a state it is what is in the slot.
    numbers: Vec<u32>,
    /// By slot and number.
    parts: Vec<Vec<Part>>,
    threads: Vec<(Slot, ThreadName)>,
    /// By name.
    thread_slots: Vec<Packed<Slot>>,
    object_slots: FxHashMap<ObjectName, Slot>,
    /// By slot and number, for threads.
    roots: Vec<Vec<Root>>,
    /// What to look at.
    nodes: Vec<Look>,
    /// Where the first few things that may be seen at a node lead; the others are in the memo.
    first: Vec<[Link; FEW]>,
    /// The owner of the lock of an object, by slot and number.
    owners: Vec<Vec<ThreadName>>,
    memo: Memo,
    /// All edges in order, if there are replicas to copy them; and how many this one has copied.
    log: Option<Vec<(TreeEdge, Link)>>,
    copied: usize,
    steps: Vec<Step>,
    extras: Vec<Arc<Extra>>,
    /// What there may be at once.
    most: Made,
    /// How much text there is in all states together.
    text: usize,
    recycled: Recycled,
}

/// Empty lists of slots that are forgotten, for their memory.
#[derive(Debug, Default)]
struct Recycled {
    parts: Vec<Vec<Part>>,
    roots: Vec<Vec<Root>>,
    owners: Vec<Vec<ThreadName>>,
}

fn recycle<X>(lists: &mut Vec<Vec<X>>, into: &mut Vec<Vec<X>>) {
    lists.iter_mut().for_each(Vec::clear);
    into.append(lists);
}

impl Known {
    /// Forgets all, names and slots too; with so much allowed at once.
    pub fn renew(&mut self, most: Made) {
        recycle(&mut self.parts, &mut self.recycled.parts);
        recycle(&mut self.roots, &mut self.recycled.roots);
        recycle(&mut self.owners, &mut self.recycled.owners);
        self.numbers.clear();
        self.nodes.clear();
        self.first.clear();
        self.memo.renew();
        self.extras.clear();
        self.threads.clear();
        self.thread_slots.clear();
        self.object_slots.clear();
        (self.log, self.copied, self.text) = (None, 0, 0);
        self.steps.clear();
        self.steps.push(Step::over());
        self.most = most;
    }

    /// Replicas will copy what is new. To be said before anything is known.
    pub fn share(&mut self) {
        self.log.get_or_insert_default();
    }

    /// Slots of states so far.
    pub fn width(&self) -> usize {
        self.parts.len()
    }

    /// How many parts are known of a slot.
    #[inline]
    pub fn count(&self, slot: Slot) -> usize {
        self.parts[slot.index()].len()
    }

    /// The part of a slot with this number.
    pub fn part(&self, slot: Slot, number: u32) -> Part {
        self.parts[slot.index()][number as usize - 1]
    }

    /// All threads: their slots and names.
    #[inline]
    pub fn threads(&self) -> &[(Slot, ThreadName)] {
        &self.threads
    }

    /// The slot of a thread that is known.
    #[inline]
    pub fn thread_slot(&self, name: ThreadName) -> Option<Slot> {
        self.thread_slots.get(name as usize)?.get()
    }

    /// The slot of an object that is known.
    pub fn object_slot(&self, name: ObjectName) -> Option<Slot> {
        self.object_slots.get(&name).copied()
    }

    /// A transition.
    #[inline]
    pub fn at(&self, step: StepId) -> &Step {
        &self.steps[step.index()]
    }

    /// What not every transition has.
    #[inline]
    pub fn extra(&self, extra: Packed<ExtraId>) -> Option<&Arc<Extra>> {
        self.extras.get(extra.position())
    }

    /// Begins to look for the step that the thread of a slot makes in a state.
    #[inline]
    pub fn begin(&self, slot: Slot, state: &[u32]) -> Link {
        let root = self.roots[slot.index()][state[slot.index()] as usize - 1];
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
        let step = at.reached();
        let extra = self.at(step).extra;
        if !extra.is_none() && self.crowded(extra, state) {
            return None;
        }
        Some(step)
    }

    /// Where something that is seen at a node leads.
    #[inline]
    fn branch(&self, node: NodeId, seen: u32) -> Link {
        if (seen as usize) < FEW {
            return self.first[node.index()][seen as usize];
        }
        self.memo.get(Memo::key(Link::node(node).0, seen)).map_or(Link::UNKNOWN, Link)
    }

    /// What is seen at a node.
    #[inline]
    fn seen(&self, node: NodeId, state: &[u32]) -> u32 {
        self.look(self.nodes[node.index()], state)
    }

    /// What is seen in a slot, or of it.
    #[inline]
    fn look(&self, look: Look, state: &[u32]) -> u32 {
        let number = there(state, look.slot());
        if !look.is_owner() || number == 0 {
            return number;
        }
        self.owners[look.slot().index()][number as usize - 1].wrapping_add(1)
    }

    /// Whether what a step makes may be too much.
    #[inline(never)]
    fn crowded(&self, extra: Packed<ExtraId>, state: &[u32]) -> bool {
        let (made, most) = (self.extras[extra.position()].made, self.most);
        made.objects > 0 && state.len() + made.objects > most.objects
            || made.threads > 0 && state.len() + made.threads > most.threads
            || made.text > 0 && self.text + made.text > most.text
    }

    /// Adds a step.
    pub fn add_step(&mut self, step: Step) -> StepId {
        self.steps.push(step);
        StepId(self.steps.len() as u32 - 1)
    }

    /// Adds what not every transition has.
    pub fn add_extra(&mut self, extra: Extra) -> ExtraId {
        self.text += extra.made.text;
        self.extras.push(Arc::new(extra));
        ExtraId(self.extras.len() as u32 - 1)
    }

    /// Adds a part of a thread, unless it is known. Returns its slot and number.
    pub fn add_thread(&mut self, part: Part, name: ThreadName, over: bool) -> (Slot, u32) {
        if self.thread_slots.len() <= name as usize {
            self.thread_slots.resize(name as usize + 1, Packed::NONE);
        }
        let slot = self.thread_slots[name as usize].get().unwrap_or_else(|| {
            let slot = self.new_slot();
            self.thread_slots[name as usize] = Packed::some(slot);
            self.threads.push((slot, name));
            slot
        });
        self.add(part, slot, Of::Thread { over })
    }

    /// Adds a part of an object, unless it is known. Returns its slot and number.
    pub fn add_object(&mut self, part: Part, name: ObjectName, owner: ThreadName) -> (Slot, u32) {
        let slot = match self.object_slots.get(&name) {
            Some(&slot) => slot,
            None => {
                let slot = self.new_slot();
                self.object_slots.insert(name, slot);
                slot
            }
        };
        self.add(part, slot, Of::Object(owner))
    }

    fn new_slot(&mut self) -> Slot {
        self.parts.push(self.recycled.parts.pop().unwrap_or_default());
        self.roots.push(self.recycled.roots.pop().unwrap_or_default());
        self.owners.push(self.recycled.owners.pop().unwrap_or_default());
        Slot(self.parts.len() as u32 - 1)
    }

    /// Adds a part of a slot, unless it is known. Returns its slot and number.
    pub fn add(&mut self, part: Part, slot: Slot, of: Of) -> (Slot, u32) {
        if self.numbers.len() <= part as usize {
            self.numbers.resize(part as usize + 1, 0);
        }
        if self.numbers[part as usize] == 0 {
            self.parts[slot.index()].push(part);
            self.numbers[part as usize] = self.parts[slot.index()].len() as u32;
            match of {
                Of::Thread { over } => {
                    let to = if over { Link::step(OVER) } else { Link::UNKNOWN };
                    self.put(TreeEdge::Root(slot, self.numbers[part as usize]), to);
                }
                Of::Object(owner) => self.owners[slot.index()].push(owner),
            }
        }
        (slot, self.numbers[part as usize])
    }

    /// Remembers the step of the thread of a slot in a state, which depends on what was looked at alone.
    pub fn remember(&mut self, slot: Slot, state: &[u32], looked: &mut Vec<Look>, step: StepId) {
        let number = state[slot.index()];
        let mut edge = TreeEdge::Root(slot, number);
        let mut at = self.roots[slot.index()].get(number as usize - 1).map_or(Link::UNKNOWN, |root| root.to);
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
                let none = Look::owner(slot);
                let look = self.nodes.get(to.to().index()).copied().unwrap_or(none);
                let roots = &mut self.roots[slot.index()];
                if roots.len() < number as usize {
                    roots.resize(number as usize, Root { to: Link::UNKNOWN, look: none });
                }
                roots[number as usize - 1] = Root { to, look };
            }
            TreeEdge::Branch(node, seen) if (seen as usize) < FEW => {
                self.first[node.index()][seen as usize] = to;
            }
            TreeEdge::Branch(node, seen) => self.memo.insert(Memo::key(Link::node(node).0, seen), to.0),
        }
        self.log.iter_mut().for_each(|log| log.push((edge, to)));
    }

    /// Copies what another one, of which this is a replica, knows more.
    pub fn catch_up(&mut self, other: &Known) {
        self.parts.resize_with(other.parts.len(), Vec::new);
        self.roots.resize_with(other.parts.len(), Vec::new);
        self.owners.resize_with(other.parts.len(), Vec::new);
        for (own, parts) in self.parts.iter_mut().zip(&other.parts) {
            own.extend_from_slice(&parts[own.len()..]);
        }
        for (own, owners) in self.owners.iter_mut().zip(&other.owners) {
            own.extend_from_slice(&owners[own.len()..]);
        }
        self.threads.extend_from_slice(&other.threads[self.threads.len()..]);
        self.thread_slots.clone_from(&other.thread_slots);
        self.nodes.extend_from_slice(&other.nodes[self.nodes.len()..]);
        self.first.resize(self.nodes.len(), [Link::UNKNOWN; FEW]);
        self.steps.extend_from_slice(&other.steps[self.steps.len()..]);
        // Not the same counts of references: that would be false sharing.
        self.extras.extend(other.extras[self.extras.len()..].iter().map(|extra| Arc::new((**extra).clone())));
        (self.most, self.text) = (other.most, other.text);
        let copied = self.copied;
        for &(edge, to) in other.log.iter().flat_map(|log| &log[copied..]) {
            self.put(edge, to);
        }
        self.copied = other.log.as_ref().map_or(0, Vec::len);
    }

    /// Forgets all but names and slots. Returns the parts that there were, by slot and number.
    pub fn forget(&mut self) -> Vec<Vec<Part>> {
        self.numbers.clear();
        self.roots.iter_mut().for_each(Vec::clear);
        self.owners.iter_mut().for_each(Vec::clear);
        self.nodes.clear();
        self.first.clear();
        self.memo.clear();
        self.steps.truncate(OVER.index() + 1);
        self.extras.clear();
        let slots = self.parts.len();
        std::mem::replace(&mut self.parts, vec![Vec::new(); slots])
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        let log = self.log.as_ref().map_or(0, |log| log.capacity() * size_of::<(TreeEdge, Link)>());
        let steps = self.steps.capacity() * size_of::<Step>() + self.extras.capacity() * (size_of::<Extra>() + 64);
        let parts = self.numbers.capacity() * (8 + size_of::<Root>()) + self.parts.capacity() * 72;
        self.memo.memory() + log + steps + parts + self.nodes.capacity() * 4 * (1 + FEW)
    }
}

/// What is in a slot of a state; 0 if there is nothing yet.
#[inline]
pub fn there(state: &[u32], slot: Slot) -> u32 {
    state.get(slot.index()).copied().unwrap_or(0)
}
