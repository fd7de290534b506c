//! Why a claim that fails is a false alarm, if sampled runs tell: what the block shares is read only, or one thread's, or its locks
//! are taken under another one.

use super::reach::RUNS;
use racefree_explore::Options;
use racefree_grammar::ast::ExprId;
use racefree_interp::drive::drive_told;
use racefree_interp::event::EventKind;
use racefree_interp::machine::{Lowered, Machine};
use racefree_interp::options::Limits;
use racefree_interp::schedule::{Random, Stream};
use racefree_interp::serial::atomizer::{Excuse, excuses};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A sentence on a block through which no schedule closes a cycle.
pub fn why(program: &Arc<Lowered>, options: &Options, block: ExprId) -> Option<String> {
    let limits = Limits { steps: 2_000, ..options.limits };
    let mut machine = Machine::new(program.clone(), options.semantics, limits);
    let (mut all, mut runs) = (BTreeSet::new(), 0);
    for run in 0..RUNS / 4 {
        machine.reset();
        let mut events = Vec::new();
        drive_told(&mut machine, &mut Random::new(Stream::seed_of_run(0, run)), &mut |_, event| events.push(*event));
        if !events.iter().any(|e| matches!(e.kind, EventKind::Begin { block: began } if began == block)) {
            continue;
        }
        runs += 1;
        all.extend(excuses(&events, block, |field| program.tables.fields[field.index()].is_final)?);
    }
    if runs == 0 {
        return Some(format!("none of {} sampled runs gets here: perhaps nothing that runs does", RUNS / 4));
    }
    let words = |excuse: &Excuse| match excuse {
        Excuse::ReadOnly => "read only: what it reads without a lock is not written once it is initialised",
        Excuse::OneThread => "one thread: no other thread has what it accesses without a lock, or takes its locks",
        Excuse::ProtectedLock => "protected lock: all that take an inner lock hold another one, in common",
    };
    (!all.is_empty()).then(|| all.iter().map(words).collect::<Vec<_>>().join("; "))
}
