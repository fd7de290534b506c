//! The search that remembers every state: breadth first, so that the way to each state has as few transitions as there
//! can be. Scheduling points are before every shared access, acquire and release ([`Atoms`]).
//!
//! Definition: [`crate::plain::explore`]; `tests/cross.rs` holds the two together.

mod buffers;
mod diamond;
mod expand;
mod layout;
mod level;
mod place;
mod store;

use crate::findings::Findings;
use crate::meter::{Meter, Used};
use crate::options::Options;
use crate::path::Path;
use crate::result::{Cut, Exploration};
use crate::space::{Keep, Space, mix};
use crate::traces;
use buffers::{Buffers, Overflow};
use diamond::Covered;
use layout::Layout;
use level::{Level, TOGETHER};
use place::{ErrorSite, Place, schedule};
use racefree_interp::index::Packed;
use racefree_interp::machine::{Atoms, Lowered};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use store::{StateNumber, Store};

/// Maximum of states that wait until they can be packed.
const OVERFLOW: usize = 1 << 10;
/// Maximum of states, so that their numbers fit.
const MOST: u64 = 1 << 30;

/// The search.
struct Search<'a> {
    options: &'a Options,
    space: &'a mut Space<Atoms>,
    /// The states of the present depth.
    level: Level,
    /// Covered threads of the states found for the next one.
    fresh: Vec<Covered>,
    found: Findings<Place>,
    /// Final states.
    finals: Vec<StateNumber>,
    /// The first limit of a run that was met.
    limit: Option<Cut>,
    buffers: Buffers,
    overflow: Overflow,
}

/// Explores by states.
pub fn explore(program: &Arc<Lowered>, options: &Options) -> Exploration {
    let mut meter = Meter::new(options);
    let keep = Keep { output: options.outputs, transactions: options.transactions(program), ..Keep::default() };
    let mut space = Space::new(program.clone(), options, keep);
    let (initial, first, extra) = space.first();
    let mut store = Store::new(Layout::new(space.known()));
    let mut search = Search {
        options,
        space: &mut space,
        level: Level::default(),
        fresh: vec![Covered::default()],
        found: Findings::default(),
        finals: Vec::new(),
        limit: None,
        buffers: Buffers::default(),
        overflow: Overflow::default(),
    };
    // Errors in the first local steps belong to the first state.
    for key in &extra.wrong {
        search.found.note(key, || Place { state: StateNumber(0), what: ErrorSite::State([first.name; 2]) });
    }
    let mut packed = Vec::new();
    let sum = store.layout().pack(&initial, &mut packed);
    store.insert(mix(sum), &packed, Packed::NONE);
    search.run(&mut store, &mut meter);
    let Search { mut found, finals, limit, .. } = search;
    found.cut = extra.limit.map(Cut::Limit).or(found.cut).or(limit);
    found.counts.states = u64::from(store.len());
    found.counts.executions = finals.len() as u64;
    for &state in finals.iter().filter(|_| options.outcomes) {
        found.outcomes.add(&store.unpack(state));
    }
    let start = Path::new(first.steps);
    let place = |space: &mut Space<Atoms>, key: &_, place| schedule(space, &start, &store, key, place);
    let mut exploration = found.conclude(options, &mut space, place);
    exploration.ends = exploration.executions;
    exploration.memory += store.memory();
    drop(store);
    if options.traces > 0 && exploration.complete() {
        add_traces(&mut exploration, &mut space, &initial, options);
    }
    exploration
}

/// Adds the numbers of traces, if there are not too many pairs to count them over.
fn add_traces(exploration: &mut Exploration, space: &mut Space<Atoms>, initial: &[u32], options: &Options) {
    let Some(ended) = traces::count(space, initial, options.traces) else { return };
    exploration.traces = Some(ended.all());
    if options.outcomes {
        // Both are in order.
        for (outcome, ended) in exploration.outcomes.iter_mut().zip(ended.render(space, usize::MAX)) {
            outcome.traces = Some(ended.count);
        }
    }
}

impl Search<'_> {
    /// Searches, depth by depth, to the end or to a limit.
    fn run(&mut self, store: &mut Store, meter: &mut Meter<'_>) {
        let control = &self.options.control;
        for depth in 0.. {
            control.depth.store(depth, Relaxed);
            self.fresh = self.level.renew(store.len(), std::mem::take(&mut self.fresh));
            self.fresh.clear();
            while let Some(numbers) = self.level.next() {
                self.load(store, numbers);
                self.expand(store);
                self.take(store);
                let crowded = store.is_crowded(self.numbers(store));
                if let Some(cut) = self.budget(store, meter, crowded) {
                    self.found.cut = Some(cut);
                    return;
                }
                if crowded || self.overflow.states.len() >= OVERFLOW {
                    self.make_room(store);
                }
            }
            if !self.overflow.states.is_empty() {
                self.make_room(store);
            }
            let fresh = self.fresh.len() as u64;
            control.frontier.store(fresh, Relaxed);
            if fresh == 0 {
                return;
            }
        }
    }

    /// Bound on the numbers in use before there is a look at them again: one more batch, and states that overflow.
    fn numbers(&self, store: &Store) -> u64 {
        let batch = TOGETHER as usize * self.space.known().threads().len();
        u64::from(store.len()) + (batch + self.overflow.states.len()) as u64
    }

    /// Bytes in use, once there is room for all states that may come.
    fn memory(&self, store: &Store) -> usize {
        let own =
            self.overflow.words.capacity() * 4 + self.level.memory() + self.fresh.capacity() * size_of::<Covered>();
        store.memory_with(self.numbers(store)) + own + self.space.memory()
    }

    /// Returns the reason to stop, if there is one. Before the table becomes larger, there must be memory for it.
    fn budget(&self, store: &Store, meter: &mut Meter<'_>, crowded: bool) -> Option<Cut> {
        if self.options.until_unsound && self.found.unsound {
            return Some(Cut::Found);
        }
        let states = u64::from(store.len());
        if states > MOST || crowded && self.memory(store) as u64 > self.options.budget.memory {
            return Some(Cut::Memory);
        }
        meter.check(Used { steps: self.found.counts.steps, states }, || {
            self.options.control.states.store(states, Relaxed);
            self.memory(store)
        })
    }

    /// Makes room for more states, and packs all states so that those fit that did not.
    #[cold]
    fn make_room(&mut self, store: &mut Store) {
        let (numbers, known) = (self.numbers(store), self.space.known());
        // A good moment for a new layout, as all states are gone through anyway.
        let tight = || store.is_crowded(numbers) && store.layout().is_tight(known);
        let layout = (!self.overflow.states.is_empty() || tight()).then(|| Layout::new(known));
        store.rebuild(numbers, layout);
        let Overflow { states, words } = std::mem::take(&mut self.overflow);
        let (mut packed, mut start) = (Vec::new(), 0);
        for (from, end) in states {
            let sum = store.layout().pack(&words[start..end], &mut packed);
            start = end;
            self.insert(store, mix(sum), &packed, from, Covered::default());
        }
    }

    /// Adds a state that was reached from another one.
    #[inline]
    fn insert(&mut self, store: &mut Store, hash: u64, packed: &[u32], from: StateNumber, covered: Covered) {
        if store.insert(hash, packed, Packed::some(from)) {
            self.fresh.push(covered);
        }
    }
}
