//! Every schedule, one by one, without any reduction: what the other algorithms save is measured against it. Scheduling
//! points are as for states ([`Atoms`]); races are those of definition 9.2, looked for in every state of every run.

use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::outcome::Outcomes;
use crate::path::Path;
use crate::result::{Cut, Exploration, Found, unsound};
use crate::space::{Child, Keep, Kind, Space, Step, successor};
use crate::state::{Turn, cycles, race_key, races};
use crate::stepper::Stepper;
use racefree_interp::drive::Key;
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::machine::{Atoms, Lowered};
use racefree_interp::options::Limit;
use racefree_interp::schedule::Schedule;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// A state of the run at hand.
struct Frame {
    state: Vec<u32>,
    turns: Vec<Turn>,
    /// The next thread to be let go on.
    next: usize,
}

struct Search<'a> {
    space: &'a mut Space<Atoms>,
    first: Child,
    frames: Vec<Frame>,
    found: BTreeMap<Key, Schedule>,
    unsound: bool,
    cut: Option<Cut>,
}

/// Explores run by run.
pub fn explore(program: &Arc<Lowered>, options: &Options) -> Exploration {
    let keep = Keep { output: options.outcomes, ..Keep::default() };
    let mut space: Space<Atoms> =
        Space::new(program.clone(), options.semantics, options.limits, options.monitors, keep);
    let (initial, first, extra) = space.first();
    let mut result = Exploration::new(options.algorithm);
    let cut = extra.limit.map(Cut::Limit);
    let mut search =
        Search { space: &mut space, first, frames: Vec::new(), found: BTreeMap::new(), unsound: false, cut };
    for key in extra.wrong {
        search.unsound |= unsound(&key);
        search.found.insert(key, Path::new(first.steps).schedule(&[0]));
    }
    search.enter(initial);
    let mut outcomes = Outcomes::default();
    let mut meter = Meter::new(options);
    let mut run_steps = 0u64;
    result.states = 1;
    while let Some(frame) = search.frames.last_mut() {
        let used = Used { steps: result.steps, states: result.executions };
        let space = &*search.space;
        let stop = meter.check(used, || {
            options.control.executions.store(result.executions, Relaxed);
            space.memory()
        });
        if options.until_unsound && search.unsound {
            search.cut = Some(Cut::Found);
        }
        if let Some(cut) = stop {
            search.cut = Some(cut);
        }
        if matches!(search.cut, Some(cut) if !matches!(cut, Cut::Limit(_))) {
            break;
        }
        let goes = |t: &Turn| t.step.kind.goes();
        if frame.next == 0 && !frame.turns.iter().any(goes) {
            let limited = frame.turns.iter().any(|t| t.step.kind == Kind::Limit);
            if !limited {
                result.executions += 1;
                result.blocked += u64::from(frame.turns.iter().any(|t| t.step.kind == Kind::Blocked));
                if options.outcomes || options.ends {
                    outcomes.add(&frame.state);
                }
            }
        }
        let long = run_steps > options.limits.steps;
        if long {
            search.cut.get_or_insert(Cut::Limit(Limit::Steps));
        }
        let next = (frame.next..frame.turns.len()).find(|&i| !long && goes(&frame.turns[i]));
        match next {
            Some(i) => {
                frame.next = i + 1;
                let step = frame.turns[i].step;
                let mut state = Vec::new();
                successor(search.space.known(), &frame.state, frame.turns[i].slot, &step, &mut state);
                result.transitions += 1;
                result.states += 1;
                result.steps += u64::from(step.steps);
                run_steps += u64::from(step.steps);
                search.enter(state);
            }
            None => {
                search.frames.pop();
                if let Some(frame) = search.frames.last() {
                    run_steps -= u64::from(frame.turns[frame.next - 1].step.steps);
                }
            }
        }
    }
    result.cut = search.cut;
    result.found = search.found.into_iter().map(|(key, schedule)| Found { key, schedule }).collect();
    result.memory = space.memory();
    result.ends = outcomes.different();
    if options.outcomes {
        result.outcomes = outcomes.render(&mut space);
    }
    result
}

impl Search<'_> {
    /// A new state at the end of the run.
    fn enter(&mut self, state: Vec<u32>) {
        let mut turns = Vec::with_capacity(state.len());
        self.space.turns(&state, &mut turns);
        self.frames.push(Frame { state, turns, next: 0 });
        let turns = &self.frames[self.frames.len() - 1].turns;
        let mut new: Vec<(Key, Vec<ThreadName>)> = Vec::new();
        races(turns, |a, b| new.push((race_key(&a.step, &b.step), vec![a.name, b.name])));
        cycles(turns, |threads, sites| new.push((Key::Deadlock(sites), threads)));
        for turn in turns.clone() {
            if let Some(extra) = self.space.extra(&turn.step).cloned() {
                new.extend(extra.wrong.iter().map(|key| (key.clone(), vec![turn.name])));
                self.cut = self.cut.or(extra.limit.map(Cut::Limit));
            }
        }
        for (key, involved) in new {
            self.unsound |= unsound(&key);
            if !self.found.contains_key(&key) {
                let schedule = self.schedule(&key, &involved);
                self.found.insert(key, schedule);
            }
        }
    }

    #[cold]
    fn schedule(&self, key: &Key, involved: &[ThreadName]) -> Schedule {
        let mut path = Path::new(self.first.steps);
        let go = |path: &mut Path, name: ThreadName, step: &Step| {
            path.push(name, step, self.space.extra(step).map(|e| &**e));
        };
        let (last, before) = match self.frames.split_last() {
            Some(split) => split,
            None => return Schedule::default(),
        };
        for frame in before {
            let turn = &frame.turns[frame.next - 1];
            go(&mut path, turn.name, &turn.step);
        }
        match key {
            Key::Race(..) => {
                involved.iter().for_each(|&t| path.steps(t, 0));
                involved.iter().rev().for_each(|&t| path.steps(t, 1));
            }
            Key::Deadlock(_) => {}
            Key::Exception(..) | Key::Monitor(..) | Key::Stuck(_) => {
                if let Some(turn) = last.turns.iter().find(|t| involved.contains(&t.name)) {
                    path.push_wrong(turn.name, &turn.step, self.space.extra(&turn.step).map(|e| &**e));
                }
            }
        }
        path.schedule(involved)
    }
}
