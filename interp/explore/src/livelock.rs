//! Livelocks: points from which no schedule comes to an end, though another one does from before them, and cycles that a fair run can go round
//! for ever. A thread that spins while it holds the lock of the one that it waits for comes to such a point, or one that looks at a flag which
//! nobody sets any more; two threads that make way for each other go round such a cycle.

use crate::graph::{End, graph};
use crate::options::Options;
use crate::plain::{Points, Reference};
use crate::reference::Program;
use crate::result::Found;
use racefree_interp::Status;
use racefree_interp::drive::{Finding, Livelock};
use racefree_interp::event::Site;
use racefree_interp::machine::Lowered;
use racefree_interp::reduction::{Execution, Redex, State};
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Points of no return that are looked at; there are few livelocks in one program.
const MOST: usize = 64;

/// Rounds of a fair run until it comes back to a state.
const ROUNDS: usize = 10_000;

/// States of the graph that is searched.
const STATES: usize = 20_000;

/// The livelocks of a program without forms of Java, as far as a graph of few states shows them.
pub fn livelocks(program: &Arc<Lowered>, options: &Options) -> Vec<Found> {
    let graph = graph(program, options, STATES);
    let edges = graph.edges.iter().map(|edge| (edge.from as u32, edge.to as u32)).collect();
    let ends =
        (0..).zip(&graph.nodes).filter(|(_, node)| node.end != End::Open || !node.expanded || !node.cycles.is_empty());
    if graph.nodes.iter().all(|node| node.end == End::Open) {
        return Vec::new();
    }
    let (_, points) = ends_reached(graph.nodes.len(), edges, ends.map(|(number, _)| number).collect());
    among(program, options, points.into_iter().map(|number| graph.nodes[number as usize].schedule.clone()), false)
}

/// The states from which an end is reached, and the points of no return: others right behind such a state.
pub(crate) fn ends_reached(count: usize, mut edges: Vec<(u32, u32)>, ends: Vec<u32>) -> (Vec<bool>, Vec<u32>) {
    edges.sort_unstable_by_key(|edge| edge.1);
    let mut can_end = vec![false; count];
    ends.iter().for_each(|&end| can_end[end as usize] = true);
    let mut open = ends;
    while let Some(to) = open.pop() {
        let first = edges.partition_point(|edge| edge.1 < to);
        for &(from, _) in edges[first..].iter().take_while(|edge| edge.1 == to) {
            if !std::mem::replace(&mut can_end[from as usize], true) {
                open.push(from);
            }
        }
    }
    let behind = edges.iter().filter(|edge| can_end[edge.0 as usize] && !can_end[edge.1 as usize]);
    let mut points: Vec<u32> = behind.map(|edge| edge.1).collect();
    points.dedup();
    (can_end, points)
}

/// The livelocks that these schedules lead to, each once. If runs can end all the same, the schedules go once round a cycle.
pub(crate) fn among(
    program: &Lowered,
    options: &Options,
    schedules: impl Iterator<Item = Schedule>,
    can_end: bool,
) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    for schedule in schedules.take(MOST) {
        let found = if can_end { round(program, options, &schedule) } else { livelock(program, options, &schedule) };
        let Some(livelock) = found else { continue };
        let key = Finding::Livelock(livelock).key();
        if all.iter().all(|known| known.key != key) {
            all.push(Found { key, schedule });
        }
    }
    all
}

/// The livelock that a schedule leads to: the threads that step in the end of a fair run from there, and those that wait meanwhile.
pub fn livelock(program: &Lowered, options: &Options, schedule: &Schedule) -> Option<Livelock> {
    let run = Execution::new(&program.tables, options.semantics);
    let mut state = run.first();
    for thread in schedule.ids() {
        run.step_in_place(&mut state, thread)?;
    }
    if program.on_reference() {
        let mut of_java = Program::new(program, options);
        return fair(run, state, |state, thread| {
            let row = of_java.row(state);
            let next = of_java.transition(&row, thread)?;
            Some(of_java.state(&next.row))
        });
    }
    let reference = Reference::new(program, options, Points::Visible);
    fair(run, state, |state, thread| Some(reference.transition(state, thread)?.state))
}

/// The livelock of a schedule that ends with a cycle: the threads that step in it, and those that wait meanwhile.
pub fn round(program: &Lowered, options: &Options, schedule: &Schedule) -> Option<Livelock> {
    let run = Execution::new(&program.tables, options.semantics);
    let behind = |visit: &mut dyn FnMut(&State, ThreadId)| {
        let mut state = run.first();
        for thread in schedule.ids() {
            visit(&state, thread);
            run.step_in_place(&mut state, thread)?;
        }
        Some(state)
    };
    let last = behind(&mut |_, _| ())?;
    let (words, mut sites) = (run.words(&last), Vec::new());
    let (mut goes_round, mut steps, mut own) = (false, FxHashSet::default(), FxHashSet::default());
    behind(&mut |state, thread| {
        goes_round = goes_round || run.words(state) == words;
        if goes_round {
            steps.insert(thread);
            let is_own = |site: Site| !program.tables.java.is_library(site.span(&program.tables.program));
            own.extend(run.site_of(state, thread).filter(|site| is_own(*site)).map(|_| thread));
        }
        // A jump out of blocks is in all of them.
        if goes_round && !matches!(run.redex(state, thread), Some(Redex::Leave) | None) {
            sites.extend(run.shown_site_of(state, thread).map(|site| (thread, site)));
        }
    })?;
    // Who is inside one call of the library all the time waits there for its turn: who is fair gives it.
    (steps == own).then(|| of_steps(run, &last, &sites, true))?
}

/// A run in which each thread has its turn, until it comes back to a state.
fn fair(
    run: Execution<'_>,
    mut state: State,
    mut transition: impl FnMut(&State, ThreadId) -> Option<State>,
) -> Option<Livelock> {
    let mut known: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
    let mut rounds: Vec<Vec<(ThreadId, Site)>> = Vec::new();
    let threads = |state: &State| (0..state.threads.len() as u32).map(ThreadId);
    let first = loop {
        if let Some(first) = known.insert(run.words(&state), rounds.len()) {
            break first;
        }
        if rounds.len() == ROUNDS {
            return None;
        }
        let mut round = Vec::new();
        for thread in threads(&state) {
            let site = run.shown_site_of(&state, thread);
            if let (Some(site), Some(next)) = (site, transition(&state, thread)) {
                round.push((thread, site));
                state = next;
            }
        }
        rounds.push(round);
    };
    let sites: Vec<(ThreadId, Site)> = rounds[first..].iter().flatten().copied().collect();
    of_steps(run, &state, &sites, false)
}

/// The livelock of threads that make these steps for ever.
fn of_steps(run: Execution<'_>, state: &State, steps: &[(ThreadId, Site)], can_end: bool) -> Option<Livelock> {
    let mut livelock = Livelock { threads: Vec::new(), waits: Vec::new(), can_end };
    for thread in (0..state.threads.len() as u32).map(ThreadId) {
        let sites = steps.iter().filter(|step| step.0 == thread).map(|step| step.1);
        if let Some(site) = sites.min() {
            livelock.threads.push((thread, site));
        } else if let Status::Blocked { .. } | Status::Waiting { .. } = run.status(state, thread) {
            livelock.waits.extend(run.shown_site_of(state, thread).map(|site| (thread, site)));
        }
    }
    (!livelock.threads.is_empty()).then_some(livelock)
}
