//! Explorations one after the other: the memory of one is used again by the next.

use crate::dpor::Scratch;
use crate::options::{Algorithm, Options};
use crate::plain::{self, Points};
use crate::result::Exploration;
use crate::space::{Keep, Space};
use crate::{dfs, dpor, states};
use racefree_interp::machine::{Atoms, Coarse, Lowered, SchedulingPoints, Spans};
use std::sync::Arc;

/// Explores programs one after the other. The memory of an exploration is kept for the next one, unless it is much: with small
/// programs most of the time would go into getting it.
#[derive(Default)]
pub struct Explorer {
    states: RecycledSpace<Atoms>,
    runs: RecycledSpace<Coarse>,
    spans: RecycledSpace<Spans>,
    scratch: Scratch,
}

impl Explorer {
    /// Explores every schedule of a program.
    pub fn explore(&mut self, program: &Arc<Lowered>, options: &Options) -> Exploration {
        match options.algorithm {
            Algorithm::States => states::explore(program, options, &mut self.states),
            Algorithm::Dpor => dpor::explore(program, options, &mut self.runs, &mut self.scratch),
            Algorithm::Sync => dpor::explore(program, options, &mut self.spans, &mut self.scratch),
            Algorithm::Dfs => dfs::explore(program, options),
            Algorithm::Plain => plain::explore(program, options, Points::Every),
        }
    }
}

/// A state space of more bytes than this is not used again: it would take longer to clear than to make.
const MOST: usize = 1 << 17;

/// A state space to use again.
pub struct RecycledSpace<P: SchedulingPoints>(Option<Space<P>>);

impl<P: SchedulingPoints> Default for RecycledSpace<P> {
    fn default() -> RecycledSpace<P> {
        RecycledSpace(None)
    }
}

impl<P: SchedulingPoints> RecycledSpace<P> {
    /// The space of a program.
    pub fn space(&mut self, program: &Arc<Lowered>, options: &Options, keep: Keep) -> Space<P> {
        let Options { semantics, limits, monitors, .. } = *options;
        match self.0.take() {
            Some(used) => used.renewed(program.clone(), semantics, limits, monitors, keep),
            None => Space::new(program.clone(), semantics, limits, monitors, keep),
        }
    }

    /// Keeps a space for the next program.
    pub fn keep(&mut self, space: Space<P>) {
        self.0 = (Space::memory(&space) <= MOST).then_some(space);
    }
}
