//! Every schedule, one by one, without any reduction: the baseline for the savings of the other algorithms. Scheduling
//! points are as for states ([`Atoms`]); races are those of definition 9.2, looked for in every state of every run.
//!
//! Definition: the runs that `traces` (`tests/definition`) counts, before equivalent ones are put together; the findings
//! are those of [`crate::plain::explore`] (`tests/cross.rs`).

use crate::findings::Findings;
use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::path::Path;
use crate::result::{Cut, Exploration};
use crate::space::{Child, Keep, Kind, Space};
use crate::state::{Turn, cycles, races};
use racefree_interp::drive::Key;
use racefree_interp::machine::{Atoms, Lowered};
use racefree_interp::options::Limit;
use racefree_interp::schedule::Schedule;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// A state of the run at hand.
struct ChoicePoint {
    state: Vec<u32>,
    turns: Vec<Turn>,
    /// The next thread to be let go on.
    next: usize,
}

struct Dfs<'a> {
    space: &'a mut Space<Atoms>,
    first: Child,
    run: Vec<ChoicePoint>,
    found: Findings<Schedule>,
}

/// Explores run by run.
pub fn explore(program: &Arc<Lowered>, options: &Options) -> Exploration {
    let keep = Keep { output: options.outcomes, transactions: options.transactions(program), ..Keep::default() };
    let mut space: Space<Atoms> = Space::new(program.clone(), options, keep);
    let (initial, first, extra) = space.first();
    let mut search = Dfs { space: &mut space, first, run: Vec::new(), found: Findings::default() };
    search.found.cut = extra.limit.map(Cut::Limit);
    for key in &extra.wrong {
        search.found.note(key, || Path::new(first.steps).schedule(&[first.name]));
    }
    search.found.counts.states = 1;
    search.enter(initial);
    let mut meter = Meter::new(options);
    let mut run_steps = 0u64;
    while !search.run.is_empty() {
        search.stop(options, &mut meter);
        if matches!(search.found.cut, Some(cut) if !matches!(cut, Cut::Limit(_))) {
            break;
        }
        let long = run_steps > options.limits.steps;
        run_steps = match search.next(options, long) {
            Some(steps) => run_steps + u64::from(steps),
            None => run_steps - u64::from(search.back()),
        };
    }
    let Dfs { found, .. } = search;
    found.conclude(options, &mut space, |_, _, schedule| schedule)
}

impl Dfs<'_> {
    /// Looks at the budget.
    fn stop(&mut self, options: &Options, meter: &mut Meter<'_>) {
        let counts = self.found.counts;
        let used = Used { steps: counts.steps, states: counts.executions };
        let cut = meter.check(used, || {
            options.control.executions.store(counts.executions, Relaxed);
            Space::memory(self.space)
        });
        let enough = options.until_unsound && self.found.unsound;
        self.found.cut = cut.or(enough.then_some(Cut::Found)).or(self.found.cut);
    }

    /// Goes on with the next thread of the last state, if there is one; the number of its steps. A run that is too `long` does not
    /// go on.
    fn next(&mut self, options: &Options, long: bool) -> Option<u32> {
        let goes = |t: &Turn| t.step.kind.goes();
        let found = &mut self.found;
        let point = self.run.last_mut()?;
        if point.next == 0 && !point.turns.iter().any(goes) && !point.turns.iter().any(|t| t.step.kind == Kind::Limit) {
            found.counts.executions += 1;
            found.counts.blocked += u64::from(point.turns.iter().any(|t| t.step.kind == Kind::Blocked));
            if options.outcomes || options.ends {
                found.outcomes.add(&point.state);
            }
        }
        if long {
            found.cut.get_or_insert(Cut::Limit(Limit::Steps));
        }
        let next = (point.next..point.turns.len()).find(|&i| !long && goes(&point.turns[i]))?;
        point.next = next + 1;
        let turn = point.turns[next];
        let (step, mut state) = (turn.step, Vec::new());
        let closed = self.space.successor(&point.state, &turn, &mut state);
        found.counts.transitions += 1;
        found.counts.states += 1;
        found.counts.steps += u64::from(step.steps);
        self.enter(state);
        for key in closed.iter().flat_map(|keys| &**keys) {
            let Dfs { first, run, found, space } = self;
            found.note(key, || path(space, first, run).schedule(&[]));
        }
        Some(step.steps)
    }

    /// Takes the last transition back; the number of its steps.
    fn back(&mut self) -> u32 {
        self.run.pop();
        self.run.last().map_or(0, |point| point.turns[point.next - 1].step.steps)
    }

    /// A new state at the end of the run.
    fn enter(&mut self, state: Vec<u32>) {
        let mut turns = Vec::with_capacity(state.len());
        self.space.turns(&state, &mut turns);
        let Dfs { space, first, run, found } = self;
        let path = || path(space, first, run);
        races(&turns, |a, b| found.race(&a.step, &b.step, || path().race(a.name, b.name)));
        cycles(&turns, |threads, sites| found.note(&Key::Deadlock(sites), || path().schedule(&threads)));
        for turn in &turns {
            let Some(extra) = space.extra(&turn.step) else { continue };
            for key in &extra.wrong {
                found.note(key, || path().wrong(turn.name, &turn.step, Some(extra)));
            }
            found.cut = found.cut.or(extra.limit.map(Cut::Limit));
        }
        run.push(ChoicePoint { state, turns, next: 0 });
    }
}

/// The run up to its last state, which no transition from there is a part of.
fn path(space: &Space<Atoms>, first: &Child, run: &[ChoicePoint]) -> Path {
    let mut path = Path::new(first.steps);
    for point in run.iter().filter(|point| point.next > 0) {
        let turn = &point.turns[point.next - 1];
        path.push(turn.name, &turn.step, space.extra(&turn.step).map(|e| &**e));
    }
    path
}
