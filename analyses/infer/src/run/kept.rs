//! Maps of one run, kept once the machine goes on to another one.

use super::watch::RunSchedule;
use super::watcher::{Made, NONE, RunCell, Watcher, fields};
use racefree_interp::ObjectId;
use racefree_interp::detect::RawRace;
use racefree_interp::machine::intern::Interner;
use racefree_interp::machine::state::Heap;
use racefree_interp::program::{ClassId, FieldId};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Observations of a field of an object.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The locks held at every access but init-writes.
    pub(super) lockset: Locks,
    /// The same from the object's second user on, if it has one.
    pub(super) later: Option<Locks>,
    /// The locks held at every write since another thread may know of the object, if that was wanted.
    pub(super) of_writes: Option<Locks>,
    /// Set of the accessing threads, with one bit for all of great numbers.
    pub users: u64,
    /// True if it has a race, if that was wanted.
    pub raced: bool,
    /// True if it was written once a second thread used the object.
    pub written_later: bool,
    /// True if several threads accessed it.
    pub several: bool,
    /// True if one came back after another.
    pub came_back: bool,
}

/// Some of the locks of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Locks {
    start: u32,
    end: u32,
}

impl Locks {
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An object of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptObject {
    pub class: ClassId,
    pub first: u32,
    pub strange: bool,
}

/// The maps of one run.
pub(super) struct Kept {
    /// Its number, and how it came about.
    pub run: u64,
    pub way: RunSchedule,
    pub signature: u64,
    pub objects: Vec<KeptObject>,
    /// The values of all fields in the end.
    pub values: Vec<u32>,
    pub locks: Vec<u32>,
    pub cells: Vec<(u32, ObjectId, Cell)>,
    pub made: Vec<Made>,
    pub frames: Vec<u32>,
    /// Stored references, sorted: field, object stored, object that holds it.
    pub stored: Vec<(u32, u32, u32)>,
    /// Methods with their frames, and for results with the result.
    pub calls: Calls,
    pub results: Calls,
}

/// Calls, one after the other.
pub(super) struct Calls {
    words: Vec<u32>,
    ends: Vec<u32>,
}

impl Calls {
    pub(super) fn of(calls: &Interner<u32>) -> Calls {
        let (mut words, mut ends) = (Vec::new(), Vec::with_capacity(calls.len()));
        for i in 0..calls.len() as u32 {
            words.extend_from_slice(calls.get(i));
            ends.push(words.len() as u32);
        }
        Calls { words, ends }
    }

    pub(super) fn get(&self, i: usize) -> &[u32] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.words[start as usize..self.ends[i] as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.ends.len()).map(|i| self.get(i))
    }
}

impl Kept {
    pub(super) fn new(
        (run, way, signature): (u64, RunSchedule, u64),
        watcher: &Watcher<'_>,
        races: &[RawRace],
        heap: &Heap,
    ) -> Kept {
        let racy: FxHashSet<(ObjectId, FieldId)> = races.iter().map(|race| (race.object, race.field)).collect();
        let strange = |i: usize| watcher.objects.get(i).is_some_and(|o| o.strange);
        let objects = heap.objects.iter().enumerate();
        let objects = objects.map(|(i, o)| KeptObject { class: o.class, first: o.cells.0, strange: strange(i) });
        let (mut locks, mut cells, mut owners) = (Vec::new(), Vec::new(), Vec::with_capacity(heap.cells.len()));
        let mut put = |set| {
            let start = locks.len() as u32;
            locks.extend_from_slice(watcher.sets.locks(set));
            Locks { start, end: locks.len() as u32 }
        };
        for (o, cell, field) in fields(watcher.program, heap) {
            owners.push((field.0, o.0));
            let Some(seen) = watcher.cells.get(cell as usize).filter(|cell| cell.user.is_some()) else { continue };
            let (lockset, later) = (put(seen.lockset), seen.later.map(&mut put));
            let (of_writes, raced) = (seen.of_writes.map(&mut put), racy.contains(&(o, field)));
            let RunCell { written_later, several, came_back, users, .. } = *seen;
            let cell = Cell { lockset, later, of_writes, users, raced, written_later, several, came_back };
            cells.push((field.0, o, cell));
        }
        let mut stored: Vec<(u32, u32, u32)> =
            watcher.stored.iter().map(|&(cell, o)| (owners[cell as usize].0, o, owners[cell as usize].1)).collect();
        stored.sort_unstable();
        Kept {
            run,
            way,
            signature,
            objects: objects.collect(),
            values: heap.cells.iter().map(|v| v.object().map_or(NONE, |o| o.0)).collect(),
            locks,
            cells,
            made: watcher.made.clone(),
            frames: watcher.frames.clone(),
            stored,
            calls: Calls::of(&watcher.calls),
            results: Calls::of(&watcher.results),
        }
    }
}
