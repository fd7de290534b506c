//! The successors of states.

use super::Search;
use super::buffers::{Batch, Buffers, Lookups};
use super::diamond::Covered;
use super::layout::Layout;
use super::place::{ErrorSite, Place};
use super::store::{StateNumber, Store};
use crate::space::{Known, Link, PartNumber, Slot, Step, TRANSACTIONS, mix, put, successor};
use crate::state::{StepSummary, Turn};
use racefree_interp::machine::pack::ThreadName;
use std::ops::Range;

impl Search<'_> {
    /// Gets states out.
    #[inline]
    pub(super) fn load(&mut self, store: &Store, numbers: Range<u32>) {
        let lookups = &mut self.buffers.lookups;
        lookups.packed.clear();
        lookups.first = numbers.start;
        store.copy(numbers, &mut lookups.packed);
    }

    /// Computes the successors of states.
    pub(super) fn expand(&mut self, store: &Store) {
        let mut buffers = std::mem::take(&mut self.buffers);
        let layout = store.layout();
        self.look_up(layout, &mut buffers.lookups);
        let Buffers { batch, turns, lookups, next, going } = &mut buffers;
        batch.states.clear();
        batch.words.clear();
        let mut start = 0;
        // States that overflow are found later than others, and the open transactions depend on the way to a state.
        let mut covers = self.overflow.states.is_empty() && !self.space.known().has_transactions();
        let threads = lookups.found.chunks_exact_mut(self.space.known().threads().len());
        let states = lookups.packed.chunks_exact(layout.words()).zip(threads).zip(&lookups.ends);
        for (at, ((packed, threads), &(end, sum))) in states.enumerate() {
            let number = StateNumber(lookups.first + at as u32);
            let covered = self.level.covered(number.0);
            let state = &lookups.words[start..end];
            start = end;
            let mut sight = StepSummary::default();
            going.clear();
            for (place, found) in threads.iter_mut().enumerate() {
                let index = match self.space.known().end(*found, state) {
                    Some(step) => step,
                    None => self.space.step(self.space.known().threads()[place].0, state),
                };
                *found = Link::step(index);
                let known = self.space.known();
                let step = known.at(index);
                sight.add(step, || known.threads()[place].1);
                if step.kind.goes() {
                    going.push((place, index));
                }
                if !step.extra.is_none() {
                    let step = *step;
                    self.note(number, known.threads()[place].1, &step);
                }
            }
            for (at, &(place, index)) in going.iter().enumerate() {
                let known = self.space.known();
                let ((slot, name), step) = (known.threads()[place], *known.at(index));
                let transactions = self.transact(number, state, name, &step);
                let known = self.space.known();
                self.found.counts.transitions += 1;
                self.found.counts.steps += u64::from(step.steps);
                if covered.has(place) {
                    continue;
                }
                let mut after = Covered::default();
                if covers && at > 0 {
                    let before = going[..at].iter().map(|&(place, index)| (place, known.at(index)));
                    after = Covered::after(&step, before);
                }
                let start = batch.words.len();
                batch.words.extend(packed.iter().copied());
                match pack_step(known, layout, &mut batch.words[start..], sum, slot, &step, transactions) {
                    Some(sum) => batch.states.push((mix(sum), number, after)),
                    None => {
                        batch.words.truncate(start);
                        successor(known, state, slot, &step, next);
                        transactions.into_iter().for_each(|number| put(next, TRANSACTIONS, number));
                        self.overflow.push(number, next);
                        covers = false;
                    }
                }
            }
            if sight.matters() {
                turns.clear();
                let known = self.space.known();
                let turn = |(&(slot, name), found): (&(Slot, ThreadName), &Link)| Turn {
                    name,
                    slot,
                    step: *known.at(found.reached()),
                };
                turns.extend(known.threads().iter().zip(&*threads).map(turn));
                self.look_at(number, turns, sight);
            }
        }
        self.buffers = buffers;
    }

    /// Takes states apart and looks up the steps of their threads. All lookups begin before the first one ends, so that
    /// memory is waited for once and not once for each.
    #[inline(never)]
    fn look_up(&self, layout: &Layout, lookups: &mut Lookups) {
        let known = self.space.known();
        let Lookups { packed, words, ends, found, .. } = lookups;
        words.clear();
        ends.clear();
        found.clear();
        for packed in packed.chunks_exact(layout.words()) {
            let start = words.len();
            layout.unpack(packed, words);
            let state = &words[start..];
            found.extend(known.threads().iter().map(|&(slot, _)| known.begin(slot, state)));
            ends.push((words.len(), layout.sum(packed.iter().copied())));
        }
    }

    /// Returns the part for the open transactions after a step, if that is kept.
    #[inline]
    fn transact(&mut self, at: StateNumber, state: &[u32], name: ThreadName, step: &Step) -> Option<PartNumber> {
        if !self.space.known().has_transactions() {
            return None;
        }
        let (number, closed) = self.space.transact(state, step);
        for key in closed.iter().flat_map(|keys| &**keys) {
            self.found.note(key, || Place { state: at, what: ErrorSite::Transition(name) });
        }
        Some(number)
    }

    /// Takes states in.
    pub(super) fn take(&mut self, store: &mut Store) {
        let Batch { states, words } = std::mem::take(&mut self.buffers.batch);
        store.touch(states.iter().map(|&(hash, ..)| hash));
        for (packed, &(hash, from, covered)) in words.chunks_exact(store.layout().words()).zip(&states) {
            self.insert(store, hash, packed, from, covered);
        }
        self.buffers.batch = Batch { states, words };
    }
}

/// Puts what a transition changes into a packed state. Returns its hash; nothing if something does not fit.
#[inline]
fn pack_step(
    known: &Known,
    layout: &Layout,
    packed: &mut [u32],
    sum: u64,
    slot: Slot,
    step: &Step,
    transactions: Option<PartNumber>,
) -> Option<u64> {
    let mut sum = layout.put(packed, sum, slot, step.leads.part())?;
    if let Some(number) = transactions {
        sum = layout.put(packed, sum, TRANSACTIONS, number)?;
    }
    if let Some(slot) = step.slot.get() {
        sum = layout.put(packed, sum, slot, step.object)?;
    }
    if !step.extra.is_none() {
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
