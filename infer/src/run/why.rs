//! Why a field fails, from what runs show: with the race, if one is seen.

use super::Runs;
use super::resolve::Found;
use super::seen::{Cell, Obj, Seen};
use crate::answer::Failed;
use crate::infer::Task;
use racefree_interp::Lowered;
use racefree_interp::drive::{Detectors, RunOptions, run};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::schedule::Stream;
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many runs look for a race.
const RACES: u64 = 50;

/// The reason for each field.
pub(super) fn reasons(
    task: &Task<'_>,
    runs: &Runs,
    program: &Arc<Lowered>,
    seen: &Seen,
    found: &Found,
    failed: &mut [Failed],
) {
    let mut races: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for k in 0..runs.runs.min(RACES) {
        let options = RunOptions {
            seed: Stream::seed_of_run(runs.seed, k),
            semantics: runs.semantics,
            limits: runs.limits,
            detectors: Detectors::default(),
            monitors: MonitorSet::NONE,
            ..RunOptions::default()
        };
        for race in run(program, &options).races {
            let schedule = || race.schedule.ids().map(|t| t.0).collect();
            races.entry(race.field.clone()).or_insert_with(schedule);
        }
    }
    for field in failed {
        let decl = &task.program.fields[field.field as usize];
        let class = task.program.classes.iter().find(|c| c.fields.indices().contains(&(field.field as usize)));
        let class = class.map_or("", |c| task.program.text(c.name));
        let name = format!("{class}.{}", task.program.text(decl.name));
        if let Some(schedule) = races.get(&name) {
            "no-common-lock".clone_into(&mut field.reason);
            field.candidates.iter_mut().for_each(|c| c.schedule = Some(schedule.clone()));
            continue;
        }
        let chosen = found.guards.contains_key(&field.field);
        if let Some(cells) = seen.cells.get(&field.field) {
            reason(cells, chosen).clone_into(&mut field.reason);
        } else {
            "not seen".clone_into(&mut field.reason);
        }
    }
}

fn reason(cells: &BTreeMap<Obj, Cell>, chosen: bool) -> &'static str {
    let shared = || cells.values().filter(|cell| cell.users.len() > 1);
    let in_turn = |cell: &Cell| (1..cell.users.len()).all(|i| !cell.users[..i].contains(&cell.users[i]));
    if chosen {
        "other-name"
    } else if shared().next().is_none() {
        "one-thread"
    } else if shared().all(|cell| !cell.written_later) {
        "read-only"
    } else if cells.values().all(|cell| cell.lockset.as_ref().is_some_and(|s| !s.is_empty())) {
        "unnamed-lock"
    } else if shared().all(|cell| in_turn(cell) || cell.later.as_ref().is_some_and(|s| !s.is_empty())) {
        "handed-over"
    } else {
        "no-common-lock"
    }
}
