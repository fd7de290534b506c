//! What not every transition has, and what is kept of it.

use super::collect::Seen;
use super::{Child, ExtraId, PartNumber, Slot, Space};
use racefree_interp::drive::Key;
use racefree_interp::event::Site;
use racefree_interp::index;
use racefree_interp::index::Packed;
use racefree_interp::machine::SchedulingPoints;
use racefree_interp::machine::pack::ObjectName;
use racefree_interp::options::Limit;
use racefree_interp::program::FieldId;
use racefree_interp::serial::{Graph, Step as Act};

index! {
    /// A field of an object, the same in all states.
    CellId;
}

/// An access in a transition that may have several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The cell.
    pub cell: CellId,
    /// The field.
    pub field: FieldId,
    /// Whether it writes.
    pub writes: bool,
    /// Where.
    pub site: Site,
}

/// What there may not be any number of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Made {
    /// Objects.
    pub objects: usize,
    /// UTF-16 units of text in strings.
    pub text: usize,
    /// Threads.
    pub threads: usize,
}

/// What not every transition has.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// The threads that it forks, in order.
    pub children: Vec<Child>,
    /// The objects that it changes, by slot, if these are more than one.
    pub changes: Vec<(Slot, PartNumber)>,
    /// How much it makes of what there may not be any number of.
    pub made: Made,
    /// The locks that it releases.
    pub releases: Vec<ObjectName>,
    /// All its accesses, if the space keeps them: once for each cell and kind.
    pub effects: Vec<Effect>,
    /// What it is to transactions, if the space keeps that and it is more than what it begins with.
    pub acts: Vec<Act>,
    /// What goes wrong in it.
    pub wrong: Vec<Key>,
    /// The limit that it ends at.
    pub limit: Option<Limit>,
}

/// What to keep of states and transitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keep {
    /// What each thread has printed is a part of the state.
    pub output: bool,
    /// How many local steps each thread has made since its last visible one is a part of the state.
    pub lag: bool,
    /// All accesses of a transition are kept, not only the one that it begins with.
    pub effects: bool,
    /// What transitions are to transactions is kept.
    pub acts: bool,
    /// What is known of open transactions is a part of the state, for cycles in this graph.
    pub transactions: Option<Graph>,
}

impl<P: SchedulingPoints> Space<P> {
    /// Releases, and accesses if they are kept.
    pub(super) fn effects(&mut self, extra: &mut Extra) {
        let seen = std::mem::take(&mut self.collect.seen);
        for &one in &seen {
            match one {
                // Where a release is a scheduling point of its own, it is the transition.
                Seen::Release(_) if P::RELEASES => {}
                Seen::Release(object) => {
                    let name = self.bench.name_of(object);
                    if !extra.releases.contains(&name) {
                        extra.releases.push(name);
                    }
                }
                Seen::Access { object, field, writes, site } if self.keep.effects => {
                    let cell = self.cell(self.bench.name_of(object), field);
                    let effect = Effect { cell, field, writes, site };
                    if !extra.effects.contains(&effect) {
                        extra.effects.push(effect);
                    }
                }
                Seen::Access { .. } => {}
            }
        }
        self.collect.seen = seen;
    }

    pub(super) fn keep_extra(&mut self, extra: Extra) -> Packed<ExtraId> {
        let Extra { children, changes, made, releases, effects, acts, wrong, limit } = &extra;
        let plain = children.is_empty() && changes.is_empty() && *made == Made::default();
        if plain && releases.is_empty() && effects.is_empty() && acts.is_empty() && wrong.is_empty() && limit.is_none()
        {
            return Packed::NONE;
        }
        Packed::some(self.known.add_extra(extra))
    }

    /// What the thread had printed before is `output`; with what it has printed now.
    pub(super) fn printed(&mut self, mut output: u32) -> u32 {
        let printed: Vec<_> = self.bench.printed().collect();
        if !self.keep.output {
            return 0;
        }
        for (_, value) in printed {
            let line = self.bench.machine().show(value);
            let next = self.outputs.len() as u32;
            let key = (output, line);
            output = match self.output_ids.get(&key) {
                Some(&id) => id,
                None => {
                    self.outputs.push(key.clone());
                    self.output_ids.insert(key, next);
                    next
                }
            };
        }
        output
    }
}
