//! Shortest call paths of a thread to an access, one for each set of locks. What a thread comes to is looked for once.

use crate::locks::{Holding, LockSet, SetId};
use crate::points::{EdgeKind, InstId};
use crate::stages::Run;
use racefree_grammar::ast::ExprId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

/// Number of paths with different locks, tried for a thread.
const WAYS: usize = 16;
/// Number of bodies with lock sets, tried for a thread.
const STATES: usize = 4096;
/// Size of what threads come to, in bytes, at which it is forgotten.
const KEPT: usize = 256 << 20;

/// A call path with the locks at its end.
pub(crate) struct Way {
    pub(crate) calls: Vec<ExprId>,
    pub(crate) locks: LockSet,
}

/// State before, and the call that leads from it.
type Came = Option<(u32, ExprId)>;

/// The bodies that a thread comes to, the nearest first.
#[derive(Default)]
struct Reached {
    states: Vec<(SetId, Came)>,
    /// The states by their bodies.
    of: Vec<(InstId, u32)>,
}

/// The paths that were asked for.
#[derive(Default)]
pub(crate) struct Ways {
    known: FxHashMap<(usize, InstId), Rc<[Way]>>,
    reached: FxHashMap<InstId, Rc<Reached>>,
    /// Estimate of the bytes of the paths.
    pub(crate) bytes: usize,
    reached_bytes: usize,
}

impl Ways {
    /// The paths of a thread to an access in a context.
    pub(crate) fn of(&mut self, run: &Run<'_, '_>, holding: &mut Holding<'_, '_>, x: usize, r: InstId) -> Rc<[Way]> {
        if let Some(known) = self.known.get(&(x, r)) {
            return known.clone();
        }
        let (here, reached) = (&run.here[x], self.reached(run, holding, r));
        let first = reached.of.partition_point(|&(i, _)| i < here.inst);
        let at = reached.of[first..].iter().take_while(|&&(i, _)| i == here.inst);
        let ways: Rc<[Way]> = at.take(WAYS).map(|&(_, at)| reached.way(at, holding, here.inst, here.access)).collect();
        self.bytes += 64 + ways.iter().map(|w| 64 + w.calls.len() * size_of::<ExprId>()).sum::<usize>();
        self.known.insert((x, r), ways.clone());
        ways
    }

    fn reached(&mut self, run: &Run<'_, '_>, holding: &mut Holding<'_, '_>, r: InstId) -> Rc<Reached> {
        if let Some(known) = self.reached.get(&r) {
            return known.clone();
        }
        let found = Rc::new(Reached::from(run, holding, r));
        let bytes = found.states.len() * (size_of::<(SetId, Came)>() + size_of::<(InstId, u32)>());
        if self.reached_bytes + bytes > KEPT {
            self.reached.clear();
            self.reached_bytes = 0;
        }
        self.reached_bytes += bytes;
        self.reached.insert(r, found.clone());
        found
    }
}

impl Reached {
    /// A search that the end of the time cuts off is of no use.
    fn from(run: &Run<'_, '_>, holding: &mut Holding<'_, '_>, r: InstId) -> Reached {
        let mut found = Reached::default();
        let mut seen: FxHashSet<(InstId, SetId)> = FxHashSet::default();
        let mut todo = VecDeque::new();
        let mut put = |found: &mut Reached, todo: &mut VecDeque<_>, i: InstId, held: SetId, came: Came| {
            if seen.insert((i, held)) {
                let at = found.states.len() as u32;
                found.states.push((held, came));
                found.of.push((i, at));
                todo.push_back((i, at));
            }
        };
        put(&mut found, &mut todo, r, SetId::EMPTY, None);
        while let Some((i, at)) = todo.pop_front() {
            if found.states.len() > STATES || run.options.watch.over() {
                break;
            }
            let held = found.states[at as usize].0;
            for e in run.points.numbers_out_of(i) {
                let edge = run.points.edges[e];
                if edge.kind == EdgeKind::Fork {
                    continue;
                }
                let on = holding.hand_on(e, held);
                put(&mut found, &mut todo, edge.to, on, Some((at, edge.node)));
            }
        }
        found.of.sort_unstable();
        found
    }

    fn way(&self, at: u32, holding: &mut Holding<'_, '_>, i: InstId, e: crate::facts::AccessId) -> Way {
        let (held, mut came) = self.states[at as usize];
        let mut calls = Vec::new();
        while let Some((before, n)) = came {
            calls.push(n);
            came = self.states[before as usize].1;
        }
        calls.reverse();
        let held = holding.set(held);
        Way { calls, locks: holding.evidence(i, e, &held) }
    }
}
