//! Every outcome of a program whose writes wait in store buffers, each with a run in which as few writes wait as can be: Dijkstra's algorithm
//! on the states of the reference ([`racefree_interp::reduction::Buffered`]). Runs in which no write waits are those under sequential
//! consistency.

mod packed;

use super::outcome::{object_name, outcome, value};
use super::{Points, Reference};
use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::path::way_back;
use crate::reference::outcome_of as outcome_in_java;
use crate::result::{Cut, Outcome};
use packed::Packing;
use racefree_interp::event::{Event, EventKind, Site};
use racefree_interp::machine::Lowered;
use racefree_interp::program::FieldId;
use racefree_interp::reduction::{Buffered, Names, Order, State, WaitingWrite};
use racefree_interp::value::{ThreadId, Value};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
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

/// A state, and the turn that leads to it. The state is dropped once it has been gone on from, or a cheaper way leads to it.
struct Node {
    state: Option<Buffered>,
    /// The thread whose last writes, from this place of its buffer on, wait from here on or are performed at once: this is still open.
    open: Option<(ThreadId, usize)>,
    from: Option<usize>,
    turn: Option<Turn>,
    /// The write that waits from here on.
    waits: Option<(ThreadId, WaitingWrite)>,
    cost: Cost,
}

/// Number of steps in a row that no other thread can see, after which a thread rests.
const SLICE: u64 = 500;

/// Bytes of a state that is still to be gone on from, about: it shares most of what it has with the one before it.
const OPEN: usize = 12_000;

/// Finds all outcomes, up to the budget. Of the limits of runs, those of threads and objects hold. A write waits only if its thread can go on
/// meanwhile: otherwise all that can happen while it waits can happen before the step that makes it.
pub fn buffered(program: &Lowered, options: &Options, order: Order) -> Buffers {
    search(program, options, order, true)
}

/// The definition: every write can wait.
pub fn buffered_by_definition(program: &Lowered, options: &Options, order: Order) -> Buffers {
    search(program, options, order, false)
}

fn search(program: &Lowered, options: &Options, order: Order, reduced: bool) -> Buffers {
    let reference = Reference::new(program, options, Points::Every);
    let (packing, nodes) = (Packing::new(reference, program), Vec::new());
    let (queue, known) = (BinaryHeap::new(), FxHashMap::default());
    let mut search = Search { reference, program, order, reduced, packing, nodes, queue, known, bytes: 0, left: 0 };
    let state = Some(Buffered::new(reference.execution.first()));
    search.add(Node { state, open: None, from: None, turn: None, waits: None, cost: (0, 0) });
    let (mut result, mut ends) = (Buffers::default(), BTreeMap::new());
    let mut meter = Meter::new(options);
    while let Some(Reverse((_, at))) = search.queue.pop() {
        let Some(state) = search.nodes[at].state.take() else { continue };
        search.left -= 1;
        result.states += u64::from(search.nodes[at].open.is_none());
        // Each state takes long enough for the clock to be looked at.
        meter.spend(1 << 6);
        let cut = meter.check(Used { steps: 0, states: result.states }, || search.memory());
        if let Some(cut) = cut.or_else(|| reference.limit(&state.memory).map(Cut::Limit)) {
            result.cut.get_or_insert(cut);
            if !matches!(cut, Cut::Limit(_)) {
                break;
            }
            continue;
        }
        if !search.go_on(at, &state) {
            ends.entry(search.end(&state.memory)).or_insert((at, state));
        }
    }
    let mut ends: Vec<(usize, State, Outcome)> =
        ends.into_iter().map(|(outcome, (at, state))| (at, state.memory, outcome)).collect();
    ends.sort_by_key(|(at, ..)| (search.nodes[*at].cost, *at));
    result.reached = ends.into_iter().map(|(at, end, outcome)| search.reached(at, &end, outcome)).collect();
    result
}

struct Search<'p> {
    reference: Reference<'p>,
    program: &'p Lowered,
    order: Order,
    /// Writes wait only where it makes a difference.
    reduced: bool,
    packing: Packing<'p>,
    nodes: Vec<Node>,
    queue: BinaryHeap<Reverse<(Cost, usize)>>,
    /// The cheapest node of each state.
    known: FxHashMap<Box<[u32]>, usize>,
    /// Bytes of the keys of these.
    bytes: usize,
    /// Number of states that are still to be gone on from.
    left: usize,
}

impl Search<'_> {
    /// Adds a node, unless a way to its state is known that is as cheap.
    fn add(&mut self, node: Node) {
        let Some(state) = &node.state else { return };
        let (at, key) = (self.nodes.len(), self.packing.pack(state, node.open));
        let size = size_of_val(&*key);
        match self.known.entry(key) {
            Entry::Occupied(known) if self.nodes[*known.get()].cost <= node.cost => return,
            Entry::Occupied(mut known) => {
                let dearer = known.insert(at);
                self.left -= usize::from(self.nodes[dearer].state.take().is_some());
            }
            Entry::Vacant(new) => {
                new.insert(at);
                self.bytes += size;
            }
        }
        self.left += 1;
        self.queue.push(Reverse((node.cost, at)));
        self.nodes.push(node);
    }

    /// Bytes, about.
    fn memory(&self) -> usize {
        let known = size_of::<(Box<[u32]>, usize)>() * 2;
        self.bytes + self.known.len() * known + self.nodes.len() * size_of::<Node>() + self.left * OPEN
    }

    /// Adds the states that a turn leads to. Returns false if there are none.
    fn go_on(&mut self, at: usize, state: &Buffered) -> bool {
        let Node { open, cost, .. } = self.nodes[at];
        let next = |state, turn, cost| Node { state: Some(state), open: None, from: Some(at), turn, waits: None, cost };
        if let Some((thread, place)) = open {
            self.decide(next(state.clone(), None, cost), thread, place);
            return true;
        }
        let (execution, cost) = (self.reference.execution, (cost.0, cost.1 + 1));
        let mut goes_on = false;
        for thread in self.reference.threads(&state.memory) {
            let buffer: Vec<WaitingWrite> = state.buffer(thread).copied().collect();
            for (place, write) in buffer.iter().enumerate() {
                if execution.may_perform(state, thread, place, self.order)
                    && let Some(performed) = execution.perform(state, thread, place)
                {
                    goes_on = true;
                    self.add(next(performed, Some(Turn::Performs(thread, write.field)), cost));
                }
            }
            if let Some((stepped, steps)) = self.steps(state, thread) {
                goes_on = true;
                self.decide(next(stepped, Some(Turn::Steps(thread, steps)), cost), thread, buffer.len());
            }
        }
        goes_on
    }

    /// Adds a node whose writes from a place of a buffer on are new: the first of these is performed at once, or waits.
    fn decide(&mut self, node: Node, thread: ThreadId, place: usize) {
        let Some(state) = &node.state else { return };
        let Some(write) = state.buffer(thread).nth(place).copied() else { return self.add(node) };
        let more = state.buffer(thread).count() > place + 1;
        let (execution, (waited, turns)) = (self.reference.execution, node.cost);
        let at_once = execution.may_perform(state, thread, place, self.order);
        let waits = self.may_wait(state, thread, place).then(|| state.clone());
        let performed = at_once.then(|| execution.perform(state, thread, place)).flatten();
        let open = |place| more.then_some((thread, place));
        if let Some(performed) = performed {
            self.add(Node { state: Some(performed), open: open(place), ..node });
        }
        if let Some(waiting) = waits {
            let cost = (waited + 1, turns);
            let waits = Some((thread, write));
            self.add(Node { state: Some(waiting), open: open(place + 1), waits, cost, ..node });
        }
    }

    /// Returns true if it makes a difference that the write at a place of a buffer waits.
    fn may_wait(&self, state: &Buffered, thread: ThreadId, place: usize) -> bool {
        // The only thread sees its own writes, and starts others when nothing waits.
        if state.memory.threads.len() == 1 {
            return false;
        }
        let execution = self.reference.execution;
        let others = state.buffer(thread).count() - 1;
        let alone =
            (0..others).try_fold(state.clone(), |state, n| execution.perform(&state, thread, usize::from(n >= place)));
        !self.reduced || alone.is_some_and(|alone| execution.buffered_step(&alone, thread, self.order).is_some())
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
    fn end(&self, state: &State) -> Outcome {
        match self.program.on_reference() {
            true => outcome_in_java(&self.reference, state),
            false => Outcome { output: Some(self.packing.output(state)), ..outcome(&self.reference, state) },
        }
    }

    fn reached(&self, at: usize, end: &State, outcome: Outcome) -> Reached {
        let (mut turns, mut waited) = (Vec::new(), Vec::new());
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
            if let Some((thread, w)) = node.waits {
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
