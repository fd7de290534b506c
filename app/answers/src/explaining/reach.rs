//! Sampled runs: is a place reached, and by which names are its locks held? And why is a claim a false alarm, if they tell that: what the
//! block shares is read only, or one thread's, or its locks are taken under another one.

use racefree_explore::{Options, reference};
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};
use racefree_interp::drive::drive_told;
use racefree_interp::event::{Event, EventKind};
use racefree_interp::machine::{Lowered, Machine};
use racefree_interp::observe::View;
use racefree_interp::options::Limits;
use racefree_interp::program::MethodId;
use racefree_interp::schedule::{Random, Stream};
use racefree_interp::serial::atomizer::{Excuse, excuses};
use racefree_interp::value::{ObjectId, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Number of sampled runs.
pub const RUNS: u64 = 200;

/// Observations of sampled runs at a place.
#[derive(Clone, Default, Debug)]
pub struct Reached {
    /// Number of runs that reached it.
    pub runs: u64,
    /// The lock expressions of the `synchronized` blocks that held its guard there.
    pub held_as: BTreeSet<u32>,
}

/// Watches places.
struct ReachObserver<'a> {
    program: &'a Lowered,
    /// The places with each span.
    spans: BTreeMap<Span, Vec<usize>>,
    seen: Vec<bool>,
    reached: Vec<Reached>,
}

impl ReachObserver<'_> {
    fn note(&mut self, view: View<'_>, event: &Event, at: usize) {
        self.seen[at] = true;
        let heap = view.heap;
        let locks: Vec<ObjectId> = match event.kind {
            EventKind::Call { method: MethodId::Declared(m), .. } => {
                let requires = view.program.methods.get(m as usize).map_or(&[][..], |m| &m.requires);
                let lock = |l| heap.denote_path(&view.program.tables, l, view.regs).and_then(Value::object);
                requires.iter().filter_map(lock).collect()
            }
            kind => {
                let Some((object, field, _)) = kind.access() else { return };
                let guard = view.program.tables.fields[field.index()].guard.as_ref();
                let regs = [Value::Object(object)];
                let lock = |l| heap.denote_path(&view.program.tables, l, &regs).and_then(Value::object);
                guard.and_then(lock).into_iter().collect()
            }
        };
        for held in view.syncs {
            if held.object.is_some_and(|o| locks.contains(&o))
                && let Expr::Sync { lock, .. } = self.program.tables.program.expr(held.site)
            {
                self.reached[at].held_as.insert(lock.number());
            }
        }
    }

    fn event(&mut self, view: View<'_>, event: &Event) {
        let here = event.site.span(&self.program.tables.program);
        for at in self.spans.get(&here).cloned().unwrap_or_default() {
            self.note(view, event, at);
        }
    }
}

/// Samples runs, fewer if the time is over.
pub fn sample(program: &Arc<Lowered>, options: &Options, spans: &[Span]) -> Vec<Reached> {
    if program.on_reference() {
        let runs = reference::sample(program, options, spans, RUNS);
        return runs.into_iter().map(|runs| Reached { runs, held_as: BTreeSet::new() }).collect();
    }
    let limits = Limits { steps: 10_000, ..options.limits };
    let mut machine = Machine::new(program.clone(), options.semantics, limits);
    let reached = vec![Reached::default(); spans.len()];
    let mut places: BTreeMap<Span, Vec<usize>> = BTreeMap::new();
    spans.iter().enumerate().for_each(|(at, &span)| places.entry(span).or_default().push(at));
    let mut watch = ReachObserver { program, spans: places, seen: Vec::new(), reached };
    for run in (0..RUNS).take_while(|_| !options.control.is_over()) {
        watch.seen = vec![false; spans.len()];
        machine.reset();
        let mut random = Random::new(Stream::seed_of_run(0, run));
        drive_told(&mut machine, &mut random, &mut |view, event| watch.event(view, event));
        for (reached, seen) in watch.reached.iter_mut().zip(&watch.seen) {
            reached.runs += u64::from(*seen);
        }
    }
    watch.reached
}

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
