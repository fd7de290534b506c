//! Sampled runs: is a place reached, and by which names are its locks held?

use racefree_explore::Options;
use racefree_grammar::Span;
use racefree_grammar::ast::Expr;
use racefree_interp::drive::drive_told;
use racefree_interp::event::{Event, EventKind};
use racefree_interp::machine::{Lowered, Machine};
use racefree_interp::observe::View;
use racefree_interp::options::Limits;
use racefree_interp::program::MethodId;
use racefree_interp::schedule::{Random, Stream};
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
