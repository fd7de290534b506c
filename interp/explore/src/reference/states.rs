//! All states, breadth first.

use super::finds::{Finds, beginning};
use super::program::Next;
use super::rows::Row;
use super::{Again, Burst, Program, schedule, schedule_of};
use crate::livelock::{self, points_of_no_return};
use crate::meter::{Meter, Used};
use crate::options::{Algorithm, Options};
use crate::result::{Cut, Exploration, Found, unsound};
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::options::Limit;
use racefree_interp::reduction::Open;
use racefree_interp::value::ThreadId;
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering::Relaxed;

/// A state, and its first discovery. It is dropped once it has been gone on from.
struct Met {
    state: Option<Row>,
    from: Option<u32>,
    by: Vec<Burst>,
}

struct Search<'p> {
    program: Program<'p>,
    met: Vec<Met>,
    known: FxHashMap<Box<[u32]>, u32>,
    /// The words of the last state.
    words: Vec<u32>,
    /// Transitions, by the numbers of their states.
    edges: Vec<(u32, u32)>,
    /// States in which a run is over, or in a deadlock, and those that were not gone on from.
    ends: Vec<u32>,
    finds: Finds,
    result: Exploration,
}

/// Explores all states of a program with forms of Java.
pub(super) fn explore(
    program: &Lowered,
    open: &Open,
    options: &Options,
    meter: &mut Meter<'_>,
    before: u64,
) -> Result<Exploration, Again> {
    let mut search = Search {
        program: Program::with_open(program, options, open),
        met: Vec::new(),
        known: FxHashMap::default(),
        words: Vec::new(),
        edges: Vec::new(),
        ends: Vec::new(),
        finds: Finds::default(),
        result: Exploration { algorithm: Algorithm::States, ..beginning(program, options, before) },
    };
    let first = search.program.first();
    if let Some(piece) = first.opened {
        return Err(Again { piece, steps: search.result.steps });
    }
    search.arrive(first, None);
    let mut next = 0;
    while let Some(met) = search.met.get_mut(next) {
        let Some(state) = met.state.take() else { break };
        if let Some(cut) = search.budget(options, meter, next) {
            search.result.cut = Some(cut);
            break;
        }
        let (mut stuck, edges) = (false, search.edges.len());
        for thread in state.threads() {
            let Some(arrived) = search.program.transition(&state, thread) else {
                stuck |= search.stuck(next as u32, &state, thread);
                continue;
            };
            search.result.transitions += 1;
            search.result.steps += arrived.by.iter().map(|b| u64::from(b.steps)).sum::<u64>();
            if let Some(piece) = arrived.opened {
                return Err(Again { piece, steps: search.result.steps });
            }
            match search.arrive(arrived, Some(next as u32)) {
                Some(to) => search.edges.push((next as u32, to)),
                None => search.ends.push(next as u32),
            }
        }
        if stuck && search.edges.len() == edges {
            let way = || way(&search.met, Some(next as u32), &[]);
            let positions = search.program.positions(&state);
            let outcome = search.program.outcome(&state, &positions);
            search.finds.end(outcome, &mut search.result, way);
        }
        next += 1;
    }
    search.ends.extend(next as u32..search.met.len() as u32);
    if search.result.executions > 0 && !matches!(search.result.cut, Some(Cut::Found | Cut::Interrupted)) {
        search.livelocks(program, options);
    }
    let Search { program, finds, mut result, .. } = search;
    result.ends = result.executions;
    Ok(finds.finish(result, &program, options))
}

impl Search<'_> {
    /// Returns the number of the state, unless it is beyond a limit.
    fn arrive(&mut self, next: Next, from: Option<u32>) -> Option<u32> {
        for m in next.called {
            self.result.reached[m as usize] = true;
        }
        let (state, by) = (next.row, next.by);
        let limits = self.program.limits;
        if state.threads().len() > limits.threads as usize {
            self.result.cut.get_or_insert(Cut::Limit(Limit::Threads));
            return None;
        }
        if state.objects() > limits.objects as usize {
            self.result.cut.get_or_insert(Cut::Limit(Limit::Objects));
            return None;
        }
        self.words = self.program.key(&state, std::mem::take(&mut self.words));
        if let Some(&known) = self.known.get(self.words.as_slice()) {
            return Some(known);
        }
        let size = self.words.len() * 4 + 200;
        let positions = self.program.positions(&state);
        let number = self.met.len() as u32;
        self.known.insert(self.words.as_slice().into(), number);
        if self.program.refuses(&positions) {
            self.result.cut.get_or_insert(Cut::Refused);
        }
        for (key, threads) in self.program.faults(&state, &positions) {
            if matches!(key, Key::Deadlock(_)) {
                self.ends.push(number);
            }
            if !self.finds.found.contains_key(&key) {
                let way = schedule_of(&key, &threads, way(&self.met, from, &by));
                self.finds.found.insert(key, way);
            }
        }
        if !positions.iter().any(|p| p.may_step()) {
            let outcome = self.program.outcome(&state, &positions);
            self.finds.end(outcome, &mut self.result, || way(&self.met, from, &by));
            self.ends.push(number);
        }
        self.result.states += 1;
        self.result.memory += size;
        self.met.push(Met { state: Some(state), from, by });
        Some(number)
    }

    /// Notes a thread that no rule applies to in a state. Returns false if it has ended, or waits.
    fn stuck(&mut self, number: u32, state: &Row, thread: ThreadId) -> bool {
        let Some(key) = self.program.stuck(state, thread) else { return false };
        self.ends.push(number);
        if !self.finds.found.contains_key(&key) {
            let way = schedule_of(&key, &[thread], way(&self.met, Some(number), &[]));
            self.finds.found.insert(key, way);
        }
        true
    }

    /// Adds the livelocks of a program that can end.
    fn livelocks(&mut self, program: &Lowered, options: &Options) {
        let (edges, ends) = (std::mem::take(&mut self.edges), std::mem::take(&mut self.ends));
        let points = points_of_no_return(self.met.len(), edges, ends);
        let ways = points.into_iter().map(|number| schedule(way(&self.met, Some(number as u32), &[]).into_iter(), &[]));
        let found = livelock::among(program, options, ways);
        self.finds.found.extend(found.into_iter().map(|Found { key, schedule }| (key, schedule)));
    }

    fn budget(&self, options: &Options, meter: &mut Meter<'_>, next: usize) -> Option<Cut> {
        if options.until_unsound && self.finds.found.keys().any(unsound) {
            return Some(Cut::Found);
        }
        let result = &self.result;
        meter.spend(1 << 6);
        let open = self.met.len() - next;
        let row = self.met.last().and_then(|met| met.state.as_ref()).map_or(0, Row::memory);
        meter.check(Used { steps: result.steps, states: result.states }, || {
            options.control.states.store(result.states, Relaxed);
            options.control.frontier.store(open as u64, Relaxed);
            result.memory + open * row + self.program.memory()
        })
    }
}

/// The steps that lead to a state, and these after them.
fn way(met: &[Met], from: Option<u32>, by: &[Burst]) -> Vec<Burst> {
    let (mut parts, mut at) = (vec![by], from);
    while let Some(number) = at {
        let met = &met[number as usize];
        parts.push(&met.by);
        at = met.from;
    }
    parts.into_iter().rev().flatten().copied().collect()
}
