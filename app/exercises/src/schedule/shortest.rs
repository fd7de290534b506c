//! The shortest schedule that reaches a goal: fewest context switches, then fewest steps, by Dijkstra's algorithm on the single steps of
//! the reference semantics, as `racefree_explore::plain` has it for races. A goal is a property of a state, or of the accesses pending in
//! it, which the fast search for witnesses does not know.

use super::{Goal, reference};
use crate::grade::Grade;
use racefree_answers::desk::Desk;
use racefree_answers::running::Loaded;
use racefree_interp::reduction::State;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most states that are looked at, each with the thread that ran last.
const MOST_STATES: usize = 400_000;

/// Context switches, and steps.
type Length = (usize, u64);

/// A state that was met.
struct Met {
    state: State,
    /// The one before it, and the thread that stepped.
    by: Option<(usize, ThreadId)>,
}

/// Finds the shortest schedule.
///
/// # Errors
///
/// The grade if there is none within the budget.
pub fn shortest(desk: &Desk, loaded: &Loaded, goal: &Goal) -> Result<Schedule, Grade> {
    let reference = reference(loaded);
    let mut met = vec![Met { state: reference.execution.first(), by: None }];
    let mut queue = BinaryHeap::from([Reverse(((0, 0), 0))]);
    let mut done = FxHashSet::default();
    let mut best: Option<(Length, Schedule)> = None;
    let until = desk.until(Some(desk.limits.time));
    while let Some(Reverse((length, at))) = queue.pop() {
        if best.as_ref().is_some_and(|best| best.0 <= length) {
            break;
        }
        let state = met[at].state.clone();
        let last = met[at].by.map(|by| by.1);
        let name = last.map(|thread| state.thread_path(thread));
        if !done.insert((reference.execution.canonical(&state), name)) {
            continue;
        }
        if done.len() > MOST_STATES || done.len().is_multiple_of(256) && until() {
            return Err(Grade::undecided("the search for the shortest schedule was too long"));
        }
        for ending in goal.endings(&reference, &state) {
            let whole: Schedule = way(&met, at).into_iter().chain(ending).collect();
            let length = (whole.switches(), whole.steps());
            if best.as_ref().is_none_or(|best| length < best.0) {
                best = Some((length, whole));
            }
        }
        for thread in reference.threads(&state) {
            let Some((next, _)) = reference.execution.step(&state, thread) else { continue };
            let switch = usize::from(last.is_some_and(|last| last != thread));
            queue.push(Reverse(((length.0 + switch, length.1 + 1), met.len())));
            met.push(Met { state: next, by: Some((at, thread)) });
        }
    }
    let none = || {
        Grade::wrong(crate::grade::Fault {
            part: format!("no schedule leads to {}", goal.words()),
            ..Default::default()
        })
    };
    best.map(|best| best.1).ok_or_else(none)
}

/// The threads that step on the way to a state.
fn way(met: &[Met], at: usize) -> Vec<ThreadId> {
    let way = std::iter::successors(met[at].by, |by| met[by.0].by);
    let mut threads: Vec<ThreadId> = way.map(|by| by.1).collect();
    threads.reverse();
    threads
}
