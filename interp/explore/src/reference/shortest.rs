//! Short schedules of findings: fewest context switches, then few steps, by Dijkstra's algorithm on states together with the thread
//! that ran last.

use super::rows::Row;
use super::{Burst, Program, schedule_of};
use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::plain::faults;
use crate::witness::Witness;
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::value::ThreadId;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Context switches, and steps.
type Length = (u32, u64);

/// A state, the thread that ran last, and the way to it.
struct Vertex {
    state: Option<Row>,
    last: Option<ThreadId>,
    from: Option<u32>,
    by: Vec<Burst>,
}

/// A way to a finding: the vertex, the threads, and its length.
struct Goal {
    at: u32,
    threads: Vec<ThreadId>,
    length: Length,
}

/// Looks for short schedules of findings, within the budget. Those that are not reached are left out.
pub fn shortest(program: &Lowered, options: &Options, keys: &[Key]) -> Vec<Witness> {
    let mut program = Program::new(program, options);
    let first = program.first();
    let start = Vertex { state: Some(first.row), last: None, from: None, by: first.by };
    let mut met = vec![start];
    let mut queue = BinaryHeap::from([Reverse(((0, 0), 0u32))]);
    let mut done: FxHashSet<(Box<[u32]>, Option<u32>)> = FxHashSet::default();
    let mut goals: BTreeMap<Key, Goal> = BTreeMap::new();
    let mut meter = Meter::new(options);
    let (mut steps, mut memory) = (0, 0);
    let is_stuck = keys.iter().any(|key| matches!(key, Key::Stuck(_)));
    while let Some(Reverse((length, at))) = queue.pop() {
        let open = |key: &Key| goals.get(key).is_none_or(|goal| goal.length > length);
        if !keys.iter().any(open) {
            break;
        }
        let used = Used { steps, states: done.len() as u64 };
        meter.spend(1 << 6);
        if meter.check(used, || memory).is_some() {
            break;
        }
        let Some(state) = met[at as usize].state.take() else { continue };
        let last = met[at as usize].last;
        let key: Box<[u32]> = program.key(&state, Vec::new()).into();
        memory += key.len() * 4 + 4_000;
        if !done.insert((key, last.map(|t| t.0))) {
            continue;
        }
        let positions = program.positions(&state);
        let mut all = program.faults(&state, &positions);
        if is_stuck {
            all.extend(faults(&program.reference, &program.state(&state)));
        }
        for (key, threads) in all {
            if !keys.contains(&key) {
                continue;
            }
            let whole = match key {
                Key::Race(..) => {
                    let switches = if last.is_some_and(|last| threads.contains(&last)) { 1 } else { 2 };
                    (length.0 + switches, length.1 + 2)
                }
                _ => length,
            };
            if goals.get(&key).is_none_or(|goal| goal.length > whole) {
                goals.insert(key, Goal { at, threads, length: whole });
            }
        }
        for thread in state.threads() {
            let Some(next) = program.transition(&state, thread) else { continue };
            let own: u64 = next.by.iter().filter(|b| !b.settles).map(|b| u64::from(b.steps)).sum();
            steps += own;
            let switch = u32::from(last.is_some_and(|last| last != thread));
            let length = (length.0 + switch, length.1 + own);
            let vertex = Vertex { state: Some(next.row), last: Some(thread), from: Some(at), by: next.by };
            queue.push(Reverse((length, met.len() as u32)));
            met.push(vertex);
        }
    }
    // Steps that nobody sees are left out afterwards, so another schedule may come to be shorter: nothing is proved.
    goals.into_iter().map(|(key, goal)| witness(&met, key, &goal)).collect()
}

fn witness(met: &[Vertex], key: Key, goal: &Goal) -> Witness {
    let (mut parts, mut at) = (Vec::new(), Some(goal.at));
    while let Some(number) = at {
        parts.push(&met[number as usize].by);
        at = met[number as usize].from;
    }
    let bursts: Vec<Burst> = parts.into_iter().rev().flatten().copied().collect();
    let schedule = schedule_of(&key, &goal.threads, bursts);
    let (switches, steps) = (schedule.switches(), schedule.steps());
    Witness { key, schedule, switches, steps, proved: false }
}
