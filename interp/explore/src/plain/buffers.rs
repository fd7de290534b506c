//! Every outcome of a program whose writes wait in store buffers, each with a run in which as few writes wait as can be: Dijkstra's algorithm
//! on the states of the reference ([`racefree_interp::reduction::Buffered`]). Runs in which no write waits are those under sequential
//! consistency.

use super::outcome::{object_name, outcome, value};
use super::states::size;
use super::{Points, Reference};
use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::path::way_back;
use crate::reference::outcome_of as outcome_in_java;
use crate::result::{Cut, Outcome};
use racefree_interp::event::{Event, EventKind, Site};
use racefree_interp::machine::Lowered;
use racefree_interp::options::Limit;
use racefree_interp::program::FieldId;
use racefree_interp::reduction::{Buffered, Names, ObjectPath, Order, State, ThreadPath, WaitingWrite};
use racefree_interp::value::{ThreadId, Value};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A turn of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Number of steps of a thread; its writes are performed at once, unless they wait.
    Steps(ThreadId, u64),
    /// A write of a thread to this field, which has waited, is performed.
    Performs(ThreadId, FieldId),
}

/// A write that waits in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waited {
    /// The thread that makes it.
    pub thread: ThreadId,
    /// The object, as in `Account#1`.
    pub object: String,
    /// The field.
    pub field: FieldId,
    /// The value.
    pub value: String,
    /// The redex.
    pub site: Site,
}

/// An outcome, and a run that ends so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The outcome, with its output.
    pub outcome: Outcome,
    /// The writes that wait in the run; no run with fewer ends so. None: a run under sequential consistency.
    pub waited: Vec<Waited>,
    /// The run.
    pub turns: Vec<Turn>,
}

/// The outcomes of a program with store buffers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Buffers {
    /// The outcomes, those with the fewest waiting writes first.
    pub reached: Vec<Reached>,
    /// Number of states.
    pub states: u64,
    /// The reason why not every run was covered, if so.
    pub cut: Option<Cut>,
}

/// Writes that have waited, and turns.
type Cost = (usize, usize);

/// A state, and the turn that leads to it.
struct Node {
    state: Buffered,
    from: Option<usize>,
    turn: Option<Turn>,
    /// The write that waits from this turn on.
    waits: Option<WaitingWrite>,
    cost: Cost,
}

/// Number of steps in a row that no other thread can see, after which a thread rests.
const SLICE: u64 = 500;

/// Finds all outcomes, up to the budget. Of the limits of runs, those of threads and objects hold.
pub fn buffered(program: &Lowered, options: &Options, order: Order) -> Buffers {
    let reference = Reference::new(program, options, Points::Every);
    let mut search = Search { reference, program, order, nodes: Vec::new(), queue: BinaryHeap::new(), memory: 0 };
    search.add(Node {
        state: Buffered::new(reference.execution.first()),
        from: None,
        turn: None,
        waits: None,
        cost: (0, 0),
    });
    let (mut result, mut done, mut ends) = (Buffers::default(), FxHashSet::default(), BTreeMap::new());
    let mut meter = Meter::new(options);
    while let Some(Reverse((_, at))) = search.queue.pop() {
        if !done.insert(search.name(&search.nodes[at].state)) {
            continue;
        }
        result.states += 1;
        // Each state takes long enough for the clock to be looked at.
        meter.spend(1 << 6);
        let cut = meter.check(Used { steps: 0, states: result.states }, || search.memory);
        if let Some(cut) = cut.or_else(|| search.limit(at).map(Cut::Limit)) {
            result.cut.get_or_insert(cut);
            if !matches!(cut, Cut::Limit(_)) {
                break;
            }
            continue;
        }
        if !search.go_on(at) {
            ends.entry(search.end(at)).or_insert(at);
        }
    }
    let mut ends: Vec<(usize, Outcome)> = ends.into_iter().map(|(outcome, at)| (at, outcome)).collect();
    ends.sort_by_key(|(at, _)| (search.nodes[*at].cost, *at));
    result.reached = ends.into_iter().map(|(at, outcome)| search.reached(at, outcome)).collect();
    result
}

struct Search<'p> {
    reference: Reference<'p>,
    program: &'p Lowered,
    order: Order,
    nodes: Vec<Node>,
    queue: BinaryHeap<Reverse<(Cost, usize)>>,
    /// Bytes of the states, about.
    memory: usize,
}

/// A value by name.
#[derive(PartialEq, Eq, Hash)]
enum Named {
    Object(ObjectPath),
    Other(Value),
}

/// A write that waits, by names.
type NamedWrite = (ObjectPath, FieldId, Named);

/// A state under names that do not depend on the schedule: memory and threads, what waits, what was printed.
#[derive(PartialEq, Eq, Hash)]
struct Name {
    memory: State,
    waits: Vec<(ThreadPath, Vec<NamedWrite>)>,
    output: Vec<String>,
}

impl Search<'_> {
    fn add(&mut self, node: Node) {
        self.memory += size(&node.state.memory);
        self.queue.push(Reverse((node.cost, self.nodes.len())));
        self.nodes.push(node);
    }

    fn name(&self, state: &Buffered) -> Name {
        let memory = &state.memory;
        let named = |v: Value| v.object().map_or(Named::Other(v), |o| Named::Object(memory.object_path(o)));
        let write = |w: &WaitingWrite| (memory.object_path(w.object), w.field, named(w.value));
        let buffer = |t| (memory.thread_path(t), state.buffer(t).map(&write).collect::<Vec<_>>());
        let mut waits: Vec<_> = self.reference.threads(memory).map(buffer).filter(|(_, all)| !all.is_empty()).collect();
        waits.sort_by(|a, b| a.0.cmp(&b.0));
        Name { memory: self.reference.execution.canonical(memory), waits, output: self.output(memory) }
    }

    /// The lines printed; of a program of the calculus sorted.
    fn output(&self, state: &State) -> Vec<String> {
        let mut output: Vec<String> =
            state.output.iter().map(|(_, v)| self.reference.execution.show_value(state, *v)).collect();
        if !self.program.on_reference() {
            output.sort();
        }
        output
    }

    fn limit(&self, at: usize) -> Option<Limit> {
        self.reference.limit(&self.nodes[at].state.memory)
    }

    /// Adds the states that a turn leads to. Returns false if there are none.
    fn go_on(&mut self, at: usize) -> bool {
        let Node { state, cost, .. } = &self.nodes[at];
        let (state, (waited, turns)) = (state.clone(), *cost);
        let (execution, order, known) = (self.reference.execution, self.order, self.nodes.len());
        for thread in self.reference.threads(&state.memory) {
            let buffer: Vec<WaitingWrite> = state.buffer(thread).copied().collect();
            for (place, write) in buffer.iter().enumerate() {
                let next = execution.perform(&state, thread, place);
                let Some(next) = next.filter(|_| execution.may_perform(&state, thread, place, order)) else { continue };
                let turn = Some(Turn::Performs(thread, write.field));
                self.add(Node { state: next, from: Some(at), turn, waits: None, cost: (waited, turns + 1) });
            }
            let Some((next, steps)) = self.steps(&state, thread) else { continue };
            let turn = Some(Turn::Steps(thread, steps));
            let write = next.buffer(thread).nth(buffer.len()).copied();
            if execution.may_perform(&next, thread, buffer.len(), order)
                && let Some(next) = execution.perform(&next, thread, buffer.len())
            {
                self.add(Node { state: next, from: Some(at), turn, waits: None, cost: (waited, turns + 1) });
            }
            // The only thread sees its own writes, and starts others when nothing waits.
            if next.memory.threads.len() == 1 && write.is_some() {
                continue;
            }
            let more = usize::from(write.is_some());
            self.add(Node { state: next, from: Some(at), turn, waits: write, cost: (waited + more, turns + 1) });
        }
        self.nodes.len() > known
    }

    /// Steps of a thread up to one that other threads can see, and those after it that they cannot.
    fn steps(&self, state: &Buffered, thread: ThreadId) -> Option<(Buffered, u64)> {
        let (mut state, mut seen) = self.step(state, thread)?;
        let mut steps = 1;
        while steps < SLICE
            && let Some((next, is_seen)) = self.step(&state, thread)
        {
            if seen && is_seen {
                break;
            }
            seen |= is_seen;
            (state, steps) = (next, steps + 1);
        }
        Some((state, steps))
    }

    /// A step; true for one that other threads can see.
    fn step(&self, state: &Buffered, thread: ThreadId) -> Option<(Buffered, bool)> {
        let execution = self.reference.execution;
        let (next, event) = execution.buffered_step(state, thread, self.order)?;
        if !self.program.on_reference() {
            return Some((next, self.is_seen(&event)));
        }
        let view = execution.view(state, thread);
        let is_visible = |redex| execution.is_visible(&view, thread, &redex);
        let waits = next.buffer(thread).count() > state.buffer(thread).count();
        // Steps behind the start of a thread may be seen.
        let starts = matches!(event.kind, EventKind::Fork { .. });
        Some((next, waits || starts || execution.redex(&view, thread).is_some_and(is_visible)))
    }

    /// Returns true for a step that others can see, or that depends on what they do.
    fn is_seen(&self, event: &Event) -> bool {
        match event.kind {
            EventKind::Read { field, .. } => {
                let built = self.order == Order::Tso || self.program.tables.fields[field.index()].is_final;
                !(built && self.program.is_fixed(field))
            }
            EventKind::Write { .. }
            | EventKind::InitWrite { .. }
            | EventKind::Acquire { .. }
            | EventKind::Release { .. }
            | EventKind::Fork { .. }
            | EventKind::Join { .. }
            | EventKind::Wait { .. }
            | EventKind::Notify { .. } => true,
            EventKind::Alloc { .. }
            | EventKind::Call { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Begin { .. }
            | EventKind::End { .. }
            | EventKind::Throw { .. }
            | EventKind::Local(_) => false,
        }
    }

    /// The outcome of a state that nothing leads on from: nothing waits then.
    fn end(&self, at: usize) -> Outcome {
        let state = &self.nodes[at].state.memory;
        match self.program.on_reference() {
            true => outcome_in_java(&self.reference, state),
            false => Outcome { output: Some(self.output(state)), ..outcome(&self.reference, state) },
        }
    }

    fn reached(&self, at: usize, outcome: Outcome) -> Reached {
        let (mut turns, mut waited) = (Vec::new(), Vec::new());
        let end = &self.nodes[at].state.memory;
        let names = Names::of(&self.reference.execution, end);
        for node in way_back(at, |at| self.nodes[at].from).into_iter().map(|at| &self.nodes[at]) {
            if let Some(Turn::Steps(thread, steps)) = node.turn
                && let Some(Turn::Steps(last, all)) = turns.last_mut()
                && *last == thread
            {
                *all += steps;
            } else {
                turns.extend(node.turn);
            }
            if let (Some(w), Some(Turn::Steps(thread, _))) = (node.waits, node.turn) {
                let execution = &self.reference.execution;
                let named = |v: Value| v.object().map_or_else(|| execution.show_value(end, v), |o| names.object(o));
                let (object, value) = match self.program.on_reference() {
                    true => (names.object(w.object), named(w.value)),
                    false => (object_name(&self.reference, end, w.object), value(&self.reference, end, w.value)),
                };
                waited.push(Waited { thread, object, field: w.field, value, site: w.site });
            }
        }
        Reached { outcome, waited, turns }
    }
}
