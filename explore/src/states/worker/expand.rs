//! The successors of states.

use super::super::buffers::{Batch, Buffers, Lookups};
use super::super::layout::Layout;
use super::super::level::Piece;
use super::super::place::{Place, What};
use super::super::store::{StateNumber, Store};
use super::{Worker, insert};
use crate::space::{Known, Link, PartNumber, Slot, Step, TRANSACTIONS, mix, put, successor, there};
use crate::state::{Sight, Turn};
use crate::stepper::Stepper;
use racefree_interp::index::Packed;
use racefree_interp::machine::pack::ThreadName;

impl<S: Stepper + ?Sized> Worker<'_, S> {
    /// Gets states out.
    #[inline]
    pub(super) fn load(&mut self, store: &Store, piece: Piece) {
        let lookups = &mut self.buffers.lookups;
        lookups.numbers.clear();
        lookups.packed.clear();
        store.copy(piece.clone(), &mut lookups.packed);
        lookups.numbers.extend(piece.map(StateNumber));
    }

    /// Works out the successors of states.
    pub(super) fn expand(&mut self, store: &Store) {
        let mut buffers = std::mem::take(&mut self.buffers);
        let layout = store.layout();
        self.look_up(layout, &mut buffers.lookups);
        let Buffers { batch, turns, lookups, next } = &mut buffers;
        batch.states.clear();
        batch.words.clear();
        let (mut start, mut first) = (0, 0);
        let states = lookups.packed.chunks_exact(layout.words());
        for ((&number, packed), &(end, last, sum)) in lookups.numbers.iter().zip(states).zip(&lookups.ends) {
            let state = &lookups.words[start..end];
            let threads = &mut lookups.threads[first..last];
            (start, first) = (end, last);
            let mut sight = Sight::default();
            for (slot, name, found) in threads.iter_mut() {
                let (slot, name) = (*slot, *name);
                let index = match self.stepper.known().end(*found, state) {
                    Some(step) => step,
                    None => self.stepper.step(slot, state),
                };
                *found = Link::step(index);
                let step = self.stepper.known().at(index);
                sight.add(name, step);
                if !step.extra.is_none() {
                    let step = *step;
                    self.note(number, name, &step);
                }
                let step = *self.stepper.known().at(index);
                if !step.kind.goes() {
                    continue;
                }
                let transactions = self.transact(number, state, name, &step);
                let known = self.stepper.known();
                self.found.counts.transitions += 1;
                self.found.counts.steps += u64::from(step.steps);
                let start = batch.words.len();
                batch.words.extend(packed.iter().copied());
                match pack_step(known, layout, &mut batch.words[start..], sum, slot, &step, transactions) {
                    Some(sum) => batch.states.push((mix(sum), number)),
                    None => {
                        batch.words.truncate(start);
                        successor(known, state, slot, &step, next);
                        transactions.into_iter().for_each(|number| put(next, TRANSACTIONS, number));
                        self.overflow.push(number, next);
                    }
                }
            }
            if sight.matters() {
                turns.clear();
                for &(slot, name, found) in &*threads {
                    turns.push(Turn { name, slot, step: *self.stepper.known().at(found.reached()) });
                }
                self.look_at(number, turns, sight);
            }
        }
        self.buffers = buffers;
    }

    /// Takes states apart and looks up what their threads do. All of them begin before the first one ends, so that memory is
    /// waited for once and not once for each.
    #[inline]
    fn look_up(&self, layout: &Layout, lookups: &mut Lookups) {
        let known = self.stepper.known();
        let Lookups { packed, words, ends, threads, .. } = lookups;
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

    /// What is known of open transactions after a step, if that is kept.
    #[inline]
    fn transact(&mut self, at: StateNumber, state: &[u32], name: ThreadName, step: &Step) -> Option<PartNumber> {
        if !self.stepper.known().has_transactions() {
            return None;
        }
        let (number, closed) = self.stepper.transact(state, step);
        for key in closed.iter().flat_map(|keys| &**keys) {
            self.found.note(key, || Place { state: at, what: What::Transition(name) });
        }
        Some(number)
    }

    /// Takes states in.
    pub(super) fn take(&mut self, store: &Store) {
        let Batch { states, words } = &self.buffers.batch;
        // The places are looked at first, all of them, so that memory is waited for once and not once for each.
        std::hint::black_box(states.iter().fold(0, |seen, &(hash, _)| seen ^ store.touch(hash)));
        for (packed, &(hash, from)) in words.chunks_exact(store.layout().words()).zip(states) {
            insert::<S>(store, &mut self.frontier.writer, hash, packed, Packed::some(from));
        }
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
