//! Whether blocks that are not serializable do harm: whether there is an outcome that no serial run has, one in which no transaction
//! steps after it was interrupted. Serial runs have the outcomes of the runs that close no cycle, for these are equivalent to them.
//! Both sets are explored state by state.
//!
//! Definition: [`crate::plain::serializability`]; `tests/serial.rs` holds the two equal, and serial runs to the others.

use crate::meter::{Meter, Used};
use crate::options::{Algorithm, Options};
use crate::outcome::Outcomes;
use crate::result::{Cut, Outcome};
use crate::space::{Keep, Kind, Space};
use crate::stepper::Stepper;
use racefree_interp::machine::{Atoms, Lowered};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::serial::Graph;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Whether there is harm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Harm {
    /// No serial run has this outcome.
    Done(Outcome),
    /// Serial runs have all outcomes.
    None,
    /// The budget ran out, for this reason.
    Unknown(Cut),
}

/// The outcomes of a program, or those of its serial runs alone, in order; and why these are not all, if they are not.
pub fn outcomes(program: &Arc<Lowered>, options: &Options, serial: bool) -> (Vec<Outcome>, Option<Cut>) {
    let keep = Keep { output: true, transactions: serial.then_some(Graph::All), ..Keep::default() };
    let mut space: Space<Atoms> =
        Space::new(program.clone(), options.semantics, options.limits, MonitorSet::NONE, keep);
    let (initial, _, extra) = space.first();
    let initial: Box<[u32]> = initial.into();
    let (mut known, mut queue) = (FxHashSet::from_iter([initial.clone()]), vec![initial]);
    let (mut found, mut turns, mut next) = (Outcomes::default(), Vec::new(), Vec::new());
    let mut cut = extra.limit.map(Cut::Limit);
    let options = Options { algorithm: Algorithm::States, ..options.clone() };
    let mut meter = Meter::new(&options);
    let mut steps = 0;
    while let Some(state) = queue.pop() {
        let used = Used { steps, states: known.len() as u64 };
        if let Some(why) = meter.check(used, || Space::memory(&space) + known.len() * (state.len() * 4 + 64)) {
            cut = Some(why);
            break;
        }
        space.turns(&state, &mut turns);
        if turns.iter().any(|t| t.step.kind == Kind::Limit) {
            let limit = turns.iter().find_map(|t| space.extra(&t.step)?.limit);
            cut = cut.or(limit.map(Cut::Limit));
        } else if !turns.iter().any(|t| t.step.kind.goes()) {
            found.add(&state);
        }
        for turn in turns.iter().filter(|t| t.step.kind.goes()) {
            steps += u64::from(turn.step.steps);
            let closes = space.successor(&state, turn, &mut next).is_some();
            if !closes && !known.contains(&next[..]) {
                let state: Box<[u32]> = next[..].into();
                known.insert(state.clone());
                queue.push(state);
            }
        }
    }
    (found.render(&mut space, usize::MAX), cut)
}

/// Whether a program has an outcome that none of its serial runs has.
pub fn harm(program: &Arc<Lowered>, options: &Options) -> Harm {
    let (serial, cut) = outcomes(program, options, true);
    if let Some(cut) = cut {
        return Harm::Unknown(cut);
    }
    let (all, cut) = outcomes(program, options, false);
    let same = |a: &Outcome, b: &Outcome| (&a.heap, &a.threads, &a.output) == (&b.heap, &b.threads, &b.output);
    match (all.into_iter().find(|one| !serial.iter().any(|its| same(one, its))), cut) {
        (Some(outcome), _) => Harm::Done(outcome),
        (None, Some(cut)) => Harm::Unknown(cut),
        (None, None) => Harm::None,
    }
}
