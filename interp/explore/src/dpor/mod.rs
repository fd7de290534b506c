//! Optimal dynamic partial order reduction: exactly one run of each Mazurkiewicz trace (Abdulla, Aronis, Jonsson, Sagonas,
//! *Optimal Dynamic Partial Order Reduction*, POPL 2014; *Source Sets*, JACM 2017, algorithm 2).
//!
//! Two things are as the calculus needs them. A release orders but is not reversed: at an acquire the reversible partner
//! is the last acquire of the lock, and at the end of a run the same holds for each blocked thread and the owner of its
//! lock. And a transition is an access or an acquire with the releases and forks after it ([`Coarse`]): these can be moved
//! before whatever other threads do in between, so no trace is lost and none counted twice.
//!
//! Definition: one run for each of `traces` (`tests/definition`), and what [`crate::plain::explore`] finds; `tests/cross.rs` holds
//! them together, `tests/oracles.rs` against numbers that are known.
//!
//! | module | what it holds |
//! | --- | --- |
//! | this | the search |
//! | `along` | forward along a run, and back |
//! | `run` | the run at hand: happens-before, races, reversals |
//! | `ending` | the end of a run: alternatives go into wakeup trees |
//! | `wakeup` | wakeup trees |
//! | `wrong` | errors in transitions |
//! | `closing` | blocks of a run through which cycles are closed, in any order of its steps |

mod along;
mod closing;
mod ending;
mod run;
mod wakeup;
mod wrong;

use crate::findings::Findings;
use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::path::Path;
use crate::result::{Cut, Exploration};
use crate::space::{Child, Keep, Space};
use crate::state::Turn;
use racefree_interp::machine::{Coarse, Lowered};
use racefree_interp::schedule::Schedule;
use run::{EventId, Run, Sequence};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use wakeup::{Action, WakeupTree, WakeupTrees};

/// Longest run in transitions: happens-before takes a bit for each pair.
const LONGEST: usize = 1 << 13;

/// A state of the run at hand, and the branches left there.
#[derive(Clone, Debug, Default)]
struct Frame {
    state: Vec<u32>,
    /// The sleep set: steps with which other branches begin, those under way among them.
    sleep: Vec<Action>,
    /// The wakeup tree.
    tree: WakeupTree,
    /// True if a first step was chosen.
    started: bool,
    /// True if the run up to here closes a cycle of transactions.
    closes: bool,
}

/// The search.
struct Dpor<'a> {
    options: &'a Options,
    space: &'a mut Space<Coarse>,
    first: Child,
    frames: Vec<Frame>,
    run: Run,
    nodes: WakeupTrees,
    found: Findings<Schedule>,
    v: Sequence,
    turns: Vec<Turn>,
    raced: Vec<EventId>,
    /// Work done since the budget was looked at, beside a step.
    cost: u32,
}

/// Explores by runs.
pub fn explore(program: &Arc<Lowered>, options: &Options) -> Exploration {
    let transactions = options.transactions(program);
    // The step that closes a cycle depends on the order of independent steps: all steps are looked at again.
    let acts = transactions.is_some();
    let keep = Keep { output: options.outcomes, acts, transactions, ..Keep::default() };
    let mut space: Space<Coarse> = Space::new(program.clone(), options, keep);
    let (state, first, extra) = space.first();
    let mut found: Findings<Schedule> = Findings::default();
    // Errors in the local steps of the first state.
    for key in &extra.wrong {
        found.note(key, || Path::new(first.steps).schedule(&[first.name]));
    }
    let mut search = Dpor {
        options,
        space: &mut space,
        first,
        frames: vec![Frame { state, ..Frame::default() }],
        run: Run::new(),
        nodes: WakeupTrees::default(),
        found,
        v: Sequence::default(),
        turns: Vec::new(),
        raced: Vec::new(),
        cost: 0,
    };
    search.search();
    let mut found = search.found;
    found.cut = extra.limit.map(Cut::Limit).or(found.cut);
    found.counts.states = found.counts.transitions + 1;
    found.conclude(options, &mut space, |_, _, schedule| schedule)
}

impl Dpor<'_> {
    /// Explores from the first state.
    fn search(&mut self) {
        let options = self.options;
        let mut meter = Meter::new(options);
        while self.forward() || self.back() {
            meter.spend(std::mem::take(&mut self.cost));
            if self.found.unsound && options.until_unsound {
                self.found.cut.get_or_insert(Cut::Found);
                break;
            }
            let (counts, run, space) = (&self.found.counts, &self.run, &self.space);
            let memory = || {
                options.control.executions.store(counts.executions, Relaxed);
                options.control.states.store(counts.transitions, Relaxed);
                options.control.depth.store(run.events.len() as u64, Relaxed);
                space.memory()
            };
            match meter.check(Used { steps: counts.steps, states: counts.executions }, memory) {
                Some(Cut::Memory) => self.forget(),
                Some(cut) => {
                    // A run that was too long says more than that there are many.
                    let limit = self.found.cut.filter(|_| cut == Cut::Steps);
                    self.found.cut = limit.or(Some(cut));
                    break;
                }
                None => {}
            }
        }
    }

    /// The interned states take too much memory: only the run at hand is kept.
    #[cold]
    fn forget(&mut self) {
        let mut outcomes = self.found.outcomes.states();
        let depth = self.run.events.len();
        let states = self.frames[..=depth].iter_mut().map(|f| &mut f.state[..]);
        self.space.forget(states.chain(outcomes.iter_mut().map(|o| &mut *o.0)));
        outcomes.into_iter().for_each(|(state, count)| self.found.outcomes.put(state, count));
        if self.space.memory() as u64 * 2 > self.options.budget.memory {
            self.found.cut = Some(Cut::Memory);
        }
    }
}
