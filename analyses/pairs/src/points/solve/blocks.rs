//! Sets of many objects.

use crate::objects::ObjId;

/// A set of objects: blocks in order, with a bit for each object. A look-up touches one run of memory.
#[derive(Default)]
pub(super) struct Blocks(Vec<(u32, u64)>);

impl Blocks {
    pub(super) fn of(objects: &[ObjId]) -> Blocks {
        let mut blocks = Blocks::default();
        for &h in objects {
            blocks.insert(h);
        }
        blocks
    }

    /// Number of blocks.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the objects of a set that are taken, and hands out each that is new.
    pub(super) fn insert_all(&mut self, other: &Blocks, taken: Option<&[u64]>, mut each: impl FnMut(ObjId)) {
        // A few blocks are looked up, and many are gone through side by side.
        let few = other.0.len() * 8 < self.0.len();
        let mut at = 0;
        for &(block, bits) in &other.0 {
            let bits = bits & taken.map_or(u64::MAX, |taken| taken[block as usize]);
            if bits == 0 {
                continue;
            }
            match few {
                true => at += self.0[at..].partition_point(|known| known.0 < block),
                false => at += self.0[at..].iter().take_while(|known| known.0 < block).count(),
            }
            let known = self.0.get_mut(at).filter(|known| known.0 == block);
            let mut new = match known {
                Some(known) => {
                    let new = bits & !known.1;
                    known.1 |= bits;
                    new
                }
                None => {
                    self.0.insert(at, (block, bits));
                    bits
                }
            };
            while new != 0 {
                each(ObjId(block * 64 + new.trailing_zeros()));
                new &= new - 1;
            }
        }
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
}
