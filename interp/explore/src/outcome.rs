//! Outcomes of runs. Definition: [`crate::plain::outcome()`] (`tests/cross.rs`).

use crate::result::Outcome;
use crate::space::{Kind, PartNumber, Space};
use racefree_interp::machine::SchedulingPoints;
use racefree_interp::machine::pack::{ObjectName, ThreadName};
use racefree_interp::machine::state::Life;
use racefree_interp::program::ClassId;
use racefree_interp::value::{ObjectId, Value};
use rustc_hash::FxHashMap;

/// Final states, with the number of times that each was reached.
#[derive(Default)]
pub struct Outcomes {
    count: FxHashMap<Box<[u32]>, u64>,
}

impl Outcomes {
    /// A run ends in this state.
    #[inline]
    pub fn add(&mut self, state: &[u32]) {
        match self.count.get_mut(state) {
            Some(count) => *count += 1,
            None => {
                self.count.insert(state.into(), 1);
            }
        }
    }

    /// Number of different states.
    pub fn different(&self) -> u64 {
        self.count.len() as u64
    }

    /// Number of times that any was reached.
    pub fn all(&self) -> u64 {
        self.count.values().fold(0, |all, &count| all.saturating_add(count))
    }

    /// The states themselves, to be renewed when numbers change.
    pub fn states(&mut self) -> Vec<(Box<[u32]>, u64)> {
        self.count.drain().collect()
    }

    /// Adds a state that was reached `count` times.
    pub fn put(&mut self, state: Box<[u32]>, count: u64) {
        let all = self.count.entry(state).or_default();
        *all = all.saturating_add(count);
    }

    /// Describes the final states, up to `most` slots together, or one.
    pub fn render<P: SchedulingPoints>(&self, space: &mut Space<P>, mut most: usize) -> Vec<Outcome> {
        let mut all: FxHashMap<Outcome, u64> = FxHashMap::default();
        for (at, (state, &count)) in self.count.iter().enumerate() {
            match most.checked_sub(state.len()) {
                Some(left) => most = left,
                None if at == 0 => most = 0,
                None => break,
            }
            let all = all.entry(describe(space, state)).or_default();
            *all = all.saturating_add(count);
        }
        let mut all: Vec<Outcome> = all.into_iter().map(|(outcome, count)| Outcome { count, ..outcome }).collect();
        all.sort();
        all
    }
}

/// Describes a final state in words.
fn describe<P: SchedulingPoints>(space: &mut Space<P>, state: &[u32]) -> Outcome {
    let mut threads = Vec::new();
    let mut output = space.keeps_output().then(Vec::new);
    for (slot, thread) in space.known().threads().to_vec() {
        let Some(turn) = space.turn(slot, thread, state) else { continue };
        let blocked = turn.step.kind == Kind::Blocked;
        let name = thread_name(space, thread);
        if let Some(output) = &mut output {
            output.extend(space.output(slot, PartNumber(state[slot.index()])).into_iter().map(str::to_owned));
        }
        let bench = space.show(slot, state);
        let how = match bench.machine().state().threads[bench.loaded().index()].life {
            Life::Finished(v) => value(space, v),
            Life::Ended(x) => x.name().to_owned(),
            Life::Running | Life::Unwinding(_) if blocked => "blocked".to_owned(),
            Life::Running | Life::Unwinding(_) | Life::Stuck => "stuck".to_owned(),
        };
        threads.push((name, how));
    }
    threads.sort();
    if let Some(output) = &mut output {
        output.sort();
    }
    let threads = threads.into_iter().map(|(name, how)| format!("{name}: {how}")).collect();
    Outcome { heap: heap(space), threads, output, count: 0, traces: None }
}

/// The objects of the heap that was shown last.
fn heap<P: SchedulingPoints>(space: &Space<P>) -> Vec<String> {
    let bench = space.bench();
    let machine = bench.machine();
    let program = machine.program().clone();
    let mut lines = Vec::new();
    for (place, object) in machine.state().heap.objects.iter().enumerate() {
        let fields = program.fields_of(object.class);
        if object.class == ClassId::STRING || fields.is_empty() {
            continue;
        }
        let id = ObjectId(place as u32);
        let cells = &machine.state().heap.cells[object.cells.index()..][..fields.len()];
        let fields: Vec<String> = fields
            .iter()
            .zip(cells)
            .map(|(&f, &v)| {
                let full = program.tables.field_name(f);
                format!("{}: {}", full.rsplit('.').next().unwrap_or_default(), value(space, v))
            })
            .collect();
        lines.push(format!("{} {{ {} }}", object_name(space, bench.name_of(id)), fields.join(", ")));
    }
    lines.sort();
    lines
}

fn value<P: SchedulingPoints>(space: &Space<P>, v: Value) -> String {
    let bench = space.bench();
    match v {
        Value::Object(o) => match bench.machine().state().heap.string(o) {
            Some(text) => format!("{text:?}"),
            None => object_name(space, bench.name_of(o)),
        },
        Value::Void | Value::Null | Value::Bool(_) | Value::Int(_) => bench.machine().show(v),
    }
}

/// `0` for the main thread, `0.2` for the second thread that it forked.
pub fn thread_name<P: SchedulingPoints>(space: &Space<P>, name: ThreadName) -> String {
    let (parent, fork) = space.parent(name);
    if fork == 0 { "0".to_owned() } else { format!("{}.{fork}", thread_name(space, parent)) }
}

/// `Account#1` for the first Account that the main thread makes, as [`racefree_interp::names::object`] has it.
fn object_name<P: SchedulingPoints>(space: &Space<P>, name: ObjectName) -> String {
    let bench = space.bench();
    let heap = &bench.machine().state().heap;
    let (thread, serial) = bench.object(name);
    let Some(object) = heap.objects.iter().find(|o| (o.thread, o.serial) == (thread.id(), serial)) else {
        return "?".to_owned();
    };
    let same = |o: &&racefree_interp::machine::state::FlatObject| {
        o.class == object.class && o.thread == object.thread && o.serial != 0 && o.serial <= serial
    };
    let number = heap.objects.iter().filter(same).count();
    let class = bench.machine().program().tables.class_name(object.class);
    match thread {
        ThreadName::MAIN => format!("{class}#{number}"),
        by => format!("{class}#{number}@{}", thread_name(space, by)),
    }
}
