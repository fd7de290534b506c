//! All states, breadth first.

use super::finds::{Finds, beginning};
use super::program::{Next, ROOM};
use super::rows::Row;
use super::{Again, Burst, Program, schedule, schedule_of, whole, with_few_points};
use crate::fair::{Cycle, Edge, fair_cycles};
use crate::livelock::{self, ends_reached};
use crate::meter::{Meter, Used};
use crate::options::{Algorithm, Budget, Options};
use crate::result::{Cut, Exploration, Found, unsound};
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::options::Limit;
use racefree_interp::reduction::{Open, State};
use racefree_interp::schedule::Schedule;
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
    edges: Vec<Edge>,
    /// States in which a run is over, or in a deadlock, and those that were not gone on from.
    ends: Vec<u32>,
    finds: Finds,
    result: Exploration,
    /// States are told apart by what was printed.
    prints: bool,
}

/// States after which a program that goes on is looked at without what it prints,
const LONG: usize = 20_000;
/// and states of that search.
const UNPRINTED: u64 = 20_000;
/// The same number of pieces printed: who prints so much may do so for ever.
const TALKS: u32 = 32;
/// Cycles that are told apart by their places.
const CYCLES: usize = 64;

/// Explores all states of a program with forms of Java.
pub(super) fn explore(
    program: &Lowered,
    open: &Open,
    options: &Options,
    meter: &mut Meter<'_>,
    before: u64,
) -> Result<Exploration, Again> {
    through(program, open, options, meter, (before, true))
}

/// The same. Without `prints`, states that differ only in what was printed are taken for one: who prints for ever comes back to such a state.
fn through(
    program: &Lowered,
    open: &Open,
    options: &Options,
    meter: &mut Meter<'_>,
    (before, prints): (u64, bool),
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
        prints,
    };
    let first = search.program.first();
    if let Some(piece) = first.opened {
        return Err(Again { piece, steps: search.result.steps });
    }
    search.arrive(first, None);
    let (mut next, mut endless) = (0, None);
    while let Some(met) = search.met.get_mut(next) {
        let Some(state) = met.state.take() else { break };
        if let Some(cut) = search.budget(options, meter, next) {
            search.result.cut = Some(cut);
            break;
        }
        if endless.is_none() && search.may_print_for_ever(&state) {
            endless = Some(endless_ones(program, options, meter));
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
                Some(to) => search.edges.push(Edge { from: next as u32, to, thread: thread.0 }),
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
    if !matches!(search.result.cut, Some(Cut::Found | Cut::Interrupted)) {
        search.livelocks(program, options);
        let unprinted = search.result.cut.is_some() && prints && search.program.prints();
        if let Some(other) = endless.or_else(|| unprinted.then(|| endless_ones(program, options, meter))) {
            search.result.endless = other.endless;
            search.finds.found.extend(other.found.into_iter().map(|Found { key, schedule }| (key, schedule)));
        }
    }
    search.result.endless |= search.result.complete() && search.result.executions == 0;
    let Search { program, finds, mut result, .. } = search;
    result.ends = result.executions;
    Ok(finds.finish(result, &program, options))
}

/// The livelocks of a program without what it prints, and if it ends at all.
fn endless_ones(program: &Lowered, options: &Options, meter: &Meter<'_>) -> Exploration {
    let budget = Budget { states: UNPRINTED.min(options.budget.states), time: meter.left(), ..options.budget };
    let options =
        Options { budget, outcomes: false, until_unsound: false, algorithm: Algorithm::States, ..options.clone() };
    let mut result = with_few_points(program, &options, |program, open, options, meter, before| {
        through(program, open, options, meter, (before, false))
    });
    result.found.retain(|found| matches!(found.key, Key::Livelock(..)));
    result
}

impl Search<'_> {
    /// Returns true for a program that has come so far, or printed so much, that it may print for ever.
    fn may_print_for_ever(&self, state: &Row) -> bool {
        let printed = self.program.printed(state);
        self.prints && (printed > TALKS || self.met.len() > LONG && self.program.prints())
    }

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
        if !self.prints {
            // The text is the last word.
            self.words.pop();
        }
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

    /// Adds the livelocks: of a program that can end, points from which no schedule ends, and cycles that a fair run can go round for ever.
    fn livelocks(&mut self, program: &Lowered, options: &Options) {
        let (edges, ends) = (std::mem::take(&mut self.edges), std::mem::take(&mut self.ends));
        let plain = edges.iter().map(|edge| (edge.from, edge.to)).collect();
        let (can_end, points) = ends_reached(self.met.len(), plain, ends);
        if self.result.executions > 0 {
            let ways = points.into_iter().map(|number| schedule(way(&self.met, Some(number), &[]).into_iter(), &[]));
            let found = livelock::among(program, options, ways, false);
            self.finds.found.extend(found.into_iter().map(|Found { key, schedule }| (key, schedule)));
        }
        let cycles = fair_cycles(self.met.len(), &edges);
        let cycles = cycles.into_iter().filter(|cycle| can_end[cycle.first as usize]).take(CYCLES);
        let rounds: Vec<Schedule> = cycles.filter_map(|cycle| self.round(&cycle)).collect();
        let found = livelock::among(program, options, rounds.into_iter(), true);
        self.finds.found.extend(found.into_iter().map(|Found { key, schedule }| (key, schedule)));
    }

    /// The schedule that leads to a cycle, and once round it.
    fn round(&mut self, cycle: &Cycle) -> Option<Schedule> {
        let mut made = whole(way(&self.met, Some(cycle.first), &[]));
        let first = behind(&self.program, &made)?;
        let mut row = self.program.row(&first);
        for &thread in &cycle.threads {
            let next = self.program.transition(&row, ThreadId(thread))?;
            next.by.iter().for_each(|burst| made.push(burst.thread, u64::from(burst.steps)));
            row = next.row;
        }
        Some(made)
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

/// The state that a schedule leads to.
fn behind(program: &Program<'_>, schedule: &Schedule) -> Option<State> {
    let mut state = program.execution().first().with_room(ROOM);
    for thread in schedule.ids() {
        program.execution().step_in_place(&mut state, thread)?;
    }
    Some(state)
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
