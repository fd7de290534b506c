//! Length of the shortest schedule of a race: fewest context switches, then fewest steps, by Dijkstra's algorithm on
//! single reduction steps.

use racefree_explore::Options;
use racefree_explore::plain::{Points, Reference, faults};
use racefree_interp::drive::Key;
use racefree_interp::machine::Lowered;
use racefree_interp::reduction::State;
use racefree_interp::value::ThreadId;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Context switches, and steps.
type Cost = (usize, u64);

/// The length of the shortest schedules in which two threads come to race and then both go on. `None` if there are none, or
/// more than `most` states, each together with the thread that ran last, are nearer.
pub fn shortest_race(program: &Lowered, options: &Options, key: &Key, most: usize) -> Option<Cost> {
    let reference = Reference::new(program, options, Points::Every);
    let mut met: Vec<(State, Option<ThreadId>)> = vec![(reference.first().state, None)];
    let mut queue = BinaryHeap::from([Reverse(((0, 0), 0))]);
    let (mut done, mut best) = (FxHashSet::default(), None::<Cost>);
    while let Some(Reverse((length, at))) = queue.pop() {
        let (state, last) = met[at].clone();
        if best.is_some_and(|best| best <= length) {
            break;
        }
        let name = last.map(|thread| state.thread_path(thread));
        if !done.insert((reference.execution.canonical(&state), name)) {
            continue;
        }
        if done.len() > most {
            return None;
        }
        for (_, threads) in faults(&reference, &state).into_iter().filter(|fault| fault.0 == *key) {
            // The one that ran last goes first.
            let switches = if last.is_some_and(|last| threads.contains(&last)) { 1 } else { 2 };
            let both = (length.0 + switches, length.1 + 2);
            best = Some(best.map_or(both, |best| best.min(both)));
        }
        for thread in reference.threads(&state) {
            let Some(next) = reference.transition(&state, thread).filter(|next| next.limit.is_none()) else { continue };
            let switch = usize::from(last.is_some_and(|last| last != thread));
            queue.push(Reverse(((length.0 + switch, length.1 + 1), met.len())));
            met.push((next.state, Some(thread)));
        }
    }
    best
}
