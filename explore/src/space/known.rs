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

/// Where a part of states belongs.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The position in states, the same for all parts of one name.
    pub slot: u32,
    /// Its number among the parts of the slot, from 1.
    pub nth: u32,
}

/// What leads on to a node or a step.
#[derive(Clone, Copy, Debug)]
enum Edge {
    Root(Part),
    Branch(u64),
}

/// What is known.
#[derive(Debug, Default)]
pub struct Known {
    /// By part.
    places: Vec<Place>,
    /// By slot and number.
    parts: Vec<Vec<Part>>,
    /// Empty ones, for their memory.
    spare: Vec<Vec<Part>>,
    threads: Vec<(u32, ThreadName)>,
    /// By name.
    thread_slots: Vec<u32>,
    object_slots: FxHashMap<ObjectName, u32>,
    /// A node or a step, by part.
    roots: Vec<u32>,
    /// The slots of the objects to look at.
    nodes: Vec<u32>,
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
}

impl Known {
    /// Forgets all, names and slots too; with so much allowed at once.
    pub fn renew(&mut self, most: Made) {
        self.forget();
        self.spare.append(&mut self.parts);
        self.threads.clear();
        self.thread_slots.clear();
        self.object_slots.clear();
        (self.log, self.taken, self.text) = (None, 0, 0);
        self.steps.clear();
        self.steps.push(Step::over());
        self.most = most;
    }

    /// From now on somebody takes over what is new.
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

    /// The part of a slot with this number, from 1.
    #[inline]
    pub fn part(&self, slot: usize, nth: u32) -> Part {
        self.parts[slot][nth as usize - 1]
    }

    /// Where a part belongs.
    #[inline]
    pub fn place(&self, part: Part) -> Place {
        self.places[part as usize]
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

    /// The number of the step that a thread makes in a state, if it is known.
    #[inline]
    pub fn find(&self, thread: Part, state: &[Part]) -> Option<u32> {
        let mut at = self.roots[thread as usize];
        while at >= NODE {
            if at == UNKNOWN {
                return None;
            }
            at = self.memo.get(Memo::key(at, self.seen(at, state)))?;
        }
        let extra = self.steps[at as usize].extra;
        if extra != NONE && self.crowded(extra, state) {
            return None;
        }
        Some(at)
    }

    /// What is seen at a node.
    #[inline]
    fn seen(&self, node: u32, state: &[Part]) -> Part {
        state.get(self.nodes[(node & !NODE) as usize] as usize).copied().unwrap_or(NONE)
    }

    /// Whether what a step makes may be too much.
    #[inline(never)]
    fn crowded(&self, extra: u32, state: &[Part]) -> bool {
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

    /// Adds a part of a thread, unless it is known.
    pub fn add_thread(&mut self, part: Part, name: ThreadName, over: bool) {
        if self.knows(part) {
            return;
        }
        if self.thread_slots.len() <= name as usize {
            self.thread_slots.resize(name as usize + 1, NONE);
        }
        if self.thread_slots[name as usize] == NONE {
            let slot = self.new_slot();
            self.thread_slots[name as usize] = slot;
            self.threads.push((slot, name));
        }
        self.add(part, self.thread_slots[name as usize]);
        if over {
            self.put(Edge::Root(part), OVER);
        }
    }

    /// Adds a part of an object, unless it is known. Returns its slot.
    pub fn add_object(&mut self, part: Part, name: ObjectName) -> u32 {
        let slot = match self.object_slots.get(&name) {
            Some(&slot) => slot,
            None => {
                let slot = self.new_slot();
                self.object_slots.insert(name, slot);
                slot
            }
        };
        if !self.knows(part) {
            self.add(part, slot);
        }
        slot
    }

    /// Adds a part of a slot, unless it is known.
    pub fn add_again(&mut self, part: Part, slot: u32, over: bool) {
        if !self.knows(part) {
            self.add(part, slot);
            if over {
                self.put(Edge::Root(part), OVER);
            }
        }
    }

    fn knows(&self, part: Part) -> bool {
        (part as usize) < self.places.len() && self.places[part as usize].slot != NONE
    }

    fn new_slot(&mut self) -> u32 {
        self.parts.push(self.spare.pop().unwrap_or_default());
        self.parts.len() as u32 - 1
    }

    fn add(&mut self, part: Part, slot: u32) {
        if self.places.len() <= part as usize {
            self.places.resize(part as usize + 1, Place { slot: NONE, nth: 0 });
            self.roots.resize(part as usize + 1, UNKNOWN);
        }
        self.parts[slot as usize].push(part);
        self.places[part as usize] = Place { slot, nth: self.parts[slot as usize].len() as u32 };
    }

    /// Remembers the step of a thread in a state, which depends on these slots alone.
    pub fn remember(&mut self, thread: Part, state: &[Part], looked: &mut Vec<u32>, step: u32) {
        let mut edge = Edge::Root(thread);
        let mut at = self.roots[thread as usize];
        while at != UNKNOWN {
            if at < NODE {
                return;
            }
            let slot = self.nodes[(at & !NODE) as usize];
            looked.retain(|&s| s != slot);
            let key = Memo::key(at, self.seen(at, state));
            (edge, at) = (Edge::Branch(key), self.memo.get(key).unwrap_or(UNKNOWN));
        }
        looked.sort_unstable();
        looked.dedup();
        for &slot in &*looked {
            let node = self.nodes.len() as u32 | NODE;
            self.nodes.push(slot);
            self.put(edge, node);
            edge = Edge::Branch(Memo::key(node, self.seen(node, state)));
        }
        self.put(edge, step);
    }

    fn put(&mut self, edge: Edge, to: u32) {
        match edge {
            Edge::Root(part) => self.roots[part as usize] = to,
            Edge::Branch(key) => self.memo.insert(key, to),
        }
        self.log.iter_mut().for_each(|log| log.push((edge, to)));
    }

    /// Takes over what another one, of which this is a copy, knows more.
    pub fn catch_up(&mut self, other: &Known) {
        for part in self.places.len()..other.places.len() {
            // Every part belongs somewhere by the time when others can see it.
            let slot = other.places[part].slot as usize;
            self.places.push(other.places[part]);
            if self.parts.len() < other.parts.len() {
                self.parts.resize_with(other.parts.len(), Vec::new);
            }
            let known = self.parts[slot].len();
            self.parts[slot].extend_from_slice(&other.parts[slot][known..]);
        }
        self.threads.extend_from_slice(&other.threads[self.threads.len()..]);
        self.thread_slots.clone_from(&other.thread_slots);
        self.roots.resize(self.places.len(), UNKNOWN);
        self.nodes.extend_from_slice(&other.nodes[self.nodes.len()..]);
        self.steps.extend_from_slice(&other.steps[self.steps.len()..]);
        self.extras.extend_from_slice(&other.extras[self.extras.len()..]);
        (self.most, self.text) = (other.most, other.text);
        let taken = self.taken;
        for &(edge, to) in other.log.iter().flat_map(|log| &log[taken..]) {
            self.put(edge, to);
        }
        self.taken = other.log.as_ref().map_or(0, Vec::len);
    }

    /// Forgets all but names and slots.
    pub fn forget(&mut self) {
        self.places.clear();
        self.parts.iter_mut().for_each(Vec::clear);
        self.roots.clear();
        self.nodes.clear();
        self.memo.clear();
        self.steps.truncate(OVER as usize + 1);
        self.extras.clear();
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        let log = self.log.as_ref().map_or(0, |log| log.capacity() * size_of::<(Edge, u32)>());
        let steps = self.steps.capacity() * size_of::<Step>() + self.extras.capacity() * (size_of::<Extra>() + 64);
        let parts = self.places.capacity() * (size_of::<Place>() + 8) + self.parts.capacity() * 24;
        self.memo.memory() + log + steps + parts + self.nodes.capacity() * 4
    }
}
