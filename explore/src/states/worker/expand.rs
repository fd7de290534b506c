//! The successors of states.

use super::super::layout::Layout;
use super::super::store::Store;
use super::super::work::{Batch, Looks, Work};
use super::{Worker, insert};
use crate::space::{Known, NONE, Step, mix, successor, there};
use crate::state::{Sight, Turn};
use crate::stepper::Stepper;
use std::ops::Range;

impl<S: Stepper + ?Sized> Worker<'_, S> {
    /// Gets states out.
    #[inline]
    pub(super) fn load(&mut self, store: &Store, piece: Range<u32>) {
        let looks = &mut self.work.looks;
        looks.numbers.clear();
        looks.packed.clear();
        store.copy(piece.clone(), &mut looks.packed);
        looks.numbers.extend(piece);
    }

    /// Works out the successors of states.
    pub(super) fn expand(&mut self, store: &Store) {
        let mut work = std::mem::take(&mut self.work);
        let layout = store.layout();
        self.look_up(layout, &mut work.looks);
        let Work { batch, turns, looks, next } = &mut work;
        batch.states.clear();
        batch.words.clear();
        let (mut start, mut first) = (0, 0);
        let states = looks.packed.chunks_exact(layout.words());
        for ((&number, packed), &(end, last, sum)) in looks.numbers.iter().zip(states).zip(&looks.ends) {
            let state = &looks.words[start..end];
            let threads = &mut looks.threads[first..last];
            (start, first) = (end, last);
            let mut sight = Sight::default();
            for (slot, name, begun) in threads.iter_mut() {
                let index = match self.stepper.known().end(*begun, state) {
                    Some(index) => index,
                    None => self.stepper.index(*slot, state),
                };
                *begun = index;
                let known = self.stepper.known();
                let step = known.at(index);
                sight.add(*name, step);
                if step.extra != NONE {
                    let step = *step;
                    self.note(number, *name, &step);
                }
                let known = self.stepper.known();
                let step = known.at(index);
                if !step.kind.goes() {
                    continue;
                }
                self.found.transitions += 1;
                self.found.steps += u64::from(step.steps);
                let start = batch.words.len();
                batch.words.extend(packed.iter().copied());
                match pack_step(known, layout, &mut batch.words[start..], sum, *slot, step) {
                    Some(sum) => batch.states.push((mix(sum), number)),
                    None => {
                        batch.words.truncate(start);
                        successor(known, state, *slot, step, next);
                        self.late.push(number, next);
                    }
                }
            }
            if sight.matters() {
                turns.clear();
                for &(slot, name, index) in &*threads {
                    turns.push(Turn { name, slot, step: *self.stepper.known().at(index) });
                }
                self.look_at(number, turns, sight.is_over());
            }
        }
        self.work = work;
    }

    /// Takes states apart and looks up what their threads do. All of them begin before the first one ends, so that memory is
    /// waited for once and not once for each.
    #[inline]
    fn look_up(&self, layout: &Layout, looks: &mut Looks) {
        let known = self.stepper.known();
        let Looks { packed, words, ends, threads, .. } = looks;
        words.clear();
        ends.clear();
        threads.clear();
        for packed in packed.chunks_exact(layout.words()) {
            let start = words.len();
            layout.unpack(packed, words);
            let sum = layout.sum(packed.iter().copied());
            let state = &words[start..];
            for &(slot, name) in known.threads() {
                if there(state, slot) != 0 {
                    threads.push((slot, name, known.begin(slot, state)));
                }
            }
            ends.push((words.len(), threads.len(), sum));
        }
    }

    /// Takes states in.
    pub(super) fn take(&mut self, store: &Store) {
        let Batch { states, words } = &self.work.batch;
        // The places are looked at first, all of them, so that memory is waited for once and not once for each.
        std::hint::black_box(states.iter().fold(0, |seen, &(hash, _)| seen ^ store.touch(hash)));
        for (packed, &(hash, from)) in words.chunks_exact(store.layout().words()).zip(states) {
            insert::<S>(store, &mut self.frontier.writer, hash, packed, from);
        }
    }
}

/// Puts what a transition changes into a packed state. Returns its hash; nothing if something does not fit.
#[inline]
fn pack_step(known: &Known, layout: &Layout, packed: &mut [u32], sum: u64, slot: u32, step: &Step) -> Option<u64> {
    let mut sum = layout.put(packed, sum, slot, step.to)?;
    if step.slot != NONE {
        sum = layout.put(packed, sum, step.slot, step.object)?;
    }
    if step.extra != NONE {
        let extra = known.extra(step.extra)?;
        for &(slot, number) in &extra.changes {
            sum = layout.put(packed, sum, slot, number)?;
        }
        for child in &extra.children {
            sum = layout.put(packed, sum, child.slot, child.number)?;
        }
    }
    Some(sum)
}
