//! Optimal dynamic partial order reduction: exactly one run of each Mazurkiewicz trace (Abdulla, Aronis, Jonsson, Sagonas,
//! *Optimal Dynamic Partial Order Reduction*, POPL 2014; *Source Sets*, JACM 2017, algorithm 2).
//!
//! Two things are as the calculus needs them. A release orders but is not reversed: at an acquire the reversible partner
//! is the last acquire of the lock, and at the end of a run the same holds for each blocked thread and the owner of its
//! lock. And a transition is an access or an acquire with the releases and forks after it ([`Coarse`]): these can be moved
//! before whatever other threads do in between, so no trace is lost and none counted twice.
//!
//! With scheduling points at acquires only ([`Spans`]), the same algorithm covers the orders of acquires, and the accesses in
//! between are watched for races by happens-before.

mod ending;
mod findings;
mod run;
mod scratch;
mod share;
mod team;
mod tree;

use crate::explorer::Spare;
use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::path::Path;
use crate::result::{Cut, Exploration, Found};
use crate::space::{Child, Keep, Kind, NONE, Space, successor};
use crate::state::Turn;
use crate::stepper::{Pool, Shared, Stepper};
use findings::Findings;
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::machine::{Lowered, SchedulingPoints};
use racefree_interp::options::Limit;
use run::{Run, Sequence, clash};
use rustc_hash::FxHashSet;
use scratch::Frame;
pub use scratch::Scratch;
use share::lock;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use team::{Member, Team};
use tree::{Action, Nodes};

/// The longest run in transitions: what happens before what takes a bit for each pair.
const LONGEST: usize = 1 << 13;

struct Search<'a, S> {
    options: &'a Options,
    team: &'a Team,
    stepper: &'a mut S,
    first: Child,
    frames: Vec<Frame>,
    run: Run,
    nodes: Nodes,
    found: Findings,
    seen_races: FxHashSet<(u32, u32, u32)>,
    recent: Vec<(u32, u32, u32)>,
    v: Sequence,
    turns: Vec<Turn>,
    raced: Vec<usize>,
    sync: bool,
    /// Work done since the budget was looked at, beside a step.
    cost: u32,
    /// Runs and steps that the other workers have been told of.
    told: (u64, u64),
    /// Those that they have told of.
    others: (u64, u64),
    scratch: &'a mut Scratch,
}

/// Explores by runs.
pub fn explore<P: SchedulingPoints>(
    program: &Arc<Lowered>,
    options: &Options,
    spare: &mut Spare<P>,
    scratch: &mut Scratch,
) -> Exploration {
    let keep = Keep { output: options.outcomes, effects: P::SPANS, ..Keep::default() };
    let mut space = spare.space(program, options, keep);
    if options.threads > 1 {
        space.share();
    }
    let (initial, first, extra) = space.first();
    let mut result = Exploration::new(options.algorithm);
    let team = Team::new(options.threads.clamp(1, 64));
    let sync = P::SPANS;
    let mut findings = if team.workers == 1 {
        Search::new(options, &team, &mut space, first, sync, scratch).work(&initial, true)
    } else {
        let pool = Pool::new(space);
        let all: Vec<Findings> = std::thread::scope(|scope| {
            let (team, pool, initial) = (&team, &pool, &initial);
            let begin = |me| {
                scope.spawn(move || {
                    let _member = Member(team);
                    let mut scratch = Scratch::default();
                    Search::new(options, team, &mut Shared::new(pool), first, sync, &mut scratch).work(initial, me == 0)
                })
            };
            let workers: Vec<_> = (0..team.workers).map(begin).collect();
            workers.into_iter().map(|w| w.join().unwrap_or_else(|failed| resume_unwind(failed))).collect()
        });
        space = pool.into_space();
        all.into_iter().fold(Findings::default(), Findings::join)
    };
    for key in extra.wrong {
        findings.found.insert(key, Path::new(first.steps).schedule(&[0]));
    }
    result.cut = extra.limit.map(Cut::Limit).or(findings.cut);
    result.executions = findings.executions;
    result.blocked = findings.blocked;
    result.redundant = findings.redundant;
    result.transitions = findings.transitions;
    result.states = findings.transitions + 1;
    result.steps = findings.steps;
    result.memory = Space::memory(&space);
    result.found = findings.found.into_iter().map(|(key, schedule)| Found { key, schedule }).collect();
    result.ends = findings.outcomes.different();
    if options.outcomes {
        result.outcomes = findings.outcomes.render(&mut space);
    }
    spare.keep(space);
    result
}

impl<'a, S: Stepper> Search<'a, S> {
    fn new(
        options: &'a Options,
        team: &'a Team,
        stepper: &'a mut S,
        first: Child,
        sync: bool,
        scratch: &'a mut Scratch,
    ) -> Search<'a, S> {
        let Scratch { frames, run, nodes, v, turns } = std::mem::take(scratch).cleared();
        Search {
            options,
            team,
            stepper,
            first,
            frames,
            run,
            nodes,
            found: Findings::default(),
            seen_races: FxHashSet::default(),
            recent: Vec::new(),
            v,
            turns,
            raced: Vec::new(),
            sync,
            cost: 0,
            told: (0, 0),
            others: (0, 0),
            scratch,
        }
    }

    /// Explores; the first worker from the first state, the others what is given to them.
    fn work(mut self, initial: &[u32], first: bool) -> Findings {
        self.frames[0].state.extend_from_slice(initial);
        let mut meter = Meter::new(self.options);
        if first {
            self.search(&mut meter);
        }
        while self.team.workers > 1
            && self.found.cut != Some(Cut::Memory)
            && let Some(job) = self.team.next()
        {
            self.take_up(job);
            self.search(&mut meter);
        }
        let Search { frames, run, nodes, v, turns, found, scratch, .. } = self;
        *scratch = Scratch { frames, run, nodes, v, turns };
        found
    }

    fn search(&mut self, meter: &mut Meter<'_>) {
        let (options, team) = (self.options, self.team);
        let (mut told, mut others) = (self.told, self.others);
        loop {
            if !self.forward() && !self.back() {
                break;
            }
            meter.spend(std::mem::take(&mut self.cost));
            // What comes after a race is not covered where accesses are no scheduling points.
            if (self.found.unsound && options.until_unsound) || (self.found.raced && self.sync) {
                self.found.cut.get_or_insert(Cut::Found);
                team.halt();
                break;
            }
            if team.is_hungry() {
                self.give();
            }
            let used = Used { steps: self.found.steps + others.1, states: self.found.executions + others.0 };
            let (found, run, stepper) = (&self.found, &self.run, &self.stepper);
            let memory = || {
                let (now, made) = ((found.executions, found.steps), &*team.made);
                let add = |all: &AtomicU64, more: u64| all.fetch_add(more, Relaxed) + more;
                let all = (add(&made.0, now.0 - told.0), add(&made.1, now.1 - told.1));
                (told, others) = (now, (all.0 - now.0, all.1 - now.1));
                options.control.executions.store(all.0, Relaxed);
                options.control.states.store(found.transitions, Relaxed);
                options.control.depth.store(run.events.len() as u64, Relaxed);
                stepper.memory(team.workers)
            };
            match meter.check(used, memory) {
                Some(Cut::Memory) => self.forget(),
                Some(cut) => {
                    self.found.cut = Some(cut);
                    team.halt();
                    break;
                }
                None if team.stops() => break,
                None => {}
            }
        }
        (self.told, self.others) = (told, others);
    }

    /// What was looked up so far takes too much memory: only the run at hand is kept.
    #[cold]
    fn forget(&mut self) {
        let mut outcomes = self.found.outcomes.states();
        let depth = self.run.events.len();
        let states = self.frames[..=depth].iter_mut().map(|f| &mut f.state[..]);
        let kept = self.stepper.forget(&mut states.chain(outcomes.iter_mut().map(|o| &mut *o.0)));
        outcomes.into_iter().for_each(|(state, count)| self.found.outcomes.put(state, count));
        if !kept || self.stepper.memory(self.team.workers) * 2 > self.options.budget.memory {
            self.found.cut = Some(Cut::Memory);
        }
    }

    /// Makes a step, if there is one to make here. At the end of a run, looks at what else could have happened.
    #[inline]
    fn forward(&mut self) -> bool {
        if self.found.cut == Some(Cut::Memory) {
            return false;
        }
        let depth = self.run.events.len();
        let frame = &mut self.frames[depth];
        let branch = match &frame.shared {
            None if frame.tree == NONE => None,
            None => {
                let (action, subtree, rest) = self.nodes.take(frame.tree);
                frame.tree = rest;
                Some((action, subtree))
            }
            Some(shared) => {
                let mut shared = lock(shared);
                frame.sleep.clone_from(&shared.sleep);
                shared.waits().then(|| {
                    let roots = shared.tree;
                    let (action, subtree, rest) = shared.nodes.take(roots);
                    shared.tree = rest;
                    shared.sleep.push(action);
                    shared.enter(action);
                    (action, shared.nodes.move_to(subtree, &mut self.nodes))
                })
            }
        };
        if let Some((action, subtree)) = branch {
            frame.started = true;
            return match self.turn_of(depth, action.thread) {
                Some(turn) => {
                    self.execute(depth, turn, subtree);
                    true
                }
                // A wakeup sequence can always be run.
                None => {
                    self.found.redundant += 1;
                    self.forward()
                }
            };
        }
        if frame.started {
            return false;
        }
        frame.started = true;
        self.choose(depth)
    }

    /// The first step at a state where any will do.
    fn choose(&mut self, depth: usize) -> bool {
        let last = self.run.events.last().map(|e| e.action.thread);
        let frame = &self.frames[depth];
        let (mut best, mut asleep, mut limit): (Option<Turn>, _, _) = (None, false, false);
        if self.run.steps < self.options.limits.steps && depth < LONGEST {
            for at in 0..self.stepper.known().threads().len() {
                let (slot, name) = self.stepper.known().threads()[at];
                let Some(turn) = self.stepper.turn(slot, name, &frame.state) else { continue };
                limit |= turn.step.kind == Kind::Limit;
                if !turn.step.kind.goes() {
                    continue;
                }
                if frame.sleep.iter().any(|a| a.thread == name) {
                    asleep = true;
                } else if best.is_none() || last == Some(name) {
                    best = Some(turn);
                    if last == Some(name) {
                        break;
                    }
                }
            }
        } else {
            self.found.cut.get_or_insert(Cut::Limit(Limit::Steps));
            limit = true;
        }
        match best {
            Some(turn) => {
                self.execute(depth, turn, NONE);
                true
            }
            None => {
                if asleep {
                    self.found.redundant += 1;
                } else {
                    self.finish(depth, limit);
                }
                false
            }
        }
    }

    /// What the thread of a name is about to do, if it can go on.
    fn turn_of(&mut self, depth: usize, name: ThreadName) -> Option<Turn> {
        let slot = self.stepper.known().thread_slot(name);
        let turn = self.stepper.turn(slot, name, &self.frames[depth].state);
        turn.filter(|turn| turn.step.kind.goes())
    }

    #[inline]
    fn execute(&mut self, depth: usize, turn: Turn, tree: u32) {
        let Turn { name: thread, slot, step } = turn;
        let action = Action { thread, kind: step.kind, target: step.target };
        let extra = self.stepper.extra(&step).cloned();
        let wrong = extra.as_ref().is_some_and(|e| !e.wrong.is_empty());
        let event = self.run.events.len();
        let mut raced = std::mem::take(&mut self.raced);
        raced.clear();
        self.run.push(action, step, extra, |earlier| raced.push(earlier));
        for &earlier in &raced {
            self.raced(earlier, event);
        }
        self.raced = raced;
        if wrong {
            self.note(event);
        }
        if self.sync {
            self.effects();
        }
        self.found.transitions += 1;
        self.found.steps += u64::from(step.steps);
        // The state after it.
        if self.frames.len() == depth + 1 {
            self.frames.push(Frame::default());
        }
        let (before, after) = self.frames.split_at_mut(depth + 1);
        let (frame, next) = (&mut before[depth], &mut after[0]);
        successor(self.stepper.known(), &frame.state, slot, &step, &mut next.state);
        next.sleep.clear();
        next.sleep.extend(frame.sleep.iter().filter(|&&a| !clash(a, action)));
        next.tree = tree;
        (next.started, next.shared) = (false, None);
        // Whoever comes after it need not begin with it again.
        frame.sleep.push(action);
    }

    /// Takes the last step back.
    fn back(&mut self) -> bool {
        if self.run.events.is_empty() || self.found.cut == Some(Cut::Memory) {
            return false;
        }
        let last = self.run.events.len() - 1;
        if let Some(shared) = &self.frames[last].shared {
            lock(shared).leave(self.run.events[last].action.thread);
        }
        self.run.pop();
        true
    }
}
