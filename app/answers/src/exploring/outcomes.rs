//! Outcomes of runs under a projection, each with a schedule that reaches it.

use crate::options::By;
use crate::running::{Loaded, replay};
use racefree_explore::plain::{Points, Reference, outcome};
use racefree_explore::{Exploration, Options, Outcome, reference};
use racefree_interp::drive::{self, Detectors, RunOptions};
use racefree_interp::schedule::Schedule;
use std::collections::HashMap;
use std::time::Duration;

/// An outcome by a projection.
pub struct ProjectedOutcome {
    /// The outcome: only its projected parts are filled.
    pub outcome: Outcome,
    /// Number of those that `count` counts in which some thread waits for ever.
    pub waiting: u64,
    /// A schedule, as `--scheduler replay:` takes it; none if none was met in sampled runs.
    pub schedule: Option<String>,
}

/// Number of runs sampled for schedules.
const RUNS: u64 = 4_000;
/// Number of their steps that are made in any case: of a small program, the answer is the same on a slow or busy machine.
const SURE: u64 = 10_000;
/// Least time for more.
const SHORTEST: Duration = Duration::from_millis(20);
/// Greatest time for that; between these, as long as the exploration took.
const LONGEST: Duration = Duration::from_secs(3);

/// Default projection of outcomes.
pub fn usual(outcomes: &[Outcome]) -> By {
    if outcomes.iter().any(|o| o.output.as_ref().is_some_and(|lines| !lines.is_empty())) {
        By::Output
    } else {
        By::Heap
    }
}

/// Projection of an outcome.
pub(super) fn projected(outcome: &Outcome, by: By) -> Outcome {
    let keep = |wanted: By, lines: &[String]| if by == wanted || by == By::All { lines.to_vec() } else { Vec::new() };
    Outcome {
        output: outcome.output.as_ref().filter(|_| matches!(by, By::Output | By::All)).cloned(),
        heap: keep(By::Heap, &outcome.heap),
        threads: keep(By::Threads, &outcome.threads),
        count: 0,
        traces: None,
    }
}

/// Outcomes under a projection, the most frequent first.
pub fn by(outcomes: &[Outcome], by: By) -> Vec<ProjectedOutcome> {
    let mut counts: HashMap<Outcome, (u64, Option<u64>, u64)> = HashMap::new();
    for one in outcomes {
        let (count, traces, waiting) = counts.entry(projected(one, by)).or_insert((0, Some(0), 0));
        *count = count.saturating_add(one.count);
        *traces = traces.zip(one.traces).map(|(all, more)| all.saturating_add(more));
        *waiting = waiting.saturating_add(if one.waits() { one.count } else { 0 });
    }
    let end = |(outcome, (count, traces, waiting))| {
        let outcome = Outcome { count, traces, ..outcome };
        ProjectedOutcome { outcome, waiting, schedule: None }
    };
    let mut ends: Vec<ProjectedOutcome> = counts.into_iter().map(end).collect();
    ends.sort_by(|a, b| b.outcome.count.cmp(&a.outcome.count).then_with(|| a.outcome.cmp(&b.outcome)));
    ends
}

/// Takes the schedules that the search has: of each outcome the one with the fewest context switches, then steps.
pub fn known(result: &Exploration, ends: &mut [ProjectedOutcome], by: By) {
    let mut best: HashMap<Outcome, &Schedule> = HashMap::new();
    let length = |schedule: &Schedule| (schedule.switches(), schedule.steps());
    for (outcome, way) in result.outcomes.iter().zip(&result.ways) {
        let known = best.entry(projected(outcome, by)).or_insert(way);
        if length(way) < length(known) {
            *known = way;
        }
    }
    for end in ends {
        end.schedule = best.get(&end.outcome.clone().uncounted()).map(|way| replay::inline(way));
    }
}

/// Finds a schedule for each of the outcomes that has none, in sampled runs. `took` is how long it took to find the outcomes.
pub fn schedules(loaded: &Loaded, options: &Options, ends: &mut [ProjectedOutcome], by: By, took: Duration) {
    let host = &options.control.host;
    let (start, time) = (host.now(), took.clamp(SHORTEST, LONGEST));
    let prints = ends.iter().any(|e| e.outcome.output.is_some());
    let reference = Reference::new(&loaded.program, options, Points::Every);
    let mut steps = 0;
    for seed in 0..RUNS {
        let is_late = steps > SURE && host.now().saturating_sub(start) > time;
        if ends.iter().all(|e| e.schedule.is_some()) || is_late || options.control.is_over() {
            return;
        }
        let run = RunOptions {
            seed,
            semantics: options.semantics,
            limits: options.limits,
            detectors: Detectors { happens_before: false, ..Detectors::default() },
            ..RunOptions::default()
        };
        let result = drive::run(&loaded.program, &run);
        steps += result.steps;
        if result.limit.is_some() {
            continue;
        }
        if loaded.program.on_reference() {
            let found = reference::outcome(&loaded.program, options, &result.schedule);
            found.into_iter().for_each(|found| note(ends, by, found, &result.schedule));
            continue;
        }
        let mut state = reference.execution.first();
        let mut fits = true;
        for thread in result.schedule.ids() {
            match reference.execution.step(&state, thread) {
                Some((next, _)) => state = next,
                None => fits = false,
            }
        }
        if !fits {
            continue;
        }
        let mut output = result.output.clone();
        output.sort();
        let found = Outcome { output: prints.then_some(output), ..outcome(&reference, &state) };
        note(ends, by, found, &result.schedule);
    }
}

/// Takes note of a schedule that leads to an outcome.
fn note(ends: &mut [ProjectedOutcome], by: By, found: Outcome, schedule: &Schedule) {
    let found = projected(&found, by);
    let same = |e: &&mut ProjectedOutcome| e.outcome.clone().uncounted() == found;
    if let Some(end) = ends.iter_mut().find(same).filter(|e| e.schedule.is_none()) {
        end.schedule = Some(replay::inline(schedule));
    }
}
