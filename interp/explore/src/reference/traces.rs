//! One run for each trace, by sleep sets: where the steps of two threads commute, only one of their orders is followed.
//!
//! A thread falls asleep in a state when all that follows its step has been seen, and wakes when a step is made that does not commute with its
//! own. All states are visited, and each complete run is one of another trace. A run in which all threads that could go on are asleep is given up.

use super::finds::{Finds, beginning};
use super::program::{Next, Position};
use super::rows::Row;
use super::{Again, Burst, Program, schedule_of};
use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::result::{Cut, Exploration, unsound};
use racefree_interp::machine::Lowered;
use racefree_interp::options::Limit;
use racefree_interp::reduction::{Open, Piece};
use racefree_interp::value::ThreadId;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

/// A state on the way, and the threads that are to go on from it.
struct Level {
    row: Row,
    positions: Vec<Rc<Position>>,
    /// Threads asleep, and those already followed.
    asleep: Vec<ThreadId>,
    /// The next thread to be followed.
    next: usize,
    by: Vec<Burst>,
}

struct Search<'p> {
    program: Program<'p>,
    way: Vec<Level>,
    /// Reduction steps of the present run.
    length: u64,
    finds: Finds,
    result: Exploration,
}

/// Explores a run of each trace.
pub(super) fn explore(
    program: &Lowered,
    open: &Open,
    options: &Options,
    meter: &mut Meter<'_>,
    before: u64,
) -> Result<Exploration, Again> {
    let mut search = Search {
        program: Program::with_open(program, options, open),
        way: Vec::new(),
        length: 0,
        finds: Finds::default(),
        result: beginning(program, options, before),
    };
    let first = search.program.first();
    if let Some(piece) = first.opened {
        return Err(Again { piece, steps: search.result.steps });
    }
    search.arrive(first, Vec::new());
    while let Some(level) = search.way.last_mut() {
        let Some(position) = level.positions.get(level.next).cloned() else {
            search.leave();
            continue;
        };
        let thread = ThreadId(level.next as u32);
        level.next += 1;
        if !position.may_step() || level.asleep.contains(&thread) {
            continue;
        }
        if let Some(cut) = search.budget(options, meter) {
            search.result.cut = Some(cut);
            break;
        }
        if let Err(piece) = search.follow(thread, &position) {
            return Err(Again { piece, steps: search.result.steps });
        }
    }
    let Search { program, finds, mut result, .. } = search;
    result.ends = finds.outcomes.len() as u64;
    Ok(finds.finish(result, &program, options))
}

impl Search<'_> {
    /// Makes the transition of a thread from the last state of the way. `Err`: a piece shows to be open.
    fn follow(&mut self, thread: ThreadId, position: &Position) -> Result<(), Piece> {
        let Some(level) = self.way.last_mut() else { return Ok(()) };
        let Some(next) = self.program.transition(&level.row, thread) else {
            self.stuck(thread);
            return Ok(());
        };
        if let Some(piece) = next.opened {
            return Err(piece);
        }
        let commute = |other: &ThreadId| {
            let own = level.positions.get(other.index()).map_or(&[][..], |own| &own.touches);
            !own.iter().any(|a| position.touches.iter().any(|b| a.conflicts(b)))
        };
        let asleep = level.asleep.iter().copied().filter(commute).collect();
        level.asleep.push(thread);
        self.result.transitions += 1;
        self.arrive(next, asleep);
        Ok(())
    }

    /// A state, with the threads that are asleep in it.
    fn arrive(&mut self, next: Next, asleep: Vec<ThreadId>) {
        let Next { row, by, called, .. } = next;
        for m in called {
            self.result.reached[m as usize] = true;
        }
        let steps: u64 = by.iter().map(|b| u64::from(b.steps)).sum();
        self.length += steps;
        self.result.steps += steps;
        self.result.states += 1;
        let limits = self.program.limits;
        let limit = match () {
            () if row.threads().len() > limits.threads as usize => Some(Limit::Threads),
            () if row.objects() > limits.objects as usize => Some(Limit::Objects),
            () if self.length > limits.steps => Some(Limit::Steps),
            () => None,
        };
        let positions = self.program.positions(&row);
        let level = Level { row, positions, asleep, next: 0, by };
        self.note(&level);
        if let Some(limit) = limit {
            self.result.cut.get_or_insert(Cut::Limit(limit));
            self.length -= steps;
            return;
        }
        self.end(&level);
        self.way.push(level);
    }

    /// Notes the errors of a state.
    fn note(&mut self, level: &Level) {
        if self.program.refuses(&level.positions) {
            self.result.cut.get_or_insert(Cut::Refused);
        }
        for (key, threads) in self.program.faults(&level.row, &level.positions) {
            if !self.finds.found.contains_key(&key) {
                let bursts = self.way.iter().chain([level]).flat_map(|l| l.by.iter().copied()).collect();
                self.finds.found.insert(key.clone(), schedule_of(&key, &threads, bursts));
            }
        }
    }

    /// Notes a thread that no rule applies to in the last state of the way; a run ends in it, if there is no other one.
    fn stuck(&mut self, thread: ThreadId) {
        let Some(level) = self.way.last_mut() else { return };
        let Some(key) = self.program.stuck(&level.row, thread) else { return };
        let alone = level.positions.iter().filter(|p| p.may_step()).count() == 1;
        let outcome = alone.then(|| self.program.outcome(&level.row, &level.positions));
        let bursts = self.way.iter().flat_map(|l| l.by.iter().copied()).collect();
        self.finds.found.entry(key).or_insert_with_key(|key| schedule_of(key, &[thread], bursts));
        if let Some(outcome) = outcome {
            let way = || self.way.iter().flat_map(|l| l.by.iter().copied()).collect();
            self.finds.end(outcome, &mut self.result, way);
        }
    }

    /// Counts a run that ends in this state, or is given up in it.
    fn end(&mut self, level: &Level) {
        let mut ready = level.row.threads().zip(&level.positions).filter(|(_, p)| p.may_step()).peekable();
        if ready.peek().is_none() {
            let outcome = self.program.outcome(&level.row, &level.positions);
            let way = || self.way.iter().chain([level]).flat_map(|l| l.by.iter().copied()).collect();
            self.finds.end(outcome, &mut self.result, way);
        } else if ready.all(|(t, _)| level.asleep.contains(&t)) {
            self.result.redundant += 1;
        }
    }

    /// Goes back to the state before the last one.
    fn leave(&mut self) {
        if let Some(level) = self.way.pop() {
            self.length -= level.by.iter().map(|b| u64::from(b.steps)).sum::<u64>();
        }
    }

    fn budget(&self, options: &Options, meter: &mut Meter<'_>) -> Option<Cut> {
        if options.until_unsound && self.finds.found.keys().any(unsound) {
            return Some(Cut::Found);
        }
        meter.spend(1 << 5);
        let result = &self.result;
        let memory = self.way.len() * 4_000 + self.program.memory();
        meter.check(Used { steps: result.steps, states: result.executions }, || {
            options.control.states.store(result.executions, Relaxed);
            memory
        })
    }
}
