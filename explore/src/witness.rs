//! The shortest schedules: fewest context switches, then fewest reduction steps.
//!
//! Dijkstra's algorithm on states together with the thread that ran last, the two numbers in that order being the length.
//! Local steps after a thread's last visible one are put off until it goes on, and then counted; so what need not happen is
//! not counted. Scheduling points are before every visible step ([`Visible`]).

use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::path::Path;
use crate::space::{Child, Keep, Kind, NONE, Space, Step, successor, there};
use crate::state::{Turn, cycles, race_key, races};
use crate::stepper::Stepper;
use racefree_interp::drive::{Detectors, Key, RunOptions, replay};
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::machine::{Lowered, Visible};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::schedule::Schedule;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;

/// A shortest schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// What goes wrong.
    pub key: Key,
    /// The schedule; of a race, up to a state with both accesses pending, and then these.
    pub schedule: Schedule,
    /// Context switches.
    pub switches: usize,
    /// Reduction steps.
    pub steps: u64,
    /// Whether the search shows that no schedule is shorter.
    pub proved: bool,
}

/// Context switches, and steps.
type Length = (u32, u64);

/// A state, and who ran last.
struct Node {
    length: Length,
    /// The node before it, and the thread that went on there.
    from: u32,
    by: ThreadName,
    done: bool,
}

/// Where something goes wrong.
struct Goal {
    length: Length,
    node: u32,
    /// The thread whose transition goes wrong; else what is wrong is the state.
    by: Option<ThreadName>,
    /// The threads that have to get where they are.
    involved: Vec<ThreadName>,
    proved: bool,
}

struct Search<'a> {
    space: Space<Visible>,
    keys: &'a [Key],
    first: Child,
    nodes: Vec<Node>,
    states: Vec<Rc<[u32]>>,
    numbers: FxHashMap<Rc<[u32]>, u32>,
    /// How many words states have, all together.
    words: usize,
    queue: BinaryHeap<Reverse<(Length, u32)>>,
    goals: FxHashMap<Key, Goal>,
    steps: u64,
}

/// Looks for the shortest schedules in which these things go wrong. What is not found within the budget
/// ([`crate::Budget::states`] counts states together with the thread that ran last) is missing from the answer.
pub fn shortest(program: &Arc<Lowered>, options: &Options, keys: &[Key]) -> Vec<Witness> {
    let keep = Keep { lag: true, ..Keep::default() };
    let mut space = Space::new(program.clone(), options.semantics, options.limits, options.monitors, keep);
    let (mut initial, first, extra) = space.first();
    initial.insert(0, NONE);
    let mut search = Search {
        space,
        keys,
        first,
        nodes: Vec::new(),
        states: Vec::new(),
        numbers: FxHashMap::default(),
        words: 0,
        queue: BinaryHeap::new(),
        goals: FxHashMap::default(),
        steps: 0,
    };
    search.reach(&initial, (0, 0), NONE, NONE);
    for key in extra.wrong {
        let length = (0, u64::from(first.steps));
        search.goal(key, Goal { length, node: 0, by: None, involved: vec![0], proved: false });
    }
    search.run(options);
    let mut witnesses: Vec<Witness> = Vec::new();
    for (key, goal) in std::mem::take(&mut search.goals) {
        let schedule = search.schedule(&key, &goal);
        let schedule = trimmed(program, options, &key, schedule);
        let (switches, steps) = (schedule.switches(), schedule.steps());
        witnesses.push(Witness { key, switches, steps, schedule, proved: goal.proved });
    }
    witnesses.sort_by(|a, b| a.key.cmp(&b.key));
    witnesses
}

impl Search<'_> {
    fn run(&mut self, options: &Options) {
        let mut meter = Meter::new(options);
        let mut next = Vec::new();
        while let Some(Reverse((length, number))) = self.queue.pop() {
            if std::mem::replace(&mut self.nodes[number as usize].done, true) {
                continue;
            }
            // Nothing that is still to come is shorter.
            for goal in self.goals.values_mut().filter(|g| g.length <= length) {
                goal.proved = true;
            }
            if self.goals.len() == self.keys.len() && self.goals.values().all(|g| g.proved) {
                return;
            }
            let used = Used { steps: self.steps, states: self.nodes.len() as u64 };
            if meter.check(used, || self.memory()).is_some() {
                return;
            }
            self.expand(number, length, &mut next);
        }
        self.goals.values_mut().for_each(|g| g.proved = true);
    }

    /// Bytes in use, or about so many.
    fn memory(&self) -> usize {
        // A state is counted by two references, and its hash has a slot in a table that need not be full.
        let each = size_of::<Node>() + 2 * size_of::<usize>() + 3 * size_of::<Rc<[u32]>>() + 2 * size_of::<u64>();
        let queue = self.queue.capacity() * size_of::<Reverse<(Length, u32)>>();
        Space::memory(&self.space) + self.nodes.len() * each + self.words * 4 + queue
    }

    fn expand(&mut self, number: u32, length: Length, next: &mut Vec<u32>) {
        let state = self.states[number as usize].clone();
        let (last, state) = (state[0], &state[1..]);
        let mut turns = Vec::new();
        self.space.turns(state, &mut turns);
        self.look_at(number, length, last, state, &turns);
        for turn in &turns {
            let lag = self.space.lag(turn.slot, state[turn.slot as usize]).0;
            let switch = u32::from(last != NONE && last != turn.name);
            let (name, step) = (turn.name, turn.step);
            if step.extra != NONE && step.kind != Kind::Stuck {
                let length = (length.0 + switch, length.1 + u64::from(lag) + u64::from(step.steps));
                let wrong = self.space.extra(&step).map(|e| e.wrong.clone()).unwrap_or_default();
                for key in wrong {
                    self.goal(key, Goal { length, node: number, by: Some(name), involved: vec![name], proved: false });
                }
            }
            if step.kind.goes() {
                self.steps += u64::from(step.steps);
                let put_off = self.space.lag(turn.slot, step.to).0;
                let cost = (u64::from(lag) + u64::from(step.steps)).saturating_sub(u64::from(put_off));
                next.clear();
                next.extend_from_slice(state);
                let mut after = Vec::with_capacity(next.len() + 1);
                successor(self.space.known(), state, turn.slot, &step, &mut after);
                next.clear();
                next.push(name);
                next.extend_from_slice(&after);
                self.reach(next, (length.0 + switch, length.1 + cost), number, name);
            }
        }
    }

    /// A state was reached by this length.
    fn reach(&mut self, state: &[u32], length: Length, from: u32, by: ThreadName) {
        let number = match self.numbers.get(state) {
            Some(&number) => {
                let node = &mut self.nodes[number as usize];
                if node.done || node.length <= length {
                    return;
                }
                (node.length, node.from, node.by) = (length, from, by);
                number
            }
            None => {
                let number = self.nodes.len() as u32;
                self.nodes.push(Node { length, from, by, done: false });
                let state: Rc<[u32]> = state.into();
                self.words += state.len();
                self.states.push(state.clone());
                self.numbers.insert(state, number);
                number
            }
        };
        self.queue.push(Reverse((length, number)));
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

    /// What goes wrong in a state, and how long it takes to get there.
    fn look_at(&mut self, node: u32, length: Length, last: ThreadName, state: &[u32], turns: &[Turn]) {
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
                    length.0 += u32::from(at != NONE && at != name);
                    at = name;
                }
            }
            if race {
                let first = involved.contains(&at);
                length.0 += if first { 1 } else { 2 };
                length.1 += 2;
            }
            self.goal(key, Goal { length, node, by: None, involved, proved: false });
        }
    }

    /// The threads with what they have put off, in the order in which they make up for it: whoever is at it first.
    fn order(&self, state: &[u32], involved: &[ThreadName], last: ThreadName) -> Vec<(ThreadName, u32, bool)> {
        let of = |&name: &ThreadName| {
            let slot = self.space.known().thread_slot(name);
            let number = there(state, slot);
            let (lag, newborn) = if number == 0 { (0, false) } else { self.space.lag(slot, number) };
            (name, lag, newborn)
        };
        let mut order: Vec<_> = involved.iter().map(of).collect();
        order.sort_by_key(|&(name, ..)| (name != last, name));
        order
    }

    /// The way to a goal.
    fn schedule(&mut self, key: &Key, goal: &Goal) -> Schedule {
        let mut way = Vec::new();
        let mut at = goal.node;
        while self.nodes[at as usize].from != NONE {
            way.push(at);
            at = self.nodes[at as usize].from;
        }
        way.reverse();
        let by: Vec<ThreadName> = way.iter().map(|&n| self.nodes[n as usize].by).collect();
        let mut path = Path::new(0);
        let mut late: FxHashMap<ThreadName, u32> = std::iter::once((0, self.first.steps)).collect();
        let first = self.nodes.iter().position(|n| n.from == NONE).unwrap_or(0) as u32;
        let before = std::iter::once(first).chain(way.iter().copied());
        for (i, (node, &name)) in before.zip(&by).enumerate() {
            let state = self.states[node as usize].clone();
            let Some(step) = self.turn(&state, name) else { break };
            let put_off = self.space.lag(self.space.known().thread_slot(name), step.to).0;
            let owed = late.insert(name, put_off).unwrap_or(0);
            self.advance(&mut path, name, &step, owed + step.steps - put_off.min(step.steps), &mut late);
            // The last turn of a thread that has to get there: it goes on to where it has to be.
            if goal.involved.contains(&name) && !by[i + 1..].contains(&name) && goal.by != Some(name) {
                path.steps(name, late.insert(name, 0).unwrap_or(0));
            }
        }
        let last = by.last().copied().unwrap_or(NONE);
        let state = self.states[goal.node as usize].clone();
        if let Some(by) = goal.by {
            if let Some(step) = self.turn(&state, by) {
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
                at = name;
            }
        }
        if let Key::Race(..) = key {
            let mut pair: Vec<ThreadName> = goal.involved.clone();
            pair.sort_by_key(|&name| name != at);
            pair.iter().for_each(|&name| path.steps(name, 1));
        }
        path.schedule(&[])
    }

    /// Adds a transition, as so many steps; what its children begin with is put off.
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

    fn turn(&mut self, state: &[u32], name: ThreadName) -> Option<Step> {
        let slot = self.space.known().thread_slot(name);
        self.space.turn(slot, name, &state[1..]).map(|turn| turn.step)
    }
}

/// Without the local steps after what goes wrong in the last transition.
fn trimmed(program: &Arc<Lowered>, options: &Options, key: &Key, schedule: Schedule) -> Schedule {
    let only = match key {
        Key::Race(..) | Key::Deadlock(_) => return schedule,
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
    let shows = |steps: u64| {
        let prefix = schedule.prefix(steps);
        replay(program, &run, &prefix).findings().iter().any(|f| f.key() == *key)
    };
    let (mut low, mut high) = (0, schedule.steps());
    if !shows(high) {
        return schedule;
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
