//! The known part of a state space: the interned parts by slot, and the transitions. Tables only grow.

use super::tree::{DecisionTree, Link, SlotPart};
use super::{Extra, ExtraId, Made, OVER, PartNumber, Slot, Step, StepId, TRANSACTIONS};
use racefree_interp::index::Packed;
use racefree_interp::machine::pack::{ObjectName, Part, ThreadName};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Properties of a part.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// A thread, which may have ended.
    Thread { over: bool },
    /// An object whose lock has this owner, or none.
    Object(Packed<ThreadName>),
}

/// The known part of a state space.
#[derive(Debug, Default)]
pub struct Known {
    /// The number of each part among those of its slot, from 1; a state has this number in the slot.
    numbers: Vec<u32>,
    /// The parts, by slot and number.
    parts: Vec<Vec<Part>>,
    threads: Vec<(Slot, ThreadName)>,
    /// The slot of each thread, by name.
    thread_slots: Vec<Packed<Slot>>,
    object_slots: FxHashMap<ObjectName, Slot>,
    tree: DecisionTree,
    steps: Vec<Step>,
    extras: Vec<Arc<Extra>>,
    /// Limits on the amounts in one state.
    most: Made,
    /// UTF-16 units of text in all states together.
    text: usize,
    /// True if the first slot has the open transactions.
    transactions: bool,
}

impl Known {
    /// Nothing is known, with limits on amounts, and a slot for transactions or none.
    pub fn new(most: Made, transactions: bool) -> Known {
        let mut known = Known { most, transactions, steps: vec![Step::over()], ..Known::default() };
        if transactions {
            known.new_slot();
        }
        known
    }

    /// Returns true if there is a slot for transactions.
    #[inline]
    pub fn has_transactions(&self) -> bool {
        self.transactions
    }

    /// Returns true for the slot of transactions.
    #[inline]
    pub fn is_transactions(&self, slot: Slot) -> bool {
        self.transactions && slot == TRANSACTIONS
    }

    /// Grows the slot of transactions to `count` numbers.
    #[inline]
    pub fn grow_transactions(&mut self, count: usize) {
        let parts = &mut self.parts[TRANSACTIONS.index()];
        if parts.len() < count {
            parts.resize(count, Part(0));
        }
    }

    /// Slots of states so far.
    pub fn width(&self) -> usize {
        self.parts.len()
    }

    /// Number of known parts of a slot.
    #[inline]
    pub fn count(&self, slot: Slot) -> usize {
        self.parts[slot.index()].len()
    }

    /// The part of a slot with this number.
    pub fn part(&self, slot: Slot, number: PartNumber) -> Part {
        self.parts[slot.index()][number.index() - 1]
    }

    /// All threads: their slots and names.
    #[inline]
    pub fn threads(&self) -> &[(Slot, ThreadName)] {
        &self.threads
    }

    /// The slot of a thread that is known.
    #[inline]
    pub fn thread_slot(&self, name: ThreadName) -> Option<Slot> {
        self.thread_slots.get(name.index())?.get()
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

    /// Returns the rare effects of a transition.
    #[inline]
    pub fn extra(&self, extra: Packed<ExtraId>) -> Option<&Arc<Extra>> {
        self.extras.get(extra.position())
    }

    /// Begins to look for the step that the thread of a slot makes in a state; one that is not there yet makes none.
    #[inline]
    pub fn begin(&self, slot: Slot, state: &[u32]) -> Link {
        self.tree.begin(slot, state)
    }

    /// The step, if it is known.
    #[inline(always)]
    pub fn end(&self, at: Link, state: &[u32]) -> Option<StepId> {
        let step = self.tree.end(at, state)?;
        let extra = self.at(step).extra;
        if !extra.is_none() && self.crowded(extra, state) {
            return None;
        }
        Some(step)
    }

    /// Remembers the step of the thread of a slot in a state, which depends on the parts `looked` at alone.
    pub fn remember(&mut self, slot: Slot, state: &[u32], looked: &mut Vec<SlotPart>, step: StepId) {
        self.tree.remember(slot, state, looked, step);
    }

    /// Returns true if the amounts that a step makes may exceed a limit.
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

    /// Adds the rare effects of a transition.
    pub fn add_extra(&mut self, extra: Extra) -> ExtraId {
        self.text += extra.made.text;
        self.extras.push(Arc::new(extra));
        ExtraId(self.extras.len() as u32 - 1)
    }

    /// Adds a part of a thread, unless it is known. Returns its slot and number.
    pub fn add_thread(&mut self, part: Part, name: ThreadName, over: bool) -> (Slot, PartNumber) {
        if self.thread_slots.len() <= name.index() {
            self.thread_slots.resize(name.index() + 1, Packed::NONE);
        }
        let slot = self.thread_slots[name.index()].get().unwrap_or_else(|| {
            let slot = self.new_slot();
            self.thread_slots[name.index()] = Packed::some(slot);
            self.threads.push((slot, name));
            slot
        });
        self.add(part, slot, Of::Thread { over })
    }

    /// Adds a part of an object, unless it is known. Returns its slot and number.
    pub fn add_object(&mut self, part: Part, name: ObjectName, owner: Packed<ThreadName>) -> (Slot, PartNumber) {
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
        self.parts.push(Vec::new());
        self.tree.add_slot();
        Slot(self.parts.len() as u32 - 1)
    }

    /// Adds a part of a slot, unless it is known. Returns its slot and number.
    pub fn add(&mut self, part: Part, slot: Slot, of: Of) -> (Slot, PartNumber) {
        if self.numbers.len() <= part.index() {
            self.numbers.resize(part.index() + 1, 0);
        }
        if self.numbers[part.index()] == 0 {
            self.parts[slot.index()].push(part);
            self.numbers[part.index()] = self.parts[slot.index()].len() as u32;
            match of {
                Of::Thread { over } => self.tree.add_thread(slot, PartNumber(self.numbers[part.index()]), over),
                Of::Object(owner) => self.tree.add_object(slot, owner),
            }
        }
        (slot, PartNumber(self.numbers[part.index()]))
    }

    /// Forgets all but names and slots. Returns the parts that there were, by slot and number.
    pub fn forget(&mut self) -> Vec<Vec<Part>> {
        self.numbers.clear();
        self.tree.clear();
        self.steps.truncate(OVER.index() + 1);
        self.extras.clear();
        let slots = self.parts.len();
        let parts = std::mem::replace(&mut self.parts, vec![Vec::new(); slots]);
        if self.transactions {
            self.parts[TRANSACTIONS.index()].clone_from(&parts[TRANSACTIONS.index()]);
        }
        parts
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        let steps = self.steps.capacity() * size_of::<Step>() + self.extras.capacity() * (size_of::<Extra>() + 64);
        let parts = self.numbers.capacity() * (8 + DecisionTree::ROOT) + self.parts.capacity() * 72;
        self.tree.memory() + steps + parts
    }
}
