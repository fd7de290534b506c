//! Rare effects of a transition, and their storage.

use super::{Child, ExtraId, PartNumber, Slot, Space};
use racefree_grammar::index;
use racefree_interp::drive::Key;
use racefree_interp::index::Packed;
use racefree_interp::machine::SchedulingPoints;
use racefree_interp::machine::pack::ObjectName;
use racefree_interp::options::Limit;
use racefree_interp::serial::{Graph, Step as Act};

index! {
    /// A field of an object, the same in all states.
    CellId;
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
    /// True to keep the transaction acts of transitions.
    pub acts: bool,
    /// Graph in which cycles are looked for; the open transactions are a part of the state then.
    pub transactions: Option<Graph>,
}

impl<P: SchedulingPoints> Space<P> {
    /// The releases of a transition.
    pub(super) fn releases(&self) -> Vec<ObjectName> {
        let mut releases = Vec::new();
        // A release that is a scheduling point of its own is the transition.
        for &object in self.collect.released.iter().filter(|_| !P::RELEASES) {
            let name = self.bench.name_of(object);
            if !releases.contains(&name) {
                releases.push(name);
            }
        }
        releases
    }

    pub(super) fn keep_extra(&mut self, extra: Extra) -> Packed<ExtraId> {
        let Extra { children, changes, made, releases, acts, wrong, limit } = &extra;
        let plain = children.is_empty() && changes.is_empty() && *made == Made::default();
        if plain && releases.is_empty() && acts.is_empty() && wrong.is_empty() && limit.is_none() {
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
