//! The shortest schedules: fewest context switches, then fewest reduction steps.
//!
//! Definition, for races: `shortest_race` (`tests/definition`); `tests/cross.rs` holds the two together.
//!
//! Dijkstra's algorithm on states together with the thread that ran last, the two numbers in that order being the
//! length. Local steps after a thread's last visible one are put off until it goes on, and then counted; so unneeded
//! steps are not counted. Scheduling points are before every visible step ([`Visible`]).

use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::path::{Path, way_back};
use crate::space::{Child, Keep, Kind, PartNumber, Space, Step, there};
use crate::state::{Turn, cycles, race_key, races};
use racefree_grammar::index;
use racefree_interp::drive::{Detectors, Finding, Key, RunOptions, replay};
use racefree_interp::index::Packed;
use racefree_interp::machine::intern::Interner;
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::machine::{Lowered, Visible};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::schedule::Schedule;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// A shortest schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The error.
    pub key: Key,
    /// The schedule; of a race, up to a state with both accesses pending, and then these.
    pub schedule: Schedule,
    /// Context switches.
    pub switches: usize,
    /// Reduction steps.
    pub steps: u64,
    /// True if the search shows that no schedule is shorter.
    pub proved: bool,
}

/// Context switches, and steps.
type Length = (u32, u64);

index! {
    /// A vertex of the search.
    VertexId;
}

/// A state together with the thread that ran last.
struct Vertex {
    length: Length,
    /// The vertex before it, and the thread that went on there; the first one has none.
    from: Packed<VertexId>,
    by: ThreadName,
    done: bool,
}

/// Vertex at which an error is met.
struct Goal {
    length: Length,
    vertex: VertexId,
    /// The thread whose transition has the error; none if the state itself is the error.
    by: Option<ThreadName>,
    /// The threads that have to get where they are.
    involved: Vec<ThreadName>,
    proved: bool,
}

struct Dijkstra<'a> {
    space: Space<Visible>,
    keys: FxHashSet<&'a Key>,
    first: Child,
    vertices: Vec<Vertex>,
    /// By vertex: one more than the thread that ran last (0 at the beginning), and the state.
    states: Interner<u32>,
    queue: BinaryHeap<Reverse<(Length, VertexId)>>,
    goals: FxHashMap<Key, Goal>,
    steps: u64,
}

/// Looks for the shortest schedules of these errors. An error that is not found within the budget
/// ([`crate::Budget::states`] counts states together with the thread that ran last) is missing from the answer.
pub fn shortest(program: &Arc<Lowered>, options: &Options, keys: &[Key]) -> Vec<Witness> {
    if program.on_reference() {
        return crate::reference::shortest(program, options, keys);
    }
    let keep = Keep { lag: true, transactions: options.transactions(program), ..Keep::default() };
    let mut space = Space::new(program.clone(), options, keep);
    let (mut initial, first, extra) = space.first();
    initial.insert(0, 0);
    let mut search = Dijkstra {
        space,
        keys: keys.iter().collect(),
        first,
        vertices: Vec::new(),
        states: Interner::default(),
        queue: BinaryHeap::new(),
        goals: FxHashMap::default(),
        steps: 0,
    };
    search.reach(&initial, (0, 0), Packed::NONE, first.name);
    for key in extra.wrong {
        let length = (0, u64::from(first.steps));
        search.goal(key, Goal { length, vertex: VertexId(0), by: None, involved: vec![first.name], proved: false });
    }
    search.run(options);
    let mut witnesses: Vec<Witness> = Vec::new();
    for (key, goal) in std::mem::take(&mut search.goals) {
        let schedule = search.schedule(&key, &goal);
        let schedule = if options.control.is_over() { schedule } else { trimmed(program, options, &key, schedule) };
        let (switches, steps) = (schedule.switches(), schedule.steps());
        witnesses.push(Witness { key, switches, steps, schedule, proved: goal.proved });
    }
    witnesses.sort_by(|a, b| a.key.cmp(&b.key));
    witnesses
}

impl Dijkstra<'_> {
    fn run(&mut self, options: &Options) {
        let mut meter = Meter::new(options);
        let mut next = Vec::new();
        while let Some(Reverse((length, vertex))) = self.queue.pop() {
            if std::mem::replace(&mut self.vertices[vertex.index()].done, true) {
                continue;
            }
            // Nothing that is still to come is shorter.
            for goal in self.goals.values_mut().filter(|g| g.length <= length) {
                goal.proved = true;
            }
            if self.goals.len() == self.keys.len() && self.goals.values().all(|g| g.proved) {
                return;
            }
            let used = Used { steps: self.steps, states: self.vertices.len() as u64 };
            if meter.check(used, || self.memory()).is_some() {
                return;
            }
            self.expand(vertex, length, &mut next);
        }
        self.goals.values_mut().for_each(|g| g.proved = true);
    }

    /// Bytes in use, approximately.
    fn memory(&self) -> usize {
        let queue = self.queue.capacity() * size_of::<Reverse<(Length, VertexId)>>();
        Space::memory(&self.space) + self.vertices.capacity() * size_of::<Vertex>() + self.states.memory() + queue
    }

    fn expand(&mut self, vertex: VertexId, length: Length, next: &mut Vec<u32>) {
        let state = self.states.get(vertex.0).to_vec();
        let (last, state): (Option<ThreadName>, _) = (state[0].checked_sub(1).map(ThreadName), &state[1..]);
        let mut turns = Vec::new();
        self.space.turns(state, &mut turns);
        self.look_at(vertex, length, last, state, &turns);
        for turn in &turns {
            let lag = self.space.lag(turn.slot, PartNumber(state[turn.slot.index()])).0;
            let switch = u32::from(last.is_some_and(|last| last != turn.name));
            let (name, step) = (turn.name, turn.step);
            if !step.extra.is_none() && step.kind != Kind::Stuck {
                let length = (length.0 + switch, length.1 + u64::from(lag) + u64::from(step.steps));
                let wrong = self.space.extra(&step).map(|e| e.wrong.clone()).unwrap_or_default();
                for key in wrong {
                    self.goal(key, Goal { length, vertex, by: Some(name), involved: vec![name], proved: false });
                }
            }
            if step.kind.goes() {
                self.steps += u64::from(step.steps);
                let put_off = self.space.lag(turn.slot, step.leads.part()).0;
                let cost = (u64::from(lag) + u64::from(step.steps)).saturating_sub(u64::from(put_off));
                let closed = self.space.successor(state, turn, next);
                for key in closed.iter().flat_map(|keys| &**keys) {
                    let length = (length.0 + switch, length.1 + u64::from(lag) + u64::from(step.steps));
                    let goal = Goal { length, vertex, by: Some(name), involved: vec![name], proved: false };
                    self.goal(key.clone(), goal);
                }
                next.insert(0, name.0 + 1);
                self.reach(next, (length.0 + switch, length.1 + cost), Packed::some(vertex), name);
            }
        }
    }

    /// A state was reached by this length.
    fn reach(&mut self, state: &[u32], length: Length, from: Packed<VertexId>, by: ThreadName) {
        let vertex = VertexId(self.states.intern(state));
        match self.vertices.get_mut(vertex.index()) {
            Some(known) if known.done || known.length <= length => return,
            Some(known) => (known.length, known.from, known.by) = (length, from, by),
            None => self.vertices.push(Vertex { length, from, by, done: false }),
        }
        self.queue.push(Reverse((length, vertex)));
    }

    fn goal(&mut self, key: Key, goal: Goal) {
        if !self.keys.contains(&key) {
            return;
        }
        match self.goals.get_mut(&key) {
            Some(best) if best.length <= goal.length => {}
            Some(best) => *best = goal,
            None => {
                self.goals.insert(key, goal);
            }
        }
    }

    /// Notes the errors of a state, with the length of the way there.
    fn look_at(&mut self, vertex: VertexId, length: Length, last: Option<ThreadName>, state: &[u32], turns: &[Turn]) {
        let mut goals: Vec<(Key, Vec<ThreadName>, bool)> = Vec::new();
        races(turns, |a, b| goals.push((race_key(&a.step, &b.step), vec![a.name, b.name], true)));
        cycles(turns, |threads, sites| goals.push((Key::Deadlock(sites), threads, false)));
        for turn in turns.iter().filter(|t| t.step.kind == Kind::Stuck) {
            let wrong = self.space.extra(&turn.step).map(|e| e.wrong.clone()).unwrap_or_default();
            goals.extend(wrong.into_iter().map(|key| (key, vec![turn.name], false)));
        }
        for (key, involved, race) in goals {
            let mut length = length;
            let mut at = last;
            let order = self.order(state, &involved, last);
            for &(name, lag, newborn) in &order {
                length.1 += u64::from(lag);
                if newborn && lag > 0 {
                    length.0 += u32::from(at.is_some_and(|at| at != name));
                    at = Some(name);
                }
            }
            if race {
                let first = at.is_some_and(|at| involved.contains(&at));
                length.0 += if first { 1 } else { 2 };
                length.1 += 2;
            }
            self.goal(key, Goal { length, vertex, by: None, involved, proved: false });
        }
    }

    /// Returns the threads with the steps that they have put off, in catch-up order: the last to run is first.
    fn order(&self, state: &[u32], involved: &[ThreadName], last: Option<ThreadName>) -> Vec<(ThreadName, u32, bool)> {
        let of = |&name: &ThreadName| {
            let slot = self.space.known().thread_slot(name).map(|slot| (slot, PartNumber(there(state, slot))));
            let (lag, newborn) = match slot {
                Some((slot, number)) if number.0 != 0 => self.space.lag(slot, number),
                _ => (0, false),
            };
            (name, lag, newborn)
        };
        let mut order: Vec<_> = involved.iter().map(of).collect();
        order.sort_by_key(|&(name, ..)| (Some(name) != last, name));
        order
    }

    /// The way to a goal.
    fn schedule(&mut self, key: &Key, goal: &Goal) -> Schedule {
        let way = way_back(goal.vertex, |vertex| self.vertices[vertex.index()].from.get());
        let by: Vec<ThreadName> = way[1..].iter().map(|vertex| self.vertices[vertex.index()].by).collect();
        let mut path = Path::new(0);
        let mut late: FxHashMap<ThreadName, u32> = std::iter::once((ThreadName::MAIN, self.first.steps)).collect();
        for (i, (vertex, &name)) in way.iter().zip(&by).enumerate() {
            let state = self.states.get(vertex.0).to_vec();
            let Some(Turn { slot, step, .. }) = self.space.turn_of(name, &state[1..]) else { break };
            let put_off = self.space.lag(slot, step.leads.part()).0;
            let owed = late.insert(name, put_off).unwrap_or(0);
            self.advance(&mut path, name, &step, owed + step.steps - put_off.min(step.steps), &mut late);
            // The last turn of a thread that has to get there: it goes on to where it has to be.
            if goal.involved.contains(&name) && !by[i + 1..].contains(&name) && goal.by != Some(name) {
                path.steps(name, late.insert(name, 0).unwrap_or(0));
            }
        }
        let last = by.last().copied();
        let state = self.states.get(goal.vertex.0).to_vec();
        if let Some(by) = goal.by {
            if let Some(Turn { step, .. }) = self.space.turn_of(by, &state[1..]) {
                let owed = late.get(&by).copied().unwrap_or(0);
                self.advance(&mut path, by, &step, owed + step.steps, &mut late);
                for child in self.space.extra(&step).map(|e| e.children.clone()).unwrap_or_default() {
                    path.steps(child.name, child.steps);
                }
            }
            return path.schedule(&[]);
        }
        let order = self.order(&state[1..], &goal.involved, last);
        let mut at = last;
        for &(name, ..) in &order {
            let owed = late.insert(name, 0).unwrap_or(0);
            if owed > 0 {
                path.steps(name, owed);
                at = Some(name);
            }
        }
        if let Key::Race(..) = key {
            let mut pair: Vec<ThreadName> = goal.involved.clone();
            pair.sort_by_key(|&name| Some(name) != at);
            pair.iter().for_each(|&name| path.steps(name, 1));
        }
        path.schedule(&[])
    }

    /// Adds a transition as `steps` steps; the first local steps of its children are put off.
    fn advance(
        &self,
        path: &mut Path,
        name: ThreadName,
        step: &Step,
        steps: u32,
        late: &mut FxHashMap<ThreadName, u32>,
    ) {
        let mut extra = self.space.extra(step).map(|e| (**e).clone()).unwrap_or_default();
        for child in &mut extra.children {
            late.insert(child.name, std::mem::take(&mut child.steps));
        }
        path.push(name, &Step { steps, ..*step }, Some(&extra));
    }
}

/// Removes the local steps after the error in the last transition.
fn trimmed(program: &Arc<Lowered>, options: &Options, key: &Key, schedule: Schedule) -> Schedule {
    let only = match key {
        Key::Race(..) | Key::Deadlock(_) | Key::Waiting(_) | Key::Livelock(..) => return schedule,
        Key::Monitor(monitor, _) => MonitorSet::NONE.with(*monitor),
        Key::Exception(..) | Key::Stuck(_) => MonitorSet::NONE,
    };
    let run = RunOptions {
        semantics: options.semantics,
        limits: options.limits,
        detectors: Detectors::NONE,
        monitors: only,
        ..RunOptions::default()
    };
    let shown = |steps: u64| {
        let prefix = schedule.prefix(steps);
        replay(program, &run, &prefix).findings().into_iter().find(|f| f.key() == *key)
    };
    let shows = |steps: u64| shown(steps).is_some();
    let (mut low, mut high) = (0, schedule.steps());
    match shown(high) {
        None => return schedule,
        // A monitor says when it fired.
        Some(Finding::Monitor(fired)) if fired.steps < high && shows(fired.steps) => {
            return schedule.prefix(fired.steps);
        }
        Some(_) => {}
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if shows(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    schedule.prefix(high)
}
