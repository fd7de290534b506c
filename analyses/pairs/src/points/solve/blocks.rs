//! Sets of objects.

use crate::objects::ObjId;
use smallvec::SmallVec;

type Block = (u32, u64);

/// A set of objects: blocks of 64 in order, with a bit for each object. Most sets have one block; of Java many have nearly all objects, and go from
/// slot to slot a block at a time.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Blocks(SmallVec<[Block; 1]>);

impl Blocks {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.0.len()
    }

    /// Number of objects.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|(_, bits)| bits.count_ones() as usize).sum()
    }

    /// The objects in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = ObjId> + '_ {
        self.0.iter().flat_map(|&(block, bits)| {
            let rests = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            rests.take_while(|&rest| rest != 0).map(move |rest| ObjId(block * 64 + rest.trailing_zeros()))
        })
    }

    /// Returns true if the object is new.
    pub(super) fn insert(&mut self, h: ObjId) -> bool {
        let (block, bit) = (h.0 / 64, 1u64 << (h.0 % 64));
        match self.0.binary_search_by_key(&block, |known| known.0) {
            Ok(at) => {
                let bits = &mut self.0[at].1;
                let new = *bits & bit == 0;
                *bits |= bit;
                new
            }
            Err(at) => {
                self.0.insert(at, (block, bit));
                true
            }
        }
    }

    /// Adds the objects of a set that are taken, and hands out those that are new.
    pub(super) fn add(&mut self, other: &Blocks, taken: Option<&[u64]>) -> Blocks {
        let (mut new, mut missing) = (Blocks::default(), SmallVec::<[Block; 8]>::new());
        let mut at = 0;
        for &(block, bits) in &other.0 {
            let bits = bits & taken.map_or(u64::MAX, |taken| taken[block as usize]);
            if bits == 0 {
                continue;
            }
            at = self.seek(at, block, other);
            match self.0.get_mut(at).filter(|known| known.0 == block) {
                Some(known) if bits & !known.1 != 0 => {
                    new.0.push((block, bits & !known.1));
                    known.1 |= bits;
                }
                Some(_) => {}
                None => {
                    new.0.push((block, bits));
                    missing.push((block, bits));
                }
            }
        }
        self.put(&missing);
        new
    }

    /// The place of a block, from one on: a few blocks are looked up, and many are gone through side by side.
    fn seek(&self, at: usize, block: u32, other: &Blocks) -> usize {
        at + match other.0.len() * 8 < self.0.len() {
            true => self.0[at..].partition_point(|known| known.0 < block),
            false => self.0[at..].iter().take_while(|known| known.0 < block).count(),
        }
    }

    /// Adds blocks, in order, that are not there.
    fn put(&mut self, missing: &[Block]) {
        let mut from = self.0.len();
        let mut to = from + missing.len();
        self.0.resize(to, (0, 0));
        for &block in missing.iter().rev() {
            while from > 0 && self.0[from - 1].0 > block.0 {
                (from, to) = (from - 1, to - 1);
                self.0[to] = self.0[from];
            }
            to -= 1;
            self.0[to] = block;
        }
    }

    /// The objects in both.
    pub(super) fn and(&self, other: &Blocks) -> Blocks {
        let (few, many) = if self.0.len() < other.0.len() { (self, other) } else { (other, self) };
        few.each(many, |a, b| a & b)
    }

    /// The objects that are not in another set.
    pub(super) fn without(&self, other: &Blocks) -> Blocks {
        self.each(other, |a, b| a & !b)
    }

    fn each(&self, other: &Blocks, both: impl Fn(u64, u64) -> u64) -> Blocks {
        let mut at = 0;
        let blocks = self.0.iter().map(|&(block, bits)| {
            at = other.seek(at, block, self);
            let others = other.0.get(at).filter(|known| known.0 == block).map_or(0, |known| known.1);
            (block, both(bits, others))
        });
        Blocks(blocks.filter(|(_, bits)| *bits != 0).collect())
    }
}
