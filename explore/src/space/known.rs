//! What is known of a state space: tables that only grow, so that several workers can each have a copy and take over what
//! is new.
//!
//! What a thread does depends on the thread and on few objects. To look it up is to walk down a tree: at each node one
//! object is looked at, and what it is now leads on, until the step is reached.

use super::memo::Memo;
use super::{Extra, Made, NONE, OVER, Step};
use racefree_interp::machine::pack::{ObjectName, Part, ThreadName};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Marks a node, among the numbers that stand for a node or a step.
const NODE: u32 = 1 << 31;
const UNKNOWN: u32 = u32::MAX;
/// Marks a slot of which only the owner of the lock is looked at. Most threads wait most of the time, whatever else changes
/// in the object.
pub const OWNER: u32 = 1 << 31;

/// So many things that may be seen at a node are looked up without a search. There are few owners.
const FEW: usize = 8;

/// What leads on to a node or a step.
#[derive(Clone, Copy, Debug)]
enum Edge {
    /// What the thread of a slot is now.
    Root(u32, u32),
    /// What is seen at a node.
    Branch(u32, u32),
}

/// Where to begin with a thread.
#[derive(Clone, Copy, Debug)]
struct Root {
    /// A node or a step.
    to: u32,
    /// The slot of the object to look at.
    look: u32,
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
    threads: Vec<(u32, ThreadName)>,
    /// By name.
    thread_slots: Vec<u32>,
    object_slots: FxHashMap<ObjectName, u32>,
    /// By slot and number, for threads.
    roots: Vec<Vec<Root>>,
    /// The slots of the objects to look at.
    nodes: Vec<u32>,
    /// Where the first few things that may be seen at a node lead; the others are in the memo.
    first: Vec<[u32; FEW]>,
    /// Who owns the lock of an object, by slot and number.
    owners: Vec<Vec<ThreadName>>,
    memo: Memo,
    /// All edges in order, if there is somebody to take them over; and how many were taken over.
    log: Option<Vec<(Edge, u32)>>,
    taken: usize,
    steps: Vec<Step>,
    extras: Vec<Arc<Extra>>,
    /// What there may be at once.
    most: Made,
    /// How much text there is in all states together.
    text: usize,
    spare: Spare,
}

/// Empty lists of slots that are forgotten, for their memory.
#[derive(Debug, Default)]
struct Spare {
    parts: Vec<Vec<Part>>,
    roots: Vec<Vec<Root>>,
    owners: Vec<Vec<ThreadName>>,
}

fn put_aside<X>(lists: &mut Vec<Vec<X>>, spare: &mut Vec<Vec<X>>) {
    lists.iter_mut().for_each(Vec::clear);
    spare.append(lists);
}

impl Known {
    /// Forgets all, names and slots too; with so much allowed at once.
    pub fn renew(&mut self, most: Made) {
        put_aside(&mut self.parts, &mut self.spare.parts);
        put_aside(&mut self.roots, &mut self.spare.roots);
        put_aside(&mut self.owners, &mut self.spare.owners);
        self.numbers.clear();
        self.nodes.clear();
        self.first.clear();
        self.memo.renew();
        self.extras.clear();
        self.threads.clear();
        self.thread_slots.clear();
        self.object_slots.clear();
        (self.log, self.taken, self.text) = (None, 0, 0);
        self.steps.clear();
        self.steps.push(Step::over());
        self.most = most;
    }

    /// Somebody will take over what is new. To be said before anything is known.
    pub fn share(&mut self) {
        self.log.get_or_insert_default();
    }

    /// Slots of states so far.
    pub fn width(&self) -> usize {
        self.parts.len()
    }

    /// How many parts are known of a slot.
    #[inline]
    pub fn count(&self, slot: usize) -> usize {
        self.parts[slot].len()
    }

    /// The part of a slot with this number.
    pub fn part(&self, slot: u32, number: u32) -> Part {
        self.parts[slot as usize][number as usize - 1]
    }

    /// All threads: their slots and names.
    #[inline]
    pub fn threads(&self) -> &[(u32, ThreadName)] {
        &self.threads
    }

    /// The slot of a thread, or [`NONE`].
    #[inline]
    pub fn thread_slot(&self, name: ThreadName) -> u32 {
        self.thread_slots.get(name as usize).copied().unwrap_or(NONE)
    }

    /// The slot of an object that is known.
    pub fn object_slot(&self, name: ObjectName) -> u32 {
        self.object_slots.get(&name).copied().unwrap_or(NONE)
    }

    /// A step by its number.
    #[inline]
    pub fn at(&self, index: u32) -> &Step {
        &self.steps[index as usize]
    }

    /// What not every transition has.
    #[inline]
    pub fn extra(&self, index: u32) -> Option<&Arc<Extra>> {
        self.extras.get(index as usize)
    }

    /// Begins to look for the step that the thread of a slot makes in a state.
    #[inline]
    pub fn begin(&self, slot: u32, state: &[u32]) -> u32 {
        let root = self.roots[slot as usize][state[slot as usize] as usize - 1];
        // Owners are looked up at once.
        if root.to >= NODE && root.look & OWNER == 0 {
            let key = Memo::key(root.to, self.look(root.look, state));
            self.memo.touch(key);
        }
        root.to
    }

    /// The number of the step, if it is known.
    #[inline(always)]
    pub fn end(&self, mut at: u32, state: &[u32]) -> Option<u32> {
        while at >= NODE {
            if at == UNKNOWN {
                return None;
            }
            at = self.branch(at, self.seen(at, state));
        }
        let extra = self.steps[at as usize].extra;
        if extra != NONE && self.crowded(extra, state) {
            return None;
        }
        Some(at)
    }

    /// Where something that is seen at a node leads.
    #[inline]
    fn branch(&self, node: u32, seen: u32) -> u32 {
        if (seen as usize) < FEW {
            return self.first[(node & !NODE) as usize][seen as usize];
        }
        self.memo.get(Memo::key(node, seen)).unwrap_or(UNKNOWN)
    }

    /// What is seen at a node.
    #[inline]
    fn seen(&self, node: u32, state: &[u32]) -> u32 {
        self.look(self.nodes[(node & !NODE) as usize], state)
    }

    /// What is seen in a slot, or of it.
    #[inline]
    fn look(&self, look: u32, state: &[u32]) -> u32 {
        let number = there(state, look & !OWNER);
        if look & OWNER == 0 || number == 0 {
            return number;
        }
        self.owners[(look & !OWNER) as usize][number as usize - 1].wrapping_add(1)
    }

    /// Whether what a step makes may be too much.
    #[inline(never)]
    fn crowded(&self, extra: u32, state: &[u32]) -> bool {
        let (made, most) = (self.extras[extra as usize].made, self.most);
        made.objects > 0 && state.len() + made.objects > most.objects
            || made.threads > 0 && state.len() + made.threads > most.threads
            || made.text > 0 && self.text + made.text > most.text
    }

    /// Adds a step.
    pub fn add_step(&mut self, step: Step) -> u32 {
        self.steps.push(step);
        self.steps.len() as u32 - 1
    }

    /// Adds what not every transition has.
    pub fn add_extra(&mut self, extra: Extra) -> u32 {
        self.text += extra.made.text;
        self.extras.push(Arc::new(extra));
        self.extras.len() as u32 - 1
    }

    /// Adds a part of a thread, unless it is known. Returns its slot and number.
    pub fn add_thread(&mut self, part: Part, name: ThreadName, over: bool) -> (u32, u32) {
        if self.thread_slots.len() <= name as usize {
            self.thread_slots.resize(name as usize + 1, NONE);
        }
        if self.thread_slots[name as usize] == NONE {
            let slot = self.new_slot();
            self.thread_slots[name as usize] = slot;
            self.threads.push((slot, name));
        }
        self.add(part, self.thread_slots[name as usize], Of::Thread { over })
    }

    /// Adds a part of an object, unless it is known. Returns its slot and number.
    pub fn add_object(&mut self, part: Part, name: ObjectName, owner: ThreadName) -> (u32, u32) {
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

    fn new_slot(&mut self) -> u32 {
        self.parts.push(self.spare.parts.pop().unwrap_or_default());
        self.roots.push(self.spare.roots.pop().unwrap_or_default());
        self.owners.push(self.spare.owners.pop().unwrap_or_default());
        self.parts.len() as u32 - 1
    }

    /// Adds a part of a slot, unless it is known. Returns its slot and number.
    pub fn add(&mut self, part: Part, slot: u32, of: Of) -> (u32, u32) {
        if self.numbers.len() <= part as usize {
            self.numbers.resize(part as usize + 1, 0);
        }
        if self.numbers[part as usize] == 0 {
            self.parts[slot as usize].push(part);
            self.numbers[part as usize] = self.parts[slot as usize].len() as u32;
            match of {
                Of::Thread { over } => {
                    let to = if over { OVER } else { UNKNOWN };
                    self.put(Edge::Root(slot, self.numbers[part as usize]), to);
                }
                Of::Object(owner) => self.owners[slot as usize].push(owner),
            }
        }
        (slot, self.numbers[part as usize])
    }

    /// Remembers the step of the thread of a slot in a state, which depends on what is in these slots
    /// alone, and on [`OWNER`]s.
    pub fn remember(&mut self, slot: u32, state: &[u32], looked: &mut Vec<u32>, step: u32) {
        let number = state[slot as usize];
        let mut edge = Edge::Root(slot, number);
        let mut at = self.roots[slot as usize].get(number as usize - 1).map_or(UNKNOWN, |root| root.to);
        while at != UNKNOWN {
            if at < NODE {
                return;
            }
            let look = self.nodes[(at & !NODE) as usize];
            looked.retain(|&l| l != look);
            let seen = self.seen(at, state);
            (edge, at) = (Edge::Branch(at, seen), self.branch(at, seen));
        }
        // Owners first.
        looked.sort_unstable_by_key(|look| look ^ OWNER);
        looked.dedup();
        for &look in &*looked {
            let node = self.nodes.len() as u32 | NODE;
            self.nodes.push(look);
            self.first.push([UNKNOWN; FEW]);
            self.put(edge, node);
            edge = Edge::Branch(node, self.seen(node, state));
        }
        self.put(edge, step);
    }

    fn put(&mut self, edge: Edge, to: u32) {
        match edge {
            Edge::Root(slot, number) => {
                let look = self.nodes.get((to & !NODE) as usize).copied().unwrap_or(NONE);
                let roots = &mut self.roots[slot as usize];
                if roots.len() < number as usize {
                    roots.resize(number as usize, Root { to: UNKNOWN, look: NONE });
                }
                roots[number as usize - 1] = Root { to, look };
            }
            Edge::Branch(node, seen) if (seen as usize) < FEW => {
                self.first[(node & !NODE) as usize][seen as usize] = to;
            }
            Edge::Branch(node, seen) => self.memo.insert(Memo::key(node, seen), to),
        }
        self.log.iter_mut().for_each(|log| log.push((edge, to)));
    }

    /// Takes over what another one, of which this is a copy, knows more.
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
        self.first.resize(self.nodes.len(), [UNKNOWN; FEW]);
        self.steps.extend_from_slice(&other.steps[self.steps.len()..]);
        // Not the same counts of references, which several processors would fight for.
        self.extras.extend(other.extras[self.extras.len()..].iter().map(|extra| Arc::new((**extra).clone())));
        (self.most, self.text) = (other.most, other.text);
        let taken = self.taken;
        for &(edge, to) in other.log.iter().flat_map(|log| &log[taken..]) {
            self.put(edge, to);
        }
        self.taken = other.log.as_ref().map_or(0, Vec::len);
    }

    /// Forgets all but names and slots. Returns the parts that there were, by slot and number.
    pub fn forget(&mut self) -> Vec<Vec<Part>> {
        self.numbers.clear();
        self.roots.iter_mut().for_each(Vec::clear);
        self.owners.iter_mut().for_each(Vec::clear);
        self.nodes.clear();
        self.first.clear();
        self.memo.clear();
        self.steps.truncate(OVER as usize + 1);
        self.extras.clear();
        let slots = self.parts.len();
        std::mem::replace(&mut self.parts, vec![Vec::new(); slots])
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        let log = self.log.as_ref().map_or(0, |log| log.capacity() * size_of::<(Edge, u32)>());
        let steps = self.steps.capacity() * size_of::<Step>() + self.extras.capacity() * (size_of::<Extra>() + 64);
        let parts = self.numbers.capacity() * (8 + size_of::<Root>()) + self.parts.capacity() * 72;
        self.memo.memory() + log + steps + parts + self.nodes.capacity() * 4 * (1 + FEW)
    }
}

/// What is in a slot of a state; 0 if there is nothing yet.
#[inline]
pub fn there(state: &[u32], slot: u32) -> u32 {
    state.get(slot as usize).copied().unwrap_or(0)
}
