//! Sets of many objects are kept once: slots have the same ones, and what a set has with another is found once.

use super::FEW;
use super::blocks::Blocks;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Number of blocks up to which a slot has a set of its own.
const OWN: usize = 4;

/// The objects of a slot.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Set {
    /// A few blocks.
    Own(Blocks),
    /// A set of the pool.
    Common(u32),
}

impl Default for Set {
    fn default() -> Set {
        Set::Own(Blocks::default())
    }
}

impl Set {
    /// Sets in the pool have objects.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Set::Own(blocks) if blocks.is_empty())
    }
}

/// Objects that rules are applied to.
#[derive(Clone)]
pub(super) struct Objs {
    pub(super) set: Set,
    pub(super) all: Rc<Blocks>,
    /// The number of a set of many objects: slots have such sets in common.
    pub(super) number: Option<u32>,
}

/// Sets by number.
#[derive(Default)]
pub(super) struct Pool {
    all: Vec<Rc<Blocks>>,
    numbers: FxHashMap<Rc<Blocks>, u32>,
    /// Of a set, another one and a filter of that: both together, and what is new.
    sums: FxHashMap<(u32, u32, u32), (u32, Set)>,
    blocks: usize,
}

impl Pool {
    /// Approximate bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.blocks * 16 + self.sums.len() * 64
    }

    fn number(&mut self, blocks: Blocks) -> u32 {
        if let Some(&number) = self.numbers.get(&blocks) {
            return number;
        }
        let (set, number) = (Rc::new(blocks), self.all.len() as u32);
        self.blocks += set.blocks();
        self.all.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    /// The number of a slot's set.
    pub(super) fn number_of(&mut self, set: &Set) -> u32 {
        match set {
            Set::Own(blocks) => self.number(blocks.clone()),
            Set::Common(number) => *number,
        }
    }

    /// A set by its number.
    pub(super) fn get(&self, number: u32) -> &Rc<Blocks> {
        &self.all[number as usize]
    }

    /// The objects of a set.
    pub(super) fn blocks<'s>(&'s self, set: &'s Set) -> &'s Blocks {
        match set {
            Set::Own(blocks) => blocks,
            Set::Common(number) => self.get(*number),
        }
    }

    /// A set, with its number if it is large.
    pub(super) fn numbered(&mut self, set: Set) -> Objs {
        let (all, number) = match &set {
            Set::Own(few) if few.len() <= FEW => (Rc::new(few.clone()), None),
            large => {
                let number = self.number_of(large);
                (self.get(number).clone(), Some(number))
            }
        };
        Objs { set, all, number }
    }

    /// A set of some objects.
    pub(super) fn set(&mut self, blocks: Blocks) -> Set {
        if blocks.blocks() > OWN { Set::Common(self.number(blocks)) } else { Set::Own(blocks) }
    }

    /// Adds the objects of a set that a filter takes, and returns those that are new.
    pub(super) fn add(&mut self, set: &mut Set, other: &Set, (filter, taken): (u32, Option<&[u64]>)) -> Set {
        if let (Set::Own(own), Set::Own(few)) = (&mut *set, other) {
            let new = own.add(few, taken);
            if own.blocks() > OWN {
                *set = Set::Common(self.number(std::mem::take(own)));
            }
            return Set::Own(new);
        }
        let key = (self.number_of(set), self.number_of(other), filter);
        if key.0 == key.1 {
            return Set::default();
        }
        let (sum, new) = match self.sums.get(&key) {
            Some((sum, new)) => (*sum, new.clone()),
            None => {
                let mut sum = (**self.get(key.0)).clone();
                let new = sum.add(self.get(key.1), taken);
                let found = (self.number(sum), self.set(new));
                self.sums.insert(key, found.clone());
                found
            }
        };
        if !new.is_empty() {
            *set = if self.get(sum).blocks() > OWN { Set::Common(sum) } else { Set::Own((**self.get(sum)).clone()) };
        }
        new
    }

    /// The objects of a set that are not in another one.
    pub(super) fn without(&mut self, set: &Set, other: &Set) -> Set {
        if other.is_empty() {
            return set.clone();
        }
        if set == other {
            return Set::default();
        }
        let rest = self.blocks(set).without(self.blocks(other));
        self.set(rest)
    }
}
