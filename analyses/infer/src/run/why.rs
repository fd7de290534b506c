//! Why a field fails, from what runs show, with schedules in which it can be seen.

use super::kept::Cell;
use super::resolve::Found;
use super::seen::{Obj, Seen};
use super::{Runs, Shown};
use crate::answer::Failed;
use crate::infer::Task;
use crate::slots::Place;
use crate::system::System;
use racefree_grammar::name::Name;
use racefree_interp::drive::{Detectors, Key, RunOptions, run};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::schedule::{Schedule, Stream};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Number of runs that look for a race.
const RACES: u64 = 50;

/// Longer schedules are left out.
const LONGEST: u64 = 10_000;

/// The reason for each field.
pub(super) fn reasons(
    task: &Task<'_>,
    runs: &Runs,
    shown: &Shown,
    system: &System<'_>,
    found: &Found,
    failed: &mut [Failed],
) {
    let races = races(task, runs, shown);
    let mut schedules = Schedules { task, runs, shown, known: FxHashMap::default() };
    for field in failed {
        let Some(cells) = shown.watched.seen.cells.get(&field.field) else {
            "not-seen".clone_into(&mut field.reason);
            continue;
        };
        let race = races.get(&field.field);
        let (reason, run) = match race {
            Some(_) => ("no-common-lock", None),
            None => reason(&shown.watched.seen, cells, found.guards.contains_key(&field.field)),
        };
        reason.clone_into(&mut field.reason);
        field.schedule = race.and_then(written).or_else(|| schedules.of(run?));
        refute(system, shown, field, cells, &mut schedules);
    }
}

/// Adds to each candidate that some run refutes a schedule of such a run: the guard's monitor fires in it.
fn refute(
    system: &System<'_>,
    shown: &Shown,
    field: &mut Failed,
    cells: &[(Obj, Cell)],
    schedules: &mut Schedules<'_>,
) {
    let Some(slot) = system.slots.iter().find(|s| s.place == Place::Guard(field.field)) else { return };
    let held = |l, o: Obj, cell: &Cell| {
        let lock = shown.watched.seen.denotes(system, l, &vec![(Name::THIS, o)]);
        lock.is_some_and(|lock| shown.watched.seen.holds(o, cell, lock))
    };
    for (candidate, &l) in field.candidates.iter_mut().zip(&slot.candidates) {
        let refuting = cells.iter().find(|(o, cell)| !held(l, *o, cell));
        candidate.schedule = refuting.and_then(|(o, _)| schedules.of(o.0));
    }
}

/// The schedules of runs that were kept, each made once.
struct Schedules<'a> {
    task: &'a Task<'a>,
    runs: &'a Runs,
    shown: &'a Shown,
    known: FxHashMap<u32, Option<Vec<u32>>>,
}

impl Schedules<'_> {
    fn of(&mut self, run: u32) -> Option<Vec<u32>> {
        let Shown { program, watched } = self.shown;
        let make = || written(&watched.schedule(run, self.runs, program, &self.task.budget));
        self.known.entry(run).or_insert_with(make).clone()
    }
}

fn written(schedule: &Schedule) -> Option<Vec<u32>> {
    (schedule.steps() <= LONGEST).then(|| schedule.ids().map(|t| t.0).collect())
}

/// Schedules with a race, by field: of every schedule, or of some more runs.
fn races(task: &Task<'_>, runs: &Runs, shown: &Shown) -> BTreeMap<u32, Schedule> {
    let mut races: BTreeMap<u32, Schedule> = BTreeMap::new();
    if let Some(exploration) = &shown.watched.exploration {
        for found in &exploration.found {
            if let Key::Race(field, ..) = found.key {
                races.entry(field.0).or_insert_with(|| found.schedule.clone());
            }
        }
        return races;
    }
    let program = task.program;
    let class = |c: &racefree_grammar::ast::Class| {
        let name = |f: usize| format!("{}.{}", program.text(c.name), program.text(program.fields[f].name));
        c.fields.indices().map(|f| (name(f), f as u32)).collect::<Vec<_>>()
    };
    let names: FxHashMap<String, u32> = program.classes.iter().flat_map(class).collect();
    for k in 0..runs.runs.min(RACES) {
        if task.budget.stopped().is_some() {
            break;
        }
        let options = RunOptions {
            seed: Stream::seed_of_run(runs.seed, k),
            scheduler: runs.scheduler,
            semantics: runs.semantics,
            limits: runs.limits,
            detectors: Detectors::default(),
            monitors: MonitorSet::NONE,
            ..RunOptions::default()
        };
        for race in run(&shown.program, &options).races {
            if let Some(&field) = names.get(&race.field) {
                races.entry(field).or_insert(race.schedule);
            }
        }
    }
    races
}

/// The reason, and a run that shows it.
fn reason(seen: &Seen, cells: &[(Obj, Cell)], chosen: bool) -> (&'static str, Option<u32>) {
    let shared = || cells.iter().filter(|(_, cell)| cell.several);
    let later = |o: Obj, cell: &Cell| seen.later(o, cell).is_some_and(|set| !set.is_empty());
    let run = shared().next().or(cells.iter().next()).map(|(o, _)| o.0);
    let reason = if chosen {
        "other-name"
    } else if shared().next().is_none() {
        "one-thread"
    } else if shared().all(|(_, cell)| !cell.written_later) {
        "read-only"
    } else if cells.iter().all(|(o, cell)| !seen.lockset(*o, cell).is_empty()) {
        "unnamed-lock"
    } else if shared().all(|(o, cell)| !cell.came_back || later(*o, cell)) {
        "handed-over"
    } else {
        "no-common-lock"
    };
    (reason, run)
}
