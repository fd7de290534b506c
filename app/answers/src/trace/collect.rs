//! Trace of a schedule: the schedule is run once more, one step at a time, on the reference engine.

use super::words::Words;
use super::{Lane, Order, RaceMark, Step, Trace};
use racefree_grammar::ast::Field;
use racefree_interp::detect::{Detector, RacyAccess, RawRace};
use racefree_interp::drive::{RunOptions, races};
use racefree_interp::machine::Lowered;
use racefree_interp::reduction::{Execution, State};
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
use std::collections::HashMap;
use std::sync::Arc;

/// Runs a schedule, and keeps the first steps of it up to a bound.
pub fn collect(program: &Arc<Lowered>, text: &str, options: &RunOptions, schedule: &Schedule, most: usize) -> Trace {
    let run = Execution::new(&program.tables, options.semantics);
    let mut words = Words::new(run, text);
    let mut state = run.first();
    let mut steps: Vec<Step> = Vec::new();
    for thread in schedule.ids().take(most) {
        let Some((next, event)) = run.step(&state, thread) else { break };
        steps.push(words.step(&state, &next, &event, steps.len() as u64 + 1));
        state = next;
    }
    let forked = |t: u32| steps.iter().find(|s| s.child == Some(t)).map(|s| s.step);
    let lanes = (0..state.threads.len() as u32).map(|t| Lane {
        thread: t,
        name: state.thread_name(ThreadId(t)),
        forked_at: forked(t),
        end: words.end(&state, ThreadId(t)),
    });
    let threads = lanes.collect();
    let shown: Schedule = schedule.ids().take(steps.len()).collect();
    let raw = races(program, options, &shown);
    let races = raw.iter().map(|race| mark(&state, &mut words, &steps, race)).collect::<Vec<_>>();
    for (i, race) in races.iter().enumerate() {
        for step in race.steps.iter().flatten() {
            // Steps are numbered from 1 without a gap.
            steps[*step as usize - 1].races.push(i);
        }
    }
    let orders = orders(&steps);
    tell_results(&mut steps);
    Trace { threads, orders, races, total: schedule.steps(), steps }
}

/// Says what calls of the library give: with the call, if nothing else is shown between it and its end, else where it ends.
fn tell_results(steps: &mut [Step]) {
    for at in 0..steps.len() {
        let Some(result) = steps[at].result.clone() else { continue };
        let call = result.call as usize - 1;
        let is_alone = at == call || steps[call + 1..=at].iter().all(Step::is_local);
        if is_alone {
            steps[call].text = format!("{} → {}", steps[call].text, result.value);
        } else if steps[at].is_local() {
            let called = steps[call].text.trim_start_matches("call ");
            steps[at].text = format!("{called} → {}", result.value);
            (steps[at].event, steps[at].inside) = ("return", false);
            (steps[at].redex, steps[at].span) = (steps[call].redex.clone(), steps[call].span);
        }
    }
}

/// Finds the two accesses of a race among the steps.
fn mark(state: &State, words: &mut Words<'_>, steps: &[Step], race: &RawRace) -> RaceMark {
    let tables = words.run.tables;
    let (object, name) = (words.object(state, race.object), words.field_name(race.field));
    // A field of the library stands for the contents of its object: the last access of its sort is the one.
    let of_library = |field: &Field| tables.java.is_library(field.name_span);
    let is_contents = tables.program.fields.get(race.field.index()).is_some_and(of_library);
    let is = |step: &&Step, access: &RacyAccess| {
        let place = words.places.place(access.site.span(&tables.program));
        step.thread == access.thread.0
            && step.object.as_ref() == Some(&object)
            && if is_contents { step.access() == Some(access.access) } else { step.field.as_ref() == Some(&name) }
            && step.span.is_some_and(|s| (s.line, s.column) == (place.line, place.column))
    };
    let (before, after) = steps.split_at((race.steps as usize).min(steps.len()));
    let [a, b] = &race.accesses;
    let find = |access| before.iter().rev().find(|s| is(s, access)).map(|s| s.step);
    let come = |access| after.iter().find(|s| is(s, access)).map(|s| s.step);
    let steps = match race.detector {
        Detector::Adjacent => [come(a), come(b)],
        Detector::HappensBefore | Detector::Lockset => [find(a), find(b)],
    };
    RaceMark {
        field: words.run.field_shown(state, race.object, race.field),
        object: words.object(state, words.run.whole_of(state, race.object)),
        detector: race.detector.name(),
        steps,
        threads: [a.thread.0, b.thread.0],
    }
}

/// Forks with the first steps of the new threads, releases with the next acquires by other threads.
fn orders(steps: &[Step]) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut forks: HashMap<u32, u64> = HashMap::new();
    let mut releases: HashMap<&str, (u32, u64)> = HashMap::new();
    for step in steps {
        if let Some(from) = forks.remove(&step.thread) {
            orders.push(Order { kind: "fork", from, to: step.step });
        }
        match (step.event, step.object.as_deref(), step.count) {
            ("fork", ..) => {
                forks.extend(step.child.map(|child| (child, step.step)));
            }
            ("release", Some(lock), Some(0)) => {
                releases.insert(lock, (step.thread, step.step));
            }
            ("acquire", Some(lock), Some(1)) => match releases.get(lock) {
                Some(&(thread, from)) if thread != step.thread => {
                    orders.push(Order { kind: "lock", from, to: step.step });
                }
                _ => {}
            },
            _ => {}
        }
    }
    orders
}
