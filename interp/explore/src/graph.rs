//! The state graph of a small program, as data: equal states merged, each with the shortest way to it.
//!
//! Its states and transitions are those of the search over states (`tests/graph.rs`), which is tested against the definition.

use crate::options::Options;
use crate::outcome::thread_name;
use crate::path::Path;
use crate::space::{Keep, Kind, Space, Step, successor};
use crate::state::{Turn, cycles, race_key, races};
use racefree_interp::drive::Key;
use racefree_interp::event::Site;
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::machine::{Atoms, Lowered};
use racefree_interp::program::FieldId;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// End of a run at a state, if it is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Some thread can go on.
    Open,
    /// Every thread is over.
    Final,
    /// No thread can go on, and one at least waits for a lock or is stuck.
    Blocked,
    /// A limit was met; the runs after it are not known.
    Limit,
}

/// A thread of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphThread {
    /// `0.1`: its name, the same in all states.
    pub name: String,
    /// Its number in the run of the node's schedule.
    pub id: ThreadId,
}

/// A state.
#[derive(Clone, Debug)]
pub struct Node {
    /// Transitions from the first state, at least.
    pub depth: u32,
    /// The shortest way to it, in transitions.
    pub schedule: Schedule,
    /// Its threads.
    pub threads: Vec<GraphThread>,
    /// Races of definition 9.2: the key of each, and the names of the threads.
    pub races: Vec<(Key, [String; 2])>,
    /// The names of the threads of each wait-for cycle.
    pub cycles: Vec<Vec<String>>,
    /// The end of a run there, if it is one.
    pub end: End,
    /// True if all transitions from it are in the graph.
    pub expanded: bool,
}

/// First visible step of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// A read of a field.
    Read(FieldId),
    /// A write, or an init-write.
    Write(FieldId),
    /// An acquire of a lock.
    Acquire,
    /// A release, or local steps.
    Other,
}

/// A transition.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The node before it.
    pub from: usize,
    /// The node after it.
    pub to: usize,
    /// The thread that makes it.
    pub thread: String,
    /// Its first step.
    pub does: Does,
    /// The place of that step.
    pub site: Site,
    /// Its reduction steps.
    pub steps: u32,
    /// Errors in it, races aside.
    pub wrong: Vec<Key>,
}

/// A state graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// States, breadth first.
    pub nodes: Vec<Node>,
    /// Transitions between them.
    pub edges: Vec<Edge>,
    /// True if these are all.
    pub complete: bool,
    /// True if it begins with the first state of the program.
    pub from_start: bool,
}

/// A state that was reached.
struct Reached {
    state: Box<[u32]>,
    path: Path,
    depth: u32,
}

/// The states nearest to the first one, at most `most` of them, and all transitions between them.
pub fn graph(program: &Arc<Lowered>, options: &Options, most: usize) -> Graph {
    graph_from(program, options, &Schedule::default(), most)
}

/// The same from the state that a schedule leads to: the surroundings of a state of a program that has too many.
pub fn graph_from(program: &Arc<Lowered>, options: &Options, from: &Schedule, most: usize) -> Graph {
    if program.on_reference() {
        return crate::reference::graph(program, options, from, most);
    }
    let start = options.control.host.now();
    let mut space: Space<Atoms> = Space::new(program.clone(), options, Keep::default());
    let (initial, first, _) = space.first();
    let (initial, steps) = (initial.into(), first.steps);
    let (initial, path) = follow(&mut space, initial, Path::new(steps), steps, from);
    let mut numbers: FxHashMap<Box<[u32]>, usize> = FxHashMap::default();
    numbers.insert(initial.clone(), 0);
    let mut known = vec![Reached { state: initial, path, depth: 0 }];
    let from_start = from.is_empty();
    let mut graph = Graph { nodes: Vec::new(), edges: Vec::new(), complete: true, from_start };
    let mut queue = VecDeque::from([0]);
    let (mut turns, mut next) = (Vec::new(), Vec::new());
    while let Some(number) = queue.pop_front() {
        let Reached { state, path, depth } = &known[number];
        let (state, path, depth) = (state.clone(), path.clone(), *depth);
        space.turns(&state, &mut turns);
        let mut node = look(&space, &turns, &path, depth);
        for Turn { name, slot, step } in &turns {
            if !step.kind.goes() {
                continue;
            }
            successor(space.known(), &state, *slot, step, &mut next);
            let to = match numbers.get(next.as_slice()) {
                Some(&to) => to,
                None if stop(options, start, Space::memory(&space)) || known.len() >= most => {
                    (node.expanded, graph.complete) = (false, false);
                    continue;
                }
                None => {
                    let mut path = path.clone();
                    path.push(*name, step, space.extra(step).map(|e| &**e));
                    let to = known.len();
                    numbers.insert(next.as_slice().into(), to);
                    known.push(Reached { state: next.as_slice().into(), path, depth: depth + 1 });
                    queue.push_back(to);
                    to
                }
            };
            graph.edges.push(edge(&space, number, to, *name, step));
        }
        graph.complete &= node.end != End::Limit;
        graph.nodes.push(node);
    }
    graph
}

/// The transitions of a schedule, as far as it goes. A thread's local steps are in the transition before them, or put off from
/// its start: they go by without one.
fn follow(
    space: &mut Space<Atoms>,
    state: Box<[u32]>,
    path: Path,
    put_off: u32,
    schedule: &Schedule,
) -> (Box<[u32]>, Path) {
    let (mut state, mut path) = (state, path);
    let mut local = FxHashMap::from_iter([(ThreadId::MAIN, put_off)]);
    let (mut turns, mut next) = (Vec::new(), Vec::new());
    for thread in schedule.ids() {
        let left = local.entry(thread).or_default();
        if *left > 0 {
            *left -= 1;
            continue;
        }
        space.turns(&state, &mut turns);
        let Some(turn) = turns.iter().find(|t| path.id(t.name) == thread && t.step.kind.goes()) else { break };
        successor(space.known(), &state, turn.slot, &turn.step, &mut next);
        let extra = space.extra(&turn.step);
        path.push(turn.name, &turn.step, extra.map(|e| &**e));
        *left = turn.step.steps.saturating_sub(1);
        for child in extra.iter().flat_map(|e| &e.children) {
            local.insert(path.id(child.name), child.steps);
        }
        state = next.as_slice().into();
    }
    (state, path)
}

/// Returns true if the budget is used up.
pub(crate) fn stop(options: &Options, start: Duration, memory: usize) -> bool {
    let Options { control, budget, .. } = options;
    !control.goes_on(options.algorithm)
        || budget.time.is_some_and(|time| control.host.now().saturating_sub(start) > time)
        || memory as u64 > budget.memory
}

fn look(space: &Space<Atoms>, turns: &[Turn], path: &Path, depth: u32) -> Node {
    let name = |thread: ThreadName| thread_name(space, thread);
    let has = |kind: Kind| turns.iter().any(|t| t.step.kind == kind);
    let end = match () {
        () if has(Kind::Limit) => End::Limit,
        () if turns.iter().any(|t| t.step.kind.goes()) => End::Open,
        () if has(Kind::Blocked) || has(Kind::Stuck) => End::Blocked,
        () => End::Final,
    };
    let mut node = Node {
        depth,
        schedule: path.clone().schedule(&turns.iter().map(|t| t.name).collect::<Vec<_>>()),
        threads: turns.iter().map(|t| GraphThread { name: name(t.name), id: path.id(t.name) }).collect(),
        races: Vec::new(),
        cycles: Vec::new(),
        end,
        expanded: true,
    };
    races(turns, |a, b| node.races.push((race_key(&a.step, &b.step), [name(a.name), name(b.name)])));
    cycles(turns, |threads, _| node.cycles.push(threads.into_iter().map(name).collect()));
    node
}

fn edge(space: &Space<Atoms>, from: usize, to: usize, thread: ThreadName, step: &Step) -> Edge {
    let does = match step.kind {
        Kind::Read => Does::Read(step.field),
        Kind::Write => Does::Write(step.field),
        Kind::Acquire => Does::Acquire,
        Kind::Other | Kind::Blocked | Kind::Over | Kind::Stuck | Kind::Limit => Does::Other,
    };
    let wrong = space.extra(step).map_or_else(Vec::new, |e| e.wrong.clone());
    Edge { from, to, thread: thread_name(space, thread), does, site: step.site, steps: step.steps, wrong }
}
