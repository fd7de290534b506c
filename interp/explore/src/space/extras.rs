//! Rare effects of a transition, and their storage.

use super::collect::Seen;
use super::{Child, ExtraId, PartNumber, Slot, Space};
use racefree_grammar::index;
use racefree_interp::drive::Key;
use racefree_interp::event::Site;
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
    /// True for a write.
    pub writes: bool,
    /// Its place.
    pub site: Site,
}

/// Amounts that have a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Made {
    /// Objects.
    pub objects: usize,
    /// UTF-16 units of text in strings.
    pub text: usize,
    /// Threads.
    pub threads: usize,
}

/// Rare effects of a transition.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// The threads that it forks, in order.
    pub children: Vec<Child>,
    /// The objects that it changes, by slot, if these are more than one.
    pub changes: Vec<(Slot, PartNumber)>,
    /// Amounts that it makes of everything with a limit.
    pub made: Made,
    /// The locks that it releases.
    pub releases: Vec<ObjectName>,
    /// All its accesses, if the space keeps them: once for each cell and kind.
    pub effects: Vec<Effect>,
    /// Its transaction acts, if the space keeps them and there are more than its first visible step.
    pub acts: Vec<Act>,
    /// Errors in it.
    pub wrong: Vec<Key>,
    /// The limit that it ends at.
    pub limit: Option<Limit>,
}

/// Optional parts of states and transitions to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keep {
    /// True to make the output of each thread a part of the state.
    pub output: bool,
    /// True to make a part of the state the number of local steps of each thread since its last visible one.
    pub lag: bool,
    /// True to keep all accesses of a transition, not only the one that it begins with.
    pub effects: bool,
    /// True to keep the transaction acts of transitions.
    pub acts: bool,
    /// Graph in which cycles are looked for; the open transactions are a part of the state then.
    pub transactions: Option<Graph>,
}

impl<P: SchedulingPoints> Space<P> {
    /// Releases, and accesses if they are kept.
    pub(super) fn effects(&mut self, extra: &mut Extra) {
        let seen = std::mem::take(&mut self.collect.seen);
        for &one in &seen {
            match one {
                // A release that is a scheduling point of its own is the transition.
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

    /// Appends the lines printed now to `output`, the lines that the thread had printed before.
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
