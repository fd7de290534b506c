//! Making room in a set: a larger table, and states packed in another way; by all workers, each a part.

use super::{Block, EMPTY, Layout, OldRecords, Refill, SMALL, Store, USUAL, blocks};
use crate::space::mix;
use bytemuck::zeroed_slice_box;
use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicU32, AtomicUsize,
    Ordering::{AcqRel, Relaxed},
};

/// Number of slots from which blocks are of the usual size.
const MANY: usize = 1 << 15;
/// States that are looked up together when the table grows.
const TOGETHER: usize = 128;
/// Slots of a page, or fewer.
const PAGE: usize = 1 << 10;

impl Store {
    /// Begins to make room for `numbers` numbers, and to pack states in another way, which has room for all that the
    /// old one had. All workers must [empty](Store::empty) their share of the slots and then [help](Store::help), and
    /// one must say that it is [done](Store::done).
    #[cold]
    pub fn rebuild(&mut self, numbers: u64, layout: Option<Layout>) {
        self.next = AtomicUsize::new(0);
        if self.is_crowded(numbers) {
            let size = self.slots_for(numbers);
            // The old one is of no use any more.
            self.slots = Box::default();
            self.slots = zeroed_slice_box(size);
            self.refill = Refill::Fresh;
            if self.shift == SMALL && size >= MANY {
                self.join_blocks(size);
            }
            self.blocks.resize_with((size >> self.shift) + 1, OnceLock::new);
        }
        if let Some(layout) = layout {
            if self.refill == Refill::Nothing {
                self.refill = Refill::Clear;
            }
            let blocks = blocks(self.slots.len(), self.shift);
            let stride = layout.words() + 1;
            self.old = Some(OldRecords {
                layout: std::mem::replace(&mut self.layout, layout),
                stride: std::mem::replace(&mut self.stride, stride),
                blocks: std::mem::replace(&mut self.blocks, blocks),
            });
        }
    }

    /// Makes room, when there is no other worker.
    #[cold]
    pub fn rebuild_alone(&mut self, numbers: u64, layout: Option<Layout>) {
        self.rebuild(numbers, layout);
        self.empty(0, 1);
        self.help::<true>();
        self.done();
    }

    /// Puts small blocks together, so that they are of the usual size. Numbers stay as they are.
    fn join_blocks(&mut self, slots: usize) {
        let old = std::mem::replace(&mut self.blocks, blocks(slots, USUAL));
        let of = 1 << (USUAL - SMALL);
        let small = self.stride << SMALL;
        for (joined, old) in self.blocks.iter().zip(old.chunks(of)) {
            if old.iter().any(|block| block.get().is_some()) {
                let mut words: Block = zeroed_slice_box(self.stride << USUAL);
                for (to, from) in words.chunks_mut(small).zip(old) {
                    for (to, from) in to.iter_mut().zip(from.get().into_iter().flatten()) {
                        *to.get_mut() = from.load(Relaxed);
                    }
                }
                joined.get_or_init(|| words);
            }
        }
        self.taken = AtomicUsize::new(self.taken.load(Relaxed).div_ceil(of));
        self.shift = USUAL;
    }

    /// Empties one of `of` shares of the slots. New ones are empty, but the system would fetch a page that is read
    /// first once more when it is written to, and interrupt all processors; so each page is written to.
    #[cold]
    pub fn empty(&self, share: usize, of: usize) {
        let every = match self.refill {
            Refill::Nothing => return,
            Refill::Fresh => PAGE,
            Refill::Clear => 1,
        };
        let pages = self.slots.chunks(PAGE).skip(share).step_by(of);
        pages.flat_map(|page| page.iter().step_by(every)).for_each(|slot| slot.store(EMPTY, Relaxed));
    }

    /// Takes blocks to rebuild, until all are done or begun.
    #[cold]
    pub fn help<const ALONE: bool>(&self) {
        let blocks = self.taken.load(Relaxed);
        if self.old.is_none() && self.refill == Refill::Nothing {
            return;
        }
        loop {
            let block = self.next.fetch_add(1, Relaxed);
            if block >= blocks {
                return;
            }
            if let Some(old) = &self.old
                && let Some(words) = old.blocks[block].get()
            {
                self.blocks[block].get_or_init(|| self.converted(old, words));
            }
            if self.refill != Refill::Nothing {
                self.refill::<ALONE>(block);
            }
        }
    }

    /// All has been done.
    pub fn done(&mut self) {
        (self.refill, self.old) = (Refill::Nothing, None);
    }

    /// A block in the present layout.
    fn converted(&self, old: &OldRecords, words: &[AtomicU32]) -> Block {
        let mut block: Block = zeroed_slice_box(self.stride << self.shift);
        let (mut before, mut packed) = (Vec::new(), Vec::new());
        for (to, from) in block.chunks_mut(self.stride).zip(words.chunks(old.stride)) {
            before.clear();
            before.extend(from.iter().map(|word| word.load(Relaxed)));
            old.layout.convert(&before[1..], &self.layout, &mut packed);
            for (to, from) in to.iter_mut().zip(before[..1].iter().chain(&packed)) {
                *to.get_mut() = *from;
            }
        }
        block
    }

    /// Puts the states of a block into the table.
    fn refill<const ALONE: bool>(&self, block: usize) {
        let mask = self.slots.len() - 1;
        let mut found = Vec::with_capacity(TOGETHER);
        for (batch, records) in self.block(block).chunks(TOGETHER * self.stride).enumerate() {
            let first = (block << self.shift) + batch * TOGETHER;
            found.clear();
            for (number, record) in (first as u32..).zip(records.chunks(self.stride)) {
                if record[0].load(Relaxed) != EMPTY {
                    let sum = self.layout.sum(record[1..].iter().map(|word| word.load(Relaxed)));
                    found.push((mix(sum), number));
                }
            }
            self.touch(found.iter().map(|&(hash, _)| hash));
            for &(hash, number) in &found {
                let full = (hash >> 32) as u32 & !(mask as u32) | (number + 1);
                let mut at = hash as usize & mask;
                loop {
                    if self.slots[at].load(Relaxed) == EMPTY {
                        if ALONE {
                            self.slots[at].store(full, Relaxed);
                            break;
                        }
                        if self.slots[at].compare_exchange(EMPTY, full, AcqRel, Relaxed).is_ok() {
                            break;
                        }
                    }
                    at = (at + 1) & mask;
                }
            }
        }
    }
}
