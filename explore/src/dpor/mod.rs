//! Optimal dynamic partial order reduction: exactly one run of each Mazurkiewicz trace (Abdulla, Aronis, Jonsson, Sagonas,
//! *Optimal Dynamic Partial Order Reduction*, POPL 2014; *Source Sets*, JACM 2017, algorithm 2).
//!
//! Two things are as the calculus needs them. A release orders but is not reversed: at an acquire the reversible partner
//! is the last acquire of the lock, and at the end of a run the same holds for each blocked thread and the owner of its
//! lock. And a transition is an access or an acquire with the releases and forks after it ([`COARSE`]): these can be moved
//! before whatever other threads do in between, so no trace is lost and none counted twice.
//!
//! With scheduling points at acquires only ([`SPANS`]), the same algorithm covers the orders of acquires, and the accesses in
//! between are watched for races by happens-before.

mod run;
mod team;
mod tree;

use crate::meter::{Meter, Used};
use crate::options::{Algorithm, Options};
use crate::outcome::Outcomes;
use crate::path::Path;
use crate::result::{Cut, Exploration, Found, unsound};
use crate::space::{Child, Effect, Keep, Kind, NONE, Space, Step};
use crate::state::{Turn, cycles, race_key};
use crate::states::successor;
use crate::stepper::{Shared, Stepper};
use racefree_interp::drive::Key;
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::machine::{COARSE, Lowered, SPANS};
use racefree_interp::options::Limit;
use racefree_interp::schedule::Schedule;
use run::{Run, Sequence, clash};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use team::{Job, SharedFrame, SharedState, Team};
use tree::{Action, Nodes};

/// The longest run in transitions: what happens before what takes a bit for each pair.
const LONGEST: usize = 1 << 13;

/// A state of the run at hand, and what is to be done there.
#[derive(Clone, Debug, Default)]
struct Frame {
    state: Vec<u32>,
    /// Threads whose next step is covered by other runs, those under way among them.
    sleep: Vec<Action>,
    /// The wakeup tree.
    tree: u32,
    /// Whether a first step was chosen.
    started: bool,
    /// Where sleep set and wakeup tree are, if other workers know the state too; `sleep` is a part of the former then.
    shared: Option<SharedState>,
}

/// What was found.
#[derive(Default)]
struct Findings {
    found: BTreeMap<Key, Schedule>,
    outcomes: Outcomes,
    executions: u64,
    blocked: u64,
    /// Runs that ended because all that could be done was covered; with optimal reduction there is none.
    redundant: u64,
    transitions: u64,
    steps: u64,
    cut: Option<Cut>,
    unsound: bool,
    raced: bool,
}

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
    raced: Vec<usize>,
    sync: bool,
    /// Work done since the budget was looked at, beside a step.
    cost: u32,
    /// Runs and steps that the other workers have been told of.
    told: (u64, u64),
}

/// Explores by runs.
pub fn explore(program: &Arc<Lowered>, options: &Options) -> Exploration {
    match options.algorithm {
        Algorithm::Sync => explore_at::<SPANS>(program, options),
        Algorithm::States | Algorithm::Dpor | Algorithm::Dfs => explore_at::<COARSE>(program, options),
    }
}

fn explore_at<const POINTS: u8>(program: &Arc<Lowered>, options: &Options) -> Exploration {
    let keep = Keep { output: options.outcomes, effects: POINTS == SPANS, ..Keep::default() };
    let mut space: Space<POINTS> =
        Space::new(program.clone(), options.semantics, options.limits, options.monitors, keep);
    let (heap, first, extra) = space.first();
    let mut result = Exploration::new(options.algorithm);
    let team = Team::new(options.threads.clamp(1, 64));
    let initial = [heap, first.local];
    let sync = POINTS == SPANS;
    let mut findings = if team.workers == 1 {
        Search::new(options, &team, &mut space, first, sync).work(&initial, true)
    } else {
        let shared = Mutex::new(space);
        let all: Vec<Findings> = std::thread::scope(|scope| {
            let (team, shared) = (&team, &shared);
            let begin = |me| {
                scope.spawn(move || {
                    Search::new(options, team, &mut Shared::new(shared), first, sync).work(&initial, me == 0)
                })
            };
            let workers: Vec<_> = (0..team.workers).map(begin).collect();
            workers.into_iter().filter_map(|w| w.join().ok()).collect()
        });
        space = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
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
    result.memory = space.memory();
    result.found = findings.found.into_iter().map(|(key, schedule)| Found { key, schedule }).collect();
    result.outcomes = findings.outcomes.render(&mut space);
    result
}

impl Findings {
    /// With what another worker has found.
    fn join(mut self, other: Findings) -> Findings {
        for (key, schedule) in other.found {
            self.found.entry(key).or_insert(schedule);
        }
        self.outcomes.merge(other.outcomes);
        self.executions += other.executions;
        self.blocked += other.blocked;
        self.redundant += other.redundant;
        self.transitions += other.transitions;
        self.steps += other.steps;
        self.cut = self.cut.or(other.cut);
        self
    }
}

impl<'a, S: Stepper> Search<'a, S> {
    fn new(options: &'a Options, team: &'a Team, stepper: &'a mut S, first: Child, sync: bool) -> Search<'a, S> {
        Search {
            options,
            team,
            stepper,
            first,
            frames: Vec::new(),
            run: Run::new(),
            nodes: Nodes::default(),
            found: Findings::default(),
            seen_races: FxHashSet::default(),
            recent: Vec::new(),
            v: Sequence::default(),
            raced: Vec::new(),
            sync,
            cost: 0,
            told: (0, 0),
        }
    }

    /// Explores; the first worker from the first state, the others what is given to them.
    fn work(mut self, initial: &[u32], first: bool) -> Findings {
        self.frames.push(Frame { state: initial.to_vec(), tree: NONE, ..Frame::default() });
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
        self.found
    }

    fn search(&mut self, meter: &mut Meter<'_>) {
        let (options, team) = (self.options, self.team);
        let mut told = self.told;
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
            let steps = self.found.steps - told.1 + team.steps.load(Relaxed);
            let used = Used { steps, states: self.found.executions - told.0 + team.executions.load(Relaxed) };
            let (found, run, stepper) = (&self.found, &self.run, &self.stepper);
            let memory = || {
                team.executions.fetch_add(found.executions - told.0, Relaxed);
                team.steps.fetch_add(found.steps - told.1, Relaxed);
                told = (found.executions, found.steps);
                options.control.executions.store(team.executions.load(Relaxed), Relaxed);
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
                None if team.stop.load(Relaxed) => break,
                None => {}
            }
        }
        self.told = told;
    }

    /// Shares the run down to the first state where a branch waits.
    #[cold]
    fn give(&mut self) {
        let depth = self.run.events.len();
        let (frames, nodes, run) = (&mut self.frames[..=depth], &mut self.nodes, &self.run);
        self.team.offer(|| {
            let under_way = |i: usize| run.events.get(i).map(|e| e.action);
            let waits = |i: usize, f: &Frame| match &f.shared {
                Some(shared) => lock(shared).waits(),
                None => {
                    f.started && f.tree != NONE && under_way(i).is_none_or(|action| clash(action, nodes.action(f.tree)))
                }
            };
            let at = frames.iter().enumerate().position(|(i, f)| waits(i, f))?;
            let mut states = Vec::with_capacity(at + 1);
            for (i, frame) in frames[..=at].iter_mut().enumerate() {
                let shared = frame.shared.get_or_insert_with(|| {
                    let mut shared = SharedFrame { sleep: frame.sleep.clone(), tree: NONE, ..SharedFrame::default() };
                    shared.tree = nodes.move_to(frame.tree, &mut shared.nodes);
                    frame.tree = NONE;
                    under_way(i).into_iter().for_each(|action| shared.enter(action));
                    Arc::new(Mutex::new(shared))
                });
                if let Some(action) = under_way(i)
                    && i < at
                {
                    lock(shared).enter(action);
                }
                states.push(shared.clone());
            }
            Some(Job { run: run.events[..at].iter().map(|e| e.action.thread).collect(), states })
        });
    }

    /// Makes a run again that another worker has shared.
    fn take_up(&mut self, job: Job) {
        while !self.run.events.is_empty() {
            self.run.pop();
        }
        let counted = (self.found.transitions, self.found.steps);
        let mut states = job.states.into_iter();
        for (depth, thread) in job.run.into_iter().enumerate() {
            self.enter_shared(depth, states.next());
            if let Some((local, step)) = self.turn_of(depth, thread) {
                self.execute(depth, thread, local, step, NONE);
            }
        }
        self.enter_shared(self.run.events.len(), states.next());
        (self.found.transitions, self.found.steps) = counted;
    }

    fn enter_shared(&mut self, depth: usize, shared: Option<SharedState>) {
        let frame = &mut self.frames[depth];
        frame.started = true;
        // Not what the state before has asleep by now: that may be later than this branch.
        match &shared {
            Some(shared) => frame.sleep.clone_from(&lock(shared).sleep),
            None => frame.sleep.clear(),
        }
        frame.shared = shared;
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
                Some((local, step)) => {
                    self.execute(depth, action.thread, local, step, subtree);
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
        let (mut best, mut asleep, mut limit) = (None, false, false);
        if self.run.steps < self.options.limits.steps && depth < LONGEST {
            for &local in &frame.state[1..] {
                let step = self.stepper.step(local, frame.state[0]);
                limit |= step.kind == Kind::Limit;
                if !step.kind.goes() {
                    continue;
                }
                let name = self.stepper.name(local);
                if frame.sleep.iter().any(|a| a.thread == name) {
                    asleep = true;
                } else if best.is_none() || last == Some(name) {
                    best = Some((name, local, step));
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
            Some((name, local, step)) => {
                self.execute(depth, name, local, step, NONE);
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

    /// The thread of a name, and what it is about to do.
    fn turn_of(&mut self, depth: usize, name: ThreadName) -> Option<(u32, Step)> {
        let state = &self.frames[depth].state;
        let local = state[1..].iter().copied().find(|&l| self.stepper.name(l) == name)?;
        let step = self.stepper.step(local, state[0]);
        step.kind.goes().then_some((local, step))
    }

    #[inline]
    fn execute(&mut self, depth: usize, thread: ThreadName, local: u32, step: Step, tree: u32) {
        let action = Action { thread, kind: step.kind, target: step.target };
        let extra = if step.extra == NONE { None } else { self.stepper.extra(step.extra) };
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
        successor(&mut *self.stepper, &frame.state, local, &step, &mut next.state);
        next.sleep.clear();
        next.sleep.extend(frame.sleep.iter().filter(|&&a| !clash(a, action)));
        next.tree = tree;
        (next.started, next.shared) = (false, None);
        // Whoever comes after it need not begin with it again.
        frame.sleep.push(action);
    }

    /// Two accesses race: a state in which both are pending lies on another run.
    #[inline]
    fn raced(&mut self, earlier: usize, later: usize) {
        let (other, step) = (&self.run.events[earlier].step, &self.run.events[later].step);
        let (a, b) = (other.site.number(), step.site.number());
        let short = (step.field.0, a.min(b), a.max(b));
        if self.recent.contains(&short) {
            return;
        }
        if self.recent.len() >= 8 {
            self.recent.clear();
        }
        self.recent.push(short);
        if self.seen_races.insert(short) {
            let schedule = race_schedule(&self.run, self.first, earlier, later);
            self.found.found.entry(race_key(other, step)).or_insert(schedule);
            self.found.unsound = true;
        }
    }

    /// What goes wrong in the transition made last.
    #[cold]
    fn note(&mut self, event: usize) {
        let Some(extra) = self.run.events[event].extra.clone() else { return };
        for key in &extra.wrong {
            self.found.unsound |= unsound(key);
            if !self.found.found.contains_key(key) {
                let mut path = Path::new(self.first.steps);
                // Where accesses order nothing, any earlier event may matter.
                let matters = |i: &usize| self.sync || self.run.ordered(*i, event);
                (0..event).filter(matters).for_each(|i| push(&mut path, &self.run, i));
                let last = &self.run.events[event];
                path.push_wrong(last.action.thread, &last.step, last.extra.as_deref());
                self.found.found.insert(key.clone(), path.schedule(&[]));
            }
        }
    }

    /// Races of the transition made last, where transitions have many accesses.
    fn effects(&mut self) {
        let event = self.run.events.len() - 1;
        let mut raced: Option<(Effect, Effect)> = None;
        self.run.push_effects(|a, b| raced = raced.or(Some((*a, *b))));
        if let Some((a, b)) = raced {
            let key = Key::Race(b.field, a.site.min(b.site), a.site.max(b.site));
            let mut path = Path::new(self.first.steps);
            (0..=event).for_each(|i| push(&mut path, &self.run, i));
            self.found.found.entry(key).or_insert_with(|| path.schedule(&[]));
            (self.found.unsound, self.found.raced) = (true, true);
        }
    }

    /// The run cannot go on: counts it, and has what else could have happened explored.
    fn finish(&mut self, depth: usize, limit: bool) {
        let mut turns = Vec::new();
        let state = self.frames[depth].state.clone();
        for &local in &state[1..] {
            let step = self.stepper.step(local, state[0]);
            turns.push(Turn { name: self.stepper.name(local), step });
            self.ending(&step, depth);
        }
        if limit {
            self.found.cut.get_or_insert(Cut::Limit(Limit::Steps));
        } else {
            self.found.executions += 1;
            self.found.blocked += u64::from(turns.iter().any(|t| t.step.kind == Kind::Blocked));
            if self.options.outcomes {
                self.found.outcomes.add(&state);
            }
        }
        let (run, first, found) = (&self.run, self.first, &mut self.found);
        cycles(&turns, |threads, sites| {
            let key = Key::Deadlock(sites);
            found.found.entry(key).or_insert_with(|| {
                let mut path = Path::new(first.steps);
                (0..run.events.len()).for_each(|i| push(&mut path, run, i));
                path.schedule(&threads)
            });
        });
        // Long runs have many races, and each is worked out anew.
        self.cost += (depth * depth / 1024) as u32;
        let mut v = std::mem::take(&mut self.v);
        for event in 0..depth {
            for number in self.run.races_of(event) {
                let earlier = self.run.race(number);
                self.run.reversal(earlier, event, &mut v);
                self.insert(earlier, &mut v);
            }
        }
        for turn in turns.iter().filter(|t| t.step.kind == Kind::Blocked) {
            let action = Action { thread: turn.name, kind: Kind::Acquire, target: turn.step.target };
            if let Some(earlier) = self.run.blocked_reversal(action, &mut v) {
                self.insert(earlier, &mut v);
            }
        }
        self.v = v;
    }

    /// What goes wrong with a thread that cannot go on.
    fn ending(&mut self, step: &Step, depth: usize) {
        if step.extra == NONE || !matches!(step.kind, Kind::Stuck | Kind::Limit) {
            return;
        }
        let Some(extra) = self.stepper.extra(step.extra) else { return };
        if let Some(limit) = extra.limit {
            self.found.cut.get_or_insert(Cut::Limit(limit));
        }
        for key in &extra.wrong {
            self.found.unsound |= unsound(key);
            if !self.found.found.contains_key(key) {
                let mut path = Path::new(self.first.steps);
                (0..depth).for_each(|i| push(&mut path, &self.run, i));
                self.found.found.insert(key.clone(), path.schedule(&[]));
            }
        }
    }

    /// Asks for a run that begins with `v` at the state before event `at`, unless there is one already.
    #[inline]
    fn insert(&mut self, at: usize, v: &mut Sequence) {
        let frame = &mut self.frames[at];
        let run = &self.run;
        let covered = |sleep: &[Action], v: &Sequence| sleep.iter().any(|&a| run.weak_initial(v, a).is_some());
        if covered(&frame.sleep, v) {
            return;
        }
        let Some(shared) = &frame.shared else { return insert(&mut self.nodes, &mut frame.tree, run, v) };
        let mut shared = lock(shared);
        frame.sleep.clone_from(&shared.sleep);
        if !covered(&frame.sleep, v) {
            let SharedFrame { nodes, tree, .. } = &mut *shared;
            insert(nodes, tree, run, v);
        }
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

/// Adds a sequence to a wakeup tree, unless what is there leads to an equivalent run.
fn insert(nodes: &mut Nodes, roots: &mut u32, run: &Run, v: &mut Sequence) {
    let (mut parent, mut at) = (NONE, *roots);
    while at != NONE {
        match run.weak_initial(v, nodes.action(at)) {
            None => at = nodes.next(at),
            Some(initial) => {
                v.remove(initial);
                if nodes.child(at) == NONE || v.is_empty() {
                    return;
                }
                (parent, at) = (at, nodes.child(at));
            }
        }
    }
    for action in run.actions(v) {
        parent = nodes.append(parent, roots, action);
    }
}

fn lock(shared: &SharedState) -> std::sync::MutexGuard<'_, SharedFrame> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn push(path: &mut Path, run: &Run, event: usize) {
    let event = &run.events[event];
    path.push(event.action.thread, &event.step, event.extra.as_deref());
}

/// A schedule in which both threads of a race get there, and then both go.
#[cold]
fn race_schedule(run: &Run, first: Child, earlier: usize, later: usize) -> Schedule {
    let mut path = Path::new(first.steps);
    let causes = |i: usize| i != earlier && (run.ordered(i, later) || (i < earlier && run.ordered(i, earlier)));
    for event in (0..later).filter(|&i| causes(i)) {
        push(&mut path, run, event);
    }
    let [a, b] = [earlier, later].map(|i| run.events[i].action.thread);
    path.steps(a, 0);
    path.steps(b, 0);
    path.steps(b, 1);
    path.steps(a, 1);
    path.schedule(&[])
}
